"""``mxnet convert`` for Caffe networks."""

from __future__ import annotations

import numpy as np

from .. import ndarray as nd
from .._core.optional import optional_import
from ..base import MXNetError
from ..contrib import caffe
from ..gluon import SymbolBlock
from ._network_files import describe_files, write_files


def is_caffe(path: str) -> bool:
    """Distinguish the description of a Caffe network from the graph of an MXNet network."""
    return path.endswith(".prototxt")


def convert_files(prototxt: str, caffemodel: str, prefix: str, mean: str | None) -> list[str]:
    """Write MXNet's two files, and a third one with the mean image; return their names."""
    symbol, arguments, states = caffe.import_model(prototxt, caffemodel)
    files = write_files(prefix, symbol, {**arguments, **states})
    if mean:
        files.append(f"{prefix}-mean.nd")
        nd.save(files[2], {"mean_img": caffe.read_mean(mean)})
    return files


def compare_with_opencv(prototxt: str, caffemodel: str, prefix: str) -> tuple[list[str], bool]:
    """Run OpenCV's Caffe reader and the written network on random images."""
    cv2 = optional_import("cv2", "--check of a Caffe network needs opencv-python-headless<5")
    if not hasattr(cv2.dnn, "readNetFromCaffe"):
        raise MXNetError(
            f"--check needs opencv-python-headless<5: OpenCV {cv2.__version__} reads no Caffe"
        )
    symbol, arguments, states = caffe.import_model(prototxt, caffemodel)
    parameters = arguments.keys() | states.keys()
    inputs = [name for name in symbol.list_inputs() if name not in parameters]
    block = SymbolBlock.imports(f"{prefix}-symbol.json", inputs, f"{prefix}-0000.params")
    shapes = dict(zip(symbol.list_arguments(), symbol.infer_shape()[0], strict=True))
    net, arrays = cv2.dnn.readNetFromCaffe(prototxt, caffemodel), []
    for name in inputs:
        arrays.append(np.random.RandomState(0).uniform(-1, 1, shapes[name]).astype("float32"))
        net.setInput(arrays[-1], name)
    theirs = net.forward(net.getUnconnectedOutLayersNames())
    ours = block(*map(nd.array, arrays))
    ours = [array.asnumpy() for array in (ours if isinstance(ours, list) else [ours])]
    lines, are_equal = [], True
    for name, a, b in zip(symbol.list_outputs(), ours, theirs, strict=True):
        difference = np.abs(a - b).max() / max(np.abs(b).max(), 1e-6) if a.shape == b.shape else 1
        are_equal &= bool(difference < 1e-4)
        word = "equal" if difference < 1e-4 else "DIFFERENT"
        lines.append(f"{name}: {word}, largest relative difference {difference:.2g}")
    return lines, are_equal


def convert(options) -> int:
    """Convert a Caffe network to MXNet's files; return 1 if OpenCV's results differ."""
    prefix = options.target.removesuffix("-symbol.json")
    if len(options.network) != 2:
        raise MXNetError("a Caffe network is two files, *.prototxt and *.caffemodel")
    prototxt, caffemodel = options.network
    files = convert_files(prototxt, caffemodel, prefix, options.mean)
    print(describe_files(files))
    if not options.check:
        return 0
    lines, are_equal = compare_with_opencv(prototxt, caffemodel, prefix)
    print("\n".join(lines))
    return 0 if are_equal else 1
