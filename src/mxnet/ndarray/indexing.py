"""``x[key]`` and ``x[key] = value``.

A basic key (ints, slices, ``...``, ``None``) that selects one contiguous block returns a view that
writes through; every other key returns a copy. Torch does not support negative steps, so a key is
first converted to one with positive steps and a list of axes to flip.
"""

from __future__ import annotations

import numbers
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from .._core import dtypes
from .._core.inline import inline
from .._core.scope import state
from .._eager.array import (
    NDArrayBase,
    finish,
    graph_tensor,
    is_in_graph,
    join_graph,
    plain,
    read,
    wrap,
)
from .._eager.call import INPLACE_IN_RECORD, INPLACE_WITH_GRAPH
from .._eager.integer_gradients import convert_like, is_integer_variable, with_gradient
from ..base import MXNetError

_ALL = slice(None)
_INT = {int}
_BASIC = frozenset((int, slice, type(None), type(Ellipsis)))
_INTS_AND_SLICES = frozenset((int, slice))
_ARRAY_LIKE = (list, tuple, range, np.ndarray, NDArrayBase)


@inline(read, finish, plain)
def getitem(self, key):
    """Return the part of the array that the key selects.

    >>> import mxnet as mx
    >>> mx.nd.array([[1, 2], [3, 4]])[0, 1]
    <BLANKLINE>
    [2.]
    <NDArray 1 @cpu(0)>
    """
    tensor, tape = read(self, state.tape)
    kind = type(key)
    if kind is int:
        # MXNet: a single element has shape (1,). A slice is one call, an index and a view are two.
        # torch warns of slices beyond 64 bits.
        is_slice = tensor.dim() == 1 and -sys.maxsize < key < sys.maxsize
        part = tensor[key : key + 1 or None] if is_slice else None
        if part is None or not part.numel():
            part = one_row(tensor, key)
    elif kind is slice and key.step is None:
        if key.start is None and key.stop is None:  # see selects_all
            return self
        try:
            part = tensor[key]
        except (IndexError, TypeError) as error:
            raise index_error(error) from None
    elif kind is tuple and key:
        part = _block(tensor, key)
    elif kind is type(self):
        index = plain(key)
        part = rows(tensor, index, key)
    elif kind is list:
        part = listed_rows(tensor, key)
    elif selects_all(key):
        return self
    elif kind in _BASIC and not (kind is slice and key.step < 0):
        part = _block(tensor, (key,))
    else:
        part = _select(tensor, key)
    if tape is not None and is_integer_variable(tensor):
        part = with_gradient(part.data, _select(tensor.shadow, key))
    return finish(type(self), self._ctx, part, tape, (tensor,), None, {})


def one_row(tensor: torch.Tensor, key: int) -> torch.Tensor:
    """Select by an integer along the first axis."""
    try:
        return tensor[key]
    except IndexError as error:
        raise index_error(error) from None
    except ValueError:
        raise _beyond_64_bits(key) from None


def _beyond_64_bits(index: int) -> IndexError:
    return IndexError(f"index {index} is out of bounds, as it has more than 64 bits")


_AT_ONCE = 256  # rows, so that a loop over a large array does not create all of them first


def iterate(array, count: int):
    """Yield the parts ``array[0]``, ``array[1]`` and so on."""
    cls, ctx = type(array), array._ctx
    for start in range(0, count, _AT_ONCE):
        stop = min(start + _AT_ONCE, count)
        tensor = plain(array) if array._has_tensor else None
        if tensor is not None and count > _AT_ONCE:
            tensor = tensor[start:stop]
        parts = () if tensor is None else _rows(tensor, array)
        for position in range(start, stop):
            if parts and state.tape is None:
                yield wrap(parts[position - start], ctx, cls)
            else:  # the part may have to enter the graph
                yield array[position]


