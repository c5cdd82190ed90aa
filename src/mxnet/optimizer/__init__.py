"""Optimizers: rules that update weights from their gradients."""

from .._text.reprs import document as _document
from . import contrib, optimizer
from ._parameter_docs import OPTIMIZERS as _PARAMETER_DOCS
from .optimizer import *  # noqa: F403
from .optimizer import __all__ as _names

__all__ = [*_names, "contrib", "optimizer"]

_document(globals(), _PARAMETER_DOCS)
