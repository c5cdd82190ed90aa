"""``mx.nd.imdecode``, the predecessor of ``mx.image.imdecode``."""

from __future__ import annotations

import numpy as np

from ._internal import _imdecode
from .ndarray import array

__all__ = ["imdecode"]


def imdecode(str_img, clip_rect=(0, 0, 0, 0), out=None, index=0, channels=3, mean=None):
    """Decode an image to (channels, height, width) in BGR order, unlike ``mx.image.imdecode``.

    Parameters
    ----------
    str_img : bytes
        The contents of an image file.
    clip_rect : tuple of int
        The rectangle to keep: x0, y0, x1, y1; by default the entire image.
    out : NDArray, optional
        Where to write the image; if it has four axes, at ``index``.
    index : int
        The position in ``out``.
    channels : int
        Number of channels; 1 decodes to grayscale.
    mean : NDArray, optional
        An array to subtract, in the shape of the result.
    """
    x0, y0, x1, y1 = clip_rect
    content = array(np.frombuffer(str_img, np.uint8), dtype=np.uint8)
    return _imdecode(mean, content, index=index, x0=x0, y0=y0, x1=x1, y1=y1, c=channels, out=out)
