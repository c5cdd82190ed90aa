"""Stochastic variance reduced gradients; the first epochs are as in 1.9.1."""

import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib.svrg_optimization.svrg_module import SVRGModule
from mxnet.contrib.svrg_optimization.svrg_optimizer import _SVRGOptimizer

X = np.array([[1, 4], [2, 1], [4, 4], [4, 4], [2, 4], [2, 3], [1, 4], [3, 1], [1, 1], [3, 2]], "f4")
Y = X @ np.array([1, 2], "f4")


def module(contexts=1, update_freq=2):
    data, label = mx.sym.var("data"), mx.sym.var("label")
    dense = mx.sym.FullyConnected(data, name="fc1", num_hidden=1)
    return SVRGModule(
        mx.sym.LinearRegressionOutput(dense, label),
        label_names=["label"],
        context=[mx.cpu(i) for i in range(contexts)],
        update_freq=update_freq,
    )


def batches(batch_size=5):
    return mx.io.NDArrayIter(X, Y, batch_size=batch_size, label_name="label")


def train_by_hand(epochs, update_freq):
    """The same by hand: weight and bias after some epochs."""
    ones = np.ones((5, 1))
    parts = [(np.hstack([X[i : i + 5], ones]), Y[i : i + 5]) for i in (0, 5)]

    def gradient(w, x, y):
        return (x @ w - y) @ x

    w = np.array([1.0, 1.0, 0.0])
    for epoch in range(epochs):
        if epoch % update_freq == 0:
            snapshot = w
            mean = sum(gradient(w, *part) for part in parts) / 2
        for part in parts:
            w = w - 0.01 / 5 * (gradient(w, *part) - gradient(snapshot, *part) + mean)
    return w


@pytest.mark.parametrize(
    "contexts, kvstore", [(1, None), (1, "local"), (2, "local"), (5, "device")]
)
@pytest.mark.parametrize("epochs, update_freq", [(2, 2), (5, 2), (3, 1)])
def test_fit(contexts, kvstore, epochs, update_freq):
    net = module(contexts, update_freq)
    net.fit(
        batches(),
        eval_metric="mse",
        kvstore=kvstore,
        optimizer_params={"learning_rate": 0.01},
        initializer=mx.init.Mixed([".*bias", ".*"], [mx.init.Zero(), mx.init.One()]),
        num_epoch=epochs,
    )
    actual = net.get_params()[0]
    actual = np.append(actual["fc1_weight"].asnumpy(), actual["fc1_bias"].asnumpy())
    np.testing.assert_allclose(actual, train_by_hand(epochs, update_freq), rtol=1e-5)


def test_two_epochs_as_in_1_9_1():
    np.testing.assert_allclose(train_by_hand(2, 2), [1.2091953, 1.3147827, 0.0890511], rtol=1e-6)


def test_full_gradient_of_padded_batches():
    net, data = module(), batches(batch_size=4)
    net.bind(data.provide_data, data.provide_label)
    net.init_params(mx.init.One())
    net.update_full_grads(data)
    padded = np.append(np.arange(10), [0, 1])
    expected = (X[padded] @ [1, 1] - Y[padded]) @ X[padded] / 2.5  # as in 1.9.1
    np.testing.assert_allclose(net._param_dict[0]["fc1_weight"].asnumpy()[0], expected, rtol=1e-6)
    with pytest.raises(StopIteration):
        next(data)


def test_without_a_full_gradient_it_is_a_module():
    net, plain = module(), mx.mod.Module(module().symbol, label_names=["label"])
    for each in (net, plain):
        each.bind(batches().provide_data, batches().provide_label)
        each.init_params(mx.init.One())
        each.init_optimizer(optimizer="adam")
        each.forward_backward(next(batches()))
        each.update()
    ours, theirs = net.get_params()[0], plain.get_params()[0]
    assert all(np.array_equal(ours[n].asnumpy(), theirs[n].asnumpy()) for n in theirs)
    assert isinstance(net._optimizer, _SVRGOptimizer)


def test_inference_and_other_shapes():
    net = module()
    net.bind(batches().provide_data, batches().provide_label)
    net.init_params(mx.init.One())
    net.init_optimizer()
    net.update_full_grads(batches())
    net.reshape([("data", (2, 2))], [("label", (2,))])
    net.forward(mx.io.DataBatch([mx.nd.array([[1, 2], [3, 4]])], [mx.nd.zeros(2)]), is_train=False)
    assert net.get_outputs()[0].asnumpy().tolist() == [[3], [7]]


def test_stored_gradients():
    names = {0: "weight", 1: "weight_full"}
    optimizer = _SVRGOptimizer("sgd", param_idx2name=names, learning_rate=1.0)
    store = mx.kv.create("local")
    store.set_optimizer(optimizer)
    actual = mx.nd.zeros(2)
    for key, result in ((0, [-2, -2]), (1, [2, 2])):
        store.init(key, mx.nd.zeros(2))
        store.push(key, mx.nd.ones(2) * 2)
        store.pull(key, actual)
        assert actual.asnumpy().tolist() == result


@pytest.mark.parametrize(
    "update_freq, error, text",
    [
        (0, ValueError, "must be a positive integer.*got 0"),
        (-1, ValueError, "must be a positive integer.*got -1"),
        (1.5, TypeError, "must be an integer.*got 1.5"),
        (None, TypeError, "must be an integer.*got None"),
    ],
)
def test_refused(update_freq, error, text):
    with pytest.raises(error, match=text):
        module(update_freq=update_freq)


def test_an_iterator_without_batches():
    net = module()
    net.bind(batches().provide_data, batches().provide_label)
    net.init_params()
    empty = mx.io.NDArrayIter(X[:1], Y[:1], 5, last_batch_handle="discard", label_name="label")
    with pytest.raises(ValueError, match="no batch"):
        net.update_full_grads(empty)
