"""Sampling on grids: upsampling, spatial transformers, correlation."""

from __future__ import annotations

import math
from typing import Literal

import torch
import torch.nn.functional as F

from ..._core.dtypes import widest
from ..attrs import Shape
from ..checks import brackets, check, fail, require_floats
from ..nn.windows import check_shape
from ..registry import op

# ---------------------------------------------------------------------------------- up-sampling


def _bilinear_weight(channels: int, scale: int) -> tuple[int, ...]:
    kernel = 2 * scale - scale % 2
    return (channels, 1, kernel, kernel)


def _upsampling_parameters(shapes: dict, attrs: dict) -> dict:
    data = shapes["data0"]
    if data is None or attrs["sample_type"] == "nearest":
        return {}
    return {"data1": _bilinear_weight(data[1], attrs["scale"])}


def _upsampling_names(attrs: dict, count: int) -> list[str]:
    if attrs["sample_type"] == "bilinear":
        return ["data", "weight"][:count]
    return [f"arg{i}" for i in range(count)]


@op(
    "UpSampling",
    infer_params=_upsampling_parameters,
    initializers={"weight": '["bilinear", {}]'},
    variadic_names=_upsampling_names,
    variadic_count=lambda attrs: 2 if attrs["sample_type"] == "bilinear" else None,
    naming="outputs",
)
def upsampling(
    *data,
    scale: int,
    num_filter: int = 0,
    sample_type: Literal["bilinear", "nearest"],
    multi_input_mode: Literal["concat", "sum"] = "concat",
    workspace: int = 512,
):
    """Upsample images by a factor of ``scale``.

    ``nearest`` repeats elements; several inputs are resized to the size of the first result and
    concatenated along the channels or added. ``bilinear`` takes the images and a weight, and
    applies a transposed convolution to each channel. ``workspace`` has no effect.
    """
    for array in data:
        if array.ndim != 4:
            fail(f"Input data should be 4D in (batch, channel, y, x), got {brackets(array.shape)}")
        require_floats(array)
    if not scale >= 1:
        fail(f"scale must be at least 1, got {scale}")
    if sample_type == "bilinear":
        return _upsample_bilinear(data, scale, num_filter)
    return _upsample_nearest(data, scale, multi_input_mode)


def _repeat_pixels(images, size: tuple[int, int]) -> torch.Tensor:
    # For integer factors both modes are the same, but only one computes positions without rounding
    # errors. For powers of two the other does so too, and its gradient takes half of the time.
    factor = size[0] // images.shape[2]
    mode = "nearest-exact" if factor & (factor - 1) else "nearest"
    return F.interpolate(images, size, mode=mode)


def _upsample_nearest(data, scale, mode) -> torch.Tensor:
    size = (data[0].shape[2] * scale, data[0].shape[3] * scale)
    for array in data:
        factors = {target / source for target, source in zip(size, array.shape[2:], strict=True)}
        if len(factors) != 1 or not min(factors).is_integer():
            fail(f"input of {brackets(array.shape[2:])} does not divide output of {brackets(size)}")
    images = [_repeat_pixels(array, size) for array in data]
    if len(images) == 1:
        return images[0]
    if mode == "concat":
        return torch.cat(images, 1)
    channels = {image.shape[1] for image in images}
    if len(channels) != 1:
        fail(
            "Number of channels must be the same when multi_input_mode==sum, got "
            f"{sorted(channels)}"
        )
    return torch.stack(images).sum(0)


