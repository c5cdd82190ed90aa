"""Sorting, top k and the positions of extremes; equal elements are part of many rows."""

from tests.ops.row import integers, row, uniform, values

CUBE = uniform(2, 3, 4)
TIES = integers(3, 6, high=4)
RETURNS = ["value", "indices", "mask", "both"]
INFINITE = values([[float("-inf"), float("-inf")], [float("inf"), float("inf")]])
NAN = values([[1, float("nan"), 3], [float("nan"), float("nan"), 0]])

ROWS = [
    *(row("topk", CUBE, ret_typ=r, k=2, axis=axis) for r in RETURNS for axis in (0, 1, -1, None)),
    *(row("topk", TIES, ret_typ=r, k=4, is_ascend=a) for r in RETURNS for a in (False, True)),
    *(row("topk", TIES, ret_typ=r, k=0, axis=1) for r in RETURNS),
    *(row("topk", TIES, ret_typ=r, k=1, is_ascend=a) for r in RETURNS for a in (False, True)),
    row("topk", uniform(5)),
    row("topk", uniform(3, 40), k=3, ret_typ="both"),
    row("topk", uniform(40, 3), k=30, ret_typ="both", axis=0, is_ascend=True),
    row("topk", integers(2, 40, high=5), k=1, ret_typ="both"),
    row("topk", integers(2, 200, high=5), k=3, ret_typ="both"),
    *(row("topk", uniform(3, 5), k=2, dtype=t)
      for t in ("uint8", "int32", "int64", "float16", "float64")),
    *(row("topk", integers(3, 6, high=50, dtype=t), k=2, ret_typ="both", dtype="int32")
      for t in ("int32", "int64", "uint8", "int8")),
    *(row("topk", uniform(3, 6, dtype=t), k=2, ret_typ="both") for t in ("float16", "float64")),
    *(row("sort", CUBE, axis=axis, is_ascend=a)
      for axis in (0, 1, -1, None) for a in (False, True)),
    row("sort", CUBE, grad=()),
    row("sort", TIES, axis=1),
    row("sort", uniform(3, 40), axis=-1),
    *(row("sort", integers(3, 4, dtype=t)) for t in ("int32", "int64", "uint8")),
    *(row("argsort", data, axis=axis, is_ascend=a)
      for data in (CUBE, TIES) for axis in (0, -1, None) for a in (False, True)
      if data is CUBE or axis is not None),
    row("argsort", uniform(3, 40)),
    *(row("argsort", uniform(3, 5), dtype=t)
      for t in ("uint8", "int32", "int64", "float16", "float64")),
    *(row("argsort", integers(3, 4, dtype=t)) for t in ("int32", "uint8")),
    *(row(name, data) for name in ("argmax", "argmin") for data in (CUBE, TIES, uniform(5))),
    *(row(name, CUBE, axis=axis, keepdims=keep)
      for name in ("argmax", "argmin") for axis in (0, 1, -1, None) for keep in (False, True)),
    *(row(name, data, axis=1) for name in ("argmax", "argmin") for data in (TIES, INFINITE, NAN)),
    *(row(name, uniform(5), axis=0, keepdims=keep)
      for name in ("argmax", "argmin") for keep in (False, True)),
    *(row(name, integers(3, 4, dtype=t), axis=1)
      for name in ("argmax", "argmin") for t in ("int32", "uint8", "int64", "float16", "float64")),
    row("argmax_channel", TIES, grad=()),
    row("argmax_channel", CUBE, grad=()),
]  # fmt: skip
