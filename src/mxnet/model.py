"""Checkpoints, and FeedForward, the predecessor of Module for training symbols."""

from __future__ import annotations

import logging
import time
import warnings

import numpy as np

from . import (
    io,
    kvstore as kvs,  # noqa: F401
    metric as metric,
    ndarray as nd,
    optimizer as opt,
    symbol as sym,
)
from ._distributed import progress_log
from .callback import LogValidationMetricsCallback
from .context import Context as Context, as_context_list, cpu as cpu
from .executor_manager import DataParallelExecutorManager, _check_arguments
from .initializer import InitDesc, Uniform
from .io import DataDesc as DataDesc
from .module._inputs import as_descriptions
from .module._stores import (
    create_kvstore as _create_kvstore,
    initialize_kvstore as _initialize_kvstore,
    update_params as _update_params,
    update_params_on_kvstore as _update_params_on_kvstore,
)
from .module.base_module import _multiple_callbacks, as_metric
from .ndarray import NDArray
from .optimizer import get_updater
from .symbol._checkpoint import BatchEndParam, load_checkpoint, load_params, save_checkpoint

__all__ = [
    "BatchEndParam", "FeedForward", "load_checkpoint", "load_params", "save_checkpoint",
]  # fmt: skip

_LOG_VALIDATION = LogValidationMetricsCallback()


def _train_multi_device(
    symbol, ctx, arg_names, param_names, aux_names, arg_params, aux_params, begin_epoch, end_epoch,
    epoch_size, optimizer, kvstore, update_on_kvstore, train_data, eval_data=None, eval_metric=None,
    epoch_end_callback=None, batch_end_callback=None, logger=None, work_load_list=None,
    monitor=None, eval_end_callback=None, eval_batch_end_callback=None, sym_gen=None,
):  # fmt: skip
    """Train a symbol on one or several contexts; the given parameters are updated."""
    logger = logger or logging
    executor_manager = DataParallelExecutorManager(
        symbol, ctx, train_data, arg_names, param_names, aux_names, work_load_list, logger, sym_gen
    )
    if monitor is not None:
        executor_manager.install_monitor(monitor)
    executor_manager.set_params(arg_params, aux_params)
    updater = None if update_on_kvstore else get_updater(optimizer)
    if kvstore is not None:
        if update_on_kvstore:
            kvstore.set_optimizer(optimizer)
        arrays = executor_manager.param_arrays
        _initialize_kvstore(kvstore, arrays, arg_params, param_names, update_on_kvstore)

    train_data.reset()
    for epoch in range(begin_epoch, end_epoch):
        tic = time.time()
        eval_metric.reset()
        for nbatch, data_batch in enumerate(_batches(train_data, epoch_size, epoch, logger), 1):
            if monitor is not None:
                monitor.tic()
            executor_manager.load_data_batch(data_batch)
            executor_manager.forward(is_train=True)
            executor_manager.backward()
            arrays = executor_manager.param_arrays, executor_manager.grad_arrays
            if update_on_kvstore:
                _update_params_on_kvstore(*arrays, kvstore, param_names)
            else:
                _update_params(*arrays, updater, len(ctx), kvstore, param_names)
            if monitor is not None:
                monitor.toc_print()
            executor_manager.update_metric(eval_metric, data_batch.label)
            _multiple_callbacks(
                batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, locals())
            )
        progress_log(logger).info("Epoch[%d] Time cost=%.3f", epoch, time.time() - tic)

        if epoch_end_callback or epoch + 1 == end_epoch:
            executor_manager.copy_to(arg_params, aux_params)
        _multiple_callbacks(epoch_end_callback, epoch, symbol, arg_params, aux_params)
        if eval_data:
            callbacks = eval_batch_end_callback, eval_end_callback
            _evaluate(executor_manager, eval_data, eval_metric, epoch, *callbacks)


def _evaluate(executor_manager, eval_data, eval_metric, epoch, batch_end_callback, end_callback):
    eval_metric.reset()
    eval_data.reset()
    total = 0
    for i, eval_batch in enumerate(eval_data):
        executor_manager.load_data_batch(eval_batch)
        executor_manager.forward(is_train=False)
        executor_manager.update_metric(eval_metric, eval_batch.label)
        _multiple_callbacks(batch_end_callback, BatchEndParam(epoch, i, eval_metric, locals()))
        total += 1
    _multiple_callbacks(end_callback, BatchEndParam(epoch, total, eval_metric, locals()))


