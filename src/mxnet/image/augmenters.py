"""Augmenters: objects that change an image (height, width, channels), randomly or always."""

from __future__ import annotations

import json
import random

import numpy

from .. import ndarray as nd
from .._text.reprs import settings_text
from ..ndarray import NDArray
from .crops import (
    _get_interp_method,
    center_crop,
    random_crop,
    random_size_crop,
    resize_short,
    resolve_area,
)
from .reading import imresize

GRAY = (0.299, 0.587, 0.114)  # weights of red, green and blue
# Mean, standard deviation and principal components of ImageNet's colors.
IMAGENET_MEAN, IMAGENET_STD = (123.68, 116.28, 103.53), (58.395, 57.12, 57.375)
IMAGENET_VALUES = (55.46, 4.794, 1.148)
IMAGENET_VECTORS = (
    (-0.5675, 0.7192, 0.4009),
    (-0.5808, -0.0045, -0.8140),
    (-0.5836, -0.6948, 0.4203),
)


def color_normalize(src, mean, std=None):
    """Subtract ``mean`` from an image and divide it by ``std``, in place; None skips a step."""
    if mean is not None:
        src -= mean
    if std is not None:
        src /= std
    return src


class Settings:
    """The base class of augmenters: keyword arguments that ``dumps`` writes."""

    def __init__(self, **kwargs):
        self._kwargs = {name: _plain(value) for name, value in kwargs.items()}

    def __repr__(self):
        return settings_text(self, getattr(self, "_kwargs", {}))

    def dumps(self):
        """Return name and arguments as JSON."""
        return json.dumps([self._name(), self._kwargs])

    def _name(self):
        return type(self).__name__.lower()


class Augmenter(Settings):
    """The base class of augmenters: called with an image, it returns another one."""

    def __call__(self, src):
        raise NotImplementedError(f"{type(self).__name__} does not define __call__")


def _plain(value):
    """Convert a value to a form that JSON supports."""
    if isinstance(value, NDArray):
        value = value.asnumpy()
    return value.tolist() if isinstance(value, numpy.ndarray) else value


class _Group(Augmenter):
    """Several augmenters."""

    def __init__(self, ts):
        super().__init__()
        self.ts = ts

    def __repr__(self):
        return f"{type(self).__name__}({self.ts})"

    def dumps(self):
        """Return name and members."""
        return [self._name(), [t.dumps() for t in self.ts]]


class SequentialAug(_Group):
    """Apply augmenters sequentially."""

    def __call__(self, src):
        for augmenter in self.ts:
            src = augmenter(src)
        return src


class RandomOrderAug(_Group):
    """Apply augmenters in random order."""

    def __call__(self, src):
        random.shuffle(self.ts)
        for augmenter in self.ts:
            src = augmenter(src)
        return src


# --------------------------------------------------------------------------------------- geometry


class _Sized(Augmenter):
    """The base class of augmenters that create images of ``size``."""

    def __init__(self, size, interp=2):
        super().__init__(size=size, interp=interp)
        self.size, self.interp = size, interp


class ResizeAug(_Sized):
    """Resize the shorter side to ``size``."""

    def __call__(self, src):
        return resize_short(src, self.size, self.interp)


class ForceResizeAug(_Sized):
    """Resize to ``size``, (width, height), ignoring the aspect ratio."""

    def __call__(self, src):
        sizes = (*src.shape[:2], self.size[1], self.size[0])
        return imresize(src, *self.size, interp=_get_interp_method(self.interp, sizes))


class RandomCropAug(_Sized):
    """Crop a random rectangle of ``size``."""

    def __call__(self, src):
        return random_crop(src, self.size, self.interp)[0]


class CenterCropAug(_Sized):
    """Crop the center."""

    def __call__(self, src):
        return center_crop(src, self.size, self.interp)[0]


