# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return ``alpha * A @ B + beta * C``; ``axis`` is the one that counts rows.

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
    """Return ``alpha * A @ B``; ``axis`` is the one that counts rows.

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
    """Return ``alpha * A @ A.T``, or ``alpha * A.T @ A``.

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
    """Multiply by a triangular matrix; the other triangle of ``A`` is not looked at.

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
    """Solve ``A @ X = alpha * B``, or ``X @ A = alpha * B``, for a triangular matrix ``A``.

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
    """Return the triangular factor of a positive definite matrix ``L @ L.T``, or of ``U.T @ U``.

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
    """Return the inverse of the matrix whose triangular factor, as ``potrf`` gives it, is ``A``.

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
    """Return ``Q`` with orthonormal rows and the lower triangular ``L`` of ``A = L @ Q``.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def syevd(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the eigenvectors, as rows, and the ascending eigenvalues of a symmetric matrix.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def inverse(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the inverse.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def det(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the determinant.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def slogdet(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the sign and the logarithm of the magnitude of the determinant.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def sumlogdiag(A: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the sum of the logarithms of the diagonal.

    Parameters
    ----------
    A : Symbol
    name : str, optional
        The name of the result in a graph.
    attr : dict of str, optional
        Further attributes of the node.
"""
def extractdiag(A: Symbol | None = None, offset: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
    """Return the diagonal, or one ``offset`` places above it.

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
    """Return matrices that have the last axis as diagonal, ``offset`` places above the main one.

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
    """Return a triangle as a vector; the sign of an ``offset`` other than 0 says which one.

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
    """Return matrices with the last axis as a triangle, the inverse of ``extracttrian``.

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
