"""Learning rate search: train a copy of the network with increasing rates and record the loss."""

from __future__ import annotations

import copy
import math
from itertools import chain, repeat

import numpy as np

from ...trainer import Trainer
from .utils import new_figure

__all__ = ["RateSearch", "find_learning_rate"]

# Weight of the past in the running mean of losses, the multiple of the smallest loss at which the
# search stops, and the part of the rates at the beginning that is not suggested, because its means
# are of few batches and vary; all are fastai's values.
_SMOOTHING = 0.98
_EXPLODED = 4.0
_SKIPPED = 0.1


class RateSearch:
    """Learning rates that were tried, and the smoothed loss for each of them.

    ``suggestion`` is the rate at which the loss decreased fastest, a good choice for training.
    """

    def __init__(self, rates, losses):
        self.rates, self.losses = np.asarray(rates), np.asarray(losses)

    @property
    def suggestion(self):
        """The rate with the steepest decrease of the loss over the logarithm of the rate."""
        slopes = np.gradient(self.losses, np.log(self.rates))
        first = int(_SKIPPED * len(slopes))
        return float(self.rates[first + np.argmin(slopes[first:])])

    def __repr__(self):
        low, high = self.rates[0], self.rates[-1]
        return f"RateSearch({low:.1e} to {high:.1e}, suggestion {self.suggestion:.1e})"

    def plot(self):
        """Return a matplotlib figure of the loss over the rate, with the suggestion."""
        figure = new_figure(5, 3.5)
        axes = figure.add_subplot(xscale="log", xlabel="learning rate", ylabel="loss")
        axes.plot(self.rates, self.losses)
        axes.axvline(self.suggestion, color="tab:orange", label=f"{self.suggestion:.1e}")
        axes.grid(alpha=0.3)
        axes.legend()
        return figure


def find_learning_rate(estimator, loader, begin, end, steps) -> RateSearch:
    """Train a copy of an estimator's network, with the rate increasing from batch to batch."""
    trial = _copy_of(estimator)
    rates, losses, mean = [], [], 0.0
    batches = chain.from_iterable(repeat(loader))
    for number, batch in zip(range(steps), batches, strict=False):
        rate = begin * (end / begin) ** (number / (steps - 1))
        trial.trainer.set_learning_rate(rate)
        _, _, _, loss = trial.batch_processor.fit_batch(trial, batch, estimator.batch_axis)
        mean = _SMOOTHING * mean + (1 - _SMOOTHING) * _mean_of(loss)
        smooth = mean / (1 - _SMOOTHING ** (number + 1))
        if not math.isfinite(smooth) or losses and smooth > _EXPLODED * min(losses):
            break
        rates.append(rate)
        losses.append(smooth)
        trial.trainer.step(sum(part.shape[0] for part in loss))
    return RateSearch(rates, losses)


def _mean_of(losses) -> float:
    return float(np.mean(np.concatenate([loss.asnumpy().ravel() for loss in losses])))


def _copy_of(estimator):
    """Return an estimator with copies of the network and the optimizer, without a schedule."""
    trial = copy.copy(estimator)
    trial.net = copy.deepcopy(estimator.net)
    optimizer = estimator.trainer.optimizer
    optimizer = copy.deepcopy(optimizer, {id(optimizer.param_dict): {}})  # the trainer sets it
    optimizer.lr_scheduler = None
    trial.trainer = Trainer(trial.net.collect_params(), optimizer)
    return trial
