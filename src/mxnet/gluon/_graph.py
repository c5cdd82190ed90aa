"""Blocks as graphs: trace a block with symbols, and call the graph."""

from __future__ import annotations

from .. import symbol
from ..base import MXNetError
from ..name import NameManager
from ..ndarray import CachedOp, NDArray, _nesting as nesting
from ..ndarray._nesting import map_nested, regroup
from ..symbol import Symbol
from ..util import as_active, is_np_array
from ._packed import PackedNetwork
from ._parameter import DeferredInitializationFailed, Parameter
from ._parameter_shapes import shape_is_known
from ._tracing import trace_formula, unless_unfit


def flatten(args, inout_str):
    """Flatten nested lists of arrays or symbols; return also the nesting for ``regroup``."""

    def refuse(reason):
        expected = f"HybridBlock {inout_str} must be (nested) list of Symbol or NDArray"
        return ValueError(f"{expected}, {reason}")

    return nesting.flatten(args, _format_of, refuse)


def _format_of(item) -> int | None:
    if isinstance(item, NDArray):
        return 0
    if isinstance(item, Symbol):
        count = len(item._entries)
        return count if count > 1 else 0
    return -1 if item is None else None


def refuse_mixture(outputs) -> None:
    """Reject ``mx.nd`` arrays or symbols among those of ``mx.np`` if NumPy's arrays are on."""
    kinds = {type(output).__name__ for output in outputs if output is not None}
    if is_np_array() and len(kinds) > 1:
        raise TypeError(
            f"a block returns {' and '.join(sorted(kinds))}; convert all outputs with "
            "as_np_ndarray()"
        )


def _without_trailing_none(formats: list) -> list:
    """Drop trailing inputs that are None, such as arguments with a default."""
    count = len(formats)
    while count and formats[count - 1] == -1:
        count -= 1
    return formats[:count]


def formula_of(block, args) -> tuple[Symbol, dict[str, NDArray]]:
    """Return the symbol that a block computes from its inputs, and the inputs by name.

    The block runs on symbols, or on traced arrays if it cannot, for instance if it reads shapes.
    """
    inputs: dict[str, NDArray] = {}

    def variable(array):
        name = f"data{len(inputs)}"
        inputs[name] = array
        return as_active(symbol.var(name))

    symbols = map_nested(args, NDArray, variable)
    # Names and variables are not those of the graph that is exported later.
    parameters = {
        name: as_active(symbol.var(p.name, shape=p.shape, dtype=p.dtype))
        for name, p in block._reg_params.items()
    }
    with NameManager(), block.name_scope():
        result = unless_unfit(block, lambda: block._call_formula(symbol, symbols, parameters))
        if result is None:
            described = {name: (array.shape, array.dtype) for name, array in inputs.items()}
            result = trace_formula(block, symbols, described)
    return symbol.Group(flatten(result, "output")[0]), inputs


def infer_shapes(parameters, graph: Symbol, inputs: dict[str, NDArray]) -> None:
    """Set the shapes of parameters of a graph that its inputs determine."""
    try:
        inferred = graph._shapes_of_inputs(inputs)
    except MXNetError as error:
        raise DeferredInitializationFailed(error) from error.__cause__
    for parameter in parameters:
        if shape_is_known(shape := inferred.get(parameter.name)):
            parameter.shape = shape


def complete(parameters, graph: Symbol, inputs: dict[str, NDArray]) -> None:
    """Initialize parameters of a graph that wait for the shapes of its inputs."""
    infer_shapes(parameters, graph, inputs)
    for parameter in parameters:
        if not shape_is_known(parameter.shape):
            listing = ", ".join(f"{name} {array.shape}" for name, array in inputs.items())
            raise DeferredInitializationFailed(
                f"Cannot initialize Parameter '{parameter.name}' because it has invalid shape: "
                f"{parameter.shape}, in which 0 stands for an unknown size, and it cannot be "
                f"inferred from inputs of these shapes: {listing}. The units or channels of a "
                "layer must be at least 1. If the inputs have the right number of axes, specify "
                "in_units, in_channels, etc for `Block`s."
            )
        parameter._finish_deferred_init()


