"""Functions that are also methods of arrays and symbols, and methods that ``mx.np`` lacks.

``mx.np`` has fewer methods than ``mx.nd``: methods that NumPy lacks are available only as
functions.
"""

from __future__ import annotations

from .._ops import methods as classic
from . import _operators
from ._namespace import Operators, methods, np

_LOADED_FOR_EFFECT = (_operators,)

METHODS = """
    all any argmax argmin argsort broadcast_to clip cumsum dot max mean min nonzero prod repeat
    round squeeze std sum swapaxes take var
""".split()

# Methods of mx.nd that are not methods in mx.np.
MISSING = {*classic.METHODS, "asscalar", "split_v2"} - {*METHODS}


@methods.function(operator="_np_reshape")
def reshape(F, self, *args, **kwargs):
    """Return a copy with another shape; one entry may be -1."""
    if args and not kwargs and type(args[0]) is int:
        return F._np_reshape(self, newshape=args)
    order = kwargs.pop("order", "C")
    if order != "C":
        raise NotImplementedError(f"only supports C-order, while received {order}")
    shape = args or (kwargs.pop("newshape", None),)
    if kwargs:
        raise TypeError(f"reshape() got unknown arguments {sorted(kwargs)}; it takes a shape")
    if len(shape) == 1 and not isinstance(shape[0], int):
        if shape[0] is None:
            raise TypeError("reshape() needs a shape")
        shape = shape[0]
    return F._np_reshape(self, newshape=tuple(shape))


@methods.function(operator="_np_reshape")
def flatten(F, self, order="C"):
    """Return a copy with one axis."""
    if order != "C":
        raise NotImplementedError(f"only supports C-order, while received {order}")
    return F._np_reshape(self, newshape=(-1,))


@methods.function(operator="_np_transpose")
def transpose(F, self, *axes):
    """Return a copy with permuted axes, by default in reverse order."""
    if not axes:
        return F._np_transpose(self)
    if len(axes) == 1 and not isinstance(axes[0], int):
        axes = axes[0]
    return F._np_transpose(self, axes=tuple(axes) if axes else None)


def attach(cls: type, F: Operators, module: str) -> None:
    """Add the methods to a class of arrays or symbols, and errors for methods of mx.nd only."""
    functions = np.functions(F, module)
    for name in METHODS:
        if name in functions:
            setattr(cls, name, functions[name])
    own = methods.functions(F, module)
    for name, function in own.items():
        setattr(cls, name, function)
    missing = MISSING - own.keys()
    for name in missing:
        setattr(cls, name, _missing(cls, name))

    inherited = cls.__dir__

    def list_names(self):
        return [name for name in inherited(self) if name not in missing]

    cls.__dir__ = list_names  # type: ignore[method-assign]


def _missing(cls: type, name: str) -> property:
    def refuse(self):
        hint = ". item() returns the one element as a number" if name == "asscalar" else ""
        raise AttributeError(
            f"{cls.__module__}.{cls.__name__} object has no attribute {name}{hint}"
        )

    return property(refuse, doc=f"``{name}`` is a function of ``mx.np`` or ``mx.npx``, no method.")
