"""Plans that are declined are counted; plans that fail are not hidden."""

import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._core import declined
from mxnet._eager.call import repeat


@pytest.fixture(autouse=True)
def no_counts(monkeypatch):
    monkeypatch.setattr(declined, "counts", type(declined.counts)())


def train(layer, data):
    layer.initialize()
    layer.hybridize()
    with autograd.record():
        loss = layer(data).sum()
    loss.backward()


def test_an_activation_without_a_rule_is_counted():
    train(gluon.nn.Dense(2, activation="softrelu"), nd.ones((3, 4)))
    reason = "training plan: Activation softrelu has no gradient rule"
    assert mx.runtime.declined_plans() == {reason: 1}


def test_a_plan_that_runs_is_not_counted():
    train(gluon.nn.Dense(2, activation="tanh"), nd.ones((3, 4)))
    assert mx.runtime.declined_plans() == {}


def test_an_empty_batch_is_counted_and_computed():
    layer = gluon.nn.Conv2D(2, 3, in_channels=1)
    layer.initialize()
    layer.hybridize(static_shape=True)
    assert layer(nd.empty((0, 1, 5, 5))).shape == (0, 2, 3, 3)
    (reason,) = mx.runtime.declined_plans()
    assert reason == "inference plan: convolutions of empty arrays are not packed"


def broken_layer():
    """Return a layer whose next plan fails, though its graph runs."""
    layer = gluon.nn.Dense(2, in_units=4)
    layer.initialize()
    layer.hybridize()
    layer(nd.ones((3, 4)))
    (plans,) = layer._graph._operator._executable._prepared.values()
    plans._last[1]._forward = plans._plans  # cannot be called
    return layer


def test_a_plan_that_fails_alone_is_an_error_in_strict_mode():
    with pytest.raises(AssertionError, match="the inference plan failed where the general"):
        broken_layer()(nd.ones((3, 4)))


def test_a_plan_that_fails_alone_is_counted_otherwise(monkeypatch):
    monkeypatch.setenv("MXNET_STRICT_PLANS", "0")
    assert broken_layer()(nd.ones((3, 4))).shape == (3, 2)
    (reason,) = mx.runtime.declined_plans()
    assert reason.startswith("inference plan failed: TypeError")


def test_a_users_mistake_is_no_failure_of_a_plan():
    layer = gluon.nn.Dense(2, in_units=4)
    layer.initialize()
    layer.hybridize()
    with pytest.raises(mx.MXNetError, match="FullyConnected"):
        layer(nd.ones((3, 5)))
    assert mx.runtime.declined_plans() == {}


def test_a_fast_path_that_fails_alone_is_an_error_in_strict_mode():
    with pytest.raises(AssertionError, match="the fast path of an operator failed where the gener"):
        repeat("IndexError()", nd.exp, nd.ones((1,)))


def test_a_fast_path_that_fails_alone_is_counted_otherwise(monkeypatch):
    monkeypatch.setenv("MXNET_STRICT_PLANS", "0")
    assert repeat("IndexError()", nd.exp, nd.zeros((1,))).asscalar() == 1
    (reason,) = mx.runtime.declined_plans()
    assert reason == "fast path of an operator failed: RuntimeError: IndexError()"


class Sized(gluon.HybridBlock):
    """A block whose formula reads a shape."""

    def hybrid_forward(self, F, x):
        return x / x.shape[1]


def test_a_formula_that_needs_arrays_is_counted():
    Sized().infer_shape(nd.ones((1, 4)))
    (reason,) = mx.runtime.declined_plans()
    assert reason.startswith("symbols in Sized: ")


def test_reasons_are_bounded():
    for size in range(1000):
        declined.note("plan", ValueError(f"shape ({size},)"))
    counts = mx.runtime.declined_plans()
    assert len(counts) == 257
    assert counts["others"] == 744
