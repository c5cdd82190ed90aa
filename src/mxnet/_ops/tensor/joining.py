"""Concatenation and splitting of arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable

import torch

from .. import shape_rules, storage_rules
from ..attrs import Shape
from ..checks import Declined, axis_in_range, fail
from ..partial_shape import Shape as PartialShape, is_known, merge
from ..registry import Quantization, op
from ..sparse_kernels import for_sparse_results
from ..sparse_tensor import CsrTensor


def _concat_shape(inputs, outputs, attrs):
    """Shapes are equal except along one axis, where the output has the sum of the sizes."""
    some = next((s for s in (*outputs, *inputs) if s is not None), None)
    if some is None:
        return inputs, outputs
    axis = axis_in_range(attrs["dim"], len(some))
    unknown: PartialShape = (None,) * len(some)
    common = unknown
    for shape in (*inputs, *outputs):
        if shape is not None:  # it has the same number of axes, or the kernel raises an error
            common = merge(common, shape_rules.with_size(merge(unknown, shape), axis, None))
    sizes = [None if s is None else s[axis] for s in inputs]
    total = None if outputs[0] is None else outputs[0][axis]
    missing = [i for i, size in enumerate(sizes) if size is None]
    total_known = sum(size for size in sizes if size is not None)
    if not missing:
        total = total_known
    elif len(missing) == 1 and total is not None:
        sizes[missing[0]] = total - total_known
    shapes = [shape_rules.with_size(common, axis, size) for size in sizes]
    return shapes, [shape_rules.with_size(common, axis, total)]


def _rnn_param_concat_shape(inputs, outputs, attrs):
    """Concatenated vectors; MXNet: those of unknown size share the remaining size equally."""
    sizes = [shape[0] if shape else None for shape in inputs]
    missing = sizes.count(None)
    if missing > 1 and is_known(outputs[0]):
        rest, odd = divmod(outputs[0][0] - sum(n for n in sizes if n is not None), missing)
        if odd == 0:
            inputs = [(rest,) if n is None else (n,) for n in sizes]
    return _concat_shape(inputs, outputs, attrs)


def _concat_storage(op, stypes, attrs) -> str:
    """CSR matrices concatenated along the rows form a CSR matrix."""
    return storage_rules.DENSE if attrs.get("dim", 1) else _ALL_CSR(op, stypes, attrs)


_ALL_CSR = storage_rules.only(storage_rules.CSR)


@for_sparse_results
def _concat_sparse(op, operands, attrs):
    """Concatenate CSR matrices along the rows."""
    if len({matrix.shape[1] for matrix in operands}) > 1:
        raise Declined("shapes differ")
    data, columns, starts = zip(*(matrix.parts for matrix in operands), strict=True)
    offset, all_starts = 0, [starts[0][:1]]
    for own in starts:
        all_starts.append(own[1:] + offset)
        offset += int(own[-1])
    shape = (sum(map(len, operands)), operands[0].shape[1])
    return CsrTensor((torch.cat(data), torch.cat(columns), torch.cat(all_starts)), shape)


def _differ_along(dim: int, shape: torch.Size, other: torch.Size) -> bool:
    """Return whether two shapes are equal except along one axis."""
    rest = other[:dim], other[dim + 1 :]
    return len(shape) == len(other) and (shape[:dim], shape[dim + 1 :]) == rest


def specialize_concat(name: str) -> Callable:
    """Return the field ``specialize`` of an operator that concatenates along the axis ``name``."""

    def specialize(attrs: dict):
        axis = attrs[name]
        return None if axis is None else functools.partial(_concat, axis)

    return specialize


def _concat(axis: int, *data: torch.Tensor) -> torch.Tensor:
    result = torch.cat(data, axis)
    ndim = result.ndim
    for array in data if ndim > 1 else ():
        if array.ndim != ndim:  # torch ignores arrays of shape (0,)
            fail("arrays that are concatenated must have the same number of axes")
    return result


@op("_rnn_param_concat", "_npi_rnn_param_concat", shape=_rnn_param_concat_shape, naming="outputs")
@op(
    "Concat",
    "concat",
    shape=_concat_shape,
    specialize=specialize_concat("dim"),
    storage=_concat_storage,
    sparse=_concat_sparse,
    naming="outputs",
    quantization=Quantization("_contrib_quantized_concat", applies=lambda attrs: attrs["dim"] > 0),
)
def concat(*data, dim: int = 1):
    """Concatenate arrays along an existing axis."""
    first = data[0].shape
    dim = axis_in_range(dim, len(first))
    for position, array in enumerate(data):
        shape = array.shape
        if shape != first and not _differ_along(dim, shape, first):
            fail(
                f"Incompatible input shape: data{position} {tuple(shape)} "
                f"does not match data0 {tuple(first)} except along axis {dim}"
            )
    return torch.cat(data, dim)


def _stack_shape(inputs, outputs, attrs):
    """All inputs have one shape; the output has one more axis."""
    if outputs[0] is not None:
        axis = axis_in_range(attrs["axis"], len(outputs[0]))
        inputs = [merge(s, outputs[0][:axis] + outputs[0][axis + 1 :]) for s in inputs]
    inputs, _ = shape_rules.same(inputs, [], attrs)
    if inputs[0] is not None:
        axis = axis_in_range(attrs["axis"], len(inputs[0]) + 1)
        outputs = [(*inputs[0][:axis], len(inputs), *inputs[0][axis:])]
    return inputs, outputs


def specialize_stack(attrs: dict) -> Callable:
    """Return torch's function for arrays that fit."""
    axis = attrs["axis"]
    return lambda *data: torch.stack(data, axis)


