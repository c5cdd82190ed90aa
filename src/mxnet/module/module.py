"""Module: a symbol with parameters and an optimizer, on one or several contexts."""

from __future__ import annotations

import logging
import warnings
from itertools import chain

from .. import (
    context as ctx,
    initializer as init,
    ndarray as nd,  # noqa: F401
    optimizer as opt,
)
from .._distributed import progress_log
from .._formats.drafts import identity
from .._formats.local import reading, reading_together, replacing, together
from .._text.spelling import did_you_mean
from ..base import MXNetError
from ..initializer import InitDesc, Uniform
from ..io import DataDesc
from ..ndarray import NDArray, zeros
from ..optimizer._checks import check_weights
from ..optimizer._states import load_states
from ..optimizer._updater import set_states
from ..symbol import Symbol
from ..symbol._checkpoint import load_checkpoint, save_checkpoint
from ._delegation import INITIALIZED, DelegatingModule
from ._inputs import as_descriptions, check_input_names, parse_data_desc
from ._parts import copy_into
from ._stores import (
    create_kvstore,
    initialize_kvstore,
    observe_gradients,
    update_params,
    update_params_on_kvstore,
)
from .base_module import BaseModule as BaseModule
from .executor_group import DataParallelExecutorGroup

__all__ = ["Module"]


