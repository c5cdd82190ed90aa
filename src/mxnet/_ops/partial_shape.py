"""Partly known shapes: None if nothing is known, or a tuple with None for unknown sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

Shape = tuple[int | None, ...]


def is_known(shape: Shape | None) -> bool:
    """Return whether every size is known."""
    return shape is not None and None not in shape


@overload
def merge(old: Shape, new: Shape | None) -> Shape: ...


@overload
def merge(old: Shape | None, new: Shape) -> Shape: ...


@overload
def merge(old: None, new: None) -> None: ...


@overload
def merge(old: Shape | None, new: Shape | None) -> Shape | None: ...


def merge(old, new):
    """Merge two partly known shapes; raise ValueError if they contradict each other.

    >>> merge((None, 10), (12, None))
    (12, 10)
    """
    if old is None or new is None:
        return new if old is None else old
    if len(old) != len(new) or any(
        a != b and a is not None and b is not None for a, b in zip(old, new, strict=True)
    ):
        raise ValueError(f"expected {text(old)}, got {text(new)}")
    return tuple(b if a is None else a for a, b in zip(old, new, strict=True))


def text(shape: Shape | None) -> str:
    """Format a shape like MXNet's messages.

    >>> text((2, None))
    '[2,-1]'
    """
    if shape is None:
        return "None"
    return "[" + ",".join(str(-1 if n is None else n) for n in shape) + "]"


def read_shape(shape: Sequence[int] | None, numpy_rules: bool) -> Shape | None:
    """Read a user's shape: without NumPy's rules, 0 means unknown and () nothing known."""
    if shape is None or (not numpy_rules and len(shape) == 0):
        return None
    return tuple(None if n < 0 or (n == 0 and not numpy_rules) else int(n) for n in shape)


def write_shape(shape: Shape | None, numpy_rules: bool):
    """Write a shape for users: the inverse of ``read_shape``."""
    if shape is None:
        return None if numpy_rules else ()
    return tuple((-1 if numpy_rules else 0) if n is None else n for n in shape)


# ---------------------------------------------------------------------------------------- probing

# Sizes tried for unknown dimensions: many kernels require divisibility by small numbers, and
# 240 = 16 * 3 * 5 is divisible by most of them.
_PROBES = (240, 480)
_SMALL = 2  # distinguishes min(n, 5) from 5; too small for some kernels


def probe_shapes(run: Callable[[list], list], shapes: list) -> list[Shape | None] | None:
    """Run a function of known shapes on partly known ones: sizes that vary with probes are unknown.

    Returns None if the function fails, because then nothing is known.

    >>> probe_shapes(lambda shapes: [(shapes[0][0], shapes[0][1] * 2)], [(None, 3)])
    [(None, 6)]
    """
    results = []
    for probe in (*_PROBES, _SMALL):
        filled = [s and tuple(probe if n is None else n for n in s) for s in shapes]
        try:
            results.append(run(filled))
        except (RuntimeError, ValueError, TypeError, IndexError, ArithmeticError):
            if probe != _SMALL:
                return None
    return [_agree(column) for column in zip(*results, strict=True)]


def _agree(shapes: tuple) -> Shape | None:
    if any(s is None for s in shapes) or len({len(s) for s in shapes}) > 1:
        return None
    return tuple(n[0] if len(set(n)) == 1 else None for n in zip(*shapes, strict=True))
