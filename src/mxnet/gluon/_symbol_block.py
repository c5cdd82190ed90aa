"""Blocks created from symbols, and networks loaded from files."""

from __future__ import annotations

import os

from .. import symbol
from .._formats.local import reading_together
from .._formats.stored_array import STORAGE_CODES
from .._text.spelling import did_you_mean
from ..base import MXNetError
from ..ndarray._files import load_named
from ..util import as_active
from ._export import InputDescription, Network, leaves_of
from ._graph import SymbolGraph
from ._hybrid_block import HybridBlock
from ._inputs import context_of, placeholder_type
from ._model_file import network_of
from ._parameter_dict import ParameterDict, abbreviate, without_kind
from ._tracing import TracedArray, run_hybrid


class SymbolBlock(HybridBlock):
    """A block created from a symbol, for example one written by ``export``.

    ``inputs`` are the variables that calls provide; the other variables are parameters.
    """

    __module__ = "mxnet.gluon.block"  # where users and pickles find it

    _takes_only_symbols = True

    @staticmethod
    def imports(
        symbol_file, input_names, param_file=None, ctx=None, allow_missing=False, ignore_extra=False
    ):
        """Load the block from a symbol file and, if given, a parameter file."""
        arguments = symbol_file, input_names, param_file, ctx, allow_missing, ignore_extra
        if param_file is None:
            return SymbolBlock._import(*arguments)
        return reading_together((symbol_file, param_file), lambda: SymbolBlock._import(*arguments))

    @staticmethod
    def _import(symbol_file, input_names, param_file, ctx, allow_missing, ignore_extra):
        names = [input_names] if isinstance(input_names, str) else input_names
        graph = symbol.load(symbol_file)
        for name in names:
            if name not in graph.list_inputs() and param_file is not None and not allow_missing:
                raise AssertionError(_unknown_input(name, graph, symbol_file, param_file))
        block = SymbolBlock(graph, [symbol.var(name) for name in names])
        if param_file is not None:
            block.collect_params().load(
                param_file, ctx, allow_missing, ignore_extra, cast_dtype=True, dtype_source="saved"
            )
        return block

    def __init__(self, outputs, inputs, params=None):
        super().__init__()
        self._prefix, self._params = "", ParameterDict("", params)
        outputs = symbol.Group(list(outputs)) if isinstance(outputs, list | tuple) else outputs
        outputs = as_active(outputs)
        inputs = [inputs] if isinstance(inputs, symbol.Symbol) else list(inputs)
        for variable in inputs:
            if variable.list_arguments() != [variable.name]:
                raise AssertionError(
                    f"Input symbols must be variable, but {variable!r} is an output of operators"
                )
        self._symbol, self._input_names = outputs, [variable.name for variable in inputs]
        count = len(outputs._entries)
        self._out_nesting = 0 if count == 1 else [0] * count
        self._cached_graph = (inputs, outputs)
        types, attributes = _types_of_variables(outputs, inputs), outputs.attr_dict()
        states = set(outputs.list_auxiliary_states())
        for name in outputs.list_arguments() + outputs.list_auxiliary_states():
            if name in self._input_names:
                continue
            if attributes.get(name, {}).get("__storage_type__", "0") == _ROW_SPARSE:
                raise AssertionError(
                    f"SymbolBlock doesn't support Parameter '{name}' because its storage type is "
                    "'row_sparse'."
                )
            self._adopt(name, {"grad_req": "null"} if name in states else {}, types.get(name))
        # MXNet: files name the parameters without their common prefix.
        common = len(_common_prefix(self._reg_params))
        self._reg_params = {name[common:]: p for name, p in self._reg_params.items()}

    def _clear_cached_op(self):
        graph = self.__dict__.get("_cached_graph", ())
        super()._clear_cached_op()
        self._cached_graph = graph  # the symbol was not traced and remains valid

    def __getstate__(self):
        return {**super().__getstate__(), "_cached_graph": self._cached_graph}

    def _adopt(self, name, options, dtype):
        if dtype is not None:
            options["dtype"] = dtype
        parameter = self.params.get(name, allow_deferred_init=True, **options)
        self._reg_params[name] = parameter
        parameter._var = None
        parameter._owner = f"SymbolBlock '{self.name}'"
        parameter._owner_note = ", whose values imports(..., param_file) loads"

    def forward(self, x, *args):
        if (kind := placeholder_type(x, args)) is not None:
            if kind is TracedArray:
                return run_hybrid(self, (x, *args))
            return self._on_symbols(x, *args)
        ctx = context_of(self, x, args)
        return self._call_graph(ctx, (x, *args))

    def _on_symbols(self, *args):
        result = self._symbol(**dict(zip(self._input_names, args, strict=True)))
        if len(result._entries) == 1:
            return result
        return [type(result)([entry]) for entry in result._entries]

    def _build_graph(self, flat, in_format):
        positions = [i for i, array in enumerate(flat) if array is not None]
        if len(positions) != len(self._input_names):
            raise ValueError(
                f"SymbolBlock expects {len(self._input_names)} inputs "
                f"({', '.join(self._input_names)}), got {len(positions)}"
            )
        indices = dict(zip(self._input_names, positions, strict=True))
        formats = in_format, self._out_nesting
        return SymbolGraph(self._symbol, indices, self.params, formats, self._options())

    def _network(self):
        inputs_ = leaves_of(self._first_inputs)
        inputs_ = (
            inputs_
            if len(inputs_) == len(self._input_names)
            else [InputDescription()] * len(self._input_names)
        )
        inputs = dict(zip(self._input_names, inputs_, strict=True))
        nesting = self._in_format if self._cached_graph else [0] * len(inputs)
        return Network(self._symbol, inputs, dict(self.params.items()), nesting, self._out_nesting)

    def hybrid_forward(self, F, x, *args, **kwargs):
        raise NotImplementedError("a SymbolBlock runs its symbol, it has no hybrid_forward")

    def reset_ctx(self, ctx):
        """Move all parameters to other contexts."""
        self.collect_params().reset_ctx(ctx)

    def __repr__(self):
        count = len(self._symbol._entries)
        return f"SymbolBlock(\n{self._symbol!r} : {len(self._input_names)} -> {count}\n)"


