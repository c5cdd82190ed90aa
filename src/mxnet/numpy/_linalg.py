"""Linear algebra: the definitions behind ``mx.np.linalg``."""

from __future__ import annotations

from .._eager.array import NDArrayBase
from .._ops.np.linalg import ALL, BY_ORDER, BY_SINGULAR_VALUES, FROBENIUS, NUCLEAR
from ._arrays import NUMBERS
from ._namespace import linalg

# ----------------------------------------------------------------------------------- decompositions


@linalg.function
def cholesky(F, a):
    """Return the lower triangular factor of a positive definite matrix ``L @ L.T``."""
    return F._npi_cholesky(a)


@linalg.function
def svd(F, a):
    """Return ``U``, the singular values and ``V`` of ``a = U @ diag(L) @ V``.

    The matrices have at most as many rows as columns.
    """
    return tuple(F._npi_svd(a))


@linalg.function
def eig(F, a):
    """Return the eigenvalues and, as columns, the eigenvectors; both have to be real."""
    return tuple(F._npi_eig(a))


@linalg.function
def eigvals(F, a):
    """Return the eigenvalues, which have to be real."""
    return F._npi_eigvals(a)


@linalg.function
def eigh(F, a, UPLO="L"):
    """Return the ascending eigenvalues and the eigenvectors, as columns, of a symmetric matrix.

    ``UPLO`` is the triangle that is read, "L" or "U".
    """
    return tuple(F._npi_eigh(a, UPLO=UPLO))


@linalg.function
def eigvalsh(F, a, UPLO="L"):
    """Return the ascending eigenvalues of a symmetric matrix; ``UPLO`` is the triangle read."""
    return F._npi_eigvalsh(a, UPLO=UPLO)


# ------------------------------------------------------------------------------ inverses, equations


@linalg.function
def inv(F, a):
    """Return the inverse."""
    return F._npi_inv(a)


@linalg.function
def pinv(F, a, rcond=1e-15, hermitian=False):
    """Return the pseudoinverse; singular values below ``rcond`` times the largest count as 0."""
    if hermitian:
        raise NotImplementedError("hermitian is not supported yet...")
    if isinstance(rcond, NUMBERS):
        return F._npi_pinv_scalar_rcond(a, rcond=rcond)
    return F._npi_pinv(a, rcond)


@linalg.function
def tensorinv(F, a, ind=2):
    """Return the inverse of ``a`` read as a matrix, its first ``ind`` axes being the rows."""
    return F._npi_tensorinv(a, ind=ind)


@linalg.function
def solve(F, a, b):
    """Solve ``a @ x = b``."""
    return F._npi_solve(a, b)


@linalg.function
def tensorsolve(F, a, b, axes=None):
    """Solve ``tensordot(a, x, x.ndim) = b``; the axes ``axes`` of a are moved to its end."""
    return F._npi_tensorsolve(a, b, a_axes=() if axes is None else tuple(axes))


@linalg.function
def det(F, a):
    """Return the determinant."""
    return F._npi_det(a)


@linalg.function
def slogdet(F, a):
    """Return the sign and the logarithm of the magnitude of the determinant."""
    return F._npi_slogdet(a)


# -------------------------------------------------------------------------------------------- norms

INFINITE = {"inf": float("inf"), "-inf": float("-inf")}


@linalg.function
def norm(F, x, ord=None, axis=None, keepdims=False):
    """Return the norm of vectors along one axis, of matrices along two, or of all elements.

    ``ord`` is a number, "fro" or "nuc"; without it the square root of the sum of squares is taken.
    Of an array with more than two axes, ``ord`` without ``axis`` means the last two.
    """
    if axis is None and ord is None:
        return F._npi_norm(x, ord=2.0, axis=None, keepdims=keepdims, flag=ALL)
    if axis is None and ord in INFINITE:  # MXNet: the words mean all elements, the numbers rows
        extreme = F._np_max if ord == "inf" else F._np_min
        return extreme(F._npi_absolute(x), keepdims=keepdims)
    if axis is not None:
        axis = (axis,) if isinstance(axis, int) else tuple(axis)
        if ord is not None and len(axis) > 2:
            raise ValueError(f"Improper number of dimensions to norm: axis={axis}")
    elif isinstance(x, NDArrayBase) and x.ndim > 2:
        axis = (-2, -1)
    if ord in (None, "fro"):
        return F._npi_norm(x, ord=2.0, axis=axis, keepdims=keepdims, flag=FROBENIUS)
    if ord == "nuc":
        return F._npi_norm(x, ord=2.0, axis=axis, keepdims=keepdims, flag=NUCLEAR)
    order = INFINITE.get(ord, ord)
    of_matrices = axis is not None and len(axis) == 2 and order in (2, -2)
    flag = BY_SINGULAR_VALUES if of_matrices else BY_ORDER
    return F._npi_norm(x, ord=order, axis=axis, keepdims=keepdims, flag=flag)
