"""Calls of operators: forms of a call, parameters without a shape, what they may change."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, nd, sym
from mxnet._ops import OPS


def same(array, values):
    np.testing.assert_allclose(array.asnumpy(), values, 1e-6, 1e-7)


# ------------------------------------------------------------------------------ one call, many ways

X, W, B = nd.array([[1, 2]]), nd.array([[1, 0], [0, 1], [1, 1]]), nd.array([1, 2, 3])
CALLS = {
    "by position": lambda: nd.FullyConnected(X, W, B, num_hidden=3),
    "again, as it was prepared": lambda: nd.FullyConnected(X, W, B, num_hidden=3),
    "by name": lambda: nd.FullyConnected(data=X, weight=W, bias=B, num_hidden=3),
    "half by name": lambda: nd.FullyConnected(X, W, bias=B, num_hidden=3),
    "attributes by position": lambda: nd.FullyConnected(X, W, B, 3),
    "attributes as text": lambda: nd.FullyConnected(X, W, B, num_hidden="3"),
    "with a name": lambda: nd.FullyConnected(X, W, B, num_hidden=3, name="fc"),
    "out is None": lambda: nd.FullyConnected(X, W, B, num_hidden=3, out=None),
    "into an array": lambda: nd.FullyConnected(X, W, B, num_hidden=3, out=nd.zeros((1, 3))),
    "another context": lambda: nd.FullyConnected(
        X, W.as_in_context(mx.cpu(1)), B.as_in_context(mx.cpu(2)), num_hidden=3
    ),
}


@pytest.mark.parametrize("recording", [False, True])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_forms_of_a_call(call, recording):
    with autograd.record() if recording else autograd.pause():
        same(call(), [[2, 4, 6]])


def test_attributes_that_are_lists_are_read_each_time():
    x = nd.ones((2, 3, 4))
    for _ in range(2):
        assert nd.sum(x, axis=[1, 2]).asnumpy().tolist() == [12, 12]
        assert nd.sum(x, axis=[0, 1]).asnumpy().tolist() == [6] * 4


def test_attributes_that_are_lists_may_change():
    x, axes = nd.ones((2, 3, 4)), [0, 1]
    for _ in range(3):
        assert nd.sum(x, axis=axes).shape == mx.np.sum(x.as_np_ndarray(), axes).shape == (4,)
        axes[1] = 2
        assert nd.sum(x, axes).shape == mx.np.sum(x.as_np_ndarray(), axis=axes).shape == (3,)
        assert x.as_np_ndarray().reshape([6, -1]).shape == (6, 4)
        with pytest.raises(MXNetError):
            nd.sum(x, axis=[0, "1.5"])
        axes[1] = 1


def test_attributes_by_position_of_an_operator_of_one_array():
    x = nd.array([[1, 5, 9]])
    for _ in range(2):  # the second call is prepared
        same(nd.clip(x, 2, 6), [[2, 5, 6]])
        same(nd.clip(x, 2, a_max=6), [[2, 5, 6]])
        same(x.transpose((1, 0)), [[1], [5], [9]])
        with pytest.raises(TypeError, match="multiple values for argument 'a_min'"):
            nd.clip(x, 2, a_min=2, a_max=6)
        with pytest.raises(TypeError, match="takes at most 5 positional arguments, got 6"):
            nd.clip(x, 2, 6, None, "name", 6)
        with pytest.raises(TypeError, match="out must be an NDArray .* got 6"):
            nd.clip(x, 2, 6, 6)


def test_forms_of_options_are_not_mistaken_for_each_other():
    x = nd.array([[1, 5, 9], [2, 4, 6]])
    for _ in range(3):  # the third call finds the options by the form of the call
        same(nd.sum(x, 1), [15, 12])
        same(nd.sum(x, axis=1), [15, 12])
        same(nd.sum(x, 1, keepdims=True), [[15], [12]])
        same(nd.sum(x, axis=1, name="a"), [15, 12])
        same(nd.sum(x, 0, name="a"), [3, 9, 15])
        same(nd.sum(x, axis=[0]), [3, 9, 15])
        with pytest.raises(MXNetError, match="axis"):
            nd.sum(x, ("axis", 1))
        with pytest.raises(TypeError, match="multiple values for argument 'axis'"):
            nd.sum(x, 1, axis=1)


@pytest.mark.parametrize("kind", [float, np.float32, np.float64])
def test_zeros_of_both_signs_are_different_attributes(kind):
    for zero in (0.0, -0.0, 0.0, -0.0):
        sign = [np.signbit(zero)]
        x = nd.array([-1 if zero == 0 and sign[0] else 1])
        assert np.signbit(nd.clip(x, kind(zero), kind(zero)).asnumpy()).tolist() == sign
        assert np.signbit(nd.full(1, kind(zero)).asnumpy()).tolist() == sign


# ``out`` follows inputs and attributes by position, as in 1.9.1; None is no array to write into
OUT_BY_POSITION = {
    "exp": lambda x, out: nd.exp(x, out),
    "method": lambda x, out: x.exp(out, "name"),
    "clip": lambda x, out: nd.clip(x, 0, 2, out),
    "method with attributes": lambda x, out: x.clip(0, 2, out),
    "two inputs": lambda x, out: nd.broadcast_add(x, x, out),
    "optional inputs": lambda x, out: nd.FullyConnected(x, x, None, 2, True, True, out),
    "no inputs": lambda x, out: nd.random_uniform(0, 0, (2, 2), "cpu(0)", "float32", out),
    "shuffle": lambda x, out: nd.shuffle(x * 0, out),
    "update": lambda x, out: nd.sgd_update(x, x, 0.1, 0.0, 1.0, -1.0, True, out),
    "internal": lambda x, out: nd._internal._plus_scalar(x, 3, True, out),
}


@pytest.mark.parametrize("call", OUT_BY_POSITION.values(), ids=OUT_BY_POSITION)
def test_out_by_position(call):
    x, out = nd.array([[1, -2], [3, 4]]), nd.ones((2, 2))
    expected = call(x.copy(), None).asnumpy()
    for _ in range(2):  # the second call is prepared
        assert call(x.copy(), out) is out
        same(out, expected)


def test_out_by_position_into_several_arrays():
    out = [nd.zeros((1, 2)), nd.zeros((1, 2))]
    assert nd.split(nd.array([[1, -2], [3, 4]]), 2, 0, False, out) is out
    same(out[1], [[3, 4]])


def test_out_twice():
    x = nd.ones(2)
    with pytest.raises(TypeError, match="multiple values for argument 'out'"):
        nd.exp(x, x, out=x)


def test_out_by_position_of_an_image_reader():
    cv2 = pytest.importorskip("cv2")
    _, encoded = cv2.imencode(".png", np.full((2, 3, 3), 7, "uint8"))
    assert mx.image.imdecode(encoded.tobytes(), 1, True, None).shape == (2, 3, 3)


@pytest.mark.parametrize(
    ("symbol", "attributes"),
    [
        (sym.exp(sym.var("x"), "node"), {}),
        (sym.exp(sym.var("x"), "node", {"__unit__": "m"}, None), {"__unit__": "m"}),
        (sym.var("x").exp("node"), {}),
        (sym.clip(sym.var("x"), 0, 2, "node"), {"a_min": "0", "a_max": "2"}),
    ],
)
def test_name_and_attributes_of_a_symbol_by_position(symbol, attributes):
    assert symbol.name == "node"
    assert symbol.attr_dict().get("node", {}) == attributes


def test_too_many_arguments_of_a_symbol():
    with pytest.raises(TypeError, match="takes at most 4 positional arguments, got 5"):
        sym.exp(sym.var("x"), "node", None, None, 1)


def test_attributes_are_remembered_within_bounds():
    for step in range(1000):
        nd.clip(nd.ones(1), a_min=0, a_max=step)
    assert len(OPS["clip"].parsed) < 1000
    same(nd.clip(nd.array([5]), a_min=0, a_max=3), [3])


def test_mixed_dtypes_are_refused_on_every_code_path():
    integers = nd.ones((1, 2), dtype="int32")
    for _ in range(2):
        with pytest.raises(MXNetError, match="at 1-th input: expected float32, got int32"):
            nd.broadcast_add(X, integers)
        with pytest.raises(MXNetError, match="at 2-th input: expected float32, got int32"):
            nd.FullyConnected(X, W, nd.ones(3, dtype="int32"), num_hidden=3)


# ---------------------------------------------------------------------------- what operators change


@pytest.mark.parametrize("position", range(3))
def test_no_array_of_the_graph_is_changed_while_recording(position):
    arrays = [nd.ones(2) for _ in range(3)]
    arrays[position].attach_grad()
    with autograd.record(), pytest.raises(MXNetError, match="already in a computational graph"):
        nd.reset_arrays(*arrays, num_arrays=3)
    same(arrays[position], [1, 1])


def test_states_of_the_graph_are_not_changed_while_recording():
    weight, gradient, momentum = nd.ones(2), nd.ones(2), nd.ones(2)
    momentum.attach_grad()
    rates = {"lrs": (0.1,), "wds": (0.0,), "num_weights": 1}
    with autograd.record():
        with pytest.raises(MXNetError, match="already in a computational graph"):
            nd.sgd_mom_update(weight, gradient, momentum, lr=0.1)
        with pytest.raises(MXNetError, match="already in a computational graph"):
            nd.multi_sgd_mom_update(weight, gradient, momentum, **rates)
    same(momentum, [1, 1])


@pytest.mark.parametrize("out", [5, "x", [5], (nd.ones(1), None)])
def test_out_is_an_array(out):
    with pytest.raises(TypeError, match="out must be an NDArray or a list of NDArrays"):
        nd.exp(nd.ones(1), out=out)


def test_calls_with_a_name_are_remembered_without_their_arrays():
    op = OPS["FullyConnected"]
    for args, arrays in ((X, W, B), {}), ((X,), {"weight": W, "bias": B}):
        op.parsed.clear()
        for _ in range(2):
            result = nd.FullyConnected(*args, num_hidden=3, name="fwd", **arrays)
            same(result, nd.FullyConnected(X, W, B, num_hidden=3).asnumpy())
        names = [name for key in op.parsed for name, _ in key]
        assert set(names) <= {"num_hidden", "name"}


def test_input_left_out_is_none_in_fast_path():
    for _ in range(2):  # the second call finds the attributes
        result = nd.FullyConnected(X, W, None, num_hidden=3, no_bias=True)
        same(result, nd.dot(X, W, transpose_b=True).asnumpy())
    with pytest.raises(MXNetError, match="expects 2 inputs"):
        nd.FullyConnected(X, None, None, num_hidden=3, no_bias=True)


def test_arrays_have_no_getattr():
    # Python 3.11 specializes no loads of a class that has one, each would take five times as long
    assert not hasattr(nd.NDArray, "__getattr__")


@pytest.mark.parametrize("count", [3, "x", float("inf"), None, (2,)])
def test_a_number_of_inputs_that_is_none(count):
    if count is None:
        assert nd.concat(nd.ones(1), nd.ones(1), dim=0, num_args=count).shape == (2,)
        return
    with pytest.raises(MXNetError, match=r"Concat expects num_args=.* inputs, but got 2"):
        nd.concat(nd.ones(1), nd.ones(1), dim=0, num_args=count)
