"""Quantization of floats to 8-bit integers, and dequantization.

An integer array comes with two arrays of one float, its range. The range is symmetric around 0, so
that 0 is always 0. MXNet: the integer at the end of a range differs between operators; the rules
here are those of its builds with oneDNN, the default on CPUs.
"""

from __future__ import annotations

from typing import Literal

import torch

from ..._core import dtypes
from ..attrs import dtype_choice
from ..checks import fail
from ..partial_shape import merge
from ..registry import Shapes, op
from .types import out_type_of, quantized, quantized_type

INT8, UINT8, INT32, FLOAT = torch.int8, torch.uint8, torch.int32, torch.float32

# MXNet: half a step is added to the largest integer if oneDNN rounds to the nearest one.
REACH = {INT8: 127.5, UINT8: 255.5}
LARGEST = {INT8: 127.0, UINT8: 255.0, INT32: 2147483648.0}  # as float32
# Limits for floats; for int32 the largest float32 below the maximum.
LIMITS = {INT8: (-128.0, 127.0), UINT8: (0.0, 255.0), INT32: (-2147483648.0, 2147483520.0)}

OutType = Literal["auto", "int8", "uint8"]
BY_NAME = {"int8": INT8, "uint8": UINT8}
RANGED = {"outputs": 3, "output_names": ("output", "min_output", "max_output"), "mixed": True}
NUMBERED = {"outputs": 3, "mixed": True}  # MXNet: its outputs have no names


def extent(low: torch.Tensor, high: torch.Tensor) -> torch.Tensor:
    """Return the largest distance of a range from 0."""
    return torch.maximum(low.abs(), high.abs())