@op("stack", shape=_stack_shape, specialize=specialize_stack)
def stack(*data, axis: int = 0):
    """Stack arrays of the same shape along a new axis."""
    first = data[0].shape
    for position, array in enumerate(data):
        if array.shape != first:
            fail(
                f"all input arrays must have the same shape: data{position} is "
                f"{tuple(array.shape)}, data0 {tuple(first)}"
            )
    return torch.stack(data, axis_in_range(axis, len(first) + 1))


def _split_shape(inputs, outputs, attrs):
    """Parts of equal size along an axis, which may be removed."""
    outputs = shape_rules.same([], outputs, attrs)[1]
    count, part = attrs["num_outputs"], outputs[0]
    if part is None or inputs[0] is None and attrs["squeeze_axis"]:
        return inputs, outputs
    ndim = len(part) + bool(attrs["squeeze_axis"])
    axis = axis_in_range(attrs["axis"], ndim)
    if attrs["squeeze_axis"]:
        return [(*part[:axis], count, *part[axis:])], outputs
    size = None if part[axis] is None else part[axis] * count
    return [shape_rules.with_size(part, axis, size)], outputs


@op(
    "SliceChannel",
    "split",
    outputs=lambda attrs: attrs["num_outputs"],
    # MXNet: the only output has a number, too.
    output_names=lambda attrs: tuple(f"output{i}" for i in range(attrs["num_outputs"])),
    returns_tuple=True,
    aliases_input=True,
    shape=_split_shape,
    naming="legacy",
)
def split(data, *, num_outputs: int, axis: int = 1, squeeze_axis: bool = False):
    """Split the array along an axis into parts of equal size."""
    axis = axis_in_range(axis, data.ndim)
    size = data.shape[axis]
    if num_outputs <= 0:
        fail(f"num_outputs must be positive, got {num_outputs}")
    if size % num_outputs != 0:
        fail(f"num_outputs {num_outputs} does not divide the size {size} of axis {axis}")
    if not squeeze_axis:
        return data.chunk(num_outputs, axis)
    if size != num_outputs:
        fail(f"squeeze_axis needs num_outputs={size}, the size of axis {axis}")
    return data.unbind(axis)  # MXNet: parts of a 1-d array are 0-d here and in _split_v2


@op(
    "_split_v2",
    "_npi_split",
    outputs=lambda attrs: attrs["sections"] or len(attrs["indices"]),
    returns_tuple=True,
    aliases_input=True,
)
def split_v2(
    data,
    *,
    indices: Shape,
    axis: int = 1,
    squeeze_axis: bool = False,
    sections: int = 0,
):
    """Split the array along an axis at indices, or into sections of nearly equal size."""
    return parts_of(data, indices, axis_in_range(axis, data.ndim), squeeze_axis, sections)


MAX_PARTS = 1 << 20  # each part is an array: more would take many seconds and gigabytes


def parts_of(data, indices: tuple[int, ...], axis: int, squeeze_axis: bool, sections: int):
    """Split an array along a nonnegative axis."""
    size = data.shape[axis]
    if not 0 <= sections <= MAX_PARTS:
        fail(f"sections must be in 0..{MAX_PARTS}, got {sections}")
    if not size:  # MXNet: all parts of an empty axis are empty, whatever the indices
        sizes = [0] * (sections or len(indices))
    else:
        sizes = _section_sizes(size, sections) if sections > 0 else _sizes_between(size, indices)
    parts = data.split(sizes, axis)
    if not squeeze_axis:
        return parts
    if set(sizes) != {1}:
        fail(f"squeeze_axis needs parts of size 1, got parts of {sizes}")
    return tuple(part.squeeze(axis) for part in parts)


def _section_sizes(size: int, sections: int) -> list[int]:
    """The first sections are one element longer if the size is not divisible."""
    return [size // sections + (i < size % sections) for i in range(sections)]


def _sizes_between(size: int, starts: tuple[int, ...]) -> list[int]:
    if starts[:1] != (0,):
        fail(f"indices must begin with 0, got {starts}")
    ends = (*starts[1:], size)
    for start, end in zip(starts, ends, strict=True):
        if not start <= end <= size:
            fail(f"indices {starts} must rise and stay within the axis size {size}")
    return [end - start for start, end in zip(starts, ends, strict=True)]
