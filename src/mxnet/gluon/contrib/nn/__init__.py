"""Contributed layers."""

from ...._shown import document as _document
from ..._words import LAYERS as _WORDS
from .basic_layers import *  # noqa: F403
from .basic_layers import __all__ as __all__

_document(globals(), _WORDS)
