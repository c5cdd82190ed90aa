"""Variables and backward passes: torch's engine with MXNet's rules at the border."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import torch

from .._core import malloc
from .._core.locks import new_lock
from .._core.private_torch import is_shared, is_zero_tensor, run_engine
from .._core.scope import BackwardPass, Tape, state
from .._ops.zero_gradients import in_graph
from ..base import MXNetError
from ..error import AssertedValueError, UnknownNameError
from .array import Leaf, NDArrayBase, graph_tensor, is_in_graph, leave_graph, make_arrays
from .backward_pass import finish_pass, start_pass
from .integer_gradients import integer_variable, is_integer_variable, move_both, with_gradient
from .interceptors import active, watch
from .steps import CHANGED, NO_HISTORY, USED_UP, StepResult, run_backward

Heads = NDArrayBase | Sequence[NDArrayBase]
HeadGrads = Any  # one array, or a list of arrays and None, or None


def as_list(value: Any) -> list:
    """Return an array, or several, as a list; of head gradients, some may be None."""
    if isinstance(value, NDArrayBase):
        return [value]
    arrays = list(value) if hasattr(value, "__iter__") else [value]
    for array in arrays:
        if array is not None and not isinstance(array, NDArrayBase):
            raise TypeError(
                f"backward and grad need NDArrays, got {type(array)}; a Parameter has one, data(), "
                "and mx.nd.array converts numbers and other arrays"
            )
    return arrays


# ---------------------------------------------------------------------------------------- variables

GRAD_REQS = ("write", "add", "null")
NOTHING_WANTED = "There are no inputs in computation graph that require gradients."


def make_variable(array: NDArrayBase, grad: NDArrayBase | None, grad_req: str) -> None:
    """Detach an array from its history and let ``backward`` store its gradient in ``grad``."""
    if grad_req not in GRAD_REQS:
        raise UnknownNameError(f"grad_req must be one of {', '.join(GRAD_REQS)}, got {grad_req!r}")
    attach(array, Leaf(grad, grad_req))


def attach(array: NDArrayBase, leaf: Leaf) -> None:
    """Detach an array from its history and let ``backward`` store its gradient in a leaf."""
    array._tape = None
    array._leaf = leaf
    if not array._has_tensor:  # a sparse array: a dense copy enters the graph when it is used
        array._forget_variable()
        return
    plain = array._t
    if not plain.dtype.is_floating_point:
        array._graph = numbers = integer_variable(plain)
        numbers.shadow.leaf = leaf
        numbers.shadow.register_post_accumulate_grad_hook(_arrived.append)
        return
    # .data, not .detach(): the leaf has a version of its own, so that updating a parameter between
    # two backward passes over one graph is allowed, as in MXNet.
    array._graph = variable = plain.data.requires_grad_()
    variable.leaf = leaf
    variable.register_post_accumulate_grad_hook(_arrived.append)
    buffer = leaf.grad._plain if leaf.req == "write" and type(leaf.grad) is type(array) else None
    leaf.is_direct = (
        buffer is not None
        and buffer.shape == plain.shape
        and buffer.dtype is plain.dtype
        and buffer.device == plain.device
    )


def observe(array: NDArrayBase, observer: Callable[[torch.Tensor], None]) -> None:
    """Call a function with each gradient of a variable during the backward pass.

    If a pass computes several for one variable, it is called with the first and then with the sums.
    It must not modify its argument or wait for anything.
    """
    variable = array._graph
    if variable.leaf.observer is None:
        variable.register_post_accumulate_grad_hook(_notify)
    variable.leaf.observer = observer


def _notify(variable: torch.Tensor) -> None:
    variable.leaf.observer(variable.grad)


# Variables whose gradient torch has computed. Their hooks only append them to this list, which
# needs no Python code while the engine runs; the gradients are delivered afterwards.
_arrived: list[torch.Tensor] = []
_delivery = new_lock()


def _deliver(keeps_graph: bool) -> bool:
    """Move the computed gradients into the buffers of their variables.

    Return whether none of them is wanted.
    """
    is_wanted = has_dropped = False
    with _delivery:  # so that all of ours are there, should another thread deliver some of them
        while _arrived:
            variable = _arrived.pop()
            grad, variable.grad = variable.grad, None
            leaf = variable.leaf
            leaf.arrival = len(_arrived)
            if leaf.req == "null":
                has_dropped = True
                if not keeps_graph:
                    leaf.drop()
                continue
            is_wanted = True
            if grad is None:  # no part of the heads depends on it
                grad = torch.zeros_like(variable)
            # torch moves views, for example of a sum's gradient, to several variables
            is_exclusive = grad.is_sparse or not (is_zero_tensor(grad) or is_shared(grad))
            _put(leaf, grad, is_exclusive)
    return has_dropped and not is_wanted


def _put(leaf: Leaf, grad: torch.Tensor, is_exclusive: bool) -> None:
    """Move a gradient to the buffer of a variable."""
    leaf.fresh = True
    receive(leaf.grad, grad, leaf.req == "add", is_exclusive)


def receive(target: NDArrayBase, grad: torch.Tensor, adds: bool, is_exclusive: bool) -> None:
    """Write or add a gradient to an array, which takes it over if nothing else refers to it."""
    if not target._has_tensor:
        target._receive(grad, add=adds)
        return
    buffer = target._t
    if grad.is_sparse:
        grad = grad.to_dense()
    if grad.dtype is not buffer.dtype:  # that of integers is computed in floats
        grad = grad.to(buffer.dtype)
    if adds:
        buffer.add_(grad)
    elif not is_exclusive or is_shared(buffer):
        buffer.copy_(grad)
    else:  # a copy, even of 10 elements, takes longer
        target._t = grad


def is_free(grad: torch.Tensor, seen: set[int]) -> bool:
    """Return whether a gradient, not among those seen, is contiguous and not shared."""
    is_exclusive = id(grad) not in seen and grad.is_contiguous() and not is_shared(grad)
    seen.add(id(grad))
    return is_exclusive


def _in_own_memory(tensor: torch.Tensor, seen: set[int]) -> torch.Tensor:
    """Return a gradient in its own memory; torch has zeros and repeated elements without memory."""
    if tensor.is_sparse or not is_zero_tensor(tensor) and is_free(tensor, seen):
        return tensor
    return tensor.clone(memory_format=torch.contiguous_format)


# ---------------------------------------------------------------------------------- backward passes


def backward(
    heads: Heads, head_grads: HeadGrads = None, retain_graph: bool = False, train_mode: bool = True
) -> None:
    """Compute the gradients of the heads' sum and store them in the ``grad`` of each variable."""
    run = functools.partial(_backward, heads, head_grads, retain_graph, train_mode)
    watch("backward", "_backward", run) if active else run()


