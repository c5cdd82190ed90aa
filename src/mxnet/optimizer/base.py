"""What all optimizers share: learning rates, weight decay, update counts, states, precision.

An optimizer defines ``create_state`` and ``_step``, which updates a list of weights at once.
"""

from __future__ import annotations

import pickle
import warnings

import numpy as np

from ..ndarray import NDArray

_CANNOT_SET_RATE = (
    "LRScheduler of the optimizer has already been defined. Note that set_learning_rate can mutate "
    "the value of the learning rate of the optimizer only when the LRScheduler of the optimizer is "
    "undefined."
)
MANY = 1 << 30  # an aggregate_num without limit: all weights of a step go into one call


class Optimizer:
    """The base of optimizers.

    Subclasses define ``create_state(index, weight)`` and either ``update(index, weight, grad,
    state)`` for one weight, as in MXNet, or ``_step`` for many of them.
    """

    opt_registry: dict[str, type] = {}
    aggregate_num = 0  # how many weights one call of update may take; 0: one, not as a list

    def __init__(
        self,
        rescale_grad=1.0,
        param_idx2name=None,
        wd=0.0,
        clip_gradient=None,
        learning_rate=None,
        lr_scheduler=None,
        sym=None,
        begin_num_update=0,
        multi_precision=False,
        param_dict=None,
    ):
        if param_idx2name is not None and not isinstance(param_idx2name, dict):
            raise AssertionError("param_idx2name should be a dict of param indexes to names.")
        self.rescale_grad = rescale_grad
        self.clip_gradient = clip_gradient
        self.multi_precision = multi_precision
        self.wd = wd
        self.lr_scheduler = lr_scheduler
        if lr_scheduler is not None and learning_rate is not None:
            if lr_scheduler.base_lr != learning_rate:
                warnings.warn(
                    "learning rate from ``lr_scheduler`` has been overwritten by ``learning_rate`` "
                    "in optimizer.",
                    UserWarning,
                    stacklevel=3,
                )
                lr_scheduler.base_lr = learning_rate
        self.lr = 0.01 if learning_rate is None else learning_rate
        self.begin_num_update = self.num_update = begin_num_update
        # One count a device: multi-device training updates each weight once a device and step.
        self._all_index_update_counts = {0: {}}
        self._index_update_count = self._all_index_update_counts[0]
        self.idx2name = dict(param_idx2name or {})
        self.param_dict = param_dict or {}
        self.sym_info = () if sym is None else (sym.attr_dict(), sym.list_arguments())
        self.lr_mult, self.wd_mult = {}, {}
        self.set_lr_mult({})
        self.set_wd_mult({})

    # -------------------------------------------------------------------------------- registry

    @staticmethod
    def register(klass):
        """Register an optimizer class under its lower-case name."""
        if not isinstance(klass, type):
            raise AssertionError(f"only a class can be registered as an optimizer, got {klass!r}")
        name = klass.__name__.lower()
        if name in Optimizer.opt_registry:
            old = Optimizer.opt_registry[name]
            warnings.warn(
                f"New optimizer {klass.__module__}.{klass.__name__} is overriding existing "
                f"optimizer {old.__module__}.{old.__name__}",
                stacklevel=2,
            )
        Optimizer.opt_registry[name] = klass
        return klass

    @staticmethod
    def create_optimizer(name, **kwargs):
        """Make the optimizer of a name.

        >>> Optimizer.create_optimizer("sgd", learning_rate=0.5).learning_rate
        0.5
        """
        if name.lower() not in Optimizer.opt_registry:
            known = ", ".join(sorted(Optimizer.opt_registry))
            raise ValueError(f"Cannot find optimizer {name}; known are {known}")
        return Optimizer.opt_registry[name.lower()](**kwargs)

    # ---------------------------------------------------------------------------------- states

    def create_state(self, index, weight):
        """Make the state that belongs to a weight: None, an array or a tuple of arrays."""
        return None

    def create_state_multi_precision(self, index, weight):
        """Make the state of a weight; of a float16 one with a float32 copy of it in front."""
        if self._keeps_copy(weight):
            master = weight.astype(np.float32)
            return master, self.create_state(index, master)
        if np.dtype(weight.dtype) == np.float16:
            warnings.warn(
                "Accumulating with float16 in optimizer can lead to poor accuracy or slow "
                f"convergence. Consider using multi_precision=True option of the {type(self)} "
                "optimizer",
                stacklevel=2,
            )
        return self.create_state(index, weight)

    def _keeps_copy(self, weight) -> bool:
        return self.multi_precision and np.dtype(weight.dtype) == np.float16

    # --------------------------------------------------------------------------------- updating

    def update(self, index, weight, grad, state):
        """Update one weight, or lists of weights with their gradients and states."""
        if not isinstance(index, list | tuple):
            index, weight, grad, state = [index], [weight], [grad], [state]
        self._update_count(index)
        self._step(index, weight, grad, state, self._get_lrs(index), self._get_wds(index))

    def _step(self, indices, weights, grads, states, lrs, wds):
        """Update weights in place, with their learning rates and decays."""
        raise NotImplementedError(f"{type(self).__name__} does not define update")

    def update_multi_precision(self, index, weight, grad, state):
        """Update weights; of float16 ones the float32 copy is updated and rounded."""
        if not isinstance(index, list | tuple):
            if self._keeps_copy(weight):
                self._update_copies([index], [weight], [grad], [state], as_list=False)
            else:
                self.update(index, weight, grad, state)
        elif self._keeps_copy(weight[0]):
            self._update_copies(index, weight, grad, state, as_list=True)
        else:
            self.update(index, weight, grad, state)

    def _update_copies(self, indices, weights, grads, states, as_list):
        masters, inner = [s[0] for s in states], [s[1] for s in states]
        grads = [grad.astype(np.float32) for grad in grads]
        if as_list:
            self.update(indices, masters, grads, inner)
        else:
            self.update(indices[0], masters[0], grads[0], inner[0])
        for weight, master in zip(weights, masters, strict=True):
            master.astype(weight.dtype).copyto(weight)

    @property
    def _clip(self) -> float:
        """The limit of gradients as update operators take it: a negative one is none."""
        return -1.0 if self.clip_gradient is None else self.clip_gradient

    def _prepared(self, grad, weight=None, wd=0.0):
        """Return a gradient rescaled, clipped and, given the weight, with its decay."""
        grad = grad * self.rescale_grad
        if self.clip_gradient is not None:
            grad = grad.clip(-self.clip_gradient, self.clip_gradient)
        return grad if weight is None or not wd else grad + wd * weight

    # ----------------------------------------------------------------------- rates and decays

    @property
    def learning_rate(self):
        """The learning rate of now, before a weight's own factor."""
        return self.lr if self.lr_scheduler is None else self.lr_scheduler(self.num_update)

    def set_learning_rate(self, lr):
        """Set the learning rate; refused where a scheduler sets it."""
        if self.lr_scheduler is not None:
            raise UserWarning(_CANNOT_SET_RATE)
        self.lr = lr

    def set_lr_scale(self, args_lrscale):
        """Removed long ago: see ``set_lr_mult``."""
        raise DeprecationWarning("set_lr_scale is gone; use set_lr_mult")

    def set_lr_mult(self, args_lr_mult):
        """Set factors of the learning rate, by name or index of a weight."""
        self.lr_mult = {**self._from_symbol("__lr_mult__"), **args_lr_mult}

    def set_wd_mult(self, args_wd_mult):
        """Set factors of the weight decay, by name or index of a weight."""
        # MXNet: only names that end with _weight or _gamma decay, unless told otherwise.
        free = {n: 0.0 for n in self.idx2name.values() if not n.endswith(("_weight", "_gamma"))}
        self.wd_mult = {**free, **self._from_symbol("__wd_mult__"), **args_wd_mult}

    def _from_symbol(self, attribute):
        if not self.sym_info:
            return {}
        attributes, names = self.sym_info
        own = {name: attributes.get(name, {}) for name in names}
        return {name: float(own[name][attribute]) for name in names if attribute in own[name]}

    def _get_lrs(self, indices):
        """Return the learning rate of each weight."""
        rate = self.learning_rate
        return [rate * self._multiplier(index, "lr_mult") for index in indices]

    def _get_wds(self, indices):
        """Return the weight decay of each weight."""
        return [self.wd * self._multiplier(index, "wd_mult") for index in indices]

    def _get_lr(self, index):
        return self._get_lrs([index])[0]

    def _get_wd(self, index):
        return self._get_wds([index])[0]

    def _multiplier(self, index, kind) -> float:
        parameter = self.param_dict.get(index)
        if parameter is not None:
            return getattr(parameter, kind)
        table = getattr(self, kind)
        return table[index] if index in table else table.get(self.idx2name.get(index), 1.0)

    # ------------------------------------------------------------------------------- counting

    def _update_count(self, index):
        """Count one more update of one or several weights."""
        counts = self._index_update_count
        for i in index if isinstance(index, list | tuple) else (index,):
            counts[i] = count = counts.get(i, self.begin_num_update) + 1
            if count > self.num_update:
                self.num_update = count

    def _set_current_context(self, device_id):
        """Count the updates of one device from here on."""
        self._index_update_count = self._all_index_update_counts.setdefault(device_id, {})

    def __getstate__(self):
        state = self.__dict__.copy()
        state.pop("param_dict", None)  # parameters are not part of a saved optimizer
        return state

    def __setstate__(self, state):
        self.__dict__ = state
        self.param_dict = {}


