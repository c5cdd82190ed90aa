"""Augmenters for detection, which change an image together with the boxes of its objects.

Labels are NumPy arrays with a row for each object: class, left, top, right, bottom, where positions
are fractions of the image's width and height, and possibly more columns.
"""

from __future__ import annotations

import random
import warnings
from math import sqrt
from numbers import Number

import numpy as np

from .. import ndarray as nd
from .augmenters import (
    IMAGENET_MEAN,
    IMAGENET_STD,
    Augmenter,
    CastAug,
    ForceResizeAug,
    ResizeAug,
    Settings,
    color_augmenters,
)
from .crops import fixed_crop
from .reading import copyMakeBorder

_X, _Y = (1, 3), (2, 4)  # columns of left and right, and of top and bottom
_LEAST_PIXELS = 2  # smaller crops and objects are ignored


class DetAugmenter(Settings):
    """The base class: a call takes an image and its labels and returns both changed."""

    def __call__(self, src, label):
        raise NotImplementedError("Must override implementation.")


class DetBorrowAug(DetAugmenter):
    """Applies an augmenter for images that does not move boxes."""

    def __init__(self, augmenter):
        self.augmenter = augmenter
        if isinstance(augmenter, Augmenter):
            super().__init__(augmenter=augmenter.dumps())
        else:
            kind = type(augmenter).__name__
            raise TypeError(f"Borrowing from invalid Augmenter: expected one, got {kind}")

    def dumps(self):
        """Return the name and the arguments of the augmenter in a list."""
        return [self._name(), self.augmenter.dumps()]

    def __call__(self, src, label):
        return self.augmenter(src), label


class DetRandomSelectAug(DetAugmenter):
    """Applies one of several augmenters, or with a certain probability none."""

    def __init__(self, aug_list, skip_prob=0):
        super().__init__(skip_prob=skip_prob)
        aug_list = aug_list if isinstance(aug_list, list | tuple) else [aug_list]
        for augmenter in aug_list:
            if not isinstance(augmenter, DetAugmenter):
                raise ValueError(f"Allow DetAugmenter in list only, got {type(augmenter).__name__}")
        self.aug_list = aug_list
        self.skip_prob = skip_prob if aug_list else 1

    def dumps(self):
        """Return the name and the arguments of the augmenters in a list."""
        return [self._name(), [augmenter.dumps() for augmenter in self.aug_list]]

    def __call__(self, src, label):
        if random.random() < self.skip_prob:
            return src, label
        random.shuffle(self.aug_list)
        return self.aug_list[0](src, label)


class DetHorizontalFlipAug(DetAugmenter):
    """Flips image and boxes horizontally with a certain probability."""

    def __init__(self, p):
        super().__init__(p=p)
        self.p = p

    def __call__(self, src, label):
        if random.random() >= self.p:
            return src, label
        self._flip_label(label)
        return nd.flip(src, axis=1), label

    def _flip_label(self, label):
        """Flip boxes in place."""
        label[:, _X] = 1.0 - label[:, _X[::-1]]


class _RandomBox(DetAugmenter):
    """The base class of random crops and random padding: ranges of their shape and size."""

    def _set_ranges(self, aspect_ratio_range, area_range):
        self.aspect_ratio_range = _range("aspect_ratio_range", aspect_ratio_range)
        self.area_range = _range("area_range", area_range)

    def _enable(self, least_area):
        """Check whether the ranges are valid; if not, the augmenter has no effect."""
        (narrow, wide), (small, large) = self.aspect_ratio_range, self.area_range
        self.enabled = 0 < narrow <= wide and small <= large and large > least_area
        if not self.enabled:
            warnings.warn(
                f"{type(self).__name__} does nothing: its ranges are not valid, "
                f"aspect_ratio_range={self.aspect_ratio_range}, area_range={self.area_range}",
                stacklevel=3,
            )

    def _shapes(self, height, width):
        """Yield a random ratio of width to height, and the heights of the area's limits for it."""
        if not self.enabled or height <= 0 or width <= 0:
            return
        areas = [share * height * width for share in self.area_range]
        for _ in range(self.max_attempts):
            ratio = random.uniform(*self.aspect_ratio_range)
            if ratio > 0:
                yield ratio, areas, [round(sqrt(area / ratio)) for area in areas]


