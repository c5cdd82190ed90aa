"""Linear algebra on matrices or batches of matrices, stored in the last two axes."""

from __future__ import annotations

import torch

from ..._core.private_torch import Function
from .. import multiply_adds
from ..checks import check, fail
from ..registry import op
from ..tracing import is_traced


def linalg(name: str, *aliases: str, **facts):
    """Declare the operator ``_linalg_<name>`` with the alias ``linalg_<name>``."""
    return op(f"_linalg_{name}", f"linalg_{name}", *aliases, **facts)


# ------------------------------------------------------------------------------------------- checks


def _matrices(*arrays: torch.Tensor) -> None:
    for array in arrays:
        if not array.is_floating_point():
            fail(f"This operation only supports floating point, got {array.dtype}")
        if array.ndim < 2:
            fail(f"expected matrices, at least 2 dimensions, got shape {_shape(array)}")


def _square(array: torch.Tensor) -> None:
    _matrices(array)
    if array.shape[-1] != array.shape[-2]:
        fail(f"expected square matrices, the last two dimensions equal, got shape {_shape(array)}")


def _same_batch(a: torch.Tensor, b: torch.Tensor) -> None:
    if a.shape[:-2] != b.shape[:-2]:
        fail(
            "Shapes of inputs 0, 1 must be the same, except on row/col axis: "
            f"got {_shape(a)} and {_shape(b)}"
        )


def _multiplicable(a: torch.Tensor, b: torch.Tensor) -> None:
    if a.shape[-1] != b.shape[-2]:
        fail(
            "Incompatible matrix dimensions for multiplication: "
            f"{a.shape[-2]}x{a.shape[-1]} by {b.shape[-2]}x{b.shape[-1]}"
        )


def _shape(array: torch.Tensor) -> tuple[int, ...]:
    return tuple(array.shape)


def _per_matrix(result: torch.Tensor) -> torch.Tensor:
    # MXNet: the result of a single matrix has shape (1,).
    return result if result.ndim else result.reshape(1)


# ----------------------------------------------------------------------------------------- products


def _with_rows_at(axis: int, *arrays: torch.Tensor) -> list[torch.Tensor]:
    """Move the row axis to the second-to-last position."""
    ndim = arrays[0].ndim
    check(all(a.ndim == ndim for a in arrays), "inputs differ in their number of dimensions")
    row_axis = axis + ndim if axis < 0 else axis
    if not 0 <= row_axis < ndim - 1:
        fail(f"Invalid row axis ({axis}) for {ndim} dimensions")
    return [a if row_axis == ndim - 2 else a.movedim(row_axis, -2) for a in arrays]


def _operands(a, b, transpose_a: bool, transpose_b: bool) -> tuple[torch.Tensor, torch.Tensor]:
    _same_batch(a, b)
    a, b = a.mT if transpose_a else a, b.mT if transpose_b else b
    _multiplicable(a, b)
    return a, b


def _rows_back_to(axis: int, result: torch.Tensor) -> torch.Tensor:
    return result if axis in (-2, result.ndim - 2) else result.movedim(-2, axis).contiguous()


@linalg("gemm", multiply_adds=multiply_adds.product)
def gemm(
    A, B, C, *, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0,
    beta: float = 1.0, axis: int = -2,
):  # fmt: skip
    """Compute ``alpha * A @ B + beta * C``; ``axis`` is the row axis."""
    _matrices(A, B, C)
    a, b, c = _with_rows_at(axis, A, B, C)
    a, b = _operands(a, b, transpose_a, transpose_b)
    shape = (*a.shape[:-1], b.shape[-1])
    if c.shape != shape:
        fail(f"C has shape {_shape(c)}, the product {shape}")
    if c.ndim == 2:
        return torch.addmm(c, a, b, beta=beta, alpha=alpha)
    a, b, c = (x.reshape(-1, *x.shape[-2:]) for x in (a, b, c))
    return _rows_back_to(axis, torch.baddbmm(c, a, b, beta=beta, alpha=alpha).reshape(shape))


@linalg("gemm2", multiply_adds=multiply_adds.product)
def gemm2(
    A,
    B,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    alpha: float = 1.0,
    axis: int = -2,
):
    """Compute ``alpha * A @ B``; ``axis`` is the row axis."""
    _matrices(A, B)
    a, b = _with_rows_at(axis, A, B)
    a, b = _operands(a, b, transpose_a, transpose_b)
    return _rows_back_to(axis, _times(alpha, a @ b))


