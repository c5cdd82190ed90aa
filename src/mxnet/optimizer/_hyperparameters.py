"""Hyperparameters: numbers that scripts may also pass as arrays of one element."""

from __future__ import annotations

import numpy as np

from ..ndarray import NDArray


class Hyperparameter:
    """An attribute of an optimizer that is always a number or None, whatever is assigned to it."""

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, optimizer, owner=None):
        if optimizer is None:
            return self
        try:
            return optimizer.__dict__[self.name]
        except KeyError:  # a wrapper, whose __getattr__ forwards to the wrapped optimizer
            raise AttributeError(
                f"{type(optimizer).__name__!r} object has no attribute {self.name!r}"
            ) from None

    def __set__(self, optimizer, value):
        optimizer.__dict__[self.name] = as_number(value, f"{self.name} of an optimizer")


def as_number(value, name: str):
    """Return the element of an array of one, the number in a string, or other values unchanged."""
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            raise TypeError(f"{name} is one number, got {value!r}") from None
    if not isinstance(value, NDArray | np.ndarray):
        return value
    if value.size != 1:
        raise ValueError(f"{name} is one number, got an array of {value.shape}")
    return (value.asnumpy() if isinstance(value, NDArray) else value).item()
