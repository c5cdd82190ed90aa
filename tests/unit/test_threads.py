"""Processes that are forked after this one computed with several threads, or held a lock."""

import os
import subprocess
import sys

import pytest

from mxnet import MXNetError, engine
from mxnet.gluon import data

# A child that hangs ends the script, by the alarm, with SIGALRM.
SCRIPT = """
import os, signal
import mxnet as mx
import torch
from mxnet._core.locks import new_lock

def compute():
    mx.nd.dot(mx.nd.ones((200, 200)), mx.nd.ones((200, 200))).wait_to_read()
    mx.nd.ones(100_000).exp().wait_to_read()
    return torch.get_num_threads()

def forked(function):
    reader, writer = os.pipe()
    if not os.fork():
        signal.alarm(30)
        os.write(writer, repr(function()).encode())
        os._exit(0)
    os.wait()
    return os.read(reader, 1000).decode()

def with_two_threads():
    assert mx.engine.set_num_threads(2) == 1
    return compute(), forked(compute)

signal.alarm(60)
compute()
print(compute(), forked(compute), forked(with_two_threads), compute())
os.environ["MXNET_MP_WORKER_NTHREADS"] = "2"
print(forked(compute))
lock = new_lock()
with lock:
    print(forked(lambda: lock.acquire(blocking=False)))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_process_computes_after_its_parent_used_threads():
    # Threads that wait sleep: this machine may have other work.
    env = {**os.environ, "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
    answer = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True)
    assert answer.stdout.split("\n") == ["2 1 (2, '1') 2", "2", "True", ""], answer.stderr


def test_the_setting_is_checked(monkeypatch):
    monkeypatch.setenv("MXNET_MP_WORKER_NTHREADS", "many")
    with pytest.raises(MXNetError, match="MXNET_MP_WORKER_NTHREADS must be.*got 'many'"):
        data.DataLoader([1], 1, num_workers=1)


def test_the_number_of_threads_is_checked():
    with pytest.raises(MXNetError, match="one thread or more, got 0"):
        engine.set_num_threads(0)
