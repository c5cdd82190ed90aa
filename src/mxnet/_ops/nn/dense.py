"""Fully connected layers and dropout."""

from __future__ import annotations

import math
from typing import Literal

import torch

from .. import gradient_rules, multiply_adds, shape_rules
from ..attrs import Shape
from ..checks import Declined, axis_in_range, fail, require_floats
from ..inputs import unless
from ..partial_shape import merge
from ..products import linear, mm
from ..registry import Quantization, Random, Training, op
from ..sparse_tensor import RowSparseTensor, to_dense

# ---------------------------------------------------------------------------------- fully connected


def _fully_connected_params(shapes: dict, attrs: dict) -> dict:
    data = shapes["data"]
    units = attrs["num_hidden"]
    weight = (units, math.prod(data[1:]) if attrs["flatten"] else data[-1])
    return {"weight": weight} if attrs["no_bias"] else {"weight": weight, "bias": (units,)}


def fully_connected_shape(inputs, outputs, attrs):
    """The output has the batch size of the data."""
    data, result = inputs[0], outputs[0]
    if data is None or result is None or len(data) < 2:
        return inputs, outputs
    batch = 1 if attrs["flatten"] else len(data) - 1
    if len(result) != batch + 1:
        return inputs, outputs
    return [(*merge(data[:batch], result[:batch]), *data[batch:]), *inputs[1:]], outputs


def _rows(data, width: int):
    return data if data.ndim == 2 and data.shape[1] == width else data.reshape(-1, width)


def _dense_data_gradient(grad, weight, data):
    if data.ndim == grad.ndim == 2:
        return mm(grad, weight)
    return mm(_rows(grad, weight.shape[0]), weight).view(data.shape)


def _dense_weight_gradient(grad, weight, data, out=None):
    return mm(_rows(grad, weight.shape[0]).t(), _rows(data, weight.shape[1]), out=out)


def _dense_bias_gradient(grad, out=None):
    grad = grad if grad.ndim == 2 else grad.reshape(-1, grad.shape[-1])
    return torch.sum(grad, 0, out=out)


def _matrix_weight_gradient(grad, data, out=None):
    if data.ndim != 2:  # a vector is a column with one feature
        data = data.flatten(1) if data.ndim > 1 else data.unsqueeze(1)
    return mm(grad.t(), data, out=out)


def _fully_connected_gradient(g, attrs, inputs, result, grad):
    data, weight = inputs[:2]
    if not attrs["no_bias"] and g.declares_axes(result, 2) == 2:
        raise Declined("a bias is a column")
    # The small sum first, while the gradient is in the cache: the products evict it.
    if not attrs["flatten"]:
        bias_grad = g.call_into(_dense_bias_gradient, grad)
        weight_grad = g.call_into(_dense_weight_gradient, grad, weight, data)
        return g.call(_dense_data_gradient, grad, weight, data), weight_grad, bias_grad
    # The result and its gradient are matrices.
    bias_grad = g.call_into(torch.sum, grad, 0)
    if not g.is_matrix(data):
        weight_grad = g.call_into(_matrix_weight_gradient, grad, data)
        return g.call(_dense_data_gradient, grad, weight, data), weight_grad, bias_grad
    # Without functions of ours: each call would take 0.4 of the 3 microseconds for small matrices.
    weight_grad = g.call_into(mm, g.call(torch.t, grad), data)
    return g.call(mm, grad, weight), weight_grad, bias_grad


def _fully_connected_sparse(op, operands, attrs):
    """Compute densely; MXNet: a row-sparse bias has a second axis of length 1."""
    *inputs, bias = operands
    if len(inputs) < 2 or not isinstance(bias, RowSparseTensor) or bias.shape[1:] != (1,):
        raise Declined("no kernel for sparse arrays")
    return op.kernel(*map(to_dense, inputs), to_dense(bias).view(-1), **attrs)


