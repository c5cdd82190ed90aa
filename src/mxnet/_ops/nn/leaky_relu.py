"""Rectifiers with a nonzero output for negative values."""

from __future__ import annotations

from typing import Literal

import torch
import torch.nn.functional as F
from torch.nn.functional import leaky_relu_

from ..._core.private_torch import Function
from .. import shape_rules
from ..checks import Declined, fail, require_floats
from ..registry import Random, Training, op

# From "Self-Normalizing Neural Networks", Klambauer et al. 2017.
_SELU_ALPHA = 1.6732632423543772
_SELU_LAMBDA = 1.0507009873554805


class _Selu(Function):
    """SELU with MXNet's gradient."""

    @staticmethod
    def forward(ctx, data):
        result = F.selu(data)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        # MXNet: below 0 it is lambda * (alpha + result), although the result already contains
        # lambda.
        alpha, scale = _SELU_ALPHA / _SELU_LAMBDA, _SELU_LAMBDA
        return torch.ops.aten.elu_backward.default(grad, alpha, scale, scale, True, result)


def _align_slopes(gamma, shape):
    """Return gamma in a shape that broadcasts: it belongs to axis 1 or to the first two axes."""
    aligned, last = [1] * len(shape), gamma.ndim - 1
    for axis in range(min(len(shape), 2) - 1, -1, -1):
        if last >= 0 and gamma.shape[last] in (1, shape[axis]):
            aligned[axis] = gamma.shape[last]
            last -= 1
    if last != -1:
        fail(
            f"Cannot broadcast gamma to data. gamma: {tuple(gamma.shape)}, data: {tuple(shape)}; "
            "gamma has one slope, one for each channel (axis 1), or one for each sample and channel"
        )
    return gamma.reshape(aligned)


def _prelu(data, gamma):
    if gamma.ndim == 1 and data.ndim > 1 and gamma.shape[0] in (1, data.shape[1]):
        return torch.prelu(data, gamma)
    return torch.where(data > 0, data, data * _align_slopes(gamma, data.shape))


def _rrelu(data, lower, upper, training, generator):
    # MXNet: the slopes are a second output, which is uninitialized unless they are random.
    if training:
        slope = torch.empty_like(data).uniform_(lower, upper, generator=generator)
        return torch.where(data > 0, data, data * slope), slope
    slope = (lower + upper) / 2
    return F.leaky_relu(data, slope), torch.full_like(data, slope)


def _leaky_relu_params(shapes: dict, attrs: dict) -> dict:
    return {"gamma": shapes["data"][1:2] or (1,)} if attrs["act_type"] == "prelu" else {}


def _leaky_inplace(attrs: dict):
    return (leaky_relu_, (attrs["slope"],)) if attrs["act_type"] == "leaky" else None


_leaky_relu_backward = torch.ops.aten.leaky_relu_backward.default


def _leaky_gradient(g, attrs, inputs, result, grad):
    if attrs["act_type"] != "leaky":
        raise Declined(f"LeakyReLU {attrs['act_type']} has no gradient rule")
    return (g.call(_leaky_relu_backward, grad, inputs[0], attrs["slope"], False),)


@op(
    "LeakyReLU",
    "_npx_leaky_relu",
    outputs=lambda attrs: 2 if attrs["act_type"] == "rrelu" else 1,
    output_names=("output", "mask"),
    infer_params=_leaky_relu_params,
    shape=shape_rules.like_first,
    optional=lambda attrs: ("gamma",) if attrs["act_type"] == "prelu" else (),
    initializers={"gamma": '["Constant", {"value": 0.25}]'},
    naming="outputs",
    inplace=_leaky_inplace,
    gradient=_leaky_gradient,
)
def leaky_relu(
    data, gamma=None, *,
    act_type: Literal["elu", "gelu", "leaky", "prelu", "rrelu", "selu"] = "leaky",
    slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334,
    training: Training, generator: Random,
):  # fmt: skip
    """Apply a rectifier with a nonzero output for negative values.

    ``leaky`` multiplies negative values by ``slope``, ``prelu`` by the learned ``gamma``, and
    ``rrelu`` by random numbers between the bounds in training, or by the mean of the bounds in
    inference. For negative values ``elu`` is ``slope * (exp(x) - 1)`` and ``selu`` a scaled elu.
    ``gelu`` is ``x`` times the normal distribution function. ``rrelu`` also returns the slopes.
    """
    require_floats(data)
    if act_type == "prelu":
        if gamma is None:
            fail("act_type='prelu' expects 2 inputs (data, gamma), but got 1 instead")
        return _prelu(data, gamma)
    if gamma is not None:
        fail("expects 1 input (data), but got 2 instead; gamma belongs to act_type='prelu'")
    if act_type == "leaky":
        return F.leaky_relu(data, slope)
    if act_type == "elu":
        return F.elu(data, slope)
    if act_type == "gelu":
        return F.gelu(data)
    if act_type == "selu":
        return _Selu.apply(data) if data.requires_grad else F.selu(data)
    return _rrelu(data, lower_bound, upper_bound, training, generator)
