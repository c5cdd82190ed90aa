"""Training plans: a graph and its gradient as two pieces of straight-line code.

Neither is recorded by torch: ``Step`` stores what the second one needs from the first.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import fx

from ..._core import declined
from ..._core.declined import Declined
from ..._eager.generators import ReplayScope, generator, position_of, return_to
from ..._eager.steps import Announce, Step
from ..._ops.checks import KERNEL_ERRORS
from ..._ops.handles import equivalent
from ...context import Context
from ..ir.node import Entry, topological
from ..lower.code import Code
from ..lower.lowering import lower_to_graph, run
from .cross_entropy import fuse_cross_entropy
from .gradients import BackwardGraph, decompose
from .inplace import compute_in_place
from .memory import Memory
from .outputs import lower_with_owned_outputs, materialize_outputs

# Operators: as a node of torch's graph, a plan of fewer is slower than torch's own recording.
SMALL_PLAN = 12
SMALL_PLAN_TRIES = 3  # runs of a small plan that may end in torch's graph before it is dropped


def may_derive(outputs: list[Entry]) -> bool:
    """Return whether every operator of a graph has a rule for its gradient."""
    return all(
        node.is_variable or equivalent(node.op).gradient is not None
        for node in topological(outputs)
    )


def training_plan(
    outputs: list[Entry], ctx: Context, training: bool, types: list, variables: list[int],
    is_inlined: bool,
) -> TrainingPlan | None:  # fmt: skip
    """Return a plan with gradients for the given variables, or None if it is declined."""
    if not all(types[i].is_floating_point for i in variables):
        return None
    try:
        return TrainingPlan(outputs, ctx, training, types, variables, is_inlined)
    except Declined as reason:
        declined.note("training plan", reason)
        return None


class TrainingPlan:
    """A graph prepared for recording, with gradients for some of its variables.

    A small plan is only worthwhile if its results are used by other steps. Of a plan that
    ``is_inlined``, ``autograd.get_symbol`` shows the operators.
    """

    def __init__(
        self, outputs: list[Entry], ctx: Context, training: bool, types: list, variables: list[int],
        is_inlined: bool,
    ):  # fmt: skip
        self.is_inlined = is_inlined
        graph, _ = lower_to_graph(outputs, ctx, training)
        fuse_cross_entropy(graph)
        decompose(graph)
        placeholders = [node for node in graph.nodes if node.op == "placeholder"]
        results = list(graph.output_node().args[0])
        self.outputs: list[Entry] | None = outputs  # None: not to be shown
        self.count, self.variables = len(results), variables
        self._lower_plain = functools.partial(lower_with_owned_outputs, outputs, ctx, training)
        back = BackwardGraph(self.count, len(variables))
        saved = back.differentiate(results, [placeholders[i] for i in variables])
        self.unaliased, self.heads_used = back.unaliased_results(), back.heads_used()
        self._backward = Code(back.graph).forward
        self._back = back
        size = sum(node.op == "call_function" for node in graph.nodes)
        self.is_worthwhile = True
        self._tries = SMALL_PLAN_TRIES if size < SMALL_PLAN else None  # None: it stays worthwhile
        is_random = any("is_random" in node.meta for node in graph.nodes)
        self._generator = generator(ctx) if is_random else None
        output = graph.output_node()
        output.args = ((*results, *saved),)
        compute_in_place(graph, dict(zip(placeholders, types, strict=True)))
        writable = _writable_values(graph, results, saved, [placeholders[i] for i in variables])
        self._guarded = [i for i, sources in writable if not sources]
        self._guarded_results = [(i, source) for i, sources in writable for source in sources]
        materialize_outputs(graph, self.count)
        self._forward = Code(graph).forward

    def copy_for_layer(self) -> TrainingPlan:
        """Return the plan for a layer with other variables, which counts its own uses."""
        plan = copy.copy(self)
        plan.outputs = None
        return plan

    def run(self, tensors: list) -> PlannedRun:
        """Compute the results and saved values.

        After an exception, the graph itself draws the same random numbers.
        """
        random_state = None if self._generator is None else position_of(self._generator)
        try:
            return PlannedRun(self, tensors, self._forward(*tensors), random_state)
        except (Declined, *KERNEL_ERRORS):
            if self._generator is not None:
                return_to(self._generator, random_state)
            raise

    def guard(self, values: tuple, sources: list[tuple]) -> list[tuple[torch.Tensor, int]]:
        """Return saved values that must not change before the backward pass, with their versions.

        Variables may change, all other arrays of users must not.
        """
        guarded = []
        for i in self._guarded:
            guarded.append((values[i], values[i]._version))
        for i, source in self._guarded_results:
            if type(sources[source][0]) is Step:
                guarded.append((values[i], values[i]._version))
        return guarded

    def note_use(self, is_direct: bool) -> None:
        """Record whether a backward pass went from step to step."""
        if self._tries is not None:
            self._tries = None if is_direct else self._tries - 1
            self.is_worthwhile = self._tries is None or self._tries > 0

    def gradients(
        self, saved: Sequence, grads: Sequence, targets: Sequence
    ) -> tuple[torch.Tensor, ...]:
        """Return the gradients of the variables; targets are memory for unaliased ones."""
        return self._backward(*saved, *grads, *targets)

    def announce_gradients(
        self, announce: Announce, saved: Sequence, grads: Sequence, targets: Sequence
    ) -> tuple[torch.Tensor, ...]:
        """Return the gradients of the variables; announce each as soon as it is computed."""
        return self._announcing_backward(*saved, *grads, *targets, announce)

    @functools.cached_property
    def _announcing_backward(self) -> Callable:
        return Code(self._back.with_announcements()).forward

    def recompute(self, inputs: list, sources: Sequence, random_state) -> tuple[torch.Tensor, ...]:
        """Let torch record the plain graph, with other tensors for the variables."""
        tensors = list(inputs)
        for i, tensor in zip(self.variables, sources, strict=True):
            tensors[i] = tensor
        with ReplayScope(self._generator, random_state):
            return run(self._plain, tensors)

    @functools.cached_property
    def _plain(self) -> Code:
        return self._lower_plain()


class PlannedRun:
    """A run of a training plan, for a backward pass by steps or by an executor."""

    __slots__ = ("plan", "inputs", "results", "_values", "_random_state")

    def __init__(self, plan: TrainingPlan, inputs: list, values: tuple, random_state: Any):
        self.plan, self.inputs = plan, inputs
        self._values, self._random_state = values, random_state
        self.results = values[: plan.count]

    @property
    def unaliased(self) -> list[bool]:
        """Whether each gradient is known to be contiguous and to share no memory."""
        return self.plan.unaliased

    def as_step(self, sources: list[tuple]) -> Step:
        """Return the run as a step, whose gradients go to variables or to other steps."""
        plan, values = self.plan, self._values
        saved, guarded = values[plan.count :], plan.guard(values, sources)
        return Step(plan, self.results, sources, saved, self.inputs, self._random_state, guarded)

    def has_gradient(self, position: int) -> bool:
        """Return whether a result depends on variables: here all of them do."""
        return True

    def gradients(self, heads: list, announce: Announce | None) -> Sequence[torch.Tensor]:
        """Return the gradients of the variables; announce each as soon as it is computed."""
        plan = self.plan
        grads = [
            torch.ones_like(result) if head is None and used else head
            for result, head, used in zip(self.results, heads, plan.heads_used, strict=True)
        ]
        arguments = self._values[plan.count :], grads, [None] * len(plan.unaliased)
        if announce is None:
            return plan.gradients(*arguments)
        return plan.announce_gradients(announce, *arguments)


def _writable_values(graph: fx.Graph, results: list, saved: list, variables: list) -> list[tuple]:
    """Return which saved values share memory with arrays of users: positions among all values.

    Each comes with the positions of the variables that it belongs to, or none if users can reach it
    as an input without gradient or as a result.
    """
    memory = Memory(graph)
    reachable = {node for node in graph.nodes if node.op == "placeholder"}.union(
        *(memory.owners(node) for node in results)
    )
    writable = []
    for position, node in enumerate(saved, len(results)):
        owners = memory.owners(node) & reachable
        if owners:
            only_variables = owners.issubset(variables)
            sources = [variables.index(owner) for owner in owners] if only_variables else []
            writable.append((position, sources))
    return writable
