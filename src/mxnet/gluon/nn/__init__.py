"""Layers: the building blocks of networks."""

from ..._text.reprs import document as _document
from .._parameter_docs import LAYERS as _WORDS
from ..block import Block, HybridBlock, SymbolBlock
from .activations import *  # noqa: F403
from .attention import *  # noqa: F403
from .basic_layers import *  # noqa: F403
from .conv_layers import *  # noqa: F403

__all__ = ["Block", "HybridBlock", "SymbolBlock"]
__all__ += activations.__all__ + attention.__all__  # noqa: F405
__all__ += basic_layers.__all__ + conv_layers.__all__  # noqa: F405

_document(globals(), _WORDS)
