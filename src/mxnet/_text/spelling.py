"""Suggestions of similar names, for messages about unknown names."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence

from .foreign_names import ARGUMENTS, ARGUMENTS_INSTEAD


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question with the most similar known word, or nothing if none is similar.

    Equivalent names of torch and Keras count as similar too.

    >>> did_you_mean("sotfmax", ["softmax", "softmin", "exp"])
    " Did you mean 'softmax'?"
    """
    by_lower = {str(name).lower(): str(name) for name in known}
    word = str(word)
    close = (
        [w for w in ARGUMENTS.get(word, ()) if w in by_lower]
        or difflib.get_close_matches(
            word.lower(), by_lower, n=_CANDIDATES, cutoff=0.7 if len(word) > 4 else 0.6
        )
        or [w for w in by_lower if len(word) > 3 and f"_{word.lower()}_" in f"_{w}_"]
    )
    if not close:
        return ""
    meant = min(close, key=functools.partial(_unlikeliness, word.lower()))
    return f" Did you mean '{by_lower[meant]}'?"


# How many similar words are compared by edit distance: difflib only compares common letters.
_CANDIDATES = 20


def _unlikeliness(typed: str, meant: str) -> tuple[float, str]:
    """Return the number of typing errors that lead from one word to another.

    Replacing a digit by its neighbor is half an error, omitting letters at the end a tenth: users
    abbreviate, and confuse numbers of variants.

    >>> [_unlikeliness("adma", word)[0] for word in ("adam", "adamax")]
    [1.0, 1.1]
    """
    rows = [[float(j) for j in range(len(meant) + 1)]]
    for i, a in enumerate(typed, 1):
        row = [float(i)]
        for j, b in enumerate(meant, 1):
            left_out = 0.1 if i == len(typed) else 1.0
            best = min(rows[-1][j] + 1, row[-1] + left_out, rows[-1][j - 1] + _swap_cost(a, b))
            if i > 1 and j > 1 and typed[i - 2 : i] == meant[j - 2 : j][::-1] != meant[j - 2 : j]:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1], meant


def _swap_cost(a: str, b: str) -> float:
    """Return the cost of typing one letter instead of another."""
    if a == b:
        return 0.0
    return 0.5 if a.isdigit() and b.isdigit() and abs(int(a) - int(b)) == 1 else 1.0


def unexpected_argument(function: str, name: str, known: Iterable[str]) -> TypeError:
    """Return the error of a call with an unknown keyword argument."""
    names = list(dict.fromkeys(known))
    meant = did_you_mean(name, names) or ARGUMENTS_INSTEAD.get(name, "")
    if not meant and names:
        meant = f" Its arguments are {', '.join(names)}."
    return TypeError(f"{function}() got an unexpected keyword argument '{name}'.{meant}")


def check_arguments(cls: type, args: tuple, kwargs: dict) -> None:
    """Reject a call of a class with too many arguments or an unknown one, if its constructor would.

    Python would only count the arguments, or say that the argument is missing which was meant:
    ``Dense(unit=2)``.
    """
    names = _positional_arguments(cls)
    if names is not None and len(args) > len(names):
        raise _too_many_arguments(cls, names, args)
    unknown = [name for name in kwargs if name not in _arguments(cls)]
    if not unknown:
        return
    try:
        _constructor_signature(cls).bind(None, *args, **kwargs)
    except TypeError:
        raise unexpected_argument(cls.__name__, unknown[0], _arguments(cls)) from None


class ConstructorSignature:
    """The signature of a class whose ``__new__`` accepts everything: that of ``__init__``."""

    def __get__(self, instance, owner: type) -> inspect.Signature | None:
        # An object has the signature of its ``__call__``. Not an AttributeError: D2L's modules read
        # every name that ``dir`` lists.
        if instance is not None:
            return None
        signature = inspect.signature(owner.__init__)
        return signature.replace(parameters=list(signature.parameters.values())[1:])


def _too_many_arguments(cls: type, names: Sequence[str], args: tuple) -> TypeError:
    listing = f" ({', '.join(names)})" if names else ""
    hint = getattr(cls, "_constructor_hint", "")
    return TypeError(
        f"{cls.__name__}() takes at most {len(names)} positional arguments{listing}, got "
        f"{len(args)}.{hint}"
    )


