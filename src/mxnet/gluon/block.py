"""Blocks: layers and networks that own parameters and other blocks."""

from __future__ import annotations

import inspect
import os
import re
import threading
import warnings
from collections import OrderedDict

from .. import initializer, ndarray, symbol
from .. import name as naming
from .. import ndarray as nd
from .._core.lazy import lazy_attributes
from .._core.scope import state
from .._eager.array import ShapeNotInferred, UnshapedArray
from .._eager.recompute import recomputed
from .._formats.local import reading_together, together
from .._text.spelling import did_you_mean, explain_foreign_names, suggesting
from ..base import MXNetError
from ..ndarray import NDArray
from ..ndarray.ndarray import PLAIN
from ..ndarray.sparse import BaseSparseNDArray
from ..symbol import Symbol, load_json
from ..util import as_active, is_np_array, np_array, np_shape
from ._export import Described, Network, described, known_inputs, named_inputs, trace_network
from ._graph import BlockGraph, SymbolGraph, flatten, refuse_mixture, regroup
from ._inputs import context_of, leaves, stand_ins
from ._loading import read_parameters
from ._model_file import is_model_file, load_parameters, network_of, save_model
from ._saving import load_structure, save_structure
from ._summary import block_table, summarize
from ._torch import exported_program, load_torch
from ._tracing import UNFIT_FOR_SYMBOLS, TracedArray, run_hybrid
from .parameter import (
    COMPLETION,
    DEFAULT_INIT,
    DeferredInitializationError,
    DeferredInitializationFailed,
    Parameter,
    ParameterDict,
    _abbreviate,
    shape_is_known,
    without_kind,
)
from .utils import HookHandle, _brief_print_list, _indent

__all__ = ["Block", "HybridBlock", "SymbolBlock", "load"]


_any_checkpoint = False  # whether there has been one, so that others need not look


class _BlockScope:
    """Gives the blocks made inside ``with block.name_scope()`` their prefixes and counters."""

    _current = threading.local()

    def __init__(self, block):
        self._block = block
        self._counter = {}
        self._outer = []

    @staticmethod
    def create(prefix, params, hint):
        """Return prefix and parameters for a new block."""
        scope = getattr(_BlockScope._current, "value", None)
        if scope is None:
            if prefix is None:
                prefix = naming.NameManager.current.get(None, hint) + "_"
            shared = (
                ParameterDict(prefix) if params is None else ParameterDict(params.prefix, params)
            )
            return prefix, shared
        if prefix is None:
            number = scope._counter.get(hint, 0)
            scope._counter[hint] = number + 1
            prefix = f"{hint}{number}_"
        if params is None:
            parent = scope._block.params
            params = ParameterDict(parent.prefix + prefix, parent._shared)
        else:
            params = ParameterDict(params.prefix, params)
        return scope._block.prefix + prefix, params

    def __enter__(self):
        if self._block._empty_prefix:
            return self
        names = naming.Prefix(self._block.prefix)
        names.__enter__()
        self._outer.append((getattr(_BlockScope._current, "value", None), names))
        _BlockScope._current.value = self
        return self

    def __exit__(self, *exc):
        if self._block._empty_prefix:
            return
        _BlockScope._current.value, names = self._outer.pop()
        names.__exit__(*exc)


_ELSEWHERE = {
    "parameters": "collect_params() returns the parameters, by name.",
    "named_parameters": "collect_params().items() are the parameters with their names.",
    "state_dict": "save_parameters(file) writes the parameters, collect_params() returns them.",
    "load_state_dict": "load_parameters(file) reads them, load_torch(source) those of torch.",
    "weights": "collect_params() returns the parameters, by name.",
    "train": "Layers train inside `with autograd.record():` and predict outside of it.",
    "eval": "Layers train inside `with autograd.record():` and predict outside of it.",
    "zero_grad": "Gradients are written anew by each backward; collect_params().zero_grad() clears "
    "those with grad_req='add'.",
    "to": "reset_ctx(ctx) of collect_params() moves the parameters, cast(dtype) converts them.",
    "cuda": "collect_params().reset_ctx(mx.gpu()) moves the parameters.",
    "cpu": "collect_params().reset_ctx(mx.cpu()) moves the parameters.",
    "half": "cast('float16') converts the parameters.",
    "children": "A Sequential is iterable; apply(function) visits all blocks.",
    "modules": "apply(function) visits all blocks.",
    "compile": "A gluon.Trainer has the optimizer; see mx.gluon.contrib.estimator for a loop.",
    "fit": "mx.gluon.contrib.estimator.Estimator(net, loss, trainer=trainer).fit(...) trains.",
    "predict": "Call the network: net(x).",
    "evaluate": "mx.gluon.contrib.estimator.Estimator(net, loss).evaluate(...) computes metrics.",
}


