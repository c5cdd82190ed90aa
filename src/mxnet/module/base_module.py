"""BaseModule: the common part of all modules, especially training and evaluation loops."""

from __future__ import annotations

import logging
import time
import warnings

import numpy as np

from .. import metric, ndarray
from .._distributed import progress_log
from .._text.spelling import suggesting_arguments as _suggesting_arguments
from ..base import _as_list
from ..context import cpu
from ..initializer import Uniform
from ..io import DataBatch, DataDesc as DataDesc, DataIter
from ..io._wrappers import check_iterator
from ..ndarray import NDArray
from ..symbol._checkpoint import BatchEndParam
from ._inputs import (
    check_input_names as _check_input_names,  # noqa: F401
    check_names_match as _check_names_match,  # noqa: F401
    parse_data_desc as _parse_data_desc,  # noqa: F401
)

__all__ = ["BaseModule"]


def _multiple_callbacks(callbacks, *args, **kwargs):
    """Call a function, or each of several; None is ignored."""
    for callback in () if callbacks is None else _as_list(callbacks):
        callback(*args, **kwargs)


def _check_training(train_data, eval_data, num_epoch) -> None:
    if num_epoch is None:
        raise AssertionError("please specify number of epochs: num_epoch=10, for instance")
    for data in (train_data,) if eval_data is None else (train_data, eval_data):
        check_iterator("fit", data)


def as_metric(source):
    return source if isinstance(source, metric.EvalMetric) else metric.create(source)


