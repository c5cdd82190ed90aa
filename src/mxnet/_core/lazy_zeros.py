"""Zeros that allocate no memory until they are written."""

from __future__ import annotations

import mmap

import torch

from .malloc import HUGE_PAGE

# Bytes. Mapping takes about 10 microseconds, as long as writing this many zeros, and the last page
# of a mapping is half unused on average.
LARGE = 256 << 10


def lazy_zeros(like: torch.Tensor) -> torch.Tensor:
    """Return contiguous zeros; large ones on the host get pages as they are written.

    They are used for gradients: a network that only predicts never writes its gradients, which
    would otherwise take as much memory as its parameters.
    """
    size = like.numel() * like.element_size()
    if size < LARGE or not like.is_cpu or not hasattr(mmap, "MAP_PRIVATE"):
        return torch.zeros_like(like, memory_format=torch.contiguous_format)
    # Private: writes of a forked process must not be visible to other processes.
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    if size >= HUGE_PAGE and hasattr(mmap, "MADV_HUGEPAGE"):
        # Linux aligns a mapping to huge pages if its size is a multiple of one.
        block = mmap.mmap(-1, -(-size // HUGE_PAGE) * HUGE_PAGE, flags=flags)
        block.madvise(mmap.MADV_HUGEPAGE)
    else:
        block = mmap.mmap(-1, size, flags=flags)
    zeros = torch.frombuffer(block, dtype=like.dtype, count=like.numel())
    return zeros.resize_(like.shape)  # in place: a view would not own its memory
