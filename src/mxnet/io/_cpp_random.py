"""Random numbers identical to those of C++'s standard library, so that seeds work as in MXNet."""

from __future__ import annotations

import math

import numpy as np

_F = np.float32


class CppRandom:
    """``std::mt19937`` and the distributions of GCC's library.

    >>> random = CppRandom(0)
    >>> random.shuffle(list(range(5))), random.integer(1, 6), float(random.uniform(0, 1))
    ([0, 2, 3, 1, 4], 4, 0.8579456210136414)
    """

    def __init__(self, seed: int):
        self._bits = np.random.MT19937()
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Restart the sequence."""
        self._bits._legacy_seeding(seed % 2**32)

    def _raw(self) -> int:
        return int(self._bits.random_raw())

    def integer(self, low: int, high: int) -> int:
        """Draw an integer from ``low`` to ``high``."""
        count = high - low + 1
        if count < 1:
            raise ValueError(f"there is no number from {low} to {high}")
        scale = (2**32 - 1) // count
        number = self._raw()
        while number >= scale * count:
            number = self._raw()
        return low + number // scale

    def _canonical(self) -> np.float32:
        return min(_F(self._raw()) / _F(2**32), np.nextafter(_F(1), _F(0)))

    def uniform(self, low: float, high: float) -> np.float32:
        """Draw a float32 from ``low`` to ``high``."""
        return self._canonical() * (_F(high) - _F(low)) + _F(low)

    def coin(self) -> bool:
        """Draw a random bit."""
        return (self._raw() + self._raw() * 2.0**32) / 2.0**64 < 0.5

    def normal(self, deviation: float, count: int) -> list[np.float32]:
        """Draw float32 numbers around 0."""
        samples: list[np.float32] = []
        while len(samples) < count:
            x = y = square = _F(0)
            while not 0 < square <= 1:
                x, y = (_F(2) * self._canonical() - _F(1) for _ in range(2))
                square = x * x + y * y
            stretch = _F(math.sqrt(_F(-2) * _F(math.log(square)) / square))
            samples += [y * stretch * _F(deviation), x * stretch * _F(deviation)]
        return samples[:count]

    def shuffle(self, items: list) -> list:
        """Shuffle a list; return it."""
        for i in range(1, len(items)):
            other = self.integer(0, i)
            items[i], items[other] = items[other], items[i]
        return items
