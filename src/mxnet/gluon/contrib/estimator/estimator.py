"""The loop that trains a network and evaluates it.

>>> from mxnet import gluon, init, nd
>>> from mxnet.gluon.contrib.estimator import Estimator
>>> net = gluon.nn.Dense(2)
>>> net.initialize()
>>> trainer = gluon.Trainer(net.collect_params(), "adam")
>>> estimator = Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer)
>>> [metric.name for metric in estimator.train_metrics]
['training accuracy', 'training softmaxcrossentropyloss']
"""

from __future__ import annotations

import copy
import logging
import sys
import warnings

from ....base import MXNetError
from ....context import Context, as_context_list, cpu, gpu, num_gpus
from ....metric import Loss as metric_loss
from ...data import DataLoader
from ...loss import Loss as gluon_loss
from ...trainer import Trainer
from ...utils import split_and_load
from .batch_processor import BatchProcessor
from .event_handler import (
    BatchBegin,
    BatchEnd,
    EpochBegin,
    EpochEnd,
    EventHandler,
    GradientUpdateHandler,
    LoggingHandler,
    MetricHandler,
    StoppingHandler,
    TrainBegin,
    TrainEnd,
    ValidationHandler,
)
from .utils import _check_handler_metric_ref, _check_metrics, _suggest_metric_for_loss

__all__ = ["Estimator"]

_EVENTS = (TrainBegin, EpochBegin, BatchBegin, BatchEnd, EpochEnd, TrainEnd)


class Estimator:
    """Trains ``net`` with ``loss``; ``fit`` and ``evaluate`` take a DataLoader.

    ``train_metrics`` are those of the loss if none are given, ``val_metrics`` copies of them.
    ``val_net`` and ``val_loss`` are used by ``evaluate`` in place of ``net`` and ``loss``.
    """

    logger = None
    """Where handlers write to, unless told otherwise the standard output."""

    def __init__(
        self,
        net,
        loss,
        train_metrics=None,
        val_metrics=None,
        initializer=None,
        trainer=None,
        context=None,
        val_net=None,
        val_loss=None,
        batch_processor=None,
    ):
        self.net = net
        self.loss = _checked_loss(loss)
        self.val_net = net if val_net is None else val_net
        self.val_loss = self.loss if val_loss is None else _checked_loss(val_loss)
        self._train_metrics = _check_metrics(train_metrics)
        self._val_metrics = _check_metrics(val_metrics)
        self._complete_metrics()
        self.logger = logging.Logger(name="Estimator", level=logging.INFO)
        self.logger.addHandler(logging.StreamHandler(sys.stdout))
        self.context = _checked_context(context)
        self._initialize(initializer)
        self.trainer = self._checked_trainer(trainer)
        self.batch_processor = _checked_processor(batch_processor)
        self.max_epoch = self.max_batch = self.batches_per_epoch = None
        self.batch_axis = 0

    # -------------------------------------------------------------------------------- settings

    @property
    def train_metrics(self):
        """The metrics of training."""
        return self._train_metrics

    @property
    def val_metrics(self):
        """The metrics of validation."""
        return self._val_metrics

    def _complete_metrics(self):
        if not self._train_metrics:
            suggested = _suggest_metric_for_loss(self.loss)
            name = "".join(letter for letter in self.loss.name if not letter.isdigit())
            self._train_metrics = [*([suggested] if suggested else []), metric_loss(name)]
        if not self._val_metrics:
            self._val_metrics = [copy.deepcopy(metric) for metric in self._train_metrics]
        for metrics, kind in ((self._train_metrics, "training"), (self._val_metrics, "validation")):
            for metric in metrics:
                plain = metric.name.removeprefix("training ").removeprefix("validation ")
                metric.name = f"{kind} {plain}"

    def _initialize(self, initializer):
        """Give values to those parameters that have none."""
        parameters = self.net.collect_params().values()
        fresh = [p for p in parameters if p._data is None and not p._deferred_init]
        if fresh:
            for parameter in fresh:
                parameter.initialize(default_init=initializer or "uniform", ctx=self.context)
        elif initializer is not None:
            warnings.warn(
                "Network already fully initialized, skipping initialization. You don't need to "
                "pass initializer if you already initialized your net. You can use "
                "net.initialize(init=your_initializer, force_reinit=True) to force re-initialize.",
                stacklevel=3,
            )

    def _checked_trainer(self, trainer):
        if trainer is None:
            warnings.warn(
                "No trainer specified, default SGD optimizer with learning rate 0.001 is used.",
                stacklevel=3,
            )
            return Trainer(self.net.collect_params(), "sgd", {"learning_rate": 0.001})
        if not isinstance(trainer, Trainer):
            raise ValueError(
                f"Trainer must be a Gluon Trainer instance, refer to gluon.Trainer:{trainer}"
            )
        return trainer

    # --------------------------------------------------------------------------------- the loops

    def fit(
        self,
        train_data,
        val_data=None,
        epochs=None,
        event_handlers=None,
        batches=None,
        batch_axis=0,
    ):
        """Train for a number of epochs, or of batches, and evaluate after each epoch."""
        _check_loader(train_data)
        if (epochs is None) == (batches is None):
            raise ValueError(
                "Fit only support exactly one type of iteration, train by number of epochs or "
                "number of batches. Please specify one and only one of: epochs or batches."
            )
        self.max_epoch, self.max_batch, self.batch_axis = epochs, batches, batch_axis
        self.batches_per_epoch = len(train_data)
        handlers = self._prepare_default_handlers(val_data, event_handlers)
        (
            train_begin,
            epoch_begin,
            batch_begin,
            batch_end,
            epoch_end,
            train_end,
        ) = self._categorize_handlers(handlers)
        for handler in train_begin:
            handler.train_begin(self)
        stop = False
        while not stop:
            for handler in epoch_begin:
                handler.epoch_begin(self)
            stop = self._fit_epoch(train_data, batch_begin, batch_end)
            answers = [handler.epoch_end(self) for handler in epoch_end]  # all are asked
            stop |= any(answers)
        for handler in train_end:
            handler.train_end(self)

    def _fit_epoch(self, train_data, batch_begin, batch_end) -> bool:
        """Train with all batches; tell whether a handler stopped it."""
        for batch in train_data:
            for handler in batch_begin:
                handler.batch_begin(self, batch=batch)
            _, label, pred, loss = self.batch_processor.fit_batch(self, batch, self.batch_axis)
            done = {"batch": batch, "pred": pred, "label": label, "loss": loss}
            answers = [handler.batch_end(self, **done) for handler in batch_end]
            if any(answers):
                return True
        return False

    def evaluate(self, val_data, batch_axis=0, event_handlers=None):
        """Update the validation metrics with all batches."""
        _check_loader(val_data)
        self.batch_axis = batch_axis
        handlers = _listed(event_handlers)
        handlers += _missing(handlers, MetricHandler, self.val_metrics)
        handlers += _missing(handlers, LoggingHandler, metrics=self.val_metrics)
        handlers = self._checked_handlers(handlers)
        _, epoch_begin, batch_begin, batch_end, epoch_end, _ = self._categorize_handlers(handlers)
        for handler in epoch_begin:
            handler.epoch_begin(self)
        for batch in val_data:
            for handler in batch_begin:
                handler.batch_begin(self, batch=batch)
            _, label, pred, loss = self.batch_processor.evaluate_batch(self, batch, batch_axis)
            for handler in batch_end:
                handler.batch_end(self, batch=batch, pred=pred, label=label, loss=loss)
        for handler in epoch_end:
            handler.epoch_end(self)

    # -------------------------------------------------------------------------------- handlers

    def _prepare_default_handlers(self, val_data, event_handlers):
        """Return the handlers given, and those that are missing beside them, in order."""
        handlers = _listed(event_handlers)
        handlers.append(StoppingHandler(self.max_epoch, self.max_batch))
        handlers += _missing(handlers, GradientUpdateHandler)
        handlers += _missing(handlers, MetricHandler, self.train_metrics)
        if val_data is not None:
            handlers += _missing(handlers, ValidationHandler, val_data, self.evaluate)
        handlers += _missing(handlers, LoggingHandler, metrics=self.train_metrics)
        return self._checked_handlers(handlers)

    def _checked_handlers(self, handlers):
        for handler in handlers:
            _check_handler_metric_ref(handler, self.train_metrics + self.val_metrics)
        return sorted(handlers, key=lambda handler: getattr(handler, "priority", 0))

    def _categorize_handlers(self, event_handlers):
        """Return the handlers of each event: train, epoch and batch begin, and their ends."""
        return [[h for h in event_handlers if isinstance(h, event)] for event in _EVENTS]


