"""Print the layers of a network: output shapes, parameters, multiply-adds and memory.

The file is a symbol or its parameters (the other file is found in the same folder), a .mx model, or
an ONNX model.

    mxnet summary model-symbol.json --shape data=1,3,224,224
    mxnet summary model.mx
    mxnet summary model.onnx --json
"""

from __future__ import annotations

from math import prod

import numpy as np

from .._core import dtypes
from .._ops import OPS
from .._ops.parsing import parse_attrs
from ..visualization._graph import Layer, layers_of
from ._model import Model, read_model
from ._shapes import add_shape_option
from ._terminal import paint, print_json, print_table, quantity, size_of


def add_arguments(parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("file", help="*-symbol.json, *.params, *.mx or *.onnx")
    parser.add_argument("params", nargs="?", help="the parameters, if not next to the graph")
    add_shape_option(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options) -> int:
    """Print the table."""
    model = read_model(options.file, options.params)
    report = _report(model, options.shape) if model.graph is not None else _arrays(model)
    if options.json:
        print_json(report)
    else:
        _print(report)
    return 0


def _arrays(model: Model) -> dict:
    """Describe a file that contains only parameters."""
    rows = [
        {"name": name, "kind": dtypes.lookup(array.dtype).name, "output": [array.shape],
         "parameters": array.size, "multiply_adds": 0}
        for name, array in model.arrays.items()
    ]  # fmt: skip
    return {"layers": rows, "totals": _totals(model, rows, None), "hint": ""}


def _report(model: Model, options: list[str]) -> dict:
    layers, hint = _layers(model, options)
    counted: set[Layer] = set()
    rows = [_row(layer, model, counted) for layer in layers if not layer.is_variable]
    sizes = [prod(shape) for layer in layers if not layer.is_variable for shape in layer.shapes]
    return {"layers": rows, "totals": _totals(model, rows, sizes or None), "hint": hint}


def _layers(model: Model, options: list[str]) -> tuple[list[Layer], str]:
    """Return the layers with shapes or, if those cannot be inferred, without them and a hint."""
    shapes = model.inferable_shapes(options)
    if shapes is not None:
        return layers_of(model.graph, shapes), ""
    missing = [name for name in model.inputs if name not in model.known_shapes(options)]
    return layers_of(model.graph), (
        f"no output shapes: the file does not have that of {', '.join(missing[:3])}; give "
        f"--shape {missing[0]}=1,3,224,224"
    )


def _row(layer: Layer, model: Model, counted: set[Layer]) -> dict:
    """Describe a layer; parameters shared by several layers are counted at the first."""
    own = [v for v in (*layer.parameters, *layer.states) if v not in counted]
    counted.update(own)
    return {
        "name": layer.name,
        "kind": layer.op_name,
        "output": layer.shapes,
        "parameters": sum(_size(variable, model) for variable in own),
        "multiply_adds": _multiply_adds(layer),
    }


def _multiply_adds(layer: Layer) -> int:
    """Return the multiply-adds of a convolution, matrix product or recurrent layer, otherwise 0."""
    op = OPS.get(layer.op_name)  # None for a node with a body, such as a loop
    if op is None or op.multiply_adds is None or not layer.shapes:
        return 0
    inputs = [source.shapes[index] for source, index in layer.inputs]
    return op.multiply_adds(inputs, layer.shapes[0], parse_attrs(op, layer.attrs))


def _size(variable: Layer, model: Model) -> int:
    array = model.arrays.get(variable.name)
    if array is not None:
        return array.size
    return prod(variable.shapes[0]) if variable.shapes else 0


def _totals(model: Model, rows: list[dict], sizes: list[int] | None) -> dict:
    parameters = sum(row["parameters"] for row in rows)
    stored = sum(a.size * np.dtype(a.dtype).itemsize for a in model.arrays.values())
    totals = {"parameters": parameters, "parameter_bytes": stored or 4 * parameters}
    if sizes:
        totals["multiply_adds"] = sum(row["multiply_adds"] for row in rows)
        # Training keeps all outputs for the backward pass, prediction needs about the largest two.
        totals |= {"output_bytes": 4 * sum(sizes), "largest_output_bytes": 4 * max(sizes)}
    return totals


def _print(report: dict) -> None:
    rows = [
        (row["name"], row["kind"], " ".join(map(_shape, row["output"])) or "?",
         f"{row['parameters']:,}" if row["parameters"] else "",
         quantity(row["multiply_adds"]) if row["multiply_adds"] else "")
        for row in report["layers"]
    ]  # fmt: skip
    print_table(["layer", "operator", "output", "parameters", "multiply-adds"], rows, numbers=2)
    totals = report["totals"]
    print()
    parameters, stored = totals["parameters"], size_of(totals["parameter_bytes"])
    print(f"parameters     {parameters:,} ({stored})")
    if "multiply_adds" in totals:
        print(f"multiply-adds  {quantity(totals['multiply_adds'])} in matrix products")
        print(f"outputs        {size_of(totals['output_bytes'])} as float32, the largest "
              f"{size_of(totals['largest_output_bytes'])}")  # fmt: skip
    if report["hint"]:
        print(paint(report["hint"], "yellow"))


def _shape(shape) -> str:
    return "x".join(map(str, shape)) or "()"
