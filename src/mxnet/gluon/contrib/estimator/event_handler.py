"""Handlers: callbacks before and after training, epochs and batches.

A handler has a method for each of its events, declared by its base classes. Handlers with lower
``priority`` run first. Training stops when ``batch_end`` or ``epoch_end`` returns True.
"""

from __future__ import annotations

import math
import time

from ....metric import (
    CompositeEvalMetric as CompositeEvalMetric,
    EvalMetric as EvalMetric,
    Loss as metric_loss,
)
from ._checkpoints import CheckpointHandler
from ._events import (
    BatchBegin,
    BatchEnd,
    EpochBegin,
    EpochEnd,
    EventHandler,
    TrainBegin,
    TrainEnd,
)
from ._monitors import EarlyStoppingHandler
from .utils import _check_metrics

__all__ = [
    "BatchBegin", "BatchEnd", "CheckpointHandler", "EarlyStoppingHandler", "EpochBegin",
    "EpochEnd", "GradientUpdateHandler", "LoggingHandler", "MetricHandler", "StoppingHandler",
    "TrainBegin", "TrainEnd", "ValidationHandler",
]  # fmt: skip

for _handler in (CheckpointHandler, EarlyStoppingHandler, EventHandler):
    _handler.__module__ = __name__  # their path in MXNet


class StoppingHandler(TrainBegin, BatchEnd, EpochEnd):
    """Stops after a number of epochs or batches."""

    def __init__(self, max_epoch=None, max_batch=None):
        self.max_epoch = max_epoch
        self.max_batch = max_batch
        self.current_batch = self.current_epoch = 0
        self.stop_training = False

    def train_begin(self, estimator, *args, **kwargs):
        self.max_epoch, self.max_batch = estimator.max_epoch, estimator.max_batch
        self.current_batch = self.current_epoch = 0
        self.stop_training = False

    def batch_end(self, estimator, *args, **kwargs):
        self.current_batch += 1
        self.stop_training |= self.current_batch == self.max_batch
        return self.stop_training

    def epoch_end(self, estimator, *args, **kwargs):
        self.current_epoch = epoch = self.current_epoch + 1
        self.stop_training |= epoch == self.max_epoch
        return self.stop_training


class MetricHandler(EpochBegin, BatchEnd):
    """Updates metrics on every batch, and resets them every epoch."""

    def __init__(self, metrics, priority=-1000):
        # Metrics are updated before handlers of a higher priority read them.
        self.priority, self.metrics = priority, _check_metrics(metrics)

    def epoch_begin(self, estimator, *args, **kwargs):
        for metric in self.metrics:
            metric.reset()

    def batch_end(self, estimator, *args, **kwargs):
        for metric in self.metrics:
            if isinstance(metric, metric_loss):
                metric.update(0, kwargs["loss"])
            else:
                metric.update(kwargs["label"], kwargs["pred"])


class GradientUpdateHandler(BatchEnd):
    """Performs the trainer step, before all other handlers."""

    def __init__(self, priority=-2000):
        self.priority = priority

    def batch_end(self, estimator, *args, **kwargs):
        loss = kwargs["loss"]
        losses = loss if isinstance(loss, list | tuple) else [loss]
        self._step(estimator, sum(one.shape[0] for one in losses))

    def _step(self, estimator, samples):
        estimator.trainer.step(samples)


class ValidationHandler(TrainBegin, BatchEnd, EpochEnd):
    """Evaluates every ``epoch_period`` epochs, every ``batch_period`` batches, or both."""

    def __init__(
        self, val_data, eval_fn, epoch_period=1, batch_period=None, priority=-1000,
        event_handlers=None,
    ):  # fmt: skip
        self.val_data = val_data
        self.eval_fn = eval_fn
        self.epoch_period = epoch_period
        self.batch_period = batch_period
        self.current_batch = self.current_epoch = 0
        self.priority = priority
        self.event_handlers = event_handlers

    def train_begin(self, estimator, *args, **kwargs):
        self.current_batch = self.current_epoch = 0

    def batch_end(self, estimator, *args, **kwargs):
        self.current_batch += 1
        self._evaluate_if(estimator, self.current_batch, self.batch_period)

    def epoch_end(self, estimator, *args, **kwargs):
        self.current_epoch += 1
        self._evaluate_if(estimator, self.current_epoch, self.epoch_period)

    def _evaluate_if(self, estimator, count, period):
        if period and count % period == 0:
            self.eval_fn(
                val_data=self.val_data,
                batch_axis=estimator.batch_axis,
                event_handlers=self.event_handlers,
            )


class LoggingHandler(TrainBegin, TrainEnd, EpochBegin, EpochEnd, BatchBegin, BatchEnd):
    """Writes times and metrics to the estimator's logger.

    ``log_interval`` is ``"epoch"`` or a number of batches. It runs after all other handlers.
    """

    def __init__(self, log_interval="epoch", metrics=None, priority=math.inf):
        if not isinstance(log_interval, int) and log_interval != "epoch":
            raise ValueError("log_interval must be either an integer or string 'epoch'")
        self.metrics, self.priority = _check_metrics(metrics), priority
        self.log_interval = log_interval
        self._begin()

    def _begin(self):
        self.batch_index = self.current_epoch = self.processed_samples = 0
        self.log_interval_time, self.train_start = 0, time.time()

    def train_begin(self, estimator, *args, **kwargs):
        self._begin()
        trainer = estimator.trainer
        estimator.logger.info(
            "Training begin: using optimizer %s with current learning rate %.4f ",
            type(trainer.optimizer).__name__,
            trainer.learning_rate,
        )
        unit = "epochs" if estimator.max_epoch else "batches"
        estimator.logger.info("Train for %d %s.", estimator.max_epoch or estimator.max_batch, unit)

    def train_end(self, estimator, *args, **kwargs):
        seconds = time.time() - self.train_start
        self._log(
            estimator,
            f"Train finished using total {int(seconds)}s with {self.current_epoch} epochs. ",
        )

    def epoch_begin(self, estimator, *args, **kwargs):
        self.epoch_start = time.time()
        if any("training" in metric.name for metric in self.metrics):
            estimator.logger.info(
                "[Epoch %d] Begin, current learning rate: %.4f",
                self.current_epoch,
                estimator.trainer.learning_rate,
            )
        else:
            estimator.logger.info("Validation Begin")

    def epoch_end(self, estimator, *args, **kwargs):
        seconds = time.time() - self.epoch_start
        self._log(estimator, f"[Epoch {self.current_epoch}] Finished in {seconds:.3f}s, ")
        self.current_epoch += 1
        self.batch_index = 0

    def batch_begin(self, estimator, *args, **kwargs):
        self.batch_start = time.time()

    def batch_end(self, estimator, *args, **kwargs):
        if self.log_interval != "epoch":
            self.log_interval_time += time.time() - self.batch_start
            self.processed_samples += kwargs["batch"][0].shape[estimator.batch_axis]
            if self.batch_index % self.log_interval == 0:
                self._log(
                    estimator,
                    f"[Epoch {self.current_epoch}][Batch {self.batch_index}]"
                    f"[Samples {self.processed_samples}] "
                    f"time/interval: {self.log_interval_time:.3f}s ",
                )
                self.log_interval_time = 0
        self.batch_index += 1

    def _log(self, estimator, message):
        pairs = (pair for metric in self.metrics for pair in metric.get_name_value())
        values = ", ".join(f"{name}: {value:.4f}" for name, value in pairs)
        estimator.logger.info((message + values).rstrip(", "))
