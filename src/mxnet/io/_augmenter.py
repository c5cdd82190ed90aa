"""Random changes of images with OpenCV, equivalent to MXNet's default augmenter."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..base import MXNetError
from ._cpp_random import CppRandom

_F = np.float32
# Principal components of ImageNet's colors, times the standard deviation along each.
PCA = np.array(
    [[-0.5675, 0.7192, 0.4009], [-0.5808, -0.0045, -0.8140], [-0.5836, -0.6948, 0.4203]], _F
) * np.array([55.46, 4.794, 1.148], _F)
NEAREST, LINEAR, CUBIC, AREA, LANCZOS, AUTO, RANDOM = 0, 1, 2, 3, 4, 9, 10


class Size(NamedTuple):
    height: int
    width: int


def check_interpolation(method: int) -> None:
    """Raise an error if a number is not one of the interpolation methods."""
    if method not in (NEAREST, LINEAR, CUBIC, AREA, LANCZOS, AUTO, RANDOM):
        raise MXNetError(f"invalid inter_method {method}: valid values are 0 to 4, 9 and 10")


def interpolation(method: int, old: Size, new: Size, random: CppRandom) -> int:
    """Return OpenCV's interpolation number: chosen by the sizes for AUTO, random for RANDOM."""
    if method == AUTO:
        if new.width > old.width and new.height > old.height:
            return CUBIC
        shrinks = new.width < old.width and new.height < old.height
        return AREA if shrinks else LINEAR
    return random.integer(0, 4) if method == RANDOM else method


