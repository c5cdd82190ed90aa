"""``_sg_mkldnn_conv`` and ``_sg_mkldnn_fully_connected``: layers fused with the following nodes.

The body of such a node is the graph that it replaces: a convolution or dense layer, then batch
normalization, sum or activation. For floats the node runs its body. For 8-bit integers
(``quantized``) it computes the same in integers, by the rules of 1.9.1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import torch

from ..._core.dtypes import widen
from ..._core.versions import versions_of
from ..._ops.attrs import BadValue, kind_of
from ..._ops.checks import check
from ..._ops.handles import (
    ABS,
    ACTIVATION,
    BATCH_NORM,
    CLIP,
    CONVOLUTION,
    ELEMWISE_ADD,
    EXP,
    FULLY_CONNECTED,
    LEAKY_RELU,
    SQRT,
    SQUARE,
)
from ..._ops.nn.conv import CONVOLUTIONS
from ..._ops.products import linear
from ..._ops.quantized.exact_products import ExactWeights, exact_weights
from ..._ops.quantized.layers import range_of_product, rows_of
from ..._ops.quantized.quantize import (
    FLOAT,
    INT8,
    INT32,
    REACH,
    UINT8,
    extent,
    number,
    over,
    require_type,
    round_to,
)
from ..._ops.registry import Op, Quantization
from ...base import MXNetError
from ..ir.node import Node, topological
from ..ir.node_ops import FACTORIES, special_op
from .control_flow import Body

INT32_MAX = 2147483647.0  # MXNet: also the scale of an array that is 0 everywhere
_BIAS_LIMIT = 1073741823.5  # MXNet: half of the int32 range, the limit of oneDNN for a bias

OLD_NAMES = {"with_relu": "with_act", "with_postsum_relu": "with_postsum_act"}


# --------------------------------------------------------------------------------- activations


# What may end a body; ``rewrite/fuse.py`` decides which of them follow which layer.
FUSIBLE = (ACTIVATION, LEAKY_RELU, CLIP, SQUARE, SQRT, EXP, ABS)


def _function_of(node: Node) -> Callable:
    """Return the kernel of an activation as a function of its input."""
    ambient = dict.fromkeys(node.op.ambient)  # not used: no activation that is fused is random
    return partial(node.op.kernel, **node.parsed(), **ambient)


def _is_never_negative(node: Node, leaky_counts: bool) -> bool:
    """Return whether an activation returns uint8."""
    attrs = node.parsed()
    if node.op is ACTIVATION:
        return attrs["act_type"] in ("relu", "sigmoid", "softrelu")
    if node.op is LEAKY_RELU:  # MXNet: after a dense layer a leaky ReLU is treated as a ReLU
        return attrs["act_type"] == "leaky" and (leaky_counts or attrs["slope"] == 0.0)
    return True


def _integers(layer, leaky_counts: bool) -> torch.dtype:
    """Return the type of a layer's results: 8 bits if it is calibrated."""
    if layer.calibrated is None:
        return INT32
    activation = layer.activation
    unsigned = activation is not None and _is_never_negative(activation, leaky_counts)
    return UINT8 if unsigned else INT8


# -------------------------------------------------------------------------------------- scales


def scale_between(dtype: torch.dtype, low: torch.Tensor, high: torch.Tensor) -> torch.Tensor:
    reach = extent(low, high)
    return torch.where(reach == 0, INT32_MAX, over(REACH[dtype], reach))


def _channel_scales(weight, bias, data_scale) -> torch.Tensor:
    """Return the scale of each filter, small enough for its bias to fit into 32 bits."""
    low, high = weight.flatten(1).aminmax(dim=1)
    scales = scale_between(INT8, low, high)
    if bias is None:
        return scales
    most = over(_BIAS_LIMIT, bias.abs()) / data_scale
    return torch.where(bias == 0, scales, torch.minimum(scales, most))


