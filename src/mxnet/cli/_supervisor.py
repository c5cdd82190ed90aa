"""Starts the processes of a job, and ends all of them when one fails."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass

from ..error import MXNetError

GRACE = 10.0  # seconds between SIGTERM and SIGKILL, enough to save a checkpoint
_PERIOD = 0.05  # seconds between checks of the processes
_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>


@dataclass(frozen=True, slots=True)
class Task:
    """A process to start: a name for messages, a command, and additional environment variables.

    A task that `serves` ends by itself after the others; it does not keep the job running. The
    input of a `remote` task stays open as long as the launcher lives.
    """

    name: str
    command: tuple[str, ...]
    environment: dict[str, str]
    serves: bool = False
    remote: bool = False


class _Ended(Exception):
    """The launcher itself has received a signal."""

    def __init__(self, number: int):
        self.number = number


def run_all(tasks: list[Task], report: Callable[[str], None]) -> int:
    """Run the tasks to completion and return the exit status of the job.

    It is 0, or the status of the first process that failed (128 + n for signal n, as in shells). In
    any case, no process of the job is left when this returns.
    """
    running: dict[str, subprocess.Popen] = {}
    with _signals_as_exceptions():
        try:
            for task in tasks:
                running[task.name] = _start(task)
            return _wait(tasks, running, report)
        except _Ended as ended:
            report(f"got {signal.Signals(ended.number).name}, ending all processes")
            return 128 + ended.number
        finally:
            _end(list(running.values()))


def _start(task: Task) -> subprocess.Popen:
    try:
        return subprocess.Popen(
            task.command,
            env={**os.environ, **task.environment},
            stdin=subprocess.PIPE if task.remote else None,
            # A separate process group, so that ending a task also ends the processes it started.
            start_new_session=True,
            preexec_fn=_end_with_parent if sys.platform == "linux" else None,
        )
    except OSError as error:
        raise MXNetError(f"{task.name} did not start: {error}") from None


def _end_with_parent() -> None:
    """Make the kernel end this process if the launcher is killed."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _wait(tasks, running, report) -> int:
    """Wait until all workers have ended, or one process has failed."""
    waiting = list(tasks)
    while any(not task.serves for task in waiting):
        for task in list(waiting):
            status = _status(running[task.name])
            if status is None:
                continue
            waiting.remove(task)
            if status:
                report(f"{task.name} {_outcome(status)}, ending the others")
                return 128 - status if status < 0 else status
        time.sleep(_PERIOD)
    return 0


def _outcome(status: int) -> str:
    if status < 0:
        return f"was ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"


def _status(process: subprocess.Popen) -> int | None:
    """Return the exit status, or None while it runs; its children do not outlive a process.

    The group is ended before the status is collected, as its number may be reused afterwards.
    """
    # Not available on macOS with Python 3.11.
    if process.returncode is None and hasattr(os, "waitid"):
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT
        if os.waitid(os.P_PID, process.pid, look) is not None:
            _signal_group(process, signal.SIGKILL)
    return process.poll()


def _end(processes: list[subprocess.Popen]) -> None:
    """End every running process: terminate, then kill after the grace period."""
    for process in processes:
        if _status(process) is None:
            _signal_group(process, signal.SIGTERM)
    deadline = time.monotonic() + GRACE
    for process in processes:
        while _status(process) is None and time.monotonic() < deadline:
            time.sleep(_PERIOD)
        if process.returncode is None:
            _signal_group(process, signal.SIGKILL)
            process.wait()


def _signal_group(process: subprocess.Popen, number: int) -> None:
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        pass  # the group is empty; macOS reports "not permitted" for zombies


@contextmanager
def _signals_as_exceptions():
    """Turn signals that end the launcher into an exception, so that it can clean up."""

    def stop(number, frame):
        for other in handlers:  # ignore further signals during the cleanup
            signal.signal(other, signal.SIG_IGN)
        raise _Ended(number)

    handlers = {
        number: signal.signal(number, stop)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
