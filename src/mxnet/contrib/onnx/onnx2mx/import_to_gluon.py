"""Import of ONNX files as blocks."""

from __future__ import annotations

from ._file import opsets_of, read_model
from ._graph import block_of, read_graph


def import_to_gluon(model_file, ctx=None):
    """Load the network in an ONNX file as a :class:`~mxnet.gluon.SymbolBlock` on ``ctx``."""
    model = read_model(model_file)
    return block_of(read_graph(model.graph, opsets_of(model)), ctx)
