"""mx.np: functions of one array."""

from tests.ops.row import row, uniform, values

ANY = """
    absolute arctan arcsinh cbrt ceil cos cosh degrees exp expm1 fix floor negative radians rint
    sign sin sinh square tan tanh trunc
""".split()
POSITIVE = "log log10 log1p log2 reciprocal sqrt".split()
INTERVAL = "arccos arcsin arctanh".split()
NUMERIC = [*ANY, *POSITIVE, *INTERVAL, "arccosh"]
TRUTH = "logical_not isfinite isinf isnan isneginf isposinf".split()

NAN, INFINITY = float("nan"), float("inf")
HALVES = values([-2.5, -1.5, -0.5, 0.0, 0.5, 1.5, 2.5])
SPECIAL = values([NAN, INFINITY, -INFINITY, 0.0, 1.0, -1.0])
INTEGER_TYPES = ("int8", "uint8", "int32", "int64")

ROWS = [
    *(row(f"_npi_{name}", uniform(3, 4, low=-2, high=2), rtol=1e-4) for name in ANY),
    *(row(f"_npi_{name}", uniform(3, 4, low=0.3, high=3), rtol=1e-4) for name in POSITIVE),
    *(row(f"_npi_{name}", uniform(3, 4, low=-0.9, high=0.9), rtol=1e-4) for name in INTERVAL),
    row("_npi_arccosh", uniform(3, 4, low=1.1, high=3)),
    *(row(f"_npi_{name}", HALVES, rtol=1e-4) for name in ANY),
    *(row(f"_npi_{name}", SPECIAL, grad=()) for name in [*NUMERIC, *TRUTH]),
    *(row(f"_npi_{name}", uniform(low=0.1, high=0.9)) for name in ["exp", "absolute", *TRUTH]),
    *(row(f"_npi_{name}", uniform(0, 3)) for name in ["exp", "absolute", *TRUTH]),
    *(
        row(f"_npi_{name}", uniform(5, low=0.1, high=0.9, dtype=dtype), rtol=1e-4)
        for name in [*ANY, *POSITIVE, *INTERVAL]
        for dtype in ("float16", "float64")
    ),
    *(
        row(f"_npi_{name}", values([1, 2, 8, 27, 64], dtype))
        for name in "absolute square sign sqrt cbrt log floor tanh".split()
        for dtype in INTEGER_TYPES
    ),
    *(
        row(f"_npi_{name}", values([-3, -1, 0, 2], "int32"))
        for name in "absolute negative sign square rint trunc ceil fix exp sin degrees".split()
    ),
    *(
        row(f"_npi_{name}", values([0, 1, 2, 0], dtype))
        for name in TRUTH
        for dtype in INTEGER_TYPES
    ),
    *(row(f"_npi_{name}", values([True, False], "bool")) for name in TRUTH),
    *(row("_npi_bitwise_not", values([0, 1, 5, 100], dtype)) for dtype in INTEGER_TYPES),
    row("_npi_bitwise_not", values([-7, -1], "int64")),
    row("_npi_bitwise_not", values([True, False], "bool")),
    row("_npi_bitwise_not", values(3, "int32")),
    *(
        row("_npi_around", uniform(3, 4, low=-200, high=200), decimals=decimals)
        for decimals in (0, 1, 2, -1, -2)
    ),
    row("_npi_around", values([0.5, 1.5, 2.5, -0.5, -1.5, 3.5])),
    row("_npi_around", values([0.25, 0.75, -0.25]), decimals=1),
    row("_npi_around", values([5.0, 15.0, 25.0]), decimals=-1),
    row("_npi_around", uniform(3, low=-20, high=20, dtype="float64"), decimals=3),
    row("_npi_around", uniform()),
    *(
        row("_npi_around", values([15, 14, 25, 96], dtype), decimals=decimals)
        for dtype in INTEGER_TYPES
        for decimals in (0, 1, -1)
    ),
    row("_npi_around", values([-15, -14, -25, -1234], "int32"), decimals=-2),
    row("_npi_nan_to_num", SPECIAL),
    row("_npi_nan_to_num", SPECIAL, nan=1.5, posinf=7.0, neginf=-8.0),
    row("_npi_nan_to_num", SPECIAL, copy=False, posinf=7.0),
    row("_npi_nan_to_num", values([NAN, INFINITY, -INFINITY, 2.0], "float64")),
    row("_npi_nan_to_num", values([NAN, INFINITY, -INFINITY, 2.0], "float16"), grad=()),
    row("_npi_nan_to_num", values(NAN)),
    *(row("_npi_nan_to_num", values([0, 1, 2], dtype)) for dtype in INTEGER_TYPES),
    row("_npi_nan_to_num", values([True, False], "bool")),
]
