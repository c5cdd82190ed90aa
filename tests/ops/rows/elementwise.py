"""Unary, binary and scalar operators."""

from tests.ops.row import integers, row, uniform, values

ANY = """
    exp expm1 sin cos tan arctan sinh cosh tanh arcsinh degrees radians erf sigmoid softsign relu
    square abs negative sign round rint ceil floor trunc fix logical_not cbrt hard_sigmoid smooth_l1
""".split()
POSITIVE = "sqrt rsqrt rcbrt log log10 log2 log1p gamma gammaln reciprocal".split()
INTERVAL = "arcsin arccos arctanh erfinv".split()
COMPARISON = """
    equal not_equal greater greater_equal lesser lesser_equal logical_and logical_or logical_xor
""".split()
ARITHMETIC = "mul div mod hypot maximum minimum".split()
BINARY = ["add", "sub", *ARITHMETIC, *COMPARISON]
ELEMENTWISE = ["elemwise_add", "elemwise_sub", "elemwise_mul", "elemwise_div"]
ELEMENTWISE += [f"_{name}" for name in [*ARITHMETIC[2:], *COMPARISON]]
SCALAR = [
    f"_{name}_scalar"
    for name in ("plus minus rminus rdiv rmod scatter_plus scatter_minus".split())
    + [*ARITHMETIC, *COMPARISON]
]
REVERSED = ("_rdiv_scalar", "_rmod_scalar")

FLOATS = ("float16", "float64")
INTEGERS = ("int32", "int64", "int8", "uint8")
HALVES = values([-2.5, -1.5, -0.5, 0.0, 0.5, 1.5, 2.5])
NAN, INFINITY = float("nan"), float("inf")
SPECIAL = values([NAN, INFINITY, -INFINITY, 0.0, 1.0, -1.0])
TIES = values([1.0, 2.0, 2.0, -1.0, 0.0]), values([2.0, 2.0, 1.0, -1.0, 0.0])
SIGNS = values([7, -7, 7, -7, 0]), values([2, 2, -2, -2, 3])

UNARY_ROWS = [
    *(row(name, uniform(3, 4, low=-2, high=2), rtol=1e-4) for name in ANY),
    *(row(name, uniform(3, 4, low=0.3, high=3), rtol=1e-4) for name in POSITIVE),
    *(row(name, uniform(3, 4, low=-0.9, high=0.9), rtol=1e-4) for name in INTERVAL),
    row("arccosh", uniform(3, 4, low=1.1, high=3)),
    *(row(name, HALVES, rtol=1e-4) for name in ANY),
    row("gamma", values([-0.5, -1.5, -2.5, -1.0, 4.0, 0.5]), grad=()),
    *(row(name, values([0.0, -0.0, -1.0, -2.0, 0.5, -1.5])) for name in ("gamma", "gammaln")),
    row("round", values([0.49999997, -0.49999997, 8388609.0, -3.5])),
    *(row(name, SPECIAL, grad=()) for name in [*ANY, *POSITIVE, *INTERVAL, "arccosh"]),
    *(
        row(name, uniform(5, low=0.1, high=0.9, dtype=dtype))
        for name in [*ANY, *POSITIVE, *INTERVAL]
        for dtype in FLOATS
    ),
    *(
        row(name, values([1, 2, 8, 27, 64], dtype))
        for name in "abs square sign sqrt cbrt exp log round floor logical_not".split()
        for dtype in ("int32", "uint8")
    ),
    *(
        row(name, values([-3, -1, 0, 2], "int64"))
        for name in "abs negative sign square relu sigmoid rint trunc ceil fix".split()
    ),
    row("clip", uniform(3, 4, low=-2, high=2), a_min=-1.0, a_max=0.5),
    row("clip", values([-1, 0.5, 2, 1.5, 0]), a_min=1.5, a_max=0.0),
    row("erf", values([4, 3, 1, 0, -4], "int32")),
    row("clip", HALVES, a_min=-1.5, a_max=1.5),
    *(row("clip", integers(3, 4, dtype=dtype), a_min=-1.5, a_max=2.5) for dtype in INTEGERS),
    row("clip", values([-3, -1, 2, 4], "int32"), a_min=-1.5, a_max=2.5),
    row("hard_sigmoid", uniform(3, 4, low=-4, high=4), alpha=0.3, beta=0.4),
    row("hard_sigmoid", values([-2.5, 2.5, -3.0, 3.0])),
    row("smooth_l1", uniform(3, 4, low=-2, high=2), scalar=2.0),
    row("smooth_l1", values([0.25, -0.25, 1.0, INFINITY, -INFINITY]), scalar=2.0),
    row("smooth_l1", uniform(3), scalar=0.0),
    row("smooth_l1", values([-3, 0, 1, 5], "int32")),
]

