"""Handlers: what is done before and after training, epochs and batches.

A handler has a method for each event it wants, told by the classes it is made of. Those with a
lower ``priority`` come first. Training stops when ``batch_end`` or ``epoch_end`` returns True.
"""

from __future__ import annotations

import math
import os
import re
import time
import warnings

import numpy as np

from ...._distributed import is_first_worker, read_launch
from ...._formats.local import reading_together, together
from ....base import MXNetError
from ....metric import CompositeEvalMetric, EvalMetric
from ....metric import Loss as metric_loss
from ...checkpoint import Checkpoint
from .utils import _check_metrics

_SCALER = "_amp_loss_scaler"  # where amp.init_trainer puts it

__all__ = [
    "BatchBegin", "BatchEnd", "CheckpointHandler", "EarlyStoppingHandler", "EpochBegin",
    "EpochEnd", "GradientUpdateHandler", "LoggingHandler", "MetricHandler", "StoppingHandler",
    "TrainBegin", "TrainEnd", "ValidationHandler",
]  # fmt: skip


class EventHandler:
    """The base of handlers."""


def _event(name: str, when: str) -> type[EventHandler]:
    """Make the class of handlers that want to know of an event."""
    method = "".join(f"_{letter}" if letter.isupper() else letter for letter in name).lower()[1:]

    def on_event(self, estimator, *args, **kwargs):
        return False

    on_event.__name__, on_event.__qualname__ = method, f"{name}.{method}"
    on_event.__doc__ = f"Called {when}."
    members = {method: on_event, "__doc__": f"Has ``{method}``, called {when}."}
    return type(name, (EventHandler,), {**members, "__module__": __name__})


TrainBegin = _event("TrainBegin", "once before the first epoch")
TrainEnd = _event("TrainEnd", "once after the last epoch")
EpochBegin = _event("EpochBegin", "before the first batch of an epoch")
EpochEnd = _event("EpochEnd", "after the last batch of an epoch; True stops the training")
BatchBegin = _event("BatchBegin", "with the ``batch`` before it is used")
BatchEnd = _event("BatchEnd", "with ``batch``, ``pred``, ``label``, ``loss``; True stops training")


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
    """Updates metrics with every batch, and begins them anew with every epoch."""

    def __init__(self, metrics, priority=-1000):
        # Metrics are up to date when handlers of a higher priority look at them.
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
    """Lets the trainer make its step, before all other handlers."""

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
        self,
        val_data,
        eval_fn,
        epoch_period=1,
        batch_period=None,
        priority=-1000,
        event_handlers=None,
    ):
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

    ``log_interval`` is ``"epoch"`` or a number of batches. It comes after all other handlers.
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


class _Monitor:
    """Tells whether a metric has become better."""

    def _watch(self, monitor, mode):
        self.monitor = monitor
        if mode not in ("min", "max"):
            warnings.warn(
                f"`greater` operator will be used to determine if {monitor.get()[0]} has "
                "improved. Please specify `mode='min'` to use the `less` operator. Specify "
                "`mode='max'` to disable this warning.",
                stacklevel=3,
            )
        # MXNet: "auto" is "max", of losses too.
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


