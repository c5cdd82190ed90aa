"""What the operators of mx.np refuse, and how they say it."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd
from mxnet._faces import nd_function
from mxnet._ops import OPS

FLOATS = nd.ones((2, 3))
WHOLE = nd.ones((2, 3), dtype="int32")
SHORT = nd.ones((2, 3), dtype="int8")
BYTES = nd.ones((2, 3), dtype="uint8")
TRUTH = nd.ones((2, 3), dtype="bool")


def call(name, *args, **attrs):
    return nd_function(OPS[name], name, "mxnet.np", nd.NDArray)(*args, **attrs)


CASES = [
    (("_npi_exp", TRUTH), {}, r"_npi_exp: exp takes numbers, not bool"),
    (("_npi_around", TRUTH), {}, r"around takes numbers, not bool"),
    (("_npi_bitwise_not", FLOATS), {}, r"only support integer types, not float32"),
    (("_npi_add", FLOATS, nd.ones((2, 4))), {}, r"_npi_add(.|\n)*lhs \(2, 3\) float32"),
    (("_npi_add", SHORT, BYTES), {}, r"add of int8 and uint8 is not supported.*astype"),
    (("_npi_power", BYTES, SHORT), {}, r"power of uint8 and int8 is not supported"),
    (("_npi_subtract", TRUTH, TRUTH), {}, r"subtract of bool and bool is not supported"),
    (("_npi_subtract", WHOLE, SHORT), {}, r"subtract of int32 and int8 is not supported"),
    (("_npi_mod", WHOLE, BYTES), {}, r"mod of int32 and uint8 is not supported"),
    (("_npi_true_divide", WHOLE, BYTES), {}, r"true_divide of int32 and uint8"),
    (
        ("_npi_true_divide", FLOATS, FLOATS.astype("float64")),
        {},
        r"true_divide of float32 and float64 is not supported",
    ),
    (("_npi_arctan2", WHOLE, WHOLE), {}, r"arctan2 of int32 and int32 is not supported"),
    (("_npi_copysign", TRUTH, TRUTH), {}, r"copysign of bool and bool is not supported"),
    (("_npi_maximum", FLOATS, WHOLE), {}, r"expected float32, got int32"),
    (("_npi_less", FLOATS, WHOLE), {}, r"expected float32, got int32"),
    (("_npi_lcm", FLOATS, FLOATS), {}, r"lcm only supports integer types, not float32"),
    (("_npi_bitwise_or_scalar", FLOATS), {"scalar": 1}, r"bitwise_or only supports integer types"),
    (("_npi_lcm_scalar", WHOLE), {"scalar": 1.5, "is_int": False}, r"a whole number.*got 1.5"),
    (("_npi_add_scalar", WHOLE), {"scalar": float("inf")}, r"must be finite, got inf"),
]


@pytest.mark.parametrize(("args", "attrs", "text"), CASES, ids=[text for *_, text in CASES])
def test_refused(args, attrs, text):
    with pytest.raises(mx.MXNetError, match=text):
        call(*args, **attrs)
