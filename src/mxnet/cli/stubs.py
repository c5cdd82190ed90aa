"""Write stubs of mx.nd, mx.sym and mx.np for editors and type checkers.

The functions of these modules are created from the table of operators on first use, so a program
that only reads the source cannot see them. The stubs are generated from the same table. They are
installed with mxnet, in the package mxnet-stubs; this command writes them again, for instance to
include your own operators:

    mxnet stubs
    mxnet stubs --out typings
"""

from __future__ import annotations

import enum
import inspect
import os
import pathlib
import textwrap
import types
from importlib import import_module

from .. import __version__
from .._eager.functions import Hint
from .._formats.local import replacing
from ..base import _Null

# Modules with generated functions; the others are read from their source.
MODULES = (
    "ndarray.contrib", "ndarray.image", "ndarray.linalg", "ndarray.ndarray",
    "ndarray.op", "ndarray.random", "ndarray.sparse",
    "symbol.contrib", "symbol.image", "symbol.linalg", "symbol.op", "symbol.random",
    "symbol.sparse", "symbol.symbol",
    "numpy", "numpy.linalg", "numpy.multiarray", "numpy.random",
    "numpy_extension", "numpy_extension.image", "numpy_extension.random",
)  # fmt: skip

HEADER = """\
# Made by `mxnet stubs` of version {version}.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
"""