def _rows(tensor: torch.Tensor, array) -> Sequence[torch.Tensor]:
    """Return the rows of a part of an array as views, by one call of torch."""
    if tensor.dim() == 1 and array[0].ndim:  # MXNet: an element has shape (1,)
        return tensor.split(1)
    return tensor.unbind()


def selects_all(key) -> bool:
    """Return whether a key selects the array itself: ``x[:]``, ``x[::1]`` and ``x[()]``.

    MXNet: they return x, so that a variable remains one, whether it is recorded or not.
    """
    if isinstance(key, slice):
        return key.start is None and key.stop is None and (key.step is None or key.step == 1)
    return isinstance(key, tuple) and not key


def _block(tensor: torch.Tensor, key: tuple) -> torch.Tensor:
    """Select by ints, slices, ``...`` and ``None``; the general code handles other keys."""
    types = {*map(type, key)}
    if types == _INT and len(key) == tensor.dim():
        return _element(tensor, key)
    if not types <= _BASIC or type(Ellipsis) in types and key.count(Ellipsis) > 1:
        return _select(tensor, key)
    try:
        part = tensor[key]
    except (IndexError, ValueError, TypeError):
        return _select(tensor, key)
    return part.contiguous() if part.dim() else part.view(1)


def _element(tensor: torch.Tensor, key: tuple[int, ...]) -> torch.Tensor:
    """Select one element by a position on each axis; it has shape (1,)."""
    offset = tensor.storage_offset()
    for position, size, stride in zip(key, tensor.shape, tensor.stride()):  # noqa: B905 - faster
        if not -size <= position < size:
            return _select(tensor, key)  # which says what is wrong
        offset += stride * (position if position >= 0 else position + size)
    # one call, where an index for each axis and a view would be several
    return tensor.as_strided((1,), (1,), offset)


def _select(tensor: torch.Tensor, key) -> torch.Tensor:
    part = select(tensor, key)
    return part if part.dim() else part.view(1)


def rows(tensor: torch.Tensor, index: torch.Tensor, key, otherwise=_select) -> torch.Tensor:
    """Select by one array of positions along the first axis; ``otherwise`` handles other keys."""
    if index.dim():
        try:
            if index.dtype is torch.bool:
                return tensor[index]
            if index.dim() == 1:
                return tensor.index_select(0, index.long())
        except (IndexError, RuntimeError):
            pass  # negative or invalid positions
    return otherwise(tensor, key)


def listed_rows(tensor: torch.Tensor, key: list, otherwise=_select) -> torch.Tensor:
    """Select by one list of positions along the first axis; ``otherwise`` handles other lists."""
    try:
        return rows(tensor, torch.tensor(key), key, otherwise)
    except (ValueError, TypeError, RuntimeError):  # lists of other things
        return otherwise(tensor, key)


def select(tensor: torch.Tensor, key) -> torch.Tensor:
    """Select by any key, like NumPy; a single element has no dimensions."""
    index, advanced = _normalize(key, tensor)
    tensor, index, flips = _without_negative_steps(tensor, index, advanced)
    try:
        part = tensor[index]
    except IndexError as error:
        raise index_error(error) from None
    flips = [axis for axis in flips if part.shape[axis] > 1]  # one element is a view of itself
    if flips:
        part = part.flip(flips)
    return part if part.is_contiguous() else part.contiguous()


def share_memory(tensor: torch.Tensor, other: torch.Tensor) -> bool:
    """Return whether two contiguous tensors share memory."""
    # By addresses: asking for the storages takes longer, and two may be of the same memory.
    start, other_start = tensor.data_ptr(), other.data_ptr()
    distance = other_start - start
    shared = distance < tensor.nbytes if distance >= 0 else -distance < other.nbytes
    return shared


