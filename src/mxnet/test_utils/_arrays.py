"""Test data: random arrays, special matrices, and reference results computed by NumPy."""

from __future__ import annotations

import numpy as np

from .. import ndarray as nd
from ._sparse import rand_sparse_ndarray
from ._tolerance import default_dtype

__all__ = [
    "assign_each", "assign_each2", "collapse_sum_like", "create_2d_tensor", "create_vector",
    "get_identity_mat", "get_identity_mat_batch", "new_matrix_with_real_eigvals_2d",
    "new_matrix_with_real_eigvals_nd", "new_orthonormal_matrix_2d",
    "new_sym_matrix_with_real_eigvals_2d", "new_sym_matrix_with_real_eigvals_nd", "np_reduce",
    "rand_coord_2d", "rand_ndarray", "rand_shape_2d", "rand_shape_3d", "rand_shape_nd",
    "random_arrays", "random_sample", "random_uniform_arrays",
]  # fmt: skip

# ------------------------------------------------------------------------------------------ random


def random_arrays(*shapes):
    """Return a normally distributed NumPy array for each shape; for one shape, just the array.

    >>> random_arrays((2, 3)).shape
    (2, 3)
    """
    arrays = [np.array(np.random.randn(*shape), dtype=np.float32) for shape in shapes]
    return arrays[0] if len(arrays) == 1 else arrays


def random_uniform_arrays(*shapes, **kwargs):
    """Return a list with a uniform NumPy array from ``low`` to ``high`` for each shape."""
    low, high = kwargs.pop("low", 0.0), kwargs.pop("high", 1.0)
    dtype = kwargs.pop("dtype", default_dtype())
    if kwargs:
        raise TypeError(f"random_uniform_arrays takes low, high and dtype, not {sorted(kwargs)}")
    return [np.random.uniform(low, high, shape).astype(dtype) for shape in shapes]


def random_sample(population, k):
    """Return ``k`` distinct elements of a list, in random order."""
    return [population[i] for i in np.random.permutation(len(population))[:k]]


def rand_ndarray(
    shape, stype="default", density=None, dtype=None, modifier_func=None, shuffle_csr_indices=False,
    distribution=None, ctx=None,
):  # fmt: skip
    """Return a random NDArray of a storage type; parameters after ``stype`` are for sparse ones.

    A dense array is normally distributed.
    """
    if stype == "default":
        dtype = default_dtype() if dtype is None else dtype
        return nd.array(random_arrays(shape), dtype=dtype, ctx=ctx)
    return rand_sparse_ndarray(
        shape,
        stype,
        density=density,
        dtype=dtype,
        distribution=distribution,
        modifier_func=modifier_func,
        shuffle_csr_indices=shuffle_csr_indices,
        ctx=ctx,
    )[0]


def rand_shape_nd(num_dim, dim=10, allow_zero_size=False):
    """Return a random shape with sizes up to ``dim``.

    >>> len(rand_shape_nd(3))
    3
    """
    lowest = 0 if allow_zero_size else 1
    return tuple(int(n) for n in np.random.randint(lowest, dim + 1, size=num_dim))


def rand_shape_2d(dim0=10, dim1=10, allow_zero_size=False):
    """Return a random shape with sizes up to ``dim0`` and ``dim1``."""
    lowest = 0 if allow_zero_size else 1
    return tuple(int(np.random.randint(lowest, dim + 1)) for dim in (dim0, dim1))


def rand_shape_3d(dim0=10, dim1=10, dim2=10, allow_zero_size=False):
    """Return a random shape with sizes up to ``dim0``, ``dim1`` and ``dim2``."""
    lowest = 0 if allow_zero_size else 1
    return tuple(int(np.random.randint(lowest, dim + 1)) for dim in (dim0, dim1, dim2))


def rand_coord_2d(x_low, x_high, y_low, y_high):
    """Return a random point between the bounds, including the lower ones."""
    return int(np.random.randint(x_low, x_high)), int(np.random.randint(y_low, y_high))


# ---------------------------------------------------------------------------------------- matrices


def new_orthonormal_matrix_2d(n):
    """Return a random matrix with orthonormal rows: a reflection."""
    direction = np.random.randn(n, 1)
    return np.eye(n) - 2 * direction @ direction.T / (direction.T @ direction)


