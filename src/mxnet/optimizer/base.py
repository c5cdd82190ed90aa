"""The common part of optimizers: learning rates, weight decay, update counts, states, precision.

An optimizer defines ``create_state`` and a rule. Most rules are ``_update_tensors``, which updates
lists of tensors: all weights of a step, or a single one. Optimizers that treat sparse arrays in
their own way, or have operators for one weight only, define ``_update_one``.
"""

from __future__ import annotations

import os
import warnings

import numpy as np

from .._text.foreign_names import OPTIMIZER
from .._text.reprs import call_text
from .._text.spelling import did_you_mean, explain_foreign_names, suggesting
from ..util import is_np_array
from ._hyperparameters import Hyperparameter, as_number
from ._operators import columns_for_lists, dense_columns

_CANNOT_SET_RATE = (
    "LRScheduler of the optimizer has already been defined. Note that set_learning_rate can mutate "
    "the value of the learning rate of the optimizer only when the LRScheduler of the optimizer is "
    "undefined."
)


def aggregation_size(default: int) -> int:
    """Return the number of weights that MXNet would combine in one update."""
    return int(os.environ.get("MXNET_OPTIMIZER_AGGREGATION_SIZE", default))


@explain_foreign_names(OPTIMIZER)
class Optimizer:
    """The base class of optimizers.

    A subclass outside this package defines ``create_state(index, weight)`` and ``update(index,
    weight, grad, state)``, as in MXNet. If ``aggregate_num`` is above 0, ``update`` is called with
    lists of at most that many weights.
    """

    rescale_grad, clip_gradient = Hyperparameter(), Hyperparameter()
    wd, lr = Hyperparameter(), Hyperparameter()

    opt_registry: dict[str, type] = {}
    # Optional: (indices, lrs, wds, weights, gradients, first states, second states, ...).
    _update_tensors = None
    # The power of the gradient to which each state is proportional. If it is set, _update_tensors
    # has another parameter, the unit of the states (UpdateGroup).
    _powers: tuple[int, ...] | None = None
    # Whether workers that update equal weights with equal gradients get equal results.
    _is_deterministic = True
    _copy_comes_first = True  # in the state of a float16 weight: (float32 copy, state)

    def __repr__(self):
        return call_text(self, learning_rate="lr", sym="_", param_dict="_", param_idx2name="_")

    @suggesting
    def __init__(
        self, rescale_grad=1.0, param_idx2name=None, wd=0.0, clip_gradient=None, learning_rate=None,
        lr_scheduler=None, sym=None, begin_num_update=0, multi_precision=False, param_dict=None,
    ):  # fmt: skip
        if param_idx2name is not None and not isinstance(param_idx2name, dict):
            raise AssertionError("param_idx2name should be a dict of param indexes to names.")
        if lr_scheduler is not None and not callable(lr_scheduler):
            raise TypeError(
                "lr_scheduler is a schedule of mx.lr_scheduler, or a function of the number of "
                f"updates, got {lr_scheduler!r}"
            )
        self.rescale_grad = rescale_grad
        self.clip_gradient = clip_gradient
        self.multi_precision = multi_precision
        self.wd = wd
        self.lr = 0.01 if learning_rate is None and lr_scheduler is None else learning_rate
        self.lr_scheduler = lr_scheduler
        if lr_scheduler is not None and learning_rate is not None:
            self._overrule_scheduler()
        self.begin_num_update = self.num_update = begin_num_update
        # One count per device: each weight is updated once per device and step.
        self._all_index_update_counts = {0: {}}
        self._index_update_count = self._all_index_update_counts[0]
        self.aggregate_num = 0
        self.allow_np_array = is_np_array()
        self.idx2name = dict(param_idx2name or {})
        self.param_dict = param_dict or {}
        self.sym_info = () if sym is None else (sym.attr_dict(), sym.list_arguments())
        self.lr_mult, self.wd_mult = {}, {}
        self.set_lr_mult({})
        self.set_wd_mult({})

    def _overrule_scheduler(self):
        """MXNet: a learning rate, even a default one, takes precedence over the scheduler's."""
        scheduler, planned = self.lr_scheduler, self.lr_scheduler.base_lr
        if planned != self.lr and getattr(scheduler, "follows_base_lr", True):
            warnings.warn(
                "learning rate from ``lr_scheduler`` has been overwritten by ``learning_rate`` in "
                f"optimizer: it starts from {self.lr} instead of {planned}. Give the optimizer "
                f"learning_rate={planned} too.",
                stacklevel=4,
            )
        scheduler.base_lr = self.lr

    # -------------------------------------------------------------------------------- registry

    @staticmethod
    def register(klass):
        """Register an optimizer class under its lower-case name."""
        if not isinstance(klass, type):
            raise AssertionError(f"only a class can be registered as an optimizer, got {klass!r}")
        name = klass.__name__.lower()
        old = Optimizer.opt_registry.get(name)
        if old is not None:
            warnings.warn(
                f"WARNING: New optimizer {klass.__module__}.{klass.__name__} is overriding "
                f"existing optimizer {old.__module__}.{old.__name__}",
                stacklevel=2,
            )
        Optimizer.opt_registry[name] = klass
        return klass

    @staticmethod
    def create_optimizer(name, **kwargs):
        """Create the optimizer with a name.

        >>> Optimizer.create_optimizer("sgd", learning_rate=0.5).learning_rate
        0.5
        """
        if not isinstance(name, str):
            raise TypeError(
                f"an optimizer is a name such as 'sgd', or an object such as mx.optimizer.SGD(), "
                f"got {name!r}"
            )
        if name.lower() not in Optimizer.opt_registry:
            names = [each for each in Optimizer.opt_registry if not each.startswith("_")]
            raise ValueError(
                f"Cannot find optimizer {name}; known are {', '.join(sorted(names))}."
                f"{did_you_mean(name, names)}"
            )
        return Optimizer.opt_registry[name.lower()](**kwargs)

    # ---------------------------------------------------------------------------------- states

    def create_state(self, index, weight):
        """Create the state of a weight: None, an array or a tuple of arrays."""
        return None

    def create_state_multi_precision(self, index, weight):
        """Create the state of a weight, and for a float16 weight also a float32 copy."""
        if not _is_half(weight):
            return self.create_state(index, weight)
        if not self.multi_precision:
            warnings.warn(
                "Accumulating with float16 in optimizer can lead to poor accuracy or slow "
                f"convergence. Consider using multi_precision=True option of the "
                f"{type(self).__name__} optimizer",
                stacklevel=2,
            )
            return self.create_state(index, weight)
        copy = weight.astype(np.float32)
        state = self.create_state(index, copy)
        return (copy, state) if self._copy_comes_first else (state, copy)

    # --------------------------------------------------------------------------------- updating

    def update(self, index, weight, grad, state):
        """Update one weight, or lists of weights with their gradients and states."""
        if isinstance(index, list | tuple):
            self._update_count(index)
            lrs, wds = self._get_lrs(index), self._get_wds(index)
            self._update_all(index, weight, grad, state, lrs, wds)
        else:
            self._update_count(index)
            lrs, wds = [self._get_lr(index)], [self._get_wd(index)]
            self._update_all([index], [weight], [grad], [state], lrs, wds)

    def update_multi_precision(self, index, weight, grad, state):
        """Update weights; for float16 weights, the float32 copy is updated and rounded."""
        many = isinstance(index, list | tuple)
        if not (self.multi_precision and _is_half(weight[0] if many else weight)):
            self.update(index, weight, grad, state)
        elif many:
            copies, inner = zip(*map(self._split_state, state), strict=True)
            self.update(index, list(copies), list(map(self._widen, grad)), list(inner))
            for narrow, copy in zip(weight, copies, strict=True):
                copy.copyto(narrow)
        else:
            copy, inner = self._split_state(state)
            self.update(index, copy, self._widen(grad), inner)
            copy.copyto(weight)

    def _widen(self, grad):
        """Return a float16 gradient for the update of a float32 copy."""
        return grad.astype(np.float32)

    def _split_state(self, state):
        """Return the float32 copy and the state itself."""
        return state if self._copy_comes_first else state[::-1]

    def _update_all(self, indices, weights, grads, states, lrs, wds):
        """Update weights in place, with their learning rates and decays."""
        if self._update_tensors is not None:
            columns = columns_for_lists(weights, grads, states)
            if columns is not None:
                self._update_tensors(indices, lrs, wds, *columns)
                return
        for one in zip(indices, weights, grads, states, lrs, wds, strict=True):
            self._update_one(*one)

    def _update_one(self, index, weight, grad, state, lr, wd):
        """Update one weight in place; its arrays may be sparse."""
        if self._update_tensors is None:
            raise NotImplementedError(f"{type(self).__name__} does not define update")
        with dense_columns(weight, grad, state) as columns:
            self._update_tensors([index], [lr], [wd], *columns)

    @property
    def _clip(self) -> float:
        """The limit of gradients for update operators; a negative one means no limit."""
        return -1.0 if self.clip_gradient is None else self.clip_gradient

    def _rescale(self, grad):
        """Rescale and clip a gradient."""
        grad = grad * self.rescale_grad
        if self.clip_gradient is not None:
            grad = grad.clip(-self.clip_gradient, self.clip_gradient)
        return grad

    # ----------------------------------------------------------------------- rates and decays

    @property
    def learning_rate(self):
        """The current learning rate, before the factor of each weight."""
        return self.lr if self.lr_scheduler is None else self.lr_scheduler(self.num_update)

    def set_learning_rate(self, lr):
        """Set the learning rate; an error if a scheduler sets it."""
        if self.lr_scheduler is not None:
            raise UserWarning(_CANNOT_SET_RATE)
        self.lr = lr

    def set_lr_scale(self, args_lrscale):
        """Raise an error: removed in favor of ``set_lr_mult``."""
        raise DeprecationWarning("set_lr_scale was removed; use set_lr_mult")

    def set_lr_mult(self, args_lr_mult):
        """Set factors of the learning rate by name or index of a weight."""
        self.lr_mult = {**self._from_symbol("__lr_mult__"), **args_lr_mult}

    def set_wd_mult(self, args_wd_mult):
        """Set factors of the weight decay by name or index of a weight."""
        free = {n: 0.0 for n in self.idx2name.values() if not self._decays(n)}
        self.wd_mult = {**free, **self._from_symbol("__wd_mult__"), **args_wd_mult}

    @staticmethod
    def _decays(name: str) -> bool:
        """MXNet: only names with these endings decay, unless set otherwise."""
        return name.endswith(("_weight", "_gamma"))

    def _from_symbol(self, attribute):
        if not self.sym_info:
            return {}
        attributes, names = self.sym_info
        own = {name: attributes.get(name, {}) for name in names}
        return {name: float(own[name][attribute]) for name in names if attribute in own[name]}

    def _get_lrs(self, indices):
        """Return the learning rate of each weight."""
        rate, params = as_number(self.learning_rate, "learning_rate"), self.param_dict
        factors = [
            params[i].lr_mult if i in params else self._multiplier_of(i, self.lr_mult)
            for i in indices
        ]
        return _scale_all(rate, factors, "lr_mult")

    def _get_wds(self, indices):
        """Return the weight decay of each weight."""
        wd, params = self.wd, self.param_dict
        factors = [
            params[i].wd_mult if i in params else self._multiplier_of(i, self.wd_mult)
            for i in indices
        ]
        return _scale_all(wd, factors, "wd_mult")

    def _get_lr(self, index):
        return self._get_lrs([index])[0]

    def _get_wd(self, index):
        return self._get_wds([index])[0]

    def _multiplier_of(self, index, multipliers) -> float:
        """Return the factor of a weight identified by its index or its name."""
        if index in multipliers:
            return multipliers[index]
        return multipliers.get(self.idx2name.get(index), 1.0)

    # ------------------------------------------------------------------------------- counting

    def _update_count(self, index):
        """Count one more update of one or several weights."""
        counts, first, most = self._index_update_count, self.begin_num_update, self.num_update
        for i in index if isinstance(index, list | tuple) else (index,):
            counts[i] = count = counts.get(i, first) + 1
            if count > most:
                most = count
        self.num_update = most

    def _set_current_context(self, device_id):
        """Count the updates of one device from now on."""
        self._index_update_count = self._all_index_update_counts.setdefault(device_id, {})

    def __getstate__(self):
        state = self.__dict__.copy()
        state.pop("param_dict", None)  # parameters are not part of a saved optimizer
        return state

    def _find_problem(self) -> str | None:
        """Return what is wrong with attributes loaded from a file, or None."""
        return None

    def __setstate__(self, state):
        self.__dict__ = {**state, "param_dict": {}}
        counts = state.get("_index_update_count")
        if isinstance(every := state.get("_all_index_update_counts"), dict):
            # The counts of the current device are one of the dicts in those of all devices; files
            # of plain data contain them twice.
            same = (own for own in every.values() if own is counts or own == counts)
            self._index_update_count = next(same, counts)


def _scale_all(rate, factors: list, name: str) -> list:
    """Return the products with all factors, which are nearly always floats."""
    return [rate * (f if type(f) is float else as_number(f, name)) for f in factors]


def _is_half(weight) -> bool:
    return weight.dtype is np.float16


register = Optimizer.register
create = Optimizer.create_optimizer
