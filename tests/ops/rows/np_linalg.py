"""Rows: linear algebra as NumPy has it."""

from tests.ops.row import integers, row, uniform, values

GOOD = values([[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 5.0]])
BATCH = values([[[4.0, 1.0], [1.0, 3.0]], [[2.0, 0.5], [0.5, 1.0]]])
WIDE = uniform(2, 4)
INTS = values([[2, 1], [1, 3]], "int32")
LOOSE = {"rtol": 1e-4, "atol": 1e-5}

ROWS = [
    row("_npi_cholesky", GOOD),
    row("_npi_cholesky", BATCH),
    row("_npi_svd", WIDE, **LOOSE),
    row("_npi_svd", uniform(3, 3), **LOOSE),
    row("_npi_svd", uniform(2, 2, 3, dtype="float64")),
    row("_npi_eig", GOOD, **LOOSE),
    row("_npi_eig", INTS, grad=()),
    row("_npi_eigh", GOOD, **LOOSE),
    row("_npi_eigh", BATCH, UPLO="U", **LOOSE),
    row("_npi_eigh", uniform(0, 0)),
    row("_npi_svd", uniform(2, 0, 0)),
    row("_npi_eigvals", GOOD, **LOOSE),
    row("_npi_eigvals", BATCH, **LOOSE),
    row("_npi_eigvals", INTS, grad=()),
    row("_npi_eigvalsh", GOOD, **LOOSE),
    row("_npi_eigvalsh", uniform(3, 3), UPLO="U", **LOOSE),
    row("_npi_eigvalsh", INTS, grad=()),
    row("_npi_det", GOOD),
    row("_npi_det", BATCH),
    row("_npi_slogdet", GOOD),
    row("_npi_slogdet", BATCH),
    row("_npi_inv", GOOD),
    row("_npi_inv", BATCH),
    row("_npi_pinv", uniform(2, 3), values(1e-6), **LOOSE),
    row("_npi_pinv", uniform(2, 3, 2), values([1e-6, 1e-6]), **LOOSE),
    row("_npi_pinv_scalar_rcond", uniform(3, 2), **LOOSE),
    row("_npi_pinv_scalar_rcond", GOOD, rcond=1e-3, hermitian=True, **LOOSE),
    row("_npi_tensorinv", uniform(4, 6, 8, 3), ind=2, rtol=1e-3, atol=1e-3),
    row("_npi_tensorinv", GOOD, ind=1),
    row("_npi_solve", GOOD, uniform(3), grad=()),
    row("_npi_solve", GOOD, uniform(3, 2)),
    row("_npi_solve", BATCH, uniform(2, 2, 3)),
    row("_npi_solve", INTS, integers(2, dtype="int32"), grad=()),
    row("_npi_solve", INTS, uniform(2), grad=()),
    row("_npi_tensorsolve", uniform(2, 3, 6, dtype="float64"), uniform(2, 3, dtype="float64")),
    row("_npi_tensorsolve", uniform(6, 2, 3, dtype="float64"), uniform(2, 3, dtype="float64"),
        a_axes=(0,)),
    row("_npi_tensorsolve", values(2.0), values([[3.0]]), grad=()),
    row("_npi_tensorsolve", values([[2.0]]), values([[3.0]])),
    row("_npi_norm", uniform(2, 3), flag=-2),
    row("_npi_norm", uniform(2, 3), ord=1.0, axis=(1,), flag=-1),
    row("_npi_norm", uniform(2, 3), ord=3.0, axis=(1,), keepdims=True, flag=-1),
    row("_npi_norm", uniform(2, 3), ord=2.0, axis=(0, 1), flag=1),
    row("_npi_norm", uniform(2, 3), ord=2.0, axis=(0, 1), flag=0, grad=(), **LOOSE),
    row("_npi_norm", uniform(2, 3, 4), ord=-2.0, axis=(0, 2), flag=0, grad=(), **LOOSE),
    row("_npi_norm", uniform(2, 3), ord=2.0, axis=(0, 1), flag=2, **LOOSE),
    row("_npi_norm", uniform(3), ord=0.0, axis=(0,), grad=(), flag=-1),
    row("_npi_norm", uniform(3), ord=-2.0, axis=(0,), grad=(), flag=-1),
    row("_npi_norm", INTS, axis=(0, 1), flag=1),
    row("_npi_norm", uniform(2, 3, 4), ord=2.0, axis=(0, 2), flag=1, keepdims=True),
]  # fmt: skip
