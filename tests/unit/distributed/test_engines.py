"""Which engine moves a tensor, on engines and stores that do nothing."""

import threading
from types import SimpleNamespace

import pytest
import torch
from torch import distributed

from mxnet import MXNetError
from mxnet._distributed import engines
from mxnet._distributed.engines import Engines, is_done
from mxnet._distributed.environment import Launch

ON_CPU, ON_GPU = torch.empty(1), SimpleNamespace(device=SimpleNamespace(type="cuda"))
LIVENESS = SimpleNamespace(check=lambda action: None)


@pytest.fixture
def make(monkeypatch):
    """Return a function that makes the engines of worker 1 of 3, which note their opening."""
    opened = []

    def opener(name):
        return lambda *arguments: opened.append(name) or name

    monkeypatch.setattr(engines, "open_gloo", opener("gloo"))
    monkeypatch.setattr(engines, "open_nccl", opener("nccl"))

    def make(*others):
        store = distributed.HashStore()
        for rank in others:
            store.set(f"cuda/{rank}", b"here")
        return Engines(store, Launch(size=3, rank=1), LIVENESS), opened

    return make


def test_the_device_of_a_tensor_decides(make, monkeypatch):
    monkeypatch.setattr(distributed, "ProcessGroupNCCL", object, raising=False)
    engine_group, opened = make(0, 2)
    assert engine_group.of(ON_CPU) == "gloo" and opened == ["gloo"]
    assert engine_group.of(ON_GPU) == engine_group.of(ON_GPU) == "nccl"
    assert engine_group.of(ON_CPU) == "gloo" and opened == ["gloo", "nccl"]


def test_workers_whose_arrays_are_elsewhere_are_named(make, monkeypatch):
    monkeypatch.setattr(distributed, "ProcessGroupNCCL", object, raising=False)
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", "0.01")
    engine_group, opened = make(2)
    with pytest.raises(MXNetError, match="worker 1 sends arrays on GPUs, and worker 0 none within"):
        engine_group.of(ON_GPU)
    assert opened == ["gloo"]


def test_devices_without_an_engine(make, monkeypatch):
    monkeypatch.delattr(distributed, "ProcessGroupNCCL", raising=False)
    engine_group, _ = make(0, 2)
    with pytest.raises(MXNetError, match="by NCCL, which this build of torch does not have"):
        engine_group.of(ON_GPU)
    with pytest.raises(MXNetError, match="on the device 'meta' cannot be sent"):
        engine_group.of(torch.empty(1, device="meta"))


class Work:
    """An operation of NCCL, which ends when it has been looked at so often."""

    def __init__(self, looks):
        self.looks, self.waited = looks, 0

    def is_completed(self):
        self.looks -= 1
        return self.looks < 0

    def wait(self):
        self.waited += 1


def test_operations_of_nccl_are_awaited_without_its_own_limit():
    work = Work(looks=2)
    assert [is_done(work, "nccl") for _ in range(3)] == [False, False, True]
    assert work.waited == 1  # the stream comes after the operation


def test_a_worker_that_dies_ends_the_attempts_to_connect_to_it():
    """gloo itself tries for minutes."""

    def check(action):
        raise MXNetError(f"given up {action}")

    never = threading.Event()
    with pytest.raises(MXNetError, match="given up connecting with the other processes"):
        engines._connect(never.wait, SimpleNamespace(check=check))
    never.set()


@pytest.mark.parametrize(
    "address, variables, expected",
    [
        ("127.0.0.1", {}, [{"hostname": "127.0.0.1"}]),
        # A job on one machine stays on the loopback interface.
        ("127.0.0.1", {"GLOO_SOCKET_IFNAME": "eth1"}, [{"hostname": "127.0.0.1"}]),
        ("first", {}, [{"hostname": "10.0.0.7"}]),
        ("first", {"DMLC_INTERFACE": "eth1"}, [{"interface": "eth1"}]),
        (
            "first",
            {"DMLC_INTERFACE": "eth1", "GLOO_SOCKET_IFNAME": "eth2,eth3"},
            [{"interface": "eth2"}, {"interface": "eth3"}],
        ),
    ],
)
def test_where_workers_listen(address, variables, expected, monkeypatch):
    for name in ("GLOO_SOCKET_IFNAME", "DMLC_INTERFACE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    if address == "first":
        monkeypatch.setattr(engines, "own_address", lambda address, port: "10.0.0.7")
    gloo = SimpleNamespace(create_device=lambda **options: options)
    monkeypatch.setattr(distributed, "ProcessGroupGloo", gloo)
    assert engines._devices(Launch(size=2, address=address, port=1)) == expected


class SlowWork:
    """An operation of gloo that ends just after a wait for it has ended in vain."""

    def __init__(self, error=None):
        self._error, self._is_completed = error, False

    def wait(self, limit=None):
        if limit is not None:
            self._is_completed = True
            raise RuntimeError("Operation timed out!")
        if self._error is not None:
            raise self._error
        return True

    def is_completed(self):
        return self._is_completed


def test_a_wait_that_ends_at_the_last_moment(monkeypatch):
    monkeypatch.setattr(distributed, "ProcessGroupGloo", SimpleNamespace)
    assert is_done(SlowWork(), SimpleNamespace())
    with pytest.raises(RuntimeError, match="connection reset"):
        is_done(SlowWork(RuntimeError("connection reset")), SimpleNamespace())
