"""Operators on sparse arrays. An operator without a rule here computes densely.

A rule takes the operator, its arrays and attributes, and returns the result, or NotImplemented
where MXNet has no sparse implementation either.
"""

from __future__ import annotations

import torch

from .._core import dtypes
from .._eager.array import wrap
from .._eager.call import invoke
from .._ops import OPS, storage_rules
from .._ops.handles import BROADCAST_DIV, FTRL_UPDATE, SCATTER_ELEMWISE_DIV, SGD_UPDATE
from .._ops.math.csr_products import Stored, can_multiply, csr_product, multiply, transpose
from .._ops.messages import advise_conversion
from .._ops.storage_rules import infer_storage
from ..base import MXNetError
from ..context import torch_device
from . import _storage
from ._sparse_array import RULES, BaseSparseNDArray, CSRNDArray, RowSparseNDArray, densely
from .ndarray import NDArray


def _rule(*names):
    def register(function):
        for name in names:
            RULES[name] = function
        return function

    return register


def _kernel(*names):
    """Register a kernel for sparse results, used if the operator's storage rule selects it."""

    def register(function):
        def run(op, arrays, attrs):
            if infer_storage(op, [array.stype for array in arrays], attrs) == "default":
                return NotImplemented
            return function(op, arrays, attrs)

        RULES.update(dict.fromkeys(names, run))
        return function

    return register


def _run(op, tensors, attrs, ctx):
    """Run an operator on parts of arrays, and return the resulting tensor."""
    return invoke(op, [wrap(tensor, ctx, NDArray) for tensor in tensors], attrs, None, NDArray)._t


def _with_data(array, data):
    """Return an array that stores other values at the same positions."""
    return array._of((data, *array._parts[1:]), array._shape, array._ctx)


def _are(cls, *arrays) -> bool:
    return all(type(array) is cls for array in arrays)


# -------------------------------------------------------------------- one array, element by element

OF_EACH_VALUE = [
    op.name
    for op in OPS.values()
    if op.keeps_zero or op.storage in (storage_rules.as_first, storage_rules.if_zero_stays)
]


@_kernel(*OF_EACH_VALUE, "_contrib_quadratic")
def of_each_value(op, arrays, attrs):
    """Run an operator on the stored values."""
    (array,) = arrays
    return _with_data(array, _run(op, [array._parts[0]], attrs, array._ctx))


@_kernel("zeros_like")
def zeros_like(op, arrays, attrs):
    """Return an array that stores nothing."""
    (array,) = arrays
    return empty(type(array), array._shape, array._ctx, array._parts[0].dtype)


def empty(cls, shape, ctx, dtype):
    """Create an array without stored values."""
    device = torch_device(ctx)
    indices = {"dtype": torch.int64, "device": device}
    if cls is RowSparseNDArray:
        parts = torch.empty(0, *shape[1:], dtype=dtype, device=device), torch.empty(0, **indices)
    else:
        parts = (
            torch.empty(0, dtype=dtype, device=device),
            torch.empty(0, **indices),
            _storage.zeros(torch.empty(0, **indices), (shape[0] + 1,)),
        )
    return cls._of(parts, shape, ctx)


# -------------------------------------------------------------------------------- sums and products


@_kernel("elemwise_add", "elemwise_sub", "_maximum", "_minimum", "_hypot")
def of_two(op, arrays, attrs):
    """Run an operator at all positions stored by one of two arrays of the same kind."""
    first, second = arrays
    if first.shape != second.shape:
        return NotImplemented
    _same_dtype(op, first, second)
    align = _storage.align_rows if _are(RowSparseNDArray, first) else _storage.align_csr
    values, positions = align(first._parts, second._parts, first._shape)
    return first._of((_run(op, values, attrs, first._ctx), *positions), first._shape, first._ctx)


@_kernel("add_n")
def sum_of_many(op, arrays, attrs):
    """Add row-sparse arrays."""
    if len({a.shape for a in arrays}) > 1:
        return NotImplemented
    return arrays[0]._of(
        _storage.merge_rows([a._parts for a in arrays]), arrays[0]._shape, arrays[0]._ctx
    )


