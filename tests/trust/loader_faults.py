"""Faults in and around the workers of a DataLoader: an error or the right batches, nothing left.

``python -m tests.trust.loader_faults [COUNT] [SEED]`` runs COUNT (500) random cases, one in ten
each with spawned workers and with those of a fork server, and prints how often each fault was
tried. ``test_loader_faults.py`` runs each fault once, forked.

A case fails if it takes minutes, if a batch is wrong or missing without an error,
if the error is another one than the fault's, or if a process, a file descriptor or shared memory
is left when the loader is gone.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import multiprocessing
import os
import random
import re
import signal
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np

from mxnet import MXNetError
from mxnet.gluon import data

WIDTH = 5000  # float32 values of a sample: batches go through shared memory
BATCH = 2
SECONDS = {"fork": 120, "spawn": 900, "forkserver": 900}  # three imports of torch on a busy machine
NAMES = re.compile(r"mxnet-[0-9a-f]{16}$")  # what we would leave in /dev/shm, which others use too


class Unpicklable(Exception):
    def __init__(self, text, number):
        super().__init__(f"{text}: {number}")


def _raise(error):
    raise error


# What a sample does, and the error that the loop is to get.
IN_WORKER = {
    "error": (lambda: _raise(KeyError("bad sample")), KeyError, "bad sample"),
    "unpicklable error": (lambda: _raise(Unpicklable("bad", 7)), MXNetError, "bad: 7"),
    "StopIteration": (lambda: next(iter(())), MXNetError, "raised StopIteration"),
    "recursion": (lambda: _recurse(), RecursionError, "recursion"),
    "SIGKILL": (lambda: os.kill(os.getpid(), signal.SIGKILL), MXNetError, "killed by SIGKILL"),
    "SIGTERM": (lambda: os.kill(os.getpid(), signal.SIGTERM), MXNetError, "killed by SIGTERM"),
    "os._exit": (lambda: os._exit(3), MXNetError, "exit code 3"),
    "sys.exit": (lambda: sys.exit(4), MXNetError, "exit code 4"),
    "timeout": (
        lambda: time.sleep(10 * max(SECONDS.values())),
        multiprocessing.TimeoutError,
        "took longer",
    ),
}


def _recurse():
    return _recurse()


# What happens in the parent: none of these is the loader's error.
IN_PARENT = ("none", "break", "error in the loop", "interrupt", "worker killed when idle", "del")
PICKLING = "dataset that cannot be pickled"
FAULTS = (*IN_WORKER, *IN_PARENT, PICKLING)


class Faulty(data.Dataset):
    """Samples that contain their number; one of them has a fault."""

    def __init__(self, length, fault=None, index=-1):
        self._length, self._fault, self._index = length, fault, index

    def __len__(self):
        return self._length

    def __getitem__(self, index):
        if index == self._index and self._fault in IN_WORKER:
            IN_WORKER[self._fault][0]()
        return np.full(WIDTH, index, np.float32)


class InLoop(Exception):
    """Raised in the body of the loop."""


@dataclass(frozen=True)
class Case:
    """One loader, what happens to it, and when."""

    fault: str
    method: str
    workers: int
    prefetch: int | None
    batches: int
    place: int  # the batch at which it happens

    @classmethod
    def draw(cls, rng: random.Random, method: str, fault: str | None = None) -> Case:
        """Draw a case, with a random fault unless one is passed."""
        batches = rng.randrange(3, 9)
        return cls(
            fault or rng.choice(FAULTS),
            method,
            rng.randrange(1, 4),
            rng.choice([None, 0, 1, 20]),
            batches,
            rng.randrange(batches),
        )

    def run(self) -> None:
        """Run the case; raise AssertionError if something is wrong."""
        with _start_method(self.method), _time_limit(SECONDS[self.method]), _nothing_left():
            if self.fault == PICKLING:
                self._run_unpicklable()
            else:
                self._run_loader(self._make_loader())

    def _make_loader(self):
        dataset = Faulty(BATCH * self.batches, self.fault, BATCH * self.place + 1)
        timeout = SECONDS[self.method]
        if self.fault == "timeout":
            timeout = 0.5 if self.method == "fork" else 30  # starting a process takes seconds
        return data.DataLoader(
            dataset, BATCH, num_workers=self.workers, prefetch=self.prefetch, timeout=timeout
        )

    def _run_unpicklable(self):
        dataset = Faulty(4).transform(lambda sample: sample)
        if self.method == "fork":
            _check(list(data.DataLoader(dataset, BATCH, num_workers=self.workers)), 2)
            return
        try:
            data.DataLoader(dataset, BATCH, num_workers=self.workers)
        except MXNetError as error:
            assert "cannot be sent to worker processes" in str(error), error
        else:
            raise AssertionError("no error")

    def _run_loader(self, loader):
        epochs = 2  # the second one shows whether the loader recovers
        for epoch in range(epochs):
            done = self._run_epoch(loader, epoch)
            if done is not None:
                _check(done, self.batches)

    def _run_epoch(self, loader, epoch):
        """Return the batches of an epoch that has to be complete, None if it was cut off."""
        if self.fault in IN_WORKER:
            _, kind, text = IN_WORKER[self.fault]
            batches = []
            try:
                for batch in loader:
                    batches.append(batch)
            except kind as error:
                assert text in str(error), error
                _check(batches, None)
                return None
            raise AssertionError(f"no error after {len(batches)} batches")
        if epoch == 1:
            return list(loader)
        return self._disturb(loader)

    def _disturb(self, loader):
        if self.fault == "interrupt":
            return _interrupt(loader)
        batches = []
        try:
            for number, batch in enumerate(loader):
                batches.append(batch)
                if number == self.place and self.fault == "break":
                    break
                if number == self.place and self.fault == "error in the loop":
                    raise InLoop
        except InLoop:
            pass
        _check(batches, None)
        if self.fault == "worker killed when idle":
            _kill_one(loader, self.place)
        if self.fault == "del":
            batches = iter(loader)
            next(batches)
            del batches
        return None


def _check(batches, count):
    """Check the batches from the first one on."""
    assert count is None or len(batches) == count, f"{len(batches)} batches instead of {count}"
    for number, batch in enumerate(batches):
        values = batch.asnumpy()
        assert values.shape == (BATCH, WIDTH), values.shape
        expected = np.arange(BATCH * number, BATCH * (number + 1), dtype=np.float32)
        assert (values == expected[:, None]).all(), f"batch {number} is wrong"


def _interrupt(loader):
    """Interrupt the loop from another thread, at any place of the loader's code."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(random.random() * 0.05, os.kill, (os.getpid(), signal.SIGINT))
    batches = []
    try:
        timer.start()
        while True:
            batches = []
            for batch in loader:
                batches.append(batch)
    except KeyboardInterrupt:
        _check(batches, None)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def _kill_one(loader, place):
    processes = loader._worker_pool._pool
    process = processes[place % len(processes)]
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    try:
        list(loader)
    except MXNetError as error:
        assert "killed by SIGKILL" in str(error), error
    else:
        raise AssertionError("the death of an idle worker went unnoticed")


