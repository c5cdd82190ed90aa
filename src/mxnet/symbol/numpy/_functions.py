"""The operators on symbols of ``mx.np``."""

from __future__ import annotations

from collections.abc import Callable

from ..._eager.functions import with_operator_metadata
from ..._ops import OPS
from ..._ops.registry import Op
from ...numpy._arrays import NUMBERS
from ...numpy._namespace import Operators, short_name, ufunc_signature
from ...util import refuse_ufunc_options
from .._compose import apply_op
from ..symbol import Symbol
from ._symbol import _Symbol


class SymbolOperators(Operators):
    """The operators on symbols; several outputs are returned as a list."""

    def operator(self, op: Op, name: str) -> Callable:
        hint = short_name(name)

        def function(*args, **kwargs):
            return self._apply(op, hint, args, kwargs)

        return with_operator_metadata(function, op, hint, __package__)

    def _apply(self, op: Op, hint: str, args: tuple, kwargs: dict):
        return apply_op(op, hint.lower(), args, kwargs, self.ndarray)

    def unary(self, operator: str, name: str, plain: Callable | None) -> Callable:
        op = OPS[operator]

        def function(x, out=None, **kwargs):
            options = _options(name, kwargs)
            if isinstance(x, NUMBERS) and plain is not None:
                return plain(x)
            _require_symbol(name, x)
            return self._apply(op, short_name(operator), (x,), options)

        with_operator_metadata(function, op, name, __package__).__signature__ = ufunc_signature("x")
        return function

    def binary(
        self, operators: tuple[str, str, str], name: str, plain: Callable | None
    ) -> Callable:
        between, with_scalar, reversed_scalar = operators

        def function(x1, x2, out=None, **kwargs):
            options = _options(name, kwargs)
            if isinstance(x1, NUMBERS) and isinstance(x2, NUMBERS):
                return plain(x1, x2)
            if isinstance(x2, NUMBERS):
                _require_symbol(name, x1)
                operator, args, options = with_scalar, (x1,), {**options, "scalar": float(x2)}
            elif isinstance(x1, NUMBERS):
                _require_symbol(name, x2)
                operator, args, options = reversed_scalar, (x2,), {**options, "scalar": float(x1)}
            else:
                _require_symbol(name, x1)
                _require_symbol(name, x2)
                operator, args = between, (x1, x2)
            return self._apply(OPS[operator], short_name(operator), args, options)

        with_operator_metadata(
            function, OPS[between], name, __package__
        ).__signature__ = ufunc_signature("x1", "x2")
        return function


def _options(name: str, kwargs: dict) -> dict:
    """Pass the name option to a node; other options are NumPy's and have no effect."""
    options = {"name": kwargs.pop("name")} if "name" in kwargs else {}
    refuse_ufunc_options(name, kwargs)
    return options


def _require_symbol(name: str, value) -> None:
    if isinstance(value, _Symbol):
        return
    if isinstance(value, Symbol):
        raise TypeError(
            f"{name}: got a symbol of mx.sym, {value!r}; convert it with as_np_ndarray()"
        )
    raise TypeError(f"{name}: type {type(value)} not supported; give numbers and mx.np symbols")


F = SymbolOperators(_Symbol)
