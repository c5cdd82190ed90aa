"""Sparse arrays answer as those of the real 1.9.1, and train."""

import functools
import json

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._ops.sparse_tensor import CsrTensor

from .sparse_cases import CASES, GOLDEN, VALUES, answer

sparse = nd.sparse
DENSE = nd.array(VALUES)


@functools.cache
def golden():
    return json.loads(GOLDEN.read_text())


@pytest.mark.parametrize("case", CASES)
def test_as_recorded(case):
    assert answer(mx, case) == golden()[case]


def rows():
    return DENSE.tostype("row_sparse")


def matrix():
    return DENSE.tostype("csr")


def test_places_of_a_sum_are_in_order():
    total = matrix() + matrix()
    total.check_format()
    assert total.indices.asnumpy().tolist() == [1, 0, 2]
    np.testing.assert_array_equal(total.asnumpy(), 2 * VALUES)
    product = matrix() * matrix()
    product.check_format()
    np.testing.assert_array_equal(product.asnumpy(), VALUES**2)


def test_a_difference_may_store_zeros():
    difference = matrix() - matrix()
    difference.check_format()
    assert difference.stype == "csr"
    assert not difference.asnumpy().any()


def test_division_by_a_dense_matrix():
    np.testing.assert_array_equal((matrix() / (DENSE + 1)).asnumpy(), VALUES / (VALUES + 1))


def test_clipping_that_makes_something_of_zero_is_dense():
    clipped = nd.clip(matrix(), 1, 2)
    assert clipped.stype == "default"
    np.testing.assert_array_equal(clipped.asnumpy(), VALUES.clip(1, 2))


def test_sizes():
    assert (rows().size, rows().ndim, len(rows()), rows().shape) == (12, 2, 4, (4, 3))


def test_files(tmp_path):
    path = str(tmp_path / "some.params")
    nd.save(path, {"r": rows(), "c": matrix(), "d": DENSE})
    loaded = nd.load(path)
    assert {name: array.stype for name, array in loaded.items()} == {
        "r": "row_sparse",
        "c": "csr",
        "d": "default",
    }
    for array in loaded.values():
        np.testing.assert_array_equal(array.asnumpy(), VALUES)


def test_a_variable_that_is_row_sparse():
    x = rows()
    x.attach_grad()
    with autograd.record():
        y = x * 2 + nd.elemwise_add(x, x)
    y.backward()
    assert x.grad.stype == "row_sparse"
    np.testing.assert_array_equal(x.grad.asnumpy(), np.full((4, 3), 4.0))
    x[:] = x + x  # its dense copy in the graph is another one from here on
    with autograd.record():
        z = (x * x).sum()
    z.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), 4 * VALUES)


def test_gradients_that_are_added():
    weight = nd.ones((5, 2))
    weight.attach_grad(stype="row_sparse", grad_req="add")
    for index in (3, 2):
        with autograd.record():
            y = nd.Embedding(
                nd.array([1, index, 1]), weight, input_dim=5, output_dim=2, sparse_grad=True
            )
        y.backward()
    assert weight.grad.indices.asnumpy().tolist() == [1, 2, 3]
    assert weight.grad.data.asnumpy().tolist() == [[4, 4], [1, 1], [1, 1]]


def test_a_dense_gradient_of_an_embedding_that_makes_sparse_ones():
    weight = nd.ones((3, 2))
    weight.attach_grad()
    with autograd.record():
        y = nd.Embedding(nd.array([1, 1]), weight, input_dim=3, output_dim=2, sparse_grad=True)
    y.backward()
    assert weight.grad.asnumpy().tolist() == [[0, 0], [2, 2], [0, 0]]


