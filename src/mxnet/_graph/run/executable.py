"""A graph that runs on tensors, with the first strategy that applies.

| ``compute`` (only results)                   | ``record`` (results and gradients)         |
|----------------------------------------------|--------------------------------------------|
| node by node, if an output is sparse         | a training plan                            |
| the lowered graph, with CSR matrices         | the lowered graph, recorded by torch, with |
| an inference plan                            | CSR matrices or integers with gradients,   |
| the lowered graph                            | if there are any                           |

Executors and hybridized blocks are adapters of this class.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence, Set
from typing import Any, NamedTuple

import torch

from ..._core import declined
from ..._core.declined import Declined
from ..._eager.integer_gradients import is_integer_variable
from ..._ops.checks import KERNEL_ERRORS
from ..._ops.nn.batch_norm import collecting_updates
from ..._ops.sparse_tensor import CsrTensor, Operand, stype_of, to_dense
from ..._ops.zero_gradients import depending_on, in_graph
from ...context import Context
from ..infer.storage import has_sparse_output
from ..infer.types import check_types
from ..ir.node import Entry, topological
from ..lower.code import Code
from ..lower.compiled import Compiled
from ..lower.lowering import run
from ..lower.sparse_inputs import csr_inputs
from ..passes.outputs import lower_with_owned_outputs
from ..passes.plan import InferencePlans
from ..passes.training import PlannedRun, TrainingPlan, may_derive, training_plan
from .integer_gradients import casts_to_integers, lower_with_integer_gradients
from .sparse import run_nodes
from .unreached import find_unreached, inputs_of_each
from .updates import run_in_backward

Tensors = Sequence[torch.Tensor]
MISSING = object()


class Recorded(NamedTuple):
    """A run that torch has recorded: the inputs in its graph, and the results."""

    inputs: Tensors
    results: Tensors


class Executable:
    """A graph, and what was prepared to run it; results share no memory.

    With ``backend``, torch compiles the lowered graph, which then has no plans. A graph of up to
    ``inline_limit`` operators counts as separate operators: its gradients are not written together.
    """

    def __init__(self, outputs: list[Entry], backend: str | None = None, inline_limit: int = 0):
        self.outputs = outputs
        operators = sum(not node.is_variable for node in topological(outputs))
        self._is_inlined = operators <= inline_limit
        self._casts_to_integers = casts_to_integers(outputs)
        # Which inputs have gradients may depend on values: of control flow, or in user code.
        self._branches = any(
            node.op.bind is not None for node in topological(outputs) if not node.is_variable
        )
        self._backend = backend
        self.makes_sparse = has_sparse_output(outputs, {})  # from dense inputs
        self._differentiable = (
            backend is None
            and not self._casts_to_integers
            and not (self._is_inlined and len(outputs) > 1)
            and may_derive(outputs)
        )
        self._types: tuple[torch.dtype, ...] | None = None  # of the last call
        self._has_integers = False  # whether any call had integer inputs
        # By strategy, context, mode and further conditions of the strategy.
        self._prepared: dict[tuple, Any] = {}
        # For each result, the positions of inputs that its gradient does not reach.
        self._unreached: dict[tuple, list[list[int]]] = {}
        # Of a graph of one array without parameters: context, type and function of the last plan
        # that fits any shape. The fastest path: no keys are compared.
        self._direct: tuple[Context | None, torch.dtype | None, Callable] = None, None, run

    def check_types(self, tensors: Tensors) -> tuple[torch.dtype, ...]:
        """Reject a mixture of types, like operators; checked again when the types change."""
        types = tuple([tensor.dtype for tensor in tensors])
        if types != self._types:
            check_types(self.outputs, list(types))
            self._has_integers |= not all(dtype.is_floating_point for dtype in types)
            self._types = types
        return types

    # ------------------------------------------------------------------------- sparse inputs

    @functools.cached_property
    def _input_names(self) -> list[str]:
        return [node.name for node in topological(self.outputs) if node.is_variable]

    @functools.cached_property
    def _csr_positions(self) -> list[int]:
        """The inputs that may be CSR matrices; other sparse inputs become dense."""
        if self._backend is not None or self._casts_to_integers:
            return []
        names = csr_inputs(self.outputs)
        return [i for i, name in enumerate(self._input_names) if name in names]

    def find_csr(self, operands: Sequence[Operand], variables: Collection[int] = ()) -> set[int]:
        """Return the positions of CSR matrices that the lowered graph computes on.

        ``variables`` have gradients, which must be dense.
        """
        return {
            i
            for i in self._csr_positions
            if isinstance(operand := operands[i], CsrTensor)
            and operand.dtype.is_floating_point
            and i not in variables
        }

    def gives_sparse(self, stypes: tuple[str, ...]) -> bool:
        """Return whether some output is sparse, for inputs of these storage types."""
        key = "gives sparse", *stypes
        if key not in self._prepared:
            named = dict(zip(self._input_names, stypes, strict=True))
            self._prepared[key] = has_sparse_output(self.outputs, named)
        return self._prepared[key]

    # ------------------------------------------------------------------------------ inference

    def compute_sparse(
        self, operands: Sequence[Operand], ctx: Context, training: bool,
        constant: list[int] | None = None, packs_on_first_call: bool = False,
    ) -> Sequence[Operand]:  # fmt: skip
        """Compute the results from operands that may be sparse; some results may be sparse too."""
        if self.gives_sparse(tuple(map(stype_of, operands))):
            return run_nodes(self.outputs, operands, ctx, training)
        csr = self.find_csr(operands)
        tensors = mixed_tensors(operands, csr)
        if not csr:
            return self.compute(tensors, ctx, training, constant, packs_on_first_call)
        self.check_types(tensors)
        return self._run_lowered(tensors, ctx, training, csr)

    def compute(
        self, tensors: Tensors, ctx: Context, training: bool,
        constant: list[int] | None = None, packs_on_first_call: bool = False,
    ) -> Tensors:  # fmt: skip
        """Compute dense results; ``constant`` inputs rarely change between calls."""
        direct_ctx, dtype, function = self._direct
        failure = None
        if direct_ctx is ctx and not training and tensors[0].dtype is dtype:
            try:
                return function(*tensors)
            except KERNEL_ERRORS as error:
                failure = error  # the lowered graph raises it below, with the name of the node
        self.check_types(tensors)
        if constant is None or training or self._backend is not None:
            return self._run_lowered(tensors, ctx, training)
        plans = self._plans(ctx, constant, len(tensors), packs_on_first_call)
        try:
            results = plans.run(tensors)
        except KERNEL_ERRORS as error:
            plain = self._run_lowered(tensors, ctx, training)  # raises the clear error
            plans.drop(tensors)
            declined.report("inference plan", error)
            return plain
        if results is None:
            return self._run_lowered(tensors, ctx, training)
        if failure is not None:
            declined.report("function of any shape", failure)
        elif len(tensors) == 1 and (direct := plans.function_of_any_shape()) is not None:
            self._direct = ctx, tensors[0].dtype, direct
        return results

    def packs_first_weights(
        self, tensors: Sequence, ctx: Context, constant: list[int], packs_on_first_call: bool
    ) -> bool:
        """Return whether ``compute`` would pack weights, for the first time.

        Of ``constant`` inputs, the tensors are not needed.
        """
        plans = self._plans(ctx, constant, len(tensors), packs_on_first_call)
        return plans.packs_first_weights(tensors)

    def compute_with_packed(
        self, tensors: Tensors, ctx: Context, constant: list[int], packs_on_first_call: bool
    ) -> Tensors | None:
        """Compute dense results with a plan, some tensors being stand-ins for packed weights.

        Return None if that is not possible, even because of an error: ``compute`` explains it.
        """
        self.check_types(tensors)
        plans = self._plans(ctx, constant, len(tensors), packs_on_first_call)
        try:
            return plans.run(tensors) if plans.fits_last(tensors) else None
        except KERNEL_ERRORS:
            return None

    def _plans(
        self, ctx: Context, constant: list[int], count: int, packs_on_first_call: bool
    ) -> InferencePlans:
        plans = self.inference_plans(ctx)
        if plans is None or plans.parameters is not constant and plans.parameters != constant:
            plans = InferencePlans(self.outputs, ctx, constant, count, packs_on_first_call)
            self._prepared["inference plans", ctx] = plans
        return plans

    def inference_plans(self, ctx: Context) -> InferencePlans | None:
        """Return the inference plans on a context, if there are any."""
        return self._prepared.get(("inference plans", ctx))

    def _run_lowered(
        self, tensors: Tensors, ctx: Context, training: bool, csr: Set[int] = frozenset()
    ) -> Tensors:
        """Run the lowered graph, which torch may record; inputs at ``csr`` are CSR matrices."""
        key = "lowered", ctx, training, *csr
        code: Any = self._prepared.get(key)
        if code is None:
            code = lower_with_owned_outputs(self.outputs, ctx, training, csr)
            if self._backend is not None:
                code = Compiled(code, self._backend)
            self._prepared[key] = code
        return run(code, tensors) if self._backend is None else code.run(tensors)

    # ------------------------------------------------------------------------------ recording

    def record(
        self, tensors: list[torch.Tensor], ctx: Context, training: bool,
        variables: list[int], enter: Callable[[], Tensors], csr: Set[int] = frozenset(),
    ) -> PlannedRun | Recorded:  # fmt: skip
        """Compute the results, and store what a backward pass needs.

        Without ``variables``, or if the plan for their gradients is declined, torch records the
        graph. ``enter`` then returns the tensors in torch's graph, some of which may be integers.
        """
        failure = None
        plan = None
        if variables and not csr:
            plan = self.plan_training(tensors, ctx, training, variables)
        if plan is not None:
            try:
                return plan.run(tensors)
            except Declined as reason:
                declined.note("training plan", reason)
            except KERNEL_ERRORS as error:  # running the graph itself raises the clear error
                failure = error
        recorded = enter()
        with torch.enable_grad():
            results = self._run_recorded(recorded, ctx, training, csr)
        if failure is not None:
            declined.report("training plan", failure)
        return Recorded(recorded, results)

    def plan_training(
        self, tensors: Tensors, ctx: Context, training: bool, variables: list[int]
    ) -> TrainingPlan | None:
        """Return a plan with gradients for the given inputs, or None if torch must record."""
        if not self._differentiable:  # such as graphs with convolutions, whose plans are large
            plans = self.inference_plans(ctx)
            if plans is not None:
                plans.unload_stale(tensors)
            return None
        types = self.check_types(tensors)
        key = "training plan", ctx, training, types, *variables
        plan = self._prepared.get(key, MISSING)
        if plan is MISSING:
            plan = training_plan(
                self.outputs, ctx, training, list(types), variables, self._is_inlined
            )
            self._prepared[key] = plan
        return plan if plan is not None and plan.is_worthwhile else None

    def _run_recorded(
        self, tensors: Tensors, ctx: Context, training: bool, csr: Set[int]
    ) -> Tensors:
        self.check_types(tensors)
        with collecting_updates(not self._is_inlined) as updates:
            if self._needs_shadows(tensors):
                results: Tensors = run(self._lower_with_integers(ctx, training), tensors)
            else:
                results = self._run_lowered(tensors, ctx, training, csr)
        results = self._connect_all(results, tensors, ctx, training)
        if updates:
            run_in_backward(updates, results)
        return results

    def _needs_shadows(self, tensors: Tensors) -> bool:
        """Return whether integers have gradients."""
        if self._casts_to_integers:
            return True
        return self._has_integers and any(map(is_integer_variable, tensors))

    def _connect_all(
        self, results: Tensors, tensors: Tensors, ctx: Context, training: bool
    ) -> Tensors:
        """Make each result depend on all inputs (if inlined, its own) in torch's graph."""
        recorded = [i for i, tensor in enumerate(tensors) if in_graph(tensor).requires_grad]
        key = ctx, training, self._types, *recorded
        unreached = None if self._branches else self._unreached.get(key)
        if unreached is None:
            unreached = [find_unreached(result, tensors) for result in results]
            if self._is_inlined:
                own = inputs_of_each(self.outputs)
                unreached = [sorted(own[i].intersection(u)) for i, u in enumerate(unreached)]
            self._unreached[key] = unreached
        if not any(unreached):
            return results
        return [
            depending_on(result, [in_graph(tensors[i]) for i in positions])
            for result, positions in zip(results, unreached, strict=True)
        ]

    def _lower_with_integers(self, ctx: Context, training: bool) -> Code:
        key = "lowered with integer gradients", ctx, training
        if key not in self._prepared:
            self._prepared[key] = lower_with_integer_gradients(self.outputs, ctx, training)
        return self._prepared[key]


def mixed_tensors(operands: Sequence[Operand], csr: Set[int]) -> list[torch.Tensor]:
    """Return dense tensors of operands, and torch's CSR tensors at the given positions."""
    return [
        operand.to_torch() if i in csr and isinstance(operand, CsrTensor) else to_dense(operand)
        for i, operand in enumerate(operands)
    ]