def _times(alpha: float, result: torch.Tensor) -> torch.Tensor:
    return result if alpha == 1.0 else result * alpha


@linalg("syrk")
def syrk(A, *, transpose: bool = False, alpha: float = 1.0):
    """Compute ``alpha * A @ A.T`` or ``alpha * A.T @ A``."""
    _matrices(A)
    return _times(alpha, A.mT @ A if transpose else A @ A.mT)


def _triangular_operands(A, B, rightside: bool) -> None:
    _square(A)
    _matrices(B)
    check(A.ndim == B.ndim, "inputs differ in their number of dimensions")
    _same_batch(A, B)
    _multiplicable(*((B, A) if rightside else (A, B)))


@linalg("trmm")
def trmm(
    A,
    B,
    *,
    transpose: bool = False,
    rightside: bool = False,
    lower: bool = True,
    alpha: float = 1.0,
):
    """Multiply by a triangular matrix; the other triangle of ``A`` is ignored."""
    _triangular_operands(A, B, rightside)
    triangle = A.tril() if lower else A.triu()
    triangle = triangle.mT if transpose else triangle
    return _times(alpha, B @ triangle if rightside else triangle @ B)


@linalg("trsm")
def trsm(
    A,
    B,
    *,
    transpose: bool = False,
    rightside: bool = False,
    lower: bool = True,
    alpha: float = 1.0,
):
    """Solve ``A @ X = alpha * B`` or ``X @ A = alpha * B`` for a triangular matrix ``A``."""
    _triangular_operands(A, B, rightside)
    triangle, upper = (A.mT, lower) if transpose else (A, not lower)
    solution = torch.linalg.solve_triangular(
        triangle, _times(alpha, B), upper=upper, left=not rightside
    )
    return solution.contiguous()


# ----------------------------------------------------------------------------------- decompositions


@linalg("potrf")
def potrf(A, *, lower: bool = True):
    """Compute the Cholesky factor of a positive definite matrix: ``L @ L.T`` or ``U.T @ U``."""
    _square(A)
    return torch.linalg.cholesky(A, upper=not lower).contiguous()


@linalg("potri")
def potri(A, *, lower: bool = True):
    """Compute the inverse of a matrix from its Cholesky factor ``A``, as returned by ``potrf``."""
    _square(A)
    return torch.cholesky_inverse(A.tril() if lower else A.triu(), upper=not lower).contiguous()


@linalg("gelqf", outputs=2)
def gelqf(A):
    """Compute ``Q`` with orthonormal rows and the lower triangular ``L`` of ``A = L @ Q``."""
    _matrices(A)
    if A.shape[-2] > A.shape[-1]:
        fail(f"expected at least as many columns as rows, got shape {_shape(A)}")
    q, r = torch.linalg.qr(A.mT)
    return q.mT.contiguous(), r.mT.contiguous()


class _Eigen(Function):
    """Eigenvectors as rows, and eigenvalues; if these are equal, gradients are large, not NaN."""

    @staticmethod
    def forward(ctx, matrix):
        values, columns = torch.linalg.eigh(matrix)
        vectors = columns.mT
        # MXNet: the first component of the largest magnitude is positive.
        largest = vectors.gather(-1, vectors.abs().argmax(-1, keepdim=True))
        vectors = torch.where(largest < 0, -vectors, vectors)
        ctx.save_for_backward(vectors, values)
        return vectors, values

    @staticmethod
    def backward(ctx, grad_vectors, grad_values):
        vectors, values = ctx.saved_tensors
        turn = grad_vectors @ vectors.mT
        least = 1e-30 if values.dtype is torch.float32 else 1e-100
        gaps = values.unsqueeze(-1) - values.unsqueeze(-2)
        gaps = 2.0 * gaps.tril(-1).clamp(min=least)
        half = ((turn - turn.mT) / gaps).tril(-1)
        middle = half + half.mT + torch.diag_embed(grad_values)
        return vectors.mT @ middle @ vectors


# MXNet: unlike the others, it has no alias without the first underscore.
@op("_linalg_syevd", outputs=2)
def syevd(A):
    """Compute the eigenvectors (as rows) and ascending eigenvalues of a symmetric matrix."""
    _square(A)
    return _Eigen.apply(A)


# ---------------------------------------------------------------------------- inverse, determinants


@linalg("inverse", "_npi_inv")
def inverse(A):
    """Compute the inverse."""
    _square(A)
    return torch.linalg.inv(A).contiguous()


