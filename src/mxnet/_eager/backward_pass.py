"""The state of the running backward pass, in all threads that take part.

torch runs the backward functions of a GPU in a thread of its own, which has none of the caller's
state.
"""

from __future__ import annotations

from .._core.private_torch import get_engine_state, set_engine_state
from .._core.scope import BackwardPass, state

_KEY = "mxnet.backward_pass"
# Of a graph that torch differentiates without us, for example by Tensor.backward, and then frees.
_FOREIGN = BackwardPass(None, False, keeps_graph=True)


def start_pass(new: BackwardPass) -> tuple:
    """Set the state of a pass in this thread and those that torch uses; return the old one."""
    outer = state.tape, state.training, state.backward_pass
    _enter(new)
    set_engine_state(_KEY, new)
    return outer


def finish_pass(outer: tuple) -> None:
    """Restore the state from before the pass."""
    state.tape, state.training, state.backward_pass = outer
    set_engine_state(_KEY, state.backward_pass)


def current_pass() -> BackwardPass:
    """Return the pass to which a backward function belongs, and set its state in this thread."""
    current = get_engine_state(_KEY, state.backward_pass)
    if current is None:
        return _FOREIGN
    if current is not state.backward_pass:  # a thread of torch, which nothing else uses
        _enter(current)
    return current


def _enter(new: BackwardPass) -> None:
    state.tape, state.training, state.backward_pass = new.tape, new.training, new
