"""Messages under way, on an engine whose steps the test decides."""

import gc
import weakref
from types import SimpleNamespace

import pytest

from mxnet import MXNetError
from mxnet._distributed.messages import Channel, Message


class Work:
    """The sending of a tensor; the engine gives it up when nobody holds it any more."""

    def __init__(self, on_wait=lambda: None):
        self.on_wait = on_wait

    def wait(self, timeout):
        self.on_wait()


class Engine:
    def __init__(self):
        self.works = []
        self.on_wait = lambda: None

    def send(self, tensors, target, tag):
        work = Work(self.on_wait)
        self.works.append(weakref.ref(work))
        return work


def test_flush_leaves_messages_that_another_thread_sends_meanwhile():
    """Waiting for one message must not drop the next: its receiver would wait forever."""
    engine = Engine()
    channel = Channel(engine, SimpleNamespace(await_end=lambda: None, failure=None))

    def send_another():
        engine.on_wait = lambda: None
        waiting.clear()
        channel.reply(1, Message({"number": 2}))

    waiting = [send_another]
    engine.on_wait = lambda: waiting and waiting[0]()
    channel.reply(1, Message({"number": 1}))
    first = len(engine.works)
    channel.flush()
    gc.collect()
    assert len(engine.works) == 2 * first
    assert [work() is None for work in engine.works] == [True] * first + [False] * first


class BrokenEngine:
    def send(self, tensors, target, tag):
        raise RuntimeError("Connection closed by peer")


def test_a_connection_that_is_broken_when_a_message_is_sent():
    liveness = SimpleNamespace(
        await_end=lambda: None,
        failure=None,
        explain=lambda action, error: MXNetError(f"worker 0 gives up {action}: {error}"),
    )
    channel = Channel(BrokenEngine(), liveness)
    with pytest.raises(MXNetError, match="up exchanging arrays with process 1: Connection closed"):
        channel.request(1, Message({"number": 1}))
