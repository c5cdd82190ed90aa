"""Linear algebra: the definitions of ``mx.np.linalg``."""

from __future__ import annotations

from .._eager.array import NDArrayBase
from .._ops.np.linalg import ALL, BY_ORDER, BY_SINGULAR_VALUES, FROBENIUS, NUCLEAR
from ._arrays import NUMBERS
from ._namespace import linalg

# ----------------------------------------------------------------------------------- decompositions


@linalg.function(operator="_npi_cholesky")
def cholesky(F, a):
    """Compute the lower triangular Cholesky factor of a positive definite matrix ``L @ L.T``."""
    return F._npi_cholesky(a)


@linalg.function
def svd(F, a):
    """Compute ``U``, the singular values and ``V`` of ``a = U @ diag(L) @ V``.

    The matrices have at most as many rows as columns.
    """
    return tuple(F._npi_svd(a))


@linalg.function
def eig(F, a):
    """Compute the eigenvalues and eigenvectors (as columns), all of which must be real."""
    return tuple(F._npi_eig(a))


@linalg.function(operator="_npi_eigvals")
def eigvals(F, a):
    """Compute the eigenvalues, which must be real."""
    return F._npi_eigvals(a)


@linalg.function
def eigh(F, a, UPLO="L"):
    """Compute the ascending eigenvalues and the eigenvectors (as columns) of a symmetric matrix.

    ``UPLO`` is the triangle to read, "L" or "U".
    """
    return tuple(F._npi_eigh(a, UPLO=UPLO))


@linalg.function(operator="_npi_eigvalsh")
def eigvalsh(F, a, UPLO="L"):
    """Compute the ascending eigenvalues of a symmetric matrix; ``UPLO`` is the triangle to read."""
    return F._npi_eigvalsh(a, UPLO=UPLO)


# ------------------------------------------------------------------------------ inverses, equations


@linalg.function(operator="_npi_inv")
def inv(F, a):
    """Compute the inverse."""
    return F._npi_inv(a)


@linalg.function
def pinv(F, a, rcond=1e-15, hermitian=False):
    """Compute the pseudoinverse; singular values below ``rcond`` times the largest count as 0."""
    if hermitian:
        raise NotImplementedError("hermitian is not supported yet...")
    if isinstance(rcond, NUMBERS):
        return F._npi_pinv_scalar_rcond(a, rcond=rcond)
    return F._npi_pinv(a, rcond)


@linalg.function(operator="_npi_tensorinv")
def tensorinv(F, a, ind=2):
    """Compute the inverse of ``a`` as a matrix whose rows are the first ``ind`` axes."""
    return F._npi_tensorinv(a, ind=ind)


@linalg.function(operator="_npi_solve")
def solve(F, a, b):
    """Solve ``a @ x = b``."""
    return F._npi_solve(a, b)


@linalg.function
def tensorsolve(F, a, b, axes=None):
    """Solve ``tensordot(a, x, x.ndim) = b`` after moving ``axes`` to the end of ``a``."""
    return F._npi_tensorsolve(a, b, a_axes=() if axes is None else tuple(axes))


@linalg.function(operator="_npi_det")
def det(F, a):
    """Compute the determinant."""
    return F._npi_det(a)


@linalg.function
def slogdet(F, a):
    """Compute the sign and the logarithm of the absolute value of the determinant."""
    return F._npi_slogdet(a)


# -------------------------------------------------------------------------------------------- norms

INFINITE = {"inf": float("inf"), "-inf": float("-inf")}


@linalg.function(operator="_npi_norm")
def norm(F, x, ord=None, axis=None, keepdims=False):
    """Compute the norm of vectors along one axis, of matrices along two, or of all elements.

    ``ord`` is a number, "fro" or "nuc"; the default is the square root of the sum of squares. For
    an array with more than two axes, ``ord`` without ``axis`` applies to the last two.
    """
    if axis is None and ord is None:
        return F._npi_norm(x, ord=2.0, axis=None, keepdims=keepdims, flag=ALL)
    # MXNet: the strings apply to all elements, the numbers to rows.
    if axis is None and ord in INFINITE:
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
