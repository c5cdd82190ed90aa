"""Machines with fake GPUs, for the tests of this folder."""

import pytest

from .machine import fake_machine


@pytest.fixture
def gpus():
    """Two fake CUDA devices, ``mx.gpu(0)`` and ``mx.gpu(1)``."""
    with fake_machine("cuda", 2):
        yield


@pytest.fixture(params=["cuda", "mps", "xpu"])
def any_gpu(request):
    """One fake device of each kind, ``mx.gpu(0)``."""
    with fake_machine(request.param, 1):
        yield request.param
