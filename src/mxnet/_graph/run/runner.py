"""The graph of an executor: the inputs that are data, and runs with gradients."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Set

import torch

from ..._core.private_torch import run_engine
from ..._core.scope import BackwardPass, state
from ..._core.versions import versions_of
from ..._eager.backward_pass import finish_pass, start_pass
from ..._eager.integer_gradients import integer_variable
from ..._eager.steps import Announce
from ..._ops.checks import KERNEL_ERRORS
from ..._ops.zero_gradients import has_derivative, in_graph
from ...context import Context
from ..ir.node import Entry
from ..passes.training import TrainingPlan
from .executable import Executable, Tensors


class Runner:
    """Runs a graph on tensors in the order of its inputs.

    ``wanted`` are the positions of the inputs that have gradients. The inputs that are data, new
    for each call, are set by ``expect`` or inferred from calls. Calls with inputs ``csr`` that are
    CSR matrices have no plans.
    """

    def __init__(self, outputs: list[Entry], ctx: Context, wanted: list[int]):
        self._executable, self._ctx, self._wanted = Executable(outputs), ctx, wanted
        self.csr_inputs = self._executable.csr_inputs
        self._data: set[int] = set()
        self._versions: list[int] | None = None  # of the inputs of the last call

    def expect(self, data: set[int]) -> None:
        """Declare that some inputs change between calls."""
        self._data |= data

    def compute(self, tensors: list, training: bool, csr: Set[int] = frozenset()) -> Tensors:
        """Compute only the results."""
        with torch.no_grad():
            if csr:
                return self._executable.run_lowered(tensors, self._ctx, training, csr)
            if not training and not self._data:
                self._expect_changed(tensors)
            constant = None
            if self._data:
                constant = [i for i in range(len(tensors)) if i not in self._data]
            return self._executable.compute(
                tensors, self._ctx, training, constant, packs_at_once=True
            )

    def _expect_changed(self, tensors: list) -> None:
        """Treat the inputs that changed between two inferences as data."""
        before, self._versions = self._versions, versions_of(tensors)
        if before is not None and before != self._versions:
            pairs = zip(before, self._versions, strict=True)
            self.expect({i for i, (old, new) in enumerate(pairs) if old != new})

    def record(
        self, tensors: list, training: bool, csr: Set[int] = frozenset()
    ) -> PlannedRun | RecordedRun:
        """Compute the results, and store what a backward pass needs."""
        self._versions = None
        failure = None
        if self._wanted and not csr:
            plan = self._executable.plan_training(tensors, self._ctx, training, self._wanted)
            try:
                values = None if plan is None else plan.values(tensors)
            except KERNEL_ERRORS as error:  # running the graph itself raises the clear error
                values, failure = None, error
            if plan is not None and values is not None:
                return PlannedRun(plan, values)
        variables = []
        for i in self._wanted:
            tensors[i] = variable(tensors[i])
            variables.append(tensors[i])
        with torch.enable_grad():
            results = self._executable.run_recorded(tensors, self._ctx, training, failure, csr)
        return RecordedRun(results, variables)


class PlannedRun:
    """A run of a training plan.

    ``unaliased`` is whether each gradient is known to be contiguous and to share no memory.
    """

    def __init__(self, plan: TrainingPlan, values: tuple):
        self._plan, self.unaliased = plan, plan.unaliased
        self.results, self._saved = values[: plan.count], values[plan.count :]

    def has_gradient(self, position: int) -> bool:
        """Return whether a result depends on variables: here all of them do."""
        return True

    def gradients(self, heads: list, announce: Announce | None) -> Tensors:
        """Return the gradients of the variables; announce each as soon as it is computed."""
        grads = [
            torch.ones_like(result) if head is None and used else head
            for result, head, used in zip(self.results, heads, self._plan.heads_used, strict=True)
        ]
        arguments = self._saved, grads, [None] * len(self.unaliased)
        if announce is None:
            return self._plan.gradients(*arguments)
        return self._plan.announce_gradients(announce, *arguments)


class RecordedRun:
    """A run that torch has recorded; none of its gradients is known to be ``unaliased``."""

    def __init__(self, results: Tensors, variables: list[torch.Tensor]):
        self._recorded, self._variables = tuple(map(in_graph, results)), variables
        self.results = tuple(result.detach() for result in results)
        self.unaliased = [False] * len(variables)

    def has_gradient(self, position: int) -> bool:
        """Return whether a result has a derivative with respect to a variable."""
        return has_derivative(self._recorded[position])

    def gradients(self, heads: list, announce: Announce | None) -> Tensors:
        """Return the gradients of the variables, or None; announce each as soon as possible."""
        hooks = [] if announce is None else self._announce_by_hooks(announce)
        try:
            return _backward(self._recorded, heads, self._variables)
        finally:
            for hook in hooks:
                hook.remove()

    def _announce_by_hooks(self, announce: Announce) -> list:
        return [
            variable.register_hook(functools.partial(announce, position))
            for position, variable in enumerate(map(in_graph, self._variables))
            if variable.requires_grad
        ]


def variable(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor that shares the memory and has a gradient."""
    return tensor.data.requires_grad_() if tensor.is_floating_point() else integer_variable(tensor)


def _backward(results: tuple, head_grads: list, variables: list) -> tuple[torch.Tensor | None, ...]:
    """Compute the gradients of variables from those of the results (None means ones)."""
    heads = [(r, g) for r, g in zip(results, head_grads, strict=True) if r.requires_grad]
    leaves = [v for v in map(in_graph, variables) if v.requires_grad]
    if not heads or not leaves:
        return (None,) * len(variables)
    grads = tuple(torch.ones_like(r) if g is None else g.to(r.dtype) for r, g in heads)
    # keep_graph: an executor may call backward again; create_graph: never.
    outer = start_pass(BackwardPass(state.tape, state.training, keeps_graph=True))
    try:
        gradients = run_engine([r for r, _ in heads], grads, True, False, leaves)
    finally:
        finish_pass(outer)
    computed = iter(gradients)
    return tuple(_gradient(computed, v) if in_graph(v).requires_grad else None for v in variables)


def _gradient(
    gradients: Iterator[torch.Tensor | None], variable: torch.Tensor
) -> torch.Tensor | None:
    gradient = next(gradients)
    return None if gradient is None else gradient.to(variable.dtype)
