"""Optimizers for large batches, with the step of each layer in proportion to its weights."""

from __future__ import annotations

import math

from .. import ndarray as nd
from .._ops.optimizer.multi import lamb_all_, lars_rates
from .._ops.optimizer.steps import momentum_sgd_
from ._adam import Moments
from ._sgd import MomentumOptimizer, descend
from .base import aggregation_size, register


@register
class LAMB(Moments):
    """Adam with the length of steps proportional to the weights (You et al., 2019)."""

    def __init__(
        self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-6, lower_bound=None,
        upper_bound=None, bias_correction=True, **kwargs,
    ):  # fmt: skip
        super().__init__(learning_rate, beta1, beta2, **kwargs)
        self.epsilon = epsilon
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound
        self.bias_correction = bias_correction
        self.aggregate_num = min(45, aggregation_size(45))  # the most that MXNet's kernel takes

    def _update_tensors(self, indices, lrs, wds, *columns):
        counts = [self._index_update_count[i] for i in indices]
        lamb_all_(
            *columns, lrs, wds, counts, self.beta1, self.beta2, self.epsilon, self.rescale_grad,
            self._clip, _bound_or_none(self.lower_bound), _bound_or_none(self.upper_bound),
            self.bias_correction,
        )  # fmt: skip


def _bound_or_none(value) -> float:
    return -1.0 if value is None else value


@register
class LARS(MomentumOptimizer):
    """Momentum SGD with a rate for each layer: ``eta * |weight| / (|grad| + wd * |weight| + eps)``.

    Biases and the parameters of normalizations, identified by name, keep the common rate. With
    ``lazy_update``, a row-sparse gradient updates only the rows that it contains, but all rows of a
    float16 weight with ``multi_precision``.
    """

    _copy_comes_first = False

    def __init__(
        self, momentum=0.0, lazy_update=True, eta=0.001, eps=0, momentum_correction=True, **kwargs,
    ):  # fmt: skip
        super().__init__(**kwargs)
        self.momentum = momentum
        self.momentum_correction = momentum_correction
        self.lazy_update = lazy_update
        self.eta = eta
        self.eps = eps
        self.skip = 0
        self.last_lr = self.cur_lr = None
        self.aggregate_num = aggregation_size(4)

    @staticmethod
    def _decays(name: str) -> bool:
        return name.endswith("_weight")

    def _update_count(self, index):
        previous = self.num_update
        super()._update_count(index)
        if self.cur_lr is None or self.num_update != previous:  # the first weights of a step
            rate = self.learning_rate
            self.last_lr, self.cur_lr = rate if self.cur_lr is None else self.cur_lr, rate

    def _update_tensors(self, indices, lrs, wds, *columns):
        lrs = self._layer_rates(indices, *columns[:2], lrs, wds)
        self._step(momentum_sgd_, columns, lrs, wds, self._corrected_momentum())

    def _update_one(self, index, weight, grad, state, lr, wd):
        dense = [[array.tostype("default")._t] for array in (weight, grad)]
        (lr,) = self._layer_rates([index], *dense, [lr], [wd])
        descend(
            self, weight, grad, state, lr, wd,
            momentum=self._corrected_momentum(), lazy_update=self.lazy_update,
        )  # fmt: skip

    def _corrected_momentum(self):
        if self.momentum_correction and self.last_lr:
            return self.momentum * self.cur_lr / self.last_lr
        return self.momentum

    def _layer_rates(self, indices, weights, grads, lrs, wds):
        """Return the rates: for layers by their norms, for biases and such the common one."""
        chosen = [k for k, i in enumerate(indices) if self._is_layer(i)]
        if not chosen:
            return lrs
        rows = ([values[k] for k in chosen] for values in (weights, grads, lrs, wds))
        layers = lars_rates(*rows, self.eta, self.eps, self.rescale_grad)
        rates = list(lrs)
        for k, rate in zip(chosen, layers, strict=True):
            rates[k] = rate
        return rates

    def _is_layer(self, index) -> bool:
        name = self.idx2name.get(index, str(index))
        return not name.endswith(("gamma", "beta", "bias"))


@register
class LBSGD(MomentumOptimizer):
    """SGD for batches ``batch_scale`` times as large, accumulated over as many updates.

    The rate increases to ``batch_scale`` times the usual one over ``warmup_epochs``, along a
    ``linear``, ``power2`` or ``sqrt`` curve; with ``lars`` it depends on the norms of each weight.
    """

    def __init__(
        self, momentum=0.0, multi_precision=False, warmup_strategy="linear", warmup_epochs=5,
        batch_scale=1, updates_per_epoch=32, begin_epoch=0, num_epochs=60, **kwargs,
    ):  # fmt: skip
        super().__init__(multi_precision=multi_precision, **kwargs)
        self.momentum = momentum
        self.batch_scale = batch_scale
        self.warmup_strategy, self.warmup_epochs = warmup_strategy, warmup_epochs
        self.updates_per_epoch, self.num_epochs = updates_per_epoch, num_epochs
        self.init_updates = begin_epoch * updates_per_epoch
        self.cumgrads = {}  # index -> sum of gradients so far, and their number
        self.lbmult = self.admult = 1  # MXNet: these never change
        self.adaptive = False

    def _find_problem(self):
        for sums in self.cumgrads.values():
            match sums:
                case {"cum_grad": int() | nd.NDArray(), "num_cums": int(), **rest} if not rest:
                    continue
            return "its sums of gradients are damaged"
        return None

    def update(self, index, weight, grad, state):
        # MXNet: the rate is read before the update is counted, so when a schedule lowers it, the
        # first weight is updated with the old rate.
        lr, wd = self._get_lr(index), self._get_wd(index)
        self._update_count(index)
        self._update_one(index, weight, grad, state, lr, wd)

    def _update_one(self, index, weight, grad, state, lr, wd):
        grad, count = self._accumulate(index, grad)
        if grad is None:
            return
        lr *= self._rate_by_norms(weight, grad, wd) if self._is_lars else self._growth(count)
        descend(self, weight, grad, state, lr, wd)

    @property
    def _is_lars(self) -> bool:
        return self.warmup_strategy == "lars"

    def _accumulate(self, index, grad):
        """Add a gradient; return the mean when the large batch is full, and the update count."""
        last = self.cumgrads.get(index, {"cum_grad": 0, "num_cums": self.init_updates})
        count, total = last["num_cums"] + 1, last["cum_grad"] + grad
        full = count % self.batch_scale == 0
        self.cumgrads[index] = {"cum_grad": 0 if full else total, "num_cums": count}
        return total / self.batch_scale if full else None, count

    def _growth(self, count: int) -> float:
        """Return the factor of the rate during and after the warm-up."""
        updates = self.warmup_epochs * self.updates_per_epoch
        if count >= updates:
            return self.batch_scale
        shapes = {"linear": 1.0, "power2": 2.0, "sqrt": 0.5}
        if updates <= 1 or self.warmup_strategy not in shapes:
            return 1.0
        return 1.0 + (self.batch_scale - 1) * (count / updates) ** shapes[self.warmup_strategy]

    @staticmethod
    def _rate_by_norms(weight, grad, wd) -> float:
        length, slope = ((array * array).sum().asscalar() for array in (weight, grad))
        # MXNet's bounds, and its constant against a division by 0.
        return min(max(math.sqrt(length / (slope + wd * length + 1e-18)), 0.01), 100.0)
