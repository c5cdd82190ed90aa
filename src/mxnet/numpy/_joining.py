"""Concatenation, splitting, insertion and deletion."""

from __future__ import annotations

import numbers

from .._eager.array import NDArrayBase
from ._arrays import NUMBERS, flat
from ._namespace import np

# ------------------------------------------------------------------------------------------ joining


def _refuse_array(name: str, axis) -> None:
    """Reject an array in place of the axis: the arrays were not put into a list."""
    if isinstance(axis, NDArrayBase):
        raise TypeError(
            f"the axis of {name} is an integer, got an array of shape {axis.shape}; the arrays "
            f"are given as one list: {name}([a, b])"
        )


@np.function(operator="_npi_concatenate")
def concatenate(F, seq, axis=0, out=None):
    """Concatenate arrays along an existing axis; None flattens them first."""
    _refuse_array("concatenate", axis)
    return F._npi_concatenate(*seq, axis=axis, out=out)


@np.function
def append(F, arr, values, axis=None):
    """Append values to the end of an array; without an axis, both are flattened first."""
    return F._npi_concatenate(arr, values, axis=axis)


@np.function(operator="_npi_stack")
def stack(F, arrays, axis=0, out=None):
    """Stack arrays of the same shape along a new axis."""
    _refuse_array("stack", axis)
    return F._npi_stack(*arrays, axis=axis, out=out)


@np.function(names=("row_stack",), operator="_npi_vstack")
def vstack(F, arrays, out=None):
    """Concatenate arrays vertically; vectors become rows."""
    return F._npi_vstack(*arrays, out=out)


@np.function(operator="_npi_hstack")
def hstack(F, arrays):
    """Concatenate arrays horizontally: along the second axis, or the only one."""
    return F._npi_hstack(*arrays)


@np.function(operator="_npi_dstack")
def dstack(F, arrays):
    """Concatenate arrays along the third axis."""
    return F._npi_dstack(*arrays)


@np.function(operator="_npi_column_stack")
def column_stack(F, tup):
    """Stack vectors as columns, and concatenate matrices horizontally."""
    return F._npi_column_stack(*tup)


# ------------------------------------------------------------------------------------------ cutting


def _cuts(indices_or_sections) -> dict:
    """Return the attributes for the split indices or the number of sections."""
    if isinstance(indices_or_sections, numbers.Integral):
        return {"indices": (), "sections": int(indices_or_sections)}
    if isinstance(indices_or_sections, list | tuple | set):
        return {"indices": (0, *indices_or_sections), "sections": 0}
    raise ValueError("indices_or_sections must be either int, or tuple / list / set of ints")


def _parts(result) -> list:
    return result if isinstance(result, list) else [result]


def _require_axes(ary, least: int, name: str) -> None:
    if isinstance(ary, NDArrayBase) and ary.ndim < least:
        raise ValueError(f"{name} only works on arrays of {least} or more dimensions")


@np.function
def split(F, ary, indices_or_sections, axis=0):
    """Split an array along an axis, at the indices in a list or into equal parts."""
    cuts = _cuts(indices_or_sections)
    if not cuts["indices"] and isinstance(ary, NDArrayBase):
        if ary.shape[axis] % cuts["sections"]:
            raise ValueError("array split does not result in an equal division")
    return _parts(F._npi_split(ary, axis=axis, **cuts))


@np.function
def array_split(F, ary, indices_or_sections, axis=0):
    """Split an array along an axis, at the indices in a list or into nearly equal parts."""
    return _parts(F._npi_split(ary, axis=axis, **_cuts(indices_or_sections)))


@np.function
def vsplit(F, ary, indices_or_sections):
    """Split an array along its first axis."""
    _require_axes(ary, 2, "vsplit")
    return split(F, ary, indices_or_sections, 0)


@np.function
def hsplit(F, ary, indices_or_sections):
    """Split an array along its second axis, or the only one."""
    _require_axes(ary, 1, "hsplit")
    return _parts(F._npi_hsplit(ary, **_cuts(indices_or_sections)))


@np.function
def dsplit(F, ary, indices_or_sections):
    """Split an array along its third axis."""
    _require_axes(ary, 3, "dsplit")
    return _parts(F._npi_dsplit(ary, axis=2, **_cuts(indices_or_sections)))


# ------------------------------------------------------------------------------------------ editing


def _type_error(name: str, value) -> TypeError:
    return TypeError(f"'{name}' can not support type {type(value)}")