@explain_foreign_names(_ELSEWHERE)
class Block:
    """The base of layers and networks: subclass, make children in ``__init__``, define ``forward``.

    Blocks and parameters assigned to attributes are registered.

    >>> class Net(Block):
    ...     def forward(self, x):
    ...         return x * 2
    >>> Net()(nd.array([1.0]))
    <BLANKLINE>
    [2.]
    <NDArray 1 @cpu(0)>
    """

    _in_summary = True  # whether the block has a row in the table of ``summary``
    _checkpointed = False  # whether backward computes anew what forward computed
    _first_inputs = None  # shapes and types of the first call's arguments: a graph may need them

    @suggesting
    def __init__(self, prefix=None, params=None):
        self._empty_prefix = prefix == ""
        self._prefix, self._params = _BlockScope.create(prefix, params, self._alias())
        self._name = self._prefix.removesuffix("_")
        self._reg_params = {}  # attribute name -> Parameter
        self._children = OrderedDict()  # attribute name or position -> Block
        self._forward_pre_hooks, self._forward_hooks = OrderedDict(), OrderedDict()
        self._scope = _BlockScope(self)

    def _alias(self):
        return self.__class__.__name__.lower()

    def __repr__(self):
        children = (
            f"  ({name}): {_indent(repr(block), 2)}"
            for name, block in self.__dict__.items()
            if isinstance(block, Block)
        )
        listing = "\n".join(children)
        return f"{type(self).__name__}(\n{listing}\n)"

    def _repr_html_(self):
        return block_table(self)

    def __setattr__(self, name, value):
        if hasattr(self, name):
            present = getattr(self, name)
            registered = isinstance(present, Parameter | Block)
            if (
                registered
                and not isinstance(value, type(present))
                and not isinstance(present, type(value))
            ):
                raise TypeError(
                    f"Changing attribute type for {name} from {type(present)} to {type(value)} is "
                    "not allowed."
                )
        if isinstance(value, Block | Parameter) and "_children" not in self.__dict__:
            kind = type(self).__name__
            raise AttributeError(
                f"{kind}.{name} is a {type(value).__name__}, which {kind} cannot keep yet: call "
                "super().__init__() first in __init__"
            )
        if isinstance(value, Block):
            self.register_child(value, name)
        elif isinstance(value, Parameter):
            if name in self._reg_params:
                raise AssertionError(
                    f"Overriding Parameter attribute {name} is not allowed. If you want to share "
                    "parameters by setting `self.weight = another.weight`, pass `params` to the "
                    "constructor instead."
                )
            self._reg_params[name] = value
            value._owner = value._owner or f"{type(self).__name__} '{self.name}'"
        super().__setattr__(name, value)

    # ------------------------------------------------------------------------ names and parts

    @property
    def prefix(self):
        """What the names of this block's parameters begin with."""
        return self._prefix

    @property
    def name(self):
        """The prefix without the underscore at its end."""
        return self._name

    @property
    def params(self):
        """The parameters of this block itself, without those of its children."""
        return self._params

    def name_scope(self):
        """Return a scope in which new blocks get this block's prefix."""
        return self._scope

    def register_child(self, block, name=None):
        """Make a block a part of this one."""
        self._children[str(len(self._children)) if name is None else name] = block

    def register_forward_pre_hook(self, hook):
        """Call ``hook(block, inputs)`` before each forward pass; return a handle to detach it."""
        return _attached(self._forward_pre_hooks, hook)

    def register_forward_hook(self, hook):
        """Call ``hook(block, inputs, outputs)`` after each forward pass; return a handle."""
        return _attached(self._forward_hooks, hook)

    def register_op_hook(self, callback, monitor_all=False):
        """Call ``callback(node name, operator name, array)`` for operators of hybridized blocks."""
        for child in self._children.values():
            child.register_op_hook(callback, monitor_all)

    def apply(self, fn):
        """Call a function on every block, children first; return this block."""
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    def collect_params(self, select=None):
        """Return the parameters of this block and its children, or those that match a pattern."""
        self._warn_of_hidden_blocks()
        found = ParameterDict(self._params.prefix)
        if select is None:
            found.update(self.params)
        else:
            pattern = re.compile(select)
            found.update(
                {name: value for name, value in self.params.items() if pattern.match(name)}
            )
        for child in self._children.values():
            found.update(child.collect_params(select))
        return found

    def _warn_of_hidden_blocks(self):
        """Warn of blocks in lists, which MXNet does not register."""
        known = set(self._children.values())
        for name, value in self.__dict__.items():
            if name.startswith("_") or not isinstance(value, list | tuple | dict):
                continue
            if any(block not in known for block in _blocks_in(value)):
                warnings.warn(
                    f'"{type(self).__name__}.{name}" is an unregistered container with Blocks. '
                    "Blocks inside a list, tuple or dict are not registered: use "
                    "register_child() or nn.Sequential/nn.HybridSequential.",
                    stacklevel=3,
                )

    def _collect_params_with_prefix(self, prefix=""):
        """Return the parameters by their place in the structure: ``features.0.weight``."""
        prefix += "." if prefix else ""
        found = {prefix + name: parameter for name, parameter in self._reg_params.items()}
        for name, child in self._children.items():
            found.update(child._collect_params_with_prefix(prefix + name))
        return found

    # -------------------------------------------------------------------------------- parameters

    def initialize(self, init=DEFAULT_INIT, ctx=None, verbose=False, force_reinit=False):
        """Initialize all parameters."""
        self.collect_params().initialize(init, ctx, verbose, force_reinit)

    def cast(self, dtype):
        """Convert all parameters to another element type."""
        for child in self._children.values():
            child.cast(dtype)
        for parameter in self.params.values():
            parameter.cast(dtype)

    def save_parameters(self, filename, deduplicate=False):
        """Write the parameters to a file, named by their place in the structure."""
        params = self._collect_params_with_prefix()
        if deduplicate:  # MXNet: of the names of a shared parameter the last one stays
            last = {parameter: name for name, parameter in params.items()}
            params = {name: parameter for parameter, name in last.items()}
        nd.save(filename, {name: parameter._reduce() for name, parameter in params.items()})

    def load_parameters(
        self,
        filename,
        ctx=None,
        allow_missing=False,
        ignore_extra=False,
        cast_dtype=False,
        dtype_source="current",
    ):
        """Read the parameters from a file of ``save_parameters``, ``save_params`` or ``export``."""
        read_parameters(self, filename, ctx, allow_missing, ignore_extra, cast_dtype, dtype_source)

    def save_params(self, filename):
        """Write the parameters by their names without this block's prefix (the older form)."""
        warnings.warn(
            "save_params is deprecated. Please use save_parameters.",
            DeprecationWarning,
            stacklevel=2,
        )
        self.collect_params().save(filename, strip_prefix=self.prefix)

    def load_params(self, filename, ctx=None, allow_missing=False, ignore_extra=False):
        """Read the parameters from a file (the older name of ``load_parameters``)."""
        warnings.warn(
            "load_params is deprecated. Please use load_parameters.",
            DeprecationWarning,
            stacklevel=2,
        )
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    def save(self, prefix):
        """Write ``prefix-model.json``, the tree of blocks, and ``prefix-model.params``.

        With a name that ends in ``.mx`` write one file that holds the network itself, its graph and
        its parameters; ``gluon.load`` makes a block of it. The graph is found as by ``export``.
        """
        if is_model_file(prefix):
            save_model(self, prefix)
            return
        with together():
            save_structure(self, f"{prefix}-model.json")
            self.save_parameters(f"{prefix}-model.params")

    def load(self, prefix):
        """Read what ``save`` wrote into blocks that were made in the same order."""
        if is_model_file(prefix):
            load_parameters(self, prefix)
            return
        files = f"{prefix}-model.json", f"{prefix}-model.params"
        reading_together(
            files, lambda: (load_structure(self, files[0]), self.load_parameters(files[1]))
        )

    # ---------------------------------------------------------------------------------- running

    def __call__(self, *args):
        if self._first_inputs is None and (first := described(args)):
            return self._call_first(first, args)
        if self._forward_pre_hooks:
            for hook in self._forward_pre_hooks.values():
                hook(self, args)
        out = (
            self._forward_again(*args)
            if self._checkpointed and state.tape is not None
            else self.forward(*args)
        )
        if self._forward_hooks:
            for hook in self._forward_hooks.values():
                hook(self, args, out)
        return out

    def _call_first(self, first, args):
        """Note the inputs of the first call; if it fails, deferred shapes are as they were."""
        self.__dict__["_first_inputs"] = first
        deferred = [p._deferral() for p in self._deferred_parameters()]
        try:
            return Block.__call__(self, *args)  # a subclass's own has been through its part
        except Exception:
            self.apply(lambda block: block._forget_first_call())
            for parameter, deferral in deferred:
                parameter._defer_again(deferral)
            raise

    def _forget_first_call(self):
        self.__dict__["_first_inputs"] = None

    def _deferred_parameters(self):
        """Return the parameters of all blocks whose shapes the first call will determine."""
        own = [p for p in self._reg_params.values() if p._deferred_init]
        return own + [p for block in self._children.values() for p in block._deferred_parameters()]

    def forward(self, *args):
        """Compute the output; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def hybridize(self, active=True, **kwargs):
        """Hybridize the children that can be."""
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def checkpoint(self, active=True):
        """Keep, for ``backward``, nothing but the inputs of this block, and compute the rest again.

        That takes time, another forward pass of the block, and saves memory: call it on each of the
        large parts of a network. Results and gradients stay the same, random numbers included. A
        block with such a part runs part by part, each of them hybridized if it was asked to be.
        """
        global _any_checkpoint
        _any_checkpoint = _any_checkpoint or bool(active)
        self.__dict__["_checkpointed"] = bool(active)

    def _checkpoints_inside(self) -> bool:
        """Return whether a part of this block is a gradient checkpoint."""
        return any(
            child._checkpointed or child._checkpoints_inside() for child in self._children.values()
        )

    def _forward_again(self, *args):
        """Run forward as a gradient checkpoint, if there are arrays that a graph could take."""
        if any(p._deferred_init for p in self.collect_params().values()):
            return self.forward(*args)  # it completes them: computed again it would not be the same
        if not any(leaves(args, NDArray)) or any(leaves(args, TracedArray | BaseSparseNDArray)):
            return self.forward(*args)
        flat, in_format = flatten(args, "input")
        arrays, out_format = [array for array in flat if array is not None], []

        def run(inputs):
            waiting = iter(inputs)
            grouped, _ = regroup([a if a is None else next(waiting) for a in flat], in_format)
            results, form = flatten(self.forward(*grouped), "output")
            out_format[:] = [form]
            return results

        results = recomputed(run, arrays)
        return regroup(results, out_format[0])[0]

    def export(self, path, epoch=0, remove_amp_cast=True):
        """Write ``path-symbol.json`` and ``path-0000.params``; return their names.

        The graph is that of the first call, or of one input ``data`` if there was none. A block
        that is not hybrid is run once with arrays without values: where it needs them (``asnumpy``,
        ``if x > 0``) the error names the line.
        """
        return self._network().export(path, epoch, remove_amp_cast)

    def _network(self) -> Network:
        """Return the graph of this block with its parameters."""
        return trace_network(self)

    def to_torch(self, *inputs, open_axes=(0,)):
        """Return a ``torch.nn.Module`` that computes what this network predicts.

        It consists of torch's own operators: it works, and is saved and loaded, without mxnet. Its
        ``state_dict`` has copies of the parameters, named by their place in the structure. Sizes
        of the inputs along ``open_axes`` stay open where the network allows it. ``inputs`` are
        arrays to look at, by default random ones such as those of the first call; on them both
        must agree.
        """
        return exported_program(self, inputs, open_axes)[1]

    def load_torch(self, source, ctx=None):
        """Read the parameters from a module of torch, its ``state_dict`` or a file of it.

        They are matched by name where all names are the same, otherwise in order; every shape must
        fit. Returns which name each parameter was read from.
        """
        return load_torch(self, source, ctx)

    def summary(self, *inputs, flops=False):
        """Print the output shape and number of parameters of each block for these inputs.

        With ``flops`` also how many multiplications, each with its addition, the products and
        convolutions of each block take, without those of its parts.
        """
        summarize(self, inputs, flops)


def _blocks_in(value):
    """Return the blocks inside of nested lists, tuples and dictionaries."""
    if isinstance(value, Block):
        yield value
    elif isinstance(value, list | tuple | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _blocks_in(item)


def _name_block(error, block) -> None:
    """Add to an operator's message which block called it, and what its parameters are called."""
    text = str(error.args[0]) if error.args else ""
    if "in operator " not in text or "\n  block: " in text:
        return  # it is named already: the innermost block is the one
    owned = ", ".join(f"{name} '{p.name}' {p.shape}" for name, p in block._reg_params.items())
    described = f"{type(block).__name__} '{block.name}'{owned and ' with ' + owned}"
    error.args = (f"{text}\n  block: {described}", *error.args[1:])


