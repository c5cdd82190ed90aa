"""Zeros that take no memory before something is written to them."""

from __future__ import annotations

import os

import pytest
import torch

from mxnet import autograd, nd
from mxnet._core.lazy_zeros import LARGE, lazy_zeros
from mxnet._core.malloc import HUGE_PAGE, resident
from mxnet._core.private_torch import is_shared

BYTES = 64 << 20


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.int64])
@pytest.mark.parametrize("elements", [0, 3, LARGE])
def test_they_are_zeros(elements, dtype):
    zeros = lazy_zeros(torch.ones((elements, 2), dtype=dtype).t())
    assert zeros.shape == (2, elements) and zeros.dtype is dtype and zeros.is_contiguous()
    assert not zeros.any()
    zeros += 1
    assert zeros.all()


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="resident memory is unknown")
@pytest.mark.parametrize("size", [LARGE, HUGE_PAGE, BYTES])
def test_no_memory_before_they_are_written(size):
    like = torch.empty(size // 4)
    before = resident()
    arrays = [lazy_zeros(like) for _ in range(BYTES // size)]
    assert resident() - before < BYTES // 4
    for zeros in arrays:
        zeros.fill_(1.0)
    assert resident() - before > BYTES // 2


@pytest.mark.parametrize("elements", [3, LARGE])
def test_memory_of_lazy_zeros_is_not_shared(elements):
    """So that a gradient takes their place instead of being copied to them."""
    zeros = lazy_zeros(torch.empty(elements, 2))
    assert not is_shared(zeros)
    view = zeros[0]
    assert is_shared(zeros) and is_shared(view)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_writes_of_a_forked_process_are_private():
    zeros = lazy_zeros(torch.empty(LARGE))
    zeros[0] = 1.0
    child = os.fork()
    if child == 0:
        zeros.numpy()[:] = 2.0
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert zeros[0] == 1.0 and not zeros[1:].any()


def test_gradients_of_large_arrays():
    x = nd.ones((LARGE,))
    x.attach_grad("add")
    for _ in range(2):
        with autograd.record():
            y = x * 3
        y.backward()
    assert (x.grad == 6).asnumpy().all()
