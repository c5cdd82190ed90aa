"""The slotted base of every NDArray: a tensor, a context, its position in the graph."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch

from .._core.scope import Tape
from .._ops.registry import Op
from .._ops.sparse_tensor import Operand, SparseTensor
from .._ops.zero_gradients import depending_on, in_graph
from ..base import MXNetError
from ..context import Context
from .integer_gradients import blank_shadow, is_integer_variable, record_integers, with_gradient
from .steps import Step, StepResult, tensor_of

_new = object.__new__

# Stands for the tape of results of steps, so that ``read`` always calls ``enter_tape``.
IN_STEP = Tape()


class Leaf:
    """Where the gradient of a variable is stored.

    Hooks refer to this and never to the array, to avoid reference cycles. If ``is_direct``,
    gradients may be computed in the memory of ``grad``. An ``observer`` is called with each
    gradient as soon as it is computed (``backward.observe``). ``arrival`` is the number of
    gradients computed before this one in the last backward pass; a variable that never had a
    gradient comes last.
    """

    __slots__ = ("grad", "req", "fresh", "is_direct", "observer", "arrival")

    def __init__(self, grad: Any, req: str):
        self.grad = grad  # an array, or None
        self.req = req
        self.fresh = self.is_direct = False
        self.arrival = sys.maxsize
        self.observer: Callable[[torch.Tensor], None] | None = None

    def drop(self) -> None:
        """Drop the gradient.

        MXNet: a backward pass removes the buffer of a variable whose gradient is not wanted
        (``grad_req="null"``).
        """
        self.grad = None

    def target(self) -> torch.Tensor | None:
        """Return where to write a gradient, or None if it must be moved there later."""
        return self.grad._plain if self.is_direct else None


class NDArrayBase:
    """A tensor, its context and its history.

    ``_t`` is the plain tensor, contiguous and without gradient. The history is in one of four
    states, which ``is_in_graph`` and ``graph_tensor`` distinguish:

    - none: ``_graph`` is None;
    - a variable: ``_leaf`` says where its gradient goes, ``_graph`` is a leaf of torch's graph that
      shares memory with ``_t``;
    - a recorded result: ``_graph`` is the result itself, made on ``_tape``; of integers it is a
      tensor with a shadow (``integer_gradients.py``);
    - the result of a step: ``_graph`` is a StepResult, and ``_tape``
      is IN_STEP, until an operator makes the step a node of torch's graph.

    Creating an array has to be cheap. So the plain tensor of a recorded result is detached from the
    graph when it is first needed (until then ``_plain`` is None), and ``_tape`` and ``_leaf_slot``
    are set only if they are used. (There is no ``__getattr__`` for defaults, because Python does
    not specialize attribute loads of a class that has one.)
    """

    __slots__ = ("_ctx", "_plain", "_graph", "_tape", "_leaf_slot", "__weakref__")

    # Whether there is a dense tensor to compute with. Otherwise ``apply`` runs operators on the
    # array, and to ask for the tensor is an error.
    _has_tensor = True

    _ctx: Context
    _plain: torch.Tensor | None
    _graph: Any  # a tensor, the result of a step, or None
    _tape: Tape | None

    __int__: Callable[[], int]  # of arrays with one element

    _sparse: SparseTensor  # of sparse arrays, which have no dense tensor

    # What arrays without a tensor have:
    apply: Callable  # runs an operator (op, arrays, attrs, out)
    _assign: Callable[[torch.Tensor], None]  # takes the values of a dense tensor
    _receive: Callable  # takes a gradient
    _zeros: Callable[[], torch.Tensor]
    tostype: Callable[[str], NDArrayBase]  # makes a copy in a storage type
    _forget_variable: Callable[[], None]  # gives up the dense copy in the graph

    @property
    def _t(self) -> torch.Tensor:
        tensor = self._plain
        if tensor is None:
            self._plain = tensor = self._graph.detach()
        return tensor

    @_t.setter
    def _t(self, tensor: torch.Tensor) -> None:
        self._plain = tensor

    @property
    def _leaf(self) -> Leaf | None:
        return getattr(self, "_leaf_slot", None)

    @_leaf.setter
    def _leaf(self, leaf: Leaf | None) -> None:
        self._leaf_slot = leaf


def step_of(array: NDArrayBase) -> StepResult | None:
    """Return the result of a step that an array is, or None.

    MXNet: results whose history a backward pass has consumed are constants from then on.
    """
    result = array._graph
    if type(result) is not StepResult:
        return None
    if result.step.saved is None:
        leave_graph(array)
        return None
    return result


def is_in_graph(array: NDArrayBase) -> bool:
    """Return whether an array is a variable, or was recorded as computed from one."""
    graph = array._graph
    return graph is not None and (type(graph) is not StepResult or step_of(array) is not None)


def graph_tensor(array: NDArrayBase) -> torch.Tensor | None:
    """Return the tensor in torch's graph, or None if the array is not in it.

    The result of a step enters the graph here, together with the other results of the step and the
    steps before it.
    """
    result = step_of(array)
    if result is not None:
        join_graph(array, tensor_of(*result), result.step.tape)
    return array._graph


def operand_of(array: NDArrayBase) -> Operand:
    """Return the tensor of an array, dense or sparse."""
    return array._t if array._has_tensor else array._sparse


def operands_of(arrays: Sequence[NDArrayBase]) -> tuple[list[Any], bool]:
    """Return the tensors of arrays, dense or sparse, and whether all of them are dense."""
    tensors: list[Operand] = []
    is_dense = True
    for array in arrays:
        tensor: Operand | None = array._plain
        if tensor is None:  # a recorded result, or a sparse array
            is_dense &= array._has_tensor
            tensor = operand_of(array)
        tensors.append(tensor)
    return tensors, is_dense


def find_sources(arrays: Sequence[Any]) -> tuple[list, list[int]]:
    """Return the sources of a step, and the positions of the arrays that they belong to.

    There are none if torch has recorded one of the arrays.
    """
    sources: list = []
    positions: list[int] = []
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
                return [], []
            source = leaf, source
        sources.append(source)
        positions.append(position)
    return sources, positions


def join_graph(array: NDArrayBase, tensor: torch.Tensor, tape: Tape | None) -> None:
    """Let an array be a tensor of torch's graph that was recorded on a tape."""
    array._graph, array._tape = tensor, tape


