"""Networks in files of any format, for the commands that inspect or run them."""

from __future__ import annotations

import glob
import os
import re
import warnings
from dataclasses import dataclass, field

from .. import contrib, ndarray as nd, symbol as sym
from .._text.spelling import did_you_mean
from ..base import MXNetError
from ..gluon import SymbolBlock
from ..gluon._model_file import network_of
from ..gluon._parameter_dict import without_kind
from ..onnx.mx2onnx._heads import remove_loss_heads
from ..symbol import Symbol
from ..util import np_shape
from ._shapes import sizes_of

FORMATS = "*-symbol.json, *.params, *.mx, *.onnx"


@dataclass(frozen=True, slots=True)
class Model:
    """A saved graph, its arrays, and the input shapes in the files."""

    graph: Symbol | None  # None: parameters alone
    arrays: dict = field(default_factory=dict)
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def inputs(self) -> list[str]:
        """The variables without an array, except for labels, which prediction does not need."""
        needed = set(remove_loss_heads(self.graph)[0].list_inputs())
        names = self.graph.list_inputs()
        return [name for name in names if name not in self.arrays and name in needed]

    def block(self) -> SymbolBlock:
        """Return a block for prediction."""
        graph = remove_loss_heads(self.graph)[0]
        block = SymbolBlock(graph, [sym.var(name) for name in self.inputs])
        block.collect_params().load_dict(
            self.arrays, ignore_extra=True, cast_dtype=True, dtype_source="saved"
        )
        return block

    def known_shapes(self, options: list[str]) -> dict[str, tuple[int, ...]]:
        """Return the shapes of variables: of arrays, of inputs in the file and of ``--shape``."""
        requested = dict(sizes_of(text) for text in options)
        for name in requested:
            check_input(name, self.inputs)
        arrays = {name: array.shape for name, array in self.arrays.items()}
        return {**arrays, **self.shapes, **requested}

    def inferable_shapes(self, options: list[str]) -> dict[str, tuple[int, ...]] | None:
        """Return variable shapes from which all others can be inferred, or None."""
        shapes = self.known_shapes(options)
        start = {name: shapes[name] for name in self.graph.list_inputs() if name in shapes}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # shapes may not be inferable
            try:
                outputs = self.graph.infer_shape(**start)[1]
            except MXNetError as error:
                reason = str(error).splitlines()[0]
                raise MXNetError(f"the shapes do not fit the network: {reason}") from error
        return None if outputs is None else start


def check_input(name: str, inputs: list[str]) -> None:
    """Reject the name of an input that a network does not have."""
    if name not in inputs:
        hint = did_you_mean(name, inputs)
        raise MXNetError(f"there is no input {name!r}; the inputs are {', '.join(inputs)}.{hint}")


def read_model(path: str, params: str | None = None) -> Model:
    """Read a network; the second of two files is looked up next to the first.

    A folder that `mxnet train` wrote has its network in ``model.mx``.
    """
    inside = os.path.join(path, "model.mx")
    path = inside if os.path.isfile(inside) else path
    for file in filter(None, (path, params)):
        if os.path.isdir(file):
            raise MXNetError(f"{file!r} is a folder without a model.mx: give a file, {FORMATS}")
        if not os.path.isfile(file):
            raise MXNetError(f"there is no file or folder {file!r}")
    if path.endswith(".json"):
        params = params or _newest_params(path)
        return Model(sym.load(path), read_arrays(params) if params else {})
    if path.endswith((".params", ".safetensors")):
        arrays = read_arrays(path)
        graph = re.sub(r"(-\d{4})?\.\w+$", "-symbol.json", path)
        if os.path.isfile(graph) and not arrays.keys().isdisjoint(sym.load(graph).list_inputs()):
            return read_model(graph, path)
        return Model(None, arrays)  # save_parameters uses other names than the graph
    if path.endswith(".mx"):
        network, arrays = network_of(path)
        shapes = {
            name: description.shape
            for name, description in network.inputs.items()
            if description.shape
        }
        return Model(network.graph, arrays, shapes)
    if path.endswith(".onnx"):
        return _read_onnx(path)
    raise MXNetError(f"cannot read {path!r}: a network is one of {FORMATS}")


def load_arrays(path: str):
    """Read arrays, saved with NumPy's shapes or without."""
    try:
        return nd.load(path)
    except MXNetError as error:
        if "np shape semantics" not in str(error):
            raise
    with np_shape(True):
        return nd.load(path)


def read_arrays(path: str) -> dict:
    """Read arrays by name, without ``arg:`` and ``aux:``."""
    arrays = load_arrays(path) or {}  # a file of no arrays is a list
    if not isinstance(arrays, dict):
        raise MXNetError(f"the arrays in {path!r} have no names")
    return {without_kind(name): array for name, array in arrays.items()}


def _newest_params(path: str) -> str | None:
    prefix = path.removesuffix(".json").removesuffix("-symbol")
    files = sorted(glob.glob(f"{glob.escape(prefix)}-[0-9][0-9][0-9][0-9].params"))
    return files[-1] if files else None


def _read_onnx(path: str) -> Model:
    graph, arguments, states = contrib.onnx.import_model(path)
    inputs = contrib.onnx.get_model_metadata(path)["input_tensor_data"]
    # Open sizes are 0 there; a batch size of 1 determines the others.
    shapes = {name: tuple(n or 1 for n in shape) for name, shape, *_ in inputs}
    return Model(graph, {**arguments, **states}, shapes)
