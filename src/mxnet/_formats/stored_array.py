"""An array as stored in a ``.params`` file, and the type numbers of the format."""

from __future__ import annotations

from dataclasses import dataclass

import torch

LIST_MAGIC = 0x112  # the first word of every file
MAGIC = {1: 0xF993FAC8, 2: 0xF993FAC9, 3: 0xF993FACA}  # by version; version 0 has none

STORAGE_CODES = {"default": 0, "row_sparse": 1, "csr": 2}  # also in attributes of variables
# In the order of the file.
INDEX_ARRAYS = {"default": (), "row_sparse": ("indices",), "csr": ("indptr", "indices")}

CPU = (1, 0)

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class StoredArray:
    """One array of a file: the values, and for sparse arrays their indices."""

    data: torch.Tensor
    stype: str = "default"
    shape: Shape | None = None  # of a sparse array; dense ones have data.shape
    indices: tuple[torch.Tensor, ...] = ()  # named by INDEX_ARRAYS
    device: tuple[int, int] = CPU  # (type, id) of the device it was saved from
    version: int = 2

    @property
    def full_shape(self) -> Shape:
        return tuple(self.data.shape) if self.shape is None else self.shape


def sparse_problem(array: StoredArray) -> str | None:
    """Return what is wrong with the parts of a sparse array, or None."""
    if array.stype == "default":
        return None
    if any(index.dtype not in (torch.int32, torch.int64) for index in array.indices):
        return f"the index arrays of a {array.stype} array must be int32 or int64"
    if array.stype == "row_sparse":
        return _row_sparse_problem(array.full_shape, array.data, *array.indices)
    return _csr_problem(array.full_shape, array.data, *array.indices)


def _row_sparse_problem(shape: Shape, data: torch.Tensor, indices: torch.Tensor) -> str | None:
    if not shape or data.dim() != len(shape) or tuple(data.shape[1:]) != shape[1:]:
        return f"row_sparse data of shape {tuple(data.shape)} does not fit the shape {shape}"
    if tuple(indices.shape) != (len(data),):
        return f"{len(data)} rows, but the shape of their indices is {tuple(indices.shape)}"
    return _outside(indices, shape[0], "row index")


def _csr_problem(
    shape: Shape, data: torch.Tensor, indptr: torch.Tensor, indices: torch.Tensor
) -> str | None:
    if len(shape) != 2:
        return f"a csr array has 2 dimensions, this one has the shape {shape}"
    if data.dim() != 1 or data.shape != indices.shape:
        return f"csr data and indices differ: {tuple(data.shape)} and {tuple(indices.shape)}"
    if tuple(indptr.shape) != (shape[0] + 1,):
        return f"csr indptr of shape {tuple(indptr.shape)} for {shape[0]} rows"
    if indptr[0] != 0 or indptr[-1] != len(data) or bool((indptr[1:] < indptr[:-1]).any()):
        return f"csr indptr does not rise from 0 to the number of values, {len(data)}"
    return _outside(indices, shape[1], "column index")


def _outside(indices: torch.Tensor, limit: int, what: str) -> str | None:
    if not len(indices):
        return None
    low, high = (int(bound) for bound in torch.aminmax(indices))
    if low >= 0 and high < limit:
        return None
    return f"{what} {low if low < 0 else high} is outside of 0 to {limit - 1}"
