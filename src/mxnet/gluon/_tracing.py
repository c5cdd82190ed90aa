"""Graphs of blocks whose ``forward`` uses arrays: it runs once on arrays without values.

A :class:`TracedArray` looks like an NDArray and wraps a symbol. It has no tensor, so the call
path adds operators on it to the graph. Calls outside a trace are not slower. An operation that
needs values (``asnumpy``, ``if x > 0``) raises ``NoValues``: it cannot be part of a graph, and the
error names the line.
"""

from __future__ import annotations

import functools
import itertools
import linecache
import pathlib
from importlib import import_module

from .. import autograd, ndarray as nd
from .._core import declined
from .._core.scope import scope, state
from .._eager.array import NoValues
from .._graph.ir.compose import written_attrs
from .._graph.ir.node import active_inputs
from .._ops import OPS
from .._ops.handles import BROADCAST_LIKE
from .._ops.python_operators import BITS, COMPARISONS, NDARRAY, NUMPY, OperatorNames
from ..base import MXNetError
from ..context import Context, cpu
from ..name import NameManager
from ..ndarray import NDArray
from ..ndarray._nesting import map_nested
from ..symbol import Symbol
from ..symbol._compose import apply_op
from ._constant import Constant
from ._parameter_shapes import shape_is_known
from ._slicing import Selection, selection

PACKAGE = str(pathlib.Path(__file__).parents[1])
# Exceptions of hybrid_forward if it needs values, or does not exist.
UNFIT_FOR_SYMBOLS = (
    AttributeError, IndexError, MXNetError, NotImplementedError, TypeError, ValueError,
)  # fmt: skip


class TracedArray(NDArray):
    """An array without values: an output of the graph that is being traced."""

    __slots__ = ("_symbol", "_trace", "_in_views")
    _has_tensor = False
    _squeeze = "squeeze"  # the operator that removes axes

    def __init__(self, output: Symbol, trace: Trace):
        self._symbol, self._trace, self._ctx = output, trace, trace.ctx
        self._plain = self._graph = None
        self._in_views = False  # whether other arrays would share its memory

    @property
    def _t(self):
        raise NoValues()

    def apply(self, op, arrays, attrs, out):
        """Add an operator on this and other arrays to the graph."""
        if out is not None:
            raise MXNetError(f"{op.name} writes into out=; take what it returns instead")
        return self._trace.apply(op, arrays, attrs)

    def __repr__(self):
        return f"<{type(self).__name__} {self._symbol.name}>"

    def __bool__(self):
        raise NoValues()

    def asscalar(self):
        raise NoValues()

    # -------------------------------------------------------------------- what is known of it

    @property
    def shape(self):
        return self._trace.shape_of(self._symbol)

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        size = 1
        for n in self.shape:
            size *= n
        return size

    @property
    def dtype(self):
        return self._trace.dtype_of(self._symbol)

    def __len__(self):
        return self.shape[0]

    # ----------------------------------------------------------- what arrays do with their tensor

    def _view(self, name, **attrs):
        result = self._op(name, **attrs)
        result._in_views = self._in_views = True
        return result

    def broadcast_like(self, other):
        return self._trace.apply(BROADCAST_LIKE, [self, other], {})

    def copyto(self, other):
        if isinstance(other, Context | str):
            return self._op("_copy")
        raise NoValues()

    def as_in_context(self, context):
        return self

    def detach(self):
        return self._op("BlockGrad")

    def __getitem__(self, key):
        if isinstance(key, NDArray | list):
            indices = key if isinstance(key, NDArray) else nd.array(key, dtype="int64")
            return nd.take(self, indices, mode="wrap")
        chosen = selection(key, lambda: self.ndim)
        part = self._slice(chosen)
        for axis in chosen.new_axes:
            part = part._op("expand_dims", axis=axis)
        part._in_views = self._in_views = True
        return part

    def _slice(self, chosen: Selection):
        part = self
        if chosen.is_partial:
            part = part._op("slice", begin=chosen.begin, end=chosen.end, step=chosen.step)
        if chosen.dropped:
            part = part._op(self._squeeze, axis=chosen.dropped)
        return part if part is not self else self._op("_copy")

    def __setitem__(self, key, value):
        chosen = selection(key, lambda: self.ndim)
        if chosen.new_axes or isinstance(value, NDArray):
            raise NoValues()
        corners = {"begin": chosen.begin, "end": chosen.end, "step": chosen.step}
        self._become(self._op("_slice_assign_scalar", scalar=float(value), **corners))

    def _become(self, other):
        """Replace this array by the result of an in-place operator."""
        if self._in_views:
            raise MXNetError(
                "an array that shares its memory with another one is changed in place: assign the "
                "result to a new name instead"
            )
        self._symbol = other._symbol
        return self


