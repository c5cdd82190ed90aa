"""Learning rate schedules: functions of the number of updates."""

from __future__ import annotations

import math

from ._core.lazy import lazy_attributes as _lazy_attributes
from ._text.foreign_names import SCHEDULE as _SCHEDULE, SCHEDULES as _SCHEDULE_NAMES
from ._text.parameter_docs import SCHEDULES as _DOCS
from ._text.reprs import call_text, document as _document
from ._text.spelling import (
    ConstructorSignature as _ConstructorSignature,
    check_arguments as _check_arguments,
    explain_foreign_names as _explain,
)

__all__ = [
    "CosineScheduler", "FactorScheduler", "LRScheduler", "MultiFactorScheduler",
    "OneCycleScheduler", "PlateauScheduler", "PolyScheduler",
]  # fmt: skip

__getattr__ = _lazy_attributes(__name__, {}, _SCHEDULE_NAMES)


def _require_int(name, value):
    if not isinstance(value, int):
        raise AssertionError(f"{name} must be an int, got {value!r}")


@_explain(_SCHEDULE)
class LRScheduler:
    """The base class of schedules: warm-up from ``warmup_begin_lr`` to ``base_lr``, then a rule."""

    follows_base_lr = True
    """Whether the rates change when an optimizer assigns its own learning rate to ``base_lr``."""

    __signature__ = _ConstructorSignature()

    def __new__(cls, *args, **kwargs):
        if args or kwargs:
            _check_arguments(cls, args, kwargs)
        return super().__new__(cls)

    def __init__(self, base_lr=0.01, warmup_steps=0, warmup_begin_lr=0, warmup_mode="linear"):
        _require_int("warmup_steps", warmup_steps)
        if warmup_begin_lr > base_lr:
            raise ValueError(
                "Base lr has to be higher than warmup_begin_lr, "
                f"got base_lr={base_lr} and warmup_begin_lr={warmup_begin_lr}"
            )
        if warmup_steps < 0:
            raise ValueError(f"Warmup steps has to be positive or 0, got {warmup_steps}")
        if warmup_mode not in ("linear", "constant"):
            raise ValueError(
                f"Supports only linear and constant modes of warmup, got {warmup_mode!r}"
            )
        self.base_lr = self.warmup_final_lr = base_lr
        self.warmup_steps = warmup_steps
        self.warmup_begin_lr = warmup_begin_lr
        self.warmup_mode = warmup_mode

    def __repr__(self):
        return call_text(self)

    def get_warmup_lr(self, num_update):
        """Return the rate for an update during the warm-up."""
        if num_update >= self.warmup_steps:
            raise ValueError(
                f"update {num_update} is after the warm-up of {self.warmup_steps} steps"
            )
        if self.warmup_mode == "constant":
            return self.warmup_begin_lr
        rise = self.warmup_final_lr - self.warmup_begin_lr
        return self.warmup_begin_lr + rise * num_update / self.warmup_steps

    def __call__(self, num_update):
        """Return the rate for the update with the given number."""
        raise NotImplementedError(f"{type(self).__name__} does not define __call__")


class _Schedule(LRScheduler):
    """A schedule that changes ``base_lr`` with the updates after the warm-up."""

    def __call__(self, num_update):
        warming = num_update < self.warmup_steps
        if not warming:
            self._advance(num_update)
        return self.get_warmup_lr(num_update) if warming else self.base_lr

    def _advance(self, num_update):
        """Set ``base_lr`` to its value at the given update."""
        raise NotImplementedError(f"{type(self).__name__} does not define _advance")


class _StepScheduler(_Schedule):
    """Multiplies the rate by a factor at certain updates, permanently."""

    def __init__(self, factor, *warmup):
        super().__init__(*warmup)
        if factor > 1.0:
            raise ValueError(f"Factor must be no more than 1 to make lr reduce, got {factor}")
        self.factor = factor
        self.count = 0


