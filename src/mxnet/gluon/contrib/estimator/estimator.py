"""The loop that trains and evaluates a network.

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

from ...._distributed import is_first_worker
from ...._text.foreign_names import ESTIMATOR
from ...._text.spelling import explain_foreign_names, suggesting, suggesting_arguments
from ....context import Context, cpu, gpu, num_gpus
from ....metric import Loss as metric_loss
from ....ndarray import NDArray, array
from ...block import Block
from ...data import ArrayDataset, DataLoader, Dataset
from ...loss import Loss as gluon_loss
from ...trainer import Trainer
from ...utils import split_and_load as split_and_load
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
from .history import History
from .progress import ProgressHandler, in_notebook
from .rate_search import find_learning_rate
from .utils import _check_handler_metric_ref, _check_metrics, _suggest_metric_for_loss

__all__ = ["Estimator"]

_EVENTS = (TrainBegin, EpochBegin, BatchBegin, BatchEnd, EpochEnd, TrainEnd)


@explain_foreign_names(ESTIMATOR)
class Estimator:
    """Trains ``net`` with ``loss``, on the batches of a DataLoader, dataset or arrays.

    ``train_metrics`` are by default those of the loss, ``val_metrics`` copies of them. ``evaluate``
    uses ``val_net`` and ``val_loss`` instead of ``net`` and ``loss``.
    """

    logger = None
    """Where handlers write to, by default the standard output."""

    @suggesting
    def __init__(
        self, net, loss, train_metrics=None, val_metrics=None, initializer=None, trainer=None,
        context=None, val_net=None, val_loss=None, batch_processor=None,
    ):  # fmt: skip
        self.net = _check_net(net)
        self.loss = _check_loss(loss)
        self.val_net = net if val_net is None else val_net
        self.val_loss = self.loss if val_loss is None else _check_loss(val_loss)
        self._train_metrics = _check_metrics(train_metrics)
        self._val_metrics = _check_metrics(val_metrics)
        self._complete_metrics()
        level = logging.INFO if is_first_worker() else logging.WARNING
        self.logger = logging.Logger(name="Estimator", level=level)
        self.logger.addHandler(logging.StreamHandler(sys.stdout))
        self.context = _resolve_contexts(context)
        self._initialize(initializer)
        self.trainer = self._resolve_trainer(trainer)
        self.batch_processor = _resolve_processor(batch_processor)
        self.max_epoch = self.max_batch = self.batches_per_epoch = None
        self.batch_axis = self.current_epoch = 0
        self.is_validated = False  # whether the current epoch has been evaluated

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
        """Initialize the parameters that have no values."""
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
                stacklevel=4,
            )

    def _resolve_trainer(self, trainer):
        if trainer is None:
            warnings.warn(
                "No trainer specified, default SGD optimizer with learning rate 0.001 is used.",
                stacklevel=4,
            )
            return Trainer(self.net.collect_params(), "sgd", {"learning_rate": 0.001})
        if not isinstance(trainer, Trainer):
            raise ValueError(
                f"Trainer must be a Gluon Trainer instance, refer to gluon.Trainer:{trainer}. "
                "gluon.Trainer(net.collect_params(), optimizer) makes one"
            )
        if not any(p is own for p in trainer._params for own in self.net.collect_params().values()):
            raise ValueError("the trainer has no parameter of the network: it is that of another")
        return trainer

    # --------------------------------------------------------------------------------- the loops

    @suggesting_arguments
    def fit(
        self, train_data, val_data=None, epochs=None, event_handlers=None, batches=None,
        batch_axis=0, batch_size=32, progress=None,
    ):  # fmt: skip
        """Train for a number of epochs or batches, and evaluate after each epoch.

        Parameters
        ----------
        train_data : DataLoader, Dataset or tuple of arrays
            Samples with their labels. Datasets, and arrays of features and labels (NumPy or
            NDArray), are shuffled and loaded in batches.
        val_data : DataLoader, Dataset or tuple of arrays, optional
            The data for evaluating the network.
        epochs, batches : int
            How long to train: pass one of the two.
        event_handlers : EventHandler or list of EventHandler, optional
            Handlers, in addition to the default ones.
        batch_axis : int
            The axis of the samples.
        batch_size : int
            The batch size for datasets and arrays.
        progress : bool, optional
            Whether to show a progress bar; by default on a terminal and in a notebook,
            unless handlers log or show one.

        Returns
        -------
        History
            The metrics after each epoch, as numbers, table and curves.
        """
        self._train_data = train_data = _as_loader(train_data, batch_size, shuffle=True)
        if (epochs is None) == (batches is None):
            raise ValueError(
                "Fit only support exactly one type of iteration, train by number of epochs or "
                "number of batches. Please specify one and only one of: epochs or batches."
            )
        for name, number in (("epochs", epochs), ("batches", batches)):
            if number is not None and (
                isinstance(number, str) or number < 1 or number != int(number)
            ):
                raise ValueError(f"{name} must be a positive integer, got {number!r}")
        self.max_epoch, self.max_batch, self.batch_axis = epochs, batches, batch_axis
        self.batches_per_epoch, self.current_epoch = len(train_data), 0
        val_data = None if val_data is None else _as_loader(val_data, batch_size)
        history, bars = History(), _bars(event_handlers, progress)
        handlers = self._prepare_default_handlers(val_data, event_handlers) + [history, *bars]
        handlers.sort(key=_priority)
        try:
            self._run(train_data, self._categorize_handlers(handlers))
        finally:
            for handler in handlers:
                if isinstance(handler, ProgressHandler):
                    handler.close()
        return history

    def _run(self, train_data, handlers) -> None:
        """Train until a handler stops it."""
        train_begin, epoch_begin, batch_begin, batch_end, epoch_end, train_end = handlers
        for handler in train_begin:
            handler.train_begin(self)
        stop = False
        while not stop:
            for handler in epoch_begin:
                handler.epoch_begin(self)
            stop = self._fit_epoch(train_data, batch_begin, batch_end)
            # A list, so that every handler is called.
            answers = [handler.epoch_end(self) for handler in epoch_end]
            stop |= any(answers)
            self.current_epoch += 1
        for handler in train_end:
            handler.train_end(self)

    def _fit_epoch(self, train_data, batch_begin, batch_end) -> bool:
        """Train on all batches; return whether a handler stopped training."""
        for batch in train_data:
            for handler in batch_begin:
                handler.batch_begin(self, batch=batch)
            _, label, pred, loss = self.batch_processor.fit_batch(self, batch, self.batch_axis)
            done = {"batch": batch, "pred": pred, "label": label, "loss": loss}
            answers = [handler.batch_end(self, **done) for handler in batch_end]
            if any(answers):
                return True
        return False

    def evaluate(self, val_data, batch_axis=0, event_handlers=None, batch_size=32):
        """Update the validation metrics on all batches; return their values by name."""
        val_data = _as_loader(val_data, batch_size)
        self.batch_axis, self.is_validated = batch_axis, True
        handlers = _as_list(event_handlers)
        handlers += _missing(handlers, MetricHandler, self.val_metrics)
        for logging_handler in _missing(handlers, LoggingHandler, metrics=self.val_metrics):
            logging_handler.current_epoch = self.current_epoch
            handlers.append(logging_handler)
        handlers = self._sort_handlers(handlers)
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
        return dict(pair for metric in self.val_metrics for pair in metric.get_name_value())

    def find_learning_rate(self, train_data, begin=1e-6, end=10.0, steps=100, batch_size=32):
        """Train a copy of the network with rates from ``begin`` to ``end``, one for each batch.

        The network and trainer do not change. Returns a :class:`RateSearch`, whose ``suggestion``
        is a learning rate, and whose ``plot`` shows the losses.
        """
        if not 0 < begin < end or steps < 2:
            raise ValueError(
                f"find_learning_rate needs 0 < begin < end and 2 steps or more, got begin={begin}, "
                f"end={end}, steps={steps}"
            )
        loader = _as_loader(train_data, batch_size, shuffle=True)
        return find_learning_rate(self, loader, begin, end, steps)

    # -------------------------------------------------------------------------------- handlers

    def _prepare_default_handlers(self, val_data, event_handlers):
        """Add the missing default handlers, and return all in order."""
        handlers = _as_list(event_handlers)
        handlers.append(StoppingHandler(self.max_epoch, self.max_batch))
        handlers += _missing(handlers, GradientUpdateHandler)
        handlers += _missing(handlers, MetricHandler, self.train_metrics)
        if val_data is not None:
            handlers += _missing(handlers, ValidationHandler, val_data, self.evaluate)
        handlers += _missing(handlers, LoggingHandler, metrics=self.train_metrics)
        return self._sort_handlers(handlers)

    def _sort_handlers(self, handlers):
        for handler in handlers:
            _check_handler_metric_ref(handler, self.train_metrics + self.val_metrics)
        return sorted(handlers, key=_priority)

    def _categorize_handlers(self, event_handlers):
        """Return the handlers of each event: train, epoch and batch begin, and their ends."""
        return [[h for h in event_handlers if isinstance(h, event)] for event in _EVENTS]


def _missing(handlers, kind, *args, **kwargs) -> list[EventHandler]:
    """Return a default handler unless the handlers include one of its class."""
    exists = any(isinstance(handler, kind) for handler in handlers)
    return [] if exists else [kind(*args, **kwargs)]


def _as_list(handlers) -> list[EventHandler]:
    listed = list(handlers) if isinstance(handlers, list | tuple) else [handlers]
    listed = [] if handlers is None else listed
    if not all(isinstance(handler, EventHandler) for handler in listed):
        called = any(isinstance(handler, type) for handler in listed)
        hint = ". Give instances of the classes" if called else ""
        raise ValueError(
            f"handlers must be an EventHandler or a list of EventHandler, got: {handlers}{hint}"
        )
    return listed


def _priority(handler) -> float:
    return getattr(handler, "priority", 0)


def _bars(event_handlers, progress) -> list[ProgressHandler]:
    """Return a progress bar if it is enabled, by default on a terminal and in a notebook."""
    handlers = _as_list(event_handlers)
    shows = any(isinstance(handler, LoggingHandler | ProgressHandler) for handler in handlers)
    if progress is None:
        progress = (in_notebook() or sys.stderr.isatty()) and not shows
    return [ProgressHandler(leave=False)] if progress else []


def _as_loader(data, batch_size, shuffle=False) -> DataLoader:
    """Return a loader for a loader, a dataset, or features and labels."""
    if isinstance(data, DataLoader):
        return data
    if isinstance(data, tuple) and len(data) == 2:
        data = ArrayDataset(*map(_as_array, data))
    if isinstance(data, Dataset):
        return DataLoader(data, batch_size, shuffle=shuffle)
    raise ValueError(
        "Estimator only support input as Gluon DataLoader, as a Dataset or as a tuple of arrays, "
        f"(features, labels), got {type(data).__name__}. Alternatively, you can transform your "
        "DataIter or any NDArray into Gluon DataLoader. Refer to gluon.data.DataLoader"
    )


def _as_array(values):
    """Return lists, and NumPy's numbers of double precision, in the precision of networks."""
    is_double = str(getattr(values, "dtype", "")) in ("float64", "torch.float64")
    is_kept = isinstance(values, NDArray) or hasattr(values, "dtype") and not is_double
    return values if is_kept else array(values)


