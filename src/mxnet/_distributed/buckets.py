"""Tensors packed together, because many small messages cost more than few large ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch

# 25 MiB is what torch's DistributedDataParallel found best; above it a tensor travels alone.
BUCKET_BYTES = 25 * 2**20


class Bucket:
    """Tensors of one dtype and device, and the flat tensor that travels for them."""

    def __init__(self, parts: Sequence[torch.Tensor]):
        self._parts = parts
        # One tensor travels as it is, without a copy.
        self.tensor = parts[0] if len(parts) == 1 else torch.cat([p.reshape(-1) for p in parts])

    def scatter(self) -> None:
        """Copy what has arrived into the tensors."""
        if len(self._parts) == 1:
            # The engine writes past autograd, whose counter tells others of the change.
            torch.autograd.graph.increment_version(self.tensor)
            return
        chunks = self.tensor.split([part.numel() for part in self._parts])
        for part, chunk in zip(self._parts, chunks, strict=True):
            part.copy_(chunk.view(part.shape))


def make_buckets(tensors: Iterable[torch.Tensor]) -> list[Bucket]:
    """Pack tensors, in their order, into buckets of about ``BUCKET_BYTES``."""
    groups: dict[tuple, list[list[torch.Tensor]]] = {}
    sizes: dict[tuple, int] = {}
    for tensor in tensors:
        kind = (tensor.dtype, tensor.device)
        size = tensor.numel() * tensor.element_size()
        if kind not in groups or sizes[kind] + size > BUCKET_BYTES:
            groups.setdefault(kind, []).append([])
            sizes[kind] = 0
        groups[kind][-1].append(tensor)
        sizes[kind] += size
    return [Bucket(parts) for lists in groups.values() for parts in lists]