def leave_graph(array: NDArrayBase) -> None:
    """Let an array be a constant."""
    array._graph = array._tape = None


def plain(array: NDArrayBase) -> torch.Tensor:
    """Return the plain tensor, like the property ``_t``, which takes twice as long."""
    tensor = array._plain
    if tensor is None:
        tensor = array._t
    return tensor


def set_plain(array: NDArrayBase, tensor: torch.Tensor | None, ctx: Context) -> None:
    """Let an array be a contiguous tensor without gradient, if it has one."""
    array._ctx = ctx
    array._plain = tensor
    array._graph = None


def wrap(tensor: torch.Tensor, ctx: Context, cls: type[NDArrayBase]) -> NDArrayBase:
    """Create an array around a contiguous tensor without gradient."""
    array = _new(cls)
    array._ctx = ctx
    array._plain = tensor
    array._graph = None
    return array


def make_step_arrays(
    step: Step, ctx: Context, tape: Tape, cls: type[NDArrayBase]
) -> list[NDArrayBase]:
    """Create arrays for the results of a step."""
    arrays = []
    step.tape = tape
    for position, tensor in enumerate(step.results):
        array = _new(cls)
        array._ctx = ctx
        array._plain = tensor
        array._graph = StepResult(step, position)
        array._tape = IN_STEP
        step.arrays.append(weakref.ref(array))
        arrays.append(array)
    return arrays


