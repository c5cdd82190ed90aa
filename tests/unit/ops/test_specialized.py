"""Forms of kernels for floats and certain attributes: the results and gradients of the kernel."""

from __future__ import annotations

import math

import pytest
import torch

from mxnet._ops import OPS
from mxnet._ops.parsing import parse_attrs

ATTRIBUTES = [
    ("clip", {"a_min": -1, "a_max": 1}),
    ("clip", {"a_min": -0.0, "a_max": math.inf}),
    ("clip", {"a_min": -65504, "a_max": 0}),
    ("_np_max", {}),
    ("_np_max", {"axis": 0}),
    ("_np_min", {"axis": (-1, 0), "keepdims": True}),
    ("_np_min", {"axis": None, "keepdims": True}),
    ("_np_prod", {"axis": 1}),
    ("_np_prod", {"axis": (0, -1), "keepdims": True}),
    ("_np_sum", {"axis": -1}),
    ("_npi_mean", {"axis": 0, "keepdims": True}),
    ("_npi_argmax", {}),
    ("_npi_argmin", {"axis": -2, "keepdims": True}),
    ("_npi_flip", {"axis": -1}),
    ("_np_squeeze", {}),
    ("_np_copy", {}),
    ("_npi_broadcast_to", {"shape": (2, 3, 4)}),
    ("_npi_full_like", {"fill_value": -0.0}),
    ("_npi_full_like", {"fill_value": -math.inf}),
    ("prod", {"axis": -1}),
    ("max", {"axis": 1}),
    ("min", {"axis": (0, 1)}),
    ("sum", {"axis": 0, "keepdims": True}),
]
VALUES = [[1.5, -0.0, 3.0, -2.5], [0.0, 1.5, 7.25, 3.0], [-1.0, 1.0, 0.5, -2.5]]


@pytest.mark.parametrize("odd", [0.25, math.nan, math.inf])
@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize(("name", "values"), ATTRIBUTES, ids=str)
def test_results_and_gradients_are_those_of_the_kernel(name, values, dtype, odd):
    op = OPS[name]
    attrs = parse_attrs(op, values)
    data = torch.tensor(VALUES, dtype=dtype)
    data[2, 2] = odd
    specialized, (expected, wanted) = op.specialize(attrs), _run(op.kernel, data, attrs)
    result, gradient = _run(specialized, data, {})
    assert result.dtype is expected.dtype
    assert torch.equal(result.signbit(), expected.signbit())
    torch.testing.assert_close(result, expected, rtol=0, atol=0, equal_nan=True)
    assert (gradient is None) == (wanted is None)
    if wanted is not None:
        torch.testing.assert_close(gradient, wanted, rtol=0, atol=0, equal_nan=True)


def _run(function, data, attrs):
    """Return the result on a tensor and, if there is one, the gradient of a weighted sum."""
    variable = data.clone().requires_grad_()
    recorded, result = function(variable, **attrs), function(data, **attrs)
    torch.testing.assert_close(recorded.detach(), result, rtol=0, atol=0, equal_nan=True)
    if not recorded.requires_grad:
        return result, None
    weights = torch.arange(1, recorded.numel() + 1, dtype=data.dtype).view(recorded.shape)
    recorded.backward(weights)
    return result, variable.grad


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("clip", {"a_min": 0, "a_max": 1e5}),  # infinite in float16
        ("clip", {"a_min": 1, "a_max": 0}),
        ("_np_max", {"axis": ()}),
        ("_np_prod", {}),
        ("_npi_flip", {"axis": (0, -2)}),  # the same axis twice
        ("_npi_argmax", {"keepdims": True}),
        ("_npi_full_like", {"fill_value": 1e5}),
        ("_npi_full_like", {"fill_value": 1, "dtype": "int32"}),
        ("_npi_broadcast_to", {"shape": (-2, 4)}),
    ],
    ids=str,
)
def test_other_attributes_use_the_kernel(name, values):
    assert OPS[name].specialize(parse_attrs(OPS[name], values)) is None