def _refuse_unless_callable(block, args, params) -> None:
    """Refuse more or fewer inputs than ``hybrid_forward`` takes, in words that count them."""
    try:
        inspect.signature(block.hybrid_forward).bind(nd, *args, **params)
    except TypeError as error:
        raise TypeError(_unfit_inputs(block, args, params, error)) from None


def _unfit_inputs(block, args, params, error) -> str:
    """Say how many inputs a block takes, and how many came."""
    name = f"{type(block).__name__} '{block.name}'"
    wanted = list(inspect.signature(block.hybrid_forward).parameters.values())[1:]  # without F
    inputs = [p for p in wanted if p.name not in params and p.kind is p.POSITIONAL_OR_KEYWORD]
    least = sum(p.default is p.empty for p in inputs)
    if any(p.kind is p.VAR_POSITIONAL for p in wanted) or least <= len(args) <= len(inputs):
        return f"{name} cannot be called so: hybrid_forward {error}"  # it is not about their number
    count = f"{least} to {len(inputs)}" if least < len(inputs) else str(least)
    return (
        f"{name} takes {count} input{'s' * (count != '1')} "
        f"({', '.join(p.name for p in inputs)}), but was called with {len(args)}"
    )


def _attached(hooks, hook):
    handle = HookHandle()
    handle.attach(hooks, hook)
    return handle