# The logarithm of a determinant that no product of the elements of a diagonal rounds to 0.
_FAR_FROM_0 = -40.0


def _may_read(A: torch.Tensor) -> bool:
    """Return whether reading values costs nothing, so that regular matrices need one pass."""
    return A.is_cpu and not is_traced()


def _without_singular(A: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Replace singular matrices by the identity; return also which ones are singular."""
    singular = torch.linalg.det(A.detach()) == 0
    identity = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device)
    return singular, torch.where(singular[..., None, None], identity, A)


def determinant(A: torch.Tensor) -> torch.Tensor:
    """Compute the determinant of each matrix."""
    _square(A)
    if not A.requires_grad:
        return torch.linalg.det(A)
    result = torch.linalg.det(A)
    if _may_read(A) and result.detach().all():
        return result
    # MXNet: a singular matrix has gradient 0.
    singular, regular = _without_singular(A)
    return torch.where(singular, 0.0, torch.linalg.det(regular))


@linalg("det", output_names=("output0",), stored_outputs=3)
def det(A):
    """Compute the determinant."""
    return _per_matrix(determinant(A))


def sign_and_log_determinant(A: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Compute the sign and the logarithm of the absolute value of each determinant."""
    _square(A)
    sign, logarithm = torch.linalg.slogdet(A)
    if not A.requires_grad or (_may_read(A) and (logarithm.detach() > _FAR_FROM_0).all()):
        return sign.detach(), logarithm
    singular, regular = _without_singular(A)
    return sign.detach(), torch.where(singular, -torch.inf, torch.linalg.slogdet(regular).logabsdet)


@linalg("slogdet", outputs=2, stored_outputs=4)
def slogdet(A):
    """Compute the sign and the logarithm of the absolute value of the determinant."""
    sign, logarithm = sign_and_log_determinant(A)
    return _per_matrix(sign), _per_matrix(logarithm)


# ----------------------------------------------------------------------------- diagonals, triangles


@linalg("sumlogdiag")
def sumlogdiag(A):
    """Compute the sum of the logarithms of the diagonal elements."""
    _square(A)
    return _per_matrix(A.diagonal(dim1=-2, dim2=-1).log().sum(-1))


def _check_offset(A: torch.Tensor, offset: int) -> None:
    size = A.shape[-1]
    if abs(offset) >= size:
        fail(f"Illegal offset {offset} for a matrix of dimension {size}")


@linalg("extractdiag")
def extractdiag(A, *, offset: int = 0):
    """Extract the main diagonal, or the one ``offset`` positions above it."""
    _square(A)
    _check_offset(A, offset)
    return A.diagonal(offset, -2, -1).clone(memory_format=torch.contiguous_format)


@linalg("makediag")
def makediag(A, *, offset: int = 0):
    """Create matrices with the last axis as diagonal, ``offset`` positions above the main one."""
    check(A.ndim >= 1, "expected at least 1 dimension, got a scalar")
    return torch.diag_embed(A, offset)


def _is_upper(offset: int, lower: bool) -> bool:
    return offset > 0 or (offset == 0 and not lower)


@linalg("extracttrian")
def extracttrian(A, *, offset: int = 0, lower: bool = True):
    """Extract a triangle as a vector; the sign of a nonzero ``offset`` selects which one."""
    _square(A)
    _check_offset(A, offset)
    # MXNet: an upper triangle goes column by column, a lower one row by row.
    matrix = A.mT if _is_upper(offset, lower) else A
    size = A.shape[-1]
    rows, columns = torch.tril_indices(size, size, -abs(offset), device=A.device)
    return matrix[..., rows, columns]


@linalg("maketrian")
def maketrian(A, *, offset: int = 0, lower: bool = True):
    """Create matrices with the last axis as a triangle: the inverse of ``extracttrian``."""
    check(A.ndim >= 1, "expected at least 1 dimension, got a scalar")
    count = A.shape[-1]
    side = int((8 * count + 1) ** 0.5 - 1) // 2
    if side * (side + 1) // 2 != count:
        fail(f"{count} numbers in the last axis do not form a triangle")
    size = side + abs(offset)
    rows, columns = torch.tril_indices(size, size, -abs(offset), device=A.device)
    matrix = A.new_zeros(*A.shape[:-1], size, size)
    matrix[..., rows, columns] = A
    return matrix.mT.contiguous() if _is_upper(offset, lower) else matrix
