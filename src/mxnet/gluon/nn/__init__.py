"""Layers: the building blocks of networks."""

from ..._core.lazy import lazy_attributes as _lazy_attributes
from ..._text.foreign_names import LAYERS as _FOREIGN_NAMES
from ..._text.reprs import document as _document
from .._parameter_docs import LAYERS as _DOCS
from ..block import Block, HybridBlock, SymbolBlock
from .activations import *  # noqa: F403
from .attention import *  # noqa: F403
from .basic_layers import *  # noqa: F403
from .conv_layers import *  # noqa: F403

__all__ = ["Block", "HybridBlock", "SymbolBlock"]
__all__ += activations.__all__ + attention.__all__  # noqa: F405
__all__ += basic_layers.__all__ + conv_layers.__all__  # noqa: F405

_document(globals(), _DOCS)

# from_repr imports the model zoo, which imports these layers.
__getattr__ = _lazy_attributes(
    __name__, {"from_repr": "mxnet.gluon._from_repr:from_repr"}, _FOREIGN_NAMES
)
