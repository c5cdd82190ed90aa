"""``Symbol``: a graph of operators that has no values yet."""

from __future__ import annotations

import numbers
import warnings

import numpy as np

from .. import _dtype
from .._formats import symbol_json
from .._formats.local import reading, replacing
from .._graph.node import Entry, Node, auxiliary, is_hidden, topological, wanted_inputs
from .._graph.shapes import GraphShapes, known
from .._ops import OPS
from .._ops.registry import Op
from ..attribute import AttrScope
from ..base import MXNetError, NotImplementedForSymbol, _Null
from ..executor import Executor, bind, simple_bind
from ..name import NameManager

# attributes that users write without the underscores
SPECIAL = ("ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage", "profiler_scope")


class SymbolBase:
    """The list of entries behind a symbol."""

    __slots__ = ("_entries", "__weakref__")

    def __init__(self, entries: list[Entry]):
        self._entries = entries


class Symbol(SymbolBase):
    """One or several outputs of a graph of operators.

    >>> import mxnet as mx
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> net.list_arguments()
    ['data', 'fc_weight', 'fc_bias']
    """

    __slots__ = ()
    __array_priority__ = 1000.0

    # ------------------------------------------------------------------------------- structure

    @property
    def name(self):
        """The name of the one node behind the outputs, None for a group."""
        nodes = {id(node): node for node, _ in self._entries}
        return next(iter(nodes.values())).name if len(nodes) == 1 else None

    def __repr__(self):
        if self.name is not None:
            return f"<{type(self).__name__} {self.name}>"
        names = ", ".join(node.name for node, _ in self._entries)
        return f"<{type(self).__name__} group [{names}]>"

    def _nodes(self) -> list[Node]:
        return topological(self._entries)

    def list_outputs(self):
        """Return the names of the outputs."""
        return [node.output_names()[index] for node, index in self._entries]

    def list_inputs(self):
        """Return the names of all variables, auxiliary states too."""
        return [node.name for node in self._nodes() if node.is_variable]

    def list_arguments(self):
        """Return the names of the variables that are not auxiliary states."""
        return [node.name for node in self._variables(states=False)]

    def list_auxiliary_states(self):
        """Return the names of arrays that operators change, such as moving averages."""
        return [node.name for node in self._variables(states=True)]

    def _variables(self, states: bool) -> list[Node]:
        nodes = self._nodes()
        aux = auxiliary(nodes)
        return [node for node in nodes if node.is_variable and (id(node) in aux) is states]

    def get_internals(self):
        """Return a group of the outputs of every node."""
        entries = [(n, i) for n in self._nodes() for i in range(n.num_outputs())]
        return Symbol(entries)

    def get_children(self):
        """Return a group of the inputs of the outputs' nodes, None of a variable."""
        nodes = {id(node): node for node, _ in self._entries}.values()
        entries = [entry for node in nodes for entry in node.inputs]
        return Symbol(entries) if entries else None

    def __len__(self):
        return len(self._entries)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index):
        if isinstance(index, str):
            found = [i for i, name in enumerate(self.list_outputs()) if name == index]
            if not found:
                raise ValueError(f'Cannot find output that matches name "{index}"')
            if len(found) > 1:
                raise ValueError(f'There are multiple outputs with name "{index}"')
            index = found[0]
        if isinstance(index, slice):
            return Symbol(self._entries[index])
        if not isinstance(index, numbers.Integral):
            raise TypeError("Symbol only support integer index to fetch i-th output")
        if index >= len(self._entries):
            raise IndexError(f"output {index} of a symbol with {len(self._entries)}")
        return Symbol([self._entries[index]])

    def __copy__(self):
        return self._rebuilt({})

    def __deepcopy__(self, _):
        return self._rebuilt({})

    def __reduce__(self):
        return load_json, (self.tojson(remove_amp_cast=False),)

    def __bool__(self):
        raise NotImplementedForSymbol(self.__bool__, "bool")

    __hash__ = object.__hash__

    def _rebuilt(self, replaced: dict[int, Entry]) -> Symbol:
        """Return a copy in which some variables are replaced by other entries."""
        copies: dict[int, Node] = {}
        for node in self._nodes():
            inputs = tuple(_moved(entry, copies, replaced) for entry in node.inputs)
            copies[id(node)] = Node(node.op, node.name, inputs, dict(node.attrs))
        return Symbol([_moved(entry, copies, replaced) for entry in self._entries])

    def __call__(self, *args, **kwargs):
        """Return a copy of the graph in which variables are replaced by other symbols."""
        name = kwargs.pop("name", None)
        if args and kwargs:
            raise TypeError("compose only accept input Symbols either as positional or keyword")
        names = self.list_arguments()
        given = dict(zip(names, args, strict=False)) if args else kwargs
        replaced = {}
        for node in self._variables(states=False):
            if node.name in given:
                other = given[node.name]
                if not isinstance(other, Symbol) or len(other) != 1:
                    raise TypeError(f"compose wants a Symbol with one output for '{node.name}'")
                replaced[id(node)] = other._entries[0]
        unknown = set(given) - set(names)
        if unknown:
            raise MXNetError(f"the symbol has no arguments {sorted(unknown)}; it has {names}")
        result = self._rebuilt(replaced)
        if name is not None and len({id(node) for node, _ in result._entries}) == 1:
            result._entries[0][0].name = name
        return result

    # ------------------------------------------------------------------------------ attributes

    def attr(self, key):
        """Return an attribute of the node, None where it has none of that name."""
        attrs = self.list_attr()
        return attrs.get(key, attrs.get(f"__{key}__"))

    def list_attr(self, recursive=False):
        """Return the attributes of the node."""
        if recursive:
            raise DeprecationWarning("Symbol.list_attr with recursive=True is gone; use attr_dict")
        return _shown(self._entries[0][0].attrs) if self.name is not None else {}

    def attr_dict(self):
        """Return the attributes of every node that has any, by the node's name."""
        return {node.name: _shown(node.attrs) for node in self._nodes() if node.attrs}

    def _set_attr(self, **kwargs):
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError(f"Set Attr only accepts string values, got {key}={value!r}")
            hidden = f"__{key}__" if key in SPECIAL else key
            self._entries[0][0].attrs[hidden] = value

    # ------------------------------------------------------------------------ shapes and types

    def infer_shape(self, *args, **kwargs):
        """Return the shapes of arguments, outputs and states, (None, None, None) if unknown."""
        shapes = self._infer(args, kwargs)
        arguments, outputs, states = self._listed(shapes.of)
        if not all(shape and known(shape) for shape in (*arguments, *outputs, *states)):
            missing = "".join(
                f"\n\t{name}: {shape}"
                for name, shape in zip(self.list_arguments(), arguments, strict=True)
                if not (shape and known(shape))
            )
            warnings.warn(
                "Cannot decide shape for the following arguments (0s in shape means unknown "
                f"dimensions). Consider providing them as input:{missing}",
                stacklevel=2,
            )
            return None, None, None
        return arguments, outputs, states

    def infer_shape_partial(self, *args, **kwargs):
        """Return the shapes as far as they are known, () where not at all."""
        return self._listed(self._infer(args, kwargs).of)

    def _infer(self, args, kwargs, types=None) -> GraphShapes:
        if args and kwargs:
            raise ValueError("Can only specify known argument shapes either by position or name.")
        given = dict(zip(self.list_arguments(), args, strict=False)) if args else kwargs
        for name, shape in given.items():
            if shape is not None and not isinstance(shape, tuple | list):
                raise TypeError(f"the shape of '{name}' must be a tuple, got {shape!r}")
        shapes = {name: tuple(shape) for name, shape in given.items() if shape}
        return GraphShapes(self._entries, shapes, types or {})

    def _listed(self, of):
        arguments = [of((node, 0)) or () for node in self._variables(states=False)]
        states = [of((node, 0)) or () for node in self._variables(states=True)]
        return arguments, [of(entry) or () for entry in self._entries], states

    def infer_type(self, *args, **kwargs):
        """Return the types of arguments, outputs and states, given those of some arguments."""
        if not args and not kwargs:
            typed = any("__dtype__" in node.attrs for node in self._nodes())
            if not typed:
                return None, None, None
        return self.infer_type_partial(*args, **kwargs)

    def infer_type_partial(self, *args, **kwargs):
        """Return the types as far as they are known."""
        given = dict(zip(self.list_arguments(), args, strict=False)) if args else kwargs
        types = {
            name: _dtype.lookup(kind).torch for name, kind in given.items() if kind is not None
        }
        found = _types(self._nodes(), types)
        numpy_type = lambda entry: _dtype.NUMPY_OF[found[id(entry[0]), entry[1]]]  # noqa: E731
        arguments = [numpy_type((node, 0)) for node in self._variables(states=False)]
        states = [numpy_type((node, 0)) for node in self._variables(states=True)]
        return arguments, [numpy_type(entry) for entry in self._entries], states

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
        """Return an executor that works on the given arrays."""
        return bind(self, ctx, args, args_grad, grad_req, aux_states)

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
        """Return an executor with arrays of its own, made for inputs of these shapes."""
        shared = {"shared_exec": shared_exec, "shared_buffer": shared_buffer}
        return simple_bind(
            self, ctx, grad_req, type_dict, kwargs, group2ctx, shared_arg_names, **shared
        )

    def eval(self, ctx=None, **kwargs):
        """Compute the outputs from arrays given by name."""
        return bind(self, ctx, kwargs, None, "null", None).forward()

    # ---------------------------------------------------------------------------------- files

    def tojson(self, remove_amp_cast=True):
        """Return the graph as JSON that every MXNet since 1.0 reads."""
        symbol = self._without_amp_casts() if remove_amp_cast else self
        nodes = symbol._nodes()
        numbers_of = {id(node): i for i, node in enumerate(nodes)}
        records = [
            symbol_json.Record(
                "null" if node.op is None else node.op.name,
                node.name,
                node.attrs,
                [(numbers_of[id(source)], index) for source, index in node.inputs],
            )
            for node in nodes
        ]
        heads = [(numbers_of[id(node)], index) for node, index in symbol._entries]
        return symbol_json.write(records, heads, [node.num_outputs() for node in nodes])

    def _without_amp_casts(self) -> Symbol:
        """Return the graph without the casts that mixed precision put in."""
        if not any(n.op is not None and n.op.name.startswith("amp_") for n in self._nodes()):
            return self
        replaced: dict[tuple[int, int], Entry] = {}
        copies: dict[int, Node] = {}

        def moved(entry):
            node, index = entry
            return replaced.get((id(node), index)) or (copies[id(node)], index)

        for node in self._nodes():
            inputs = tuple(moved(entry) for entry in node.inputs)
            if node.op is not None and node.op.name in ("amp_cast", "amp_multicast"):
                replaced.update({(id(node), i): entry for i, entry in enumerate(inputs)})
            else:
                copies[id(node)] = Node(node.op, node.name, inputs, dict(node.attrs))
        return Symbol([moved(entry) for entry in self._entries])

    def save(self, fname, remove_amp_cast=True):
        """Write the graph to a file."""
        with replacing(fname) as file:
            file.write(self.tojson(remove_amp_cast).encode())

    def debug_str(self):
        """Return a listing of all nodes."""
        lines = ["Symbol Outputs:"]
        lines += [f"\toutput[{i}]={n.name}({k})" for i, (n, k) in enumerate(self._entries)]
        for node in self._nodes():
            if node.is_variable:
                lines.append(f"Variable:{node.name}")
                continue
            lines += ["-" * 20, f"Op:{node.op.name}, Name={node.name}", "Inputs:"]
            for i, (source, index) in enumerate(node.inputs):
                version = " version=0" if source.is_variable else ""
                lines.append(f"\targ[{i}]={source.name}({index}){version}")
            own = {k: v for k, v in node.attrs.items() if not is_hidden(k)}
            lines += ["Attrs:", *(f"\t{k}={v}" for k, v in sorted(own.items()))] if own else []
        return "\n".join(lines) + "\n"

    def gradient(self, wrt):
        """Not offered by 1.9.1 either: bind the symbol and run backward."""
        raise MXNetError("Symbol.gradient is not supported; use bind and Executor.backward")


