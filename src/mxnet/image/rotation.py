"""Rotation of images (channels, height, width) or batches of them, in float32."""

from __future__ import annotations

import math

import numpy

from .. import ndarray as nd
from ..ndarray import NDArray

RADIANS = math.pi / 180


def imrotate(src, rotation_degrees, zoom_in=False, zoom_out=False):
    """Rotate images around their center; points outside are 0.

    Parameters
    ----------
    src : NDArray
        One image (channels, height, width) or a batch of them, float32.
    rotation_degrees : float or NDArray
        The angle, counterclockwise; for a batch also one for each image.
    zoom_in : bool
        Enlarge the image, so that no points outside are visible.
    zoom_out : bool
        Shrink the image, so that all of it is visible.
    """
    if zoom_in and zoom_out:
        raise ValueError("`zoom_in` and `zoom_out` cannot be both True")
    if src.dtype != numpy.float32:
        raise TypeError(f"Only `float32` images are supported by this function, got {src.dtype}")
    original, src = src, src.as_nd_ndarray()
    single = src.ndim == 3
    if single:
        if not isinstance(rotation_degrees, (int, float, numpy.number)):
            raise TypeError(
                "When a single image is passed the rotation angle is required to be a scalar."
            )
        src = src.expand_dims(0)
    elif src.ndim != 4:
        raise ValueError(f"Only 3D and 4D are supported by this function, got shape {src.shape}")
    if not isinstance(rotation_degrees, NDArray):
        rotation_degrees = nd.full((len(src),), float(rotation_degrees), ctx=src.context)
    if len(rotation_degrees) != len(src):
        raise ValueError(
            f"The number of images must be equal to the number of rotation angles, "
            f"got {len(src)} and {len(rotation_degrees)}"
        )
    angles = rotation_degrees.as_nd_ndarray().as_in_context(src.context).astype("float32") * RADIANS
    rotated = nd.BilinearSampler(src, _grid(*src.shape[2:], angles, zoom_in, zoom_out))
    return original._alike(rotated[0] if single else rotated)


def _grid(height, width, angles, zoom_in, zoom_out):
    """Return the source positions, from -1 to 1, of the points of rotated images."""
    half_wide, half_high = (width - 1) / 2, (height - 1) / 2
    across = nd.arange(width, ctx=angles.context).reshape((1, 1, -1)) - half_wide
    down = nd.arange(height, ctx=angles.context).reshape((1, -1, 1)) - half_high
    cos, sin = (f(angles).reshape((-1, 1, 1)) for f in (nd.cos, nd.sin))
    x = nd.broadcast_sub(nd.broadcast_mul(cos, across), nd.broadcast_mul(sin, down)) / half_wide
    y = nd.broadcast_add(nd.broadcast_mul(sin, across), nd.broadcast_mul(cos, down)) / half_high
    grid = nd.stack(x, y, axis=1)
    if not (zoom_in or zoom_out):
        return grid
    # Ratio between the bounding box of the rotated image and the image.
    cos, sin = cos.abs(), sin.abs()
    larger = nd.maximum((cos * width + sin * height) / width, (sin * width + cos * height) / height)
    scale = larger if zoom_out else 1 / larger
    return nd.broadcast_mul(grid, scale.expand_dims(1))


def random_rotate(src, angle_limits, zoom_in=False, zoom_out=False):
    """Rotate images by random angles from a range, in degrees."""
    if src.ndim == 3:
        angle = float(numpy.random.uniform(*angle_limits))
    else:
        angle = nd.array(numpy.random.uniform(*angle_limits, size=len(src)))
    return imrotate(src, angle, zoom_in, zoom_out)