class SingleEntryCache:
    """A cache of one result, valid until an input changes."""

    def __init__(self, compute: Callable):
        self._compute, self._result = compute, None
        self._tensors: tuple = ()
        self._key: tuple = ()

    def get(self, tensors: tuple, *numbers):
        key = (*versions_of(t for t in tensors if t is not None), *numbers)
        same = len(tensors) == len(self._tensors)
        if key != self._key or not same or any(a is not b for a, b in zip(tensors, self._tensors)):  # noqa: B905
            self._result = self._compute(tensors, *numbers)
            self._tensors, self._key = tensors, key
        return self._result


class PackedWeights(NamedTuple):
    """Integers of a layer, in a type in which the sums are exact, and scales of the results."""

    weights: ExactWeights
    scale: torch.Tensor | None  # None: the int32 sums are the result
    ends: tuple[torch.Tensor, torch.Tensor] | None = None
    sum_scale: float = 1.0
    out_scale: torch.Tensor | None = None  # after the activation


# ---------------------------------------------------------------------------------------- nodes


class Fused(ABC):
    """The base class of the kernels: the body, and rules for shapes and types."""

    outputs: tuple[str, ...] = ("output",)

    def __init__(self, name: str, attrs: dict[str, str], subgraphs: tuple):
        if len(subgraphs) != 1:
            raise MXNetError(f"{name} has 1 subgraph, got {len(subgraphs)}")
        self.name = name
        self.body = Body(subgraphs[0])
        self.nodes = [node for node in topological(subgraphs[0]) if not node.is_variable]
        attrs = {OLD_NAMES.get(key, key): text for key, text in attrs.items()}
        self.quantized = read_flag(attrs, "quantized")
        self.calibrated: tuple[float, ...] | None = None
        ends = [read_float(attrs, key) for key in ("min_calib_range", "max_calib_range")]
        calibrated = tuple(end for end in ends if end is not None)
        if len(calibrated) == len(ends):
            self.calibrated = calibrated

    def node(self, *operators: Op) -> Node | None:
        """Return the first node of the body with one of the given operators."""
        return next((node for node in self.nodes if node.op in operators), None)

    def layer(self, op: Op) -> Node:
        """Return the node after which the fused layer is named."""
        node = self.node(op)
        if node is None:
            raise MXNetError(f"{self.name}: the body has no {op.name}")
        return node

    def check_variables(self, names: list[str]) -> None:
        """Reject a body with other variables than the given ones."""
        if len(names) != len(self.body.variables):
            raise MXNetError(
                f"{self.name}: the body has {len(self.body.variables)} variables, expected "
                f"{', '.join(names)}"
            )

    def __call__(self, *tensors, **attrs):
        raise MXNetError("a fused layer has rules for shapes and is bound before it runs")

    def shape_rule(self, inputs, outputs, attrs):
        count = len(self.body.variables)
        variables, results = self.body.shapes(inputs[:count])
        ends = [(1,)] * (len(inputs) - count)
        return [*variables, *ends], [results[0], *((1,) for _ in outputs[1:])]

    def bind(self, ctx, training):
        if not self.quantized:
            run = self.body.bind(ctx, False)
            return lambda *tensors: run(list(tensors))[0]
        return self.of_integers()

    @abstractmethod
    def of_integers(self) -> Callable:
        """Return the function that computes on integers."""


def read_flag(attrs: dict[str, str], key: str) -> bool:
    try:
        return kind_of(bool).parse(attrs.get(key, "false"))
    except BadValue:
        raise MXNetError(f"{key} is {attrs[key]!r}, expected true or false") from None


def read_float(attrs: dict[str, str], key: str) -> float | None:
    try:
        return kind_of(float | None).parse(attrs.get(key))
    except BadValue:
        raise MXNetError(f"{key} is {attrs[key]!r}, expected a number") from None


