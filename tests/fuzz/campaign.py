"""Which input has which number, what counts as a finding, and where it is stored."""

from __future__ import annotations

import hashlib
import itertools
import pathlib
import random
import tempfile
from collections import Counter

from . import pool
from .mutations import bytes_
from .registry import Folder, Target

FINDINGS = pathlib.Path(__file__).parent / "findings"
RUN = 50  # inputs of one reader in a row: caches stay warm
OUTCOMES = ("exception", "hang", "memory", "signal")


class Campaign:
    """Inputs by number: the same number and seed make the same bytes, on every machine."""

    def __init__(self, targets: list[Target], seed: int):
        self._seed = seed
        self._turns = [t for t in targets for _ in range(t.weight)]
        random.Random(seed).shuffle(self._turns)
        self._seeds = {target.name: target.seeds() for target in targets}

    def __call__(self, number: int) -> tuple[Target, bytes]:
        target = self._turns[number // RUN % len(self._turns)]
        rng = random.Random(f"{self._seed}/{target.name}/{number}")
        if target.generate is not None:
            return target, target.generate(rng)
        seeds = self._seeds[target.name]
        data = rng.choice(seeds)
        if rng.random() < 0.02:  # the head of one file and the tail of another
            other = rng.choice(seeds)
            return target, data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other)) :]
        return target, rng.choice((bytes_, *target.mutations))(data, rng)


def private_folder() -> Folder:
    return Folder(tempfile.mkdtemp(prefix="mxnet-fuzz-"))


def confirm(findings: list[pool.Finding], targets: dict[str, Target]) -> list[pool.Finding]:
    """Run one finding of each cause again, in a process of its own; return those that repeat."""
    unique = {finding.key: finding for finding in reversed(findings)}
    confirmed = []
    for finding in unique.values():
        again = pool.run(lambda _, f=finding: (targets[f.target], f.data), 1)
        confirmed += again.findings
    return confirmed


def store(finding: pool.Finding) -> pathlib.Path:
    """Keep the input of a finding for ``test_fuzz.py``."""
    folder = FINDINGS / finding.target
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{hashlib.sha1(finding.data).hexdigest()[:12]}.bin"
    path.write_bytes(finding.data)
    return path


def stored(targets: dict[str, Target]) -> list[tuple[Target, bytes]]:
    """Return all inputs that were ever found, by reader."""
    paths = sorted(FINDINGS.glob("*/*.bin"))
    return [(targets[path.parent.name], path.read_bytes()) for path in paths]


def table(result: pool.Result, seconds: float) -> str:
    """Describe a run: a row for each reader."""
    rows = {}
    for (name, outcome), count in result.outcomes.items():
        rows.setdefault(name, Counter())[outcome] += count
    lines = ["| reader | inputs | read | refused | other | slowest, s |", "|---" * 6 + "|"]
    for name, row in sorted(rows.items()):
        bad = {kind: row[kind] for kind in OUTCOMES if row[kind]}
        total = sum(row.values())
        refused = total - row["read"] - sum(bad.values())
        cells = name, total, row["read"], refused, bad or 0, f"{result.slowest.get(name, 0):.2f}"
        lines.append(f"| {' | '.join(map(str, cells))} |")
    total = sum(result.outcomes.values())
    counts = Counter(finding.kind for finding in result.findings)
    kinds = ", ".join(f"{counts[kind]} {kind}" for kind in OUTCOMES)
    lines.append(
        f"{total} inputs in {seconds:.0f} s ({total / max(seconds, 1e-9):.0f} a second); {kinds}; "
        f"children grew by at most {result.megabytes:.0f} MB"
    )
    return "\n".join(lines)


def numbered(pairs: list[tuple[Target, bytes]]):
    """Let a list of inputs be run by number."""
    return lambda number: pairs[number]


def chunks(targets: list[Target], each: int, seed: int):
    """Return ``each`` inputs of every reader, for a short run."""
    pairs = []
    for target in targets:
        campaign = Campaign([target], seed)
        pairs += itertools.islice(map(campaign, itertools.count()), each)
    return pairs
