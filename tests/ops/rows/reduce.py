"""Reductions."""

from tests.ops.row import integers, row, uniform, values

NAMES = ["sum", "mean", "prod", "nansum", "nanprod", "max", "min"]

ROWS = [
    *(row(name, uniform(2, 3, 4)) for name in NAMES),
    *(row(name, uniform(5)) for name in NAMES),
    *(row(name, uniform(2, 3, 4), axis=1) for name in NAMES),
    *(row(name, uniform(2, 3, 4), axis=(0, -1), keepdims=True) for name in NAMES),
    *(row(name, uniform(2, 3, 4), axis=(1,), exclude=True) for name in NAMES),
    *(row(name, integers(3, 4, low=1, dtype="int32"), axis=1) for name in NAMES),
    *(row(name, values([[1, 3, 3], [2, 2, 1]])) for name in ("max", "min")),
    *(row(name, values([[1, float("nan"), 3], [2, 2, 1]]), axis=1) for name in ("nansum", "nanprod")),
    row("_square_sum", uniform(3, 4), axis=1, grad=()),
]