@inline(plain, share_memory)
def setitem(self, key, value):
    """Write a number, an array or a nested list into the part of the array that the key selects."""
    if state.tape is not None:
        if is_in_graph(self):
            raise MXNetError(INPLACE_IN_RECORD)
        if isinstance(value, NDArrayBase) and is_in_graph(value):
            return _join_graph(self, key, value)
    cls, kind = type(self), type(value)
    tensor = plain(self)
    try:
        source: Any = None
        if kind is float or kind is int:
            source = value
        elif kind is cls:
            source = plain(value)
            shared = share_memory(tensor, source)
            if shared:
                if _is_part(tensor, key, source):
                    return None  # x[key] += y has computed it in place
                source = None
            elif type(key) is slice and key == _ALL:
                tensor.copy_(source)
                return None
        if source is not None:
            index = key if type(key) in _BASIC else _index_for_torch(key, cls)
            if type(key) in _BASIC or index is not None:
                tensor[index] = source
                return None
    except (IndexError, ValueError, TypeError, RuntimeError):
        pass  # the general code path gives the better message
    return _write_any(tensor, key, value)


def _is_basic(key) -> bool:
    """Return whether torch accepts a key of numbers and slices unchanged."""
    kind = type(key)
    return {*map(type, key)} <= _INTS_AND_SLICES if kind is tuple else kind in _BASIC


def _is_part(tensor: torch.Tensor, key, other: torch.Tensor) -> bool:
    """Return whether a contiguous tensor is the part of another one that a key selects."""
    if not _is_basic(key):
        return False
    part = tensor[key]
    return (
        part.data_ptr() == other.data_ptr()
        and part.shape == other.shape
        and part.dtype is other.dtype
        and part.is_contiguous()
    )


def _index_for_torch(key: Any, cls: Any) -> Any:
    """Return the index that means the same for torch, or None."""
    if type(key) is tuple:
        return key if {*map(type, key)} <= _INTS_AND_SLICES else None
    if type(key) is cls and key._t.dtype is torch.int64 and key._t.dim() == 1:
        return key._t
    return None


def _write_any(tensor: torch.Tensor, key, value) -> None:
    """Write any value by any key."""
    # MXNet: a bool selects everything, where x[True] reads x[1].
    if type(key) is bool or type(key) is slice and key == _ALL:
        target, advanced, flips = tensor, None, ()
    else:
        index, is_advanced = _normalize(key, tensor)
        target, index, flips = _without_negative_steps(tensor, index, is_advanced)
        if target is not tensor:  # arrays beside negative steps: write by position
            target, index = tensor.view(-1), (_select(_positions(tensor), key),)
        advanced = index if is_advanced else None
        if not is_advanced:
            try:
                target = target[index]
            except IndexError as error:
                raise index_error(error) from None
    if isinstance(value, numbers.Real | np.generic):
        _fill(target, advanced, _scalar(value, tensor.dtype))
    else:
        _write(target, advanced, flips, _tensor_of(value, tensor))


def _fill(target, advanced, value):
    if advanced is None:
        target.fill_(value)
        return
    try:
        target[advanced] = value
    except IndexError as error:
        raise index_error(error) from None


def _write(target, advanced, flips, value):
    shape = target.shape if advanced is None else _selected_shape(target, advanced)
    while value.dim() > len(shape) and value.shape[0] == 1:
        value = value[0]
    try:
        value = value.expand(shape)
    except RuntimeError:
        raise ValueError(
            f"operands could not be broadcast together: value of shape {tuple(value.shape)} "
            f"and requested shape {tuple(shape)}"
        ) from None
    if flips:
        value = value.flip(flips)
    if advanced is None:
        target.copy_(value)
    else:
        target[advanced] = value.to(target.dtype)


def _selected_shape(target, advanced) -> torch.Size:
    try:
        return target[advanced].shape
    except IndexError as error:
        raise index_error(error) from None


def _join_graph(self, key, value):
    """``z[:] = recorded`` makes z the recorded value; parts of an array cannot be recorded."""
    if key is not Ellipsis and not (isinstance(key, slice) and key == _ALL):
        raise MXNetError(INPLACE_WITH_GRAPH)
    self._t.copy_(value._t.expand(self._t.shape))
    join_graph(self, convert_like(graph_tensor(value), self._t), state.tape)


