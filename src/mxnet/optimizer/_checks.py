"""Checks of loaded optimizers, schedulers and states, so that the next step can use them."""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from ..error import MXNetError
from ..lr_scheduler import FactorScheduler, LRScheduler
from ..ndarray import NDArray
from .base import Optimizer

MAX_COUNT = 1 << 53  # of updates: more than any machine can run
MAX_CATCHING_UP = 10_000_000  # steps of a schedule in one call, about a second


def check_optimizer(optimizer: Optimizer) -> None:
    """Reject a loaded optimizer whose attributes differ from those of its class."""
    attributes, kind = vars(optimizer), type(optimizer).__name__
    for name, sample in _samples(type(optimizer)).items():
        if name not in attributes:
            raise MXNetError(f"the {kind} has no {name}")
        if not _is_alike(name, attributes[name], sample):
            value_type = type(attributes[name]).__name__
            raise MXNetError(
                f"{name} of the {kind} is a {value_type}, expected {_describe_sample(sample)}"
            )
    for name in attributes:
        if callable(getattr(type(optimizer), name, None)):
            raise MXNetError(f"the {kind} has an attribute {name[:60]!r}, which is a method")
    _check_counts(optimizer)
    if problem := optimizer._find_problem():
        raise MXNetError(f"the {kind} cannot go on: {problem}")
    if optimizer.lr is None and optimizer.lr_scheduler is None:
        raise MXNetError(f"the {kind} has neither a learning rate nor a scheduler")
    if optimizer.lr_scheduler is not None:
        _check_rate(optimizer.lr_scheduler, optimizer.num_update)


@cache
def _samples(kind: type) -> Mapping[str, object]:
    """Return the attributes of a sample of a class; for a user's class, of its known base class."""
    ours = next(c for c in kind.__mro__ if c.__module__.startswith("mxnet.optimizer"))
    samples = dict(vars(ours()))
    del samples["param_dict"]  # not saved
    return samples


def _is_alike(name: str, value, sample) -> bool:
    if name == "lr_scheduler":
        return value is None or isinstance(value, LRScheduler)
    if sample is None or name == "lr":
        return value is None or _is_number(value)
    if isinstance(sample, bool | int | float):
        return _is_number(value)
    if isinstance(sample, list | tuple):
        return isinstance(value, list | tuple)
    return isinstance(value, type(sample))


def _describe_sample(sample) -> str:
    if sample is None or isinstance(sample, bool | int | float):
        return "a number"
    return f"a {type(sample).__name__}"


def _is_number(value) -> bool:
    # Numbers of Python or NumPy that a file can contain and that can multiply an array.
    return isinstance(value, float | np.number | np.bool_) or (
        isinstance(value, int) and abs(value) < 1 << 63  # fits into int64
    )


def _check_counts(optimizer: Optimizer) -> None:
    counts = [*optimizer._all_index_update_counts.values(), optimizer._index_update_count]
    numbers = [optimizer.num_update, optimizer.begin_num_update]
    for count in counts:
        if not isinstance(count, dict):
            raise MXNetError("the numbers of updates are not in a dict")
        numbers += count.values()
    if not all(isinstance(n, int) and abs(n) < MAX_COUNT for n in numbers):
        raise MXNetError("an update count is not a valid integer")
    for multipliers in (optimizer.lr_mult, optimizer.wd_mult):
        if not all(map(_is_number, multipliers.values())):
            raise MXNetError("the factor of a learning rate or decay is not a number")


def check_schedule(schedule: LRScheduler) -> None:
    """Reject a loaded schedule that cannot be called; its rate is checked with the optimizer's."""
    if isinstance(schedule, FactorScheduler) and not (
        _is_number(schedule.step) and schedule.step >= 1 and _is_number(schedule.count)
    ):
        raise MXNetError("the step of a FactorScheduler is not a number of at least 1")


def _check_rate(schedule: LRScheduler, num_update: int) -> None:
    """Call a copy of a schedule, to make sure that the next step can."""
    if isinstance(schedule, FactorScheduler):
        behind = (num_update - schedule.count) / schedule.step
        if not behind < MAX_CATCHING_UP:
            raise MXNetError(f"a FactorScheduler is {behind:.0f} steps behind")
    if type(schedule).__module__ != LRScheduler.__module__:
        return  # a user's class: its attributes are unknown
    rate = copy.deepcopy(schedule)(num_update)
    if not _is_number(rate):
        raise MXNetError(f"{type(schedule).__name__} gives no number as the learning rate")


# --------------------------------------------------------------------------------------- states


def check_states(states: dict) -> None:
    """Reject invalid states: their keys must be indices or names of weights."""
    for index in states:
        if isinstance(index, bool) or not isinstance(index, int | str):
            raise MXNetError("these are not optimizer states: a key is neither an index nor a name")


def check_weights(
    optimizer: Optimizer, states: dict, weights: Mapping, are_all: bool = True
) -> None:
    """Reject states that do not match the optimizer and the weights, by index.

    A weight that has not been created yet is None, or missing if these are not all weights.
    """
    for index, state in states.items():
        form = _form(state)
        if are_all and index not in weights:
            raise _foreign(index, form, f"here are {len(weights)} parameters")
        weight = weights.get(index)
        if weight is None:
            continue
        expected = _form(optimizer.create_state_multi_precision(index, weight))
        if not _fits(form, expected):
            parameter = optimizer.param_dict.get(index)
            name = (
                optimizer.idx2name.get(index, "a weight") if parameter is None else parameter.name
            )
            keeps = f"{type(optimizer).__name__} keeps {_describe_form(expected)}"
            raise _foreign(index, form, f"{keeps} for {name} {weight.shape}")


def _foreign(index, form, here: str) -> MXNetError:
    return MXNetError(
        "the states are those of other parameters or of another optimizer: number "
        f"{index!r:.60} has {_describe_form(form)}, {here}"
    )


@dataclass(frozen=True, slots=True)
class _Array:
    shape: tuple
    dtype: str


def _form(state):
    """Return the structure of a state: descriptions of arrays, and the types of other values."""
    if isinstance(state, NDArray):
        return _Array(state.shape, np.dtype(state.dtype).name)
    if isinstance(state, list | tuple):
        return tuple(map(_form, state))
    return None if state is None else type(state)


def _fits(actual, expected) -> bool:
    if isinstance(expected, _Array) and isinstance(actual, _Array):
        # MXNet: without np_shape, a 0-d array is saved with shape (1,).
        same = (
            actual.shape == expected.shape
            or math.prod(actual.shape) == math.prod(expected.shape) == 1
        )
        return same and actual.dtype == expected.dtype
    if isinstance(expected, tuple) and isinstance(actual, tuple):
        return len(actual) == len(expected) and all(map(_fits, actual, expected))
    return actual is expected


def _describe_form(form) -> str:
    if isinstance(form, _Array):
        return f"{form.dtype} {form.shape}"
    if isinstance(form, tuple):
        return f"({', '.join(map(_describe_form, form[:8]))}{', ...' if len(form) > 8 else ''})"
    return "nothing" if form is None else f"a {form.__name__}"
