"""Parts of an array: slice, crop, assignment to a slice, and padding."""

from __future__ import annotations

from typing import Literal

from torch.nn import functional

from ..._core.dtypes import as_element
from .. import shape_rules, storage_rules, type_rules
from ..attrs import Shape
from ..checks import axis_in_range, check, fail
from ..partial_shape import is_known
from ..registry import op
from ..sparse_kernels import for_sparse_results
from ..sparse_tensor import CsrTensor, starts_of

# ------------------------------------------------------------------------------------ taking a part


def forward_slices(shape: tuple, begin: tuple, end: tuple, step: tuple) -> tuple[tuple, list[int]]:
    """Return slices with positive steps, and the axes whose order must be reversed.

    >>> forward_slices((2, 5), (0, None), (1, None), (1, -2))
    ((slice(0, 1, 1), slice(0, 6, 2)), [1])
    """
    if not len(begin) == len(end) <= len(shape) or (step and len(step) != len(begin)):
        fail(_wrong_lengths(shape, begin, end, step))
    slices, backwards = [], []
    for axis, (start, stop, size) in enumerate(zip(begin, end, shape, strict=False)):
        stride = step[axis] if step else 1
        if stride == 0:
            fail(f"slice op step[{axis}] cannot be 0")
        if start is stop is None and stride in (1, None):
            slices.append(slice(None))  # independent of the size, which torch.export may leave open
            continue
        chosen = range(size)[start:stop:stride]
        if chosen.step < 0:
            backwards.append(axis)
            chosen = chosen[::-1]
        slices.append(slice(chosen.start, max(chosen.start, chosen.stop), chosen.step))
    return tuple(slices), backwards


def _wrong_lengths(shape, begin, end, step) -> str:
    if len(begin) != len(end):
        return f"begin and end must have the same length, got {begin} and {end}"
    if len(begin) > len(shape):
        return f"Slicing axis exceeds data dimensions: begin={begin} for {tuple(shape)}"
    return f"step and begin must have the same length, got {step} and {begin}"


def _slice_storage(op, stypes, attrs) -> str:
    is_csr = stypes[0] == storage_rules.CSR
    is_contiguous = all(step in (None, 1) for step in attrs.get("step") or ())
    return stypes[0] if is_csr and is_contiguous else storage_rules.DENSE


@for_sparse_results
def _slice_sparse(op, operands, attrs):
    """Slice rows and columns of a CSR matrix."""
    (matrix,) = operands
    spans = [
        slice(begin, end).indices(size)[:2]
        for begin, end, size in zip(attrs["begin"], attrs["end"], matrix.shape, strict=False)
    ]
    part = matrix.slice_rows(spans[0][0], max(spans[0]))
    if len(spans) == 1:
        return part
    begin, end = spans[1]
    inside = (part.columns >= begin) & (part.columns < end)
    starts = starts_of(part.rows[inside], len(part))
    parts = part.data[inside], part.columns[inside] - begin, starts
    return CsrTensor(parts, (len(part), max(end - begin, 0)))


@op(
    "slice",
    "crop",
    "_npi_slice",
    "_npx_slice",
    aliases_input=True,
    numbers_inputs=True,
    storage=_slice_storage,
    sparse=_slice_sparse,
)
def slice_(data, *, begin: Shape, end: Shape, step: Shape | None = ()):
    """Return ``data[begin[0]:end[0]:step[0], begin[1]:...]``; None leaves an end open."""
    slices, backwards = forward_slices(data.shape, begin, end, step or ())
    part = data[slices]
    return part.flip(backwards) if backwards else part


def _slice_axis_shape(inputs, outputs, attrs):
    """MXNet: a slice of an axis of unknown size has unknown size, regardless of begin and end."""
    data = inputs[0]
    if data is None or is_known(data):
        return inputs, outputs
    axis = axis_in_range(attrs["axis"], len(data))
    if data[axis] is None:
        return inputs, [data]
    size = len(range(data[axis])[attrs["begin"] : attrs["end"]])
    return inputs, [shape_rules.with_size(data, axis, size)]


@op(
    "slice_axis",
    aliases_input=True,
    shape=_slice_axis_shape,
    needs_known_shapes=True,
    numbers_inputs=True,
)
def slice_axis(data, *, axis: int, begin: int, end: int | None):
    """Return the elements from ``begin`` to ``end`` along one axis."""
    ndim = data.ndim
    if not -ndim <= axis < ndim:
        fail(f"axis={axis} must be smaller than the source ndim={ndim}")
    size = data.shape[axis]
    if not size:
        return data
    start = begin + size if begin < 0 else begin
    stop = size if end is None else end + size if end < 0 else end
    if stop > size:
        fail(f"Invalid end for end={end} as axis_size is {size}")
    if not 0 <= start < stop:
        fail(f"Invalid begin, end, get begin={begin}, end={end} for axis_size {size}")
    return data.narrow(axis, start, stop - start)


