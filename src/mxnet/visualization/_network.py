"""A drawing of the graph of a network."""

from __future__ import annotations

import warnings
from collections import Counter

from .._core.optional import optional_import
from .._ops.attrs import read_integers
from ._graph import Layer, graph_and_shapes, layers_of

COLORS = {
    "null": "#8dd3c7",
    "Convolution": "#fb8072",
    "FullyConnected": "#fb8072",
    "Activation": "#ffffb3",
    "LeakyReLU": "#ffffb3",
    "BatchNorm": "#bebada",
    "Pooling": "#80b1d3",
    "Concat": "#fdb462",
    "Flatten": "#fdb462",
    "Reshape": "#fdb462",
    "Softmax": "#b3de69",
}
OTHERS = "#fccde5"
STYLE = {
    "shape": "box",
    "fixedsize": "true",
    "width": "1.3",
    "height": "0.8034",
    "style": "filled",
}


def plot_network(
    symbol,
    title="plot",
    save_format="pdf",
    shape=None,
    dtype=None,
    node_attrs={},  # noqa: B006 - MXNet's signature
    hide_weights=True,
):
    """Draw a network, given as a symbol or a block, as a ``graphviz.Digraph``.

    ``shape`` and ``dtype`` are those of the inputs by name; with them, edges are labeled with
    shapes and types. For a block they are known after its first call. ``node_attrs`` are graphviz
    attributes for all nodes. ``drawing.render()`` writes a file; for SVG this works without the
    program ``dot``. The package graphviz has to be installed.
    """
    digraph = optional_import(
        "mxnet.visualization._digraph",
        "Draw network requires graphviz library: pip install graphviz",
    )
    if not isinstance(node_attrs, dict):
        raise TypeError(f"node_attrs must be a dict of attributes of graphviz, got {node_attrs!r}")
    symbol, shape = graph_and_shapes(symbol, shape)
    layers = layers_of(symbol, shape, dtype)
    _warn_of_twins(layers)
    drawing = digraph.Drawing(name=title, format=save_format)
    hidden = _weights(layers) if hide_weights else set()
    visible = [layer for layer in layers if layer not in hidden]
    for layer in visible:
        outline = {"shape": "oval"} if layer.is_variable else {}
        drawing.node(
            name=layer.name,
            label=_label(layer),
            **{**STYLE, **outline, **node_attrs, "fillcolor": COLORS.get(layer.op_name, OTHERS)},
        )
    for layer in visible:
        for source, index in layer.inputs:
            if source not in hidden:
                flow = {"label": _flow(source, index), "dir": "back", "arrowtail": "open"}
                drawing.edge(tail_name=layer.name, head_name=source.name, **flow)
    return drawing


def _warn_of_twins(layers):
    twins = [name for name, count in Counter(layer.name for layer in layers).items() if count > 1]
    if twins:
        warnings.warn(
            "There are multiple variables with the same name in your graph, this may result in "
            f"cyclic graph. Repeated names: {','.join(twins)}",
            RuntimeWarning,
            stacklevel=3,
        )


def _weights(layers) -> set[Layer]:
    """Return the variables that belong to layers: parameters and moving statistics."""
    return {v for layer in layers for v in (*layer.parameters, *layer.states)}


def _label(layer: Layer) -> str:
    """Return the label of a node: its name or, for some layers, a description."""
    attrs = layer.attrs
    if layer.op_name == "Convolution":
        return f"Convolution\n{_window(attrs)}, {attrs['num_filter']}"
    if layer.op_name == "Pooling":
        return f"Pooling\n{attrs.get('pool_type', 'max')}, {_window(attrs)}"
    if layer.op_name == "FullyConnected":
        return f"FullyConnected\n{attrs['num_hidden']}"
    if layer.op_name in ("Activation", "LeakyReLU"):
        return f"{layer.op_name}\n{attrs.get('act_type', 'leaky')}"
    return layer.name


def _window(attrs) -> str:
    return f"{_times(attrs.get('kernel', '()'))}/{_times(attrs.get('stride', '(1,)'))}"


def _times(text) -> str:
    return "x".join(str(n) for n in read_integers(text))


def _flow(source: Layer, index: int) -> str:
    """Return the label of an edge: the shape without the batch, and the type, if known."""
    shape = "x".join(str(n) for n in source.shapes[index][1:]) if source.shapes else ""
    return f"{shape}({source.types[index]})" if source.types else shape