@_kernel("elemwise_mul", "broadcast_mul", "broadcast_div", "_scatter_elemwise_div")
def product(op, arrays, attrs):
    """Multiply or divide the stored values by those of another array at the same positions."""
    first, second = arrays
    if not isinstance(first, BaseSparseNDArray):
        first, second = second, first  # products commute; in a quotient the first one is sparse
    _same_dtype(op, first, second)
    factors = _elements_at(first, second)
    if factors is None:
        return NotImplemented
    divides = op in (BROADCAST_DIV, SCATTER_ELEMWISE_DIV)
    return _with_data(first, first._parts[0] / factors if divides else first._parts[0] * factors)


def _elements_at(first, second) -> torch.Tensor | None:
    """Return the elements of the second array that the first stores, or None if shapes differ."""
    if _are(RowSparseNDArray, first):
        if first.shape != second.shape:
            return None
        indices = first._parts[1]
        if _are(RowSparseNDArray, second):
            return _storage.pick_rows(*second._parts, indices)
        return _dense_tensor(second).index_select(0, indices)
    _, columns, starts = first._parts
    try:
        dense = _dense_tensor(second).expand(first._shape)
    except RuntimeError:
        return None
    return dense[_storage.rows_of_values(starts), columns]


def _dense_tensor(array) -> torch.Tensor:
    return array._to_dense() if isinstance(array, BaseSparseNDArray) else array._t


def _same_dtype(op, first, second):
    if first.dtype != second.dtype:
        expected, actual = (array.dtype.__name__ for array in (first, second))
        kinds = (dtypes.torch_of(array.dtype) for array in (first, second))
        raise MXNetError(
            f"Error in operator {op.name}: [Incompatible attr in node  at 1-th input: expected "
            f"{expected}, got {actual}]. {advise_conversion(op, *kinds)}"
        )


@_rule("dot")
def dot(op, arrays, attrs):
    """Multiply matrices, one of which is sparse; attributes may select the storage type."""
    left, right = arrays
    across_left, across_right = attrs.get("transpose_a"), attrs.get("transpose_b")
    _same_dtype(op, left, right)
    stype = infer_storage(op, (left.stype, right.stype), attrs)
    if left.ndim != 2 or right.ndim != 2:
        if isinstance(left, CSRNDArray) and not across_right:
            raise MXNetError(f"Error in operator dot: csr takes matrices, got {right.shape}")
    elif _are(CSRNDArray, left) and not isinstance(right, CSRNDArray) and not across_right:
        other = _dense_tensor(right)
        _fit(left.shape[0 if across_left else 1], len(other))
        if across_left and stype == "row_sparse" and can_multiply(left._parts[0], other):
            return _product_of_transposed(left, other)
        return _with_stype(_product(left, other, across_left), stype, left._ctx)
    elif type(left) is NDArray and _are(CSRNDArray, right) and not across_left:
        dense = right._to_dense()
        dense = dense.T if across_right else dense
        _fit(left.shape[1], len(dense))
        return _with_stype(left._t @ dense, stype, left._ctx)
    if stype == "default":
        return NotImplemented
    dense = densely(op, arrays, {**attrs, "forward_stype": None}, None)
    return _with_stype(dense._t, stype, dense._ctx)


def _product(array, other, transposed=False):
    if can_multiply(array._parts[0], other):
        return csr_product(array._as_torch(), other, transposed)
    data, columns, starts = array._parts
    positions = torch.stack([_storage.rows_of_values(starts), columns])
    matrix = torch.sparse_coo_tensor(positions, data, array._shape, check_invariants=False)
    return (matrix.T if transposed else matrix) @ other


def _product_of_transposed(array, other):
    rows, turned = transpose(Stored(*array._parts))
    shape = (array._shape[1], other.shape[1])
    return RowSparseNDArray._of((multiply(turned, other), rows), shape, array._ctx)


def _fit(columns, rows):
    if columns != rows:
        raise MXNetError(f"Error in operator dot: {columns} columns on the left, {rows} rows right")


