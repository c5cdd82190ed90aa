"""Layers and losses that record their calls as steps, as if they were hybridized.

This is faster if there are only steps between the variables and the loss: then ``backward`` needs
no engine. A layer whose results are used by operators lets torch record it after a few calls.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from .._core import declined
from .._core.declined import Declined
from .._core.scope import state
from .._eager.array import NDArrayBase, find_sources, make_step_arrays
from .._graph.ir.node import Entry
from .._graph.passes.training import TrainingPlan
from .._graph.run.executable import Executable
from ..context import Context

GRAPHS = 64  # formulas whose graphs are cached; the oldest one is dropped
_graphs: dict[tuple, Executable] = {}


class LayerSteps:
    """The recorded calls of one layer.

    ``formula`` is a graph whose inputs are the arrays of a call. Layers with the same ``key`` have
    the same formula. They share what is prepared for it, but copy its plans, because it depends on
    the layer whether they are worthwhile.
    """

    def __init__(self, key: tuple, formula: list[Entry]):
        self._key, self._formula = key, formula
        self._plans: dict[TrainingPlan, TrainingPlan] = {}  # those of the graph -> their copies
        # The signature and plan of the last call, in one object because threads may share a layer.
        self._last: tuple[tuple, TrainingPlan | None] = (), None

    @functools.cached_property
    def _graph(self) -> Executable:
        graph = _graphs.get(self._key)
        if graph is None:
            if len(_graphs) >= GRAPHS:
                _graphs.pop(next(iter(_graphs)), None)
            graph = _graphs[self._key] = Executable(self._formula)
        return graph

    def record(
        self, arrays: Sequence[NDArrayBase | None], cls: type[NDArrayBase], ctx: Context
    ) -> NDArrayBase | None:
        """Run the layer on arrays of a class and context, or return None if torch must record it.

        If it raises an exception, running the operators of the layer raises the clear error.
        """
        tape, (signature, plan) = state.tape, self._last
        if tape is None or not tape.takes_steps or plan is not None and not plan.is_worthwhile:
            return None
        tensors, types = [], []
        for array in arrays:
            if type(array) is not cls or array._ctx.result is not ctx:
                return None
            tensor = array._plain
            if tensor is None:
                return None
            tensors.append(tensor)
            types.append(tensor.dtype)
        sources, variables = find_sources(arrays)
        if not sources:
            return None
        if signature != (ctx, state.training, variables, types):
            signature = ctx, state.training, variables, types
            plan = self._choose_plan(tensors, ctx, state.training, variables)
            self._last = signature, plan
        if plan is None or not plan.is_worthwhile:
            return None
        try:
            step = plan.run(tensors).as_step(sources)
        except Declined as reason:
            declined.note("training plan", reason)
            return None
        return make_step_arrays(step, ctx, tape, cls)[0]

    def _choose_plan(
        self, tensors: list, ctx: Context, training: bool, variables: list[int]
    ) -> TrainingPlan | None:
        shared = self._graph.plan_training(tensors, ctx, training, variables)
        if shared is None:
            return None
        plan = self._plans.get(shared)
        if plan is None:
            plan = self._plans[shared] = shared.copy_for_layer()
        return plan
