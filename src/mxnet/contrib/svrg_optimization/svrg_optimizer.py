"""Optimizers of :class:`SVRGModule`, for stores with gradients in addition to parameters."""

from __future__ import annotations

import inspect

from ... import optimizer as opt


@opt.register
class _AssignmentOptimizer(opt.Optimizer):
    """Stores the gradient instead of the parameter, for keys that accumulate gradients."""

    def update(self, index, weight, grad, state):
        weight[:] = grad


@opt.register
class _SVRGOptimizer(opt.Optimizer):
    """Updates parameters with another optimizer, and stores the values of names with ``full``."""

    def __init__(self, default_optimizer, **kwargs):
        parameters = inspect.signature(opt.Optimizer.__init__).parameters
        super().__init__(**{name: value for name, value in kwargs.items() if name in parameters})
        if isinstance(default_optimizer, str):
            self.default_opt = opt.create(default_optimizer, **kwargs)
        else:
            self.default_opt = default_optimizer
        self.aux_opt = opt.create(_AssignmentOptimizer.__name__)

    def create_state(self, index, weight):
        return self._optimizer_of(index).create_state(index, weight)

    def update(self, index, weight, grad, state):
        self._optimizer_of(index).update(index, weight, grad, state)

    def _optimizer_of(self, index) -> opt.Optimizer:
        name = self.idx2name.get(index, index)
        return self.aux_opt if "full" in str(name) else self.default_opt
