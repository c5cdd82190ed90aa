"""Keys and their arrays, in the forms that callers pass."""

from __future__ import annotations

from .._core.dtypes import lookup
from ..base import MXNetError
from ..error import AssertedValueError
from ..ndarray import NDArray


class Keys:
    """Checks keys: those of a store are integers or strings, never both."""

    def __init__(self):
        self._type = None

    def pairs(self, key, value, what: str) -> list[tuple]:
        """Return each key with the list of its arrays; ``what`` is the argument's name."""
        many = isinstance(key, list | tuple)
        keys, values = (key, value) if many else ([key], [value])
        if not isinstance(values, list | tuple) or len(keys) != len(values):
            raise AssertedValueError(f"kvstore: {len(keys)} keys need a list of as many in {what}")
        grouped = {}  # MXNet: a key may be listed once for each device
        for name, arrays in zip(keys, values, strict=True):
            self._check(name)
            arrays = [arrays] if isinstance(arrays, NDArray) else arrays
            if not isinstance(arrays, list | tuple) or any(
                not isinstance(array, NDArray) for array in arrays
            ):
                raise TypeError(
                    f"kvstore: {what} of key {name} must be an NDArray or a list of them, "
                    f"got {arrays!r}"
                )
            grouped.setdefault(name, []).extend(arrays)
        return list(grouped.items())

    def _check(self, name) -> None:
        if not isinstance(name, int | str):
            raise AssertionError(f"unexpected type for keys: {type(name)}")
        key_type = str if isinstance(name, str) else int  # the first key of a store decides
        if self._type not in (None, key_type):
            raise MXNetError(
                f"Mixed key types are not allowed: the keys of this kvstore are "
                f"{self._type.__name__}, got {name!r}"
            )
        self._type = key_type


def sum_devices(name, arrays, context):
    """Return a new array on a context: the sum of the arrays that devices have for a key."""
    first, *others = arrays
    total = first.copyto(context)
    for array in others:
        if array.shape != total.shape:
            raise MXNetError(
                f"operands shape mismatch: values of shapes {total.shape} and {array.shape} "
                f"were pushed to key {name}"
            )
        total += array.as_in_context(context)
    return total


def refuse_other_type(name, value, pushed) -> None:
    """Reject an array that does not match the value of its key."""
    if pushed.shape != value.shape or pushed.dtype != value.dtype:
        raise MXNetError(
            f"key {name} has a value of shape {value.shape} and type {lookup(value.dtype).name}, "
            f"and an array of shape {pushed.shape} and type {lookup(pushed.dtype).name} was pushed"
        )
