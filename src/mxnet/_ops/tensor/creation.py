"""Array creation: zeros, ones, ranges, identity matrices."""

from __future__ import annotations

import math

import numpy as np
import torch

from ..._core import dtypes
from ..._core.private_torch import foreach_zero_
from .. import shape_rules, sparse_kernels, storage_rules, type_rules
from ..attrs import DType, Shape
from ..checks import check, fail
from ..registry import Device, Out, op, register


def _shape_of(shape: tuple | None, target: tuple[torch.Tensor, ...] | None, name: str) -> tuple:
    """Return the shape that was passed, or otherwise the shape of ``out``."""
    # MXNet: an empty shape means unspecified.
    if not shape and target is not None:
        return target[0].shape
    if shape is None:
        fail(f"{name} needs a shape")
    return shape


def _fill_kernel(function, name):
    def kernel(
        *,
        shape: Shape = (),
        ctx: str = "",
        dtype: DType = torch.float32,
        device: Device,
        target: Out,
    ):
        return function(_shape_of(shape, target, name), dtype=dtype, device=device)

    kernel.__doc__ = f"Create {name[1:]}."
    return kernel


for _name, _function in {"_zeros": torch.zeros, "_ones": torch.ones}.items():
    register(_fill_kernel(_function, _name), _name, shape=shape_rules.from_attribute)


@op("_full", "_npi_full", shape=shape_rules.from_attribute)
def full(
    *,
    shape: Shape | None = None,
    ctx: str = "",
    dtype: DType = torch.float32,
    value: float,
    device: Device,
    target: Out = None,
):
    """Create an array filled with one value."""
    value, shape = dtypes.as_element(value, dtype), _shape_of(shape, target, "_full")
    return torch.full(shape, value, dtype=dtype, device=device)


def _numbered_type(attrs: dict) -> torch.dtype:
    row = dtypes.BY_FLAG.get(attrs["dtype"])
    return torch.float32 if row is None else row.torch


@op(
    "_zeros_without_dtype",
    shape=shape_rules.from_attribute,
    types=type_rules.with_output_types(".>.", _numbered_type),
)
def zeros_without_dtype(
    *, shape: Shape | None = None, ctx: str = "", dtype: int = -1, device: Device, target: Out
):
    """Create zeros of MXNet's type number ``dtype``; -1 means the type of ``out``, or float32."""
    if dtype != -1 and dtype not in dtypes.BY_FLAG:
        fail(f"dtype={dtype} is not the number of a type")
    shape = _shape_of(shape, target, "_zeros_without_dtype")
    if dtype != -1:
        torch_type = dtypes.BY_FLAG[dtype].torch
    else:
        torch_type = torch.float32 if target is None else target[0].dtype
    return torch.zeros(shape, dtype=torch_type, device=device)


@op(
    "zeros_like",
    shape=shape_rules.same,
    numbers_inputs=True,
    storage=storage_rules.as_first,
    sparse=sparse_kernels.empty_result,
)
def zeros_like(data):
    """Create zeros with the shape and type of the input."""
    return torch.zeros_like(data)


@op("ones_like", shape=shape_rules.same, numbers_inputs=True)
def ones_like(data):
    """Create ones with the shape and type of the input."""
    return torch.ones_like(data)


def _is_endless(attrs: dict) -> bool:
    """Infer the length of a range without an end from the operators that use it."""
    return attrs["stop"] is None and attrs["infer_range"]


@op("_arange", takes_any_length=_is_endless)
def arange(
    *,
    start: float,
    stop: float | None = None,
    step: float = 1.0,
    repeat: int = 1,
    infer_range: bool = False,
    ctx: str = "",
    dtype: DType = torch.float32,
    device: Device,
):
    """Create ``start, start + step, ...`` up to but excluding ``stop``, each ``repeat`` times.

    Without ``stop``, the range goes from 0 to ``start``. ``infer_range`` affects only symbols: it
    lets the length be inferred from the operators that use the result.
    """
    check(step != 0, "Range does not support step=0")
    if not repeat > 0:
        fail(f"Range only supports repeat > 0, received {repeat}")
    if stop is None:
        check(not infer_range, "infer_range without stop needs the length of the result")
        start, stop = 0.0, start
    if not (start < stop if step > 0 else start > stop):
        fail(f"Invalid range (start, stop, step) = ({start},{stop},{step})")
    count = math.ceil((stop - start) / step)
    # MXNet: start and step are converted to the type of the result first.
    if not dtype.is_floating_point:
        start, step = int(start), int(step)
    values = make_range(count, start, step, dtype, device)
    return values if repeat == 1 else values.repeat_interleave(repeat)


def make_range(count: int, start: float, step: float, dtype: torch.dtype, device: torch.device):
    """Create ``start + i * step``, computed in ``dtype``; torch's arange computes in float64."""
    if dtype in (torch.float16, torch.bfloat16):
        return make_range(count, start, step, torch.float32, device).to(dtype)
    values = torch.arange(count, dtype=dtype, device=device)
    if step != 1:
        values.mul_(step)
    return values.add_(start) if start else values


FEW = 1000  # up to so many numbers, the overhead of torch's calls is larger than that of NumPy's


@op("_linspace", "_npi_linspace")
def linspace(
    *,
    start: float,
    stop: float,
    num: int,
    endpoint: bool = True,
    ctx: str = "",
    dtype: DType = torch.float32,
    device: Device,
):
    """Create ``num`` evenly spaced numbers from ``start`` to ``stop``."""
    if not num >= 0:
        fail(f"Number of sequence should be non-negative, received {num}")
    steps = num - 1 if endpoint else num
    step = (stop - start) / steps if steps > 0 else 0.0
    if num <= FEW and dtype is torch.float32 and device.type == "cpu":
        if abs(start) + abs(stop) < 1e38:  # NumPy would warn of larger numbers
            return torch.from_numpy((np.arange(num) * step + start).astype(np.float32))
    return make_range(num, start, step, dtypes.widest(device), device).to(dtype)


@op("_eye")
def eye(
    *,
    N: int,
    M: int = 0,
    k: int = 0,
    ctx: str = "",
    dtype: DType = torch.float32,
    device: Device,
):
    """Create a matrix of ``N`` rows and ``M`` columns with ones on the diagonal ``k``."""
    if not N >= 0:
        fail(f"N cannot be negative, got {N}")
    result = torch.zeros(N, M if M > 0 else N, dtype=dtype, device=device)
    result.diagonal(k).fill_(1)
    return result


@op("_set_value")
def set_value(*, src: float = 0.0, target: Out):
    """Fill the array passed as ``out`` with a number."""
    if target is None:
        fail("Set value target must not be empty: give the array as out")
    like = target[0]
    return torch.full_like(like, src if like.is_floating_point() else int(src))


@op("reset_arrays", outputs=0, mutates=("data",), mixed=True)
def reset_arrays(*data, num_arrays: int):
    """Fill all arrays with 0, in place."""
    if len(data) != num_arrays:
        fail(f"num_arrays={num_arrays} must be the number of inputs, got {len(data)}")
    foreach_zero_(data)
    return ()
