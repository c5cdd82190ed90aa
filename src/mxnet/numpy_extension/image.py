"""``mx.npx.image``: operators on images, and everything in ``mx.image``."""

import importlib

from ..numpy._namespace import npx_image as _image_functions
from ..numpy.multiarray import F as _F
from . import _functions

_FAMILIES = (_functions,)  # files with definitions
_FUNCTIONS = _image_functions.functions(_F, __name__)

globals().update(_FUNCTIONS)

__all__ = [*_FUNCTIONS]


def __getattr__(name):
    # Readers and augmenters use mx.np; they are imported on first use.
    try:
        return getattr(importlib.import_module("mxnet.image"), name)
    except AttributeError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
