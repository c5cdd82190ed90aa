"""Concatenation and splitting with NumPy's rules, where arrays with few axes first get more."""

from __future__ import annotations

import torch

from ..attrs import Shape
from ..checks import check, check_value
from ..registry import op, register
from ..tensor.joining import concat, parts_of, specialize_concat, specialize_stack, stack


@op("_npi_concatenate", output_names=("out",), specialize=specialize_concat("axis"))
def concatenate(*data, axis: int | None = 0):
    """Concatenate arrays along an existing axis, or flattened if the axis is None."""
    if axis is None:
        return torch.cat([array.reshape(-1) for array in data])
    check(all(a.ndim for a in data), "zero-dimensional arrays cannot be concatenated")
    return concat(*data, dim=axis)


register(stack, "_npi_stack", specialize=specialize_stack)


def _as_columns(array):
    return array.reshape(-1, 1) if array.ndim < 2 else array


@op("_npi_column_stack")
def column_stack(*data):
    """Stack vectors as columns, and concatenate matrices horizontally."""
    return concat(*map(_as_columns, data), dim=1)


@op("_npi_vstack")
def vstack(*data):
    """Concatenate arrays vertically; vectors become rows."""
    return concat(*map(torch.atleast_2d, data), dim=0)


# MXNet: these two have an attribute of Concat, which they ignore.
@op("_npi_hstack", output_names=("out",))
def hstack(*data, dim: int = 1):
    """Concatenate arrays horizontally; ``dim`` is ignored."""
    arrays = [torch.atleast_1d(array) for array in data]
    return concat(*arrays, dim=0 if arrays[0].ndim == 1 else 1)


@op("_npi_dstack", output_names=("out",))
def dstack(*data, dim: int = 1):
    """Concatenate arrays along the third axis; ``dim`` is ignored."""
    return concat(*map(torch.atleast_3d, data), dim=2)


# ------------------------------------------------------------------------------------------ cutting


def _splitter(name: str, axis_of):
    def kernel(
        data, *,
        indices: Shape, axis: int = 1, squeeze_axis: bool = False, sections: int = 0,
    ):  # fmt: skip
        return parts_of(data, indices, axis_of(data), squeeze_axis, sections)

    kernel.__doc__ = f"Split the array like NumPy's ``{name}``; ``axis`` is ignored."
    return kernel


def _second_axis(data) -> int:
    check_value(data.ndim >= 1, "hsplit only works on arrays of 1 or more dimensions")
    return min(data.ndim - 1, 1)


def _third_axis(data) -> int:
    check_value(data.ndim >= 3, "dsplit only works on arrays of 3 or more dimensions")
    return 2


for _name, _axis_of in {"hsplit": _second_axis, "dsplit": _third_axis}.items():
    register(
        _splitter(_name, _axis_of),
        f"_npi_{_name}",
        outputs=lambda attrs: attrs["sections"] or len(attrs["indices"]),
        aliases_input=True,
    )
