"""Measure this package against plain torch and, where there is one, the real MXNet.

Each subject lives in a process of its own and they take turns, so that a busy machine slows all of
them alike. A time is the best part of all turns, where a turn has parts of about a millisecond:
processor time of one thread, or wall time of several (``--threads``). To compare with the real
MXNet, set ``MXNET_ORACLE`` to the Python of an environment that has mxnet 1.9.1, and to compare
with an older state of this package, name its ``src`` folder (``--before``).
"""

from __future__ import annotations

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys

import peers
from cases import CASES
from results import Result, Results
from subject import Subject, environment

HERE = pathlib.Path(__file__).resolve().parent
PART = 0.001  # seconds that a part of a turn should take; longer statements run once
TURN = 0.02  # seconds that a turn should take


def measure(index: int, subjects: list[Subject], rounds: int) -> dict[str, float]:
    """Return each subject's best seconds for one run of a case."""
    sizes, best = {}, {}
    for subject in subjects:
        once = max(subject.run(index, 1, 3), 1e-7)
        count = 1 if CASES[index].before else max(1, int(PART / once))
        sizes[subject.name] = count, max(1, int(TURN / once / count))
        best[subject.name] = float("inf")
    for _ in range(rounds):
        for subject in subjects:
            count, parts = sizes[subject.name]
            seconds = subject.run(index, count, parts) / count
            best[subject.name] = min(best[subject.name], seconds)
    return best


def operators(cases: list[int], subjects: list[Subject], rounds: int, results: Results):
    """Measure the cases, group by group."""
    for index in cases:
        case = CASES[index]
        bars = {"torch": case.over_torch, "mxnet": case.over_mxnet}
        able = [subject for subject in subjects if peers.can_run(subject.name, case)]
        best = measure(index, able, rounds)
        results.add(Result(case.group, case.name, best, bars))


IMPORTS = {
    "python": "",
    "import mxnet": "import mxnet",
    "import torch": "import torch",
    "mxnet.nd": "import mxnet; mxnet.nd",
}


def imports(rounds: int, paths: dict[str, str | None], results: Results):
    """Measure what importing costs, above starting Python; the bars are 0.1 s and 0.3 s."""
    group = "import, above starting Python"
    alone, ndarray = {"bar": 0.1}, {"bar": 0.3}
    for subject, path in paths.items():
        best = dict.fromkeys(IMPORTS, float("inf"))
        for _ in range(rounds):
            for name, statement in IMPORTS.items():
                best[name] = min(best[name], _child_seconds(statement, path))
        alone[subject] = best["import mxnet"] - best["python"]
        ndarray[subject] = best["mxnet.nd"] - best["import torch"]
    results.add(Result(group, "import mxnet", alone, {"bar": 1.0}))
    results.add(Result(group, "mxnet.nd above import torch", ndarray, {"bar": 1.0}))


def _child_seconds(statement: str, path: str | None) -> float:
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    start = used()
    command = [sys.executable, "-c", statement]
    subprocess.run(command, check=True, env=environment(sys.executable, path=path))
    return used() - start


FIRST = [
    (name, *mode) for name in ("ResNet-18", "attention", "LSTM") for mode in ((), ("trained",))
]


def first_calls(rounds: int, paths: dict[str, str | None], results: Results):
    """Measure first calls in fresh processes; the bar is twice an eager one's time and 0.5 s."""
    for case in FIRST:
        best = {
            subject: min(_first_call(path, *case, "hybridized") for _ in range(rounds))
            for subject, path in paths.items()
        }
        best["eager"] = min(_first_call(None, *case, "eager") for _ in range(rounds))
        best["bar"] = 2 * best["eager"] + 0.5
        results.add(Result("first call in a fresh process", " ".join(case), best, {"bar": 1.0}))


def _first_call(path: str | None, *arguments: str) -> float:
    command = [sys.executable, HERE / "first_calls.py", *arguments]
    done = subprocess.run(
        command,
        check=True,
        env=environment(sys.executable, path=path),
        stdout=subprocess.PIPE,
        text=True,
    )
    return float(done.stdout)


