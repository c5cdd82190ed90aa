"""NumPy semantics switches, and small helpers that other packages import from ``mxnet.util``.

Each thread has two switches: NumPy's shapes (``()`` is an array without dimensions, and 0 is a size
instead of an unknown one) and NumPy's arrays (blocks and operators accept and return
``mx.np.ndarray``).
"""

from __future__ import annotations

import functools
import inspect
import operator
import os

import numpy as np

from ._core.scope import scope, state
from .base import c_str, check_call, py_str
from .context import cuda_compute_capability, gpu_memory_info, num_gpus

__all__ = [
    "c_str", "check_call", "get_cuda_compute_capability", "get_gpu_count", "get_gpu_memory",
    "getenv", "is_np_array", "is_np_shape", "np_array", "np_shape", "np_ufunc_legal_option",
    "py_str", "reset_np", "set_module", "set_np", "set_np_shape", "setenv", "use_np",
    "use_np_array", "use_np_shape", "wrap_np_binary_func", "wrap_np_unary_func",
]  # fmt: skip

# ----------------------------------------------------------------------------------------- switches


def is_np_shape():
    """Return whether this thread uses NumPy's shapes."""
    return state.numpy_shape


def is_np_array():
    """Return whether this thread uses NumPy's arrays."""
    return state.numpy_array


def set_np_shape(active):
    """Turn NumPy's shapes on or off in this thread; return the previous setting.

    With 2 they are also on in other threads, until one of them turns them off.
    """
    try:
        flag = operator.index(active)
    except TypeError:
        raise TypeError(f"set_np_shape(active) expects True, False or 2, got {active!r}") from None
    previous = state.numpy_shape
    if flag in (0, 2):
        type(state).numpy_shape = flag == 2  # the default of threads that do not set it
    state.numpy_shape = bool(flag)
    return previous


def set_np(shape=True, array=True):
    """Turn NumPy's shapes and arrays on in this thread, until ``reset_np``.

    >>> set_np(); is_np_shape(), is_np_array()
    (True, True)
    >>> reset_np(); is_np_shape(), is_np_array()
    (False, False)
    """
    if array and not shape:
        raise ValueError("NumPy Shape semantics is required in using NumPy array semantics.")
    state.numpy_shape, state.numpy_array = bool(shape), bool(array)


def reset_np():
    """Turn NumPy's shapes and arrays off in this thread."""
    set_np(shape=False, array=False)


def np_shape(active=True):
    """Return a scope with NumPy's shapes on, or off.

    >>> with np_shape():
    ...     is_np_shape()
    True
    """
    return scope(numpy_shape=bool(active))


def np_array(active=True):
    """Return a scope with NumPy's arrays on, or off."""
    return _NumpyArrayScope(active)


class _NumpyArrayScope(scope):
    """A scope with NumPy's arrays on or off; ``_current.value`` is the current one."""

    __slots__ = ("_is_np_array",)

    def __init__(self, is_np_array):
        super().__init__(numpy_array=bool(is_np_array))
        self._is_np_array = bool(is_np_array)


class _Current:
    """The current scope of this thread."""

    @property
    def value(self) -> _NumpyArrayScope:
        return _NumpyArrayScope(state.numpy_array)


_NumpyArrayScope._current = _Current()


def use_np_shape(func):
    """Decorate a function, or all methods of a class, to run with NumPy's shapes.

    >>> @use_np_shape
    ... def inside():
    ...     return is_np_shape()
    >>> inside(), is_np_shape()
    (True, False)
    """
    return _decorate(func, "use_np_shape", numpy_shape=True)


def use_np_array(func):
    """Decorate a function, or all methods of a class, to run with NumPy's arrays."""
    return _decorate(func, "use_np_array", numpy_array=True)


def use_np(func):
    """Decorate a function, or all methods of a class, to run with NumPy's shapes and arrays."""
    return _decorate(func, "use_np", numpy_shape=True, numpy_array=True)


def as_active(thing):
    """Return an array or symbol as one of ``mx.np`` if NumPy's arrays are on."""
    return thing.as_np_ndarray() if state.numpy_array else thing