def _upsample_bilinear(data, scale, num_filter) -> torch.Tensor:
    if len(data) != 2:
        fail(f"bilinear expects 2 inputs (data, weight), but got {len(data)} instead")
    image, weight = data
    channels = image.shape[1]
    if num_filter != channels:
        fail(f"num_filter must be the number of channels, {channels}, got {num_filter}")
    check_shape(weight.shape, _bilinear_weight(channels, scale))
    return torch.conv_transpose2d(image, weight, None, scale, scale // 2, 0, channels)


# ---------------------------------------------------------------------------------------- grids


def _check_target(target_shape) -> None:
    if not (len(target_shape) == 2 and min(target_shape) > 0):
        fail(f"incorrect target_shape: {brackets(target_shape)}, expected (height, width)")


# Numbers from -1 to 1. MXNet: a single one is nan. Which neighbors of a pixel determine its
# gradient may depend on the last bit, so the two operators round as in MXNet.


def _line(size: int, like: torch.Tensor) -> torch.Tensor:
    step = 2 / (size - 1) if size > 1 else math.nan
    return torch.arange(size, device=like.device, dtype=like.dtype) * step - 1


def _exact_line(size: int, like: torch.Tensor) -> torch.Tensor:
    line = torch.arange(size, device=like.device, dtype=widest(like.device)) * 2 / (size - 1) - 1
    return line.to(like.dtype)


def _affine_grid(theta, target_shape, line) -> torch.Tensor:
    """Return the source positions of the target's elements: (batch, 2, height, width)."""
    height, width = target_shape
    y, x = torch.meshgrid(line(height, theta), line(width, theta), indexing="ij")
    target = torch.stack([x, y, torch.ones_like(x)]).reshape(3, -1)
    return (theta.reshape(-1, 3) @ target).reshape(-1, 2, height, width)


def _warp_grid(flow) -> torch.Tensor:
    """Move each element by the flow, which is measured in elements."""
    height, width = flow.shape[2:]
    y = torch.arange(height, device=flow.device, dtype=flow.dtype)
    x = torch.arange(width, device=flow.device, dtype=flow.dtype)
    grid = torch.stack(torch.meshgrid(y, x, indexing="ij")[::-1])
    half = flow.new_tensor([(width - 1) / 2, (height - 1) / 2]).reshape(2, 1, 1)
    return (flow + grid) / half - 1


@op("GridGenerator", stored_outputs=2, naming="legacy")
def grid_generator(
    data, *, transform_type: Literal["affine", "warp"], target_shape: Shape = (0, 0)
):
    """Create a grid for ``BilinearSampler``: x and y, from -1 to 1, for each target element.

    ``affine`` transforms the regular grid of the target by a matrix (batch, 6), ``warp`` adds a
    flow (batch, 2, height, width).
    """
    require_floats(data)
    if transform_type == "warp":
        if data.ndim != 4 or data.shape[1] != 2:
            fail(f"optical flow should be 4D in batch-2-y-x, got {brackets(data.shape)}")
        return _warp_grid(data)
    if data.ndim != 2 or data.shape[1] != 6:
        fail(f"affine matrix should be 2D in batch-6, got {brackets(data.shape)}")
    _check_target(target_shape)
    return _affine_grid(data, target_shape, _line)


def _sample(data, grid) -> torch.Tensor:
    return F.grid_sample(data, grid.permute(0, 2, 3, 1), "bilinear", "zeros", True)


@op("BilinearSampler", stored_outputs=2, naming="legacy")
def bilinear_sampler(data, grid, *, cudnn_off: bool | None = None):
    """Sample images at the positions of a grid (batch, 2, height, width) by linear interpolation.

    -1 and 1 are the centers of the outermost elements; outside is 0. ``cudnn_off`` is for GPUs.
    """
    require_floats(data)
    if data.ndim != 4:
        fail(f"input data should be 4D in batch-num_filter-y-x, got {brackets(data.shape)}")
    if not (grid.ndim == 4 and grid.shape[1] == 2 and grid.shape[0] == data.shape[0]):
        fail(
            f"Sampler grid should be 4D in batch-2-y-x, got {brackets(grid.shape)} "
            f"for data {brackets(data.shape)}"
        )
    return _sample(data, grid)


@op("SpatialTransformer", stored_outputs=3, naming="legacy")
def spatial_transformer(
    data,
    loc,
    *,
    target_shape: Shape = (0, 0),
    transform_type: Literal["affine"],
    sampler_type: Literal["bilinear"],
    cudnn_off: bool | None = None,
):
    """Transform images by affine matrices ``loc`` (batch, 6). ``cudnn_off`` has no effect."""
    require_floats(data)
    if data.ndim != 4:
        fail(f"input data should be 4D in batch-num_filter-y-x, got {brackets(data.shape)}")
    if tuple(loc.shape) != (data.shape[0], 6):
        fail(
            f"localisation should be 2D in batch-6, got {brackets(loc.shape)} "
            f"for data {brackets(data.shape)}"
        )
    _check_target(target_shape)
    return _sample(data, _affine_grid(loc, target_shape, _exact_line))


# ---------------------------------------------------------------------------------- correlation


@op("Correlation", stored_outputs=3, naming="legacy")
def correlation(
    data1,
    data2,
    *,
    kernel_size: int = 1,
    max_displacement: int = 1,
    stride1: int = 1,
    stride2: int = 1,
    pad_size: int = 0,
    is_multiply: bool = True,
):
    """Compare patches of an image with those of another up to ``max_displacement`` away.

    Each channel of the result corresponds to a displacement, a multiple of ``stride2``. It is the
    mean, over a patch and the channels of data, of the products or the absolute differences.
    """
    require_floats(data1)
    if data1.ndim != 4:
        fail(f"data should be a 4D tensor, got {brackets(data1.shape)}")
    check_shape(data2.shape, data1.shape)
    if kernel_size % 2 != 1:
        fail(f"kernel size should be odd number, got {kernel_size}")
    if not (stride1 >= 1 and stride2 >= 1):
        fail(f"strides must be positive, got {stride1} and {stride2}")
    check(
        max_displacement >= 0 and pad_size >= 0,
        "max_displacement and pad_size must not be negative",
    )
    border = max_displacement + kernel_size // 2
    sizes = [size + 2 * (pad_size - border) for size in data1.shape[2:]]
    if min(sizes) < 1:
        fail(
            "Correlation cannot be done with current settings. "
            f"Neighborhood and kernel don't fit in blob {brackets(data1.shape)}"
        )
    # the area that the patches of the first image cover
    height, width = ((size - 1) // stride1 * stride1 + kernel_size for size in sizes)
    first, second = (F.pad(image, [pad_size] * 4) for image in (data1, data2))
    first = first[:, :, max_displacement:, max_displacement:][:, :, :height, :width].unsqueeze(3)
    compare = torch.mul if is_multiply else _distance
    radius = max_displacement // stride2 * stride2
    left = max_displacement - radius
    compared = []
    for top in range(left, left + 2 * radius + 1, stride2):
        band = second[:, :, top : top + height, left : left + 2 * radius + width]
        shifted = band.unfold(3, width, stride2)  # (batch, channel, y, displacement, x)
        compared.append(compare(first, shifted).mean(1))
    maps = torch.stack(compared, 1).transpose(2, 3).flatten(1, 2)
    return F.avg_pool2d(maps, kernel_size, stride1) if kernel_size * stride1 > 1 else maps


def _distance(a, b) -> torch.Tensor:
    # MXNet: if they are equal, the gradients are 1 and -1.
    return torch.where(a >= b, a - b, b - a)