BINARY_ROWS = [
    *(row(f"broadcast_{name}", integers(2, 3, low=1), integers(2, 1, low=1)) for name in BINARY),
    *(
        row(f"broadcast_{name}", uniform(2, 1, 4), uniform(3, 1))
        for name in BINARY
        if name != "mod"
    ),
    *(row(f"broadcast_{name}", *TIES) for name in BINARY if name not in ("div", "mod")),
    *(row(f"broadcast_{name}", *SIGNS) for name in ("div", "mod")),
    row("broadcast_mod", values([5.0, -5.0, 0.0]), values([0.0, 0.0, 0.0]), grad=()),
    *(row(f"broadcast_{name}", SPECIAL, values([1.0])) for name in BINARY if "imum" not in name),
    *(row(f"broadcast_{name}", SPECIAL, values([1.0]), grad=()) for name in ("maximum", "minimum")),
    *(row(f"broadcast_{name}", values([1.0]), SPECIAL, grad=()) for name in ("maximum", "minimum")),
    *(
        row(f"broadcast_{name}", *(integers(2, 3, low=1, dtype=dtype) for _ in range(2)))
        for name in [*BINARY, "power"]
        for dtype in (*FLOATS, *INTEGERS)
    ),
    *(
        row(
            f"broadcast_{name}",
            values([7, -7, 7, -7, 0], "int32"),
            values([2, 2, -2, -2, 3], "int32"),
        )
        for name in ("div", "mod", "hypot")
    ),
    row("broadcast_power", uniform(2, 3, low=0.2, high=2), uniform(3)),
    *(row(name, integers(2, 3, low=1), integers(2, 3, low=1)) for name in ELEMENTWISE),
    *(
        row(name, *(integers(2, 3, low=1, dtype=dtype) for _ in range(2)))
        for name in ELEMENTWISE
        for dtype in ("float16", "int32")
    ),
    row("_grad_add", uniform(2, 3), uniform(2, 3), grad=()),
    row("_power", uniform(2, 3, low=0.2, high=2), uniform(2, 3)),
    row("_scatter_elemwise_div", uniform(3, 4), uniform(3, 4, low=1, high=2), grad=()),
    row("add_n", uniform(3, 4), uniform(3, 4), uniform(3, 4)),
    row("add_n", uniform(3, 4)),
    row("add_n", *[integers(3, dtype="int32")] * 3, num_args=3),
]


def positive(name, inputs):
    """Division and remainder of integers by 0 are undefined."""
    return inputs if name not in REVERSED else integers(2, 3, low=1, dtype=inputs.dtype)


SCALAR_ROWS = [
    *(
        row(n, positive(n, integers(2, 3, low=-3)), scalar=2.0, grad=() if "scatter" in n else None)
        for n in SCALAR
    ),
    *(
        row(n, integers(2, 3, low=1, dtype=dtype), scalar=2.7, grad=())
        for n in [*SCALAR, "_power_scalar", "_rpower_scalar"]
        for dtype in (*FLOATS, *INTEGERS)
    ),
    *(row(n, positive(n, integers(2, 3, low=-3, dtype="int32")), scalar=-2.0) for n in SCALAR),
    *(row(n, values([1, 1, 1], "bool"), scalar=2.7) for n in SCALAR),
    *(
        row(n, integers(2, 3, low=1, dtype=dtype), scalar=2.7, is_int=False)
        for n in (
            "_plus_scalar",
            "_rminus_scalar",
            "_div_scalar",
            "_power_scalar",
            "_greater_scalar",
        )
        for dtype in ("int32", "uint8", "bool")
    ),
    *(row(n, SPECIAL, scalar=0.5, grad=()) for n in SCALAR),
    row("_mod_scalar", HALVES, scalar=-2.0),
    row("_mod_scalar", HALVES, scalar=0.0, grad=()),
    row("_power_scalar", uniform(2, 3, low=0.2, high=2), scalar=2.5),
    row("_power_scalar", HALVES, scalar=2.0),
    row("_rpower_scalar", uniform(2, 3, low=0.2, high=2), scalar=2.5),
]

ROWS = UNARY_ROWS + BINARY_ROWS + SCALAR_ROWS
