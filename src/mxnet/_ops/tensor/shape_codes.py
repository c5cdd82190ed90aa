"""Shapes with special codes instead of sizes, such as ``reshape(x, shape=(0, -1))``."""

from __future__ import annotations

import math

from ..caching import cached
from ..checks import check, fail

# Codes consume sizes of the input and keep, join, split or drop them; "rest" keeps all remaining
# sizes, and "infer" is computed at the end.
CLASSIC = {0: "keep", -1: "infer", -2: "rest", -3: "join", -4: "split"}
NUMPY = {-1: "infer", -2: "keep", -3: "drop", -4: "rest", -5: "join", -6: "split"}


@cached
def decode_classic_shape(
    shape: tuple[int, ...], target: tuple[int, ...], reverse: bool = False
) -> tuple[int, ...]:
    """Decode a shape with the codes of ``nd.reshape``."""
    return decode_shape(shape, target, CLASSIC, reverse)


TAKES = {"keep": 1, "join": 2, "split": 1, "drop": 1}


def decode_shape(
    shape: tuple[int, ...], target: tuple[int, ...], meanings: dict[int, str], reverse: bool = False
) -> tuple[int, ...]:
    """Decode a shape with codes; ``reverse`` reads both shapes from the right.

    >>> decode_shape((2, 3, 4), (0, -1), CLASSIC)
    (2, 12)
    >>> decode_shape((2, 3, 4), (-4, 1, -1, -3), CLASSIC)
    (1, 2, 12)
    >>> decode_shape((8, 1, 4), (-6, 2, -1, -3, -4), NUMPY)
    (2, 4, 4)
    """
    if reverse:
        return decode_shape(shape[::-1], target[::-1], meanings)[::-1]
    sizes, source, inferred, codes = [], 0, None, iter(target)
    for code in codes:
        meaning = meanings.get(code)
        if meaning in TAKES:
            count = TAKES[meaning]
            source_sizes = shape[source : source + count]
            if len(source_sizes) < count:
                fail(
                    f"{code} in shape={target} takes {count} of the input's dimensions "
                    f"{tuple(shape)}, {len(source_sizes)} left"
                )
            sizes += _apply_code(meaning, source_sizes, codes, target)
            source += count
        elif meaning == "rest":
            sizes += shape[source:]
            source = max(source, len(shape))
        else:
            if meaning == "infer":
                if inferred is not None:
                    fail(f"One and only one dim can be inferred, got shape={target}")
                inferred, code = len(sizes), 1
            if code < 0:
                fail(f"{code} in shape={target} is not a code: codes end at {min(meanings)}")
            sizes.append(code)
            source += 1
    total, new = math.prod(shape), math.prod(sizes)
    if inferred is not None and new > 0 and total % new == 0:
        sizes[inferred] = total // new
    elif total != new or inferred is not None:
        fail(f"cannot reshape {total} elements of shape {tuple(shape)} into shape={target}")
    return tuple(sizes)


def _apply_code(meaning: str, sizes: tuple[int, ...], codes, target: tuple[int, ...]):
    """Return the new sizes for the source sizes that a code consumes."""
    if meaning == "join":
        return (math.prod(sizes),)
    if meaning == "split":
        first, second = next(codes, None), next(codes, None)
        if first is None or second is None:
            fail(f"the split code in shape={target} needs two numbers after it")
        return _split(sizes[0], first, second)
    if meaning == "drop":
        if sizes != (1,):
            fail(f"shape={target} leaves out a size of 1, got {sizes[0]}")
        return ()
    return sizes


def _split(size: int, first: int, second: int) -> tuple[int, int]:
    """Return the two sizes that one size is split into; one of them may be -1."""
    check(first != -1 or second != -1, "Split dims cannot both be -1.")
    if first == -1:
        first = size // second if second else 0
    elif second == -1:
        second = size // first if first else 0
    if first * second != size:
        fail(f"Split dims {first}, {second} do not divide original dim {size}")
    return first, second