@op(
    "slice_like",
    aliases_input=True,
    mixed=True,
    types=type_rules.LIKE_FIRST,
    without_gradient=("shape_like",),
)
def slice_like(data, shape_like, *, axes: Shape = ()):
    """Crop the array to the shape of another one, along all axes or only ``axes``."""
    if not axes:
        if data.ndim != shape_like.ndim:
            fail(
                "without axes both inputs need as many dimensions, "
                f"got {data.ndim} and {shape_like.ndim}"
            )
        axes = tuple(range(data.ndim))
    for axis in axes:
        axis = axis_in_range(axis, data.ndim)
        if axis >= shape_like.ndim:
            fail(f"Slice axis: {axis} exceeds second input: {shape_like.ndim}")
        size = shape_like.shape[axis]
        if size > data.shape[axis]:
            fail(
                f"Slice axis {axis} with size {size} "
                f"exceeds limit of input with size {data.shape[axis]}"
            )
        data = data.narrow(axis, 0, size)
    return data


@op("Crop", aliases_input=True, without_gradient=("data1",), naming="legacy")
def crop(*data, offset: Shape = (0, 0), h_w: Shape = (0, 0), center_crop: bool = False):
    """Crop height and width to ``h_w``, or to the size of a second array."""
    if len(data) > 2:
        fail(f"Crop takes one or two inputs, got {len(data)}")
    check(
        all(a.ndim == 4 for a in data),
        "Crop needs inputs of 4 dimensions (batch, channel, height, width)",
    )
    target = data[1].shape[2:] if len(data) == 2 else h_w
    view = data[0]
    for axis, size, start in zip((2, 3), target, offset, strict=True):
        slack = view.shape[axis] - size
        if not (size >= 1 and slack >= 0):
            fail(f"cannot crop axis {axis} of size {view.shape[axis]} to {size}")
        start = slack // 2 if center_crop else start
        if not 0 <= start <= slack:
            fail(f"offset {start} should be less than the residual space {slack} of axis {axis}")
        view = view.narrow(axis, start, size)
    return view


# ------------------------------------------------------------------------------ writing into a part


@op("_slice_assign", "_crop_assign", "_npi_slice_assign")
def slice_assign(lhs, rhs, *, begin: Shape, end: Shape, step: Shape = ()):
    """Return a copy of the first array with the second assigned to a slice."""
    slices, backwards = forward_slices(lhs.shape, begin, end, step)
    result = lhs.clone()
    part = result[slices]
    if part.shape != rhs.shape:
        fail(f"Shape inconsistent, Provided = {list(rhs.shape)}, inferred shape={list(part.shape)}")
    part.copy_(rhs.flip(backwards) if backwards else rhs)
    return result


@op("_slice_assign_scalar", "_crop_assign_scalar", "_npi_slice_assign_scalar", numbers_inputs=True)
def slice_assign_scalar(data, *, scalar: float = 0.0, begin: Shape, end: Shape, step: Shape = ()):
    """Return a copy of the array with a number assigned to a slice."""
    slices, _ = forward_slices(data.shape, begin, end, step)
    result = data.clone()
    result[slices] = as_element(scalar, data.dtype)
    return result


# ------------------------------------------------------------------------------------------ padding

_TORCH_MODE = {"constant": "constant", "edge": "replicate", "reflect": "reflect"}


@op("Pad", "pad", naming="legacy")
def pad(
    data,
    *,
    mode: Literal["constant", "edge", "reflect"],
    pad_width: Shape,
    constant_value: float = 0.0,
):
    """Pad the array with a constant, with its edge, or with its reflection."""
    ndim = data.ndim
    if ndim not in (4, 5):
        fail(f"Current implementation only supports 4-D or 5-D input, got {ndim}-D")
    if len(pad_width) != 2 * ndim:
        fail(
            "Input shape vs padding spec mismatch: "
            f"{ndim} axes need {2 * ndim} numbers, got {pad_width}"
        )
    if any(pad_width[:4]):
        fail(
            "Current implementation expects padding on the first two axes to be zero, "
            f"got {pad_width}"
        )
    if not data.is_floating_point():
        fail(f"Pad only supports floating point types, got {data.dtype}")
    if mode == "reflect":
        widest = [max(pad_width[2 * axis : 2 * axis + 2]) for axis in range(2, ndim)]
        if not all(width < size for width, size in zip(widest, data.shape[2:], strict=True)):
            fail(
                "reflection padding only supports padding sizes smaller than the input size "
                f"{tuple(data.shape[2:])}, got {pad_width}"
            )
    # torch counts from the last axis.
    widths = [
        width for axis in range(ndim - 1, 1, -1) for width in pad_width[2 * axis : 2 * axis + 2]
    ]
    value = as_element(constant_value, data.dtype) if mode == "constant" else None
    return functional.pad(data, widths, _TORCH_MODE[mode], value)
