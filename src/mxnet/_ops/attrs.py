"""Attribute types: how an operator's keyword parameters are read, checked and written.

An attribute arrives as a Python value or as MXNet's string for it (symbol files contain only
strings). An :class:`Attr` parses both. Defaults in kernels are parsed values: ``torch.float32``,
not its name.
"""

from __future__ import annotations

import ast
import functools
import numbers
import re
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

from .._core import dtypes
from .._core.integers import as_integers
from .._text.spelling import did_you_mean
from ..base import _Null
from ..error import MXNetError, MXNetTypeError

REQUIRED = object()


if typing.TYPE_CHECKING:  # what kernels receive
    Shape: typing.TypeAlias = tuple[int, ...]
    Floats: typing.TypeAlias = tuple[float, ...]
    Pairs: typing.TypeAlias = tuple[tuple[int, ...], ...]
    DType: typing.TypeAlias = torch.dtype
else:

    class Shape(tuple):
        """Annotation of a tuple of ints; entries may be None if the operator allows it."""

    class Floats(tuple):
        """Annotation of a tuple of floats."""

    class Pairs(tuple):
        """Annotation of a tuple of tuples of ints; a number means a tuple with one element."""

    class DType(str):
        """Annotation of an element type; the kernel receives a ``torch.dtype``."""


def dtype_choice(*names: str):
    """Return the annotation of one of the given element types; "None" means that it is inferred."""
    return typing.Annotated[DType, names]


class BadValue(Exception):
    """A value that is invalid for its attribute; the call path adds the operator and the attribute.

    ``refusal`` is the type of error that users get.
    """

    refusal: type[MXNetError] = MXNetError


class UnknownType(BadValue):
    """The name of an element type that does not exist."""

    refusal = MXNetTypeError


@dataclass(frozen=True, slots=True)
class Kind:
    """How one type of attribute is parsed from a value and formatted as MXNet's string."""

    text: str
    parse: Callable
    format: Callable = str
    is_integral: bool = False


def _literal(value):
    """Parse a string that contains a Python number, tuple or list; return others unchanged."""
    if not isinstance(value, str):
        return value
    text = _LONG_INTEGER.sub("", value.strip())
    if len(text) > LONG:
        return _long_tuple(text)
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise BadValue from None


_LONG_INTEGER = re.compile(r"(?<=\d)[lL]\b")  # files written by Python 2 contain "(8L, 3L)"
# Characters: longer texts are not passed to Python's parser, which needs 1 kB per element.
LONG = 1000


def _long_tuple(text: str) -> tuple[float, ...]:
    """Parse many numbers separated by commas, in linear time and memory."""
    if text[0] not in "([" or text[-1] not in ")]":
        raise BadValue
    try:
        pieces = text[1:-1].removesuffix(",").split(",")
        return tuple(_number(piece.strip()) for piece in pieces)
    except ValueError:
        raise BadValue from None


def _number(text: str) -> float:
    return int(text) if text.lstrip("-").isdecimal() else float(text)


def _int(value):
    value = _literal(value)
    if isinstance(value, numbers.Integral | np.bool_):
        return int(value)
    if isinstance(value, np.ndarray) and value.size == 1 and value.dtype.kind in "iub":
        return int(value.item())
    raise BadValue


def _float(value):
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            raise BadValue from None
    if isinstance(value, numbers.Real | np.bool_):
        return float(value)
    if isinstance(value, np.ndarray) and value.size == 1:
        return float(value.item())
    raise BadValue


_BOOLS = {"true": True, "1": True, "false": False, "0": False}


def _bool(value):
    if isinstance(value, str) and value.strip().lower() in _BOOLS:
        return _BOOLS[value.strip().lower()]
    if isinstance(value, numbers.Real | np.bool_) and value in (0, 1):
        return bool(value)
    raise BadValue


def _str(value):
    return str(value)


def _shape(value):
    value = _literal(value)
    if isinstance(value, numbers.Integral):
        return (int(value),)
    if isinstance(value, np.ndarray) and value.dtype.kind in "iu":
        value = value.reshape(-1).tolist()
    if isinstance(value, list | tuple | torch.Size | range):
        return tuple(None if item is None else _int(item) for item in value)
    raise BadValue


