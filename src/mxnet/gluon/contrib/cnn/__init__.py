"""Contributed convolutions."""

from ...._text.reprs import document as _document
from ..._parameter_docs import LAYERS as _DOCS
from .conv_layers import *  # noqa: F403
from .conv_layers import __all__ as __all__

_document(globals(), _DOCS)
