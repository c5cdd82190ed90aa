"""Copies of tensors in another memory layout: ``contiguous``, ``to_channels_last``, ``permuted``.

torch copies a transposed matrix element by element. Its kernel that shuffles channels transposes
with vector instructions: it takes 0.1 to 0.7 of the time of torch's copy for elements of 4 bytes or
one byte (AVX-512, one thread), and images in one layout are matrices of channels and pixels that
are the transposed ones in the other.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from .tracing import is_traced

# Copies of fewer elements take about as long in torch, and so do matrices of few rows or columns.
LEAST, LEAST_SIDE = 1 << 14, 8
# The types for which torch's kernel has vector instructions, by the size of an element.
_VECTORS = {1: torch.uint8, 4: torch.float32}


def contiguous(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor in contiguous memory: the same one, or a copy."""
    if tensor.is_contiguous():
        return tensor
    copy = None if tensor.numel() < LEAST else _transpose(tensor)
    return tensor.contiguous() if copy is None else copy


def to_channels_last(images: torch.Tensor) -> torch.Tensor:
    """Return images in the channels-last layout: the same tensor, or a copy."""
    if images.numel() < LEAST or images.is_contiguous(memory_format=torch.channels_last):
        return images.contiguous(memory_format=torch.channels_last)
    copy = _transpose(images.permute(0, 2, 3, 1))
    if copy is None:
        return images.contiguous(memory_format=torch.channels_last)
    return copy.permute(0, 3, 1, 2).data


def permuted(tensor: torch.Tensor, axes: Sequence[int]) -> torch.Tensor:
    """Return a copy with permuted axes."""
    if tensor.numel() < LEAST or tensor.requires_grad:
        return torch.permute_copy(tensor, axes)
    view = tensor.permute(axes)
    copy = _transpose(view)
    return view.clone(memory_format=torch.contiguous_format) if copy is None else copy


def _transpose(tensor: torch.Tensor) -> torch.Tensor | None:
    """Return a contiguous copy of transposed matrices, None for others or if torch is as fast."""
    if not tensor.is_cpu or tensor.requires_grad or tensor.element_size() not in _VECTORS:
        return None
    matrices = _stored_matrices(tensor)
    if matrices is None or min(matrices[1:]) < LEAST_SIDE or is_traced():
        return None
    count, rows, columns = matrices
    size = rows * columns
    # As images of one pixel, whose channels are the elements of a matrix.
    stored = tensor.view(_VECTORS[tensor.element_size()])
    stored = stored.as_strided((count, size, 1, 1), (size, 1, size, size))
    copy = torch.native_channel_shuffle(stored, rows).view(tensor.shape)
    return copy.data.view(tensor.dtype).data  # no views: nothing else has this memory


def _stored_matrices(tensor: torch.Tensor) -> tuple[int, int, int] | None:
    """Return count, rows and columns of adjacent matrices in memory that a tensor transposes."""
    axes: list[tuple[int, int]] = []  # sizes and strides, neighbors combined
    for size, stride in zip(tensor.shape, tensor.stride(), strict=True):
        if size == 1:
            continue
        if axes and axes[-1][1] == size * stride:
            axes[-1] = axes[-1][0] * size, stride
        else:
            axes.append((size, stride))
    if len(axes) == 2:
        axes.insert(0, (1, axes[0][0] * axes[1][0]))
    match axes:
        case [(count, step), (columns, 1), (rows, distance)] if (
            distance == columns and step == rows * columns
        ):
            return count, rows, columns
    return None
