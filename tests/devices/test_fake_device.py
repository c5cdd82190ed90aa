"""The fake devices themselves: they refuse what CUDA refuses, and compute what the CPU computes."""

import pytest
import torch

import mxnet as mx

from .kernels import has_kernel
from .tensor import DeviceTensor, WrongDevice
from .waits import noted_waits

aten = torch.ops.aten


@pytest.fixture
def x(gpus):
    return torch.arange(6.0, device="cuda:0").reshape(2, 3)


def test_fake_tensors_report_a_gpu(x):
    assert x.device == torch.device("cuda:0") and x.is_cuda
    assert not x.is_cpu and not x.is_meta
    assert x.to("cuda:0") is x and x.to("cuda:1").device.index == 1
    assert type(x.cpu()) is torch.Tensor and x.cpu().tolist() == x.tolist()


def test_gradients_are_on_the_device(x):
    x = x.clone().requires_grad_()
    (x.to("cuda:1") * 2).sum().backward()
    assert x.grad.device == x.device and x.grad.tolist() == [[2.0] * 3] * 2


def test_creation(x):
    created = [torch.zeros(2, device="cuda:1"), torch.tensor([1.0, 2.0], device="cuda:1")]
    created += [x.new_tensor([3.0], device="cuda:1"), torch.zeros_like(x, device="cuda:1")]
    assert all(type(t) is DeviceTensor and t.ordinal == 1 for t in created)
    assert type(torch.zeros_like(x, device="cpu")) is torch.Tensor


@pytest.mark.parametrize("other", ["cpu", "cuda:1"])
def test_devices_do_not_mix(x, other):
    with pytest.raises(WrongDevice, match=f"same device, aten::add.*'cuda:0', '{other}'"):
        x + torch.ones(3, device=other)


def test_numbers_in_host_memory_are_scalars_of_elementwise_operators(x):
    assert (x * torch.tensor(2.0)).sum().item() == 30
    with pytest.raises(WrongDevice, match="aten::index_select"):
        x.index_select(0, torch.tensor(1))


def test_indices_may_be_in_host_memory(x):
    assert x[torch.tensor([1])].tolist() == [[3, 4, 5]]
    x[torch.tensor([0])] = 7
    assert x[0].tolist() == [7, 7, 7]


def test_memory_is_out_of_reach(x):
    for read in (x.numpy, x.__array__):
        with pytest.raises(TypeError, match="can't convert cuda:0 device type tensor to numpy"):
            read()
    assert x.data_ptr() == x[:1].data_ptr() != x.host.data_ptr()


def test_kernels_of_the_cpu_are_refused(x):
    data, weight = torch.ones(1, 1, 4, 4, device="cuda:0"), torch.ones(1, 1, 3, 3, device="cuda:0")
    arguments = (weight, None, [0, 0], [1, 1], [1, 1], 1, "none", [], "")
    with pytest.raises(WrongDevice, match="mkldnn::_convolution_pointwise has no kernel for cuda"):
        torch.ops.mkldnn._convolution_pointwise(data, *arguments)
    with pytest.raises(WrongDevice, match="aten::mm has no kernel for cuda.*int64"):
        torch.mm(x.long(), x.long().T)


@pytest.mark.parametrize(
    ("op", "kind", "is_there"),
    [
        (aten.add.Tensor, "cuda", True),  # its kernel is that of add.out
        (aten.add.out, "cuda", True),
        (aten.zeros_like.default, "cuda", True),  # one kernel for all devices
        (aten.histogram.bin_ct, "cuda", False),
        (aten.mkldnn_convolution.default, "cuda", False),
        (aten.linalg_eig.default, "cuda", True),
        (aten.linalg_eig.default, "mps", False),
        (aten.histogram.bin_ct, "xpu", True),  # not listed, so nothing is refused
    ],
)
def test_which_kernels_there_are(op, kind, is_there):
    assert has_kernel(op, kind) == is_there


def test_waits_are_recorded_with_their_caller(gpus):
    x = mx.nd.array([0, 1, 2], ctx=mx.gpu(0))
    with noted_waits() as waits:
        x.asnumpy()  # which the test itself asks for
        assert not waits
        mx.nd.contrib.boolean_mask(x, x)
        mx.nd.take(x, x, mode="raise")
    assert [str(wait) for wait in waits] == [
        "_ops/contrib/indexing.py boolean_mask: aten::nonzero",
        "_ops/tensor/indexing.py <genexpr>: aten::_local_scalar_dense",
        "_ops/tensor/indexing.py <genexpr>: aten::_local_scalar_dense",
    ]


def test_masks_wait_unless_they_fill(x):
    with noted_waits() as waits:
        mx.nd.array([1], ctx=mx.gpu(0))  # so that the package asks
        x[x > 1] = 3.0
    assert not waits and x.max().item() == 3


def test_the_machine_is_gone_afterwards():
    assert mx.context.num_gpus() == 0
    with pytest.raises(mx.MXNetError, match="this process sees 0 GPU"):
        mx.nd.zeros(1, ctx=mx.gpu(0))


def test_every_kind_is_a_gpu(any_gpu):
    x = mx.nd.arange(3, ctx=mx.gpu(0)) + mx.nd.random.uniform(shape=(3,), ctx=mx.gpu(0))
    assert x._t.device.type == any_gpu and x.context == mx.gpu(0)
    mx.nd.waitall()
    mx.gpu(0).empty_cache()
