"""Executors with sparse arrays: they compute on dense values, arrays keep how they are stored."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, sym

X = np.array([[0, 2, 0, 0], [1, 0, 0, 3]], "float32")
W = np.arange(8, dtype="float32").reshape(4, 2)


def linear(stypes=("csr", "row_sparse")):
    zero = mx.init.Zero()
    data = sym.var("x", stype=stypes[0])
    weight = sym.var("w", stype=stypes[1], shape=(4, 2), init=zero)
    return sym.broadcast_add(sym.sparse.dot(data, weight), sym.var("b", shape=(1, 2), init=zero))


def stypes(arrays):
    return {name: array.stype for name, array in arrays.items()}


def test_simple_bind_makes_arrays_of_the_storage_types():
    executor = linear().simple_bind(mx.cpu(), x=(2, 4), w=(4, 2), b=(1, 2))
    assert stypes(executor.arg_dict) == {"x": "csr", "w": "row_sparse", "b": "default"}
    assert stypes(executor.grad_dict) == {"x": "default", "w": "row_sparse", "b": "default"}


@pytest.mark.parametrize(
    ("symbol", "shapes", "kind"),
    [
        (sym.dot(sym.var("x", stype="csr"), sym.var("w")), {"x": (2, 4), "w": (4, 2)},
         "row_sparse"),
        (sym.Embedding(sym.var("x"), sym.var("w"), input_dim=4, output_dim=2, sparse_grad=True),
         {"x": (3,)}, "row_sparse"),
        (sym.Embedding(sym.var("x"), sym.var("w"), input_dim=4, output_dim=2), {"x": (3,)},
         "default"),
        (sym.dot(sym.var("x"), sym.var("w", stype="row_sparse")), {"x": (2, 4), "w": (4, 2)},
         "default"),
        (sym.FullyConnected(sym.var("x", stype="csr"), sym.var("w"), num_hidden=2), {"x": (2, 4)},
         "default"),
    ],
)  # fmt: skip
def test_storage_of_gradients(symbol, shapes, kind):
    assert symbol.simple_bind(mx.cpu(), **shapes).grad_dict["w"].stype == kind


@pytest.mark.parametrize("request_", ["write", "add"])
def test_results_and_gradients_are_those_of_dense_arrays(request_):
    made = []
    for kinds in (("csr", "row_sparse"), ("default", "default")):
        executor = linear(kinds).simple_bind(
            mx.cpu(), grad_req=request_, x=(2, 4), w=(4, 2), b=(1, 2)
        )
        executor.copy_params_from({"x": nd.array(X), "w": nd.array(W), "b": nd.array([[1, 2]])})
        for _ in range(2):
            (out,) = executor.forward(is_train=True)
            executor.backward(nd.array([[1, 2], [3, 4]]))
        made.append([out, *executor.grad_arrays])
    for sparse, dense in zip(*made, strict=True):
        np.testing.assert_allclose(sparse.asnumpy(), dense.asnumpy(), 1e-6)
    weight_grad = made[0][2]
    assert weight_grad.stype == "row_sparse" and weight_grad.indices.asnumpy().tolist() == [0, 1, 3]


def test_arrays_of_the_user_and_sparse_batches():
    x, w = nd.array(X).tostype("csr"), nd.array(W).tostype("row_sparse")
    executor = linear().bind(mx.cpu(), {"x": x, "w": w, "b": nd.zeros((1, 2))})
    np.testing.assert_allclose(executor.forward()[0].asnumpy(), X @ W)
    np.testing.assert_allclose(executor.forward(x=nd.array(2 * X).tostype("csr"))[0].asnumpy(),
                               2 * X @ W)  # fmt: skip
    assert executor.arg_dict["x"].stype == "csr"


def test_a_module_trains_on_sparse_batches():
    net = sym.LinearRegressionOutput(linear(), sym.var("label"))
    random = np.random.RandomState(0)
    values = random.uniform(-1, 1, (40, 4)) * (random.uniform(size=(40, 4)) > 0.6)
    labels = values @ np.array([[1.0], [-2.0], [0.5], [3.0]]) @ np.ones((1, 2))
    data = mx.io.NDArrayIter(
        nd.array(values).tostype("csr"), {"label": nd.array(labels)}, 10,
        last_batch_handle="discard", data_name="x",
    )  # fmt: skip
    module = mx.mod.Module(net, data_names=["x"], label_names=["label"])
    module.bind(data.provide_data, data.provide_label)
    module.init_params()
    module.init_optimizer(optimizer_params={"learning_rate": 0.5})
    for _ in range(40):
        data.reset()
        for batch in data:
            module.forward_backward(batch)
            module.update()
    (score,) = module.score(data, "mse")
    assert score[1] < 0.01
