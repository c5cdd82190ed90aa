"""A process that dies, fails or never comes makes all others raise an error that names it."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

import mxnet as mx
from mxnet import kvstore, nd
from mxnet._distributed import process_group

from .jobs import TIME_LIMIT, free_port, run_processes, torchrun_variables

FAULTS = {
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "freeze": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "exit": sys.exit,
}


def environments(size):
    port, impatient = free_port(), {"MXNET_KVSTORE_TIMEOUT": "2"}
    return [torchrun_variables(rank, size, port) | impatient for rank in range(size)]


def train_with_fault(kind, victim, fault):
    """Push until that fails; return the error."""
    made = kvstore.create(kind)
    made.init(["v", "w"], [nd.zeros(1000)] * 2)
    deadline = time.monotonic() + TIME_LIMIT / 2
    with pytest.raises(mx.MXNetError) as error:
        while time.monotonic() < deadline:
            made.push(["v", "w"], [nd.ones(1000)] * 2)
            made.pull(["v", "w"], out=[nd.zeros(1000)] * 2)
            if made.rank == victim:
                FAULTS[fault]()
    dead = made.get_num_dead_node(7)
    return str(error.value), dead


@pytest.mark.parametrize(
    "kind, size, victim, fault, text",
    [
        ("dist_sync", 3, 1, "kill", "worker 1 has shown no sign of life for"),
        ("dist_sync", 2, 1, "freeze", "worker 1 has shown no sign of life for"),
        ("dist_sync", 2, 1, "exit", "worker 1 ended before worker 0"),
        ("dist_sync", 2, 0, "kill", "worker 0, which held the rendezvous store, is gone"),
        ("dist_sync", 2, 0, "freeze", "worker 0, which held the rendezvous store, has not"),
        ("dist_async", 2, 1, "kill", "worker 1 has shown no sign of life for"),
    ],
)
def test_the_others_name_the_worker(kind, size, victim, fault, text):
    answers = run_processes(
        train_with_fault, environments(size), kind, victim, fault, victim=victim
    )
    for rank in set(range(size)) - {victim}:
        error, dead = answers[rank]
        assert text in error and f"worker {rank} gives up" in error
        assert "MXNET_KVSTORE_TIMEOUT (2 s)" in error
        assert dead == 1


def test_a_worker_that_never_comes(monkeypatch):
    monkeypatch.setenv("MXNET_KVSTORE_START_TIMEOUT", "1")
    for name, value in torchrun_variables(0, 3, free_port()).items():
        monkeypatch.setenv(name, value)
    with pytest.raises(mx.MXNetError, match="worker 1, worker 2 did not arrive at 127.0.0.1:.*1 s"):
        process_group.__wrapped__()


def test_nobody_to_meet(monkeypatch):
    monkeypatch.setenv("MXNET_KVSTORE_START_TIMEOUT", "1")
    for name, value in torchrun_variables(1, 2, free_port()).items():
        monkeypatch.setenv(name, value)
    with pytest.raises(mx.MXNetError, match="worker 1 of 2 .* could not reach worker 0 within 1 s"):
        process_group.__wrapped__()