def _binary(array_name, scalar_name):
    def method(self, other):
        if isinstance(other, NDArray):
            return self._trace.apply(OPS[array_name], [self, other], {})
        return self._op(scalar_name, scalar=float(other))

    return method


def _reversed_method(array_name, scalar_name):
    def method(self, other):
        if isinstance(other, NDArray):  # Python calls the reflected method of a subclass first
            return self._trace.apply(OPS[array_name], [other, self], {})
        return self._op(scalar_name, scalar=float(other))

    return method


def _in_place(method):
    return lambda self, other: self._become(method(self, other))


def _attach(cls: type, table: dict[str, OperatorNames]) -> None:
    """Add Python's operators, which extend the graph, to a class."""
    for name, operators in table.items():
        forward = _binary(operators.arrays, operators.scalar)
        setattr(cls, f"__{name}__", forward)
        if name not in COMPARISONS and name not in BITS:
            setattr(
                cls, f"__r{name}__", _reversed_method(operators.arrays, operators.reversed_scalar)
            )
            setattr(cls, f"__i{name}__", _in_place(forward))
    cls.__hash__ = object.__hash__


_attach(TracedArray, NDARRAY)


@functools.cache
def _traced_np_class() -> type[TracedArray]:
    """Return the class for outputs of a graph of ``mx.np``, which is imported lazily."""
    ndarray = import_module("mxnet.numpy.multiarray").ndarray

    class TracedNdarray(TracedArray, ndarray):
        """An array of ``mx.np`` without values."""

        __slots__ = ()
        _squeeze = "_np_squeeze"

    _attach(TracedNdarray, NUMPY)
    return TracedNdarray


def traced_array(output: Symbol, trace: Trace) -> TracedArray:
    """Return the traced array of an output of a graph, of ``mx.nd`` or of ``mx.np``."""
    return (TracedArray if output._arrays is NDArray else _traced_np_class())(output, trace)


class Trace:
    """The graph that the run of a block has built so far."""

    def __init__(self, block, descriptions):
        self.parameters = {p.name: p for p in block.collect_params().values()}
        self._by_array = {id(a): p for p in self.parameters.values() for a in p._data or ()}
        self.constants: dict[str, Constant] = {}
        self.ctx = cpu()
        self.inputs = list(descriptions)
        self.shapes = {
            name: shape for name, (shape, _) in descriptions.items() if shape is not None
        }
        self.dtypes = {
            name: dtype for name, (_, dtype) in descriptions.items() if dtype is not None
        }
        self.shape_was_read = False
        # Arrays that became constants, by id; referenced, so that ids are not reused.
        self._kept = {}

    def apply(self, op, arrays, attrs):
        """Add an operator to the graph; return its outputs like the operator on arrays."""
        texts = written_attrs(op, attrs)
        hint = op.name.lower().lstrip("_")
        if op.variadic:
            return self.arrays_of(apply_op(op, hint, tuple(map(self.symbol_of, arrays)), texts))
        named = {n: a for n, a in zip(op.inputs, arrays, strict=False) if a is not None}
        input_names = active_inputs(op, attrs)
        if len(named) == len(input_names):  # inputs that the attributes disable are not counted
            named = dict(zip(input_names, named.values(), strict=True))
        symbols = {name: self.symbol_of(a) for name, a in named.items() if name in input_names}
        return self.arrays_of(apply_op(op, hint, (), {**symbols, **texts}))

    def arrays_of(self, outputs: Symbol | list[Symbol]):
        if not isinstance(outputs, list):
            outputs = [type(outputs)([entry]) for entry in outputs._entries]
        arrays = [traced_array(output, self) for output in outputs]
        return arrays[0] if len(arrays) == 1 else arrays

    def symbol_of(self, array) -> Symbol:
        """Return the symbol of an array: an output of the graph, a parameter or a constant."""
        if isinstance(array, TracedArray):
            return array._symbol
        if id(array) in self._by_array:
            return self._by_array[id(array)].var()
        if id(array) not in self._kept:
            constant = Constant(self._free_name(), array)
            constant.initialize()
            self.constants[constant.name] = constant
            self._kept[id(array)] = array, constant
        return self._kept[id(array)][1].var()

    def _free_name(self) -> str:
        """Return a name for a constant that no parameter or input has."""
        names = (f"constant{i}" for i in itertools.count(len(self._kept)))
        return next(n for n in names if n not in {*self.parameters, *self.constants, *self.inputs})

    def parameter(self, parameter) -> TracedArray:
        """Return the value of ``parameter.data()`` during the trace."""
        if parameter.name not in self.parameters:
            raise MXNetError(
                f"parameter '{parameter.name}' is used, which is not one of the block's; a block "
                "in a list is registered with register_child()"
            )
        if not parameter._deferred_init:
            parameter._check_and_get(parameter._data, list)
        return traced_array(parameter.var(), self)

    def shape_of(self, output: Symbol) -> tuple[int, ...]:
        self.shape_was_read = True
        shape = self._infer(output)[0]
        if not shape_is_known(shape):
            raise MXNetError(
                f"the shape of '{output.name}' {shape} is read, which is not known yet: specify "
                "the full shape, or call the block once with data before it is exported"
            )
        return shape

    def shapes_in(self, graph: Symbol) -> dict[tuple[int, int], tuple[int, ...]]:
        """Return the shapes of the outputs of all nodes of a graph."""
        parts = graph.get_internals()
        shapes = zip(parts._entries, self._infer(parts), strict=True)
        return {(id(node), index): shape for (node, index), shape in shapes}

    def _infer(self, outputs: Symbol) -> list[tuple[int, ...]]:
        shapes = {name: p.shape for name, p in {**self.parameters, **self.constants}.items()}
        shapes |= self.shapes
        names = set(outputs.list_inputs())
        return outputs.infer_shape_partial(**{n: s for n, s in shapes.items() if n in names})[1]

    def dtype_of(self, output: Symbol):
        dtypes = {name: p.dtype for name, p in {**self.parameters, **self.constants}.items()}
        dtypes |= self.dtypes
        names = set(output.list_arguments())
        dtype = output.infer_type_partial(**{n: t for n, t in dtypes.items() if n in names})[1][0]
        if dtype is None:
            raise MXNetError("the type of an array is read, which is not known")
        return dtype


