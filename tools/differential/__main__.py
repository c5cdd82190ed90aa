"""Run random programs on the real MXNet 1.9.1 and on ours, and compare every step.

usage: python tools/differential --oracle PATH/TO/bin/python [--count 1000] [--seed 0] [--kinds ...]

A program that differs without a line in tests/divergences.txt is printed, and ends the run with 1,
unless inputs moved by some units in the last place make as much of a difference ("rounding").
The same seed gives the same programs.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from compare import NOISE, is_rounding, judge, known_patterns
from programs import KINDS, program_of

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"
BATCH = 500  # programs for one process: starting one takes seconds
UNEXPLAINED = ("differs", "ours refuses", "ours crashes")


def run(
    python: str, programs: dict[int, dict], path: str | None, seconds: int, noise: float = 0.0
) -> dict[int, list]:
    """Run programs in an interpreter; one that ends its process has no results."""
    environment = dict(os.environ, OMP_NUM_THREADS="1", MXNET_ENGINE_TYPE="NaiveEngine")
    environment["MXNET_SUBGRAPH_BACKEND"] = "NONE"  # calibration does not see what is fused
    environment.pop("PYTHONPATH", None)
    if path is not None:
        environment["PYTHONPATH"] = path
    results: dict[int, list] = {}
    waiting = list(programs.items())
    with tempfile.TemporaryDirectory() as folder:
        texts, results_file = Path(folder, "programs.json"), Path(folder, "results.jsonl")
        while waiting:
            texts.write_text(json.dumps(waiting))
            results_file.write_text("")
            try:
                subprocess.run(
                    [python, HERE / "run.py", texts, results_file, str(noise)],
                    env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    timeout=seconds, check=False,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                pass
            done = dict(json.loads(line) for line in results_file.read_text().splitlines())
            results |= done
            waiting = waiting[len(done) + 1 :]  # the next one ended the process, or there is none
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--oracle", required=True, help="the Python that has mxnet 1.9.1")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--timeout", type=int, default=1800, help="seconds for a batch")
    options = parser.parse_args()
    known, verdicts = known_patterns(), collections.Counter()
    for start in range(0, options.count, BATCH):
        numbers = range(options.seed + start, options.seed + min(start + BATCH, options.count))
        programs = {number: program_of(number, options.kinds) for number in numbers}
        ours = run(sys.executable, programs, str(SOURCE), options.timeout)
        real = run(options.oracle, programs, None, options.timeout)
        judged = {n: judge(p, ours.get(n), real.get(n), known) for n, p in programs.items()}
        differ = {n: programs[n] for n, (verdict, _) in judged.items() if verdict == "differs"}
        # Both signs: an element near 0 becomes positive, or negative, with one of them.
        moved = [
            run(sys.executable, differ, str(SOURCE), options.timeout, noise)
            for noise in (NOISE, -NOISE)
        ]
        for number, (verdict, about) in judged.items():
            program = programs[number]
            if any(
                is_noise(program, about, *(r[number] for r in (ours, real, results)))
                for results in moved
                if number in results
            ):
                verdict = "rounding"
            verdicts[program["kind"], verdict] += 1
            if verdict in UNEXPLAINED:
                report(number, program, verdict, about)
    print_table(verdicts)
    return int(any(verdict in UNEXPLAINED for _, verdict in verdicts))


def is_noise(program: dict, about: tuple, ours: list, real: list, moved: list) -> bool:
    """Return whether the step at which a program differs does so by rounding."""
    step = program["steps"].index(about[0])
    return len(moved) > step and is_rounding(*(r[step].get("value") for r in (ours, real, moved)))


def report(number: int, program: dict, verdict: str, about) -> None:
    print(f"--- program {number} ({program['kind']}): {verdict}")
    for statement in program["steps"]:
        print("   ", statement)
    if verdict != "ours crashes":
        statement, mine, theirs = about
        print(f"  at {statement}\n  ours {str(mine)[:400]}\n  real {str(theirs)[:400]}", flush=True)


def print_table(verdicts: collections.Counter) -> None:
    for kind in sorted({kind for kind, _ in verdicts}):
        row = {verdict: n for (k, verdict), n in sorted(verdicts.items()) if k == kind}
        print(f"{kind:14}", ", ".join(f"{verdict} {n}" for verdict, n in row.items()))
    print("programs", sum(verdicts.values()))


if __name__ == "__main__":
    sys.exit(main())
