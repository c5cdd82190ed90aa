"""BucketingModule: one network for each input length, with shared parameters."""

from __future__ import annotations

import logging
import warnings as warnings

import numpy as np

from .. import (
    context as ctx,
    ndarray as nd,
    symbol as sym,  # noqa: F401
)
from ..initializer import Uniform
from ..name import NameManager
from ..symbol._checkpoint import load_params, save_checkpoint
from ._delegation import DelegatingModule
from .base_module import BaseModule as BaseModule
from .module import Module

__all__ = ["BucketingModule"]


class BucketingModule(DelegatingModule):
    """Modules created by ``sym_gen(bucket_key)`` that share parameters, memory and optimizer.

    ``sym_gen`` returns a symbol, the names of its data and the names of its labels. The
    ``bucket_key`` of a batch selects its network; the default one is bound first, and should have
    the largest inputs.
    """

    def __init__(
        self, sym_gen, default_bucket_key=None, logger=logging,
        context=ctx.cpu(),  # noqa: B008 - MXNet's signature shows it
        work_load_list=None, fixed_param_names=None, state_names=None, group2ctxs=None,
        compression_params=None,
    ):  # fmt: skip
        super().__init__(logger=logger)
        if default_bucket_key is None:
            raise AssertionError("BucketingModule needs a default_bucket_key")
        self._sym_gen = sym_gen
        self._default_bucket_key = default_bucket_key
        self._fixed_param_names = list(fixed_param_names or [])
        self._state_names = list(state_names or [])
        self._context = context
        self._work_load_list = work_load_list
        self._group2ctxs = group2ctxs
        self._compression_params = compression_params
        self._monitor = None
        self._grad_req = None
        self._params_dirty = False
        self._loaded = None  # parameters from a file, until bind assigns them
        self._reset_bind()
        self._module_for(default_bucket_key)  # raises errors for wrong names here

    def _reset_bind(self):
        self._curr_module = self._curr_bucket_key = None
        self._buckets = {}
        self.binded = False

    def _call_sym_gen(self, bucket_key):
        """Return symbol, data names and label names; automatic names start over each time."""
        with NameManager():
            result = self._sym_gen(bucket_key)
        if not isinstance(result, list | tuple) or len(result) != 3:
            raise ValueError(
                "sym_gen must return three things: the symbol, the names of the data and those of "
                f"the labels; got {result!r}"
            )
        return result

    def _module_for(self, bucket_key) -> Module:
        symbol, data_names, label_names = self._call_sym_gen(bucket_key)
        return Module(
            symbol, data_names, label_names, logger=self.logger, context=self._context,
            work_load_list=self._work_load_list, fixed_param_names=self._fixed_param_names,
            state_names=self._state_names, group2ctxs=self._group2ctxs,
            compression_params=self._compression_params,
        )  # fmt: skip

    @property
    def _default_module(self) -> Module:
        return self._buckets[self._default_bucket_key]

    # ----------------------------------------------------------------------- names and shapes

    @property
    def data_names(self):
        """The names of the data inputs of the current bucket."""
        if self.binded:
            return self._curr_module.data_names
        return self._call_sym_gen(self._default_bucket_key)[1]

    @property
    def output_names(self):
        """The names of the outputs of the current bucket."""
        if self.binded:
            return self._curr_module.output_names
        return self._call_sym_gen(self._default_bucket_key)[0].list_outputs()

    @property
    def data_shapes(self):
        """The descriptions of the data inputs of the current bucket."""
        self._require(bound=True)
        return self._curr_module.data_shapes

    @property
    def label_shapes(self):
        """The descriptions of the labels of the current bucket."""
        self._require(bound=True)
        return self._curr_module.label_shapes

    @property
    def output_shapes(self):
        """The (name, shape) pairs of the outputs of the current bucket."""
        self._require(bound=True)
        return self._curr_module.output_shapes

    @property
    def symbol(self):
        """The symbol of the current bucket."""
        self._require(bound=True)
        return self._curr_module.symbol

    # ----------------------------------------------------------------------------- parameters

    def get_params(self):
        """Return the parameters and the auxiliary states by name."""
        self._require(params=True)
        if not self.binded:
            return self._loaded
        self._curr_module._params_dirty = self._params_dirty
        params = self._curr_module.get_params()
        self._params_dirty = False
        return params

    def init_params(
        self, initializer=Uniform(0.01),  # noqa: B008
        arg_params=None, aux_params=None, allow_missing=False, force_init=False, allow_extra=False,
    ):  # fmt: skip
        """Initialize parameters and auxiliary states, from arrays if these are given."""
        if self.params_initialized and not force_init:
            return
        self._require(bound=True)
        self._curr_module.init_params(
            initializer, arg_params, aux_params, allow_missing, force_init, allow_extra
        )
        self._params_dirty = False
        self.params_initialized = True

    def _set_some_params(self, arg_params, aux_params, force_init, allow_extra):
        self._curr_module.set_params(arg_params, aux_params, True, force_init, allow_extra)

    # -------------------------------------------------------------------------------- binding

    def bind(
        self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False,
        force_rebind=False, shared_module=None, grad_req="write",
    ):  # fmt: skip
        """Bind the default bucket; others are bound at their first batch."""
        if shared_module is not None:
            raise AssertionError("shared_module for BucketingModule is not supported")
        if force_rebind:
            self._loaded = self.get_params() if self.params_initialized else None
            self._reset_bind()
        if self._keeps_binding():
            return
        module = self._module_for(self._default_bucket_key)
        module.bind(data_shapes, label_shapes, for_training, inputs_need_grad, grad_req=grad_req)
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        self._grad_req = grad_req
        self.binded = True
        self._curr_module, self._curr_bucket_key = module, self._default_bucket_key
        self._buckets[self._default_bucket_key] = module
        if self.params_initialized:
            self.set_params(*self._loaded)

    def switch_bucket(self, bucket_key, data_shapes, label_shapes=None):
        """Switch to the network of another bucket, which is bound if it is new."""
        self._require(bound=True)
        if bucket_key not in self._buckets:
            module = self._module_for(bucket_key)
            module.bind(
                data_shapes,
                label_shapes,
                self.for_training,
                self.inputs_need_grad,
                shared_module=self._default_module,
                grad_req=self._grad_req,
            )
            if self._monitor is not None:
                module.install_monitor(self._monitor)
            self._buckets[bucket_key] = module
        self._curr_module, self._curr_bucket_key = self._buckets[bucket_key], bucket_key

    # -------------------------------------------------------------------------------- running

    def init_optimizer(
        self, kvstore="local", optimizer="sgd", optimizer_params=(("learning_rate", 0.01),),
        force_init=False,
    ):  # fmt: skip
        """Set the optimizer of all buckets."""
        if self._keeps_optimizer(force_init):
            return
        self._curr_module.init_optimizer(kvstore, optimizer, optimizer_params, force_init)
        for module in self._buckets.values():
            if module is not self._curr_module:
                module.borrow_optimizer(self._curr_module)
        self.optimizer_initialized = True

    def prepare(self, data_batch, sparse_row_id_fn=None):
        """Bind the network for a batch without switching to it."""
        self._require(bound=True, params=True)
        previous = self._curr_bucket_key
        self._switch_for(data_batch)
        self._curr_module.prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)
        self.switch_bucket(previous, None, None)

    def _switch_for(self, batch):
        key = getattr(batch, "bucket_key", None)
        if key is None:  # for instance an array passed to predict
            return
        self.switch_bucket(key, batch.provide_data, batch.provide_label)

    def forward(self, data_batch, is_train=None):
        """Run a batch forward in its network."""
        self._require(bound=True, params=True)
        self._switch_for(data_batch)
        self._curr_module.forward(data_batch, is_train=is_train)

    def backward(self, out_grads=None):
        """Compute gradients from the gradients of the outputs."""
        self._require(bound=True, params=True)
        self._curr_module.backward(out_grads=out_grads)

    def update(self):
        """Update the parameters from the gradients of the last batch."""
        self._require(bound=True, params=True, optimizer=True)
        self._params_dirty = True
        self._curr_module.update()

    @property
    def _delegate(self):
        return self._curr_module

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        """Update a metric with the labels and outputs of the last batch."""
        self._require(bound=True, params=True)
        self._curr_module.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon):
        """Install a monitor on the networks of all buckets."""
        self._require(bound=True)
        self._monitor = mon
        for module in self._buckets.values():
            module.install_monitor(mon)

    # ---------------------------------------------------------------------------------- files

    def save_checkpoint(self, prefix, epoch, remove_amp_cast=False):
        """Write the parameters, the symbol of each bucket, and the list of buckets to files."""
        self._require(bound=True)
        save_checkpoint(prefix, epoch, None, *self.get_params(), remove_amp_cast)
        for key, module in self._buckets.items():
            module.symbol.save(f"{prefix}-{key}-symbol.json", remove_amp_cast=remove_amp_cast)
        keys = nd.array(list(self._buckets), dtype=np.int32)
        nd.save(f"{prefix}.buckets", [keys])

    @staticmethod
    def load(prefix, epoch, sym_gen=None, default_bucket_key=None, **kwargs):
        """Load a module from a checkpoint; other arguments are those of ``BucketingModule``."""
        if sym_gen is None:
            raise AssertionError("sym_gen is required for loading BucketingModule")
        if default_bucket_key is None:
            raise AssertionError("default_bucket_key is required for loading BucketingModule")
        params = load_params(prefix, epoch)
        return BucketingModule._with_params(sym_gen, default_bucket_key, params, kwargs)

    @staticmethod
    def load_dict(
        sym_dict=None, sym_gen=None, default_bucket_key=None, arg_params=None, aux_params=None,
        **kwargs,
    ):  # fmt: skip
        """Create a module from parameters by name and the symbol of each bucket or ``sym_gen``."""
        if sym_dict is None and sym_gen is None:
            raise AssertionError("sym_dict needs to be provided for BucketingModule.load_dict")
        if arg_params is None:
            raise AssertionError("arg_params need to be provided for BucketingModule.load_dict")
        if sym_gen is None:
            sym_gen = _from_symbols(sym_dict)
        params = arg_params, aux_params or {}
        return BucketingModule._with_params(sym_gen, default_bucket_key, params, kwargs)

    @staticmethod
    def _with_params(sym_gen, default_bucket_key, params, kwargs):
        module = BucketingModule(sym_gen, default_bucket_key, **kwargs)
        module._loaded = params
        module.params_initialized = True
        return module


def _from_symbols(symbols):
    """Return a ``sym_gen`` for symbols by bucket key, with the usual input names."""

    def sym_gen(bucket_key):
        symbol = symbols[bucket_key]
        labels = [name for name in symbol.list_arguments() if name.endswith("label")]
        return symbol, ("data",), tuple(labels)

    return sym_gen
