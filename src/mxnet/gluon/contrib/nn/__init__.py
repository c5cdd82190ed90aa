"""Contributed layers."""

from ...._text.reprs import document as _document
from ..._parameter_docs import LAYERS as _DOCS
from .basic_layers import *  # noqa: F403
from .basic_layers import __all__ as __all__

_document(globals(), _DOCS)
