"""Shapes and order of elements."""

from tests.ops.row import integers, row, uniform, values

X = uniform(2, 3, 4)
ODD = values([-1.7, -0.5, 0.0, 0.5, 1.5, 300.0, 1000.0])
RESHAPES = [(0, -1), (-2,), (-3, 4), (-4, 1, 2, 3, 4), (-4, 1, -1, -2), (-4, -1, 1, -2), (-1, 0), (0, 0, 0, 1),
            (0, -3), (6, 4, 1), (2, -4, 3, -1, 4), (-2, 1), (24,), (-1,)]  # fmt: skip
SLICES = [((1,), (2,), ()), ((0, 1), (1, 3), ()), ((None, 1), (None, None), ()), ((0, None), (2, None), (1, -1)),
          ((0, -1), (2, -4), (1, -2)), ((0, 0, 0), (2, 2, 100), (1, 2, 3)), ((0, 0, 3), (2, 2, 0), (None, None, -2)),
          ((0, -2), (2, -1), ())]  # fmt: skip

ROWS = [
    *(row("Cast", ODD, dtype=dtype, grad=()) for dtype in ("uint8", "int8", "int32", "int64", "bool")),
    *(row("Cast", ODD, dtype=dtype) for dtype in ("float16", "float32", "float64")),
    *(row("Cast", values([300, -1, 0, 7], "int32"), dtype=dtype) for dtype in ("uint8", "bool", "float32", "int32")),
    row("Cast", values([1, 0, 1], "bool"), dtype="float32"),
    row("_copy", X),
    row("_copy", integers(2, 3, dtype="int32")),
    *(row(name, uniform(2, 3)) for name in ("zeros_like", "ones_like")),
    *(row(name, integers(2, 3, dtype="int8")) for name in ("zeros_like", "ones_like")),
    *(row("Reshape", X, shape=shape) for shape in RESHAPES),
    *(row("Reshape", X, shape=shape, reverse=True) for shape in [(0, -1), (-1, 0), (-2,), (0, -3), (-1, 0, 0)]),
    row("Reshape", uniform(8, 3), shape=(2, 4, -4, 0), reverse=True),
    row("Reshape", integers(2, 3, dtype="uint8"), shape=(3, 2)),
    row("Reshape", X, target_shape=(2, 0)),
    row("Reshape", X, target_shape=(5, 0), keep_highest=True),
    row("Reshape", X, target_shape=(6, 4)),
    *(row("Flatten", uniform(*shape)) for shape in [(3,), (2, 3), (2, 3, 4), (2, 2, 1, 3)]),
    *(row("expand_dims", X, axis=axis) for axis in (0, 3, -1, -4, 1)),
    *(row("squeeze", uniform(1, 3, 1), axis=axis) for axis in (None, 0, (0, 2), -1, (0, -1), ())),
    row("squeeze", uniform(1, 1, 1)),
    row("squeeze", uniform(1, 1), axis=(0, 1)),
    *(row("transpose", X, axes=axes) for axes in [(), (1, 0, 2), (2, 0, 1), (0, 1, 2)]),
    row("transpose", uniform(3, 4)),
    row("transpose", uniform(5)),
    row("transpose", integers(2, 1, 2, 1, 3, 2, dtype="int64"), axes=(5, 0, 3, 2, 4, 1)),
    row("Concat", uniform(2, 3), uniform(2, 1), uniform(2, 2)),
    row("Concat", X, X, dim=-1),
    row("Concat", uniform(2), uniform(3), dim=0),
    row("Concat", X, dim=2),
    row("Concat", integers(2, 1, dtype="int64"), integers(2, 2, dtype="int64"), num_args=2, dim=1),
    *(row("stack", uniform(2, 3), uniform(2, 3), axis=axis) for axis in (0, 1, -1, 2)),
    row("stack", integers(2, dtype="int8"), integers(2, dtype="int8"), num_args=2),
    row("SliceChannel", X, num_outputs=3),
    row("SliceChannel", X, num_outputs=3, axis=1, squeeze_axis=True),
    row("SliceChannel", X, num_outputs=2, axis=-1),
    row("SliceChannel", X, num_outputs=1, axis=0),
    row("SliceChannel", integers(4, 2, dtype="int32"), num_outputs=2, axis=0),
    *(row("slice", X, begin=begin, end=end, step=step) for begin, end, step in SLICES),
    row("slice", X, begin=(0, 5), end=(2, 9), grad=()),
    row("slice", integers(4, dtype="uint8"), begin=1, end=3),
    *(row("slice_axis", X, axis=axis, begin=begin, end=end)
      for axis, begin, end in [(0, 0, 1), (2, 1, -1), (-1, -2, None), (1, 0, 3)]),
]  # fmt: skip
