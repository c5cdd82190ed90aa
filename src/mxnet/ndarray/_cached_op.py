"""``CachedOp``: a symbol prepared for repeated calls with arrays."""

from __future__ import annotations

from collections import OrderedDict

from .._core.scope import state
from .._eager.array import NDArrayBase, place, place_step, read_recorded, step_of, wrap
from .._eager.steps import StepResult
from .._graph.infer.open_shapes import close_shapes_for, has_open_shapes
from .._graph.infer.storage import has_sparse_output
from .._graph.run.executable import Executable
from .._ops.checks import KERNEL_ERRORS
from ..base import MXNetError
from ._sparse_execution import run_sparse
from .ndarray import NDArray

__all__ = ["CachedOp"]

CLOSED = 32  # graphs cached for different input shapes; the least recently used one is evicted


class CachedOp:
    """Runs a symbol on arrays in the order of ``sym.list_inputs()``.

    The graph is lowered once for each context and mode (training or not). ``flags`` are those of
    ``hybridize``; none of them changes results. With ``param_indices``, the positions of inputs
    that rarely change, calls that neither record nor train run a plan for the shapes of the other
    inputs. With ``backend``, torch compiles the graph instead.
    """

    def __init__(self, sym, flags=()):
        self._prepare(sym._entries, sym.list_inputs(), dict(flags), sym._arrays)

    def _prepare(self, entries, names, flags, cls):
        self._entries, self._names, self.flags = entries, names, flags
        self._cls = cls  # the class of the results, of mx.nd or mx.np
        backend = flags.get("backend")
        # MXNet: graphs with memory of their own are never inlined.
        limit = 0 if flags.get("static_alloc") else int(flags.get("inline_limit", 2))
        self._executable = Executable(entries, backend, limit)
        self._parameters = None if backend else flags.get("param_indices")
        self._packs_at_once = bool(flags.get("static_shape"))
        self._makes_sparse = has_sparse_output(entries, {})  # with dense inputs
        # By input shapes, for graphs with shapes that depend on them.
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
            targets = _as_list(out)
            if len(targets) != len(results):
                raise MXNetError(f"out has {len(targets)} arrays, the graph {len(results)} results")
            for target, result in zip(targets, results, strict=True):
                target[:] = result
            return out
        return results[0] if len(results) == 1 else results

    def run(self, arrays, ctx) -> list[NDArray]:
        """Run on arrays that are already checked; always return a list."""
        if self._makes_sparse and state.tape is None:
            return self._run_node_by_node(arrays, ctx)
        tensors = _dense_tensors(arrays)
        if tensors is None:
            return self._run_sparse(arrays, ctx)
        return self._run(arrays, tensors, ctx)

    def _run_sparse(self, arrays, ctx) -> list[NDArray]:
        """Run with sparse results if there are any, otherwise with CSR matrices in products."""
        stypes = {name: array.stype for name, array in zip(self._names, arrays, strict=True)}
        if state.tape is None and has_sparse_output(self._entries, stypes):
            return self._run_node_by_node(arrays, ctx)
        # Matrices of an open shape are dense in the graph of their shape.
        may_stay = set() if self._closed is not None else self._executable.csr_inputs
        inputs, csr = [], set()
        for i, (name, array) in enumerate(zip(self._names, arrays, strict=True)):
            if name in may_stay and array.stype == "csr" and array._is_constant():
                inputs.append(wrap(array._as_torch(), array._ctx, NDArray))
                csr.add(i)
            else:
                inputs.append(array if array.stype == "default" else array.tostype("default"))
        if not csr:
            return self._run(inputs, [array._t for array in inputs], ctx)
        tape = state.tape
        if tape is None:
            tensors = [array._t for array in inputs]
            self._executable.check_types(tensors)
            results = self._executable.run_lowered(tensors, ctx, state.training, csr)
        else:
            tensors = [read_recorded(array) for array in inputs]
            results = self._executable.run_recorded(tensors, ctx, state.training, csr=csr)
        return place(results, tensors, ctx, tape, self._cls)

    def _run_node_by_node(self, arrays, ctx) -> list[NDArray]:
        named = dict(zip(self._names, arrays, strict=True))
        return run_sparse(self._entries, named, ctx, state.training)

    def _run(self, arrays, tensors, ctx) -> list[NDArray]:
        if self._closed is not None:
            return self._close_for(tensors)._run(arrays, tensors, ctx)
        tape, training = state.tape, state.training
        if tape is None:
            results = self._executable.compute(
                tensors, ctx, training, self._parameters, self._packs_at_once
            )
            return [wrap(result, ctx, self._cls) for result in results]
        failure = None
        if tape.takes_steps:
            try:
                results = self._run_step(arrays, tensors, ctx, tape, training)
            except KERNEL_ERRORS as error:  # running the graph itself raises the clear error
                results, failure = None, error
            if results is not None:
                return results
        recorded = [read_recorded(array) for array in arrays]
        results = self._executable.run_recorded(recorded, ctx, training, failure)
        return place(results, recorded, ctx, tape, self._cls)

    def _run_step(self, arrays, tensors, ctx, tape, training: bool) -> list[NDArray] | None:
        """Run a training plan; return its results, or None if there is no plan."""
        found = find_sources(arrays)
        if found is None:
            return None
        sources, variables = found
        plan = self._executable.plan_training(tensors, ctx, training, variables)
        step = None if plan is None else plan.run(tensors, sources)
        return None if step is None else place_step(step, ctx, tape, self._cls)

    def _close_for(self, tensors: list) -> CachedOp:
        """Return the graph without open shapes for inputs of the given shapes and types."""
        key = tuple([(tensor.shape, tensor.dtype) for tensor in tensors])
        closed = self._closed.get(key)
        if closed is None:
            entries = close_shapes_for(self._entries, self._names, *zip(*key, strict=True))
            closed = object.__new__(CachedOp)
            closed._prepare(entries, self._names, self.flags, self._cls)
            if closed._closed is not None:
                raise MXNetError(_name_unknown_shapes(self._names, tensors))
            self._closed[key] = closed
            if len(self._closed) > CLOSED:
                self._closed.popitem(last=False)
        else:
            self._closed.move_to_end(key)
        return closed


