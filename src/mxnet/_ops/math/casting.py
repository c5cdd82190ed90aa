"""Conversions: the same elements in another type, in another array or on another device."""

from __future__ import annotations

from typing import Literal

import torch

from .. import gradient_rules, shape_rules, sparse_tensor, type_rules
from ..attrs import DType
from ..checks import check, fail
from ..inputs import numbered
from ..registry import Out, op


@op(
    "Cast",
    "cast",
    "_npi_cast",
    "_npx_cast",
    aliases_input=True,
    types=type_rules.OF_ATTR,
    shape=shape_rules.same,
    keeps_elements=True,
    keeps_zero=True,
    numbers_inputs=True,
    converts_type=True,
)
def cast(data, *, dtype: DType):
    """Cast the elements to another type."""
    return convert(data, dtype)


def convert(data: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Convert a tensor to another type; gradients pass through integers."""
    result = data.to(dtype)
    if data.requires_grad and not result.requires_grad:
        # MXNet: the gradient passes through integers.
        result.shadow = data
    return result


# MXNet: mixed precision leaves float64 and integers alone.
_AMP_TYPES = (torch.float32, torch.float16, torch.bfloat16)


def _amp_cast_types(inputs, outputs, attrs):
    """Only floats of up to 32 bits are cast."""
    if inputs[0] is None:
        return inputs, outputs
    dtype = attrs["dtype"] if inputs[0] in _AMP_TYPES else inputs[0]
    return inputs, [type_rules.unify(outputs[0], dtype)]


@op(
    "amp_cast",
    aliases_input=True,
    types=_amp_cast_types,
    shape=shape_rules.same,
    numbers_inputs=True,
)
def amp_cast(data, *, dtype: DType):
    """Cast floats of up to 32 bits to another type; other types are returned unchanged."""
    return data.to(dtype) if data.dtype in _AMP_TYPES else data


def _amp_multicast_types(inputs, outputs, attrs):
    """Floats are promoted to the widest (or narrowest) type among them."""
    if None in inputs:
        return inputs, outputs
    floats = sorted((t for t in inputs if t.is_floating_point), key=lambda t: t.itemsize)
    if not floats:
        return inputs, list(inputs)
    dtype = floats[0 if attrs["cast_narrow"] else -1]
    return inputs, [dtype if t.is_floating_point else t for t in inputs]


@op(
    "amp_multicast",
    outputs=lambda attrs: attrs["num_outputs"],
    aliases_input=True,
    mixed=True,
    types=_amp_multicast_types,
    variadic_names=numbered("data"),
    variadic_count=lambda attrs: attrs["num_outputs"],
)
def amp_multicast(*data, num_outputs: int, cast_narrow: bool = False):
    """Cast all arrays to the widest of their types, or to the narrowest."""
    if len(data) != num_outputs:
        fail(f"num_outputs={num_outputs} must be the number of inputs, got {len(data)}")
    common = _common_type([array.dtype for array in data], cast_narrow)
    return tuple(a.to(common) if a.dtype in _AMP_TYPES else a for a in data)


def _common_type(types: list[torch.dtype], narrow: bool) -> torch.dtype:
    if not narrow:
        # MXNet: if none is float32, the type of the first input is used.
        return torch.float32 if torch.float32 in types else types[0]
    return next((t for t in reversed(types) if t in (torch.float16, torch.bfloat16)), torch.float32)


def _cast_storage(op, stypes, attrs) -> str:
    return attrs["stype"]


def _cast_storage_sparse(op, operands, attrs):
    return sparse_tensor.cast_storage(operands[0], attrs["stype"])


@op(
    "cast_storage",
    aliases_input=True,
    shape=shape_rules.like_first,
    numbers_inputs=True,
    storage=_cast_storage,
    sparse=_cast_storage_sparse,
)
def cast_storage(data, *, stype: Literal["csr", "default", "row_sparse"]):
    """Convert the array to a storage type."""
    return data


@op(
    "_copy",
    "identity",
    specialize=lambda attrs: torch.clone,
    aliases_input=True,
    shape=shape_rules.same,
    keeps_elements=True,
    keeps_zero=True,
    numbers_inputs=True,
    gradient=gradient_rules.pass_through,
)
def copy(data):
    """Return a copy."""
    return data


@op("_CrossDeviceCopy", aliases_input=True)
def cross_device_copy(data):
    """Return a copy; graphs placed on several devices contain this operator where data moves."""
    return data


@op("_copyto", "_npi_copyto", aliases_input=True)
def copyto(data, *, target: Out):
    """Copy into the array passed as ``out``, converting to its type."""
    if target is None:
        fail("_copyto needs the array to copy into as out")
    return data.to(target[0].device, target[0].dtype)


@op(
    "_identity_with_attr_like_rhs",
    aliases_input=True,
    shape=shape_rules.same,
    without_gradient=("rhs",),
)
def identity_with_attr_like_rhs(lhs, rhs):
    """Return the first array; the second, of the same shape, is used only for shape inference."""
    if lhs.shape != rhs.shape:
        fail(
            "Incompatible attr in node  at 1-th input: "
            f"expected {list(lhs.shape)}, got {list(rhs.shape)}"
        )
    return lhs


@op("_NoGradient")
def no_gradient():
    """Represent a gradient that does not exist in a graph; it cannot be computed."""
    check(False, "_NoGradient marks a missing gradient in a graph and cannot be run")