def _moved(entry: Entry, copies: dict[int, Node], replaced: dict[int, Entry]) -> Entry:
    node, index = entry
    return replaced[id(node)] if id(node) in replaced else (copies[id(node)], index)


def _shown(attrs: dict[str, str]) -> dict[str, str]:
    """Return attributes with the special ones under both of their names."""
    extra = {key[2:-2]: value for key, value in attrs.items() if key[2:-2] in SPECIAL}
    return {**attrs, **extra}


def _types(nodes: list[Node], given: dict) -> dict:
    """Return the torch type of every entry: inputs follow the first typed one, outputs too."""
    found = {}
    for node in nodes:
        if node.is_variable:
            flag = node.attrs.get("__dtype__")
            if node.name in given:
                found[id(node), 0] = given[node.name]
            elif flag is not None:
                found[id(node), 0] = _dtype.BY_FLAG[int(flag)].torch
    for node in nodes:
        if node.is_variable:
            continue
        entries = [(id(source), index) for source, index in node.inputs]
        first = next((found[e] for e in entries if e in found), _dtype.torch_of(None))
        for name, entry in zip(node.input_names(), entries, strict=True):
            half = node.op.name.startswith("BatchNorm") and name != "data"
            wide = (
                _dtype.torch_of("float32")
                if half and first == _dtype.torch_of("float16")
                else first
            )
            found.setdefault(entry, wide)
        chosen = node.parsed().get("dtype") or first
        for i in range(node.num_outputs()):
            found[id(node), i] = chosen
    for node in nodes:
        found.setdefault((id(node), 0), _dtype.torch_of(None))
    return found


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
    """Make a variable: a named place for an array."""
    if not isinstance(name, str):
        raise TypeError(f"Expect a string for variable `name`, got {name!r}")
    attrs = _hidden(AttrScope.current.get(attr))
    if shape is not None:
        attrs["__shape__"] = str(tuple(shape))
    if lr_mult is not None:
        attrs["__lr_mult__"] = str(lr_mult)
    if wd_mult is not None:
        attrs["__wd_mult__"] = str(wd_mult)
    if dtype is not None:
        attrs["__dtype__"] = str(_dtype.lookup(dtype).flag)
    if init is not None:
        attrs["__init__"] = init if isinstance(init, str) else init.dumps()
    if stype not in (None, "default"):
        raise MXNetError(f"variable '{name}': storage type {stype!r} is not supported yet")
    for key, value in kwargs.items():
        if not is_hidden(key):
            raise ValueError(
                f"Attribute name={key} is not supported. Additional attributes must start and end "
                "with double underscores, e.g, __yourattr__"
            )
        attrs[key] = str(value)
    return Symbol([(Node(None, name, (), attrs), 0)])