def _missing(handlers, kind, *args, **kwargs) -> list[EventHandler]:
    """Return a handler of a kind that none of those given is, or nothing."""
    there = any(isinstance(handler, kind) for handler in handlers)
    return [] if there else [kind(*args, **kwargs)]


def _listed(handlers) -> list[EventHandler]:
    listed = list(handlers) if isinstance(handlers, list | tuple) else [handlers]
    listed = [] if handlers is None else listed
    if not all(isinstance(handler, EventHandler) for handler in listed):
        raise ValueError(
            f"handlers must be an EventHandler or a list of EventHandler, got: {handlers}"
        )
    return listed


def _check_loader(data) -> None:
    if not isinstance(data, DataLoader):
        raise ValueError(
            "Estimator only support input as Gluon DataLoader. Alternatively, you can transform "
            "your DataIter or any NDArray into Gluon DataLoader. Refer to gluon.data.DataLoader"
        )


def _checked_loss(loss):
    if not isinstance(loss, gluon_loss):
        raise ValueError(f"loss must be a Loss, refer to gluon.loss.Loss:{loss}")
    return loss


def _checked_processor(processor):
    if processor is None:
        return BatchProcessor()
    if not all(
        callable(getattr(processor, name, None)) for name in ("fit_batch", "evaluate_batch")
    ):
        raise ValueError(
            "Customized Batch Processor must contain fit_batch() and evaluate_batch() methods"
        )
    return processor


def _checked_context(context) -> list[Context]:
    if context is None:
        return [gpu(0) if num_gpus() else cpu()]
    try:
        contexts = as_context_list(context)
    except (TypeError, MXNetError) as error:
        raise ValueError(
            "context must be a Context or a list of Context, for example mx.cpu() or "
            f"[mx.gpu(0), mx.gpu(1)], refer to mxnet.Context:{context}: {error}"
        ) from None
    for one in contexts:
        if one.device_type == "gpu" and one.device_id >= num_gpus():
            there = ", ".join(["mx.cpu()", *(f"mx.gpu({i})" for i in range(num_gpus()))])
            raise AssertionError(
                f"{one} is not available, please make sure your context is in one of: {there}"
            )
    return contexts


_REEXPORTED = (split_and_load,)