def _decorate(target, decorator: str, **switches):
    if inspect.isclass(target):
        for name, member in _members(target).items():
            wrapped = _wrap_member(member, switches)
            if wrapped is not member:
                setattr(target, name, wrapped)
        return target
    if callable(target):
        return _wrap(target, switches)
    raise TypeError(
        f"{decorator} can only decorate classes and callable objects, "
        f"while received a {type(target)}"
    )


def _members(cls: type) -> dict:
    """Return the members of a class and its bases, as they were defined."""
    # MXNet: inherited methods run with the switches too, such as __call__ of a block.
    members: dict = {}
    for base in reversed(cls.__mro__):
        if base is not object:
            members |= vars(base)
    return members


def _wrap_member(member, switches: dict):
    if inspect.isfunction(member):
        return _wrap(member, switches)
    if isinstance(member, staticmethod | classmethod):
        return type(member)(_wrap(member.__func__, switches))
    if isinstance(member, property):
        parts = (member.fget, member.fset, member.fdel)
        return property(*(part and _wrap(part, switches) for part in parts), member.__doc__)
    return member


def _wrap(function, switches: dict):
    @functools.wraps(function)
    def with_numpy(*args, **kwargs):
        with scope(**switches):
            return function(*args, **kwargs)

    return with_numpy


# ------------------------------------------------------------------- arguments of NumPy's functions

# The options of NumPy's ufuncs with the one value of each that is supported.
_UFUNC_DEFAULTS = {
    "where": True,
    "casting": "same_kind",
    "order": "K",
    "dtype": None,
    "subok": True,
}
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")


def np_ufunc_legal_option(key, value):
    """Return whether NumPy's ufuncs accept an option with the given value.

    >>> np_ufunc_legal_option("casting", "safe"), np_ufunc_legal_option("casting", "never")
    (True, False)
    """
    if key == "where":
        return True
    if key == "casting":
        return value in _CASTINGS
    if key == "order":
        return isinstance(value, str)
    if key == "dtype":
        return value is not None and _is_dtype(value)
    return key == "subok" and isinstance(value, bool)


def _is_dtype(value) -> bool:
    try:
        np.dtype(value)
    except TypeError:
        return False
    return True


def refuse_ufunc_options(name: str, options: dict) -> None:
    """Reject names that are not options of NumPy's ufuncs, and options that change the result."""
    for key, value in options.items():
        if key not in _UFUNC_DEFAULTS:
            raise TypeError(f"{key} is an invalid keyword to function '{name}'")
        default = _UFUNC_DEFAULTS[key]
        if value is not default and value != default:
            if not np_ufunc_legal_option(key, value):
                raise TypeError(f"{key}={value} not understood for operator {name}")
            raise NotImplementedError(f"{key}={value} is not implemented yet for operator {name}")


def wrap_np_unary_func(func):
    """Make a function of one array accept the options of ufuncs, but only with default values."""

    @functools.wraps(func)
    def ufunc(x, out=None, **kwargs):
        refuse_ufunc_options(func.__name__, kwargs)
        return func(x, out=out)

    return ufunc


def wrap_np_binary_func(func):
    """Make a function of two arrays accept the options of ufuncs, but only with default values."""

    @functools.wraps(func)
    def ufunc(x1, x2, out=None, **kwargs):
        refuse_ufunc_options(func.__name__, kwargs)
        return func(x1, x2, out=out)

    return ufunc


# ------------------------------------------------------------------------- modules, system, devices


def set_module(module):
    """Return a decorator that sets the public module of a function or class."""

    def set_owner(thing):
        if module is not None:
            thing.__module__ = module
        return thing

    return set_owner


def getenv(name):
    """Return an environment variable of this process, or None if it is not set."""
    return os.environ.get(name)


def setenv(name, value):
    """Set an environment variable of this process; None removes it."""
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def get_gpu_count():
    """Return the number of GPUs."""
    return num_gpus()


def get_gpu_memory(gpu_dev_id):
    """Return (free, total) bytes of a GPU's memory."""
    return gpu_memory_info(gpu_dev_id)


def get_cuda_compute_capability(ctx):
    """Return the compute capability of a CUDA device as one number: 86 for 8.6."""
    if ctx.device_type != "gpu":
        raise ValueError(
            f"Expecting a gpu context to get cuda compute capability, while received ctx {ctx}"
        )
    return cuda_compute_capability(ctx)
