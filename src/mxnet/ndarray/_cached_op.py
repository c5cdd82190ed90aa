"""``CachedOp``: a symbol prepared for repeated calls with arrays."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import torch

from .._core.scope import Tape, state
from .._eager.array import NDArrayBase, make_arrays, make_step_arrays, read_recorded, step_of, wrap
from .._eager.steps import StepResult
from .._graph.infer.open_shapes import has_open_shapes
from .._graph.infer.storage import has_sparse_output
from .._graph.run.executable import Executable
from .._graph.run.open_graph import OpenGraph
from .._ops.checks import KERNEL_ERRORS
from ..base import MXNetError
from ..context import Context
from ._sparse_execution import run_sparse
from .ndarray import NDArray

__all__ = ["CachedOp"]


class CachedOp:
    """Runs a symbol on arrays in the order of ``sym.list_inputs()``.

    The graph is lowered once for each context and mode (training or not). ``flags`` are those of
    ``hybridize``; none of them changes results. With ``param_indices``, the positions of inputs
    that rarely change, calls that neither record nor train run a plan for the shapes of the other
    inputs. With ``backend``, torch compiles the graph instead.
    """

    def __init__(self, sym, flags=()):
        self.flags = dict(flags)
        self._entries, self._names = sym._entries, sym.list_inputs()
        self._cls = sym._arrays  # the class of the results, of mx.nd or mx.np
        backend = self.flags.get("backend")
        # MXNet: graphs with memory of their own are never inlined.
        limit = 0 if self.flags.get("static_alloc") else int(self.flags.get("inline_limit", 2))
        make = functools.partial(Executable, backend=backend, inline_limit=limit)
        self._executable = make(self._entries)
        is_open = has_open_shapes(self._entries)
        self._open = OpenGraph(self._entries, self._names, make) if is_open else None
        self._parameters = None if backend else self.flags.get("param_indices")
        self._packs_at_once = bool(self.flags.get("static_shape"))
        self._makes_sparse = has_sparse_output(self._entries, {})  # with dense inputs

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

    def run(self, arrays: Sequence[Any], ctx: Context) -> list[NDArrayBase]:
        """Run on arrays that are already checked; always return a list."""
        if self._makes_sparse and state.tape is None:
            return self._run_node_by_node(arrays, ctx)
        tensors = _dense_tensors(arrays)
        if tensors is None:
            return self._run_sparse(arrays, ctx)
        return self._run(arrays, tensors, ctx)

    def _run_sparse(self, arrays: Sequence[Any], ctx: Context) -> list[NDArrayBase]:
        """Run with sparse results if there are any, otherwise with CSR matrices in products."""
        stypes = {name: array.stype for name, array in zip(self._names, arrays, strict=True)}
        if state.tape is None and has_sparse_output(self._entries, stypes):
            return self._run_node_by_node(arrays, ctx)
        # Matrices are dense in a graph with open shapes.
        may_stay = self._executable.csr_inputs if self._open is None else set()
        inputs: list[NDArrayBase] = []
        csr = set()
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
        return make_arrays(results, tensors, ctx, tape, self._cls)

    def _run_node_by_node(self, arrays: Sequence[Any], ctx: Context) -> list[NDArrayBase]:
        named = dict(zip(self._names, arrays, strict=True))
        return run_sparse(self._entries, named, ctx, state.training)

    def _run(
        self, arrays: Sequence[NDArrayBase], tensors: list[torch.Tensor], ctx: Context
    ) -> list[NDArrayBase]:
        executable = self._executable if self._open is None else self._open.close_for(tensors)
        tape, training = state.tape, state.training
        if tape is None:
            results = executable.compute(
                tensors, ctx, training, self._parameters, self._packs_at_once
            )
            return [wrap(result, ctx, self._cls) for result in results]
        failure = None
        if tape.takes_steps:
            try:
                placed = self._run_step(executable, arrays, tensors, ctx, tape)
            except KERNEL_ERRORS as error:  # running the graph itself raises the clear error
                placed, failure = None, error
            if placed is not None:
                return placed
        recorded = [read_recorded(array) for array in arrays]
        results = executable.run_recorded(recorded, ctx, training, failure)
        return make_arrays(results, recorded, ctx, tape, self._cls)

    def _run_step(
        self,
        executable: Executable,
        arrays: Sequence[NDArrayBase],
        tensors: list[torch.Tensor],
        ctx: Context,
        tape: Tape,
    ) -> list[NDArrayBase] | None:
        """Run a training plan; return its results, or None if there is no plan."""
        found = find_sources(arrays)
        if found is None:
            return None
        sources, variables = found
        plan = executable.plan_training(tensors, ctx, state.training, variables)
        step = None if plan is None else plan.run(tensors, sources)
        return None if step is None else make_step_arrays(step, ctx, tape, self._cls)


def find_sources(arrays: Sequence[Any]) -> tuple[list, list[int]] | None:
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


def _dense_tensors(arrays: Sequence[NDArrayBase]) -> list[torch.Tensor] | None:
    """Return the tensors of arrays, or None if one of the arrays is sparse."""
    tensors = []
    for array in arrays:
        tensor = array._plain
        if tensor is None:  # a recorded result, or a sparse array
            if not array._has_tensor:
                return None
            tensor = array._t
        tensors.append(tensor)
    return tensors


def _as_list(out) -> list:
    return list(out) if isinstance(out, list | tuple) else [out]
