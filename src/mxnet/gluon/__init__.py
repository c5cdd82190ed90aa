"""Gluon: blocks, parameters, layers, losses and trainers."""

from . import contrib, data, loss, model_zoo, nn, parameter, rnn, trainer, utils
from .block import Block, HybridBlock, SymbolBlock, load
from .parameter import Constant, DeferredInitializationError, Parameter, ParameterDict
from .trainer import Trainer

__all__ = [
    "Block", "Constant", "DeferredInitializationError", "HybridBlock", "Parameter",
    "ParameterDict", "SymbolBlock", "Trainer", "contrib", "data", "load", "loss", "model_zoo", "nn",
    "parameter", "rnn", "trainer", "utils",
]  # fmt: skip