@op(
    "FullyConnected",
    "_npx_fully_connected",
    gradient_reads_result=False,
    infer_params=_fully_connected_params,
    shape=fully_connected_shape,
    optional=unless("no_bias", "bias"),
    naming="outputs",
    quantization=Quantization("_contrib_quantized_fully_connected", must=True, requantize=True),
    gradient=_fully_connected_gradient,
    sparse=_fully_connected_sparse,
    multiply_adds=multiply_adds.dense,
)
def fully_connected(
    data, weight, bias=None, *, num_hidden: int, no_bias: bool = False, flatten: bool = True
):
    """Compute ``data @ weight.T + bias``.

    With ``flatten``, all axes of data except the first are merged into one. Otherwise the last axis
    is transformed and the others are preserved.
    """
    if flatten and data.ndim != 2:
        data = data.flatten(1) if data.ndim > 1 else data.unsqueeze(1)
    # Torch multiplies non-contiguous data matrix by matrix, up to 2.4 times slower.
    elif data.ndim > 2:
        data = data.contiguous()
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
        if bias.shape != (num_hidden, 1):  # MXNet: a column, as row-sparse arrays are
            fail(f"Unexpected shape for bias {tuple(bias.shape)}, expected {(num_hidden,)}")
        bias = bias[:, 0]
    return linear(data, weight, bias)


# ------------------------------------------------------------------------------------------ dropout

_MANY = 4096  # elements: from here on, drawing bits in bulk is faster than bernoulli_


def _draw_mask(like, dtype, keep: float, axes: Shape, generator) -> torch.Tensor:
    """Return 1 with probability ``keep``, otherwise 0."""
    require_floats(like)
    shape = like.shape
    if axes:
        shared = [axis_in_range(axis, like.ndim) for axis in axes]
        shape = [1 if axis in shared else size for axis, size in enumerate(shape)]
    mask = torch.empty(shape, dtype=dtype, device=like.device)
    count = mask.numel()
    if count < _MANY or not like.is_cpu or not 1 / 64 <= keep <= 63 / 64:
        return mask.bernoulli_(keep, generator=generator)
    # Four elements share a draw of 64 bits; one is kept if its 16 bits are below the threshold.
    draws = torch.empty((count + 3) // 4, dtype=torch.int64, device=like.device)
    bits = draws.random_(-(2**63), None, generator=generator).view(torch.int16)
    return torch.lt(bits[:count].view(shape), round(keep * 2**16) - 2**15, out=mask)


def dropout_noise(data, p: float, axes: Shape, generator) -> torch.Tensor:
    """Return the factors of Dropout: 1 / keep with probability ``keep``, otherwise 0."""
    keep = 1 - p
    # MXNet: p=1 divides by 0, and all results are nan.
    scale = 1 / keep if keep > 0 else math.inf
    return _draw_mask(data, data.dtype, keep, axes, generator).mul_(scale)


def dropout_mask(data, p: float, axes: Shape, generator) -> torch.Tensor:
    """Return where Dropout keeps elements, from the same random numbers."""
    mask = _draw_mask(data, torch.bool, 1 - p, axes, generator)
    return mask.expand_as(data) if axes else mask


def dropout_is_active(p: float, mode: str, training: bool, **others) -> bool:
    """Return whether Dropout with these arguments drops elements."""
    return p > 0 and (training or mode == "always")


@op(
    "Dropout",
    "_npx_dropout",
    aliases_input=True,
    shape=shape_rules.like_first,
    keeps_elements=True,
    stored_outputs=2,
    naming="outputs",
    gradient=gradient_rules.decline("Dropout is decomposed before"),
)
def dropout(
    data, *,
    p: float = 0.5, mode: Literal["always", "training"] = "training", axes: Shape = (),
    cudnn_off: bool | None = False,
    training: Training, generator: Random,
):  # fmt: skip
    """Set a random fraction ``p`` of the elements to 0 and divide the others by ``1 - p``.

    This happens only in training, or always with ``mode='always'``. Along ``axes``, all elements
    are dropped together. ``cudnn_off`` has no effect.
    """
    if not 0 <= p <= 1:
        fail(f"value {p} for Parameter p exceed bound [0,1]")
    require_floats(data)
    if not dropout_is_active(p, mode, training):
        return data
    return data * dropout_noise(data, p, axes, generator)
