"""Softmax and related functions."""

from __future__ import annotations

from typing import Literal

import torch

from ..._core.private_torch import Function, log_softmax_backward_data
from .. import shape_rules, type_rules
from ..attrs import dtype_choice
from ..checks import Declined, axis_in_range, check, fail
from ..inputs import when
from ..registry import op, register
from ..tracing import is_traced

FloatType = dtype_choice("float16", "float32", "float64") | None

_TOGETHER = "length and use_length=True go together"


def _apply(function, data, axis: int, temperature: float | None, dtype: torch.dtype | None):
    """Apply a softmax to ``data / temperature``, with the result in ``dtype``."""
    if not data.is_floating_point():
        fail(f"This operation only support floating point types, not {data.dtype}")
    if temperature is not None and temperature != 1 and data.numel():
        # Differences of finite numbers do not overflow when they are divided, as quotients may.
        data = (data - data.detach().amax(axis, keepdim=True)) / temperature
    if dtype is None or dtype is data.dtype:
        return function(data, axis)
    return function(data, axis, dtype=torch.promote_types(data.dtype, dtype)).to(dtype)


def _specialize(function):
    def specialize(attrs: dict):
        if attrs["use_length"] or attrs["temperature"] not in (None, 1) or attrs["dtype"]:
            return None
        axis = attrs["axis"]

        def apply(data, length=None):
            if length is not None:
                fail(_TOGETHER)
            return function(data, axis)

        return apply

    return specialize


def _padding_mask(length, data, axis: int):
    """Return a mask of the elements after each length."""
    shape = data.shape[:axis] + data.shape[axis + 1 :] or (1,)
    if length.shape != shape or length.is_floating_point():
        fail(f"length must have an integer type and shape {tuple(shape)}")
    steps = torch.arange(data.shape[axis], device=data.device)
    lengths = length.view(*data.shape[:axis], 1, *data.shape[axis + 1 :])
    return steps.view(-1, *[1] * (data.ndim - 1 - axis)) >= lengths


def _length_shape(shapes: dict, attrs: dict) -> dict:
    rest = list(shapes["data"])
    del rest[attrs["axis"]]
    return {"length": tuple(rest) or (1,)}


def log_softmax_gradient(grad, result, axis: int):
    """Compute the gradient of the argument of log_softmax."""
    return log_softmax_backward_data(grad, result, axis, result.dtype)


def _log_softmax_rule(g, attrs, inputs, result, grad):
    if attrs["temperature"] is not None or attrs["dtype"] is not None:
        raise Declined("log_softmax with a temperature or a dtype has no gradient rule")
    return (g.call(log_softmax_gradient, grad, result, attrs["axis"]),)


@op(
    "softmax",
    "_npx_softmax",
    mixed=True,
    specialize=_specialize(torch.softmax),
    infer_params=_length_shape,
    types=type_rules.attr_or_input(),
    shape=shape_rules.like_first,
    gives_probabilities=True,
    optional=when("use_length", "length"),
    default_types={"length": torch.int32},
    without_gradient=("length",),
    naming="outputs",
)
def softmax(
    data,
    length=None,
    *,
    axis: int = -1,
    temperature: float | None = None,
    dtype: FloatType = None,
    use_length: bool | None = False,
):
    """Compute ``exp(x / temperature)`` divided by its sum along an axis.

    With ``use_length``, only the first ``length`` elements along the axis are used; the others
    become 0.
    """
    check(bool(use_length) == (length is not None), _TOGETHER)
    axis = axis_in_range(axis, data.ndim or 1)
    if length is None:
        return _apply(torch.softmax, data, axis, temperature, dtype)
    is_padding = _padding_mask(length, data, axis)
    data = torch.where(is_padding, -torch.inf, data)  # masked_fill takes twice as long
    result = _apply(torch.softmax, data, axis, temperature, dtype)
    if length.is_cpu and not is_traced() and not (length < 1).any():
        return result  # exp(-inf) is 0
    return result.masked_fill(is_padding, 0)


def _softmin(data, axis):
    return torch.softmax(-data, axis)


def _kin_kernel(function, doc, is_negated=False):
    def kernel(
        data,
        *,
        axis: int = -1,
        temperature: float | None = None,
        dtype: FloatType = None,
        use_length: bool | None = False,
    ):
        check(not use_length, "use_length needs an input for the lengths, which only softmax has")
        axis = axis_in_range(axis, data.ndim or 1)
        return _apply(function, -data if is_negated else data, axis, temperature, dtype)

    kernel.__doc__ = doc
    return kernel


register(
    _kin_kernel(torch.log_softmax, "Compute the logarithm of the softmax along an axis."),
    "log_softmax",
    ("_npx_log_softmax",),
    specialize=_specialize(torch.log_softmax),
    types=type_rules.attr_or_input(),
    shape=shape_rules.same,
    gradient=_log_softmax_rule,
)
register(
    _kin_kernel(torch.softmax, "Compute the softmax of the negated data along an axis.", True),
    "softmin",
    specialize=_specialize(_softmin),
    types=type_rules.attr_or_input(),
    shape=shape_rules.same,
    numbers_inputs=True,
    naming="outputs",
)


@op(
    "SoftmaxActivation",
    shape=shape_rules.same,
    gives_probabilities=True,
    numbers_inputs=True,
    naming="outputs",
)
def softmax_activation(data, *, mode: Literal["instance", "channel"] = "instance"):
    """Compute the softmax along axis 1 (``channel``) or along the last axis (``instance``)."""
    if mode == "instance":
        return torch.softmax(data, -1)
    check(data.ndim >= 3, "Input need to have a least 3 dimensions when mode=channel")
    return torch.softmax(data, 1)


class _SoftmaxCrossEntropy(Function):
    """The summed loss. MXNet: probabilities are at least 1e-8; the gradient ignores that."""

    @staticmethod
    def forward(ctx, data, label):
        ctx.save_for_backward(data, label)
        chosen = torch.softmax(data, 1).gather(1, label)
        return -chosen.clamp(min=1e-8).log().sum().view(1)

    @staticmethod
    def backward(ctx, grad):
        data, label = ctx.saved_tensors
        target = torch.zeros_like(data).scatter_(1, label, 1)
        return grad * (torch.softmax(data, 1) - target), None


@op("softmax_cross_entropy", without_gradient=("label",))
def softmax_cross_entropy(data, label):
    """Compute the cross entropy between the softmax of each row and its label, summed over rows."""
    check(data.ndim == 2, "SoftmaxCrossEntropy only accept 2D data")
    check(label.shape == data.shape[:1], "label must have one element for each row of data")
    return _SoftmaxCrossEntropy.apply(data, label.to(torch.int64).view(-1, 1))
