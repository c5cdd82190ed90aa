"""Gluon: blocks, parameters, layers, losses and trainers.

Parts are imported at first use: a worker process of a DataLoader does not need layers.
"""

from .._core.lazy import lazy_attributes as _lazy_attributes

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
    {
        "DataLoader": "gluon.data.DataLoader loads batches.",
        "Dataset": "gluon.data.Dataset is the base class of datasets.",
        "Dense": "gluon.nn.Dense is the fully connected layer.",
        "Estimator": "gluon.contrib.estimator.Estimator trains.",
        "Layer": "gluon.Block and HybridBlock are the base classes of layers.",
        "Model": "gluon.Block and HybridBlock are the base classes of networks.",
        "Module": "gluon.Block and HybridBlock are the base classes of networks.",
        "Optimizer": "gluon.Trainer trains with an optimizer of mx.optimizer.",
        "Sequential": "gluon.nn.Sequential and HybridSequential put layers in order.",
        "datasets": "gluon.data.vision has MNIST and others.",
        "layers": "gluon.nn has the layers.",
        "losses": "gluon.loss has the losses.",
        "metric": "mx.metric has the metrics.",
        "metrics": "mx.metric has the metrics.",
        "optim": "gluon.Trainer trains with an optimizer of mx.optimizer.",
        "optimizer": "gluon.Trainer trains with an optimizer of mx.optimizer.",
    },
)


def __dir__():
    """List the available names, loaded or not."""
    return sorted({*globals(), *_PARTS, *__all__})
