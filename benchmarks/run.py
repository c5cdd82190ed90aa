"""Measure this package against plain torch and, where there is one, the real MXNet.

Each subject lives in a process of its own and they take turns, so that a busy machine slows all of
them alike. A time is processor time: a turn has parts of about a millisecond, and the best part of
all turns counts. To compare with the real MXNet, set
``MXNET_ORACLE`` to the Python of an environment that has mxnet 1.9.1.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import resource
import subprocess
import sys
from dataclasses import dataclass

from cases import CASES, Case
from subject import Subject, environment

HERE = pathlib.Path(__file__).resolve().parent
PART = 0.001  # seconds that a part of a turn should take; longer statements run once
TURN = 0.02  # seconds that a turn should take


@dataclass(frozen=True)
class Ratio:
    """How many times another's time we need, and how many are allowed."""

    ours: float
    theirs: float
    bar: float | None

    @property
    def missed(self) -> bool:
        return self.bar is not None and self.ours > self.bar * self.theirs

    def __str__(self):
        bar = "" if self.bar is None else f" of {self.bar:.2f}"
        return f"{self.ours / self.theirs:.2f}{bar}{'  OVER' if self.missed else ''}"


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


def row(name: str, best: dict[str, float], over_torch, over_mxnet) -> list[Ratio]:
    """Print one line of the table and return its ratios."""
    ours = best["regluon"]
    others = (("torch", over_torch), ("compiled", None), ("mxnet", over_mxnet))
    ratios = {other: Ratio(ours, best[other], bar) for other, bar in others if other in best}
    times = "".join(f"{seconds * 1e6:>12.2f}" for seconds in best.values())
    print(f"  {name:<24}{times}   " + "".join(f"{ratio!s:<22}" for ratio in ratios.values()))
    if "products" in best and "mxnet" in best:
        share = best["products"] / best["mxnet"]
        print(f"  {'':<24}the matrix products alone take {share:.2f} of mxnet's time")
    return list(ratios.values())


def header(title: str, names: list[str]):
    columns = "".join(f"{name + ' µs':>12}" for name in names)
    compared = [name for name in names[1:] if name != "products"]
    ratios = "".join(f"{'/ ' + name + ' of bar':<22}" for name in compared)
    print(f"\n{title}\n  {'':<24}{columns}   {ratios}")


def operators(cases: list[int], subjects: list[Subject], rounds: int) -> list[Ratio]:
    """Measure the cases, group by group."""
    ratios, group = [], None
    for index in cases:
        case: Case = CASES[index]
        if case.group != group:
            group = case.group
            header(group, [subject.name for subject in subjects])
        best = measure(index, subjects, rounds)
        ratios += row(case.name, best, case.over_torch, case.over_mxnet)
    return ratios


IMPORTS = ("", "import mxnet", "import torch", "import mxnet; mxnet.nd")


def imports(rounds: int) -> list[Ratio]:
    """Measure what importing costs, above starting Python."""
    best = dict.fromkeys(IMPORTS, float("inf"))
    for _ in range(rounds):
        for statement in IMPORTS:
            best[statement] = min(best[statement], _child_seconds(statement))
    bare, alone, torch, ndarray = best.values()
    print("\nimport (seconds of processor time above starting Python)")
    ratios = [Ratio(alone - bare, 0.1, 1.0), Ratio(ndarray - torch, 0.3, 1.0)]
    names = ("import mxnet", "mxnet.nd above import torch")
    for name, ratio in zip(names, ratios, strict=True):
        verdict = "  OVER" if ratio.missed else ""
        print(f"  {name:<36}{ratio.ours:.3f} of {ratio.theirs:.1f}{verdict}")
    return ratios


def _child_seconds(statement: str) -> float:
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    start = used()
    subprocess.run([sys.executable, "-c", statement], check=True, env=environment(sys.executable))
    return used() - start


FIRST = [(name, *way) for name in ("ResNet-18", "attention", "LSTM") for way in ((), ("trained",))]


def first_calls(rounds: int) -> list[Ratio]:
    """Measure first calls in fresh processes; the bar is twice an eager one's time and 0.5 s."""
    print("\nfirst calls in a fresh process, seconds (eager, hybridized, allowed)")
    ratios = []
    for case in FIRST:
        eager, hybridized = (
            min(_first_call(*case, way) for _ in range(rounds)) for way in ("eager", "hybridized")
        )
        ratio = Ratio(hybridized, 2 * eager + 0.5, 1.0)
        ratios.append(ratio)
        verdict = "  OVER" if ratio.missed else ""
        print(f"  {' '.join(case):<36}{eager:.3f} {hybridized:.3f} {ratio.theirs:.3f}{verdict}")
    return ratios


def _first_call(*arguments: str) -> float:
    command = [sys.executable, HERE / "first_calls.py", *arguments]
    done = subprocess.run(
        command, check=True, env=environment(sys.executable), stdout=subprocess.PIPE, text=True
    )
    return float(done.stdout)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=25, help="how often each case is run")
    options.add_argument("--only", default="", help="cases whose group or name contains this")
    options.add_argument("--strict", action="store_true", help="fail where a bar is missed")
    options.add_argument(
        "--compiled", action="store_true", help="hybridized networks only, beside torch.compile too"
    )
    options.add_argument(
        "--products", action="store_true", help="only cases with the time of their bare products"
    )
    options = options.parse_args()
    oracle = os.environ.get("MXNET_ORACLE")
    pythons = {"regluon": sys.executable, "torch": sys.executable}
    if options.compiled:
        pythons["compiled"] = sys.executable
    if options.products:
        pythons["products"] = sys.executable
    if oracle:
        pythons["mxnet"] = oracle
    chosen = [i for i, case in enumerate(CASES) if options.only in f"{case.group}: {case.name}"]
    if options.compiled:
        chosen = [i for i in chosen if "hybridized" in CASES[i].group]
    if options.products:
        chosen = [i for i in chosen if CASES[i].products_setup]
    subjects = [Subject(name, python, HERE / "worker.py", name) for name, python in pythons.items()]
    ratios = operators(chosen, subjects, options.rounds)
    for subject in subjects:
        subject.close()
    if options.only in "import" and not options.products:
        ratios += imports(max(1, options.rounds // 3))
    if options.only in "first calls in a fresh process" and not options.products:
        ratios += first_calls(max(1, options.rounds // 8))
    missed = sum(ratio.missed for ratio in ratios)
    barred = sum(ratio.bar is not None for ratio in ratios)
    print(
        f"\n{barred - missed} of {barred} bars kept" + ("" if oracle else "; no MXNET_ORACLE given")
    )
    sys.exit(bool(options.strict and missed))


main()
