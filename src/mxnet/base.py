"""Names that other packages import from ``mxnet.base``: errors, type tuples, string and C helpers."""

from __future__ import annotations

import ctypes
import os
import pathlib

import numpy as np

from .error import MXNetError, register_error, typed_error

__all__ = ["MXNetError", "data_dir", "register_error"]

string_types = (str,)
integer_types = (int, np.int32, np.int64)
numeric_types = (float, int, np.generic)

mx_uint = ctypes.c_uint
mx_int = ctypes.c_int
mx_float = ctypes.c_float
mx_float_p = ctypes.POINTER(mx_float)
NDArrayHandle = ctypes.c_void_p
SymbolHandle = ctypes.c_void_p


class _NullType:
    """The type of ``_Null``: an attribute that the caller leaves at the operator's default."""

    __slots__ = ()

    def __repr__(self):
        return "_Null"

    def __bool__(self):
        return False


_Null = _NullType()


class NotImplementedForSymbol(MXNetError):
    """Asked of a Symbol what only an NDArray can do, because it needs values."""

    def __init__(self, function, alias, *args):
        super().__init__(_refusal("Symbol", "NDArray", function, alias, args))


class NotSupportedForSparseNDArray(MXNetError):
    """Asked of a sparse array what only a dense one can do."""

    def __init__(self, function, alias, *args):
        super().__init__(_refusal("sparse NDArray", "dense NDArray", function, alias, args))


def _refusal(refused, works, function, alias, args):
    name = getattr(function, "__name__", str(function))
    called = f"{name} ({alias})" if alias else name
    taking = f" with arguments {', '.join(type(a).__name__ for a in args)}" if args else ""
    return f"{called}{taking} is not available for a {refused}; use a {works}."


class MXCallbackList(ctypes.Structure):
    """The C layout of a list of callbacks."""

    _fields_ = [
        ("num_callbacks", ctypes.c_int),
        ("callbacks", ctypes.POINTER(ctypes.CFUNCTYPE(ctypes.c_int))),
        ("contexts", ctypes.POINTER(ctypes.c_void_p)),
    ]


class classproperty:
    """A read-only property of the class itself."""

    def __init__(self, func):
        self._get = func

    def __get__(self, instance, owner):
        return self._get(owner)


def with_metaclass(meta, *bases):
    """Return a base class whose subclasses have the metaclass ``meta``."""
    return meta("_WithMetaclass", bases or (object,), {})


def py_str(x):
    """Decode bytes to str."""
    return x.decode("utf-8")


def c_str(string):
    """Encode a str as a C string."""
    return ctypes.c_char_p(string.encode("utf-8"))


def c_array(ctype, values):
    """Return a C array with ``values`` in it."""
    return (ctype * len(values))(*values)


def c_array_buf(ctype, buf):
    """Return a C array that shares the memory of an ``array.array`` or other buffer."""
    return (ctype * len(buf)).from_buffer(buf)


def c_str_array(strings):
    """Return a C array of C strings."""
    return c_array(ctypes.c_char_p, [s.encode("utf-8") for s in strings])


def c_handle_array(objs):
    """Return a C array of the ``handle`` of each object."""
    return c_array(ctypes.c_void_p, [getattr(obj.handle, "value", obj.handle) for obj in objs])


def ctypes2buffer(cptr, length):
    """Copy ``length`` characters behind a C pointer into a bytearray."""
    if not isinstance(cptr, ctypes.POINTER(ctypes.c_char)):
        raise TypeError(f"ctypes2buffer wants a pointer to c_char, got {type(cptr).__name__}")
    return bytearray(ctypes.string_at(cptr, length))


def ctypes2numpy_shared(cptr, shape):
    """View the floats behind a C pointer as a NumPy array, without a copy."""
    if not isinstance(cptr, mx_float_p):
        raise TypeError(f"ctypes2numpy_shared wants a pointer to float, got {type(cptr).__name__}")
    return np.ctypeslib.as_array(cptr, shape=tuple(shape))


_last_error = ""


def c2pyerror(err_msg):
    """Split a core error text ``Type: message`` into the text and the name of its type."""
    kind = type(typed_error(err_msg)).__name__
    return err_msg, kind


def get_last_ffi_error():
    """Make the exception for the last error that was reported through ``check_call``."""
    return typed_error(_last_error or "no error has been reported")


def check_call(ret):
    """Raise an error where a status code is not 0."""
    if ret != 0:
        raise get_last_ffi_error()


def build_param_doc(arg_names, arg_types, arg_descs, remove_dup=True):
    """Format names, types and descriptions as a numpydoc parameter section.

    >>> print(build_param_doc(["x"], ["int"], ["A number."]))
    Parameters
    ----------
    x : int
        A number.
    """
    seen, lines = set(), ["Parameters", "----------"]
    for name, kind, text in zip(arg_names, arg_types, arg_descs, strict=True):
        if name == "num_args" or (remove_dup and name in seen):
            continue
        seen.add(name)
        lines.append(f"{name} : {kind}")
        lines += [f"    {text}"] if text else []
    return "\n".join(lines)


def add_fileline_to_docstring(module, incursive=True):
    """Append the place of definition to the docstring of each function of a module."""
    home = module if isinstance(module, str) else module.__name__
    import inspect
    import sys

    for thing in vars(sys.modules[home]).values():
        if inspect.isfunction(thing) and thing.__module__ == home and thing.__doc__:
            code = thing.__code__
            thing.__doc__ += f"\n\nFrom:{code.co_filename}:{code.co_firstlineno}"
        elif incursive and inspect.isclass(thing) and thing.__module__ == home:
            for method in vars(thing).values():
                if inspect.isfunction(method) and method.__doc__:
                    code = method.__code__
                    method.__doc__ += f"\n\nFrom:{code.co_filename}:{code.co_firstlineno}"


def data_dir_default():
    """Return the folder for downloaded data where ``MXNET_HOME`` is not set."""
    if os.name == "nt":
        return str(pathlib.Path(os.environ.get("APPDATA", "~")).expanduser() / "mxnet")
    return str(pathlib.Path("~/.mxnet").expanduser())


def data_dir():
    """Return the folder for downloaded data: ``MXNET_HOME``, or the default of the system."""
    return os.environ.get("MXNET_HOME") or data_dir_default()
