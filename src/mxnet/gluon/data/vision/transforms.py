"""Transforms of images (height, width, channels): blocks that prepare them for a network.

Transforms that consist of operators are hybrid; ``Compose`` merges adjacent ones into one graph.
"""

from __future__ import annotations

import random

import numpy

from .... import image
from ...._core.lazy import lazy_attributes as _lazy_attributes
from ...._text.foreign_names import TRANSFORMS as _FOREIGN_NAMES
from ...._text.reprs import document as _document
from ....util import is_np_array as is_np_array
from ..._parameter_docs import TRANSFORMS as _DOCS
from ...block import Block, HybridBlock
from ...nn import HybridSequential, Sequential

__all__ = [
    "Cast",
    "CenterCrop",
    "Compose",
    "CropResize",
    "Normalize",
    "RandomApply",
    "RandomBrightness",
    "RandomColorJitter",
    "RandomContrast",
    "RandomFlipLeftRight",
    "RandomFlipTopBottom",
    "RandomHue",
    "RandomLighting",
    "RandomResizedCrop",
    "RandomRotation",
    "RandomSaturation",
    "Resize",
    "Rotate",
    "ToTensor",
]

__getattr__ = _lazy_attributes(__name__, {}, _FOREIGN_NAMES)

ONLY_FLOAT32 = "This transformation only supports float32. Consider calling it after ToTensor"


def _width_and_height(size):
    if isinstance(size, (int, numpy.integer)):
        return size, size
    if isinstance(size, str) or len(size) != 2:
        raise ValueError(f"size must be an integer or a pair (width, height), got {size!r}")
    return tuple(size)


# ----------------------------------------------------------------------------- putting together


class Compose(Sequential):
    """Apply transforms one after the other."""

    _constructor_hint = " Put the transforms in a list: Compose([first, second])."

    def __init__(self, transforms):
        super().__init__()
        if not hasattr(transforms, "__iter__") and not hasattr(transforms, "__getitem__"):
            raise TypeError(
                f"Compose takes a list of transforms, got a "
                f"{type(transforms).__name__}: put it in []"
            )
        for transform in transforms:
            if not callable(transform):
                raise TypeError(f"Compose takes transforms, which are called, got {transform!r}")
        hybrid = []
        for transform in [*transforms, None]:
            if isinstance(transform, HybridBlock):
                hybrid.append(transform)
                continue
            self._add_joined(hybrid)
            hybrid = []
            if transform is not None:
                self.add(transform)

    def _add_joined(self, hybrid):
        """Add adjacent hybrid transforms; several of them become one graph."""
        if len(hybrid) < 2:
            self.add(*hybrid)
            return
        joined = HybridSequential()
        joined.add(*hybrid)
        joined.hybridize()
        self.add(joined)


class RandomApply(Sequential):
    """Apply a transform with probability ``p``."""

    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms, self.p = transforms, p

    def forward(self, x):
        return x if self.p < random.random() else self.transforms(x)


class Cast(HybridBlock):
    """Cast to another type."""

    def __init__(self, dtype="float32"):
        super().__init__()
        self._dtype = dtype

    def hybrid_forward(self, F, x):
        return F.cast(x, self._dtype)


class ToTensor(HybridBlock):
    """Convert images from 0 to 255 into float32 from 0 to 1, with channels first."""

    def hybrid_forward(self, F, x):
        return F.image.to_tensor(x)


class Normalize(HybridBlock):
    """Subtract the mean and divide by the deviation of each channel, after ``ToTensor``."""

    def __init__(self, mean=0.0, std=1.0):
        super().__init__()
        # Attributes that can be hashed are parsed once for all images.
        self._mean, self._std = (tuple(v) if isinstance(v, list) else v for v in (mean, std))

    def hybrid_forward(self, F, x):
        return F.image.normalize(x, self._mean, self._std)


# ------------------------------------------------------------------------------------- geometry


class Resize(HybridBlock):
    """Resize images.

    Parameters
    ----------
    size : int or tuple of int
        (width, height), or one length for both.
    keep_ratio : bool
        Whether the single length applies to the shorter side, keeping the aspect ratio.
    interpolation : int
        As in OpenCV: 0 nearest, 1 bilinear, 2 cubic, 3 area, 4 Lanczos.
    """

    def __init__(self, size, keep_ratio=False, interpolation=1):
        super().__init__()
        self._size, self._keep, self._interpolation = size, keep_ratio, interpolation

    def hybrid_forward(self, F, x):
        return F.image.resize(x, self._size, self._keep, self._interpolation)


class CropResize(HybridBlock):
    """Crop a rectangle, and resize it if ``size`` is given.

    Parameters
    ----------
    x, y, width, height : int
        The rectangle: its upper left corner and its size.
    size : int or tuple of int
        The size of the result: (width, height).
    interpolation : int
        As in OpenCV, by default bilinear.
    """

    def __init__(self, x, y, width, height, size=None, interpolation=None):
        super().__init__()
        self._x, self._y, self._width, self._height = x, y, width, height
        self._size = size
        self._interpolation = 1 if interpolation is None else interpolation

    def hybrid_forward(self, F, x):
        out = F.image.crop(x, self._x, self._y, self._width, self._height)
        return F.image.resize(out, self._size, False, self._interpolation) if self._size else out