def _range(name, value):
    """Return a pair of numbers: the given pair, or a single number twice."""
    if isinstance(value, Number):
        return value, value
    if not (isinstance(value, tuple | list) and len(value) == 2):
        raise AssertionError(f"{name} must be a number or a pair of them, got {value!r}")
    return value


def _draw_between(low, high):
    return random.randint(low, high) if low < high else high


class DetRandomCropAug(_RandomBox):
    """Crops a random part in which enough of an object is visible.

    Parameters
    ----------
    min_object_covered : float
        The fraction that must be visible of each object in the part.
    aspect_ratio_range : tuple of float
        The range of the part's aspect ratio (width / height).
    area_range : tuple of float
        The range of the part's area, as a fraction of the image.
    min_eject_coverage : float
        An object with a smaller visible fraction loses its label.
    max_attempts : int
        Number of attempts; if none succeeds, the image is not changed.
    """

    def __init__(
        self,
        min_object_covered=0.1,
        aspect_ratio_range=(0.75, 1.33),
        area_range=(0.05, 1.0),
        min_eject_coverage=0.3,
        max_attempts=50,
    ):
        self._set_ranges(aspect_ratio_range, area_range)
        super().__init__(
            min_object_covered=min_object_covered,
            aspect_ratio_range=self.aspect_ratio_range,
            area_range=self.area_range,
            min_eject_coverage=min_eject_coverage,
            max_attempts=max_attempts,
        )
        self.min_object_covered = min_object_covered
        self.min_eject_coverage = min_eject_coverage
        self.max_attempts = max_attempts
        self._enable(least_area=0)

    def __call__(self, src, label):
        proposal = self._random_crop_proposal(label, *src.shape[:2])
        if not proposal:
            return src, label
        *box, label = proposal
        return fixed_crop(src, *box), label

    def _random_crop_proposal(self, label, height, width):
        """Return left, top, width and height of a part in pixels and its labels, or nothing."""
        for ratio, (least, most), (high, highest) in self._shapes(height, width):
            if round(highest * ratio) > width:
                highest = int((width + 0.4999999) / ratio)
            highest = min(highest, height)
            high = _draw_between(min(high, highest), highest)
            if round(high * ratio) * high < least:
                high += 1
            if round(high * ratio) * high > most:
                high -= 1
            wide = round(high * ratio)
            if not (least <= wide * high <= most and 0 <= wide <= width and 0 <= high <= height):
                continue
            top, left = random.randint(0, height - high), random.randint(0, width - wide)
            box = left, top, left + wide, top + high
            if self._check_satisfy_constraints(label, *box, width, height):
                new_label = self._update_labels(label, (left, top, wide, high), height, width)
                if new_label is not None:
                    return left, top, wide, high, new_label
        return ()

    def _check_satisfy_constraints(self, label, xmin, ymin, xmax, ymax, width, height):
        """Return whether enough is visible of every object in a part, and of at least one."""
        if (xmax - xmin) * (ymax - ymin) < _LEAST_PIXELS:
            return False
        areas = self._calculate_areas(label[:, 1:])
        large = areas * width * height > _LEAST_PIXELS
        if not large.any():
            return False
        part = xmin / width, ymin / height, xmax / width, ymax / height
        visible = self._calculate_areas(self._intersect(label[large, 1:], *part)) / areas[large]
        visible = visible[visible > 0]
        return visible.size > 0 and visible.min() > self.min_object_covered

    def _calculate_areas(self, label):
        """Return the areas of boxes; inverted boxes have none."""
        return np.prod(np.maximum(0, label[:, 2:4] - label[:, :2]), axis=1)

    def _intersect(self, label, xmin, ymin, xmax, ymax):
        """Return the intersections of boxes with one box, or boxes of zeros if there is none."""
        common = np.hstack(
            [np.maximum(label[:, :2], (xmin, ymin)), np.minimum(label[:, 2:4], (xmax, ymax))]
        )
        common[(common[:, :2] >= common[:, 2:]).any(axis=1)] = 0
        return common

    def _update_labels(self, label, crop_box, height, width):
        """Return the labels in the part of an image, or None if no object is left."""
        left, top, wide, high = np.divide(crop_box, (width, height) * 2)
        inside = label.copy()
        inside[:, _X] = (inside[:, _X] - left) / wide
        inside[:, _Y] = (inside[:, _Y] - top) / high
        inside[:, 1:5] = np.clip(inside[:, 1:5], 0, 1)
        left_over = self._calculate_areas(inside[:, 1:]) * wide * high
        with np.errstate(divide="ignore", invalid="ignore"):  # an object may have no area
            share = left_over / self._calculate_areas(label[:, 1:])
        keep = (inside[:, 3] > inside[:, 1]) & (inside[:, 4] > inside[:, 2])
        keep &= share > self.min_eject_coverage
        return inside[keep] if keep.any() else None


