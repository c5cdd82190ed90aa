"""Blocks: layers and networks that own parameters and other blocks.

The classes are defined in separate modules; this one has the names that MXNet has here. Some of
them are private, but other packages import them.
"""

from __future__ import annotations

from .. import initializer as initializer, ndarray as ndarray, symbol as symbol
from .._core.lazy import lazy_attributes
from ..base import MXNetError as MXNetError
from ..ndarray import NDArray as NDArray
from ..ndarray._nesting import regroup
from ..symbol import Symbol as Symbol, load_json as load_json
from ..util import is_np_array as is_np_array, np_array as np_array, np_shape as np_shape
from ._block import Block
from ._graph import flatten
from ._hybrid_block import HybridBlock
from ._scope import BlockScope
from ._symbol_block import SymbolBlock, _common_prefix as _common_prefix, load
from .parameter import (
    DeferredInitializationError as DeferredInitializationError,
    Parameter as Parameter,
    ParameterDict as ParameterDict,
    shape_is_known as shape_is_known,
)
from .utils import (
    HookHandle as HookHandle,
    _brief_print_list as _brief_print_list,
    _indent as _indent,
)

__all__ = ["Block", "HybridBlock", "SymbolBlock", "load"]

_BlockScope = BlockScope
_flatten = flatten


def _regroup(args, fmt):
    """Restore the structure that ``_flatten`` returned from a flat list."""
    return regroup(args, fmt)[0]


__getattr__ = lazy_attributes(__name__, {"np_symbol": "mxnet.symbol.numpy"})
