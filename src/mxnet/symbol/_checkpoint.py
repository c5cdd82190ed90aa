"""Checkpoints: parameters and the symbol of a network, in files with a common prefix."""

from __future__ import annotations

import logging
from collections import namedtuple

from .. import ndarray as nd, symbol as sym
from .._formats.local import reading_together, together
from ..base import MXNetError
from ..ndarray._files import load_named

__all__ = ["BatchEndParam", "load_checkpoint", "load_params", "save_checkpoint"]

BatchEndParam = namedtuple("BatchEndParam", ["epoch", "nbatch", "eval_metric", "locals"])


def _params_file(prefix, epoch) -> str:
    if isinstance(epoch, str):
        raise ValueError(f"the epoch of a checkpoint is a number, got {epoch!r}")
    return f"{prefix}-{epoch:04d}.params"


def save_checkpoint(prefix, epoch, symbol, arg_params, aux_params, remove_amp_cast=True):
    """Write ``prefix-symbol.json`` (unless symbol is None) and ``prefix-0001.params``."""
    arrays = {f"arg:{name}": array for name, array in arg_params.items()}
    arrays |= {f"aux:{name}": array for name, array in aux_params.items()}
    with together():
        if symbol is not None:
            symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
        nd.save(_params_file(prefix, epoch), arrays)
    logging.info('Saved checkpoint to "%s"', _params_file(prefix, epoch))


def load_params(prefix, epoch):
    """Load the parameters and the auxiliary states written by ``save_checkpoint``."""
    path = _params_file(prefix, epoch)
    arrays = load_named(path)
    if not arrays:
        logging.warning("Params file '%s' is empty", path)
        return {}, {}
    params = {"arg": {}, "aux": {}}
    for name, array in arrays.items():
        kind, colon, rest = name.partition(":")
        if not colon or kind not in params:
            raise MXNetError(
                f"'{path}': the name {name!r} begins neither with 'arg:' nor 'aux:'; a file of "
                "Block.save_parameters is read by load_parameters, for modules export() writes one"
            )
        params[kind][rest] = array
    return params["arg"], params["aux"]


def load_checkpoint(prefix, epoch):
    """Load the symbol, the parameters and the auxiliary states of a checkpoint."""
    graph = f"{prefix}-symbol.json"
    return reading_together(
        (graph, _params_file(prefix, epoch)), lambda: (sym.load(graph), *load_params(prefix, epoch))
    )


for _public in (BatchEndParam, load_checkpoint, load_params, save_checkpoint):
    _public.__module__ = "mxnet.model"  # the path MXNet gives them
