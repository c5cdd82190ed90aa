"""Random sampling: classes by probability, classes without repetition, and shuffling."""

from __future__ import annotations

import math

import torch

from ..._core import dtypes
from ..._core.dtypes import widest
from .. import type_rules
from ..attrs import Shape, dtype_choice
from ..checks import check, fail
from ..registry import Device, Out, Random, op
from .distributions import has_streams, permutation, uniform_
from .draws import require_floats

ClassType = dtype_choice("uint8", "int32", "float16", "float32", "float64")

# type -> the number of classes that it can represent
_CLASSES = {
    torch.uint8: 2**8,
    torch.float16: 2**11,
    torch.float32: 2**24,
    torch.int32: 2**31,
    torch.float64: 2**53,
}


@op(
    "_sample_multinomial",
    "sample_multinomial",
    outputs=lambda attrs: 2 if attrs["get_prob"] else 1,
    types=type_rules.with_output_types(".>.", type_rules.attr(), type_rules.FLOAT),
)
def multinomial(
    data,
    *,
    shape: Shape = (),
    get_prob: bool = False,
    dtype: ClassType = torch.int32,
    generator: Random,
):
    """Draw classes from probabilities along the last axis, which sum to 1.

    With ``get_prob``, the logarithm of the probability of each drawn class is returned as well;
    policy-gradient methods such as REINFORCE use its gradient.
    """
    require_floats(data)
    if not (data.ndim > 0 and data.shape[-1] > 0):
        fail(f"there are no classes in shape {tuple(data.shape)}")
    if data.shape[-1] > _CLASSES[dtype]:
        fail(
            f"{dtypes.BY_TORCH[dtype].name} cannot distinguish {data.shape[-1]} classes; "
            "take a dtype with more digits"
        )
    if not all(size >= 0 for size in shape):
        fail(f"shape has a negative size: {shape}")
    # MXNet: for one row and no shape, the result has shape (1,).
    result = (*data.shape[:-1], *shape) or (1,)
    rows = data.reshape(-1, data.shape[-1])
    drawn = draw_classes(rows.detach(), math.prod(shape), generator)
    classes = drawn.to(dtype).reshape(result)
    if not get_prob:
        return classes
    return classes, rows.gather(1, drawn).log().reshape(result)


def draw_classes(rows: torch.Tensor, count: int, generator) -> torch.Tensor:
    """Draw ``count`` classes for each row by searching the cumulative probabilities."""
    if rows.is_meta:
        return rows.new_empty((len(rows), count), dtype=torch.int64)
    sums = rows.cumsum(1, dtype=widest(rows.device))
    position = torch.empty((len(rows), count), dtype=torch.float32, device=rows.device)
    position = uniform_(position, generator, single=True).to(sums.dtype)
    # Above 0 and at most the sum, so that no class of probability 0 is drawn.
    # MXNet: if the sum is less than 1, invalid classes are drawn; here the last one.
    position = position.clamp_(min=torch.finfo(sums.dtype).tiny).minimum(sums[:, -1:])
    return torch.searchsorted(sums, position).clamp_(max=rows.shape[1] - 1)


@op("_sample_unique_zipfian", outputs=2, output_names=("output", "tries"))
def unique_zipfian(
    *, range_max: int, shape: Shape | None = None, device: Device, generator: Random, target: Out
):
    """Draw distinct classes for each row, with a bias toward small ones.

    A class c has a probability of about ``log((c + 2) / (c + 1)) / log(range_max + 1)``. Returns
    the classes and, for each row, the number of draws needed to obtain distinct ones.
    """
    if shape is None and target is not None:
        shape = tuple(target[0].shape)
    if shape is None or len(shape) != 2:
        fail(f"shape must have 2 dimensions, got {shape}")
    rows, count = shape
    if not range_max > 0:
        fail(f"range_max must be positive, got {range_max}")
    if count > range_max:
        fail(
            "Number of samples cannot exceed the number of possible classes, "
            f"got {count} and {range_max}"
        )
    classes = torch.empty(shape, dtype=torch.int64, device=device)
    tries = torch.zeros(rows, dtype=torch.int64, device=device)
    if not classes.is_meta and count:
        for row in range(rows):
            classes[row], tries[row] = _draw_distinct(count, range_max, device, generator)
    return classes, tries


def _draw_distinct(count: int, range_max: int, device, generator) -> tuple[torch.Tensor, int]:
    """Draw until ``count`` classes are distinct; return them in order, and the number of draws."""
    classes = torch.empty(0, dtype=torch.int64, device=device)
    tries = 0
    while True:
        position = torch.rand(2 * count, dtype=widest(device), device=device, generator=generator)
        drawn = (position * math.log(range_max)).exp_().round_().long().sub_(1)
        both = torch.cat([classes, drawn])
        first = _first_places(both)
        if len(first) >= count:
            return both[first[:count]], tries + int(first[count - 1]) + 1 - len(classes)
        classes = both[first]
        tries += len(drawn)


def _first_places(values: torch.Tensor) -> torch.Tensor:
    """Return, in order, the positions of the first occurrence of each value."""
    ordered, positions = values.sort(stable=True)
    fresh = torch.ones_like(ordered, dtype=torch.bool)
    fresh[1:] = ordered[1:] != ordered[:-1]
    return positions[fresh].sort().values


@op("_shuffle", "shuffle", "_npi_shuffle")
def shuffle(data, *, generator: Random):
    """Shuffle the elements along the first axis."""
    check(data.ndim > 0, "an array without dimensions has nothing to shuffle")
    if data.is_meta:
        return torch.empty_like(data, memory_format=torch.contiguous_format)
    count = len(data)
    if has_streams(data, generator):
        return data.index_select(0, permutation(count, generator, upward=data.ndim == 1))
    kind = torch.int32 if count < 1 << 31 else torch.int64  # faster, with half the memory
    order = torch.randperm(count, dtype=kind, device=data.device, generator=generator)
    return data.index_select(0, order)
