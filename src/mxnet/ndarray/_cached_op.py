"""``CachedOp``: a symbol prepared to be called with arrays, again and again."""

from __future__ import annotations

from .._array import NDArrayBase
from .._dispatch import _fresh, _keep_in_graph, _result
from .._graph.lowering import lower
from .._scope import state
from ..base import MXNetError
from .ndarray import NDArray

__all__ = ["CachedOp"]


class CachedOp:
    """Runs a symbol on arrays given in the order of ``sym.list_inputs()``.

    The graph is lowered once for each context and mode (training or not). ``flags`` are those of
    ``hybridize``; none of them changes results.
    """

    def __init__(self, sym, flags=()):
        self._entries = sym._entries
        self._names = sym.list_inputs()
        self.flags = dict(flags)
        self._lowered = {}

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
        key = (ctx, state.training)
        forward = self._lowered.get(key)
        if forward is None:
            module, _ = lower(self._entries, ctx, state.training)
            forward = self._lowered[key] = module.forward
        tape = state.tape
        if tape is None:
            tensors = [array._t for array in arrays]
        else:
            tensors = [array._t if array._g is None else array._g for array in arrays]
        results = [_fresh(result, tensors) for result in forward(*tensors)]
        if tape is not None:
            results = _keep_in_graph(results, tensors)
        return [_result(result, ctx, tape, NDArray) for result in results]


def _listed(out) -> list:
    return list(out) if isinstance(out, list | tuple) else [out]
