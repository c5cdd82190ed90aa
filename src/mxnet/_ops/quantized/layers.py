"""Layers for 8-bit integers.

Each integer array, input or result, comes with the two ends of its range of floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import torch

from ..._core.dtypes import widen
from .. import shape_rules
from ..attrs import Shape
from ..checks import axis_in_range, brackets, check, fail
from ..nn.conv import CONVOLUTIONS, Layout, Tuning
from ..nn.dense import fully_connected_shape
from ..nn.pooling import Layout as PoolingLayout, pooling
from ..nn.windows import check_kernel, check_reach, check_shape
from ..products import linear
from ..registry import op
from ..tensor.indexing import AnyType, embedding
from .exact_products import exact_weights
from .quantize import (
    FLOAT,
    INT8,
    INT32,
    LARGEST,
    RANGED,
    REACH,
    UINT8,
    extent,
    number,
    over,
    require_ranges,
    require_type,
    round_to,
    scale_of,
)
from .types import LIKE_DATA, concatenated, int8, product_type, quantized, sum_type, weighted

ONE = (1,)
OF_DATA = {"data": INT8}
OF_PAIR = {"lhs": INT8, "rhs": INT8}


def range_of_product(
    ends: Sequence[torch.Tensor], unsigned: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the range of 32-bit sums of products, for both ends of data and of weights."""
    low, high, weight_low, weight_high = ends
    # MXNet: with uint8 data the ends of the two ranges are taken to be 255 and 127.
    one = extent(low, high) / (255.0 if unsigned else 127.0)
    step = one * (extent(weight_low, weight_high) / 127.0)
    return -(step * LARGEST[INT32]), step * LARGEST[INT32]


def _take_inputs(count: int, *tensors) -> list[torch.Tensor]:
    """Return the inputs after the weight, of which bias and its range may be omitted."""
    present = [tensor for tensor in tensors if tensor is not None]
    check(len(present) == count - 2, f"expects {count} inputs, got {len(present) + 2}")
    return present


def _ranges_of_inputs(shapes: dict, parameters: dict) -> dict:
    """Return the shapes of parameters, and of the ends of ranges."""
    return {**{name: ONE for name in shapes if "min" in name or "max" in name}, **parameters}


# ------------------------------------------------------------------------------- weighted layers


def _conv_parameters(shapes: dict, attrs: dict) -> dict:
    data, filters = shapes["data"], attrs["num_filter"]
    if data is None:
        return {}
    weight = (filters, data[1], *attrs["kernel"])
    return _ranges_of_inputs(shapes, {"weight": weight, "bias": (filters,)})


def _bias_and_ranges(attrs: dict) -> tuple[str, ...]:
    ranges = ("min_data", "max_data", "min_weight", "max_weight")
    return ranges if attrs["no_bias"] else ("bias", *ranges, "min_bias", "max_bias")


