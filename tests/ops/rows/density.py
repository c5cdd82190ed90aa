"""Densities of distributions."""

from tests.ops.row import integers, row, uniform, values

# parameters of each distribution, for a shape
CONTINUOUS = {
    "uniform": lambda *shape: (uniform(*shape, low=-2, high=0), uniform(*shape, low=1, high=3)),
    "normal": lambda *shape: (uniform(*shape), uniform(*shape, low=0.5, high=2)),
    "gamma": lambda *shape: (
        uniform(*shape, low=0.3, high=6), uniform(*shape, low=0.5, high=2)
    ),
    "exponential": lambda *shape: (uniform(*shape, low=0.5, high=3),),
}  # fmt: skip
DISCRETE = {
    "poisson": lambda *shape: (uniform(*shape, low=0.5, high=6),),
    "negative_binomial": lambda *shape: (
        uniform(*shape, low=1, high=5), uniform(*shape, low=0.2, high=0.8)
    ),
    "generalized_negative_binomial": lambda *shape: (
        uniform(*shape, low=0.5, high=4), uniform(*shape, low=0.2, high=2)
    ),
}  # fmt: skip
POSITIVE = {"low": 0.1, "high": 3}
SIMPLEX = values([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8], [0.6, 0.3, 0.1], [0.25, 0.25, 0.5]])
SIMPLEX_3D = values([[[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]], [[0.6, 0.3, 0.1], [0.25, 0.25, 0.5]]])


def rows(name, sample, parameters, **more):
    return [
        row(f"_random_pdf_{name}", sample, *parameters, is_log=is_log, rtol=1e-4, atol=1e-5, **more)
        for is_log in (False, True)
    ]


def of_dtype(specs, dtype):
    return [type(s)(s.shape, s.low, s.high, dtype) for s in specs]


ROWS = [
    *(
        r
        for name, make in CONTINUOUS.items()
        for r in rows(name, uniform(2, 3, **POSITIVE), make(2, 3))
    ),
    *(
        r
        for name, make in CONTINUOUS.items()
        for r in rows(name, uniform(2, 3, 4, **POSITIVE), make(2))
    ),
    *(r for name, make in DISCRETE.items() for r in rows(name, integers(2, 3), make(2, 3))),
    *(r for name, make in DISCRETE.items() for r in rows(name, integers(2, 3, 4), make(2, 3))),
    *(
        r
        for dtype in ("float64", "float16")
        for name, make in (CONTINUOUS | DISCRETE).items()
        for r in rows(name, integers(2, 3, low=1, dtype=dtype), of_dtype(make(2), dtype))
    ),
    row("random_pdf_normal", uniform(3), uniform(3), uniform(3, low=1, high=2)),
    *rows("uniform", values([5.0, 2.0]), (values([1.0, 2.0]), values([2.0, 4.0]))),
    row("_random_pdf_normal", values([1.0]), values([1.0]), values([-1.0]), grad=()),
    *rows("dirichlet", values([0.2, 0.3, 0.5]), (values([1.0, 2.0, 0.5]),)),
    *rows("dirichlet", SIMPLEX, (values([1.5, 2.0, 0.5]),)),
    *rows("dirichlet", SIMPLEX, (uniform(4, 3, low=0.5, high=2),)),
    *rows("dirichlet", SIMPLEX_3D, (uniform(2, 3, low=0.5, high=2),)),
]