def _pairs(value):
    value = _literal(value)
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return tuple(_shape(item) for item in value)
    return (_shape(value),)


def is_hidden(name: str) -> bool:
    """Return whether an attribute concerns the graph (``__shape__``) and not the operator."""
    return name.startswith("__") and name.endswith("__")


@functools.lru_cache(maxsize=4096)  # the shapes of parameters repeat
def read_integers(text: str) -> tuple[int | None, ...]:
    """Parse a list of integers, such as a shape, from a string; raise ValueError otherwise.

    >>> read_integers("(3, 0)"), read_integers("[1,2]")
    ((3, 0), (1, 2))
    """
    try:
        return _shape(text)
    except BadValue:
        raise ValueError(f"{text!r} is not a list of integers") from None


def _floats(value):
    value = _literal(value)
    if isinstance(value, np.ndarray):
        value = value.reshape(-1).tolist()
    if isinstance(value, list | tuple):
        return tuple(_float(item) for item in value)
    return (_float(value),)


def _parse_dtype(value):
    # Old files contain codes.
    if isinstance(value, str) and value.isdecimal() and len(value) < LONG:
        value = dtypes.BY_FLAG.get(int(value), value)
    try:
        return dtypes.lookup(value).torch
    except TypeError:
        raise UnknownType from None


def _format_float(value):
    # A float64 always has 15 exact digits; larger integers are written as floats.
    is_integer = float(value).is_integer() and abs(value) < 1e15
    return str(int(value)) if is_integer else repr(float(value))


KINDS = {
    int: Kind("int", _int, is_integral=True),
    float: Kind("float", _float, _format_float),
    bool: Kind("boolean", _bool),
    str: Kind("string", _str),
    Shape: Kind("Shape(tuple)", _shape, is_integral=True),
    Floats: Kind("tuple of <float>", _floats),
    Pairs: Kind("tuple of <Shape(tuple)>", _pairs, is_integral=True),
    DType: Kind("dtype", _parse_dtype, lambda dtype: dtypes.BY_TORCH[dtype].name),
}


def _quote_names(names: tuple[str, ...], optional: bool) -> str:
    shown = [repr(name) for name in sorted(names)]
    return "{" + ", ".join(["None", *shown] if optional else shown) + "}"


def _hint_after(question: str) -> str:
    """Put a question in parentheses, because the operator and its arguments follow."""
    return f" ({question[1].lower()}{question[2:]})" if question else ""


# Activations of other frameworks -> what does the same here.
_ACTIVATIONS = {
    "elu": "nn.ELU is such a layer",
    "gelu": "nn.GELU is such a layer",
    "leaky": "nn.LeakyReLU is such a layer",
    "leaky_relu": "nn.LeakyReLU is such a layer",
    "linear": "leave out the activation",
    "prelu": "nn.PReLU is such a layer",
    "selu": "nn.SELU is such a layer",
    "silu": "nn.Swish is such a layer",
    "softmax": "the operator softmax computes it, and SoftmaxCrossEntropyLoss contains it",
    "softplus": "softrelu is it",
    "swish": "nn.Swish is such a layer",
}


def _enum(values: tuple[str, ...], optional: bool = False) -> Kind:
    valid = _quote_names(values, optional)

    def parse(value):
        if str(value) in values:
            return str(value)
        meant = _hint_after(did_you_mean(str(value), values))
        if "softrelu" in values and str(value) in _ACTIVATIONS:
            meant = f" ({_ACTIVATIONS[str(value)]})"
        raise BadValue(f"Invalid Input: '{value}', valid values are: {valid}{meant}")

    kind = Kind(valid, parse)
    return _optional(kind, valid) if optional else kind


def _enum_of_dtypes(names: tuple[str, ...], optional: bool = False) -> Kind:
    valid = _quote_names(names, optional)

    def parse(value):
        if isinstance(value, str) and value == "None" and "None" in names:
            return None
        dtype = _parse_dtype(value)
        name = dtypes.BY_TORCH[dtype].name
        if name not in names:
            raise BadValue(f"Invalid Input: '{name}', valid values are: {valid}")
        return dtype

    kind = Kind(valid, parse, lambda dtype: "None" if dtype is None else KINDS[DType].format(dtype))
    return _optional(kind, valid) if optional else kind