@op(
    "_contrib_quantized_conv",
    infer_params=_conv_parameters,
    **RANGED,
    types=weighted,
    optional=_bias_and_ranges,
)
def quantized_conv(
    data, weight, bias=None, min_data=None, max_data=None, min_weight=None, max_weight=None,
    min_bias=None, max_bias=None, *, kernel: Shape, stride: Shape = (), dilate: Shape = (),
    pad: Shape = (), num_filter: int, num_group: int = 1, workspace: int = 1024,
    no_bias: bool = False, cudnn_tune: Tuning | None = None, cudnn_off: bool = False,
    layout: Layout | None = None,
):  # fmt: skip
    """Convolve ``uint8`` data with ``int8`` filters; the sums are 32-bit integers.

    ``workspace``, ``cudnn_tune`` and ``cudnn_off`` have no effect.
    """
    rest = (bias, min_data, max_data, min_weight, max_weight, min_bias, max_bias)
    inputs = _take_inputs(6 if no_bias else 9, *rest)
    bias = None if no_bias else inputs.pop(0)
    require_type(data, "data", *((UINT8, INT8) if data.is_meta else (UINT8,)))
    require_type(weight, "weight", INT8)
    check(num_group == 1, f"quantized_conv only supports num_group=1 for now, got {num_group}")
    check(layout in (None, "NCHW", "NCDHW"), f"only supports NCHW or NCDHW layout, got {layout}")
    check_kernel(kernel, stride, dilate, pad)
    check(len(kernel) in (2, 3), f"only supports 2d or 3d kernel, got {brackets(kernel)}")
    check(
        data.ndim == len(kernel) + 2,
        f"data must have {len(kernel) + 2} axes, got {brackets(data.shape)}",
    )
    check_shape(weight.shape, (num_filter, data.shape[1], *kernel))
    check_reach(data.shape[2:], kernel, dilate, pad)
    require_ranges(
        min_data=inputs[0], max_data=inputs[1], min_weight=inputs[2], max_weight=inputs[3]
    )
    if bias is not None:
        require_type(bias, "bias", INT8)
        check_shape(bias.shape, (num_filter,))
    # MXNet: the integers of the bias are added unscaled.
    weights = exact_weights(data.dtype, weight, None if bias is None else bias.to(INT32))
    geometry = (stride or 1, pad or 0, dilate or 1, 1)
    sums = weights.sums(lambda *arrays: CONVOLUTIONS[len(kernel)](*arrays, *geometry), data, 1)
    # MXNet: data is treated as int8 here, although it is uint8.
    return sums.to(INT32), *range_of_product(inputs[:4], unsigned=False)


def _fully_connected_parameters(shapes: dict, attrs: dict) -> dict:
    data, hidden = shapes["data"], attrs["num_hidden"]
    if data is None:
        return {}
    size = data[-1]
    if attrs["flatten"]:
        size = 1
        for n in data[1:]:
            size *= n
    return _ranges_of_inputs(shapes, {"weight": (hidden, size), "bias": (hidden,)})


@op(
    "_contrib_quantized_fully_connected",
    infer_params=_fully_connected_parameters,
    **RANGED,
    types=weighted,
    shape=fully_connected_shape,
    optional=_bias_and_ranges,
)
def quantized_fully_connected(
    data, weight, bias=None, min_data=None, max_data=None, min_weight=None, max_weight=None,
    min_bias=None, max_bias=None, *, num_hidden: int, no_bias: bool = False, flatten: bool = True,
):  # fmt: skip
    """Compute ``data @ weight.T + bias`` of 8-bit integers as 32-bit integers."""
    rest = (bias, min_data, max_data, min_weight, max_weight, min_bias, max_bias)
    arrays = _take_inputs(6 if no_bias else 9, *rest)
    bias = None if no_bias else arrays.pop(0)
    require_type(data, "data", INT8, UINT8)
    require_type(weight, "weight", INT8)
    names = ("min_data", "max_data", "min_weight", "max_weight", "min_bias", "max_bias")
    require_ranges(**dict(zip(names, arrays, strict=False)))
    data = rows_of(data, weight, num_hidden, flatten)
    if bias is not None:
        require_type(bias, "bias", INT8)
        check_shape(bias.shape, (num_hidden,))
        scale = scale_of(data.dtype, *arrays[:2]) * scale_of(INT8, *arrays[2:4])
        factor = scale * extent(*arrays[4:]) / REACH[INT8]
        bias = (bias * factor).to(INT32)  # MXNet: fractions are truncated
    sums = exact_weights(data.dtype, weight, bias).sums(linear, data, -1)
    return sums.to(INT32), *range_of_product(arrays[:4], unsigned=data.dtype is UINT8)


def rows_of(data, weight, num_hidden: int, flatten: bool) -> torch.Tensor:
    """Return data in the form for a dense layer; reject a weight that does not match."""
    if flatten and data.ndim != 2:
        data = data.flatten(1) if data.ndim > 1 else data.unsqueeze(1)
    check_shape(weight.shape, (num_hidden, data.shape[-1]))
    return data