def run_hybrid(block, args):
    """Call a hybrid block on traced arrays: with symbols, or if that fails, with the arrays."""
    trace = state.trace
    symbols = map_nested(args, NDArray, trace.symbol_of)
    result = unless_unfit(block, lambda: block._on_symbols(*symbols))
    if result is None:
        return _run_on_arrays(block, args, trace)
    return map_nested(result, Symbol, trace.arrays_of)


def unless_unfit(block, run):
    """Return what ``run`` computes with symbols, or None if the block's code needs arrays.

    Its code may fail on symbols in any way. ``mx.runtime.declined_plans()`` lists the reasons.
    """
    try:
        return run()
    except UNFIT_FOR_SYMBOLS as error:
        if block._takes_only_symbols:
            raise
        declined.note(f"symbols in {type(block).__name__}", error)
        return None


def _run_on_arrays(block, args, trace):
    parameters = {name: trace.parameter(p) for name, p in block._reg_params.items()}
    return block._call_formula(nd, args, parameters)


def trace_formula(block, symbols: list, descriptions: dict):
    """Run ``hybrid_forward`` on traced arrays of symbols; return the symbols of its results."""
    trace_ = Trace(block, descriptions)
    with scope(trace=trace_), autograd.pause():
        results = _run_on_arrays(block, map_nested(symbols, Symbol, trace_.arrays_of), trace_)
        return map_nested(results, NDArray, trace_.symbol_of)


def trace(block, inputs: list, descriptions: dict):
    """Run a block on symbols, nested like its arguments; return its outputs and the trace."""
    trace_ = Trace(block, descriptions)
    try:
        with scope(trace=trace_), NameManager(), autograd.pause():
            arguments = map_nested(inputs, Symbol, trace_.arrays_of)
            outputs = map_nested(block(*arguments), NDArray, trace_.symbol_of)
    except Exception as error:  # of the user's forward
        raise MXNetError(_explain(block, error)) from error
    return outputs, trace_


# --------------------------------------------------------------------- which line prevents a graph

NEEDS_VALUES = {
    "__bool__": "this branch depends on the values of an array",
    "asnumpy": "asnumpy() copies the values of an array out of the graph",
    "asscalar": "asscalar() takes the value of an array out of the graph",
    "__float__": "float() takes the value of an array out of the graph",
    "__int__": "int() takes the value of an array out of the graph",
    "__index__": "the value of an array is used as an index",
    "__array__": "NumPy takes the values of an array out of the graph",
    "__setitem__": "a part of an array is written to",
}


def _explain(block, error) -> str:
    """Return the message that names the file and line where a trace failed, and why."""
    frames, at = [], error.__traceback__
    while at is not None:
        frames.append((at.tb_frame.f_code, at.tb_lineno))
        at = at.tb_next
    foreign = [i for i, (code, _) in enumerate(frames) if not code.co_filename.startswith(PACKAGE)]
    index = foreign[-1] if foreign else len(frames) - 1
    code, line = frames[index]
    reason = f"{type(error).__name__}: {error}"
    if isinstance(error, NoValues):
        below = frames[index + 1][0].co_name if index + 1 < len(frames) else code.co_name
        reason = NEEDS_VALUES.get(below, f"{below} needs the values of an array")
    elif isinstance(error, MXNetError):
        reason = str(error)
    source = linecache.getline(code.co_filename, line).strip()
    return (
        f"{type(block).__name__} '{block.name}' has no graph because of line {line} of "
        f"{code.co_filename}, in {code.co_name}:\n    {source}\n{reason}"
    )
