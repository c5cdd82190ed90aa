"""Picking elements by index."""

from tests.ops.row import integers, row, uniform, values

TABLE = uniform(4, 3)
CUBE = uniform(2, 3, 4)
WILD = values([[0, 3, 9], [-1, 2, -7]])  # inside and outside of every axis
PAIRS = values([[0, 1, 1, -1], [2, 0, -3, 1]])  # two coordinates for each of four elements
MODES = ["clip", "wrap"]

ROWS = [
    # take
    row("take", TABLE, values([1, 0, 3, 3])),
    row("take", uniform(5), values([1, 0, 3, 3])),
    row("take", TABLE, values([1.9, -0.5, 2.2])),
    *(row("take", CUBE, WILD, axis=axis, mode=m) for axis in (0, 1, 2, -1, -3) for m in MODES),
    row("take", TABLE, values([[0, 3], [1, 1]]), mode="raise"),
    row("take", TABLE, values([2, 0, 1]), mode="raise", axis=1),
    *(row("take", TABLE, values([2, 0], dtype=t)) for t in ("int32", "int64", "uint8", "float64")),
    *(row("take", integers(4, 3, dtype=t), values([2, 5]), grad=())
      for t in ("int32", "uint8", "int64")),
    *(row("take", uniform(4, 3, dtype=t), values([2, 5, 2])) for t in ("float16", "float64")),
    # Embedding
    row("Embedding", WILD, TABLE, input_dim=4, output_dim=3, grad=(1,)),
    row("Embedding", values([1, 1, 0], dtype="int32"), TABLE, input_dim=4, output_dim=3),
    row("Embedding", values([1.0, 1.7]), uniform(4, 3, dtype="float64"), input_dim=4, output_dim=3,
        dtype="float64", grad=(1,)),
    # pick
    *(row("pick", CUBE, uniform(3, 4, low=-4, high=5), axis=0, mode=m) for m in MODES),
    *(row("pick", CUBE, integers(2, 1, 4, low=-4), axis=1, mode=m) for m in MODES),
    *(row("pick", CUBE, integers(2, 3, low=-4, high=6), keepdims=True, mode=m) for m in MODES),
    row("pick", CUBE, integers(2, 3, 1, dtype="int32"), axis=-1, keepdims=True),
    row("pick", uniform(5), values([3])),
    row("pick", uniform(5), values([3]), axis=0, keepdims=True),
    row("pick", integers(4, 3, dtype="int32"), values([0, 1, 2, 1])),
    row("choose_element_0index", TABLE, values([0, 1, 2, 1])),
    row("batch_take", TABLE, values([0, 2, -4, 7], dtype="int32"), grad=()),
    row("fill_element_0index", TABLE, uniform(4), values([0, 2, 1, 7]), grad=()),
    # one-hot
    row("one_hot", values([0, 1.7, -1, 5]), depth=3),
    row("one_hot", values([[0, 1], [2, 3]], dtype="int32"), depth=4, on_value=2.5, off_value=-1.5),
    row("one_hot", values([0, 1, 7]), depth=3, on_value=2.7, off_value=-1.5, dtype="int32"),
    *(row("one_hot", values([0, 1]), depth=2, dtype=t)
      for t in ("float16", "float64", "uint8", "int8", "int64")),
    row("one_hot", values([0, 1]), depth=0),
    row("_onehot_encode", values([0, 1, 1, 7]), TABLE, grad=()),
    # several axes
    row("gather_nd", TABLE, PAIRS, grad=()),
    row("gather_nd", TABLE, values([[0, 1, 1], [2, 0, 0]])),
    row("gather_nd", CUBE, values([[0, 1, 1], [2, 0, 0]], dtype="int32")),
    row("gather_nd", CUBE, values([[[0, 1], [1, 1]]], dtype="int64")),
    row("gather_nd", CUBE, integers(3, 2, 2, high=2)),
    row("gather_nd", integers(4, 3, dtype="int32"), values([[0, 1, 1], [2, 0, 0]])),
    row("scatter_nd", uniform(3), values([[1, 1, 0], [0, 1, 0]]), shape=(2, 2)),
    row("scatter_nd", uniform(2, 3), values([[3, 0]], dtype="int32"), shape=(4, 3)),
    row("scatter_nd", uniform(2, 2, 3), values([[[3, 0], [1, 2]]], dtype="int64"), shape=(4, 3)),
    row("scatter_nd", values([2, 3, 5]), values([[1, 1, 1], [0, 0, 0]]), shape=(2, 2)),
    row("scatter_nd", integers(3, dtype="int32"), values([[1, 1, 0], [0, 1, 0]]), shape=(2, 2)),
    row("_backward_gather_nd", uniform(3), values([[1, 1, 0], [1, 1, 0]]), shape=(2, 2)),
    row("_backward_gather_nd", integers(2, 3, dtype="int64"), values([[3, 3]], dtype="int32"),
        shape=(4, 3)),
    row("_scatter_set_nd", uniform(2, 2), uniform(3), values([[1, 1, 0], [0, 1, 0]]), shape=(2, 2),
        out=(0,), grad=()),
    row("_scatter_set_nd", integers(4, 3, dtype="int32"), integers(2, 3, dtype="int32"),
        values([[3, 0]], dtype="int64"), shape=(4, 3), out=(0,), grad=()),
    # where
    row("where", integers(4, 3, high=2), TABLE, uniform(4, 3)),
    row("where", values([0, 1, -2, 0.5]), TABLE, uniform(4, 3)),
    row("where", values([0, 1], dtype="int32"), CUBE, uniform(2, 3, 4)),
    row("where", values([float("nan"), 0, -0.0, 0.3]), uniform(4), uniform(4)),
    row("where", integers(4, 3, high=2), integers(4, 3, dtype="int32"),
        integers(4, 3, dtype="int32")),
    row("where", integers(4, 3, high=2, dtype="uint8"), uniform(4, 3, dtype="float64"),
        uniform(4, 3, dtype="float64")),
    # flat positions
    row("ravel_multi_index", values([[3, 6, 6], [4, 5, 1]]), shape=(7, 6)),
    row("ravel_multi_index", integers(3, 5, dtype="int64"), shape=(5, 6, 7)),
    row("ravel_multi_index", values([[3, 6, 600]], dtype="int32"), shape=(7,)),
    row("ravel_multi_index", values([[3, 6, 600], [1, 2, 3]]), shape=(-1, 4)),
    row("unravel_index", values([22, 41, 37]), shape=(7, 6)),
    row("unravel_index", integers(5, high=200, dtype="int64"), shape=(5, 6, 7)),
    row("unravel_index", values([22, -41, 37.5], dtype="float64"), shape=(7, 6)),
    row("unravel_index", values([1, 200], dtype="int32"), shape=(-1, 6)),
    row("unravel_index", values([1, 3], dtype="int32"), shape=(6,)),
]  # fmt: skip
