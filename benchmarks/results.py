"""What was measured: printed as a table, written as JSON, compared with an earlier file."""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import asdict, dataclass, field
from operator import itemgetter

import environments

OURS = "regluon"
UNJUDGED = ("eager",)  # columns without a ratio
NOT_PEERS = ("before", "bar", "floor")  # columns that are not another package
# A ratio of two best times moves by about 5 % from run to run on an idle machine, and by 10 % on
# a busy one (three runs of all cases), one of two peaks of memory by up to 7 %.
NOISE = {"s": 1.15, "MB": 1.1}
PRINTED = {"s": ("µs", 1e6), "MB": ("MB", 1)}  # the unit that is printed, and how many there are
BEHIND = 1.2  # times the fastest other package; no case should be above


@dataclass(frozen=True)
class Result:
    """The time or memory of one case by subject, and the ratios to others that are allowed."""

    group: str
    name: str
    values: dict[str, float]
    bars: dict[str, float | None] = field(default_factory=dict)

    @property
    def ratios(self) -> dict[str, float]:
        """How many times another's time or memory we need."""
        ours = self.values[OURS]
        others = {k: v for k, v in self.values.items() if k != OURS and k not in UNJUDGED}
        return {other: ours / value for other, value in others.items()}

    @property
    def best(self) -> tuple[str, float] | None:
        """The best of the other packages, and the ratio to it; None if there is no other."""
        peers = {k: v for k, v in self.ratios.items() if k not in NOT_PEERS}
        return max(peers.items(), key=itemgetter(1), default=None)

    @property
    def judged(self) -> list[str]:
        return [other for other in self.ratios if self.bars.get(other) is not None]

    @property
    def missed(self) -> list[str]:
        return [other for other in self.judged if self.ratios[other] > self.bars[other]]

    def columns(self) -> str:
        text = ""
        for other, ratio in self.ratios.items():
            bar = f" of {self.bars[other]:.2f}" if other in self.judged else ""
            text += f"{f'{ratio:.2f}{bar}' + ('  OVER' if other in self.missed else ''):<22}"
        return text


def mean(ratios: list[float]) -> float:
    """Return the geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def parser(description: str, rounds: int) -> argparse.ArgumentParser:
    """Return the options that all measurements have."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--rounds", type=int, default=rounds, help="how often each case is run")
    options.add_argument("--only", default="", help="cases whose group or name contains this")
    options.add_argument("--json", help="write what was measured to this file")
    options.add_argument("--baseline", help="a file of --json, whose ratios are compared with")
    options.add_argument(
        "--strict", action="store_true", help="fail where a bar is missed or, with --baseline, "
        "where a ratio grew beyond noise",
    )  # fmt: skip
    return options


class Results:
    """The results of a run, printed as they come."""

    def __init__(self, options: argparse.Namespace, unit: str = "s", **settings):
        self.settings = {
            "unit": unit,
            "rounds": options.rounds,
            **settings,
            "machine": environments.machine(),
            "versions": environments.versions(environments.others()),
        }
        self._options = options
        self._before = read(options.baseline)[1] if options.baseline else None
        self.results: list[Result] = []

    def add(self, result: Result):
        before = self.results[-1] if self.results else None
        unit, factor = PRINTED[self.settings["unit"]]
        if before is None or (before.group, [*before.values]) != (result.group, [*result.values]):
            names = "".join(f"{f'{name} {unit}':>18}" for name in result.values)
            ratios = "".join(f"{'/ ' + name:<22}" for name in result.ratios)
            print(f"\n{result.group}\n  {'':<30}{names}   {ratios}")
        self.results.append(result)
        values = "".join(f"{value * factor:>18.2f}" for value in result.values.values())
        print(f"  {result.name:<30}{values}   {result.columns()}", flush=True)

    def finish(self):
        """Print the sum of it, write and compare it, and end the process.

        With ``--strict``, it fails if a ratio is above its bar or, given a baseline, if one grew.
        """
        options = self._options
        print()
        for other in ("before", "torch", "mxnet", "floor"):
            ratios = [result.ratios[other] for result in self.results if other in result.ratios]
            if ratios:
                print(f"geometric mean of {len(ratios)} ratios to {other}: {mean(ratios):.2f}")
        best = self._compare_with_best() if self.settings.get("peers") else {}
        judged = sum(len(result.judged) for result in self.results)
        missed = sum(len(result.missed) for result in self.results)
        print(f"{judged - missed} of {judged} bars kept")
        if options.json:
            with open(options.json, "w") as file:
                rows = [asdict(result) for result in self.results]
                json.dump({"settings": self.settings, **best, "results": rows}, file, indent=1)
        worse = missed if self._before is None else self._regressions()
        sys.exit(bool(options.strict and worse))

    def _compare_with_best(self) -> dict:
        """Print and return the ratios to the fastest other package, the largest first."""
        rows = [result for result in self.results if result.best]
        rows.sort(key=lambda result: -result.best[1])
        best = {f"{row.group}: {row.name}": row.best for row in rows}
        for name, (other, ratio) in best.items():
            print(f"{ratio:.2f} of {other}: {name}")
        mean_to_best = mean([ratio for _, ratio in best.values()])
        over = sum(ratio > BEHIND for _, ratio in best.values())
        print(f"geometric mean of {len(best)} ratios to the best of all: {mean_to_best:.2f}")
        print(f"{over} of them are above {BEHIND}")
        return {"mean_to_best": mean_to_best, "best": best}

    def _regressions(self) -> int:
        """Print the ratios that are larger than the baseline's, beyond noise, and count them.

        They are to torch, and to the package that was the best of all in the baseline.
        """
        before = {(r.group, r.name): r for r in self._before}
        count, noise = 0, NOISE[self.settings["unit"]]
        for result in self.results:
            old = before.get((result.group, result.name))
            if old is None or old.best is None:
                continue
            for other in dict.fromkeys(("torch", old.best[0])):
                if other not in result.ratios or other not in old.ratios:
                    continue
                ratio, was = result.ratios[other], old.ratios[other]
                if ratio > was * noise:
                    count += 1
                    print(
                        f"worse than {self._options.baseline}: {result.group}: {result.name}: ",
                        end="",
                    )
                    print(f"{ratio:.2f} of {other}, was {was:.2f}")
        return count


def read(path: str) -> tuple[dict, list[Result]]:
    """Return the settings and the results of a file that ``--json`` wrote."""
    with open(path) as file:
        contents = json.load(file)
    return contents["settings"], [Result(**row) for row in contents["results"]]