class HybridBlock(Block):
    """A block whose ``hybrid_forward(F, x, ...)`` takes arrays (``F = mx.nd``) or symbols.

    Parameters assigned to attributes are passed to ``hybrid_forward`` by their attribute names.

    >>> class Scale(HybridBlock):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.factor = self.params.get("factor", shape=(1,), init="ones")
    ...     def hybrid_forward(self, F, x, factor):
    ...         return F.broadcast_mul(x, factor)
    """

    _takes_only_symbols = False  # whether hybrid_forward cannot be called with arrays

    @suggesting
    def __init__(self, prefix=None, params=None):
        super().__init__(prefix, params)
        self._active = False
        self._flags, self._backend, self._backend_opts = [], None, {}
        self._clear_cached_op()

    def register_child(self, block, name=None):
        if not isinstance(block, HybridBlock):
            raise ValueError(
                f"Children of HybridBlock must also be HybridBlock, but {block} has type "
                f"{type(block)}. If you are using Sequential, please try HybridSequential instead."
            )
        super().register_child(block, name)
        self._clear_cached_op()

    def __getstate__(self):
        # A copy traces its own graph: this one holds kernels and the original's parameters.
        graph = {"_graph": None, "_cached_graph": (), "_in_format": None, "_out_format": None}
        return {**self.__dict__, **graph}

    def cast(self, dtype):
        self._clear_cached_op()
        super().cast(dtype)

    def _forget_first_call(self):
        super()._forget_first_call()
        self._clear_cached_op()

    def _clear_cached_op(self):
        """Forget the graph; the next call traces it anew."""
        self._graph = None
        self._cached_graph = ()  # (input symbols, output symbol) once there is a graph
        self._in_format = self._out_format = None

    def hybridize(
        self,
        active=True,
        backend=None,
        clear=True,
        static_alloc=False,
        static_shape=False,
        inline_limit=2,
        forward_bulk_size=None,
        backward_bulk_size=None,
        **kwargs,
    ):
        """Run the block as one graph from the next call on, or, not ``active``, as before.

        The graph is traced once with symbols. ``static_shape`` says that inputs keep their shape:
        convolutions are prepared for it at the first call, not when it comes for the second time.
        ``static_alloc``, ``inline_limit`` and the bulk sizes steer MXNet's memory planner; here
        they are kept and change nothing.
        ``backend="inductor"`` lets torch.compile work on the graph, which takes seconds at the
        first call and needs a C++ compiler; without one the graph runs as if it were not given.
        """
        if backend not in (None, "inductor", "MKLDNN"):
            raise MXNetError(
                f"hybridize(backend={backend!r}) is not supported; leave it out, which folds and "
                "fuses already, or take backend='inductor'"
            )
        self._active, self._backend, self._backend_opts = bool(active), backend, kwargs
        flags = {
            "static_alloc": static_alloc,
            "static_shape": static_shape,
            "inline_limit": inline_limit,
            "forward_bulk_size": forward_bulk_size,
            "backward_bulk_size": backward_bulk_size,
        }
        self._flags = [(name, value) for name, value in flags.items() if value is not None]
        if clear:
            self._clear_cached_op()
        super().hybridize(active, backend=backend, clear=clear, **flags, **kwargs)

    def optimize_for(
        self,
        x,
        *args,
        backend=None,
        clear=False,
        static_alloc=False,
        static_shape=False,
        inline_limit=2,
        forward_bulk_size=None,
        backward_bulk_size=None,
        **kwargs,
    ):
        """Hybridize for a backend and trace the graph now, with inputs like these."""
        if backend is None:
            raise ValueError('Must specify "backend" to optimize_for')
        self.hybridize(
            True, backend, clear, static_alloc, static_shape, inline_limit, forward_bulk_size,
            backward_bulk_size, **kwargs,
        )  # fmt: skip
        self._complete_graph(*flatten((x, *args), "input"))

    def _options(self) -> dict:
        """Return what ``hybridize`` was asked about how to run the graph."""
        backend = None if self._backend == "MKLDNN" else self._backend  # which we do anyway
        return {**dict(self._flags), **self._backend_opts, "backend": backend}

    def forward(self, x, *args):
        """Run ``hybrid_forward``, or once hybridized the graph, on the context of the input."""
        graph, active = self._graph, self._active
        if _any_checkpoint and state.tape is not None and self._checkpoints_inside():
            active = False  # its parts run, so that they keep nothing
        if graph is not None and active and graph.takes_arrays == len(args) + 1:
            # The common call: nothing to flatten, nothing to trace.
            ctx = x._ctx.result if type(x) in PLAIN else None
            for arg in args:
                if type(arg) not in PLAIN or arg._ctx.result is not ctx:
                    ctx = None
            if ctx is not None and not any(graph.hooks):
                return graph((x, *args), ctx)
        is_sparse = False
        if type(x) in PLAIN and not args:  # nearly always
            ctx = x._ctx.result
        elif (kind := stand_ins(x, args)) is not None:
            if kind is TracedArray:
                return run_hybrid(self, (x, *args))
            return self._on_symbols(x, *args)
        else:
            ctx = context_of(x, args)
            is_sparse = any(leaves((x, *args), BaseSparseNDArray))  # graphs are of dense arrays
        if active and not is_sparse and not self._hooks_inside():
            return self._call_graph(ctx, (x, *args))
        params = {}
        for name, parameter in self._reg_params.items():
            data = parameter._data if parameter._keeps_values else None
            one = data is not None and len(data) == 1 and data[0]._ctx is ctx
            params[name] = data[0] if one else parameter._data_or_unshaped(ctx)
        try:
            out = self.hybrid_forward(nd, x, *args, **params)
        except ShapeNotInferred:
            out = self._after_inference(ctx, x, *args)
        except TypeError:
            _refuse_unless_callable(self, (x, *args), params)
            raise
        except MXNetError as error:
            _name_block(error, self)
            if any(isinstance(data, UnshapedArray) for data in params.values()):
                raise DeferredInitializationFailed(error) from error.__cause__
            raise
        if type(out) in (list, tuple) and is_np_array():
            refuse_mixture(flatten(out, "output")[0])
        return out

    def _after_inference(self, ctx, *args):
        """Run with parameters whose shapes only the whole graph determines."""
        self.infer_shape(*args)
        for parameter in self._reg_params.values():
            parameter._finish_deferred_init()
        params = {name: parameter.data(ctx) for name, parameter in self._reg_params.items()}
        return self.hybrid_forward(nd, *args, **params)

    def _on_symbols(self, *args):
        """Run ``hybrid_forward`` on symbols, whatever a subclass's ``forward`` does around it."""
        variables = {name: p.var() for name, p in self._reg_params.items()}
        with self.name_scope():
            return self.hybrid_forward(symbol, *args, **variables)

    def _hooks_inside(self) -> bool:
        """Return whether a part of this block has hooks: they need its arrays, not a graph."""
        return any(self._hooks_of_parts() if self._graph is None else self._graph.hooks)

    def _hooks_of_parts(self) -> list[dict]:
        """Return the tables of hooks of all blocks inside this one."""
        tables = []
        for child in self._children.values():
            tables += [child._forward_hooks, child._forward_pre_hooks, *child._hooks_of_parts()]
        return tables

    def _call_graph(self, ctx, args):
        flat, in_format = flatten(args, "input")
        if any(array is not None and array._ctx.result is not ctx for array in flat):
            found = ", ".join(str(array.context) for array in flat if array is not None)
            raise ValueError(
                f"Find multiple contexts in the input of hybridized block {self.name}: {found}. "
                "Copy the inputs to one of them with as_in_context."
            )
        graph = self._graph
        if graph is None or graph.in_format != in_format:
            with COMPLETION:
                graph = self._graph  # another thread may have completed it meanwhile
                if graph is None or graph.in_format != in_format:
                    graph = self._complete_graph(flat, in_format)
        return graph(flat, ctx)

    def _complete_graph(self, flat, in_format):
        """Trace the block for inputs of this structure, and complete its parameters."""
        graph = self._build_graph(flat, in_format)
        graph.complete_parameters(flat)
        self._keep_graph(graph)
        return graph

    def _build_graph(self, flat, in_format):
        """Trace the block for inputs of this structure."""
        return BlockGraph(self, flat, in_format, self._options())

    def _get_graph(self, *args):
        """Return the symbols of inputs and output, by the name that programs know."""
        if not self._cached_graph:
            self._keep_symbols(self._build_graph(*flatten(args, "input")))
        return self._cached_graph

    def _keep_graph(self, graph):
        self._graph = graph
        self._keep_symbols(graph)

    def _keep_symbols(self, graph):
        self._cached_graph = (graph.inputs, graph.symbol)
        self._in_format, self._out_format = graph.in_format, graph.out_format

    def _network(self):
        if not self._cached_graph and not self._trace_with_symbols():
            return super()._network()
        inputs, graph = self._cached_graph
        known = named_inputs(self)[1]
        names = [given.name for given in inputs]
        inputs_ = {name: known.get(name, Described()) for name in names}
        parameters = {p.name: p for p in self.collect_params().values()}
        return Network(graph, inputs_, parameters, self._in_format, self._out_format)

    def _trace_with_symbols(self) -> bool:
        """Find out the graph of ``forward`` with symbols; return whether the block can do it."""
        try:
            flat, in_format = flatten(named_inputs(self)[0], "input")
            self._keep_graph(BlockGraph(self, flat, in_format, self._options(), self.forward))
        except UNFIT_FOR_SYMBOLS:
            if self._takes_only_symbols:
                raise
            self._clear_cached_op()
            return False
        return True

    def hybrid_forward(self, F, x, *args, **kwargs):
        """Compute the output with ``F.`` operators; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")

    def infer_shape(self, *args):
        """Complete the shapes of all parameters from those of inputs like these."""
        flat, in_format = flatten(args, "input")
        graph = BlockGraph(self, flat, in_format, self._options())
        graph.infer_shapes(graph.parameters, flat)

    def infer_type(self, *args):
        """Convert the parameters to the type of the first input."""
        self.cast(args[0].dtype)


class SymbolBlock(HybridBlock):
    """A block made of a symbol, for instance one that ``export`` wrote.

    ``inputs`` are the variables that calls provide; the other variables are parameters.
    """

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
        for given in inputs:
            if given.list_arguments() != [given.name]:
                raise AssertionError(
                    f"Input symbols must be variable, but {given!r} is an output of operators"
                )
        self._symbol, self._input_names = outputs, [given.name for given in inputs]
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
        # MXNet: files name the parameters without the letters that all of them begin with.
        common = len(_common_prefix(self._reg_params))
        self._reg_params = {name[common:]: p for name, p in self._reg_params.items()}

    def _clear_cached_op(self):
        graph = self.__dict__.get("_cached_graph", ())
        super()._clear_cached_op()
        self._cached_graph = graph  # the symbol is not traced, it stays

    def __getstate__(self):
        return {**super().__getstate__(), "_cached_graph": self._cached_graph}

    def _adopt(self, name, options, dtype):
        if dtype is not None:
            options["dtype"] = dtype
        parameter = self.params.get(name, allow_deferred_init=True, **options)
        self._reg_params[name] = parameter
        parameter._var = None

    def forward(self, x, *args):
        if (kind := stand_ins(x, args)) is not None:
            if kind is TracedArray:
                return run_hybrid(self, (x, *args))
            return self._on_symbols(x, *args)
        ctx = context_of(x, args)
        return self._call_graph(ctx, (x, *args))

    def _on_symbols(self, *args):
        result = self._symbol(**dict(zip(self._input_names, args, strict=True)))
        if len(result._entries) == 1:
            return result
        return [type(result)([entry]) for entry in result._entries]

    def _build_graph(self, flat, in_format):
        given = [i for i, array in enumerate(flat) if array is not None]
        if len(given) != len(self._input_names):
            raise ValueError(
                f"SymbolBlock wants {len(self._input_names)} inputs "
                f"({', '.join(self._input_names)}), got {len(given)}"
            )
        places = dict(zip(self._input_names, given, strict=True))
        formats = in_format, self._out_nesting
        return SymbolGraph(self._symbol, places, self.params, formats, self._options())

    def _network(self):
        inputs_ = known_inputs(self._first_inputs)
        inputs_ = (
            inputs_
            if len(inputs_) == len(self._input_names)
            else [Described()] * len(self._input_names)
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
    """Return the network in a file that ``net.save("name.mx")`` wrote.

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
    """Say what else the inputs of a graph could be: what has no value in the file."""
    stored = {without_kind(key) for key in nd.load(param_file) or {}}
    free = [variable for variable in graph.list_inputs() if variable not in stored]
    return (
        f"'{symbol_file}' has no input '{name}'; without values in '{param_file}' are "
        f"{_abbreviate(free)}.{did_you_mean(name, free)}"
    )


_ROW_SPARSE = str(symbol.symbol.STORAGE_TYPES["row_sparse"])


def _types_of_variables(outputs, inputs) -> dict:
    """Return the types of a symbol's variables where those of all inputs are declared."""
    declared = {given.name: given.infer_type_partial()[0][0] for given in inputs}
    if None in declared.values():
        return {}
    arguments, _, states = outputs.infer_type_partial(**declared)
    names = outputs.list_arguments() + outputs.list_auxiliary_states()
    return dict(zip(names, [*arguments, *states], strict=True))


_flatten = flatten  # a name that other packages reach for


def _common_prefix(names):
    """Return the letters that all names begin with."""
    return os.path.commonprefix(list(names))


def _regroup(args, fmt):
    """Give a flat list the structure that ``_flatten`` found."""
    return regroup(args, fmt)[0]


_REEXPORTED = (
    DeferredInitializationError,
    Symbol,
    _brief_print_list,
    initializer,
    is_np_array,
    load_json,
    ndarray,
    np_array,
    np_shape,
    shape_is_known,
)


__getattr__ = lazy_attributes(__name__, {"np_symbol": "mxnet.symbol.numpy"})
