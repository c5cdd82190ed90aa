"""Run inputs in child processes that are watched: for signals, hangs, memory and exceptions."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import resource
import shutil
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from mxnet.base import MXNetError

from .registry import Folder, Target

SECONDS = 5.0  # of processor time that one input may take
PATIENCE = 300.0  # seconds on the clock: a busy machine may give a process little of its processors
MEGABYTES = 200  # that one input may take, besides twice its size
ADDRESSES = 3 << 29  # bytes of address space beyond what a child starts with: protects the machine
REPORT_EVERY = 200  # inputs
PIXELS = 1 << 24  # of an image: less than by default, so that memory shows that a limit is kept

_fork = multiprocessing.get_context("fork")
Inputs = Callable[[int], tuple[Target, bytes]]


@dataclass(frozen=True, slots=True)
class Finding:
    """What one input did that no input may do."""

    target: str
    data: bytes
    kind: str  # "signal", "hang", "memory" or "exception"
    detail: str

    @property
    def key(self) -> tuple[str, ...]:
        """Findings of one cause, judged by the last line of the detail."""
        return self.target, self.kind, self.detail.strip().rpartition("\n@ ")[2]


@dataclass(slots=True)
class Result:
    """What came of a run: outcomes by reader, findings, the slowest input of each reader."""

    outcomes: Counter = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    slowest: dict[str, float] = field(default_factory=dict)
    megabytes: float = 0.0  # the most that a child has grown by

    def add(self, outcomes, slowest, megabytes) -> None:
        self.outcomes.update(outcomes)
        for name, seconds in slowest.items():
            self.slowest[name] = max(seconds, self.slowest.get(name, 0.0))
        self.megabytes = max(self.megabytes, megabytes)


# ------------------------------------------------------------------------------------- in the child


def outcome_of(target: Target, data: bytes, folder: Folder) -> tuple[str, str]:
    """Run one input; return the name of the outcome, and the traceback of one not documented."""
    try:
        target.run(data, folder)
    except MXNetError:
        return "MXNetError", ""
    except Exception as error:
        # Exactly those types: a UnicodeDecodeError is a ValueError, but none of MXNet's. Ours have
        # a second base, for handlers written for 1.9.1.
        kinds = type(error).__mro__ if type(error).__module__ == "mxnet.error" else (type(error),)
        is_documented = any(kind in target.raises for kind in kinds)
        return (type(error).__name__, "") if is_documented else ("exception", _describe(error))
    return "read", ""


def _describe(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "mxnet" in frame.filename] or frames
    text = "".join(traceback.format_exception(error, limit=-12))[-4000:]
    place = f"{os.path.basename(ours[-1].filename)}:{ours[-1].lineno}"
    return f"{text}\n@ {type(error).__name__} {place}"


def _peak() -> int:
    unit = 1 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _limit_addresses() -> None:
    """Bound what a child may map; where the system does not say how much it has, only its peak."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if os.path.exists("/proc/self/statm"):
        with open("/proc/self/statm") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + ADDRESSES, now + ADDRESSES))


def _child(inputs: Inputs, numbers: Iterator[int], current, pipe, path: str) -> None:
    warnings.simplefilter("ignore")
    _limit_addresses()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # codecs print what they think of an image
    faulthandler.disable()  # pytest's would print what the parent reports
    os.environ["MXNET_IMAGE_MAX_PIXELS"] = str(PIXELS)
    folder, base = Folder(path), _peak()
    outcomes, slowest = Counter(), {}
    for number in numbers:
        target, data = inputs(number)
        current.value = number
        began = time.process_time()
        outcome, detail = outcome_of(target, data, folder)
        seconds = time.process_time() - began
        outcomes[target.name, outcome] += 1
        slowest[target.name] = max(seconds, slowest.get(target.name, 0.0))
        growth = _peak() - base
        if growth > (MEGABYTES << 20) + 2 * len(data):
            outcome, detail = "memory", f"{growth >> 20} MB\n@ memory"
        elif seconds > SECONDS:
            outcome, detail = "hang", f"{seconds:.1f} s\n@ hang"
        if detail:
            pipe.send(("finding", number, outcome, detail))
        if detail or sum(outcomes.values()) >= REPORT_EVERY:
            pipe.send(("counts", outcomes, slowest, growth / 2**20))
            outcomes, slowest = Counter(), {}
        if growth > MEGABYTES << 19:  # half of it; the peak is never less again
            break
    pipe.send(("counts", outcomes, slowest, 0.0))
    pipe.send(("end", number))


