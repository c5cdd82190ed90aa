"""Symbolic recurrent networks: cells, batches of sentences, checkpoints."""

from .. import (
    initializer as init,  # noqa: F401
    ndarray as ndarray,
    symbol as symbol,
)
from ..io import DataBatch as DataBatch, DataDesc as DataDesc, DataIter as DataIter
from ..symbol._checkpoint import (
    load_checkpoint as load_checkpoint,
    save_checkpoint as save_checkpoint,
)
from . import io, rnn, rnn_cell
from .io import *  # noqa: F403
from .io import __all__ as _io_names
from .rnn import *  # noqa: F403
from .rnn import __all__ as _rnn_names
from .rnn_cell import *  # noqa: F403
from .rnn_cell import __all__ as _cell_names

__all__ = [*_io_names, *_rnn_names, *_cell_names, "io", "rnn", "rnn_cell"]
