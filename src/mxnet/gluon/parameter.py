"""Parameters of blocks, parameter dictionaries, and other names that MXNet has here."""

from __future__ import annotations

from .. import autograd as autograd, context as context, initializer as initializer, ndarray, symbol
from ..base import MXNetError as MXNetError
from ..context import Context as Context, cpu as cpu
from ..util import is_np_array as is_np_array, is_np_shape as is_np_shape
from ._constant import Constant, _Given as _Given
from ._parameter import (
    DeferredInitializationError,
    Parameter,
    _SparseParameter as _SparseParameter,
)
from ._parameter_dict import ParameterDict
from ._parameter_shapes import shape_is_known as shape_is_known

__all__ = ["Constant", "DeferredInitializationError", "Parameter", "ParameterDict"]

tensor_types = (symbol.Symbol, ndarray.NDArray)
