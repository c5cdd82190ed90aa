"""Insertion, deletion and padding with NumPy's rules."""

from __future__ import annotations

from typing import Literal

import torch
from torch.nn import functional

from ..._core.dtypes import as_element
from ..attrs import Pairs
from ..checks import axis_in_range, check, fail, require_values
from ..inputs import unless_set
from ..registry import op

# ---------------------------------------------------------------------------------------- inserting


def _target(arr, axis: int | None) -> tuple[torch.Tensor, int]:
    """Return the array to insert into and the axis; without an axis, the array is flattened."""
    if axis is None:
        return arr.reshape(-1), 0
    return arr, axis_in_range(axis, arr.ndim)


def _new_values(arr, values, val: float | None) -> torch.Tensor:
    """Return the values to insert, in the type of the array and with the same number of axes."""
    if values is None:
        check(val is not None, "insert needs values, an array or the number val")
        values = torch.full((), val, dtype=arr.dtype, device=arr.device)
    values = values.to(arr.dtype)
    while values.ndim > arr.ndim and values.shape[0] == 1:
        values = values.squeeze(0)
    if values.ndim > arr.ndim:
        fail(
            f"values of shape {tuple(values.shape)} do not fit an array of shape {tuple(arr.shape)}"
        )
    return values.reshape((1,) * (arr.ndim - values.ndim) + values.shape)


def _broadcast_values(values, arr, axis: int, count: int) -> torch.Tensor:
    """Broadcast values to ``count`` slices of the array."""
    shape = (*arr.shape[:axis], count, *arr.shape[axis + 1 :])
    if any(old not in (1, new) for old, new in zip(values.shape, shape, strict=True)):
        fail(f"could not broadcast values of shape {tuple(values.shape)} into shape {shape}")
    return values.expand(shape)


def _insert_at(arr, values, axis: int, index: int):
    """Insert all values before one position."""
    values = _broadcast_values(values, arr, axis, values.shape[axis])
    before, after = arr.split((index, arr.shape[axis] - index), axis)
    return torch.cat((before, values, after), axis)


def _position(index: int, size: int) -> int:
    if not -size <= index <= size:
        fail(f"index {index} is out of bounds for an axis of size {size}, insert")
    return index + size if index < 0 else index


def _insert_at_each(arr, values, axis: int, positions: torch.Tensor):
    """Insert the i-th value before the i-th position; values at one position keep their order."""
    size, count = arr.shape[axis], positions.numel()
    values = _broadcast_values(values, arr, axis, count)
    positions = torch.where(positions < 0, positions + size, positions)
    order = positions.argsort(stable=True)
    numbers = torch.arange(count, device=arr.device)
    positions = positions.scatter_add(0, order, numbers)
    is_new = torch.zeros(size + count, dtype=torch.int64, device=arr.device).scatter(
        0, positions, 1
    )
    source = torch.cumsum(1 - is_new, 0) - 1
    source = source.scatter(0, positions, size + numbers)
    return torch.cat((arr, values), axis).index_select(axis, source)


@op("_npi_insert_scalar", mixed=True, optional=unless_set("val", "values"))
def insert_scalar(
    arr, values=None, *,
    val: float | None = None, start: int | None = None, stop: int | None = None,
    step: int | None = None, int_ind: int | None = None, axis: int | None = None,
):  # fmt: skip
    """Insert values, an array or the number ``val``, before the position ``int_ind`` of an axis."""
    arr, axis = _target(arr, axis)
    if int_ind is None:
        fail("insert needs the position int_ind")
    values = _new_values(arr, values, val).movedim(0, axis)
    return _insert_at(arr, values, axis, _position(int_ind, arr.shape[axis]))


@op("_npi_insert_slice", mixed=True, optional=unless_set("val", "values"))
def insert_slice(
    arr, values=None, *,
    val: float | None = None, start: int | None = None, stop: int | None = None,
    step: int | None = None, int_ind: int | None = None, axis: int | None = None,
):  # fmt: skip
    """Insert values, an array or the number ``val``, before each position of a slice of an axis."""
    arr, axis = _target(arr, axis)
    values = _new_values(arr, values, val)
    positions = _positions(start, stop, step, arr.shape[axis])
    if len(positions) == 1:
        return _insert_at(arr, values, axis, positions[0])
    return _insert_at_each(arr, values, axis, torch.tensor(positions, device=arr.device).long())


@op(
    "_npi_insert_tensor",
    mixed=True,
    optional=unless_set("val", "obj"),
    without_gradient=("obj",),
)
def insert_tensor(
    arr, values, obj=None, *,
    val: float | None = None, start: int | None = None, stop: int | None = None,
    step: int | None = None, int_ind: int | None = None, axis: int | None = None,
):  # fmt: skip
    """Insert values, an array or the number ``val``, before each position in ``obj``.

    If ``val`` is used, the second array is ``obj``.
    """
    arr, axis = _target(arr, axis)
    values, obj = (None, values) if obj is None else (values, obj)
    values = _new_values(arr, values, val)
    if obj.ndim > 1:
        fail(f"positions must be a vector, got shape {tuple(obj.shape)}")
    positions, size = obj.reshape(-1).long(), arr.shape[axis]
    has_values = not positions.is_meta
    if positions.numel() == 1:
        values = values if obj.ndim else values.movedim(0, axis)
        return _insert_at(arr, values, axis, _position(int(positions), size) if has_values else 0)
    if has_values and positions.numel():
        low, high = (int(bound) for bound in positions.aminmax())
        if not (-size <= low and high <= size):
            fail(f"index is out of bounds for an axis of size {size}")
    return _insert_at_each(arr, values, axis, positions)