def make_oracle(folder: str) -> str:
    """Return the Python of an environment that has the real MXNet, made if there is none."""
    # Its wheel needs NumPy 1.23, which has wheels up to Python 3.11.
    return _make_environment(
        folder,
        ("python3.11", "python3.10", "python3.9", "python3.8"),
        ("mxnet==1.9.1", "numpy==1.23.5"),
    )


def make_jax(folder: str) -> str:
    """Return the Python of an environment that has JAX, made if there is none."""
    return _make_environment(folder, (sys.executable,), ("jax", "jaxlib"))


def _make_environment(folder: str, pythons: tuple, packages: tuple) -> str:
    python = pathlib.Path(folder) / "bin" / "python"
    if not python.exists():
        base = next(filter(None, map(shutil.which, pythons)), None)
        if base is None:
            raise SystemExit(f"{packages[0]} needs one of {', '.join(pythons)}")
        subprocess.run([base, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    return str(python)


def parse_options():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=25, help="how often each case is run")
    options.add_argument("--only", default="", help="cases whose group or name contains this")
    options.add_argument("--strict", action="store_true", help="fail where a bar is missed")
    options.add_argument("--before", help="an older src folder of this package, to compare with")
    options.add_argument(
        "--threads", type=int, help="measure wall time with so many threads, not processor time"
    )
    options.add_argument(
        "--make-oracle", help="make an environment with mxnet 1.9.1 in this folder, and compare"
    )
    options.add_argument(
        "--make-jax", help="make an environment with JAX in this folder, and compare"
    )
    options.add_argument("--json", help="write what was measured to this file")
    options.add_argument(
        "--baseline", help="a file of --json; with --strict, fail where a ratio grew beyond noise"
    )
    options.add_argument(
        "--peers",
        nargs="*",
        choices=(*peers.PEERS, "all"),
        default=(),
        help="compare with these and with the best; jax needs --make-jax, or JAX_PYTHON, a Python "
        "that has it",
    )
    options.add_argument(
        "--floors", action="store_true", help="add what Python on torch must spend (floors.py)"
    )
    options.add_argument(
        "--products", action="store_true", help="only cases with the time of their bare products"
    )
    options = options.parse_args()
    if "all" in options.peers:
        options.peers = peers.PEERS
    if options.make_jax:
        options.peers = [*dict.fromkeys((*options.peers, "jax"))]
    return options


def main():
    options = parse_options()
    paths = {"regluon": None}
    if options.before:
        paths["before"] = os.path.abspath(options.before)
    pythons = dict.fromkeys((*paths, "torch"), sys.executable)
    pythons |= dict.fromkeys(options.peers, sys.executable)
    if "jax" in pythons:
        folder = options.make_jax
        pythons["jax"] = make_jax(folder) if folder else os.environ["JAX_PYTHON"]
    if options.products:
        pythons["products"] = sys.executable
    if options.floors:
        pythons["floor"] = sys.executable
    oracle = os.environ.get("MXNET_ORACLE")
    if options.make_oracle:
        oracle = make_oracle(options.make_oracle)
    if oracle:
        pythons["mxnet"] = oracle
    chosen = [i for i, case in enumerate(CASES) if options.only in f"{case.group}: {case.name}"]
    if options.products:
        chosen = [i for i in chosen if CASES[i].products_setup]
    clock = "wall" if options.threads else "processor"
    subjects = [
        Subject(
            name,
            python,
            *(HERE / "worker.py", name, clock),
            threads=options.threads or 1,
            path=paths.get(name),
        )
        for name, python in pythons.items()
    ]
    results = Results(
        time=clock,
        threads=options.threads or 1,
        rounds=options.rounds,
        peers=[*options.peers],
    )
    operators(chosen, subjects, options.rounds, results)
    for subject in subjects:
        subject.close()
    in_processes = not options.products and not options.threads  # which use one thread
    if options.only in "import" and in_processes:
        imports(max(1, options.rounds // 3), paths, results)
    if options.only in "first calls in a fresh process" and in_processes:
        first_calls(max(1, options.rounds // 8), paths, results)
    worse = results.finish(options.json, options.baseline)
    sys.exit(bool(options.strict and worse))


main()
