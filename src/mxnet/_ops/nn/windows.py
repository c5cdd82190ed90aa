"""Common parts of convolutions and poolings: sliding windows, checks, axis order."""

from __future__ import annotations

import torch

from ..checks import brackets, fail
from ..copies import contiguous

CHANNELS_LAST = frozenset({"NWC", "NHWC", "NDHWC"})


def channels_first(tensor: torch.Tensor) -> torch.Tensor:
    """Return a channels-first view of an array in the channels-last layout."""
    return tensor.movedim(-1, 1)


def channels_last(tensor: torch.Tensor) -> torch.Tensor:
    """Undo :func:`channels_first`, mostly without a copy: torch keeps the layout of its input."""
    return contiguous(tensor.movedim(1, -1))


def each_axis(values: tuple, default: int, ndim: int) -> tuple[int, ...]:
    """Return the values, or the default for every axis if there are no values."""
    return values or (default,) * ndim


def dilated_sizes(kernel: tuple, dilate: tuple) -> tuple[int, ...]:
    """Return the number of elements that a dilated kernel spans along each axis.

    >>> dilated_sizes((3, 3), (1, 2))
    (3, 5)
    """
    gaps = each_axis(dilate, 1, len(kernel))
    return tuple(1 + (k - 1) * gap for k, gap in zip(kernel, gaps, strict=True))


def check_kernel(kernel: tuple, stride: tuple, dilate: tuple, pad: tuple) -> None:
    """Reject a kernel with no axes or too many, and attributes that do not match it."""
    if not 1 <= len(kernel) <= 3:
        fail(f"{len(kernel)}D convolution not supported, kernel is {brackets(kernel)}")
    check_length(kernel, "Stride", stride)
    check_length(kernel, "Dilate", dilate)
    check_length(kernel, "Padding", pad)
    check_positive(kernel=kernel, stride=stride, dilate=dilate)
    if not all(p >= 0 for p in pad):
        fail(f"pad must not be negative, got {brackets(pad)}")


def check_length(kernel: tuple, name: str, values: tuple) -> None:
    """Raise an error unless there are as many values as the kernel has axes."""
    if values and len(values) != len(kernel):
        fail(
            f"{name} must have the same number of dimensions with kernel_size, "
            f"but kernel_size is set to {brackets(kernel)} while {name.lower()} is "
            f"{brackets(values)}"
        )


_MOST = 1 << 61  # elements along an axis: torch computes sizes in 64 bits, which would overflow


def check_positive(**windows: tuple) -> None:
    """Reject sizes below 1."""
    for name, values in windows.items():
        if not all(value >= 1 for value in values):
            fail(f"incorrect {name} size: {brackets(values)}")


def check_reach(
    sizes: tuple, kernel: tuple, dilate: tuple, pad: tuple, what: str = "input"
) -> None:
    """Reject a kernel larger than the padded data, and a padding beyond all sizes."""
    pads = each_axis(pad, 0, len(kernel))
    for size, span, p in zip(sizes, dilated_sizes(kernel, dilate), pads, strict=True):
        if size + 2 * p > _MOST:
            fail(f"pad is too large: {brackets(pad)}")
        if span > size + 2 * p:
            fail(f"kernel size exceed {what}: {span} > {size} padded to {size + 2 * p}")


def check_shape(provided: tuple, inferred: tuple) -> None:
    """Raise an error if the shape of a parameter does not match the data and attributes."""
    if provided != inferred:
        fail(
            f"Shape inconsistent, Provided = {brackets(provided)}, inferred "
            f"shape={brackets(inferred)}"
        )
