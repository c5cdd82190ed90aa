"""Sparse results: the storage types of 1.9.1, in eager calls, executors and hybridized blocks."""

from __future__ import annotations

import json

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd, sym

from .storage_cases import CASES, GOLDEN, VALUES, answers, label

REAL = json.loads(GOLDEN.read_text())
NAMES = list(dict.fromkeys(name for name, _, _ in CASES))


@pytest.mark.parametrize("name", NAMES)
def test_storage_types_are_those_of_mxnet(name):
    for case in CASES:
        real = REAL[label(case)]
        if case[0] == name and real != ["refused"]:
            assert json.dumps(answers(mx, case)) == json.dumps([real, real]), case  # nan is nan


def csr(values=VALUES):
    return nd.array(values).tostype("csr")


def test_the_rows_of_a_scatter_division_are_those_that_are_stored():
    rows = sym.var("x", stype="row_sparse")
    executor = sym._internal._scatter_elemwise_div(rows, sym.var("y")).bind(
        mx.cpu(), [nd.array(VALUES).tostype("row_sparse"), nd.zeros((4, 4))], grad_req="null"
    )
    (out,) = executor.forward()
    assert out.stype == "row_sparse" and out.indices.asnumpy().tolist() == [0, 2]


@pytest.mark.parametrize("training", [False, True])
def test_sparse_outputs_have_the_gradients_of_dense_ones(training):
    x = sym.var("x", stype="csr")
    gradient = nd.zeros((4, 4))
    executor = sym.square(sym.abs(x)).bind(mx.cpu(), [csr()], {"x": gradient})
    (out,) = executor.forward(is_train=training)
    assert out.stype == "csr"
    np.testing.assert_allclose(out.asnumpy(), VALUES**2)
    executor.backward(csr(np.ones_like(VALUES)))
    np.testing.assert_allclose(gradient.asnumpy(), 2 * VALUES)


def test_output_that_is_an_argument_has_separate_memory():
    x = csr()
    executor = sym.Group([sym.var("x", stype="csr")]).bind(mx.cpu(), [x], grad_req="null")
    (out,) = executor.forward()
    x[:] = nd.zeros((4, 4)).tostype("csr")
    np.testing.assert_allclose(out.asnumpy(), VALUES)


def test_states_are_updated_once_in_a_training_pass_with_gradients():
    data = sym.BatchNorm(sym.var("x"), name="bn", fix_gamma=False)
    results = []
    for symbol in (sym.cast_storage(data, stype="csr"), data):
        executor = symbol.simple_bind(mx.cpu(), x=(4, 4))
        executor.copy_params_from({"x": nd.array(VALUES), "bn_gamma": nd.ones(4)})
        executor.forward(is_train=True)
        executor.backward(nd.array(VALUES))
        results.append([*executor.aux_arrays, *executor.grad_arrays])
    for sparse, dense in zip(*results, strict=True):
        np.testing.assert_allclose(sparse.asnumpy(), dense.asnumpy(), 1e-5, 1e-6)


def test_random_numbers_of_a_sparse_output_are_those_of_its_gradient():
    symbol = sym.cast_storage(sym.Dropout(sym.var("x"), p=0.5), stype="row_sparse")
    executor = symbol.simple_bind(mx.cpu(), x=(50, 2))
    executor.arg_dict["x"][:] = 1
    (out,) = executor.forward(is_train=True)
    executor.backward(nd.ones((50, 2)))
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), out.asnumpy())


def test_a_graph_without_sparse_kernels_in_between():
    x, y = sym.var("x", stype="csr"), sym.var("y")
    loop = sym.contrib.foreach(lambda d, s: (d + s, s), y, sym.sum(x, axis=0))[0]
    executor = sym.cast_storage(loop, stype="row_sparse").bind(
        mx.cpu(), {"x": csr(), "y": nd.array(VALUES)}, grad_req="null"
    )
    (out,) = executor.forward()
    assert out.stype == "row_sparse"
    np.testing.assert_allclose(out.asnumpy(), VALUES + VALUES.sum(0))


class Sparse(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.cast_storage(F.relu(x), stype="row_sparse")


def test_hybridized_blocks_have_sparse_results():
    net = Sparse()
    plain = net(nd.array(VALUES))
    net.hybridize()
    for x in (nd.array(VALUES), nd.array(VALUES).tostype("row_sparse")):
        out = net(x)
        assert out.stype == plain.stype == "row_sparse"
        np.testing.assert_array_equal(out.asnumpy(), np.maximum(VALUES, 0))


def test_recorded_results_are_dense_and_have_gradients():
    net = Sparse()
    for _ in range(2):
        x = nd.array(VALUES)
        x.attach_grad()
        with autograd.record():
            out = net(x)
        out.backward()
        assert out.stype == "default"
        np.testing.assert_array_equal(x.grad.asnumpy(), VALUES > 0)
        net.hybridize()


def test_products_of_dense_arrays_are_stored_as_the_attribute_says():
    for _ in range(2):  # the second call finds the attributes read
        out = nd.dot(nd.array(VALUES), nd.array(VALUES), forward_stype="csr")
        assert out.stype == "csr"
        np.testing.assert_allclose(out.asnumpy(), VALUES @ VALUES)


def test_cast_storage_to_csr_takes_matrices():
    with pytest.raises(mx.MXNetError, match="cast_storage.*a csr array has 2 dimensions"):
        nd.cast_storage(nd.ones((2, 2, 2)), stype="csr")


def test_fixed_gamma_is_refused_with_sparse_data():
    symbol = sym.BatchNorm(sym.var("x", stype="row_sparse"))
    executor = symbol.simple_bind(mx.cpu(), x=(4, 4))
    with pytest.raises(mx.MXNetError, match="fix_gamma=True is not supported for sparse ndarrays"):
        executor.forward()
