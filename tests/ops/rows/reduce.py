"""Reductions."""

from tests.ops.row import integers, row, uniform, values

NAMES = ["sum", "mean", "prod", "nansum", "nanprod", "max", "min"]
NAN, INFINITY = float("nan"), float("inf")
HOLES = values([[1, NAN, 3], [2, -INFINITY, INFINITY]])
AXES = [
    {"axis": 1},
    {"axis": -1, "keepdims": True},
    {"axis": (0, -1), "keepdims": True},
    {"axis": (2, 0)},
    {"axis": (1,), "exclude": True},
    {"axis": (-1, 0), "exclude": True, "keepdims": True},
    {"axis": (0, 1, 2), "exclude": True},
    {"axis": ()},
    {"axis": (), "exclude": True},
    {"keepdims": True},
]

ROWS = [
    *(row(name, uniform(2, 3, 4)) for name in NAMES),
    *(row(name, uniform(5)) for name in NAMES),
    *(row(name, uniform(2, 3, 4), **axes) for name in NAMES for axes in AXES),
    *(row(name, uniform(2, 1, 3, 1, 2, 3), axis=(0, 2, 4)) for name in NAMES),
    *(row(name, uniform(3), axis=0) for name in NAMES),
    *(
        row(name, uniform(3, 4, low=0.5, dtype=t), axis=1)
        for name in NAMES
        for t in ("float16", "float64")
    ),
    *(
        row(name, integers(3, 4, low=1, dtype=dtype), axis=axis)
        for name in NAMES
        for dtype in ("int32", "int64", "int8", "uint8")
        for axis in (None, 1)
    ),
    *(row(name, integers(3, 4, high=2, dtype="bool"), axis=1) for name in NAMES),
    *(
        row(name, values([[1, 3, 3], [2, 2, 1]]), axis=axis)
        for name in ("max", "min")
        for axis in (None, 1)
    ),
    *(row(name, HOLES, axis=axis, grad=()) for name in NAMES for axis in (None, 0, 1)),
    *(row(name, HOLES, axis=0) for name in ("sum", "mean", "nansum", "nanprod", "max", "min")),
    *(row(name, uniform(300, 400), grad=(), rtol=1e-4) for name in ("sum", "mean", "max", "min")),
    row("sum", uniform(2, 50000, low=0), axis=1, grad=(), rtol=1e-4),
]