def _eigenvalues(n) -> np.ndarray:
    """Return small, well-separated real numbers, so that gradients are well conditioned."""
    return np.random.permutation(np.arange(1, n + 1)) * np.random.uniform(0.9, 1.1, n)


def new_matrix_with_real_eigvals_2d(n):
    """Return a random, well-conditioned matrix with small real eigenvalues."""
    stretch = np.diag(np.random.uniform(1, 2, n))
    basis = new_orthonormal_matrix_2d(n) @ stretch @ new_orthonormal_matrix_2d(n)
    return basis @ np.diag(_eigenvalues(n)) @ np.linalg.inv(basis)


def new_sym_matrix_with_real_eigvals_2d(n):
    """Return a random, well-conditioned symmetric matrix."""
    basis = new_orthonormal_matrix_2d(n)
    return basis @ np.diag(_eigenvalues(n)) @ basis.T


def new_matrix_with_real_eigvals_nd(shape):
    """Return random square matrices with real eigenvalues in the last two axes of an array."""
    return _matrices(shape, new_matrix_with_real_eigvals_2d)


def new_sym_matrix_with_real_eigvals_nd(shape):
    """Return random symmetric matrices in the last two axes of an array."""
    return _matrices(shape, new_sym_matrix_with_real_eigvals_2d)


def _matrices(shape, new_matrix) -> np.ndarray:
    if len(shape) < 2 or shape[-1] != shape[-2]:
        raise ValueError(f"the last two sizes of shape must be equal, got {tuple(shape)}")
    batch = tuple(shape[:-2])
    matrices = [new_matrix(shape[-1]) for _ in range(int(np.prod(batch)))]
    return np.array(matrices).reshape(shape)


def get_identity_mat(size):
    """Return the identity matrix as an NDArray."""
    return nd.array(np.identity(size))


def get_identity_mat_batch(size):
    """Return two identity matrices as one NDArray."""
    return nd.array(np.stack([np.identity(size)] * 2))


def create_vector(size, dtype=np.int64):
    """Return an NDArray that counts from 0."""
    return nd.array(np.arange(size), dtype=dtype)


def create_2d_tensor(rows, columns, dtype=np.int64):
    """Return a matrix whose rows contain their index."""
    return nd.array(np.repeat(np.arange(rows)[:, np.newaxis], columns, axis=1), dtype=dtype)


# -------------------------------------------------------------------------------------- references


def np_reduce(dat, axis, keepdims, numpy_reduce_func):
    """Reduce an array over axes (None means all) with a NumPy function for one axis."""
    axes = range(dat.ndim) if axis is None else [axis] if isinstance(axis, int) else axis
    result = dat
    for each_axis in sorted((a % dat.ndim for a in axes), reverse=True):
        result = numpy_reduce_func(result, axis=each_axis)
    if not keepdims:
        return result
    shape = [1 if i in {a % dat.ndim for a in axes} else n for i, n in enumerate(dat.shape)]
    return np.reshape(result, shape)


def collapse_sum_like(a, shape):
    """Sum an array over the axes along which ``shape`` was broadcast to its shape.

    >>> collapse_sum_like(np.ones((2, 3)), (1, 3))
    array([[2., 2., 2.]])
    """
    new = a.ndim - len(shape)
    repeated = [new + i for i, n in enumerate(shape) if n == 1 and a.shape[new + i] != 1]
    return np.sum(a, axis=(*range(new), *repeated)).reshape(shape)


def assign_each(the_input, function):
    """Return an array of a function's value for each element; without a function, a copy."""
    if function is None:
        return np.array(the_input)
    return np.array([function(v) for v in the_input.flat]).reshape(the_input.shape)


def assign_each2(input1, input2, function):
    """Return an array of a function's value for the elements of two arrays; without one, a copy."""
    if input1.shape != input2.shape:
        raise AssertionError(f"shapes differ: {input1.shape} and {input2.shape}")
    if function is None:
        return np.array(input1)
    pairs = zip(input1.flat, input2.flat, strict=True)
    return np.array([function(*pair) for pair in pairs]).reshape(input1.shape)
