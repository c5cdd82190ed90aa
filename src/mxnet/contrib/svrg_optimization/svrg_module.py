"""A module that trains with stochastic variance reduced gradients."""

from __future__ import annotations

import logging

from ... import context as ctx
from ...module import Module
from ...ndarray import NDArray
from .svrg_optimizer import _SVRGOptimizer

_POSITIVE = "update_freq in SVRGModule must be a positive integer to represent the frequency for"
_INTEGER = "update_freq in SVRGModule must be an integer to represent the frequency for"


class SVRGModule(Module):
    """Trains with variance-reduced gradients.

    Every ``update_freq`` epochs a snapshot of the parameters is taken, with the mean of their
    gradients over all batches. A step then uses *g(now) - g(snapshot) + mean*, where *g* is the
    gradient of the batch. The other parameters are those of :class:`Module`.
    """

    def __init__(
        self, symbol, data_names=("data",), label_names=("softmax_label",), logger=logging,
        context=ctx.cpu(),  # noqa: B008 - MXNet's signature shows it
        work_load_list=None, fixed_param_names=None, state_names=None, group2ctxs=None,
        compression_params=None, update_freq=None,
    ):  # fmt: skip
        options = {
            "logger": logger,
            "context": context,
            "work_load_list": work_load_list,
            "fixed_param_names": fixed_param_names,
            "state_names": state_names,
            "group2ctxs": group2ctxs,
            "compression_params": compression_params,
        }
        super().__init__(symbol, data_names, label_names, **options)
        if not isinstance(update_freq, int):
            raise TypeError(f"{_INTEGER} calculating full gradients, got {update_freq!r}")
        if update_freq <= 0:
            raise ValueError(f"{_POSITIVE} calculating full gradients, got {update_freq}")
        self.update_freq = update_freq
        self._mod_aux = Module(symbol, data_names, label_names, **options)  # the snapshot
        # For each context: parameter name -> mean gradient.
        self._param_dict: list[dict[str, NDArray]] = [{} for _ in self._context]

    # ----------------------------------------------------------------- applied to both modules

    def _reset_bind(self):
        super()._reset_bind()
        self._mod_aux._reset_bind()

    def reshape(self, data_shapes, label_shapes=None):
        """Change the shapes of the inputs; everything else is kept."""
        super().reshape(data_shapes, label_shapes)
        self._mod_aux.reshape(data_shapes, label_shapes)

    def bind(
        self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False,
        force_rebind=False, shared_module=None, grad_req="write",
    ):  # fmt: skip
        """Allocate memory for inputs of the given shapes."""
        options = for_training, inputs_need_grad, force_rebind, shared_module, grad_req
        super().bind(data_shapes, label_shapes, *options)
        if for_training:
            self._mod_aux.bind(data_shapes, label_shapes, *options)

    def prepare(self, data_batch, sparse_row_id_fn=None):
        """Prepare for a batch."""
        super().prepare(data_batch, sparse_row_id_fn)
        self._mod_aux.prepare(data_batch, sparse_row_id_fn)

    def forward(self, data_batch, is_train=None):
        """Run a batch forward; in training also with the snapshot of the parameters."""
        super().forward(data_batch, is_train)
        if self._trains(is_train):
            self._mod_aux.forward(data_batch, is_train)

    def backward(self, out_grads=None):
        """Compute gradients, also for the snapshot of the parameters."""
        super().backward(out_grads)
        if self._mod_aux.params_initialized:
            self._mod_aux.backward(out_grads)

    def _trains(self, is_train) -> bool:
        training = self.for_training if is_train is None else is_train
        return training and self._mod_aux.binded and self._mod_aux.params_initialized

    # --------------------------------------------------------------------------------- training

    def _make_optimizer(self, optimizer, options, store, on_store):
        """Wrap the optimizer that a module would have."""
        base = super()._make_optimizer(optimizer, options, store, on_store)
        names = {"param_idx2name": base.idx2name, "sym": self.symbol}
        return _SVRGOptimizer(base, rescale_grad=base.rescale_grad, **names)

    def update(self):
        """Update the parameters from the gradients of the last batch."""
        self._update_svrg_gradients()
        super().update()

    def update_full_grads(self, train_data):
        """Store the parameters, and the mean of their gradients over all batches of an iterator.

        The iterator is reset before, not afterwards.
        """
        arg_params, aux_params = self.get_params()
        self._mod_aux.set_params(arg_params, aux_params)
        train_data.reset()
        count = 0.0
        sums: list[dict[str, NDArray]] = [{} for _ in self._context]
        for batch in train_data:
            self._mod_aux.forward(batch, is_train=True)
            self._mod_aux.backward()
            for name, device, gradient in _gradients(self._mod_aux):
                so_far = sums[device].get(name)
                sums[device][name] = gradient.copy() if so_far is None else so_far + gradient
            # MXNet: padding is not counted, although its samples are in the sum.
            count += 1 - (batch.pad or 0) / len(batch.data[0])
        if not count:
            raise ValueError("train_data gives no batch to compute gradients of")
        self._param_dict = [{name: total / count for name, total in s.items()} for s in sums]

    def _update_svrg_gradients(self):
        """Replace the gradients by variance-reduced ones."""
        snapshot = {(name, device): array for name, device, array in _gradients(self._mod_aux)}
        for name, device, gradient in _gradients(self):
            if name in self._param_dict[device]:
                gradient[:] = self._svrg_grads_update_rule(
                    gradient, snapshot[name, device], self._param_dict[device][name]
                )

    def _svrg_grads_update_rule(
        self, g_curr_batch_curr_weight, g_curr_batch_special_weight, g_special_weight_all_batch
    ):
        """Return the variance-reduced gradient."""
        return g_curr_batch_curr_weight - g_curr_batch_special_weight + g_special_weight_all_batch

    def _begin_epoch(self, epoch, train_data):
        if epoch % self.update_freq == 0:
            self.update_full_grads(train_data)
            train_data.reset()


def _gradients(module: Module):
    """Yield each gradient of a module with the parameter's name and the index of the context."""
    group = module._exec_group
    for name, arrays in zip(group.param_names, group.grad_arrays, strict=True):
        for device, gradient in enumerate(arrays):
            if gradient is not None:
                yield name, device, gradient
