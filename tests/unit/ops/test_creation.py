"""Creation, where rows against the real MXNet cannot reach."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, nd

internal = nd._internal


def test_set_value():
    out = nd.zeros((2, 2))
    assert internal._set_value(src=3.5, out=out) is out
    assert out.asnumpy().tolist() == [[3.5, 3.5], [3.5, 3.5]]
    integers = nd.zeros(2, dtype="int32")
    internal._set_value(3.5, out=integers)
    assert integers.asnumpy().tolist() == [3, 3]
    with pytest.raises(mx.MXNetError, match="target must not be empty"):
        internal._set_value(src=1)


@pytest.mark.parametrize(
    ("name", "attrs", "expected"),
    [
        ("_zeros", {}, 0),
        ("_ones", {}, 1),
        ("_full", {"value": 3}, 3),
        ("_zeros_without_dtype", {}, 0),
    ],
)
def test_shape_may_be_inferred_from_the_result(name, attrs, expected):
    out = nd.array([[5, 6]])
    assert getattr(internal, name)(out=out, **attrs) is out
    assert out.asnumpy().tolist() == [[expected, expected]]


def test_the_shape_may_not_contradict_the_result():
    for name in ("_zeros", "_ones"):
        with pytest.raises(mx.MXNetError, match=rf"{name}: out is \(1, 2\) .*the result is \(3,\)"):
            getattr(internal, name)(shape=(3,), out=nd.ones((1, 2)))
    with pytest.raises(mx.MXNetError, match="_full needs a shape"):
        internal._full(value=3)


def test_zeros_without_dtype():
    assert internal._zeros_without_dtype(shape=(2,)).dtype == np.float32
    assert internal._zeros_without_dtype(shape=(2,), dtype=4).dtype == np.int32
    with pytest.raises(mx.MXNetError, match="dtype=99"):
        internal._zeros_without_dtype(shape=(2,), dtype=99)


def test_arange_of_float16_keeps_fractions():
    values = nd.arange(0.5, 3, 0.5, dtype="float16").asnumpy()
    assert values.dtype == np.float16
    assert values.tolist() == [0.5, 1, 1.5, 2, 2.5]


@pytest.mark.parametrize("function", [internal._zeros, internal._ones])
def test_bfloat16(function):
    assert function(shape=(2,), dtype="bfloat16")._t.dtype == nd.ones(1, dtype="bfloat16")._t.dtype


def test_context():
    for created in (
        internal._zeros(shape=2, ctx="cpu(1)"),
        internal._full(shape=2, value=1, ctx="cpu(1)"),
        internal._arange(start=3, ctx="cpu(1)"),
        internal._eye(N=3, ctx="cpu(1)"),
    ):
        assert created.context == mx.cpu(1)


@pytest.mark.parametrize("shape", [0, (), (0,), [2, 0], (0, 1, 3, 0)])
@pytest.mark.parametrize(
    "create",
    [
        nd.zeros,
        nd.ones,
        lambda shape: nd.zeros(shape, stype="row_sparse"),
        lambda shape: nd.random.normal(shape=shape),
    ],
    ids=["zeros", "ones", "row_sparse", "random"],
)
def test_sizes_of_0_are_unknown_outside_of_np_shape(create, shape):
    with pytest.raises(
        MXNetError,
        match=r"operator _(zeros|ones|random_normal): the shape .* stands for an unknown one",
    ):
        create(shape)


def test_sizes_of_0_inside_of_np_shape():
    with mx.np_shape():
        assert nd.zeros(()).shape == nd.ones(()).shape == ()
        assert nd.zeros((2, 0)).shape == nd.random.normal(shape=(2, 0)).shape == (2, 0)
        assert nd.zeros((0, 2), stype="row_sparse").shape == (0, 2)
    assert nd.empty((2, 0)).shape == nd.array(np.ones((2, 0))).shape == (2, 0)
    assert mx.np.tile(mx.np.ones(2), 0).shape == (0,)


def test_all_finite_keeps_a_zero_it_finds():
    good, bad = nd.ones(3), nd.array([1, float("inf")])
    out = nd.ones(1)
    for data, expected in [(good, 1), (bad, 0), (good, 0)]:
        assert nd.all_finite(data, init_output=False, out=out) is out
        assert out.asscalar() == expected
    nd.multi_all_finite(good, good, num_arrays=2, init_output=False, out=out)
    assert out.asscalar() == 0
    nd.all_finite(good, out=out)
    assert out.asscalar() == 1


@pytest.mark.parametrize("stype", ["default", "row_sparse"])
def test_square_sum(stype):
    x = nd.array([[1, 2], [0, 0], [3, 4]]).tostype(stype)
    assert internal._square_sum(x, axis=1).asnumpy().tolist() == [5, 0, 25]
    assert internal._square_sum(x, axis=0, keepdims=True).asnumpy().tolist() == [[10, 20]]
    assert internal._square_sum(x).asnumpy().tolist() == [30]


@pytest.mark.parametrize(("number", "dtype"), [(-1, np.float32), (4, np.int32), (1, np.float64)])
def test_zeros_of_a_numbered_type_in_a_graph(number, dtype):
    zeros = mx.sym._internal._zeros_without_dtype(shape=(2,), dtype=number)
    assert (zeros + mx.sym.var("a")).infer_type() == ([dtype], [dtype], [])
    with pytest.raises(mx.MXNetError, match="Incompatible attr"):
        (zeros + mx.sym.var("a", dtype="int8")).infer_type()
