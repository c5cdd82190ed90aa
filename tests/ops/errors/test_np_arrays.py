"""Calls that NumPy's operators for shapes, parts and matrices refuse, and the error messages."""

from __future__ import annotations

import pytest

from mxnet import MXNetError, nd
from mxnet._eager.functions import nd_function
from mxnet._ops import OPS

A, CUBE = nd.ones((2, 3)), nd.ones((2, 3, 4))
SQUARE = nd.array([[2.0, 1.0], [1.0, 3.0]])
TURN = nd.array([[0.0, 1.0], [-1.0, 0.0]])


def call(name, *arrays, **attrs):
    return nd_function(OPS[name], name, "mxnet.np", nd.NDArray)(*arrays, **attrs)


CASES = [
    (("_np_reshape", A), {"newshape": (4, 2)}, r"Cannot reshape array of size 6 into shape \(4, 2"),
    (("_np_reshape", A), {"newshape": (-1, -1)}, r"Can only specify one unknown dimension"),
    (("_np_reshape", A), {"newshape": (-2, 3)}, r"size to inferred must be -1"),
    (("_np_reshape", A), {"newshape": (-1, 0)}, r"Cannot reshape array of size 6"),
    (("_np_reshape", A), {"newshape": 6, "order": "F"}, r"only order='C' is supported, got.*'F'"),
    (("_npx_reshape", A), {"newshape": (-7,)}, r"-7 in shape=.* is not a code: codes end at -6"),
    (("_npx_reshape", A), {"newshape": (-3, 3)}, r"shape=\(-3, 3\) leaves out a size of 1, got 2"),
    (("_npx_reshape", A), {"newshape": (-6, -1, -1, 3)}, r"Split dims cannot both be -1"),
    (("_npx_reshape", A), {"newshape": (-6, 3, 1, 3)}, r"Split dims 3, 1 do not divide.* 2"),
    (("_npx_reshape", A), {"newshape": (-2, -5)}, r"-5 in shape=.* takes 2 of the .*, 1 left"),
    (("_npx_reshape", A), {"newshape": (-2, -2, -2)}, r"-2 in shape=.* takes 1 of .*, 0 left"),
    (("_npx_reshape", A), {"newshape": (-1, 5)}, r"cannot reshape 6 elements of shape \(2, 3\)"),
    (("_np_squeeze", A), {"axis": 0}, r"cannot select an axis to squeeze out which has size=2"),
    (("_np_squeeze", A), {"axis": 5}, r"axis 5 is out of bounds for array of dimension 2"),
    (("_npi_broadcast_to", A), {"shape": (3, 3)}, r"\(2, 3\) cannot be broadcasted to \(3, 3\)"),
    (("_np_transpose", A), {"axes": (0,)}, r"number of axes does not match"),
    (("_np_transpose", A), {"axes": (0, 0)}, r"Repeated axis"),
    (("_np_moveaxis", A), {"source": (0, 1), "destination": 0}, r"source and destination not eq"),
    (("_np_moveaxis", A), {"source": 5, "destination": 0}, r"axis 5 exceeds"),
    (("_np_roll", A), {}, r"missing 1 required positional argument: 'shift'"),
    (("_np_roll", A), {"shift": (1, 2)}, r"shift must be an int"),
    (("_np_roll", A), {"shift": (1, 2), "axis": 0}, r"tuple of the same size"),
    (("_np_roll", A), {"shift": 1, "axis": (0, 0)}, r"axes have duplicates"),
    (("_npi_rot90", A), {"axes": (0,)}, r"The length of axes must be 2"),
    (("_npi_rot90", A), {"axes": (0, -2)}, r"axes have duplicates"),
    (("_np_diag", CUBE), {}, r"Input must be 1- or 2-d, got shape \(2, 3, 4\)"),
    (("_np_trace", nd.ones(3)), {}, r"at least 2d, got shape \(3,\)"),
    (("_np_diagonal", A), {"axis1": 1}, r"cannot refer to the same axis 1"),
    (("_npi_diag_indices_from", A), {}, r"must be of equal length, got shape \(2, 3\)"),
    (("_npi_concatenate", A, CUBE), {"axis": 0}, r"data1 \(2, 3, 4\) does not match"),
    (("_npi_stack", A, SQUARE), {}, r"data1 is \(2, 2\), data0 \(2, 3\)"),
    (("_npi_dsplit", A), {"indices": (), "sections": 2}, r"dsplit only works on arrays of 3"),
    (("_npi_insert_scalar", A), {"int_ind": 9, "val": 1.0}, r"index 9 is out of bounds.*size 6"),
    (("_npi_insert_scalar", A), {"int_ind": 0}, r"insert needs values"),
    (
        ("_npi_insert_scalar", A, nd.ones(4)),
        {"int_ind": 0, "axis": 0},
        r"could not broadcast values of shape \(1, 4\)",
    ),
    (("_npi_insert_slice", A), {"step": 0, "val": 1.0}, r"'step' can not equal to 0"),
    (("_npi_delete", A), {"int_ind": 3, "axis": 1}, r"index 3 is out of bounds for axis 1"),
    (("_npi_delete", A), {}, r"delete needs a position, a slice or an array"),
    (("_npi_pad", A), {"pad_width": (1, 1, 1)}, r"does not name two numbers for each of 2 axes"),
    (("_npi_pad", A), {"pad_width": ((1, 1), (-1, 0)), "mode": "edge"}, r"negative values"),
    (("_npi_pad", A), {"pad_width": (1,), "mode": "wrap"}, r"'wrap', valid values are"),
    (("_npi_pad", A), {"pad_width": (1,), "reflect_type": "odd"}, r"reflect_type 'odd'"),
    (("_npi_identity",), {"shape": (2, 3)}, r"identity is square, got shape=\(2, 3\)"),
    (("_npi_arange",), {"start": 0, "stop": 3, "step": 0}, r"Range does not support step=0"),
    (("_npi_logspace",), {"start": 0, "stop": 3, "num": -1}, r"should be non-negative"),
    (("_npi_cholesky", A), {}, r"last two dimension must be equal, got shape \(2, 3\)"),
    (("_npi_svd", nd.ones((3, 2))), {}, r"must be less than or equal to the last dimension"),
    (("_npi_eig", TURN), {}, r"eigenvalues that are not real"),
    (("_npi_eigvals", SQUARE.astype("float16")), {}, r"float16 is unsupported in linalg"),
    (("_npi_pinv", A, nd.ones(1, dtype="int32")), {}, r"rcond type should be float32"),
    (("_npi_tensorinv", A), {"ind": 1}, r"a shape must be square.*\(2, 3\) and ind=1"),
    (("_npi_solve", SQUARE, nd.ones(3)), {}, r"dimensions don't match: \(2, 2\) and \(3,\)"),
    (("_npi_tensorsolve", A, nd.ones(3)), {}, r"a shape must be square"),
    (("_npi_norm", CUBE), {"ord": 1.0}, r"Improper number of dimensions to norm"),
    (("_npi_norm", A), {"ord": 3.0}, r"Invalid norm order for matrices: 3"),
    (("_npi_norm", A), {"axis": (1,), "flag": 2}, r"Invalid norm order for vectors"),
    (("_npx_pick", A, nd.ones(4)), {}, r"index must have shape \(2,\) or \(2, 1\)"),
    (("_npx_constraint_check", nd.array([1, 0], dtype="bool")), {"msg": "no way"}, r"no way"),
    (
        ("_npi_boolean_mask_assign_scalar", A, nd.ones(3, dtype="bool")),
        {"value": 1.0, "start_axis": 0},
        r"mask of shape \(3,\) does not fit the axes \(2,\)",
    ),
    (
        ("_npi_boolean_mask_assign_tensor", A, A, nd.ones(5)),
        {"start_axis": 0},
        r"does not fit the 6 positions of the mask",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("call_", "attrs", "text"), CASES)
def test_refused_calls(call_, attrs, text):
    with pytest.raises(MXNetError, match=text):
        call(*call_, **attrs)
