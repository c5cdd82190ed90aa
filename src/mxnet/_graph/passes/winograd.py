"""Convolutions of 3 x 3 with stride 1 in fewer multiplications: Winograd's algorithm.

A tile of 4 x 4 results takes 36 multiplications for each pair of channels instead of 144, a tile of
2 x 2 takes 16 instead of 36. Data and results are transformed along one axis after the other:

    tiles of the data -> values at points -> times the weight's -> tiles of the result

The points are 0, infinity, ±1 or ±sqrt(1/2) and ±sqrt(2). With them results are about as exact as
those of the plain sum; with the usual ±1 and ±2, errors are four times as large. The products are
one batched matrix product. The rest is elementwise, on a few tiles at a time, so that it stays in
the caches.
"""

from __future__ import annotations

import math
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

import torch
from torch import add, mul, sub

from ..._core import processor
from .epilogue import Epilogue

A, B = 0.5**0.5, 2**0.5  # A * B = 1 shortens the transforms
# Tile size -> the coefficients of a filter (x, y, z) at each point.
FILTERS = {
    2: [(-1, 0, 0), (0, 0, 1), (1 / 2, 1 / 2, 1 / 2), (1 / 2, -1 / 2, 1 / 2)],
    4: [
        (1, 0, 0), (0, 0, 1),
        (-B / 3, -1 / 3, -A / 3), (A / 3, 1 / 3, B / 3),
        (-B / 3, 1 / 3, -A / 3), (A / 3, -1 / 3, B / 3),
    ],
}  # fmt: skip
ROOM = 640 * 1024  # elements of the transformed tiles that are processed together: 2.5 MB
HEAVIEST = 4 * 1024**2  # elements of a transformed weight: 16 MB
# Nanoseconds that a byte of the transformed weight must save in each call. With AVX-512, batch 1
# and images of 14 x 14, weights of 256 x 256 save 56 microseconds per MB: in ResNet-50 1.3 ms for
# 24 MB, and 14 MB of originals that packed weights would replace. Others save 70 to 26,000.
WORTH = 60_000 / 2**20
THREADS = 2  # the limit of the measurements: many share the bandwidth that the transforms need


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast one core computes: fitted to measured times of 29 convolutions."""

    direct: float  # operations per nanosecond of oneDNN's convolution
    products: float  # the same of MKL's batched product
    packing: int  # MKL packs the weight for each product: costs as much as so many rows of it
    transforms: dict[int, float]  # tile size -> nanoseconds for each channel of a tile
    group: float  # nanoseconds for each group of tiles


SPEEDS = {
    "AVX2": Speed(95, 88, 20, {2: 7, 4: 34}, 100_000),
    "AVX512": Speed(180, 188, 24, {2: 9.7, 4: 37}, 4_000),
}
# On AMD's processors MKL multiplies with AVX2 (``_ops/products.py``): products of an EPYC, and the
# other figures of "AVX512".
AMD = replace(SPEEDS["AVX512"], direct=237, products=106)
_instructions = torch.backends.cpu.get_cpu_capability
_is_made_by_amd = cache(processor.is_made_by_amd)

_memory = threading.local()


def _speed() -> Speed | None:
    instructions = _instructions()
    if instructions == "AVX512" and _is_made_by_amd():
        return AMD
    return SPEEDS.get(instructions)


def best_size(shape: tuple[int, ...], result: tuple[int, ...]) -> int | None:
    """Return the tile size that makes a convolution fast, or None if a plain sum is faster."""
    speed = _speed()
    if speed is None or torch.get_num_threads() > THREADS:
        return None
    direct = math.prod(result) * shape[1] * 18 / speed.direct  # 18 operations per input channel
    costs = {}
    for size in FILTERS:
        cost = _cost(speed, size, shape[1], *result)
        nbytes = 4 * (size + 2) ** 2 * shape[1] * result[1]
        if cost < 0.9 * direct and direct - cost >= WORTH * nbytes:
            costs[size] = cost
    return min(costs, key=costs.__getitem__, default=None)


def _cost(
    speed: Speed, size: int, inputs: int, images: int, filters: int, height: int, width: int
) -> float:
    """Estimate the nanoseconds that a convolution takes on one core."""
    points, rows, columns = (size + 2) ** 2, images * -(-height // size), -(-width // size)
    together = _together(size, columns, max(inputs, filters), rows)
    if not together or points * inputs * filters > HEAVIEST:
        return math.inf
    tiles, groups = rows * columns, -(-rows // together)
    products = 2 * points * inputs * filters * (tiles + speed.packing * groups) / speed.products
    return products + speed.transforms[size] * tiles * (inputs + filters) + speed.group * groups


def _together(size: int, columns: int, channels: int, rows: int) -> int:
    """Return the number of rows of tiles that are transformed together."""
    return min(rows, ROOM // ((size + 2) ** 2 * columns * channels))


# --------------------------------------------------------------------------------------- transforms


def transform_weight(weight: torch.Tensor, size: int) -> torch.Tensor:
    """Return a weight (filters, channels, 3, 3) at all points: (points, channels, filters)."""
    filters, channels = weight.shape[:2]
    one = torch.tensor(FILTERS[size], dtype=torch.float64)
    both = torch.kron(one, one).to(weight.dtype)
    flat = weight.permute(2, 3, 1, 0).reshape(9, channels * filters)
    return torch.mm(both, flat).view(-1, channels, filters)


def evaluate(data, values, spare, size: int) -> list[Callable]:
    """Return the steps from ``size`` + 2 neighbors to values at as many points."""
    if size == 2:
        return [
            partial(sub, data[2:4], data[0:2], out=values[0:2]),
            partial(add, data[1], data[2], out=values[2]),
            partial(sub, data[2], data[1], out=values[3]),
        ]
    (odd_a, even_a), (odd_b, even_b) = near_a, near_b = spare[0:2], spare[2:4]
    return [
        partial(sub, data[3:5], data[1:3], alpha=2, out=near_a),
        partial(add, even_a, odd_a, alpha=A, out=values[2]),
        partial(sub, even_a, odd_a, alpha=A, out=values[4]),
        partial(sub, data[3:5], data[1:3], alpha=0.5, out=near_b),
        partial(add, even_b, odd_b, alpha=B, out=values[3]),
        partial(sub, even_b, odd_b, alpha=B, out=values[5]),
        partial(add, data[0:2], data[4:6], out=values[0:2]),
        partial(sub, values[0:2], data[2:4], alpha=2.5, out=values[0:2]),
    ]


def interpolate(values, results, spare, size: int) -> list[Callable]:
    """Return the steps from values at ``size`` + 2 points to results; values are overwritten."""
    if size == 2:
        return [
            partial(add, values[0:2], values[2], out=spare[0:2]),
            partial(add, spare[0], values[3], out=results[0]),
            partial(sub, spare[1], values[3], out=results[1]),
        ]
    (even_a, even_b), (odd_a, odd_b) = even, odd = spare[0:2], values[2:4]
    return [
        partial(add, values[2:4], values[4:6], out=even),
        partial(sub, values[2:4], values[4:6], out=odd),
        partial(add, values[0], even_a, alpha=B, out=values[0]),
        partial(add, values[0], even_b, alpha=A, out=results[0]),
        partial(add, odd_a, odd_b, out=results[1]),
        partial(add, even_a, even_b, alpha=2, out=even_a),
        partial(mul, even_a, A, out=results[2]),
        partial(add, values[1], odd_a, alpha=0.5, out=values[1]),
        partial(add, values[1], odd_b, alpha=2, out=results[3]),
    ]


# ------------------------------------------------------------------------------------------ running


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Some images, or some rows of tiles of one image, in this thread's memory."""

    source: tuple[slice, ...]  # slice of the data
    target: torch.Tensor  # where the data are copied to
    steps: list[Callable]
    values: torch.Tensor  # where the results are computed
    area: tuple[slice, ...]  # slice of the results


