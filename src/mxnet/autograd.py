"""Automatic differentiation: recording, backward passes, gradients of gradients, functions."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ._core.lazy import lazy_attributes
from ._core.private_torch import set_grad_enabled
from ._core.scope import Tape, state
from ._eager.array import NDArrayBase
from ._eager.backward import GRAD_REQS, as_list, backward, grad, make_variable
from ._eager.backward_pass import current_pass
from ._eager.steps import USED_UP
from ._text.spelling import explain_foreign_names, suggesting, unexpected_argument
from .base import (
    MXCallbackList as MXCallbackList,
    MXNetError,
    c_array as c_array,
    c_array_buf as c_array_buf,
    c_handle_array as c_handle_array,
    check_call as check_call,
)
from .ndarray.ndarray import NDArray, make_array

# ------------------------------------------------------------------------------------------- scopes


class _RecordingScope:
    """Set recording and training (None leaves it unchanged) inside a ``with`` block.

    Torch's own grad mode is enabled while recording and restored afterwards. So recording works
    inside ``torch.no_grad()``, and torch's state does not change outside the block.
    """

    __slots__ = ("_recording", "_training", "_outer")

    def __init__(self, recording: bool | None, training: bool | None):
        self._recording = recording
        self._training = training
        self._outer: list[tuple] = []

    def __enter__(self):
        self._outer.append((state.tape, state.training, torch.is_grad_enabled()))
        if self._recording is not None:
            _switch_recording(self._recording)
        if self._training is not None:
            state.training = self._training
        return self

    def __exit__(self, *exc):
        state.tape, state.training, grad_enabled = self._outer.pop()
        if torch.is_grad_enabled() is not grad_enabled:
            set_grad_enabled(grad_enabled)


def _switch_recording(on: bool) -> None:
    if not on:
        state.tape = None
    elif state.tape is None:
        state.tape = Tape()
        if not torch.is_grad_enabled():
            set_grad_enabled(True)


class _ScopeType(type):
    """The type of the scopes below, which explains a ``with`` statement without parentheses."""

    def __enter__(cls):
        name = f"autograd.{cls.__name__}"
        raise TypeError(f"{name} has to be called: write `with {name}():`")

    def __exit__(cls, *exc):  # a with statement looks it up first
        pass


class record(_RecordingScope, metaclass=_ScopeType):
    """A scope in which operators are recorded for ``backward``."""

    __slots__ = ()

    def __init__(self, train_mode=True, **unknown):
        if unknown:
            raise unexpected_argument("autograd.record", next(iter(unknown)), ["train_mode"])
        super().__init__(True, train_mode)


class pause(_RecordingScope, metaclass=_ScopeType):
    """A scope, used inside ``record``, in which operators are not recorded."""

    __slots__ = ()

    def __init__(self, train_mode=False, **unknown):
        if unknown:
            raise unexpected_argument("autograd.pause", next(iter(unknown)), ["train_mode"])
        super().__init__(False, train_mode)


class train_mode(_RecordingScope, metaclass=_ScopeType):
    """A scope in which operators such as Dropout behave as in training."""

    __slots__ = ()

    def __init__(self):
        super().__init__(None, True)


class predict_mode(_RecordingScope, metaclass=_ScopeType):
    """A scope in which operators such as Dropout behave as in inference."""

    __slots__ = ()

    def __init__(self):
        super().__init__(None, False)


def is_recording() -> bool:
    """Return whether operators are recorded."""
    return state.tape is not None


def is_training() -> bool:
    """Return whether operators behave as in training."""
    return state.training


def set_recording(is_recording: bool) -> bool:
    """Turn recording on or off for this thread; return the previous setting."""
    previous = state.tape is not None
    _switch_recording(bool(is_recording))
    return previous


def set_training(train_mode: bool) -> bool:
    """Turn train mode on or off for this thread; return the previous setting."""
    previous, state.training = state.training, bool(train_mode)
    return previous


# ---------------------------------------------------------------------------------------- variables


def mark_variables(variables, gradients, grad_reqs="write"):
    """Mark arrays as variables whose gradients ``backward`` writes to the given arrays."""
    variables, gradients = as_list(variables), as_list(gradients)
    grad_reqs = [grad_reqs] * len(variables) if isinstance(grad_reqs, str) else list(grad_reqs)
    if not len(variables) == len(gradients) == len(grad_reqs):
        raise ValueError(
            f"mark_variables: {len(variables)} variables, {len(gradients)} gradients and "
            f"{len(grad_reqs)} grad_reqs do not match (grad_req is one of {', '.join(GRAD_REQS)})"
        )
    for variable, gradient, grad_req in zip(variables, gradients, grad_reqs, strict=True):
        make_variable(variable, gradient, grad_req)


# ------------------------------------------------------------------------------------ own functions


@explain_foreign_names({"apply": "Call an object of the class: Function()(x)."})
class Function:
    """A function with a custom backward pass: subclass it, define ``forward`` and ``backward``.

    >>> class Double(Function):
    ...     def forward(self, x):
    ...         return x * 2
    ...     def backward(self, dy):
    ...         return dy * 2
    """

    _constructor_hint = " Call an object of the class: Function()(x)."
    _needs_gradients: Sequence[bool]  # of the inputs of the last call

    @suggesting
    def __init__(self):
        self.saved_tensors = ()

    def save_for_backward(self, *args):
        """Save arrays for ``backward``, as ``self.saved_tensors``."""
        self.saved_tensors = args

    def forward(self, *inputs):
        """Compute the outputs from the inputs; nothing is recorded here."""
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def backward(self, *output_grads):
        """Compute the gradients of the inputs from the gradients of the outputs."""
        raise NotImplementedError(f"{type(self).__name__} does not define backward")

    def __call__(self, *inputs):
        with pause(train_mode=is_training()):
            outputs = self.forward(*inputs)
        if not is_recording():
            return outputs
        many = not isinstance(outputs, NDArrayBase)
        results = [_dense(output) for output in _outputs(self, outputs)]
        self._needs_gradients = [x._leaf is None or x._leaf.req != "null" for x in inputs]
        tensors = _Recorded.apply(self, results, *(_dense(x)._source() for x in inputs))
        placed = [make_array(t, r._ctx, type(r)) for t, r in zip(tensors, results, strict=True)]
        return type(outputs)(placed) if many else placed[0]


class _Recorded(torch.autograd.Function):
    """The node in torch's graph for one call of a Function."""

    @staticmethod
    def forward(ctx, function, results, *inputs):
        # Tensors saved by one call must survive the next call of the same Function.
        ctx.function, ctx.saved_arrays = function, function.saved_tensors
        ctx.wanted = function._needs_gradients
        ctx.num_inputs = len(inputs)
        ctx.origins = [(r._ctx, type(r)) for r in results]
        return tuple(r._t.clone() for r in results)

    @staticmethod
    def backward(ctx, *grads):
        keep = current_pass().keeps_graph  # also sets the state that the user's function reads
        function: Function | None = ctx.function
        if function is None:
            raise MXNetError(USED_UP)
        function.saved_tensors = ctx.saved_arrays
        needed = zip(ctx.needs_input_grad[2:], ctx.wanted, strict=True)
        function._needs_gradients = [is_needed and wanted for is_needed, wanted in needed]
        # torch's gradients may be views, for instance of a broadcast number; arrays must not be.
        pairs = zip(grads, ctx.origins, strict=True)
        arrays = [make_array(gradient.contiguous(), *origin) for gradient, origin in pairs]
        results = _gradients(function, function.backward(*arrays), ctx.num_inputs)
        if not keep:
            ctx.function = ctx.saved_arrays = None  # breaks a reference cycle, see Tape
        # With create_graph this is recorded, so that gradients can be differentiated again.
        return None, None, *(_dense(result)._source() for result in results)


