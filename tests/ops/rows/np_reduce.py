"""mx.np: reductions, differences."""

from tests.ops.row import integers, row, uniform, values

TYPED = "_np_sum _np_prod _npi_mean".split()
EXTREMES = "_np_max _np_min".split()
TRUTH = "_np_all _np_any".split()
MOMENTS = "_npi_std _npi_var".split()
SEARCHES = "_npi_argmax _npi_argmin".split()
REDUCTIONS = [*TYPED, *EXTREMES, *TRUTH, *MOMENTS]

FLOATS = ("float16", "float64")
INTEGER_TYPES = ("int8", "uint8", "int32", "int64")
TYPES = ("float16", "float32", "float64", "int8", "int32", "int64")
NAN = float("nan")
TIES = values([[1.0, 3.0, 3.0], [3.0, 0.0, 0.0]])
TRUTH_VALUES = values([[True, False, True], [True, True, True]], "bool")

ROWS = [
    *(row(name, uniform(2, 3, 4)) for name in REDUCTIONS),
    *(row(name, uniform(2, 3, 4), axis=axis) for name in REDUCTIONS for axis in (1, -1, (0, 2))),
    *(row(name, uniform(2, 3, 4), axis=(), keepdims=True) for name in REDUCTIONS),
    *(row(name, uniform(2, 3, 4), axis=(-1, 0), keepdims=True) for name in REDUCTIONS),
    *(row(name, uniform(2, 3, 4), keepdims=True) for name in REDUCTIONS),
    *(row(name, uniform()) for name in REDUCTIONS),
    *(row(name, uniform(), axis=axis) for name in [*TYPED, *TRUTH] for axis in (0, -1)),
    *(row(name, uniform(0, 2), axis=0) for name in ["_np_sum", "_npi_mean", *TRUTH]),
    *(row(name, uniform(0, 2), axis=1, grad=()) for name in [*EXTREMES, *TRUTH]),
    *(row(name, TIES, axis=1) for name in [*EXTREMES, *TRUTH]),
    *(row(name, values([1.0, NAN, 0.0]), grad=()) for name in [*TYPED, *EXTREMES, *TRUTH]),
    *(row(name, uniform(2, 3, dtype=dtype), axis=1) for name in REDUCTIONS for dtype in FLOATS),
    *(row(name, integers(2, 3, dtype=dtype)) for name in REDUCTIONS for dtype in INTEGER_TYPES),
    *(row(name, integers(2, 3, dtype="int32"), axis=1) for name in REDUCTIONS),
    *(row(name, TRUTH_VALUES, axis=1) for name in [*TYPED, *EXTREMES, *TRUTH]),
    *(row(name, TRUTH_VALUES) for name in [*TYPED, *EXTREMES, *TRUTH]),
    *(
        row(name, integers(2, 3, low=1, dtype=source), axis=1, dtype=target)
        for name in [*TYPED, *MOMENTS]
        for source in ("float32", "int32", "float64")
        for target in TYPES
    ),
    row("_np_sum", uniform(2, 3, low=0, high=2), dtype="int32"),
    row("_npi_mean", uniform(2, 3, low=0, high=9), dtype="int32"),
    row("_npi_mean", integers(7, high=9, dtype="int32"), dtype="int32"),
    *(
        row("_npi_mean", integers(4, 6, low=90, high=127, dtype=source), axis=1, dtype=dtype)
        for source in ("int8", "int64")
        for dtype in ("int8", "int32", "float32")
    ),
    row("_np_sum", TRUTH_VALUES, dtype="float32"),
    *(row(name, uniform(2, 3, 4), axis=1, ddof=1) for name in MOMENTS),
    *(row(name, uniform(3), ddof=3) for name in MOMENTS),
    row("_np_amax", uniform(2, 3), axis=0),
    row("_np_amin", uniform(2, 3), axis=0),
    row("_np_product", uniform(2, 3), axis=0),
    row("_np_sometrue", uniform(2, 3), axis=0),
    *(row(name, uniform(2, 3, 4)) for name in SEARCHES),
    *(row(name, uniform(2, 3, 4), axis=axis) for name in SEARCHES for axis in (0, 1, -1)),
    *(row(name, uniform(2, 3, 4), axis=1, keepdims=True) for name in SEARCHES),
    *(row(name, uniform(2, 3, 4), keepdims=True) for name in SEARCHES),
    *(row(name, TIES, axis=axis) for name in SEARCHES for axis in (None, 0, 1)),
    *(row(name, values([1.0, NAN, 3.0, NAN]), grad=()) for name in SEARCHES),
    *(
        row(name, integers(2, 3, dtype=dtype), axis=1)
        for name in SEARCHES
        for dtype in INTEGER_TYPES
    ),
    *(row(name, uniform(2, 3, dtype=dtype), axis=1) for name in SEARCHES for dtype in FLOATS),
    *(row("_npi_argmax", uniform(), axis=axis) for axis in (None, 0, -1)),
    *(row(name, uniform(5, 0, 3), axis=axis, grad=()) for name in SEARCHES for axis in (0, 2)),
    row("_np_cumsum", uniform(2, 3)),
    row("_np_cumsum", uniform()),
    row("_np_cumsum", uniform(2, 3), axis=1),
    row("_np_cumsum", uniform(2, 3), axis=0, dtype="float64"),
    row("_np_cumsum", integers(2, 3, dtype="int8"), axis=0),
    row("_np_cumsum", TRUTH_VALUES, axis=1),
    row("_npi_average", uniform(2, 3), weighted=False),
    row("_npi_average", uniform(0), weighted=False),
    row("_npi_average", uniform(0, 3), weighted=False, axis=0),
    row("_npi_average", uniform(2, 3), weighted=False, axis=1, returned=True),
    row("_npi_average", uniform(2, 3, 4), weighted=False, axis=(0, 2), returned=True),
    row("_npi_average", uniform(2, 3), uniform(3, low=0.5), axis=1),
    row("_npi_average", uniform(2, 3), uniform(3, low=0.5), axis=-1, returned=True),
    row("_npi_average", uniform(2, 3), uniform(2, low=0.5), axis=0, returned=True),
    row("_npi_average", uniform(2, 3), uniform(2, 3, low=0.5)),
    row("_npi_average", uniform(2, 3), uniform(2, 3, low=0.5), axis=1, returned=True),
    row("_npi_average", uniform(2, 3, 4), uniform(2, 3, 4, low=0.5), axis=(0, 2), returned=True),
    row("_npi_average", uniform(2, 3, dtype="float64"), uniform(3, dtype="float64"), axis=1),
    row("_npi_average", integers(2, 3, low=1, dtype="int32"), weighted=False),
    row("_npi_average", *[integers(2, 3, low=1, dtype="int32")] * 2),
    *(row("_npi_diff", uniform(3, 4), n=n, axis=axis) for n in (0, 1, 2, 5) for axis in (0, -1)),
    row("_npi_diff", integers(3, 4, dtype="int32")),
    row("_npi_diff", uniform(4, dtype="float64"), n=3),
    row("_npi_ediff1d", uniform(2, 3)),
    row("_npi_ediff1d", uniform()),
    row("_npi_ediff1d", uniform(2, 3), to_begin_scalar=9.0, to_end_scalar=-8.5),
    row("_npi_ediff1d", uniform(2, 3), uniform(3), to_begin_arr_given=True),
    row("_npi_ediff1d", uniform(2, 3), uniform(3), to_end_arr_given=True, to_begin_scalar=2.0),
    row(
        "_npi_ediff1d",
        uniform(2, 3),
        uniform(3),
        uniform(1, 2),
        to_begin_arr_given=True,
        to_end_arr_given=True,
    ),
    row("_npi_ediff1d", integers(5, dtype="int64"), to_end_scalar=3.0),
]
