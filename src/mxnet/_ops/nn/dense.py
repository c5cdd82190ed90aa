"""Layers without an axis of their own: fully connected, activations, dropout."""

from __future__ import annotations

import math
from typing import Literal

import torch
import torch.nn.functional as F

from ..attrs import Shape
from ..checks import axis_in_range, fail, want_floats
from ..registry import Random, Training, op

# ---------------------------------------------------------------------------------- fully connected


def _fully_connected_params(shapes: dict, attrs: dict) -> dict:
    data = shapes["data"]
    units = attrs["num_hidden"]
    weight = (units, math.prod(data[1:]) if attrs["flatten"] else data[-1])
    return {"weight": weight} if attrs["no_bias"] else {"weight": weight, "bias": (units,)}


@op("FullyConnected", "_npx_fully_connected", infer_params=_fully_connected_params)
def fully_connected(
    data, weight, bias=None, *, num_hidden: int, no_bias: bool = False, flatten: bool = True
):
    """Return ``data @ weight.T + bias``.

    With ``flatten`` all axes of data but the first are one; without, the last axis is transformed
    and the others stay as they are.
    """
    if flatten and data.ndim != 2:
        data = data.flatten(1) if data.ndim > 1 else data.unsqueeze(1)
    if (bias is None) is not no_bias:
        fail(
            "expects 2 inputs (data, weight) with no_bias=True, but got 3 instead"
            if no_bias
            else "expects 3 inputs (data, weight, bias), but got 2 instead; or set no_bias=True"
        )
    if weight.shape != (num_hidden, data.shape[-1]):
        fail(
            f"Shape inconsistent, Provided = {tuple(weight.shape)} for weight, "
            f"inferred shape={(num_hidden, data.shape[-1])}, (num_hidden, size of the input)"
        )
    if bias is not None and bias.shape != (num_hidden,):
        fail(f"Unexpected shape for bias {tuple(bias.shape)}, wanted {(num_hidden,)}")
    return F.linear(data, weight, bias)


# -------------------------------------------------------------------------------------- activations

ACTIVATIONS = {
    "relu": torch.relu,
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
    "softrelu": F.softplus,
    "softsign": F.softsign,
}


_threshold_into = torch.ops.aten.threshold_backward.grad_input._op


def threshold_(grad: torch.Tensor, result: torch.Tensor, threshold: float) -> torch.Tensor:
    """Overwrite the gradient of a result with that of its argument, 0 up to the threshold."""
    return _threshold_into(grad, result, threshold, grad_input=grad)


@op("Activation", "_npx_activation")
def activation(data, *, act_type: Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"]):
    """Apply an activation function to each element.

    ``relu`` is ``max(x, 0)``, ``softrelu`` is ``log(1 + exp(x))`` and ``softsign`` is
    ``x / (1 + |x|)``.
    """
    want_floats(data)
    return ACTIVATIONS[act_type](data)


# ------------------------------------------------------------------------------------------ dropout

_MANY = 4096  # elements: from here on drawing bits in bulk is faster than bernoulli_


def _noise(like, shape, keep: float, generator) -> torch.Tensor:
    """Return 1 / keep with probability ``keep``, else 0."""
    noise = torch.empty(shape, dtype=like.dtype, device=like.device)
    count = noise.numel()
    if count < _MANY or not like.is_cpu or not 1 / 64 <= keep <= 63 / 64:
        noise.bernoulli_(keep, generator=generator)
    else:
        # Four elements share a draw of 64 bits; one is kept if its 16 bits are below the threshold.
        draws = torch.empty((count + 3) // 4, dtype=torch.int64, device=like.device)
        bits = draws.random_(-(2**63), None, generator=generator).view(torch.int16)
        torch.lt(bits[:count].view(shape), round(keep * 2**16) - 2**15, out=noise)
    # MXNet: p=1 divides by 0, so that everything is nan.
    return noise.mul_(1 / keep if keep > 0 else math.inf)


def dropout_noise(data, p: float, axes: Shape, generator) -> torch.Tensor:
    """Return what Dropout multiplies data by."""
    want_floats(data)
    shape = data.shape
    if axes:
        shared = [axis_in_range(axis, data.ndim) for axis in axes]
        shape = [1 if axis in shared else size for axis, size in enumerate(shape)]
    return _noise(data, shape, 1 - p, generator)


@op("Dropout", "_npx_dropout", aliases_input=True)
def dropout(
    data, *,
    p: float = 0.5, mode: Literal["always", "training"] = "training", axes: Shape = (),
    cudnn_off: bool | None = False,
    training: Training, generator: Random,
):  # fmt: skip
    """Set a random fraction ``p`` of the elements to 0 and divide the others by ``1 - p``.

    It does so in training, with ``mode='always'`` everywhere. Along ``axes`` all elements share one
    fate. ``cudnn_off`` means nothing here.
    """
    if not 0 <= p <= 1:
        fail(f"value {p} for Parameter p exceed bound [0,1]")
    want_floats(data)
    if p == 0 or not (training or mode == "always"):
        return data
    return data * dropout_noise(data, p, axes, generator)
