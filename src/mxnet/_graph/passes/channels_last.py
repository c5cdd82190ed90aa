"""Train on images with their channels last.

Convolutions are about as fast either way, but pooling and BatchNorm are several times faster with
the channels last. Operators keep the memory format of their inputs, so it is enough to choose it
for the data of convolutions.
"""

from __future__ import annotations

import torch
from torch import fx

from ..._ops.handles import CONVOLUTION, CONVOLUTION_V1
from ..._ops.nn.windows import CHANNELS_LAST
from .patterns import attrs_of, operator_of

LARGE = 1 << 20  # weights with more elements take longer to reorder than the rest gains


def put_channels_last(graph: fx.Graph) -> None:
    """Insert a choice of the memory format before each convolution of images."""
    for node in list(graph.nodes):
        if operator_of(node) not in (CONVOLUTION, CONVOLUTION_V1):
            continue
        attrs = attrs_of(node)
        if len(attrs["kernel"]) == 2 and attrs["layout"] not in CHANNELS_LAST:
            data, weight, *bias = node.args
            with graph.inserting_before(node):
                node.args = (graph.call_function(in_order, (data, weight)), weight, *bias)


def in_order(data: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Return data in the memory format that suits a convolution with this weight."""
    if data.ndim != 4 or not data.is_floating_point():
        return data
    if weight.numel() > LARGE:
        return data.contiguous()
    if data.shape[1] == 1:
        # With one channel both formats are the same memory; the strides decide which one it is.
        return data.clone(memory_format=torch.channels_last)
    return data.contiguous(memory_format=torch.channels_last)
