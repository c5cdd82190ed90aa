"""Zeros that take no memory before something is written to them."""

from __future__ import annotations

import os

import pytest
import torch

from mxnet import autograd, nd
from mxnet._core.lazy_zeros import LARGE, lazy_zeros
from mxnet._core.malloc import resident

BYTES = 64 << 20


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.int64])
@pytest.mark.parametrize("elements", [0, 3, LARGE])
def test_they_are_zeros(elements, dtype):
    made = lazy_zeros(torch.ones((elements, 2), dtype=dtype).t())
    assert made.shape == (2, elements) and made.dtype is dtype and made.is_contiguous()
    assert not made.any()
    made += 1
    assert made.all()


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="resident memory is unknown")
def test_no_memory_before_they_are_written():
    like = torch.empty(BYTES // 4)
    before = resident()
    made = lazy_zeros(like)
    assert resident() - before < BYTES // 4
    made.fill_(1.0)
    assert resident() - before > BYTES // 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_what_a_forked_process_writes_is_its_own():
    made = lazy_zeros(torch.empty(LARGE))
    made[0] = 1.0
    child = os.fork()
    if child == 0:
        made.numpy()[:] = 2.0
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert made[0] == 1.0 and not made[1:].any()


def test_gradients_of_large_arrays():
    x = nd.ones((LARGE,))
    x.attach_grad("add")
    for _ in range(2):
        with autograd.record():
            y = x * 3
        y.backward()
    assert (x.grad == 6).asnumpy().all()