def _with_stype(tensor, stype, ctx):
    if stype == "default":
        return wrap(tensor.contiguous(), ctx, NDArray)
    cls = CSRNDArray if stype == "csr" else RowSparseNDArray
    return cls._from_dense(tensor, ctx)


@_rule("_contrib_getnnz")
def count_stored(op, arrays, attrs):
    """Count the stored values of a matrix: all, per column (axis 0) or per row (axis 1)."""
    (array,), axis = arrays, attrs["axis"]
    if not _are(CSRNDArray, array):
        return NotImplemented
    data, columns, starts = array._parts
    if axis not in (None, 0, 1):
        raise MXNetError(f"Unexpected value for axis({axis}). Candidates are None, 0, and 1")
    if axis is None:
        counts = torch.tensor([data.numel()], device=data.device)
    elif axis == 0:
        counts = torch.bincount(columns.long(), minlength=array.shape[1])
    else:
        counts = torch.diff(starts.long())
    return wrap(counts, array._ctx, NDArray)


@_rule("FullyConnected")
def dense_layer(op, arrays, attrs):
    """Compute densely; MXNet: a row-sparse bias has a second axis of length 1."""
    *inputs, bias = arrays
    if len(inputs) < 2 or not _are(RowSparseNDArray, bias) or bias._shape[1:] != (1,):
        return NotImplemented
    return densely(op, [*inputs, wrap(bias._to_dense().view(-1), bias._ctx, NDArray)], attrs, None)


# --------------------------------------------------------------------------------------------- rows


@_rule("_sparse_retain")
def retain(op, arrays, attrs):
    """Keep the given rows; MXNet: rows that are not stored become zeros."""
    array, indices = arrays
    if not _are(RowSparseNDArray, array):
        raise MXNetError(f"_sparse_retain takes a RowSparseNDArray, got {type(array).__name__}")
    rows = torch.unique(indices._t.long())
    return array._of((_storage.pick_rows(*array._parts, rows), rows), array._shape, array._ctx)


@_kernel("slice")
def cut(op, arrays, attrs):
    """Slice rows and columns of a CSR matrix."""
    (array,) = arrays
    spans = [
        slice(begin, end).indices(size)[:2]
        for begin, end, size in zip(attrs["begin"], attrs["end"], array._shape, strict=False)
    ]
    part = array._rows(spans[0][0], max(spans[0]))
    if len(spans) == 1:
        return part
    data, columns, starts = part._parts
    begin, end = spans[1]
    inside = (columns >= begin) & (columns < end)
    rows = _storage.rows_of_values(starts)[inside]
    parts = data[inside], columns[inside] - begin, _storage.starts_of(rows, len(starts) - 1)
    return CSRNDArray._of(parts, (len(starts) - 1, max(end - begin, 0)), array._ctx)


@_kernel("_square_sum")
def square_sum(op, arrays, attrs):
    """Compute the sum of squares of each stored row."""
    (array,) = arrays
    if len(array._shape) != 2:
        return NotImplemented
    data, rows = array._parts
    return array._of((_run(op, [data], attrs, array._ctx), rows), (len(array), 1), array._ctx)


@_kernel("take")
def take_rows(op, arrays, attrs):
    """Take rows of a CSR matrix."""
    array, indices = arrays
    mode, rows = attrs.get("mode", "clip"), indices._t.long()
    if rows.dim() != 1:
        return NotImplemented
    count, columns = array._shape
    rows = rows % count if mode == "wrap" else rows.clamp(0, count - 1)
    data, positions, starts = array._parts
    lengths = starts.diff()[rows]
    ends = lengths.cumsum(0)
    # Offset between the old and new position of each row.
    begins = starts[:-1][rows] - (ends - lengths)
    begins = begins.repeat_interleave(lengths)
    chosen = torch.arange(len(begins), device=begins.device) + begins
    parts = data[chosen], positions[chosen], torch.cat([starts[:1], ends])
    return CSRNDArray._of(parts, (len(rows), columns), array._ctx)


