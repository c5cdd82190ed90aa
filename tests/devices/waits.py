"""Where the host waits for a device, or copies to it: the calls that stall a training loop."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import torch

aten = torch.ops.aten

# Results whose size depends on values: the host has to read a count from the device.
DYNAMIC = {
    aten.nonzero,
    aten.masked_select,
    aten._unique2,
    aten.unique_consecutive,
    aten.unique_dim,
    aten.bincount,
    aten.argwhere,
}
READS = {aten._local_scalar_dense, aten.equal, aten._linalg_check_errors}

# Methods of arrays that read values or copy them: what matters is who calls them.
READERS = {
    "asnumpy", "asscalar", "item", "tolist", "wait_to_read", "__array__", "__bool__", "__float__",
    "__int__", "__index__", "__len__", "__repr__", "__str__", "as_in_context", "as_in_ctx",
    "copyto", "copy_to", "_copy_to", "moved", "_element", "<lambda>",
}  # fmt: skip


@dataclass(frozen=True)
class Wait:
    """One call that made the host wait."""

    op: str
    place: str  # file and function in the package

    def __str__(self):
        return f"{self.place}: {self.op}"


_noted: list[list[Wait]] = []  # of the blocks that want to know


@contextlib.contextmanager
def noted_waits() -> Iterator[list[Wait]]:
    """Collect the waits inside of the block, without those that its own code asks for."""
    _noted.append([])
    try:
        yield _noted[-1]
    finally:
        _noted.pop()


def note(op: str) -> None:
    """Note that the host waits, if anybody wants to know, and has not asked for it."""
    place = reader() if _noted else None
    if place is not None:
        _noted[-1].append(Wait(op, place))


def is_wait(op, arguments: list, options: dict) -> bool:
    """Return whether an operator makes the host wait for its arguments."""
    packet = op.overloadpacket
    if packet in DYNAMIC or packet in READS:
        return True
    if packet is aten.repeat_interleave:
        return op is aten.repeat_interleave.Tensor and options.get("output_size") is None
    if packet in (aten.index, aten.index_put, aten.index_put_, aten._index_put_impl_):
        return has_mask(packet, arguments)
    return False


def has_mask(packet, arguments: list) -> bool:
    """Return whether indices are masks, which are turned into positions: their number is read."""
    _, indices, *rest = arguments
    is_masked = any(index is not None and index.dtype is torch.bool for index in indices)
    # A mask and one value is a masked_fill, which needs no positions.
    return is_masked and not (packet is not aten.index and rest[0].numel() == 1)


def in_package(frame) -> str | None:
    """Return the file and function of a frame of the package, None for others."""
    _, separator, path = frame.f_code.co_filename.rpartition("/mxnet/")
    return f"{path} {frame.f_code.co_name}" if separator else None


def caller() -> str | None:
    """Return the innermost place in the package that the current call comes from."""
    frame = sys._getframe(1)
    while frame is not None and in_package(frame) is None:
        frame = frame.f_back
    return None if frame is None else in_package(frame)


def reader() -> str | None:
    """Return the place in the package that asks for values, None where its user does."""
    frame = sys._getframe(1)
    while frame is not None and in_package(frame) is None:
        frame = frame.f_back
    while frame is not None and frame.f_code.co_name in READERS:
        frame = frame.f_back
    return None if frame is None else in_package(frame)