@np.function
def insert(F, arr, obj, values, axis=None):
    """Insert values before positions of an axis: one, a slice, or an array of positions."""
    if isinstance(values, NUMBERS):
        operands, attrs = (), {"val": float(values)}
    elif isinstance(values, F.ndarray):
        operands, attrs = (values,), {}
    else:
        raise _type_error("values", values)
    if isinstance(obj, numbers.Integral):
        return F._npi_insert_scalar(arr, *operands, int_ind=int(obj), axis=axis, **attrs)
    if isinstance(obj, slice):
        return F._npi_insert_slice(arr, *operands, axis=axis, **_slice(obj), **attrs)
    if isinstance(obj, F.ndarray):
        return F._npi_insert_tensor(arr, *operands, obj, axis=axis, **attrs)
    raise _type_error("obj", obj)


@np.function
def delete(F, arr, obj, axis=None):
    """Delete positions from an axis: one, a slice, or an array of positions."""
    if not isinstance(arr, F.ndarray):
        raise _type_error("arr", arr)
    if isinstance(obj, numbers.Integral):
        return F._npi_delete(arr, int_ind=int(obj), axis=axis)
    if isinstance(obj, slice):
        return F._npi_delete(arr, axis=axis, **_slice(obj))
    if isinstance(obj, F.ndarray):
        return F._npi_delete(arr, obj, axis=axis)
    raise _type_error("obj", obj)


def _slice(obj: slice) -> dict:
    return {"start": obj.start, "stop": obj.stop, "step": 1 if obj.step is None else obj.step}


# mode of pad: the options it has
PAD_OPTIONS = {
    "constant": ("constant_values",),
    "edge": (),
    "linear_ramp": ("end_values",),
    "maximum": ("stat_length",),
    "mean": ("stat_length",),
    "median": ("stat_length",),
    "minimum": ("stat_length",),
    "reflect": ("reflect_type",),
    "symmetric": ("reflect_type",),
    "wrap": (),
    "empty": (),
}
NOT_THERE = ("linear_ramp", "mean", "median", "wrap", "empty")


@np.function
def pad(F, x, pad_width=None, mode="constant", **kwargs):
    """Pad each axis with elements at the beginning and the end.

    ``pad_width`` is ((before, after), ...) for each axis. ``mode`` is "constant" (with
    ``constant_values``), "edge", "reflect", "symmetric", "maximum" or "minimum".
    """
    if not isinstance(pad_width, tuple):
        raise TypeError("`pad_width` must be tuple.")
    if not _all_integers(pad_width):
        raise TypeError("`pad_width` must be of integral type.")
    if callable(mode) or mode in NOT_THERE:
        raise ValueError(f"mode {mode!r} is not supported.")
    if mode not in PAD_OPTIONS:
        raise KeyError(mode)
    unknown = [name for name in kwargs if name not in PAD_OPTIONS[mode]]
    if unknown:
        allowed = list(PAD_OPTIONS[mode])
        raise ValueError(f"{unknown[0]} keyword not in allowed keywords {allowed}")
    value = kwargs.get("constant_values", 0)
    if not isinstance(value, NUMBERS):
        raise TypeError(f"unsupported constant_values type: {type(value).__name__!r}.")
    if kwargs.get("stat_length") is not None:
        raise ValueError(f"unsupported stat_length {kwargs['stat_length']!r}")
    if kwargs.get("reflect_type", "even") != "even":
        raise ValueError(f"unsupported reflect_type {kwargs['reflect_type']!r}")
    return F._npi_pad(x, pad_width=pad_width, mode=mode, constant_value=float(value))


def _all_integers(nested) -> bool:
    if isinstance(nested, list | tuple):
        return all(map(_all_integers, nested))
    return isinstance(nested, numbers.Integral)


# --------------------------------------------------------------------------------- picking, sorting


@np.function
def take(F, a, indices, axis=None, mode="raise", out=None):
    """Take the elements at positions along an axis, or in the flattened array.

    Positions outside the axis are rejected with an error (``raise``), clipped to its ends
    (``clip``) or wrapped around (``wrap``).
    """
    if mode not in ("wrap", "clip", "raise"):
        raise NotImplementedError(f"function take does not support mode '{mode}'")
    if axis is None:
        a, axis = flat(F, a), 0
    return F._npi_take(a, indices, axis=axis, mode=mode, out=out)


@np.function(operator="_npi_sort")
def sort(F, a, axis=-1, kind=None, order=None):
    """Sort along an axis, or sort the flattened array for None; ``kind`` is ignored."""
    if order is not None:
        raise NotImplementedError("order not supported here")
    return F._npi_sort(a, axis=axis, is_ascend=True)


@np.function(operator="_npi_argsort")
def argsort(F, a, axis=-1, kind=None, order=None):
    """Return the positions (int64) that sort an array along an axis; ``kind`` is ignored."""
    if order is not None:
        raise NotImplementedError("order is not supported yet...")
    return F._npi_argsort(a, axis=axis, is_ascend=True, dtype="int64")
