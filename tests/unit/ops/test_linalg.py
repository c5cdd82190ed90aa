"""Linear algebra: what rows cannot show."""

from __future__ import annotations

import numpy as np

import mxnet as mx
from mxnet import nd
from mxnet._ops import OPS


def test_other_types():
    half = nd.ones((2, 2), dtype="float16")
    np.testing.assert_allclose(nd.linalg_gemm2(half, half).asnumpy(), [[2, 2], [2, 2]])
    integers = nd.array([1, 2], dtype="int32")
    np.testing.assert_array_equal(nd.linalg_makediag(integers).asnumpy(), [[1, 0], [0, 2]])


def test_equal_eigenvalues_have_a_finite_gradient():
    matrix = nd.array(np.eye(3))
    matrix.attach_grad()
    with mx.autograd.record():
        _, values = nd.linalg.syevd(matrix)
    values.backward()
    np.testing.assert_allclose(matrix.grad.asnumpy(), np.eye(3), atol=1e-6)


def test_a_cholesky_factor_is_there_and_back():
    lower = nd.array([[2.0, 0.0], [1.0, 3.0]])
    matrix = nd.linalg.syrk(lower)
    np.testing.assert_allclose(nd.linalg.potrf(matrix).asnumpy(), lower.asnumpy(), 1e-6)
    inverse = nd.linalg.potri(lower)
    np.testing.assert_allclose(nd.linalg.gemm2(matrix, inverse).asnumpy(), np.eye(2), atol=1e-6)


def test_second_order_gradient_of_det():
    matrix = nd.array([[2.0, 1.0], [1.0, 3.0]])
    matrix.attach_grad()
    with mx.autograd.record():
        det = nd.linalg.det(matrix)
        first = mx.autograd.grad(det, [matrix], create_graph=True)[0]
        loss = (first * first).sum()
    loss.backward()  # det' holds each element of the matrix once
    np.testing.assert_allclose(np.abs(matrix.grad.asnumpy()), 2 * matrix.asnumpy(), 1e-5)


def test_names():
    public = {name.removeprefix("_linalg_") for name in OPS if name.startswith("_linalg_")}
    assert set(nd.linalg.__all__) == public
    assert nd.linalg.gemm.__module__ == "mxnet.ndarray.linalg"
    assert nd.linalg.gemm.__name__ == "gemm"
