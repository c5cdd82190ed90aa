"""``Symbol``: a graph of operators without values."""

from __future__ import annotations

import logging
import numbers

from .._core import dtypes
from .._core.integers import as_integers
from .._formats.local import reading, replacing
from .._formats.stored_array import STORAGE_CODES
from .._graph.ir.compose import SPECIAL, stored_key
from .._graph.ir.listing import list_graph
from .._graph.ir.node import Entry, Node, rewrite
from .._graph.rewrite.fuse import BACKENDS, fuse
from .._graph.rewrite.partition import CHOSEN, partition
from .._ops.attrs import is_hidden
from .._ops.handles import AMP_CAST, AMP_MULTICAST
from .._text.html import table
from .._text.reprs import count
from .._text.spelling import did_you_mean
from ..attribute import AttrScope
from ..base import MXNetError, NotImplementedForSymbol, SymbolHandle
from ..context import current_context
from ..ndarray import NDArray
from ._bind import bind, simple_bind
from ._inference import SymbolBase
from ._stored import from_json, to_json

_OF_ARRAYS = frozenset(("shape", "dtype", "size", "ndim", "context", "ctx", "stype"))

_ROWS = 100  # nodes shown in a notebook


class Symbol(SymbolBase):
    """One or several outputs of a graph of operators.

    >>> import mxnet as mx
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> net.list_arguments()
    ['data', 'fc_weight', 'fc_bias']
    """

    __slots__ = ()

    def __getattr__(self, name):
        text = f"'{type(self).__name__}' object has no attribute {name!r}"
        if name == "T":
            text += ": transpose() reverses the axes"
        elif name in _OF_ARRAYS:
            instead = (
                "that make arrays like others (zeros_like, ones_like)"
                if name in ("context", "ctx", "dtype")
                else "that leave sizes open (reshape with 0 and -1, slice_like, broadcast_like, "
                "shape_array)"
            )
            text += (
                ": it stands for arrays that come later. In hybrid_forward use operators "
                f"{instead}, or do not hybridize"
            )
        raise AttributeError(text, name=name, obj=self)

    __array_priority__ = 1000.0

    def __array__(self, dtype=None, copy=None):
        raise TypeError(
            f"{self!r} has no values yet and cannot become a NumPy array: in hybrid_forward use "
            "functions of F, not of NumPy, or do not hybridize"
        )

    _arrays = NDArray  # the class of the arrays that its graph returns
    _splits = False  # whether several outputs of an operator are a list of symbols

    # ------------------------------------------------------------------------------- structure

    @property
    def handle(self):
        """The value that represents this symbol in the C API (``mxnet.base._LIB``)."""
        handle = SymbolHandle()
        handle.entries = self._entries
        return handle

    @property
    def name(self):
        """The name of the node, or None for a group."""
        nodes = {id(node): node for node, _ in self._entries}
        return next(iter(nodes.values())).name if len(nodes) == 1 else None

    def __repr__(self):
        if self.name is not None:
            return f"<{type(self).__name__} {self.name}>"
        names = ", ".join(node.name for node, _ in self._entries)
        return f"<{type(self).__name__} group [{names}]>"

    def _repr_html_(self):
        nodes = self._nodes()
        rows = [
            (
                node.name,
                "variable" if node.is_variable else node.op.name,
                ", ".join(source.name for source, _ in node.inputs),
                ", ".join(f"{key}={value}" for key, value in node.attrs.items()),
            )
            for node in nodes[:_ROWS]
        ]
        omitted = f", of which {_ROWS} are shown" if len(nodes) > _ROWS else ""
        title = f"{self!r} with {count(len(nodes), 'node')}{omitted}"
        return table(["node", "operator", "inputs", "attributes"], rows, title)

    def list_outputs(self):
        """Return the names of the outputs."""
        return [node.output_names()[index] for node, index in self._entries]

    def list_inputs(self):
        """Return the names of all variables, including auxiliary states."""
        return [node.name for node in self._nodes() if node.is_variable]

    def list_arguments(self):
        """Return the names of the variables that are not auxiliary states."""
        return [node.name for node in self._variables(states=False)]

    def list_auxiliary_states(self):
        """Return the names of arrays that operators update, such as moving averages."""
        return [node.name for node in self._variables(states=True)]

    def get_internals(self):
        """Return a group of the outputs of every node."""
        entries = [(n, i) for n in self._nodes() for i in range(n.num_outputs())]
        return Symbol(entries)

    def get_children(self):
        """Return a group of the inputs of the outputs' nodes, or None for a variable."""
        nodes = {id(node): node for node, _ in self._entries}.values()
        entries = [entry for node in nodes for entry in node.inputs]
        return Symbol(entries) if entries else None

    def __len__(self):
        return len(self._entries)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index):
        if isinstance(index, str):
            matches = [i for i, name in enumerate(self.list_outputs()) if name == index]
            if not matches:
                names = self.list_outputs()
                listed = ", ".join(names[:10]) + (", ..." if len(names) > 10 else "")
                raise ValueError(
                    f'Cannot find output that matches name "{index}"; the outputs are {listed}.'
                    f"{did_you_mean(index, names)}"
                )
            if len(matches) > 1:
                raise ValueError(f'There are multiple outputs with name "{index}"')
            index = matches[0]
        if isinstance(index, slice):
            return Symbol(self._entries[index])
        if not isinstance(index, numbers.Integral):
            raise TypeError(
                "Symbol only support integer index to fetch i-th output. A part of its array is "
                "selected by slice, slice_axis or take: x[:, 0] is F.slice_axis(x, axis=1, "
                "begin=0, end=1).squeeze(axis=1)"
            )
        if not -len(self) <= index < len(self):
            raise IndexError(f"output {index} of a symbol with {len(self)}")
        return Symbol([self._entries[index]])

    def __setitem__(self, index, value):
        raise TypeError(
            "a Symbol does not support item assignment: make a new one with where, concat or "
            "broadcast_mul by a mask"
        )

    def __copy__(self):
        return self._copy_with({})

    def __deepcopy__(self, _):
        return self._copy_with({})

    def __reduce__(self):
        return load_json, (self.tojson(remove_amp_cast=False),)

    def __bool__(self):
        raise NotImplementedForSymbol(self.__bool__, "bool")

    def __float__(self):
        raise TypeError(
            f"{self!r} has no value yet that could be a number: in hybrid_forward compute with "
            "functions of F, or do not hybridize"
        )

    __int__ = __index__ = __float__

    def __matmul__(self, other):
        # MXNet: only arrays of mx.np support it.
        raise TypeError(
            "symbols have no operator @: F.dot multiplies matrices, F.batch_dot batches of them, "
            "and F.np.matmul those of mx.np"
        )

    __hash__ = object.__hash__

    def _copy_with(self, replaced: dict[int, Entry]) -> Symbol:
        """Return a copy in which some variables are replaced by other entries."""

        def copy(node, inputs):
            return [replaced[id(node)]] if id(node) in replaced else node.copy(inputs)

        return type(self)(rewrite(self._entries, copy))

    def __call__(self, *args, **kwargs):
        """Return a copy of the graph in which variables are replaced by other symbols."""
        name = kwargs.pop("name", None)
        if args and kwargs:
            raise TypeError("compose only accept input Symbols either as positional or keyword")
        names = self.list_inputs()
        positional = zip(self.list_arguments(), args, strict=False)
        symbols_by_name = dict(positional) if args else kwargs
        replaced = {}
        for node in self._nodes():
            if node.is_variable and node.name in symbols_by_name:
                other = symbols_by_name[node.name]
                if not isinstance(other, Symbol) or len(other._entries) != 1:
                    raise TypeError(f"compose expects a Symbol with one output for '{node.name}'")
                replaced[id(node)] = other._entries[0]
        unknown = set(symbols_by_name) - set(names)
        if unknown:
            raise MXNetError(f"the symbol has no arguments {sorted(unknown)}; it has {names}")
        result = self._copy_with(replaced)
        if name is not None and len({id(node) for node, _ in result._entries}) == 1:
            result._entries[0][0].name = name
        return result

    def _compose(self, *args, **kwargs):
        """Replace variables of this symbol by other symbols, in place."""
        self._entries = self(*args, **kwargs)._entries

    # ------------------------------------------------------------------------------ attributes

    def attr(self, key):
        """Return an attribute of the node, or None if there is none, and for a group."""
        attrs = {} if self.name is None else self.list_attr()
        return attrs.get(key, attrs.get(f"__{key}__"))

    def list_attr(self, recursive=False):
        """Return the attributes of the node, or of the first node of a group."""
        if recursive:
            raise DeprecationWarning(
                "Symbol.list_attr with recursive=True was removed; use attr_dict"
            )
        return _add_special_names(self._entries[0][0].attrs)

    def attr_dict(self):
        """Return the attributes of every node that has any, by node name."""
        return {node.name: _add_special_names(node.attrs) for node in self._nodes() if node.attrs}

    def _set_attr(self, **kwargs):
        if self.name is None:
            raise MXNetError(f"attributes can be set at one node, not at a group: {self!r}")
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError(f"Set Attr only accepts string values, got {key}={value!r}")
            self._entries[0][0].set_attr(stored_key(key), value)

    # -------------------------------------------------------------------------------- running

    def bind(
        self,
        ctx,
        args,
        args_grad=None,
        grad_req="write",
        aux_states=None,
        group2ctx=None,
        shared_exec=None,
    ):
        """Create an executor for the given arrays.

        ``shared_exec`` has no effect: torch manages the memory that executors share.
        """
        return bind(self, ctx, args, args_grad, grad_req, aux_states, group2ctx)

    def simple_bind(
        self,
        ctx,
        grad_req="write",
        type_dict=None,
        stype_dict=None,
        group2ctx=None,
        shared_arg_names=None,
        shared_exec=None,
        shared_buffer=None,
        **kwargs,
    ):
        """Create an executor with newly allocated arrays for inputs of the given shapes."""
        shared = (shared_arg_names, shared_exec, shared_buffer)
        return simple_bind(self, ctx, grad_req, type_dict, stype_dict, kwargs, group2ctx, *shared)

    def eval(self, ctx=None, **kwargs):
        """Compute the outputs from arrays by name."""
        ctx = current_context() if ctx is None else ctx
        return bind(self, ctx, kwargs, None, "null", kwargs).forward()

    # ---------------------------------------------------------------------------------- files

    def tojson(self, remove_amp_cast=True):
        """Return the graph as JSON that every MXNet version since 1.0 can read."""
        symbol = self._without_amp_casts() if remove_amp_cast else self
        return to_json(symbol._entries)

    def _without_amp_casts(self) -> Symbol:
        """Return the graph without the casts inserted for mixed precision."""

        def remove(node, inputs):
            return inputs if node.op in (AMP_CAST, AMP_MULTICAST) else None

        return type(self)(rewrite(self._entries, remove))

    def save(self, fname, remove_amp_cast=True):
        """Write the graph to a file."""
        with replacing(fname) as file:
            file.write(self.tojson(remove_amp_cast).encode())

    def debug_str(self):
        """Return a listing of all nodes."""
        if len(self._entries) == 1 and self._entries[0][0].is_variable:
            return f"Variable:{self.name}\n"
        return list_graph(self._entries)

    def gradient(self, wrt):
        """Raise an error, as in 1.9.1: bind the symbol and run backward instead."""
        raise MXNetError("Symbol.gradient is not implemented; use bind and Executor.backward")

    def get_backend_symbol(self, backend):
        """Return the symbol with fused layers, as in ``MKLDNN`` or ``MKLDNN_QUANTIZE``.

        This is for quantization. Other graphs are optimized when they are lowered to torch.
        """
        if backend in BACKENDS:
            return Symbol(fuse(self._entries, BACKENDS[backend]))
        raise MXNetError(
            f"SubgraphProperty {backend} is not found in SubgraphBackendRegistry: graphs are "
            "optimized when they are lowered to torch, not by backends"
        )

    def optimize_for(self, backend, args=None, aux=None, ctx=None, **kwargs):
        """Return the symbol for a backend, if it is one of MKLDNN's for quantization.

        The backends ``default`` and ``default_v2`` partition the graph by the operators that were
        selected with ``mxnet.base._LIB``. For others the symbol is returned unchanged, with a log
        message: graphs are optimized when they are bound or hybridized, for the ``args``, ``aux``
        and ``ctx`` of that call.
        """
        if backend == "MKLDNN_QUANTIZE":
            return self.get_backend_symbol(backend)
        if backend in CHOSEN:
            return type(self)(partition(self._entries, CHOSEN[backend]))
        logging.error("Error optimizing for backend '%s' cannot be found", backend)
        return self

    def _gen_atomic_symbol(self):
        """Return the operator with variables for all its inputs."""
        node = self._entries[0][0]
        if node.is_variable or self.name is None:
            raise MXNetError(f"{self!r} is not one operator")
        names = node.input_names()
        alone = node.copy(tuple((Node(None, f"{node.name}_{key}", (), {}), 0) for key in names))
        return Symbol([(alone, i) for i in range(alone.num_outputs())])


