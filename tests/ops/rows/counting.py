"""Running sums, histograms, and checks over whole arrays."""

from tests.ops.row import integers, row, uniform, values

SAMPLE = values([0, 0.5, 1, 2, 3, 3, 6, 7, -1])
BROKEN = values([1, float("inf"), float("nan")])
HALF = uniform(2, 3, dtype="float16")
DOUBLE = values([1e300, 2], "float64")

ROWS = [
    *(row("cumsum", uniform(2, 3, 4), axis=axis) for axis in (None, 0, 1, 2)),
    row("cumsum", uniform(2, 3), dtype="float64"),
    row("cumsum", uniform(2, 3, low=0, high=3), axis=1, dtype="int32", grad=()),
    *(row("cumsum", integers(2, 3, dtype=t)) for t in ("int8", "uint8", "int32", "int64", "bool")),
    row("cumsum", HALF, axis=0),
    row("_histogram", SAMPLE, bin_cnt=3, range=(0, 6), grad=()),
    row("_histogram", SAMPLE, bin_cnt=3, range=(0.5, 4), grad=()),
    row("_histogram", SAMPLE, bin_cnt=2, range=(3, 3), grad=()),
    row("_histogram", SAMPLE, values([0, 1, 3, 6]), grad=()),
    row("_histogram", uniform(7, 9), bin_cnt=10, range=(-0.5, 0.9), grad=()),
    row("_histogram", uniform(50, dtype="float64"), bin_cnt=7, range=(-1, 1), grad=()),
    row("_histogram", integers(20, dtype="int32"), bin_cnt=3, range=(0, 5)),
    row("_histogram", integers(20, dtype="int32"), bin_cnt=8, range=(0, 3)),
    row("_histogram", values([0, 0.5, 1, float("nan")]), bin_cnt=3, range=(0, 6), grad=()),
    *(row("all_finite", x, grad=()) for x in (uniform(2, 3), BROKEN, HALF, DOUBLE)),
    row("multi_all_finite", uniform(2, 3), BROKEN, num_arrays=2, grad=()),
    row("multi_all_finite", uniform(2, 3), uniform(4), num_arrays=2, grad=()),
    row("multi_all_finite", uniform(2, 3), grad=()),
]
