"""``CachedOp``: a symbol prepared to be called with arrays, again and again."""

from __future__ import annotations

from collections import OrderedDict

from .._core.scope import state
from .._eager.array import NDArrayBase, place, place_step, recorded_before, step_of, wrap
from .._eager.integer_gradients import is_whole
from .._graph.infer.open_shapes import closed_for, has_open_shapes
from .._graph.infer.types import check_types
from .._graph.lower.compiled import Compiled
from .._graph.lower.lowering import run
from .._graph.lower.sparse_inputs import csr_inputs
from .._graph.passes.outputs import lower_securely
from .._graph.passes.plan import Plans
from .._graph.passes.training import may_derive, training_plan
from .._graph.run.integer_gradients import casts_to_whole, lower_whole
from .._ops.checks import KERNEL_ERRORS
from ..base import MXNetError
from ._sparse_array import SparseStorage
from .ndarray import NDArray

__all__ = ["CachedOp"]

CLOSED = 32  # graphs kept for different shapes of inputs


class CachedOp:
    """Runs a symbol on arrays given in the order of ``sym.list_inputs()``.

    The graph is lowered once for each context and mode (training or not). ``flags`` are those of
    ``hybridize``; none of them changes results. With ``param_indices``, the places of inputs that
    seldom change, calls that neither record nor train run a plan for the shapes of the others.
    With ``backend`` torch compiles the graph instead.
    """

    def __init__(self, sym, flags=()):
        self._prepare(sym._entries, sym.list_inputs(), dict(flags), sym._arrays)

    def _prepare(self, entries, names, flags, cls):
        self._entries, self._names, self.flags = entries, names, flags
        self._cls = cls  # the class of the results: of mx.nd, or of mx.np
        self._backend = flags.get("backend")
        self._parameters = None if self._backend else flags.get("param_indices")
        self._lowered = {}
        self._plans = {}
        self._types = None  # those of the inputs of the last call
        self._stays_csr = None  # which inputs may be CSR, once one was sparse
        self._gets_whole = False
        # Of a graph of one array without parameters: context, type and function, any shape.
        self._simple = None, None, None
        # By context, mode and which inputs have gradients; None where there can be none.
        self._training_plans = {}
        self._casts_to_whole = casts_to_whole(entries)
        self._derives = not self._backend and not self._casts_to_whole and may_derive(entries)
        # By the shapes of the inputs, where the graph leaves some to be told by them.
        self._closed = OrderedDict() if has_open_shapes(entries) else None

    def __call__(self, *args, out=None, default_ctx=None):
        if len(args) != len(self._names):
            raise MXNetError(
                f"the graph has {len(self._names)} inputs ({', '.join(self._names)}), "
                f"got {len(args)} arrays"
            )
        for name, array in zip(self._names, args, strict=True):
            if not isinstance(array, NDArrayBase):
                raise TypeError(f"input '{name}' of the graph must be an NDArray, got {array!r}")
        results = self.run(args, args[0]._ctx.result if args else default_ctx)
        if out is not None:
            for target, result in zip(_listed(out), results, strict=True):
                target[:] = result
            return out
        return results[0] if len(results) == 1 else results

    def run(self, arrays, ctx) -> list[NDArray]:
        """Run on arrays that are known to be right; always return a list."""
        try:
            return self._run(arrays, ctx)
        except SparseStorage:
            return self._run_sparse(arrays, ctx)

    def _run_sparse(self, arrays, ctx) -> list[NDArray]:
        """Run with CSR matrices where products take them, and with dense copies of the others."""
        if self._stays_csr is None:
            is_other = self._backend or self._closed is not None or self._casts_to_whole
            names = set() if is_other else csr_inputs(self._entries)
            self._stays_csr = [name in names for name in self._names]
        given, csr = [], set()
        for i, array in enumerate(arrays):
            if self._stays_csr[i] and array.stype == "csr" and array._is_constant():
                given.append(wrap(array._as_torch(), array._ctx, NDArray))
                csr.add(i)
            else:
                given.append(array if array.stype == "default" else array.tostype("default"))
        if not csr:
            return self._run(given, ctx)
        tape, training = state.tape, state.training
        tensors = [a._t if tape is None or a._g is None else recorded_before(a) for a in given]
        self._check_types(tensors)
        key = ctx, training, *csr
        if key not in self._lowered:
            self._lowered[key] = lower_securely(self._entries, ctx, training, csr)
        return place(run(self._lowered[key], tensors), tensors, ctx, tape, self._cls)

    def _run(self, arrays, ctx) -> list[NDArray]:
        if self._closed is not None:
            return self._closed_for([array._t for array in arrays]).run(arrays, ctx)
        tape, training = state.tape, state.training
        if tape is not None:
            if self._derives and tape.takes_steps:
                results = self._run_step(arrays, ctx, tape, training)
                if results is not None:
                    return results
            tensors = [array._t if array._g is None else recorded_before(array) for array in arrays]
            self._check_types(tensors)
            if self._casts_to_whole or self._gets_whole and any(map(is_whole, tensors)):
                results = self._run_whole(tensors, ctx, training)
            else:
                results = self._run_plain(tensors, ctx, training)
            return place(results, tensors, ctx, tape, self._cls)
        tensors = [array._t for array in arrays]
        home, dtype, function = self._simple
        if home is ctx and not training and tensors[0].dtype is dtype:
            try:
                return place(function(*tensors), tensors, ctx, None, self._cls)
            except KERNEL_ERRORS:
                pass  # the long road says what is wrong
        self._check_types(tensors)
        results = None
        if not training and self._parameters is not None:
            plans = self._plans_on(ctx)
            results = plans.run(tensors)
            if len(tensors) == 1 and (function := plans.simple()) is not None:
                self._simple = ctx, tensors[0].dtype, function
        if results is None:
            results = self._run_plain(tensors, ctx, training)
        return place(results, tensors, ctx, None, self._cls)

    def _run_step(self, arrays, ctx, tape, training: bool) -> list[NDArray] | None:
        """Run a training plan; None if there is none and torch must record the graph."""
        tensors, sources, wanted = [], [], []
        for number, array in enumerate(arrays):
            plain = array._plain
            tensors.append(array._t if plain is None else plain)
            try:
                graph = array._graph
            except AttributeError:  # the result of a step
                step = step_of(array)
                if step is not None:
                    sources.append(step)
                    wanted.append(number)
                continue
            if graph is not None:
                leaf = array._leaf
                if leaf is None:
                    return None  # in torch's graph
                sources.append((leaf, graph))
                wanted.append(number)
        if not wanted:
            return None
        self._check_types(tensors)
        key = ctx, training, *wanted
        plan = self._training_plans.get(key, self)
        if plan is self:
            plan = training_plan(self._entries, ctx, training, self._types, wanted)
            self._training_plans[key] = plan
        if plan is None or not plan.pays:
            return None
        step = plan.run(tensors, sources)
        return None if step is None else place_step(step, ctx, tape, self._cls)

    def _check_types(self, tensors: list) -> None:
        """Refuse a mixture of types, as operators do; looked at again when the types change."""
        types = [tensor.dtype for tensor in tensors]
        if types != self._types:
            check_types(self._entries, types)
            self._types = types
            self._gets_whole = not all(kind.is_floating_point for kind in types)
            self._training_plans.clear()

    def _run_plain(self, tensors: list, ctx, training: bool) -> tuple:
        module = self._lowered.get((ctx, training))
        if module is None:
            module = lower_securely(self._entries, ctx, training)
            if self._backend:
                module = Compiled(module, self._backend)
            self._lowered[ctx, training] = module
        return module.run(tensors) if self._backend else run(module, tensors)

    def _run_whole(self, tensors: list, ctx, training: bool) -> tuple:
        module = self._lowered.get((ctx, training, "whole"))
        if module is None:
            module = self._lowered[ctx, training, "whole"] = lower_whole(
                self._entries, ctx, training
            )
        return run(module, tensors)

    def _closed_for(self, tensors: list) -> CachedOp:
        """Return the graph without open shapes for inputs of these shapes and types."""
        key = tuple([(tensor.shape, tensor.dtype) for tensor in tensors])
        made = self._closed.get(key)
        if made is None:
            entries = closed_for(self._entries, self._names, *zip(*key, strict=True))
            made = object.__new__(CachedOp)
            made._prepare(entries, self._names, self.flags, self._cls)
            self._closed[key] = made
            if len(self._closed) > CLOSED:
                self._closed.popitem(last=False)
        else:
            self._closed.move_to_end(key)
        return made

    def _plans_on(self, ctx) -> Plans:
        plans = self._plans.get(ctx)
        if plans is None:
            at_once = bool(self.flags.get("static_shape"))
            plans = Plans(self._entries, ctx, self._parameters, len(self._names), at_once)
            self._plans[ctx] = plans
        return plans


def _listed(out) -> list:
    return list(out) if isinstance(out, list | tuple) else [out]
