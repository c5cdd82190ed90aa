"""Convert a network: from MXNet's files to ONNX, torch or safetensors, and from ONNX or Caffe.

    mxnet convert model.mx model.onnx --check
    mxnet convert model-symbol.json model-0000.params model.onnx --shape data=1,3,224,224 --check
    mxnet convert model.onnx net-symbol.json --check
    mxnet convert deploy.prototxt net.caffemodel net --mean mean.binaryproto

A network is one file or two; the other file of a graph and its parameters is found in the same
folder. Inputs whose shapes the files contain need no --shape. The suffix of the target selects the
format: *.onnx, *.pt2 (a program for torch.export.load), *.safetensors (only the parameters) or
*-symbol.json (MXNet's two files, net-symbol.json and net-0000.params). For a Caffe network, also
net-mean.nd is written with --mean, and --check compares with the Caffe reader of OpenCV 4.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from importlib import import_module

from ..base import MXNetError
from ._from_caffe import convert as convert_caffe, is_caffe
from ._model import FORMATS, Model, read_model
from ._shapes import pair_of, shape_of

# File suffix -> module with `convert(task)`, which returns a line about the file, and
# `check(task)`, which returns a line for each output and whether all are equal.
TARGETS = {
    ".onnx": "_to_onnx",
    ".pt2": "_to_torch",
    ".safetensors": "_to_safetensors",
    ".json": "_to_mxnet",
}


@dataclass(frozen=True, slots=True)
class Task:
    """A conversion: the network, the file to write, and options."""

    model: Model
    target: str
    shapes: dict[str, tuple] = field(default_factory=dict)  # numbers, or names of open sizes
    types: dict[str, str] = field(default_factory=dict)
    opset: int | None = None
    large: bool = False


def add_arguments(parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "network", nargs="+", metavar="NETWORK",
        help=f"its files: one of {FORMATS} of any version, the graph and the parameters, or "
        "*.prototxt and *.caffemodel",
    )  # fmt: skip
    targets = "*.onnx, *.pt2, *.safetensors, *-symbol.json"
    parser.add_argument("target", help=f"the file to write: {targets}")
    parser.add_argument(
        "--shape", action="append", default=[], metavar="NAME=1,3,224,224",
        help="the shape of an input; a named size such as batch:1 stays open",
    )  # fmt: skip
    parser.add_argument(
        "--type", action="append", default=[], metavar="NAME=float32",
        help="the type of an input; float32 if not given",
    )  # fmt: skip
    parser.add_argument("--opset", type=int, help="the version of the ONNX operators")
    parser.add_argument("--large", action="store_true", help="arrays in a second file (above 2 GB)")
    parser.add_argument("--mean", metavar="FILE", help="the mean image of a Caffe network")
    parser.add_argument(
        "--check", action="store_true", help="run network and file on random inputs, and compare"
    )


def run(options) -> int:
    """Convert, and optionally compare; return 1 if the results differ."""
    if len(options.network) > 2:
        raise MXNetError(
            "a network is one file, or a graph and its parameters, before the file to write; got "
            f"{len(options.network)} files before {options.target!r}"
        )
    if is_caffe(options.network[0]):
        return convert_caffe(options)
    suffix = os.path.splitext(options.target)[1].lower()
    if suffix not in TARGETS:
        raise MXNetError(
            f"cannot write {options.target!r}: its suffix must be one of {', '.join(TARGETS)}"
        )
    model = read_model(*options.network)
    task = Task(
        model,
        options.target,
        {**model.shapes, **dict(shape_of(text) for text in options.shape)},
        dict(pair_of(text, "--type") for text in options.type),
        options.opset,
        options.large,
    )
    target = import_module(f".{TARGETS[suffix]}", __package__)
    try:
        print(target.convert(task))
        if not options.check:
            return 0
        lines, are_equal = target.check(task)
    except (OSError, ValueError) as error:  # wrong files or shapes need no traceback
        raise MXNetError(str(error)) from error
    print("\n".join(lines))
    return 0 if are_equal else 1
