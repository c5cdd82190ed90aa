"""Fuse Convolution with the sum and the activation after it, and pack its weight.

oneDNN computes all three in one pass, fastest with the channels last and the weight in an order
that it chooses for the shape of the input.
"""

from __future__ import annotations

import threading

import torch
from torch import fx

from ..._ops.conv import check_geometry
from ..._ops.windows import CHANNELS_LAST, each_axis
from .memory import Memory
from .patterns import attrs_of, name_of, only_user

SUMS = {"elemwise_add", "broadcast_add", "_grad_add"}
FORMATS = {2: torch.channels_last, 3: torch.channels_last_3d}


def is_available() -> bool:
    """Tell whether torch was built with the operators needed here."""
    return torch.backends.mkldnn.is_available() and hasattr(
        torch.ops.mkldnn, "_convolution_pointwise"
    )


# ----------------------------------------------------------------------------------------- matching


def _activation(node: fx.Node | None) -> tuple[str, list[float]] | None:
    """Return oneDNN's name and numbers for an activation."""
    name = name_of(node)
    attrs = attrs_of(node) if name else {}
    if name == "relu" or (name == "Activation" and attrs["act_type"] == "relu"):
        return "relu", []
    if name == "clip":
        return "hardtanh", [attrs["a_min"], attrs["a_max"]]
    if name == "LeakyReLU" and attrs["act_type"] == "leaky":
        return "leaky_relu", [attrs["slope"]]
    return None


def _can_pack(node: fx.Node, constant: set[fx.Node]) -> bool:
    if name_of(node) not in ("Convolution", "Convolution_v1"):
        return False
    attrs = attrs_of(node)
    return (
        len(attrs["kernel"]) in FORMATS
        and attrs["layout"] not in CHANNELS_LAST
        and all(n is None or n in constant for n in node.args[1:])
        and node.args[0] not in constant
    )


def fuse_convolutions(graph: fx.Graph, constant: set[fx.Node]) -> None:
    """Replace convolutions with constant weights by ``PackedConvolution``.

    The new calls have the arguments (data, other or None, weight, bias).
    """
    sums = [node for node in graph.nodes if name_of(node) in SUMS]
    for node in sums:
        _fuse_sum(graph, node, constant)
    for node in list(graph.nodes):
        if _can_pack(node, constant):
            user = only_user(node)
            activation = _activation(user)
            _replace(graph, user if activation else node, node, None, activation)
    _sum_in_place(graph)


def _fuse_sum(graph: fx.Graph, node: fx.Node, constant: set[fx.Node]) -> None:
    terms = [n for n in node.args if _can_pack(n, constant) and only_user(n) is node]
    if not terms:
        return
    # The later one: what it is added to exists by then.
    order = list(graph.nodes)
    convolution = max(terms, key=order.index)
    other = node.args[1] if node.args[0] is convolution else node.args[0]
    user = only_user(node)
    activation = _activation(user)
    if activation is not None and activation[0] != "relu":
        activation = None  # beside a sum oneDNN offers only this one
    _replace(graph, user if activation else node, convolution, other, activation)


def _replace(graph, last, convolution, other, activation) -> None:
    """Put one call in the place of everything from ``convolution`` to ``last``."""
    name, numbers = activation or ("none", [])
    data, weight, bias = (*convolution.args, None)[:3]
    packed = PackedConvolution(attrs_of(convolution), name, numbers)
    packed.broadcasts = name_of(only_user(convolution)) == "broadcast_add"
    with graph.inserting_before(last):
        fused = graph.call_function(packed, (data, other, weight, bias))
    last.replace_all_uses_with(fused)
    for node in _between(last, convolution):
        graph.erase_node(node)


def _between(last: fx.Node, first: fx.Node) -> list[fx.Node]:
    chain = [first]
    while chain[-1] is not last:
        chain.append(only_user(chain[-1]))
    return chain[::-1]


def _sum_in_place(graph: fx.Graph) -> None:
    """Let sums go into the memory of the other term where nobody needs that any more."""
    memory = Memory(graph)
    for node in graph.nodes:
        if isinstance(node.target, PackedConvolution) and node.args[1] is not None:
            data, other = node.args[:2]
            apart = memory.owners(data).isdisjoint(memory.owners(other))
            node.target.in_place = apart and memory.is_disposable(other, node)


# ------------------------------------------------------------------------------------------ running


