"""Compare what two interpreters gave for the same program."""

from __future__ import annotations

import math
import re
from pathlib import Path

DIVERGENCES = Path(__file__).parents[2] / "tests" / "divergences.txt"

# Programs whose difference is on purpose: a pattern of their text, and the beginning of the line of
# tests/divergences.txt that says why.
KNOWN: list[tuple[str, str]] = [
    (
        r"quantized_fully_connected|FullyConnected[\s\S]*quantized\(",
        "sums of products of 8-bit integers on processors without VNNI",
    ),
    (r"write\(v\d+, \((?=[^\n]*\[)[^\n]*-\d+,", "scatter_nd with negative indices"),
    (r"'lars'[^\n]*lr_scheduler=", "LARS with a schedule"),
    (r"'adamax'", "Adamax of elements that never had a gradient"),
    (r"dtype='int\d+'[\s\S]*(nd|linalg)\.norm\(", "norm of integers"),
    (r"\.Concurrent[\s\S]*Identity[\s\S]*hybridize", "a hybridized block that returns its input"),
    (r"PReLU[\s\S]*hybridize", "PReLU in a hybridized network"),
    (r"(power\(|\*\* )[\s\S]*np\.(sum|mean|std|var)\(", "sums of inf"),
    (
        r"broadcast_[\s\S]*inferred\([^\n]*b=\(0, ",
        "infer_shape of a broadcast with an unknown size",
    ),
    (r"arcsinh|arccosh", "second derivatives of arcsinh and arccosh"),
    (r"norm\([^\n]*\* 0\.0\)", "gradient of norm at 0"),
    (r"recorded\(lambda a: nd\.prod\(", "gradient of prod where an element is 0"),
    (r"(v\d+) = v\d+ / v\d+\n[^\n]*np\.(sum|mean)\(\1\b", "sums of inf"),  # by a division by 0
]

NOISE = 1e-6  # some units in the last place of float32
AMPLIFIED = 5  # how much more than one sample of such noise two orders of summation may differ

TOLERANCE = {"float16": 5e-3, "float32": 2e-4, "float64": 1e-6}


def known_patterns() -> list[re.Pattern]:
    """Return the patterns of known differences; each must have its line."""
    lines = DIVERGENCES.read_text(encoding="utf-8").splitlines()
    for _, beginning in KNOWN:
        if not any(line.startswith(beginning) for line in lines):
            raise SystemExit(f"{DIVERGENCES} has no line that begins with {beginning!r}")
    return [re.compile(pattern) for pattern, _ in KNOWN]


def judge(program: dict, ours: list | None, real: list | None, known: list[re.Pattern]) -> tuple:
    """Return a verdict and what it is about: the statement, what ours gave, what the real gave.

    ``same``; ``real crashes``, ``real refuses``, ``both refuse``: from there on there is nothing to
    compare; ``known``; and what has to be explained, ``ours crashes``,
    ``ours refuses`` and ``differs``.
    """
    if real is None:
        return "real crashes", None
    if ours is None:
        return "ours crashes", program["steps"]
    coarsest = 0.0  # what was rounded to float16 once stays so in float64
    for statement, mine, theirs in zip(program["steps"], ours, real):  # noqa: B905 - one may stop
        if "error" in theirs:
            verdict = "both refuse" if "error" in mine else "real refuses"
            return verdict, (statement, mine, theirs)
        coarsest = max(coarsest, _tolerance(theirs["value"]))
        if "error" not in mine and equal(mine["value"], theirs["value"], coarsest):
            continue
        if any(pattern.search("\n".join(program["steps"])) for pattern in known):
            return "known", (statement, mine, theirs)
        verdict = "ours refuses" if "error" in mine else "differs"
        return verdict, (statement, mine, theirs)
    return "same", None


def is_rounding(mine, theirs, moved) -> bool:
    """Return whether two values differ no more than rounding of the inputs explains.

    ``moved`` is what ours gave for inputs that were moved by some units in the last place.
    Optimizers that scale gradients, and normalization of nearly constant columns, amplify that.
    """
    if isinstance(theirs, list):
        return (
            all(isinstance(each, list) and len(each) == len(theirs) for each in (mine, moved))
            and all(map(is_rounding, mine, theirs, moved))
        )  # fmt: skip
    if not isinstance(theirs, dict):
        return equal(mine, theirs)
    if any(
        not isinstance(each, dict) or each["shape"] != theirs["shape"] for each in (mine, moved)
    ):
        return False
    spread = max(
        (abs(a - b) for a, b in zip(mine["values"], moved["values"], strict=True)), default=0
    )
    allowed = AMPLIFIED * spread + _allowed(theirs["type"], 0.0)
    return mine["type"] == theirs["type"] and _close(mine["values"], theirs["values"], allowed)


def _tolerance(value) -> float:
    """Return the tolerance of the coarsest type of floats in a value."""
    if isinstance(value, list):
        return max(map(_tolerance, value), default=0.0)
    return TOLERANCE.get(value["type"], 0.0) if isinstance(value, dict) else 0.0


def equal(mine, theirs, coarsest: float = 0.0) -> bool:
    """Return whether two values are the same, up to rounding."""
    if isinstance(theirs, dict):
        return (
            isinstance(mine, dict)
            and mine["type"] == theirs["type"]
            and mine["shape"] == theirs["shape"]
            and _close(mine["values"], theirs["values"], _allowed(theirs["type"], coarsest))
        )
    if isinstance(theirs, list):
        return (
            isinstance(mine, list)
            and len(mine) == len(theirs)
            and all(equal(one, other, coarsest) for one, other in zip(mine, theirs, strict=True))
        )
    if isinstance(theirs, float) and isinstance(mine, float):
        # Metrics: means of what was rounded, which is less than one element. (The sum of four
        # numbers of float16 may differ by their last bit, 1 / 1024.)
        return _close([mine], [theirs], max(1e-5, coarsest / 8))
    return mine == theirs


def _allowed(kind: str, coarsest: float) -> float:
    return max(TOLERANCE[kind], coarsest) if kind in TOLERANCE else 0.0


def _close(mine: list, theirs: list, tolerance: float) -> bool:
    scale = max((abs(x) for x in theirs if math.isfinite(x)), default=0.0)
    return all(
        a == b or math.isnan(a) and math.isnan(b) or abs(a - b) <= tolerance * (1 + abs(b) + scale)
        for a, b in zip(mine, theirs, strict=True)
    )
