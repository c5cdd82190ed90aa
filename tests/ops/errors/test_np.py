"""Calls that the operators of mx.np refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd
from mxnet._eager.functions import nd_function
from mxnet._ops import OPS

FLOATS = nd.ones((2, 3))
INTEGERS = nd.ones((2, 3), dtype="int32")
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
    (("_npi_subtract", SHORT, BYTES), {}, r"subtract of int8 and uint8 is not supported"),
    (("_npi_mod", SHORT, BYTES), {}, r"mod of int8 and uint8 is not supported"),
    (("_npi_true_divide", INTEGERS, BYTES), {}, r"true_divide of int32 and uint8"),
    (
        ("_npi_true_divide", FLOATS, FLOATS.astype("float64")),
        {},
        r"true_divide of float32 and float64 is not supported",
    ),
    (("_npi_arctan2", INTEGERS, INTEGERS), {}, r"arctan2 of int32 and int32 is not supported"),
    (("_npi_copysign", TRUTH, TRUTH), {}, r"copysign of bool and bool is not supported"),
    (("_npi_maximum", FLOATS, INTEGERS), {}, r"expected float32, got int32"),
    (("_npi_less", FLOATS, INTEGERS), {}, r"expected float32, got int32"),
    (("_npi_lcm", FLOATS, FLOATS), {}, r"lcm only supports integer types, not float32"),
    (("_npi_bitwise_or_scalar", FLOATS), {"scalar": 1}, r"bitwise_or only supports integer types"),
    (("_npi_lcm_scalar", INTEGERS), {"scalar": 1.5, "is_int": False}, r"an integer.*got 1.5"),
    (("_npi_add_scalar", INTEGERS), {"scalar": float("inf")}, r"must be finite, got inf"),
    (("_np_sum", FLOATS), {"axis": 2}, r"Reduction axis 2 Exceeds input dimensions 2"),
    (("_np_sum", FLOATS), {"axis": (0, -2)}, r"Reduction axes have duplicates \(0, -2\)"),
    (("_np_sum", FLOATS), {"initial": 1.0}, r"initial is not supported yet"),
    (("_np_max", FLOATS), {"initial": 1.0}, r"initial is not supported yet"),
    (("_np_sum", FLOATS), {"dtype": "uint8"}, r"Invalid Input: 'uint8', valid values are"),
    (("_np_max", nd.empty((2, 0))), {}, r"zero-size array to reduction operation maximum"),
    (("_np_min", nd.empty((2, 0))), {"axis": 1}, r"zero-size array to reduction .* minimum"),
    (("_npi_argmax", nd.empty((0,))), {}, r"attempt to search an empty sequence"),
    (("_npi_argmax", nd.empty((2, 0))), {"axis": 1}, r"attempt to search an empty sequence"),
    (("_npi_argmin", FLOATS), {"axis": 2}, r"Reduction axis 2 Exceeds input dimensions 2"),
    (("_npi_average", FLOATS, nd.ones(3)), {}, r"Axis must be specified when shapes"),
    (("_npi_average", FLOATS, nd.ones(2)), {"axis": 1}, r"Length of weights not compatible"),
    (("_npi_average", FLOATS), {}, r"weighted=True needs weights"),
    (("_npi_diff", FLOATS), {"n": -1}, r"n must not be negative, got -1"),
    (("_npi_diff", FLOATS), {"axis": 5}, r"axis 5 exceeds the input dimension of 2"),
    (("_npi_ediff1d", FLOATS), {"to_end_arr_given": True}, r"1 arrays are announced.*0 came"),
    (("_np_dot", INTEGERS, INTEGERS), {}, r"only support floating point types, not int32"),
    (("_np_dot", FLOATS, FLOATS), {}, r"axes of different length: \[2, 3\] and \[2, 3\]"),
    (("_npi_matmul", INTEGERS, INTEGERS), {}, r"Matmul only supports floating point types"),
    (("_npi_matmul", FLOATS, FLOATS), {}, r"axes of different length: \[2, 3\] and \[2, 3\]"),
    (("_npi_tensordot_int_axes", FLOATS, FLOATS), {"axes": 3}, r"between 0 and 2 .* got 3"),
    (("_npi_tensordot_int_axes", FLOATS, FLOATS), {"axes": 1}, r"axes of different length"),
    (
        ("_npi_tensordot", FLOATS, FLOATS),
        {"a_axes_summed": (0,), "b_axes_summed": (0, 1)},
        r"a and b must be summed over the same number of axes.*\(0,\) and \(0, 1\)",
    ),
    (("_npi_einsum", FLOATS), {"subscripts": "ij,jk"}, r"are for 2 arrays, got 1"),
    (("_npi_einsum", FLOATS), {"subscripts": "ij->q"}, r"Output character q did not appear"),
    (("_npi_einsum", FLOATS), {"subscripts": "ijk"}, r"'ijk' name 3 axes, the array has 2"),
    (("_npi_einsum", FLOATS), {"subscripts": "ii"}, r"axis 'i' has length 2 .* 3 in another"),
    (("_npi_where", TRUTH, FLOATS, INTEGERS), {}, r"expected float32, got int32"),
    (("_npi_unique", FLOATS), {"axis": 2}, r"Axis should be in the range of \[-r, r-1\]"),
    (("_npi_bincount", INTEGERS), {}, r"Input only accept 1d array"),
    (("_npi_bincount", nd.ones(3)), {}, r"Input data should be int type, got float32"),
    (("_npi_bincount", -INTEGERS[0]), {}, r"input should be nonnegative number"),
    (("_npi_percentile", FLOATS), {}, r"give q either as an array or as q_scalar"),
    (("_npi_percentile", FLOATS, FLOATS), {}, r"q must have at most 1 dimension, got 2"),
]


@pytest.mark.parametrize(("args", "attrs", "text"), CASES, ids=[text for *_, text in CASES])
def test_refused(args, attrs, text):
    with pytest.raises(mx.MXNetError, match=text):
        call(*args, **attrs)


VALUES = [
    (("_npi_percentile", FLOATS), {"q_scalar": 300.0}, r"percentile exceeds the valid range"),
    (("_npi_polyval", FLOATS, FLOATS), {}, r"p has to be an 1-D array, got 2"),
]


@pytest.mark.parametrize(("args", "attrs", "text"), VALUES, ids=[text for *_, text in VALUES])
def test_refused_as_a_value_error(args, attrs, text):
    with pytest.raises(ValueError, match=text) as caught:
        call(*args, **attrs)
    assert isinstance(caught.value, mx.MXNetError)
