# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``alpha * A @ B + beta * C``; ``axis`` is the row axis.

    Parameters
    ----------
    A : Symbol
    B : Symbol
    C : Symbol
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    alpha : float, optional, default='1'
    beta : float, optional, default='1'
    axis : int, optional, default='-2'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``alpha * A @ B``; ``axis`` is the row axis.

    Parameters
    ----------
    A : Symbol
    B : Symbol
    transpose_a : boolean, optional, default='False'
    transpose_b : boolean, optional, default='False'
    alpha : float, optional, default='1'
    axis : int, optional, default='-2'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def syrk(A: Symbol | None = None, transpose: bool = False, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``alpha * A @ A.T`` or ``alpha * A.T @ A``.

    Parameters
    ----------
    A : Symbol
    transpose : boolean, optional, default='False'
    alpha : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Multiply by a triangular matrix; the other triangle of ``A`` is ignored.

    Parameters
    ----------
    A : Symbol
    B : Symbol
    transpose : boolean, optional, default='False'
    rightside : boolean, optional, default='False'
    lower : boolean, optional, default='True'
    alpha : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Solve ``A @ X = alpha * B`` or ``X @ A = alpha * B`` for a triangular matrix ``A``.

    Parameters
    ----------
    A : Symbol
    B : Symbol
    transpose : boolean, optional, default='False'
    rightside : boolean, optional, default='False'
    lower : boolean, optional, default='True'
    alpha : float, optional, default='1'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def potrf(A: Symbol | None = None, lower: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the Cholesky factor of a positive definite matrix: ``L @ L.T`` or ``U.T @ U``.

    Parameters
    ----------
    A : Symbol
    lower : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def potri(A: Symbol | None = None, lower: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the inverse of a matrix from its Cholesky factor ``A``, as returned by ``potrf``.

    Parameters
    ----------
    A : Symbol
    lower : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def gelqf(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute ``Q`` with orthonormal rows and the lower triangular ``L`` of ``A = L @ Q``.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def syevd(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the eigenvectors (as rows) and ascending eigenvalues of a symmetric matrix.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def inverse(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the inverse.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def det(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the determinant.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def slogdet(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the sign and the logarithm of the absolute value of the determinant.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sumlogdiag(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Compute the sum of the logarithms of the diagonal elements.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def extractdiag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Extract the main diagonal, or the one ``offset`` positions above it.

    Parameters
    ----------
    A : Symbol
    offset : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def makediag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Create matrices with the last axis as diagonal, ``offset`` positions above the main one.

    Parameters
    ----------
    A : Symbol
    offset : int, optional, default='0'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def extracttrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Extract a triangle as a vector; the sign of a nonzero ``offset`` selects which one.

    Parameters
    ----------
    A : Symbol
    offset : int, optional, default='0'
    lower : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def maketrian(A: Symbol | None = None, offset: int = 0, lower: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Create matrices with the last axis as a triangle: the inverse of ``extracttrian``.

    Parameters
    ----------
    A : Symbol
    offset : int, optional, default='0'
    lower : boolean, optional, default='True'
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
OPS: Any
annotations: Any