def _backward(heads: Heads, head_grads: HeadGrads, retain_graph: bool, train_mode: bool) -> None:
    heads = as_list(heads)
    steps = [head._graph if head._has_tensor else None for head in heads]
    if all(type(step) is StepResult for step in steps):
        _run_steps(heads, steps, head_grads, bool(retain_graph))
        return
    tensors = [_graph_tensor(head) for head in heads]
    grads = _head_gradients(heads, tensors, head_grads)
    _run(tensors, grads, retain_graph, train_mode)
    if not retain_graph:
        _forget(heads, tensors)
    malloc.trim_if_grown()


def _run_steps(heads: list[NDArrayBase], steps: list, head_grads: HeadGrads, keep: bool) -> None:
    """Run backward if there are only steps before the heads."""
    tensors = [head._t for head in heads]
    if head_grads is None:
        grads = [_ones_like(tensor) for tensor in tensors]
    else:
        grads = _head_gradients(heads, tensors, head_grads)
    seen = {id(grad) for grad in grads}
    is_wanted = has_dropped = False
    for arrival, (leaf, grad, is_unaliased) in enumerate(run_backward(steps, grads, keep)):
        leaf.arrival = arrival
        if leaf.is_direct and grad is leaf.grad._plain:  # nearly always: it was computed there
            leaf.fresh = is_wanted = True
        elif leaf.req == "null":
            has_dropped = True
            if not keep:
                leaf.drop()
        else:
            is_wanted = True
            _put(leaf, grad, is_unaliased or is_free(grad, seen))
    if has_dropped and not is_wanted:
        raise MXNetError(NOTHING_WANTED)
    if not keep:
        for head in heads:
            _leave_tape(head)
    malloc.trim_if_grown()


def grad(
    heads: Heads,
    variables: Heads,
    head_grads: HeadGrads = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    train_mode: bool = True,
) -> list[NDArrayBase]:
    """Return a list of the gradients of the heads' sum with respect to variables.

    With ``create_graph`` the gradients are recorded too, so that they can be differentiated again.
    """
    heads = as_list(heads)
    variables = [v if v._has_tensor else v._recorded() for v in as_list(variables)]
    if not variables:
        raise AssertedValueError("grad: variables must not be empty")
    tensors = [_graph_tensor(head) for head in heads]
    grads = _head_gradients(heads, tensors, head_grads, create_graph)
    for position, variable in enumerate(variables):
        if not is_in_graph(variable) or variable._leaf is not None and variable._leaf.req == "null":
            raise MXNetError(
                f"grad: variable {position} is not part of the graph; "
                "call attach_grad() on it before recording"
            )
    keep = create_graph if retain_graph is None else bool(retain_graph)
    inputs = [in_graph(graph_tensor(variable)) for variable in variables]
    tape = (state.tape or Tape()) if create_graph else None
    results = _run(tensors, grads, keep, train_mode, inputs, tape)
    if not keep:
        _forget(heads, tensors)
    arrays, seen = [], {id(grad) for grad in grads}
    for variable, tensor, result in zip(variables, inputs, results, strict=True):
        result = torch.zeros_like(tensor) if result is None else _in_own_memory(result, seen)
        result = result if create_graph else result.detach()
        if is_integer_variable(graph_tensor(variable)):
            result = with_gradient(result.detach().to(variable._t.dtype), result)
        if create_graph and result.is_sparse:  # recorded arrays are dense
            result = result.to_dense()
        (array,) = make_arrays([result], inputs, variable._ctx, tape, type(variable))
        arrays.append(array.tostype("row_sparse") if result.is_sparse else array)
    return arrays


