"""A table of the layers of a network, with shapes and numbers of parameters."""

from __future__ import annotations

from math import prod

from ._graph import Layer, graph_and_shapes, layers_of

HEADINGS = ("Layer (type)", "Output Shape", "Param #", "Previous Layer")


def print_summary(symbol, shape=None, line_length=120, positions=[0.44, 0.64, 0.74, 1.0]):  # noqa: B006 - MXNet's signature
    """Print a line for each layer: type, output shape, number of parameters, inputs.

    Parameters
    ----------
    symbol : Symbol or Block
        The network.
    shape : dict of str to tuple, optional
        The shapes of the inputs; without them, shapes and numbers of parameters are unknown. The
        first dimension, the batch, is not shown.
    line_length : int
        The number of characters in a line.
    positions : list of float
        The ends of columns, in characters or, if the last is at most 1, as fractions of the line.
    """
    symbol, shape = graph_and_shapes(symbol, shape)
    ends = [int(line_length * p) for p in positions] if positions[-1] <= 1 else list(positions)
    layers = layers_of(symbol, shape)
    visible = [
        layer
        for i, layer in enumerate(layers)
        if not layer.is_variable or i == 0 or layer.name in (shape or ())
    ]
    print("_" * line_length)
    _print_row(HEADINGS, ends)
    print("=" * line_length)
    total = 0
    for layer in visible:
        count = _parameters(layer)
        total += count
        size = "x".join(str(n) for n in layer.shapes[0][1:]) if layer.shapes else ""
        sources = [source.name for source, _ in layer.inputs if source in visible]
        _print_row(
            (f"{layer.name}({layer.op_name})", size, count, sources[0] if sources else ""), ends
        )
        for name in sources[1:]:
            _print_row(("", "", "", name), ends)
        print(("=" if layer is visible[-1] else "_") * line_length)
    print(f"Total params: {total}")
    print("_" * line_length)


def _parameters(layer: Layer) -> int:
    if not layer.shapes and layer.op_name in KNOWN_WITHOUT_SHAPES:
        return KNOWN_WITHOUT_SHAPES[layer.op_name](layer.attrs)
    return sum(prod(parameter.shapes[0]) for parameter in layer.parameters if parameter.shapes)


def _bias(size: str):
    return lambda attrs: 0 if attrs.get("no_bias", "False") in ("True", "1") else int(attrs[size])


# MXNet: without input shapes, a table only counts what the attributes determine: no weights.
KNOWN_WITHOUT_SHAPES = {
    "Convolution": _bias("num_filter"),
    "FullyConnected": _bias("num_hidden"),
    "Embedding": lambda attrs: int(attrs["input_dim"]) * int(attrs["output_dim"]),
}


def _print_row(fields, ends):
    line = ""
    for text, end in zip(fields, ends, strict=False):
        line = f"{line}{text}"[:end].ljust(end)
    print(line)
