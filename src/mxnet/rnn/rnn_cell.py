"""Symbolic recurrent cells under MXNet's module path."""

from __future__ import annotations

from .. import (
    initializer as init,  # noqa: F401
    ndarray as ndarray,
    symbol as symbol,
)
from ._base import BaseRNNCell, RNNParams
from ._cells import GRUCell, LSTMCell, RNNCell
from ._composite import (
    BidirectionalCell,
    DropoutCell,
    ModifierCell,
    ResidualCell,
    SequentialRNNCell,
    ZoneoutCell,
)
from ._conv import BaseConvRNNCell, ConvGRUCell, ConvLSTMCell, ConvRNNCell
from ._fused import FusedRNNCell

__all__ = [
    "BaseConvRNNCell", "BaseRNNCell", "BidirectionalCell", "ConvGRUCell", "ConvLSTMCell",
    "ConvRNNCell", "DropoutCell", "FusedRNNCell", "GRUCell", "LSTMCell", "ModifierCell", "RNNCell",
    "RNNParams", "ResidualCell", "SequentialRNNCell", "ZoneoutCell",
]  # fmt: skip
