"""Trainer: applies an optimizer to the parameters of a block."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from .. import autograd, optimizer as opt
from .._distributed.agreement import integers_of_first_worker, start_comparison
from .._distributed.early_start import VariableGradients
from .._formats.local import replacing
from .._text.foreign_names import TRAINER
from .._text.reprs import count
from .._text.spelling import explain_foreign_names, suggesting
from ..base import MXNetError
from ..kvstore import KVStore as KVStore
from ..kvstore._clients import transfers
from ..kvstore._sync import SyncKVStore
from ..optimizer._checks import check_weights
from ..optimizer._states import load_states
from ._parameter import Parameter
from ._parameter_dict import ParameterDict
from ._trainer_store import compared_facts, create_store, updates_weights

__all__ = ["Trainer"]

_NOT_PARAMETERS = (
    "First argument must be a list or dict of Parameters, got {}. Give net.collect_params()."
)
_ON_KVSTORE = (
    "{} when parameters are updated on kvstore is not supported. "
    "Try setting `update_on_kvstore` to False when creating trainer."
)
_MOVED = (
    "Parameter `{}` has moved to the contexts {} since the Trainer was made; make a new Trainer"
)
_STALE = (
    "Gradient of Parameter `{}` on context {} has not been updated by backward since last `step`. "
    "This could mean a bug in your model that made it only use a subset of the Parameters (Blocks) "
    "for this iteration. If you are intentionally only using a subset, call step with "
    "ignore_stale_grad=True to suppress this warning and skip updating of Parameters with stale "
    "gradient. Otherwise call backward on the loss before each step"
)


_BATCH_SIZE = (
    "Possible change in the `batch_size` from previous `step` detected: it was {}, now it is {}. "
    "Optimizer gradient normalizing factor will not change w.r.t new batch_size when "
    "update_on_kvstore=True and when distributed kvstore is used: in async mode the servers keep "
    "the first one. Leave out the last batch: last_batch='discard'"
)


@explain_foreign_names(TRAINER)
class Trainer:
    """Updates parameters with an optimizer after each backward pass.

    ``optimizer`` is a name with ``optimizer_params``, or an instance. If parameters are on several
    contexts, their gradients are summed first. A dictionary of parameters is sorted by name.

    >>> from mxnet import autograd, gluon, nd
    >>> net = gluon.nn.Dense(1, in_units=2, weight_initializer="ones")
    >>> net.initialize()
    >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    >>> with autograd.record():
    ...     loss = net(nd.array([[1.0, 2.0]]))
    >>> loss.backward()
    >>> trainer.step(batch_size=1)
    >>> net.weight.data()
    <BLANKLINE>
    [[0.9 0.8]]
    <NDArray 1x2 @cpu(0)>
    """

    @suggesting
    def __init__(
        self,
        params,
        optimizer,
        optimizer_params=None,
        kvstore="device",
        compression_params=None,
        update_on_kvstore=None,
    ):
        self._params = _list_parameters(params)
        self._param2idx = {parameter.name: i for i, parameter in enumerate(self._params)}
        for parameter in self._params:
            parameter._set_trainer(self)
        self._compression_params = compression_params
        self._contexts = self._check_contexts()
        self._contains_sparse_weight = any(
            parameter._stype != "default" for parameter in self._params
        )
        self._contains_sparse_grad = any(
            parameter._grad_stype != "default" for parameter in self._params
        )
        self._init_optimizer(optimizer, optimizer_params)
        self._scale = self._optimizer.rescale_grad
        self._kvstore_params = {"kvstore": kvstore, "update_on_kvstore": update_on_kvstore}
        self._step_scale = self._order = self._trained = self._fresh = self._distributed = None
        # What else determines the next step, by name: objects with get_state, check_state and
        # set_state.
        self._state_parts = {}
        self._reset_kvstore()

    def __repr__(self):
        return (
            f"Trainer({count(len(self._params), 'parameter')} on "
            f"{', '.join(map(str, self._contexts or ()))}, {self._optimizer!r})"
        )

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
        return contexts

    def _init_optimizer(self, optimizer, options):
        by_index = dict(enumerate(self._params))
        if isinstance(optimizer, opt.Optimizer):
            if options:
                raise AssertionError(
                    "optimizer_params must be None if optimizer is an instance of Optimizer "
                    "instead of str"
                )
            self._optimizer = optimizer
            self._optimizer.param_dict = by_index
        else:
            if not isinstance(options or {}, Mapping):
                raise TypeError(
                    "optimizer_params must be a dictionary such as {'learning_rate': 0.1}, got "
                    f"{options!r}"
                )
            self._optimizer = opt.create(optimizer, param_dict=by_index, **(options or {}))
        self._updaters = [opt.get_updater(self._optimizer) for _ in self._contexts]

    def _scale_for(self, batch_size):
        """Return the factor of the gradients."""
        if batch_size is None:
            raise TypeError(
                "a step needs the argument 'batch_size', the number of samples that the gradients "
                "are divided by: trainer.step(len(data)), or step(1) after the mean of a loss"
            )
        if getattr(batch_size, "size", 1) != 1:
            raise ValueError(
                "batch_size is the number of samples, which gradients are divided by, got an "
                f"array of shape {batch_size.shape}: give len(data)"
            )
        try:
            return self._scale / batch_size
        except TypeError:
            text = f"batch_size is a number, which gradients are divided by, got {batch_size!r}"
            raise TypeError(text) from None
        except ZeroDivisionError:
            text = "batch_size is 0, and gradients are divided by it"
            raise ZeroDivisionError(f"{text}: give the number of samples") from None

    # ----------------------------------------------------------------------------- the kvstore

    def _reset_kvstore(self):
        """Reset the store, which must be initialized with the parameters' values again."""
        if self._distributed:
            raise RuntimeError(
                "Cannot reset distributed KVStore. Set or load parameters before the first step."
            )
        self._kvstore = self._update_on_kvstore = self._distributed = None
        self._kv_initialized = False
        self._params_to_init = list(self._params)

    def _init_kvstore(self):
        """Choose how gradients are communicated; with one context there is nothing to do."""
        sparse_weight = self._contains_sparse_weight
        store = create_store(self._kvstore_params["kvstore"], len(self._contexts), sparse_weight)
        on_store = self._kvstore_params["update_on_kvstore"]
        if store is None:
            # MXNet: with sparse gradients it updates without a store then.
            if on_store and not self._contains_sparse_grad:
                raise ValueError(
                    "Cannot set update_on_kvstore=True without a kvstore: the parameters live on "
                    "one context, or kvstore is None"
                )
        else:
            on_store = updates_weights(store, on_store, sparse_weight, self._contains_sparse_grad)
            if self._compression_params:
                store.set_gradient_compression(self._compression_params)
            if on_store:
                store.set_optimizer(self._optimizer)
            self._kvstore, self._update_on_kvstore = store, bool(on_store)
        self._distributed = store is not None and "dist" in store.type
        self._kv_initialized = True

    def _has_synchronous_workers(self) -> bool:
        return isinstance(self._kvstore, SyncKVStore) and self._kvstore.num_workers > 1

    def _start_comparison(self, batch_size, fresh):
        """Begin to refuse workers that train other parameters, or update by different numbers.

        In the latter case their weights would drift apart. The returned function completes it, and
        returns whether any worker has written to the weights that the store updates.
        """
        if not self._has_synchronous_workers():
            return _no_changes
        trained = [i for i, p in enumerate(self._params) if p._grad_req != "null"]
        updated = None if self._update_on_kvstore else fresh
        facts = compared_facts(trained, updated, batch_size, self._optimizer.lr)
        has_changed = self._update_on_kvstore and self._kvstore._has_changed(trained)
        compare = start_comparison(facts, bool(has_changed))
        if trained == self._trained:
            return compare
        has_changed = compare()  # before sending gradients that other workers do not expect
        self._trained = trained
        return lambda: has_changed

    def _init_params(self):
        """Register parameters that have been initialized with the kvstore."""
        waiting = []
        for parameter in self._params_to_init:
            if parameter._deferred_init:
                waiting.append(parameter)
            elif self._kvstore is not None:
                arrays = parameter._check_and_get(parameter._data, list)
                position = self._param2idx[parameter.name]
                self._kvstore.broadcast(position, arrays[0], arrays)
                self._share([position])
        self._params_to_init = waiting

    def _prepare(self):
        if not self._kv_initialized:
            self._init_kvstore()
        if self._params_to_init:
            with autograd.pause():
                self._init_params()

    def _row_sparse_pull(self, parameter, out, row_id):
        """Copy rows of a sparse parameter from the kvstore."""
        self._prepare()
        self._kvstore.row_sparse_pull(self._param2idx[parameter.name], out=out, row_ids=row_id)

    # ---------------------------------------------------------------------------- rates and decay

    @property
    def optimizer(self):
        """The optimizer."""
        return self._optimizer

    @property
    def learning_rate(self):
        """The current learning rate."""
        return self._optimizer.learning_rate

    @learning_rate.setter
    def learning_rate(self, lr):
        self.set_learning_rate(lr)

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

    def step(self, batch_size=None, ignore_stale_grad=False):
        """Sum the gradients of all contexts and workers, divide by the batch size, update."""
        self._check_and_rescale_grad(self._scale_for(batch_size))
        self._prepare()
        self._fresh = self._find_fresh(ignore_stale_grad)
        try:
            compare = self._start_comparison(batch_size, self._fresh)
            self._allreduce_grads()
            if compare():
                self._kvstore._adopt_shared(self._trained)
            self._update(ignore_stale_grad)
        finally:
            self._fresh = None

    def allreduce_grads(self):
        """Sum the gradients of all contexts, for example to clip them before ``update``."""
        self._prepare()
        self._refuse_on_kvstore("allreduce_grads()")
        self._allreduce_grads()

    def update(self, batch_size=None, ignore_stale_grad=False):
        """Update with the gradients divided by the batch size, without reducing them."""
        self._prepare()
        self._refuse_on_kvstore("update()")
        self._check_and_rescale_grad(self._scale_for(batch_size))
        self._update(ignore_stale_grad)

    # MXNet: trainers derived from this one have a ``step`` of their own, which calls
    # _check_and_rescale_grad, _init_kvstore, _init_params, _allreduce_grads and _update.

    def _check_and_rescale_grad(self, scale):
        """Set the factor of the gradients."""
        if self._kvstore is not None and "async" in self._kvstore.type:
            if self._step_scale not in (None, scale):
                sizes = (f"{self._scale / each:g}" for each in (self._step_scale, scale))
                raise UserWarning(_BATCH_SIZE.format(*sizes))
        self._optimizer.rescale_grad = self._step_scale = scale

    def _refuse_on_kvstore(self, what):
        if self._update_on_kvstore:
            raise AssertionError(_ON_KVSTORE.format(what))

    def _find_fresh(self, ignore_stale_grad):
        """Return, for each context, the positions of parameters with a new gradient."""
        fresh = [[] for _ in self._contexts]
        for device, positions in enumerate(fresh):
            for i, parameter in enumerate(self._params):
                if parameter._grad_req == "null":
                    continue
                arrays = parameter._data or parameter.list_data()  # list_data raises the error
                if len(arrays) != len(fresh):
                    raise AssertionError(_MOVED.format(parameter.name, parameter.list_ctx()))
                # For variables _leaf_slot is the same as _leaf, but faster.
                if arrays[device]._leaf_slot.fresh:
                    positions.append(i)
                elif not ignore_stale_grad:
                    raise UserWarning(_STALE.format(parameter.name, arrays[device].context))
        return fresh

    def _allreduce_grads(self):
        """Sum the gradients; subclasses sum them over processes."""
        if self._kvstore is None:
            return
        grads = {i: p.list_grad() for i, p in enumerate(self._params) if p._grad_req != "null"}
        for keys, arrays, priority in self._transfers(grads):
            if self._update_on_kvstore:
                self._kvstore.push(keys, arrays, priority=priority)
            else:
                self._kvstore.pushpull(keys, arrays, arrays, priority=priority)
                self._watch(keys)

    def _sending_order(self):
        """Return the positions of the parameters in the order in which gradients are computed.

        It is the order of worker 0 in its last backward pass at the first call. In this order,
        buffers are completed early, and a fixed order gives reproducible sums.
        """
        if self._order is None:
            leaves = [p._data[0]._leaf if p._data else None for p in self._params]
            arrivals = [0 if leaf is None else leaf.arrival for leaf in leaves]
            order = sorted(range(len(arrivals)), key=arrivals.__getitem__)
            self._order = integers_of_first_worker(order)
        return self._order

    def _share(self, keys):
        """Let the store update the weights themselves, after they were pulled."""
        if self._update_on_kvstore and isinstance(self._kvstore, SyncKVStore):
            if len(self._contexts) == 1:
                self._kvstore._share(keys, [self._params[i]._data[0] for i in keys])

    def _watch(self, keys):
        """Let the next gradients be sent while a backward pass computes them."""
        if isinstance(self._kvstore, SyncKVStore) and len(self._contexts) == 1:
            variables = [self._params[i]._data[0] for i in keys]
            self._kvstore._watch(keys, VariableGradients(variables))

    def _transfers(self, arrays):
        """Return keys, arrays and priorities for calls of the store; positions are the keys."""
        order = self._sending_order() if self._has_synchronous_workers() else arrays
        return transfers(self._kvstore, [(i, i, arrays[i]) for i in order if i in arrays])

    def _update(self, ignore_stale_grad=False):
        """Update with the gradients that ``step`` has found to be new, which are stale then."""
        fresh = self._fresh or self._find_fresh(ignore_stale_grad)
        params = self._params
        for device, positions in enumerate(fresh):
            for i in positions:
                params[i]._data[device]._leaf_slot.fresh = False
        if self._update_on_kvstore:
            dense = {
                i: parameter.list_data()
                for i, parameter in enumerate(self._params)
                if parameter._grad_req != "null" and parameter._stype == "default"
            }
            for keys, arrays, priority in self._transfers(dense):
                self._kvstore.pull(keys, arrays, priority=priority)
                self._share(keys)
                self._watch(keys)
            return
        for device, positions in enumerate(fresh):
            updater = self._updaters[device]
            updater.optimizer._set_current_context(device)
            if positions:
                grads = [params[i]._grad[device] for i in positions]
                updater(positions, grads, [params[i]._data[device] for i in positions])

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
        """Load the optimizer and its states from a file written by ``save_states``.

        A file that does not match these parameters is rejected, and nothing changes.
        """
        self._prepare()
        if self._distributed and self._update_on_kvstore:  # only worker 0 needs the file
            self._load_states_of_store(fname)
            return
        try:
            with open(fname, "rb") as file:
                states, optimizer = load_states(file.read())
            optimizer = optimizer or self._optimizer
            self._check_states(states, optimizer, {})
        except MXNetError as error:
            raise MXNetError(f"'{fname}': {error}") from error
        if self._update_on_kvstore:
            self._load_states_of_store(fname)
        else:
            self._adopt(states, optimizer)

    def _load_states_of_store(self, fname):
        self._kvstore.load_optimizer_states(fname)
        self._optimizer = self._kvstore._updater.optimizer
        self._optimizer.param_dict = dict(enumerate(self._params))

    def _check_states(self, states, optimizer, values):
        """Reject states of other parameters; ``values`` are the new arrays of parameters."""
        optimizer.param_dict = dict(enumerate(self._params))  # for the names in messages
        # A parameter of unknown size has no array yet; its state is checked when it is updated.
        arrays = [values.get(p, p._data and p._data[0]) for p in self._params]
        check_weights(optimizer, states, dict(enumerate(arrays)))

    def _adopt(self, states, optimizer):
        """Continue with an optimizer and states that were checked."""
        for number, updater in enumerate(self._updaters_in_use()):
            # Each context has its own arrays.
            updater._adopt(copy.deepcopy(states) if number else states, optimizer)
        optimizer.param_dict = dict(enumerate(self._params))
        self._optimizer = optimizer

    def _updaters_in_use(self) -> list:
        """Return the updater of the store, or those of the contexts."""
        return [self._kvstore._updater] if self._update_on_kvstore else self._updaters

    # Checkpoint saves and restores trainers with these.

    def _get_state(self) -> dict:
        """Return the state that determines the next step, except for parameters and gradients."""
        self._prepare()
        updater = self._updaters_in_use()[0]
        states, optimizer = updater._unscaled_states(), updater.optimizer
        parts = {name: part.get_state() for name, part in self._state_parts.items()}
        return {"states": states, "optimizer": optimizer, "scale": self._scale, "parts": parts}

    def _check_state(self, state, values):
        """Raise an error unless the state fits this trainer; ``values`` are the new parameters."""
        match state:
            case {
                "states": dict(states),
                "optimizer": opt.Optimizer() as optimizer,
                "scale": scale,
                "parts": dict(parts),
            }:
                self._check_states(states, optimizer, values)
            case _:
                raise MXNetError("this is not the state of a trainer")
        for name in parts.keys() ^ self._state_parts.keys():
            was, here = ("with", "without") if name in parts else ("without", "with")
            raise MXNetError(
                f"the trainer was saved {was} {name} and is {here} it here: use it in both "
                "cases or in none"
            )
        if not isinstance(scale, int | float):
            raise MXNetError(f"the scale of the trainer is a {type(scale).__name__}")
        for name, part in self._state_parts.items():
            part.check_state(parts[name])

    def _set_state(self, state):
        """Set a state that was checked."""
        self._prepare()
        self._adopt(state["states"], state["optimizer"])
        self._scale = state["scale"]
        for name, part in self._state_parts.items():
            part.set_state(state["parts"][name])


def _list_parameters(params) -> list[Parameter]:
    if isinstance(params, dict | ParameterDict):
        params = [params[name] for name in sorted(params.keys())]
    if not isinstance(params, list | tuple):
        raise ValueError(_NOT_PARAMETERS.format(type(params)))
    for parameter in params:
        if not isinstance(parameter, Parameter):
            raise ValueError(_NOT_PARAMETERS.format(f"list of {type(parameter)}"))
    if not params:
        raise TypeError(
            "Trainer got no parameters; give it net.collect_params(), which has those of the "
            "children, not net.params"
        )
    return list(dict.fromkeys(params))  # shared parameters may be listed twice


def _no_changes() -> bool:
    """Return that no other worker has changed anything."""
    return False
