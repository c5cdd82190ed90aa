"""``_sg_mkldnn_selfatt_qk`` and ``_sg_mkldnn_selfatt_valatt``: attention, also for 8-bit integers.

Queries, keys and values are interleaved in one array of (length, batch, heads * 3 * size).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

import torch

from ..._ops.checks import check
from ..._ops.quantized.exact_products import EXACT
from ..._ops.quantized.layers import range_of_product
from ..._ops.quantized.quantize import (
    FLOAT,
    INT8,
    INT32,
    UINT8,
    number,
    over,
    require_type,
    round_to,
)
from ..ir.node_ops import FACTORIES
from .fused_layers import Fused, factory_of, read_flag, scale_between


class _Attention(Fused):
    """The base class of both kernels: one scaled product of integers."""

    name = ""
    aux = ()
    own: tuple[str, ...] = ()  # inputs that each have a range

    def __init__(self, attrs: dict[str, str], subgraphs: tuple):
        super().__init__(self.name, attrs, subgraphs)
        self.heads = self.nodes[0].parsed()["heads"]
        self.gives_floats = self.quantized and read_flag(attrs, "enable_float_output")
        self.names = self.own
        if self.quantized:
            short = {"queries_keys_values": "qkv", "attention": "attention"}
            self.names += tuple(f"{end}_{short[n]}" for n in self.own for end in ("min", "max"))
            if not self.gives_floats:
                self.outputs = ("output", "min_output", "max_output")

    @property
    def out_type(self) -> torch.dtype:
        if self.gives_floats:
            return FLOAT
        return INT32 if self.calibrated is None else INT8

    def type_rule(self, inputs, outputs, attrs):
        if not self.quantized:
            return self.body.types(inputs)
        count = len(self.own)
        torch_dtypes = [*inputs[:count], *(FLOAT for _ in inputs[count:])]
        return torch_dtypes, [self.out_type, *(FLOAT for _ in outputs[1:])]

    def of_integers(self) -> Callable:
        count, out_type = len(self.own), self.out_type

        def run(*tensors):
            arrays, ends = tensors[:count], tensors[count:]
            for name, array in zip(self.own, arrays, strict=True):
                require_type(array, name, INT8, UINT8)
            values, factor = self.product(*arrays)
            scale = self.scale_of(arrays, ends)
            if out_type is FLOAT:
                return values.to(FLOAT) * (over(1.0, scale) * factor)
            if self.calibrated is None:
                out_range = range_of_product((*ends[-2:], *ends[:2]), arrays[-1].dtype is UINT8)
                return round_to(values.to(FLOAT) * factor, INT32), *out_range
            low, high = (number(end, values) for end in self.calibrated)
            factor = scale_between(INT8, low, high) / scale * factor
            return round_to(values.to(FLOAT) * factor, INT8), low, high

        return run

    @abstractmethod
    def product(self, *arrays: torch.Tensor) -> tuple[torch.Tensor, float]:
        """Return the product of integers, and its scale factor."""

    def scale_of(self, arrays, ends) -> torch.Tensor:
        first = scale_between(arrays[0].dtype, *ends[:2])
        return first * scale_between(arrays[-1].dtype, *ends[-2:])

    def parts(self, data: torch.Tensor) -> torch.Tensor:
        """Return queries, keys and values along the third axis of (length, batch, 3, size)."""
        length, batch, width = data.shape
        check(
            width % (3 * self.heads) == 0,
            f"the last axis must be heads * 3 * size long, got {width} for {self.heads} heads",
        )
        return data.reshape(length, batch * self.heads, 3, -1).transpose(0, 1)


def _exactly(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """Multiply matrices of integers exactly: in floats as long as the sums fit the mantissa."""
    # A product of a uint8 and an int8 is at most 255 * 128.
    dtype = FLOAT if left.shape[-1] * 255 * 128 < EXACT else torch.float64
    return left.to(dtype) @ right.to(dtype)


class FusedScores(_Attention):
    """Multiply queries by keys, and divide by the root of their size."""

    name = "_sg_mkldnn_selfatt_qk"
    own = ("queries_keys_values",)

    def product(self, data) -> tuple[torch.Tensor, float]:
        parts = self.parts(data)
        queries, keys = parts[:, :, 0], parts[:, :, 1]
        return _exactly(queries, keys.transpose(1, 2)), float(queries.shape[-1]) ** -0.5


class FusedMixture(_Attention):
    """Combine values weighted by attention."""

    name = "_sg_mkldnn_selfatt_valatt"
    own = ("queries_keys_values", "attention")

    def product(self, data, attention) -> tuple[torch.Tensor, float]:
        length, batch, width = data.shape
        mixed = _exactly(attention, self.parts(data)[:, :, 2])
        return mixed.transpose(0, 1).reshape(length, batch, width // 3), 1.0


for _kernel in (FusedScores, FusedMixture):
    FACTORIES[_kernel.name] = factory_of(_kernel.name, _kernel)