def _positions(start: int | None, stop: int | None, step: int | None, size: int) -> range:
    check(step != 0, "'step' can not equal to 0.")
    return range(size)[slice(start, stop, step)]


# ----------------------------------------------------------------------------------------- deleting


@op(
    "_npi_delete",
    mixed=True,
    optional=lambda attrs: ("obj",) if attrs["step"] is None and attrs["int_ind"] is None else (),
)
def delete(
    arr, obj=None, *,
    start: int | None = None, stop: int | None = None, step: int | None = None,
    int_ind: int | None = None, axis: int | None = None,
):  # fmt: skip
    """Delete positions from an axis: one, a slice, or those in ``obj``."""
    arr, axis = _target(arr, axis)
    size = arr.shape[axis]
    if obj is not None:
        shape = (*arr.shape[:axis], None, *arr.shape[axis + 1 :])
        require_values(arr, "how many positions are left out", shape)
        indices = obj.reshape(-1).long()
        # MXNet: indices outside the axis, including negative ones, delete nothing.
        indices = indices[(indices >= 0) & (indices < size)]
    elif step is not None:
        indices = _positions(start, stop, step, size)
    else:
        check(int_ind is not None, "delete needs a position, a slice or an array of positions")
        if not -size <= int_ind < size:
            fail(f"index {int_ind} is out of bounds for axis {axis} with size {size}")
        position = int_ind % size
        ends = arr.narrow(axis, 0, position), arr.narrow(axis, position + 1, size - position - 1)
        return torch.cat(ends, axis)
    if obj is None:
        left_out = set(indices)
        positions = torch.tensor([i for i in range(size) if i not in left_out], device=arr.device)
    else:
        mask = torch.ones(size, dtype=torch.bool, device=arr.device)
        mask[indices] = False
        positions = mask.nonzero().squeeze(1)
    return arr.index_select(axis, positions.long())


# ------------------------------------------------------------------------------------------ padding

PadMode = Literal["constant", "edge", "maximum", "minimum", "reflect", "symmetric"]


@op("_npi_pad")
def pad(
    data, *,
    pad_width: Pairs, mode: PadMode = "constant", constant_value: float = 0.0,
    reflect_type: str = "even",
):  # fmt: skip
    """Pad each axis with elements at the beginning and the end."""
    widths = _widths(pad_width, data.ndim)
    if reflect_type != "even":
        fail(f"unsupported reflect_type {reflect_type!r}, expected 'even'")
    if mode == "constant":
        flat = [width for pair in reversed(widths) for width in pair]
        value = as_element(constant_value, data.dtype)
        return functional.pad(data, flat, value=value) if any(flat) else data.clone()
    result = data
    for axis, (before, after) in enumerate(widths):
        if not (before >= 0 and after >= 0):
            fail(f"pad_width can't contain negative values, {pad_width}")
        if before or after:
            if data.shape[axis] <= 0:
                fail(f"can't extend empty axis {axis} using mode {mode!r}")
            result = PADDED[mode](result, axis, before, after)
    return result if result is not data else data.clone()


def _widths(pad_width: tuple, ndim: int) -> list[tuple[int, int]]:
    """Return (before, after) for each axis."""
    # MXNet: for a vector, two numbers are (before, after), each in its own tuple or not.
    if ndim == 1 and len(pad_width) == 2 and all(len(pair) == 1 for pair in pad_width):
        return [(pad_width[0][0], pad_width[1][0])]
    every = pad_width * ndim if len(pad_width) == 1 else pad_width
    pairs = [pair * 2 if len(pair) == 1 else pair for pair in every]
    if len(pairs) != ndim or any(len(pair) != 2 for pair in pairs):
        fail(f"pad_width {pad_width} does not name two numbers for each of {ndim} axes")
    return pairs


def _mirror(with_edge: bool):
    """Create a function that pads by reflection, with or without the edge element."""

    def pad(data, axis: int, before: int, after: int):
        size = data.shape[axis]
        positions = torch.arange(-before, size + after, device=data.device)
        period = 2 * size if with_edge else max(2 * size - 2, 1)
        positions = positions % period
        positions = torch.where(positions < size, positions, period - with_edge - positions)
        return data.index_select(axis, positions)

    return pad


def _repeat(ends):
    """Create a function that pads with two values, which are functions of data and axis."""

    def pad(data, axis: int, before: int, after: int):
        first, last = (
            end.expand(*data.shape[:axis], count, *data.shape[axis + 1 :])
            for end, count in zip(ends(data, axis), (before, after), strict=True)
        )
        return torch.cat((first, data, last), axis)

    return pad


def _edges(data, axis: int) -> tuple[torch.Tensor, torch.Tensor]:
    return data.narrow(axis, 0, 1), data.narrow(axis, data.shape[axis] - 1, 1)


def _extreme(function):
    return lambda data, axis: (function(data, axis, keepdim=True),) * 2


PADDED = {
    "edge": _repeat(_edges),
    "reflect": _mirror(with_edge=False),
    "symmetric": _mirror(with_edge=True),
    "maximum": _repeat(_extreme(torch.amax)),
    "minimum": _repeat(_extreme(torch.amin)),
}