def _positions(tensor: torch.Tensor) -> torch.Tensor:
    """Return an array of the same shape with the position of each element in memory."""
    return torch.arange(tensor.numel(), device=tensor.device).view(tensor.shape)


def _scalar(value, dtype):
    if dtype.is_floating_point:
        return dtypes.as_element(float(value), dtype)
    return bool(value) if dtype is torch.bool else dtypes.wrap_around(int(value), dtype)


def _tensor_of(value, like: torch.Tensor) -> torch.Tensor:
    """Return an array-like value as a tensor that does not overlap with the target."""
    if isinstance(value, NDArrayBase):
        tensor = value._t
        return tensor.clone() if share_memory(tensor, like) else tensor
    if isinstance(value, torch.Tensor):
        return value.detach().to(like.device, copy=True)
    try:
        values = np.array(value)
        if values.dtype == object:
            values = values.astype(np.float32)  # MXNet: None becomes NaN
        return torch.from_numpy(np.ascontiguousarray(values)).reshape(values.shape).to(like.device)
    except (TypeError, ValueError) as error:
        raise TypeError(
            "NDArray does not support assignment with non-array-like object "
            f"{value!r} of type {type(value)}"
        ) from error


# --------------------------------------------------------------------------------------------- keys


def _normalize(key, tensor: torch.Tensor) -> tuple[tuple, bool]:
    """Return the key as a tuple, one entry per axis, and whether it contains arrays.

    MXNet: bools in a tuple are ignored.
    """
    keys = [k for k in key if type(k) is not bool] if isinstance(key, tuple) else [key]
    entries = [_entry(k, tensor) for k in keys]
    advanced = any(isinstance(e, torch.Tensor) for e in entries)
    used = sum(_axes_used(e) for e in entries)
    if used > tensor.dim():
        raise IndexError(f"too many indices ({used}) for array with {tensor.dim()} dimensions")
    if sum(e is Ellipsis for e in entries) > 1:
        raise IndexError("Cannot use more than one ellipsis (`...`) for indexing")
    position = next((i for i, e in enumerate(entries) if e is Ellipsis), len(entries))
    entries[position : position + 1] = [_ALL] * (tensor.dim() - used)
    if advanced:  # NumPy: beside arrays an int is an array too
        entries = [torch.tensor([e]) if isinstance(e, int) else e for e in entries]
    return tuple(entries), advanced


def _axes_used(entry) -> int:
    if entry is None or entry is Ellipsis:
        return 0
    return entry.dim() if isinstance(entry, torch.Tensor) and entry.dtype is torch.bool else 1


def _entry(key, tensor: torch.Tensor):
    if key is None or key is Ellipsis:
        return key
    if isinstance(key, slice):
        if key.step == 0:
            raise ValueError("slice step cannot be zero")
        return key
    if isinstance(key, numbers.Integral):
        index = int(key)
        if abs(index) > sys.maxsize:
            raise _beyond_64_bits(index)
        return index
    if isinstance(key, _ARRAY_LIKE):
        return _index_array(key, tensor.device)
    raise _unsupported(key)


def _unsupported(key) -> ValueError:
    return ValueError(
        f"NDArray does not support slicing with key {key} of type {type(key)}. Keys are integers, "
        "slices, and lists and arrays of integers; mx.nd.array converts other arrays"
    )


def _index_array(key, device) -> torch.Tensor | int:
    if isinstance(key, NDArrayBase):
        index = key._t
    else:
        if isinstance(key, list):
            key = [int(k) if isinstance(k, NDArrayBase) else k for k in key]
        values = np.array(key)
        if values.dtype.kind not in "iubf":
            raise _unsupported(key)
        if not values.size and values.dtype.kind != "b":
            values = values.astype(np.int64)
        index = torch.from_numpy(values).to(device)
    if not index.dim() and index.dtype is not torch.bool:
        return int(index)
    return index if index.dtype is torch.bool else index.long()