class Winograd:
    """A convolution of 3 x 3 with stride 1, for data of one shape."""

    def __init__(self, weight, epilogue: Epilogue, shape, pads, size: int, in_place: bool):
        self._images, self._inputs, *self._sizes = shape
        self._filters = weight.shape[0]
        self._pads, self._size = pads, size
        self._epilogue, self._in_place = epilogue, in_place
        self._weight = transform_weight(weight, size)
        self._result = [n + 2 * p - 2 for n, p in zip(self._sizes, pads, strict=True)]
        self._tiles = [-(-n // size) for n in self._result]
        self._local = threading.local()

    def __call__(self, data, other=None) -> torch.Tensor:
        data = data.permute(0, 2, 3, 1)
        if other is not None:
            other = other.permute(0, 2, 3, 1)
        if other is not None and self._in_place:
            result = other
        else:
            result = data.new_empty((self._images, *self._result, self._filters))
        groups = getattr(self._local, "groups", None)
        if groups is None:
            self._local.memory = _numbers()
            groups = self._local.groups = list(self._divide())
        for group in groups:
            group.target.copy_(data[group.source])
            for step in group.steps:
                step()
            added = None if other is None else other[group.area]
            self._epilogue.apply(result[group.area], group.values, added)
        return result.permute(0, 3, 1, 2)

    def _divide(self) -> Iterator[TileGroup]:
        """Divide the work into groups that fit into the caches."""
        rows, columns = self._tiles
        together = _together(
            self._size, columns, max(self._inputs, self._filters), self._images * rows
        )
        images, rows_each = max(1, together // rows), min(rows, together)
        for image in range(0, self._images, images):
            several = min(images, self._images - image)
            for row in range(0, rows, rows_each):
                yield self._group(slice(image, image + several), row, min(rows, row + rows_each))

    def _group(self, images: slice, first: int, last: int) -> TileGroup:
        (height, width), (above, left) = self._sizes, self._pads
        (result_height, result_width), size = self._result, self._size
        padded, steps, values = self._steps(images.stop - images.start, last - first)
        start, stop = first * size - above, last * size + 2 - above  # rows of data
        top, bottom = max(0, -start), max(0, min(height, stop) - start)
        edges = [
            padded[:, :top], padded[:, bottom:],
            padded[:, top:bottom, :left], padded[:, top:bottom, left + width :],
        ]  # fmt: skip
        rows = slice(first * size, min(last * size, result_height))
        return TileGroup(
            (images, slice(start + top, start + bottom), slice(None)),
            padded[:, top:bottom, left : left + width],
            [*(edge.zero_ for edge in edges if edge.numel()), *steps],
            values[:, : rows.stop - rows.start, :result_width],
            (images, rows, slice(None)),
        )

    def _steps(self, images: int, rows: int) -> tuple[torch.Tensor, list, torch.Tensor]:
        """Return where to put padded data, the steps from there, and where the results are."""
        size, inputs, filters, columns = self._size, self._inputs, self._filters, self._tiles[1]
        points, all_rows, tiles = size + 2, images * rows, images * rows * columns
        height, width = rows * size + 2, columns * size + 2
        wide, broad = width * inputs, columns * size * filters
        # Each step reads from one of these buffers and writes to another.
        front, back, spare = _numbers()

        padded = _view(front, images, height, width, inputs)
        shape: tuple[int, ...] = (points, images, rows, wide)
        strides: tuple[int, ...] = (wide, height * wide, size * wide, 1)
        neighbors = front.as_strided(shape, strides, front.storage_offset())
        lines = _view(back, points, images, rows, wide)
        steps = evaluate(neighbors, lines, _view(spare, 4, images, rows, wide), size)

        strides = (inputs, all_rows * wide, wide, size * inputs, 1)
        shape = (points, points, all_rows, columns, inputs)
        neighbors = back.as_strided(shape, strides, back.storage_offset())
        values = _view(front, *shape)
        steps += evaluate(neighbors, values.transpose(0, 1), _view(spare, 4, *shape[1:]), size)

        shape = (points, points, all_rows, columns, filters)
        products = _view(back, *shape)
        factors = values.view(points**2, tiles, inputs)
        steps.append(
            partial(torch.bmm, factors, self._weight, out=products.view(-1, tiles, filters))
        )
        lines = _view(front, points, all_rows, columns, size, filters)
        between = _view(spare, 2, *shape[1:])
        steps += interpolate(products.transpose(0, 1), lines.permute(3, 0, 1, 2, 4), between, size)
        results = _view(back, all_rows, size, broad)
        lines, between = lines.view(points, all_rows, broad), _view(spare, 2, all_rows, broad)
        steps += interpolate(lines, results.transpose(0, 1), between, size)
        return padded, steps, _view(back, images, rows * size, columns * size, filters)


def _view(numbers: torch.Tensor, *shape: int) -> torch.Tensor:
    """Return the first of the numbers in a shape."""
    return numbers[: torch.Size(shape).numel()].view(shape)


def _numbers() -> torch.Tensor:
    """Return three memory buffers of this thread, which all its convolutions share."""
    numbers = _memory.numbers() if hasattr(_memory, "numbers") else None
    if numbers is None:
        with torch.inference_mode(False):
            numbers = torch.empty(3, ROOM)
        _memory.numbers = weakref.ref(numbers)
    return numbers
