"""Weights that exist only as plans have packed them, and what restores their values exactly.

Of a weight ``w`` and the factor ``s`` of its channel, a plan has packed the rounded product.
Divided by ``s`` and rounded again, it is ``w`` or one of the two floats next to it. Overflow and
denormal numbers are exceptions, so this is checked for each weight. The corrections take 2 bits for
each element.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import torch

from ..._core.locks import new_lock

# Held while a weight is packed or restored. A signal handler may ask for it meanwhile.
_lock = new_lock(threading.RLock)
ROOM = 64 * 1024  # elements that are compared together: 256 KB, which stay in the caches


class Withdrawn(Exception):
    """A weight that only a plan had has been given back."""


class PackedWeight:
    """A weight that a plan may keep in packed form only."""

    def __init__(self, weight: torch.Tensor):
        self._weight: torch.Tensor | None = weight
        # What was packed and how to read it, the factors and the corrections.
        self._packed: tuple[Callable, torch.Tensor | None, torch.Tensor | None] | None = None

    def stand_in(self) -> torch.Tensor:
        """Return a tensor without values, which represents the weight in calls of the plan."""
        assert self._weight is not None
        with torch.inference_mode(False):  # it needs a version
            tensor = torch.empty_like(self._weight, device="meta")
        tensor.packed_weight = self
        return tensor

    def values(self) -> torch.Tensor:
        """Return the weight."""
        with _lock:
            return self._values()

    def keep(self, read: Callable[[], torch.Tensor], scale: torch.Tensor | None) -> None:
        """Keep only what ``read`` returns, the weight times ``scale``, if it restores all bits."""
        with _lock:
            weight = self._values()
            corrections = find_corrections(weight, read(), scale)
            if corrections is None:
                self._weight, self._packed = weight, None
            else:
                self._packed = read, scale, corrections if corrections.numel() else None
                self._weight = None

    def read_from(self, read: Callable[[], torch.Tensor]) -> None:
        """Read what was packed, with the same bits, from elsewhere."""
        with _lock:
            if self._packed is not None:
                self._packed = read, *self._packed[1:]

    def withdraw(self) -> None:
        """Free the weight, which was given back."""
        with _lock:
            self._weight = self._packed = None

    def _values(self) -> torch.Tensor:
        if self._weight is not None:
            return self._weight
        if self._packed is None:
            raise Withdrawn
        read, scale, corrections = self._packed
        return restore(read(), scale, corrections)


def values_of(tensor: torch.Tensor) -> torch.Tensor:
    """Return the tensor that a stand-in represents; others represent themselves."""
    weight = packed_weight_of(tensor)
    return tensor if weight is None else weight.values()


def packed_weight_of(tensor: torch.Tensor) -> PackedWeight | None:
    """Return the weight that a stand-in represents, or None for other tensors."""
    return getattr(tensor, "packed_weight", None)


def find_corrections(
    weight: torch.Tensor, product: torch.Tensor, scale: torch.Tensor | None
) -> torch.Tensor | None:
    """Return what ``restore`` needs, empty if that is nothing, or None if it is not possible."""
    if product.shape != weight.shape or product.dtype is not torch.float32:
        return None
    count, rows = weight.numel(), max(1, ROOM // weight[0].numel())
    codes = torch.ones(-(-count // 4) * 4, dtype=torch.uint8)  # 1: the bits are right
    needed = False
    for start in range(0, len(weight), rows):
        some = slice(start, start + rows)
        quotient = product[some] if scale is None else product[some] / scale[some]
        difference = _bits(weight[some]) - _bits(quotient)
        low, high = difference.aminmax()
        if low < -1 or high > 1:
            return None
        needed |= bool(low) or bool(high)
        first = start * weight[0].numel()
        codes[first : first + difference.numel()] = difference.view(-1).add_(1)
    if not needed:
        return codes[:0].clone()
    a, b, c, d = codes.view(4, -1)
    return a | b << 2 | c << 4 | d << 6


def restore(
    product: torch.Tensor, scale: torch.Tensor | None, corrections: torch.Tensor | None
) -> torch.Tensor:
    """Return a new tensor with the bits of the weight."""
    with torch.inference_mode(False), torch.no_grad():
        weight = torch.empty(product.shape)
        if scale is None:
            weight.copy_(product)
        else:
            torch.div(product, scale, out=weight)
        if corrections is not None:
            codes = torch.stack([corrections >> shift & 3 for shift in (0, 2, 4, 6)])
            bits = _bits(weight).view(-1)
            bits.add_(codes.view(-1)[: len(bits)]).sub_(1)
        return weight


def _bits(numbers: torch.Tensor) -> torch.Tensor:
    return numbers.contiguous().view(torch.int32)
