"""Repeated sums over all workers: gradients by key."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

import torch

from .._core.private_torch import foreach_copy_
from .._eager.array import wrap
from .._ops.sparse_tensor import RowSparseTensor, merge_rows
from ..base import MXNetError
from ..ndarray import NDArray, sparse
from .agreement import gather_numbers
from .buckets import mark_changed, plan_buckets, views
from .early_start import EarlyStart, Gradients, agree
from .group import ProcessGroup


class RepeatedSum:
    """Sums of arrays of fixed shapes; ``sums`` are the same arrays every time.

    Buckets are filled in the order of the arrays. These are copied when a sum starts, so they may
    change meanwhile. ``label`` describes what is summed. A number derived from it is sent with each
    bucket, so that workers that sum different things get an error instead of a meaningless sum.
    """

    def __init__(self, group: ProcessGroup, arrays: Sequence[NDArray], label: str):
        self._group, self._label = group, label
        # Small enough for float32 to represent the sum over all workers exactly.
        self._mark = zlib.crc32(label.encode()) % (2**23 // group.size)
        tensors = [array._t for array in arrays]
        self.plan = plan_buckets(tensors)
        self._flats: list[torch.Tensor] = []
        self.targets = list(tensors)
        for positions in self.plan:
            parts = [tensors[i] for i in positions]
            size = sum(part.numel() for part in parts)
            flat = parts[0].new_empty(size + self._carries_mark(parts[0]))
            self._flats.append(flat)
            shapes = [part.shape for part in parts]
            for i, target in zip(positions, views(flat[:size], shapes), strict=True):
                self.targets[i] = target
        self.sums = [wrap(t, a._ctx, NDArray) for t, a in zip(self.targets, arrays, strict=True)]
        self._waits: list[Callable[[], None]] = []
        self._early: EarlyStart | None = None
        self._is_watched = False

    @staticmethod
    def _carries_mark(tensor: torch.Tensor) -> bool:
        return tensor.dtype in (torch.float32, torch.float64)  # others are not precise enough

    def watch(self, gradients: Gradients) -> None:
        """Sum these gradients while backward passes compute them, if possible.

        ``start`` then finds their sums in progress. All workers call this, after the same
        ``finish``: ``sums`` may change from then on.
        """
        # A single bucket is only full at the end of the pass.
        if not self._is_watched and self._group.size > 1 and len(self.plan) > 1:
            if agree(self._group, gradients.may_start_early()):
                self._early = EarlyStart(self._group, self)
        self._is_watched = True
        if self._early is not None:
            self._early.open(gradients)

    def start(self, arrays: Sequence[NDArray]) -> None:
        """Start to sum; a bucket is sent while the next one is filled."""
        if self._early is not None:
            self._waits = self._early.close([array._t for array in arrays]) or []
            if self._early.is_disabled:
                self._early = None
        if self._waits:
            return
        for number, positions in enumerate(self.plan):
            targets = [self.targets[i] for i in positions]
            foreach_copy_(targets, [arrays[i]._t for i in positions])
            self._waits.append(self.start_bucket(number))

    def start_bucket(self, number: int, engine=None) -> Callable[[], None]:
        """Start to sum a full bucket; return a function that waits for it."""
        flat = self._flats[number]
        if self._carries_mark(flat):
            flat[-1] = self._mark
        return self._group.start_sum(flat, engine)

    def finish(self) -> None:
        """Wait for the sums."""
        waits, self._waits = self._waits, []
        for wait in waits:
            wait()
        for flat in self._flats:
            if self._carries_mark(flat) and flat[-1] != self._mark * self._group.size:
                raise MXNetError(
                    f"distributed training: worker {self._group.rank} pushes {self._label} while "
                    "another worker pushes something else; all workers must push the same keys in "
                    "the same order"
                )
        for array in self.sums:
            mark_changed(array._t)


def sum_rows(
    group: ProcessGroup, key: object, array: sparse.RowSparseNDArray
) -> sparse.RowSparseNDArray:
    """Return the sum of row-sparse arrays over all workers, which may have different rows."""
    if group.size == 1:
        return array
    data, indices = array._parts
    counts = gather_numbers("push", {key: array}, len(indices))
    if not any(counts):
        return array
    # Engines gather tensors of one size. The rows are added in the order of ranks, so that all
    # workers get the same bits.
    columns = [group.gather_tensors(_pad_rows(part, max(counts))) for part in (data, indices)]
    rows = [
        RowSparseTensor((d[:n], i[:n]), array.shape)
        for d, i, n in zip(*columns, counts, strict=True)
    ]
    return sparse.RowSparseNDArray._of(merge_rows(rows), array._ctx)


def broadcast_rows(group: ProcessGroup, array: sparse.RowSparseNDArray) -> sparse.RowSparseNDArray:
    """Return the row-sparse array of worker 0."""
    data, indices = array._parts
    count = torch.tensor([len(indices)])
    group.broadcast_tensors([count])
    if group.rank:
        data, indices = data.new_empty((int(count), *data.shape[1:])), indices.new_empty(int(count))
    group.broadcast_tensors([data, indices])
    return sparse.RowSparseNDArray._of(RowSparseTensor((data, indices), array.shape), array._ctx)


def _pad_rows(tensor: torch.Tensor, length: int) -> torch.Tensor:
    padded = tensor.new_zeros((length, *tensor.shape[1:]))
    padded[: len(tensor)] = tensor
    return padded