def find_sources(arrays) -> tuple[list, list[int]] | None:
    """Return the sources of a step, and the positions of the arrays that they belong to.

    None means that there are none, or that torch has recorded one of the arrays.
    """
    sources, positions = [], []
    for position, array in enumerate(arrays):
        source = array._graph
        if source is None:
            continue
        if type(source) is StepResult:
            source = step_of(array)
            if source is None:
                continue
        else:
            leaf = getattr(array, "_leaf_slot", None)  # the property takes three times as long
            if leaf is None:
                return None
            source = leaf, source
        sources.append(source)
        positions.append(position)
    return (sources, positions) if sources else None


def _dense_tensors(arrays) -> list | None:
    """Return the tensors of arrays, or None if one of the arrays is sparse."""
    tensors = []
    for array in arrays:
        tensor = array._plain
        if tensor is None:  # a recorded result, or a sparse array
            if not array._is_materialized:
                return None
            tensor = array._t
        tensors.append(tensor)
    return tensors


def _name_unknown_shapes(names: list[str], tensors: list) -> str:
    shapes = ", ".join(
        f"{name} {tuple(tensor.shape)}" for name, tensor in zip(names, tensors, strict=True)
    )
    return (
        "the graph has shapes that its inputs do not determine. A size of 0 means unknown: use "
        f"mx.util.np_shape() for arrays without elements. The inputs are {shapes}"
    )


def _as_list(out) -> list:
    return list(out) if isinstance(out, list | tuple) else [out]
