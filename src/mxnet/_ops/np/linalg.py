"""Linear algebra with NumPy's rules: scalars without axes, integers computed in float64."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import torch

from ..._core.dtypes import widen
from .. import type_rules
from ..attrs import Shape
from ..checks import axis_in_range, check, fail
from ..math.linalg import determinant, sign_and_log_determinant
from ..registry import op


def _floats(*arrays: torch.Tensor) -> list[torch.Tensor]:
    """Convert the arrays to float32 or float64; MXNet: integers and mixed types become float64."""
    for array in arrays:
        check(array.dtype is not torch.float16, "array type float16 is unsupported in linalg")
    kinds = {array.dtype for array in arrays}
    if len(kinds) == 1 and arrays[0].is_floating_point():
        return list(arrays)
    return [array.double() for array in arrays]


def _matrix(A: torch.Tensor, square: bool = False) -> torch.Tensor:
    if A.ndim < 2:
        fail(f"Array must be at least two-dimensional, got shape {tuple(A.shape)}")
    if square:
        if A.shape[-1] != A.shape[-2]:
            fail(f"Input A's last two dimension must be equal, got shape {tuple(A.shape)}")
    return A


# ----------------------------------------------------------------------------------- decompositions


@op("_npi_cholesky")
def cholesky(A):
    """Compute the lower triangular Cholesky factor of a positive definite matrix ``L @ L.T``."""
    _matrix(A, square=True)
    if not A.is_floating_point():
        fail(f"This operation only supports floating point, got {A.dtype}")
    return torch.linalg.cholesky(A).contiguous()


@op("_npi_svd", outputs=3)
def svd(A):
    """Compute ``U``, the singular values and ``V`` of ``A = U @ diag(L) @ V``."""
    _matrix(A)
    if A.shape[-2] > A.shape[-1]:
        fail(
            "Input A shape wrong: The second to last dimension must be less than or "
            "equal to the last "
            f"dimension, got shape {tuple(A.shape)}"
        )
    U, L, V = torch.linalg.svd(A, full_matrices=False)
    # MXNet: in each row of V the component of the largest magnitude is positive.
    signs = _signs(V, -1)
    return (U * signs.mT).contiguous(), L.contiguous(), (V * signs).contiguous()


def _signs(vectors: torch.Tensor, axis: int) -> torch.Tensor:
    """Return the sign of the component with the largest magnitude of vectors along an axis."""
    vectors = vectors.detach()
    if not vectors.numel():
        return vectors.sum(axis, keepdim=True)
    largest = vectors.gather(axis, vectors.abs().argmax(axis, keepdim=True))
    return largest.sign()


def _real(values: torch.Tensor, what: str) -> torch.Tensor:
    if not values.is_meta and values.imag.any():
        fail(f"Complex {what} is unsupported in linalg: the matrix has {what} that are not real")
    return values.real.contiguous()


# MXNet: the decompositions into eigenvalues have no gradient.


def _check_finite(matrix: torch.Tensor) -> None:
    """Reject NaN and infinities, for which LAPACK's ``geev`` writes out of bounds."""
    check(matrix.is_meta or bool(matrix.isfinite().all()), "the matrix must be finite")


@op("_npi_eig", outputs=2, types=type_rules.as_floats(torch.float64))
def eig(A):
    """Compute the eigenvalues and eigenvectors (as columns), all of which must be real."""
    (A,) = _floats(_matrix(A.detach(), square=True))
    _check_finite(A)
    values, vectors = torch.linalg.eig(A)
    return _real(values, "eigenvalues"), _real(vectors, "eigenvectors")


@op("_npi_eigvals", types=type_rules.as_floats(torch.float64))
def eigvals(A):
    """Compute the eigenvalues, which must be real."""
    (A,) = _floats(_matrix(A.detach(), square=True))
    _check_finite(A)
    return _real(torch.linalg.eigvals(A), "eigenvalues")


Triangle = Literal["L", "U"]


@op("_npi_eigh", outputs=2, types=type_rules.as_floats(torch.float64))
def eigh(A, *, UPLO: Triangle = "L"):
    """Compute the ascending eigenvalues and the eigenvectors (as columns) of a symmetric matrix."""
    (A,) = _floats(_matrix(A.detach(), square=True))
    values, vectors = torch.linalg.eigh(A, UPLO)
    # MXNet: the component of the largest magnitude of a vector is positive.
    return values.contiguous(), (vectors * _signs(vectors, -2)).contiguous()


@op("_npi_eigvalsh", types=type_rules.as_floats(torch.float64))
def eigvalsh(A, *, UPLO: Triangle = "L"):
    """Compute the ascending eigenvalues of a symmetric matrix from one of its triangles."""
    (A,) = _floats(_matrix(A.detach(), square=True))
    return torch.linalg.eigvalsh(A, UPLO).contiguous()


# ---------------------------------------------------------------------------- inverse, determinants


@op("_npi_det", output_names=("output0",))
def det(A):
    """Compute the determinant."""
    return determinant(A)


@op("_npi_slogdet", outputs=2)
def slogdet(A):
    """Compute the sign and the logarithm of the absolute value of the determinant."""
    return sign_and_log_determinant(A)


def _pinv_types(inputs, outputs, attrs):
    return inputs, type_rules.as_floats(torch.float64)(inputs[:1], outputs, attrs)[1]