class CenterCrop(Block):
    """Crop the center of the image; a smaller image is enlarged.

    Parameters
    ----------
    size : int or tuple of int
        (width, height), or one length for both.
    interpolation : int
        As in OpenCV, or 9 (chosen by the sizes), or 10 (random).
    """

    def __init__(self, size, interpolation=1):
        super().__init__()
        self._args = _width_and_height(size), interpolation

    def forward(self, x):
        return image.center_crop(x, *self._args)[0]


class RandomResizedCrop(Block):
    """Crop a random rectangle and resize it.

    Parameters
    ----------
    size : int or tuple of int
        The size of the result: (width, height).
    scale : tuple of float
        Range of the cropped fraction of the image's area.
    ratio : tuple of float
        Range of the ratio of width to height.
    interpolation : int
        As in OpenCV, or 9 (chosen by the sizes), or 10 (random).
    """

    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=1):
        super().__init__()
        self._args = _width_and_height(size), scale, ratio, interpolation

    def forward(self, x):
        return image.random_size_crop(x, *self._args)[0]


class RandomFlipLeftRight(HybridBlock):
    """Flip the image horizontally with probability 1/2."""

    def hybrid_forward(self, F, x):
        return F.image.random_flip_left_right(x)


class RandomFlipTopBottom(HybridBlock):
    """Flip the image vertically with probability 1/2."""

    def hybrid_forward(self, F, x):
        return F.image.random_flip_top_bottom(x)


class Rotate(Block):
    """Rotate images (channels, height, width) in float32 by an angle in degrees.

    ``zoom_in`` avoids empty corners, ``zoom_out`` shows the entire image.
    """

    def __init__(self, rotation_degrees, zoom_in=False, zoom_out=False):
        super().__init__()
        self._args = rotation_degrees, zoom_in, zoom_out

    def forward(self, x):
        _check_float32(x)
        return image.imrotate(x, *self._args)


class RandomRotation(Block):
    """Rotate images by a random angle from a range, with probability ``rotate_with_proba``."""

    def __init__(self, angle_limits, zoom_in=False, zoom_out=False, rotate_with_proba=1.0):
        super().__init__()
        if not hasattr(angle_limits, "__len__") or len(angle_limits) != 2:
            raise TypeError(f"angle_limits is a pair such as (-30, 30), got {angle_limits!r}")
        low, high = angle_limits
        if low >= high:
            raise ValueError(f"`angle_limits` must be an ordered tuple, got {angle_limits}")
        if not 0 <= rotate_with_proba <= 1:
            raise ValueError(
                "Probability of rotating the image should be between 0 and 1, "
                f"got {rotate_with_proba}"
            )
        self._args, self._probability = (angle_limits, zoom_in, zoom_out), rotate_with_proba

    def forward(self, x):
        if numpy.random.random() > self._probability:
            return x
        _check_float32(x)
        return image.random_rotate(x, *self._args)


def _check_float32(x):
    if x.dtype != numpy.float32:
        raise TypeError(f"{ONLY_FLOAT32}; got {numpy.dtype(x.dtype)}")


# ----------------------------------------------------------------------------- colors


class RandomBrightness(HybridBlock):
    """Change the brightness by a random fraction of up to ``brightness``."""

    def __init__(self, brightness):
        super().__init__()
        self._ends = _factor_range(brightness)

    def hybrid_forward(self, F, x):
        return F.image.random_brightness(x, *self._ends)


class RandomContrast(HybridBlock):
    """Change the contrast by a random fraction of up to ``contrast``."""

    def __init__(self, contrast):
        super().__init__()
        self._ends = _factor_range(contrast)

    def hybrid_forward(self, F, x):
        return F.image.random_contrast(x, *self._ends)


class RandomSaturation(HybridBlock):
    """Change the saturation by a random fraction of up to ``saturation``."""

    def __init__(self, saturation):
        super().__init__()
        self._ends = _factor_range(saturation)

    def hybrid_forward(self, F, x):
        return F.image.random_saturation(x, *self._ends)


class RandomHue(HybridBlock):
    """Rotate the hue by a random fraction of the circle, from 1 - ``hue`` to 1 + ``hue``."""

    def __init__(self, hue):
        super().__init__()
        self._ends = _factor_range(hue)

    def hybrid_forward(self, F, x):
        return F.image.random_hue(x, *self._ends)


def _factor_range(share):
    return max(0, 1 - share), 1 + share


class RandomColorJitter(HybridBlock):
    """Change brightness, contrast, saturation and hue by random fractions, in random order."""

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self._shares = brightness, contrast, saturation, hue

    def hybrid_forward(self, F, x):
        return F.image.random_color_jitter(x, *self._shares)


class RandomLighting(HybridBlock):
    """Add noise of deviation ``alpha`` along the principal axes of color in photographs."""

    def __init__(self, alpha):
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return F.image.random_lighting(x, self._alpha)


_document(globals(), _DOCS)
