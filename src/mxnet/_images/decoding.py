"""Decode images with OpenCV, including JPEG files whose end is missing."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from types import ModuleType

import numpy as np

from .._core.optional import optional_import
from .limits import check_image

JPEG_BEGIN, JPEG_END = b"\xff\xd8", b"\xff\xd9"


def opencv_package() -> ModuleType:
    """Import OpenCV."""
    return optional_import("cv2", "images need OpenCV: pip install 'regluon[vision]'")


def decode_image(imdecode: Callable, encoded: np.ndarray, flag: int) -> np.ndarray | None:
    """Return the pixels of an encoded image (an array of bytes), or None if it cannot be decoded.

    ``imdecode`` is OpenCV's function.

    MXNet: a truncated JPEG is decoded as far as it goes, and collections of images from the web
    have such files. OpenCV 5 rejects them unless they have an end marker; libjpeg then fills the
    missing part with gray.
    """
    check_image(encoded)
    image = imdecode(encoded, flag) if encoded.size else None
    if image is None and encoded[:2].tobytes() == JPEG_BEGIN:
        image = imdecode(np.append(encoded, np.frombuffer(JPEG_END, np.uint8)), flag)
        if image is not None:
            warnings.warn(
                f"a JPEG image of {encoded.size} bytes is truncated: the missing part is gray. "
                "Replace the file, or remove it from the data",
                stacklevel=2,
            )
    return image