def _embedding_parameters(shapes: dict, attrs: dict) -> dict:
    return _ranges_of_inputs(shapes, {"weight": (attrs["input_dim"], attrs["output_dim"])})


@op(
    "_contrib_quantized_embedding",
    infer_params=_embedding_parameters,
    **RANGED,
    types=quantized(".bf", int8),
)
def quantized_embedding(
    data, weight, min_weight, max_weight, *, input_dim: int, output_dim: int,
    dtype: AnyType = FLOAT, sparse_grad: bool = False,
):  # fmt: skip
    """Look up the row of an ``int8`` matrix for each index.

    ``dtype`` and ``sparse_grad`` are those of ``Embedding`` and have no effect.
    """
    require_type(weight, "weight", INT8)
    require_ranges(min_weight=min_weight, max_weight=max_weight)
    rows = embedding(data, weight, input_dim=input_dim, output_dim=output_dim)
    return rows, min_weight.clone(), max_weight.clone()


# ------------------------------------------------------------------- layers that keep the range


def _one_range(shapes: dict, attrs: dict) -> dict:
    return _ranges_of_inputs(shapes, {})


KEEPS_RANGE = {**RANGED, "infer_params": _one_range}


@op("_contrib_quantized_flatten", **KEEPS_RANGE, types=LIKE_DATA, default_types=OF_DATA)
def quantized_flatten(data, min_data, max_data):
    """Merge all axes except the first."""
    require_type(data, "data", INT8, UINT8)
    require_ranges(min_data=min_data, max_data=max_data)
    flat = data.flatten(1) if data.ndim > 1 else data.unsqueeze(1)
    return flat.clone(memory_format=torch.contiguous_format), min_data.clone(), max_data.clone()


@op(
    "_contrib_quantized_act",
    **KEEPS_RANGE,
    types=quantized(".f", int8),
    default_types=OF_DATA,
    shape=shape_rules.like_first,
)
def quantized_act(
    data,
    min_data,
    max_data,
    *,
    act_type: Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"],
):
    """Replace negative integers by 0; other activations are not supported for integers."""
    check(act_type == "relu", f"only supports act_type=relu for now, got {act_type}")
    require_type(data, "data", INT8, UINT8)
    require_ranges(min_data=min_data, max_data=max_data)
    # MXNet: the result is always int8; the bits of uint8 are reinterpreted.
    result = data.view(INT8).clone() if data.dtype is UINT8 else data.clamp(min=0)
    return result, min_data.clone(), max_data.clone()


@op("_contrib_quantized_pooling", **KEEPS_RANGE, types=LIKE_DATA, default_types=OF_DATA)
def quantized_pooling(
    data, min_data, max_data, *, kernel: Shape = (),
    pool_type: Literal["avg", "lp", "max", "sum"] = "max", global_pool: bool = False,
    cudnn_off: bool = False, pooling_convention: Literal["full", "same", "valid"] = "valid",
    stride: Shape = (), pad: Shape = (), p_value: int | None = None,
    count_include_pad: bool | None = None, layout: PoolingLayout | None = None,
):  # fmt: skip
    """Reduce windows to their maximum or average, rounded. ``cudnn_off`` has no effect."""
    require_type(data, "data", INT8, UINT8)
    require_ranges(min_data=min_data, max_data=max_data)
    check(pool_type in ("max", "avg"), f"only supports pool_type=max/avg for now, got {pool_type}")
    check(data.ndim in (4, 5), f"only supports 4D/5D data, got {brackets(data.shape)}")
    check(layout in (None, "NCHW", "NCDHW"), f"only supports NCHW/NCDHW layout, got {layout}")
    pooled = pooling(
        data.to(FLOAT), kernel=kernel, pool_type=pool_type, global_pool=global_pool,
        pooling_convention=pooling_convention, stride=stride, pad=pad,
        count_include_pad=count_include_pad,
    )  # fmt: skip
    return round_to(pooled, data.dtype), min_data.clone(), max_data.clone()


# -------------------------------------------------------------------------- layers with new ranges


