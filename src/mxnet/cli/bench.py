"""Compare the speed of a few networks with plain torch on this machine, in about half a minute.

Both packages do the same work with the same sizes, with --threads threads or torch's default, each
in a separate process. They take turns, and the shortest time of each counts. Other programs on the
machine disturb the measurement, so run it twice.

    mxnet bench
    mxnet bench --rounds 40 --threads 1 --json
"""

from __future__ import annotations

import contextlib
import os
import platform
import subprocess
import sys
from importlib import metadata

from .. import __version__
from ..base import MXNetError
from ._bench_cases import CASES
from ._terminal import print_json, print_table, progress

SIDES = ("mxnet", "torch")


def add_arguments(parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--rounds", type=int, default=12, help="runs of each case (12)")
    parser.add_argument("--threads", type=int, help="threads of each side")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options) -> int:
    """Print a row for each case."""
    for name in ("rounds", "threads"):
        value = getattr(options, name)
        if value is not None and value < 1:
            raise MXNetError(f"--{name} must be at least 1, got {value}")
    rows = _measure(options.rounds, options.threads)
    machine = {
        "mxnet": __version__, "torch": metadata.version("torch"),
        "threads": options.threads or os.environ.get("OMP_NUM_THREADS") or os.cpu_count(),
        "machine": platform.processor() or platform.machine(), "rounds": options.rounds,
    }  # fmt: skip
    if options.json:
        print_json({**machine, "cases": rows})
        return 0
    cells = [
        (row["case"], f"{row['mxnet'] * 1e3:.2f}", f"{row['torch'] * 1e3:.2f}",
         f"{row['mxnet'] / row['torch']:.2f}")
        for row in rows
    ]  # fmt: skip
    print_table(["case", "mxnet ms", "torch ms", "ratio"], cells, numbers=3)
    threads = str(machine["threads"])
    print(f"\nratio: time of mxnet {machine['mxnet']} over that of torch {machine['torch']}; "
          f"{threads} thread{'s' * (threads != '1')}")  # fmt: skip
    return 0


def _measure(rounds: int, threads: int | None) -> list[dict]:
    with contextlib.ExitStack() as stack:
        sides = {side: stack.enter_context(_worker(side, threads)) for side in SIDES}
        rows = []
        for number, case in enumerate(progress(CASES, title="cases", unit="case")):
            best = dict.fromkeys(SIDES, float("inf"))
            for _ in range(rounds):
                for side, process in sides.items():
                    best[side] = min(best[side], _ask(process, side, number))
            rows.append({"case": case.name, **best})
        return rows


@contextlib.contextmanager
def _worker(side: str, threads: int | None):
    environment = dict(os.environ)
    if threads:
        environment |= {"OMP_NUM_THREADS": str(threads), "MKL_NUM_THREADS": str(threads)}
    process = subprocess.Popen(
        [sys.executable, "-m", f"{__package__}._bench_worker", side],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


def _ask(process, side: str, case: int) -> float:
    try:
        print(case, file=process.stdin, flush=True)
    except BrokenPipeError:
        pass  # it has ended and reported why
    answer = process.stdout.readline()
    if not answer:
        raise MXNetError(f"the process of {side} ended in case {CASES[case].name!r}")
    return float(answer)
