"""Pooling in 1 to 3 dimensions."""

from __future__ import annotations

import math
import operator
from typing import Literal, NamedTuple

import torch
import torch.nn.functional as F
from torch.compiler import is_exporting

from ..._core.private_torch import Function
from ..attrs import Shape
from ..caching import cached
from ..checks import brackets, check, fail, require_floats
from ..copies import contiguous, to_channels_last
from ..registry import Quantization, op
from .windows import CHANNELS_LAST, channels_first, channels_last, check_positive

Layout = Literal["NCDHW", "NCHW", "NCW", "NDHWC", "NHWC", "NWC"]


def _avg_pool3d(data, *windows):
    if data.dtype in (torch.float16, torch.bfloat16):  # torch has no such kernel on CPUs
        return F.avg_pool3d(data.float(), *windows).to(data.dtype)
    return F.avg_pool3d(data, *windows)


MAXIMA = {1: torch.max_pool1d, 2: torch.max_pool2d, 3: torch.max_pool3d}
AVERAGES = {1: F.avg_pool1d, 2: F.avg_pool2d, 3: _avg_pool3d}


class Windows(NamedTuple):
    """Positions of the windows. If ``near`` and ``far`` are None, torch pads like MXNet.

    If they are not but ``by_ceil``, torch's ``ceil_mode`` finds the same maxima without padding.
    """

    kernel: tuple[int, ...]
    stride: tuple[int, ...]
    pad: tuple[int, ...]
    counts: tuple[int, ...]
    near: tuple[int, ...] | None  # padding before the first element, if it must be added explicitly
    far: tuple[int, ...] | None  # padding after the last element
    by_ceil: bool