def _check_net(net):
    if not isinstance(net, Block):
        raise ValueError(f"net must be a Gluon block, such as gluon.nn.Dense(10), got {type(net)}")
    return net


def _check_loss(loss):
    if not isinstance(loss, gluon_loss):
        raise ValueError(
            f"loss must be a Loss, refer to gluon.loss.Loss:{loss}. For classes it is "
            "gluon.loss.SoftmaxCrossEntropyLoss(), for numbers gluon.loss.L2Loss()"
        )
    return loss


def _resolve_processor(processor):
    if processor is None:
        return BatchProcessor()
    if not all(
        callable(getattr(processor, name, None)) for name in ("fit_batch", "evaluate_batch")
    ):
        raise ValueError(
            "Customized Batch Processor must contain fit_batch() and evaluate_batch() methods"
        )
    return processor


def _resolve_contexts(context) -> list[Context]:
    if context is None:
        return [gpu(0) if num_gpus() else cpu()]
    contexts = list(context) if isinstance(context, list | tuple) else [context]
    # MXNet: names of devices are not accepted here.
    if not all(isinstance(one, Context) for one in contexts):
        raise ValueError(
            "context must be a Context or a list of Context, for example mx.cpu() or "
            f"[mx.gpu(0), mx.gpu(1)], refer to mxnet.Context:{context}"
        )
    for one in contexts:
        if one.device_type == "gpu" and one.device_id >= num_gpus():
            devices = ", ".join(["mx.cpu()", *(f"mx.gpu({i})" for i in range(num_gpus()))])
            raise AssertionError(
                f"{one} is not available, please make sure your context is in one of: {devices}"
            )
    return contexts