Variable = var


def _hidden(attrs: dict) -> dict[str, str]:
    return {key if is_hidden(key) else f"__{key}__": value for key, value in attrs.items()}


def Group(symbols, create_fn=Symbol):
    """Join several symbols to one with all their outputs."""
    if not symbols or not all(isinstance(symbol, Symbol) for symbol in symbols):
        raise TypeError("Expected a list of symbols as input")
    return create_fn([entry for symbol in symbols for entry in symbol._entries])


def apply_op(op: Op, hint: str, args: tuple, kwargs: dict) -> Symbol:
    """Make the symbol of an operator applied to symbols; missing inputs become variables."""
    name, attr = kwargs.pop("name", None), kwargs.pop("attr", None)
    name = NameManager.current.get(name, hint)
    inputs, given = _sorted_arguments(op, args, kwargs)
    texts = {key: _text(value) for key, value in given.items() if value is not _Null}
    hidden = _hidden(AttrScope.current.get(attr))
    hidden |= {key: texts.pop(key) for key in list(texts) if is_hidden(key)}
    if op.variadic:
        texts.setdefault("num_args", str(len(inputs)))
    node = Node(op, name, (), {**texts, **hidden})
    parsed = node.parsed()
    if not op.variadic:
        inputs = _completed(op, name, inputs, wanted_inputs(op, parsed), node.attrs)
    node.inputs = tuple(_single(symbol, op) for symbol in inputs)
    return Symbol([(node, i) for i in range(op.num_outputs(parsed))])


