"""Messages between two processes: a dictionary of plain values, and arrays.

The dictionary is sent as JSON and the arrays as bytes, so that a sender can only make a receiver
store numbers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import distributed

from .._core.dtypes import BY_NAME, BY_TORCH
from .._eager.array import wrap
from .._ops.sparse_tensor import RowSparseTensor
from ..base import MXNetError
from ..context import cpu
from ..ndarray import NDArray, sparse
from .engines import FOREVER, abort_on_failure
from .liveness import Liveness

_REQUEST, _REPLY = 1, 2
# More than any of our requests needs.
_MAX_TEXT_BYTES = 1 << 26


@dataclass(frozen=True, slots=True)
class Message:
    """A message: plain values, and arrays that are dense or row-sparse."""

    values: dict
    arrays: Sequence[NDArray] = ()


class Channel:
    """Requests to any process of a group, and replies; one message to each may be in transit.

    A request returns while the message is in transit. Its arrays must not be changed until then, so
    callers pass copies. A reply may take any time, like an update on a server: it is awaited as
    long as the job does not fail.
    """

    def __init__(self, engine: distributed.ProcessGroupGloo, liveness: Liveness):
        abort_on_failure(engine, liveness)
        self._engine, self._liveness = engine, liveness
        # By target and tag: the works of the message under way, each with its tensor, which must
        # live as long. Whoever takes an entry out waits for it: two threads may send and flush.
        self._in_transit: dict[tuple[int, int], list[tuple[distributed.Work, torch.Tensor]]] = {}

    def request(self, target: int, message: Message) -> None:
        """Send a request."""
        self._send(target, message, _REQUEST)

    def reply(self, target: int, message: Message) -> None:
        """Send a reply."""
        self._send(target, message, _REPLY)

    def next_request(self) -> tuple[int, Message]:
        """Wait for a request; return its sender and the request."""
        header = torch.empty(1, dtype=torch.int64)
        work = self._engine.recv_anysource([header], _REQUEST)
        work.wait(FOREVER)
        source = work._source_rank()  # there is no public name for it
        return source, self._receive(source, _REQUEST, int(header))

    def await_reply(self, source: int) -> Message:
        """Wait for the reply of a process."""
        header = torch.empty(1, dtype=torch.int64)
        return self._guard(source, lambda: self._await(source, header))

    def flush(self) -> None:
        """Wait until all messages have been sent."""
        for target, tag in list(self._in_transit):
            self._await_sent(target, tag)

    def _await(self, source: int, header: torch.Tensor) -> Message:
        self._engine.recv([header], source, _REPLY).wait(FOREVER)
        return self._receive(source, _REPLY, int(header))

    def _guard(self, peer: int, exchange):
        """Run an exchange; on failure, name the process that caused it."""
        try:
            return exchange()
        except RuntimeError as error:
            raise self._liveness.explain(f"exchanging arrays with process {peer}", error) from None

    def _send(self, target: int, message: Message, tag: int) -> None:
        parts = [part for array in message.arrays for part in _parts(array)]
        described = [_describe(array) for array in message.arrays]
        text = json.dumps([message.values, described]).encode()
        tensors = [
            torch.tensor([len(text)]),
            torch.frombuffer(bytearray(text), dtype=torch.uint8),
            *(part.contiguous() for part in parts if part.numel()),
        ]
        self._await_sent(target, tag)
        self._in_transit[target, tag] = self._guard(
            target, lambda: [(self._engine.send([t], target, tag), t) for t in tensors]
        )

    def _await_sent(self, target: int, tag: int) -> None:
        """Wait until the last message to a process has been sent."""
        for work, _ in self._in_transit.pop((target, tag), ()):
            self._guard(target, lambda work=work: work.wait(FOREVER))

    def _receive(self, source: int, tag: int, length: int) -> Message:
        if not 0 < length <= _MAX_TEXT_BYTES:
            raise MXNetError(f"a message of process {source} claims {length} bytes of text")
        text = self._tensor(source, tag, torch.uint8, (length,))
        values, described = json.loads(text.numpy().tobytes())
        arrays = []
        for shape, dtype, rows in described:
            torch_type = BY_NAME[dtype].torch
            if rows is None:
                tensor = self._tensor(source, tag, torch_type, tuple(shape))
                arrays.append(wrap(tensor, cpu(), NDArray))
                continue
            data = self._tensor(source, tag, torch_type, (rows, *shape[1:]))
            indices = self._tensor(source, tag, torch.int64, (rows,))
            tensor = RowSparseTensor((data, indices), shape)
            arrays.append(sparse.RowSparseNDArray._of(tensor, cpu()))
        return Message(values, arrays)

    def _tensor(self, source: int, tag: int, dtype: torch.dtype, shape: tuple) -> torch.Tensor:
        tensor = torch.empty(shape, dtype=dtype)
        if tensor.numel():
            self._engine.recv([tensor], source, tag).wait(FOREVER)
        return tensor


def _parts(array: NDArray) -> list[torch.Tensor]:
    return [array._t] if array.stype == "default" else list(array._parts)


def _describe(array: NDArray) -> tuple:
    data, *indices = _parts(array)
    rows = len(data) if indices else None
    return list(array.shape), BY_TORCH[data.dtype].name, rows
