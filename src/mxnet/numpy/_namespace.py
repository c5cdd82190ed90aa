"""Function definitions shared by arrays and symbols.

A definition is a function whose first parameter ``F`` represents the operators on one kind of
array: ``F._npi_mean(a, axis=0)`` runs that operator on arrays in ``mx.np`` and creates a node of a
graph in ``mx.sym.np``. ``F.ndarray`` is the class of that kind. Regular families (functions of one
or two arrays that also accept numbers) are tables and need no definition.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from importlib import import_module

import numpy as onp

from .._core import dtypes
from .._ops import OPS
from .._ops.registry import NUMPY_PREFIXES, Op
from .._text.spelling import did_you_mean
from ..context import current_context


class Operators:
    """The operators on one class of arrays or symbols, each created at its first use."""

    def __init__(self, ndarray: type):
        self.ndarray = ndarray

    def __getattr__(self, name):
        if name not in OPS:
            raise AttributeError(f"there is no operator {name!r}")
        function = self.operator(OPS[name], name)
        setattr(self, name, function)
        return function

    def operator(self, op: Op, name: str) -> Callable:
        """Return the function that applies an operator."""
        raise NotImplementedError

    def create(self, name: str, dtype, ctx, **attrs):
        """Apply an operator without inputs to attributes of the types that its kernel takes."""
        return getattr(self, name)(**attrs, **array_options(dtype, ctx))

    def direct(self, op: Op, definition: Callable, general: Callable) -> Callable:
        """Return a function that calls an operator directly where its definition calls only this.

        ``general`` is the function that runs the definition.
        """
        return general

    def unary(self, operator: str, name: str, plain: Callable | None) -> Callable:
        """Return a function ``(x, out=None)`` of an array, or of a number with NumPy's function."""
        raise NotImplementedError

    def binary(
        self, operators: tuple[str, str, str], name: str, plain: Callable | None
    ) -> Callable:
        """Return a function ``(x1, x2, out=None)`` of arrays and numbers.

        ``operators`` are those for two arrays, for a number on the right and for a number on the
        left.
        """
        raise NotImplementedError


class Namespace:
    """The functions of one module, to be created for arrays and for symbols.

    >>> np = Namespace()
    >>> @np.function
    ... def twice(F, x):
    ...     return F._npi_multiply_scalar(x, scalar=2.0)
    """

    def __init__(self):
        self._makers: dict[str, Callable[[Operators], Callable]] = {}
        self._only_arrays: set[str] = set()

    def function(
        self,
        definition=None,
        *,
        names: tuple[str, ...] = (),
        only_arrays: bool = False,
        operator: str | None = None,
    ):
        """Declare a definition, under its own name and aliases.

        ``operator`` is the one to which the definition usually passes its arrays unchanged, or
        those of a list, which is then its first parameter, and whose result it returns. See
        ``_direct.py``.
        """
        if definition is None:
            options = {"names": names, "only_arrays": only_arrays, "operator": operator}
            return functools.partial(self.function, **options)
        for name in (definition.__name__, *names):
            self._add(name, functools.partial(_bind, definition, name, operator), only_arrays)
        return definition

    def unary(self, table: dict[str, str]) -> None:
        """Declare functions of one array: name -> operator."""
        for name, operator in table.items():
            row = operator, name, getattr(onp, name, None)
            self._add(name, lambda F, row=row: F.unary(*row))

    def binary(self, table: dict[str, tuple[str, str, str]]) -> None:
        """Declare binary functions: name -> operators for arrays, number right, number left."""
        for name, operators in table.items():
            row = operators, name, getattr(onp, name, None)
            self._add(name, lambda F, row=row: F.binary(*row))

    def operators(self, table: dict[str, str]) -> None:
        """Declare functions that are operators themselves, with the same parameters."""
        for name, operator in table.items():
            row = OPS[operator], name
            self._add(name, lambda F, row=row: F.operator(*row))

    def _add(self, name: str, maker: Callable, only_arrays: bool = False) -> None:
        if name in self._makers:
            raise ValueError(f"function {name} is defined twice")
        self._makers[name] = maker
        if only_arrays:
            self._only_arrays.add(name)

    def functions(self, F: Operators, module: str, arrays: bool = True) -> dict[str, Callable]:
        """Create the functions for one kind of array; their ``__module__`` is ``module``."""
        functions_by_name = {
            name: maker(F)
            for name, maker in self._makers.items()
            if arrays or name not in self._only_arrays
        }
        for function in functions_by_name.values():
            function.__module__ = module
        return functions_by_name


