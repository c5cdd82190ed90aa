"""Monitor: reports statistics of the arrays inside executors while they run."""

from __future__ import annotations

import logging
import re
from math import sqrt

from . import ndarray
from .base import py_str
from .ndarray import NDArray

__all__ = ["Monitor"]


def _mean_magnitude(array):
    """Return the norm divided by the root of the number of elements."""
    return ndarray.norm(array) / sqrt(array.size)


class Monitor:
    """Collects a statistic of outputs, and of weights, every ``interval`` batches.

    ``pattern`` selects arrays by name, ``sort`` sorts the results by name, ``monitor_all`` includes
    the inputs of operators.
    """

    def __init__(self, interval, stat_func=None, pattern=".*", sort=False, monitor_all=False):
        self.stat_func = stat_func or _mean_magnitude
        self.interval = interval
        self.re_prog = re.compile(pattern)
        self.sort = sort
        self.monitor_all = monitor_all
        self.activated = False
        self.step = 0
        self.exes = []
        self.queue = []

    def stat_helper(self, name, array):
        """Record the statistic of one array; executors call this with the name as bytes."""
        name = py_str(name) if isinstance(name, bytes) else str(name)
        if self.activated and self.re_prog.match(name):
            self.queue.append((self.step, name, self.stat_func(array)))

    def install(self, exe):
        """Start to monitor an executor."""
        self.exes.append(exe)
        exe.set_monitor_callback(self.stat_helper, self.monitor_all)

    def tic(self):
        """Begin a batch; every ``interval``-th one is monitored."""
        due = self.step % self.interval == 0
        self.step += 1
        if due:
            self.queue, self.activated = [], True

    def toc(self):
        """End a batch; return (step, name, text) of each statistic."""
        if not self.activated:
            return []
        for exe in self.exes:
            for name, array in (*exe.arg_dict.items(), *exe.aux_dict.items()):
                self.stat_helper(name, array)
        self.activated = False
        rows = sorted(self.queue, key=lambda item: item[1]) if self.sort else self.queue
        self.queue = []
        return [(step, name, _text(name, value)) for step, name, value in rows]

    def toc_print(self):
        """End a batch and log the statistics."""
        for step, name, text in self.toc():
            logging.info("Batch: %7d %-30s %s", step, name, text)


def _text(name, value) -> str:
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(v, NDArray) for v in values):
        kinds = ", ".join(type(v).__name__ for v in values)
        raise AssertionError(f"stat_func must return NDArrays, for {name} it returned {kinds}")
    texts = (str(v.asscalar()) if v.shape == (1,) else str(v.asnumpy()) for v in values)
    return "".join(f"{text}\t" for text in texts)
