"""Checkpoints and FeedForward."""

import logging
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet import model, nd

from .module.trajectories import data, mlp


@pytest.fixture(autouse=True)
def expect_deprecation():
    with pytest.warns(DeprecationWarning, match="FeedForward has been deprecated"):
        yield model.FeedForward(mlp(mx))


def network(**options):
    return model.FeedForward(mlp(mx), **{"num_epoch": 1, "learning_rate": 0.5, **options})


@pytest.fixture
def fitted_model():
    net = network(numpy_batch_size=8, num_epoch=2)
    net.fit(*data(3))
    return net


def test_a_checkpoint(tmp_path):
    prefix = str(tmp_path / "net")
    args, aux = {"w": nd.ones(2)}, {"mean": nd.zeros(3)}
    model.save_checkpoint(prefix, 7, mlp(mx), args, aux)
    symbol, arg_params, aux_params = model.load_checkpoint(prefix, 7)
    assert symbol.tojson() == mlp(mx).tojson()
    assert (list(arg_params), list(aux_params)) == (["w"], ["mean"])


def test_files_that_hold_no_parameters(tmp_path, caplog):
    prefix = str(tmp_path / "net")
    nd.save(f"{prefix}-0001.params", {"w": nd.ones(1)})
    with pytest.raises(mx.MXNetError, match="'w' begins neither with 'arg:' nor 'aux:'"):
        model.load_params(prefix, 1)
    nd.save(f"{prefix}-0001.params", [nd.ones(1)])
    with pytest.raises(mx.MXNetError, match="holds 1 arrays without names"):
        model.load_params(prefix, 1)
    nd.save(f"{prefix}-0001.params", {})
    assert model.load_params(prefix, 1) == ({}, {})
    assert "is empty" in caplog.text


def test_the_log_of_training(caplog):
    samples, labels = data(3)
    with caplog.at_level(logging.INFO):
        network().fit(samples, labels, eval_data=(samples, labels))
    lines = [record.getMessage() for record in caplog.records]
    assert lines[0] == "Start training with [cpu(0)]"
    assert lines[1] == "Epoch[0] Resetting Data Iterator"
    assert lines[2].startswith("Epoch[0] Time cost=")
    assert lines[3].startswith("Epoch[0] Validation-accuracy=")


@pytest.mark.parametrize(
    ("size", "batches"), [(None, [1, 2, 3]), (2, [1, 2]), (5, [1, 2, 3, 4, 5])]
)
def test_the_size_of_an_epoch(size, batches):
    seen = []
    rows = mx.io.NDArrayIter(*data(3), 8)
    net = network(epoch_size=size)
    net.fit(rows, batch_end_callback=lambda param: seen.append(param.nbatch))
    assert seen == batches


def test_predictions(fitted_model):
    samples, labels = data(3)
    expected = fitted_model.predict(samples)
    assert isinstance(expected, np.ndarray)
    assert expected.shape == (24, 4)
    rows = mx.io.NDArrayIter(samples, labels, 7)
    outputs, inputs, classes = fitted_model.predict(rows, return_data=True)
    np.testing.assert_allclose(outputs, expected, rtol=1e-5)
    np.testing.assert_array_equal(inputs, samples)
    np.testing.assert_array_equal(classes, labels)
    assert fitted_model.predict(samples, num_batch=1).shape == (8, 4)
    accuracy = (expected.argmax(axis=1) == labels).mean()
    assert fitted_model.score(mx.io.NDArrayIter(samples, labels, 8)) == pytest.approx(accuracy)
    assert len(fitted_model.score(rows, ["acc", "ce"])) == 2


def test_the_inside_of_a_network(fitted_model):
    inside = fitted_model.symbol.get_internals()["fc1_output"]
    features = model.FeedForward(
        inside, arg_params=fitted_model.arg_params, allow_extra_params=True
    )
    x = data(3)[0]
    weight, bias = (fitted_model.arg_params[f"fc1_{kind}"].asnumpy() for kind in ("weight", "bias"))
    np.testing.assert_allclose(features.predict(x), x @ weight.T + bias, 1e-5, 1e-6)


