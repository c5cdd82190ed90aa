"""The graph of an executor: the inputs that are data, and runs with gradients."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import torch

from ..._core.private_torch import run_engine
from ..._core.scope import BackwardPass, state
from ..._core.versions import versions_of
from ..._eager.backward_pass import finish_pass, start_pass
from ..._eager.integer_gradients import integer_variable
from ..._eager.steps import Announce
from ..._ops.sparse_tensor import Operand
from ..._ops.zero_gradients import has_derivative, in_graph
from ...context import Context
from ..ir.node import Entry
from ..passes.training import PlannedRun
from .executable import Executable, Tensors, mixed_tensors


class Runner:
    """Runs a graph on operands in the order of its inputs.

    ``variables`` are the positions of the inputs that have gradients. The inputs that are data, new
    for each call, are set by ``expect`` or inferred from calls.
    """

    def __init__(self, outputs: list[Entry], ctx: Context, variables: list[int]):
        self._executable, self._ctx, self._variables = Executable(outputs), ctx, variables
        self._data: set[int] = set()
        self._versions: list[int] | None = None  # of the inputs of the last call

    def expect(self, data: set[int]) -> None:
        """Declare that some inputs change between calls."""
        self._data |= data

    def compute(self, operands: list[Operand], training: bool) -> Sequence[Operand]:
        """Compute only the results."""
        with torch.no_grad():
            if not training and not self._data:
                self._expect_changed(operands)
            constant = None
            if self._data:
                constant = [i for i in range(len(operands)) if i not in self._data]
            return self._executable.compute_sparse(
                operands, self._ctx, training, constant, packs_on_first_call=True
            )

    def _expect_changed(self, operands: list[Operand]) -> None:
        """Treat the inputs that changed between two inferences as data."""
        before, self._versions = self._versions, versions_of(operands)
        if before is not None and before != self._versions:
            pairs = zip(before, self._versions, strict=True)
            self.expect({i for i, (old, new) in enumerate(pairs) if old != new})

    def record(self, operands: list[Operand], training: bool) -> PlannedRun | RecordedRun:
        """Compute the results, and store what a backward pass needs."""
        self._versions = None
        csr = self._executable.find_csr(operands, self._variables)
        tensors = mixed_tensors(operands, csr)
        enter = functools.partial(self._enter, tensors)
        run = self._executable.record(tensors, self._ctx, training, self._variables, enter, csr)
        if isinstance(run, PlannedRun):
            return run
        return RecordedRun(run.results, [run.inputs[i] for i in self._variables])

    def _enter(self, tensors: list[torch.Tensor]) -> list[torch.Tensor]:
        variables = set(self._variables)
        return [variable(t) if i in variables else t for i, t in enumerate(tensors)]


class RecordedRun:
    """A run that torch has recorded; none of its gradients is known to be ``unaliased``."""

    def __init__(self, results: Tensors, variables: list[torch.Tensor]):
        self._recorded, self._variables = tuple(map(in_graph, results)), variables
        # MXNet: users may change outputs before `backward`, which uses the changed values.
        self.results = tuple(result.data for result in results)
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
