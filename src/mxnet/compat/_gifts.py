"""Stand-ins for modules: all that the real one has, and the names that it has lost."""

from __future__ import annotations

import collections
import collections.abc
import inspect
import json
import re
import sys
import time
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

import numpy


class StandIn(ModuleType):
    """A module with some names of its own, and for the rest those of the real one."""

    def __init__(self, real: ModuleType, names: dict, replaced: dict | None = None):
        super().__init__(real.__name__, real.__doc__)
        # What the real module has is better than what we remember of it.
        own = {name: value for name, value in names.items() if name not in vars(real)}
        self.__dict__.update(
            own, **(replaced or {}), __real__=real, __path__=getattr(real, "__path__", [])
        )
        self.__spec__, self.__file__ = real.__spec__, getattr(real, "__file__", None)

    def __getattr__(self, name):
        return getattr(self.__real__, name)

    def __dir__(self):
        return sorted({*super().__dir__(), *dir(self.__real__)})


def _numpy() -> dict[str, ModuleType]:
    names = {
        # gone since 1.24: other names of Python's own types
        "bool": bool, "int": int, "float": float, "complex": complex, "object": object,
        "str": str, "long": int, "unicode": str,
        # gone since 2.0: second names
        "float_": numpy.float64, "complex_": numpy.complex128, "cfloat": numpy.complex128,
        "singlecomplex": numpy.complex64, "longfloat": numpy.longdouble,
        "longcomplex": numpy.clongdouble, "clongfloat": numpy.clongdouble,
        "string_": numpy.bytes_, "unicode_": numpy.str_,
        "Inf": numpy.inf, "Infinity": numpy.inf, "infty": numpy.inf, "PINF": numpy.inf,
        "NINF": -numpy.inf, "NaN": numpy.nan, "PZERO": 0.0, "NZERO": -0.0,
        "product": numpy.prod, "cumproduct": numpy.cumprod, "alltrue": numpy.all,
        "sometrue": numpy.any, "row_stack": numpy.vstack, "round_": numpy.round,
        "mat": numpy.asmatrix,
        "asscalar": lambda a: a.item(),
        "in1d": lambda a, b, **how: numpy.isin(numpy.ravel(a), b, **how),
        "asfarray": lambda a, dtype=numpy.float64: numpy.asarray(a, dtype=dtype),
        "trapz": getattr(numpy, "trapezoid", None) or getattr(numpy, "trapz", None),
    }  # fmt: skip
    replaced = {"array": array, "asarray": asarray, "save": save, "fromstring": fromstring}
    # gone since 2.0: modules whose functions numpy itself has
    inner = dict.fromkeys(("arraysetops", "function_base", "nanfunctions", "shape_base"), numpy)
    replaced["lib"] = StandIn(numpy.lib, inner)
    return {"numpy": StandIn(numpy, names, replaced)}


def array(object, dtype=None, *, copy=True, **how):
    """Return what ``numpy.array`` did.

    ``copy=False`` means no copy unless one is needed, and sequences of different lengths are
    elements of an array of objects.
    """
    return _ragged(numpy.array, object, dtype, copy=copy or None, **how)


def asarray(a, dtype=None, **how):
    """Return what ``numpy.asarray`` did, also for sequences of different lengths."""
    return _ragged(numpy.asarray, a, dtype, **how)


def save(file, arr, *rest, **how):
    """Save what ``numpy.save`` did, also sequences of different lengths."""
    numpy.save(file, asarray(arr), *rest, **how)


def _ragged(make, sequences, dtype, **how):
    try:
        return make(sequences, dtype, **how)
    except ValueError as error:
        if dtype is not None or "inhomogeneous" not in str(error):
            raise
    objects = numpy.empty(len(sequences), dtype=object)
    for position, sequence in enumerate(sequences):
        objects[position] = sequence
    return objects


def fromstring(string, dtype=float, count=-1, *, sep="", like=None):
    """Return the numbers in a text or, without a separator, the bytes of an array."""
    if sep:
        return numpy.fromstring(string, dtype, count, sep=sep, like=like)
    content = string.encode("latin1") if isinstance(string, str) else string
    return numpy.frombuffer(content, dtype, count).copy()


def _time() -> dict[str, ModuleType]:
    return {"time": StandIn(time, {"clock": time.process_time})}