class CheckpointHandler(_Monitor, TrainBegin, BatchEnd, EpochEnd):
    """Saves parameters and trainer states as training goes on, and goes on from the last ones.

    Files are ``<prefix>-epoch1batch8.params`` and ``.states``, of the best model (``save_best``,
    told by ``monitor``) ``<prefix>-best``, and of a hybridized network ``<prefix>-symbol.json``.
    ``max_checkpoints`` of them are kept. A third file, ``.checkpoint``, holds random numbers and
    the place in the data, so that training goes on bit for bit.
    """

    def __init__(
        self,
        model_dir,
        model_prefix="model",
        monitor=None,
        verbose=0,
        save_best=False,
        mode="auto",
        epoch_period=1,
        batch_period=None,
        max_checkpoints=5,
        resume_from_checkpoint=False,
    ):
        os.makedirs(model_dir, exist_ok=True)
        self.model_dir = model_dir
        self.model_prefix = model_prefix
        self.monitor = monitor
        self.verbose = verbose
        self.save_best = save_best
        self.epoch_period = epoch_period
        self.batch_period = batch_period
        self.max_checkpoints = max_checkpoints
        self.resume_from_checkpoint = resume_from_checkpoint
        self.current_batch = self.current_epoch = 0
        self.trained_epoch = self.trained_batch = -1
        self.saved_checkpoints = []
        if save_best:
            if not isinstance(monitor, EvalMetric):
                raise ValueError(
                    "To save best model only, please provide one of the metric objects from "
                    "estimator.train_metrics and estimator.val_metrics as monitor."
                )
            self._watch(monitor, mode)
            self.best = self._worst()

    def train_begin(self, estimator, *args, **kwargs):
        self.current_batch = self.current_epoch = 0
        self.trained_epoch = self.trained_batch = -1
        if self.save_best:
            self.best = self._worst()
        if self.resume_from_checkpoint:
            self._resume(estimator)

    def batch_end(self, estimator, *args, **kwargs):
        if self.current_batch == 0:
            self._save_symbol(estimator)
        if self.batch_period and (self.current_batch + 1) % self.batch_period == 0:
            self._save_checkpoint(estimator, self.trained_batch + self.current_batch + 1)
        self.current_batch += 1

    def epoch_end(self, estimator, *args, **kwargs):
        if self.epoch_period and (self.current_epoch + 1) % self.epoch_period == 0:
            # MXNet: counts the batches done here, and their positions in batch_end.
            trained = self.trained_batch if self.trained_batch >= 0 else 0
            self._save_checkpoint(estimator, trained + self.current_batch)
        self.current_epoch += 1

    # --------------------------------------------------------------------------------- saving

    def _path(self, stem, suffix):
        return os.path.join(self.model_dir, f"{stem}.{suffix}")

    def _save_symbol(self, estimator):
        if not is_first_worker():
            return
        path = self._path(f"{self.model_prefix}-symbol", "json")
        graph = getattr(estimator.net, "_cached_graph", ())
        if graph:
            graph[1].save(path)
        else:
            estimator.logger.info(
                "Model architecture(symbol file) is not saved, please use HybridBlock to construct "
                "your model, and call net.hybridize() before passing to Estimator in order to save "
                "model architecture as %s.",
                path,
            )

    def _save_checkpoint(self, estimator, batch):
        epoch = self.trained_epoch + self.current_epoch + 1
        stem = f"{self.model_prefix}-epoch{epoch}batch{batch}"
        self._save(estimator, stem)
        if self.verbose > 0:
            estimator.logger.info(
                "[Epoch %d] CheckpointHandler: saving model at %s with prefix: %s",
                self.current_epoch,
                self.model_dir,
                stem,
            )
        self.saved_checkpoints.append(stem)
        if len(self.saved_checkpoints) > self.max_checkpoints:
            self._forget(self.saved_checkpoints.pop(0))
        if self.save_best:
            self._save_if_best(estimator)

    def _save(self, estimator, stem):
        if not is_first_worker():
            return
        with together():
            estimator.net.save_parameters(self._path(stem, "params"))
            estimator.trainer.save_states(self._path(stem, "states"))
            self._checkpoint(estimator, stem).save()

    def _load(self, estimator, stem):
        params, states = self._path(stem, "params"), self._path(stem, "states")
        rest = self._checkpoint(estimator, stem)

        def load():
            estimator.net.load_parameters(params, ctx=estimator.context)
            estimator.trainer.load_states(states)
            if read_launch().size > 1:
                return  # the file has the random numbers and the samples of the first worker
            try:
                rest.resume()
            except MXNetError as error:  # of other data, which may be meant
                estimator.logger.warning(
                    "CheckpointHandler: the data starts anew, with other random numbers: %s", error
                )

        reading_together((params, states, rest.path), load)

    def _checkpoint(self, estimator, stem):
        """Return what saves the rest: the place in the data, random numbers, the loss scale."""
        loader, scaler = estimator._train_data, getattr(estimator.trainer, _SCALER, None)
        parts = {"loader": loader if hasattr(loader, "get_state") else None, "loss_scale": scaler}
        parts = {name: part for name, part in parts.items() if part is not None}
        return Checkpoint(self._path(stem, "checkpoint"), **parts)

    def _forget(self, stem):
        for suffix in ("params", "states", "checkpoint"):
            if is_first_worker() and os.path.exists(self._path(stem, suffix)):
                os.remove(self._path(stem, suffix))

    def _save_if_best(self, estimator):
        name, value = self._value()
        improved = bool(self.monitor_op(value, self.best))
        if self.verbose > 0:
            word = (
                f"improved from {self.best:.5f} to {value:.5f}"
                if improved
                else (f"did not improve from {self.best:.5f}")
            )
            estimator.logger.info(
                "[Epoch %d] CheckpointHandler: %s %s", self.current_epoch, name, word
            )
        if improved:
            self.best = value
            self._save(estimator, f"{self.model_prefix}-best")

    # ------------------------------------------------------------------------------- going on

    def _resume(self, estimator):
        self._check_periods(estimator)
        found = self._newest()
        goal = estimator.max_epoch or estimator.max_batch
        unit = "epoch" if estimator.max_epoch else "batch"
        if found is None:
            estimator.logger.info(
                "CheckpointHandler: No checkpoint found, training from scratch for %d %s",
                goal,
                "epochs" if estimator.max_epoch else "batches",
            )
            return
        self.trained_epoch, self.trained_batch, stem = found
        done = (self.trained_epoch if estimator.max_epoch else self.trained_batch) + 1
        if done >= goal:
            raise ValueError(
                f"Found checkpoint with maximum number of {unit} {goal} reached, please specify "
                "resume_from_checkpoint=False (default value) if you want to train from scratch."
            )
        if estimator.max_epoch:
            estimator.max_epoch -= done
        else:
            estimator.max_batch -= done
        self._load(estimator, stem)
        estimator.logger.warning(
            "CheckpointHandler: Checkpoint resumed from epoch %d batch %d, continue to train for "
            "%d more",
            self.trained_epoch,
            self.trained_batch,
            goal - done,
        )

    def _check_periods(self, estimator):
        epochs, batches = bool(self.epoch_period), bool(self.batch_period)
        wanted = (True, False) if estimator.max_epoch else (False, True)
        if (epochs, batches) != wanted:
            raise AssertionError(
                "To use resume from checkpoint, you must only specify the same type of period you "
                "used for training. For example, if you are training based on number of epochs, "
                "you must save only based on epochs, and set batch_period to None."
            )

    def _newest(self):
        """Return epoch, batch and name of the newest checkpoint that is complete, or None."""
        pattern = re.compile(rf"({re.escape(self.model_prefix)}-epoch(\d+)batch(\d+))\.params")
        found = [
            (int(match[2]), int(match[3]), match[1])
            for match in map(pattern.fullmatch, os.listdir(self.model_dir))
            if match and os.path.exists(self._path(match[1], "states"))
        ]
        return max(found, default=None)


class EarlyStoppingHandler(_Monitor, TrainBegin, EpochEnd, TrainEnd):
    """Stops when a metric has not become better by ``min_delta`` for ``patience`` epochs."""

    def __init__(self, monitor, min_delta=0, patience=0, mode="auto", baseline=None):
        if not isinstance(monitor, EvalMetric):
            raise ValueError(
                "Please provide one of the metric objects from estimator.train_metrics and "
                "estimator.val_metrics as monitor."
            )
        self._watch(monitor, mode)
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


_REEXPORTED = (CompositeEvalMetric,)
