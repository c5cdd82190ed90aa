"""Handlers that MXNet does not have: gradient accumulation, guards, schedules, TensorBoard."""

from __future__ import annotations

import math

from ....base import MXNetError
from ....callback import make_summary_writer
from ....lr_scheduler import PlateauScheduler
from ..accumulation import GradientAccumulator
from .event_handler import (
    BatchEnd,
    EpochBegin,
    EpochEnd,
    GradientUpdateHandler,
    TrainBegin,
    TrainEnd,
)
from .utils import _check_metrics

__all__ = ["GradientAccumulationHandler", "NanGuardHandler", "PlateauHandler", "TensorBoardHandler"]


class GradientAccumulationHandler(TrainBegin, EpochEnd, TrainEnd, GradientUpdateHandler):
    """Performs a step for every ``steps`` batches, with a mean gradient of at most ``max_norm``."""

    def __init__(self, steps=1, max_norm=None, priority=-2000):
        super().__init__(priority)
        self.steps, self.max_norm = steps, max_norm
        self._accumulator = None

    def train_begin(self, estimator, *args, **kwargs):
        self._accumulator = GradientAccumulator(estimator.trainer, self.steps, self.max_norm)

    def _step(self, estimator, samples):
        self._accumulator.step(samples)

    def epoch_end(self, estimator, *args, **kwargs):
        self._accumulator.flush()

    def train_end(self, estimator, *args, **kwargs):
        self._accumulator.close()


class NanGuardHandler(TrainBegin, EpochBegin, BatchEnd, EpochEnd):
    """Raises an error at the first loss that is not finite, before the weights are updated."""

    # Before the trainer's step, which would make the weights nan.
    def __init__(self, priority=-3000):
        self.priority = priority
        self.current_epoch = self.current_batch = 0

    def train_begin(self, estimator, *args, **kwargs):
        self.current_epoch = 0

    def epoch_begin(self, estimator, *args, **kwargs):
        self.current_batch = 0

    def batch_end(self, estimator, *args, **kwargs):
        for loss in kwargs["loss"]:
            value = float(loss.mean().asscalar())
            if not math.isfinite(value):
                raise MXNetError(self._explain(estimator, value, kwargs["batch"]))
        self.current_batch += 1

    def epoch_end(self, estimator, *args, **kwargs):
        self.current_epoch += 1

    def _explain(self, estimator, value, batch):
        spoiled = [
            name
            for name, parameter in estimator.net.collect_params().items()
            if not _is_finite(parameter.list_data()[0])
        ]
        where = f"epoch {self.current_epoch}, batch {self.current_batch}"
        advice = (
            "A smaller learning rate, a warm-up, or gradients clipped by "
            "GradientAccumulationHandler(max_norm=1) usually help."
        )
        if not _is_finite(batch[0]):
            cause = "The data of this batch has values that are not finite"
            advice = "Replace them, or leave out their samples: numpy.isfinite finds them."
        elif spoiled:
            cause = f"Not finite are already the parameters {', '.join(spoiled)}"
        else:
            cause = "Data and parameters are finite"
        rate = estimator.trainer.learning_rate
        return (
            f"the loss is {value} in {where}, at learning rate {rate:g}; the weights have not been "
            f"updated with it. {cause}. {advice}"
        )


def _is_finite(array) -> bool:
    return math.isfinite(float(array.astype("float64").sum().asscalar()))


class PlateauHandler(EpochEnd):
    """Passes a metric to a :class:`~mxnet.lr_scheduler.PlateauScheduler` after each epoch."""

    def __init__(self, monitor, priority=-400):  # after validation, before checkpoints
        self.monitor, self.priority = monitor, priority

    def epoch_end(self, estimator, *args, **kwargs):
        schedule = estimator.trainer.optimizer.lr_scheduler
        if not isinstance(schedule, PlateauScheduler):
            raise MXNetError(
                f"PlateauHandler needs an optimizer with lr_scheduler=PlateauScheduler(...), it "
                f"has {schedule!r}"
            )
        schedule.observe(self.monitor.get()[1])


class TensorBoardHandler(TrainBegin, BatchEnd, EpochEnd, TrainEnd):
    """Writes metrics and the learning rate to a folder for TensorBoard.

    Parameters
    ----------
    log_dir : str
        The folder.
    metrics : EvalMetric or list of EvalMetric, optional
        The metrics to write, by default the estimator's metrics of training and validation.
    batch_period : int, optional
        Also write the metrics of training and the rate every ``batch_period`` batches.
    """

    def __init__(self, log_dir, metrics=None, batch_period=None, priority=0):
        self.log_dir, self.priority, self.batch_period = log_dir, priority, batch_period
        self.metrics = _check_metrics(metrics)
        self.current_batch = self.current_epoch = 0
        self._writer = None

    def train_begin(self, estimator, *args, **kwargs):
        self.current_batch = self.current_epoch = 0
        self._writer = make_summary_writer(self.log_dir, type(self).__name__)

    def batch_end(self, estimator, *args, **kwargs):
        self.current_batch += 1
        if self.batch_period and self.current_batch % self.batch_period == 0:
            self._write(estimator.train_metrics, "batch/", self.current_batch)
            self._scalar("batch/learning rate", estimator.trainer.learning_rate, self.current_batch)

    def epoch_end(self, estimator, *args, **kwargs):
        metrics = self.metrics or estimator.train_metrics + (
            estimator.val_metrics if estimator.is_validated else []
        )
        self._write(metrics, "", self.current_epoch)
        self._scalar("learning rate", estimator.trainer.learning_rate, self.current_epoch)
        self._writer.flush()
        self.current_epoch += 1

    def train_end(self, estimator, *args, **kwargs):
        self._writer.close()

    def _write(self, metrics, prefix, step):
        for metric in metrics:
            for name, value in metric.get_name_value():
                # "training accuracy" and "validation accuracy" become curves of one chart.
                self._scalar(prefix + "/".join(reversed(name.split(" ", 1))), value, step)

    def _scalar(self, tag, value, step):
        self._writer.add_scalar(tag, float(value), step)
