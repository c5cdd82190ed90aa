"""Deformable convolutions, with an offset for every element of a window."""

from __future__ import annotations

from typing import Any, Literal

import torch

from .. import multiply_adds
from ..attrs import Shape
from ..checks import brackets, fail, require_floats
from ..inputs import unless
from ..nn.conv import check_geometry, parameter_shapes
from ..nn.windows import check_reach, check_shape, dilated_sizes, each_axis
from ..registry import op
from ..tracing import is_traced
from .weighted_rows import weighted_sums

Layout = Literal["NCDHW", "NCHW", "NCW"]


def _parameters(shapes: dict, attrs: dict) -> dict:
    return parameter_shapes(shapes, attrs, transposed=False)


def _check(
    data, offset, weight, bias, kernel, stride, dilate, pad, filters, group, groups, no_bias, layout
) -> tuple[int, ...]:
    """Check a call; return the number of windows along each axis."""
    require_floats(data)
    if (bias is None) != no_bias:
        fail(f"no_bias={no_bias} {'excludes' if no_bias else 'needs'} a bias")
    if len(kernel) != 2 or layout not in (None, "NCHW"):
        fail(
            f"only 2-d kernels and the layout NCHW are supported, got {brackets(kernel)}, {layout}"
        )
    check_geometry(data.shape, kernel, stride, dilate, pad, layout, filters, group)
    check_reach(data.shape[2:], kernel, dilate, pad)
    if not (groups >= 1 and data.shape[1] % groups == 0):
        fail(
            f"input num_filter must divide deformable group size: {data.shape[1]} channels, "
            f"num_deformable_group={groups}"
        )
    check_shape(weight.shape, (filters, data.shape[1] // group, *kernel))
    if bias is not None:
        check_shape(bias.shape, (filters,))
    each = zip(
        data.shape[2:],
        dilated_sizes(kernel, dilate),
        each_axis(stride, 1, 2),
        each_axis(pad, 0, 2),
        strict=True,
    )
    counts = tuple((size + 2 * p - span) // step + 1 for size, span, step, p in each)
    _check_map("offset", offset, (data.shape[0], 2 * groups * kernel[0] * kernel[1], *counts))
    return counts


def _check_map(name: str, array: torch.Tensor, shape: tuple) -> None:
    if tuple(array.shape) != shape:
        fail(
            f"{name} must be (batch, channels, output height, output width) = {brackets(shape)}, "
            f"got {brackets(array.shape)}"
        )


def _positions(offset, counts, kernel, stride, dilate, pad, groups) -> list[torch.Tensor]:
    """Return the sampling positions along each axis: (batch, groups, kernel elements, windows)."""
    offset = offset.reshape(-1, groups, kernel[0] * kernel[1], 2, *counts)
    positions = []
    for axis in range(2):
        within = torch.arange(kernel[axis], device=offset.device) * each_axis(dilate, 1, 2)[axis]
        starts = torch.arange(counts[axis], device=offset.device) * each_axis(stride, 1, 2)[axis]
        grid = within[:, None] + starts - each_axis(pad, 0, 2)[axis]
        if axis == 0:
            grid = grid.repeat_interleave(kernel[1], 0)[:, :, None]
        else:
            grid = grid.repeat(kernel[0], 1)[:, None, :]
        positions.append((offset[:, :, :, axis] + grid.to(offset.dtype)).flatten(3))
    return positions


def _neighbors(position, size: int, zeros: bool) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Return the two elements around each position along one axis, with their weights.

    With ``zeros`` the image is surrounded by 0; otherwise its last element extends to its end.
    """
    inside = (position > -1 if zeros else position >= 0) & (position < size)
    position = torch.where(
        inside, position, torch.zeros_like(position)
    )  # also non-finite positions
    if not zeros:
        position = position.clamp(max=size - 1)
    low = position.detach().floor()
    pairs = []
    for element, share in ((low, 1 - (position - low)), (low + 1, position - low)):
        valid = inside & (element >= 0) & (element < size) if zeros else inside
        pairs.append((element.clamp(0, size - 1).long(), share * valid))
    return pairs


def _columns(data, positions, groups: int, zeros: bool) -> torch.Tensor:
    """Sample the data at the positions: (batch, groups, kernel elements, windows, channels)."""
    batch, channels, height, width = data.shape
    # One row of channels for each pixel of each group.
    rows = data.reshape(batch * groups, channels // groups, -1).transpose(1, 2).flatten(0, 1)
    first = torch.arange(batch * groups, device=data.device).reshape(batch, groups, 1, 1)
    first = first * (height * width)
    down, across = _neighbors(positions[0], height, zeros), _neighbors(positions[1], width, zeros)
    index = [first + y * width + x for y, _ in down for x, _ in across]
    shares = [share_y * share_x for _, share_y in down for _, share_x in across]
    needs_gradient = torch.is_grad_enabled() and (data.requires_grad or positions[0].requires_grad)
    if needs_gradient or data.is_meta or is_traced():
        total: Any = 0  # the gradient is cheaper, and no step depends on values
        for position, share in zip(index, shares, strict=True):
            total = total + rows.index_select(0, position.flatten()) * share.reshape(-1, 1)
    else:
        index, shares = (torch.stack(each, -1).view(-1, 4) for each in (index, shares))
        total = weighted_sums(rows, index, shares)
    return total.reshape(*positions[0].shape, channels // groups)


def _combine(columns, weight, bias, counts, num_group: int) -> torch.Tensor:
    """Multiply the columns by the weight, for each group of channels."""
    batch, windows = columns.shape[0], columns.shape[3]
    matrix = columns.permute(0, 1, 4, 2, 3).reshape(batch, num_group, -1, windows)
    weights = weight.reshape(num_group, weight.shape[0] // num_group, -1)
    result = (weights @ matrix).reshape(batch, -1, *counts)
    return result if bias is None else result + bias.reshape(-1, 1, 1)


def _convolution(name: str, weight: int, **facts):
    """Declare a deformable convolution; ``weight`` is the position of that input."""
    rule = multiply_adds.kernels(weight)
    facts |= {"infer_params": _parameters, "optional": unless("no_bias", "bias")}
    return op(name, multiply_adds=rule, **facts)


@_convolution("_contrib_DeformableConvolution", 2, naming="legacy")
def deformable_convolution(
    data, offset, weight, bias=None, *, kernel: Shape, stride: Shape = (), dilate: Shape = (),
    pad: Shape = (), num_filter: int, num_group: int = 1, num_deformable_group: int = 1,
    workspace: int = 1024, no_bias: bool = False, layout: Layout | None = None,
):  # fmt: skip
    """Apply a deformable convolution to images (Dai et al., 2017).

    ``offset`` (batch, 2 * num_deformable_group * kernel size, output height, output width) has, for
    each element of a window, the vertical and horizontal distance from its regular position to the
    position that is read, with linear interpolation between pixels. ``workspace`` has no effect.
    """
    counts = _check(
        data, offset, weight, bias, kernel, stride, dilate, pad, num_filter, num_group,
        num_deformable_group, no_bias, layout,
    )  # fmt: skip
    positions = _positions(offset, counts, kernel, stride, dilate, pad, num_deformable_group)
    columns = _columns(data, positions, num_deformable_group, zeros=False)
    return _combine(columns, weight, bias, counts, num_group)


@_convolution("_contrib_ModulatedDeformableConvolution", 3, naming="outputs")
def modulated_deformable_convolution(
    data, offset, mask, weight, bias=None, *, kernel: Shape, stride: Shape = (), dilate: Shape = (),
    pad: Shape = (), num_filter: int, num_group: int = 1, num_deformable_group: int = 1,
    workspace: int = 1024, no_bias: bool = False, im2col_step: int = 64,
    layout: Layout | None = None,
):  # fmt: skip
    """Apply a deformable convolution with a factor for each window element (Zhu et al., 2019).

    ``mask`` has shape (batch, num_deformable_group * kernel size, output height, output width).
    ``workspace`` and ``im2col_step`` have no effect.
    """
    counts = _check(
        data, offset, weight, bias, kernel, stride, dilate, pad, num_filter, num_group,
        num_deformable_group, no_bias, layout,
    )  # fmt: skip
    elements = num_deformable_group * kernel[0] * kernel[1]
    _check_map("mask", mask, (data.shape[0], elements, *counts))
    positions = _positions(offset, counts, kernel, stride, dilate, pad, num_deformable_group)
    # MXNet: outside the image is 0 here; without a mask the last row and column are repeated.
    columns = _columns(data, positions, num_deformable_group, zeros=True)
    columns = columns * mask.reshape(*positions[0].shape, 1)
    return _combine(columns, weight, bias, counts, num_group)