def test_operators_of_sparse_arrays_on_dense_ones():
    kept = nd._internal._sparse_retain(DENSE, nd.array([2]))
    assert kept.asnumpy().tolist() == [[0, 0, 0], [0, 0, 0], [2, 0, 3], [0, 0, 0]]
    weight, history = nd.ones((4, 3)), nd.zeros((4, 3))
    nd._internal._sparse_adagrad_update(weight, DENSE, history, lr=0.1, epsilon=1, out=weight)
    np.testing.assert_allclose(history.asnumpy(), VALUES**2)
    expected = 1 - 0.1 * VALUES / np.sqrt(VALUES**2 + 1)
    np.testing.assert_allclose(weight.asnumpy(), expected, 1e-6)


def test_momentum_of_a_row_sparse_weight_stores_the_rows_that_came():
    weight, momentum = rows(), sparse.zeros("row_sparse", (4, 3))
    nd.sgd_mom_update(weight, rows(), momentum, lr=0.1, momentum=0.9, out=weight)
    np.testing.assert_allclose(weight.asnumpy(), 0.9 * VALUES, 1e-6)
    np.testing.assert_allclose(momentum.asnumpy(), -0.1 * VALUES, 1e-6)


NAMES = ("sgd", "adam", "adagrad", "ftrl")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["default", "row_sparse"])
def test_optimizers_move_the_rows_that_a_gradient_has(name, kind):
    weight = nd.ones((4, 3)).tostype(kind)
    updater = mx.optimizer.get_updater(mx.optimizer.create(name, learning_rate=0.1))
    for _ in range(3):
        updater(0, rows(), weight)
    moved = (weight.asnumpy() != 1).any(axis=1)
    expected = [True] * 4 if (name, kind) == ("ftrl", "default") else [True, False, True, False]
    assert moved.tolist() == expected


@pytest.mark.parametrize("make", [gluon.nn.Embedding, gluon.contrib.nn.SparseEmbedding])
def test_embeddings_with_sparse_gradients_train(make):
    mx.random.seed(1)
    options = {"sparse_grad": True} if make is gluon.nn.Embedding else {}
    net = make(20, 4, **options)
    net.initialize(mx.init.Normal(0.5))
    trainer = gluon.Trainer(net.collect_params(), "adagrad", {"learning_rate": 0.5})
    words = nd.array([3, 7, 7, 11])
    before = net.weight._reduce().asnumpy()
    losses = []
    for _ in range(20):
        with autograd.record():
            loss = (net(words) - 1).square().sum()
        loss.backward()
        trainer.step(1)
        losses.append(loss.asscalar())
    assert losses[-1] < 0.01 * losses[0]
    after = net.weight._reduce().asnumpy()
    changed = np.flatnonzero((before != after).any(axis=1))
    assert changed.tolist() == [3, 7, 11]
    assert net.weight.grad().indices.asnumpy().tolist() == [3, 7, 11]


def test_sparse_gradients_of_one_context_need_no_store():
    net = gluon.nn.Embedding(4, 2, sparse_grad=True)
    net.initialize(mx.init.One())
    params = net.collect_params()
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": 0.5}, update_on_kvstore=True)
    with autograd.record():
        loss = net(nd.array([1, 2])).sum()
    loss.backward()
    trainer.step(1)
    assert net.weight.data().asnumpy()[:, 0].tolist() == [1, 0.5, 0.5, 1]


def test_parameters_in_sparse_storage(tmp_path):
    weight = gluon.Parameter("w", shape=(4, 2), stype="row_sparse", grad_stype="row_sparse")
    weight.initialize(init="ones", ctx=[mx.cpu(0), mx.cpu(1)])
    with pytest.raises(RuntimeError, match="when no Trainer is created with it"):
        weight.row_sparse_data(nd.array([0]))
    trainer = gluon.Trainer([weight], "sgd")
    part = weight.row_sparse_data(nd.array([2, 0], ctx=mx.cpu(1)))
    assert part.indices.asnumpy().tolist() == [0, 2]
    assert part.context == mx.cpu(1)
    assert weight._reduce().asnumpy().tolist() == [[1, 1]] * 4
    with pytest.raises(RuntimeError, match="More than one trainers for a sparse Parameter"):
        gluon.Trainer([weight], "sgd")
    del trainer


