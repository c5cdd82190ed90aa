"""Steps: recorded runs of graphs whose gradients are known beforehand.

Such a run is not a node of torch's graph. As long as it is followed only by other steps,
``backward`` goes from step to step without torch's engine. If an operator uses a result, the step
becomes a node after all.
"""

from __future__ import annotations

import functools
import itertools
import weakref
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple, Protocol

import torch

from .._core.private_torch import Function
from .._core.scope import Tape
from ..base import MXNetError
from .backward_pass import current_pass

NOT_IN_GRAPH = (
    "Cannot differentiate node because it is not in a computational graph. You need to set "
    "is_recording to true or use autograd.record() to save computational graphs for backward. If "
    "you want to differentiate the same graph twice, you need to pass retain_graph=True to "
    "backward."
)
USED_UP = f"{NOT_IN_GRAPH} (An earlier backward has used this graph up.)"
NO_HISTORY = (
    f"{NOT_IN_GRAPH} (This array was computed outside of record(), from NumPy's arrays, or "
    "from arrays without attach_grad() or with grad_req='null', or backward was called on it "
    "before.)"
)
CHANGED = (
    "An array that backward needs was changed in place after it was recorded; its gradient "
    "would be wrong. Call backward first, or write into a copy."
)


Announce = Callable[[int, torch.Tensor], None]  # with the position of a source and its gradient


class GradientPlan(Protocol):
    """What a step needs to know about the graph that was run."""

    unaliased: list[bool]  # which gradients are always in memory of their own, in ordinary order

    def gradients(
        self, saved: Sequence, grads: Sequence, targets: Sequence
    ) -> Sequence[torch.Tensor]:
        """Return the gradients of the sources, from saved values and the gradients of the results.

        A target is memory that a gradient which is always unaliased may be written to, or None.
        """

    def announce_gradients(
        self, announce: Announce, saved: Sequence, grads: Sequence, targets: Sequence
    ) -> Sequence[torch.Tensor]:
        """Return the gradients of the sources; announce each as soon as it is computed."""

    def recompute(
        self, inputs: list, sources: Sequence, random_state: Any
    ) -> tuple[torch.Tensor, ...]:
        """Compute the results again, from other tensors of the sources."""

    def note_use(self, is_direct: bool) -> None:
        """Record whether a backward pass went from step to step."""


_numbers = itertools.count()


class Step:
    """One run: the inputs of its gradients, and their targets.

    ``sources`` are the variables, pairs of a leaf and its tensor, or results of other steps.
    ``inputs`` and ``random_state`` are what the plan needs to run again. The tensors ``guarded``,
    given with their versions, must not change before the backward pass.
    """

    __slots__ = (
        "number",
        "plan",
        "results",
        "sources",
        "saved",
        "inputs",
        "random_state",
        "arrays",
        "nodes",
        "tape",
        "_pending_uses",
        "_guarded",
    )

    def __init__(
        self,
        plan: GradientPlan,
        results: Sequence[torch.Tensor],
        sources: list[tuple],
        saved: Sequence[torch.Tensor],
        inputs: list[torch.Tensor],
        random_state: object,
        guarded: list[tuple[torch.Tensor, int]],
    ):
        self.number = next(_numbers)  # a step is made after those it depends on
        self.plan = plan
        self.results, self.sources = results, sources
        self.saved: Sequence[torch.Tensor] | None = saved  # None: used up, as are the next two
        self.inputs: list[torch.Tensor] = inputs
        self.random_state = random_state
        # To the arrays of the results, and to their tensors in torch's graph.
        self.arrays: list[weakref.ref] = []
        self.nodes: list[weakref.ref] = []
        self.tape: Tape | None = None  # on which the results are
        self._pending_uses = 0  # nodes of torch's graph that may still ask for gradients
        self._guarded = guarded

    def backward(
        self,
        grads: Sequence[torch.Tensor],
        targets: Sequence,
        keep: bool,
        announce: Announce | None = None,
    ) -> Sequence[torch.Tensor]:
        """Return the gradients of the sources; unless they are kept, only once for each node."""
        if self.saved is None:
            raise MXNetError(USED_UP)
        for tensor, version in self._guarded:
            if tensor._version != version:
                raise MXNetError(CHANGED)
        if announce is None:
            gradients = self.plan.gradients(self.saved, grads, targets)
        else:
            gradients = self.plan.announce_gradients(announce, self.saved, grads, targets)
        if not keep:
            self._pending_uses -= 1
            if self._pending_uses <= 0:
                self.saved, self.inputs, self._guarded = None, [], []
        return gradients


class StepResult(NamedTuple):
    """One result of a step."""

    step: Step
    position: int


def tensor_of(step: Step, position: int) -> torch.Tensor:
    """Return the tensor in torch's graph for a result of a step."""
    step.plan.note_use(False)
    by_step: dict[Step, tuple] = {}
    for each in _earliest_first(step):
        by_step[each] = _tensors_of(each, by_step)
    return by_step[step][position]


