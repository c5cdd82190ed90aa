"""Statements about arrays on fake devices."""

import numpy as np

from .tensor import DeviceTensor


def assert_on(ctx, *arrays):
    """Arrays, and the tensors in them, are on a device."""
    for array in arrays:
        assert array.context == ctx
        assert isinstance(array._t, DeviceTensor), "it is in host memory"
        assert array._t.ordinal == ctx.device_id


def assert_same(ours, theirs, tolerance=1e-5):
    """Arrays on any device have the same values."""
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=tolerance, atol=tolerance)