def _add_special_names(attrs: dict[str, str]) -> dict[str, str]:
    """Return attributes, with special ones under both of their names."""
    extra = {key[2:-2]: value for key, value in attrs.items() if key[2:-2] in SPECIAL}
    return {**attrs, **extra}


# ------------------------------------------------------------------------------------ making them


def var(
    name,
    attr=None,
    shape=None,
    lr_mult=None,
    wd_mult=None,
    dtype=None,
    init=None,
    stype=None,
    **kwargs,
):
    """Create a variable: a named placeholder for an array."""
    if not isinstance(name, str):
        raise TypeError(f"Expect a string for variable `name`, got {name!r}")
    attrs = {stored_key(k): str(v) for k, v in AttrScope.current.get(attr).items()}
    if shape is not None:
        attrs["__shape__"] = str(as_integers(shape))
    if lr_mult is not None:
        attrs["__lr_mult__"] = str(lr_mult)
    if wd_mult is not None:
        attrs["__wd_mult__"] = str(wd_mult)
    if dtype is not None:
        attrs["__dtype__"] = str(dtypes.lookup(dtype).flag)
    if init is not None:
        attrs["__init__"] = init if isinstance(init, str) else init.dumps()
    if stype is not None:
        attrs["__storage_type__"] = str(STORAGE_CODES[stype])
    for key, value in kwargs.items():
        if not is_hidden(key):
            raise ValueError(
                f"Attribute name={key} is not supported. Additional attributes must start and end "
                "with double underscores, e.g, __yourattr__"
            )
        attrs[key] = str(value)
    return Symbol([(Node(None, name, (), attrs), 0)])


Variable = var


def Group(symbols, create_fn=Symbol):
    """Group several symbols into one with all their outputs."""
    if isinstance(symbols, Symbol):
        raise TypeError("Expected a list of symbols as input, got one symbol: put it in []")
    if not symbols or not all(isinstance(symbol, Symbol) for symbol in symbols):
        kinds = ", ".join(type(symbol).__name__ for symbol in symbols) or "nothing"
        raise TypeError(f"Expected a list of symbols as input, got {kinds}")
    return create_fn([entry for symbol in symbols for entry in symbol._entries])


# ---------------------------------------------------------------------------------------- files


def load(fname):
    """Read a symbol from a file."""
    with reading(fname) as (file, _):
        text = file.read().decode("utf-8", errors="replace")
    return Symbol(from_json(text, f"'{fname}'"))


def load_json(json_str):
    """Read a symbol from JSON of any version since 0.8."""
    if not isinstance(json_str, str):
        raise TypeError("fname required to be string")
    return Symbol(from_json(json_str))
