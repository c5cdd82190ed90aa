"""Update operators: what rows cannot show."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def ones(*shape, dtype="float32"):
    return nd.ones(shape, dtype=dtype)


def test_an_update_into_the_weight_works_in_place():
    weight, grad = ones(3), ones(3)
    memory = weight._t.data_ptr()
    assert nd.sgd_update(weight, grad, lr=0.5, out=weight) is weight
    assert weight._t.data_ptr() == memory
    np.testing.assert_allclose(weight.asnumpy(), [0.5] * 3)


def test_an_update_elsewhere_leaves_the_weight():
    weight, other = ones(3), nd.zeros((3,))
    nd.sgd_mom_update(weight, ones(3), nd.zeros((3,)), lr=0.5, momentum=0.9, out=other)
    np.testing.assert_allclose(weight.asnumpy(), [1] * 3)
    np.testing.assert_allclose(other.asnumpy(), [0.5] * 3)


def test_many_weights_without_out():
    arrays = [ones(3), ones(3), ones(2), ones(2)]
    new = nd.multi_sgd_update(*arrays, lrs=(0.5, 0.25), wds=(0, 0), num_weights=2)
    np.testing.assert_allclose(new[0].asnumpy(), [0.5] * 3)
    np.testing.assert_allclose(new[1].asnumpy(), [0.75] * 2)
    np.testing.assert_allclose(arrays[0].asnumpy(), [1] * 3)


def test_a_skipped_adamw_returns_the_weight():
    weight = ones(3)
    new = nd._internal._adamw_update(
        weight, ones(3), ones(3), ones(3), nd.array([np.nan]), lr=1, eta=1
    )
    np.testing.assert_allclose(new.asnumpy(), [1] * 3)
    assert new is not weight


def test_an_update_has_gradient_0():
    weight, grad = ones(3), ones(3)
    grad.attach_grad()
    with mx.autograd.record():
        new = nd.sgd_mom_update(weight, grad, ones(3), lr=0.5)
    new.backward()
    np.testing.assert_allclose(grad.grad.asnumpy(), [0] * 3)


def test_states_are_not_part_of_the_graph():
    grad, mom = ones(3), nd.zeros((3,))
    grad.attach_grad()
    with mx.autograd.record():
        nd.sgd_mom_update(ones(3), grad * 2, mom, lr=0.5, momentum=0.9)
    assert not mom._t.requires_grad
    np.testing.assert_allclose(mom.asnumpy(), [-1] * 3)


def test_a_variable_of_the_graph_is_not_updated_while_recording():
    weight = ones(3)
    weight.attach_grad()
    with mx.autograd.record(), pytest.raises(mx.MXNetError, match="inplace operations"):
        nd.sgd_update(weight, ones(3), lr=0.5, out=weight)
    np.testing.assert_allclose(weight.asnumpy(), [1] * 3)


def test_float16_is_computed_in_float32():
    weight, zero = ones(3, dtype="float16"), nd.zeros((3,), dtype="float16")
    new = nd.adam_update(weight, zero, zero.copy(), zero.copy(), lr=0.1)
    np.testing.assert_allclose(new.asnumpy(), [1] * 3)


UPDATES = {  # states besides weight and gradient, and further attributes
    "sgd_update": (0, {"wd": 0.1}),
    "sgd_mom_update": (1, {"momentum": 0.9, "wd": 0.1}),
    "nag_mom_update": (1, {"momentum": 0.9}),
    "signum_update": (1, {"momentum": 0.9}),
    "adam_update": (2, {"wd": 0.1}),
    "rmsprop_update": (1, {}),
    "ftrl_update": (2, {}),
    "ftml_update": (3, {"t": 3}),
}


@pytest.mark.parametrize(("dtype", "atol"), [("float16", 0.02), ("bfloat16", 0.06)])
@pytest.mark.parametrize("update", UPDATES)
def test_all_weights_of_short_floats_are_updated(update, dtype, atol):
    """Vectorized kernels compute 16 of them at once, and the rest of a row one by one."""
    states, attributes = UPDATES[update]
    values = [np.linspace(low, 1, 40) for low in (0.5, 0.25, *([0.75] * states))]
    short, full = ([nd.array(value, dtype=kind) for value in values] for kind in (dtype, "float32"))
    results = [
        getattr(nd, update)(*arrays, lr=0.3, **attributes).astype("float32").asnumpy()
        for arrays in (short, full)
    ]
    np.testing.assert_allclose(*results, atol=atol)
    assert (abs(results[0] - values[0]) > 0.005).all()


@pytest.mark.parametrize("name", ["adam", "ftml", "lamb", "sgd"])
def test_bfloat16_trains_from_states_of_zero(name):
    """In bfloat16 a decay of 0.999 would be 1, and the variance would stay 0."""
    weight = ones(40, dtype="bfloat16")
    updater = mx.optimizer.get_updater(mx.optimizer.create(name, learning_rate=0.1))
    for _ in range(2):
        updater(0, ones(40, dtype="bfloat16"), weight)
    assert (weight.astype("float32").asnumpy() < 0.95).all()


def test_many_weights_of_float16_are_updated():
    weights, grads = [ones(40, dtype="float16")] * 2, [ones(40, dtype="float16")] * 2
    pairs = [array for pair in zip(weights, grads, strict=True) for array in pair]
    for new in nd.multi_sgd_update(*pairs, lrs=(0.1, 0.1), wds=(0.0, 0.0), num_weights=2):
        np.testing.assert_allclose(new.asnumpy(), [0.9] * 40, rtol=1e-3)


def test_sums_of_squares_of_float16_do_not_overflow():
    assert nd.multi_sum_sq(ones(2, dtype="float16") * 300, num_arrays=1).asscalar() == 180000


@pytest.mark.parametrize(("update", "states"), [("ftrl_update", 2), ("ftml_update", 3)])
def test_follow_the_leader_updates_with_a_rate_of_0(update, states):
    """A rate of 0 changes nothing; the formula divides by it."""
    arrays = [ones(3) for _ in range(states)]
    count = {"t": 1} if update == "ftml_update" else {}
    new = getattr(nd, update)(ones(3) * 2, ones(3), *arrays, lr=0.0, **count)
    np.testing.assert_array_equal(new.asnumpy(), [2] * 3)
    assert all((array == 1).asnumpy().all() for array in arrays)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("attrs", [{}, {"wd": 0.1}, {"clip_gradient": 0.25}, {"rescale_grad": 0.3}])
def test_rows_of_a_sparse_gradient_update_like_dense_ones(dtype, attrs):
    values = np.random.default_rng(3).standard_normal((2, 5, 7))
    weight, dense = (nd.array(value, dtype=dtype) for value in values)
    dense[1] = dense[4] = 0
    sparse, expected = weight.copy(), weight.copy()
    assert nd.sgd_update(sparse, dense.tostype("row_sparse"), lr=0.1, out=sparse, **attrs) is sparse
    nd.sgd_update(expected, dense, lr=0.1, out=expected, **attrs)
    expected[1], expected[4] = weight[1], weight[4]  # lazy: not even decayed
    np.testing.assert_array_equal(sparse.asnumpy(), expected.asnumpy())
