"""Mixed precision for calls: the functions of ``mx.nd`` and ``mx.sym`` with casts before them."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable

from ... import ndarray as nd
from ... import symbol
from ..._core import dtypes
from ..._eager.array import UnshapedArray
from ..._eager.call import invoke, resolve_shapes
from ..._eager.functions import bind
from ..._graph.rewrite.low_precision import FULL, Precision
from ..._ops import OPS
from ..._ops.handles import AMP_CAST, AMP_MULTICAST
from ..._ops.parsing import parse_attrs
from ..._ops.registry import Op
from ...ndarray import NDArray, _operators
from ...symbol import Symbol
from ...symbol import _functions as symbol_functions
from ...symbol._compose import apply_op

ARRAY_OWNERS = (
    nd, nd.op, nd._internal, nd.contrib, nd.linalg, nd.image, nd.random, nd.sparse, NDArray,
)  # fmt: skip
SYMBOL_OWNERS = (
    symbol, symbol.op, symbol._internal, symbol.contrib, symbol.linalg, symbol.image,
    symbol.random, symbol.sparse, Symbol,
)  # fmt: skip


class Functions:
    """Functions that were replaced, and how they were."""

    def __init__(self, precision: Precision, loss_outputs: list[str], scaler):
        self.precision = precision
        self.rules = _rules(precision)
        self.losses = {OPS[name] for name in loss_outputs}
        self.scaler = scaler
        self.replaced: list[tuple[object, str, object]] = []

    def install(self) -> None:
        """Put casts before every function, method and Python operator that wants them."""
        for owners, dress in ((ARRAY_OWNERS, self._array_call), (SYMBOL_OWNERS, self._symbol_call)):
            made: dict[Callable, Callable] = {}
            for owner in owners:
                for name, function in list(vars(owner).items()):
                    op = getattr(function, "operator", None)
                    if op in self.rules or op in self.losses:
                        made.setdefault(function, dress(function, op))
                        self._put(owner, name, made[function])
        for table in (_operators.OPERATORS, _operators.COMPARISONS):
            for name, names in table.items():
                self._put_operator(NDArray, name, functools.partial(self._array_method, names))
        for table in (symbol_functions.OPERATORS, symbol_functions.COMPARISONS):
            for name in table:
                self._put_operator(Symbol, name, self._symbol_method)

    def remove(self) -> None:
        """Put everything back."""
        while self.replaced:
            setattr(*self.replaced.pop())

    def _put(self, owner, name, new) -> None:
        self.replaced.append((owner, name, getattr(owner, name)))
        setattr(owner, name, new)

    def _put_operator(self, owner, name, dress) -> None:
        for python_name in (f"__{name}__", f"__r{name}__"):
            original = vars(owner).get(python_name)
            if original is not None:
                self._put(owner, python_name, dress(original))

    # -------------------------------------------------------------------------------- arrays

    def _array_call(self, function, op: Op):
        rule = self.rules.get(op)

        @functools.wraps(function)
        def call(*args, **kwargs):
            arrays, attrs, out = bind(op, args, kwargs)
            if op in self.losses:
                attrs = {**attrs, "grad_scale": attrs["grad_scale"] * self.scaler.loss_scale}
            if any(isinstance(array, UnshapedArray) for array in arrays):
                resolve_shapes(op, arrays, attrs)
            if rule is not None:
                arrays = rule.arrays(op, arrays, attrs)
            return invoke(op, arrays, attrs, out, NDArray)

        return call

    def _array_method(self, names, original):
        between, with_scalar = (OPS[name] for name in names[:2])

        @functools.wraps(original)
        def method(self_, other):
            both = isinstance(other, NDArray)
            op = between if both else with_scalar
            rule = self.rules.get(op)
            if rule is None:
                return original(self_, other)
            arrays = rule.arrays(op, [self_, other] if both else [self_], {})
            return original(*(arrays if both else (arrays[0], other)))

        return method

    # ------------------------------------------------------------------------------- symbols

    def _symbol_call(self, function, op: Op):
        @functools.wraps(function)
        def call(*args, **kwargs):
            if op in self.losses:
                logging.warning(
                    "%s does not support dynamic loss scaling in symbolic and hybridized "
                    "execution.",
                    op.name,
                )
            return self._with_casts(function(*args, **kwargs))

        return call

    def _symbol_method(self, original):
        @functools.wraps(original)
        def method(self_, other):
            return self._with_casts(original(self_, other))

        return method

    def _with_casts(self, made: Symbol) -> Symbol:
        """Put casts before the inputs of a node that was made right now."""
        node = made._entries[0][0]
        rule = self.rules.get(node.op)
        if rule is not None:
            node.inputs = rule.entries(node)
        return made


# --------------------------------------------------------------------------------------- rules


def _rules(precision: Precision) -> dict[Op, object]:
    """Return what to do before which operator, those that exist here."""
    rules: dict[Op, object] = {}
    for op, attr, values in precision.conditional_fp32_ops:
        rules[OPS[op]] = ToTypeIf(FULL, attr, values)
    for names, rule in (
        (precision.widest_ops, ToWidest()),
        (precision.fp32_ops, ToType(FULL)),
        (precision.target_ops, ToType(precision.target)),
    ):
        # An operator of sparse arrays has a name of its own, but is the one of dense arrays here.
        own = (name for name in names if name in OPS and not name.startswith("_sparse_"))
        rules.update({OPS[name]: rule for name in own})
    return rules


AMP_CAST_TYPES = tuple(dtypes.lookup(name).torch for name in ("float32", "float16", "bfloat16"))


class ToType:
    """Casts the inputs of an operator to one type; states that it changes stay as they are."""

    def __init__(self, dtype: str):
        self.dtype = dtype
        self.torch = dtypes.lookup(dtype).torch
        self.attrs = parse_attrs(AMP_CAST, {"dtype": dtype})

    def arrays(self, op: Op, arrays: list, attrs: dict) -> list:
        names = op.input_names(len(arrays))
        return [self._array(op, name, array) for name, array in zip(names, arrays, strict=True)]

    def _array(self, op: Op, name: str, array):
        if array is None or name in op.aux or name in op.mutates:
            return array
        if array._t.dtype is self.torch or array._t.dtype not in AMP_CAST_TYPES:
            return array
        return invoke(AMP_CAST, [array], self.attrs, None, NDArray)

    def entries(self, node) -> tuple:
        return tuple(
            entry if name in node.op.aux else self._entry(entry)
            for name, entry in zip(node.parameter_names(), node.inputs, strict=True)
        )

    def _entry(self, entry):
        return apply_op(AMP_CAST, "amp_cast", (Symbol([entry]),), {"dtype": self.dtype})._entries[0]


class ToTypeIf(ToType):
    """Does so where an attribute has certain values."""

    def __init__(self, dtype: str, attr: str, values):
        super().__init__(dtype)
        self.attr, self.values = attr, values

    def arrays(self, op: Op, arrays: list, attrs: dict) -> list:
        met = attrs.get(self.attr) in self.values
        return super().arrays(op, arrays, attrs) if met else arrays

    def entries(self, node) -> tuple:
        met = node.parsed().get(self.attr) in self.values
        return super().entries(node) if met else node.inputs


class ToWidest:
    """Casts the inputs of an operator to the widest type among them."""

    def arrays(self, op: Op, arrays: list, attrs: dict) -> list:
        kinds = {array._t.dtype for array in arrays if array is not None}
        if len(kinds) < 2 or not kinds.issubset(AMP_CAST_TYPES):
            return arrays
        given = [array for array in arrays if array is not None]
        wider = iter(
            invoke(
                AMP_MULTICAST,
                given,
                {"num_outputs": len(given), "cast_narrow": False},
                None,
                NDArray,
            )
        )
        return [None if array is None else next(wider) for array in arrays]

    def entries(self, node) -> tuple:
        inputs = [Symbol([entry]) for entry in node.inputs]
        attrs = {"num_outputs": len(inputs)}
        return tuple(apply_op(AMP_MULTICAST, "amp_multicast", tuple(inputs), attrs)._entries)