register = Optimizer.register
create = Optimizer.create_optimizer


class Updater:
    """Keeps the states of an optimizer and updates weights by index."""

    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.states = {}
        self.states_synced = {}
        self.aggregate_updates = optimizer.aggregate_num > 0

    def __call__(self, index, grad, weight):
        """Update one weight, or lists of them, with their gradients."""
        many = isinstance(index, list | tuple)
        indices, grads, weights = (index, grad, weight) if many else ([index], [grad], [weight])
        for i, w in zip(indices, weights, strict=True):
            self._ensure_state(i, w)
        step = self.optimizer.update_multi_precision
        if not (many and self.aggregate_updates):
            for i, w, g in zip(indices, weights, grads, strict=True):
                step(i, w, g, self.states[i])
            return
        for group in self._groups(indices, weights, grads):
            chosen, ws, gs = zip(*group, strict=True)
            step(list(chosen), list(ws), list(gs), [self.states[i] for i in chosen])

    def _groups(self, indices, weights, grads):
        """Split weights into groups of one type, none larger than the optimizer takes."""
        by_type = {}
        for i, w, g in zip(indices, weights, grads, strict=True):
            by_type.setdefault(w.dtype, []).append((i, w, g))
        size = self.optimizer.aggregate_num
        for group in by_type.values():
            yield from (group[k : k + size] for k in range(0, len(group), size))

    def _ensure_state(self, index, weight):
        if index not in self.states:
            self.states[index] = self.optimizer.create_state_multi_precision(index, weight)
            self.states_synced[index] = True
        elif not self.states_synced[index]:
            self.states[index] = self.sync_state_context(self.states[index], weight.context)
            self.states_synced[index] = True

    def sync_state_context(self, state, context):
        """Return a state moved to a context."""
        if isinstance(state, NDArray):
            return state.as_in_context(context)
        if isinstance(state, tuple | list):
            return type(state)(self.sync_state_context(part, context) for part in state)
        return state

    def set_states(self, states):
        """Take states back that ``get_states`` gave."""
        loaded = pickle.loads(states)
        if isinstance(loaded, tuple) and len(loaded) == 2:
            self.states, self.optimizer = loaded
        else:
            self.states = loaded
        self.states_synced = dict.fromkeys(self.states, False)

    def get_states(self, dump_optimizer=False):
        """Return the states, and if asked the optimizer itself, as bytes of our own making."""
        return pickle.dumps((self.states, self.optimizer) if dump_optimizer else self.states)


def get_updater(optimizer):
    """Return an updater, a function ``(index, grad, weight)``, for an optimizer."""
    return Updater(optimizer)
