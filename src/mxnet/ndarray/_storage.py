"""Sparse storage as tensors: conversion from and to dense, sums and products of stored parts.

Row-sparse parts are (data, indices): the stored rows, and their positions in ascending order. CSR
parts are (data, indices, indptr): values, their columns, and where each row begins.
"""

from __future__ import annotations

import torch

from ..error import MXNetError


def rows_of(dense: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the row-sparse parts of a tensor, which are its nonzero rows."""
    if dense.layout is torch.sparse_coo:  # a sparse gradient of torch
        dense = dense.coalesce()
        return dense.values(), dense.indices()[0]
    if dense.ndim == 0:
        raise MXNetError("an array without axes cannot be row-sparse: it has no rows")
    stored = (dense != 0).flatten(1).any(1) if dense.ndim > 1 else dense != 0
    indices = stored.nonzero().view(-1)
    return dense.index_select(0, indices), indices


def dense_of_rows(data, indices, shape) -> torch.Tensor:
    """Return a tensor with the stored rows, and zero elsewhere."""
    return zeros(data, shape).index_copy_(0, indices.long(), data)  # files may hold int32


def zeros(data, shape) -> torch.Tensor:
    """Return zeros with the type and device of other data."""
    try:
        return data.new_zeros(shape)
    except RuntimeError as error:  # the shape of a sparse array may be too large for a dense one
        raise MXNetError(f"cannot make an array of shape {tuple(shape)}: {error}") from error


def csr_of(dense: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the CSR parts of a matrix."""
    rows, columns = dense.nonzero(as_tuple=True)
    return dense[rows, columns], columns, starts_of(rows, len(dense))


def starts_of(rows: torch.Tensor, count: int) -> torch.Tensor:
    """Return the start of each of ``count`` rows, from the sorted rows of the values."""
    lengths = torch.bincount(rows, minlength=count)
    return torch.cat([lengths.new_zeros(1), lengths.cumsum(0)])


def rows_of_values(indptr: torch.Tensor) -> torch.Tensor:
    """Return the row of each value of a CSR matrix."""
    lengths = indptr[1:] - indptr[:-1]
    return torch.repeat_interleave(torch.arange(len(lengths), device=indptr.device), lengths)


def dense_of_csr(data, indices, indptr, shape) -> torch.Tensor:
    """Return the matrix of CSR parts; values at the same position are added up."""
    dense = zeros(data, shape)
    return dense.index_put_((rows_of_values(indptr), indices), data, accumulate=True)


def csr_from_indices(data, rows, columns, shape) -> tuple[torch.Tensor, ...]:
    """Return CSR parts of values at unsorted positions; values at the same position are added."""
    positions, inverse = torch.unique(rows * shape[1] + columns, return_inverse=True)
    values = data.new_zeros(len(positions)).index_add_(0, inverse, data)
    rows = positions.div(max(shape[1], 1), rounding_mode="floor")
    return values, positions % max(shape[1], 1), starts_of(rows, shape[0])


def align_rows(first, second, shape) -> tuple[list[torch.Tensor], tuple[torch.Tensor]]:
    """Return the rows of two arrays that at least one of them stores, and their positions."""
    indices = torch.unique(torch.cat([first[1], second[1]]))
    return [pick_rows(*parts, indices) for parts in (first, second)], (indices,)


def align_csr(first, second, shape) -> tuple[list[torch.Tensor], tuple[torch.Tensor, ...]]:
    """Return the values of two matrices where one stores a value, columns, and row starts."""
    width = max(shape[1], 1)
    positions = [rows_of_values(starts) * width + columns for _, columns, starts in (first, second)]
    union, inverse = torch.unique(torch.cat(positions), return_inverse=True)
    values = [
        data.new_zeros(len(union)).index_add_(0, where, data)
        for (data, *_), where in zip(
            (first, second), inverse.split([len(p) for p in positions]), strict=True
        )
    ]
    return values, (union % width, starts_of(union.div(width, rounding_mode="floor"), shape[0]))


def merge_rows(parts) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the sum of row-sparse parts: every row that one of them stores."""
    indices = torch.unique(torch.cat([indices for _, indices in parts]))
    first = parts[0][0]
    total = first.new_zeros(len(indices), *first.shape[1:])
    for data, own in parts:
        total.index_add_(0, torch.searchsorted(indices, own), data)
    return total, indices


def pick_rows(data, indices, rows) -> torch.Tensor:
    """Return the given rows of row-sparse parts, with zeros for rows that are not stored."""
    result = data.new_zeros(len(rows), *data.shape[1:])
    if not len(indices):
        return result
    positions = torch.searchsorted(indices, rows).clamp(max=len(indices) - 1)
    is_stored = indices[positions] == rows
    result[is_stored] = data[positions[is_stored]]
    return result