def suggesting(init: Callable) -> Callable:
    """Make a constructor that rejects an argument name the class and the intended argument.

    Python would name the base class that rejects it. A class may add a hint for what users often
    pass instead, ``_constructor_hint``.
    """
    parameters = inspect.signature(init).parameters
    positional = _positional_names(parameters)

    @functools.wraps(init)
    def init_or_suggest(self, *args, **kwargs):
        if len(args) > len(positional):
            raise _too_many_arguments(type(self), positional, args)
        for name in kwargs:
            if name not in parameters:
                raise unexpected_argument(type(self).__name__, name, _arguments(type(self)))
        init(self, *args, **kwargs)

    return init_or_suggest


def suggesting_arguments(method: Callable) -> Callable:
    """Make a method that rejects a keyword argument name the one that was meant."""
    known = list(inspect.signature(method).parameters)[1:]

    @functools.wraps(method)
    def call_or_suggest(self, *args, **kwargs):
        for name in kwargs:
            if name not in known:
                raise unexpected_argument(method.__qualname__, name, known)
        return method(self, *args, **kwargs)

    return call_or_suggest


# Networks consist of many layers of few classes; the bound frees classes of a notebook again.
@functools.lru_cache(maxsize=256)
def _arguments(cls: type) -> list[str]:
    """Return the names of all constructor arguments of a class and its bases."""
    own = filter(inspect.isfunction, (vars(base).get("__init__") for base in cls.__mro__))
    return [
        name
        for init in own
        for name, parameter in list(inspect.signature(init).parameters.items())[1:]
        if parameter.kind is not parameter.VAR_KEYWORD
    ]


_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def _positional_names(parameters: Mapping[str, inspect.Parameter]) -> list[str]:
    """Return the names of the positional arguments of a method, without ``self``."""
    return [n for n, each in parameters.items() if each.kind in _POSITIONAL][1:]


def _constructor_signature(cls: type) -> inspect.Signature:
    """Return what a constructor accepts: a function that wraps it may accept more than itself."""
    return inspect.signature(cls.__init__, follow_wrapped=False)


@functools.lru_cache(maxsize=256)
def _positional_arguments(cls: type) -> list[str] | None:
    """Return the names of the positional arguments of a constructor, or None without a limit."""
    parameters = _constructor_signature(cls).parameters
    if any(each.kind is each.VAR_POSITIONAL for each in parameters.values()):
        return None
    return _positional_names(parameters)


class ForeignName:
    """A name from torch or Keras: an AttributeError that says what it is called here.

    As a class attribute it costs nothing, while ``__getattr__`` would slow down every other one;
    ``hasattr`` is False, and definitions in a subclass or an object take precedence.
    """

    def __init__(self, here: str):
        self.here = here

    def __set_name__(self, owner: type, name: str):
        self.name = name

    def __get__(self, instance, owner: type):
        # Without the object: otherwise Python would add its own suggestion.
        raise AttributeError(
            f"{owner.__name__!r} object has no attribute {self.name!r}. {self.here}", name=self.name
        )


class _ForeignSlot(ForeignName):
    """A foreign name that cannot be set either."""

    def __set__(self, instance, value):
        self.__get__(instance, type(instance))


def explain_foreign_names(names: dict[str, str], read_only: Iterable[str] = ()):
    """Return a decorator that adds foreign names to a class, which ``dir`` does not show.

    ``read_only`` are those that cannot be set either: nobody would read them.
    """

    def decorate(cls: type) -> type:
        for name, here in names.items():
            can_set = cls.__dictoffset__ and name not in read_only
            foreign = ForeignName(here) if can_set else _ForeignSlot(here)
            foreign.__set_name__(cls, name)
            setattr(cls, name, foreign)
        cls.__dir__ = _dir_without_foreign_names
        return cls

    return decorate


def _dir_without_foreign_names(self):
    names = object.__dir__(self)
    return [n for n in names if not isinstance(_in_classes(type(self), n), ForeignName)]


def _in_classes(cls: type, name: str):
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
