"""Error messages about mismatched shapes and types, with advice."""

from __future__ import annotations

import re
from collections.abc import Callable

import torch

from .._core import dtypes
from .registry import Op

# torch's message for shapes that do not broadcast.
_BROADCAST = re.compile(
    r"The size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\) "
    r"at non-singleton dimension (\d+)"
)


def brackets(values) -> str:
    """Format numbers like MXNet's messages.

    >>> brackets((3, 3))
    '[3,3]'
    """
    return f"[{','.join(map(str, values))}]"


def advise_operand(value, function: str, otherwise: str) -> str:
    """Return what to do about a value that is no array; ``function`` is how F has the function."""
    if value is None:
        return "does what computed it return a result? (To compare, write `x is None`.)"
    if hasattr(value, "list_data"):
        return "the array of a Parameter is parameter.data()"
    if hasattr(value, "list_arguments"):
        return (
            f"a Symbol has no values yet: use {function} in hybrid_forward, where F is mx.sym once "
            "hybridized, or bind it"
        )
    return otherwise


def describe_bad_image(start: bytes) -> str:
    """Return the message for bytes that no image decoder can read."""
    return (
        f"Decoding failed. Invalid image file. It begins with {start!r}: give the bytes of a "
        "JPEG, PNG or other image file, undamaged"
    )


def explain(op: Op, shapes: list[tuple], attrs: dict, reason: str) -> str:
    """Explain why a kernel rejected inputs of these shapes, with advice if there is any."""
    if reason == "ZeroDivisionError":
        return "division of integers by zero; after astype('float32') the result is inf or nan"
    if len(shapes) == 2 and (sizes := _BROADCAST.search(reason)):
        return _explain_broadcast(shapes[0], shapes[1], *sizes.groups())
    advise = _ADVICE.get(op.name)
    advice = advise(shapes, attrs, reason) if advise and shapes else None
    return f"{reason}. {advice}" if advice else reason


def _explain_broadcast(left: tuple, right: tuple, a: str, b: str, axis: str) -> str:
    # The first words are MXNet's, because users search for them.
    return (
        f"operands could not be broadcast together with shapes {brackets(left)} {brackets(right)}: "
        f"along axis {axis} of the result their sizes are {a} and {b}, and neither is 1. Bring "
        "them into line with reshape or expand_dims"
    )


_TOO_SMALL = (
    "The data is too small for this layer: begin with larger data, use fewer layers that reduce "
    "it, or padding"
)


def _pooling(shapes: list[tuple], attrs: dict, reason: str) -> str | None:
    if "layout, got" in reason:
        return f"The data has {len(shapes[0])} axes, the layout has {len(attrs['layout'])}"
    return _TOO_SMALL if "kernel size" in reason else None


def _convolution(shapes: list[tuple], attrs: dict, reason: str) -> str | None:
    data, axes = shapes[0], len(attrs["kernel"])
    if len(data) == axes + 1:
        return "One sample needs an axis for the batch too: data.expand_dims(axis=0)"
    if len(data) <= axes:
        return "Reshape the data to (batch, channels, ...); dense layers come after convolutions"
    if 0 < axes < len(data) - 2:
        return (
            f"The kernel of data with {len(data)} axes has {len(data) - 2} sizes, not {axes}: "
            f"kernel={(attrs['kernel'][0],) * (len(data) - 2)}"
        )
    if "kernel size exceed" in reason:
        return f"{_TOO_SMALL}. The arguments of a layer are channels, kernel_size, strides"
    layout = attrs.get("layout")
    is_first = layout is None or layout[1] == "C"
    if "Shape inconsistent" not in reason or len(shapes) < 2 or not is_first:
        return None
    if min(len(data), len(shapes[1])) < 2:
        return None
    channels = shapes[1][1]
    # Images are mostly square: of (2, 3, 28, 28) the 28 are no channels.
    ends_square = axes == 2 and data[-1] == data[-2]
    if data[-1] == channels != data[1] and not ends_square:
        last = {1: "NWC", 2: "NHWC", 3: "NDHWC"}[axes]
        return (
            f"The {channels} channels of the data seem to come last, and the layer expects them "
            f"at axis 1: transpose the data (for images transforms.ToTensor does it), or make the "
            f"layer with layout='{last}'"
        )
    return (
        f"The layer was made, or first called, with {channels} channels, and the data has "
        f"{data[1]}; if the first call was wrong, create the layer again"
    )


def _batch_norm(shapes: list[tuple], attrs: dict, reason: str) -> str | None:
    if "exceeds the input" not in reason:
        return None
    return "The first argument of the layer is axis; in_channels is the number of channels"


def _topk(shapes: list[tuple], attrs: dict, reason: str) -> str | None:
    return "The number of elements is k, as in x.topk(k=2)" if "Invalid axis" in reason else None


def _dot(shapes: list[tuple], attrs: dict, reason: str) -> str | None:
    if len(shapes) != 2:
        return None
    left, right = shapes
    if "N-D*N-D" in reason and len(left) == len(right) == 2:
        return "dot multiplies two matrices"
    if "shape error" not in reason:
        return None
    if reason.startswith("dot") and len(left) == len(right) > 2:
        return (
            "dot sums over the last axis of the first array and the first axis of the other; "
            "batch_dot multiplies matrices in pairs"
        )
    batch = len(left) > 2 and len(left) == len(right)
    rows = -2 if batch else 0
    inner = left[rows if attrs["transpose_a"] else -1], right[-1 if attrs["transpose_b"] else rows]
    if inner[0] == inner[1]:
        return None
    return (
        f"The sizes that are summed over, {inner[0]} and {inner[1]}, must be equal; transpose_a "
        "and transpose_b choose the other axis"
    )


def _layer_norm(shapes: list[tuple], attrs: dict, reason: str) -> str | None:
    data, axis = shapes[0], attrs["axis"]
    if not -len(data) <= axis < len(data) or all(s == (data[axis],) for s in shapes[1:]):
        return None  # something else is wrong
    return f"gamma and beta need shape ({data[axis]},), the size of axis {axis} of the data"


def advise_equal_shapes(op: Op) -> str:
    """Return advice for the shapes of an elementwise operator that are not equal."""
    broadcasting = op.name.replace("elemwise_", "broadcast_")
    if broadcasting == op.name:
        return ""
    return f". This operator needs equal shapes; {broadcasting} repeats axes of size 1"


# operator -> function of the shapes of inputs, the attributes and the reason
_ADVICE: dict[str, Callable[[list[tuple], dict, str], str | None]] = {
    "BatchNorm": _batch_norm,
    "Convolution": _convolution,
    "LayerNorm": _layer_norm,
    "Pooling": _pooling,
    "dot": _dot,
    "topk": _topk,
    "batch_dot": _dot,
}


def advise_conversion(op: Op, first: torch.dtype, other: torch.dtype) -> str:
    """Return advice on what to convert if the types of the first input and another one differ.

    For a layer it is the data, because the type of the parameters was chosen; otherwise the
    narrower type.
    """
    target = other if op.infer_params else dtypes.promote(first, other)
    name = dtypes.BY_TORCH[target].name
    if not op.infer_params:
        which = {first: "the other one", other: "the first one"}.get(target, "both of them")
        return f"Convert {which} with astype('{name}')."
    text = f"Convert the data with astype('{name}')"
    if not first.is_floating_point:
        return f"{text}; for images, transforms.ToTensor() converts and scales to [0, 1]."
    return f"{text}, or the network with net.cast('{dtypes.BY_TORCH[first].name}')."