class DetRandomPadAug(_RandomBox):
    """Places the image at a random position of a larger one.

    Parameters
    ----------
    aspect_ratio_range : tuple of float
        The range of the larger image's aspect ratio (width / height).
    area_range : tuple of float
        The range of its area relative to the image's.
    max_attempts : int
        Number of attempts; if none succeeds, the image is not changed.
    pad_val : tuple of float
        The color of the padding.
    """

    def __init__(
        self,
        aspect_ratio_range=(0.75, 1.33),
        area_range=(1.0, 3.0),
        max_attempts=50,
        pad_val=(128, 128, 128),
    ):
        if not isinstance(pad_val, list | tuple | Number):
            raise AssertionError(f"pad_val must be a number or a tuple of them, got {pad_val!r}")
        self._set_ranges(aspect_ratio_range, area_range)
        super().__init__(
            aspect_ratio_range=self.aspect_ratio_range,
            area_range=self.area_range,
            max_attempts=max_attempts,
            pad_val=pad_val,
        )
        self.pad_val = pad_val
        self.max_attempts = max_attempts
        self._enable(least_area=1)

    def __call__(self, src, label):
        proposal = self._random_pad_proposal(label, *src.shape[:2])
        if not proposal:
            return src, label
        left, top, wide, high, label = proposal
        height, width, _ = src.shape
        # MXNet: a single number applies to the first channel; the others are 0.
        color = (self.pad_val,) if isinstance(self.pad_val, Number) else self.pad_val
        margins = top, high - top - height, left, wide - left - width
        return copyMakeBorder(src, *margins, 0, values=color), label

    def _random_pad_proposal(self, label, height, width):
        """Return left, top, width and height of the larger image and the labels, or nothing."""
        for ratio, _, (high, highest) in self._shapes(height, width):
            if round(high * ratio) < width:
                high = int((width + 0.499999) / ratio)
            high = _draw_between(min(max(high, height), highest), highest)
            wide = round(high * ratio)
            if high - height < _LEAST_PIXELS or wide - width < _LEAST_PIXELS:
                continue
            top, left = random.randint(0, high - height), random.randint(0, wide - width)
            box = left, top, wide, high
            return *box, self._update_labels(label, box, height, width)
        return ()

    def _update_labels(self, label, pad_box, height, width):
        """Return the labels in the larger image."""
        left, top, wide, high = pad_box
        inside = label.copy()
        inside[:, _X] = (inside[:, _X] * width + left) / wide
        inside[:, _Y] = (inside[:, _Y] * height + top) / high
        return inside


