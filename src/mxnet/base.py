"""Names that other packages import from ``mxnet.base``: errors, types, string and C helpers."""

from __future__ import annotations

import ctypes
import inspect
import os
import pathlib
import sys

import numpy as np

from .error import ERROR_TYPES, MXNetError, register_error, typed_error

__all__ = ["MXNetError", "data_dir", "register_error"]

string_types = (str,)
integer_types = (int, np.int32, np.int64)
numeric_types = (float, int, np.generic)

mx_real_t = np.float32
mx_uint = ctypes.c_uint
mx_int = ctypes.c_int
mx_int64 = ctypes.c_int64
mx_float = ctypes.c_float
mx_float_p = ctypes.POINTER(mx_float)
ExecutorHandle = CachedOpHandle = OpHandle = ctypes.c_void_p
DataIterHandle = DataIterCreatorHandle = KVStoreHandle = RecordIOHandle = ctypes.c_void_p
FunctionHandle = ProfileHandle = DLPackHandle = RtcHandle = ctypes.c_void_p
CudaModuleHandle = CudaKernelHandle = ctypes.c_void_p


class NDArrayHandle(ctypes.c_void_p):
    """The handle of an array in the C API, which keeps the array alive."""

    array: object = None


class SymbolHandle(ctypes.c_void_p):
    """The handle of a graph in the C API: ``entries`` are its outputs."""

    entries: list | None = None


class _NullType:
    """The type of ``_Null``, which leaves an attribute at the operator's default."""

    __slots__ = ()

    def __repr__(self):
        return "_Null"


_Null = _NullType()


class NotImplementedForSymbol(MXNetError):
    """Raised for an NDArray operation on a Symbol, which has no values."""

    def __init__(self, function, alias, *args):
        refusal = _refusal(function, alias, args, "implemented for Symbol")
        super().__init__(
            f"{refusal} A Symbol has no values yet: in hybrid_forward choose with F.where or "
            "F.contrib.cond, or do not hybridize."
        )


class NotSupportedForSparseNDArray(MXNetError):
    """Raised for an operation that sparse arrays do not support."""

    def __init__(self, function, alias, *args):
        super().__init__(_refusal(function, alias, args, "supported for SparseNDArray"))


def _refusal(function, alias, args, missing):
    name = getattr(function, "__name__", str(function))
    called = f'Function {name} (namely operator "{alias}")' if alias else f"Function {name}"
    taking = f" with arguments ({', '.join(str(type(a)) for a in args)})" if args else ""
    return f"{called}{taking} is not {missing} and only available in NDArray."


class MXCallbackList(ctypes.Structure):
    """The C layout of a list of callbacks."""

    _fields_ = [
        ("num_callbacks", ctypes.c_int),
        ("callbacks", ctypes.POINTER(ctypes.CFUNCTYPE(ctypes.c_int))),
        ("contexts", ctypes.POINTER(ctypes.c_void_p)),
    ]


class classproperty:
    """A property of the class itself.

    If the metaclass of the class is :class:`ClassPropertyType`, the property can have a setter.
    """

    def __init__(self, func):
        self._get = func
        self._set = None

    def setter(self, func):
        """Decorate the function that is called when the property is assigned."""
        self._set = func
        return self

    def __get__(self, instance, owner):
        return self._get(owner)

    def __set__(self, owner, value):
        if self._set is None:
            raise AttributeError("this class property cannot be set")
        self._set(owner, value)


class CurrentScope:
    """The innermost scope as ``NameManager._current.value``, which scripts written for 1.9.1 set.

    They do so to number names from 0 again.
    """

    def __set_name__(self, owner, name):
        self._owner = owner

    value = property(
        lambda self: self._owner.current,
        lambda self, scope: setattr(self._owner, "current", scope),
    )


class ClassPropertyType(type):
    """Forwards ``Class.name = value`` to a class property, which Python would replace."""

    def __setattr__(cls, name, value):
        attribute = inspect.getattr_static(cls, name, None)
        if isinstance(attribute, classproperty):
            attribute.__set__(cls, value)
        else:
            super().__setattr__(name, value)


# The names in MXNet, for programs that replace how these properties are assigned (GluonTS did).
_MXClassPropertyDescriptor, _MXClassPropertyMetaClass = classproperty, ClassPropertyType


