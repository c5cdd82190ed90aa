"""``python -m tests.fuzz --count 100000``: damaged files for every reader.

New findings are stored in ``tests/fuzz/findings``, where ``test_fuzz.py`` replays them.
"""

from __future__ import annotations

import argparse
import sys
import time

from . import campaign, pool
from .registry import load_targets


def main() -> int:
    """Run a campaign and print a table; the exit code says whether anything was found."""
    options = _parser().parse_args()
    targets = load_targets()
    chosen = _choose(targets, options.targets)
    inputs = campaign.Campaign([targets[name] for name in chosen], options.seed)
    if options.one is not None:
        return _show(inputs, options.one)
    began = time.monotonic()
    result = pool.run(inputs, options.count, options.jobs, _progress(options.count, began))
    confirmed = campaign.confirm(result.findings, targets)
    print(campaign.table(result, time.monotonic() - began))
    for finding in confirmed:
        path = campaign.store(finding)
        print(f"\n{path}: {finding.kind}\n{finding.detail}")
    print(f"{len(confirmed)} different findings, {len(result.findings)} in all")
    return int(bool(confirmed))


def _parser():
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="how many inputs")
    parser.add_argument("--seed", type=int, default=0, help="another seed makes other inputs")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--targets", help="names of readers: a,b or all but -a,-b")
    parser.add_argument("--one", type=int, help="run input number N in this process alone")
    return parser


def _choose(targets, text: str | None) -> list[str]:
    names = text.split(",") if text else []
    left_out = {name.removeprefix("-") for name in names if name.startswith("-")}
    selected = [name for name in names if not name.startswith("-")] or list(targets)
    return [name for name in selected if name not in left_out]


def _show(inputs, number: int) -> int:
    target, data = inputs(number)
    print(target.name, len(data), "bytes", data[:300])
    target.run(data, campaign.private_folder())
    return 0


def _progress(count: int, began: float):
    """Return a function that prints findings when they come, and every 30 seconds how far it is."""
    last, seen = began, 0

    def show(result):
        nonlocal last, seen
        for finding in result.findings[seen:]:
            print(*finding.key, finding.data[:200], flush=True)
        seen, now = len(result.findings), time.monotonic()
        if now - last > 30:
            last, done = now, sum(result.outcomes.values())
            print(f"{done} of {count}, {done / (now - began):.0f}/s, {seen} findings", flush=True)

    return show


if __name__ == "__main__":
    sys.exit(main())
