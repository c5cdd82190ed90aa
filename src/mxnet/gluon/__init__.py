"""Gluon: blocks, parameters, layers, losses and trainers.

Parts are imported at first use: a worker process of a DataLoader does not need layers.
"""

from .._core.lazy import lazy_attributes as _lazy_attributes
from .._text.foreign_names import GLUON as _FOREIGN_NAMES

_PARTS = (
    "block", "checkpoint", "contrib", "data", "loss", "model_zoo", "nn", "parameter", "rnn",
    "trainer", "utils",
)  # fmt: skip
_MEMBERS = {
    "block": ("Block", "HybridBlock", "SymbolBlock", "load"),
    "checkpoint": ("Checkpoint",),
    "parameter": (
        "Constant", "DeferredInitializationError", "Parameter", "ParameterDict", "tensor_types",
    ),
    "trainer": ("Trainer",),
}  # fmt: skip

__all__ = [
    "Block", "Checkpoint", "Constant", "DeferredInitializationError", "HybridBlock", "Parameter",
    "ParameterDict", "SymbolBlock", "Trainer", "checkpoint", "contrib", "data", "load", "loss",
    "model_zoo", "nn", "parameter", "rnn", "tensor_types", "trainer", "utils",
]  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:  # for editors and type checkers, which do not run the code below
    from . import (
        block as block,
        checkpoint,
        contrib,
        data,
        loss,
        model_zoo,
        nn,
        parameter,
        rnn,
        trainer,
        utils,
    )
    from .block import Block, HybridBlock, SymbolBlock, load
    from .checkpoint import Checkpoint
    from .parameter import (
        Constant,
        DeferredInitializationError,
        Parameter,
        ParameterDict,
        tensor_types,
    )
    from .trainer import Trainer
del TYPE_CHECKING

__getattr__ = _lazy_attributes(
    __name__,
    {part: f"mxnet.gluon.{part}" for part in _PARTS}
    | {name: f"mxnet.gluon.{part}:{name}" for part, names in _MEMBERS.items() for name in names},
    _FOREIGN_NAMES,
)


def __dir__():
    """List the available names, loaded or not."""
    return sorted({*globals(), *_PARTS, *__all__})
