"""How much processor time a spawned worker of a DataLoader takes before its first sample.

``python -m tests.trust.worker_import [ROUNDS]`` prints the least of ROUNDS (5) measurements, beside
that of a process that imports torch and nothing else: times differ with what else the machine does,
but little between two processes in turn.
"""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import time

import numpy as np

from mxnet.gluon import data

TORCH = "import time, torch; print(time.process_time())"


class Clock(data.Dataset):
    """One sample: the processor time of the process that makes it, in seconds."""

    def __len__(self):
        return 1

    def __getitem__(self, index):
        return np.float64(time.process_time())


def worker_time() -> float:
    """Start a worker and return its processor time."""
    loader = data.DataLoader(Clock(), 1, num_workers=1)
    return float(next(iter(loader)).asscalar())


def torch_time() -> float:
    """Return the processor time of a process that has imported torch."""
    result = subprocess.run([sys.executable, "-c", TORCH], capture_output=True, check=True)
    return float(result.stdout)


def main(rounds=5):
    """Measure in turn and print the least."""
    multiprocessing.set_start_method("spawn")
    times = [(worker_time(), torch_time()) for _ in range(rounds)]
    worker, torch = map(min, zip(*times, strict=True))
    print(f"a spawned worker: {worker:.2f} s of processor time, torch alone: {torch:.2f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