class FactorScheduler(_StepScheduler):
    """Multiplies the rate by ``factor`` every ``step`` updates, down to ``stop_factor_lr``.

    >>> schedule = FactorScheduler(step=2, factor=0.5, base_lr=0.8)
    >>> [schedule(n) for n in range(1, 6)]
    [0.8, 0.8, 0.4, 0.4, 0.2]
    """

    def __init__(
        self, step, factor=1, stop_factor_lr=1e-8, base_lr=0.01, warmup_steps=0, warmup_begin_lr=0,
        warmup_mode="linear",
    ):  # fmt: skip
        super().__init__(factor, base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if step < 1:
            raise ValueError(f"Schedule step must be greater or equal than 1 round, got {step}")
        self.step = step
        self.stop_factor_lr = stop_factor_lr

    def _advance(self, num_update):
        while num_update > self.count + self.step:
            self.count += self.step
            self.base_lr = max(self.base_lr * self.factor, self.stop_factor_lr)


class MultiFactorScheduler(_StepScheduler):
    """Multiplies the rate by ``factor`` after each number of updates in the list ``step``."""

    def __init__(
        self, step, factor=1, base_lr=0.01, warmup_steps=0, warmup_begin_lr=0, warmup_mode="linear",
    ):  # fmt: skip
        if not isinstance(step, list) or not step:
            raise AssertionError(f"step must be a list of update numbers, got {step!r}")
        if min(step) < 1:
            raise ValueError(f"Schedule step must be greater or equal than 1 round, got {step}")
        if any(later <= earlier for earlier, later in zip(step, step[1:], strict=False)):
            raise ValueError(f"Schedule step must be an increasing integer list, got {step}")
        super().__init__(factor, base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        self.step = step
        self.cur_step_ind = 0

    def _advance(self, num_update):
        while self.cur_step_ind < len(self.step) and num_update > self.step[self.cur_step_ind]:
            self.count = self.step[self.cur_step_ind]
            self.cur_step_ind += 1
            self.base_lr *= self.factor


class _SmoothScheduler(_Schedule):
    """Changes from ``base_lr`` to ``final_lr`` in ``max_update`` updates along a curve."""

    follows_base_lr = False  # MXNet: the curve starts at the base_lr passed to the constructor

    def __init__(self, max_update, final_lr, *warmup):
        super().__init__(*warmup)
        _require_int("max_update", max_update)
        if max_update < 1:
            raise ValueError(
                f"maximum number of updates must be strictly positive, got max_update={max_update}"
            )
        self.base_lr_orig, self.final_lr = self.base_lr, final_lr
        self.max_update = max_update
        self.max_steps = max_update - self.warmup_steps

    def __repr__(self):
        return call_text(self, base_lr="base_lr_orig")  # base_lr is the current rate

    def _advance(self, num_update):
        if num_update > self.max_update:
            return
        done = (num_update - self.warmup_steps) / self.max_steps if self.max_steps else 1.0
        fall = self.base_lr_orig - self.final_lr
        self.base_lr = self.final_lr + fall * self._share_left(done)


class PolyScheduler(_SmoothScheduler):
    """Decays with the power ``pwr`` of the remaining fraction of updates."""

    def __init__(
        self, max_update, base_lr=0.01, pwr=2, final_lr=0, warmup_steps=0, warmup_begin_lr=0,
        warmup_mode="linear",
    ):  # fmt: skip
        super().__init__(max_update, final_lr, base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        self.power = pwr

    def _share_left(self, done):
        return (1 - done) ** self.power


class CosineScheduler(_SmoothScheduler):
    """Decays along the first half of a cosine wave."""

    def __init__(
        self, max_update, base_lr=0.01, final_lr=0, warmup_steps=0, warmup_begin_lr=0,
        warmup_mode="linear",
    ):  # fmt: skip
        super().__init__(max_update, final_lr, base_lr, warmup_steps, warmup_begin_lr, warmup_mode)

    def _share_left(self, done):
        return _cosine_left(done)


def _cosine_left(done: float) -> float:
    """Return the remaining fraction of a decay along half a cosine wave."""
    return (1 + math.cos(math.pi * done)) / 2


class OneCycleScheduler(_SmoothScheduler):
    """Increases to ``base_lr`` along half a cosine wave, then decays far below the initial rate.

    A policy for short training with a high rate (Smith and Topin, "Super-Convergence", 2018). The
    peak is after the fraction ``rise`` of the updates. The initial rate is ``base_lr /
    begin_factor``, the final rate is the initial rate divided by ``final_factor``.

    >>> schedule = OneCycleScheduler(max_update=10, base_lr=1.0)
    >>> [round(schedule(n), 3) for n in (0, 3, 10)]
    [0.04, 1.0, 0.0]
    """

    def __init__(self, max_update, base_lr=0.01, rise=0.3, begin_factor=25, final_factor=10000):
        if not 0 < rise < 1:
            raise ValueError(f"rise is a share of the updates between 0 and 1, got {rise}")
        if begin_factor < 1 or final_factor < 1:
            raise ValueError("begin_factor and final_factor divide the rate: they are at least 1")
        begin_lr = base_lr / begin_factor
        super().__init__(max_update, begin_lr / final_factor, base_lr)
        self.rise, self.begin_factor, self.final_factor = rise, begin_factor, final_factor
        self.begin_lr = begin_lr

    def _advance(self, num_update):
        done = min(num_update / self.max_update, 1.0)
        if done < self.rise:
            begin, end, done = self.begin_lr, self.base_lr_orig, done / self.rise
        else:
            begin, end, done = (
                self.base_lr_orig,
                self.final_lr,
                (done - self.rise) / (1 - self.rise),
            )
        self.base_lr = end + (begin - end) * _cosine_left(done)


class PlateauScheduler(_StepScheduler):
    """Multiplies the rate by ``factor`` if a value has not improved ``patience`` times.

    Pass it the value after each epoch, for example the validation loss.

    >>> schedule = PlateauScheduler(factor=0.5, patience=1, base_lr=0.8)
    >>> for loss in (3.0, 2.0, 2.5, 2.4):
    ...     schedule.observe(loss)
    >>> schedule(100)
    0.4
    """

    def __init__(
        self, factor=0.1, patience=10, mode="min", threshold=1e-4, cooldown=0, stop_factor_lr=1e-8,
        base_lr=0.01, warmup_steps=0, warmup_begin_lr=0, warmup_mode="linear",
    ):  # fmt: skip
        super().__init__(factor, base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if mode not in ("min", "max"):
            raise ValueError(f"mode is 'min' or 'max', which improve, got {mode!r}")
        self.patience, self.mode, self.threshold = patience, mode, threshold
        self.cooldown, self.stop_factor_lr = cooldown, stop_factor_lr
        self.best = math.inf if mode == "min" else -math.inf
        self.waited = self.cooling = 0

    def observe(self, value):
        """Record a value; reduce the rate if patience is exhausted."""
        if self._is_better(value):
            self.best, self.waited = value, 0
        else:
            self.waited += 1
        if self.cooling:
            self.cooling -= 1
            self.waited = 0
        if self.waited > self.patience:
            self.base_lr = max(self.base_lr * self.factor, self.stop_factor_lr)
            self.cooling, self.waited = self.cooldown, 0

    def _is_better(self, value) -> bool:
        if self.mode == "min":
            return value < self.best * (1 - self.threshold) if self.best < math.inf else True
        return value > self.best * (1 + self.threshold) if self.best > -math.inf else True

    def _advance(self, num_update):
        """Leave the rate unchanged: only observed values change it."""


_document(globals(), _DOCS)
