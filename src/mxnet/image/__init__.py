"""``mx.image``: images as arrays, with OpenCV underneath (``regluon[vision]``)."""

from . import image
from .image import *  # noqa: F403
from .image import __all__ as _names

__all__ = ["image", *_names]