def CreateMultiRandCropAugmenter(
    min_object_covered=0.1,
    aspect_ratio_range=(0.75, 1.33),
    area_range=(0.05, 1.0),
    min_eject_coverage=0.3,
    max_attempts=50,
    skip_prob=0,
):
    """Create an augmenter that chooses one of several random crops.

    Each argument except the last may be a list, with a value for each crop.
    """
    settings = {
        "min_object_covered": min_object_covered,
        "aspect_ratio_range": aspect_ratio_range,
        "area_range": area_range,
        "min_eject_coverage": min_eject_coverage,
        "max_attempts": max_attempts,
    }
    lists = {
        name: value if isinstance(value, list) else [value] for name, value in settings.items()
    }
    count = max(map(len, lists.values()))
    for name, values in lists.items():
        if len(values) not in (1, count):
            raise AssertionError(f"{name} has {len(values)} values, another argument has {count}")
        lists[name] = values * count if len(values) == 1 else values
    rows = zip(*lists.values(), strict=True)
    crops = [DetRandomCropAug(**dict(zip(lists, row, strict=True))) for row in rows]
    return DetRandomSelectAug(crops, skip_prob=skip_prob)


def CreateDetAugmenter(
    data_shape, resize=0, rand_crop=0, rand_pad=0, rand_gray=0, rand_mirror=False, mean=None,
    std=None, brightness=0, contrast=0, saturation=0, pca_noise=0, hue=0, inter_method=2,
    min_object_covered=0.1, aspect_ratio_range=(0.75, 1.33), area_range=(0.05, 3.0),
    min_eject_coverage=0.3, max_attempts=50, pad_val=(127, 127, 127),
):  # fmt: skip
    """Create a list of the usual augmenters for detection.

    Parameters
    ----------
    data_shape : tuple of int
        Channels, height and width of the result.
    resize : int
        Length of the shorter side for initial resizing; 0 disables it.
    rand_crop, rand_pad : float
        The fractions of images that are cropped and padded.
    rand_gray : float
        The fraction of images that are converted to grayscale.
    rand_mirror : bool
        Whether half of the images are flipped.
    mean, std : True, array, optional
        Values to subtract and to divide by, three each; ``True`` means those of ImageNet.
    brightness, contrast, saturation, hue : float
        The largest changes of these.
    pca_noise : float
        The deviation of noise along the principal axes of ImageNet's colors.
    inter_method : int
        Interpolation: OpenCV's number, or 9 (chosen by the sizes), or 10 (random).
    min_object_covered, min_eject_coverage : float
        See ``DetRandomCropAug``.
    aspect_ratio_range, area_range : tuple of float
        For crops and padding; padding uses only areas above 1.
    max_attempts : int
    pad_val : tuple of float
        The color of the padding.
    """
    augmenters = [DetBorrowAug(ResizeAug(resize, inter_method))] if resize > 0 else []
    if rand_crop > 0:
        augmenters.append(
            CreateMultiRandCropAugmenter(
                min_object_covered,
                aspect_ratio_range,
                area_range,
                min_eject_coverage,
                max_attempts,
                skip_prob=1 - rand_crop,
            )
        )
    if rand_mirror:
        augmenters.append(DetHorizontalFlipAug(0.5))
    if rand_pad > 0:
        margin = DetRandomPadAug(aspect_ratio_range, (1.0, area_range[1]), max_attempts, pad_val)
        augmenters.append(DetRandomSelectAug([margin], 1 - rand_pad))
    plain = [ForceResizeAug((data_shape[2], data_shape[1]), inter_method), CastAug()]
    # MXNet: these are not rounded to float32.
    mean = np.array(IMAGENET_MEAN) if mean is True else mean
    std = np.array(IMAGENET_STD) if std is True else std
    plain += color_augmenters(
        mean, std, (brightness, contrast, saturation), hue, pca_noise, rand_gray
    )
    return augmenters + [DetBorrowAug(augmenter) for augmenter in plain]
