"""Blocks: layers and networks that own parameters and other blocks.

The classes are defined in separate modules; this one has the names that MXNet has here. Some of
them are private, but other packages import them.
"""

from __future__ import annotations

from .. import initializer, ndarray, symbol
from .._core.lazy import lazy_attributes
from ..base import MXNetError
from ..ndarray import NDArray
from ..symbol import Symbol, load_json
from ..util import is_np_array, np_array, np_shape
from ._block import Block
from ._graph import flatten, regroup
from ._hybrid_block import HybridBlock
from ._scope import BlockScope
from ._symbol_block import SymbolBlock, _common_prefix, load
from .parameter import DeferredInitializationError, Parameter, ParameterDict, shape_is_known
from .utils import HookHandle, _brief_print_list, _indent

__all__ = ["Block", "HybridBlock", "SymbolBlock", "load"]

_BlockScope = BlockScope
_flatten = flatten


def _regroup(args, fmt):
    """Restore the structure that ``_flatten`` returned from a flat list."""
    return regroup(args, fmt)[0]


_REEXPORTED = (
    DeferredInitializationError,
    HookHandle,
    MXNetError,
    NDArray,
    Parameter,
    ParameterDict,
    Symbol,
    _brief_print_list,
    _common_prefix,
    _indent,
    initializer,
    is_np_array,
    load_json,
    ndarray,
    np_array,
    np_shape,
    shape_is_known,
    symbol,
)

__getattr__ = lazy_attributes(__name__, {"np_symbol": "mxnet.symbol.numpy"})