def _bind(definition: Callable, name: str, operator: str | None, F: Operators) -> Callable:
    """Return a definition as the function that users call, without its first parameter."""

    def function(*args, **kwargs):
        try:
            return definition(F, *args, **kwargs)
        except TypeError:
            _refuse_misfit(name, signature, args, kwargs)
            raise

    signature = inspect.signature(definition)
    parameters = [*signature.parameters.values()][1:]
    signature = signature.replace(parameters=parameters)
    if operator is not None:
        function = F.direct(OPS[operator], definition, function)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = definition.__doc__
    function.__signature__ = signature
    return function


def _refuse_misfit(name: str, signature: inspect.Signature, args: tuple, kwargs: dict) -> None:
    """Reject arguments that do not fit the signature that users see, which has no ``F``."""
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        known = signature.parameters
        meant = "".join(did_you_mean(each, known) for each in kwargs if each not in known)
        text = f"{name}() {error}.{meant} Its parameters are {name}{signature}"
        raise TypeError(text) from None


def array_options(dtype, ctx) -> dict:
    """Return the attributes for the type (None means float32) and context of a result."""
    name = "float32" if dtype is None else dtypes.lookup(dtype).name
    return {"dtype": name, "ctx": str(current_context() if ctx is None else ctx)}


def short_name(name: str) -> str:
    """Return the name of an operator as in NumPy's modules.

    >>> short_name("_npi_add_scalar"), short_name("_np_sum"), short_name("softmax")
    ('add_scalar', 'sum', 'softmax')
    """
    prefix = next((prefix for prefix in NUMPY_PREFIXES if name.startswith(prefix)), "")
    return name.removeprefix(prefix)


def internal_operators(module: str, F: Operators, custom: str) -> Callable:
    """Return the ``__getattr__`` of a module of operators, by name without ``_npi_``.

    ``custom`` is the function for custom operators in ``mxnet.operator``.
    """

    def __getattr__(name):
        if name == "Custom":
            return getattr(import_module("mxnet.operator"), custom)  # imported lazily
        if f"_npi_{name}" not in OPS:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return getattr(F, f"_npi_{name}")

    return __getattr__


def ufunc_signature(*names: str) -> inspect.Signature:
    """Return the signature of a function of arrays that takes ``out`` and NumPy's options."""
    both, options = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.VAR_KEYWORD
    parameters = [inspect.Parameter(name, both) for name in names]
    parameters.append(inspect.Parameter("out", both, default=None))
    return inspect.Signature([*parameters, inspect.Parameter("kwargs", options)])


def not_none(**options) -> dict:
    """Return the options that are not None, so that operators use their defaults for the others.

    >>> not_none(dtype=None, out=None, axis=0)
    {'axis': 0}
    """
    return {name: value for name, value in options.items() if value is not None}


np, random, linalg, methods = Namespace(), Namespace(), Namespace(), Namespace()
npx, npx_random, npx_image = Namespace(), Namespace(), Namespace()


def compute_with_numpy(function: Callable, *args, ctx=None, **kwargs):
    """Call a function of NumPy as a fallback; it has no gradient."""
    fallback = import_module("mxnet.numpy.fallback")
    result = fallback.by_numpy(function)(*args, **kwargs)
    return result if ctx is None else result.as_in_ctx(ctx)
