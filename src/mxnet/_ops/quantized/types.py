"""Type rules of operators on 8-bit integers."""

from __future__ import annotations

from collections.abc import Callable

import torch

from ..registry import TypeRule, Types
from ..type_rules import letters, place_text, unify

FLOAT = torch.float32
_BY_NAME = {"int8": torch.int8, "uint8": torch.uint8}
_BY_LETTER = {"f": FLOAT, "b": torch.int8, "u": torch.uint8, "i": torch.int32, ".": None}


def quantized(text: str, first: Callable[[Types, dict], torch.dtype | None]) -> TypeRule:
    """Inputs have the types of letters; ``first`` is the type of the output, whose range is floats.

    ``F`` means floats too, but MXNet does not check them.
    """

    def rule(inputs, outputs, attrs):
        inputs = [
            dtype or FLOAT
            if letter == "F"
            else unify(dtype, _BY_LETTER[letter], place_text(i, len(inputs)))
            for i, (dtype, letter) in enumerate(
                zip(inputs, letters(text, len(inputs)), strict=True)
            )
        ]
        types = [first(inputs, attrs), *(FLOAT for _ in outputs[1:])]
        return inputs, [unify(old, new) for old, new in zip(outputs, types, strict=True)]

    return rule


def out_type_of(out_type: str, low: float | None, high: float | None) -> torch.dtype:
    """Return the type of quantized values; a calibrated range determines ``auto``."""
    if out_type != "auto":
        return _BY_NAME[out_type]
    return torch.uint8 if low is not None and high is not None and low >= 0.0 else torch.int8


def quantized_type(inputs: Types, attrs: dict) -> torch.dtype:
    ends = attrs["min_calib_range"], attrs["max_calib_range"]
    return out_type_of(attrs["out_type"], *ends)


def _is_calibrated(attrs: dict) -> bool:
    return attrs["min_calib_range"] is not None and attrs["max_calib_range"] is not None


def sum_type(inputs: Types, attrs: dict) -> torch.dtype | None:
    if not _is_calibrated(attrs):
        return torch.int32
    return inputs[0] if inputs[0] is inputs[1] else torch.int8


def product_type(inputs: Types, attrs: dict) -> torch.dtype:
    if attrs["enable_float_output"]:
        return FLOAT
    return torch.int8 if _is_calibrated(attrs) else torch.int32


def int8(inputs: Types, attrs: dict) -> torch.dtype:
    return torch.int8


def weighted(inputs, outputs, attrs):
    """Data, int8 weight and bias, and ends of ranges; the sums are int32."""
    text = ".bf" if attrs["no_bias"] else ".bbf"
    return quantized(text, lambda inputs, attrs: torch.int32)(inputs, outputs, attrs)


def concatenated(inputs, outputs, attrs):
    """For int8 and uint8 arrays, the result is int8."""
    data = inputs[: attrs["num_args"]]
    dtype = None if None in data else torch.int8 if torch.int8 in data else torch.uint8
    return quantized("." * len(data) + "F", lambda inputs, attrs: dtype)(inputs, outputs, attrs)


LIKE_DATA = quantized(".f", lambda inputs, attrs: inputs[0])
