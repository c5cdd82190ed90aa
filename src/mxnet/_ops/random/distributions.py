"""Standard distributions: numbers from the streams of MXNet on CPUs, from torch elsewhere.

The streams are converted to numbers as by the C++ library with which MXNet 1.9.1 is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch

from .streams import HostGenerator, ParallelStreams, SingleStream

Streams = ParallelStreams | SingleStream
_TYPES: dict[torch.dtype, Any] = {torch.float32: np.float32, torch.float64: np.float64}
_DOCS = {np.float32: 1, np.float64: 2}  # of a number


def uniform_(out: torch.Tensor, generator: torch.Generator, single: bool = False) -> torch.Tensor:
    """Fill a tensor with numbers from 0 up to, not including, 1; ``single`` for mx.np."""
    if not has_streams(out, generator):
        return out.uniform_(generator=generator)
    return _put(out, _draw(_uniform, out, generator, single))


def normal_(out: torch.Tensor, generator: torch.Generator, single: bool = False) -> torch.Tensor:
    """Fill a tensor with numbers from the normal distribution."""
    if not has_streams(out, generator):
        return out.normal_(generator=generator)
    return _put(out, _draw(_normal_pairs if single else _normal, out, generator, single))


def exponential_(out: torch.Tensor, rate: float | torch.Tensor, generator: torch.Generator):
    """Fill a tensor with numbers from the exponential distribution."""
    if not has_streams(out, generator):
        return out.exponential_(generator=generator).div_(rate)
    uniform = torch.from_numpy(_draw(_uniform, out, generator, False)).view(out.shape)
    rate = rate.double() if isinstance(rate, torch.Tensor) else float(np.float32(rate))
    return out.copy_((1 - uniform.double()).log_().neg_().div_(rate))


def integers_(out: torch.Tensor, low: int, high: int, generator: torch.Generator) -> torch.Tensor:
    """Fill a tensor with integers from ``low`` up to, not including, ``high``."""
    if not has_streams(out, generator) or high - low > 2**63:  # more than MXNet's draws reach
        return out.random_(low, high, generator=generator)
    numbers = _draw(_integers, out, generator, False)
    # MXNet: the remainder of 63 bits, which favors small numbers, but not measurably. NumPy divides
    # by a constant with vector instructions, but takes no remainders so.
    size = np.uint64(high - low)
    numbers -= numbers // size * size
    return _put(out, numbers.astype(np.int64) + low)


def remainders(out: torch.Tensor, size: int, generator: torch.Generator) -> torch.Tensor:
    """Return integers from 0 up to, not including, ``size``, of the single stream."""
    words = torch.from_numpy(_draw(_words, out, generator, True).astype(np.int64))
    return words.remainder_(size)


def permutation(count: int, generator: HostGenerator, upward: bool) -> torch.Tensor:
    """Return the integers below ``count`` in a random order, by swaps with earlier ones."""
    sizes = np.arange(2, count + 1) if upward else np.arange(count, 1, -1)
    with generator.lock:
        positions = _integers_below(generator.single, sizes)
    order = list(range(count))
    for size, other in zip(sizes.tolist(), positions.tolist(), strict=True):
        order[size - 1], order[other] = order[other], order[size - 1]
    return torch.tensor(order, dtype=torch.int64)


def _integers_below(stream: SingleStream, sizes: np.ndarray) -> np.ndarray:
    """Draw an integer below each size, as ``std::uniform_int_distribution`` does."""
    drawn = np.empty(len(sizes), np.int64)
    start = 0
    while start < len(sizes):
        some = sizes[start : start + stream.limit]
        values = stream.window(1, len(some))[0] // (0xFFFFFFFF // some)
        # A word in the rest of the division is not used.
        rejected = np.flatnonzero(values >= some)
        count = int(rejected[0]) if len(rejected) else len(some)
        drawn[start : start + count] = values[:count]
        stream.advance_first(count + (len(rejected) > 0))
        start += count
    return drawn


def has_streams(out: torch.Tensor, generator: torch.Generator) -> bool:
    """Return whether a tensor is filled from streams: not on GPUs, and not while torch traces."""
    return type(generator) is HostGenerator and type(out) is torch.Tensor and out.is_cpu


def _put(out: torch.Tensor, numbers: np.ndarray) -> torch.Tensor:
    return out.copy_(torch.from_numpy(numbers.reshape(out.shape)))


def _draw(method, out: torch.Tensor, generator: HostGenerator, single: bool) -> np.ndarray:
    """Return as many numbers as a tensor has."""
    total = out.numel()
    streams = generator.single if single else generator.parallel
    with generator.lock:
        numbers = method(streams, *streams.split(total), _TYPES.get(out.dtype))
    return numbers.reshape(-1)[:total]


# Each function returns an array with ``rows`` rows of ``step`` numbers, the first ``lengths`` of
# which are drawn; the others are not defined.


def _uniform(streams: Streams, rows: int, step: int, lengths: np.ndarray, dtype) -> np.ndarray:
    return _by_windows(streams, rows, step, lengths, _DOCS[dtype], dtype, _canonical)


def _words(streams: Streams, rows: int, step: int, lengths: np.ndarray, _) -> np.ndarray:
    def convert(words: np.ndarray, out: np.ndarray) -> None:
        out[:] = words[..., 0]

    return _by_windows(streams, rows, step, lengths, 1, np.uint32, convert)


def _integers(streams: Streams, rows: int, step: int, lengths: np.ndarray, _) -> np.ndarray:
    def combine(words: np.ndarray, out: np.ndarray) -> None:
        np.left_shift(words[..., 0], 31, out=out, dtype=np.uint64)
        np.add(out, words[..., 1], out=out)

    return _by_windows(streams, rows, step, lengths, 2, np.uint64, combine)


def _by_windows(
    streams: Streams, rows: int, step: int, lengths: np.ndarray, words: int, dtype, convert
) -> np.ndarray:
    """Convert a fixed number of words to each number."""
    out = np.empty((rows, step), dtype)
    most = streams.limit // words
    for start in range(0, step, most):
        count = min(most, step - start)
        window = streams.window(rows, count * words).reshape(rows, count, words)
        convert(window, out[:, start : start + count])
        if rows == 1 or isinstance(streams, SingleStream):
            streams.advance_first(count * words)
        else:
            streams.advance(_part(lengths, start, count) * words)
    return out


def _part(lengths: np.ndarray, start: int, count: int) -> np.ndarray:
    """Return how many of some columns the rows have, given their lengths."""
    return np.minimum(np.maximum(lengths - start, 0), count)


def _canonical(words: np.ndarray, out: np.ndarray) -> None:
    """Convert the words along the last axis to a number from 0 up to, not including, 1.

    This is ``std::generate_canonical``.
    """
    if out.dtype == np.float64:
        np.multiply(words[..., 1], 2.0**32, out=out)
        out += words[..., 0]
        out *= 2.0**-64
    else:
        np.copyto(out, words[..., 0], casting="same_kind")
        out *= np.float32(2.0**-32)
    np.minimum(out, np.nextafter(out.dtype.type(1), 0), out=out)  # rounding can give 1


def _normal(
    streams: ParallelStreams, rows: int, step: int, lengths: np.ndarray, dtype
) -> np.ndarray:
    # MXNet: a distribution is created for each number, and the other number of a pair is lost.
    out = np.empty((rows, step), dtype)
    if rows == 1:
        for start, first, _ in _polar_of_one(streams, step, dtype):
            out[0, start : start + len(first)] = first
        return out
    for start, missing, numbers in _polar(streams, rows, step, lengths, dtype):
        columns = int(missing[0])
        part = out[:, start : start + columns]
        full = int((missing == columns).sum())  # the lengths do not increase
        part[:full] = numbers[: full * columns].reshape(full, columns)
        part[full:][np.arange(columns) < missing[full:, None]] = numbers[full * columns :]
    return out


def _normal_pairs(streams: Streams, rows: int, step: int, lengths: np.ndarray, dtype) -> np.ndarray:
    out = np.empty((-(-step // 2), 2), dtype)
    for start, first, second in _polar_of_one(streams, len(out), dtype):
        part = out[start : start + len(first)]
        part[:, 0], part[:, 1] = first, second
    return out


# Normal numbers by Marsaglia's polar method, as in ``std::normal_distribution``: points of a square
# are drawn until one is inside the unit circle, so streams advance by different numbers of words.
# Of the points, 79 % are inside; of a window, 60 % are used, so that there are always enough.

_POINTS_AHEAD = 128


def _polar_of_one(streams: Streams, step: int, dtype) -> Iterator[tuple]:
    """Yield positions in the result, and the two normal numbers of each point."""
    most = streams.limit // (2 * _DOCS[dtype]) * 3 // 5
    for start in range(0, step, most):
        yield start, *_pairs(streams, min(most, step - start), dtype)


def _pairs(streams: Streams, count: int, dtype) -> tuple[np.ndarray, np.ndarray]:
    """Draw points of the first stream, and return the two normal numbers of each.

    Those of further points are kept: 20 calls of NumPy take 60 us, whether for 10 points or 100.
    """
    prepared = streams.prepared
    if prepared is None or prepared[:2] != (streams.version, dtype) or len(prepared[2]) < count:
        prepared = streams.version, dtype, *_prepare_pairs(streams, count, dtype), 0
    _, _, first, second, ends, drawn = prepared
    end = int(ends[count - 1])
    streams.advance_first(end - drawn)
    rest = first[count:], second[count:], ends[count:]
    streams.prepared = streams.version, dtype, *rest, end
    return first[:count], second[:count]


def _prepare_pairs(streams: Streams, count: int, dtype) -> tuple[np.ndarray, ...]:
    """Return the numbers of at least ``count`` of the next points, and where their words end."""
    words = 2 * _DOCS[dtype]
    window = max(_points_needed(count), _POINTS_AHEAD)
    while True:
        x, y, distance, inside = _points(streams, 1, min(window, streams.limit // words), dtype)
        positions = np.flatnonzero(inside)
        if len(positions) >= count:
            break
        window += 1 + window // 4
    factor = _normal_factors(distance[0, positions], dtype)
    return y[0, positions] * factor, x[0, positions] * factor, (positions + 1) * words


def _polar(
    streams: ParallelStreams, rows: int, step: int, lengths: np.ndarray, dtype
) -> Iterator[tuple]:
    """Yield, for several columns at a time, the first of them, how many each row has, and numbers.

    The numbers are those of the first row, then those of the second, and so on.
    """
    limit = streams.limit // (2 * _DOCS[dtype])
    most = limit * 3 // 5
    for start in range(0, step, most):
        columns = min(most, step - start)
        missing = _part(lengths, start, columns)
        count = _points_needed(columns)
        while True:
            _, y, distance, inside = _points(streams, rows, min(count, limit), dtype)
            # torch sums booleans along rows four times as fast as NumPy.
            rank = torch.from_numpy(inside).cumsum(1, dtype=torch.int32).numpy()
            if (rank[:, -1] >= missing).all():
                break
            count += 1 + count // 4
        used = np.where(missing > 0, (rank < missing[:, None]).sum(1) + 1, 0)
        streams.advance(used * (2 * _DOCS[dtype]))
        inside &= rank <= missing[:, None]
        positions = np.flatnonzero(inside)  # selects faster than a mask
        factor = _normal_factors(distance.reshape(-1)[positions], dtype)
        yield start, missing, y.reshape(-1)[positions] * factor


def _points_needed(count: int) -> int:
    """Return how many points have as many inside, with rare exceptions."""
    return int(1.28 * count + 4 * count**0.5) + 4


def _points(streams: Streams, rows: int, count: int, dtype) -> tuple[np.ndarray, ...]:
    """Return coordinates of the next points, their squared distance, and which are inside."""
    words = _DOCS[dtype]
    window = streams.window(rows, 2 * words * count).reshape(rows, count, 2, words)
    points = np.empty((rows, count, 2), dtype)
    _canonical(window, points)
    points += points  # twice
    points -= 1
    x, y = points[..., 0], points[..., 1]
    squares = points * points
    distance = squares[..., 0] + squares[..., 1]
    return x, y, distance, (distance <= 1) & (distance != 0)


def _normal_factors(distance: np.ndarray, dtype) -> np.ndarray:
    # In double precision, as torch's logarithm of floats is not that of the C library.
    logarithm = torch.from_numpy(distance).double().log().numpy().astype(dtype)
    return np.sqrt(dtype(-2) * logarithm / distance)
