"""Several convolutions computed by oneDNN Graph in one call.

torch describes a single convolution to oneDNN at every call, which takes 0.04 ms. oneDNN Graph,
available through TorchScript, gets the network once, and keeps intermediate results in its own
memory layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from ..._core import malloc, private_torch
from ..._core.locks import new_lock
from .onednn import OneDNN

# By oneDNN's names: the operator of TorchScript.
ATEN_NAMES = {"relu": "aten::relu", "hardtanh": "aten::hardtanh", "leaky_relu": "aten::leaky_relu"}
CONVOLUTION, GROUP = "aten::conv2d", "prim::oneDNNFusionGroup"

_switch = new_lock()


class OneDNNGraph:
    """Consecutive convolutions, for data of one shape and memory layout.

    The function is valid only for exactly these strides. With others, even of axes of one element,
    torch would compute the first convolution itself and pass the result to a kernel that expects
    oneDNN's layout.
    """

    def __init__(self, convolutions: list[tuple[OneDNN, torch.Tensor]], data, other=None):
        convolutions, data = _channels_last(convolutions, data)
        inputs = [data] if other is None else [data, other]
        self._strides = [tensor.stride() for tensor in inputs]
        self._function = _function(convolutions, len(inputs))
        with _onednn_graph(), _float32():
            self._function(*inputs)  # torch records shapes and strides
            malloc.release()  # MKL's buffers, which only this call needs
            self._function(*inputs)  # and compiles the graph for them
        graph = private_torch.last_executed_optimized_graph()
        if graph.findNode(CONVOLUTION) is not None or graph.findNode(GROUP) is None:
            raise ValueError("torch did not hand all convolutions to oneDNN Graph")

    def __call__(self, data: torch.Tensor, other: torch.Tensor | None = None) -> torch.Tensor:
        inputs = [_reorder(data, self._strides[0])]
        if other is not None:
            inputs.append(_reorder(other, self._strides[1]))
        if torch.is_autocast_enabled("cpu"):
            with _float32():
                return self._function(*inputs)
        return self._function(*inputs)


def _channels_last(convolutions: list, data: torch.Tensor) -> tuple[list, torch.Tensor]:
    """Make torch use channels last after the first convolution, by the layout of its weight."""
    (first, weight), *others = convolutions
    if weight.shape[1] == 1 or weight.shape[2:].numel() == 1:  # it is contiguous in both formats
        return convolutions, data.contiguous(memory_format=torch.channels_last)
    # Images with three channels are faster in the contiguous format.
    return [(first, weight.contiguous(memory_format=torch.channels_last)), *others], data


def _reorder(data: torch.Tensor, strides: tuple[int, ...]) -> torch.Tensor:
    """Return data with the given strides, without a gradient."""
    if data.stride() == strides and not data.requires_grad:
        return data
    return torch.empty_strided(data.shape, strides).copy_(data.detach())


def _function(convolutions: list[tuple[OneDNN, torch.Tensor]], inputs: int):
    """Return a TorchScript function that contains the weights."""
    graph = private_torch.Graph()
    value = graph.addInput("data")
    other = graph.addInput("other") if inputs == 2 else None
    for convolution, weight in convolutions:
        pads, strides, dilations, groups = convolution.geometry
        numbers = (weight, convolution.bias, strides, pads, dilations, groups)
        value = _apply(graph, CONVOLUTION, value, *numbers)
        if other is not None and convolution is convolutions[-1][0]:
            value = _apply(graph, "aten::add", value, other, 1)
        name, numbers = convolution.activation
        if name != "none":
            value = _apply(graph, ATEN_NAMES[name], value, *numbers)
    graph.registerOutput(value)
    graph.lint()
    return private_torch.create_function_from_graph("convolutions", graph)


def _apply(graph, name: str, *arguments):
    values = [
        a if isinstance(a, private_torch.Value) else graph.insertConstant(a) for a in arguments
    ]
    result = graph.insertNode(graph.create(name, values, 1)).output()
    result.setType(private_torch.TensorType.get())
    return result


@contextmanager
def _onednn_graph() -> Iterator[None]:
    """Let torch compile with oneDNN Graph: a process-wide switch, so it is set briefly."""
    with _switch:
        before = private_torch.llga_enabled()
        private_torch.set_llga_enabled(True)
        try:
            yield
        finally:
            private_torch.set_llga_enabled(before)


def _float32() -> torch.autocast:
    return torch.autocast("cpu", enabled=False)
