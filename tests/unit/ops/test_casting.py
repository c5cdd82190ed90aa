"""Types and copies, where rows against the real MXNet cannot reach."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd

internal = nd._internal


def of(dtype, values=(1, 2)):
    return nd.array(values, dtype=dtype)


@pytest.mark.parametrize(
    ("types", "narrow", "expected"),
    [
        (("float16", "float32"), False, ("float32", "float32")),
        (("float16", "float32"), True, ("float16", "float16")),
        (("float16", "float32", "float64"), False, ("float32", "float32", "float64")),
        (("float16", "float16"), False, ("float16", "float16")),
        (("float32", "float64"), True, ("float32", "float64")),
        (("int32", "float16", "float32"), False, ("int32", "float32", "float32")),
        (("uint8", "float16"), False, ("uint8", "uint8")),  # without float32 the first type wins
        (("bfloat16", "float32"), True, ("bfloat16", "bfloat16")),
    ],
)
def test_amp_multicast(types, narrow, expected):
    """As 1.9.1 does with MXNET_MKLDNN_ENABLED=0; with oneDNN it refuses float16 on a CPU."""
    results = nd.amp_multicast(*(of(t) for t in types), num_outputs=len(types), cast_narrow=narrow)
    assert [r.dtype for r in results] == [of(t).dtype for t in expected]


def test_amp_multicast_has_gradients():
    a, b = of("float32"), of("float16")
    a.attach_grad()
    b.attach_grad()
    with autograd.record():
        wide = nd.amp_multicast(a, b, num_outputs=2)
        total = wide[0] * 3 + wide[1] * 2
    total.backward()
    assert (a.grad.dtype, b.grad.dtype) == (np.float32, np.float16)
    assert a.grad.asnumpy().tolist() == [3, 3]
    assert b.grad.asnumpy().tolist() == [2, 2]


def test_amp_cast_to_float64():
    assert nd.amp_cast(of("float32"), dtype="float64").dtype == np.float64


def test_gradients_pass_through_a_cast_to_integers():
    x = of("float32", [1.5, 2.5])
    x.attach_grad()
    with autograd.record():
        y = x.astype("int32").astype("float32") * x
    y.backward()
    assert x.grad.asnumpy().tolist() == [2, 4]


def test_copyto():
    out = nd.zeros(2, dtype="int32")
    assert internal._copyto(nd.array([1.5, 2.5]), out=out) is out
    assert out.asnumpy().tolist() == [1, 2]
    with pytest.raises(mx.MXNetError, match="_copyto.*as out"):
        internal._copyto(nd.ones(2))
    with pytest.raises(mx.MXNetError, match=r"out is \(3,\)"):
        internal._copyto(nd.ones(2), out=nd.ones(3))


def test_cross_device_copy():
    x = nd.ones(2)
    y = internal._CrossDeviceCopy(x)
    y[:] = 5
    assert x.asnumpy().tolist() == [1, 1]


def test_no_gradient_cannot_run():
    with pytest.raises(mx.MXNetError, match="_NoGradient.*cannot be run"):
        internal._NoGradient()
