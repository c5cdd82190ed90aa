"""mx.np: elements by condition and by order."""

from tests.ops.row import integers, row, uniform, values

MASK = values([True, False, True], "bool")
NAN = float("nan")
INTERPOLATIONS = "linear lower higher midpoint nearest".split()
QUARTILES = values([0.0, 25.0, 50.0, 77.0, 100.0])

ROWS = [
    row("_npi_where", MASK, uniform(3), uniform(3)),
    row("_npi_where", MASK, uniform(2, 3), uniform(1)),
    row("_npi_where", values([[True], [False]], "bool"), uniform(3), uniform(2, 1)),
    row("_npi_where", values([1.5, 0.0, -2.0]), uniform(3), uniform(3), grad=(1, 2)),
    row("_npi_where", integers(3, high=2, dtype="int32"), uniform(3), uniform(3)),
    row("_npi_where", values(True, "bool"), uniform(3), uniform()),
    row("_npi_where", MASK, integers(3, dtype="int32"), integers(2, 3, dtype="int32")),
    row("_npi_where", MASK, uniform(3, dtype="float64"), uniform(3, dtype="float64")),
    *(
        # 1.9.1 gives the gradient to the wrong elements
        row(f"_npi_where_{side}scalar", condition, data, scalar=scalar, grad=())
        for side in "lr"
        for scalar in (2.0, -1.5)
        for condition, data in (
            (MASK, uniform(3)),
            (MASK, uniform(2, 3)),
            (values([1.5, 0.0, -2.0]), uniform(2, 1)),
            (MASK, integers(3, dtype="int32")),
            (values(True, "bool"), uniform(dtype="float64")),
        )
    ),
    row("_npi_where_scalar2", MASK, x=1.5, y=-2.0),
    row("_npi_where_scalar2", values([1.5, 0.0]), x=1.0),
    row("_npi_where_scalar2", values(0, "int32"), y=3.0),
    *(
        row("_npi_percentile", uniform(3, 4), QUARTILES, interpolation=interpolation, grad=(0,))
        for interpolation in INTERPOLATIONS
    ),
    *(
        row(
            "_npi_percentile",
            uniform(3, 4),
            QUARTILES,
            interpolation=interpolation,
            axis=1,
            grad=(0,),
        )
        for interpolation in INTERPOLATIONS
    ),
    row("_npi_percentile", uniform(3, 4), axis=0, q_scalar=30.0),
    row("_npi_percentile", uniform(3, 4), axis=-1, keepdims=True, q_scalar=30.0),
    row("_npi_percentile", uniform(3, 4), keepdims=True, q_scalar=0.0),
    row("_npi_percentile", uniform(2, 3, 4), QUARTILES, axis=(0, 2), grad=(0,)),
    row("_npi_percentile", uniform(2, 3, 4), QUARTILES, axis=(0, 2), keepdims=True, grad=(0,)),
    row("_npi_percentile", uniform(5), values(50.0), grad=(0,)),
    row("_npi_percentile", uniform(5), values([10, 90], "int32")),
    row("_npi_percentile", uniform(5, dtype="float64"), values([10.0, 90.0]), grad=(0,)),
    row("_npi_percentile", uniform(5, dtype="float16"), q_scalar=20.0, rtol=1e-3),
    row("_npi_percentile", integers(5, dtype="int32"), q_scalar=20.0),
    row("_npi_percentile", values([1.0, NAN, 2.0]), q_scalar=20.0, grad=()),
    row("_npi_percentile", values([1.0, 2.0, 3.0, 4.0]), q_scalar=50.0, interpolation="nearest"),
    row("_npi_polyval", uniform(4), uniform(2, 3)),
    row("_npi_polyval", uniform(1), uniform(3)),
    row("_npi_polyval", uniform(3, dtype="float64"), uniform(dtype="float64")),
    row("_npi_polyval", integers(3, dtype="int32"), integers(2, 2, dtype="int32")),
    row("_npi_polyval", uniform(3), uniform(0)),
    row("_npi_clip", uniform(3, 4, low=-2, high=2), a_min=-1.0, a_max=0.5),
    row("_npi_histogram", uniform(3, 4), bin_cnt=4, range=(-1.0, 1.0), grad=()),
    row("_npi_histogram", uniform(3, 4), values([-1.0, 0.0, 0.5, 1.0]), grad=()),
]
