"""Recurrent networks: fused layers, and cells that run step by step."""

from ..._text.reprs import document as _document
from .._parameter_docs import CELLS as _DOCS
from . import rnn_cell, rnn_layer
from .rnn_cell import *  # noqa: F403
from .rnn_layer import *  # noqa: F403

__all__ = rnn_cell.__all__ + rnn_layer.__all__

_document(globals(), _DOCS)
