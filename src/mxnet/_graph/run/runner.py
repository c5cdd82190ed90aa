"""The graph of an executor: lowered once for each way to run it, on plans where it can be.

These are the plans of hybridized blocks: one for inference with known inputs, one for training.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

import torch

from ..._eager.integer_gradients import in_graph
from ...context import Context
from ..ir.node import Entry
from ..lower import execution
from ..lower.code import Code
from ..passes.outputs import lower_securely
from ..passes.plan import Plans
from ..passes.training import TrainingPlan, may_derive, training_plan
from .integer_gradients import casts_to_whole, lower_whole

Tensors = Sequence[torch.Tensor]


class Runner:
    """Runs a graph on tensors of certain types; results are always arrays of their own.

    ``wanted`` are the places of the inputs that have gradients. ``data`` are those that come anew
    for each call, which need not be told beforehand. ``csr`` are those that are CSR matrices; with
    them there are no plans.
    """

    def __init__(
        self, outputs: list[Entry], ctx: Context, types: list, wanted: list[int],
        csr: Set[int] = frozenset(),
    ):  # fmt: skip
        self._outputs, self._ctx, self._types = outputs, ctx, types
        self.wanted = wanted
        self._modules: dict[bool, Code] = {}  # by training
        self._whole: dict[bool, Code] = {}
        is_whole = not all(types[i].is_floating_point for i in wanted) or casts_to_whole(outputs)
        self._has_whole = bool(wanted) and is_whole
        self._derives = not csr and bool(wanted) and not is_whole and may_derive(outputs)
        self._csr = csr
        self._training_plans: dict[bool, TrainingPlan | None] = {}
        self._data: set[int] = set()
        self._plans: Plans | None = None
        self._versions: list[int] | None = None  # of the inputs of the last call

    def expect(self, data: set[int]) -> None:
        """Note that some inputs change from call to call."""
        if not data <= self._data:
            self._data |= data
            constant = [i for i in range(len(self._types)) if i not in self._data]
            self._plans = Plans(self._outputs, self._ctx, constant, len(self._types), at_once=True)

    def compute(self, tensors: list, training: bool) -> Tensors:
        """Compute the results alone."""
        results = None
        if not training and not self._csr:
            if self._plans is None:
                self._learn(tensors)
            if self._plans is not None:
                results = self._plans.run(tensors)
        if results is None:
            results = execution.forward(self._lowered(training), tensors, False)
        return results

    def _learn(self, tensors: list) -> None:
        """Find out which inputs are data: what has changed between two calls without training."""
        before, self._versions = self._versions, [tensor._version for tensor in tensors]
        if before is not None and before != self._versions:
            pairs = zip(before, self._versions, strict=True)
            self.expect({i for i, (old, new) in enumerate(pairs) if old != new})

    def record(self, tensors: list, training: bool) -> PlannedRun | RecordedRun:
        """Compute the results, and keep what a backward pass needs."""
        self._versions = None
        plan = self._training_plan(training)
        values = None if plan is None else plan.values(tensors)
        if values is not None:
            return PlannedRun(plan, values)
        variables = []
        for i in self.wanted:
            tensors[i] = execution.variable(tensors[i])
            variables.append(tensors[i])
        module = self._lowered_whole(training) if self._has_whole else self._lowered(training)
        return RecordedRun(execution.forward(module, tensors, True), variables)

    def _training_plan(self, training: bool) -> TrainingPlan | None:
        if not self._derives:
            return None
        if training not in self._training_plans:
            plan = training_plan(self._outputs, self._ctx, training, self._types, self.wanted)
            self._training_plans[training] = plan
        return self._training_plans[training]

    def _lowered(self, training: bool) -> Code:
        if training not in self._modules:
            self._modules[training] = lower_securely(self._outputs, self._ctx, training, self._csr)
        return self._modules[training]

    def _lowered_whole(self, training: bool) -> Code:
        if training not in self._whole:
            self._whole[training] = lower_whole(self._outputs, self._ctx, training)
        return self._whole[training]


class PlannedRun:
    """A run of a training plan."""

    def __init__(self, plan: TrainingPlan, values: tuple):
        self._plan = plan
        self.results, self._saved = values[: plan.count], values[plan.count :]

    def has_gradient(self, position: int) -> bool:
        """Tell whether a result depends on variables: here all do."""
        return True

    def gradients(self, heads: list) -> tuple[Tensors, Sequence[bool]]:
        """Return the gradients of the variables, and which of them are fresh."""
        grads = [
            torch.ones_like(result) if head is None and used else head
            for result, head, used in zip(self.results, heads, self._plan.heads_used, strict=True)
        ]
        fresh = self._plan.fresh
        return self._plan.gradients(self._saved, grads, [None] * len(fresh), False), fresh


class RecordedRun:
    """A run that torch has recorded."""

    def __init__(self, results: Tensors, variables: list[torch.Tensor]):
        self._recorded, self._variables = tuple(map(in_graph, results)), variables
        self.results = tuple(result.detach() for result in results)

    def has_gradient(self, position: int) -> bool:
        """Tell whether a result depends on variables."""
        return self._recorded[position].requires_grad

    def gradients(self, heads: list) -> tuple[Tensors, Sequence[bool]]:
        """Return the gradients of the variables, None where there is none; which are fresh?"""
        found = execution.backward(self._recorded, heads, self._variables)
        return found, [False] * len(found)