class RandomSizedCropAug(Augmenter):
    """Crop a rectangle of random area and ratio, and resize it to ``size``."""

    def __init__(self, size, area, ratio, interp=2, **kwargs):
        super().__init__(size=size, area=area, ratio=ratio, interp=interp)
        area = resolve_area(area, kwargs, "RandomSizedCropAug")
        self.size, self.area, self.ratio, self.interp = size, area, ratio, interp

    def __call__(self, src):
        return random_size_crop(src, self.size, self.area, self.ratio, self.interp)[0]


class HorizontalFlipAug(Augmenter):
    """Flip the image horizontally with probability ``p``."""

    def __init__(self, p):
        super().__init__(p=p)
        self.p = p

    def __call__(self, src):
        return nd.flip(src, axis=1) if random.random() < self.p else src


# ------------------------------------------------------------------------------------- colors
# MXNet: these change the image in place.


class BrightnessJitterAug(Augmenter):
    """Change the brightness by a random fraction of up to ``brightness``."""

    def __init__(self, brightness):
        super().__init__(brightness=brightness)
        self.brightness = brightness

    def __call__(self, src):
        src *= 1.0 + random.uniform(-self.brightness, self.brightness)
        return src


class ContrastJitterAug(Augmenter):
    """Change the contrast by a random fraction of up to ``contrast``."""

    def __init__(self, contrast):
        super().__init__(contrast=contrast)
        self.contrast = contrast
        self.coef = nd.array([[GRAY]])

    def __call__(self, src):
        alpha = 1.0 + random.uniform(-self.contrast, self.contrast)
        gray = (src * self.coef).sum() * (3.0 * (1.0 - alpha) / src.size)
        src *= alpha
        src += gray
        return src


class SaturationJitterAug(Augmenter):
    """Change the saturation by a random fraction of up to ``saturation``."""

    def __init__(self, saturation):
        super().__init__(saturation=saturation)
        self.saturation = saturation
        self.coef = nd.array([[GRAY]])

    def __call__(self, src):
        alpha = 1.0 + random.uniform(-self.saturation, self.saturation)
        gray = (src * self.coef).sum(axis=2, keepdims=True) * (1.0 - alpha)
        src *= alpha
        src += gray
        return src


class HueJitterAug(Augmenter):
    """Rotate the hue by up to ``hue`` half circles: a rotation in the color plane of YIQ."""

    def __init__(self, hue):
        super().__init__(hue=hue)
        self.hue = hue
        self.tyiq = numpy.array([GRAY, (0.596, -0.274, -0.321), (0.211, -0.523, 0.311)])
        self.ityiq = numpy.array([(1.0, 0.956, 0.621), (1.0, -0.272, -0.647), (1.0, -1.107, 1.705)])

    def __call__(self, src):
        angle = numpy.pi * random.uniform(-self.hue, self.hue)
        cos, sin = numpy.cos(angle), numpy.sin(angle)
        turn = numpy.array([(1.0, 0.0, 0.0), (0.0, cos, -sin), (0.0, sin, cos)])
        return nd.dot(src, nd.array((self.ityiq @ turn @ self.tyiq).T, ctx=src.context))


class ColorJitterAug(RandomOrderAug):
    """Change brightness, contrast and saturation in random order; 0 or less disables one."""

    def __init__(self, brightness, contrast, saturation):
        shares = {
            BrightnessJitterAug: brightness,
            ContrastJitterAug: contrast,
            SaturationJitterAug: saturation,
        }
        super().__init__([augmenter(share) for augmenter, share in shares.items() if share > 0])


class LightingAug(Augmenter):
    """Add noise along the principal axes of the colors of a set of images."""

    def __init__(self, alphastd, eigval, eigvec):
        super().__init__(alphastd=alphastd, eigval=eigval, eigvec=eigvec)
        self.alphastd, self.eigval, self.eigvec = alphastd, eigval, eigvec

    def __call__(self, src):
        alpha = numpy.random.normal(0, self.alphastd, size=(3,))
        src += nd.array(numpy.dot(self.eigvec * alpha, self.eigval), ctx=src.context)
        return src


