"""``mx.nd.imdecode``, older than ``mx.image.imdecode``."""

from __future__ import annotations

import numpy as np

from ._internal import _imdecode
from .ndarray import array

__all__ = ["imdecode"]


def imdecode(str_img, clip_rect=(0, 0, 0, 0), out=None, index=0, channels=3, mean=None):
    """Decode an image to (channels, height, width), blue first; ``mx.image.imdecode`` is newer.

    Parameters
    ----------
    str_img : bytes
        What an image file contains.
    clip_rect : tuple of int
        The part to keep, x0, y0, x1, y1; everything where it is empty.
    out : NDArray, optional
        Where to write the image; of four axes, at ``index``.
    index : int
        The place in ``out``.
    channels : int
        How many channels to keep; 1 decodes to grey.
    mean : NDArray, optional
        What to subtract, of the shape of the result.
    """
    x0, y0, x1, y1 = clip_rect
    content = array(np.frombuffer(str_img, np.uint8), dtype=np.uint8)
    return _imdecode(mean, content, index=index, x0=x0, y0=y0, x1=x1, y1=y1, c=channels, out=out)