# ------------------------------------------------------------------------------------ in the parent


class _Watched:
    """A child that works through every ``step``-th input, and its successors when it dies."""

    def __init__(self, inputs: Inputs, first: int, count: int, step: int, path: str):
        self._inputs, self._count, self._step, self._path = inputs, count, step, path
        self._start(first)

    def _start(self, first: int) -> None:
        self._numbers = range(first, self._count, self._step)
        self.pipe, end = _fork.Pipe(duplex=False)
        self._current = _fork.Value("q", -1, lock=False)
        self._seen, self._since, self._used = -1, time.monotonic(), 0.0
        arguments = self._inputs, self._numbers, self._current, end, self._path
        self._process = _fork.Process(target=_child, args=arguments, daemon=True)
        self._process.start()
        end.close()

    def poll(self, result: Result) -> bool:
        """Take in what was reported; return whether there is more to come."""
        if not self._numbers:
            return False
        while True:
            try:
                if not self.pipe.poll(0.05):
                    break
                kind, *rest = self.pipe.recv()
            except EOFError:
                return self._died(result)
            if kind == "counts":
                result.add(*rest)
            elif kind == "finding":
                number, outcome, detail = rest
                self._note(result, number, outcome, detail)
            else:
                self._process.join()
                return self._go_on_after(rest[0])
        self._watch()
        return True

    def _note(self, result, number, outcome, detail):
        target, data = self._inputs(number)
        result.findings.append(Finding(target.name, data, outcome, detail))

    def _watch(self) -> None:
        """Kill a child that is too long at one input."""
        now, number, used = time.monotonic(), self._current.value, _processor_time(self._process)
        if number != self._seen:
            self._seen, self._since, self._used = number, now, used
        elif used - self._used > SECONDS + 1 or now - self._since > PATIENCE:
            self._process.kill()

    def _died(self, result: Result) -> bool:
        self._process.join()
        number = self._current.value
        is_hang = number == self._seen and time.monotonic() - self._since > SECONDS
        code = self._process.exitcode
        outcome = "hang" if is_hang else "signal"
        if number >= 0:
            target, _ = self._inputs(number)
            result.outcomes[target.name, outcome] += 1
            self._note(result, number, outcome, f"exit code {code}\n@ {outcome} {code}")
        return self._go_on_after(number if number >= 0 else self._numbers[0])

    def _go_on_after(self, number: int) -> bool:
        self.pipe.close()
        self._numbers = range(number + self._step, self._count, self._step)
        if self._numbers:
            self._start(self._numbers[0])
        return bool(self._numbers)

    def stop(self) -> None:
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _processor_time(process) -> float:
    """Return what a child has used; 0 where the system does not say, and the clock decides."""
    try:
        with open(f"/proc/{process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(inputs: Inputs, count: int, jobs: int = 1, progress=None) -> Result:
    """Run inputs 0 to ``count``; ``progress(result)`` is called now and then."""
    result = Result()
    room = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    root = tempfile.mkdtemp(prefix="mxnet-fuzz-", dir=room)
    children = []
    try:
        for first in range(min(jobs, count)):
            path = os.path.join(root, str(first))
            os.mkdir(path)
            children.append(_Watched(inputs, first, count, jobs, path))
        active = list(children)
        while active:
            active = [child for child in active if child.poll(result)]
            if progress is not None:
                progress(result)
    finally:
        for child in children:
            child.stop()
        shutil.rmtree(root, ignore_errors=True)
    return result
