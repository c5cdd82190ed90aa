"""Weighted sums of rows, the core of operators that interpolate in images.

A position between four elements is a sum of four rows (the channels of an element) with four
weights; a bin is a sum over its positions. Torch's embedding bags compute such sums without storing
the rows they read, and the gradient is such a sum too, with the index lists inverted.
"""

from __future__ import annotations

import numpy as np
import torch

from ..._core.private_torch import Function

_ENTRIES = 1 << 16  # entries whose gradients of weights are computed at once


def _sum_bags(rows, index, starts, weights) -> torch.Tensor:
    mode_sum = 0
    return torch.embedding_bag(rows, index, starts, False, mode_sum, False, weights)[0]


class _Sums(Function):
    """Sum ``weights * rows[index]`` over the intervals of index that begin at ``starts``."""

    @staticmethod
    def forward(ctx, rows, index, starts, weights):
        ctx.save_for_backward(rows, index, starts, weights)
        return _sum_bags(rows, index, starts, weights)

    @staticmethod
    def backward(ctx, grad):
        rows, index, starts, weights = ctx.saved_tensors
        lengths = torch.diff(starts, append=starts.new_tensor([index.numel()]))
        bag = torch.arange(starts.numel(), device=index.device).repeat_interleave(
            lengths, output_size=index.numel()
        )
        grad_rows = grad_weights = None
        if ctx.needs_input_grad[0]:
            positions, order = index.sort(stable=True)
            begins = torch.searchsorted(positions, torch.arange(len(rows), device=index.device))
            grad_rows = _Sums.apply(grad.contiguous(), bag[order], begins, weights[order])
        if ctx.needs_input_grad[3]:
            grad_weights = torch.cat([
                (grad.index_select(0, b) * rows.index_select(0, i)).sum(1)
                for b, i in zip(bag.split(_ENTRIES), index.split(_ENTRIES), strict=True)
            ])  # fmt: skip
        return grad_rows, None, None, grad_weights


def weighted_sums(rows, index, weights) -> torch.Tensor:
    """Return ``(rows[index] * weights[..., None]).sum(1)`` for index and weights (sums, terms)."""
    dtype = rows.dtype
    # Bags of half precision are not accurate enough.
    if dtype not in (torch.float32, torch.float64):
        rows, weights = rows.float(), weights.float()
    if weights.requires_grad or not rows.is_cpu:  # counting would synchronize a GPU
        starts = torch.arange(0, index.numel(), index.shape[1], device=index.device)
        index, weights = index.flatten(), weights.flatten()
    else:
        index, starts, weights = map(
            torch.from_numpy, _without_zeros(index.numpy(), weights.numpy())
        )
    if not index.numel():
        return rows.new_zeros(starts.numel(), rows.shape[1]).to(dtype)
    needs_gradient = rows.requires_grad or weights.requires_grad
    run = _Sums.apply if needs_gradient else _sum_bags
    return run(rows.contiguous(), index, starts, weights).to(dtype)


def _without_zeros(index, weights) -> tuple[np.ndarray, ...]:
    """Return indices, starts of sums and weights without the terms whose weight is 0."""
    used = weights != 0
    counts = np.add.reduce(used, 1)
    return index[used], counts.cumsum() - counts, weights[used]