def with_metaclass(meta, *bases):
    """Return a base class whose subclasses have the metaclass ``meta``."""
    return meta("_WithMetaclass", bases or (object,), {})


def _as_list(obj):
    """Return a list or tuple itself, anything else as a list of one."""
    return obj if isinstance(obj, list | tuple) else [obj]


def py_str(x):
    """Decode bytes to str."""
    return x.decode("utf-8")


def c_str(string):
    """Encode a str as a C string."""
    return ctypes.c_char_p(string.encode("utf-8"))


def c_array(ctype, values):
    """Return a C array that contains ``values``."""
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
    """Copy ``length`` characters at a C pointer into a bytearray."""
    if not isinstance(cptr, ctypes.POINTER(ctypes.c_char)):
        raise TypeError(f"ctypes2buffer expects a pointer to c_char, got {type(cptr).__name__}")
    return bytearray(ctypes.string_at(cptr, length))


def ctypes2numpy_shared(cptr, shape):
    """View the floats at a C pointer as a NumPy array, without a copy."""
    if not isinstance(cptr, mx_float_p):
        raise RuntimeError(
            f"ctypes2numpy_shared expects a float pointer, got {type(cptr).__name__}"
        )
    return np.ctypeslib.as_array(cptr, shape=tuple(shape))


class _Library:
    """A substitute for MXNet's C library, with the functions of its API that apply here."""

    def __getattr__(self, name):
        raise AttributeError(
            f"there is no C library of MXNet here, and so no {name}; use the Python API",
            name=name, obj=self,
        )  # fmt: skip


_LIB = _Library()

_last_error = ""


def c2pyerror(err_msg):
    """Return an error text and the registered type that it begins with, or None.

    >>> c2pyerror("ValueError: not a shape")
    ('ValueError: not a shape', 'ValueError')
    """
    prefix, colon, _ = err_msg.partition(":")
    return err_msg, prefix.strip() if colon and prefix.strip() in ERROR_TYPES else None


def get_last_ffi_error():
    """Create the exception for the last error that was reported through ``check_call``."""
    return typed_error(_last_error or "no error has been reported")


def check_call(ret):
    """Raise an error if a status code is not 0."""
    if ret != 0:
        raise get_last_ffi_error()


def build_param_doc(arg_names, arg_types, arg_descs, remove_dup=True):
    """Format names, types and descriptions as a numpydoc parameter section.

    >>> print(build_param_doc(["x"], ["int"], ["A number."]), end="")
    Parameters
    ----------
    x : int
        A number.
    """
    written, lines = set(), ["Parameters", "----------"]
    for name, kind, text in zip(arg_names, arg_types, arg_descs, strict=True):
        if name == "num_args" or (remove_dup and name in written):
            continue
        written.add(name)
        lines.append(f"{name} : {kind}")
        lines += [f"    {text}"] if text else []
    return "\n".join([*lines, ""])


def add_fileline_to_docstring(module, incursive=True):
    """Append the source location to the docstring of each function of a module."""
    module_name = module if isinstance(module, str) else module.__name__
    for member in vars(sys.modules[module_name]).values():
        if inspect.isfunction(member) and member.__module__ == module_name and member.__doc__:
            code = member.__code__
            member.__doc__ += f"\n\nFrom:{code.co_filename}:{code.co_firstlineno}"
        elif incursive and inspect.isclass(member) and member.__module__ == module_name:
            for method in vars(member).values():
                if inspect.isfunction(method) and method.__doc__:
                    code = method.__code__
                    method.__doc__ += f"\n\nFrom:{code.co_filename}:{code.co_firstlineno}"


def data_dir_default():
    """Return the folder for downloaded data if ``MXNET_HOME`` is not set."""
    if os.name == "nt":
        return str(pathlib.Path(os.environ.get("APPDATA", "~")).expanduser() / "mxnet")
    return str(pathlib.Path("~/.mxnet").expanduser())


def data_dir():
    """Return the folder for downloaded data: ``MXNET_HOME``, or the default of the system."""
    return os.environ.get("MXNET_HOME") or data_dir_default()


def data_folder(root, *parts):
    """Return ``root``, or if it is None, a folder in the current `data_dir`."""
    return os.path.join(data_dir(), *parts) if root is None else root