def size_of_shorter_side(image: np.ndarray, length: int) -> Size:
    """Return the size of an image whose shorter side has the given length."""
    height, width = image.shape[:2]
    if height > width:
        return Size(length * height // width, length)
    return Size(length, length * width // height)


class Augmenter:
    """Converts every image to the target size: resized, rotated, cropped, with changed colors.

    ``options`` are the parameters of ``ImageRecordIter``; images have OpenCV's channel order.
    """

    def __init__(self, cv2, options: dict, rotations=()):
        self._cv2 = cv2
        self._o = options
        self._size = Size(*options["data_shape"][1:])
        self._rotations = rotations
        ratio, least = options["max_aspect_ratio"], options["min_aspect_ratio"]
        self._ratios = (1 - ratio, 1 + ratio) if least is None else (least, ratio)
        check_interpolation(options["inter_method"])
        if options["random_resized_crop"]:
            self._check_resized_crop()
        self._warps = self._must_warp()

    def _check_resized_crop(self):
        o = self._o
        if o["rand_crop"] or (o["min_crop_size"], o["max_crop_size"]) != (-1, -1):
            raise MXNetError(
                "random_resized_crop conflicts with min_crop_size, max_crop_size and rand_crop"
            )
        if (o["min_random_scale"], o["max_random_scale"]) != (1, 1):
            raise MXNetError(
                "random_resized_crop conflicts with min_random_scale and max_random_scale"
            )
        low, high = self._ratios
        if not 0 < low <= high or o["min_random_area"] > o["max_random_area"]:
            raise MXNetError(
                f"random_resized_crop expects 0 < least <= greatest aspect ratio, got {low} and "
                f"{high}, and min_random_area <= max_random_area, got {o['min_random_area']} and "
                f"{o['max_random_area']}"
            )

    def _must_warp(self):
        o = self._o
        return bool(
            o["max_rotate_angle"] > 0
            or o["max_shear_ratio"] > 0
            or o["rotate"] > 0
            or self._rotations
            or (o["min_random_scale"], o["max_random_scale"]) != (1, 1)
            or (not o["random_resized_crop"] and self._ratios != (1, 1))
            or o["max_img_size"] != 1e10  # MXNet: the default, which limits nothing
            or o["min_img_size"] != 0
        )

    def __call__(self, image: np.ndarray, random: CppRandom) -> np.ndarray:
        """Return a changed image of the target size."""
        o = self._o
        if o["resize"] != -1:
            image = self._resize(image, size_of_shorter_side(image, o["resize"]), random)
        if self._warps:
            image = self._warp(image, random)
        if o["pad"] > 0:
            image = self._pad(image, o["pad"])
        image = self._crop(image, random)
        if o["brightness"] > 0 or o["contrast"] > 0 or o["saturation"] > 0:
            image = self._jitter_colors(image, random)
        if o["random_h"] or o["random_s"] or o["random_l"]:
            image = self._shift_colors(image, random)
        if o["pca_noise"] > 0:
            image = self._add_pca_noise(image, random)
        return image

    # ------------------------------------------------------------------------------------- size

    def _method(self, old: Size, new: Size, random: CppRandom) -> int:
        return interpolation(self._o["inter_method"], old, new, random)

    def _resize(self, image, size: Size, random: CppRandom, old: Size | None = None):
        method = self._method(old or Size(*image.shape[:2]), size, random)
        return self._resize_by(image, size, method)

    def _resize_by(self, image, size: Size, method: int):
        return self._cv2.resize(image, (size.width, size.height), interpolation=method)

    def _warp(self, image, random: CppRandom):
        """Shear, rotate, scale and stretch an image around its center."""
        o = self._o
        shear = random.uniform(0, 1) * _F(o["max_shear_ratio"] * 2) - _F(o["max_shear_ratio"])
        angle = random.integer(-o["max_rotate_angle"], o["max_rotate_angle"])
        angle = o["rotate"] if o["rotate"] > 0 else angle
        if self._rotations:
            angle = self._rotations[random.integer(0, len(self._rotations) - 1)]
        cos, sin = (_F(f(angle / 180.0 * math.pi)) for f in (math.cos, math.sin))
        scale = ratio = _F(1)
        if not o["random_resized_crop"]:
            low, high = _F(o["min_random_scale"]), _F(o["max_random_scale"])
            scale = random.uniform(0, 1) * (high - low) + low
            low, high = (_F(value) for value in self._ratios)
            ratio = random.uniform(0, 1) * (high - low) + low
        tall = _F(2) * scale / (_F(1) + ratio)
        wide = ratio * tall
        height, width = image.shape[:2]
        least, most = _F(o["min_img_size"]), _F(o["max_img_size"])
        new_width = max(least, min(most, scale * _F(width)))
        new_height = max(least, min(most, scale * _F(height)))
        matrix = np.array(
            [
                [tall * cos - shear * sin * wide, tall * sin + shear * cos * wide, 0],
                [-sin * wide, cos * wide, 0],
            ],
            _F,
        )
        for row, length in zip(matrix, (new_width, new_height), strict=True):
            row[2] = (length - (row[0] * _F(width) + row[1] * _F(height))) / _F(2)
        size = Size(int(new_height), int(new_width))
        method = self._method(Size(height, width), size, random)
        return self._cv2.warpAffine(
            image,
            matrix,
            (size.width, size.height),
            flags=method,
            borderMode=self._cv2.BORDER_CONSTANT,
            borderValue=(o["fill_value"],) * 3,
        )

    def _pad(self, image, width: int):
        fill = (self._o["fill_value"],) * 3
        return self._cv2.copyMakeBorder(
            image, width, width, width, width, self._cv2.BORDER_CONSTANT, value=fill
        )

    # --------------------------------------------------------------------------------- geometry

    def _crop(self, image, random: CppRandom):
        """Crop an image to the target size."""
        o, size = self._o, self._size
        if o["random_resized_crop"]:
            window = self._random_area(image, random)
            if window is not None:
                return window
        elif (o["min_crop_size"], o["max_crop_size"]) != (-1, -1):
            return self._random_square(image, random)
        method = self._method(Size(*image.shape[:2]), size, random)
        height, width = image.shape[:2]
        if height < size.height:
            width = int(_F(size.height) / _F(height) * _F(width))
            height = size.height
            image = self._resize_by(image, Size(height, width), method)
        if width < size.width:
            height = int(_F(size.width) / _F(width) * _F(height))
            width = size.width
            image = self._resize_by(image, Size(height, width), method)
        if height < size.height or width < size.width:
            raise MXNetError(f"input image size {(height, width)} smaller than {tuple(size)}")
        return self._window(image, size, random)

    def _window(self, image, size: Size, random: CppRandom):
        """Return a window of an image, at a random position or in the center."""
        y, x = image.shape[0] - size.height, image.shape[1] - size.width
        if self._o["rand_crop"]:
            y, x = random.integer(0, y), random.integer(0, x)
        else:
            y, x = y // 2, x // 2
        return image[y : y + size.height, x : x + size.width]

    def _random_area(self, image, random: CppRandom):
        """Resize a window of random area and ratio; return None if ten attempts fail."""
        o = self._o
        areas = o["min_random_area"], o["max_random_area"]
        if areas == (1, 1) and self._ratios == (1, 1):
            return None
        height, width = image.shape[:2]
        for _ in range(10):
            area, ratio = random.uniform(*areas), random.uniform(*self._ratios)
            target = _F(height * width) * area
            sides = (_round(np.sqrt(target / ratio)), _round(np.sqrt(target * ratio)))
            tall, wide = sides[::-1] if random.uniform(0, 1) > 0.5 else sides
            if tall <= height and wide <= width:
                y, x = random.integer(0, height - tall), random.integer(0, width - wide)
                window = image[y : y + tall, x : x + wide]
                return self._resize(window, self._size, random)
        return None

    def _random_square(self, image, random: CppRandom):
        least, most = self._o["min_crop_size"], self._o["max_crop_size"]
        if min(image.shape[:2]) < most or most < least:
            raise MXNetError(
                f"input image size {image.shape[:2]} smaller than max_crop_size {most}, or that "
                f"smaller than min_crop_size {least}"
            )
        side = random.integer(least, most)
        return self._resize(self._window(image, Size(side, side), random), self._size, random)

    # ----------------------------------------------------------------------------------- colors

    def _jitter_colors(self, image, random: CppRandom):
        """Change brightness, contrast and saturation, in a random order."""
        cv2 = self._cv2
        amounts = [
            float(_F(1) + random.uniform(-self._o[name], self._o[name]))
            for name in ("brightness", "contrast", "saturation")
        ]
        for kind in random.shuffle([0, 1, 2]):
            amount = amounts[kind]
            if kind == 0:
                image = scale_intensity(cv2, image, amount, 0.0)
                continue
            # MXNet: treats the channels as red, green, blue, although they are in another order.
            gray = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
            if kind == 1:
                mean = _F(cv2.mean(gray)[0])
                image = scale_intensity(cv2, image, amount, float((_F(1) - _F(amount)) * mean))
            else:
                three = cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR)
                image = cv2.addWeighted(image, amount, three, float(_F(1) - _F(amount)), 0.0)
        return image

    def _shift_colors(self, image, random: CppRandom):
        """Shift hue, lightness and saturation."""
        shifts = []
        for name in ("random_h", "random_s", "random_l"):
            amount = random.uniform(0, 1)
            amount = (amount + _F(4) * random.uniform(0, 1)) / _F(5)
            most = self._o[name]
            shifts.append(int(amount * _F(most) * _F(2) - _F(most)))
        return shift_hls(self._cv2, image, *shifts)

    def _add_pca_noise(self, image, random: CppRandom):
        """Add a random amount of the colors that vary most."""
        amounts = np.array(random.normal(self._o["pca_noise"], 3), _F)
        red, green, blue = (PCA * amounts).sum(axis=1, dtype=_F)
        noisy = image.astype(_F) + np.array([blue, green, red], _F)
        return np.clip(np.trunc(noisy), 0, 255).astype(np.uint8)


def _round(value) -> int:
    """Round halves away from zero, like C."""
    return int(math.floor(float(value) + 0.5))


def shift_hls(cv2, image, hue: int, saturation: int, light: int):
    """Return the image with shifted hue, saturation and lightness, if there are shifts."""
    changed = cv2.cvtColor(image, cv2.COLOR_BGR2HLS).astype(np.int32)
    changed += np.array([hue, light, saturation], np.int32)
    np.clip(changed, 0, np.array([180, 255, 255]), out=changed)
    return cv2.cvtColor(changed.astype(np.uint8), cv2.COLOR_HLS2BGR)


def scale_intensity(cv2, image, scale: float, shift: float):
    """Return ``image * scale + shift``, rounded and clipped to 0..255."""
    values = np.arange(256, dtype=_F) * _F(scale) + _F(shift)
    table = np.clip(np.rint(values), 0, 255).astype(np.uint8)
    return cv2.LUT(np.ascontiguousarray(image), table)
