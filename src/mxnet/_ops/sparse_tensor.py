"""Sparse tensors: the operands of kernels for sparse arrays.

A ``RowSparseTensor`` stores rows and, in ascending order, their indices. A ``CsrTensor`` is a
matrix that stores values with their columns, and where each row starts.
"""

from __future__ import annotations

import abc
import functools
import warnings
from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeAlias, TypeVar

import torch

from ..error import MXNetError
from .storage_rules import CSR, DENSE, ROWS

Self = TypeVar("Self", bound="SparseTensor")


class SparseTensor(abc.ABC):
    """Stored values and their indices, ``parts``, and the full shape."""

    __slots__ = ("parts", "shape", "_version")

    stype: ClassVar[str]

    def __init__(self, parts: Iterable[torch.Tensor], shape: Iterable[int]):
        self.parts, self.shape = tuple(parts), tuple(shape)
        self._version = 0  # counts changes, like the versions of torch's tensors

    @classmethod
    def from_dense(cls: type[Self], tensor: torch.Tensor) -> Self:
        """Return the nonzero part of a tensor."""
        return cls(cls.split(tensor), tensor.shape)

    @classmethod
    @abc.abstractmethod
    def split(cls, tensor: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Return the parts of a dense tensor."""

    @classmethod
    @abc.abstractmethod
    def empty(
        cls: type[Self], shape: Sequence[int], dtype: torch.dtype, device: torch.device
    ) -> Self:
        """Return a tensor that stores nothing."""

    @property
    def data(self) -> torch.Tensor:
        """The stored values."""
        return self.parts[0]

    @property
    def dtype(self) -> torch.dtype:
        return self.parts[0].dtype

    @property
    def device(self) -> torch.device:
        return self.parts[0].device

    def __len__(self) -> int:
        return self.shape[0]

    def with_data(self: Self, data: torch.Tensor) -> Self:
        """Return a tensor that stores other values at the same positions."""
        return type(self)((data, *self.parts[1:]), self.shape)

    def copy(self: Self) -> Self:
        return self.copy_to(self.device)

    def copy_to(self: Self, device: torch.device) -> Self:
        return type(self)((part.to(device, copy=True) for part in self.parts), self.shape)

    def assign(self, parts: Iterable[torch.Tensor]) -> None:
        """Store other values, which are converted to the type of this tensor."""
        data, *indices = parts
        self.parts = (data.to(self.dtype), *indices)
        self._version += 1

    @abc.abstractmethod
    def to_dense(self) -> torch.Tensor: ...

    def readable(self) -> torch.Tensor:
        """Return a read-only dense tensor."""
        return self.to_dense()

    @abc.abstractmethod
    def find_problem(self) -> str | None:
        """Return what is wrong with the order of the indices, if anything."""


class RowSparseTensor(SparseTensor):
    """Rows of a tensor, and their indices."""

    __slots__ = ("_complete",)

    stype = ROWS

    @classmethod
    def split(cls, tensor: torch.Tensor) -> tuple[torch.Tensor, ...]:
        if tensor.layout is torch.sparse_coo:  # a sparse gradient of torch
            tensor = tensor.coalesce()
            return tensor.values(), tensor.indices()[0]
        if tensor.ndim == 0:
            raise MXNetError("an array without axes cannot be row-sparse: it has no rows")
        is_stored = (tensor != 0).flatten(1).any(1) if tensor.ndim > 1 else tensor != 0
        indices = is_stored.nonzero().view(-1)
        return tensor.index_select(0, indices), indices

    @classmethod
    def empty(
        cls, shape: Sequence[int], dtype: torch.dtype, device: torch.device
    ) -> RowSparseTensor:
        data = torch.empty(0, *shape[1:], dtype=dtype, device=device)
        return cls((data, torch.empty(0, dtype=torch.int64, device=device)), shape)

    @property
    def indices(self) -> torch.Tensor:
        return self.parts[1]

    def to_dense(self) -> torch.Tensor:
        dense = _zeros(self.data, self.shape)
        return dense.index_copy_(0, self.indices.long(), self.data)  # files may hold int32

    def readable(self) -> torch.Tensor:
        return self.data if self.has_all_rows() else self.to_dense()

    def has_all_rows(self) -> bool:
        """Return whether every row is stored, at its position."""
        indices = self.indices
        if len(indices) != self.shape[0]:
            return False
        if getattr(self, "_complete", None) is not indices:  # users may pass rows in any order
            if not torch.equal(indices, torch.arange(len(indices), device=indices.device)):
                return False
            self._complete = indices
        return True

    def pick(self, rows: torch.Tensor) -> torch.Tensor:
        """Return the given rows, with zeros for those that are not stored."""
        data, indices = self.parts
        if self.has_all_rows():
            return data.index_select(0, rows)
        result = data.new_zeros(len(rows), *data.shape[1:])
        if not len(indices):
            return result
        positions = torch.searchsorted(indices, rows).clamp(max=len(indices) - 1)
        is_stored = indices[positions] == rows
        result[is_stored] = data[positions[is_stored]]
        return result

    def find_problem(self) -> str | None:
        if bool((self.indices[1:] <= self.indices[:-1]).any()):
            return "row indices must be in rising order, each once"
        return None


class CsrTensor(SparseTensor):
    """Values of a matrix, their columns, and where rows start and the last one ends."""

    __slots__ = ()

    stype = CSR

    @classmethod
    def split(cls, tensor: torch.Tensor) -> tuple[torch.Tensor, ...]:
        if tensor.ndim != 2:
            raise ValueError(f"a csr array has 2 dimensions, got shape {tuple(tensor.shape)}")
        rows, columns = tensor.nonzero(as_tuple=True)
        return tensor[rows, columns], columns, starts_of(rows, len(tensor))

    @classmethod
    def empty(cls, shape: Sequence[int], dtype: torch.dtype, device: torch.device) -> CsrTensor:
        data = torch.empty(0, dtype=dtype, device=device)
        columns = torch.empty(0, dtype=torch.int64, device=device)
        return cls((data, columns, _zeros(columns, (shape[0] + 1,))), shape)

    @classmethod
    def from_positions(
        cls, data: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor, shape: Sequence[int]
    ) -> CsrTensor:
        """Return a matrix of values at unsorted positions; values at one position are added."""
        width = max(shape[1], 1)
        positions, inverse = torch.unique(rows * width + columns, return_inverse=True)
        values = data.new_zeros(len(positions)).index_add_(0, inverse, data)
        rows = positions.div(width, rounding_mode="floor")
        return cls((values, positions % width, starts_of(rows, shape[0])), shape)

    @property
    def columns(self) -> torch.Tensor:
        return self.parts[1]

    @property
    def starts(self) -> torch.Tensor:
        return self.parts[2]

    @property
    def rows(self) -> torch.Tensor:
        """The row of each stored value."""
        lengths = self.starts.diff()
        return torch.arange(len(lengths), device=lengths.device).repeat_interleave(lengths)

    def to_dense(self) -> torch.Tensor:
        """Return the matrix; values at the same position are added up."""
        dense = _zeros(self.data, self.shape)
        return dense.index_put_((self.rows, self.columns), self.data, accumulate=True)

    def to_torch(self) -> torch.Tensor:
        """Return torch's CSR tensor with the same memory."""
        _silence_csr_warning()
        data, columns, starts = self.parts
        return torch.sparse_csr_tensor(starts, columns, data, self.shape, check_invariants=False)

    def slice_rows(self, begin: int, end: int) -> CsrTensor:
        """Return a copy of some rows."""
        data, columns, starts = self.parts
        starts = starts[begin : end + 1]
        part = slice(int(starts[0]), int(starts[-1]))
        parts = data[part].clone(), columns[part].clone(), starts - starts[0]
        return CsrTensor(parts, (end - begin, self.shape[1]))

    def find_problem(self) -> str | None:
        columns, rows = self.columns, self.rows
        if bool(((columns[1:] <= columns[:-1]) & (rows[1:] == rows[:-1])).any()):
            return "columns must be in rising order within each row, each once"
        return None


Operand: TypeAlias = torch.Tensor | SparseTensor
BY_STYPE: dict[str, type[SparseTensor]] = {ROWS: RowSparseTensor, CSR: CsrTensor}


def stype_of(operand: Operand | None) -> str:
    """Return the storage type of an operand."""
    return operand.stype if isinstance(operand, SparseTensor) else DENSE


def to_dense(operand: Operand) -> torch.Tensor:
    """Return an operand as a dense tensor, which is only read."""
    return operand.readable() if isinstance(operand, SparseTensor) else operand


def cast_storage(operand: Operand, stype: str) -> Operand:
    """Return a copy of an operand in a storage type."""
    if isinstance(operand, SparseTensor):
        if stype == operand.stype:
            return operand.copy()
        if stype != DENSE:
            raise ValueError(f"cast_storage from {operand.stype} to {stype} is not supported")
        return operand.to_dense()
    if stype == DENSE:
        return operand.clone(memory_format=torch.contiguous_format)
    return BY_STYPE[stype].from_dense(operand)


def starts_of(rows: torch.Tensor, count: int) -> torch.Tensor:
    """Return the start of each of ``count`` rows, from the sorted rows of the values."""
    lengths = torch.bincount(rows, minlength=count)
    return torch.cat([lengths.new_zeros(1), lengths.cumsum(0)])


def merge_rows(tensors: Sequence[RowSparseTensor]) -> RowSparseTensor:
    """Return the sum: every row that one of the tensors stores."""
    indices = torch.unique(torch.cat([tensor.indices for tensor in tensors]))
    first = tensors[0]
    total = first.data.new_zeros(len(indices), *first.data.shape[1:])
    for tensor in tensors:
        total.index_add_(0, torch.searchsorted(indices, tensor.indices), tensor.data)
    return RowSparseTensor((total, indices), first.shape)


def align(
    first: SparseTensor, second: SparseTensor
) -> tuple[list[torch.Tensor], tuple[torch.Tensor, ...]]:
    """Return the values of both tensors wherever one stores a value, and their positions."""
    if isinstance(first, RowSparseTensor) and isinstance(second, RowSparseTensor):
        indices = torch.unique(torch.cat([first.indices, second.indices]))
        return [first.pick(indices), second.pick(indices)], (indices,)
    if not (isinstance(first, CsrTensor) and isinstance(second, CsrTensor)):
        raise TypeError(f"tensors of one storage type expected, got {first} and {second}")
    width = max(first.shape[1], 1)
    positions = [matrix.rows * width + matrix.columns for matrix in (first, second)]
    union, inverse = torch.unique(torch.cat(positions), return_inverse=True)
    parts = inverse.split([len(each) for each in positions])
    values = [
        matrix.data.new_zeros(len(union)).index_add_(0, part, matrix.data)
        for matrix, part in zip((first, second), parts, strict=True)
    ]
    starts = starts_of(union.div(width, rounding_mode="floor"), first.shape[0])
    return values, (union % width, starts)


def _zeros(data: torch.Tensor, shape: Sequence[int]) -> torch.Tensor:
    """Return zeros with the type and device of other data."""
    try:
        return data.new_zeros(shape)
    except RuntimeError as error:  # the shape of a sparse array may be too large for a dense one
        raise MXNetError(f"cannot make an array of shape {tuple(shape)}: {error}") from error


@functools.cache
def _silence_csr_warning() -> None:
    """Trigger torch's warning that CSR tensors are in beta once, and suppress it."""
    nothing, starts = torch.empty(0, dtype=torch.int64), torch.zeros(1, dtype=torch.int64)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.sparse_csr_tensor(starts, nothing, nothing, (0, 0), check_invariants=False)