class FusedConvolution(Fused):
    """Convolve, normalize, add, activate."""

    def __init__(self, attrs: dict[str, str], subgraphs: tuple):
        super().__init__("_sg_mkldnn_conv", attrs, subgraphs)
        self.conv = self.layer(CONVOLUTION).parsed()
        norm = self.node(BATCH_NORM)
        self.norm = None if norm is None else norm.parsed()
        self.sums = self.node(ELEMWISE_ADD) is not None
        self.activation = self.node(*FUSIBLE)
        names = ["data", "weight", *(() if self.conv["no_bias"] else ("bias",))]
        names += ("gamma", "beta", "mean", "var") if self.norm else ()
        names += ("sum",) if self.sums else ()
        self.check_variables(names)
        if self.quantized:
            names += ("data_min", "data_max", *(("sum_min", "sum_max") if self.sums else ()))
            self.outputs = ("output", "output_min", "output_max")
        self.names = tuple(names)
        self.aux = ("mean", "var") if self.norm else ()

    @property
    def out_type(self) -> torch.dtype:
        return _integers(self, leaky_counts=False)

    def type_rule(self, inputs, outputs, attrs):
        if not self.quantized:
            variables, results = self.body.types(inputs)
            return variables, results
        free = {"data", "sum"}
        names = zip(inputs, self.names, strict=True)
        torch_dtypes = [dtype if name in free else FLOAT for dtype, name in names]
        return torch_dtypes, [self.out_type, FLOAT, FLOAT]

    def of_integers(self) -> Callable:
        conv, names = self.conv, self.names
        convolve = CONVOLUTIONS[len(conv["kernel"])]
        geometry = (conv["stride"] or 1, conv["pad"] or 0, conv["dilate"] or 1, conv["num_group"])
        out_type, activate = self.out_type, self._activation()
        parameters = [n for n in names[1:] if n not in ("sum", "sum_min", "sum_max")]
        positions = [names.index(n) for n in parameters if not n.startswith("data_")]
        ends = [names.index(n) for n in names if n.endswith(("_min", "_max"))]
        add = names.index("sum") if self.sums else None
        cache = SingleEntryCache(self._pack)

        def function(*arrays):
            return convolve(*arrays, *geometry)

        def run(*tensors):
            data = tensors[0]
            require_type(data, "data", INT8, UINT8)
            numbers = [float(tensors[i]) for i in ends]
            check(
                numbers[0] >= 0 or data.dtype is INT8,
                "Expect int8 when data_min < 0.0, consider quantize model with int8.",
            )
            other = None if add is None else tensors[add]
            torch_dtypes = data.dtype, None if other is None else other.dtype
            packed = cache.get(tuple([tensors[i] for i in positions]), torch_dtypes, tuple(numbers))
            sums = packed.weights.sums(function, data, 1)
            sums = _scale_sums(sums, packed.scale)
            if other is not None:
                sums = sums.add_(other.to(sums.dtype), alpha=packed.sum_scale)
            sums = activate(sums)
            if packed.scale is None:
                return _int32(sums), *(end.clone() for end in packed.ends)
            return round_to(sums, out_type), *(end.clone() for end in packed.ends)

        return run

    def _activation(self) -> Callable:
        node = self.activation
        # MXNet: the upper bound is applied by the calibrated range; without one it is ignored.
        if node is None or node.op is CLIP:
            return lambda values: values
        return _function_of(node)

    def _pack(self, tensors: tuple, torch_dtypes: tuple, numbers: tuple) -> PackedWeights:
        """Fold normalization into the weights and convert them to integers."""
        arrays = dict(zip(self.names[1 : 1 + len(tensors)], tensors, strict=True))
        weight, bias = arrays["weight"], arrays.get("bias")
        if self.norm:
            weight, bias = self._fold_norm(self.norm, weight, bias, arrays)
        data_type, sum_type = torch_dtypes
        low, high = (number(end, weight) for end in numbers[:2])
        data_scale = scale_between(data_type, low, high)
        if self.calibrated is not None:
            ends = tuple(number(end, weight) for end in self.calibrated)
            scales = _channel_scales(weight, bias, data_scale)
            out = scale_between(self.out_type, *ends)
            factors = (out / data_scale / scales).reshape(-1, *(1 for _ in self.conv["kernel"]))
        else:
            least, most = (end.reshape(1) for end in weight.aminmax())
            scales = scale_between(INT8, least, most)
            ends = range_of_product((low, high, least, most), data_type is UINT8)
            out, factors = data_scale * scales, None
        sum_scale = 1.0
        if sum_type is not None:
            sum_ends = (number(n, weight) for n in numbers[2:])
            sum_scale = float(out / scale_between(sum_type, *sum_ends))
        integers = round_to(weight * scales.reshape(-1, *(1 for _ in weight.shape[1:])), INT8)
        if integers.ndim == 4:  # torch is faster with channels last
            integers = integers.contiguous(memory_format=torch.channels_last)
        bias = None if bias is None else round_to(bias * (scales * data_scale), INT32)
        weights = exact_weights(data_type, integers, bias, self.conv["num_group"])
        return PackedWeights(weights, factors, ends, sum_scale)

    @staticmethod
    def _fold_norm(norm: dict, weight, bias, arrays: dict) -> tuple[torch.Tensor, torch.Tensor]:
        deviation = (widen(arrays["var"]) + norm["eps"]).sqrt()
        gamma = 1.0 if norm["fix_gamma"] else arrays["gamma"]
        factor = (gamma / deviation).to(FLOAT)
        shift = arrays["mean"] if bias is None else arrays["mean"] - bias
        along = factor.reshape(-1, *(1 for _ in weight.shape[1:]))
        return weight * along, arrays["beta"] - factor * shift


