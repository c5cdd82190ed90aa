"""The names and behavior of Python's library before 3.3 to 3.13."""

from __future__ import annotations

import base64
import collections
import collections.abc
import fractions
import importlib
import importlib.util
import inspect
import itertools
import json
import math
import re
import string
import sys
import time
import types
import typing
import urllib
import xml.etree
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

import numpy

from ._module import ShimModule


def time_shims() -> dict:
    """Return time with ``clock``, which 3.8 removed."""
    return {"time": ShimModule(time, {"clock": time.process_time})}


def collections_shims() -> dict:
    """Return collections with the abstract classes, which 3.10 removed."""
    abstract = {name: getattr(collections.abc, name) for name in collections.abc.__all__}
    return {"collections": ShimModule(collections, abstract)}


def base64_shims() -> dict:
    """Return base64 with the functions of strings, which 3.9 removed."""
    functions = {"encodestring": base64.encodebytes, "decodestring": base64.decodebytes}
    return {"base64": ShimModule(base64, functions)}


def fractions_shims() -> dict:
    """Return fractions with ``gcd``, which 3.9 removed."""
    return {"fractions": ShimModule(fractions, {"gcd": math.gcd})}


def itertools_shims() -> dict:
    """Return itertools with the lazy functions of Python 2, which are built-in or renamed now."""
    functions = {"izip": zip, "imap": map, "ifilter": filter}
    functions |= {f"i{name}": getattr(itertools, name) for name in ("zip_longest", "filterfalse")}
    return {"itertools": ShimModule(itertools, functions)}


def string_shims() -> dict:
    """Return string with the names of Python 2."""
    names = {
        "letters": string.ascii_letters, "lowercase": string.ascii_lowercase,
        "uppercase": string.ascii_uppercase, "maketrans": str.maketrans,
    }  # fmt: skip
    return {"string": ShimModule(string, names)}


def xml_shims() -> dict:
    """Return xml.etree with ``cElementTree``, which 3.9 removed."""
    tree = import_module("xml.etree.ElementTree")
    etree = ShimModule(xml.etree, {"cElementTree": tree})
    return {
        "xml": ShimModule(xml, {}, {"etree": etree}),
        "xml.etree": etree,
        "xml.etree.cElementTree": tree,
    }


# Modules of Python 2 -> their names in Python 3.
RENAMED = {
    "ConfigParser": "configparser", "Queue": "queue", "cPickle": "pickle", "commands": "subprocess",
    "thread": "_thread", "urllib2": "urllib.request",
}  # fmt: skip


def renamed_shims(name: str) -> dict:
    """Return a module by its name in Python 2."""
    return {name: import_module(RENAMED[name])}


def urllib_shims() -> dict:
    """Return urllib with the functions that Python 3 has put into its submodules."""
    request, parse = import_module("urllib.request"), import_module("urllib.parse")
    functions = {name: getattr(request, name) for name in ("urlopen", "urlretrieve")}
    functions |= {name: getattr(parse, name) for name in ("quote", "unquote", "urlencode")}
    return {"urllib": ShimModule(urllib, functions)}


def load_source(name: str, pathname: str, file=None) -> ModuleType:
    """Import a file as a module of any name, as ``imp.load_source`` did."""
    spec = importlib.util.spec_from_file_location(name, pathname)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def imp_shims() -> dict:
    """Return the part of imp that scripts use, which 3.12 removed."""
    members = {"load_source": load_source, "reload": importlib.reload, "new_module": ModuleType}
    return {"imp": _module("imp", members)}


class ArgSpec(NamedTuple):
    """Names and defaults of a function's positional parameters."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple | None


def getargspec(func) -> ArgSpec:
    """Return names and defaults of the positional parameters of a function."""
    return ArgSpec(*inspect.getfullargspec(func)[:4])


def inspect_shims() -> dict:
    """Return inspect with ``getargspec``, which 3.11 removed."""
    return {"inspect": ShimModule(inspect, {"getargspec": getargspec})}


class _NamedTupleType(type):
    """Creates named tuples without the other base classes, which Python 3.9 refuses.

    Python 3.8 dropped them silently.
    """

    def __new__(mcs, name, bases, namespace):
        return types.new_class(name, (NamedTuple,), exec_body=lambda body: body.update(namespace))

    def __call__(cls, *args, **kwargs):
        return NamedTuple(*args, **kwargs)


def typing_shims() -> dict:
    """Return typing whose ``NamedTuple`` may stand beside other base classes."""
    base = type.__new__(_NamedTupleType, "NamedTuple", (), {"__doc__": NamedTuple.__doc__})
    return {"typing": ShimModule(typing, {}, {"NamedTuple": base})}


def json_shims() -> dict:
    """Return json that writes NumPy numbers: before NumPy 2 more of them were Python's."""

    def to_python(value):
        if isinstance(value, numpy.generic):
            return value.item()
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")

    functions = {
        name: partial(getattr(json, name), default=to_python) for name in ("dump", "dumps")
    }
    return {"json": ShimModule(json, {}, functions)}


def _only_element(value):
    return value.item() if isinstance(value, numpy.ndarray) and value.size == 1 else value


class _NumberType(type):
    """Creates a class that converts like a number type, and passes for it."""

    def __call__(cls, value=0, *base):
        return cls.number(_only_element(value), *base)

    def __instancecheck__(cls, instance):
        return isinstance(instance, cls.number)

    def __subclasscheck__(cls, subclass):
        return issubclass(subclass, cls.number)


class to_int(metaclass=_NumberType):
    """Convert like ``int``, also an array of one element."""

    number, dtype = int, numpy.dtype(int)  # NumPy reads this attribute when it needs a dtype


class to_float(metaclass=_NumberType):
    """Convert like ``float``, also an array of one element."""

    number, dtype = float, numpy.dtype(float)


class LooseVersion:
    """A version as a sequence of numbers and words, compared from left to right."""

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


def distutils_shims() -> dict:
    """Return the part of distutils that old packages use, which 3.12 removed."""
    version = _module("distutils.version", {"LooseVersion": LooseVersion})
    util = _module("distutils.util", {"strtobool": strtobool})
    package = _module("distutils", {"version": version, "util": util})
    return {module.__name__: module for module in (package, version, util)}


def _module(name: str, members: dict) -> ModuleType:
    module = ModuleType(name, f"What old packages use of {name.partition('.')[0]}.")
    module.__dict__.update(members, __path__=[])
    return module
