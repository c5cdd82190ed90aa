"""Random changes of images and their bounding boxes, equivalent to MXNet's iterator."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import numpy as np

from ..base import MXNetError
from ._augmenter import (
    Size,
    check_interpolation,
    interpolation,
    scale_intensity,
    shift_hls,
    size_of_shorter_side,
)
from ._cpp_random import CppRandom

_F = np.float32
ZERO, ONE = _F(0), _F(1)
SMALLEST_PAD = 1.05  # times the size: smaller ratios are skipped
RANGES = (  # of crops, each with a value for every sampler
    "min_crop_scales", "max_crop_scales", "min_crop_aspect_ratios", "max_crop_aspect_ratios",
    "min_crop_overlaps", "max_crop_overlaps", "min_crop_sample_coverages",
    "max_crop_sample_coverages", "min_crop_object_coverages", "max_crop_object_coverages",
    "max_crop_trials",
)  # fmt: skip


class Box(NamedTuple):
    """A rectangle, as fractions of the image, in float32 like in MXNet."""

    left: np.float32
    top: np.float32
    width: np.float32
    height: np.float32

    def area(self) -> np.float32:
        return self.width * self.height

    def shared_area(self, other: Box) -> np.float32:
        """Return the area of the intersection of two rectangles."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        width = min(self.left + self.width, other.left + other.width) - left
        height = min(self.top + self.height, other.top + other.height) - top
        return width * height if width > 0 and height > 0 else ZERO

    def contains(self, x, y) -> bool:
        """Return whether a point is inside."""
        inside = self.left <= x < self.left + self.width
        return bool(inside and self.top <= y < self.top + self.height)


@dataclasses.dataclass(frozen=True, slots=True)
class Object:
    """One object: its class, its corners, and additional values."""

    kind: np.float32
    left: np.float32
    top: np.float32
    right: np.float32
    bottom: np.float32
    extra: tuple

    def box(self) -> Box:
        return Box(self.left, self.top, self.right - self.left, self.bottom - self.top)

    def within(self, box: Box) -> Object:
        """Return the object as fractions of a part of the image, clipped at its edges."""
        return dataclasses.replace(
            self,
            left=max(ZERO, (self.left - box.left) / box.width),
            top=max(ZERO, (self.top - box.top) / box.height),
            right=min(ONE, (self.right - box.left) / box.width),
            bottom=min(ONE, (self.bottom - box.top) / box.height),
        )

    def mirror(self) -> Object:
        return dataclasses.replace(self, left=ONE - self.right, right=ONE - self.left)

    def numbers(self) -> tuple:
        return (self.kind, self.left, self.top, self.right, self.bottom, *self.extra)


class Objects:
    """The label of an image: a header, and objects.

    The numbers are: width of the header, width of an object, the rest of the header, and for each
    object class, left, top, right, bottom and additional values.
    """

    def __init__(self, label: np.ndarray):
        is_header = len(label) > 1 and np.isfinite(label[:2]).all()
        head, width = (int(label[0]), int(label[1])) if is_header else (0, 0)
        if len(label) < 7 or head < 2 or width < 5 or (len(label) - head) % width:
            raise MXNetError(
                "a label must be the width of its header (at least 2), the width of an object (at "
                "least 5), more of the header, and class, left, top, right, bottom of each object, "
                f"got {label.tolist()}"
            )
        self._header = label[:head]
        rows = label[head:].reshape(-1, width)
        items = [Object(*row[:5], tuple(row[5:])) for row in rows]
        # MXNet: an empty box is left out.
        self.items = [item for item in items if item.right > item.left and item.bottom > item.top]

    def label(self) -> np.ndarray:
        """Return the numbers."""
        return np.array([*self._header, *(n for item in self.items for n in item.numbers())], _F)


