"""DataParallelExecutorManager: the executors of FeedForward, one group for each bucket."""

from __future__ import annotations

import logging

from .module._inputs import as_descriptions
from .module._parts import (
    load,
    split_input_slice as _split_input_slice,  # noqa: F401
)
from .module.executor_group import DataParallelExecutorGroup
from .ndarray import NDArray

__all__ = ["DataParallelExecutorManager"]


def _check_arguments(symbol) -> None:
    """Reject arguments with the same name."""
    for what, names in (
        ("argument", symbol.list_arguments()),
        ("auxiliary param", symbol.list_auxiliary_states()),
    ):
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise ValueError(
                f'Find duplicated {what} name "{twice[0]}", please make the weight name '
                f"non-duplicated(using name arguments), {what}s are {names}"
            )


class DataParallelExecutorManager:
    """Runs batches on several contexts; with ``sym_gen``, a batch's key selects its network."""

    def __init__(
        self, symbol, ctx, train_data, arg_names, param_names, aux_names, work_load_list=None,
        logger=None, sym_gen=None,
    ):  # fmt: skip
        self.symbol = symbol
        self.ctx = ctx
        self.arg_names, self.param_names, self.aux_names = arg_names, param_names, aux_names
        self.sym_gen = sym_gen
        self._logger = logger or logging
        self._work_load_list = work_load_list or [1] * len(ctx)
        if len(self._work_load_list) != len(ctx):
            raise AssertionError(
                f"work_load_list has {len(self._work_load_list)} entries for {len(ctx)} contexts"
            )
        _check_arguments(symbol)
        self.execgrp = self.curr_execgrp = self._group(symbol, train_data, None)
        self.slices = self.execgrp.slices
        self.execgrp_bucket = {}
        if sym_gen is not None:
            self.execgrp_bucket[train_data.default_bucket_key] = self.execgrp
        self._batch = None
        self._monitor = None

    def _group(self, symbol, source, shared_group):
        """Bind a symbol for the data that an iterator or a batch provides."""
        return DataParallelExecutorGroup(
            symbol,
            self.ctx,
            self._work_load_list,
            as_descriptions(source.provide_data),
            as_descriptions(source.provide_label),
            self.param_names,
            for_training=True,
            inputs_need_grad=False,
            shared_group=shared_group,
            logger=self._logger,
        )

    aux_arrays = property(
        lambda self: self.execgrp.aux_arrays,
        doc="The auxiliary states: a list over contexts for each.",
    )
    grad_arrays = property(
        lambda self: self.execgrp.grad_arrays,
        doc="The gradients of the parameters: a list over contexts for each.",
    )
    param_arrays = property(
        lambda self: self.execgrp.param_arrays,
        doc="The parameters: a list over contexts for each.",
    )

    def install_monitor(self, monitor):
        """Install a monitor on the executors."""
        if self.sym_gen is not None:
            raise NotImplementedError("Monitoring is not implemented for bucketing")
        self.execgrp.install_monitor(monitor)

    def set_params(self, arg_params, aux_params):
        """Copy parameters to all contexts; extra ones are ignored."""
        self.execgrp.set_params(arg_params, aux_params, allow_extra=True)

    def copy_to(self, arg_params, aux_params):
        """Copy parameters, averaged over the contexts, into arrays by name."""
        self.execgrp.get_params(arg_params, aux_params)

    def load_data_batch(self, data_batch):
        """Set the batch for the next ``forward``."""
        if self.sym_gen is not None:
            key = data_batch.bucket_key
            if key not in self.execgrp_bucket:
                self.execgrp_bucket[key] = self._group(self.sym_gen(key), data_batch, self.execgrp)
            self.curr_execgrp = self.execgrp_bucket[key]
        self._batch = data_batch

    def forward(self, is_train=False):
        """Run the batch forward."""
        self.curr_execgrp.forward(self._batch, is_train=is_train)

    def backward(self):
        """Run the batch backward."""
        self.curr_execgrp.backward()

    def update_metric(self, metric, labels, pre_sliced=False):
        """Update a metric with the labels and outputs of the batch."""
        self.curr_execgrp.update_metric(metric, labels, pre_sliced)


# Names that other programs use for these functions, with batches along the first axis.


def _load_general(data, targets):
    """Copy each array of a batch to an array or, in parts, to the arrays of the devices."""
    for source, parts in zip(data, targets, strict=False):
        expected = source.shape[0] if isinstance(parts, NDArray) else parts[-1][0].stop
        if expected != source.shape[0]:
            raise AssertionError(
                f"Batch size miss match. Expected {expected}, got {source.shape[0]}: the parts of "
                "a batch are for another size"
            )
    load(data, targets, [0] * len(targets))


def _load_data(batch, targets):
    """Copy the data of a batch to the arrays of the devices."""
    _load_general(batch.data, targets)


def _load_label(batch, targets):
    """Copy the labels of a batch to the arrays of the devices."""
    _load_general(batch.label, targets)