@op("_npi_pinv", mixed=True, types=_pinv_types)
def pinv(A, rcond, *, hermitian: bool = False):
    """Compute the pseudoinverse; singular values below ``rcond`` times the largest count as 0."""
    (A,) = _floats(_matrix(A.detach()))
    check(rcond.dtype in (torch.float32, torch.float64), "rcond type should be float32 or float64.")
    rtol = rcond.detach().to(A.dtype).expand(np.broadcast_shapes(rcond.shape, A.shape[:-2]))
    return torch.linalg.pinv(A, rtol=rtol, hermitian=hermitian).contiguous()


@op("_npi_pinv_scalar_rcond", types=type_rules.as_floats(torch.float64))
def pinv_scalar_rcond(A, *, rcond: float = 1e-15, hermitian: bool = False):
    """Compute the pseudoinverse; singular values below ``rcond`` times the largest count as 0."""
    (A,) = _floats(_matrix(A.detach()))
    return torch.linalg.pinv(A, rtol=rcond, hermitian=hermitian).contiguous()


@op("_npi_tensorinv", types=type_rules.as_floats(torch.float64))
def tensorinv(a, *, ind: int = 2):
    """Compute the inverse of ``a`` as a matrix whose rows are the first ``ind`` axes."""
    if not ind > 0:
        fail(f"Invalid ind argument: {ind}")
    (a,) = _floats(a)
    rows, columns = a.shape[:ind], a.shape[ind:]
    if not rows.numel() == columns.numel() > 0:
        fail(
            "a shape must be square, i. e., prod(a.shape[:ind]) == prod(a.shape[ind:]), "
            f"got shape {tuple(a.shape)} and ind={ind}"
        )
    matrix = a.reshape(rows.numel(), columns.numel())
    return torch.linalg.inv(matrix).reshape(*columns, *rows).contiguous()


# ---------------------------------------------------------------------------------------- equations


@op("_npi_solve", mixed=True, types=type_rules.as_floats(torch.float64))
def solve(A, B):
    """Solve ``A @ X = B``; if ``B`` has one axis less than ``A``, it contains vectors."""
    _matrix(A, square=True)
    vectors = B.ndim == A.ndim - 1
    if not ((vectors or B.ndim == A.ndim) and B.shape[: A.ndim - 1] == A.shape[:-1]):
        fail(f"A's and B's dimensions don't match: {tuple(A.shape)} and {tuple(B.shape)}")
    A, B = _floats(A, B)
    if vectors:
        return torch.linalg.solve(A, B.unsqueeze(-1)).squeeze(-1).contiguous()
    return torch.linalg.solve(A, B).contiguous()


@op("_npi_tensorsolve", mixed=True, types=type_rules.as_floats(torch.float64))
def tensorsolve(a, b, *, a_axes: Shape = ()):
    """Solve ``tensordot(a, x, x.ndim) = b`` after moving ``a_axes`` to the end of ``a``."""
    a, b = _floats(a, b)
    moved = [axis_in_range(axis, a.ndim) for axis in a_axes]
    rest = [axis for axis in range(a.ndim) if axis not in moved]
    a = a.permute(rest + moved)
    shape = a.shape[b.ndim - a.ndim :]  # NumPy: the whole shape if b has as many axes
    size = shape.numel()
    if size * size != a.numel():
        fail(f"a shape must be square, got {tuple(a.shape)}")
    if b.numel() != size:
        fail(f"a's and b's dimensions don't match: {tuple(a.shape)} and {tuple(b.shape)}")
    return torch.linalg.solve(a.reshape(size, size), b.reshape(-1)).reshape(shape).contiguous()


# -------------------------------------------------------------------------------------------- norms

ALL, BY_ORDER, BY_SINGULAR_VALUES, FROBENIUS, NUCLEAR = range(-2, 3)  # values of ``flag``


@op("_npi_norm")
def norm(
    data, *, ord: float = 2.0, axis: Shape | None = None, keepdims: bool = False, flag: int = -1
):
    """Compute the norm of vectors along one axis, of matrices along two, or of all elements.

    ``flag`` complements ``ord``: -2 is the norm of all elements, 1 Frobenius, 2 nuclear; with -1
    and 0, ``ord`` decides.
    """
    axes = tuple(range(data.ndim)) if axis is None else axis
    axes = tuple(axis_in_range(a, data.ndim) for a in axes)
    if len(set(axes)) != len(axes):
        fail(f"Duplicate axes given: {axis}")
    if flag != ALL and len(axes) not in (1, 2):
        fail(f"Improper number of dimensions to norm: {axes}")
    floats = data if data.is_floating_point() else widen(data)
    if flag in (ALL, FROBENIUS) or len(axes) == 1:
        if flag == NUCLEAR:
            fail(f"Invalid norm order for vectors: axis={axes}")
        result = _of_vectors(floats, 2.0 if flag in (ALL, FROBENIUS) else ord, axes, keepdims)
    elif flag == NUCLEAR:
        result = torch.linalg.matrix_norm(floats, "nuc", axes, keepdims)
    else:
        if ord not in MATRIX_NORMS:
            fail(f"Invalid norm order for matrices: {ord}")
        result = torch.linalg.matrix_norm(floats, ord, axes, keepdims)
    # MXNet: the norm of integers is an integer.
    return result.to(data.dtype)


MATRIX_NORMS = (1, -1, 2, -2, math.inf, -math.inf)


def _of_vectors(data, order: float, axes: tuple[int, ...], keepdims: bool):
    if not axes:
        return data.abs()
    return torch.linalg.vector_norm(data, order, axes, keepdims)