def _batch_norm_parameters(shapes: dict, attrs: dict) -> dict:
    data = shapes["data"]
    if data is None:
        return {}
    channels = (data[axis_in_range(attrs["axis"], len(data))],)
    names = ("gamma", "beta", "moving_mean", "moving_var")
    return _ranges_of_inputs(shapes, dict.fromkeys(names, channels))


def _batch_norm_shape(inputs, outputs, attrs):
    inputs, (result, *ends) = shape_rules.like_first(inputs, outputs, attrs)
    return inputs, [result, *(ONE for _ in ends)]


@op(
    "_contrib_quantized_batch_norm",
    aux=("moving_mean", "moving_var"),
    infer_params=_batch_norm_parameters,
    **RANGED,
    types=quantized(".f", int8),
    default_types=OF_DATA,
    shape=_batch_norm_shape,
)
def quantized_batch_norm(
    data, gamma, beta, moving_mean, moving_var, min_data, max_data, *,
    eps: float = 0.0010000000474974513, momentum: float = 0.9, fix_gamma: bool = True,
    use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1,
    cudnn_off: bool = False, min_calib_range: float | None = None,
    max_calib_range: float | None = None,
):  # fmt: skip
    """Normalize 8-bit integers with the moving statistics; the new range is calibrated.

    All attributes except ``eps`` and ``axis`` are those of ``BatchNorm`` and have no effect.
    """
    require_type(data, "data", INT8, UINT8)
    require_ranges(min_data=min_data, max_data=max_data)
    if min_calib_range is None or max_calib_range is None:
        fail(
            "min_calib_range or max_calib_range is not available. Quantized BN currently don't "
            "support calib_mode=None"
        )
    axis = axis_in_range(axis, data.ndim)
    for array in (gamma, beta, moving_mean, moving_var):
        check_shape(array.shape, (data.shape[axis],))
    if data.dtype is UINT8:
        data = round_to(data * (REACH[INT8] / REACH[UINT8]), INT8)
    low, high = number(min_calib_range, data), number(max_calib_range, data)
    new = extent(low, high)
    inverse = over(1.0, (widen(moving_var) + eps).sqrt()).to(FLOAT)
    scale = gamma * inverse * extent(min_data, max_data) / new
    scale = scale / number(1.0 + eps, data).sqrt()  # MXNet: eps is added a second time, to 1
    shift = (beta - moving_mean * gamma * inverse) * REACH[INT8] / new
    along = [-1 if i == axis else 1 for i in range(data.ndim)]
    return round_to(data * scale.reshape(along) + shift.reshape(along), INT8), low, high


def _concat_names(attrs: dict, count: int) -> list[str]:
    arrays = [f"arg{i}" for i in range(attrs["num_args"])]
    return [*arrays, *(f"{name}_{end}" for name in arrays for end in ("min", "max"))][:count]


@op(
    "_contrib_quantized_concat",
    **RANGED,
    types=concatenated,
    default_types=OF_DATA,
    variadic_names=_concat_names,
    variadic_count=lambda attrs: 3 * attrs["num_args"],
)
def quantized_concat(*data, num_args: int, dim: int = 1):
    """Concatenate integer arrays along an axis, in the range that includes all of theirs.

    The inputs are ``num_args`` arrays followed by the ends of each one's range. The result is
    ``int8`` if one of the arrays is.
    """
    check(
        len(data) == 3 * num_args,
        f"expects {3 * num_args} inputs for num_args={num_args}, got {len(data)}",
    )
    arrays, lows, highs = data[:num_args], data[num_args::2], data[num_args + 1 :: 2]
    for i, array in enumerate(arrays):
        require_type(array, f"arg{i}", INT8, UINT8)
        require_ranges(**{f"arg{i}_min": lows[i], f"arg{i}_max": highs[i]})
    dtype = INT8 if any(array.dtype is INT8 for array in arrays) else UINT8
    low = torch.stack(lows).amin(0).clamp(max=0.0)
    high = torch.stack(highs).amax(0).clamp(min=0.0)
    scale = scale_of(dtype, low, high)
    rescaled = [
        round_to(array * (scale / scale_of(array.dtype, *ends)), dtype)
        for array, *ends in zip(arrays, lows, highs, strict=True)
    ]
    return torch.cat(rescaled, axis_in_range(dim, arrays[0].ndim)), low, high


