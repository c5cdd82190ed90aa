"""The graph reader as a class, as in 1.9.1."""

from __future__ import annotations

from ._file import describe
from ._graph import block_of, read_graph


class GraphProto:
    """Converts the graph of an ONNX model to a symbol or a block."""

    def from_onnx(self, graph, opset_version):
        """Return symbol, arguments and auxiliary states."""
        network = read_graph(graph, {"": opset_version})
        return network.symbol, network.arguments, network.states

    def get_graph_metadata(self, graph):
        """Return names and shapes of inputs and outputs."""
        return describe(graph)

    def graph_to_gluon(self, graph, ctx, opset_version):
        """Return a block."""
        return block_of(read_graph(graph, {"": opset_version}), ctx)
