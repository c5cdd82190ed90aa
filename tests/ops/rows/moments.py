"""Norms and moments."""

from tests.ops.row import integers, row, uniform, values

CUBE = uniform(2, 3, 4)

ROWS = [
    *(row("norm", CUBE, ord=o, axis=axis, keepdims=keep)
      for o in (1, 2) for axis in (None, 1, (0, -1)) for keep in (False, True)),
    row("norm", CUBE),
    row("norm", uniform(5)),
    row("norm", CUBE, axis=()),
    row("norm", values([0, -2, 3]), ord=1),
    row("norm", uniform(2, 3, dtype="float64"), axis=1),
    row("norm", uniform(2, 3, dtype="float16"), axis=1),
    row("norm", integers(2, 3, low=-5, dtype="int32"), ord=1, axis=1),
    row("norm", uniform(2, 3), out_dtype="float32"),
    *(row("moments", CUBE, axes=axes, keepdims=keep)
      for axes in (1, (0, 2), (-1,), (0, 1, 2)) for keep in (False, True)),
    row("moments", uniform(2, 3, dtype="float64"), axes=(0,)),
    row("moments", uniform(2, 3, dtype="float16"), axes=(0,)),
    row("moments", integers(4, 3, low=-5, dtype="int32"), axes=(0,)),
    row("moments", integers(4, 3, low=-5, dtype="int32"), axes=(0, 1), keepdims=True),
]  # fmt: skip