def _scale_sums(sums: torch.Tensor, scale: torch.Tensor | None) -> torch.Tensor:
    """Return sums as floats: scaled, or in a type that represents them exactly."""
    if scale is not None:
        return sums.to(FLOAT) * scale
    return sums if sums.is_floating_point() else sums.double()


def _int32(sums: torch.Tensor) -> torch.Tensor:
    return round_to(sums, INT32) if sums.dtype is FLOAT else sums.round().to(INT32)


class FusedFullyConnected(Fused):
    """Multiply by a matrix, add, activate."""

    def __init__(self, attrs: dict[str, str], subgraphs: tuple):
        super().__init__("_sg_mkldnn_fully_connected", attrs, subgraphs)
        self.dense = self.layer(FULLY_CONNECTED).parsed()
        self.activation = self.node(*FUSIBLE)
        self.by_channel = read_flag(attrs, "channel_wise_quantize")
        self.gives_floats = self.quantized and read_flag(attrs, "enable_float_output")
        names = ["data", "weight", *(() if self.dense["no_bias"] else ("bias",))]
        self.check_variables(names)
        if self.quantized:
            ranged = names[:1] if self.by_channel else names
            names = names + [f"{end}_{name}" for name in ranged for end in ("min", "max")]
            self.outputs = ("output",)
            if not self.gives_floats:
                self.outputs = ("output", "min_output", "max_output")
        self.names, self.aux = tuple(names), ()

    @property
    def out_type(self) -> torch.dtype:
        return FLOAT if self.gives_floats else _integers(self, leaky_counts=True)

    def type_rule(self, inputs, outputs, attrs):
        if not self.quantized:
            return self.body.types(inputs)
        weights = FLOAT if self.by_channel else INT8
        own = len(self.body.variables)
        own_types = [inputs[0], *(weights for _ in range(own - 1))]
        return [*own_types, *(FLOAT for _ in inputs[own:])], [
            self.out_type,
            *(FLOAT for _ in outputs[1:]),
        ]

    def of_integers(self) -> Callable:
        check(
            not self.by_channel or self.gives_floats or self.calibrated is not None,
            "Currently, channel-wise quantization requires fuse requantize or dequantize: "
            "calibrate the model and take its backend symbol 'MKLDNN_QUANTIZE'",
        )
        hidden, flatten = self.dense["num_hidden"], self.dense["flatten"]
        own, out_type = len(self.body.variables), self.out_type
        activate = None if self.activation is None else _function_of(self.activation)
        cache = SingleEntryCache(self._pack)

        def run(*tensors):
            data = tensors[0]
            require_type(data, "data", INT8, UINT8)
            numbers = tuple([float(tensor) for tensor in tensors[own:]])
            packed = cache.get(tensors[1:own], data.dtype, numbers)
            rows = rows_of(data, tensors[1], hidden, flatten)
            values = packed.weights.sums(linear, rows, -1)
            values = _scale_sums(values, packed.scale)
            if activate is not None:
                values = activate(values)
            if packed.out_scale is not None:
                values = values * packed.out_scale
            if out_type is FLOAT:
                return values
            values = _int32(values) if out_type is INT32 else round_to(values, out_type)
            return values, *(end.clone() for end in packed.ends)

        return run

    def _pack(self, tensors: tuple, data_type: torch.dtype, numbers: tuple) -> PackedWeights:
        weight, bias = tensors[0], tensors[1] if len(tensors) > 1 else None
        ends = [number(value, weight) for value in numbers]
        data_scale = scale_between(data_type, *ends[:2])
        if self.by_channel:
            scales = _channel_scales(weight, bias, data_scale)
            bias = None if bias is None else round_to(bias * (scales * data_scale), INT32)
            weight = round_to(weight * scales.unsqueeze(1), INT8)
        else:
            scales = scale_between(INT8, *ends[2:4])
            if bias is not None:
                weight, bias, scales = _rescale(weight, bias, scales, data_scale, ends[4:])
        if self.gives_floats or self.calibrated:
            factor, out_scale, out_ends = over(1.0, data_scale), None, None
            if not self.gives_floats and self.calibrated is not None:
                out_ends = tuple(number(end, weight) for end in self.calibrated)
                out_scale = scale_between(self.out_type, *out_ends)
                if self.activation is None:
                    factor, out_scale = out_scale / data_scale, None
            weights = exact_weights(data_type, weight, bias)
            return PackedWeights(weights, factor / scales, out_ends, 1.0, out_scale)
        out_ends = range_of_product(ends[:4], data_type is UINT8)
        return PackedWeights(exact_weights(data_type, weight, bias), None, out_ends)