class Module(DelegatingModule):
    """A network defined by a symbol.

    ``data_names`` and ``label_names`` are the arguments of the symbol that come from batches,
    ``state_names`` those that are kept between batches; all others are parameters. Those in
    ``fixed_param_names`` are not trained. If there are several contexts, each batch is distributed
    over them in proportion to ``work_load_list``.

    >>> import mxnet as mx
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> module = Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    >>> module.bind([("data", (4, 3))], [("softmax_label", (4,))])
    >>> module.init_params()
    >>> module.forward(mx.io.DataBatch([mx.nd.ones((4, 3))], [mx.nd.zeros(4)]))
    >>> module.get_outputs()[0].shape
    (4, 2)
    """

    def __init__(
        self, symbol, data_names=("data",), label_names=("softmax_label",), logger=logging,
        context=ctx.cpu(),  # noqa: B008 - MXNet's signature shows it
        work_load_list=None, fixed_param_names=None, state_names=None, group2ctxs=None,
        compression_params=None,
    ):  # fmt: skip
        super().__init__(logger=logger)
        if not isinstance(symbol, Symbol):
            raise TypeError(
                f"a Module runs a Symbol, got a {type(symbol).__name__}; the symbol of a "
                "HybridBlock is net(mx.sym.var('data'))"
            )
        self._context = _contexts(context)
        self._work_load_list = work_load_list or [1] * len(self._context)
        if len(self._work_load_list) != len(self._context):
            raise AssertionError(
                f"work_load_list has {len(self._work_load_list)} entries for "
                f"{len(self._context)} contexts"
            )
        self._group2ctxs = group2ctxs
        self._symbol = symbol
        self._data_names = list(data_names or [])
        self._label_names = list(label_names or [])
        self._state_names = list(state_names or [])
        self._fixed_param_names = list(fixed_param_names or [])
        check_input_names(symbol, self._data_names, "data_names", throw=True)
        check_input_names(symbol, self._label_names, "label_names", throw=False)
        check_input_names(symbol, self._state_names, "state_names", throw=True)
        check_input_names(symbol, self._fixed_param_names, "fixed_param_names", throw=True)
        inputs = {*self._data_names, *self._label_names, *self._state_names}
        self._param_names = [name for name in symbol.list_arguments() if name not in inputs]
        self._aux_names = symbol.list_auxiliary_states()
        self._output_names = symbol.list_outputs()
        self._arg_params = self._aux_params = None
        self._params_dirty = False  # the devices have newer values than _arg_params
        self._compression_params = compression_params
        self._optimizer = self._kvstore = self._update_on_kvstore = self._updater = None
        self._preload_opt_states = self._preload_version = None
        self._grad_req = None
        self._exec_group = None
        self._data_shapes = self._label_shapes = None

    # ---------------------------------------------------------------------------------- files

    @staticmethod
    def load(prefix, epoch, load_optimizer_states=False, **kwargs):
        """Load a module from a checkpoint; other arguments are those of ``Module``."""
        states = _states_file(prefix, epoch)
        (symbol, arg_params, aux_params), version = reading_together(
            (states,), lambda: (load_checkpoint(prefix, epoch), identity(states))
        )
        module = Module(symbol, **kwargs)
        module._arg_params, module._aux_params = arg_params, aux_params
        module.params_initialized = True
        if load_optimizer_states:
            module._preload_opt_states, module._preload_version = states, version
        return module

    def save_checkpoint(self, prefix, epoch, save_optimizer_states=False, remove_amp_cast=True):
        """Write symbol, parameters and optionally the optimizer's states to files."""
        with together():
            save_checkpoint(prefix, epoch, self.symbol, *self.get_params(), remove_amp_cast)
            if save_optimizer_states:
                self.save_optimizer_states(_states_file(prefix, epoch))
        if save_optimizer_states:
            progress_log(logging).info('Saved optimizer state to "%s"', _states_file(prefix, epoch))

    def save_optimizer_states(self, fname):
        """Write the optimizer's states to a file."""
        self._require(optimizer=True)
        if self._update_on_kvstore:
            self._kvstore.save_optimizer_states(fname)
            return
        with replacing(fname) as file:
            file.write(self._updater.get_states())

    def load_optimizer_states(self, fname):
        """Read the optimizer's states from a file."""
        self._require(optimizer=True)
        if self._update_on_kvstore and "dist" in self._kvstore.type:
            self._kvstore.load_optimizer_states(fname)  # only worker 0 needs the file
            return
        with reading(fname) as (file, size):
            data = file.read(size)
        if self._update_on_kvstore:
            states, optimizer = load_states(data)
            check_weights(optimizer or self._optimizer, states, self._weights_by_key())
            self._kvstore.load_optimizer_states(fname)
        else:
            set_states(self._updater, data, self._weights_by_key())

    def _weights_by_key(self) -> dict:
        """Return the parameters on all contexts by the updater's indices.

        MXNet: states saved by a store have names as keys; they can be loaded as well.
        """
        arrays = self._exec_group.param_arrays
        names = zip(self._exec_group.param_names, arrays, strict=True)
        by_name = {name: each[0] for name, each in names}
        return dict(enumerate(chain.from_iterable(arrays))) | by_name

    # ----------------------------------------------------------------------- names and shapes

    @property
    def output_names(self):
        """The names of the outputs."""
        return self._output_names

    @property
    def label_names(self):
        """The names of the labels."""
        return self._label_names

    @property
    def data_names(self):
        """The names of the data inputs."""
        return self._data_names

    @property
    def data_shapes(self):
        """The descriptions of the data inputs."""
        self._require(bound=True)
        return self._data_shapes

    @property
    def label_shapes(self):
        """The descriptions of the labels, or None if there are none."""
        self._require(bound=True)
        return self._label_shapes

    @property
    def output_shapes(self):
        """The (name, shape) pairs of the outputs."""
        self._require(bound=True)
        return self._exec_group.get_output_shapes()

    # -------------------------------------------------------------------------------- binding

    def bind(
        self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False,
        force_rebind=False, shared_module=None, grad_req="write",
    ):  # fmt: skip
        """Allocate memory for inputs of the given shapes.

        With ``shared_module``, the parameters are those of another module, as for the buckets of a
        BucketingModule.
        """
        if force_rebind:
            self._reset_bind()
        if self._keeps_binding():
            return
        if inputs_need_grad and not for_training:
            raise AssertionError("inputs_need_grad=True needs for_training=True")
        if shared_module is not None:
            shared_module._require(bound=True, params=True)
        names = self._data_names, self._label_names
        descriptions = parse_data_desc(*names, data_shapes, label_shapes)
        group = DataParallelExecutorGroup(
            self._symbol, self._context, self._work_load_list, *descriptions, self._param_names,
            for_training, inputs_need_grad,
            None if shared_module is None else shared_module._exec_group, logger=self.logger,
            fixed_param_names=self._fixed_param_names, grad_req=grad_req,
            state_names=self._state_names, group2ctxs=self._group2ctxs,
        )  # fmt: skip
        self._data_shapes, self._label_shapes = descriptions
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        self._grad_req = grad_req
        self._exec_group = group
        self._total_exec_bytes = group._total_exec_bytes
        self.binded = True
        self._take_params_of(shared_module)

    def _take_params_of(self, shared_module):
        """Copy the values that are already known to the bound arrays."""
        if shared_module is not None:
            self.params_initialized = True
            self._arg_params, self._aux_params = (
                shared_module._arg_params,
                shared_module._aux_params,
            )
        elif self.params_initialized:
            self._exec_group.set_params(self._arg_params, self._aux_params)
        else:
            group = self._exec_group
            self._arg_params = _zeros_like(self._param_names, group.param_arrays)
            self._aux_params = _zeros_like(self._aux_names, group.aux_arrays)
        if shared_module is not None and shared_module.optimizer_initialized:
            self.borrow_optimizer(shared_module)

    def _reset_bind(self):
        if self._params_dirty:
            self._sync_params_from_devices()
        self.binded = False
        self._exec_group = None
        self._data_shapes = self._label_shapes = None

    def reshape(self, data_shapes, label_shapes=None):
        """Change the shapes of the inputs; everything else is kept."""
        self._require(bound=True)
        self._reshape(
            *parse_data_desc(self._data_names, self._label_names, data_shapes, label_shapes)
        )

    def _reshape(self, data, label):
        self._exec_group.reshape(data, label)
        self._data_shapes, self._label_shapes = data, label

    # ----------------------------------------------------------------------------- parameters

    def get_params(self):
        """Return the parameters and the auxiliary states by name, averaged over the contexts."""
        if not self.params_initialized or (self._params_dirty and not self.binded):
            self._require(bound=True, params=True)
        if self._params_dirty:
            self._sync_params_from_devices()
        return self._arg_params, self._aux_params

    def _sync_params_from_devices(self):
        self._exec_group.get_params(self._arg_params, self._aux_params)
        self._params_dirty = False

    def init_params(
        self, initializer=Uniform(0.01),  # noqa: B008
        arg_params=None, aux_params=None, allow_missing=False, force_init=False, allow_extra=False,
    ):  # fmt: skip
        """Initialize parameters and auxiliary states.

        Values are taken from ``arg_params`` and ``aux_params`` if given; with ``allow_missing``,
        the initializer creates the missing ones.
        """
        if self.params_initialized and not force_init:
            warnings.warn(INITIALIZED.format("init_params"), stacklevel=2)
            return
        if not self.binded:
            raise AssertionError("call bind before initializing the parameters")
        if isinstance(initializer, str):
            initializer = init.create(initializer)
        attributes = self._symbol.attr_dict()
        for arrays, values in ((self._arg_params, arg_params), (self._aux_params, aux_params)):
            for name in sorted(arrays):
                desc = InitDesc(name, attributes.get(name))
                _init_param(desc, arrays[name], values, initializer, allow_missing)
        self.params_initialized = True
        self._params_dirty = False
        self._exec_group.set_params(self._arg_params, self._aux_params, allow_extra=allow_extra)

    def _set_some_params(self, arg_params, aux_params, force_init, allow_extra):
        self._exec_group.set_params(arg_params, aux_params, allow_extra=allow_extra)

    # ------------------------------------------------------------------------------ optimizer

    def init_optimizer(
        self, kvstore="local", optimizer="sgd", optimizer_params=(("learning_rate", 0.01),),
        force_init=False,
    ):  # fmt: skip
        """Set the optimizer, given by name and parameters or as an instance.

        Gradients are divided by the batch size unless ``rescale_grad`` is given.
        """
        if self._keeps_optimizer(force_init):
            return
        if self._params_dirty:
            self._sync_params_from_devices()
        store, on_store = create_kvstore(kvstore, len(self._context), self._arg_params)
        self._optimizer = self._make_optimizer(optimizer, optimizer_params, store, on_store)
        self._kvstore, self._update_on_kvstore, self._updater = store, on_store, None
        if store is not None:
            self._set_store_optimizer(store, on_store)
        if not on_store:
            self._updater = opt.get_updater(self._optimizer)
        self.optimizer_initialized = True
        if self._preload_opt_states is not None:
            self._load_states_of_checkpoint(self._preload_opt_states)
            self._preload_opt_states = None

    def _load_states_of_checkpoint(self, fname):
        if identity(fname) != self._preload_version:
            raise MXNetError(
                f"'{fname}' was overwritten after the parameters were read; load the module again"
            )
        self.load_optimizer_states(fname)

    def _make_optimizer(self, optimizer, options, store, on_store):
        batch_size = self._exec_group.batch_size
        if store is not None and "dist" in store.type and "_sync" in store.type:
            batch_size *= store.num_workers
        rescale = 1.0 / batch_size
        names = self._exec_group.param_names
        devices = 1 if on_store else len(self._context)
        numbered = {i * devices + k: name for i, name in enumerate(names) for k in range(devices)}
        if isinstance(optimizer, str):
            options = {"rescale_grad": rescale, **dict(options)}
            return opt.create(optimizer, sym=self.symbol, param_idx2name=numbered, **options)
        if not isinstance(optimizer, opt.Optimizer):
            raise AssertionError(f"optimizer must be a name or an Optimizer, got {optimizer!r}")
        if optimizer.rescale_grad != rescale:
            warnings.warn(
                "Optimizer created manually outside Module but rescale_grad is not normalized to "
                f"1.0/batch_size/num_workers ({optimizer.rescale_grad} vs. {rescale}). Is this "
                "intended?",
                stacklevel=3,
            )
        if not optimizer.idx2name:
            optimizer.idx2name = numbered
        return optimizer

    def _set_store_optimizer(self, store, on_store):
        """Pass the optimizer and the parameters to a store."""
        if self._compression_params:
            store.set_gradient_compression(self._compression_params)
        if on_store:
            store.set_optimizer(self._optimizer)
        group = self._exec_group
        arrays = group.param_arrays, self._arg_params, self._param_names
        initialize_kvstore(store, *arrays, on_store)

    def borrow_optimizer(self, shared_module):
        """Use the optimizer, and its states, of another module."""
        shared_module._require(optimizer=True)
        for part in ("_kvstore", "_optimizer", "_update_on_kvstore", "_updater"):
            setattr(self, part, getattr(shared_module, part))
        self.optimizer_initialized = True

    def update(self):
        """Update the parameters from the gradients of the last batch."""
        self._require(bound=True, params=True, optimizer=True)
        self._params_dirty = True
        group = self._exec_group
        arrays = group.param_arrays, group.grad_arrays
        if self._update_on_kvstore:
            update_params_on_kvstore(*arrays, self._kvstore, group.param_names)
        else:
            devices = len(self._context)
            update_params(*arrays, self._updater, devices, self._kvstore, group.param_names)
        observe_gradients(self._kvstore, group.execs, group.param_names, group.grad_arrays)

    # -------------------------------------------------------------------------------- running

    def forward(self, data_batch, is_train=None):
        """Run a batch forward; if its shapes differ from before, the inputs are reshaped."""
        self._require(bound=True, params=True)
        self._fit_shapes(data_batch)
        self._exec_group.forward(data_batch, is_train)

    def _fit_shapes(self, batch):
        """Reshape the inputs if the shapes of the batch differ."""
        if hasattr(batch, "__array__"):
            raise TypeError(
                "forward takes a batch, got an array: mx.io.DataBatch([data], [label]) makes one"
            )
        if isinstance(batch, list):
            if not batch:
                raise AssertionError("Encountered empty data batch")
            shapes = [_batch_shape(arrays) for arrays in zip(*(b.data for b in batch), strict=True)]
            batch = batch[0]
        else:
            shapes = [tuple(array.shape) for array in batch.data]
        old = [tuple(description.shape) for description in self._data_shapes]
        if old == shapes[: len(old)]:
            return
        if len(shapes) < len(old):
            raise ValueError(
                f"the batch has {len(shapes)} data arrays; the module needs {self._data_names}"
            )
        if getattr(batch, "provide_data", None):
            data = as_descriptions(batch.provide_data)
        else:
            data = _with_shapes(self._data_shapes, shapes)
        self._reshape(data, self._label_shapes_for(batch, data))

    def _label_shapes_for(self, batch, data):
        if getattr(batch, "provide_label", None):
            return as_descriptions(batch.provide_label)
        if not self._label_shapes:
            return self._label_shapes
        if getattr(batch, "label", None):
            return _with_shapes(self._label_shapes, [tuple(label.shape) for label in batch.label])
        # Without labels, those of the previous batch are kept, with the right batch size.
        size = next(n for n in (_batch_size(description) for description in data) if n is not None)
        return [_with_batch_size(description, size) for description in self._label_shapes]

    def backward(self, out_grads=None):
        """Compute gradients; a loss at the end needs no ``out_grads``."""
        self._require(bound=True, params=True, training=True)
        self._exec_group.backward(out_grads=out_grads)

    @property
    def _delegate(self):
        return self._exec_group

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        """Update a metric with the labels and outputs of the last batch."""
        self._exec_group.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon):
        """Install a monitor on the executors."""
        self._require(bound=True)
        self._exec_group.install_monitor(mon)

    def prepare(self, data_batch, sparse_row_id_fn=None):
        """Prepare for a batch; dense parameters need no preparation."""
        self._require(bound=True)
        super().prepare(data_batch, sparse_row_id_fn)


