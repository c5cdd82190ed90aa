"""Handlers that monitor whether a metric improves."""

from __future__ import annotations

import math
import warnings

import numpy as np

from ....metric import EvalMetric
from ._events import EpochEnd, TrainBegin, TrainEnd


class Monitor:
    """Decides whether a metric has improved."""

    def _set_monitor(self, monitor, mode):
        self.monitor = monitor
        if mode not in ("min", "max"):
            warnings.warn(
                f"`greater` operator will be used to determine if {monitor.get()[0]} has "
                "improved. Please specify `mode='min'` to use the `less` operator. Specify "
                "`mode='max'` to disable this warning.",
                stacklevel=3,
            )
        # MXNet: "auto" means "max", for losses too.
        self.monitor_op = np.less if mode == "min" else np.greater

    def _worst(self):
        return math.inf if self.monitor_op is np.less else -math.inf

    def _value(self):
        # Workers decide together: one that stopped alone would leave the others waiting.
        name, value = self.monitor.over_workers().get()
        if math.isnan(value):
            warnings.warn(
                f"{name} was not updated, pass one of the metric objects of the estimator as "
                "monitor",
                stacklevel=3,
            )
        return name, value


class EarlyStoppingHandler(Monitor, TrainBegin, EpochEnd, TrainEnd):
    """Stops if a metric has not improved by ``min_delta`` for ``patience`` epochs."""

    def __init__(self, monitor, min_delta=0, patience=0, mode="auto", baseline=None):
        if not isinstance(monitor, EvalMetric):
            raise ValueError(
                "Please provide one of the metric objects from estimator.train_metrics and "
                f"estimator.val_metrics as monitor. Got {monitor!r}"
            )
        self._set_monitor(monitor, mode)
        self.baseline = baseline
        self.patience = patience
        self.min_delta = -min_delta if self.monitor_op is np.less else min_delta
        self._begin()

    def _begin(self):
        self.wait = self.stopped_epoch = self.current_epoch = 0
        self.stop_training = False
        self.best = self._worst() if self.baseline is None else self.baseline

    def train_begin(self, estimator, *args, **kwargs):
        self._begin()

    def epoch_end(self, estimator, *args, **kwargs):
        _, value = self._value()
        if self.monitor_op(value - self.min_delta, self.best):
            self.best, self.wait = value, 0
        else:
            self.wait += 1
            self.stop_training = self.wait >= self.patience
        if self.stop_training:
            self.stopped_epoch = self.current_epoch
        self.current_epoch += 1
        return self.stop_training

    def train_end(self, estimator, *args, **kwargs):
        if self.stop_training:
            estimator.logger.info(
                "[Epoch %d] EarlyStoppingHandler: early stopping due to %s not improving",
                self.stopped_epoch,
                self.monitor.get()[0],
            )