def _graph_tensor(head: NDArrayBase) -> torch.Tensor:
    """Return the tensor that is in the graph for a head."""
    tensor = in_graph(graph_tensor(head)) if is_in_graph(head) else None
    if tensor is None and head._leaf is not None:
        raise MXNetError(NOTHING_WANTED)
    if tensor is None:
        raise MXNetError(NO_HISTORY)
    if head._tape is not None and head._tape.has_consumed(tensor.grad_fn):
        raise MXNetError(USED_UP)
    return tensor


_last_ones = torch.ones(())


def _ones_like(tensor: torch.Tensor) -> torch.Tensor:
    """Return ones for ``_run_steps``, which neither modifies nor keeps head gradients."""
    global _last_ones
    ones = _last_ones
    if ones.shape != tensor.shape or ones.dtype is not tensor.dtype or ones.device != tensor.device:
        _last_ones = ones = torch.ones_like(tensor)
    return ones


def _head_gradients(
    heads: list[NDArrayBase],
    tensors: list[torch.Tensor],
    head_grads: HeadGrads,
    create_graph: bool = False,
) -> list:
    if head_grads is None:
        return [torch.ones_like(tensor) for tensor in tensors]
    head_grads = as_list(head_grads)
    if len(head_grads) != len(heads):
        raise AssertedValueError(
            f"{len(heads)} heads need as many head_grads, got {len(head_grads)}"
        )
    grads = []
    for tensor, head_grad in zip(tensors, head_grads, strict=True):
        if head_grad is None:
            grads.append(torch.ones_like(tensor))
            continue
        if head_grad.stype != "default":
            head_grad = head_grad.tostype("default")
        grad = graph_tensor(head_grad) if create_graph else None
        if grad is None:
            grad = head_grad._t
        if grad.shape != tensor.shape:
            grad = move_both(grad, functools.partial(_in_shape, tensor.shape))
        grads.append(grad if grad.is_floating_point() else in_graph(grad).to(tensor.dtype))
    return grads


def _in_shape(shape: torch.Size, grad: torch.Tensor) -> torch.Tensor:
    """Return a head gradient in the shape of its head."""
    # MXNet: its elements are taken in their order, those that are too many are not.
    count = shape.numel()
    if grad.numel() < count:
        raise MXNetError(
            f"a head gradient has shape {tuple(grad.shape)}, which is too small for its head, "
            f"{tuple(shape)}. Pass to backward an array with the shape of the one it is called on"
        )
    if grad.numel() > count:
        warnings.warn(
            f"a head gradient has shape {tuple(grad.shape)}, its head {tuple(shape)}: only the "
            f"first {count} of {grad.numel()} elements are used",
            stacklevel=5,
        )
    return grad.reshape(-1)[:count].view(shape)


def _run(
    tensors: list[torch.Tensor],
    grads: list,
    keep_graph: bool | None,
    train_mode: bool,
    inputs: Sequence[torch.Tensor] = (),
    tape: Tape | None = None,
) -> Sequence[torch.Tensor | None]:
    """Run torch's engine; without inputs, gradients are stored in the buffers of the variables.

    The computations of backward functions are recorded only on a tape passed here.
    """
    outer = start_pass(BackwardPass(tape, bool(train_mode), bool(keep_graph)))
    try:
        results = run_engine(tensors, grads, bool(keep_graph), tape is not None, inputs)
    except MXNetError:
        raise
    except (RuntimeError, OverflowError) as error:  # others are of custom operators
        raise _backward_error(error) from error
    finally:
        finish_pass(outer)
        is_unwanted = _deliver(bool(keep_graph))
    if is_unwanted:
        raise MXNetError(NOTHING_WANTED)
    return results


def _backward_error(error: Exception) -> Exception:
    text = str(error)
    if "second time" in text:
        return MXNetError(USED_UP)
    if "modified by an inplace operation" in text:
        return MXNetError(CHANGED)
    return MXNetError(f"Error in backward: {text}")


def _forget(heads: list[NDArrayBase], tensors: list[torch.Tensor]) -> None:
    """Drop the history of the heads, like MXNet unless asked to retain it."""
    for head, tensor in zip(heads, tensors, strict=True):
        tape = head._tape
        if tape is None:  # a variable itself
            continue
        tape.unwalked.append(tensor.grad_fn)
        head._t  # noqa: B018 - takes the values out of the graph before the history is dropped
        _leave_tape(head)


def _leave_tape(head: NDArrayBase) -> None:
    tape = head._graph.step.tape if type(head._graph) is StepResult else head._tape
    if tape is not None and state.tape is tape:  # None: the same head once more
        state.tape = Tape()
    leave_graph(head)
