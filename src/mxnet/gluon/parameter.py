"""Parameters of blocks, parameter dictionaries, and other names that MXNet has here."""

from __future__ import annotations

from .. import autograd, context, initializer, ndarray, symbol
from ..base import MXNetError
from ..context import Context, cpu
from ..util import is_np_array, is_np_shape
from ._parameter import (
    Constant,
    DeferredInitializationError,
    Parameter,
    _Given,
    _SparseParameter,
)
from ._parameter_dict import ParameterDict
from ._parameter_shapes import shape_is_known

__all__ = ["Constant", "DeferredInitializationError", "Parameter", "ParameterDict"]

tensor_types = (symbol.Symbol, ndarray.NDArray)
# Names that other packages or pickles refer to here.
_REEXPORTED = (
    Context,
    MXNetError,
    _Given,
    _SparseParameter,
    autograd,
    context,
    cpu,
    initializer,
    is_np_array,
    is_np_shape,
    shape_is_known,
)