def _sorted_arguments(op: Op, args: tuple, kwargs: dict):
    """Split arguments into input symbols (a list, or by name) and attributes."""
    if op.variadic:
        if len(args) == 1 and isinstance(args[0], list | tuple):
            args = tuple(args[0])
        symbols = [*args, *(kwargs.pop(k) for k in list(kwargs) if isinstance(kwargs[k], Symbol))]
        for symbol in symbols:
            _want_symbol(op, op.inputs[0], symbol)
        return symbols, kwargs
    inputs = {}
    for place, value in enumerate(args):
        if place < len(op.inputs):
            if value is not None:
                inputs[op.inputs[place]] = value
        elif place - len(op.inputs) < len(op.attrs):
            kwargs[list(op.attrs)[place - len(op.inputs)]] = value
        else:
            raise TypeError(f"{op.name}() got {len(args)} positional arguments, it takes fewer")
    for key in op.inputs:
        if key in kwargs:
            value = kwargs.pop(key)
            if value is not None:
                inputs[key] = value
    for key, symbol in inputs.items():
        _want_symbol(op, key, symbol)
    return inputs, kwargs


def _want_symbol(op: Op, name: str, value) -> None:
    if not isinstance(value, Symbol):
        raise TypeError(f"Argument {name} of {op.name} must be Symbol instances, but got {value!r}")


