"""Attention, indices, small functions, Hawkes processes, batch normalization."""

from tests.ops.row import Row, integers, row, uniform, values

INTS = integers(3, 4, low=-5, high=5, dtype="int32")
HALVES = values([-2.5, -1.5, -0.5, 0.0, 0.5, 1.5, 2.2, -3.7])
CHANNELS = [uniform(3, low=0.5), uniform(3), uniform(3), uniform(3, low=0.5, high=2.0)]


def hawkes(lengths, events=4, dtype="float32"):
    kinds, count = 3, 2
    return row(
        "_contrib_hawkesll",
        uniform(count, kinds, low=0.5, high=2, dtype=dtype),
        uniform(kinds, low=0.1, high=0.5, dtype=dtype),
        uniform(kinds, low=0.5, high=2, dtype=dtype),
        uniform(count, kinds, low=0, high=1, dtype=dtype),
        uniform(count, events, low=0.1, high=2, dtype=dtype),
        integers(count, events, high=kinds, dtype="int32"),
        values(lengths, dtype),
        values([20.0, 30.0], dtype),
        grad=(0, 1, 2),
        rtol=1e-4,
        atol=1e-4,
    )


def norm(name, train, **attrs):
    # With the moving statistics BatchNormWithReLU reads foreign memory for its gradient.
    is_defective = name == "BatchNormWithReLU" and (not train or "use_global_stats" in attrs)
    return row(
        f"_contrib_{name}", uniform(2, 3, 4, 5), *CHANNELS, train=train, rtol=1e-4, atol=1e-5,
        grad=() if is_defective else None, **attrs,
    )  # fmt: skip


ROWS = [
    row("_contrib_interleaved_matmul_selfatt_qk", uniform(4, 2, 18), heads=3, atol=1e-5),
    row(
        "_contrib_interleaved_matmul_selfatt_valatt",
        uniform(4, 2, 18), uniform(6, 4, 4), heads=3, atol=1e-5,
    ),
    row(
        "_contrib_interleaved_matmul_encdec_qk",
        uniform(4, 2, 6), uniform(5, 2, 12), heads=3, atol=1e-5,
    ),
    row(
        "_contrib_interleaved_matmul_encdec_valatt",
        uniform(5, 2, 12), uniform(6, 4, 5), heads=3, atol=1e-5,
    ),
    *(
        row("_contrib_arange_like", data, **attrs)
        for data in (uniform(2, 3), uniform(2, 3, dtype="float64"))
        for attrs in (
            {},
            {"start": 2.0, "step": 3.0},
            {"start": 1.0, "step": 0.5, "repeat": 2},
            {"axis": 1},
            {"axis": -2, "start": -1.0},
            {"axis": 0, "repeat": 2, "ctx": "cpu(0)"},
            {"start": 1.5},
        )
    ),
    row("_contrib_arange_like", INTS, axis=1, start=1.5),
    row("_contrib_arange_like", uniform(2, 3, dtype="float16"), axis=1, start=2.0),
    *(
        row("_contrib_index_array", uniform(2, 3, 4), axes=axes)
        for axes in (None, (1,), (2, 0), (-1, 1))
    ),
    row("_contrib_index_array", INTS),
    *(
        row("_contrib_index_copy", uniform(5, *rest), index, uniform(2, *rest))
        for rest in ((3,), (2, 2), ())
        for index in (values([3, 1], "int32"), values([0, 4], "int64"), values([2.0, 0.0]))
    ),
    row("_contrib_quadratic", uniform(3, 4), a=1.5, b=2.0, c=-3.0),
    row("_contrib_quadratic", uniform(3, 4)),
    row("_contrib_quadratic", uniform(3, 4, dtype="float64"), a=1.5),
    row("_contrib_quadratic", INTS, a=2.0, b=1.0, c=3.0),
    row("_contrib_div_sqrt_dim", uniform(2, 3, 5)),
    row("_contrib_div_sqrt_dim", uniform(2, 5, dtype="float64")),
    row("_contrib_div_sqrt_dim", INTS),
    row("_contrib_gradientmultiplier", uniform(3, 4), scalar=-0.5, is_int=False),
    row("_contrib_gradientmultiplier", uniform(3, 4)),
    row("_contrib_gradientmultiplier", INTS, scalar=2.0),
    row("_contrib_backward_gradientmultiplier", uniform(3, 4), scalar=-0.5, is_int=False, grad=()),
    row("_contrib_round_ste", HALVES),
    row("_contrib_round_ste", INTS),
    row("_contrib_sign_ste", HALVES),
    row("_contrib_sign_ste", INTS),
    *(
        Row("_contrib_allclose", (a, b), attrs, grad=())  # atol and rtol are those of the operator
        for attrs in ({}, {"rtol": 0.5, "atol": 0.0}, {"atol": 0.2}, {"equal_nan": False})
        for a, b in (
            (values([1.0, 2.0]), values([1.0, 2.1])),
            (values([1.0, float("nan")]), values([1.0, float("nan")])),
            (values([float("inf"), -1.0]), values([float("inf"), -1.0])),
        )
    ),
    row("_contrib_allclose", INTS, INTS),
    hawkes([4, 2]),
    hawkes([0, 4]),
    hawkes([3, 3], dtype="float64"),
    *(
        norm(name, train, **attrs)
        for name, extra in (("SyncBatchNorm", {"key": "layer"}), ("BatchNormWithReLU", {}))
        for train in (True, False)
        for attrs in (
            extra,
            {**extra, "fix_gamma": False, "eps": 0.01, "momentum": 0.5},
            {**extra, "fix_gamma": False, "use_global_stats": True},
        )
    ),
    norm("BatchNormWithReLU", True, fix_gamma=False, axis=1, cudnn_off=True),
    norm("SyncBatchNorm", True, key="layer", output_mean_var=True),
    row(
        "_contrib_SparseEmbedding", integers(2, 3, high=4), uniform(4, 2),
        input_dim=4, output_dim=2, grad=(),
    ),
]  # fmt: skip
