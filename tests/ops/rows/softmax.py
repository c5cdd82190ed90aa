"""Softmax and related operators."""

from tests.ops.row import integers, row, uniform, values

CUBE = uniform(2, 3, 4, low=-3, high=3)
NAMES = ["softmax", "log_softmax", "softmin"]
LOOSE = {"rtol": 1e-4, "atol": 1e-5}  # log_softmax of 1.9.1 is no better than this

ROWS = [
    *(row(name, uniform(3, 5), **LOOSE) for name in NAMES),
    *(row(name, uniform(5), **LOOSE) for name in NAMES),
    *(row(name, CUBE, axis=axis, **LOOSE) for name in NAMES for axis in (0, 1, 2, -2)),
    *(row(name, CUBE, temperature=2.5, axis=1) for name in NAMES),
    *(row(name, CUBE, temperature=0.5) for name in NAMES),
    *(row(name, uniform(3, 5, dtype="float64")) for name in NAMES),
    *(row(name, uniform(3, 5, dtype="float16")) for name in NAMES),
    *(row(name, uniform(3, 5, dtype="float16"), dtype="float32", rtol=2e-3, atol=1e-3)
      for name in NAMES),
    *(row(name, uniform(3, 5), dtype="float64", **LOOSE) for name in NAMES),
    *(row(name, uniform(3, 5, low=-100, high=100)) for name in ("softmax", "softmin")),
    row("softmax", values([[float("-inf"), 1, 2], [0, 0, 0]])),
    *(row("softmax", CUBE, values([[1, 4, 0], [3, 2, 4]], dtype=t), use_length=True)
      for t in ("int32", "int64")),
    row("softmax", CUBE, integers(2, 4, high=4, dtype="int32"), use_length=True, axis=1),
    row("softmax", CUBE, integers(3, 4, high=3, dtype="int32"), use_length=True, axis=0,
        temperature=2.0),
    row("SoftmaxActivation", uniform(3, 5)),
    row("SoftmaxActivation", CUBE, grad=()),
    row("SoftmaxActivation", uniform(5), grad=()),
    row("SoftmaxActivation", CUBE, mode="channel"),
    row("SoftmaxActivation", uniform(2, 3, 2, 2), mode="channel"),
    row("softmax_cross_entropy", uniform(3, 5), values([0, 4, 2]), grad=(0,), **LOOSE),
    row("softmax_cross_entropy", values([[0, 100], [1, 2]]), values([0, 1.7]), grad=(0,), **LOOSE),
    row("softmax_cross_entropy", uniform(3, 5, dtype="float64"),
        values([0, 4, 2], dtype="float64"), grad=(0,)),
]  # fmt: skip
