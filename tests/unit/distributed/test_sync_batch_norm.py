"""SyncBatchNorm: processes with parts of a batch compute what one does with all of it."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._distributed import process_group, read_launch
from mxnet.base import MXNetError

from .jobs import run_job

# Parts of different sizes; one process may have no samples at all.
SHARES = {"uneven": [0, 3, 4, 8], "one empty": [0, 5, 5, 8]}


def inputs(dtype):
    random = np.random.RandomState(3)
    # A mean far from 0 shows what rounding does to the variance.
    data, head = random.randn(8, 4, 5, 5) * 3 + 100, random.randn(8, 4, 5, 5)
    return data.astype(dtype), head.astype(dtype)


def run_layer(dtype, hybridize, shares):
    launch = read_launch()
    share = slice(*SHARES[shares][launch.rank :][:2]) if launch.size > 1 else slice(None)
    data, head = (nd.array(array[share], dtype=dtype) for array in inputs(dtype))
    layer = gluon.contrib.nn.SyncBatchNorm(in_channels=4, momentum=0.5)
    layer.initialize(mx.init.One())
    layer.gamma.set_data(nd.array([0.5, 1.0, 2.0, -1.0]))
    layer.cast(dtype)
    if hybridize:
        layer.hybridize()
    data.attach_grad()
    with autograd.record():
        out = layer(data)
    out.backward(head)
    own = [out, data.grad]
    sums = [layer.gamma.grad(), layer.beta.grad()]
    process_group().all_reduce(sums)  # a trainer does that
    common = [*sums, layer.running_mean.data(), layer.running_var.data()]
    return [[array.asnumpy() for array in arrays] for arrays in (own, common)]


@pytest.mark.parametrize(
    ("dtype", "hybridize", "shares"),
    [
        ("float64", False, "uneven"),
        ("float32", True, "uneven"),
        ("float64", False, "one empty"),
        ("float32", True, "one empty"),
    ],
)
def test_three_processes_compute_the_same_as_one(dtype, hybridize, shares):
    tolerance = {"rtol": 1e-9, "atol": 1e-9} if dtype == "float64" else {"rtol": 2e-4, "atol": 2e-4}
    own, common = run_layer(dtype, hybridize, shares)
    answers = run_job(run_layer, 3, dtype, hybridize, shares)
    for number, alone in enumerate(own):
        parts = np.concatenate([answer[0][number] for answer in answers])
        np.testing.assert_allclose(parts, alone, **tolerance)
    for _, arrays in answers:
        for array, alone in zip(arrays, common, strict=True):
            np.testing.assert_allclose(array, alone, **tolerance)


def describe():
    process_group()
    layer = gluon.contrib.nn.SyncBatchNorm(in_channels=1, prefix="norm_")
    own = gluon.contrib.nn.SyncBatchNorm(in_channels=1, num_devices=1)
    own.initialize()
    with autograd.record():
        alone = own(nd.array([[1.0], [3.0]]) * (1 + read_launch().rank))
    with pytest.raises(MXNetError, match="num_devices=3: the number of processes here is 2"):
        gluon.contrib.nn.SyncBatchNorm(num_devices=3)
    return repr(layer), alone.asnumpy().round(2).tolist()


def test_the_number_of_devices():
    for text, alone in run_job(describe, 2):
        assert "ndev=2, key='norm_', in_channels=1" in text
        assert alone == [[-1.0], [1.0]]