def _dense(array):
    """Return an array that can be part of torch's graph."""
    return array if array.stype == "default" else array._dense()


def _as_arrays(name: str, returned, advice: str) -> list[NDArrayBase]:
    """Return the result of a user's function as a list of arrays."""
    results = list(returned) if isinstance(returned, list | tuple) else [returned]
    for result in results:
        if not isinstance(result, NDArrayBase):
            raise MXNetError(f"{name} must return NDArrays, not {type(result)}; {advice}")
    return results


def _outputs(function: Function, returned) -> list[NDArrayBase]:
    """Return the result of a user's ``forward`` as a list of arrays."""
    name = f"{type(function).__name__}.forward"
    return _as_arrays(name, returned, "make an array of it with mx.nd.array")


def _gradients(function: Function, returned, count: int) -> list[NDArrayBase]:
    """Return the result of a user's ``backward`` as a list of the expected number of arrays."""
    name = f"{type(function).__name__}.backward"
    advice = "where an input has no gradient return nd.zeros_like(input)"
    results = _as_arrays(name, returned, advice)
    if len(results) != count:
        raise MXNetError(
            f"{name} must return a gradient for each of the {count} inputs of forward, "
            f"got {len(results)}"
        )
    return results


__all__ = [
    "Function", "NDArray", "backward",
    "get_symbol",  # noqa: F822 - loaded when it is asked for
    "grad", "is_recording", "is_training", "mark_variables", "pause", "predict_mode", "record",
    "set_recording", "set_training", "train_mode",
]  # fmt: skip


__getattr__ = lazy_attributes(
    __name__,
    {"Symbol": "mxnet.symbol:Symbol", "get_symbol": "mxnet.symbol._recorded:get_symbol"},
    {
        "GradientTape": "`with record():` records, backward() of the result computes gradients.",
        "Variable": "attach_grad() lets backward compute the gradient of an array.",
        "no_grad": "Nothing is recorded outside of record(); inside of it, pause() interrupts it.",
    },
)
