"""``CachedOp``: a symbol prepared for repeated calls with arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence, Set
from typing import Any

import torch

from .._core.scope import Tape, state
from .._eager.array import (
    NDArrayBase,
    find_sources,
    make_arrays,
    make_step_arrays,
    operands_of,
    read_recorded,
    wrap,
)
from .._graph.infer.open_shapes import has_open_shapes
from .._graph.passes.training import PlannedRun
from .._graph.run.executable import Executable
from .._graph.run.monitoring import MonitoredGraph, own_copy
from .._graph.run.open_graph import OpenGraph
from ..base import MXNetError, _as_list
from ..context import Context
from ._sparse_array import as_array
from .ndarray import NDArray

__all__ = ["CachedOp"]


class CachedOp:
    """Runs a symbol on arrays in the order of ``sym.list_inputs()``.

    The graph is lowered once for each context and mode (training or not). ``flags`` are those of
    ``hybridize``. With ``param_indices``, the positions of inputs that rarely change, calls that
    neither record nor train run a plan for the shapes of the other inputs. With ``backend``, torch
    compiles the graph instead. ``op_hook`` is the function of ``register_op_hook`` and whether it
    is called with inputs, too.
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
        self._packs_on_first_call = bool(self.flags.get("static_shape"))
        self._op_hook: tuple[Callable, bool] | None = self.flags.get("op_hook")

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
        tensors, is_dense = operands_of(arrays)
        executable = self._executable if self._open is None else self._open.close_for(tensors)
        if self._op_hook is not None:
            return self._run_with_hook(executable, arrays, ctx)
        if state.tape is not None:
            return self._record(executable, arrays, tensors, is_dense, ctx, state.tape)
        if is_dense and not executable.makes_sparse:
            results = executable.compute(
                tensors, ctx, state.training, self._parameters, self._packs_on_first_call
            )
            return [wrap(result, ctx, self._cls) for result in results]
        operands = executable.compute_sparse(
            tensors, ctx, state.training, self._parameters, self._packs_on_first_call
        )
        return [as_array(operand, ctx, self._cls) for operand in operands]

    def packs_first_weights(self, data: Sequence[Any], ctx: Context) -> bool:
        """Return whether a call packs weights, for the first time.

        There may be None instead of arrays of parameters.
        """
        if self._parameters is None or self._open is not None or self._op_hook is not None:
            return False
        tensors = [None if array is None else array._plain for array in data]
        return all(
            i in self._parameters or tensor is not None for i, tensor in enumerate(tensors)
        ) and self._executable.packs_first_weights(
            tensors, ctx, self._parameters, self._packs_on_first_call
        )

    def run_with_packed(self, arrays: Sequence[Any], ctx: Context) -> list[NDArrayBase] | None:
        """Run a plan, some arrays being stand-ins for packed weights, or return None."""
        tensors, is_dense = operands_of(arrays)
        if not is_dense or self._executable.makes_sparse:
            return None
        assert self._parameters is not None
        results = self._executable.compute_with_packed(
            tensors, ctx, self._parameters, self._packs_on_first_call
        )
        return None if results is None else [wrap(result, ctx, self._cls) for result in results]

    def _record(
        self,
        executable: Executable,
        arrays: Sequence[Any],
        tensors: list,
        is_dense: bool,
        ctx: Context,
        tape: Tape,
    ) -> list[NDArrayBase]:
        csr: Set[int] = frozenset()
        if not is_dense:
            variables = [i for i, array in enumerate(arrays) if array._leaf is not None]
            csr = executable.find_csr(tensors, variables)
            arrays = [_dense_array(array, i in csr) for i, array in enumerate(arrays)]
            tensors = [array._t for array in arrays]
        sources, variables = find_sources(arrays) if tape.takes_steps else ([], [])
        run = executable.record(
            tensors, ctx, state.training, variables,
            lambda: [read_recorded(array) for array in arrays], csr,
        )  # fmt: skip
        if type(run) is PlannedRun:
            return make_step_arrays(run.as_step(sources), ctx, tape, self._cls)
        return make_arrays(run.results, run.inputs, ctx, tape, self._cls)

    def _run_with_hook(
        self, executable: Executable, arrays: Sequence[Any], ctx: Context
    ) -> list[NDArrayBase]:
        """Run the operators as they are, without optimization, and show all results to a hook."""
        assert self._op_hook is not None
        callback, inputs_too = self._op_hook
        arrays = [_dense_array(array, is_csr=False) for array in arrays]
        tensors = [array._t if state.tape is None else read_recorded(array) for array in arrays]
        # MXNet: statistics of normalizations are shown in training only.
        graph = MonitoredGraph(executable.outputs, ctx, has_statistics=state.training)
        inputs = dict(zip(self._names, tensors, strict=True))
        run = graph.run(inputs, state.training, recording=state.tape is not None)
        for value in run.list_values(inputs_too):
            copied = wrap(own_copy(value.tensor), ctx, self._cls)
            callback(value.name.encode(), value.operator.encode(), copied)
        with torch.set_grad_enabled(state.tape is not None):  # results may share memory
            results = [r.clone(memory_format=torch.contiguous_format) for r in run.results]
        return make_arrays(results, tensors, ctx, state.tape, self._cls)


def _dense_array(array: Any, is_csr: bool) -> NDArrayBase:
    """Return a dense array, or one of torch's CSR tensor; for a variable, one in the graph."""
    if array.stype == "default":
        return array
    return wrap(array._sparse.to_torch(), array._ctx, NDArray) if is_csr else array._dense()
