"""Numbers that are too large for the type of an array become infinite in it, as they do in C."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

INF = float("inf")


def assign(key, value, dtype):
    array = nd.zeros((2, 2), dtype=dtype)
    array[key] = value
    return array[0, 1]


CALLS = {
    "full": lambda v, t: nd.full((1,), v, dtype=t),
    "np.full": lambda v, t: mx.np.full((1,), v, dtype=t),
    "np.full_like": lambda v, t: mx.np.full_like(mx.np.ones(1, dtype=t), v),
    "[:] =": lambda v, t: assign(slice(None), v, t),
    "[0, 1] =": lambda v, t: assign((0, 1), v, t),
    "[[0], [1]] =": lambda v, t: assign(([0], [1]), v, t),
    "maximum": lambda v, t: nd.maximum(nd.full((1,), -INF, dtype=t), v),
    "minimum": lambda v, t: nd.minimum(nd.full((1,), INF, dtype=t), v),
    "clip": lambda v, t: nd.clip(nd.ones(1, dtype=t), v, v),
    "Pad": lambda v, t: nd.pad(
        nd.ones((1, 1, 1, 1), dtype=t), "constant", (0, 0, 0, 0, 1, 0, 0, 0), v
    )[0, 0, 0],
    "np.pad": lambda v, t: mx.np.pad(mx.np.ones(1, dtype=t), ((1, 0),), constant_values=v)[:1],
    "SequenceMask": lambda v, t: nd.SequenceMask(
        nd.ones((1, 1), dtype=t), nd.zeros(1, dtype=t), use_sequence_length=True, value=v
    ),
    "one_hot": lambda v, t: nd.one_hot(nd.array([0]), 1, on_value=v, dtype=t),
    "np.where": lambda v, t: mx.np.where(mx.np.array([0]), mx.np.ones(1, dtype=t), v),
    "_slice_assign_scalar": lambda v, t: nd._internal._slice_assign_scalar(
        nd.ones((1,), dtype=t), scalar=v, begin=(0,), end=(1,)
    ),
}
# The largest float32 as scripts write it is, as a float64, larger than that.
LARGEST = 3.4028235e38
VALUES = [
    ("float16", 1e5, INF),
    ("float16", -1e18, -INF),
    ("float16", 65519.0, 65504.0),
    ("float32", LARGEST, np.finfo(np.float32).max),
    ("float32", -LARGEST, np.finfo(np.float32).min),
]


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize(("dtype", "value", "stored"), VALUES)
def test_too_large_numbers(call, dtype, value, stored):
    result = call(value, dtype).asnumpy()
    assert result.dtype == dtype and result.ravel().tolist() == [stored]


@pytest.mark.parametrize("value", [LARGEST, -LARGEST, 1e-7])
def test_limits_in_graphs(value):
    """Where a temporary is overwritten too, with and without gradients."""

    class Limited(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.minimum(F.maximum(F.clip(F.exp(x), -LARGEST, LARGEST), value), 2 * LARGEST)

    net, x = Limited(), nd.array([0, 1])
    eager = net(x).asnumpy()
    net.hybridize()
    assert net(x).asnumpy().tolist() == eager.tolist()
    with mx.autograd.record():
        recorded = net(x)
    assert recorded.asnumpy().tolist() == eager.tolist()


def test_beyond_float32():
    assert nd.clip(nd.array([1, INF]), 2, 1e39).asnumpy().tolist() == [2, INF]
    assert CALLS["SequenceMask"](-1e39, "float32").asscalar() == -INF


@pytest.mark.parametrize("make", [nd.zeros, nd.ones, nd.empty])
@pytest.mark.parametrize("shape", [(2**63,), (2**62, 4), (2**40, 2**10), (2**100,)])
def test_arrays_that_no_memory_holds(make, shape):
    with pytest.raises(mx.MXNetError, match=rf"cannot make an array of shape \({shape[0]}"):
        make(shape)


def test_integers_beyond_64_bits():
    assert nd.array([2**70]).asscalar() == 2.0**70
    for dtype in ("int64", "uint8"):  # MXNet: this is a TypeError
        with pytest.raises(TypeError, match="source_array must be array like"):
            nd.array([2**70], dtype=dtype)


def test_a_broadcast_array_that_no_memory_holds():
    with pytest.raises(mx.MXNetError, match=r"Error in operator broadcast_to: .*allocate"):
        nd.ones(1).broadcast_to((2**45,))


@pytest.mark.parametrize("kind", ["row_sparse", "csr"])
def test_a_sparse_array_that_is_too_large_to_be_dense(kind):
    with pytest.raises(mx.MXNetError, match=r"cannot make an array of shape \(1125899906842624"):
        nd.sparse.zeros(kind, (2**50 - (kind == "csr"), 2)).tostype("default")


def test_a_shape_that_numpy_does_not_have(tmp_path):
    path = tmp_path / "x.safetensors"
    header = b'{"x":{"dtype":"F32","shape":[9223372036854775807,0],"data_offsets":[0,0]}}'
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    array = nd.load(str(path))["x"]
    assert array.size == 0
    with pytest.raises(mx.MXNetError, match=r"NumPy has no array of shape \(9223372036854775807"):
        array.asnumpy()


def test_an_integer_beyond_all_floats():
    x = nd.ones(2)
    for change in (lambda: x + 10**400, lambda: x.__iadd__(10**400)):
        with pytest.raises(mx.MXNetError, match="too large"):
            change()
