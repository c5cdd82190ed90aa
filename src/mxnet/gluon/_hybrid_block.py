"""Blocks whose computation can be a graph."""

from __future__ import annotations

import inspect
import warnings

from .. import ndarray as nd, symbol
from .._core.scope import state
from .._text.spelling import did_you_mean, suggesting
from ..base import MXNetError
from ..ndarray.ndarray import PLAIN
from ..ndarray.sparse import BaseSparseNDArray
from ..util import is_np_array
from ._block import Block, name_block
from ._export import InputDescription, Network, named_inputs
from ._graph import BlockGraph, complete, flatten, formula_of, infer_shapes, refuse_mixture
from ._inputs import are_plain, context_of, leaves, placeholder_type
from ._parameter import COMPLETION, DeferredInitializationFailed
from ._parameter_shapes import shape_is_known
from ._steps import record_step
from ._tracing import TracedArray, run_hybrid, unless_unfit

# Backends of MXNet with the same results: our plans fuse as MKLDNN does, others partition the
# graph.
SAME_RESULTS = ("MKLDNN", "default", "default_v2")


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

    __module__ = "mxnet.gluon.block"  # where users and pickles find it

    _takes_only_symbols = False  # whether hybrid_forward cannot be called with arrays
    _step_key = None  # of layers that record their calls as steps: a method, see ``_steps.py``

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if "hybrid_forward" in cls.__dict__ and "_step_key" not in cls.__dict__:
            cls._step_key = None  # another formula

    @suggesting
    def __init__(self, prefix=None, params=None):
        super().__init__(prefix, params)
        self._active = False
        self._flags, self._backend, self._backend_opts = [], None, {}
        self._op_hook = None
        self._clear_cached_op()

    def register_child(self, block, name=None):
        if not isinstance(block, HybridBlock):
            advice = (
                "If you are using Sequential, please try HybridSequential instead."
                if isinstance(block, Block)
                else "Activation makes a layer of a name, HybridLambda one of a function."
            )
            raise ValueError(
                f"Children of HybridBlock must also be HybridBlock, but {block} has type "
                f"{type(block)}. {advice}"
            )
        super().register_child(block, name)
        self._clear_cached_op()

    def register_op_hook(self, callback, monitor_all=False):
        super().register_op_hook(callback, monitor_all)
        self._op_hook = callback, bool(monitor_all)
        self._clear_cached_op()

    def __getstate__(self):
        # A copy traces its own graph: this one refers to the original's parameters.
        graph = {"_graph": None, "_cached_graph": (), "_in_format": None, "_out_format": None}
        return {**self.__dict__, **graph, "_recorder": None}

    def cast(self, dtype):
        self._clear_cached_op()
        super().cast(dtype)

    def _forget_first_call(self):
        super()._forget_first_call()
        self._clear_cached_op()

    def _clear_cached_op(self):
        """Discard the graph, so that the next call traces it again."""
        self._graph = None
        self._cached_graph = ()  # (input symbols, output symbol) once there is a graph
        self._in_format = self._out_format = None

    def hybridize(
        self, active=True, backend=None, clear=True, static_alloc=False, static_shape=False,
        inline_limit=2, forward_bulk_size=None, backward_bulk_size=None, **kwargs,
    ):  # fmt: skip
        """Run the block as one graph from the next call on, or as before if not ``active``.

        The graph is traced once with symbols. ``static_shape`` declares that inputs keep their
        shape, so that convolutions are packed for it at the first call instead of the second.
        As in MXNet, a graph of up to ``inline_limit`` operators counts as separate operators unless
        ``static_alloc`` is set: ``backward`` writes no gradients of inputs that the loss does not
        use, and ``autograd.get_symbol`` shows the operators instead of one node. The bulk sizes
        have no effect. ``backend="inductor"`` compiles the graph with torch.compile, which takes
        seconds at the first call and needs a C++ compiler; without one the option has no effect.
        """
        if backend not in (None, "inductor", *SAME_RESULTS):
            raise MXNetError(
                f"hybridize(backend={backend!r}) is not supported; leave it out, which folds and "
                "fuses already, or take backend='inductor'"
            )
        if kwargs and backend is None:
            unknown = next(iter(kwargs))
            known = inspect.signature(HybridBlock.hybridize).parameters
            warnings.warn(
                f"hybridize() has no option '{unknown}', which is ignored."
                f"{did_you_mean(unknown, known)}",
                stacklevel=2,
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
        self, x, *args, backend=None, clear=False, static_alloc=False, static_shape=False,
        inline_limit=2, forward_bulk_size=None, backward_bulk_size=None, **kwargs,
    ):  # fmt: skip
        """Hybridize for a backend and trace the graph now, with the given inputs."""
        if backend is None:
            raise ValueError('Must specify "backend" to optimize_for')
        self.hybridize(
            True, backend, clear, static_alloc, static_shape, inline_limit, forward_bulk_size,
            backward_bulk_size, **kwargs,
        )  # fmt: skip
        self._complete_graph(*flatten((x, *args), "input"))

    def _options(self) -> dict:
        """Return the options of ``hybridize`` that affect running the graph."""
        backend = None if self._backend in SAME_RESULTS else self._backend
        options = {"backend": backend, "op_hook": self._op_hook}
        return {**dict(self._flags), **self._backend_opts, **options}

    def forward(self, x, *args):
        """Run ``hybrid_forward``, or the graph if hybridized, on the context of the input."""
        graph, active = self._graph, self._active
        if Block._any_checkpoint and state.tape is not None and self._checkpoints_inside():
            active = False  # run its children, which are checkpoints
        if graph is not None and active and graph.takes_arrays == len(args) + 1:
            # The common call: nothing to flatten, nothing to trace.
            ctx = x._ctx.result if type(x) in PLAIN else None
            for arg in args:
                if type(arg) not in PLAIN or arg._ctx.result is not ctx:
                    ctx = None
            if ctx is not None and not any(graph.hooks):
                return graph((x, *args), ctx)
        is_sparse = False
        if type(x) in PLAIN and (not args or are_plain(args)):  # the common case
            ctx = x._ctx.result
            if self._step_key is not None and not active and state.tape is not None:
                out = record_step(self, ctx, (x, *args))
                if out is not None:
                    return out
        elif (kind := placeholder_type(x, args)) is not None:
            if kind is TracedArray:
                return run_hybrid(self, (x, *args))
            return self._on_symbols(x, *args)
        else:
            ctx = context_of(self, x, args)
            is_sparse = any(leaves((x, *args), BaseSparseNDArray))  # graphs have dense inputs
        if active and not is_sparse and not self._hooks_inside():
            return self._call_graph(ctx, (x, *args))
        return self._run_operators(ctx, x, *args)

    def _run_operators(self, ctx, x, *args):
        """Run ``hybrid_forward`` on arrays, with the parameters on a context."""
        params = {}
        for name, parameter in self._reg_params.items():
            data = parameter._single_array(ctx)
            if data is None:
                if parameter._deferred_init:
                    self._complete_parameters((x, *args))
                data = parameter.data(ctx)
            params[name] = data
        out = self._call_formula(nd, (x, *args), params)
        if type(out) in (list, tuple) and is_np_array():
            refuse_mixture(flatten(out, "output")[0])
        return out

    def _complete_parameters(self, args):
        """Initialize this block's own parameters that wait for the shapes of its inputs."""
        with COMPLETION:
            waiting = [p for p in self._reg_params.values() if p._deferred_init]
            if all(shape_is_known(p.shape) for p in waiting):
                for parameter in waiting:
                    parameter._finish_deferred_init()
                return
            try:
                complete(waiting, *formula_of(self, args))
            except DeferredInitializationFailed as error:
                name_block(error, self)
                raise
            except MXNetError as error:
                raise DeferredInitializationFailed(error) from error.__cause__

    def _on_symbols(self, *args):
        """Run ``hybrid_forward`` on symbols, bypassing an overridden ``forward``."""
        variables = {name: p.var() for name, p in self._reg_params.items()}
        with self.name_scope():
            return self._call_formula(symbol, args, variables)

    def _call_formula(self, F, args, params):
        """Call ``hybrid_forward``; its errors name this block."""
        try:
            return self.hybrid_forward(F, *args, **params)
        except TypeError:
            _refuse_unless_callable(self, args, params)
            raise
        except MXNetError as error:
            name_block(error, self)
            raise

    def _hooks_inside(self) -> bool:
        """Return whether a part of this block has hooks, which need arrays instead of a graph."""
        return any(self._hooks_of_parts() if self._graph is None else self._graph.hooks)

    def _hooks_of_parts(self) -> list[dict]:
        """Return the hook tables of all blocks inside this one."""
        tables = []
        for child in self._children.values():
            tables += [child._forward_hooks, child._forward_pre_hooks, *child._hooks_of_parts()]
        return tables

    def _call_graph(self, ctx, args):
        flat, in_format = flatten(args, "input")
        if any(array is not None and array._ctx.result is not ctx for array in flat):
            contexts = ", ".join(str(array.context) for array in flat if array is not None)
            raise ValueError(
                f"Find multiple contexts in the input of hybridized block {self.name}: {contexts}. "
                "Copy the inputs to one of them with as_in_context."
            )
        graph = self._graph
        if graph is None or not graph.accepts(in_format):
            with COMPLETION:
                graph = self._graph  # another thread may have completed it meanwhile
                if graph is None or graph.is_guess:
                    graph = self._complete_graph(flat, in_format)
        if not graph.accepts(in_format):
            raise ValueError(
                "The argument structure of HybridBlock does not match the cached version. Stored "
                f"format = {graph.in_format}, input format = {in_format} (0 is an array, -1 is "
                f"None). Call hybridize() of {type(self).__name__} '{self.name}' again to trace it "
                "for these inputs."
            )
        return graph(flat, ctx)

    def _complete_graph(self, flat, in_format):
        """Trace the block for inputs of the given structure, and complete its parameters."""
        graph = self._build_graph(flat, in_format)
        graph.complete_parameters(flat)
        self._keep_graph(graph)
        return graph

    def _build_graph(self, flat, in_format):
        """Trace the block for inputs of the given structure."""
        return BlockGraph(self, flat, in_format, self._options())

    def _get_graph(self, *args):
        """Return the symbols of inputs and output, under MXNet's name."""
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
        described = named_inputs(self)[1]
        names = [variable.name for variable in inputs]
        inputs_ = {name: described.get(name, InputDescription()) for name in names}
        parameters = {p.name: p for p in self.collect_params().values()}
        return Network(graph, inputs_, parameters, self._in_format, self._out_format)

    def _trace_with_symbols(self) -> bool:
        """Trace the graph of ``forward`` with symbols; return whether the block supports it."""

        def trace():
            flat, in_format = flatten(named_inputs(self)[0], "input")
            return BlockGraph(self, flat, in_format, self._options(), self.forward)

        graph = unless_unfit(self, trace)
        if graph is None:
            self._clear_cached_op()
            return False
        graph.is_guess = True
        self._keep_graph(graph)
        return True

    def hybrid_forward(self, F, x, *args, **kwargs):
        """Compute the output with ``F.`` operators; subclasses define this method."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define hybrid_forward: write a method "
            "hybrid_forward(self, F, x) that computes the output"
        )

    def infer_shape(self, *args):
        """Infer the shapes of all parameters from the given inputs."""
        infer_shapes(self.collect_params().values(), *formula_of(self, args))

    def infer_type(self, *args):
        """Convert the parameters to the type of the first input."""
        self.cast(args[0].dtype)


def _refuse_unless_callable(block, args, params) -> None:
    """Reject a wrong number of inputs for ``hybrid_forward``, with a message that counts them."""
    try:
        inspect.signature(block.hybrid_forward).bind(nd, *args, **params)
    except TypeError as error:
        raise TypeError(_unfit_inputs(block, args, params, error)) from None
    if "F" in list(inspect.signature(block.hybrid_forward).parameters)[1:]:
        raise TypeError(_unfit_inputs(block, args, params, None)) from None


def _unfit_inputs(block, args, params, error) -> str:
    """Return the message with the number of inputs that a block accepts and the number it got."""
    name = f"{type(block).__name__} '{block.name}'"
    signature = inspect.signature(block.hybrid_forward)
    first, *parameters = signature.parameters.values()
    if first.name != "F":
        return (
            f"{name} defines hybrid_forward{signature}, which does not begin with F: the first "
            "parameter is mx.nd or mx.sym, as in hybrid_forward(self, F, x)"
        )
    inputs = [p for p in parameters if p.name not in params and p.kind is p.POSITIONAL_OR_KEYWORD]
    least = sum(p.default is p.empty for p in inputs)
    if missing := [each for each in params if each not in signature.parameters]:
        return (
            f"{name} has the parameter '{missing[0]}', and its hybrid_forward takes none of that "
            f"name: parameters are passed by name, as in hybrid_forward(self, F, x, {missing[0]})"
        )
    if any(p.kind is p.VAR_POSITIONAL for p in parameters) or least <= len(args) <= len(inputs):
        # The number of arguments is right.
        return f"{name} cannot be called like this: hybrid_forward {error}"
    count = f"{least} to {len(inputs)}" if least < len(inputs) else str(least)
    return (
        f"{name} takes {count} input{'s' * (count != '1')} "
        f"({', '.join(p.name for p in inputs)}), but was called with {len(args)}"
    )