class BaseModule:
    """The base class of modules: networks with parameters, an optimizer and training loops.

    A module is used in this order: ``bind`` (allocates memory for inputs of given shapes),
    ``init_params``, ``init_optimizer``, then ``forward``, ``backward``, ``update`` for each batch.
    ``fit`` does all of this; ``score`` and ``predict`` run a trained module.

    A subclass defines the properties ``data_names``, ``output_names``, ``data_shapes``,
    ``label_shapes``, ``output_shapes`` and the methods that raise NotImplementedError here.
    """

    def __init__(self, logger=logging):
        self._symbol, self._total_exec_bytes = None, 0
        self.logger = logger
        self.for_training = self.inputs_need_grad = False
        # which of bind, init_params and init_optimizer were called
        self.binded = self.params_initialized = self.optimizer_initialized = False

    def __repr__(self):
        steps = (
            f"bound to {', '.join(f'{d[0]} {d[1]}' for d in self.data_shapes)}"
            if self.binded
            else "not bound",
            "initialized" if self.params_initialized else "not initialized",
            "with optimizer" if self.optimizer_initialized else "without optimizer",
        )
        return f"<{type(self).__name__} of {self._symbol!r}: {', '.join(steps)}>"

    def _require(
        self, bound=False, params=False, optimizer=False, training=False, input_grads=False
    ):
        """Check that the methods are called in the required order."""
        steps = (
            (bound, self.binded, "call bind before: bind(data_shapes=[(name, shape)], ...)"),
            (params, self.params_initialized, "call init_params or set_params before"),
            (optimizer, self.optimizer_initialized, "call init_optimizer before"),
            (training, self.for_training, "re-bind with for_training=True to run backward"),
            (input_grads, self.inputs_need_grad, "bind with inputs_need_grad=True before"),
        )
        for required, done, text in steps:
            if required and not done:
                raise AssertionError(f"{type(self).__name__}: {text}")

    def _keeps_binding(self):
        """Return whether the module is already bound; if so, warn that ``bind`` has no effect."""
        if self.binded:
            self.logger.warning("Already bound, ignoring bind()")
        return self.binded

    def _keeps_optimizer(self, force_init):
        """Return whether the optimizer is kept, with a warning that the call has no effect."""
        self._require(bound=True, params=True)
        keeps = self.optimizer_initialized and not force_init
        if keeps:
            self.logger.warning("optimizer already initialized, ignoring...")
        return keeps

    # ------------------------------------------------------------------------------- running

    def forward_backward(self, data_batch):
        """Run a batch forward, in training mode, and backward."""
        self.forward(data_batch, is_train=True)
        self.backward()

    def score(
        self, eval_data, eval_metric, num_batch=None, batch_end_callback=None,
        score_end_callback=None, reset=True, epoch=0, sparse_row_id_fn=None,
    ):  # fmt: skip
        """Return the values of a metric on data, as (name, value) pairs."""
        self._require(bound=True, params=True)
        if reset:
            eval_data.reset()
        eval_metric = as_metric(eval_metric)
        eval_metric.reset()
        actual_num_batch = 0
        for nbatch, eval_batch in enumerate(eval_data):
            if nbatch == num_batch:
                break
            self.prepare(eval_batch, sparse_row_id_fn=sparse_row_id_fn)
            self.forward(eval_batch, is_train=False)
            self._update_metric(eval_metric, eval_batch)
            _multiple_callbacks(
                batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, locals())
            )
            actual_num_batch += 1
        if score_end_callback is not None:
            params = BatchEndParam(epoch, actual_num_batch, eval_metric, locals())
            _multiple_callbacks(score_end_callback, params)
        return eval_metric.get_name_value()

    def _update_metric(self, eval_metric, batch):
        """Update a metric with the labels and outputs of a batch."""
        if isinstance(batch, list):
            self.update_metric(eval_metric, [part.label for part in batch], pre_sliced=True)
        else:
            self.update_metric(eval_metric, batch.label)

    def iter_predict(self, eval_data, num_batch=None, reset=True, sparse_row_id_fn=None):
        """Yield (outputs, number of the batch, batch); outputs are without padding."""
        self._require(bound=True, params=True)
        if reset:
            eval_data.reset()
        for nbatch, eval_batch in enumerate(eval_data):
            if nbatch == num_batch:
                break
            self.prepare(eval_batch, sparse_row_id_fn=sparse_row_id_fn)
            self.forward(eval_batch, is_train=False)
            pad = eval_batch.pad or 0
            yield [out[: out.shape[0] - pad] for out in self.get_outputs()], nbatch, eval_batch

    def predict(
        self, eval_data, num_batch=None, merge_batches=True, reset=True, always_output_list=False,
        sparse_row_id_fn=None,
    ):  # fmt: skip
        """Return the outputs for an array or an iterator.

        The outputs of all batches are concatenated. A single output is returned as an array,
        several as a list; without ``merge_batches`` there is a list of outputs for each batch.
        """
        self._require(bound=True, params=True)
        if isinstance(eval_data, NDArray | np.ndarray):
            if isinstance(eval_data, np.ndarray):
                eval_data = ndarray.array(eval_data)
            self.forward(DataBatch([eval_data]), is_train=False)
            return self.get_outputs()[0]
        if not isinstance(eval_data, DataIter):
            raise ValueError(
                "eval_data must be of type NDArray or DataIter, got " + type(eval_data).__name__
            )
        batches = [
            [out.copy() for out in outputs]
            for outputs, _, _ in self.iter_predict(eval_data, num_batch, reset, sparse_row_id_fn)
        ]
        if not batches or not merge_batches:
            return batches
        if len({len(outputs) for outputs in batches}) > 1:
            raise AssertionError(
                "Cannot merge batches, as num of outputs is not the same in mini-batches. Maybe "
                "bucketing is used? Give merge_batches=False."
            )
        merged = [ndarray.concat(*parts, dim=0) for parts in zip(*batches, strict=True)]
        return merged[0] if len(merged) == 1 and not always_output_list else merged

    # ------------------------------------------------------------------------------- training

    @_suggesting_arguments
    def fit(
        self, train_data, eval_data=None, eval_metric="acc", epoch_end_callback=None,
        batch_end_callback=None, kvstore="local", optimizer="sgd",
        optimizer_params=(("learning_rate", 0.01),), eval_end_callback=None,
        eval_batch_end_callback=None,
        initializer=Uniform(0.01),  # noqa: B008 - MXNet's signature shows it
        arg_params=None, aux_params=None, allow_missing=False, force_rebind=False, force_init=False,
        begin_epoch=0, num_epoch=None, validation_metric=None, monitor=None, sparse_row_id_fn=None,
    ):  # fmt: skip
        """Train for a number of epochs, and evaluate after each.

        Batch callbacks receive an object with ``epoch``, ``nbatch``, ``eval_metric`` and
        ``locals``; epoch callbacks the epoch, the symbol, parameters and auxiliary states.
        """
        _check_training(train_data, eval_data, num_epoch)
        shapes = {"data_shapes": train_data.provide_data, "label_shapes": train_data.provide_label}
        self.bind(**shapes, for_training=True, force_rebind=force_rebind)
        if monitor is not None:
            self.install_monitor(monitor)
        self.init_params(initializer, arg_params, aux_params, allow_missing, force_init)
        self.init_optimizer(kvstore, optimizer, optimizer_params)
        if validation_metric is None:
            validation_metric = eval_metric
        eval_metric = as_metric(eval_metric)

        for epoch in range(begin_epoch, num_epoch):
            tic = time.time()
            eval_metric.reset()
            self._begin_epoch(epoch, train_data)
            batches = iter(train_data)
            data_batch, nbatch, eval_name_vals = next(batches, None), 0, []
            if data_batch is None:
                raise ValueError(f"train_data gives no batch in epoch {epoch}")
            while data_batch is not None:
                self._train_on(data_batch, eval_metric, monitor)
                # The batch is no longer needed: some iterators write the next one into its memory.
                next_data_batch = next(batches, None)
                if next_data_batch is not None:
                    self.prepare(next_data_batch, sparse_row_id_fn=sparse_row_id_fn)
                else:
                    eval_name_vals = eval_metric.get_global_name_value()
                if monitor is not None:
                    monitor.toc_print()
                _multiple_callbacks(
                    batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, locals())
                )
                data_batch = next_data_batch
                nbatch += 1
            self._log_values(epoch, "Train", eval_name_vals)
            progress_log(self.logger).info("Epoch[%d] Time cost=%.3f", epoch, time.time() - tic)

            # Make the copies of the parameters on all devices equal again.
            arg_params, aux_params = self.get_params()
            self.set_params(arg_params, aux_params)
            _multiple_callbacks(epoch_end_callback, epoch, self.symbol, arg_params, aux_params)
            if eval_data is not None:
                callbacks = eval_batch_end_callback, eval_end_callback
                self._validate(epoch, eval_data, validation_metric, *callbacks)
            train_data.reset()

    def _validate(self, epoch, eval_data, metric, batch_end_callback, end_callback):
        results = self.score(eval_data, metric, None, batch_end_callback, end_callback, epoch=epoch)
        self._log_values(epoch, "Validation", results)

    def _log_values(self, epoch, group, values):
        for name, value in values:
            progress_log(self.logger).info("Epoch[%d] %s-%s=%f", epoch, group, name, value)

    def _begin_epoch(self, epoch, train_data):
        """Prepare for an epoch; the base class does nothing."""

    def _train_on(self, data_batch, eval_metric, monitor):
        if monitor is not None:
            monitor.tic()
        self.forward_backward(data_batch)
        self.update()
        self._update_metric(eval_metric, data_batch)

    # ----------------------------------------------------------------------------- parameters

    def set_params(
        self, arg_params, aux_params, allow_missing=False, force_init=True, allow_extra=False
    ):
        """Set the values of parameters and auxiliary states."""
        self.init_params(None, arg_params, aux_params, allow_missing, force_init, allow_extra)

    def save_params(self, fname):
        """Write parameters and auxiliary states to a file."""
        arg_params, aux_params = self.get_params()
        arrays = {f"arg:{name}": array.as_in_context(cpu()) for name, array in arg_params.items()}
        arrays |= {f"aux:{name}": array.as_in_context(cpu()) for name, array in aux_params.items()}
        ndarray.save(fname, arrays)

    def load_params(self, fname):
        """Read parameters and auxiliary states from a file."""
        params = {"arg": {}, "aux": {}}
        arrays = ndarray.load(fname)
        for key in arrays if isinstance(arrays, dict) else [""] * len(arrays):
            group, colon, name = key.partition(":")
            if not colon or group not in params:
                raise ValueError(
                    f"Invalid param file {fname}: the name {key!r} begins neither with 'arg:' nor "
                    "'aux:'"
                )
            params[group][name] = arrays[key]
        self.set_params(params["arg"], params["aux"])

    def get_states(self, merge_multi_context=True):
        """Return the states, which only modules with ``state_names`` have."""
        self._require(bound=True, params=True)
        return []

    def set_states(self, states=None, value=None):
        """Set the states, which only modules with ``state_names`` have."""
        self._require(bound=True, params=True)
        if states or value is not None:
            raise AssertionError(f"{type(self).__name__} has no states")

    def prepare(self, data_batch, sparse_row_id_fn=None):
        """Prepare for a batch; ``sparse_row_id_fn`` returns the rows of parameters to fetch."""
        if sparse_row_id_fn is not None:
            warnings.warn(
                f"sparse_row_id_fn is not supported by {type(self).__name__}: all rows of the "
                "parameters are available",
                stacklevel=2,
            )

    # ---------------------------------------------------------------- what subclasses define

    @property
    def data_names(self):
        """The names of the data inputs."""
        raise self._missing("data_names")

    @property
    def output_names(self):
        """The names of the outputs."""
        raise self._missing("output_names")

    @property
    def data_shapes(self):
        """The descriptions of the data inputs."""
        raise self._missing("data_shapes")

    @property
    def label_shapes(self):
        """The descriptions of the labels, or None if there are none."""
        raise self._missing("label_shapes")

    @property
    def output_shapes(self):
        """The (name, shape) pairs of the outputs."""
        raise self._missing("output_shapes")

    @property
    def symbol(self):
        """The symbol of the network, or None if there is none."""
        return self._symbol

    def get_params(self):
        """Return the parameters and the auxiliary states by name."""
        raise self._missing("get_params")

    def init_params(
        self, initializer=Uniform(0.01),  # noqa: B008
        arg_params=None, aux_params=None, allow_missing=False, force_init=False, allow_extra=False,
    ):  # fmt: skip
        """Initialize parameters and auxiliary states, from arrays if these are given."""
        raise self._missing("init_params")

    def install_monitor(self, mon):
        """Install a monitor on the network."""
        raise self._missing("install_monitor")

    def forward(self, data_batch, is_train=None):
        """Run a batch forward."""
        raise self._missing("forward")

    def backward(self, out_grads=None):
        """Compute gradients from the gradients of the outputs."""
        raise self._missing("backward")

    def get_outputs(self, merge_multi_context=True):
        """Return the outputs of the last batch."""
        raise self._missing("get_outputs")

    def get_input_grads(self, merge_multi_context=True):
        """Return the gradients of the data inputs."""
        raise self._missing("get_input_grads")

    def update(self):
        """Update the parameters from the gradients of the last batch."""
        raise self._missing("update")

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        """Update a metric with the labels and outputs of the last batch."""
        raise self._missing("update_metric")

    def bind(
        self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False,
        force_rebind=False, shared_module=None, grad_req="write",
    ):  # fmt: skip
        """Allocate memory for inputs of the given shapes."""
        raise self._missing("bind")

    def init_optimizer(
        self, kvstore="local", optimizer="sgd", optimizer_params=(("learning_rate", 0.01),),
        force_init=False,
    ):  # fmt: skip
        """Set the optimizer."""
        raise self._missing("init_optimizer")

    def _missing(self, name):
        return NotImplementedError(f"{type(self).__name__} does not define {name}")