class BlockGraph:
    """The graph of a block for inputs of one structure, with its calling convention."""

    is_guess = False  # whether the structure was guessed from the signature, before any call

    def __init__(self, block, flat, in_format, flags, run=None):
        """Trace a block with its hybrid forward, or with ``run``."""
        self.in_format = in_format
        self.hooks = block._hooks_of_parts()  # cached for calls
        positions = [i for i, arg in enumerate(flat) if arg is not None]
        single = len(positions) == 1
        inputs = [None] * len(flat)
        for number, i in enumerate(positions):
            inputs[i] = as_active(symbol.var("data" if single else f"data{number}"))
        self.inputs = [s for s in inputs if s is not None]
        grouped, _ = regroup(inputs, self.in_format)
        result = (run or block._on_symbols)(*grouped)
        outputs, self.out_format = flatten(result, "output")
        if not outputs or any(output is None for output in outputs):
            raise ValueError(
                f"{type(block).__name__} '{block.name}' returns None among its outputs, which is "
                "no graph: does hybrid_forward return its result?"
            )
        refuse_mixture(outputs)
        self.symbol = outputs[0]
        if len(outputs) > 1:
            self.symbol = symbol.Group(outputs, create_fn=type(outputs[0]))
        self._positions = {s.name: i for i, s in zip(positions, self.inputs, strict=True)}
        self._connect({p.name: p for p in block.collect_params().values()}, flags)

    def _connect(self, parameters: dict[str, Parameter], flags: dict) -> None:
        """Map each variable of the graph to an input or a parameter."""
        self.sources: list[int | Parameter] = []
        for name in self.symbol.list_inputs():
            if name in self._positions:
                self.sources.append(self._positions[name])
            elif name in parameters:
                self.sources.append(parameters[name])
            else:
                raise ValueError(
                    f"the graph uses the variable '{name}', which is neither an input nor a "
                    "parameter of the block"
                )
        # Number of inputs if all are arrays.
        are_arrays = all(each == 0 for each in self.in_format)
        self.takes_arrays = len(self.in_format) if are_arrays else -1
        self.parameters = [s for s in self.sources if isinstance(s, Parameter)]
        indices = [i for i, s in enumerate(self.sources) if getattr(s, "_has_default_data", False)]
        self._operator = CachedOp(self.symbol, {**flags, "param_indices": indices})
        # Until it is known that no parameters are packed.
        self._packed: PackedNetwork | None = PackedNetwork(self.sources, self._operator)

    def accepts(self, in_format: list) -> bool:
        """Return whether inputs have the structure with which the graph was traced."""
        expected = self.in_format
        return expected == in_format or _without_trailing_none(expected) == _without_trailing_none(
            in_format
        )

    def complete_parameters(self, flat) -> None:
        """Initialize the parameters that wait for the shapes of the inputs."""
        waiting = [p for p in self.parameters if p._deferred_init]
        if waiting:
            complete(waiting, self.symbol, {name: flat[i] for name, i in self._positions.items()})

    def __call__(self, flat, ctx):
        """Run on a flat list of inputs; return outputs in the structure of the block."""
        packed = self._packed
        results = None if packed is None else self._run_packed(packed, flat, ctx)
        if results is None:
            arrays = []
            for source in self.sources:
                if type(source) is int:
                    arrays.append(flat[source])
                else:
                    data = source._single_array(ctx)
                    arrays.append(source.data(ctx) if data is None else data)
            results = self._operator.run(arrays, ctx)
        if self.out_format == 0:
            return results[0]
        return regroup(results, self.out_format)[0]

    def _run_packed(self, packed, flat, ctx):
        """Run with packed parameters; return None if their arrays are needed."""
        results = packed.run(flat, ctx)
        if not packed.is_useful:
            self._packed = None
        return results


class SymbolGraph(BlockGraph):
    """The graph of a block that was created from a symbol."""

    def __init__(self, graph, indices: dict[str, int], parameters, formats, flags):
        self.in_format, self.out_format = formats
        self.inputs = [as_active(symbol.var(name)) for name in indices]
        self.symbol = graph
        self._positions = indices
        self._connect(dict(parameters.items()), flags)
