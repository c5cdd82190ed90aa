"""Random sparse arrays."""

from __future__ import annotations

import numpy as np

from .. import ndarray as nd
from ._tolerance import default_dtype

__all__ = [
    "create_sparse_array", "create_sparse_array_zd", "rand_sparse_ndarray",
    "shuffle_csr_column_indices",
]  # fmt: skip

_DISTRIBUTIONS = {"csr": ("uniform", "powerlaw"), "row_sparse": ("uniform",)}


def rand_sparse_ndarray(
    shape, stype, density=None, dtype=None, distribution=None, data_init=None, rsp_indices=None,
    modifier_func=None, shuffle_csr_indices=False, ctx=None,
):  # fmt: skip
    """Return a random sparse array and the parts it consists of.

    Parameters
    ----------
    shape : tuple of int
    stype : str
        "csr" or "row_sparse".
    density : float, optional
        The fraction of elements, or of rows, that are stored; random by default.
    dtype : type, optional
    distribution : str, optional
        "uniform", or for a CSR matrix "powerlaw": each row has twice as many elements as the one
        above.
    data_init : float, optional
        The value of every stored element, instead of random ones.
    rsp_indices : array of int, optional
        The rows of a row-sparse array that are stored, instead of random ones.
    modifier_func : function, optional
        A function to apply to each stored element of a row-sparse array.
    shuffle_csr_indices : bool
        Whether the columns of a CSR matrix are in random order.
    ctx : Context, optional

    Returns
    -------
    array, parts
        The parts are (values, rows) of a row-sparse array, (indptr, columns, values) of a matrix.
    """
    if stype not in _DISTRIBUTIONS:
        raise AssertionError(f"unknown storage type {stype!r}; known are csr and row_sparse")
    distribution = "uniform" if distribution is None else distribution
    if distribution not in _DISTRIBUTIONS[stype]:
        raise AssertionError(f"Distribution not supported for {stype}: {distribution}")
    density = np.random.rand() if density is None else density
    if not 0 <= density <= 1:
        raise ValueError(f"density has to be between 0 and 1, got {density}")
    dtype = default_dtype() if dtype is None else dtype
    if stype == "row_sparse":
        if rsp_indices is None:
            rsp_indices = np.flatnonzero(np.random.rand(shape[0]) < density)
        return _row_sparse(shape, np.asarray(rsp_indices), dtype, data_init, modifier_func, ctx)
    if distribution == "powerlaw":
        rows = [np.flatnonzero(row) for row in _power_law(shape, density)]
    else:  # row by row, because the dense matrix may not fit into memory
        rows = [np.flatnonzero(np.random.rand(shape[1]) < density) for _ in range(shape[0])]
    return _csr(shape, rows, dtype, data_init, shuffle_csr_indices, ctx)


def _row_sparse(shape, rows, dtype, data_init, modifier_func, ctx):
    values = np.random.rand(len(rows), *shape[1:])
    if data_init is not None:
        values.fill(data_init)
    if modifier_func is not None:
        values = np.array([modifier_func(v) for v in values.flat]).reshape(values.shape)
    values = values.astype(dtype)
    array = nd.sparse.row_sparse_array((values, rows), shape=shape, dtype=dtype, ctx=ctx)
    return array, (values, rows)


def _csr(shape, rows, dtype, data_init, shuffle, ctx):
    indptr = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    order = np.random.permutation if shuffle else np.asarray
    columns = np.concatenate([order(row) for row in rows])
    values = 1 - np.random.rand(indptr[-1])  # in (0, 1], because stored values are not 0
    if data_init is not None:
        values.fill(data_init)
    parts = (values.astype(dtype), columns, indptr)
    array = nd.sparse.csr_matrix(parts, shape=shape, dtype=dtype, ctx=ctx)
    return array, (array.indptr, array.indices, array.data)


def _power_law(shape, density) -> np.ndarray:
    """Return a mask whose rows contain 2, 4, 8, ... elements until none are left."""
    rows, columns = shape
    remaining = int(rows * columns * density)
    if remaining < 2 * rows:
        raise ValueError(
            f"not supported for this density: {density} for this shape {tuple(shape)}. "
            "Please keep : num_rows * num_cols * density >= 2 * num_rows"
        )
    mask = np.zeros(shape, dtype=bool)
    for row in range(rows):
        count = min(2 ** (row + 1), columns, remaining)
        mask[row, :count] = True
        remaining -= count
    for index in zip(*np.nonzero(~mask[::-1]), strict=True):
        if not remaining:
            break
        mask[::-1][index] = True
        remaining -= 1
    return mask


def create_sparse_array(
    shape, stype, data_init=None, rsp_indices=None, dtype=None, modifier_func=None, density=0.5,
    shuffle_csr_indices=False,
):  # fmt: skip
    """Return a sparse array with the given rows stored, or with a density."""
    if rsp_indices is not None:
        rsp_indices = np.array(sorted(rsp_indices), dtype=np.int64)
    return rand_sparse_ndarray(
        shape,
        stype,
        density=density,
        dtype=dtype,
        data_init=data_init,
        rsp_indices=rsp_indices if stype == "row_sparse" else None,
        modifier_func=modifier_func,
        shuffle_csr_indices=shuffle_csr_indices,
    )[0]


def create_sparse_array_zd(
    shape, stype, density, data_init=None, rsp_indices=None, dtype=None, modifier_func=None,
    shuffle_csr_indices=False,
):  # fmt: skip
    """Return a sparse array; in a row-sparse one, only the given rows are stored."""
    if stype == "row_sparse":
        rsp_indices = () if rsp_indices is None else rsp_indices
    return create_sparse_array(
        shape, stype, data_init, rsp_indices, dtype, modifier_func, density, shuffle_csr_indices
    )


def shuffle_csr_column_indices(csr):
    """Shuffle the column indices of each row of a SciPy CSR matrix."""
    for first, last in zip(csr.indptr[:-1], csr.indptr[1:], strict=True):
        np.random.shuffle(csr.indices[first:last])