def test_files_and_pickles(fitted_model, tmp_path):
    prefix = str(tmp_path / "net")
    samples, _ = data(3)
    expected = fitted_model.predict(samples)
    fitted_model.save(prefix)
    loaded = model.FeedForward.load(prefix, 2)
    assert loaded.begin_epoch == 2
    np.testing.assert_allclose(loaded.predict(samples), expected, rtol=1e-5)
    np.testing.assert_array_equal(
        pickle.loads(pickle.dumps(fitted_model)).predict(samples), expected
    )


def test_created_and_trained_on_two_contexts():
    samples, labels = data(3)
    mx.random.seed(1)
    net = model.FeedForward.create(
        mlp(mx), samples, labels, ctx=[mx.cpu(0), mx.cpu(1)], num_epoch=100, learning_rate=0.5
    )
    # The score of 1.9.1, which begins with the same weights.
    assert net.score(mx.io.NDArrayIter(samples, labels, 8)) == pytest.approx(14 / 24)


def test_a_network_for_each_length():
    def sym_gen(length):
        scores = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, flatten=False, name="fc")
        return mx.sym.SoftmaxOutput(mx.sym.mean(scores, axis=1), name="softmax")

    class Lengths(mx.io.DataIter):
        default_bucket_key = 6
        batch_size = 4
        provide_data = [mx.io.DataDesc("data", (4, 6, 3))]
        provide_label = [mx.io.DataDesc("softmax_label", (4,))]

        def __init__(self):
            self._left = [3, 6]

        def reset(self):
            self._left = [3, 6]

        def next(self):
            if not self._left:
                raise StopIteration
            length = self._left.pop()
            return mx.io.DataBatch(
                [nd.ones((4, length, 3))],
                [nd.zeros(4)],
                bucket_key=length,
                provide_data=[("data", (4, length, 3))],
                provide_label=[("softmax_label", (4,))],
            )

    net = model.FeedForward(sym_gen, num_epoch=3, learning_rate=0.5)
    net.fit(Lengths())
    assert net.arg_params["fc_bias"].asnumpy()[0] > 0


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda x, y: network().fit(x), ValueError, "y must be specified when X is numpy.ndarray"),
        (lambda x, y: network().fit(x, y[:4]), ValueError, "data points and labels not equal: 24"),
        (lambda x, y: network().fit(x, np.ones((24, 2))), ValueError, "Label must be 1D or 2D"),
        (lambda x, y: network().fit(x.tolist(), y), TypeError, "X must be DataIter, NDArray"),
        (lambda x, y: network().fit(x, y.tolist()), TypeError, "y must be ndarray"),
        (lambda x, y: network().fit(x, y, eval_data=x), TypeError, "Eval data must be DataIter"),
        (lambda x, y: network(num_epoch=None).fit(x, y), AssertionError, "give num_epoch"),
        (lambda x, y: network(num_epoch=None).save("x"), AssertionError, "give epoch"),
        (lambda x, y: network().predict(x), AssertionError, "there are no parameters"),
        (lambda x, y: network(optimizer=3).fit(x, y), TypeError, "a name or an Optimizer, got 3"),
        (
            lambda x, y: network(arg_params={"fc1_weight": nd.ones((2, 2))}).fit(x, y),
            ValueError,
            r"'fc1_weight' has shape \(2, 2\), the network expects \(6, 3\)",
        ),
        (
            lambda x, y: model.FeedForward(mx.sym.var("a") + mx.sym.var("a")),
            ValueError,
            'Find duplicated argument name "a"',
        ),
    ],
)
def test_errors(call, kind, text):
    with pytest.raises(kind, match=text):
        call(*data(3))
