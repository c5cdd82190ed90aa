"""Import of ONNX files as symbols."""

from __future__ import annotations

from ._file import describe, opsets_of, read_model
from ._graph import read_graph


def import_model(model_file):
    """Load the network in an ONNX file: a symbol, its arguments, its auxiliary states.

    >>> import mxnet as mx
    >>> net = mx.gluon.nn.Dense(2, in_units=3, prefix="dense_")
    >>> net.initialize()
    >>> path = mx.onnx.export_model(net, in_shapes=[(1, 3)], onnx_file_path="dense.onnx")
    >>> symbol, arguments, states = mx.contrib.onnx.import_model(path)
    >>> symbol.list_inputs(), sorted(arguments), states
    (['data', 'dense_weight', 'dense_bias'], ['dense_bias', 'dense_weight'], {})
    """
    model = read_model(model_file)
    network = read_graph(model.graph, opsets_of(model))
    return network.symbol, network.arguments, network.states


def get_model_metadata(model_file):
    """Return names and shapes of inputs and outputs: ``input_tensor_data``, ``output_tensor_data``.

    For an input, the third number is its ONNX element type. Open sizes are 0.
    """
    return describe(read_model(model_file).graph)
