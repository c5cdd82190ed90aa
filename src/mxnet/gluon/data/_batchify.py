"""Combination of samples into batches."""

from __future__ import annotations

import numpy as np

from ... import context, ndarray as nd
from ...error import MXNetError, MXNetValueError, refuse_stop_iteration
from ...ndarray._shared import SHARED, with_context
from ...util import as_active
from ._transport import stack_shared
from ._vectorized import lookup_table_batch, vectorized_batch


def default_batchify_fn(data):
    """Combine samples into a batch: arrays are stacked, tuples become lists of batches.

    >>> first, second = default_batchify_fn([(1, 2), (3, 4)])
    >>> first.asnumpy(), second.asnumpy()
    (array([1, 3]), array([2, 4]))
    """
    return _batchify(data, None)


def default_mp_batchify_fn(data):
    """Combine samples into a batch like `default_batchify_fn`, on ``cpu_shared(0)``."""
    return _batchify(data, SHARED)


def _batchify(data, ctx):
    first = data[0]
    if isinstance(first, nd.NDArray):
        return _stack(data, ctx)
    if isinstance(first, tuple):
        try:
            parts = list(zip(*data, strict=True))
        except (TypeError, ValueError) as error:
            raise ValueError(_describe_mismatch(data)) from error
        return [_batchify(part, ctx) for part in parts]
    try:
        values = np.asarray(data)
    except ValueError as error:
        raise ValueError(_describe_mismatch(data)) from error
    if values.dtype.kind not in "biufcV":
        raise TypeError(
            f"samples of a batch become arrays of numbers, got a {type(first).__name__}, "
            f"{first!r}. Let the dataset return numbers, or give the DataLoader a batchify_fn."
        )
    return as_active(nd.array(values, dtype=values.dtype, ctx=ctx))


def _stack(arrays, ctx):
    """Stack NDArrays into one of the class of the first."""
    try:
        return arrays[0]._alike(nd.stack(*arrays) if ctx is None else stack_shared(arrays))
    except (MXNetError, TypeError, AttributeError) as error:
        if len({_shape_or_type(array) for array in arrays}) == 1:
            raise
        raise MXNetValueError(_describe_mismatch(arrays)) from error


def _describe_mismatch(data) -> str:
    """Return the message that names the sample which cannot be stacked with the first one."""
    kinds = [_shape_or_type(sample) for sample in data]
    number = next((i for i, kind in enumerate(kinds) if kind != kinds[0]), 0)
    return (
        "samples of a batch must have the same shape and type to be stacked: sample 0 of this "
        f"batch is {kinds[0]}, sample {number} is {kinds[number]}. Pass a batchify_fn that pads "
        "them to the DataLoader, or let the dataset do it."
    )


def _shape_or_type(sample) -> str:
    shape = getattr(sample, "shape", None)
    if shape is None and isinstance(sample, list | tuple):
        return f"a {type(sample).__name__} of {len(sample)}"
    return f"of shape {tuple(shape)}" if shape is not None else f"a {type(sample).__name__}"


_DEFAULT_CONTEXTS = {default_batchify_fn: None, default_mp_batchify_fn: SHARED}


def make_batch(dataset, indices, batchify_fn):
    """Create one batch; an error in user code never ends the epoch silently."""
    with refuse_stop_iteration(lambda: _describe_user_code(indices)):
        return _assemble(dataset, indices, batchify_fn)


def _describe_user_code(indices) -> str:
    indices = [str(index) for index in indices]
    listed = ", ".join(indices[:8]) + (", ..." if len(indices) > 8 else "")
    return f"the dataset, a transform or batchify_fn, at the batch of the samples {listed},"


def _assemble(dataset, indices, batchify_fn):
    """Create one batch, if possible without creating its samples."""
    if batchify_fn not in _DEFAULT_CONTEXTS:
        return batchify_fn([dataset[i] for i in indices])
    ctx = _DEFAULT_CONTEXTS[batchify_fn]
    batch = vectorized_batch(dataset, indices)
    if batch is not None:
        return _move_parts(batch, ctx)
    converted = lookup_table_batch(dataset, indices)
    if converted is None:
        return batchify_fn([dataset[i] for i in indices])
    images, rest = converted
    images = as_active(images if ctx else with_context(images, context.cpu()))
    return [images, *batchify_fn(rest)] if rest[0] else images


def _move_parts(batch, ctx):
    if isinstance(batch, list):
        return [_move_parts(part, ctx) for part in batch]
    return as_active(batch if ctx is None else with_context(batch, ctx))


def copy_to_context(data, ctx):
    """Copy all arrays of a batch to a context."""
    if isinstance(data, list | tuple):
        return [copy_to_context(part, ctx) for part in data]
    return data.as_in_context(ctx) if hasattr(data, "as_in_context") else data
