# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def gemm(A: NDArray | None = None, B: NDArray | None = None, C: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``alpha * A @ B + beta * C``; ``axis`` is the row axis.

    Parameters
    ----------
    A : NDArray
    B : NDArray
    C : NDArray
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    alpha : float, optional, default='1'
    beta : float, optional, default='1'
    axis : int, optional, default='-2'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def gemm2(A: NDArray | None = None, B: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``alpha * A @ B``; ``axis`` is the row axis.

    Parameters
    ----------
    A : NDArray
    B : NDArray
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    alpha : float, optional, default='1'
    axis : int, optional, default='-2'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def syrk(A: NDArray | None = None, transpose: bool = False, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute ``alpha * A @ A.T`` or ``alpha * A.T @ A``.

    Parameters
    ----------
    A : NDArray
    transpose : boolean, optional, default='False'
    alpha : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def trmm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Multiply by a triangular matrix; the other triangle of ``A`` is ignored.

    Parameters
    ----------
    A : NDArray
    B : NDArray
    transpose : boolean, optional, default='False'
    rightside : boolean, optional, default='False'
    lower : boolean, optional, default='True'
    alpha : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def trsm(A: NDArray | None = None, B: NDArray | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Solve ``A @ X = alpha * B`` or ``X @ A = alpha * B`` for a triangular matrix ``A``.

    Parameters
    ----------
    A : NDArray
    B : NDArray
    transpose : boolean, optional, default='False'
    rightside : boolean, optional, default='False'
    lower : boolean, optional, default='True'
    alpha : float, optional, default='1'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def potrf(A: NDArray | None = None, lower: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the Cholesky factor of a positive definite matrix: ``L @ L.T`` or ``U.T @ U``.

    Parameters
    ----------
    A : NDArray
    lower : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def potri(A: NDArray | None = None, lower: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the inverse of a matrix from its Cholesky factor ``A``, as returned by ``potrf``.

    Parameters
    ----------
    A : NDArray
    lower : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def gelqf(A: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> list[NDArray]:
    """Compute ``Q`` with orthonormal rows and the lower triangular ``L`` of ``A = L @ Q``.

    Parameters
    ----------
    A : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def syevd(A: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> list[NDArray]:
    """Compute the eigenvectors (as rows) and ascending eigenvalues of a symmetric matrix.

    Parameters
    ----------
    A : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def inverse(A: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the inverse.

    Parameters
    ----------
    A : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def det(A: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the determinant.

    Parameters
    ----------
    A : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def slogdet(A: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> list[NDArray]:
    """Compute the sign and the logarithm of the absolute value of the determinant.

    Parameters
    ----------
    A : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sumlogdiag(A: NDArray | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Compute the sum of the logarithms of the diagonal elements.

    Parameters
    ----------
    A : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def extractdiag(A: NDArray | None = None, offset: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Extract the main diagonal, or the one ``offset`` positions above it.

    Parameters
    ----------
    A : NDArray
    offset : int, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def makediag(A: NDArray | None = None, offset: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Create matrices with the last axis as diagonal, ``offset`` positions above the main one.

    Parameters
    ----------
    A : NDArray
    offset : int, optional, default='0'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def extracttrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Extract a triangle as a vector; the sign of a nonzero ``offset`` selects which one.

    Parameters
    ----------
    A : NDArray
    offset : int, optional, default='0'
    lower : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def maketrian(A: NDArray | None = None, offset: int = 0, lower: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """Create matrices with the last axis as a triangle: the inverse of ``extracttrian``.

    Parameters
    ----------
    A : NDArray
    offset : int, optional, default='0'
    lower : boolean, optional, default='True'
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
OPS: Any
annotations: Any
