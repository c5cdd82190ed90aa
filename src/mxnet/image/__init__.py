"""``mx.image``: images as arrays, using OpenCV (``regluon[vision]``)."""

from . import detection, detection as det, image
from .detection import *  # noqa: F403
from .detection import __all__ as _of_detection
from .image import *  # noqa: F403
from .image import __all__ as _of_images

__all__ = ["det", "detection", "image", *_of_images, *_of_detection]
