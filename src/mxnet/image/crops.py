"""Sizes and crops of images (height, width, channels); sizes are (width, height)."""

from __future__ import annotations

import math
import random
import warnings

from .reading import imresize

NEAREST, BILINEAR, CUBIC, AREA, LANCZOS = range(5)
AUTOMATIC, ANY = 9, 10
ATTEMPTS = 10  # to find a random rectangle that fits


def _get_interp_method(interp, sizes=()):
    """Return OpenCV's number of an interpolation.

    9 chooses by ``sizes`` (old height, old width, new height, new width): cubic to enlarge, area to
    shrink, bilinear otherwise. 10 chooses randomly.
    """
    if interp == AUTOMATIC:
        if not sizes:
            return CUBIC
        if len(sizes) != 4:
            raise AssertionError(f"sizes must be old and new height and width, got {sizes}")
        old, new = sizes[:2], sizes[2:]
        if all(a < b for a, b in zip(old, new, strict=True)):
            return CUBIC
        return AREA if all(a > b for a, b in zip(old, new, strict=True)) else BILINEAR
    if interp == ANY:
        return random.randint(NEAREST, LANCZOS)
    if interp not in range(5):
        raise ValueError(f"Unknown interp method {interp}: want 0 to 4, 9 or 10")
    return interp


def scale_down(src_size, size):
    """Scale ``size`` down, keeping its aspect ratio, so that it fits into ``src_size``."""
    (width, height), (most_wide, most_high) = size, src_size
    if height > most_high:
        width, height = width * most_high / height, most_high
    if width > most_wide:
        width, height = most_wide, height * most_wide / width
    return int(width), int(height)


def resize_short(src, size, interp=2):
    """Resize an image so that its shorter side has length ``size``."""
    height, width = _sides(src)
    new = (size * height // width, size) if height > width else (size, size * width // height)
    return _resize(src, new[1], new[0], interp)


def fixed_crop(src, x0, y0, w, h, size=None, interp=2):
    """Crop the rectangle at (``x0``, ``y0``), and resize it if ``size`` is given."""
    out = src[y0 : y0 + h, x0 : x0 + w]
    if size is None or tuple(size) == (w, h):
        return out
    return imresize(out, *size, interp=_get_interp_method(interp, (h, w, size[1], size[0])))


def random_crop(src, size, interp=2):
    """Crop a random rectangle of ``size``, which is scaled down for smaller images.

    Returns
    -------
    tuple
        The image, and the rectangle (x0, y0, width, height).
    """
    height, width = _sides(src)
    w, h = scale_down((width, height), size)
    x0, y0 = random.randint(0, width - w), random.randint(0, height - h)
    return fixed_crop(src, x0, y0, w, h, size, interp), (x0, y0, w, h)


def center_crop(src, size, interp=2):
    """Crop the center, with the parameters of ``random_crop``."""
    height, width = _sides(src)
    w, h = scale_down((width, height), size)
    x0, y0 = (width - w) // 2, (height - h) // 2
    return fixed_crop(src, x0, y0, w, h, size, interp), (x0, y0, w, h)


def random_size_crop(src, size, area, ratio, interp=2, **kwargs):
    """Crop a random rectangle and resize it to ``size``.

    Parameters
    ----------
    area : float or tuple of float
        Range of the cropped fraction of the image's area; a number is the lower end.
    ratio : tuple of float
        Range of the ratio of width to height.
    """
    area = resolve_area(area, kwargs, "random_size_crop")
    height, width = _sides(src)
    low, high = (area, 1.0) if isinstance(area, (int, float)) else area
    ends = math.log(ratio[0]), math.log(ratio[1])
    for _ in range(ATTEMPTS):
        target_area = random.uniform(low, high) * height * width
        shape = math.exp(random.uniform(*ends))
        w, h = round(math.sqrt(target_area * shape)), round(math.sqrt(target_area / shape))
        if w <= width and h <= height:
            x0, y0 = random.randint(0, width - w), random.randint(0, height - h)
            return fixed_crop(src, x0, y0, w, h, size, interp), (x0, y0, w, h)
    return center_crop(src, size, interp)


def resolve_area(area, kwargs, where):
    """Return the area, formerly called ``min_area``; reject all other arguments."""
    if "min_area" in kwargs:
        text = "`min_area` is deprecated. Please use `area` instead."
        warnings.warn(text, DeprecationWarning, stacklevel=3)
        area = kwargs.pop("min_area")
    if kwargs:
        raise AssertionError(f"unexpected keyword arguments for `{where}`: {', '.join(kwargs)}")
    return area


def _sides(src):
    if len(src.shape) != 3:
        raise ValueError(f"want an image (height, width, channels), got shape {src.shape}")
    return src.shape[:2]


def _resize(src, width, height, interp):
    old = _sides(src)
    return imresize(src, width, height, interp=_get_interp_method(interp, (*old, height, width)))
