"""Trainer: applies an optimizer to the parameters of a block."""

from __future__ import annotations

from .. import kvstore as kv
from .. import optimizer as opt
from .._formats.local import replacing
from ..kvstore import KVStore
from .parameter import Parameter, ParameterDict

__all__ = ["Trainer"]

_ON_KVSTORE = (
    "{} when parameters are updated on kvstore is not supported. "
    "Try setting `update_on_kvstore` to False when creating trainer."
)


class Trainer:
    """Updates parameters with an optimizer after each backward pass.

    ``optimizer`` is a name with ``optimizer_params``, or an instance. With parameters on several
    contexts their gradients are summed first. A dictionary of parameters is sorted by name.
    """

    def __init__(
        self,
        params,
        optimizer,
        optimizer_params=None,
        kvstore="device",
        compression_params=None,
        update_on_kvstore=None,
    ):
        self._params = _listed(params)
        self._param2idx = {parameter.name: i for i, parameter in enumerate(self._params)}
        for parameter in self._params:
            _set_trainer(parameter, self)
        self._compression_params = compression_params
        self._contexts = self._check_contexts()
        self._init_optimizer(optimizer, dict(optimizer_params or {}))
        self._scale = self._optimizer.rescale_grad
        self._kvstore_params = {"kvstore": kvstore, "update_on_kvstore": update_on_kvstore}
        self._reset_kvstore()

    def _check_contexts(self):
        contexts = None
        for parameter in self._params:
            own = parameter.list_ctx()
            if contexts is not None and contexts != own:
                raise AssertionError(
                    "All Parameters must be initialized on the same set of contexts, but "
                    f"Parameter {parameter.name} is initialized on {own} while previous "
                    f"Parameters are initialized on {contexts}."
                )
            contexts = own
        return contexts or []

    def _init_optimizer(self, optimizer, optimizer_params):
        by_index = dict(enumerate(self._params))
        if isinstance(optimizer, opt.Optimizer):
            if optimizer_params:
                raise AssertionError(
                    "optimizer_params must be None if optimizer is an instance of Optimizer "
                    "instead of str"
                )
            self._optimizer = optimizer
            self._optimizer.param_dict = by_index
        else:
            self._optimizer = opt.create(optimizer, param_dict=by_index, **optimizer_params)
        self._updaters = [opt.get_updater(self._optimizer) for _ in self._contexts]

    # ----------------------------------------------------------------------------- the kvstore

    def _reset_kvstore(self):
        self._kvstore = None
        self._update_on_kvstore = None
        self._kv_initialized = False
        self._params_to_init = list(self._params)

    def _init_kvstore(self):
        """Choose how gradients travel; with one context there is nothing to do."""
        self._kv_initialized = True
        wanted = self._kvstore_params["kvstore"]
        store = kv.create(wanted) if isinstance(wanted, str) else wanted
        if store is None or (isinstance(wanted, str) and len(self._contexts) < 2):
            if self._kvstore_params["update_on_kvstore"]:
                raise ValueError(
                    "Cannot set update_on_kvstore=True when there is no kvstore: "
                    "the parameters live on one context"
                )
            return
        on_store = self._kvstore_params["update_on_kvstore"]
        if on_store is None:
            on_store = store.is_capable("optimizer")
        if self._compression_params:
            store.set_gradient_compression(self._compression_params)
        if on_store:
            store.set_optimizer(self._optimizer)
        self._kvstore, self._update_on_kvstore = store, bool(on_store)

    def _init_params(self):
        """Tell the kvstore of parameters that have got their values."""
        waiting = []
        for parameter in self._params_to_init:
            if parameter._deferred_init:
                waiting.append(parameter)
            elif self._kvstore is not None:
                arrays = parameter.list_data()
                self._kvstore.broadcast(self._param2idx[parameter.name], arrays[0], out=arrays)
        self._params_to_init = waiting

    def _prepare(self):
        if not self._kv_initialized:
            self._init_kvstore()
        if self._params_to_init:
            self._init_params()

    # ---------------------------------------------------------------------------- rates and decay

    @property
    def optimizer(self):
        """The optimizer."""
        return self._optimizer

    @property
    def learning_rate(self):
        """The learning rate of now."""
        return self._optimizer.learning_rate

    def set_learning_rate(self, lr):
        """Set the learning rate, unless a scheduler does."""
        self._optimizer.set_learning_rate(lr)

    @property
    def wd(self):
        """The weight decay."""
        return self._optimizer.wd

    def set_wd(self, wd):
        """Set the weight decay."""
        self._optimizer.wd = wd

    # ----------------------------------------------------------------------------------- steps

    def step(self, batch_size, ignore_stale_grad=False):
        """Sum the gradients of all contexts, divide them by the batch size, update."""
        self._optimizer.rescale_grad = self._scale / batch_size
        self._prepare()
        if self._kvstore is not None:
            self._allreduce_grads()
        self._update(ignore_stale_grad)

    def allreduce_grads(self):
        """Sum the gradients of all contexts, for instance to clip them before ``update``."""
        self._prepare()
        self._refuse_on_kvstore("allreduce_grads()")
        if self._kvstore is not None:
            self._allreduce_grads()

    def update(self, batch_size, ignore_stale_grad=False):
        """Update with the gradients as they are, divided by the batch size."""
        self._prepare()
        self._refuse_on_kvstore("update()")
        self._optimizer.rescale_grad = self._scale / batch_size
        self._update(ignore_stale_grad)

    def _refuse_on_kvstore(self, what):
        if self._kvstore is not None and self._update_on_kvstore:
            raise AssertionError(_ON_KVSTORE.format(what))

    def _allreduce_grads(self):
        for i, parameter in enumerate(self._params):
            if parameter.grad_req == "null":
                continue
            gradients = parameter.list_grad()
            if self._update_on_kvstore:
                self._kvstore.push(i, gradients, priority=-i)
            else:
                self._kvstore.pushpull(i, gradients, out=gradients, priority=-i)

    def _update(self, ignore_stale_grad):
        chosen = [self._fresh(parameter, ignore_stale_grad) for parameter in self._params]
        for parameter, fresh in zip(self._params, chosen, strict=True):
            for array in parameter._data if fresh else ():
                array._fresh_grad = False
        if self._kvstore is not None and self._update_on_kvstore:
            for i, parameter in enumerate(self._params):
                if parameter.grad_req != "null":
                    self._kvstore.pull(i, out=parameter.list_data(), priority=-i)
            return
        for position, updater in enumerate(self._updaters):
            updater.optimizer._set_current_context(position)
            live = [i for i, fresh in enumerate(chosen) if fresh and fresh[position]]
            updater(
                live,
                [self._params[i]._grad[position] for i in live],
                [self._params[i]._data[position] for i in live],
            )

    def _fresh(self, parameter, ignore_stale_grad):
        """Tell, for each context, whether backward has made a gradient since the last step."""
        if parameter.grad_req == "null":
            return None
        arrays = parameter._data
        if arrays is None:
            arrays = parameter.list_data()  # says what is missing
        fresh = [array._fresh_grad for array in arrays]
        if not ignore_stale_grad and not all(fresh):
            where = arrays[fresh.index(False)].context
            raise UserWarning(
                f"Gradient of Parameter `{parameter.name}` on context {where} has not been "
                "updated by backward since last `step`. This could mean a bug in your model that "
                "made it only use a subset of the Parameters (Blocks) for this iteration. If you "
                "are intentionally only using a subset, call step with ignore_stale_grad=True to "
                "suppress this warning and skip updating of Parameters with stale gradient"
            )
        return fresh

    # ----------------------------------------------------------------------------------- states

    def save_states(self, fname):
        """Write the optimizer and its states to a file."""
        self._prepare()
        if self._update_on_kvstore:
            self._kvstore.save_optimizer_states(fname, dump_optimizer=True)
            return
        with replacing(fname) as file:
            file.write(self._updaters[0].get_states(dump_optimizer=True))

    def load_states(self, fname):
        """Read the optimizer and its states from a file that ``save_states`` wrote."""
        self._prepare()
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
            self._optimizer = self._kvstore._updater.optimizer
        else:
            with open(fname, "rb") as file:
                states = file.read()
            for updater in self._updaters:
                updater.set_states(states)
                updater.optimizer = self._updaters[0].optimizer
            self._optimizer = self._updaters[0].optimizer
        self._optimizer.param_dict = dict(enumerate(self._params))


def _listed(params) -> list[Parameter]:
    if isinstance(params, dict | ParameterDict):
        params = [params[name] for name in sorted(params.keys())]
    if not isinstance(params, list | tuple):
        raise ValueError(
            f"First argument must be a list or dict of Parameters, got {type(params)}."
        )
    for parameter in params:
        if not isinstance(parameter, Parameter):
            raise ValueError(
                "First argument must be a list or dict of Parameters, "
                f"got list of {type(parameter)}."
            )
    return list(params)


def _set_trainer(parameter, trainer):
    """Note the trainer on a parameter: row_sparse parameters pull rows through it."""
    parameter._trainer = trainer


_REEXPORTED = (KVStore,)
