"""SequentialModule: modules that run one after the other."""

from __future__ import annotations

import logging

from ..initializer import Uniform
from ..io import DataBatch, DataDesc
from .base_module import BaseModule

__all__ = ["SequentialModule"]


class SequentialModule(BaseModule):
    """A chain of modules, in which each module gets the outputs of the previous one as data.

    >>> chain = SequentialModule()
    >>> chain.add(features).add(classifier, take_labels=True, auto_wiring=True)  # doctest: +SKIP
    """

    META_TAKE_LABELS = "take_labels"
    META_AUTO_WIRING = "auto_wiring"

    def __init__(self, logger=logging):
        super().__init__(logger=logger)
        self._modules = []
        self._metas = []
        self._data_shapes = self._label_shapes = None
        self._meta_keys = {self.META_TAKE_LABELS, self.META_AUTO_WIRING}

    def add(self, module, **kwargs):
        """Append a module; return self.

        With ``take_labels=True`` it gets the labels of the batch. With ``auto_wiring=True`` its
        data are renamed to its own names, regardless of the names of the previous outputs.
        """
        for key in kwargs:
            if key not in self._meta_keys:
                raise AssertionError(f'Unknown meta "{key}", a typo?')
        self._modules.append(module)
        self._metas.append(kwargs)
        # The longer chain must be bound and initialized again.
        self.binded = self.params_initialized = self.optimizer_initialized = False
        return self

    def _takes_labels(self, meta) -> bool:
        return bool(meta.get(self.META_TAKE_LABELS))

    # ----------------------------------------------------------------------- names and shapes

    @property
    def data_names(self):
        """The names of the first module's data."""
        return self._modules[0].data_names if self._modules else []

    @property
    def output_names(self):
        """The names of the last module's outputs."""
        return self._modules[-1].output_names if self._modules else []

    @property
    def data_shapes(self):
        """The descriptions of the first module's data."""
        self._require(bound=True)
        return self._modules[0].data_shapes

    @property
    def label_shapes(self):
        """The descriptions of the labels, or None if no module uses them."""
        self._require(bound=True)
        return self._label_shapes

    @property
    def output_shapes(self):
        """The (name, shape) pairs of the last module's outputs."""
        self._require(bound=True)
        return self._modules[-1].output_shapes

    # ----------------------------------------------------------------------------- parameters

    def get_params(self):
        """Return the parameters and the auxiliary states of all modules by name."""
        self._require(bound=True, params=True)
        arg_params, aux_params = {}, {}
        for module in self._modules:
            own_args, own_aux = module.get_params()
            arg_params.update(own_args)
            aux_params.update(own_aux)
        return arg_params, aux_params

    def init_params(
        self, initializer=Uniform(0.01),  # noqa: B008
        arg_params=None, aux_params=None, allow_missing=False, force_init=False, allow_extra=False,
    ):  # fmt: skip
        """Initialize the parameters of all modules, from arrays if these are given."""
        if self.params_initialized and not force_init:
            return
        self._require(bound=True)
        for module in self._modules:
            module.init_params(
                initializer, arg_params, aux_params, allow_missing, force_init, allow_extra
            )
        self._reject_duplicates()
        self.params_initialized = True

    def _reject_duplicates(self):
        """Reject parameter names that occur in two modules: they would be saved as one."""
        owners = {}
        for i, module in enumerate(self._modules):
            for name in (name for params in module.get_params() for name in params):
                if name in owners:
                    other = owners[name]
                    raise AssertionError(
                        f'Duplicated parameter names: name "{name}" in layer {i} ({type(module)}) '
                        f"is already used in layer {other} ({type(self._modules[other])})."
                    )
                owners[name] = i

    # -------------------------------------------------------------------------------- binding

    def bind(
        self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False,
        force_rebind=False, shared_module=None, grad_req="write",
    ):  # fmt: skip
        """Bind all modules."""
        if not force_rebind and self._keeps_binding():
            return
        if inputs_need_grad and not for_training:
            raise AssertionError("inputs_need_grad=True needs for_training=True")
        if shared_module is not None:
            raise AssertionError("Shared module is not supported")
        if not self._modules:
            raise AssertionError("Attempting to bind an empty SequentialModule")
        shapes = data_shapes
        for i, (module, meta) in enumerate(zip(self._modules, self._metas, strict=True)):
            if meta.get(self.META_AUTO_WIRING):
                shapes = _rename(module.data_names, shapes)
            module.bind(
                shapes,
                label_shapes if self._takes_labels(meta) else None,
                for_training,
                inputs_need_grad or (for_training and i > 0),  # the module before needs them
                force_rebind,
                grad_req=grad_req,
            )
            shapes = module.output_shapes
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        labeled = any(map(self._takes_labels, self._metas))
        self._label_shapes = label_shapes if labeled else None
        self.binded = True

    def init_optimizer(
        self, kvstore="local", optimizer="sgd", optimizer_params=(("learning_rate", 0.01),),
        force_init=False,
    ):  # fmt: skip
        """Set the optimizer of all modules."""
        if self._keeps_optimizer(force_init):
            return
        for module in self._modules:
            module.init_optimizer(kvstore, optimizer, optimizer_params, force_init)
        self.optimizer_initialized = True

    # -------------------------------------------------------------------------------- running

    def forward(self, data_batch, is_train=None):
        """Run a batch forward through all modules."""
        self._require(bound=True, params=True)
        batch = DataBatch(
            data_batch.data,
            getattr(data_batch, "label", None),
            getattr(data_batch, "pad", None),
            provide_data=getattr(data_batch, "provide_data", None),
            provide_label=getattr(data_batch, "provide_label", None),
        )
        for i, module in enumerate(self._modules):
            if i > 0:
                batch.data = self._modules[i - 1].get_outputs()
                if batch.provide_data:
                    names = module.data_names
                    batch.provide_data = [
                        DataDesc(name, array.shape, array.dtype)
                        for name, array in zip(names, batch.data, strict=True)
                    ]
            module.forward(batch, is_train=is_train)

    def backward(self, out_grads=None):
        """Run backward through all modules, from the last one."""
        self._require(bound=True, params=True)
        for i, module in reversed(list(enumerate(self._modules))):
            module.backward(out_grads=out_grads)
            if i > 0:
                out_grads = module.get_input_grads()

    def update(self):
        """Update the parameters of all modules."""
        self._require(bound=True, params=True, optimizer=True)
        for module in self._modules:
            module.update()

    def get_outputs(self, merge_multi_context=True):
        """Return the outputs of the last module."""
        self._require(bound=True, params=True)
        return self._modules[-1].get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context=True):
        """Return the gradients of the first module's data."""
        self._require(bound=True, params=True, input_grads=True)
        return self._modules[0].get_input_grads(merge_multi_context=merge_multi_context)

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        """Update a metric with the labels, and the outputs of the modules that take labels."""
        self._require(bound=True, params=True)
        for module, meta in zip(self._modules, self._metas, strict=True):
            if self._takes_labels(meta):
                module.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon):
        """Install a monitor on all modules."""
        self._require(bound=True)
        for module in self._modules:
            module.install_monitor(mon)


def _rename(names, shapes) -> list[tuple]:
    if len(names) != len(shapes):
        raise AssertionError(
            f"auto_wiring: the module expects {len(names)} data arrays ({', '.join(names)}), the "
            f"one before has {len(shapes)} outputs"
        )
    return [(name, shape) for name, (_, shape) in zip(names, shapes, strict=True)]
