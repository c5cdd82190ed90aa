"""A process that dies, fails or never comes makes all others raise an error that names it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time

import pytest
from torch.distributed import DistNetworkError, HashStore

import mxnet as mx
from mxnet import kvstore, nd
from mxnet._distributed import engines, process_group, read_launch, rendezvous
from mxnet._distributed.environment import Launch
from mxnet._distributed.liveness import ALARM_SILENCE, Liveness
from mxnet.cli._placement import reserved_port

from .jobs import TIME_LIMIT, run_job, torchrun_variables

FAULTS = {
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "freeze": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "exit": lambda: sys.exit(3),
}


def train_with_fault(kind, victim, fault):
    """Push until that fails; return the error."""
    kv = kvstore.create(kind)
    kv.init(["v", "w"], [nd.zeros(1000)] * 2)
    # Not before all are connected, which may take long on a busy machine. As long as a silence
    # counts after a connection has broken: no worker that is alive is silent for 10 heartbeats.
    os.environ["MXNET_KVSTORE_TIMEOUT"] = str(ALARM_SILENCE)
    deadline = time.monotonic() + TIME_LIMIT / 2
    with pytest.raises(mx.MXNetError) as error:
        while time.monotonic() < deadline:
            kv.push(["v", "w"], [nd.ones(1000)] * 2)
            kv.pull(["v", "w"], out=[nd.zeros(1000)] * 2)
            if kv.rank == victim:
                FAULTS[fault]()
    dead = kv.get_num_dead_node(7)
    return str(error.value), dead


@pytest.mark.parametrize(
    "kind, size, victim, fault, text",
    [
        ("dist_sync", 3, 1, "kill", "worker 1 has shown no sign of life for"),
        ("dist_sync", 2, 1, "freeze", "worker 1 has shown no sign of life for"),
        ("dist_sync", 2, 1, "exit", "worker 1 ended while worker 0 waits for a sum"),
        ("dist_sync", 2, 0, "exit", "worker 0 ended while worker 1 waits for a sum"),
        ("dist_sync", 2, 0, "kill", "worker 0, which held the rendezvous store, is gone"),
        ("dist_sync", 2, 0, "freeze", "worker 0, which held the rendezvous store, has not"),
        ("dist_async", 2, 1, "kill", "worker 1 has shown no sign of life for"),
        ("dist_async", 2, 0, "freeze", "worker 0, which held the rendezvous store, has not"),
    ],
)
def test_the_others_name_the_worker(kind, size, victim, fault, text):
    answers = run_job(train_with_fault, size, kind, victim, fault, victim=victim)
    for rank in set(range(size)) - {victim}:
        error, dead = answers[rank]
        assert text in error and f"worker {rank} gives up" in error
        assert "MXNET_KVSTORE_TIMEOUT (5 s)" in error
        assert dead == 1


def meet_in(store, monkeypatch, rank):
    monkeypatch.setenv("MXNET_KVSTORE_START_TIMEOUT", "0.1")
    monkeypatch.setattr(rendezvous, "_LONGEST_PAUSE", 0.01)
    monkeypatch.setattr(rendezvous, "_connect", lambda launch: store)
    rendezvous.meet(Launch(size=3, rank=rank, address="here", port=7))


def test_a_worker_that_never_comes(monkeypatch):
    store = HashStore()
    with pytest.raises(mx.MXNetError, match="worker 1, worker 2 did not arrive at here:7.*0.1 s"):
        meet_in(store, monkeypatch, 0)
    # Whoever has waited for them as well says the same, although one has come in the meantime.
    with pytest.raises(mx.MXNetError, match="training: worker 1, worker 2 did not arrive at here"):
        meet_in(store, monkeypatch, 1)


def test_a_worker_that_comes_twice(monkeypatch):
    store = HashStore()
    store.set("mxnet/0/here/worker/1", b"here")
    store.set("mxnet/0/here/worker/2", b"here")
    meet_in(store, monkeypatch, 0)
    text = "worker 0 of 3 at here:7 connected although worker 0 was there before; is another job"
    with pytest.raises(mx.MXNetError, match=text):
        meet_in(store, monkeypatch, 0)


def test_a_store_that_ends_while_workers_are_waited_for(monkeypatch):
    class Store:
        set = add = lambda self, *arguments: 1

        def check(self, keys):
            raise DistNetworkError

    monkeypatch.setattr(rendezvous.distributed, "PrefixStore", lambda name, store: store)
    with pytest.raises(mx.MXNetError, match="for which worker 0 has waited, did not arrive"):
        meet_in(Store(), monkeypatch, 1)


class LostStore:
    """A store whose process has ended, at the first request of one kind."""

    def __init__(self, request):
        self._request = request

    def __getattr__(self, name):
        if name == self._request:
            raise DistNetworkError("connection reset\nand a trace")
        return lambda *arguments: True


@pytest.mark.parametrize("request_", ["add", "set", "clone"])
def test_a_store_that_ends_while_workers_join(request_, monkeypatch):
    store = LostStore(request_)
    monkeypatch.setattr(rendezvous.distributed, "PrefixStore", lambda name, store: store)
    monkeypatch.setattr(rendezvous, "_connect", lambda launch: store)
    launch = Launch(size=2, rank=None if request_ == "add" else 1, address="here", port=7)
    text = r"gives up: worker 0, which held the rendezvous store, is gone \(connection reset\)"
    with pytest.raises(mx.MXNetError, match=text):
        Liveness(*rendezvous.meet(launch))


def die_while_connecting():
    if read_launch().rank == 1:
        engines.open_gloo = lambda *arguments: os.kill(os.getpid(), signal.SIGKILL)
    os.environ["MXNET_KVSTORE_TIMEOUT"] = str(ALARM_SILENCE)
    with pytest.raises(mx.MXNetError) as error:
        process_group()
    return str(error.value)


def test_a_worker_that_dies_while_the_others_connect_to_it():
    first, _, third = run_job(die_while_connecting, 3, victim=1)
    for error in (first, third):
        assert "gives up connecting with the other processes: worker 1 has shown no sign" in error


def test_nobody_to_meet(monkeypatch):
    monkeypatch.setenv("MXNET_KVSTORE_START_TIMEOUT", "1")
    with reserved_port() as port:
        for name, value in torchrun_variables(1, 2, port).items():
            monkeypatch.setenv(name, value)
        text = "worker 1 of 2 .* could not reach worker 0 within 1 s"
        with pytest.raises(mx.MXNetError, match=text):
            process_group.__wrapped__()


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "alpha"])
def test_who_can_reach_the_store(address):
    with reserved_port() as port, rendezvous._listen(Launch(2, 0, "worker", address, port)) as own:
        host = own.getsockname()[0]
        assert host == "127.0.0.1" if address != "alpha" else host in ("::", "0.0.0.0")


def use_the_store(kv, answers):
    try:
        kv.push("w", nd.ones(2))
        kv.pull("w", out=nd.zeros(2))
    except mx.MXNetError as error:
        answers.send(str(error))


def use_the_store_in_a_child(kind):
    kv, out = kvstore.create(kind), nd.zeros(2)
    kv.init("w", nd.zeros(2))
    kv.push("w", nd.ones(2))
    receiver, sender = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=use_the_store, args=(kv, sender))
    child.start()
    answer = receiver.recv() if receiver.poll(TIME_LIMIT) else None
    child.join()
    kv._barrier()
    kv.pull("w", out=out)
    return answer, out.asnumpy().tolist()


@pytest.mark.parametrize("kind, value", [("dist_sync", 2), ("dist_async", 1)])
def test_a_forked_child_cannot_use_the_store(kind, value):
    for rank, (answer, values) in enumerate(run_job(use_the_store_in_a_child, 2, kind)):
        assert f"this process was forked from worker {rank}, which alone is part of the" in answer
        assert values == [value, value]
