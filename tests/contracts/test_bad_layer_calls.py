"""Bad inputs for every layer, cell and loss: an error that says where it was, or a result.

For arguments that are no arrays an error may name the type: losses use Python's operators.
"""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn
from tests.contracts import block_samples, check_loss
from tests.contracts.bad_calls import COMPARED, DTYPES, NO_ARRAYS, SHAPES, VALUES
from tests.contracts.check_block import ready

CHANGES = COMPARED | SHAPES | VALUES | DTYPES
# MXNet's own, besides MXNetError: TypeError and ValueError for what is no array, AssertionError for
# shapes that do not go together, RuntimeError for parameters that are not on the device.
REFUSALS = (mx.MXNetError, TypeError, ValueError, AssertionError, RuntimeError)
PLACES = ("operator", "Parameter '", "unroll over")  # what a message says besides the layer

MODES = [
    pytest.param(False, False, id="eager"),
    pytest.param(True, False, id="hybrid"),
    pytest.param(False, True, id="np_shape"),
]


def bad_inputs(array: np.ndarray):
    """Yield what is wrong, and an array that is, or something that is no array."""
    for name, change in CHANGES.items():
        with np.errstate(all="ignore"):
            changed = change(array)
        yield name, nd.array(changed, dtype=changed.dtype)
    yield "on another device", nd.array(array, ctx=mx.gpu(0))
    yield from NO_ARRAYS.items()


@pytest.fixture(autouse=True)
def a_gpu(monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "1")


def check(call, value, label: str, name: str) -> None:
    """Call a block in training and read what it returns."""
    names = name, *PLACES, *(() if isinstance(value, nd.NDArray) else (type(value).__name__,))
    try:
        with np.errstate(all="ignore"), autograd.record():
            result = call()
        for array in result if isinstance(result, list | tuple) else [result]:
            array.asnumpy()
    except REFUSALS as error:
        text = str(error).lower()
        assert any(name.lower() in text for name in names), f"{label}: {error!r}"
    except Exception as error:
        raise AssertionError(f"{label}: {error!r}") from error


def is_callable_with(sample, value) -> bool:
    """Return whether what is wrong reaches the block, and is not the function's of a user."""
    if isinstance(value, nd.NDArray):
        return bool(value.ndim) or not sample.is_cell  # cells are asked for states of a batch first
    return not sample.is_cell and sample.kind is not nn.Lambda


@pytest.mark.parametrize(("is_hybrid", "numpy_shapes"), MODES)
@pytest.mark.parametrize("sample", block_samples.SAMPLES, ids=str)
def test_layers(sample, is_hybrid, numpy_shapes):
    blocks = {"used before": ready(sample), "new": sample.make()}
    blocks["new"].initialize()
    for block in blocks.values():
        if isinstance(block, HybridBlock):
            block.hybridize(is_hybrid)
    for name, value in bad_inputs(sample.input().asnumpy()):
        if is_callable_with(sample, value):
            for label, block in blocks.items():
                with mx.util.np_shape(numpy_shapes):
                    check(lambda: sample.call(block, value), value, f"{name}, {label}", str(sample))  # noqa: B023


@pytest.mark.parametrize(("is_hybrid", "numpy_shapes"), MODES)
@pytest.mark.parametrize("sample", check_loss.SAMPLES, ids=str)
def test_losses(sample, is_hybrid, numpy_shapes):
    loss = sample.make()
    loss.hybridize(is_hybrid)
    good = sample.arrays()
    for place, array in enumerate(good):
        for name, value in bad_inputs(array.asnumpy()):
            inputs = [*good[:place], value, *good[place + 1 :]]
            with mx.util.np_shape(numpy_shapes):
                check(lambda: loss(*inputs), value, f"{name} at {place}", str(sample))  # noqa: B023
