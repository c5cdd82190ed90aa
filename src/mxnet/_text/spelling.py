"""Names that were meant, for messages about names that are not known."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable, Iterable

# What other frameworks call arguments: what they are called here.
_ELSEWHERE = {
    "alpha": ("slope",),
    "bias": ("use_bias", "no_bias"),
    "bidir": ("bidirectional",),
    "device": ("ctx",),
    "dilation": ("dilate",),
    "dim": ("axis",),
    "filters": ("channels", "num_filter"),
    "groups": ("num_group",),
    "in_features": ("in_units",),
    "kernel_size": ("kernel",),
    "lr": ("learning_rate",),
    "num_embeddings": ("input_dim",),
    "out_channels": ("channels", "num_filter"),
    "out_features": ("units", "num_hidden"),
    "padding": ("pad",),
    "size": ("shape",),
    "strides": ("stride",),
    "stride": ("strides",),
    "weight_decay": ("wd",),
}


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question that names the most similar known word, nothing if none is similar.

    Words that torch or Keras have for the same are similar too.

    >>> did_you_mean("sotfmax", ["softmax", "softmin", "exp"])
    " Did you mean 'softmax'?"
    """
    by_lower = {str(name).lower(): str(name) for name in known}
    close = [w for w in _ELSEWHERE.get(word, ()) if w in by_lower] or difflib.get_close_matches(
        str(word).lower(), by_lower, n=1, cutoff=0.7 if len(word) > 4 else 0.6
    )
    return f" Did you mean '{by_lower[close[0]]}'?" if close else ""


def suggesting(init: Callable) -> Callable:
    """Let a constructor that refuses an argument name the class, and the argument that was meant.

    Python would name the base class that refuses it.
    """
    known = frozenset(inspect.signature(init).parameters)

    @functools.wraps(init)
    def checked(self, *args, **kwargs):
        for name in kwargs:
            if name not in known:
                raise TypeError(
                    f"{type(self).__name__}() got an unexpected keyword argument '{name}'."
                    f"{did_you_mean(name, _arguments(type(self)))}"
                )
        init(self, *args, **kwargs)

    return checked


def _arguments(cls: type) -> list[str]:
    """Return the names of all arguments that constructors of a class and its bases have."""
    own = [vars(base)["__init__"] for base in cls.__mro__[:-1] if "__init__" in vars(base)]
    return [
        name
        for init in own
        for name, parameter in list(inspect.signature(init).parameters.items())[1:]
        if parameter.kind is not parameter.VAR_KEYWORD
    ]