def add_arguments(parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("-o", "--out", type=pathlib.Path, help="a folder; by default next to mxnet")


def run(options) -> int:
    """Write the package of stubs."""
    beside = pathlib.Path(__file__).parents[2]
    folder = (options.out or beside) / "mxnet-stubs"
    for path, text in stubs().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        with replacing(folder / path) as file:
            file.write(text.encode())
    print(f"{folder}: {len(MODULES)} modules")
    return 0


def stubs() -> dict[str, str]:
    """Return the files of the package: paths and contents."""
    files = {"py.typed": "partial\n"}
    for name in MODULES:
        module = import_module(f"mxnet.{name}")
        path = name.replace(".", os.sep)
        files[f"{path}{os.sep}__init__.pyi" if _is_package(module) else f"{path}.pyi"] = (
            HEADER.format(version=__version__) + _module(module)
        )
    return files


def _is_package(module: types.ModuleType) -> bool:
    return hasattr(module, "__path__")


def _module(module: types.ModuleType) -> str:
    own = ("NDArray", "Symbol") if module.__name__.count(".") == 2 else ()
    names = dict.fromkeys([*getattr(module, "__all__", ()), *dir(module)])
    parts, public = [], set(getattr(module, "__all__", ()))
    for name in names:
        if name.startswith("_") or not name.isidentifier() or not hasattr(module, name):
            continue
        value = getattr(module, name)
        if name not in public and _is_private(value):
            continue
        if name in own and getattr(value, "__module__", "") != module.__name__:
            continue  # it is in the header
        parts.append(_member(module, name, value))
    return "\n".join(filter(None, parts)) + "\n"


def _is_private(value) -> bool:
    """Return whether a value is private to the package and only imported by a module."""
    source = getattr(value, "__module__", None) or type(value).__module__
    return any(part.startswith("_") for part in source.split(".")[1:]) and source.startswith(
        "mxnet."
    )


def _member(module: types.ModuleType, name: str, value) -> str:
    """Return the lines for one name of a module."""
    if isinstance(value, types.ModuleType):
        is_ours = value.__name__.startswith("mxnet.")
        source, _, last = value.__name__.rpartition(".")
        return _import_line(source, last, name) if is_ours and _is_package(module) else ""
    source = getattr(value, "__module__", None)
    if inspect.isfunction(value) and source == module.__name__:
        return _function(name, value)
    if inspect.isclass(value) and source == module.__name__:
        return _class(name, value)
    if (inspect.isfunction(value) or inspect.isclass(value)) and str(source).startswith("mxnet."):
        if getattr(import_module(source), value.__name__, None) is value:
            return _import_line(source, value.__name__, name)
    if inspect.isfunction(value):
        return _function(name, value)
    return f"{name}: Any"


def _import_line(source: str, name: str, known_as: str) -> str:
    """Return an import that re-exports a name in the stub, which renaming imports do not."""
    if name == known_as:
        return f"from {source} import {name} as {name}"
    return f"from {source} import {name} as _{name}\n{known_as} = _{name}"


def _class(name: str, cls: type) -> str:
    bases = ", ".join(
        base.__name__ for base in cls.__bases__ if base.__module__ == cls.__module__ or
        base.__name__ == "NDArray"
    )  # fmt: skip
    body = [f'"""{_quote(cls)}"""'] if cls.__doc__ else []
    members = {key: value for base in _bare(cls) for key, value in vars(base).items()}
    for key, value in sorted(members.items()):
        if key.startswith("_") and not (key.startswith("__") and key.endswith("__")):
            continue
        if isinstance(value, property):
            body.append(f"@property\ndef {key}(self) -> Any: ...")
        elif isinstance(value, staticmethod | classmethod):
            kind = type(value).__name__
            body.append(f"@{kind}\n{_function(key, value.__func__, cls)}")
        elif inspect.isfunction(value):
            body.append(_function(key, value, cls))
    if issubclass(cls, enum.Enum):
        body = [f"{key}: Any" for key in cls.__members__]
    return f"class {name}{f'({bases})' if bases else ''}:\n" + textwrap.indent(
        "\n".join(body) or "...", "    "
    )


def _bare(cls: type) -> list[type]:
    """Return the class with the bases that a stub can name."""
    return [base for base in reversed(cls.__mro__) if base is cls or base.__name__ in _INNER]


_INNER = ("NDArrayBase", "SymbolBase")
_ARRAYS = ("__add__", "__sub__", "__mul__", "__truediv__", "__radd__", "__rsub__", "__rmul__")


def _function(name: str, function, cls: type | None = None) -> str:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return f"def {name}(*args: Any, **kwargs: Any) -> Any: ..."
    parameters = list(signature.parameters.values())
    if cls is not None and parameters and hasattr(function, "operator"):
        parameters[0] = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    parameters = [_annotate(p, cls is not None and i == 0) for i, p in enumerate(parameters)]
    is_array = cls is not None and name in _ARRAYS
    result = _Code(cls.__name__) if is_array else _hint(signature.return_annotation)
    head = f"def {name}{inspect.Signature(parameters, return_annotation=result)}:"
    if not function.__doc__:
        return f"{head} ..."
    return f'{head}\n    """{textwrap.indent(_quote(function), "    ").lstrip()}"""'


class _Code(str):
    """Source code in a signature, which shows annotations and defaults by their repr."""

    __repr__ = str.__str__


def _annotate(parameter: inspect.Parameter, is_self: bool) -> inspect.Parameter:
    """Return a parameter as it is written in a stub."""
    empty = parameter.empty
    is_starred = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    if is_self and not is_starred:
        return parameter.replace(annotation=empty, default=empty)
    default = empty if parameter.default is empty else _default(parameter.default)
    return parameter.replace(annotation=_hint(parameter.annotation), default=default)


def _hint(annotation) -> _Code:
    """Return an annotation for a stub; those in the source may need its imports."""
    return _Code(annotation.text if isinstance(annotation, Hint) else "Any")


def _default(value) -> _Code:
    plain = (bool, int, float, str, type(None))
    is_plain = isinstance(value, plain) or (
        isinstance(value, tuple) and all(isinstance(item, plain) for item in value)
    )
    if value is _Null or not is_plain or value != value or value in (float("inf"), -float("inf")):
        return _Code("...")
    return _Code(repr(value))


def _quote(value) -> str:
    return (inspect.getdoc(value) or "").replace("\\", "\\\\").replace('"""', '\\"\\"\\"') + "\n"