def round_to(values: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Round to the nearest integers, with halves to even, and saturate."""
    cut = values.round().clamp_(*LIMITS[dtype])
    # Two conversions are faster.
    return cut.to(INT32).to(UINT8) if dtype is UINT8 else cut.to(dtype)


def over(value: float, divisor: torch.Tensor) -> torch.Tensor:
    """Divide a number by floats; torch would multiply by the inverse, which rounds twice."""
    return torch.full_like(divisor, value) / divisor


def scale_of(dtype: torch.dtype, low: torch.Tensor, high: torch.Tensor) -> torch.Tensor:
    """Return the factor that converts floats of a range to integers."""
    return over(REACH[dtype], extent(low, high))


def number(value: float, like: torch.Tensor) -> torch.Tensor:
    """Return an array of one float, the form of ranges."""
    return torch.full((1,), value, dtype=FLOAT, device=like.device)


def require_type(tensor: torch.Tensor, name: str, *types: torch.dtype) -> None:
    """Reject an input of another type."""
    if tensor.dtype not in types:
        names = " or ".join(dtypes.BY_TORCH[dtype].name for dtype in types)
        fail(f"only supports {names} as {name}, got {dtypes.BY_TORCH[tensor.dtype].name}")


def require_ranges(**ranges: torch.Tensor) -> None:
    """Reject ends of ranges that are not arrays of one float."""
    for name, end in ranges.items():
        if end.shape != (1,) or end.dtype is not FLOAT:
            actual = f"{tuple(end.shape)} {dtypes.BY_TORCH[end.dtype].name}"
            fail(f"{name} must be a float32 array of shape (1,), got {actual}")


def _actual_range(data: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    low, high = data.aminmax()
    return low.reshape(1), high.reshape(1)


def like_data(inputs: Shapes, outputs: Shapes, attrs: dict) -> tuple[Shapes, Shapes]:
    """The first output has the shape of the data; all others are single numbers."""
    shape = merge(inputs[0], outputs[0])
    return [shape, *((1,) for _ in inputs[1:])], [shape, *((1,) for _ in outputs[1:])]


@op(
    "_contrib_quantize",
    **NUMBERED,
    types=quantized("f", lambda inputs, attrs: attrs["out_type"]),
    shape=like_data,
)
def quantize(data, min_range, max_range, *, out_type: dtype_choice("int8", "uint8") = UINT8):
    """Quantize floats in a given range to 8-bit integers.

    Returns the integers and their range. Negative numbers become 0 in ``uint8``.
    """
    require_type(data, "data", FLOAT)
    require_ranges(min_range=min_range, max_range=max_range)
    reach = extent(min_range, max_range)
    values = round_to(data * over(LARGEST[out_type], reach), out_type)
    if out_type is UINT8:
        return values, min_range.clone(), max_range.clone()
    return values, -reach, reach


@op(
    "_contrib_quantize_v2",
    **NUMBERED,
    types=quantized(".", quantized_type),
    shape=like_data,
)
def quantize_v2(
    data,
    *,
    out_type: OutType = "int8",
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
):
    """Quantize floats to 8-bit integers; the range is calibrated, or that of the data.

    With ``auto``, a calibrated range without negative numbers gives ``uint8``, otherwise ``int8``.
    8-bit integers are returned unchanged.
    """
    dtype = out_type_of(out_type, min_calib_range, max_calib_range)
    calibrated = min_calib_range is not None and max_calib_range is not None
    if min_calib_range is not None and max_calib_range is not None:
        low, high = number(min_calib_range, data), number(max_calib_range, data)
    if data.dtype in REACH:
        if not calibrated:
            reach = number(REACH[data.dtype], data)
            low, high = (-reach if data.dtype is INT8 else reach * 0), reach
        return data.clone().view(dtype), low, high  # MXNet: the bits are reinterpreted as out_type
    require_type(data, "data", FLOAT, INT8, UINT8)
    if not calibrated:
        low, high = _actual_range(data)
    values = round_to(data * scale_of(dtype, low, high), dtype)
    if dtype is UINT8:
        return values, low, high
    reach = extent(low, high)
    return values, -reach, reach


@op(
    "_contrib_quantize_asym",
    outputs=3,
    output_names=("output", "scale", "shift"),
    mixed=True,
    types=quantized(".", lambda inputs, attrs: torch.uint8),
    shape=like_data,
)
def quantize_asym(
    data, *, min_calib_range: float | None = None, max_calib_range: float | None = None
):
    """Quantize floats to ``uint8`` with an offset, so that the entire range is used.

    Returns integers, scale and offset: ``data * scale + offset``.
    """
    require_type(data, "data", FLOAT)
    if min_calib_range is not None and max_calib_range is not None:
        low, high = number(min_calib_range, data), number(max_calib_range, data)
    else:
        low, high = _actual_range(data)
    scale = over(LARGEST[UINT8], high - low)
    shift = LARGEST[UINT8] - high * scale
    return round_to(data * scale + shift, UINT8), scale, shift


@op(
    "_contrib_dequantize",
    mixed=True,
    types=quantized(".f", lambda inputs, attrs: torch.float32),
    default_types={"data": INT8},
    shape=like_data,
)
def dequantize(data, min_range, max_range, *, out_type: dtype_choice("float32") = FLOAT):
    """Convert 8-bit integers to floats of their range."""
    require_type(data, "data", UINT8, INT8)
    require_ranges(min_range=min_range, max_range=max_range)
    return data * (extent(min_range, max_range) / REACH[data.dtype])


@op(
    "_contrib_requantize",
    **NUMBERED,
    types=quantized("if", quantized_type),
    shape=like_data,
)
def requantize(
    data,
    min_range,
    max_range,
    *,
    out_type: OutType = "int8",
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
):
    """Requantize 32-bit integers to 8 bits; the new range is calibrated, or that of the data."""
    require_type(data, "data", INT32)
    require_ranges(min_range=min_range, max_range=max_range)
    dtype = out_type_of(out_type, min_calib_range, max_calib_range)
    reach = extent(min_range, max_range)
    if min_calib_range is not None and max_calib_range is not None:
        new = extent(number(min_calib_range, data), number(max_calib_range, data))
    else:
        low, high = data.aminmax()
        new = extent(low.to(FLOAT), high.to(FLOAT)).reshape(1) * reach / LARGEST[INT32]
    scale = (reach / LARGEST[INT32]) * over(LARGEST[dtype], new)
    values = round_to(data * scale, dtype)
    return values, (new * 0 if dtype is UINT8 else -new), new
