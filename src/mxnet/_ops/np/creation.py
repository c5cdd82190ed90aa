"""Array creation with NumPy's rules: shapes without axes, ranges without elements."""

from __future__ import annotations

import math

import torch

from ..._core.dtypes import as_element, fits_all_floats, widest
from .. import type_rules
from ..attrs import DType, Shape, dtype_choice
from ..checks import check, fail
from ..registry import Device, op, register
from ..tensor.creation import linspace, make_range

# --------------------------------------------------------------------------------------- one value


@op("_npi_zeros")
def zeros(*, shape: Shape = (), ctx: str = "", dtype: DType = torch.float32, device: Device):
    """Create zeros."""
    return torch.zeros(shape, dtype=dtype, device=device)


@op("_npi_ones")
def ones(*, shape: Shape = (), ctx: str = "", dtype: DType = torch.float32, device: Device):
    """Create ones."""
    return torch.ones(shape, dtype=dtype, device=device)


@op("_npi_identity")
def identity(*, shape: Shape = (), ctx: str = "", dtype: DType = torch.float32, device: Device):
    """Create the identity matrix of a shape with two equal sizes."""
    if len(shape) != 2 or shape[0] != shape[1]:
        fail(f"identity is square, got shape={shape}")
    return torch.eye(shape[0], dtype=dtype, device=device)


def _specialize_full_like(attrs: dict):
    value = attrs["fill_value"]
    if attrs["dtype"] is not None or not fits_all_floats(value):
        return None
    return lambda a: torch.full_like(a, value)


@op("_npi_full_like", specialize=_specialize_full_like, types=type_rules.attr_or_input())
def full_like(a, *, fill_value: float, ctx: str = "", dtype: DType | None = None):
    """Create an array like ``a`` that is filled with one value.

    The result is on the device of ``a``, regardless of ``ctx``.
    """
    dtype = dtype or a.dtype
    value = fill_value if dtype is torch.bool else as_element(fill_value, dtype)
    return torch.full(a.shape, value, dtype=dtype, device=a.device)


@op("_npi_eye")
def eye(
    *, N: int, M: int | None = None, k: int = 0, ctx: str = "", dtype: DType = torch.float32,
    device: Device,
):  # fmt: skip
    """Create a matrix of ``N`` rows and ``M`` columns with ones on the diagonal ``k``."""
    columns = N if M is None else M
    if not (N >= 0 and columns >= 0):
        fail(f"the sizes cannot be negative, got N={N}, M={M}")
    result = torch.zeros(N, columns, dtype=dtype, device=device)
    if -N < k < columns:
        result.diagonal(k).fill_(1)
    return result


# ------------------------------------------------------------------------------------------- ranges


@op("_npi_arange")
def arange(
    *, start: float, stop: float | None = None, step: float = 1.0, repeat: int = 1,
    infer_range: bool = False, ctx: str = "", dtype: DType = torch.float32, device: Device,
):  # fmt: skip
    """Create ``start, start + step, ...`` up to but excluding ``stop``; ``repeat`` is 1.

    Without ``stop``, the range goes from 0 to ``start``. ``infer_range`` affects only symbols.
    """
    check(step != 0, "Range does not support step=0")
    if repeat != 1:
        fail(f"_npi_arange only supports repeat=1, received {repeat}")
    if stop is None:
        start, stop = 0.0, start
    # MXNet: a range that ends before it begins has no elements.
    count = max(math.ceil((stop - start) / step), 0)
    if not dtype.is_floating_point:
        start, step = int(start), int(step)
    return make_range(count, start, step, dtype, device)


@op("_npi_logspace")
def logspace(
    *, start: float, stop: float, num: int, endpoint: bool = True, base: float = 10.0,
    ctx: str = "", dtype: DType = torch.float32, device: Device,
):  # fmt: skip
    """Create powers of ``base`` with evenly spaced exponents from ``start`` to ``stop``."""
    exponents = linspace(
        start=start, stop=stop, num=num, endpoint=endpoint, dtype=widest(device), device=device
    )
    return torch.pow(base, exponents).to(dtype)


@op("_npi_indices")
def indices(*, dimensions: Shape, dtype: DType = torch.int32, ctx: str = "", device: Device):
    """Create, for each axis of a shape, the array of positions along it."""
    if not all(size >= 0 for size in dimensions):
        fail(f"sizes cannot be negative, got {dimensions}")
    along = [
        torch.arange(size, device=device)
        .to(dtype)
        .reshape([-1 if other == axis else 1 for other in range(len(dimensions))])
        .expand(dimensions)
        for axis, size in enumerate(dimensions)
    ]
    if not along:
        return torch.empty(0, dtype=dtype, device=device)
    return torch.stack(along)


# ------------------------------------------------------------------------------------------ windows


def _blackman(angle):
    return 0.42 - 0.5 * torch.cos(angle) + 0.08 * torch.cos(2 * angle)


WINDOWS = {
    "blackman": _blackman,
    "hamming": lambda angle: 0.54 - 0.46 * torch.cos(angle),
    "hanning": lambda angle: 0.5 - 0.5 * torch.cos(angle),
}
WindowType = dtype_choice(
    "bfloat16", "float16", "float32", "float64", "int32", "int64", "int8", "uint8"
)


def _window(name, function):
    def kernel(
        *, M: int | None = None, ctx: str = "", dtype: WindowType = torch.float32, device: Device
    ):
        # MXNet: a window of 1 is 1, shorter ones have no elements.
        if M is None or M < 1:
            return torch.empty(0, dtype=dtype, device=device)
        if M == 1:
            return torch.ones(1, dtype=dtype, device=device)
        angle = torch.arange(M, dtype=widest(device), device=device) * (2 * math.pi / (M - 1))
        return function(angle).to(dtype)

    kernel.__doc__ = f"Create the {name.capitalize()} window of M points."
    return kernel


for _name, _function in WINDOWS.items():
    register(_window(_name, _function), f"_npi_{_name}")
