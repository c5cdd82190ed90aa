"""Steps: recorded runs of graphs whose gradients are known beforehand.

Such a run is no node of torch's graph. As long as nothing but other steps follows, ``backward``
goes from step to step, without torch's engine. Where an operator uses a result, the step becomes a
node after all.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Protocol

import torch

from ._scope import state
from .base import MXNetError

NOT_IN_GRAPH = (
    "Cannot differentiate node because it is not in a computational graph. You need to set "
    "is_recording to true or use autograd.record() to save computational graphs for backward. If "
    "you want to differentiate the same graph twice, you need to pass retain_graph=True to "
    "backward."
)
CHANGED = (
    "An array that backward needs was changed in place after it was recorded; its gradient "
    "would be wrong. Call backward first, or write into a copy."
)


class Plan(Protocol):
    """What a step needs to know of the graph that was run."""

    gradients: Callable  # of the sources, from what was saved and the gradients of the results
    fresh: Sequence[bool]  # which of them are always in memory of their own, in ordinary order

    def again(self, inputs: list, sources: Sequence, before) -> tuple[torch.Tensor, ...]:
        """Compute the results once more, from other tensors of the sources."""

    def learn(self, is_direct: bool) -> None:
        """Note whether a backward pass went from step to step."""


class Step:
    """One run: what its gradients are computed from, and where they go.

    ``sources`` are the variables, pairs of a leaf and its tensor, or results of other steps, pairs
    of a step and a position. ``inputs`` and ``before`` are what the plan needs to run again. The
    tensors ``guarded`` must not change before the backward pass.
    """

    __slots__ = (
        "plan",
        "results",
        "sources",
        "saved",
        "inputs",
        "before",
        "arrays",
        "nodes",
        "_coming",
        "_guarded",
    )

    def __init__(
        self,
        plan: Plan,
        results: Sequence[torch.Tensor],
        sources: list[tuple],
        saved: Sequence[torch.Tensor],
        inputs: list[torch.Tensor],
        before: object,
        guarded: Sequence[torch.Tensor],
    ):
        self.plan = plan
        self.results, self.sources, self.saved = results, sources, saved
        self.inputs, self.before = inputs, before
        # Weak references: to the arrays of the results, and to their tensors in torch's graph.
        self.arrays, self.nodes = [], ()
        self._coming = 0  # nodes of torch's graph that may still ask for gradients
        self._guarded = [(tensor, tensor._version) for tensor in guarded]

    def backward(self, grads: Sequence[torch.Tensor], keep: bool) -> Sequence[torch.Tensor]:
        """Return the gradients of the sources; unless they are kept, only once for each node."""
        if self.saved is None:
            raise MXNetError(NOT_IN_GRAPH)
        for tensor, version in self._guarded:
            if tensor._version != version:
                raise MXNetError(CHANGED)
        found = self.plan.gradients(*self.saved, *grads)
        if not keep:
            self._coming -= 1
            if self._coming <= 0:
                self.saved = self.inputs = self._guarded = None
        return found


def tensor_of(step: Step, position: int) -> torch.Tensor:
    """Return the tensor in torch's graph for a result of a step."""
    step.plan.learn(False)
    made: dict[int, tuple] = {}
    for each in reversed(_latest_first([step])):
        made[id(each)] = _tensors_of(each, made)
    return made[id(step)][position]


def _tensors_of(step: Step, made: dict[int, tuple]) -> tuple[torch.Tensor, ...]:
    tensors = tuple(node() for node in step.nodes)
    if tensors and all(tensor is not None for tensor in tensors):
        return tensors
    tensors = _Node.apply(
        step,
        *(made[id(origin)][at] if type(origin) is Step else at for origin, at in step.sources),
    )
    step.nodes = [weakref.ref(tensor) for tensor in tensors]
    # A second node where a result of the first has been forgotten: their gradients add up.
    step._coming += 1
    for reference, tensor in zip(step.arrays, tensors, strict=True):
        array = reference()
        if array is not None and array._step is not None and array._step[0] is step:
            array._g, array._step = tensor, None
    return tensors


class _Node(torch.autograd.Function):
    """A step as a node of torch's graph."""

    @staticmethod
    def forward(ctx, step, *inputs):
        ctx.step = step
        ctx.save_for_backward(*inputs)
        return tuple(result.detach() for result in step.results)

    @staticmethod
    def backward(ctx, *grads):
        if not torch.is_grad_enabled():
            return None, *ctx.step.backward(grads, state.keeps_graph)
        # The gradients are to be differentiated too: torch must see how they are computed.
        inputs = ctx.saved_tensors
        step = ctx.step
        results = step.plan.again(step.inputs, inputs, step.before)
        found = torch.autograd.grad(results, inputs, grads, create_graph=True, allow_unused=True)
        return None, *found


# ----------------------------------------------------------------------------------- without torch


def run_backward(heads: list[tuple[Step, int]], grads: list, keep: bool) -> list[tuple]:
    """Return the leaf of each variable, its gradient, and whether that is known to be fresh."""
    given: dict[Step, list] = {}
    for (step, position), grad in zip(heads, grads, strict=True):
        _add(given, step, position, grad)
    found: dict[object, tuple] = {}
    for step in _latest_first([step for step, _ in heads]):
        came = given.get(step)
        if came is None:
            continue
        plan = step.plan
        plan.learn(True)
        if len(came) > 1:
            for position, grad in enumerate(came):
                if grad is None:
                    came[position] = torch.zeros_like(step.results[position])
        computed = step.backward(came, keep)
        for (origin, place), grad, fresh in zip(step.sources, computed, plan.fresh, strict=True):
            if type(origin) is Step:
                _add(given, origin, place, grad)
            elif origin in found:
                found[origin] = origin, found[origin][1] + grad, False
            else:
                found[origin] = origin, grad, fresh
    return list(found.values())


def _add(given: dict[Step, list], step: Step, position: int, grad: torch.Tensor) -> None:
    grads = given.get(step)
    if grads is None:
        grads = given[step] = [None] * len(step.results)
    grads[position] = grad if grads[position] is None else grads[position] + grad


def _latest_first(heads: list[Step]) -> list[Step]:
    """Return all steps that heads depend on, each before those it depends on."""
    order = heads
    while len(order) == 1 or order is not heads:  # a chain, most often
        above = [origin for origin, _ in order[-1].sources if type(origin) is Step]
        if not above:
            return order
        if len(above) > 1:
            break
        order = [*order, *above]
    order = []
    seen: set[Step] = set()
    stack = [(head, False) for head in heads]
    while stack:
        step, is_done = stack.pop()
        if is_done:
            order.append(step)
        elif step not in seen:
            seen.add(step)
            stack.append((step, True))
            stack += [(origin, False) for origin, _ in step.sources if type(origin) is Step]
    return order[::-1]
