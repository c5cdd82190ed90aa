"""Gradient checkpoints: intermediate results are recomputed in ``backward`` instead of stored."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

import torch
from torch.utils.checkpoint import checkpoint, set_checkpoint_early_stop

from .._core.scope import scope, state
from ..base import MXNetError
from .array import NDArrayBase, make_arrays, read_recorded
from .generators import ReplayScope, generator, position_of


def recompute(run: Callable, arrays: Sequence[NDArrayBase]) -> list[NDArrayBase]:
    """Record ``run``, a function from a list of arrays to one, without its intermediate results.

    ``backward`` runs it again, in the same mode and with the same random numbers.
    """
    tape, training = state.tape, state.training
    if tape is None:
        raise MXNetError("a gradient checkpoint is recorded, and nothing is being recorded")
    first = arrays[0]
    ctx, cls = first._ctx.result, type(first)
    recorded = [read_recorded(array) for array in arrays]

    def again(*tensors: torch.Tensor) -> tuple:
        inputs = make_arrays(tensors, tensors, ctx, tape, cls)
        # A step would keep what it computes outside of torch's graph.
        with scope(tape=tape, training=training), tape.without_steps():
            return tuple(read_recorded(result) for result in run(inputs))

    random = generator(ctx)
    before = position_of(random)
    with set_checkpoint_early_stop(False):  # which ends a run by an exception in user code
        results = checkpoint(
            again,
            *recorded,
            use_reentrant=False,
            preserve_rng_state=False,  # of torch's generators, which draw nothing here
            context_fn=lambda: (contextlib.nullcontext(), ReplayScope(random, before)),
        )
    return make_arrays(results, recorded, ctx, tape, cls)
