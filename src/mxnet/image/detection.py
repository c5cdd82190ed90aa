"""Images for detection: augmenters that transform boxes, and an iterator over labeled files."""

from __future__ import annotations

from .. import (
    io as io,
    ndarray as nd,  # noqa: F401
)
from ..base import numeric_types as numeric_types
from ..util import is_np_array as is_np_array
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
    Augmenter as Augmenter,
    CastAug as CastAug,
    ColorJitterAug as ColorJitterAug,
    ColorNormalizeAug as ColorNormalizeAug,
    ForceResizeAug as ForceResizeAug,
    HueJitterAug as HueJitterAug,
    ImageIter as ImageIter,
    LightingAug as LightingAug,
    RandomGrayAug as RandomGrayAug,
    RandomOrderAug as RandomOrderAug,
    ResizeAug as ResizeAug,
    copyMakeBorder as copyMakeBorder,
    fixed_crop as fixed_crop,
)

__all__ = [
    "CreateDetAugmenter", "CreateMultiRandCropAugmenter", "DetAugmenter", "DetBorrowAug",
    "DetHorizontalFlipAug", "DetRandomCropAug", "DetRandomPadAug", "DetRandomSelectAug",
    "ImageDetIter",
]  # fmt: skip

for _name in __all__:
    globals()[_name].__module__ = __name__  # the path MXNet gives them