class PackedConvolution:
    """A convolution with its activation and sum, for data of the shape it sees first."""

    def __init__(self, attrs: dict, activation: str, numbers: list[float]):
        ndim = len(attrs["kernel"])
        self._attrs = attrs
        self._format = FORMATS[ndim]
        self._geometry = (
            list(each_axis(attrs["pad"], 0, ndim)),
            list(each_axis(attrs["stride"], 1, ndim)),
            list(each_axis(attrs["dilate"], 1, ndim)),
            attrs["num_group"],
        )
        self._activation, self._numbers = activation, numbers
        self._after_sum = activation if activation == "relu" else None
        self.in_place = self.broadcasts = False
        self._fits_sum = True
        self._lock = threading.Lock()
        self._weight = self._bias = self._packed = self._shape = None

    __name__ = "packed_convolution"  # what the generated code calls it

    def load(self, weight: torch.Tensor, bias: torch.Tensor | None) -> None:
        """Take other weights; they are packed at the next call."""
        kernel, filters = self._attrs["kernel"], self._attrs["num_filter"]
        fits = weight.shape[2:] == kernel and weight.shape[0] == filters
        if not fits or (bias is not None and bias.shape != (filters,)):
            raise ValueError("weight or bias do not fit the convolution's attributes")
        with self._lock:
            self._weight, self._bias = weight, bias
            self._packed = self._shape = None

    def __call__(self, data: torch.Tensor, other: torch.Tensor | None = None) -> torch.Tensor:
        if data.shape != self._shape:
            self._pack(data, other)
        data = data.contiguous(memory_format=self._format)
        if other is None:
            return _convolve(
                data, self._packed, self._bias, *self._geometry,
                self._activation, self._numbers, "",
            )  # fmt: skip
        if not self._fits_sum:
            return self._add_by_itself(data, other)
        other = other.contiguous(memory_format=self._format)
        if self.in_place:
            return _convolve_into(
                other, data, self._packed, self._bias, *self._geometry,
                "add", 1.0, self._after_sum, [], "",
            )  # fmt: skip
        return _convolve_and_add(
            data, other, self._packed, self._bias, *self._geometry,
            "add", 1.0, self._after_sum, [], "",
        )  # fmt: skip

    def _add_by_itself(self, data: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
        result = _convolve(data, self._packed, self._bias, *self._geometry, "none", [], "") + other
        return result.relu_() if self._after_sum else result

    def _pack(self, data: torch.Tensor, other: torch.Tensor | None) -> None:
        """Order the weight for this shape of data."""
        with self._lock:
            if data.shape == self._shape:
                return
            if self._shape is not None:
                raise ValueError("the shape of the data has changed though that of the inputs not")
            self._check(data, other)
            self._packed = torch.ops.mkldnn._reorder_convolution_weight.default(
                self._weight, *self._geometry, list(data.shape)
            )
            self._weight, self._shape = None, data.shape

    def _check(self, data: torch.Tensor, other: torch.Tensor | None) -> None:
        attrs, weight = self._attrs, self._weight
        check_geometry(
            data.shape, attrs["kernel"], attrs["stride"], attrs["dilate"], attrs["pad"],
            attrs["layout"], attrs["num_filter"], attrs["num_group"],
        )  # fmt: skip
        if data.shape[1] != weight.shape[1] * attrs["num_group"] or not data.numel():
            raise ValueError(f"data of shape {tuple(data.shape)} does not fit the weight")
        tensors = [t for t in (data, other, weight, self._bias) if t is not None]
        if any(t.dtype is not torch.float32 or not t.is_cpu for t in tensors):
            raise ValueError("only float32 on the host can be packed")
        self._fits_sum = other is None or other.shape == self._result_shape(data)
        if not (self._fits_sum or self.broadcasts):
            raise ValueError("the terms of a sum have different shapes")

    def _result_shape(self, data: torch.Tensor) -> tuple[int, ...]:
        pads, strides, dilations, _ = self._geometry
        sizes = zip(data.shape[2:], self._attrs["kernel"], pads, strides, dilations, strict=True)
        spatial = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, p, s, d in sizes]
        return (data.shape[0], self._attrs["num_filter"], *spatial)


if is_available():
    _convolve = torch.ops.mkldnn._convolution_pointwise.default
    _convolve_and_add = torch.ops.mkldnn._convolution_pointwise.binary
    _convolve_into = torch.ops.mkldnn._convolution_pointwise_.binary
