"""Draw the graph of a network.

This needs pip install 'regluon[viz]'; PNG and PDF also need the program `dot` of Graphviz.

    mxnet plot model-symbol.json -o net.svg --shape data=1,3,224,224
"""

from __future__ import annotations

import os

from .._formats.local import replacing
from .._text.reprs import count
from ..base import MXNetError
from ..visualization import plot_network
from ._model import read_model
from ._shapes import add_shape_option

SUFFIXES = (".svg", ".png", ".pdf")


def add_arguments(parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("file", help="*-symbol.json, *.params with its graph, *.mx, *.onnx")
    parser.add_argument(
        "-o", "--out", help=f"the file to write: *{', *'.join(SUFFIXES)} (FILE.svg)"
    )
    add_shape_option(parser)
    parser.add_argument("--weights", action="store_true", help="draw the parameters too")


def run(options) -> int:
    """Write the drawing."""
    target = options.out or f"{os.path.splitext(options.file)[0]}.svg"
    suffix = os.path.splitext(target)[1].lower()
    if suffix not in SUFFIXES:
        raise MXNetError(f"cannot write {target!r}: expected a file {', '.join(SUFFIXES)}")
    model = read_model(options.file)
    if model.graph is None:
        raise MXNetError(f"{options.file!r} has parameters alone; give the graph, *-symbol.json")
    shapes = model.inferable_shapes(options.shape)
    try:
        drawing = plot_network(
            model.graph, save_format=suffix[1:], shape=shapes,
            node_attrs={"fixedsize": "false"}, hide_weights=not options.weights,
        )  # fmt: skip
        content = drawing.pipe()
    except (ImportError, ValueError) as error:
        raise MXNetError(str(error)) from error
    with replacing(target) as file:
        file.write(content)
    operators = sum(not node.is_variable for node in model.graph._nodes())
    print(f"{target}: {count(operators, 'operator')}")
    return 0
