"""mx.np: two arrays, or an array and a scalar, element by element."""

from tests.ops.row import integers, row, uniform, values

PROMOTING = "add multiply power".split()
TO_FLOATS = "subtract mod true_divide".split()
ARITHMETIC = [*PROMOTING, *TO_FLOATS]
FLOATS_ONLY = "arctan2 hypot".split()
NUMBERS = "copysign ldexp maximum minimum".split()
INTEGER_ONLY = "lcm bitwise_and bitwise_or bitwise_xor".split()
COMPARISON = "equal not_equal greater greater_equal less less_equal".split()
OF_FLOATS = [*ARITHMETIC, *FLOATS_ONLY, *NUMBERS, *COMPARISON]
OF_INTEGERS = [*ARITHMETIC, *NUMBERS, *INTEGER_ONLY, *COMPARISON]

FLOATS = ("float16", "float64")
INTEGER_TYPES = ("int8", "uint8", "int32", "int64")
NAN, INFINITY = float("nan"), float("inf")
SPECIAL = values([NAN, INFINITY, -INFINITY, 0.0, 1.0, -1.0])
TIES = values([1.0, 2.0, 2.0, -1.0, 0.0]), values([2.0, 2.0, 1.0, -1.0, 0.0])
SIGNS = values([7.0, -7.0, 7.0, -7.0, 0.0]), values([2.0, 2.0, -2.0, -2.0, 3.0])
TRUTH = values([True, True, False, False], "bool"), values([True, False, True, False], "bool")


def pair(left, right, low=1, high=6):
    """Integers of two types; the second has none to the right of the point either."""
    return (
        integers(2, 3, low=low, high=high, dtype=left),
        integers(3, low=low, high=high, dtype=right),
    )


BINARY_ROWS = [
    *(row(f"_npi_{name}", uniform(2, 1, 4, low=0.2, high=2), uniform(3, 1)) for name in OF_FLOATS),
    *(row(f"_npi_{name}", integers(2, 3, low=1), integers(2, 1, low=1)) for name in OF_FLOATS),
    *(row(f"_npi_{name}", uniform(low=0.5), uniform(2, low=0.5)) for name in OF_FLOATS),
    *(row(f"_npi_{name}", uniform(low=0.5), uniform(low=0.5)) for name in OF_FLOATS),
    *(row(f"_npi_{name}", uniform(0, 3), uniform(3)) for name in OF_FLOATS),
    *(row(f"_npi_{name}", uniform(2, 0), uniform(2, 1)) for name in ("add", "multiply", "less")),
    *(row(f"_npi_{name}", *TIES, grad=()) for name in OF_FLOATS),
    *(row(f"_npi_{name}", *TIES) for name in OF_FLOATS if name not in ("power", "arctan2", "mod")),
    *(row(f"_npi_{name}", *SIGNS) for name in OF_FLOATS if name != "power"),
    *(row(f"_npi_{name}", SPECIAL, values([1.0]), grad=()) for name in OF_FLOATS),
    *(row(f"_npi_{name}", values([1.0]), SPECIAL, grad=()) for name in OF_FLOATS if name != "mod"),
    row("_npi_mod", values([5.0, -5.0, 0.0]), values([0.0, 0.0, 0.0]), grad=()),
    row("_npi_power", values([0.0, 2.0, 3.0]), values([2.0, 0.0, -1.0]), grad=(0,)),
    row("_npi_power", values([-2.0, -2.0]), values([2.0, 3.0]), grad=(0,)),
    row("_npi_copysign", values([0.0, -0.0, 1.0, -1.0]), values([-1.0, 1.0, -0.0, 0.0])),
    row("_npi_ldexp", values([1.0, -3.0, 0.5]), values([3.0, 0.5, -2.0])),
    *(
        row(f"_npi_{name}", uniform(4, low=0.5, dtype=d), uniform(4, low=0.5, dtype=d))
        for name in OF_FLOATS
        for d in FLOATS
    ),
    *(row(f"_npi_{name}", *pair(dtype, dtype)) for name in OF_INTEGERS for dtype in INTEGER_TYPES),
    row("_npi_lcm", values([-4, 6, 0, 12], "int32"), values([6, -8, 5, 18], "int32")),
    row("_npi_bitwise_and", values([-4, 6, 7], "int64"), values([6, -8, 5], "int64")),
    row("_npi_mod", values([-4, 7, 7, 7], "int32"), values([3, -3, 3, 0], "int32")),
    row("_npi_power", values([2, 3, 2], "int32"), values([-1, 3, 0], "int32")),
    row("_npi_true_divide", values([1, -3, 5], "int32"), values([0, 2, 3], "int32")),
    *(row(f"_npi_{name}", *TRUTH) for name in [*PROMOTING, "true_divide", *INTEGER_ONLY]),
    *(row(f"_npi_{name}", *TRUTH) for name in COMPARISON),
]