# ------------------------------------------------- what every call begins with and ends with


def read(array: NDArrayBase, tape: Tape | None) -> tuple[torch.Tensor, Tape | None]:
    """Return the tensor to compute with, and the tape, or None if the array is not in a graph."""
    tensor = array._plain if tape is None else array._graph
    if tensor is None:  # of a result that was recorded, or in no graph
        tensor = array._t if tape is None else array._plain
        tape = None
    elif tape is not None and array._tape is not tape and array._tape is not None:
        tensor = enter_tape(array)
    return tensor, tape


def finish(
    cls: type[NDArrayBase],
    ctx: Context,
    result: torch.Tensor,
    tape: Tape | None,
    inputs: Sequence[torch.Tensor | None],
    op: Op | None,
    attrs: dict,
) -> NDArrayBase:
    """Create the array of an operator's result, on ``tape`` if it was recorded."""
    array = _new(cls)
    array._ctx = ctx
    if tape is None:
        array._plain = result
        array._graph = None
    elif result.requires_grad:
        array._plain = None
        array._graph = result
        array._tape = tape
    else:
        finish_without_grad_fn(array, result, inputs, tape, op, attrs)
    return array


def read_recorded(array: NDArrayBase) -> torch.Tensor:
    """Return the tensor for a run of a graph that torch records."""
    return enter_tape(array) if is_in_graph(array) else array._t


def make_arrays(
    results: Iterable[torch.Tensor],
    inputs: Sequence[torch.Tensor | None],
    ctx: Context,
    tape: Tape | None,
    cls: type[NDArrayBase],
) -> list[NDArrayBase]:
    """Create arrays of results computed from ``inputs``, on ``tape`` if they were recorded."""
    return [finish(cls, ctx, tensor, tape, inputs, None, {}) for tensor in results]


def finish_without_grad_fn(
    array: NDArrayBase,
    tensor: torch.Tensor,
    inputs: Sequence[torch.Tensor | None],
    tape: Tape,
    op: Op | None = None,
    attrs: dict = {},  # noqa: B006 - never changed
) -> None:
    """Set an array to a recorded operator result that torch did not differentiate."""
    if op is not None:
        (tensor,) = record_integers(op, (tensor,), inputs, attrs)
    if not (tensor.requires_grad or is_integer_variable(tensor)):
        tensor = with_history(tensor, inputs)
    if is_integer_variable(tensor):
        array._plain, array._graph, array._tape = tensor.data, tensor, tape
    elif tensor.requires_grad:
        array._plain, array._graph, array._tape = None, tensor, tape
    else:
        array._plain, array._graph = tensor, None


def with_history(result: torch.Tensor, inputs: Sequence[torch.Tensor | None]) -> torch.Tensor:
    """Return a result without gradient, in the graph if it depends on a variable.

    MXNet: a result that depends on a variable is in the graph, even if the gradient is 0.
    """
    variables = []
    for tensor in inputs:
        if tensor is not None and (variable := in_graph(tensor)).requires_grad:
            variables.append(variable)
    if not variables:
        return result
    if result.is_floating_point():
        return depending_on(result, variables)
    return with_gradient(result, depending_on(blank_shadow(result), variables))


def enter_tape(array: NDArrayBase) -> torch.Tensor:
    """Return the tensor to compute with for an array that was recorded on another tape.

    The result of a step enters torch's graph. MXNet: results whose history a backward pass has
    consumed are constants from then on.
    """
    tensor = graph_tensor(array)
    if tensor is None:  # of a step that is used up
        return array._t
    if array._tape is not None and array._tape.has_cut_off(in_graph(tensor).grad_fn):
        tensor = array._t  # taken out of the graph before the history is dropped
        leave_graph(array)
    return tensor


class NoValues(MXNetError):
    """The values of an array that represents an output of a graph were requested."""

    def __init__(self) -> None:
        super().__init__("an array that stands for an output of a graph has no values")
