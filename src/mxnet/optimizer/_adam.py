"""Adam and its variants: moving averages of gradients and of their squares."""

from __future__ import annotations

import math

from .._ops.optimizer.list_steps import adamax_, nadam_
from .._ops.optimizer.multi import adam_all_, step_all_
from ._operators import update_one, zeros_like
from .base import Optimizer, register


class Moments(Optimizer):
    """The base class of Adam and its variants: two moments of the gradient and decay rates."""

    def __init__(self, learning_rate, beta1, beta2, **kwargs):
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1 = beta1
        self.beta2 = beta2

    def create_state(self, index, weight):
        return zeros_like(weight), zeros_like(weight)


@register
class Adam(Moments):
    """Adam (Kingma and Ba, 2014).

    With ``lazy_update``, a row-sparse gradient updates only the rows that it contains.
    """

    def __init__(
        self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, lazy_update=True, **kwargs,
    ):  # fmt: skip
        super().__init__(learning_rate, beta1, beta2, **kwargs)
        self.epsilon = epsilon
        self.lazy_update = lazy_update

    _powers = (1, 2)

    def _update_tensors(self, indices, lrs, wds, weights, grads, means, variances, unit=1.0):
        # Values that are added to, compared with or divide gradients are scaled by the same unit.
        adam_all_(
            weights, grads, means, variances, self._correct_rates(indices, lrs),
            [wd / unit for wd in wds], self.beta1, self.beta2, self.epsilon / unit,
            self.rescale_grad / unit, self._clip / unit,
        )  # fmt: skip

    def _correct_rates(self, indices, lrs) -> list[float]:
        """Return learning rates that correct the bias of moments that started at 0."""
        counts = [self._index_update_count[i] for i in indices]
        corrections = {count: self._correction(count) for count in set(counts)}
        if len(corrections) == 1:
            (correction,) = corrections.values()
            return [lr * correction for lr in lrs]
        return [lr * corrections[count] for lr, count in zip(lrs, counts, strict=True)]

    def _update_one(self, index, weight, grad, state, lr, wd):
        update_one(
            "adam_update", weight, grad, *state,
            lr=lr * self._correction(self._index_update_count[index]), wd=wd,
            beta1=self.beta1, beta2=self.beta2, epsilon=self.epsilon,
            rescale_grad=self.rescale_grad, clip_gradient=self._clip, lazy_update=self.lazy_update,
        )  # fmt: skip

    def _correction(self, count: int) -> float:
        """Return the correction for moments that started at 0, as a factor of the learning rate."""
        return math.sqrt(1 - self.beta2**count) / (1 - self.beta1**count)


@register
class Adamax(Moments):
    """Adam with a decaying maximum of the gradients instead of the second moment."""

    def __init__(self, learning_rate=0.002, beta1=0.9, beta2=0.999, **kwargs):
        super().__init__(learning_rate, beta1, beta2, **kwargs)

    def _correction(self, index) -> float:
        """Return the correction for means that started at 0, as a factor of the learning rate."""
        return 1 / (1 - self.beta1 ** self._index_update_count[index])

    def _update_tensors(self, indices, lrs, wds, *columns):
        rates = [lr * self._correction(i) for i, lr in zip(indices, lrs, strict=True)]
        options = self.beta1, self.beta2, self.rescale_grad, self._clip
        step_all_(adamax_, columns, rates, wds, *options)


@register
class Nadam(Moments):
    """Adam with Nesterov's momentum (Dozat, 2016)."""

    def __init__(
        self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, schedule_decay=0.004,
        **kwargs,
    ):  # fmt: skip
        super().__init__(learning_rate, beta1, beta2, **kwargs)
        self.epsilon = epsilon
        self.schedule_decay = schedule_decay
        self.m_schedule = 1.0

    def _momentum(self, count: int) -> float:
        # The schedule of the paper: it rises from beta1 / 2 to beta1.
        return self.beta1 * (1 - 0.5 * 0.96 ** (count * self.schedule_decay))

    def _factors(self, index) -> tuple[float, float, float]:
        """Return factors of the gradient and of its mean, and the divisor of the variance."""
        count = self._index_update_count[index]
        now, following = self._momentum(count), self._momentum(count + 1)
        # MXNet: all weights share one product of momenta, so n weights advance it n times.
        self.m_schedule *= now
        return (
            (1 - now) / (1 - self.m_schedule),
            following / (1 - self.m_schedule * following),
            1 - self.beta2**count,
        )

    def _update_tensors(self, indices, lrs, wds, *columns):
        factors = map(list, zip(*map(self._factors, indices), strict=True))
        step_all_(
            nadam_, [*columns, *factors], lrs, wds, self.beta1, self.beta2, self.epsilon,
            self.rescale_grad, self._clip,
        )  # fmt: skip