class DetAugmenter:
    """Converts every image to the target size, and changes its boxes accordingly.

    ``options`` are the parameters of ``ImageDetRecordIter``; images have OpenCV's channel order.
    """

    def __init__(self, cv2, options: dict):
        self._cv2 = cv2
        self._o = options
        self._size = Size(*options["data_shape"][1:])
        check_interpolation(options["inter_method"])
        self._samplers = [dict(zip(RANGES, row, strict=True)) for row in self._rows()]
        for sampler in self._samplers:
            _check_sampler(sampler)
        if options["emit_overlap_thresh"] < 0:
            raise MXNetError(
                f"emit_overlap_thresh must not be negative, got {options['emit_overlap_thresh']}"
            )
        self._jitters_colors = any(
            options[f"random_{name}_prob"] > 0
            for name in ("hue", "saturation", "illumination", "contrast")
        )

    def _rows(self):
        """Return the values of each sampler."""
        count = self._o["num_crop_sampler"]
        if count < 1:
            return []
        columns = []
        for name in RANGES:
            values = self._o[name]
            if len(values) not in (1, count):
                raise MXNetError(
                    f"{name} must have one value, or one for each of the {count} crop samplers, "
                    f"got {values}"
                )
            columns.append(values * (count // len(values)))
        return list(zip(*columns, strict=True))

    def __call__(self, image, label: np.ndarray, random: CppRandom) -> tuple:
        """Return a changed image and its label."""
        o = self._o
        if o["resize"] != -1:
            image = self._resize(image, size_of_shorter_side(image, o["resize"]), random)
        objects = Objects(label)
        if self._jitters_colors:
            image = self._jitter_colors(image, random)
        if o["rand_mirror_prob"] > 0 and random.uniform(0, 1) < _F(o["rand_mirror_prob"]):
            objects.items = [item.mirror() for item in objects.items]
            image = self._cv2.flip(image, 1)
        if o["rand_pad_prob"] > 0 and o["max_pad_scale"] > 1:
            if random.uniform(0, 1) < _F(o["rand_pad_prob"]):
                image = self._pad(image, objects, random)
        if o["rand_crop_prob"] > 0 and self._samplers:
            if random.uniform(0, 1) < _F(o["rand_crop_prob"]):
                image = self._crop(image, objects, random)
        return self._fit(image, random), objects.label()

    # ------------------------------------------------------------------------------------- size

    def _resize(self, image, size: Size, random: CppRandom):
        old = Size(*image.shape[:2])
        method = interpolation(self._o["inter_method"], old, size, random)
        return self._cv2.resize(image, (size.width, size.height), interpolation=method)

    def _fit(self, image, random: CppRandom):
        """Resize the image to the target size, or so that it fits inside."""
        mode, size = self._o["resize_mode"], self._size
        height, width = image.shape[:2]
        if mode == "force":
            return self._resize(image, size, random)
        if mode == "shrink" and height <= size.height and width <= size.width:
            return image
        ratio = min(_F(size.height) / _F(height), _F(size.width) / _F(width))
        return self._resize(image, Size(int(ratio * _F(height)), int(ratio * _F(width))), random)

    # ------------------------------------------------------------------------------------ colors

    def _jitter_colors(self, image, random: CppRandom):
        o, names = self._o, ("hue", "saturation", "illumination", "contrast")
        amounts = [random.uniform(-1, 1) * _F(o[f"max_random_{name}"]) for name in names]
        for i, name in enumerate(names):
            if random.uniform(0, 1) >= _F(o[f"random_{name}_prob"]):
                amounts[i] = ZERO
        hue, saturation, light = map(int, amounts[:3])
        if hue or saturation or light:
            image = shift_hls(self._cv2, image, hue, saturation, light)
        if abs(amounts[3]) > 1e-3:
            image = scale_intensity(self._cv2, image, float(amounts[3] + ONE), 0.0)
        return image

    # ---------------------------------------------------------------------------------- geometry

    def _pad(self, image, objects: Objects, random: CppRandom):
        """Place the image at a random position of a larger one with a single color."""
        scale = random.uniform(1, self._o["max_pad_scale"])
        if scale < _F(SMALLEST_PAD):
            return image
        left, top = (-random.uniform(0, scale - ONE) for _ in range(2))
        frame = Box(left, top, scale, scale)
        objects.items = [item.within(frame) for item in objects.items]
        height, width = image.shape[:2]
        borders = (
            int(-top * _F(height)),
            int((scale + top - ONE) * _F(height)),
            int(-left * _F(width)),
            int((scale + left - ONE) * _F(width)),
        )
        fill = (self._o["fill_value"],) * 3
        constant = self._cv2.BORDER_CONSTANT
        return self._cv2.copyMakeBorder(image, *borders, constant, value=fill)

    def _crop(self, image, objects: Objects, random: CppRandom):
        """Crop to a part proposed by one of the samplers, if any."""
        height, width = image.shape[:2]
        for number in random.shuffle(list(range(len(self._samplers)))):
            sampler = self._samplers[number]
            for _ in range(int(sampler["max_crop_trials"])):
                frame = _random_frame(sampler, _F(width) / _F(height), random)
                if self._accepts(frame, sampler, objects):
                    y, x = int(frame.top * _F(height)), int(frame.left * _F(width))
                    tall, wide = int(frame.height * _F(height)), int(frame.width * _F(width))
                    return image[y : y + tall, x : x + wide]
        return image

    def _accepts(self, frame: Box, sampler: dict, objects: Objects) -> bool:
        """Return whether a crop fits the sampler and keeps an object; if so, clip the objects."""
        if not objects.items:
            return True
        if not any(_fits(frame, item.box(), sampler) for item in objects.items):
            return False
        remaining = [item.within(frame) for item in objects.items if self._keeps(item, frame)]
        objects.items = remaining or objects.items
        return bool(remaining)

    def _keeps(self, item: Object, frame: Box) -> bool:
        if self._o["crop_emit_mode"] == "center":
            half = _F(0.5)
            return frame.contains((item.left + item.right) * half, (item.top + item.bottom) * half)
        box = item.box()
        return bool(frame.shared_area(box) / box.area() > _F(self._o["emit_overlap_thresh"]))


def _check_sampler(sampler: dict) -> None:
    low, high = sampler["min_crop_scales"], sampler["max_crop_scales"]
    if not 0 <= low < high <= 1:
        raise MXNetError(
            f"crop samplers want 0 <= min_crop_scales < max_crop_scales <= 1, got {low} and {high}"
        )
    for name in ("aspect_ratios", "overlaps", "sample_coverages", "object_coverages"):
        low, high = sampler[f"min_crop_{name}"], sampler[f"max_crop_{name}"]
        if high < low or (name == "aspect_ratios" and low < 0):
            raise MXNetError(
                f"min_crop_{name}={low} and max_crop_{name}={high} is not a valid range"
            )


def _random_frame(sampler: dict, ratio_of_image, random: CppRandom) -> Box:
    """Return a random part of an image."""
    scale = random.uniform(sampler["min_crop_scales"], sampler["max_crop_scales"]) + _F(1e-12)
    square = scale * scale
    low = max(_F(sampler["min_crop_aspect_ratios"]) / ratio_of_image, square)
    high = min(_F(sampler["max_crop_aspect_ratios"]) / ratio_of_image, _F(1.0 / float(square)))
    ratio = np.sqrt(random.uniform(low, high))
    width, height = min(ONE, scale * ratio), min(ONE, scale / ratio)
    left = random.uniform(0, ONE - width)
    return Box(left, random.uniform(0, ONE - height), width, height)


def _fits(frame: Box, box: Box, sampler: dict) -> bool:
    """Return whether a crop overlaps an object as the sampler requires."""
    shared = frame.shared_area(box)
    shares = {
        "overlaps": lambda: shared / (frame.area() + box.area() - shared) if shared > 0 else ZERO,
        "sample_coverages": lambda: shared / frame.area(),
        "object_coverages": lambda: shared / box.area(),
    }
    for name, share in shares.items():
        low, high = _F(sampler[f"min_crop_{name}"]), _F(sampler[f"max_crop_{name}"])
        if (low > 0 or high < 1) and not low <= share() <= high:
            return False
    return True
