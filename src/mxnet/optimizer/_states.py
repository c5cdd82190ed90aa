"""Serialization of optimizer states; nothing in the bytes is executed.

States are written in the format of ``_formats/plain_data.py``, or with
``MXNET_STATES_FORMAT=pickle`` as the pickle that MXNet 1.9.1 reads. Both can be read, the pickle
without Python's unpickler. Objects in the bytes are optimizers or learning rate schedulers whose
class is defined in this process.
"""

from __future__ import annotations

import os
import pickle
from importlib import import_module

from .._formats import plain_data
from .._formats.pickle_reader import read_pickle
from .._formats.records import ArrayRecord, ObjectRecord
from ..error import MXNetError
from ..lr_scheduler import LRScheduler
from ..ndarray import NDArray
from ..ndarray._files import array_of
from ._checks import check_optimizer, check_schedule, check_states
from .base import Optimizer

FORMAT = "MXNET_STATES_FORMAT"
_CHECKS = {Optimizer: check_optimizer, LRScheduler: check_schedule}


def dump_states(states: dict, optimizer: Optimizer | None) -> bytes:
    """Return states, and the optimizer if there is one, as bytes."""
    value = states if optimizer is None else (states, optimizer)
    form = os.environ.get(FORMAT, "plain")
    if form == "pickle":
        return pickle.dumps(value, protocol=4)
    if form != "plain":
        raise MXNetError(f"{FORMAT} is {form!r}; 'plain' and 'pickle' are possible")
    return dump(value)


def load_states(data) -> tuple[dict, Optimizer | None]:
    """Return the states, and the optimizer if there is one, from bytes."""
    try:
        loaded = load(data)
    except MXNetError as error:
        raise MXNetError(f"these are not optimizer states: {error}") from error
    match loaded:
        case dict(states):
            optimizer = None
        case (dict(states), Optimizer() as optimizer):
            pass
        case other:
            raise MXNetError(
                "these are not optimizer states: expected a dict, or a dict and an optimizer, got "
                f"a {type(other).__name__}"
            )
    check_states(states)
    return states, optimizer


def dump(value) -> bytes:
    """Return plain data, which may contain arrays, optimizers and schedulers, as bytes."""
    return plain_data.dump(value, _describe)


def load(data):
    """Return the data serialized by ``dump``, or a pickle of the same."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"states are bytes, got {type(data).__name__}")
    head = bytes(data[:4])
    try:
        if head == plain_data.MAGIC:
            return plain_data.load(data, _build)
        if head[:1] == b"\x80":  # the first byte of pickles
            return read_pickle(data, _build)
        raise MXNetError(f"it begins with {head!r}" if head else "there is nothing")
    except MXNetError:
        raise
    except (ValueError, RecursionError) as error:  # raised by json
        raise MXNetError(str(error)[:200]) from error


def _describe(value) -> ArrayRecord | ObjectRecord | None:
    if isinstance(value, NDArray):
        return ArrayRecord(value._to_stored(), _is_numpy(value))
    if isinstance(value, Optimizer | LRScheduler):
        cls = type(value)
        # The state that pickle would use, from __getstate__ if it is defined.
        state = value.__reduce_ex__(2)[2] or {}
        return ObjectRecord(cls.__module__, cls.__qualname__, state)
    return None


def _is_numpy(array: NDArray) -> bool:
    return type(array).__module__ == "mxnet.numpy"


def _build(record: ArrayRecord | ObjectRecord):
    if isinstance(record, ArrayRecord):
        # Imported lazily.
        cls = import_module("mxnet.numpy").ndarray if record.numpy else NDArray
        return array_of(record.stored, cls)
    for family, check in _CHECKS.items():
        for cls in _subclasses(family):
            if (cls.__module__, cls.__qualname__) == (record.module, record.name):
                return _revive(cls, record.state, check)
    raise MXNetError(
        f"it names {record.module[:60]}.{record.name[:60]}, which is not an array, optimizer or "
        "learning rate scheduler that is known here. Define or import the class before loading, "
        "if you trust the file"
    )


def _revive(cls: type, state: dict, check):
    """Create an object like pickle: without ``__init__``, from its attributes."""
    value = object.__new__(cls)
    if not all(isinstance(name, str) for name in state):
        raise MXNetError(f"an attribute of {cls.__name__} has no name")
    try:
        if hasattr(cls, "__setstate__"):
            value.__setstate__(state)
        else:
            vars(value).update(state)
        check(value)
    except MXNetError:
        raise
    except Exception as error:  # methods of the class may fail with unexpected attributes
        problem = f"{type(error).__name__} of {cls.__name__} with the attributes that they have"
        raise MXNetError(problem) from error
    return value


def _subclasses(cls: type) -> list[type]:
    """Return a class and all its subclasses."""
    return [cls, *(each for derived in cls.__subclasses__() for each in _subclasses(derived))]