def _completed(op: Op, name: str, inputs: dict, wanted: list[str], attrs: dict) -> list[Symbol]:
    names = [key for key in op.inputs if key in wanted or key in inputs]
    return [
        inputs[key] if key in inputs else _parameter(op, f"{name}_{key}", key, attrs)
        for key in names
    ]


def _parameter(op: Op, name: str, key: str, attrs: dict) -> Symbol:
    """Make the variable of an input that was not given."""
    own = dict(attrs)
    if op.name.startswith("BatchNorm") and key in op.aux:
        own["__init__"] = '["zero", {}]' if key.endswith("mean") else '["one", {}]'
    return Symbol([(Node(None, name, (), own), 0)])


def _single(symbol: Symbol, op: Op) -> Entry:
    if len(symbol) != 1:
        raise MXNetError(
            f"operator {op.name} got the symbol {symbol!r} with {len(symbol)} outputs as one input; "
            "choose one with []"
        )
    return symbol._entries[0]


def _text(value) -> str:
    """Write an attribute as files hold it."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        value = tuple(value)
    if isinstance(value, type | np.dtype) or type(value).__module__ == "torch":
        return _dtype.lookup(value).name
    return str(value)


# ---------------------------------------------------------------------------------------- files


def load(fname):
    """Read a symbol from a file."""
    with reading(fname) as (file, _):
        text = file.read().decode("utf-8", errors="replace")
    return _from_graph(symbol_json.parse(text, f"'{fname}'"), f"'{fname}'")


def load_json(json_str):
    """Read a symbol from JSON, of any version since 0.8."""
    if not isinstance(json_str, str):
        raise TypeError("json_str required to be string")
    return _from_graph(symbol_json.parse(json_str), "the symbol")


def _from_graph(graph: symbol_json.Graph, source: str) -> Symbol:
    unknown = sorted({r.op for r in graph.nodes if r.op != "null" and r.op not in OPS})
    if unknown:
        raise MXNetError(f"{source} uses operators that are not supported: {', '.join(unknown)}")
    nodes: list[Node] = []
    for record in graph.nodes:
        inputs = [(nodes[i], output) for i, output in record.inputs]
        nodes.append(_upgraded(record, inputs))
        if not nodes[-1].is_variable:
            _check_node(nodes[-1], source)
    for head, index in graph.heads:
        if index >= nodes[head].num_outputs():
            raise MXNetError(f"{source}: '{nodes[head].name}' has no output {index}")
    return Symbol([(nodes[i], output) for i, output in graph.heads])


def _upgraded(record: symbol_json.Record, inputs: list[Entry]) -> Node:
    """Make the node of a record; files of old versions leave some things to be added."""
    attrs = {(f"__{k}__" if k in SPECIAL else k): v for k, v in record.attrs.items()}
    if record.op == "null":
        return Node(None, record.name, (), attrs)
    op = OPS[record.op]
    # Old files do not list auxiliary states.
    if op.aux and len(inputs) == len(op.inputs) - len(op.aux):
        inputs += [_parameter(op, f"{record.name}_{key}", key, {})._entries[0] for key in op.aux]
    # Attributes like weight_lr_mult on the operator belong to its variables.
    for key in [k for k in attrs if k.endswith(("_lr_mult", "_wd_mult")) and not is_hidden(k)]:
        target, kind, value = key[:-8], key[-7:], attrs.pop(key)
        for source, _ in inputs:
            if source.is_variable and source.name.endswith(target):
                source.attrs[f"__{kind}__"] = value
    return Node(op, record.name, tuple(inputs), attrs)


def _check_node(node: Node, source: str) -> None:
    try:
        attrs = node.parsed()
    except MXNetError as error:
        raise MXNetError(f"{source}: node '{node.name}': {error}") from None
    if not node.op.variadic:
        wanted = wanted_inputs(node.op, attrs)
        if len(node.inputs) < len(wanted) or len(node.inputs) > len(node.op.inputs):
            raise MXNetError(
                f"{source}: node '{node.name}' ({node.op.name}) has {len(node.inputs)} inputs, "
                f"wanted {len(wanted)}: {', '.join(wanted)}"
            )
    for entry, index in node.inputs:
        if index >= entry.num_outputs():
            raise MXNetError(f"{source}: node '{node.name}' takes output {index} of '{entry.name}'")


_REEXPORTED = (Executor,)
