"""One side of ``mxnet bench``: read the number of a case on a line, answer with its seconds."""

from __future__ import annotations

import signal
import sys
import time

from ._bench_cases import CASES, MXNET, TORCH

CHUNK = 0.05  # seconds per measurement: long enough for the clock, short enough to alternate


def build(side: str, case: int):
    """Return the function ``step`` of a case."""
    names: dict = {}
    exec(MXNET if side == "mxnet" else TORCH, names)
    exec(getattr(CASES[case], side), names)
    return names["step"]


def measure(step) -> float:
    """Return the shortest time of one step in a chunk of time."""
    best, end = float("inf"), time.perf_counter() + CHUNK
    while True:
        begin = time.perf_counter()
        step()
        now = time.perf_counter()
        best = min(best, now - begin)
        if now > end:
            return best


def main(side: str) -> None:
    """Answer requests until there are no more."""
    case, step = None, None
    for line in sys.stdin:
        if int(line) != case:
            case = int(line)
            step = build(side, case)
            for _ in range(10):  # graphs are planned in the first calls
                step()
        print(measure(step), flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command ends its processes on Ctrl-C
    main(sys.argv[1])
