"""Graphs with sparse arrays: products take CSR matrices as they are, all else computes densely."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd, sym
from mxnet._ops.sparse_tensor import CsrTensor

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
    results = []
    for kinds in (("csr", "row_sparse"), ("default", "default")):
        executor = linear(kinds).simple_bind(
            mx.cpu(), grad_req=request_, x=(2, 4), w=(4, 2), b=(1, 2)
        )
        executor.copy_params_from({"x": nd.array(X), "w": nd.array(W), "b": nd.array([[1, 2]])})
        for _ in range(2):
            (out,) = executor.forward(is_train=True)
            executor.backward(nd.array([[1, 2], [3, 4]]))
        results.append([out, *executor.grad_arrays])
    for sparse, dense in zip(*results, strict=True):
        np.testing.assert_allclose(sparse.asnumpy(), dense.asnumpy(), 1e-6)
    weight_grad = results[0][2]
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


# ------------------------------------------------------------------------- CSR matrices stay so


@pytest.fixture
def only_sparse(monkeypatch):
    """Refuse dense copies of CSR matrices."""

    def refuse(self):
        raise AssertionError("a CSR matrix was made dense")

    for name in ("to_dense", "readable"):
        monkeypatch.setattr(CsrTensor, name, refuse)


PRODUCTS = {
    "dot": (lambda F, x, w: F.dot(x, w), W),
    "of_transposed": (lambda F, x, w: F.dot(x, w, transpose_a=True), W[:2]),
    "used_twice": (lambda F, x, w: F.dot(x, w) * 2 + F.dot(x, F.sin(w)), W),
    "after_others": (lambda F, x, w: F.dot(F.square(x), w) - F.dot(-F.BlockGrad(x / 2), w), W),
    "in_a_layer": (lambda F, x, w: F.Activation(F.dot(x, F.BlockGrad(w) + w), "tanh"), W),
    "of_its_own_type": (lambda F, x, w: F.dot(F.cast(x, dtype="float32"), w), W),
}
MATRICES = {"some": X, "none": 0 * X, "empty_row": X * np.array([[1.0], [0.0]], "float32")}


class Product(gluon.HybridBlock):
    """A product with a weight, as a block."""

    def __init__(self, function, weight):
        super().__init__()
        self.function = function
        self.weight = self.params.get("weight", shape=weight.shape, init=mx.init.Constant(weight))

    def hybrid_forward(self, F, x, weight):
        return self.function(F, x, weight)


def by_executor(function, x, w, training=True):
    symbol = function(sym, sym.var("x", stype=x.stype), sym.var("w"))
    grads = {"w": nd.zeros(w.shape)}
    executor = symbol.bind(mx.cpu(), {"x": x, "w": nd.array(w)}, grads)
    (out,) = executor.forward(is_train=training)
    executor.backward(nd.ones(out.shape))
    return out, grads["w"]


def eagerly(function, x, w):
    w = nd.array(w)
    w.attach_grad()
    with autograd.record():
        out = function(nd, x, w)
    out.backward()
    return out, w.grad


def by_block(function, x, w):
    net = Product(function, w)
    net.initialize()
    net.hybridize()
    with autograd.record():
        out = net(x)
    out.backward()
    np.testing.assert_array_equal(net(x).asnumpy(), out.asnumpy())  # without recording
    return out, net.weight.grad()


COMPUTATIONS = {
    "executor": by_executor,
    "executor_predicting": lambda *args: by_executor(*args, training=False),
    "eagerly": eagerly,
    "block": by_block,
}


@pytest.mark.parametrize("computation", COMPUTATIONS)
@pytest.mark.parametrize("product", PRODUCTS)
@pytest.mark.parametrize("matrix", MATRICES)
def test_products_and_their_gradients_use_stored_values(only_sparse, computation, product, matrix):
    function, w = PRODUCTS[product]
    x = nd.array(MATRICES[matrix])
    dense = COMPUTATIONS[computation](function, x, w)
    sparse = COMPUTATIONS[computation](function, x.tostype("csr"), w)
    for actual, expected in zip(sparse, dense, strict=True):
        np.testing.assert_allclose(actual.asnumpy(), expected.asnumpy(), 1e-5, 1e-6)


@pytest.mark.parametrize("computation", ["eagerly", "executor"])
def test_other_types_and_uses_compute_densely(computation):
    x = nd.array(X)
    for function, weight, dtype in (
        (lambda F, x, w: F.broadcast_add(F.dot(x, w), F.sum(x)), W, "float32"),
        (lambda F, x, w: F.dot(x, w, transpose_b=True), W.T, "float32"),
        (lambda F, x, w: F.dot(F.exp(x), w), W, "float32"),
        (lambda F, x, w: F.dot(F.cast(F.cast(x, dtype="int32"), dtype="float32"), w), W, "float32"),
        (lambda F, x, w: F.dot(x, F.cast(w, dtype="float16")), W, "float16"),
    ):
        dense = x.astype(dtype)
        actual = COMPUTATIONS[computation](function, dense.tostype("csr"), weight)
        expected = COMPUTATIONS[computation](function, dense, weight)
        for one, other in zip(actual, expected, strict=True):
            np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), 1e-3)


def test_a_matrix_with_a_gradient_computes_densely():
    x, w = nd.array(X).tostype("csr"), nd.array(W)
    grads = {"x": nd.zeros(X.shape), "w": nd.zeros(W.shape)}
    symbol = sym.dot(sym.var("x", stype="csr"), sym.var("w"))
    executor = symbol.bind(mx.cpu(), {"x": x, "w": w}, grads)
    executor.forward(is_train=True)
    executor.backward(nd.ones((2, 2)))
    np.testing.assert_allclose(grads["x"].asnumpy(), np.ones((2, 2)) @ W.T)
    np.testing.assert_allclose(grads["w"].asnumpy(), X.T @ np.ones((2, 2)))


def test_rows_of_a_weight_in_any_order():
    weight = nd.sparse.row_sparse_array((W[::-1].copy(), [3, 2, 1, 0]), shape=W.shape)
    executor = sym.dot(sym.var("x"), sym.var("w", stype="row_sparse")).bind(
        mx.cpu(), {"x": nd.array(X), "w": weight}
    )
    np.testing.assert_allclose(executor.forward()[0].asnumpy(), X @ W)


def test_steps_of_a_module_make_nothing_dense(only_sparse):
    net = sym.LinearRegressionOutput(linear(), sym.var("label"))
    module = mx.mod.Module(net, data_names=["x"], label_names=["label"])
    module.bind([("x", X.shape)], [("label", (2, 2))])
    module.init_params()
    module.init_optimizer(optimizer_params={"learning_rate": 0.5, "momentum": 0.9})
    batch = mx.io.DataBatch([nd.array(X).tostype("csr")], [nd.ones((2, 2))])
    before = module.get_params()[0]["w"].asnumpy()
    for _ in range(2):
        module.forward_backward(batch)
        module.update()
    after = module.get_params()[0]["w"].asnumpy()
    assert (before != after).any(1).tolist() == [True, True, False, True]


def test_mismatched_shapes_raise():
    x, w = nd.array(X).tostype("csr"), nd.array(W)
    with autograd.record(), pytest.raises(mx.MXNetError, match=r"dot.*2.*4"):
        w.attach_grad()
        nd.dot(x, w[:3])