def _tensors_of(step: Step, by_step: dict[Step, tuple]) -> tuple[torch.Tensor, ...]:
    tensors: tuple[torch.Tensor | None, ...] = tuple(node() for node in step.nodes)
    if tensors and all(tensor is not None for tensor in tensors):
        return tensors
    tensors = _Node.apply(
        step,
        *(by_step[origin][at] if type(origin) is Step else at for origin, at in step.sources),
    )
    step.nodes = [weakref.ref(tensor) for tensor in tensors]
    # A second node where a result of the first has been forgotten: their gradients add up.
    step._pending_uses += 1
    for reference, tensor in zip(step.arrays, tensors, strict=True):
        array = reference()
        if array is not None and type(array._graph) is StepResult and array._graph.step is step:
            array._graph, array._tape = tensor, step.tape
    return tensors


class _Node(Function):
    """A step as a node of torch's graph."""

    @staticmethod
    def forward(ctx: Any, step: Step, *inputs: torch.Tensor) -> tuple[torch.Tensor, ...]:
        ctx.step = step
        ctx.save_for_backward(*inputs)
        return tuple(result.detach() for result in step.results)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple:
        step: Step | None = ctx.step
        if step is None:
            raise MXNetError(USED_UP)
        if not torch.is_grad_enabled():
            keep = current_pass().keeps_graph
            gradients = step.backward(grads, [None] * len(step.sources), keep)
            if not keep:
                ctx.step = None  # breaks a reference cycle, see Tape
            return None, *gradients
        # The gradients are to be differentiated too: torch must see how they are computed.
        # Through views, because an input may depend on another one: of each the part that the step
        # itself has in the gradient is wanted.
        inputs = [tensor.view_as(tensor) for tensor in ctx.saved_tensors]
        results = step.plan.recompute(step.inputs, inputs, step.random_state)
        second = torch.autograd.grad(results, inputs, grads, create_graph=True, allow_unused=True)
        return None, *second


# ----------------------------------------------------------------------------------- without torch


class _Pending:
    """Gradients of results of steps, until all of them are complete; the latest step is next."""

    __slots__ = ("_grads", "queue")

    def __init__(self) -> None:
        self._grads: dict[Step, list] = {}
        self.queue: list[tuple[int, Step]] = []

    def add(self, step: Step, position: int, grad: torch.Tensor) -> None:
        """Add a gradient of a result to earlier ones."""
        grads = self._grads.get(step)
        if grads is None:
            grads = self._grads[step] = [None] * len(step.results)
            heappush(self.queue, (-step.number, step))
        earlier = grads[position]
        grads[position] = grad if earlier is None else earlier + grad

    def pop(self) -> tuple[Step, list]:
        """Return the next step and the gradients of its results."""
        step = heappop(self.queue)[1]
        grads = self._grads.pop(step)
        if len(grads) > 1:
            for position, grad in enumerate(grads):
                if grad is None:
                    grads[position] = torch.zeros_like(step.results[position])
        return step, grads


def run_backward(heads: list[StepResult], head_grads: list, keep: bool) -> list[tuple]:
    """Return the leaf of each variable, its gradient, and whether that is known to be unaliased.

    A gradient written directly to the variable's buffer is that buffer's tensor.
    """
    pending = _Pending()
    for (step, position), grad in zip(heads, head_grads, strict=True):
        pending.add(step, position, grad)
    by_leaf: dict[Any, tuple] = {}  # what is returned; () while the first gradient is computed
    while pending.queue:
        step, grads = pending.pop()
        plan, sources = step.plan, step.sources
        plan.note_use(True)
        targets, announce = [], None
        for origin, _ in reversed(sources):  # in about the order of their gradients
            is_first = type(origin) is not Step and origin not in by_leaf
            targets.append(origin.target() if is_first else None)
            if is_first:
                by_leaf[origin] = ()
                if origin.observer is not None:
                    announce = functools.partial(_announce, sources, by_leaf)
        targets.reverse()
        computed = step.backward(grads, targets, keep, announce)
        for (origin, at), grad, is_unaliased in zip(sources, computed, plan.unaliased):  # noqa: B905
            if type(origin) is Step:
                pending.add(origin, at, grad)
            elif not by_leaf[origin]:
                by_leaf[origin] = origin, grad, is_unaliased
            else:
                by_leaf[origin] = origin, by_leaf[origin][1] + grad, False
                if origin.observer is not None:
                    origin.observer(by_leaf[origin][1])
    return list(by_leaf.values())


def _announce(sources: list[tuple], by_leaf: dict, position: int, grad: torch.Tensor) -> None:
    """Call the observer of a variable with its first gradient."""
    origin = sources[position][0]
    if type(origin) is not Step and origin.observer is not None and not by_leaf[origin]:
        origin.observer(grad)


def _earliest_first(head: Step) -> list[Step]:
    """Return a step and all its dependencies, in topological order."""
    steps, stack = {head}, [head]
    while stack:
        above = {origin for origin, _ in stack.pop().sources if type(origin) is Step} - steps
        steps |= above
        stack += above
    return sorted(steps, key=lambda step: step.number)
