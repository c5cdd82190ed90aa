"""Limits of the number of pixels: a small file can claim to contain a very large image."""

from __future__ import annotations

import os

from ..error import MXNetError
from .sizes import image_size, png_chunks

VARIABLE = "MXNET_IMAGE_MAX_PIXELS"
MAX_PIXELS = 178_956_970  # the limit of Pillow: half a gigabyte of 8-bit color


def max_pixels() -> int:
    """Return the maximum number of pixels of an image."""
    text = os.environ.get(VARIABLE)
    if text is None:
        return MAX_PIXELS
    if not (text.isdecimal() and len(text) < 20):  # 20 digits: more pixels than any memory holds
        raise MXNetError(f"{VARIABLE} must be a number of pixels, got {text[:80]!r}")
    return int(text)


def check_image(encoded) -> None:
    """Reject an encoded image (bytes or an array of bytes) that needs much memory to decode.

    Formats whose size is not read here are left to OpenCV, whose limit is 2**30 pixels.
    """
    data = memoryview(encoded)
    _check_chunks(data)
    size = image_size(data)
    if size is None:
        return
    width, height = size
    if width * height > max_pixels():
        raise MXNetError(
            f"the image has {width} x {height} pixels, more than {max_pixels()} are not decoded; "
            f"set the environment variable {VARIABLE} to a larger number if you trust it"
        )


def _check_chunks(data: memoryview) -> None:
    """Reject a PNG file with a chunk longer than the file, which OpenCV would allocate."""
    for offset, length in png_chunks(data):
        if length > len(data):
            raise MXNetError(
                f"Decoding failed. Invalid image file. The PNG is damaged: at byte {offset} a "
                f"chunk of {length} bytes begins, the file has {len(data)} bytes"
            )
