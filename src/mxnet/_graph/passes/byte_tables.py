"""Folding of ``ToTensor`` and following operators on bytes into a table of 256 values."""

from __future__ import annotations

import numpy as np
import torch
from torch import fx

from ..._ops.handles import CAST, IMAGE_NORMALIZE, IMAGE_TO_TENSOR
from ..._ops.vision import opencv
from .patterns import only_user, op_of

FOLDABLE = (IMAGE_NORMALIZE, CAST)


def fold_into_lookup_table(graph: fx.Graph, types: dict[fx.Node, torch.dtype]) -> None:
    """Replace ``to_tensor`` of bytes and the following elementwise operators by a table."""
    for node in list(graph.nodes):
        if op_of(node) is IMAGE_TO_TENSOR and types.get(node.args[0]) is torch.uint8:
            chain = _chain_from(node)
            with graph.inserting_before(node):
                call = graph.call_function(ByteTable(chain), (node.args[0],))
            chain[-1].replace_all_uses_with(call)
            for part in reversed(chain):
                graph.erase_node(part)


def _chain_from(node: fx.Node) -> list[fx.Node]:
    chain = [node]
    while (user := only_user(chain[-1])) is not None and op_of(user) in FOLDABLE:
        chain.append(user)
    return chain


class ByteTable:
    """Operators on an image of bytes, computed once for each of the 256 values."""

    __name__ = __qualname__ = "byte_table"

    def __init__(self, chain: list[fx.Node]):
        self._steps = [(node.target, node.args[1:], node.kwargs) for node in chain]
        self._tables: dict[int, list] = {}  # by the number of channels

    def __call__(self, image: torch.Tensor) -> torch.Tensor:
        if image.dim() != 3 or not image.numel() or not opencv.is_installed():
            return self._compute(image)
        height, width, channels = image.shape
        tables = self._tables.get(channels)
        if tables is None:
            tables = self._tables[channels] = self._make_tables(channels)
        if not tables:
            return self._compute(image)
        if channels == 1:
            values = opencv.call("LUT", image.numpy(), tables[0])
            return torch.from_numpy(values).view(1, height, width)
        result = np.empty((channels, height, width), np.float32)
        for plane, table, target in zip(opencv.call("split", image.numpy()), tables, result):  # noqa: B905 - faster
            opencv.call("LUT", plane, table, target)
        return torch.from_numpy(result)

    def _compute(self, image: torch.Tensor) -> torch.Tensor:
        for function, args, kwargs in self._steps:
            image = function(image, *args, **kwargs)
        return image

    def _make_tables(self, channels: int) -> list:
        """Return a table for each channel; an empty list if the result is not float32."""
        if channels not in (1, 3):
            return []
        values = torch.arange(256, dtype=torch.uint8).reshape(256, 1, 1).repeat(1, 1, channels)
        result = self._compute(values)
        return list(result[..., 0].numpy()) if result.dtype is torch.float32 else []
