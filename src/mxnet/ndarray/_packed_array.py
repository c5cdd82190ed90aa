"""Arrays that are given up for what a plan has packed, and are made again on demand."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Iterable

import torch

from .._core.private_torch import is_held, is_shared
from .._eager.array import Leaf, NDArrayBase, wrap
from .._eager.backward import attach
from .._graph.passes.packed_weight import PackedWeight
from ..context import Context, cpu
from .ndarray import PLAIN, NDArray

# Elements of the smallest array that is given up. All networks of the model zoo have less than 1 %
# of their weights in smaller ones.
SMALL = 1 << 14


class PackedArray:
    """What is needed to make an array again, which was the only one with its memory."""

    def __init__(self, array: NDArrayBase):
        self._class, self._ctx, self._leaf = type(array), array._ctx, array._leaf
        self._weight = PackedWeight(array._t)
        self.stand_in = wrap(self._weight.stand_in(), self._ctx, self._class)

    def restore(self) -> NDArrayBase:
        """Return the array with its bits, and its gradient; ``withdraw`` must follow."""
        array = wrap(self._weight.values(), self._ctx, self._class)
        if self._leaf is not None:
            attach(array, self._leaf)
        return array

    def withdraw(self) -> None:
        """Free what this needs, and stop the plan from using the stand-in."""
        self._weight.withdraw()


def may_be_packed(array: NDArrayBase, ctx: Context) -> bool:
    """Return whether an array may be given up, if it is exclusive: a weight never trained."""
    if type(array) not in PLAIN or array._ctx is not ctx or array._plain is None:
        return False
    if not _counts_references():
        return False
    tensor, leaf = array._plain, array._leaf
    if leaf is not None and (leaf.arrival != sys.maxsize or leaf.observer is not None):
        return False
    is_weight = tensor.ndim in (4, 5) and tensor.numel() >= SMALL and tensor.is_contiguous()
    return is_weight and tensor.is_cpu and tensor.dtype is torch.float32


def _counts_references() -> bool:
    """Return whether Python counts references exactly, which it only does with the GIL."""
    has_gil = getattr(sys, "_is_gil_enabled", None)
    return has_gil is None or has_gil()


def is_exclusive(holder: list[list[NDArrayBase]]) -> bool:
    """Return whether nothing refers to a list of one array, besides another list around it.

    This includes the tensor of the array, to which only a PackedArray may refer, and graphs that
    were recorded.
    """
    array = holder[0][0]
    tensors = [tensor for tensor in (array._plain, array._graph) if tensor is not None]
    # A variable shares the memory.
    if is_shared(array._plain, len(tensors) - 1) or any(map(is_held, tensors)):
        return False
    if weakref.getweakrefcount(array):
        return False
    del array, tensors
    return all(a <= b for a, b in zip(_references(holder), _ALONE, strict=True))


def _references(holder: list[list[NDArrayBase]]) -> tuple[int, ...]:
    is_variable = holder[0][0]._graph is not None
    return (
        sys.getrefcount(holder[0]),
        sys.getrefcount(holder[0][0]),
        sys.getrefcount(holder[0][0]._plain),
        sys.getrefcount(holder[0][0]._graph) if is_variable else 0,
    )


def bytes_of(arrays: Iterable[NDArrayBase]) -> int:
    """Return the memory of dense arrays."""
    return sum(0 if array._plain is None else array._plain.nbytes for array in arrays)


_example = [[wrap(torch.zeros(1), cpu(), NDArray)]]
attach(_example[0][0], Leaf(None, "null"))
_packed_example = PackedArray(_example[0][0])
_ALONE = _references(_example)
del _example, _packed_example
