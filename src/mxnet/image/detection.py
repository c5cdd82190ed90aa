"""Images for detection: augmenters that transform boxes, and an iterator over labeled files."""

from __future__ import annotations

from .. import io
from .. import ndarray as nd
from ..base import numeric_types
from ..util import is_np_array
from .det_augmenters import (
    CreateDetAugmenter,
    CreateMultiRandCropAugmenter,
    DetAugmenter,
    DetBorrowAug,
    DetHorizontalFlipAug,
    DetRandomCropAug,
    DetRandomPadAug,
    DetRandomSelectAug,
)
from .det_iterator import ImageDetIter
from .image import (
    Augmenter,
    CastAug,
    ColorJitterAug,
    ColorNormalizeAug,
    ForceResizeAug,
    HueJitterAug,
    ImageIter,
    LightingAug,
    RandomGrayAug,
    RandomOrderAug,
    ResizeAug,
    copyMakeBorder,
    fixed_crop,
)

__all__ = [
    "CreateDetAugmenter", "CreateMultiRandCropAugmenter", "DetAugmenter", "DetBorrowAug",
    "DetHorizontalFlipAug", "DetRandomCropAug", "DetRandomPadAug", "DetRandomSelectAug",
    "ImageDetIter",
]  # fmt: skip

for _name in __all__:
    globals()[_name].__module__ = __name__  # the path MXNet gives them

_REEXPORTED = (
    Augmenter, CastAug, ColorJitterAug, ColorNormalizeAug, ForceResizeAug, HueJitterAug, ImageIter,
    LightingAug, RandomGrayAug, RandomOrderAug, ResizeAug, copyMakeBorder, fixed_crop, io,
    is_np_array, nd, numeric_types,
)  # fmt: skip
