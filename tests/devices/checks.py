"""Statements about arrays on fake devices."""

from .tensor import DeviceTensor


def assert_on(ctx, *arrays):
    """Arrays, and the tensors in them, are on a device."""
    for array in arrays:
        assert array.context == ctx
        assert isinstance(array._t, DeviceTensor), "it is in host memory"
        assert array._t.index == ctx.device_id
