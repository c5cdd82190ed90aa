"""Calls that linear algebra operators refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd


def matrix(*shape, dtype="float32"):
    return nd.ones(shape, dtype=dtype)


SQUARE, WIDE = matrix(3, 3), matrix(3, 4)
NOT_SQUARE = r"expected square matrices.*got shape \(3, 4\)"
CASES = [
    *(
        (lambda name=name: getattr(nd, f"linalg_{name}")(WIDE), rf"_linalg_{name}.*{NOT_SQUARE}")
        for name in (
            "potrf",
            "potri",
            "inverse",
            "det",
            "slogdet",
            "sumlogdiag",
            "extractdiag",
            "extracttrian",
        )
    ),
    (lambda: nd._internal._linalg_syevd(WIDE), NOT_SQUARE),
    (lambda: nd.linalg_trmm(WIDE, WIDE), NOT_SQUARE),
    (lambda: nd.linalg_trsm(WIDE, WIDE), NOT_SQUARE),
    (
        lambda: nd.linalg_gelqf(matrix(4, 3)),
        r"at least as many columns as rows, got shape \(4, 3\)",
    ),
    (lambda: nd.linalg_syrk(matrix(3)), r"at least 2 dimensions, got shape \(3,\)"),
    (lambda: nd.linalg_gemm2(matrix(3), matrix(3)), r"at least 2 dimensions"),
    (lambda: nd.linalg_gemm2(WIDE, WIDE), r"Incompatible matrix dimensions.*3x4 by 3x4"),
    (
        lambda: nd.linalg_gemm2(matrix(2, 3, 3), matrix(1, 3, 3)),
        r"must be the same, except on row/col",
    ),
    (lambda: nd.linalg_gemm2(matrix(2, 3, 3), SQUARE), r"differ in their number of dimensions"),
    (lambda: nd.linalg_gemm2(SQUARE, SQUARE, axis=1), r"Invalid row axis \(1\)"),
    (lambda: nd.linalg_gemm2(SQUARE, SQUARE, axis=-3), r"Invalid row axis \(-3\)"),
    (lambda: nd.linalg_gemm(SQUARE, SQUARE, WIDE), r"C has shape \(3, 4\), the product \(3, 3\)"),
    (
        lambda: nd.linalg_gemm2(SQUARE, matrix(3, 3, dtype="float64")),
        r"expected float32, got float64",
    ),
    (
        lambda: nd.linalg_gemm2(matrix(3, 3, dtype="int32"), matrix(3, 3, dtype="int32")),
        r"floating point.*int32",
    ),
    (lambda: nd.linalg_gemm2(SQUARE), r"expects 2 inputs"),
    (lambda: nd.linalg_trmm(SQUARE, matrix(4, 3)), r"Incompatible matrix dimensions.*3x3 by 4x3"),
    (
        lambda: nd.linalg_trsm(SQUARE, WIDE, rightside=True),
        r"Incompatible matrix dimensions.*3x4 by 3x3",
    ),
    (
        lambda: nd.linalg_trmm(matrix(2, 3, 3), matrix(1, 3, 3)),
        r"must be the same, except on row/col",
    ),
    (lambda: nd.linalg_potrf(-SQUARE), r"_linalg_potrf.*not positive-definite"),
    (lambda: nd.linalg_potri(nd.zeros((3, 3))), r"_linalg_potri.*singular"),
    (lambda: nd.linalg_inverse(SQUARE), r"_linalg_inverse.*singular"),
    (
        lambda: nd.linalg_extractdiag(SQUARE, offset=3),
        r"Illegal offset 3 for a matrix of dimension 3",
    ),
    (lambda: nd.linalg_extracttrian(SQUARE, offset=-3), r"Illegal offset -3"),
    (lambda: nd.linalg_maketrian(matrix(4)), r"4 numbers in the last axis do not form a triangle"),
    (lambda: nd.linalg_potrf(SQUARE, upper=True), r"Cannot find argument 'upper'"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=f"(?s){message}"):
        call()
