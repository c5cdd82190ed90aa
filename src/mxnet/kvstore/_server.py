"""The parameter server of asynchronous training: every push changes values immediately."""

from __future__ import annotations

import threading
from collections import defaultdict

import numpy as np

from .._distributed.messages import Channel, Message
from .._distributed.two_bits import unpack_array
from ..base import MXNetError
from ..ndarray import NDArray, array
from ..optimizer._states import load
from .kvstore import KVStore


class ParameterServer:
    """Stores of one process, accessed through messages: one for each store of the workers.

    It runs in a separate process, or in a thread of every worker. Each worker may also call it
    directly.
    """

    def __init__(self):
        # By their numbers: each has its own keys and its own optimizer.
        self._stores: dict[int, KVStore] = defaultdict(lambda: KVStore("local"))
        self._lock = threading.Lock()
        # Sender -> error of its last pushes, for which it does not wait.
        self._errors: dict[int, str] = {}
        # A fixed table, because the names come from the network and must not reach other methods.
        self._handlers = {
            "init": self._init,
            "push": self._push,
            "push_two_bits": self._push_two_bits,
            "pull": self._pull,
            "pull_rows": self._pull_rows,
            "flush": self._flush,
            "set_optimizer": self._set_optimizer,
            "get_states": self._get_states,
            "set_states": self._set_states,
        }

    def answer(self, source: int, request: Message) -> Message | None:
        """Execute the message of a process; return a reply if one is expected."""
        with self._lock:
            try:
                store = self._stores[request.values["store"]]
                reply = self._handler(request)(store, *request.arrays, **request.values["with"])
            except Exception as error:
                # Reported with the next reply to the sender. Any exception, as this thread must
                # continue.
                self._errors.setdefault(source, f"{type(error).__name__}: {error}")
                reply = None
            if not request.values["replies"]:
                return None
            if (error := self._errors.pop(source, None)) is not None:
                return Message({"error": error})
            return Message({}, reply or ())

    def _handler(self, request: Message):
        name = request.values["do"]
        if name not in self._handlers:
            raise MXNetError(f"a parameter server cannot {name}")
        return self._handlers[name]

    def serve(self, channel: Channel, num_workers: int) -> None:
        """Answer messages until all workers have ended."""
        while num_workers:
            source, request = channel.next_request()
            if request.values["do"] == "end":
                num_workers -= 1
            elif (reply := self.answer(source, request)) is not None:
                channel.reply(source, reply)

    # ---------------------------------------------------------------------------- the handlers

    def _init(self, store, value, key):
        store.init(key, value)
        return ()

    def _push(self, store, gradient, key):
        store.push(key, gradient)

    def _push_two_bits(self, store, packed, key, threshold):
        store.push(key, unpack_array(packed, threshold, store._value(key)))

    def _pull(self, store, key):
        # A copy, because the next push changes the value in place.
        return [store._value(key).copy()]

    def _pull_rows(self, store, ids, key):
        return [store._rows(key, ids)]

    def _flush(self, store):
        return ()  # earlier requests have been processed

    def _set_optimizer(self, store, data):
        store.set_optimizer(load(bytes_of(data)))
        return ()

    def _get_states(self, store, dump_optimizer):
        return [array_of(store._updater_for("save").get_states(dump_optimizer))]

    def _set_states(self, store, data):
        store._updater_for("load").set_states(bytes_of(data))
        return ()


# Messages contain plain values and arrays, so bytes are sent as arrays.


def array_of(data: bytes) -> NDArray:
    """Return an array of bytes."""
    return array(np.frombuffer(data, np.uint8), dtype="uint8")


def bytes_of(data: NDArray) -> bytes:
    """Return the bytes in an array."""
    return data.asnumpy().tobytes()
