"""A row: one call of one operator, with inputs that are the same on every machine.

Only NumPy is imported here, because the real MXNet 1.9.1 records the expected values from the same
rows.
"""

from __future__ import annotations

import hashlib
import importlib
import pathlib
from dataclasses import dataclass, field

import numpy as np

ROWS = pathlib.Path(__file__).parent / "rows"
GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "ops"


@dataclass(frozen=True)
class Input:
    """How to make one input array."""

    shape: tuple
    low: float = -1.0
    high: float = 1.0
    dtype: str = "float32"
    integers: bool = False
    given: tuple | None = None  # flat values; `Row.key` hashes the name of this field

    def make(self, seed: int) -> np.ndarray:
        if self.given is not None:
            return np.array(self.given, dtype=self.dtype).reshape(self.shape)
        random = np.random.RandomState(seed)
        if self.integers:
            values = random.randint(self.low, self.high, self.shape)
        else:
            values = random.uniform(self.low, self.high, self.shape)
        return np.asarray(values, self.dtype)


def uniform(*shape, low=-1.0, high=1.0, dtype="float32") -> Input:
    """Random numbers between low and high."""
    return Input(shape, low, high, dtype)


def integers(*shape, low=0, high=5, dtype="float32") -> Input:
    """Random integers from low up to, not including, high."""
    return Input(shape, low, high, dtype, integers=True)


def values(nested, dtype="float32") -> Input:
    """Exactly these values."""
    array = np.array(nested, dtype=dtype)
    return Input(array.shape, dtype=dtype, given=tuple(array.reshape(-1).tolist()))


@dataclass(frozen=True)
class Row:
    """One call.

    ``grad`` names the positions of inputs whose gradient is compared (None: every float one),
    ``out`` those of inputs that are also given as ``out``.
    """

    op: str
    inputs: tuple = ()
    attrs: dict = field(default_factory=dict)
    grad: tuple | None = None
    train: bool = True
    rtol: float = 1e-5
    atol: float = 1e-6
    out: tuple = ()

    @property
    def key(self) -> str:
        parts = (self.inputs, sorted(self.attrs.items()), self.grad, self.train)
        text = repr((*parts, self.out) if self.out else parts)
        return f"{self.op}-{hashlib.sha1(text.encode()).hexdigest()[:10]}"

    @property
    def is_numpy(self) -> bool:
        """Whether the operator is one of mx.np or mx.npx, which have NumPy's shapes."""
        return self.op.startswith(("_np_", "_npi_", "_npx_"))

    def arrays(self) -> list[np.ndarray]:
        return [spec.make(seed) for seed, spec in enumerate(self.inputs)]

    def differentiated(self) -> tuple[int, ...]:
        if self.grad is not None:
            return self.grad
        return tuple(i for i, spec in enumerate(self.inputs) if spec.dtype.startswith("float"))

    def targets(self, arrays: list) -> dict:
        """The keyword argument ``out`` of the call, if it has one."""
        return {"out": [arrays[i] for i in self.out]} if self.out else {}


def row(op, *inputs, grad=None, train=True, rtol=1e-5, atol=1e-6, out=(), **attrs) -> Row:
    """Write a row like the call that it describes: ``row("sum", uniform(2, 3), axis=1)``."""
    return Row(op, inputs, attrs, grad, train, rtol, atol, out)


def families() -> list[str]:
    """The names of the row files."""
    return sorted(path.stem for path in ROWS.glob("[a-z]*.py"))


def rows_of(family: str) -> list[Row]:
    rows = importlib.import_module(f"tests.ops.rows.{family}").ROWS
    keys = [r.key for r in rows]
    twice = {key for key in keys if keys.count(key) > 1}
    if twice:
        raise ValueError(f"rows of {family} are there twice: {sorted(twice)}")
    return rows


def head_gradient(shape, dtype, position: int) -> np.ndarray:
    """The gradient given to one output in the backward pass."""
    random = np.random.RandomState(1000 + position)
    return random.uniform(-1, 1, shape).astype(dtype)
