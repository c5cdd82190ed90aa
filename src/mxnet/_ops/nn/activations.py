"""Activation functions: the operator, and the variants for fused layers and plans."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import torch
import torch.nn.functional as F

from .. import shape_rules
from ..checks import Declined, require_floats
from ..registry import Quantization, op

# ``_op``: without a Python function around it.
threshold_backward = torch.ops.aten.threshold_backward.default._op
_threshold_into = torch.ops.aten.threshold_backward.grad_input._op


def threshold_(grad: torch.Tensor, result: torch.Tensor, threshold: float) -> torch.Tensor:
    """Replace the gradient of a result in place by that of its argument: 0 up to the threshold."""
    return _threshold_into(grad, result, threshold, grad_input=grad)


@dataclass(frozen=True, slots=True)
class Activation:
    """An activation function.

    A function with an ``inplace`` form has a gradient that depends only on the result:
    ``backward(grad, result, *arguments)``.
    """

    function: Callable
    inplace: Callable | None = None
    backward: Callable | None = None
    arguments: tuple = ()


ACTIVATIONS = {
    "relu": Activation(torch.relu, torch.relu_, threshold_backward, (0,)),
    "sigmoid": Activation(torch.sigmoid, torch.sigmoid_, torch.ops.aten.sigmoid_backward.default),
    "tanh": Activation(torch.tanh, torch.tanh_, torch.ops.aten.tanh_backward.default),
    "softrelu": Activation(F.softplus),
    "softsign": Activation(F.softsign),
}


def _inplace(attrs: dict):
    function = ACTIVATIONS[attrs["act_type"]].inplace
    return None if function is None else (function, ())


def _gradient(g, attrs, inputs, result, grad):
    activation = ACTIVATIONS[attrs["act_type"]]
    if activation.backward is None:
        raise Declined(f"Activation {attrs['act_type']} has no gradient rule")
    return (g.call(activation.backward, grad, result, *activation.arguments),)


@op(
    "Activation",
    "_npx_activation",
    elementwise=True,
    shape=shape_rules.same,
    numbers_inputs=True,
    naming="outputs",
    quantization=Quantization(
        "_contrib_quantized_act", applies=lambda attrs: attrs["act_type"] == "relu"
    ),
    inplace=_inplace,
    gradient=_gradient,
)
def activation(data, *, act_type: Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"]):
    """Apply an activation function to each element.

    ``relu`` is ``max(x, 0)``, ``softrelu`` is ``log(1 + exp(x))`` and ``softsign`` is
    ``x / (1 + |x|)``.
    """
    require_floats(data)
    return ACTIVATIONS[act_type].function(data)


@op("_silu", elementwise=True, shape=shape_rules.same)
def silu(data):
    """Compute ``x * sigmoid(x)``.

    MXNet has no such operator. In eager calls it takes half of the time of its parts.
    """
    require_floats(data)
    return F.silu(data)
