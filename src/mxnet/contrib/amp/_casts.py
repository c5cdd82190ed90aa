"""Mixed precision in calls: casts before the operators of ``mx.nd`` and ``mx.sym``."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Iterable, Sequence

from ..._core import dtypes
from ..._eager.array import NDArrayBase
from ..._eager.call import invoke
from ..._eager.interceptors import Call, active
from ..._graph.ir.node import Node
from ..._graph.rewrite.low_precision import FULL, Precision
from ..._ops import OPS
from ..._ops.handles import AMP_CAST, AMP_MULTICAST
from ..._ops.parsing import parse_attrs
from ..._ops.registry import Op
from ...ndarray import NDArray
from ...symbol import Symbol
from ...symbol._compose import apply_op, node_rewriters


class MixedPrecision:
    """Inserts casts before operators, on arrays and in graphs of symbols.

    MXNet: it does not apply to arrays and symbols of ``mx.np``.
    """

    def __init__(self, precision: Precision, losses: Iterable[str], scaler):
        self._rules = _rules(precision)
        self._losses = {OPS[name] for name in losses}
        self._scaler = scaler

    def install(self) -> None:
        """Intercept calls from now on, before other interceptors, which then see the casts too."""
        active.insert(0, self)
        node_rewriters.append(self._rewrite)

    def remove(self) -> None:
        """Stop intercepting calls."""
        active.remove(self)
        node_rewriters.remove(self._rewrite)

    def call(self, call: Call, proceed: Callable[[Call], object]) -> object:
        """Run an operator on arrays cast to the type in which it computes."""
        op, arrays = call.op, call.arrays
        rule, is_loss = self._rules.get(op), op in self._losses
        if rule is None and not is_loss or call.cls is not NDArray or _changes_input(call):
            return proceed(call)
        for array in arrays:
            if array is not None and not array._has_tensor:
                return proceed(call)  # in a graph, the node is rewritten instead
        attrs = call.attrs
        if is_loss:
            attrs = {**attrs, "grad_scale": attrs["grad_scale"] * self._scaler.loss_scale}
        if rule is not None:
            arrays = rule.cast_arrays(op, arrays, attrs)
        return proceed(dataclasses.replace(call, arrays=arrays, attrs=attrs))

    def work(self, kind: str, name: str, run: Callable[[], object]) -> object:
        """Run a call that is not an operator, without casts."""
        return run()

    def _rewrite(self, node: Node, cls: type[Symbol]) -> None:
        """Insert casts before the inputs of a new node."""
        if cls is not Symbol:
            return
        if node.op in self._losses:
            logging.warning(
                "%s does not support dynamic loss scaling in symbolic and hybridized execution.",
                node.op.name,
            )
        rule = self._rules.get(node.op)
        if rule is not None:
            node.inputs = rule.cast_entries(node)


def _changes_input(call: Call) -> bool:
    """Return whether a call writes its result into an input, whose type is preserved."""
    targets = call.out if isinstance(call.out, list | tuple) else [call.out]
    return any(array is target for array in call.arrays for target in targets if target is not None)


# --------------------------------------------------------------------------------------- rules


def _rules(precision: Precision) -> dict[Op, object]:
    """Return the rules by operator, for operators that exist here."""
    rules: dict[Op, object] = {}
    for op, attr, values in precision.conditional_fp32_ops:
        rules[OPS[op]] = ToTypeIf(FULL, attr, values)
    for names, rule in (
        (precision.widest_ops, ToWidest()),
        (precision.fp32_ops, ToType(FULL)),
        (precision.target_ops, ToType(precision.target)),
    ):
        # Operators for sparse arrays have other names, but the same rules as those for dense
        # arrays.
        own = (name for name in names if name in OPS and not name.startswith("_sparse_"))
        rules.update({OPS[name]: rule for name in own})
    return rules


AMP_CAST_TYPES = tuple(dtypes.lookup(name).torch for name in ("float32", "float16", "bfloat16"))


class ToType:
    """Casts the inputs of an operator to one type, except the states that it modifies."""

    def __init__(self, dtype: str):
        self.dtype = dtype
        self.torch = dtypes.lookup(dtype).torch
        self.attrs = parse_attrs(AMP_CAST, {"dtype": dtype})

    def cast_arrays(self, op: Op, arrays: Sequence, attrs: dict) -> list:
        names = op.input_names(len(arrays))
        return [self._array(op, name, array) for name, array in zip(names, arrays, strict=True)]

    def _array(self, op: Op, name: str, array: NDArrayBase | None) -> NDArrayBase | None:
        if array is None or name in op.aux or name in op.mutates:
            return array
        if array._t.dtype is self.torch or array._t.dtype not in AMP_CAST_TYPES:
            return array
        return invoke(AMP_CAST, [array], self.attrs, None, NDArray)

    def cast_entries(self, node: Node) -> tuple:
        return tuple(
            entry if name in node.op.aux else self._entry(entry)
            for name, entry in zip(node.parameter_names(), node.inputs, strict=True)
        )

    def _entry(self, entry):
        return apply_op(AMP_CAST, "amp_cast", (Symbol([entry]),), {"dtype": self.dtype})._entries[0]


class ToTypeIf(ToType):
    """Casts the inputs if an attribute has certain values."""

    def __init__(self, dtype: str, attr: str, values):
        super().__init__(dtype)
        self.attr, self.values = attr, values

    def cast_arrays(self, op: Op, arrays: Sequence, attrs: dict) -> list:
        met = attrs.get(self.attr) in self.values
        return super().cast_arrays(op, arrays, attrs) if met else arrays

    def cast_entries(self, node: Node) -> tuple:
        met = node.parsed().get(self.attr) in self.values
        return super().cast_entries(node) if met else node.inputs


class ToWidest:
    """Casts the inputs of an operator to the widest type among them."""

    def cast_arrays(self, op: Op, arrays: Sequence, attrs: dict) -> list:
        torch_types = {array._t.dtype for array in arrays if array is not None}
        if len(torch_types) < 2 or not torch_types.issubset(AMP_CAST_TYPES):
            return arrays
        present = [array for array in arrays if array is not None]
        attrs = {"num_outputs": len(present), "cast_narrow": False}
        wider = iter(invoke(AMP_MULTICAST, present, attrs, None, NDArray))
        return [None if array is None else next(wider) for array in arrays]

    def cast_entries(self, node: Node) -> tuple:
        inputs = [Symbol([entry]) for entry in node.inputs]
        attrs = {"num_outputs": len(inputs)}
        return tuple(apply_op(AMP_MULTICAST, "amp_multicast", tuple(inputs), attrs)._entries)
