"""Parts of a batch: splitting it between devices, copying, and concatenating the results."""

from __future__ import annotations

from .. import ndarray as nd
from ..context import Context, as_context_list
from ..ndarray import NDArray


def split_input_slice(batch_size, work_load_list) -> list[slice]:
    """Distribute the samples of a batch in proportion to work loads.

    >>> split_input_slice(8, [1, 3])
    [slice(0, 2, None), slice(2, 8, None)]
    """
    total = sum(work_load_list)
    counts = [round(load * batch_size / total) for load in work_load_list]
    counts[-1] += max(batch_size - sum(counts), 0)
    slices, start = [], 0
    for count in counts:
        stop = min(start + count, batch_size)
        if start >= stop:
            raise ValueError(
                f"Too many slices. Some splits are empty: a batch of {batch_size} samples for work "
                f"loads {list(work_load_list)}"
            )
        slices.append(slice(start, stop))
        start = stop
    return slices


def prepare_group2ctxs(group2ctxs, count) -> list[dict | None]:
    """Return a dictionary from context groups to contexts for each device.

    The argument is a list of such dictionaries, or one whose values are a context for all devices
    or a list with one for each.
    """
    if group2ctxs is None:
        return [None] * count
    if isinstance(group2ctxs, list):
        if len(group2ctxs) != count:
            raise AssertionError(
                f"group2ctxs must have an entry for each of the {count} contexts, it has "
                f"{len(group2ctxs)}"
            )
        return group2ctxs
    if not isinstance(group2ctxs, dict):
        raise AssertionError(f"group2ctxs must be a list of dict or a dict, got {group2ctxs!r}")
    columns = {group: _for_each(group, contexts, count) for group, contexts in group2ctxs.items()}
    return [{group: column[i] for group, column in columns.items()} for i in range(count)]


def _for_each(group, contexts_of_group, count) -> list[Context]:
    contexts = as_context_list(contexts_of_group)
    if len(contexts) == 1:
        contexts *= count
    if len(contexts) != count:
        raise AssertionError(
            f"group2ctxs: group {group!r} needs a context for each of the {count} devices, got "
            f"{contexts}"
        )
    return contexts


def slice_batch(array, part: slice, axis: int):
    """Return the samples of a part, or the array itself if it has no batch axis."""
    if axis < 0 or (part.start == 0 and part.stop == array.shape[axis]):
        return array
    if axis == 0:
        return array[part]
    return array.slice_axis(axis=axis, begin=part.start, end=part.stop)


def concatenate_devices(arrays: list[list[NDArray]], axes: list[int]) -> list[NDArray]:
    """Concatenate the devices' parts of each array; without a batch axis, use the first."""
    return [_concatenate(parts, axis) for parts, axis in zip(arrays, axes, strict=False)]


def _concatenate(parts, axis):
    if len(parts) == 1 or axis < 0:
        return parts[0]
    ctx = parts[0].context
    return nd.concat(*[part.as_in_context(ctx) for part in parts], dim=axis)


def load(sources, targets, axes) -> None:
    """Copy each source to an array or, in parts, to the arrays of the devices."""
    for source, parts, axis in zip(sources, targets, axes, strict=False):
        source = source if isinstance(source, NDArray) else nd.array(source)
        if isinstance(parts, NDArray):
            copy_into(source, parts)
            continue
        for part, target in parts:
            copy_into(slice_batch(source, part, axis), target)


def copy_into(source, target) -> None:
    """Copy values, converted to the type of the target."""
    if source.dtype != target.dtype:
        source = source.astype(target.dtype)
    source.copyto(target)
