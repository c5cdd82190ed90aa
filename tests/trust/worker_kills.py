"""Kill one worker of a job at any moment: the others name it and end, and the job goes on later.

usage: python -m tests.trust.worker_kills [--kills N] [--workers N] [--seed N] [--bucket-bytes N]

Every run is the example ``distributed_digits.py`` in new processes, of which one is killed at a
random moment between the start and the end of a run. A kill counts if it ended the run. Afterwards

- every other worker has ended, with an error that names the dead one or because it was done,
- no process, no listener at the job's port and no shared memory is left,
- a new run that resumes from the checkpoint ends with that of a run that was never disturbed.

The gradients of the example fit into one bucket. In smaller ones, of 4096 bytes for instance, they
travel during the backward pass. A worker that still runs when the time is up is a hang: the state
of its process and the stacks of its threads are printed.
"""

from __future__ import annotations

import argparse
import collections
import faulthandler
import itertools
import os
import pathlib
import random
import socket
import sys
import tempfile
import time
from dataclasses import dataclass

from mxnet._distributed import buckets
from mxnet.cli._placement import LOOPBACK, reserved_port

from ..unit.distributed.jobs import (
    TIME_LIMIT,
    end_processes,
    start_processes,
    torchrun_variables,
)
from ..unit.distributed.test_example import train

