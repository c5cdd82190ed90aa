"""Schedules of MXNet before ``lr_scheduler``: functions of the number of the update."""

from __future__ import annotations

import logging

__all__ = ["FactorScheduler", "LearningRateScheduler"]


class LearningRateScheduler:
    """The base of the older schedules; an optimizer assigns its learning rate to ``base_lr``."""

    def __init__(self):
        self.base_lr = 0.01

    def __call__(self, iteration):
        """Return the rate of the update with this number."""
        raise NotImplementedError(f"{type(self).__name__} does not define __call__")


class FactorScheduler(LearningRateScheduler):
    """Multiplies the rate by ``factor`` every ``step`` updates.

    Unlike ``lr_scheduler.FactorScheduler`` it lowers the rate at update ``step``, not after it, and
    leaves ``base_lr`` as it is.

    >>> schedule = FactorScheduler(step=2, factor=0.5)
    >>> schedule.base_lr = 0.8
    >>> [schedule(n) for n in range(1, 6)]
    [0.8, 0.4, 0.4, 0.2, 0.2]
    """

    def __init__(self, step, factor=0.1):
        super().__init__()
        if step < 1:
            raise ValueError("Schedule step must be greater or equal than 1 round")
        if factor >= 1.0:
            raise ValueError("Factor must be less than 1 to make lr reduce")
        self.step, self.factor = step, factor
        self._last = None

    def __call__(self, iteration):
        rate = self.base_lr * self.factor ** (iteration // self.step)
        if self._last not in (None, rate):
            logging.info("At Iteration [%d]: Switched to learning rate %.5f", iteration, rate)
        self._last = rate
        return rate
