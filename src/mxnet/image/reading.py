"""Images from files and bytes, as (height, width, channels) in uint8."""

from __future__ import annotations

import numpy

from .. import ndarray as nd
from ..ndarray import NDArray, _internal
from ..util import as_active

BYTES = "buf must be of type bytes, bytearray or numpy.ndarray"


def imread(filename, *args, **kwargs):
    """Read an image file.

    Parameters
    ----------
    filename : str
        The file; whatever OpenCV reads.
    flag : int
        1 for three channels of color, 0 for one of gray.
    to_rgb : bool
        Red first, as MXNet's models want it, or else blue first, as OpenCV has it.
    out : NDArray
        Where to put the image.
    """
    return as_active(_internal._cvimread(str(filename), *args, **kwargs))


def imdecode(buf, *args, **kwargs):
    """Decode the bytes of an image file; the other arguments are those of ``imread``."""
    if not isinstance(buf, NDArray):
        if isinstance(buf, str):
            raise ValueError(f"{BYTES}, but got str: convert it to bytes")
        if not isinstance(buf, (bytes, bytearray, memoryview, numpy.ndarray)):
            raise ValueError(f"{BYTES}, but got {type(buf).__name__}")
        buf = nd.array(numpy.frombuffer(buf, dtype=numpy.uint8), dtype="uint8")
    return as_active(_internal._cvimdecode(buf, *args, **kwargs))


def imresize(src, w, h, *args, **kwargs):
    """Resize an image to width ``w`` and height ``h``; ``interp`` is OpenCV's, 1 (bilinear)."""
    return _internal._cvimresize(src, w, h, *args, **kwargs)


def copyMakeBorder(src, top, bot, left, right, *args, **kwargs):
    """Put a border around an image; ``type`` is OpenCV's, 0 (a constant ``value``)."""
    return _internal._cvcopyMakeBorder(src, top, bot, left, right, *args, **kwargs)
