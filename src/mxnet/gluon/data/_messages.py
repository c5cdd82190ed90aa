"""Messages between a pool and its workers: headers, pickled tasks and pickled errors."""

from __future__ import annotations

import io
import pickle
import struct
import traceback
from dataclasses import dataclass
from multiprocessing.pool import RemoteTraceback
from multiprocessing.reduction import ForkingPickler

from ...base import MXNetError

# Kinds of results: pickled by the task, pickled by the worker, an error.
BYTES, OBJECT, ERROR = range(3)

# Header of a task: its three seeds and the number of segments returned to the worker.
_TASK = struct.Struct("<QQQQ")
# Header of a result: kind, serial number, number of segments, number of evicted segments.
_RESULT = struct.Struct("<BQQQ")
_SEGMENT = struct.Struct("<QQ")  # number and capacity


def encode_task(seeds: tuple[int, int, int], released: list[int], task: bytes) -> bytes:
    """Return the message of a task; segments not to be reused have a negative number."""
    head = _TASK.pack(*seeds, len(released))
    return head + struct.pack(f"<{len(released)}q", *released) + task


def decode_task(message: bytes) -> tuple[list[int], tuple[int, ...], bytes]:
    """Return the seeds, the released segments and the pickled task of a message."""
    *seeds, count = _TASK.unpack_from(message)
    end = _TASK.size + 8 * count
    return seeds, struct.unpack(f"<{count}q", message[_TASK.size : end]), message[end:]


@dataclass(frozen=True, slots=True)
class ResultMessage:
    """A serialized result; the descriptors of new segments follow it on the socket."""

    kind: int
    serial: int
    segments: list[tuple[int, int]]  # (number, capacity)
    evicted: tuple[int, ...]
    value: bytes | memoryview

    def encode(self) -> bytes:
        """Return the message."""
        head = _RESULT.pack(self.kind, self.serial, len(self.segments), len(self.evicted))
        segments = [_SEGMENT.pack(*segment) for segment in self.segments]
        evicted = struct.pack(f"<{len(self.evicted)}Q", *self.evicted)
        return b"".join((head, *segments, evicted, self.value))

    @classmethod
    def decode(cls, message: bytes) -> ResultMessage:
        """Read a message."""
        kind, serial, count, evicted_count = _RESULT.unpack_from(message)
        middle = _RESULT.size + _SEGMENT.size * count
        end = middle + 8 * evicted_count
        segments = list(_SEGMENT.iter_unpack(message[_RESULT.size : middle]))
        evicted = struct.unpack(f"<{evicted_count}Q", message[middle:end])
        return cls(kind, serial, segments, evicted, memoryview(message)[end:])


# ---------------------------------------------------------------------------------- pickled parts

_shared_objects: tuple = ()  # in a worker: objects that tasks refer to by index


def set_shared_objects(objects: tuple) -> None:
    """Set the objects of this worker that tasks name by position."""
    global _shared_objects
    _shared_objects = objects


def _shared_object(position):
    return _shared_objects[position]


class _TaskPickler(ForkingPickler):
    """Pickles a task, with shared objects by position."""

    def __init__(self, file, shared):
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._positions = {id(value): i for i, value in enumerate(shared)}

    def reducer_override(self, obj):
        position = self._positions.get(id(obj))
        return NotImplemented if position is None else (_shared_object, (position,))


def dumps(value, shared=()) -> bytes:
    """Pickle a value, with arrays in shared memory and ``shared`` objects by position."""
    buffer = io.BytesIO()
    _TaskPickler(buffer, shared).dump(value)
    return buffer.getvalue()


def dump_error(error: Exception) -> bytes:
    """Pickle the error that is being handled, with its traceback as text."""
    return dumps((_try_dump(error), traceback.format_exc()))


def _try_dump(error):
    """Pickle an error; return None if that fails, here or when it is unpickled."""
    try:
        pickled = dumps(error)
        pickle.loads(pickled)
    except Exception:  # a user's class may raise anything
        return None
    return pickled


def load_error(value: bytes) -> Exception:
    """Return the error of a worker, with its traceback there as the cause."""
    pickled, text = pickle.loads(value)
    if pickled is None:
        return MXNetError(f"a worker of the DataLoader failed:\n{text}")
    error = pickle.loads(pickled)
    error.__cause__ = RemoteTraceback(f'\n"""\n{text}"""')
    return error
