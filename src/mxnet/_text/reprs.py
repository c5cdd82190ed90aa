"""Reprs of objects that MXNet shows as an address."""

from __future__ import annotations

import functools
import inspect

_MISSING = object()


def call_text(instance, **attributes: str) -> str:
    """Return the call that creates an instance, without arguments that have default values.

    Arguments are looked up as attributes with the same name, with a leading underscore, or with the
    name in ``others``.

    >>> class Decay:
    ...     def __init__(self, step, factor=1, base_lr=0.01):
    ...         self.step, self._factor, self.lr = step, factor, base_lr
    >>> call_text(Decay(10, base_lr=0.5), base_lr="lr")
    'Decay(step=10, base_lr=0.5)'
    """
    shown = []
    for name, default in _arguments(type(instance)).items():
        value = getattr(instance, attributes.get(name, name), _MISSING)
        value = getattr(instance, f"_{name}", _MISSING) if value is _MISSING else value
        if value is not _MISSING and not (value is default or _equal(value, default)):
            shown.append(f"{name}={short(value)}")
    return f"{type(instance).__name__}({', '.join(shown)})"


def settings_text(instance, settings: dict) -> str:
    """Return a class with the arguments with which an instance was created."""
    shown = ", ".join(f"{name}={short(value)}" for name, value in settings.items())
    return f"{type(instance).__name__}({shown})"


def short(value) -> str:
    """Abbreviate a value, as arrays and long texts do not fit on a line.

    >>> short("adam"), short(len), short([1] * 1000)
    ("'adam'", 'len', 'list of 1000')
    """
    if hasattr(value, "shape") and getattr(value, "ndim", 0):
        return f"{type(value).__name__} {'x'.join(map(str, value.shape))}"
    if callable(value) and hasattr(value, "__name__"):
        return value.__name__
    text = repr(value)
    if len(text) > 120 and hasattr(value, "__len__"):  # longer than a line of a terminal
        return f"{type(value).__name__} of {len(value)}"
    return text


def samples_text(instance) -> str:
    """Return a class with the number of an instance's samples, if it has a length."""
    return f"{type(instance).__name__}({count_repr(instance, 'sample')})"


def count_repr(instance, noun: str) -> str:
    """Return the length of an instance with the unit, or nothing if it has none.

    >>> count_repr([1, 2], "batch"), count_repr(iter([]), "batch")
    ('2 batches', '')
    """
    try:
        return count(len(instance), noun)
    except Exception:  # of a user's class, perhaps half initialized: repr must not fail
        return ""


def count(number: int, noun: str) -> str:
    """Return a number with its unit.

    >>> count(1, "batch"), count(2, "batch"), count(3, "epoch")
    ('1 batch', '2 batches', '3 epochs')
    """
    return f"{number} {noun}{'' if number == 1 else 'es' if noun == 'batch' else 's'}"


def document(namespace: dict, words: dict[str, str]) -> None:
    """Add parameter documentation to the docstrings of a module's classes.

    >>> class Decay:
    ...     'A rate that falls.'
    ...
    ...     def __init__(self, step, factor=1): ...
    >>> document({"__all__": ["Decay"], "Decay": Decay}, {"step": "When.", "factor": "How far."})
    >>> print(Decay.__doc__)
    A rate that falls.
    <BLANKLINE>
    Parameters
    ----------
    step
        When.
    factor : default 1
        How far.
    """
    for name in namespace["__all__"]:
        member = namespace[name]
        if isinstance(member, type) and member.__doc__:
            member.__doc__ = _Documentation(member.__doc__, words)


class _Documentation:
    """The docstring of a class, built lazily, because most programs do not read it."""

    __slots__ = ("_said", "_words")

    def __init__(self, said: str, words: dict[str, str]):
        self._said, self._words = said, words

    def __get__(self, instance, cls: type) -> str:
        said = inspect.cleandoc(self._said)
        lines = [line for pair in _describe_arguments(cls, self._words) for line in pair]
        if not lines or "Parameters\n----------\n" in said:
            return said
        return "\n".join([said, "", "Parameters", "----------", *lines])


def _describe_arguments(cls: type, words: dict[str, str]):
    own = inspect.signature(cls).parameters.values()
    inherited = [p for p in own if p.kind is p.VAR_KEYWORD] and _arguments(cls)
    missing = {p.name: p.default for p in own if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)}
    for name, default in {**missing, **(inherited or {})}.items():
        if name in words:
            has_default = default is not inspect.Parameter.empty
            yield f"{name} : default {default!r}" if has_default else name, f"    {words[name]}"


@functools.cache
def _arguments(cls: type) -> dict:
    """Return the arguments of a class with defaults, including those it passes to its bases."""
    arguments: dict = {}
    for base in cls.__mro__[:-1]:
        parameters = list(inspect.signature(base.__init__).parameters.values())[1:]
        named = [p for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
        for parameter in named:
            arguments.setdefault(parameter.name, parameter.default)
        if len(named) == len(parameters):  # without *args and **kwargs nothing else is accepted
            break
    return arguments


def _equal(value, default) -> bool:
    return type(value) is type(default) and bool(value == default)
