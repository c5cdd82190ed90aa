"""``mx.image.image``: reading, cropping, rotating and augmenting images."""

from .. import io, ndarray as nd, recordio
from ..base import numeric_types as numeric_types
from ..util import is_np_array
from .augmenters import (
    Augmenter,
    BrightnessJitterAug,
    CastAug,
    CenterCropAug,
    ColorJitterAug,
    ColorNormalizeAug,
    ContrastJitterAug,
    CreateAugmenter,
    ForceResizeAug,
    HorizontalFlipAug,
    HueJitterAug,
    LightingAug,
    RandomCropAug,
    RandomGrayAug,
    RandomOrderAug,
    RandomSizedCropAug,
    ResizeAug,
    SaturationJitterAug,
    SequentialAug,
    color_normalize,
)
from .crops import (
    _get_interp_method as _get_interp_method,
    center_crop,
    fixed_crop,
    random_crop,
    random_size_crop,
    resize_short,
    scale_down,
)
from .iterator import ImageIter
from .reading import copyMakeBorder, imdecode, imread, imresize
from .rotation import imrotate, random_rotate

__all__ = [
    "Augmenter",
    "BrightnessJitterAug",
    "CastAug",
    "CenterCropAug",
    "ColorJitterAug",
    "ColorNormalizeAug",
    "ContrastJitterAug",
    "CreateAugmenter",
    "ForceResizeAug",
    "HorizontalFlipAug",
    "HueJitterAug",
    "ImageIter",
    "LightingAug",
    "RandomCropAug",
    "RandomGrayAug",
    "RandomOrderAug",
    "RandomSizedCropAug",
    "ResizeAug",
    "SaturationJitterAug",
    "SequentialAug",
    "center_crop",
    "color_normalize",
    "copyMakeBorder",
    "fixed_crop",
    "imdecode",
    "imread",
    "imresize",
    "imrotate",
    "io",
    "is_np_array",
    "nd",
    "random_crop",
    "random_rotate",
    "random_size_crop",
    "recordio",
    "resize_short",
    "scale_down",
]

for _name in __all__:
    if getattr(globals()[_name], "__module__", "").startswith(f"{__package__}."):
        globals()[_name].__module__ = __name__  # the path MXNet gives them
