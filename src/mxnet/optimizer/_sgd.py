"""Stochastic gradient descent and its variants."""

from __future__ import annotations

import math

from .. import ndarray as nd
from .._ops.optimizer.list_steps import nesterov_, signsgd_, signum_
from .._ops.optimizer.multi import step_all_
from .._ops.optimizer.steps import momentum_sgd_, sgd_
from ._hyperparameters import Hyperparameter
from ._operators import update_one, zeros_like
from .base import Optimizer, aggregation_size, register


def descend(
    self, weight, grad, state, lr, wd, *, with_momentum="sgd_mom_update", momentum=None, **attrs,
):  # fmt: skip
    """Update by SGD, or with momentum if ``state`` has it."""
    attrs |= {"lr": lr, "wd": wd, "rescale_grad": self.rescale_grad, "clip_gradient": self._clip}
    if state is None:
        update_one("sgd_update", weight, grad, **attrs)
    else:
        momentum = self.momentum if momentum is None else momentum
        update_one(with_momentum, weight, grad, state, momentum=momentum, **attrs)


class MomentumOptimizer(Optimizer):
    """The base class of optimizers whose only state is a momentum, if they have one."""

    momentum = Hyperparameter()

    def create_state(self, index, weight):
        return zeros_like(weight) if self.momentum else None

    def _widen(self, grad):
        return super()._widen(grad).tostype("default")  # MXNet: with a float32 copy, all rows

    def _step(self, rule, columns, lrs, wds, momentum):
        """Update by a rule with momentum, or by SGD if this optimizer has none."""
        common = self.rescale_grad, self._clip
        if self.momentum:
            step_all_(rule, columns, lrs, wds, momentum, *common)
        else:
            step_all_(sgd_, columns[:2], lrs, wds, *common)


@register
class SGD(MomentumOptimizer):
    """Stochastic gradient descent, optionally with momentum.

    With ``lazy_update``, a row-sparse gradient updates only the rows that it contains, but all rows
    of a float16 weight with ``multi_precision``.
    """

    _copy_comes_first = False

    def __init__(self, momentum=0.0, lazy_update=True, **kwargs):
        super().__init__(**kwargs)
        self.momentum = momentum
        self.lazy_update = lazy_update
        self.aggregate_num = aggregation_size(4)

    def _update_tensors(self, indices, lrs, wds, *columns):
        self._step(momentum_sgd_, columns, lrs, wds, self.momentum)

    def _update_one(self, index, weight, grad, state, lr, wd):
        descend(self, weight, grad, state, lr, wd, lazy_update=self.lazy_update)


@register
class ccSGD(SGD):
    """A deprecated name of :class:`SGD`."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


@register
class NAG(MomentumOptimizer):
    """Nesterov's accelerated gradient."""

    _copy_comes_first = False

    def __init__(self, momentum=0.0, **kwargs):
        super().__init__(**kwargs)
        self.momentum = momentum

    def _update_one(self, index, weight, grad, state, lr, wd):
        descend(self, weight, grad, state, lr, wd, with_momentum="nag_mom_update")

    def _update_tensors(self, indices, lrs, wds, *columns):
        self._step(nesterov_, columns, lrs, wds, self.momentum)


@register
class Signum(MomentumOptimizer):
    """Updates by the sign of the momentum, or of the gradient without momentum.

    ``wd_lh`` decays the weight itself (Loshchilov and Hutter, 2017).
    """

    def __init__(self, learning_rate=0.01, momentum=0.9, wd_lh=0.0, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.momentum = momentum
        self.wd_lh = wd_lh

    def _update_tensors(self, indices, lrs, wds, *columns):
        if self.momentum:
            options = self.momentum, self.rescale_grad, self._clip, self.wd_lh
            step_all_(signum_, columns, lrs, wds, *options)
        else:
            step_all_(signsgd_, columns, lrs, [wd + self.wd_lh for wd in wds])


@register
class SGLD(Optimizer):
    """Stochastic gradient Langevin dynamics: half a step, and noise of variance ``lr``."""

    _is_deterministic = False

    def _update_one(self, index, weight, grad, state, lr, wd):
        if not lr:
            return  # MXNet: raises an error for noise of variance 0
        noise = nd.random.normal(
            0, math.sqrt(lr), shape=weight.shape, dtype=weight.dtype, ctx=weight.context
        )
        weight += weight._alike(noise) - lr / 2 * (self._rescale(grad) + wd * weight)


@register
class DCASGD(Optimizer):
    """Asynchronous SGD with compensation of delayed gradients (Zheng et al., 2017)."""

    momentum = Hyperparameter()

    def __init__(self, momentum=0.0, lamda=0.04, **kwargs):
        super().__init__(**kwargs)
        self.momentum = momentum
        self.lamda = lamda
        self.weight_previous = {}

    def create_state(self, index, weight):
        """Return the momentum and the weight of the previous step."""
        return zeros_like(weight) if self.momentum else None, weight.copy()

    def _update_one(self, index, weight, grad, state, lr, wd):
        momentum, previous = state
        grad = self._rescale(grad)
        late = self.lamda * grad * grad * (weight - previous)
        step = -lr * (grad + wd * weight + late)
        if momentum is not None:
            momentum *= self.momentum
            momentum += step
            step = momentum
        previous[:] = weight
        weight += step


@register
class Test(Optimizer):
    """Adds the gradient to the weight and keeps a copy; for tests of code that uses optimizers."""

    __test__ = False  # not a test class for pytest

    def create_state(self, index, weight):
        return zeros_like(weight)

    def _update_one(self, index, weight, grad, state, lr, wd):
        weight += grad * self.rescale_grad
        state[:] = weight