def load(path, ctx=None):
    """Load a network from a file written by ``net.save("name.mx")``.

    >>> net = nn.Dense(2, in_units=3)
    >>> net.initialize()
    >>> net.save("dense.mx")
    >>> gluon.load("dense.mx")(nd.ones((1, 3))).shape
    (1, 2)
    """
    network, arrays = network_of(path)
    try:
        block = SymbolBlock(network.graph, [symbol.var(name) for name in network.inputs])
    except AssertionError as error:
        raise MXNetError(f"{os.fspath(path)!r}: {error}") from error
    block._out_nesting = network.out_format
    block._first_inputs = list(network.inputs.values())
    block.collect_params().load_dict(arrays, ctx, cast_dtype=True, dtype_source="saved")
    return block


def _unknown_input(name, graph, symbol_file, param_file) -> str:
    """Return the message that lists possible inputs: variables without a value in the file."""
    stored = {without_kind(key) for key in load_named(param_file)}
    free = [variable for variable in graph.list_inputs() if variable not in stored]
    return (
        f"'{symbol_file}' has no input '{name}'. Its inputs (the variables without a value in "
        f"'{param_file}'): {abbreviate(free)}.{did_you_mean(name, free)}"
    )


_ROW_SPARSE = str(STORAGE_CODES["row_sparse"])


def _types_of_variables(outputs, inputs) -> dict:
    """Return the types of a symbol's variables if those of all inputs are declared."""
    declared = {variable.name: variable.infer_type_partial()[0][0] for variable in inputs}
    if None in declared.values():
        return {}
    arguments, _, states = outputs.infer_type_partial(**declared)
    names = outputs.list_arguments() + outputs.list_auxiliary_states()
    return dict(zip(names, [*arguments, *states], strict=True))


def _common_prefix(names):
    """Return the common prefix of all names."""
    return os.path.commonprefix(list(names))