def _rescale(weight, bias, scale, data_scale, ends) -> tuple:
    """Rescale an 8-bit bias to the scale of the sums; if it overflows, scale weights down."""
    bias_scale = scale_between(INT8, *ends)
    factor = data_scale * scale / bias_scale
    most = over(float(int(INT32_MAX) // 2), extent(*ends)) / bias_scale
    if bool(factor > most):
        shrunk = most * bias_scale / data_scale / scale
        weight = _round_half_away(weight * shrunk).to(INT8)
        factor, scale = most, scale * shrunk
    return weight, _round_half_away(bias * factor).to(INT32), scale


def _round_half_away(values: torch.Tensor) -> torch.Tensor:
    """Round to the nearest integer, with halves away from 0 like C's ``round``."""
    return values.sign() * (values.abs() + 0.5).floor()


# ------------------------------------------------------------------------------------ factories


def factory_of(name: str, kernel_class: type):
    def make(attrs: dict[str, str], subgraphs: tuple):
        kernel = kernel_class(attrs, subgraphs)
        doc, count = kernel_class.__doc__ or "", len(kernel.outputs)
        return special_op(
            name, kernel, kernel.names, count, attrs, kernel.outputs, kernel.aux, doc,
            mutates=(),  # the moving statistics are not updated
            naming="outputs",
            quantization=Quantization(name, must=True, requantize=True),
        )  # fmt: skip

    return make


FACTORIES["_sg_mkldnn_conv"] = factory_of("_sg_mkldnn_conv", FusedConvolution)
FACTORIES["_sg_mkldnn_fully_connected"] = factory_of(
    "_sg_mkldnn_fully_connected", FusedFullyConnected
)
