"""What was measured: printed as a table, written as JSON, compared with an earlier file."""

from __future__ import annotations

import json
import math
import platform
from dataclasses import asdict, dataclass, field
from operator import itemgetter

OURS = "regluon"
UNJUDGED = ("eager", "products")  # columns without a ratio
NOT_PEERS = ("before", "bar", "floor")  # columns that are not another package
# A ratio of two best times moves by about 5 % from run to run on an idle machine, and by 10 % on
# a busy one (three runs of all cases).
NOISE = 1.15
BEHIND = 1.2  # times the fastest other package; no case should be above


@dataclass(frozen=True)
class Result:
    """The seconds of one case by subject, and the ratios to others that are allowed."""

    group: str
    name: str
    seconds: dict[str, float]
    bars: dict[str, float | None] = field(default_factory=dict)

    @property
    def ratios(self) -> dict[str, float]:
        """How many times another's time we need."""
        ours = self.seconds[OURS]
        others = {k: v for k, v in self.seconds.items() if k != OURS and k not in UNJUDGED}
        return {other: ours / seconds for other, seconds in others.items()}

    @property
    def best(self) -> tuple[str, float] | None:
        """The fastest of the other packages, and the ratio to it; None if there is no other."""
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


class Results:
    """The results of a run, printed as they come."""

    def __init__(self, **settings):
        self.settings = {**settings, "machine": platform.processor() or platform.machine()}
        self.results: list[Result] = []

    def add(self, result: Result):
        before = self.results[-1] if self.results else None
        if before is None or (before.group, [*before.seconds]) != (result.group, [*result.seconds]):
            names = "".join(f"{name + ' µs':>17}" for name in result.seconds)
            ratios = "".join(f"{'/ ' + name:<22}" for name in result.ratios)
            print(f"\n{result.group}\n  {'':<30}{names}   {ratios}")
        self.results.append(result)
        times = "".join(f"{seconds * 1e6:>17.2f}" for seconds in result.seconds.values())
        print(f"  {result.name:<30}{times}   {result.columns()}", flush=True)
        if "products" in result.seconds and "mxnet" in result.seconds:
            share = result.seconds["products"] / result.seconds["mxnet"]
            print(f"  {'':<30}the matrix products alone take {share:.2f} of mxnet's time")

    def finish(self, path: str | None, baseline: str | None) -> int:
        """Print the sum of it, write and compare it, and return how many ratios are too large."""
        print()
        for other in ("before", "torch", "mxnet", "floor"):
            ratios = [result.ratios[other] for result in self.results if other in result.ratios]
            if ratios:
                print(f"geometric mean of {len(ratios)} ratios to {other}: {mean(ratios):.2f}")
        best = self._compare_with_best() if self.settings.get("peers") else {}
        judged = sum(len(result.judged) for result in self.results)
        missed = sum(len(result.missed) for result in self.results)
        print(f"{judged - missed} of {judged} bars kept")
        if path:
            with open(path, "w") as file:
                rows = [asdict(result) for result in self.results]
                json.dump({"settings": self.settings, **best, "results": rows}, file, indent=1)
        return missed + (self._regressions(baseline) if baseline else 0)

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

    def _regressions(self, baseline: str) -> int:
        """Print the ratios that are larger than the baseline's, beyond noise, and count them.

        They are to torch, and to the package that was the fastest of all in the baseline.
        """
        before = {(r.group, r.name): r for r in read(baseline)}
        count = 0
        for result in self.results:
            old = before.get((result.group, result.name))
            if old is None or old.best is None:
                continue
            for other in dict.fromkeys(("torch", old.best[0])):
                if other not in result.ratios or other not in old.ratios:
                    continue
                ratio, was = result.ratios[other], old.ratios[other]
                if ratio > was * NOISE:
                    count += 1
                    print(f"slower than {baseline}: {result.group}: {result.name}: ", end="")
                    print(f"{ratio:.2f} of {other}'s time, was {was:.2f}")
        return count


def read(path: str) -> list[Result]:
    """Return the results of a file that ``--json`` wrote."""
    with open(path) as file:
        return [Result(**row) for row in json.load(file)["results"]]


def peers_of(path: str) -> list[str]:
    """Return the peers that the results of a file were compared with."""
    with open(path) as file:
        return json.load(file)["settings"].get("peers", [])
