"""Layers and losses that record their calls as steps, as if they were hybridized.

This is faster if there are only steps between the variables and the loss: then ``backward`` needs
no engine. A layer whose results are used by operators lets torch record it after a few calls.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Sequence

from .._core.scope import state
from .._eager.array import NDArrayBase, place_step
from .._graph.passes.training import TrainingPlan
from .._graph.run.executable import Executable
from ..base import MXNetError
from ._cached_op import find_sources

GRAPHS = 64  # formulas whose graphs are cached; the oldest one is dropped
_graphs: dict[tuple, Executable] = {}


class LayerSteps:
    """The recorded calls of one layer.

    ``key`` identifies its formula, and ``trace`` returns the formula as a symbol, whose inputs are
    the arrays of a call. Layers of the same formula share a graph and copy its plans, because it
    depends on the layer whether they are worthwhile.
    """

    def __init__(self, key: tuple, trace: Callable):
        self.key, self._trace = key, trace
        self._plans: dict[TrainingPlan, TrainingPlan] = {}  # those of the graph -> their copies
        self._is_worthwhile = True

    @functools.cached_property
    def _graph(self) -> Executable:
        graph = _graphs.get(self.key)
        if graph is None:
            if len(_graphs) >= GRAPHS:
                _graphs.pop(next(iter(_graphs)), None)
            graph = _graphs[self.key] = Executable(self._trace()._entries)
        return graph

    def record(self, arrays: Sequence[NDArrayBase]) -> NDArrayBase | None:
        """Run the layer; return None if torch must record it, or if it fails."""
        tape = state.tape
        if tape is None or not tape.takes_steps or not self._is_worthwhile:
            return None
        cls, ctx = type(arrays[0]), arrays[0]._ctx.result
        tensors = []
        for array in arrays:
            if type(array) is not cls:  # also a parameter whose shape is not known yet
                return None
            tensor = array._plain
            if tensor is None or array._ctx.result is not ctx:
                return None
            tensors.append(tensor)
        found = find_sources(arrays)
        if found is None:
            return None
        sources, variables = found
        try:
            shared = self._graph.plan_training(tensors, ctx, state.training, variables)
        except MXNetError:  # a mixture of types: the formula raises the error of its operator
            return None
        if shared is None:
            return None
        plan = self._plans.get(shared) or self._copy(shared)
        if not plan.is_worthwhile:
            self._is_worthwhile = False
            return None
        step = plan.run(tensors, sources)
        if step is None:  # the formula raises the clear error
            plan.note_failure()
            return None
        return place_step(step, ctx, tape, cls)[0]

    def _copy(self, plan: TrainingPlan) -> TrainingPlan:
        own = self._plans[plan] = copy.copy(plan)
        own.outputs = None  # the names of the variables are those of another layer
        return own
