"""Random programs: lists of statements ``name = expression`` that both interpreters run.

Each kind is a function that adds statements to a :class:`Program`. Names that are not MXNet's
(``sample``, ``recorded``, ``executed``, ...) are defined in ``run.py``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

KINDS: dict[str, Callable[[Program], None]] = {}


class Program:
    """Statements under construction, and the random choices that make them."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.steps: list[str] = []
        self.numpy = False

    def add(self, expression: str) -> str:
        """Add a statement; return the name that it gives its value."""
        name = f"v{len(self.steps)}"
        self.steps.append(f"{name} = {expression}")
        return name

    def choose(self, *choices):
        return self.random.choice(choices)

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def shape(self, least: int = 1, most: int = 4, largest: int = 4) -> tuple[int, ...]:
        return tuple(self.number(1, largest) for _ in range(self.number(least, most)))

    def options(self, **choices: tuple) -> str:
        """Return keyword arguments, each of which is written or left to its default."""
        names = [name for name in choices if self.choose(True, False)]
        return "".join(f", {name}={self.choose(*choices[name])!r}" for name in names)

    def sample(self, shape: Sequence[int], **options) -> str:
        """Return an expression of a NumPy array."""
        sizes = "".join(f"{size}, " for size in shape)
        texts = "".join(f", {name}={value!r}" for name, value in options.items())
        return f"sample({sizes}seed={self.number(0, 10**6)}{texts})"

    def array(self, shape: Sequence[int], dtype: str = "float32", **options) -> str:
        """Add an array of ``mx.nd`` or ``mx.np``; return its name."""
        home = "np" if self.numpy else "nd"
        values = self.sample(shape, dtype=dtype, **options)
        return self.add(f"{home}.array({values}, dtype={dtype!r})")


def kind(make: Callable[[Program], None]) -> Callable[[Program], None]:
    """Register a kind of program under the name of its function."""
    KINDS[make.__name__] = make
    return make


def program_of(seed: int, kinds: Sequence[str]) -> dict:
    """Return the program of a seed."""
    name = kinds[seed % len(kinds)]
    program = Program(seed)
    KINDS[name](program)
    return {"kind": name, "numpy": program.numpy, "steps": program.steps}