@_kernel("Concat")
def concat_rows(op, arrays, attrs):
    """Concatenate CSR matrices along the rows."""
    if len({array.shape[1] for array in arrays}) > 1:
        return NotImplemented
    data, columns, starts = zip(*(array._parts for array in arrays), strict=True)
    offsets, row_starts = 0, [starts[0][:1]]
    for one in starts:
        row_starts.append(one[1:] + offsets)
        offsets += int(one[-1])
    shape = (sum(len(array) for array in arrays), arrays[0].shape[1])
    return CSRNDArray._of(
        (torch.cat(data), torch.cat(columns), torch.cat(row_starts)), shape, arrays[0]._ctx
    )


@_rule("cast_storage")
def cast_storage(op, arrays, attrs):
    """Convert to a storage type."""
    (array,) = arrays
    try:
        return array.tostype(attrs["stype"])
    except ValueError as error:
        raise MXNetError(f"Error in operator cast_storage: {error}") from error


# ------------------------------------------------------------------------------------------ updates


@_rule(
    "sgd_update", "sgd_mom_update", "adam_update", "ftrl_update", "_sparse_adagrad_update",
    "_contrib_group_adagrad_update",
)  # fmt: skip
def update_rows(op, arrays, attrs):
    """Update only the rows of weight and states that a row-sparse gradient contains."""
    weight, grad, *states = arrays
    if not _are(RowSparseNDArray, grad) or not attrs.get("lazy_update", True):
        return NotImplemented
    if op is FTRL_UPDATE and not _are(RowSparseNDArray, weight):
        return NotImplemented
    data, rows = grad._parts
    _check_rows(rows, len(weight))
    if op is SGD_UPDATE and _is_one_sum(weight, grad, attrs):
        step = torch.sparse_coo_tensor(
            rows[None], data, grad._shape, check_invariants=False, is_coalesced=True
        )
        weight._t.add_(step, alpha=-attrs["lr"] * attrs.get("rescale_grad", 1.0))
        return weight
    parts = [_rows_of(array, rows) for array in (weight, *states)]
    own, *rest = [wrap(part, weight._ctx, NDArray) for part in parts]
    invoke(op, [own, wrap(data, weight._ctx, NDArray), *rest], attrs, own, NDArray)
    for array, part in zip((weight, *states), parts, strict=True):
        _put_rows(array, rows, part, weight)
    return weight


def _is_one_sum(weight, grad, attrs) -> bool:
    """Return whether SGD only adds a multiple of the gradient, in the same order as torch."""
    return (
        not isinstance(weight, RowSparseNDArray)
        and weight._t.dtype is grad._parts[0].dtype in (torch.float32, torch.float64)
        and weight.shape == grad._shape
        and not attrs.get("wd")
        and attrs.get("clip_gradient", -1.0) < 0.0
        and weight._t.is_cpu  # where rows are checked
    )


def _check_rows(rows, count) -> None:
    """Reject rows outside of an array: torch adds sparse tensors without a check, to any memory.

    On other devices this would wait for the result, and their kernels check rows.
    """
    if rows.is_cpu and len(rows):
        first, last = torch.aminmax(rows)
        if first < 0 or last >= count:
            wrong = int(first if first < 0 else last)
            raise IndexError(f"the gradient has row {wrong}, the weight has {count} rows")


def _rows_of(array, rows):
    if not isinstance(array, RowSparseNDArray):
        return array._t.index_select(0, rows)
    if array._has_all_rows():
        return array._parts[0].index_select(0, rows)
    return _storage.pick_rows(*array._parts, rows)


def _put_rows(array, rows, part, weight):
    if not isinstance(array, RowSparseNDArray):
        array._t.index_copy_(0, rows, part)
        return
    data, stored = array._parts
    if array._has_all_rows():
        array._store((data.index_copy_(0, rows, part), stored))
        return
    # MXNet: states store the same rows as a row-sparse weight.
    weight_rows = weight._parts[1] if isinstance(weight, RowSparseNDArray) else stored
    all_rows = torch.unique(torch.cat([weight_rows, rows]))
    data = _storage.pick_rows(data, stored, all_rows)
    array._store((data.index_copy_(0, torch.searchsorted(all_rows, rows), part), all_rows))