EPOCHS = 3
TIMEOUT = 10  # in seconds: so long are silent and absent workers waited for
MARGIN = 20  # in seconds, between the stacks of a worker that hangs and the end of the wait for it


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run has ended: what each worker answers, how its process ended, and what is left."""

    answers: list
    exit_codes: list[int | None]
    hangs: list[str]  # what the workers do that have not ended
    seconds: float  # from the kill to the end
    left: list[str]


def train_watched(path: str, bucket_bytes: int, folder: str) -> object:
    """Train in a worker, which leaves the stacks of its threads where it does not end in time."""
    buckets.BUCKET_BYTES = bucket_bytes
    file = open(_stacks_file(folder, os.getpid()), "w")  # open until the process ends
    faulthandler.dump_traceback_later(TIME_LIMIT - MARGIN, file=file)
    return train(path, EPOCHS)


def _stacks_file(folder: str, pid: int) -> pathlib.Path:
    return pathlib.Path(folder, f"{pid}.stacks")


class Harness:
    """Runs jobs of some workers, whose gradients travel in buckets of a size."""

    def __init__(self, folder: str, workers: int, bucket_bytes: int):
        self._folder, self._workers, self._bucket_bytes = folder, workers, bucket_bytes

    def run(self, path: pathlib.Path, kill: tuple[int, float] | None = None) -> Outcome:
        """Run a job; ``kill`` is a rank and a time in seconds."""
        with reserved_port() as port:
            environments = [
                {
                    **torchrun_variables(rank, self._workers, port),
                    "MXNET_KVSTORE_TIMEOUT": str(TIMEOUT),
                    "MXNET_KVSTORE_START_TIMEOUT": str(TIMEOUT),
                }
                for rank in range(self._workers)
            ]
            arguments = (str(path), self._bucket_bytes, self._folder)
            processes, pipes = start_processes(train_watched, environments, arguments)
            try:
                if kill is not None:
                    rank, delay = kill
                    time.sleep(delay)
                    processes[rank].kill()
                return self._await(processes, pipes, port)
            finally:
                end_processes(processes, pipes)

    def _await(self, processes: list, pipes: list, port: int) -> Outcome:
        start = time.monotonic()
        for process in processes:
            process.join(max(start + TIME_LIMIT - time.monotonic(), 0))
        seconds = time.monotonic() - start
        hangs = [self._state(p.pid) for p in processes if p.exitcode is None]
        codes = [process.exitcode for process in processes]
        answers = [receiver.recv() if receiver.poll() else None for receiver, _ in pipes]
        left = _leftovers([process.pid for process in processes], port)
        return Outcome(answers, codes, hangs, seconds, left)

    def _state(self, pid: int) -> str:
        """Return whether a process runs, sleeps or is stopped, and what its threads do."""
        try:
            status = pathlib.Path(f"/proc/{pid}/status").read_text()
            stacks = _stacks_file(self._folder, pid).read_text()
        except FileNotFoundError:  # it has not begun, or has ended just now
            return f"process {pid} has left nothing"
        state = next(line for line in status.splitlines() if line.startswith("State"))
        return f"process {pid}, {state}:\n{stacks}"


def _leftovers(pids: list[int], port: int) -> list[str]:
    left = [f"process {pid}" for pid in pids if os.path.exists(f"/proc/{pid}")]
    with socket.socket() as probe:
        if probe.connect_ex((LOOPBACK, port)) == 0:
            left.append(f"a listener at port {port}")
    names = os.listdir("/dev/shm")
    return left + [f"/dev/shm/{name}" for name in names if any(str(pid) in name for pid in pids)]


def faults_of(outcome: Outcome, victim: int) -> tuple[list[str], str]:
    """Return what is wrong with how the others have ended, and when the victim was killed."""
    if outcome.hangs:
        return outcome.hangs, "hang"
    others = [rank for rank in range(len(outcome.answers)) if rank != victim]
    crashes = [rank for rank in others if outcome.exit_codes[rank] or not outcome.answers[rank]]
    if crashes:
        codes = [f"worker {rank} ended with {outcome.exit_codes[rank]}" for rank in crashes]
        return codes, "crash"
    errors = [text for is_done, text in map(outcome.answers.__getitem__, others) if not is_done]
    unnamed = [text for text in errors if f"worker {victim}" not in text.splitlines()[-1]]
    phase = "done before" if not errors else "start" if "meet(" in errors[0] else "training"
    return [text.splitlines()[-1] for text in unnamed], phase


def main(arguments: list[str]) -> None:
    """Kill often, and print the outcomes."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bucket-bytes", type=int, default=buckets.BUCKET_BYTES)
    options = parser.parse_args(arguments)
    rng, wrong = random.Random(options.seed), []
    phases, longest, checkpoints = collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        harness = Harness(folder, options.workers, options.bucket_bytes)
        reference = pathlib.Path(folder, "whole.ckpt")
        harness.run(reference)  # loads what the next ones share
        duration = harness.run(pathlib.Path(folder, "timed.ckpt")).seconds
        for number in itertools.count():
            if phases.total() - phases["done before"] == options.kills:
                break
            path = pathlib.Path(folder, f"{number}", "run.ckpt")
            path.parent.mkdir()
            victim, delay = rng.randrange(options.workers), rng.uniform(0, 1.1) * duration
            outcome = harness.run(path, (victim, delay))
            faults, phase = faults_of(outcome, victim)
            phases[phase] += 1
            longest[phase] = max(longest[phase], outcome.seconds)
            checkpoints += path.exists()
            resumed = harness.run(path)
            if not all(answer and answer[0] for answer in resumed.answers):
                faults += [f"the resumed run failed: {resumed.answers}", *resumed.hangs]
            elif path.read_bytes() != reference.read_bytes():
                faults.append("the resumed run ended with other parameters")
            litter = [str(file) for file in path.parent.iterdir() if file != path]
            faults += [*outcome.left, *litter, *(f"{t} of the resumed run" for t in resumed.left)]
            texts = [f"kill {number} of worker {victim}, {delay:.2f} s: {text}" for text in faults]
            print("\n".join(texts), end="\n" if texts else "", flush=True)
            wrong += texts
    counts = ", ".join(f"{count} {what}" for what, count in phases.items())
    times = ", ".join(f"{seconds:.1f} s {phase}" for phase, seconds in longest.items())
    print(f"{number} kills ({counts}), {checkpoints} after a checkpoint; ended within {times}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
