"""Measure this package against plain torch and, where there is one, the real MXNet.

Each subject lives in a process of its own and they take turns, so that a busy machine slows all of
them alike. A time is the best part of all turns, where a turn has parts of about a millisecond:
processor time of one thread, or wall time of several (``--threads``). To compare with the real
MXNet, set ``MXNET_ORACLE`` to the Python of an environment that has mxnet 1.9.1
(``environments.py`` makes one), and to compare with an older state of this package, name its
``src`` folder (``--before``).
"""

from __future__ import annotations

import os
import pathlib
import resource
import subprocess
import sys

import environments
import peers
from cases import CASES
from results import Result, Results, parser
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
    for turn in range(rounds):
        # To and fro, so that no subject always follows the same one: the threads of MXNet keep a
        # core busy for a while after its turn.
        for subject in subjects[:: -1 if turn % 2 else 1]:
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
FIRST_ARRAYS = {
    **dict.fromkeys(
        ("regluon", "before", "mxnet"), "import mxnet; mxnet.nd.ones(3).wait_to_read()"
    ),
    "torch": "import torch; torch.ones(3)",
    "jax": "import jax.numpy; jax.numpy.ones(3).block_until_ready()",
}


def imports(
    rounds: int, pythons: dict[str, str], paths: dict[str, str | None], results: Results
) -> None:
    """Measure what importing costs; the bars of ours are 0.1 s and 0.3 s."""
    group = "import, above starting Python"
    alone, ndarray = {"bar": 0.1}, {"bar": 0.3}
    for subject, path in paths.items():
        best = dict.fromkeys(IMPORTS, float("inf"))
        for _ in range(rounds):
            for name, statement in IMPORTS.items():
                best[name] = min(best[name], _child_seconds(statement, sys.executable, path))
        alone[subject] = best["import mxnet"] - best["python"]
        ndarray[subject] = best["mxnet.nd"] - best["import torch"]
    results.add(Result(group, "import mxnet", alone, {"bar": 1.0}))
    results.add(Result(group, "mxnet.nd above import torch", ndarray, {"bar": 1.0}))
    first = {
        name: min(
            _child_seconds(FIRST_ARRAYS[name], python, paths.get(name)) for _ in range(rounds)
        )
        for name, python in pythons.items()
        if name in FIRST_ARRAYS
    }
    results.add(Result("a process", "import, and the first array", first))


def _child_seconds(statement: str, python: str, path: str | None) -> float:
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    start = used()
    subprocess.run([python, "-c", statement], check=True, env=environment(python, path=path))
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


def parse_options():
    options = parser(__doc__.splitlines()[0], rounds=25)
    options.add_argument("--before", help="an older src folder of this package, to compare with")
    options.add_argument(
        "--threads",
        type=int,
        nargs="?",
        const=os.cpu_count(),
        help="measure wall time with so many threads (all cores by default), not processor time",
    )
    options.add_argument(
        "--peers",
        nargs="*",
        choices=(*peers.PEERS, "all"),
        default=(),
        help="compare with these and with the best; jax needs JAX_PYTHON, a Python that has it",
    )
    options.add_argument(
        "--floors", action="store_true", help="add what Python on torch must spend (floors.py)"
    )
    options = options.parse_args()
    if "all" in options.peers:
        options.peers = peers.PEERS
    return options


def main():
    options = parse_options()
    paths = {"regluon": None}
    if options.before:
        paths["before"] = os.path.abspath(options.before)
    names = [*paths, "torch", *options.peers, *["floor"] * options.floors]
    pythons = dict.fromkeys(names, sys.executable)
    others = environments.others()
    if "jax" in pythons:
        pythons["jax"] = others["jax"]
    if "mxnet" in others:
        pythons["mxnet"] = others["mxnet"]
    chosen = [i for i, case in enumerate(CASES) if options.only in f"{case.group}: {case.name}"]
    clock, threads = "wall" if options.threads else "processor", options.threads or 1
    subjects = [
        Subject(
            name,
            python,
            *(HERE / "worker.py", name, clock),
            threads=threads,
            path=paths.get(name),
        )
        for name, python in pythons.items()
    ]
    results = Results(options, time=clock, threads=threads, peers=[*options.peers])
    operators(chosen, subjects, options.rounds, results)
    for subject in subjects:
        subject.close()
    if options.only in "a process: import" and not options.threads:  # processes that use one thread
        imports(max(1, options.rounds // 3), pythons, paths, results)
    if options.only in "first calls in a fresh process" and not options.threads:
        first_calls(max(1, options.rounds // 8), paths, results)
    results.finish()


main()