def _batches(train_data, epoch_size, epoch, logger):
    """Yield the batches of an epoch: one pass of the iterator, or ``epoch_size`` of them."""
    count, in_round = 0, 0
    while True:
        for batch in train_data:
            yield batch
            count, in_round = count + 1, in_round + 1
            if count == epoch_size:
                return
        if not in_round:
            raise ValueError(f"train_data gives no batch in epoch {epoch}")
        in_round = 0
        progress_log(logger).info("Epoch[%d] Resetting Data Iterator", epoch)
        train_data.reset()
        if epoch_size is None:
            return


class FeedForward:
    """A network that ``fit`` trains on NumPy arrays or iterators; superseded by Module.

    Other arguments (``learning_rate``, ``momentum``, ``wd`` ...) are passed to the optimizer.
    ``symbol`` may be a function from a bucket key to a symbol.
    """

    def __init__(
        self, symbol, ctx=None, num_epoch=None, epoch_size=None, optimizer="sgd",
        initializer=Uniform(0.01),  # noqa: B008 - MXNet's signature shows it
        numpy_batch_size=128, arg_params=None, aux_params=None, allow_extra_params=False,
        begin_epoch=0, **kwargs,
    ):  # fmt: skip
        warnings.warn(
            "mxnet.model.FeedForward has been deprecated. Please use mxnet.mod.Module instead.",
            DeprecationWarning,
            stacklevel=2,
        )
        is_symbol = isinstance(symbol, sym.Symbol)
        self.symbol = symbol if is_symbol else None
        self.sym_gen = None if is_symbol else symbol
        self.arg_params, self.aux_params = arg_params, aux_params
        self.argument_checked, self.allow_extra_params = False, allow_extra_params
        if self.sym_gen is None:
            self._check_arguments()
        self.ctx = as_context_list(ctx)
        self.begin_epoch, self.num_epoch, self.epoch_size = begin_epoch, num_epoch, epoch_size
        self.initializer, self.optimizer = initializer, optimizer
        self.kwargs = dict(kwargs)
        self._pred_exec = None
        self.numpy_batch_size = numpy_batch_size

    def __getstate__(self):
        return {**self.__dict__, "_pred_exec": None}

    def __setstate__(self, state):
        self.__dict__.update(state)

    def _check_arguments(self):
        """Reject duplicate names; ignore extra parameters if that is allowed."""
        if self.argument_checked:
            return
        if self.symbol is None:
            raise AssertionError("FeedForward: there is no symbol yet")
        self.argument_checked = True
        _check_arguments(self.symbol)
        if self.allow_extra_params:
            arguments = set(self.symbol.list_arguments())
            states = set(self.symbol.list_auxiliary_states())
            self.arg_params = _only(self.arg_params, arguments)
            self.aux_params = _only(self.aux_params, states)

    @staticmethod
    def _is_data_arg(name):
        """Return, by its name, whether an argument is data or a label."""
        return name.endswith(("data", "label"))

    # ------------------------------------------------------------------------------- parameters

    def _init_params(self, inputs, overwrite=False):
        """Initialize parameters that have no values; return the names of all arguments."""
        inputs = as_descriptions(inputs)
        shapes = {description.name: tuple(description.shape) for description in inputs}
        arg_shapes, _, aux_shapes = self.symbol.infer_shape(**shapes)
        if arg_shapes is None:
            raise ValueError(f"the shapes of the parameters do not follow from {shapes}")
        arg_names = self.symbol.list_arguments()
        param_names = [name for name in arg_names if name not in shapes]
        aux_names = self.symbol.list_auxiliary_states()
        shapes_by_name = dict(zip(arg_names, arg_shapes, strict=True))
        self.arg_params = self._init_arrays(
            {name: shapes_by_name[name] for name in param_names}, self.arg_params, overwrite
        )
        shapes_by_name = dict(zip(aux_names, aux_shapes, strict=True))
        self.aux_params = self._init_arrays(shapes_by_name, self.aux_params, overwrite)
        return arg_names, param_names, aux_names

    def _init_arrays(self, shapes, values, overwrite):
        """Return an array for each name: the given one if its shape matches, or a new one."""
        attributes = self.symbol.attr_dict()
        arrays = {}
        for name, shape in shapes.items():
            if values and name in values and not overwrite and values[name].shape == shape:
                arrays[name] = values[name].copy()
                continue
            if values and name in values and not overwrite:
                raise ValueError(
                    f"the value of parameter '{name}' has shape {values[name].shape}, the network "
                    f"expects {shape}"
                )
            arrays[name] = nd.zeros(shape)
            self.initializer(InitDesc(name, attributes.get(name)), arrays[name])
        return arrays

    # -------------------------------------------------------------------------------- iterators

    def _init_iter(self, X, y, is_train):
        """Return the given iterator, or create one over arrays, shuffled for training."""
        if not isinstance(X, np.ndarray | NDArray):
            if not isinstance(X, io.DataIter):
                raise TypeError("X must be DataIter, NDArray or numpy.ndarray")
            return X
        if y is None:
            if is_train:
                raise ValueError("y must be specified when X is numpy.ndarray")
            y = np.zeros(X.shape[0])
        if not isinstance(y, np.ndarray | NDArray):
            raise TypeError("y must be ndarray when X is numpy.ndarray")
        if X.shape[0] != y.shape[0]:
            raise ValueError(
                f"The numbers of data points and labels not equal: {X.shape[0]} and {y.shape[0]}"
            )
        if y.ndim == 2 and y.shape[1] == 1:
            y = y.reshape(-1)
        if y.ndim != 1:
            raise ValueError("Label must be 1D or 2D (with 2nd dimension being 1)")
        size = min(X.shape[0], self.numpy_batch_size)
        handle = "roll_over" if is_train else "pad"
        return io.NDArrayIter(X, y, size, shuffle=is_train, last_batch_handle=handle)

    def _init_eval_iter(self, eval_data):
        if eval_data is None or isinstance(eval_data, io.DataIter):
            return eval_data
        if not isinstance(eval_data, tuple | list) or len(eval_data) != 2:
            raise TypeError(
                "Eval data must be DataIter, or NDArray/numpy.ndarray/list pair (i.e. tuple/list "
                "of length 2)"
            )
        data, label = eval_data
        if data is None:
            raise ValueError("Eval data is NONE")
        if isinstance(data, io.DataIter) and label is None:
            return data
        data, label = (np.array(part) if isinstance(part, list) else part for part in (data, label))
        return self._init_iter(data, label, is_train=True)

    # ---------------------------------------------------------------------------------- running

    def _init_predictor(self, input_shapes, type_dict=None):
        """Bind the executor for prediction, unless the previous one has the same inputs."""
        shapes = {name: tuple(shape) for name, shape in input_shapes}
        if self._pred_exec is not None:
            old = self._pred_exec.arg_dict
            if all(name in old and old[name].shape == shape for name, shape in shapes.items()):
                return
        input_shapes = {
            n: shape for n, shape in shapes.items() if n in self.symbol.list_arguments()
        }
        executor = self.symbol.simple_bind(
            self.ctx[0], grad_req="null", type_dict=type_dict, **input_shapes
        )
        if self.arg_params is None:
            raise AssertionError("FeedForward: there are no parameters; call fit or load before")
        executor.copy_params_from(self.arg_params, self.aux_params, self.allow_extra_params)
        self._pred_exec = executor

    def _outputs(self, X, num_batch, reset):
        """Yield each batch of an iterator with its outputs."""
        if reset:
            X.reset()
        descriptions = as_descriptions(X.provide_data)
        types = {description.name: description.dtype for description in descriptions}
        self._init_predictor(descriptions, types)
        names = [description.name for description in descriptions]
        for i, batch in enumerate(X):
            if i == num_batch:
                return
            inputs = dict(zip(names, batch.data, strict=True))
            yield batch, self._pred_exec.forward(is_train=False, **inputs)

    def predict(self, X, num_batch=None, return_data=False, reset=True):
        """Return the outputs as NumPy arrays; with ``return_data`` also data and labels."""
        X = self._init_iter(X, None, is_train=False)
        self._pred_exec = None  # parameters may have changed
        rows = []
        for batch, outputs in self._outputs(X, num_batch, reset):
            real = X.batch_size - (batch.pad or 0)
            groups = (outputs, batch.data, batch.label or []) if return_data else (outputs,)
            rows.append([[array[:real].asnumpy() for array in group] for group in groups])
        merged = [
            [np.concatenate(parts) for parts in zip(*group, strict=True)]
            for group in zip(*rows, strict=True)
        ]
        single = [group[0] if len(group) == 1 else group for group in merged]
        return single[0] if not return_data else tuple(single)

    def score(self, X, eval_metric="acc", num_batch=None, batch_end_callback=None, reset=True):
        """Return the value of a metric on data."""
        eval_metric = as_metric(eval_metric)
        eval_metric.reset()
        X = self._init_iter(X, None, is_train=False)
        self._pred_exec = None
        for i, (batch, outputs) in enumerate(self._outputs(X, num_batch, reset)):
            eval_metric.update(batch.label, outputs)
            _multiple_callbacks(batch_end_callback, BatchEndParam(0, i, eval_metric, locals()))
        return eval_metric.get()[1]

    def fit(
        self, X, y=None, eval_data=None, eval_metric="acc", epoch_end_callback=None,
        batch_end_callback=None, kvstore="local", logger=None, work_load_list=None, monitor=None,
        eval_end_callback=_LOG_VALIDATION, eval_batch_end_callback=None,
    ):  # fmt: skip
        """Train the network on arrays or an iterator."""
        data = self._init_iter(X, y, is_train=True)
        eval_data = self._init_eval_iter(eval_data)
        if self.num_epoch is None:
            raise AssertionError("FeedForward: give num_epoch, the number of epochs to train")
        if self.sym_gen is not None:
            self.symbol = self.sym_gen(data.default_bucket_key)
            self._check_arguments()
        names = self._init_params([*data.provide_data, *data.provide_label])
        param_names = names[1]
        store, on_store = _create_kvstore(kvstore, len(self.ctx), self.arg_params)
        optimizer = self._make_optimizer(data.batch_size, param_names, store, on_store)
        progress_log(logger or logging).info("Start training with %s", self.ctx)
        _train_multi_device(
            self.symbol, self.ctx, *names, self.arg_params, self.aux_params, self.begin_epoch,
            self.num_epoch, self.epoch_size, optimizer, store, on_store, data, eval_data,
            as_metric(eval_metric), epoch_end_callback, batch_end_callback, logger, work_load_list,
            monitor, eval_end_callback, eval_batch_end_callback, self.sym_gen,
        )  # fmt: skip

    def _make_optimizer(self, batch_size, param_names, store, on_store):
        if not isinstance(self.optimizer, str):
            if not isinstance(self.optimizer, opt.Optimizer):
                raise TypeError(f"optimizer must be a name or an Optimizer, got {self.optimizer!r}")
            return self.optimizer
        if store is not None and "dist" in store.type and "_async" not in store.type:
            batch_size *= store.num_workers
        devices = 1 if on_store else len(self.ctx)
        self.kwargs["sym"] = self.symbol
        self.kwargs["param_idx2name"] = {
            i * devices + k: name for i, name in enumerate(param_names) for k in range(devices)
        }
        options = {"rescale_grad": 1.0 / batch_size, **self.kwargs}
        return opt.create(self.optimizer, **options)

    # ------------------------------------------------------------------------------------ files

    def save(self, prefix, epoch=None, remove_amp_cast=True):
        """Write symbol and parameters to files."""
        epoch = self.num_epoch if epoch is None else epoch
        if epoch is None:
            raise AssertionError("FeedForward.save: give epoch, the number in the file's name")
        params = self.arg_params, self.aux_params
        save_checkpoint(prefix, epoch, self.symbol, *params, remove_amp_cast=remove_amp_cast)

    @staticmethod
    def load(prefix, epoch, ctx=None, **kwargs):
        """Load a network from a checkpoint; other arguments are those of ``FeedForward``."""
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        params = {"arg_params": arg_params, "aux_params": aux_params, "begin_epoch": epoch}
        return FeedForward(symbol, ctx=ctx, **{**params, **kwargs})

    @staticmethod
    def create(
        symbol, X, y=None, ctx=None, num_epoch=None, epoch_size=None, optimizer="sgd",
        initializer=Uniform(0.01),  # noqa: B008
        eval_data=None, eval_metric="acc", epoch_end_callback=None, batch_end_callback=None,
        kvstore="local", logger=None, work_load_list=None, eval_end_callback=_LOG_VALIDATION,
        eval_batch_end_callback=None, **kwargs,
    ):  # fmt: skip
        """Create a network and train it."""
        network = FeedForward(
            symbol,
            ctx=ctx,
            num_epoch=num_epoch,
            epoch_size=epoch_size,
            optimizer=optimizer,
            initializer=initializer,
            **kwargs,
        )
        network.fit(
            X, y, eval_data=eval_data, eval_metric=eval_metric, work_load_list=work_load_list,
            batch_end_callback=batch_end_callback, epoch_end_callback=epoch_end_callback,
            eval_batch_end_callback=eval_batch_end_callback, eval_end_callback=eval_end_callback,
            kvstore=kvstore, logger=logger,
        )  # fmt: skip
        return network


def _only(params, names):
    return None if params is None else {n: array for n, array in params.items() if n in names}
