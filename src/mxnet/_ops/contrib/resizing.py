"""Resizing of feature maps (batch, channels, height, width)."""

from __future__ import annotations

from typing import Literal

import torch
import torch.nn.functional as F

from ..attrs import Shape
from ..checks import brackets, fail, require_floats
from ..registry import op


def _check_maps(data) -> None:
    require_floats(data)
    if data.ndim != 4:
        fail(f"data should be 4D in (batch, channel, y, x), got {brackets(data.shape)}")


@op("_contrib_AdaptiveAvgPooling2D", aliases_input=True)
def adaptive_avg_pooling(data, *, output_size: Shape = ()):
    """Compute the means of (height, width) bins; one number is used for both, none means 1 bin."""
    _check_maps(data)
    # MXNet: three or more numbers are ignored
    size = {1: output_size * 2, 2: output_size}.get(len(output_size), (1, 1))
    if min(size) <= 0:
        fail(f"output_size must be positive, got {brackets(output_size)}")
    return F.adaptive_avg_pool2d(data, size)


def _odd(size: int, scale: float) -> int:
    return int(size * scale) if size % 2 == 0 else int((size - 1) * scale) + 1


# Mode -> function that computes the size of an axis.
ROUNDED = {
    "to_even_down": lambda size: size - size % 2,
    "to_even_up": lambda size: size + size % 2,
    "to_odd_down": lambda size: size - (1 - size % 2),
    "to_odd_up": lambda size: size + (1 - size % 2),
}


def _target(data, like, height, width, scales: tuple, mode: str) -> tuple[int, ...]:
    sizes = data.shape[2:]
    if mode == "like":
        if like is None:
            fail("mode='like' needs a second input, like")
        if like.ndim != 4:
            fail(f"like should be 4D, got {brackets(like.shape)}")
        return tuple(like.shape[2:])
    if like is not None:
        fail(f"mode='{mode}' does not go with a second input, like")
    if mode in ROUNDED:
        return tuple(ROUNDED[mode](size) for size in sizes)
    # MXNet: scale_width without scale_height is ignored
    if mode == "size" and scales[0] is None:
        return height, width
    if None in scales:
        fail(f"both scale_height and scale_width are needed, got {scales}")
    grow = _odd if mode == "odd_scale" else lambda size, scale: int(size * scale)
    return tuple(grow(size, scale) for size, scale in zip(sizes, scales, strict=True))


@op(
    "_contrib_BilinearResize2D",
    aliases_input=True,
    optional=lambda attrs: ("like",) if attrs["mode"] == "like" else (),
    without_gradient=("like",),
)
def bilinear_resize(
    data, like=None, *,
    height: int = 1, width: int = 1,
    scale_height: float | None = None, scale_width: float | None = None,
    mode: Literal[
        "size", "odd_scale", "like", "to_even_down", "to_even_up", "to_odd_down", "to_odd_up"
    ] = "size",
    align_corners: bool = True,
):  # fmt: skip
    """Resize feature maps with bilinear interpolation.

    ``size`` uses height and width, or multiplies by the scales; ``odd_scale`` keeps odd sizes odd;
    ``like`` uses the size of the second input; the other modes round to the next even or odd size.
    With ``align_corners`` the outermost elements keep their positions.
    """
    _check_maps(data)
    if not (height >= 1 and width >= 1):
        fail(f"height and width must be at least 1, got {height}, {width}")
    size = _target(data, like, height, width, (scale_height, scale_width), mode)
    if min(size) < 1:
        fail(f"the result would have height and width {brackets(size)}")
    if not align_corners:
        # MXNet: a single row or column is taken from the start, not from the middle
        data = data[:, :, : 1 if size[0] == 1 else None, : 1 if size[1] == 1 else None]
    if data.shape[2:] == torch.Size(size):
        return data
    return F.interpolate(data, size, mode="bilinear", align_corners=align_corners)
