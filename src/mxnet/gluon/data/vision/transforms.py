"""Transforms of images, (height, width, channels): blocks that prepare them for a network.

Those made of operators are hybrid; ``Compose`` joins neighbours of that kind into one graph.
"""

from __future__ import annotations

import random

import numpy

from .... import image
from ...._core.lazy import lazy_attributes as _lazy_attributes
from ...._text.reprs import document as _document
from ....util import is_np_array
from ..._parameter_docs import TRANSFORMS as _WORDS
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

__getattr__ = _lazy_attributes(
    __name__,
    {},
    {
        "ColorJitter": "RandomColorJitter changes brightness, contrast, saturation and hue.",
        "Grayscale": "mx.image.RandomGrayAug turns images gray; datasets take flag=0.",
        "Lambda": "Any function is a transform.",
        "RandomCrop": "RandomResizedCrop(size) is it; mx.image.random_crop does not resize.",
        "RandomHorizontalFlip": "RandomFlipLeftRight mirrors images.",
        "RandomVerticalFlip": "RandomFlipTopBottom turns images upside down.",
        "ToPILImage": "Arrays stay arrays: asnumpy() returns the pixels.",
    },
)

ONLY_FLOAT32 = "This transformation only supports float32. Consider calling it after ToTensor"


def _width_and_height(size):
    return (size, size) if isinstance(size, (int, numpy.integer)) else tuple(size)


# ----------------------------------------------------------------------------- putting together


class Compose(Sequential):
    """Apply transforms one after the other."""

    def __init__(self, transforms):
        super().__init__()
        if not hasattr(transforms, "__iter__") and not hasattr(transforms, "__getitem__"):
            raise TypeError(
                f"Compose takes a list of transforms, got a "
                f"{type(transforms).__name__}: put it in []"
            )
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
        """Add hybrid neighbours: several become one graph."""
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
    """Convert images of 0 to 255 to channels first and 0 to 1, as float32."""

    def hybrid_forward(self, F, x):
        return F.image.to_tensor(x)


class Normalize(HybridBlock):
    """Subtract a mean and divide by a deviation, of each channel; for what ``ToTensor`` gives."""

    def __init__(self, mean=0.0, std=1.0):
        super().__init__()
        self._mean, self._std = mean, std

    def hybrid_forward(self, F, x):
        return F.image.normalize(x, self._mean, self._std)


# ----------------------------------------------------------------------------- sizes and places


class Resize(HybridBlock):
    """Resize images.

    Parameters
    ----------
    size : int or tuple of int
        (width, height), or one length for both.
    keep_ratio : bool
        Take the one length for the shorter side, and keep the ratio.
    interpolation : int
        OpenCV's: 0 nearest, 1 bilinear, 2 cubic, 3 area, 4 Lanczos.
    """

    def __init__(self, size, keep_ratio=False, interpolation=1):
        super().__init__()
        self._size, self._keep, self._interpolation = size, keep_ratio, interpolation

    def hybrid_forward(self, F, x):
        return F.image.resize(x, self._size, self._keep, self._interpolation)


class CropResize(HybridBlock):
    """Cut out a rectangle, and resize it if ``size`` is given.

    Parameters
    ----------
    x, y, width, height : int
        The rectangle: its left upper corner and its sides.
    size : int or tuple of int
        (width, height) that come out.
    interpolation : int
        OpenCV's, bilinear if none is given.
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
    """Cut out the middle; a smaller image is enlarged.

    Parameters
    ----------
    size : int or tuple of int
        (width, height), or one length for both.
    interpolation : int
        OpenCV's, or 9 (by the sizes), or 10 (any).
    """

    def __init__(self, size, interpolation=1):
        super().__init__()
        self._args = _width_and_height(size), interpolation

    def forward(self, x):
        return image.center_crop(x, *self._args)[0]


class RandomResizedCrop(Block):
    """Cut out a random rectangle and resize it.

    Parameters
    ----------
    size : int or tuple of int
        (width, height) that come out.
    scale : tuple of float
        The share of the image's area, between two ends.
    ratio : tuple of float
        Width to height, between two ends.
    interpolation : int
        OpenCV's, or 9 (by the sizes), or 10 (any).
    """

    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=1):
        super().__init__()
        self._args = _width_and_height(size), scale, ratio, interpolation

    def forward(self, x):
        return image.random_size_crop(x, *self._args)[0]


class RandomFlipLeftRight(HybridBlock):
    """Mirror the image, or not, with even chances."""

    def hybrid_forward(self, F, x):
        return F.image.random_flip_left_right(x)


class RandomFlipTopBottom(HybridBlock):
    """Turn the image upside down, or not, with even chances."""

    def hybrid_forward(self, F, x):
        return F.image.random_flip_top_bottom(x)


class Rotate(Block):
    """Rotate images, (channels, height, width) in float32, by an angle in degrees.

    ``zoom_in`` shows nothing from outside, ``zoom_out`` all of the image.
    """

    def __init__(self, rotation_degrees, zoom_in=False, zoom_out=False):
        super().__init__()
        self._args = rotation_degrees, zoom_in, zoom_out

    def forward(self, x):
        _check_float32(x)
        return image.imrotate(x, *self._args)


class RandomRotation(Block):
    """Rotate images by an angle between two ends, with probability ``rotate_with_proba``."""

    def __init__(self, angle_limits, zoom_in=False, zoom_out=False, rotate_with_proba=1.0):
        super().__init__()
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


# ----------------------------------------------------------------------------- colours


class RandomBrightness(HybridBlock):
    """Change the brightness by a share of up to ``brightness``."""

    def __init__(self, brightness):
        super().__init__()
        self._ends = _around_one(brightness)

    def hybrid_forward(self, F, x):
        return F.image.random_brightness(x, *self._ends)


class RandomContrast(HybridBlock):
    """Change the contrast by a share of up to ``contrast``."""

    def __init__(self, contrast):
        super().__init__()
        self._ends = _around_one(contrast)

    def hybrid_forward(self, F, x):
        return F.image.random_contrast(x, *self._ends)


class RandomSaturation(HybridBlock):
    """Change the saturation by a share of up to ``saturation``."""

    def __init__(self, saturation):
        super().__init__()
        self._ends = _around_one(saturation)

    def hybrid_forward(self, F, x):
        return F.image.random_saturation(x, *self._ends)


class RandomHue(HybridBlock):
    """Turn the hue by a random share, of up to ``hue`` around 1, of the circle."""

    def __init__(self, hue):
        super().__init__()
        self._ends = _around_one(hue)

    def hybrid_forward(self, F, x):
        return F.image.random_hue(x, *self._ends)


def _around_one(share):
    return max(0, 1 - share), 1 + share


class RandomColorJitter(HybridBlock):
    """Change brightness, contrast, saturation and hue by up to these shares, in random order."""

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self._shares = brightness, contrast, saturation, hue

    def hybrid_forward(self, F, x):
        return F.image.random_color_jitter(x, *self._shares)


class RandomLighting(HybridBlock):
    """Add noise of deviation ``alpha`` along the axes in which colours of photographs vary."""

    def __init__(self, alpha):
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return F.image.random_lighting(x, self._alpha)


_REEXPORTED = (is_np_array,)


_document(globals(), _WORDS)
