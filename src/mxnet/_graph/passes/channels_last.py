"""Training on images in the channels-last layout.

Convolutions are about as fast in either layout, but pooling and BatchNorm are several times faster
with channels last. Operators keep the memory format of their inputs, so it is enough to choose it
for the data of convolutions.
"""

from __future__ import annotations

import torch
from torch import fx

from ..._ops.copies import contiguous, to_channels_last
from ..._ops.handles import CONVOLUTION, CONVOLUTION_V1
from ..._ops.nn.windows import CHANNELS_LAST
from .patterns import attrs_of, op_of

# Torch also reorders the weight in each pass. That costs more than channels last gains if the
# weight has more than LARGE elements, or more than TIMES_DATA times as many as the data. Measured
# with BatchNorm and ReLU, forward and backward: 0.91 and 0.98 of the time at ratios of 4.5 and 2.9,
# 1.07 to 1.12 at 5.9, 1.0 to 1.5 at 9, and 2.4 at 72.
LARGE = 1 << 20
TIMES_DATA = 5


def put_channels_last(graph: fx.Graph) -> None:
    """Insert a choice of the memory format before each convolution of images.

    A single convolution keeps its format: the copies of its data, its result and their gradients
    cost more than channels last gains. Measured with BatchNorm and ReLU, forward and backward, it
    then takes 0.5 to 1.0 of the time, with pooling 0.7 to 1.1.
    """
    convolutions = [node for node in graph.nodes if _is_of_images(node)]
    if len(convolutions) == 1:
        return
    for node in convolutions:
        data, weight, *bias = node.args
        with graph.inserting_before(node):
            node.args = (graph.call_function(in_order, (data, weight)), weight, *bias)


def _is_of_images(node: fx.Node) -> bool:
    if op_of(node) not in (CONVOLUTION, CONVOLUTION_V1):
        return False
    attrs = attrs_of(node)
    return len(attrs["kernel"]) == 2 and attrs["layout"] not in CHANNELS_LAST


def in_order(data: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Return data in the memory format that suits a convolution with the given weight."""
    if data.ndim != 4 or not data.is_floating_point():
        return data
    if weight.numel() > min(LARGE, TIMES_DATA * data.numel()):
        return contiguous(data)
    if data.shape[1] == 1:
        # With one channel both formats have the same memory layout and only differ in the strides.
        return data.clone(memory_format=torch.channels_last)
    return to_channels_last(data)
