"""Operators that create arrays."""

from tests.ops.row import integers, row, uniform

ROWS = [
    *(row(name, uniform(2, 3)) for name in ("zeros_like", "ones_like")),
    *(row(name, integers(2, 3, dtype="int8")) for name in ("zeros_like", "ones_like")),
    *(
        row(name, shape=(2, 3), dtype=dtype)
        for name in ("_zeros", "_ones")
        for dtype in ("float32", "float16", "float64", "uint8", "int8", "int32", "int64", "bool")
    ),
    row("_zeros", shape=2),
    row("_ones", shape=(2,), ctx="cpu(0)"),
    row("_full", shape=(2, 2), value=3.7),
    row("_full", shape=(2,), value=3.7, dtype="int32"),
    row("_full", shape=(2,), value=16777217, dtype="int64", ctx="cpu(0)"),
    row("_arange", start=5),
    row("_arange", start=2, stop=5.5),
    row("_arange", start=1, stop=2, step=0.25),
    row("_arange", start=0, stop=1, step=0.1),
    row("_arange", start=0.1, stop=0.5, step=0.1, dtype="float64"),
    row("_arange", start=5, stop=1, step=-2),
    row("_arange", start=0, stop=3, repeat=2, infer_range=True),
    row("_arange", start=0.5, stop=3, step=0.5, dtype="int32"),
    row("_arange", start=-1.7, stop=3, dtype="int8"),
    row("_arange", start=0, stop=10, step=2.5, dtype="int64"),
    row("_arange", start=0, stop=300, step=100, dtype="uint8"),
    row("_arange", start=0, stop=5, dtype="float16"),
    row("_linspace", start=0, stop=1, num=5),
    row("_linspace", start=0, stop=1, num=5, endpoint=False),
    row("_linspace", start=3, stop=1, num=1),
    row("_linspace", start=0, stop=10, num=4, dtype="int32"),
    row("_linspace", start=5, stop=1, num=7, dtype="float16"),
    row("_linspace", start=0.1, stop=0.7, num=6, dtype="float64"),
    row("_linspace", start=0, stop=1, num=0),
    *(row("_eye", N=n, M=m, k=k) for n, m, k in [(2, 0, 0), (2, 3, 1), (3, 0, -1), (3, 2, 5)]),
    row("_eye", N=2, dtype="int32"),
    row("reset_arrays", uniform(2), uniform(2, 2), num_arrays=2, grad=()),
]
