"""The names and behavior of NumPy before 1.24, 2.0 and 2.3."""

from __future__ import annotations

import functools
import warnings

import numpy

from ._module import ShimModule


def numpy_shims() -> dict:
    """Return numpy with its old names and the old behavior of some functions."""
    replaced = {"array": array, "asarray": asarray, "save": save, "fromstring": fromstring}
    replaced |= {name: _accept_ragged(getattr(numpy, name)) for name in REDUCTIONS}
    # Modules removed in 2.0, whose functions are in numpy itself.
    modules = dict.fromkeys(("arraysetops", "function_base", "nanfunctions", "shape_base"), numpy)
    replaced["lib"] = ShimModule(numpy.lib, modules)
    return {"numpy": ShimModule(numpy, REMOVED, replaced)}


def array(object, dtype=None, *, copy=True, **options):
    """Create an array like the old ``numpy.array``.

    ``copy=False`` means no copy unless one is needed, and sequences of different lengths become
    elements of an array of objects.
    """
    return _convert(numpy.array, object, dtype, copy=copy or None, **options)


def asarray(a, dtype=None, **options):
    """Convert to an array like the old ``numpy.asarray``, also for ragged sequences."""
    return _convert(numpy.asarray, a, dtype, **options)


def save(file, arr, *rest, **options):
    """Save like the old ``numpy.save``, also ragged sequences."""
    numpy.save(file, asarray(arr), *rest, **options)


def _convert(function, sequences, dtype, **options):
    """Call a function that creates an array; ragged sequences become an array of objects."""
    try:
        return function(sequences, dtype, **options)
    except ValueError as error:
        if dtype is not None or "inhomogeneous" not in str(error):
            raise
    return function(sequences, object, **options)


# Scripts average lists of losses, some of which are numbers and some arrays of one element.
REDUCTIONS = ("amax", "amin", "max", "mean", "median", "min", "prod", "std", "sum", "var")


def _accept_ragged(function):
    """Return a function of an array that also accepts ragged sequences."""

    @functools.wraps(function)
    def call(a, *rest, **options):
        return function(asarray(a) if isinstance(a, list | tuple) else a, *rest, **options)

    return call


def fromstring(string, dtype=float, count=-1, *, sep="", like=None):
    """Return the numbers in a text or, without a separator, the bytes of an array."""
    if sep:
        return numpy.fromstring(string, dtype, count, sep=sep, like=like)
    content = string.encode("latin1") if isinstance(string, str) else string
    return numpy.frombuffer(content, dtype, count).copy()


def _in1d(a, b, **options):
    return numpy.isin(numpy.ravel(a), b, **options)


def _find_common_type(array_types, scalar_types):
    return numpy.result_type(*array_types, *scalar_types)


def _no_warning(*args, **kwargs):
    """Return a function unchanged, for both forms of ``numpy.deprecate``."""
    return args[0] if args and callable(args[0]) else lambda function: function


_EXCEPTIONS = numpy.exceptions  # exists since 1.25; RankWarning was added in 2.0

REMOVED = {
    # removed in 1.24: aliases of Python's types, and sized names
    "bool": bool, "int": int, "float": float, "complex": complex, "object": object,
    "str": str, "long": int, "unicode": str,
    "bool8": numpy.bool_, "int0": numpy.intp, "uint0": numpy.uintp, "object0": numpy.object_,
    "str0": numpy.str_, "bytes0": numpy.bytes_, "void0": numpy.void,
    # removed in 2.0: aliases
    "float_": numpy.float64, "complex_": numpy.complex128, "cfloat": numpy.complex128,
    "singlecomplex": numpy.complex64, "longfloat": numpy.longdouble,
    "longcomplex": numpy.clongdouble, "clongfloat": numpy.clongdouble,
    "string_": numpy.bytes_, "unicode_": numpy.str_,
    "Inf": numpy.inf, "Infinity": numpy.inf, "infty": numpy.inf, "PINF": numpy.inf,
    "NINF": -numpy.inf, "NaN": numpy.nan, "NAN": numpy.nan, "PZERO": 0.0, "NZERO": -0.0,
    "product": numpy.prod, "cumproduct": numpy.cumprod, "alltrue": numpy.all,
    "sometrue": numpy.any, "row_stack": numpy.vstack, "round_": numpy.round,
    "mat": numpy.asmatrix,
    "asscalar": lambda a: a.item(),
    "in1d": _in1d,
    "asfarray": lambda a, dtype=numpy.float64: numpy.asarray(a, dtype=dtype),
    "trapz": getattr(numpy, "trapezoid", None) or getattr(numpy, "trapz", None),
    "msort": lambda a: numpy.sort(a, axis=0),
    "find_common_type": _find_common_type,
    "issubclass_": lambda arg1, arg2: isinstance(arg1, type) and issubclass(arg1, arg2),
    "deprecate": _no_warning,
    "warnings": warnings,  # removed in 1.24; scripts silence a warning through it
    # moved to numpy.exceptions in 2.0
    "AxisError": _EXCEPTIONS.AxisError, "ComplexWarning": _EXCEPTIONS.ComplexWarning,
    "VisibleDeprecationWarning": _EXCEPTIONS.VisibleDeprecationWarning,
    "RankWarning": getattr(_EXCEPTIONS, "RankWarning", RuntimeWarning),
}  # fmt: skip
