"""Symbolic recurrent networks: cells, batches of sentences, checkpoints."""

from .. import initializer as init
from .. import ndarray, symbol
from ..io import DataBatch, DataDesc, DataIter
from ..symbol._checkpoint import load_checkpoint, save_checkpoint
from . import io, rnn, rnn_cell
from .io import *  # noqa: F403
from .io import __all__ as _io_names
from .rnn import *  # noqa: F403
from .rnn import __all__ as _rnn_names
from .rnn_cell import *  # noqa: F403
from .rnn_cell import __all__ as _cell_names

__all__ = [*_io_names, *_rnn_names, *_cell_names, "io", "rnn", "rnn_cell"]

_REEXPORTED = (
    DataBatch, DataDesc, DataIter, init, load_checkpoint, ndarray, save_checkpoint, symbol,
)  # fmt: skip
