"""Values and nodes as the readers see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...._core.dtypes import BY_NAME
from ...._ops import OPS
from ....onnx._package import onnx_package
from ....onnx._problems import Unsupported
from ....symbol import Symbol
from ....symbol._compose import apply_op
from ._table import Array


@dataclass(slots=True)
class Value:
    """A result: a symbol, or a known array. ``shape`` has None for open sizes."""

    name: str
    symbol: Symbol | None = None
    array: Array | None = None
    shape: tuple[int | None, ...] | None = None
    dtype: np.dtype | None = None


@dataclass(slots=True)
class Node:
    """The node that is being read, without its inputs.

    ``variable`` creates a parameter from a known array.
    """

    opset: int
    variable: Callable[[Value], Value]
    op_type: str
    name: str
    inputs: list[Value | None]
    attributes: dict
    outputs: list[str]

    def shape(self, index: int = 0) -> tuple[int | None, ...]:
        """Return the shape of an input, with None for unknown sizes."""
        value = self.inputs[index]
        if value.array is not None:
            return value.array.shape
        if value.shape is None:
            raise Unsupported(f"the number of axes of '{value.name}' is not known")
        return value.shape

    def known_shape(self, index: int = 0) -> tuple[int, ...]:
        """Return the shape of an input, which must not be open."""
        shape = self.shape(index)
        if None in shape:
            raise Unsupported(f"the shape of '{self.inputs[index].name}' is open: {shape}")
        return shape

    def ndim(self, index: int = 0) -> int:
        return len(self.shape(index))

    def dtype(self, index: int = 0) -> np.dtype:
        value = self.inputs[index]
        dtype = value.array.dtype if value.array is not None else value.dtype
        return np.dtype(np.float32) if dtype is None else dtype

    def scalar(self, index: int) -> float | None:
        """Return an input that is one known number without axes, otherwise None."""
        value = self.inputs[index]
        if value is None or value.array is None or value.array.ndim:
            return None
        return value.array.item()

    def step(self, op: str, *inputs: Symbol, **attrs) -> Symbol:
        """Apply an MXNet operator."""
        return apply_op(OPS[op], op.lower().lstrip("_"), inputs, attrs)

    def last(self, op: str, *inputs: Symbol, **attrs) -> Symbol:
        """Apply the operator that computes the outputs of the node, with the node's name."""
        return apply_op(OPS[op], op.lower(), inputs, {**attrs, "name": self.name})

    def numbers(self, data: Symbol, index: int = 0) -> Symbol:
        """Return an input as numbers, as ONNX's bool may be a number here."""
        return self.truths(data) if self.dtype(index) == np.bool_ else data

    def truths(self, data: Symbol) -> Symbol:
        """Return truth values of any type as 0 and 1 of float32."""
        return self.step("Cast", data, dtype="float32")

    def type_name(self, number: int) -> str:
        """Return MXNet's name of an element type."""
        dtype = np.dtype(onnx_package().helper.tensor_dtype_to_np_dtype(number))
        if dtype.name not in BY_NAME:
            raise Unsupported(f"its type {dtype.name} is not known")
        return dtype.name

    def pad(
        self, data: Symbol, near: list[int], far: list[int], mode: str, value: float, is_last=False
    ) -> Symbol:
        """Add elements before and after each axis."""
        apply = self.last if is_last else self.step
        if min(*near, *far) < 0 or mode not in ("constant", "edge", "reflect"):
            raise Unsupported(f"its mode is {mode}, or it takes elements off")
        widths = [n for pair in zip(near, far, strict=True) for n in pair]
        fill = {"constant_value": value} if mode == "constant" else {}
        if len(near) in (4, 5) and not any(widths[:4]):
            return apply("Pad", data, mode=mode, pad_width=tuple(widths), **fill)
        pairs = tuple(zip(near, far, strict=True))
        return apply("_npi_pad", data, mode=mode, pad_width=pairs, **fill)

    def parameter(self, array: Array, name: str) -> Symbol:
        """Return a variable for an array that a reader computed."""
        return self.variable(Value(f"{self.name}_{name}", array=array)).symbol