class ColorNormalizeAug(Augmenter):
    """Subtract the mean and divide by the deviation."""

    def __init__(self, mean, std):
        super().__init__(mean=mean, std=std)
        self.mean, self.std = _array_or_none(mean), _array_or_none(std)

    def __call__(self, src):
        return color_normalize(src, self.mean, self.std)


def _array_or_none(values):
    return values if values is None or isinstance(values, NDArray) else nd.array(values)


class RandomGrayAug(Augmenter):
    """Convert the image to grayscale, in three channels, with probability ``p``."""

    def __init__(self, p):
        super().__init__(p=p)
        self.p = p
        self.mat = nd.array([[0.21] * 3, [0.72] * 3, [0.07] * 3])

    def __call__(self, src):
        return nd.dot(src, self.mat) if random.random() < self.p else src


class CastAug(Augmenter):
    """Cast to another type."""

    def __init__(self, typ="float32"):
        super().__init__(type=typ)
        self.typ = typ

    def __call__(self, src):
        return src.astype(self.typ)


def CreateAugmenter(
    data_shape, resize=0, rand_crop=False, rand_resize=False, rand_mirror=False, mean=None,
    std=None, brightness=0, contrast=0, saturation=0, hue=0, pca_noise=0, rand_gray=0,
    inter_method=2,
):  # fmt: skip
    """Create a list of the usual augmenters for image classification.

    Parameters
    ----------
    data_shape : tuple of int
        The shape of the result: (channels, height, width).
    resize : int
        Length of the shorter side for initial resizing; 0 disables it.
    rand_crop, rand_resize, rand_mirror : bool
        Whether to crop randomly, also with random area and ratio, and to flip randomly.
    mean, std : numpy.ndarray or bool
        One or three numbers; True means those of ImageNet.
    brightness, contrast, saturation, hue, pca_noise : float
        The largest changes of colors.
    rand_gray : float
        The probability of conversion to grayscale.
    inter_method : int
        OpenCV's interpolation, or 9 (chosen by the sizes), or 10 (random).
    """
    if len(data_shape) != 3:
        raise ValueError(f"data_shape must be (channels, height, width), got {data_shape}")
    size, chosen = (data_shape[2], data_shape[1]), []
    if resize > 0:
        chosen.append(ResizeAug(resize, inter_method))
    if rand_resize:
        if not rand_crop:
            raise AssertionError("rand_resize needs rand_crop")
        chosen.append(RandomSizedCropAug(size, 0.08, (3.0 / 4.0, 4.0 / 3.0), inter_method))
    else:
        chosen.append((RandomCropAug if rand_crop else CenterCropAug)(size, inter_method))
    if rand_mirror:
        chosen.append(HorizontalFlipAug(0.5))
    chosen.append(CastAug())
    jitter = brightness, contrast, saturation
    return chosen + color_augmenters(mean, std, jitter, hue, pca_noise, rand_gray)


def color_augmenters(mean, std, jitter, hue, pca_noise, rand_gray):
    """Return the augmenters that change colors, not positions."""
    chosen = [ColorJitterAug(*jitter)] if any(jitter) else []
    if hue:
        chosen.append(HueJitterAug(hue))
    if pca_noise > 0:
        axes = numpy.array(IMAGENET_VALUES), numpy.array(IMAGENET_VECTORS)
        chosen.append(LightingAug(pca_noise, *axes))
    if rand_gray > 0:
        chosen.append(RandomGrayAug(rand_gray))
    mean, std = (
        _statistics("mean", mean, IMAGENET_MEAN),
        _statistics("std", std, IMAGENET_STD),
    )
    if mean is not None or std is not None:
        chosen.append(ColorNormalizeAug(mean, std))
    return chosen


def _statistics(name, values, imagenet):
    """Return one or three numbers as an array; True means ImageNet's."""
    if values is None:
        return None
    if values is True:
        return nd.array(imagenet)
    if numpy.shape(values) not in ((1,), (3,)):
        raise AssertionError(f"{name} must have 1 or 3 numbers, got shape {numpy.shape(values)}")
    return values