# ------------------------------------------------------------------------------------ around a case


@contextlib.contextmanager
def _start_method(method):
    before = multiprocessing.get_start_method(allow_none=True)
    multiprocessing.set_start_method(method, force=True)
    try:
        yield
    finally:
        multiprocessing.set_start_method(before, force=True)


@contextlib.contextmanager
def _time_limit(seconds):
    def fail(number, frame):
        raise AssertionError(f"hangs: nothing for {seconds} seconds")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _resources():
    gc.collect()
    with open("/proc/self/maps") as lines:
        mapped = sum("mxnet-batch" in line for line in lines)
    return {
        "processes": sorted(child.pid for child in multiprocessing.active_children()),
        "descriptors": sorted(os.listdir("/proc/self/fd")),
        "mapped segments": mapped,
        "files in /dev/shm": sorted(filter(NAMES.match, os.listdir("/dev/shm"))),
        "threads": sorted(thread.name for thread in threading.enumerate()),
    }


@contextlib.contextmanager
def _nothing_left():
    _start_helpers(multiprocessing.get_start_method())
    before = _resources()
    yield
    after = _resources()
    end = time.monotonic() + 5
    while after["threads"] != before["threads"] and time.monotonic() < end:
        time.sleep(0.01)  # the thread that delivers a late interrupt
        after = _resources()
    left = {kind: after[kind] for kind in after if after[kind] != before[kind]}
    assert not left, f"left behind: {left}, before {[before[kind] for kind in left]}"


@functools.cache
def _start_helpers(method):
    """Start the processes that multiprocessing itself keeps, whose descriptors stay."""
    if method != "fork":
        _check(list(data.DataLoader(Faulty(BATCH), BATCH, num_workers=1)), 1)


def _end_workers():
    """End what a case has left behind, so that the next one begins without it."""
    gc.collect()
    for child in multiprocessing.active_children():
        child.kill()
        child.join()


def main(count=500, seed=0):
    """Run random cases and print what happened."""
    rng = random.Random(seed)
    tried, failed, began = Counter(), [], time.monotonic()
    for number in range(count):
        method = {0: "spawn", 1: "forkserver"}.get(number % 10, "fork")
        case = Case.draw(rng, method)
        try:
            case.run()
        except BaseException as error:
            failed.append((case, error))
            print(f"FAILED {case}: {type(error).__name__}: {error}", flush=True)
            if isinstance(error, KeyboardInterrupt):
                break
            _end_workers()
        tried[case.method, case.fault] += 1
        if number % 50 == 49:
            print(f"{number + 1} of {count}, {len(failed)} failures", flush=True)
    for (method, fault), times in sorted(tried.items()):
        print(f"{method:12} {fault:32} {times}")
    print(f"{sum(tried.values())} faults, {len(failed)} failures, {time.monotonic() - began:.0f} s")
    return len(failed)


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:]))))