def _check_alike(lhs: torch.Tensor, rhs: torch.Tensor) -> None:
    check(lhs.shape == rhs.shape, f"{brackets(lhs.shape)} and {brackets(rhs.shape)} differ")


@op(
    "_contrib_quantized_elemwise_add",
    **KEEPS_RANGE,
    types=quantized("..F", sum_type),
    default_types=OF_PAIR,
    shape=shape_rules.first_pair,
)
def quantized_elemwise_add(
    lhs, rhs, lhs_min, lhs_max, rhs_min, rhs_max, *, min_calib_range: float | None = None,
    max_calib_range: float | None = None,
):  # fmt: skip
    """Add 8-bit integers: to 8 bits in a calibrated range, or to 32 bits without one."""
    require_type(lhs, "lhs", INT8, UINT8)
    require_type(rhs, "rhs", INT8, UINT8)
    require_ranges(lhs_min=lhs_min, lhs_max=lhs_max, rhs_min=rhs_min, rhs_max=rhs_max)
    _check_alike(lhs, rhs)
    left, right = extent(lhs_min, lhs_max), extent(rhs_min, rhs_max)
    same_type = lhs.dtype is rhs.dtype
    if min_calib_range is not None and max_calib_range is not None:
        dtype = lhs.dtype if same_type else INT8
        low, high = number(min_calib_range, lhs), number(max_calib_range, lhs)
        scale = scale_of(dtype, low, high)
        scales = scale / over(REACH[lhs.dtype], left), scale / over(REACH[rhs.dtype], right)
    else:
        dtype, high = INT32, left + right
        low = -high
        scales = (
            left * LARGEST[INT32] / (high * REACH[lhs.dtype]),
            right * LARGEST[INT32] / (high * REACH[rhs.dtype]),
        )
    parts = [
        array * scale
        if same_type or array.dtype is INT8
        else round_to(array * scale, INT8).to(FLOAT)
        for array, scale in zip((lhs, rhs), scales, strict=True)
    ]
    return round_to(parts[0] + parts[1], dtype), low, high


@op(
    "_contrib_quantized_elemwise_mul",
    outputs=lambda attrs: 1 if attrs["enable_float_output"] else 3,
    output_names=("output", "min_output", "max_output"),
    mixed=True,
    infer_params=_one_range,
    types=quantized("..f", product_type),
    default_types=OF_PAIR,
    shape=shape_rules.first_pair,
)
def quantized_elemwise_mul(
    lhs, rhs, lhs_min, lhs_max, rhs_min, rhs_max, *, min_calib_range: float | None = None,
    max_calib_range: float | None = None, enable_float_output: bool = False,
):  # fmt: skip
    """Multiply ``int8``: to ``int8`` in a calibrated range, to 32 bits without, or to floats."""
    require_type(lhs, "lhs", INT8)
    require_type(rhs, "rhs", INT8)
    require_ranges(lhs_min=lhs_min, lhs_max=lhs_max, rhs_min=rhs_min, rhs_max=rhs_max)
    _check_alike(lhs, rhs)
    product = lhs.to(FLOAT) * rhs
    left, right = scale_of(INT8, lhs_min, lhs_max), scale_of(INT8, rhs_min, rhs_max)
    if enable_float_output:
        return product * (over(1.0, left) / right)
    if min_calib_range is None or max_calib_range is None:
        ends = range_of_product((lhs_min, lhs_max, rhs_min, rhs_max), unsigned=False)
        return product.to(INT32), *ends
    low, high = number(min_calib_range, lhs), number(max_calib_range, lhs)
    scale = scale_of(INT8, low, high) / left / right
    # MXNet: fractions are truncated, and overflow wraps around.
    return (product * scale).to(INT32).to(INT8), low, high
