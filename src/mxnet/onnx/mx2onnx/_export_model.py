"""``export_model``: export of an MXNet network to an ONNX file."""

from __future__ import annotations

import contextlib
import logging

import numpy as np

from ...base import MXNetError
from .._package import onnx_package
from ._convert import convert, minimal_opset
from ._file import write_model
from ._inference import Inference, resolve_openings
from ._source import Source, read_source
from ._table import DEFAULT_OPSET, OLDEST_OPSET


def export_model(
    sym, params=None, in_shapes=None, in_types=np.float32, onnx_file_path="model.onnx",
    verbose=False, dynamic=False, dynamic_input_shapes=None, run_shape_inference=False,
    input_type=None, input_shape=None, large_model=False, opset_version=None,
):  # fmt: skip
    """Write a network to an ONNX file; return its path.

    Parameters
    ----------
    sym : Symbol, path of ``-symbol.json``, or Block
        The network. Training outputs are replaced by predictions: labels are not inputs of the
        model, and losses in addition to other outputs are dropped.
    params : dict of arrays, list of such dicts, or path of ``.params``
        The parameters; names may have the prefix ``arg:`` or ``aux:``. None for a Block.
    in_shapes, in_types : lists with the shape and type of each input, or one type for all
        For a Block that was called before, they are known. ``input_shape`` and ``input_type`` are
        their deprecated names.
    dynamic : bool
        Whether to leave sizes of the inputs open: those that are None or a name in
        ``dynamic_input_shapes``, or by default all that the network allows.
    run_shape_inference : bool
        Whether to store the shapes of all results in the model.
    large_model : bool
        Whether to write the arrays to a second file, ``onnx_file_path + ".data"``, as one file is
        limited to 2 GB.
    opset_version : int
        The version of ONNX's operators, at least 13. The default is 18, or the first one that has
        all operators of the network.
    """
    onnx = onnx_package()
    shapes = in_shapes if input_shape is None else input_shape
    types = in_types if input_type is None else input_type
    with _logging(verbose):
        source = read_source(sym, params, shapes, types)
        opset = _resolve_opset(opset_version, onnx.defs.onnx_opset_version(), source)
        inference = Inference(source)
        if not dynamic:
            openings = dict(source.shapes)
        elif dynamic_input_shapes is None:
            openings = inference.all_openings()
        else:
            openings = resolve_openings(dynamic_input_shapes, source.shapes)
        converted = convert(source, inference, openings, opset)
    write_model(converted, opset, onnx_file_path, run_shape_inference, large_model)
    return onnx_file_path


def _resolve_opset(opset: int | None, newest: int, source: Source) -> int:
    if opset is None:
        return max(DEFAULT_OPSET, minimal_opset(source))
    if not OLDEST_OPSET <= opset <= newest:
        raise MXNetError(
            f"opset_version must be from {OLDEST_OPSET} to {newest}, which the installed package "
            f"'onnx' supports; got {opset}"
        )
    return opset


@contextlib.contextmanager
def _logging(verbose: bool):
    """Log what is converted, if requested."""
    logger = logging.getLogger(__package__)
    old_level = logger.level
    logger.setLevel(logging.INFO if verbose else logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(old_level)