def _states_file(prefix, epoch) -> str:
    return f"{prefix}-{epoch:04d}.states"


def _zeros_like(names, arrays) -> dict[str, NDArray]:
    """Return an array on the host for each parameter, given on all devices."""
    pairs = zip(names, arrays, strict=True)
    return {
        name: zeros(copies[0].shape, dtype=copies[0].dtype, stype=copies[0].stype)
        for name, copies in pairs
    }


def _init_param(desc, array, values, initializer, allow_missing) -> None:
    """Fill the array of a parameter from other arrays, or with an initializer."""
    if values is not None and desc in values:
        if values[desc].shape != array.shape:
            raise MXNetError(
                f"the value of parameter '{desc}' has shape {values[desc].shape}, the module "
                f"expects {array.shape}"
            )
        if values[desc] is not array:
            copy_into(values[desc], array)
    elif values is not None and not allow_missing:
        raise RuntimeError(
            f"{desc} is not presented; given are {', '.join(sorted(values)) or 'none'}. "
            f"allow_missing=True initializes what is missing.{did_you_mean(desc, values)}"
        )
    elif initializer is not None:
        initializer(desc, array)
    elif values is None:
        raise TypeError(f"there is neither an initializer nor a value for parameter '{desc}'")


def _contexts(context) -> list[ctx.Context]:
    """Return one or several contexts as a list."""
    contexts = ctx.as_context_list(context)
    if not contexts:
        raise ValueError(f"context must name at least one Context, got {context!r}")
    return contexts


def _batch_shape(arrays) -> tuple[int, ...]:
    """Return the shape of a batch from the shapes of its parts."""
    return (sum(array.shape[0] for array in arrays), *arrays[0].shape[1:])


def _with_shapes(descriptions, shapes) -> list[DataDesc]:
    return [
        DataDesc(d.name, shape, d.dtype, d.layout)
        for d, shape in zip(descriptions, shapes, strict=False)
    ]


def _batch_size(description) -> int | None:
    axis = DataDesc.get_batch_axis(description.layout)
    return None if axis < 0 else description.shape[axis]


def _with_batch_size(description, size) -> DataDesc:
    axis = DataDesc.get_batch_axis(description.layout)
    if axis < 0:
        return description
    shape = (*description.shape[:axis], size, *description.shape[axis + 1 :])
    return _with_shapes([description], [shape])[0]
