"""Time every operator beside the real MXNet, and print where this package takes longest.

Each row of tests/ops is called as it is, and with larger inputs by the first rule for which both
have an answer. Times are the best processor times of one thread, the forward pass alone and with
the backward pass. ``MXNET_ORACLE`` names the Python of an environment that has mxnet 1.9.1.
A rule knows nothing of an operator's meaning: what stands out should be measured again with inputs
as users have them.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys

from subject import environment

ROOT = pathlib.Path(__file__).resolve().parents[1]
WORKER = ROOT / "benchmarks" / "operator_worker.py"


class Process:
    """The process of a package, which is started again when a row has ended it."""

    def __init__(self, python: str, path: str):
        self._python, self._path = python, path
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [self._python, WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(self._python, path=self._path),
        )
        self.contents = json.loads(self._process.stdout.readline())

    def times(self, index: int, rule: str) -> dict:
        """Return the seconds of each pass, or an error."""
        print(index, rule, file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if line:
            return json.loads(line)
        self._process.wait()
        self._start()
        return {"error": "the process ended"}

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()


def measure(processes: list[Process], index: int, rule: str) -> dict:
    """Return the seconds of ours and of MXNet for each pass, nothing if one has no answer."""
    ours = processes[0].times(index, rule)
    theirs = {} if not ours or "error" in ours else processes[1].times(index, rule)
    if not theirs or "error" in theirs:
        return {}
    return {name: (seconds, theirs[name]) for name, seconds in ours.items()}


def choose(operators: list[str], only: str, count: int) -> list[int]:
    """Return so many rows of each operator, evenly from those that it has."""
    rows: dict[str, list[int]] = {}
    for index, name in enumerate(operators):
        if only in name:
            rows.setdefault(name, []).append(index)
    return [row for of_one in rows.values() for row in of_one[:: -(-len(of_one) // count)]]


def report(measured: list[tuple], above: float) -> None:
    print("ratio        µs     MXNet  operator, pass, inputs, row")
    for ours, theirs, *what in sorted(measured, key=lambda row: row[1] / row[0]):
        if ours >= above * theirs:
            print(f"{ours / theirs:5.2f} {ours * 1e6:9.0f} {theirs * 1e6:9.0f}  ", *what)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="operators with this in their names")
    parser.add_argument("--rows", type=int, default=2, help="of each operator")
    parser.add_argument("--above", type=float, default=1.5, help="print ratios from this one on")
    arguments = parser.parse_args()
    processes = [
        Process(sys.executable, f"{ROOT / 'src'}{os.pathsep}{ROOT}"),
        Process(os.environ["MXNET_ORACLE"], str(ROOT)),
    ]
    small, *larger = processes[0].contents["rules"]
    operators = processes[0].contents["operators"]
    measured = []
    for index in choose(operators, arguments.only, arguments.rows):
        answers = {small: measure(processes, index, small)}
        for rule in larger:
            if times := measure(processes, index, rule):
                answers[rule] = times
                break
        for rule, times in answers.items():
            for name, pair in times.items():
                measured.append((*pair, f"{operators[index]}, {name}, {rule}, {index}"))
    for process in processes:
        process.close()
    report(measured, arguments.above)


if __name__ == "__main__":
    main()
