"""Gluon: blocks, parameters, layers, losses and trainers."""

from . import checkpoint, contrib, data, loss, model_zoo, nn, parameter, rnn, trainer, utils
from ._from_repr import from_repr
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

__all__ = [
    "Block", "Checkpoint", "Constant", "DeferredInitializationError", "HybridBlock", "Parameter",
    "ParameterDict", "SymbolBlock", "Trainer", "checkpoint", "contrib", "data", "load", "loss",
    "model_zoo", "nn", "parameter", "rnn", "tensor_types", "trainer", "utils",
]  # fmt: skip

nn.from_repr = from_repr  # it knows the model zoo too, which is made of layers of nn