def _count(size: int, kernel: int, stride: int, pad: int, convention: str) -> int:
    """Return the number of windows along an axis."""
    padded_size = size + 2 * pad
    if convention == "valid":
        return (padded_size - kernel) // stride + 1
    if convention == "full":
        return -((kernel - padded_size) // stride) + 1
    return -(-padded_size // stride)  # same


def _check_data(data_shape, ndim) -> None:
    form = {
        1: "3D in (batch, channel, x)",
        2: "4D in (batch, channel, y, x)",
        3: "5D in (batch, channel, d, y, x)",
    }
    if len(data_shape) != ndim + 2:
        fail(f"Input data should be {form[ndim]}, got {brackets(data_shape)}")


@cached
def _windows(shape, kernel, stride, pad, convention, layout) -> Windows:
    """Check the attributes against the data (channels first) and compute the window positions."""
    ndim = len(kernel)
    if not 1 <= ndim <= 3:
        fail(f"{ndim}D pooling not supported, kernel is {brackets(kernel)}")
    _check_data(shape, ndim)
    if layout is not None and len(layout) != ndim + 2:
        fail(f"Need {ndim}D layout, got {layout}")
    check_positive(kernel=kernel, stride=stride)
    check(convention != "same" or ndim == 1, "Currently 'same' supports 1-D pooling only")
    check(
        convention != "same" or not any(pad),
        "Same pooling convention disables the use of pad parameter",
    )
    stride, pad = stride or (1,) * ndim, pad or (0,) * ndim
    if not (len(stride) >= ndim and len(pad) >= ndim):
        fail(
            f"stride {brackets(stride)} and pad {brackets(pad)} must have as many dimensions "
            f"as the kernel {brackets(kernel)}"
        )
    stride, pad = stride[:ndim], pad[:ndim]  # MXNet: extra entries are ignored
    sizes = shape[2:]
    for k, size, p in zip(kernel, sizes, pad, strict=True):
        if not p >= 0:
            fail(f"pad must not be negative, got {brackets(pad)}")
        if k > size + 2 * p:
            fail(f"kernel size ({k}) exceeds input ({size} padded to {size + 2 * p})")
    if convention != "full":  # a window longer than the padded axis fails in torch's backward pass
        stride = tuple(min(s, size + 2 * p) for s, size, p in zip(stride, sizes, pad, strict=True))
    each = list(zip(sizes, kernel, stride, pad, strict=True))
    counts = tuple(_count(*axis, convention) for axis in each)
    # Torch refuses data smaller than the kernel in three dimensions, even if they are padded.
    if all(2 * p <= k <= size for size, k, _, p in each):
        if counts == tuple(_count(*axis, "valid") for axis in each):
            return Windows(kernel, stride, pad, counts, None, None, False)
        # Torch drops a window that begins after the last element.
        starts = [(n - 1) * s - p for n, (_, _, s, p) in zip(counts, each, strict=True)]
        by_ceil = convention == "full" and all(map(operator.lt, starts, sizes))
    else:
        by_ceil = False
    ends = [(n - 1) * s + k - p for n, (_, k, s, p) in zip(counts, each, strict=True)]
    far = tuple(max(end - size, 0) for end, size in zip(ends, sizes, strict=True))
    return Windows(kernel, stride, pad, counts, pad, far, by_ceil)


def _pad(data, near, far, value) -> torch.Tensor:
    ends = [p for pair in zip(reversed(near), reversed(far), strict=True) for p in pair]
    return F.pad(data, ends, value=value)


_LARGE = 1 << 14  # elements: from here on, the copy for torch's channels-last kernel pays off


def _is_large(data) -> bool:
    return (
        data.ndim == 4
        and data.is_cpu
        and not is_exporting()  # another machine may have other kernels
        and data.shape[1] >= 8  # floats in an AVX2 register: with 2 channels the copy costs more
        and data.numel() >= _LARGE
    )


_SHORT = 8  # kernels up to this length: each element of longer ones would be one more call


def _is_separable(data, w: Windows) -> bool:
    """Return whether it is faster to reduce windows along one axis after the other.

    Torch's own kernels for contiguous data are not vectorized. In channels last they are.
    """
    return (
        data.numel() >= _LARGE
        and 1 < max(w.kernel) <= _SHORT  # 1: the result would be the data itself
        and data.is_cpu
        and data.is_contiguous()
        and data.dtype in (torch.float32, torch.float64)  # half precision is summed in float32
        and not data.requires_grad  # the gradients of slices would be slow
        and not is_exporting()
    )


def _reduce(combine, data, w: Windows, padding: float) -> torch.Tensor:
    """Combine the elements of each window, first along the first axis, in a few vectorized calls.

    On (8, 16, 64, 64) with a kernel of (3, 3), a maximum takes 0.03 of torch's time and a sum 0.07.
    """
    near, far = w.near or w.pad, w.far or w.pad
    if any(near) or any(far):
        data = _pad(data, near, far, padding)
    for axis, (kernel, stride, count) in enumerate(zip(w.kernel, w.stride, w.counts, strict=True)):
        before, reach = (slice(None),) * (axis + 2), (count - 1) * stride + 1
        keys = [(*before, slice(start, start + reach, stride)) for start in range(kernel)]
        first, *others = (data[key] for key in keys)
        data = combine(first, others[0]) if others else first
        for other in others[1:]:
            combine(data, other, out=data)
    return data.contiguous()


def _max(data, w: Windows) -> torch.Tensor:
    if _is_separable(data, w):
        return _reduce(torch.maximum, data, w, _padding_of_maxima(data, w))
    pad = w.pad
    if w.near is not None and not w.by_ceil:
        padding = _padding_of_maxima(data, w)
        data, pad = _pad(data, w.near, w.far, padding), (0,) * len(w.kernel)
    windows = w.kernel, w.stride, pad, (1,) * len(w.kernel), w.by_ceil
    if _is_large(data):
        plain = data.detach()
        last = to_channels_last(plain)
        if last is not plain:
            return _PlaneMaxima.apply(data, last, *windows)
    return MAXIMA[len(w.kernel)](data, *windows)


def _padding_of_maxima(data, w: Windows) -> float:
    # MXNet: the maximum of a window of padding is the lowest number.
    return -math.inf if w.near is None else torch.finfo(data.dtype).min


class _PlaneMaxima(Function):
    """Find maxima in a channels-last copy, in a sixth of the time including the copy.

    The backward pass is as fast in the layout of the data, so only positions are copied.
    """

    @staticmethod
    def forward(ctx, data, last, *windows):
        maxima, positions = torch.ops.aten.max_pool2d_with_indices(last, *windows)
        if ctx.needs_input_grad[0]:
            ctx.save_for_backward(data, positions.contiguous())
            ctx.windows = windows
        return contiguous(maxima)

    @staticmethod
    def backward(ctx, grad):
        data, positions = ctx.saved_tensors
        of_data = torch.ops.aten.max_pool2d_with_indices_backward(
            grad.contiguous(), data, *ctx.windows, positions
        )
        return of_data, None, None, None, None, None, None


def _average(data, w: Windows, count_include_pad: bool) -> torch.Tensor:
    separable = _is_separable(data, w)
    if separable and w.near is None and (count_include_pad or not any(w.pad)):
        return _sum(data, w).div_(math.prod(w.kernel))
    if w.near is None and not separable:
        return AVERAGES[len(w.kernel)](data, w.kernel, w.stride, w.pad, False, count_include_pad)
    return _sum(data, w) / _divisors(data, w, count_include_pad)


def _sum(data, w: Windows) -> torch.Tensor:
    if _is_separable(data, w):
        return _reduce(torch.add, data, w, 0.0)
    padded, pad = (data, w.pad) if w.near is None else (_pad(data, w.near, w.far, 0.0), 0)
    return AVERAGES[len(w.kernel)](padded, w.kernel, w.stride, pad) * math.prod(w.kernel)


def _divisors(data, w: Windows, count_include_pad: bool) -> torch.Tensor:
    """Return the number of elements in each window, excluding those beyond the padding."""
    product = data.new_ones(())
    for axis, size in enumerate(data.shape[2:]):
        reach = w.pad[axis] if count_include_pad else 0
        starts = torch.arange(w.counts[axis], device=data.device) * w.stride[axis] - w.pad[axis]
        ends = (starts + w.kernel[axis]).clamp(max=size + reach)
        # The sum of an empty window is 0, so any divisor except 0 works.
        counts = (ends - starts.clamp(min=-reach)).clamp(min=1)
        product = product.unsqueeze(-1) * counts
    return product


def _norm(total_of, data, p: int | None) -> torch.Tensor:
    """Compute the p-th root of the sum of p-th powers, with gradient 0 where it is 0."""
    if p not in (1, 2, 3):
        fail(f"p_value of lp pooling must be 1, 2 or 3, got {p}")
    if p == 1:
        return total_of(data)  # MXNet: not of absolute values
    if data.dtype is torch.float16:  # whose powers overflow
        return _norm(total_of, data.float(), p).to(data.dtype)
    total = total_of(data**p)
    if not total.requires_grad:
        return _root(total, p)
    zero = total == 0
    return _root(total.masked_fill(zero, 1), p).masked_fill(zero, 0)


def _root(total: torch.Tensor, p: int) -> torch.Tensor:
    return total.sqrt() if p == 2 else total.sign() * total.abs().pow(1 / 3)


def _pool(
    data, w: Windows, pool_type: str, p_value: int | None, count_include_pad: bool
) -> torch.Tensor:
    if pool_type == "max":
        return _max(data, w)
    if pool_type == "avg":
        return _average(data, w, count_include_pad)
    if pool_type == "sum":
        return _sum(data, w)
    return _norm(lambda x: _sum(x, w), data, p_value)


def _pool_all(data, pool_type: str, p_value: int | None) -> torch.Tensor:
    """Pool all of the data with a reduction, several times faster than with windows."""
    axes = tuple(range(2, data.ndim))
    if pool_type == "max":
        if not data.requires_grad:
            return data.amax(axes, True)
        # The first of equal elements gets the gradient; amax would distribute it.
        return data.flatten(2).max(2).values.reshape(*data.shape[:2], *(1 for _ in axes))
    if pool_type == "avg":
        return data.mean(axes, True)
    if pool_type == "sum":
        return data.sum(axes, True)
    return _norm(lambda x: x.sum(axes, True), data, p_value)


@cached
def _check_global(shape, layout) -> None:
    if not 3 <= len(shape) <= 5:
        fail(f"Input data should be 3D to 5D in (batch, channel, ...), got {brackets(shape)}")
    if layout is not None and len(layout) != len(shape):
        fail(f"Need {len(shape) - 2}D layout, got {layout}")


@op(
    "Pooling",
    "_npx_pooling",
    stored_outputs=lambda attrs: 2 if attrs["pool_type"] == "max" else 1,
    naming="outputs",
    quantization=Quantization(
        "_contrib_quantized_pooling", applies=lambda attrs: attrs["pool_type"] in ("max", "avg")
    ),
)
def pooling(
    data,
    *,
    kernel: Shape = (),
    pool_type: Literal["avg", "lp", "max", "sum"] = "max",
    global_pool: bool = False,
    cudnn_off: bool = False,
    pooling_convention: Literal["full", "same", "valid"] = "valid",
    stride: Shape = (),
    pad: Shape = (),
    p_value: int | None = None,
    count_include_pad: bool | None = None,
    layout: Layout | None = None,
):
    """Reduce each window of ``kernel`` elements to its maximum, average, sum or p-norm.

    ``valid`` drops windows that extend beyond the edge, ``full`` keeps them, and ``same`` creates
    size / stride windows. ``global_pool`` uses a single window for all data. ``cudnn_off`` has no
    effect.
    """
    require_floats(data)
    last = layout in CHANNELS_LAST
    if last:
        data = channels_first(data)
    if global_pool:
        _check_global(data.shape, layout)
        counts = (1,) * (data.ndim - 2)
    else:
        windows = _windows(data.shape, kernel, stride, pad, pooling_convention, layout)
        counts = windows.counts
    if data.is_meta:  # torch's shape functions import its compiler
        result = data.new_empty(*data.shape[:2], *counts)
    elif global_pool:
        result = _pool_all(data, pool_type, p_value)
    else:
        result = _pool(data, windows, pool_type, p_value, count_include_pad is not False)
    return channels_last(result) if last else result


class _TiedMaximum(Function):
    """Maximum over the last two axes; every element equal to it receives the full gradient."""

    @staticmethod
    def forward(ctx, windows):
        result = windows.amax((-2, -1), keepdim=True)
        ctx.save_for_backward(windows, result)
        return result[..., 0, 0].clone()

    @staticmethod
    def backward(ctx, grad):
        windows, result = ctx.saved_tensors
        return grad[..., None, None] * (windows == result)


@op("Pooling_v1", naming="legacy")
def pooling_v1(
    data,
    *,
    kernel: Shape = (),
    pool_type: Literal["avg", "max", "sum"] = "max",
    global_pool: bool = False,
    pooling_convention: Literal["full", "valid"] = "valid",
    stride: Shape = (),
    pad: Shape = (),
):
    """Pool images: the deprecated form of ``Pooling``, which pads with zeros."""
    require_floats(data)
    _check_data(data.shape, 2)
    if global_pool:
        kernel, stride, pad = tuple(data.shape[2:]), (), ()
    windows = _windows(data.shape, kernel, stride, pad, pooling_convention, None)
    if pool_type == "max":
        return _max_v1(data, windows)
    total = _sum(data, windows)
    # MXNet: always divided by the whole kernel
    return total if pool_type == "sum" else total / math.prod(windows.kernel)


def _max_v1(data, w: Windows) -> torch.Tensor:
    # MXNet: the zeros of the padding count, the elements added by "full" do not.
    image = _pad(data, w.pad, w.pad, 0.0)
    if w.far is not None:
        beyond = tuple(max(f - p, 0) for f, p in zip(w.far, w.pad, strict=True))
        image = _pad(image, (0, 0), beyond, torch.finfo(data.dtype).min)
    windows = image.unfold(2, w.kernel[0], w.stride[0]).unfold(3, w.kernel[1], w.stride[1])
    return _TiedMaximum.apply(windows)
