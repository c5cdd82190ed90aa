"""Compute element by element into temporaries that nobody needs any more."""

from __future__ import annotations

import torch
from torch import fx
from torch.nn.functional import leaky_relu_

from ..._core.dtypes import as_element
from .chains import ConvolutionChain
from .memory import Memory
from .patterns import attrs_of, name_of


def _at_least(data: torch.Tensor, limit: float) -> torch.Tensor:
    return data.clamp_min_(as_element(limit, data.dtype))


def _at_most(data: torch.Tensor, limit: float) -> torch.Tensor:
    return data.clamp_max_(as_element(limit, data.dtype))


def _between(data: torch.Tensor, low: float, high: float) -> torch.Tensor:
    return data.clamp_(as_element(low, data.dtype), as_element(high, data.dtype))


UNARY = {
    "relu": torch.relu_,
    "sigmoid": torch.sigmoid_,
    "tanh": torch.tanh_,
    "exp": torch.exp_,
    "expm1": torch.expm1_,
    "log": torch.log_,
    "log1p": torch.log1p_,
    "sqrt": torch.sqrt_,
    "rsqrt": torch.rsqrt_,
    "square": torch.square_,
    "abs": torch.abs_,
    "negative": torch.neg_,
    "reciprocal": torch.reciprocal_,
    "sin": torch.sin_,
    "cos": torch.cos_,
    "erf": torch.erf_,
    "floor": torch.floor_,
    "ceil": torch.ceil_,
    "trunc": torch.trunc_,
    "sign": torch.Tensor.sign_,
}
SCALAR = {
    "_plus_scalar": torch.Tensor.add_,
    "_minus_scalar": torch.Tensor.sub_,
    "_mul_scalar": torch.Tensor.mul_,
    "_div_scalar": torch.Tensor.div_,
    "_power_scalar": torch.Tensor.pow_,
    "_maximum_scalar": _at_least,
    "_minimum_scalar": _at_most,
}
BINARY = {"add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div}
BINARY_NAMES = {f"{kind}_{name}": name for name in BINARY for kind in ("broadcast", "elemwise")}

# These give results of their inputs' type, where all of them have one.
KEEP_TYPE = {
    *UNARY, *SCALAR, *BINARY_NAMES, "Activation", "LeakyReLU", "clip", "Convolution",
    "Convolution_v1", "Deconvolution", "FullyConnected", "BatchNorm", "BatchNorm_v1", "Pooling",
    "Pooling_v1", "Dropout", "Reshape", "Flatten", "transpose", "expand_dims", "squeeze", "Concat",
    "slice", "slice_axis", "SwapAxis", "add_n", "dot", "batch_dot", "LayerNorm", "Pad",
    "broadcast_to", "broadcast_like", "hard_sigmoid",
}  # fmt: skip


def compute_in_place(graph: fx.Graph, types: dict[fx.Node, torch.dtype]) -> None:
    """Replace operators by forms that overwrite an input, where that is a temporary at its end."""
    memory = Memory(graph)
    for node in list(graph.nodes):
        if node.op == "call_function":
            _note_type(node, types)
            if node in types and types[node].is_floating_point:
                _overwrite(node, memory)


def _note_type(node: fx.Node, types: dict[fx.Node, torch.dtype]) -> None:
    if isinstance(node.target, ConvolutionChain):
        types[node] = torch.float32
    elif name_of(node) in KEEP_TYPE:
        found = {types.get(source) for source in node.all_input_nodes}
        if len(found) == 1 and None not in found:
            types[node] = found.pop()


def _overwrite(node: fx.Node, memory: Memory) -> None:
    name, arguments = name_of(node), node.args
    function = _of_one_array(node)
    if function is not None and memory.is_disposable(arguments[0], node):
        node.target, extra = function
        node.args, node.kwargs = (arguments[0], *extra), {}
    elif name in BINARY_NAMES:
        for place, (term, other) in enumerate((arguments, arguments[::-1])):
            apart = memory.owners(term).isdisjoint(memory.owners(other))
            if (apart or term is other) and memory.is_disposable(term, node):
                node.target = _into(BINARY[BINARY_NAMES[name]], node.target, place)
                return


def _of_one_array(node: fx.Node) -> tuple | None:
    """Return the function that overwrites its array, and its other arguments."""
    name = name_of(node)
    if name in UNARY:
        return UNARY[name], ()
    if name == "Activation" and attrs_of(node)["act_type"] in UNARY:
        return UNARY[attrs_of(node)["act_type"]], ()
    if name in SCALAR:
        return SCALAR[name], (attrs_of(node)["scalar"],)
    if name == "clip":
        return _between, (attrs_of(node)["a_min"], attrs_of(node)["a_max"])
    if name == "LeakyReLU" and attrs_of(node)["act_type"] == "leaky":
        return leaky_relu_, (attrs_of(node)["slope"],)
    return None


def _into(function, kernel, place: int):
    """Return a function of two arrays that overwrites one of them where the shapes are equal."""

    def compute(*terms):
        if terms[0].shape == terms[1].shape:
            return function(*terms, out=terms[place])
        return kernel(*terms)

    compute.__name__ = compute.__qualname__ = f"{function.__name__}_into"
    return compute