MIXED_ROWS = [
    *(
        row(f"_npi_{name}", *pair(left, right))
        for name in ARITHMETIC
        for left in ("float16", "float32", "float64")
        for right in INTEGER_TYPES
    ),
    *(
        row(f"_npi_{name}", *pair(left, right))
        for name in ARITHMETIC
        for left in ("uint8", "int64")
        for right in ("float32", "float64")
    ),
    *(
        row(f"_npi_{name}", *pair(*types))
        for name in ARITHMETIC
        if name != "true_divide"
        for types in (("float16", "float32"), ("float64", "float32"), ("float32", "float16"))
    ),
    *(
        row(f"_npi_{name}", *pair(left, right))
        for name in PROMOTING
        for left in INTEGER_TYPES
        for right in INTEGER_TYPES
        if left != right and {left, right} != {"int8", "uint8"}
    ),
    *(
        row(f"_npi_{name}", *types)
        for name in PROMOTING
        for types in ((TRUTH[0], integers(4, dtype="int8")), (integers(4, low=1), TRUTH[0]))
    ),
    # An array without axes has a type like any other.
    *(
        row(f"_npi_{name}", *arrays, grad=())
        for name in ("add", "subtract", "multiply", "mod", "power")
        for scalar, vector in (
            (values(2, "float64"), values([1, 3], "float32")),
            (values(2, "float32"), values([1, 3], "float16")),
            (values(2, "int64"), values([1, 3], "int32")),
            (values(2, "int32"), values([100, 3], "int8")),
            (values(2, "float16"), values([1, 3], "float64")),
        )
        for arrays in ((scalar, vector), (vector, scalar))
    ),
    row("_npi_true_divide", integers(4, low=1), TRUTH[0]),
    row("_npi_subtract", TRUTH[0], integers(4, dtype="float64")),
]

SCALAR = (
    """
    add subtract rsubtract multiply mod rmod power rpower true_divide rtrue_divide copysign
    rcopysign arctan2 rarctan2 hypot ldexp rldexp maximum minimum
""".split()
    + COMPARISON
)


# 1.9.1 cannot differentiate copysign, and rarctan2 it differentiates wrongly
WITHOUT_GRADIENT = "copysign rcopysign rarctan2".split()


def scalar_row(name, data, grad=None, **attrs):
    grad = () if name in WITHOUT_GRADIENT else grad
    return row(f"_npi_{name}_scalar", data, grad=grad, **attrs)


SCALAR_ROWS = [
    *(scalar_row(name, uniform(2, 3, low=0.5, high=3), scalar=2.0) for name in SCALAR),
    *(scalar_row(name, uniform(2, 3, low=0.5, high=3), scalar=1.5) for name in SCALAR),
    *(scalar_row(name, uniform(low=0.5), scalar=2.0) for name in SCALAR),
    *(scalar_row(name, uniform(0, 2), scalar=2.0) for name in SCALAR),
    *(scalar_row(name, SPECIAL, scalar=1.0, grad=()) for name in SCALAR),
    *(
        scalar_row(name, values([-2.0, -1.0, 0.0, 2.0]), scalar=-1.0)
        for name in SCALAR
        if name not in ("rmod", "rpower", "power", "rtrue_divide", "arctan2", "rarctan2")
    ),
    *(
        scalar_row(name, uniform(4, low=0.5, high=3, dtype=dtype), scalar=1.5)
        for name in SCALAR
        for dtype in FLOATS
    ),
    *(
        scalar_row(name, values([1, 2, 3, 5], dtype), scalar=2)
        for name in [*SCALAR, *INTEGER_ONLY]
        for dtype in INTEGER_TYPES
    ),
    *(
        scalar_row(name, values([1, 2, 3, 5], "int32"), scalar=1.5, is_int=is_int)
        for name in SCALAR
        for is_int in (True, False)
    ),
    *(scalar_row(name, *TRUTH[:1], scalar=2) for name in SCALAR),
    *(scalar_row(name, *TRUTH[:1], scalar=2) for name in INTEGER_ONLY if name != "lcm"),
    row("_npi_power_scalar", values([1, 2, 3], "int32"), scalar=-1),
    row("_npi_power_scalar", values([0.0, 2.0, -3.0]), scalar=2.0),
    row("_npi_power_scalar", values([0.0, 2.0, -3.0]), scalar=0.0, grad=()),
    row("_npi_true_divide_scalar", values([1, 2, 3], "int32"), scalar=0),
    row("_npi_mod_scalar", values([1, 2, 3], "int32"), scalar=0),
    scalar_row("copysign", values([0.0, -0.0, 1.0, -1.0]), scalar=-2.0),
    row("_npi_lcm_scalar", values([-4, 6, 0, 12], "int32"), scalar=-6),
    row("_npi_bitwise_xor_scalar", values([-4, 6, 0, 12], "int64"), scalar=-6),
    *(
        row(f"_npi_bitwise_{name}_scalar", values([True, False], "bool"), scalar=0.5)
        for name in ("and", "or", "xor")
    ),
]

ROWS = [*BINARY_ROWS, *MIXED_ROWS, *SCALAR_ROWS]
