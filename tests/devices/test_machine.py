"""Queries of devices: memory, switches of CUDA, synchronization."""

import os

import pytest
import torch

import mxnet as mx
from mxnet import context
from mxnet._eager import generators

from .machine import fake_machine

SWITCHES = {
    "matmul": (torch.backends.cuda.matmul, "allow_tf32"),
    "convolution": (torch.backends.cudnn, "allow_tf32"),
    "benchmark": (torch.backends.cudnn, "benchmark"),
    "deterministic": (torch.backends.cudnn, "deterministic"),
}


def values():
    return {name: getattr(*switch) for name, switch in SWITCHES.items()}


@pytest.fixture(autouse=True)
def check_unchanged():
    before = values()
    yield
    for name, (owner, attribute) in SWITCHES.items():
        setattr(owner, attribute, before[name])


@pytest.mark.parametrize(
    ("variables", "changes"),
    [
        ({}, {}),
        ({"MXNET_CUDA_ALLOW_TENSOR_CORE": "1"}, {}),
        ({"MXNET_CUDA_ALLOW_TENSOR_CORE": "0"}, {"matmul": False, "convolution": False}),
        (
            {"MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION": "1"},
            {"matmul": True, "convolution": True},
        ),
        (
            {
                "MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION": "1",
                "MXNET_CUDA_ALLOW_TENSOR_CORE": "0",
            },
            {"matmul": False, "convolution": False},
        ),
        ({"MXNET_CUDNN_AUTOTUNE_DEFAULT": "2"}, {"benchmark": True}),
        ({"MXNET_CUDNN_AUTOTUNE_DEFAULT": "0"}, {"benchmark": False}),
        ({"MXNET_ENFORCE_DETERMINISM": "1"}, {"deterministic": True}),
    ],
    ids=str,
)
def test_switches_of_cuda(monkeypatch, variables, changes):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    expected = {**values(), **changes}
    with fake_machine("cuda"):
        mx.nd.zeros(1, ctx=mx.gpu(0))
        assert values() == expected


def test_other_devices_have_no_such_switches(monkeypatch):
    monkeypatch.setenv("MXNET_ENFORCE_DETERMINISM", "1")
    before = values()
    with fake_machine("xpu"):
        mx.nd.zeros(1, ctx=mx.gpu(0))
        assert values() == before


def test_memory(any_gpu):
    if any_gpu == "mps":
        with pytest.raises(mx.MXNetError, match=r"gpu\(0\) is mps; it does not report its memory"):
            mx.context.gpu_memory_info(0)
    else:
        free, total = mx.context.gpu_memory_info(0)
        assert 0 < free < total
    mx.gpu(0).empty_cache()


def test_waiting(gpus, monkeypatch):
    awaited = []
    monkeypatch.setattr(torch.accelerator, "synchronize", awaited.append)
    arrays = [mx.nd.ones(2, ctx=mx.gpu(i)) for i in (0, 1)]
    arrays[1].wait_to_read()
    arrays[1].tostype("row_sparse").wait_to_read()
    assert awaited == [torch.device("cuda:1")] * 2
    mx.nd.waitall()
    assert set(awaited[2:]) == {torch.device("cuda:0"), torch.device("cuda:1")}
    mx.nd.ones(2).wait_to_read()
    assert len(awaited) == 4


def test_the_compute_capability(any_gpu):
    if any_gpu == "cuda":
        assert mx.util.get_cuda_compute_capability(mx.gpu(0)) == 86
    else:
        with pytest.raises(mx.MXNetError, match="only CUDA devices have a compute capability"):
            mx.util.get_cuda_compute_capability(mx.gpu(0))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_forked_processes_leave_gpus_alone(gpus):
    """Workers of loaders seed their generators before each batch, and CUDA refuses forks."""
    mx.nd.random.uniform(shape=(2,), ctx=mx.gpu(1))
    child = os.fork()
    if child == 0:
        touched = [ctx for ctx in generators._generators if ctx.device_type == "gpu"]
        os._exit(len(touched) + len(context._devices))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert mx.gpu(1) in generators._generators


def test_profiler_waits_for_the_measured_calls(gpus, monkeypatch, tmp_path):
    awaited = []
    monkeypatch.setattr(torch.accelerator, "synchronize", awaited.append)
    x = mx.nd.ones(2, ctx=mx.gpu(0))
    mx.profiler.set_config(profile_all=True, filename=str(tmp_path / "profile.json"))
    mx.profiler.set_state("run")
    try:
        x.exp()
    finally:
        mx.profiler.set_state("stop")
        mx.profiler.dumps(reset=True)
        mx.profiler._profiler.record.trace.clear()
        mx.profiler.set_config(profile_all=False)
    assert awaited == [torch.device("cuda:0")]