def _optional(kind: Kind, text: str) -> Kind:
    def parse(value):
        if value is None or isinstance(value, str) and value == "None":
            return None
        return kind.parse(value)

    def format(value):
        return "None" if value is None else kind.format(value)

    return Kind(text, parse, format, kind.is_integral)


def kind_of(annotation) -> Kind:
    """Return how values of an annotated parameter are parsed.

    >>> kind_of(Shape | None).parse("(3, 3)")
    (3, 3)
    """
    if annotation in KINDS:
        return KINDS[annotation]
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        return _enum(args)
    if origin is typing.Annotated:
        return _enum_of_dtypes(annotation.__metadata__[0])
    if origin not in (typing.Union, types.UnionType):
        raise TypeError(f"no attribute of an operator is {annotation}")
    (inner,) = (arg for arg in args if arg is not type(None))
    if typing.get_origin(inner) is typing.Literal:
        return _enum(typing.get_args(inner), optional=True)
    if typing.get_origin(inner) is typing.Annotated:
        return _enum_of_dtypes(inner.__metadata__[0], optional=True)
    kind = kind_of(inner)
    return _optional(kind, f"{kind.text} or None")


_ANNOTATIONS = {
    "int": "int",
    "float": "float",
    "boolean": "bool",
    "string": "str",
    "dtype": "DType",
    "Shape(tuple)": "int | Sequence[int]",
    "tuple of <float>": "float | Sequence[float]",
    "tuple of <Shape(tuple)>": "Sequence[int] | Sequence[Sequence[int]]",
}


@dataclass(frozen=True, slots=True)
class Attr:
    """One keyword parameter of an operator."""

    name: str
    kind: Kind
    default: object

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def parse(self, value):
        if value is self.default and value is not None:
            return value
        if value is None and self.name == "dtype":
            # MXNet: None is NumPy's default; only the text "None" means unspecified.
            value = np.float64
        try:
            return self.kind.parse(self.normalize(value))
        except BadValue as reason:
            message = str(reason) or (
                f"Invalid Parameter format for {self.name} expect {self.kind.text} "
                f"but value='{shorten(value)}'"
            )
            if isinstance(reason, UnknownType):
                message += _hint_after(did_you_mean(value, dtypes.BY_NAME))
            raise type(reason)(message) from None

    def normalize(self, value):
        """Convert floats with integer values to int: MXNet does not read "2.0" from files."""
        return as_integers(value) if self.kind.is_integral else value

    def format(self, value) -> str:
        """Format a parsed value as the string stored in symbol files."""
        return self.kind.format(value)

    @property
    def annotation(self) -> str:
        """The annotation of the values that users may pass, for type checkers."""
        text, *more = self.kind.text.split(" or ")
        if text.startswith("{"):
            names = ast.literal_eval(f"[{text[1:-1]}]")
            # Element types may also be NumPy's or torch's.
            known = "DType" if not dtypes.BY_NAME.keys().isdisjoint(names) else f"Literal{names}"
            return f"{known} | None" if known == "DType" and None in names else known
        return " | ".join((_ANNOTATIONS[text], *more))

    @property
    def display_default(self):
        """The default as shown in signatures; an element type is shown by its name."""
        if isinstance(self.default, torch.dtype):
            return dtypes.BY_TORCH[self.default].name
        return _Null if self.required else self.default

    def describe(self) -> str:
        if self.required:
            return f"{self.kind.text}, required"
        shown = "None" if self.default is None else self.format(self.default)
        return f"{self.kind.text}, optional, default={shown!r}"


def shorten(value) -> str:
    """Abbreviate a value for a message: a damaged file may contain megabytes."""
    text = str(value)
    return text if len(text) <= LONG else f"{text[:LONG]}... ({len(text)} characters)"


def is_given(value) -> bool:
    """Distinguish a value from the marker for an attribute left at its default."""
    return value is not _Null
