"""Gluon: blocks, parameters, layers, losses and trainers."""

from . import contrib, data, loss, nn, parameter, utils
from .block import Block, HybridBlock
from .parameter import Constant, DeferredInitializationError, Parameter, ParameterDict

__all__ = [
    "Block", "Constant", "DeferredInitializationError", "HybridBlock", "Parameter",
    "ParameterDict", "contrib", "data", "loss", "nn", "parameter", "utils",
]  # fmt: skip