def test_hybridized_networks_take_sparse_inputs():
    net = gluon.nn.Dense(2)
    net.initialize()
    expected = net(DENSE).asnumpy()
    np.testing.assert_allclose(net(matrix()).asnumpy(), expected, 1e-6)
    net.hybridize()
    np.testing.assert_allclose(net(matrix()).asnumpy(), expected, 1e-6)
    with autograd.record():
        loss = net(matrix()).sum()
    loss.backward()
    np.testing.assert_allclose(net.weight.grad().asnumpy(), [VALUES.sum(0)] * 2)


def test_random_numbers_in_a_sparse_array():
    x = sparse.zeros("row_sparse", (4, 3))
    nd.random.uniform(1, 2, shape=(4, 3), out=x)
    assert x.stype == "row_sparse"
    assert ((x.asnumpy() >= 1) & (x.asnumpy() < 2)).all()


def far_row(row):
    """Return a gradient with a row that does not exist: constructors do not check indices."""
    return sparse.row_sparse_array((np.ones((2, DENSE.shape[1])), [1, row]), DENSE.shape)


ERRORS = [
    (lambda: sparse.CSRNDArray(DENSE), TypeError, "wraps another one, got NDArray"),
    (lambda: sparse.csr_matrix((1, 2, 3, 4)), ValueError, "Unexpected length of input tuple: 4"),
    (lambda: sparse.csr_matrix(DENSE, shape=(2, 2)), ValueError, r"Invalid shape: \(2, 2\)"),
    (lambda: sparse.csr_matrix(([1.0], [0], [0, 1, 1]), (1, 2)), mx.MXNetError, "indptr of shape"),
    (lambda: sparse.csr_matrix(([], [], [0])), ValueError, "cannot be inferred from no indices"),
    (lambda: sparse.row_sparse_array(([[1.0]], [0, 1]), (3, 1)), mx.MXNetError, "1 rows, but"),
    (
        lambda: nd.dot(DENSE.tostype("csr"), nd.ones((4, 1), dtype="float64")),
        mx.MXNetError,
        "dot: .* at 1-th input: expected float32, got float64",
    ),
    (lambda: sparse.zeros("csr", (2,)), mx.MXNetError, "a csr array has 2 dimensions"),
    (lambda: sparse.zeros("foo", (2,)), ValueError, "unknown storage type 'foo'"),
    (lambda: sparse.retain(DENSE, nd.array([0])), mx.MXNetError, "takes a RowSparseNDArray"),
    (lambda: sparse.array(VALUES), ValueError, "source_array is a dense ndarray"),
    (lambda: rows().tostype("csr"), ValueError, "from row_sparse to csr is not supported"),
    (lambda: nd.cast_storage(rows(), "csr"), mx.MXNetError, "cast_storage from row_sparse to csr"),
    (lambda: DENSE.tostype("foo"), mx.MXNetError, "Invalid Input: 'foo', valid values are"),
    (lambda: nd.ones(3).tostype("csr"), ValueError, "a csr array has 2 dimensions"),
    (lambda: nd.array(2.0).tostype("row_sparse"), mx.MXNetError, "without axes cannot be row-sp"),
    (lambda: rows().reshape((2, 6)), mx.MXNetError, "not supported for SparseNDArray"),
    (lambda: rows()._t, mx.MXNetError, "this needs a dense array, and got a RowSparseNDArray"),
    (lambda: matrix().__setitem__(0, 1), ValueError, "is assigned as a whole"),
    (lambda: rows().__setitem__(slice(None), nd.ones(3)), mx.MXNetError, "cannot assign shape"),
    (lambda: matrix()["x"], ValueError, "indexed by an int or a slice, got 'x'"),
    (lambda: rows() + rows().astype("float64"), mx.MXNetError, "expected float32, got float64"),
    (lambda: nd.dot(matrix(), nd.ones((2, 2))), mx.MXNetError, "3 columns on the left, 2 rows"),
    (
        lambda: sparse.csr_matrix(([1.0, 2.0], [1, 0], [0, 2]), (1, 2)).check_format(),
        mx.MXNetError,
        "columns must be in rising order",
    ),
    (
        lambda: sparse.row_sparse_array(([[1.0], [2.0]], [1, 0]), (3, 1)).check_format(),
        mx.MXNetError,
        "row indices must be in rising order",
    ),
    (lambda: rows().attach_grad("sum"), ValueError, "one of write, add, null, got 'sum'"),
    (lambda: sparse.sgd_update(DENSE, far_row(9), lr=1), IndexError, "row 9, the weight has"),
    (lambda: sparse.sgd_update(DENSE, far_row(-1), lr=1), IndexError, "has row -1, the weight"),
    (
        lambda: sparse.adagrad_update(nd.ones(2), nd.ones(2), nd.ones(2), lr=1, wd=0.1),
        mx.MXNetError,
        "wd must be 0",
    ),
]


