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
        The file, in any format that OpenCV can read.
    flag : int
        1 for three color channels, 0 for one grayscale channel.
    to_rgb : bool
        Whether channels are in RGB order, as for MXNet's models, or in OpenCV's BGR order.
    out : NDArray
        Where to write the image.
    """
    return as_active(_internal._cvimread(str(filename), *args, **kwargs))


def imdecode(buf, *args, **kwargs):
    """Decode the bytes of an image file; the other arguments are those of ``imread``."""
    if not isinstance(buf, NDArray):
        if isinstance(buf, str):
            raise ValueError(f"{BYTES}, but got str: mx.image.imread reads a file")
        if not isinstance(buf, (bytes, bytearray, memoryview, numpy.ndarray)):
            raise ValueError(f"{BYTES}, but got {type(buf).__name__}")
        buf = nd.array(numpy.frombuffer(buf, dtype=numpy.uint8), dtype="uint8")
    return as_active(_internal._cvimdecode(buf, *args, **kwargs))


def imresize(src, w, h, *args, **kwargs):
    """Resize an image to width ``w`` and height ``h``; ``interp`` is as in OpenCV, 1 (bilinear)."""
    return _internal._cvimresize(src, w, h, *args, **kwargs)


def copyMakeBorder(src, top, bot, left, right, *args, **kwargs):
    """Add a border around an image; ``type`` is as in OpenCV, 0 (a constant ``value``)."""
    return _internal._cvcopyMakeBorder(src, top, bot, left, right, *args, **kwargs)
