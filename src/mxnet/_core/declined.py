"""Why calls take a slower code path: counters, and a strict mode that hides nothing.

A plan, pass or rule falls back to the next strategy by raising ``Declined``. One that fails where
the general code runs is a bug of ours: it is counted, and raised with ``MXNET_STRICT_PLANS=1`` (as
in our tests).
"""

from __future__ import annotations

import os
from collections import Counter

_LIMIT = 256  # different texts that are counted: more than a person reads, less than a leak


class Declined(Exception):
    """A rule, pass or plan does not apply, for the given reason; the next strategy is tried."""


counts: Counter[str] = Counter()


def note(plan: str, reason: Exception) -> None:
    """Count a plan that was declined."""
    _count(f"{plan}: {reason}")


def _count(text: str) -> None:
    """Count an event; of texts, which may contain shapes, there are at most ``_LIMIT``."""
    counts[text if text in counts or len(counts) < _LIMIT else "others"] += 1


def report(plan: str, failure: Exception) -> None:
    """Count a plan or fast path that failed on inputs on which the general code runs."""
    _count(f"{plan} failed: {type(failure).__name__}: {failure}")
    if os.environ.get("MXNET_STRICT_PLANS", "0") == "1":
        raise AssertionError(f"the {plan} failed where the general code runs") from failure