@pytest.mark.parametrize("call, kind, message", ERRORS)
def test_errors(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


def test_an_assigned_number_stores_all_rows():
    """MXNet: so that an optimizer decays them, unlike rows that zero_grad has removed."""
    embedding = gluon.nn.Embedding(4, 2, sparse_grad=True)
    embedding.initialize(mx.init.One())
    trainer = gluon.Trainer(embedding.collect_params(), "sgd", {"learning_rate": 0.1, "wd": 0.5})
    with autograd.record():
        loss = embedding(nd.array([1, 2]))
    loss.backward()
    gradient = embedding.weight.grad()
    embedding.weight.zero_grad()
    assert gradient.indices.size == 0
    gradient[:] = 0
    assert gradient.indices.asnumpy().tolist() == [0, 1, 2, 3]
    trainer.step(1)
    np.testing.assert_allclose(embedding.weight.data().asnumpy(), np.full((4, 2), 0.95), 1e-6)


ELEMENTS = [[1, 0, 2, 0], [0, 0, 0, 0], [3, -4, 0, 5]]
REDUCTIONS = [
    {}, {"axis": 0}, {"axis": 1}, {"axis": -1, "keepdims": True}, {"axis": (0, 1)},
    {"axis": 0, "exclude": True}, {"keepdims": True},
]  # fmt: skip


@pytest.mark.parametrize("options", REDUCTIONS)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
@pytest.mark.parametrize("name", ["sum", "mean"])
def test_reductions_of_a_matrix_use_the_stored_values(monkeypatch, name, dtype, options):
    dense = nd.array(ELEMENTS, dtype=dtype)
    expected = getattr(nd, name)(dense, **options)
    matrix = dense.tostype("csr")
    monkeypatch.delattr(CsrTensor, "to_dense")
    result = getattr(nd, name)(matrix, **options)
    assert (result.stype, result.dtype, result.shape) == ("default", dense.dtype, expected.shape)
    np.testing.assert_allclose(result.asnumpy(), expected.asnumpy(), rtol=1e-6)


@pytest.mark.parametrize("options", [{}, {"ord": 1}, {"keepdims": True}, {"out_dtype": "float64"}])
@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
def test_a_norm_uses_the_stored_values(monkeypatch, stype, options):
    dense = nd.array(ELEMENTS)
    expected = nd.norm(dense, **options)
    array = dense.tostype(stype)
    monkeypatch.delattr(type(array._sparse), "to_dense")
    result = nd.norm(array, **options)
    assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
    np.testing.assert_allclose(result.asnumpy(), expected.asnumpy(), rtol=1e-6)


def test_reductions_of_a_matrix_without_values():
    matrix = nd.sparse.zeros("csr", (2, 3))
    assert nd.sum(matrix, axis=0).asnumpy().tolist() == [0, 0, 0]
    assert nd.mean(matrix).asnumpy().tolist() == [0]


def test_half_precision_is_summed_in_single_precision():
    matrix = nd.ones((1, 4096), dtype="float16").tostype("csr")
    assert nd.sum(matrix, axis=1).asnumpy().tolist() == [4096]
