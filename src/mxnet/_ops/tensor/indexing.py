"""Element selection by index: take, gather, scatter, pick, one-hot, where, embedding.

Indices may have any type, including float32, and are truncated to integers.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Literal

import torch

from ..._core.dtypes import as_element
from .. import gradient_rules, shape_rules, storage_rules, type_rules
from ..attrs import Shape, dtype_choice
from ..checks import Declined, KernelIndexError, axis_in_range, check, fail
from ..math.selection import select
from ..partial_shape import is_known
from ..registry import Quantization, op
from ..sparse_kernels import for_sparse_results
from ..sparse_tensor import CsrTensor, to_dense
from ..tracing import is_traced

AnyType = dtype_choice(
    "float16", "float32", "float64", "bfloat16", "uint8", "int8", "int32", "int64"
)


def _integers(indices: torch.Tensor) -> torch.Tensor:
    """Return truncated indices in a type that torch can index with."""
    return indices if indices.dtype in (torch.int64, torch.int32) else indices.long()


def _clip(indices: torch.Tensor, size: int) -> torch.Tensor:
    return indices.clamp(0, size - 1)


def _check_range(indices: torch.Tensor, size: int) -> torch.Tensor:
    if indices.numel() and not indices.is_meta:
        low, high = (int(bound) for bound in indices.aminmax())
        if low < 0 or high >= size:
            fail(
                f"take operator contains indices out of bound: {low} to {high}, size {size}. "
                f"Indices (or class numbers) must be from 0 to {size - 1}"
            )
    return indices


MODES = {"clip": _clip, "wrap": torch.remainder, "raise": _check_range}


def refuse_outside(active: bool) -> bool:
    """Set whether to reject indices that MXNet clips; return the previous setting."""
    before = MODES["clip"] is _check_range
    MODES["clip"] = _check_range if active else _clip
    return before


if os.environ.get("MXNET_CHECK_INDICES", "0") not in ("", "0"):
    refuse_outside(True)


def _within(indices: torch.Tensor, size: int, mode: str) -> torch.Tensor:
    """Return integer indices that are inside an axis, or raise an error."""
    if not size and indices.numel():
        fail("cannot take elements from an axis of size 0")
    return MODES[mode](_integers(indices), max(size, 1))


# ------------------------------------------------------------------------------ along one axis


def _take_storage(op, stypes, attrs) -> str:
    """Rows of a CSR matrix form a CSR matrix; MXNet: with mode="raise" the result is dense."""
    of_rows = stypes[0] == storage_rules.CSR and not attrs.get("axis")
    return stypes[0] if of_rows and attrs.get("mode") != "raise" else storage_rules.DENSE


@for_sparse_results
def _take_sparse(op, operands, attrs):
    """Take rows of a CSR matrix."""
    matrix, indices = operands
    if len(indices.shape) != 1:
        raise Declined("the result is not a matrix")
    rows = _within(to_dense(indices), len(matrix), attrs.get("mode", "clip"))
    data, columns, starts = matrix.parts
    lengths = starts.diff()[rows]
    ends = lengths.cumsum(0)
    # Offset between the old and new position of each row.
    offsets = (starts[:-1][rows] - (ends - lengths)).repeat_interleave(lengths)
    chosen = torch.arange(len(offsets), device=offsets.device) + offsets
    parts = data[chosen], columns[chosen], torch.cat([starts[:1], ends])
    return CsrTensor(parts, (len(rows), matrix.shape[1]))


@op(
    "take",
    "_npi_take",
    mixed=True,
    types=type_rules.INDEXED,
    without_gradient=("indices",),
    storage=_take_storage,
    sparse=_take_sparse,
)
def take(a, indices, *, axis: int = 0, mode: Literal["raise", "wrap", "clip"] = "clip"):
    """Take the elements of ``a`` at the given positions along an axis.

    Positions outside the axis are clipped to its ends (``clip``), wrapped around (``wrap``) or
    rejected with an error (``raise``).
    """
    axis = axis_in_range(axis, a.ndim)
    if indices.ndim == 1:
        return _look_up(_select, a, axis, indices, mode)
    parts = _look_up(_select, a, axis, indices.reshape(-1), mode)
    return parts.view(a.shape[:axis] + indices.shape + a.shape[axis + 1 :])


def _look_up(
    function: Callable, data: torch.Tensor, axis: int, indices: torch.Tensor, mode: str
) -> torch.Tensor:
    """Apply a function of torch to indices that are moved inside the axis, or raise an error.

    Indices are nearly always valid and torch checks them on CPUs, where clipping them would cost a
    pass over them. A compiled graph does not check.
    """
    if mode != "wrap" and data.is_cpu and not is_traced():
        try:
            return function(data, axis, _integers(indices))
        except (IndexError, RuntimeError):  # RuntimeError is what gather raises
            pass
    return function(data, axis, _within(indices, data.shape[axis], mode))


def _select(data: torch.Tensor, axis: int, positions: torch.Tensor) -> torch.Tensor:
    # takes a quarter of the time of data[positions]
    return torch.index_select(data, axis, positions)


def _select_with_sparse_gradient(
    data: torch.Tensor, axis: int, positions: torch.Tensor
) -> torch.Tensor:
    return torch.embedding(data, positions, sparse=True)


def _embedding_weight(shapes: dict, attrs: dict) -> dict:
    return {"weight": (attrs["input_dim"], attrs["output_dim"])}


EMBEDDING = {
    "mixed": True,
    "infer_params": _embedding_weight,
    "without_gradient": ("data",),
    "has_row_gradient": lambda attrs, stype: attrs["sparse_grad"],
}


def embedding_types(inputs, outputs, attrs):
    """The type of the indices is independent; that of the weight may be an attribute."""
    weight = type_rules.unify(inputs[1], outputs[0]) or attrs["dtype"]
    return [inputs[0], weight], [weight]


@op(
    "Embedding",
    "_npx_embedding",
    **EMBEDDING,
    types=embedding_types,
    quantization=Quantization(
        "_contrib_quantized_embedding", floats=lambda attrs, position: position == 0
    ),
)
def embedding(
    data,
    weight,
    *,
    input_dim: int,
    output_dim: int,
    dtype: AnyType = torch.float32,
    sparse_grad: bool = False,
):
    """Look up the row of ``weight`` for each index; indices outside are clipped.

    ``dtype`` is the type of a weight that has not been created yet. With ``sparse_grad`` the
    gradient contains only the rows that occur.
    """
    if input_dim < 1 or output_dim < 1:
        fail(f"input_dim={input_dim} and output_dim={output_dim} should be greater equal to 1")
    if weight.shape != (input_dim, output_dim):
        fail(f"weight must have shape {(input_dim, output_dim)}, as input_dim and output_dim say")
    if sparse_grad and weight.requires_grad and weight.is_leaf:
        return _look_up(_select_with_sparse_gradient, weight, 0, data, "clip")
    return take(weight, data)


@op(
    "pick",
    "choose_element_0index",
    "_npx_pick",
    mixed=True,
    types=type_rules.INDEXED,
    without_gradient=("index",),
    gradient=gradient_rules.decline("pick outside of a cross entropy has no gradient rule"),
)
def pick(
    data,
    index,
    *,
    axis: int | None = -1,
    keepdims: bool = False,
    mode: Literal["wrap", "clip"] = "clip",
):
    """Pick one element along an axis for each position of the other axes."""
    if axis is None:
        fail("axis=None is not supported by pick yet. Must specify an axis.")
    axis = axis_in_range(axis, data.ndim)
    positions = index.long()
    if positions.ndim < data.ndim:
        positions = positions.unsqueeze(axis)
    shape = data.shape
    if positions.shape != (*shape[:axis], 1, *shape[axis + 1 :]):
        with_axis, reduced = [*shape], [*shape]
        with_axis[axis], reduced[axis : axis + 1] = 1, []
        fail(
            f"index must have shape {tuple(reduced)} or {tuple(with_axis)}, one for each row, "
            f"got {tuple(index.shape)}"
        )
    picked = _look_up(torch.gather, data, axis, positions, mode)
    return picked if keepdims or data.ndim == 1 else picked.squeeze(axis)


def _batch_take_types(inputs, outputs, attrs):
    data = type_rules.unify(inputs[0], outputs[0])
    return [data, type_rules.unify(inputs[1], torch.int32)], [data]


@op("batch_take", mixed=True, types=_batch_take_types, without_gradient=("indices",))
def batch_take(a, indices):
    """Take one element of each row; indices outside are clipped."""
    check(indices.dtype is torch.int32, "indices must be int32; pick takes other types")
    check(a.ndim >= 2, "a must have at least 2 dimensions")
    rows = a.shape[:-1]
    if indices.numel() != rows.numel():
        fail(f"indices must have one element for each of the {rows.numel()} rows of a")
    positions = _within(indices, a.shape[-1], "clip").to(torch.int64)
    return a.gather(-1, positions.view(*rows, 1)).view(indices.shape)


@op("fill_element_0index", mixed=True, without_gradient=("rhs",))
def fill_element_0index(lhs, mhs, rhs):
    """Return ``lhs`` with ``mhs[i]`` at column ``rhs[i]`` of row i; columns outside are ignored."""
    check(
        lhs.ndim == 2 and mhs.shape == rhs.shape == lhs.shape[:1],
        "lhs must be a matrix, mhs and rhs must have one element for each of its rows",
    )
    columns = torch.arange(lhs.shape[1], device=lhs.device)
    return torch.where(columns == _integers(rhs)[:, None], mhs[:, None], lhs)


@op("one_hot", "_npx_one_hot", types=type_rules.OF_ATTR)
def one_hot(
    indices,
    *,
    depth: int,
    on_value: float = 1.0,
    off_value: float = 0.0,
    dtype: AnyType = torch.float32,
):
    """Create a vector for each index: ``on_value`` at the index, ``off_value`` elsewhere."""
    check(depth >= 0, "Dimension size, depth, must be a non-negative integer")
    on_value, off_value = as_element(on_value, dtype), as_element(off_value, dtype)
    vectors = torch.full((*indices.shape, depth), off_value, dtype=dtype, device=indices.device)
    positions = indices.long().unsqueeze(-1)
    if indices.is_cpu and not is_traced():
        try:
            return vectors.scatter_(-1, positions, on_value)
        except RuntimeError:  # an index out of range, after others may have been written
            vectors.fill_(off_value)
    if not depth:
        return vectors
    inside = positions.clamp(0, depth - 1)
    # MXNet: an index out of range gives a vector without on_value.
    values = (inside == positions).to(dtype)
    if (on_value, off_value) != (1, 0):
        values = torch.where(values != 0, on_value, off_value).to(dtype)
    return vectors.scatter_(-1, inside, values)


@op("_onehot_encode", mixed=True)
def onehot_encode(lhs, rhs):
    """Encode the indices ``lhs`` as one-hot rows in the shape and type of ``rhs``."""
    check(
        rhs.ndim == 2 and lhs.shape == rhs.shape[:1],
        "the indices must have shape (n,) and the output (n, depth)",
    )
    return one_hot(lhs, depth=rhs.shape[1], dtype=rhs.dtype)


# --------------------------------------------------------------------------- along several axes


def _coordinates(indices: torch.Tensor, ndim: int) -> tuple[torch.Tensor, ...]:
    """Split indices of shape (m, ...) into one tensor for each of the first m axes."""
    check(indices.ndim > 1, "requires index tensor to have at least 2 dimensions")
    if indices.shape[0] > ndim:
        fail(f"Number of indices exceeds data dimension: {indices.shape[0]} for {ndim} axes")
    return indices.to(torch.int64).unbind(0)


@op(
    "gather_nd",
    "_npi_gather_nd",
    "_npx_gather_nd",
    mixed=True,
    types=type_rules.INDEXED,
    without_gradient=("indices",),
)
def gather_nd(data, indices):
    """Gather elements or slices of ``data``; each row of indices addresses one leading axis."""
    positions = _coordinates(indices, data.ndim)
    if not positions:  # the whole array for each position
        return data.expand(indices.shape[1:] + data.shape).clone()
    try:
        return data[positions]
    except IndexError as error:
        raise _out_of_bounds(error) from None


def _out_of_bounds(error: IndexError) -> KernelIndexError:
    return KernelIndexError(str(error).replace("dimension", "axis"))


def _put(target, indices, parts, accumulate: bool = False):
    """Write or add values into ``target`` at the given positions, and return it."""
    positions = _coordinates(indices, target.ndim)
    expected = indices.shape[1:] + target.shape[len(positions) :]
    if parts.shape != expected:
        fail(
            "Invalid data, indices, and output shape combination for scatter_nd: "
            f"data for these indices must have shape {tuple(expected)}"
        )
    try:
        return target.index_put_(positions, parts, accumulate)
    except IndexError as error:
        raise _out_of_bounds(error) from None


@op("scatter_nd", mixed=True, types=type_rules.INDEXED, without_gradient=("indices",))
def scatter_nd(data, indices, *, shape: Shape):
    """Scatter ``data`` into zeros; each row of indices addresses one leading axis."""
    return _put(data.new_zeros(shape), indices, data)


@op("_backward_gather_nd", mixed=True, types=type_rules.INDEXED, without_gradient=("indices",))
def backward_gather_nd(data, indices, *, shape: Shape):
    """Scatter ``data`` into zeros, adding up; each row of indices addresses one leading axis."""
    return _put(data.new_zeros(shape), indices, data, accumulate=True)


@op(
    "_scatter_set_nd",
    "_npi_scatter_set_nd",
    mixed=True,
    types=type_rules.pattern("TTI>T"),
    without_gradient=("indices",),
)
def scatter_set_nd(lhs, rhs, indices, *, shape: Shape):
    """Return ``lhs``, which has the given shape, with ``rhs`` written at the given positions."""
    check(lhs.dtype is rhs.dtype, "lhs and rhs must have the same type")
    check(lhs.shape == shape, "lhs must have the shape that the attribute says")
    return _put(lhs.clone(), indices, rhs)


def _where_shape(inputs, outputs, attrs):
    """Both branches have the shape of the output, once the shape of the condition is known."""
    condition, *branches = inputs
    if not is_known(condition):
        return inputs, outputs
    branches, outputs = shape_rules.same(branches, outputs, attrs)
    if branches[0] is not None and len(branches[0]) == len(condition):
        return shape_rules.same([condition, *branches], outputs, attrs)
    return [condition, *branches], outputs


@op(
    "where",
    mixed=True,
    types=type_rules.CHOSEN,
    shape=_where_shape,
    needs_known_shapes=True,
    without_gradient=("condition",),
)
def where(condition, x, y):
    """Choose elements from ``x`` where the condition is nonzero, and from ``y`` elsewhere.

    A condition with one axis selects entire rows.
    """
    check(x.dtype is y.dtype and x.shape == y.shape, "x and y must have the same shape and type")
    if condition.shape != x.shape and condition.shape != x.shape[:1]:
        fail(f"condition must have shape {tuple(x.shape)} or {tuple(x.shape[:1])}")
    if condition.ndim != x.ndim:
        condition = condition.view(-1, *[1] * (x.ndim - 1))
    return select(condition, x, y)


# ------------------------------------------------------------------------------- flat positions


@op("_ravel_multi_index", "ravel_multi_index")
def ravel_multi_index(data, *, shape: Shape | None = None):
    """Convert columns of coordinates to flat positions in an array of the given shape."""
    if not shape:
        fail("Empty shape parameter for ravel operator.")
    check(data.ndim == 2, "Input to ravel operator must be two-dimensional.")
    check(
        data.shape[0] == len(shape),
        "First dimension of input of ravel operator does not match shape parameter dimension.",
    )
    position, *rest = data.to(torch.int64).unbind(0)
    for size, coordinate in zip(shape[1:], rest, strict=True):
        position = position * size + coordinate
    return position.to(data.dtype, copy=True)


@op("_unravel_index", "unravel_index")
def unravel_index(data, *, shape: Shape | None = None):
    """Convert flat positions in an array of the given shape to columns of coordinates."""
    if not shape:
        fail("Empty shape parameter for unravel operator.")
    check(data.ndim == 1, "Input to unravel operator must be one-dimensional.")
    position, coordinates = data.to(torch.int64), []
    for size in reversed(shape[1:]):
        quotient = torch.div(position, size, rounding_mode="trunc")
        coordinates.append(position - quotient * size)
        position = quotient
    return torch.stack([position, *reversed(coordinates)]).to(data.dtype)
