"""``mx.sym.npx.image``: operators on images, for symbols."""

from ...numpy._namespace import npx_image as _image_functions
from ...numpy_extension import image as _arrays
from ..numpy._functions import F as _F

_LOADED_FOR_EFFECT = (_arrays,)  # imported to define the functions
_FUNCTIONS = _image_functions.functions(_F, __name__, arrays=False)

globals().update(_FUNCTIONS)

__all__ = [*_FUNCTIONS]
