"""The short run of ``soak.py``."""

import ctypes
import sys

import pytest

from . import soak


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallinfo2"),
    reason="glibc 2.33 tells how much memory is allocated",
)
@pytest.mark.parametrize("hybrid", [True, False], ids=["hybrid", "eager"])
def test_memory_stays_flat_with_many_shapes(hybrid):
    memory = soak.train(120, hybrid, looks=3, lengths=range(3, 7), batches=(1, 2))
    assert soak.growth([look.allocated for look in memory]) < 1