class ArgSpec(NamedTuple):
    """Names and defaults of a function's positional parameters."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple | None


def getargspec(func) -> ArgSpec:
    """Return names and defaults of the positional parameters of a function."""
    return ArgSpec(*inspect.getfullargspec(func)[:4])


def _inspect() -> dict[str, ModuleType]:
    return {"inspect": StandIn(inspect, {"getargspec": getargspec})}


def _collections() -> dict[str, ModuleType]:
    abstract = {name: getattr(collections.abc, name) for name in collections.abc.__all__}
    return {"collections": StandIn(collections, abstract)}


def _pydantic() -> dict[str, ModuleType]:
    if import_module("pydantic").VERSION.startswith("1."):
        return {}
    import_module("pydantic.v1")
    return {
        name.replace("pydantic.v1", "pydantic", 1): module
        for name, module in list(sys.modules.items())
        if name == "pydantic.v1" or name.startswith("pydantic.v1.")
    }


def _only(value):
    """Return the element of an array that has one."""
    return value.item() if isinstance(value, numpy.ndarray) and value.size == 1 else value


def whole(value=0, *base) -> int:
    """Return what ``int`` does, also for an array of one element."""
    return int(_only(value), *base)


def real(value=0.0) -> float:
    """Return what ``float`` does, also for an array of one element."""
    return float(_only(value))


def _json() -> dict[str, ModuleType]:
    def plain(value):
        if isinstance(value, numpy.generic):
            return value.item()
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")

    replaced = {name: partial(getattr(json, name), default=plain) for name in ("dump", "dumps")}
    return {"json": StandIn(json, {}, replaced)}


# What pandas 2.2 and 3 call frequencies, and what they were called before.
FREQUENCIES = {
    "h": "H", "min": "T", "s": "S", "ms": "L", "us": "U", "ns": "N",
    "ME": "M", "QE": "Q", "YE": "A", "YS": "AS", "BME": "BM", "BQE": "BQ", "BYE": "BA",
}  # fmt: skip


def _old_frequency(name: str) -> str:
    """Return ``Q-DEC`` for ``QE-DEC``."""
    base, dash, anchor = name.partition("-")
    return FREQUENCIES.get(base, base) + dash + anchor


def _new_frequency(freq: str) -> str:
    """Return ``3QE-DEC`` for ``3Q-DEC``."""
    count, base, anchor = re.fullmatch(r"(\d*)([A-Za-z]*)(.*)", freq).groups()
    return count + {old: new for new, old in FREQUENCIES.items()}.get(base, base) + anchor


@cache
def _with_name(kind: type, name: str) -> type:
    return type(kind.__name__, (kind,), {"name": name})


def _pandas() -> dict[str, ModuleType]:
    real = import_module("pandas.tseries.frequencies")

    def to_offset(freq, *args, **kwargs):
        """Return an offset, from its old or new name, that has its old name."""
        try:
            offset = real.to_offset(freq, *args, **kwargs)
        except ValueError:
            if not isinstance(freq, str) or _new_frequency(freq) == freq:
                raise
            offset = real.to_offset(_new_frequency(freq), *args, **kwargs)
        if offset is None or offset.rule_code == (old := _old_frequency(offset.rule_code)):
            return offset
        if vars(type(offset)).get("name") == old:
            return offset
        return _with_name(type(offset), old)(offset.n, offset.normalize, **offset.kwds)

    frequencies = StandIn(real, {}, {"to_offset": to_offset})
    tseries = StandIn(import_module("pandas.tseries"), {}, {"frequencies": frequencies})
    return {
        "pandas": StandIn(import_module("pandas"), {}, {"tseries": tseries}),
        "pandas.tseries": tseries,
        "pandas.tseries.frequencies": frequencies,
    }


class LooseVersion:
    """A version as a row of numbers and words, compared from left to right."""

    def __init__(self, vstring: str):
        self.vstring = vstring
        parts = re.findall(r"\d+|[a-z]+", vstring)
        self.version = [int(part) if part.isdigit() else part for part in parts]

    def __str__(self):
        return self.vstring

    def __repr__(self):
        return f"LooseVersion ('{self.vstring}')"

    def _pair(self, other):
        theirs = other if isinstance(other, LooseVersion) else LooseVersion(other)
        return self.version, theirs.version

    def __eq__(self, other):
        mine, theirs = self._pair(other)
        return mine == theirs

    def __lt__(self, other):
        mine, theirs = self._pair(other)
        return mine < theirs

    def __le__(self, other):
        return self < other or self == other

    def __gt__(self, other):
        return not self <= other

    def __ge__(self, other):
        return not self < other

    __hash__ = None


_TRUE, _FALSE = ("y", "yes", "t", "true", "on", "1"), ("n", "no", "f", "false", "off", "0")


def strtobool(val: str) -> int:
    """Return 1 for a word that means yes, 0 for one that means no."""
    if val.lower() in _TRUE + _FALSE:
        return int(val.lower() in _TRUE)
    raise ValueError(f"invalid truth value {val!r}: want one of {', '.join(_TRUE + _FALSE)}")


def _distutils() -> dict[str, ModuleType]:
    modules = {}
    for name, members in {
        "distutils": {},
        "distutils.version": {"LooseVersion": LooseVersion},
        "distutils.util": {"strtobool": strtobool},
    }.items():
        modules[name] = module = ModuleType(name, "What old packages use of distutils.")
        module.__dict__.update(members)
        module.__path__ = []
        home, _, last = name.rpartition(".")
        if home:
            setattr(modules[home], last, module)
    return modules


GIFTS = {
    "numpy": _numpy,
    "inspect": _inspect,
    "collections": _collections,
    "distutils": _distutils,
    "json": _json,
    "pandas": _pandas,
    "pydantic": _pydantic,
    "time": _time,
}


@cache
def modules_of(gift: str) -> dict[str, ModuleType]:
    """Return the modules, by name, that a gift puts in place of the real ones."""
    return GIFTS[gift]()
