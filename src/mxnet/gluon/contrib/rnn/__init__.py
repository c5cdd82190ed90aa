"""Contributed recurrent cells."""

from ...._text.reprs import document as _document
from ..._parameter_docs import CELLS as _DOCS
from . import conv_rnn_cell, rnn_cell
from .conv_rnn_cell import *  # noqa: F403
from .rnn_cell import *  # noqa: F403

__all__ = conv_rnn_cell.__all__ + rnn_cell.__all__

_document(globals(), _DOCS)