def _without_negative_steps(tensor, index, advanced):
    """Replace slices with negative steps by forward ones; return the axes of the result to flip."""
    if not any(isinstance(e, slice) and e.step is not None and e.step < 0 for e in index):
        return tensor, index, ()
    entries, flips, source, result = [], [], 0, 0
    for entry in index:
        if isinstance(entry, slice) and entry.step is not None and entry.step < 0:
            picked = range(*entry.indices(tensor.shape[source]))
            entry = slice(picked[-1], picked[0] + 1, -picked.step) if len(picked) else slice(0, 0)
            flips.append(result)
            if advanced:  # where the axis ends up is hard to say: flip before selecting
                tensor = tensor[(_ALL,) * source + (entry,)].flip(source)
                entry = _ALL
        entries.append(entry)
        source += _axes_used(entry)
        result += entry is None or isinstance(entry, slice)
    return tensor, tuple(entries), () if advanced else tuple(flips)


def index_error(error: Exception) -> Exception:
    """Convert torch's error for a key to MXNet's message."""
    text = str(error).replace("dimension", "axis")
    if "could not be broadcast" in text:  # arrays of positions, whose shapes do not fit
        return ValueError(text)
    return IndexError(text) if isinstance(error, IndexError) else TypeError(text)


# --------------------------------------------------------------- helpers that other packages import

BASIC_INDEXING, ADVANCED_INDEXING, EMPTY_TUPLE_INDEXING, BOOLEAN_INDEXING = range(4)
UNSUPPORTED_INDEXING = -1


def get_indexing_dispatch_code(key) -> int:
    """Classify a key: -1 unsupported, 0 basic, 1 advanced, 2 empty tuple, 3 mask."""
    if key == () if isinstance(key, tuple) else False:
        return EMPTY_TUPLE_INDEXING
    code = BASIC_INDEXING
    for entry in key if isinstance(key, tuple) else (key,):
        if isinstance(entry, _ARRAY_LIKE):
            is_mask = getattr(entry, "dtype", None) in (bool, np.bool_)
            code = max(code, BOOLEAN_INDEXING if is_mask else ADVANCED_INDEXING)
        elif not isinstance(entry, slice | numbers.Integral) and entry not in (None, Ellipsis):
            return UNSUPPORTED_INDEXING
    return code


def slice_is_contiguous(slices, shape) -> bool:
    """Return whether slices select one contiguous block of an array of the given shape."""
    return np.empty(shape, np.bool_)[slices].flags.c_contiguous  # memory that is never touched


def indexing_key_expand_implicit_axes(key, shape):
    """Return the key with one entry for each axis of an array of the given shape."""
    key = key if isinstance(key, tuple) else (key,)
    if sum(k is Ellipsis for k in key) > 1:
        raise IndexError("Cannot use more than one ellipsis (`...`) for indexing")
    used = sum(k is not None and k is not Ellipsis for k in key)
    position = next((i for i, k in enumerate(key) if k is Ellipsis), len(key))
    return key[:position] + (_ALL,) * (len(shape) - used) + key[position + 1 :]


def get_oshape_of_gather_nd_op(dshape, ishape):
    """Return the output shape of ``gather_nd`` for data and indices of the given shapes."""
    if not len(dshape) or not len(ishape):
        raise ValueError("gather_nd needs data and indices with at least one axis each")
    if ishape[0] > len(dshape):
        raise ValueError(f"indices select {ishape[0]} axes, data has {len(dshape)}")
    return tuple(ishape[1:]) + tuple(dshape[ishape[0] :])


def check_boolean_array_dimension(array_shape, axis, bool_shape):
    """Reject a boolean mask whose shape differs from the axes it indexes."""
    for i, n in enumerate(bool_shape):
        if array_shape[axis + i] != n:
            raise IndexError(
                f"boolean index did not match indexed array along axis {axis + i}; size of axis is "
                f"{array_shape[axis + i]} but size of corresponding boolean axis is {n}"
            )
