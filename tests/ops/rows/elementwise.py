"""Unary, binary and scalar operators."""

from tests.ops.row import integers, row, uniform, values

ANY = ["exp", "expm1", "sin", "cos", "tan", "arctan", "sinh", "cosh", "tanh", "arcsinh", "degrees", "radians", "erf",
       "sigmoid", "softsign", "relu", "square", "abs", "negative", "sign", "round", "rint", "ceil", "floor", "trunc",
       "fix", "logical_not", "cbrt", "hard_sigmoid", "smooth_l1"]  # fmt: skip
POSITIVE = ["sqrt", "rsqrt", "rcbrt", "log", "log10", "log2", "log1p", "gamma", "gammaln", "reciprocal"]
INTERVAL = ["arcsin", "arccos", "arctanh", "erfinv"]
BINARY = ["add", "sub", "mul", "div", "mod", "hypot", "maximum", "minimum", "equal", "not_equal", "greater",
          "greater_equal", "lesser", "lesser_equal", "logical_and", "logical_or", "logical_xor"]  # fmt: skip
ELEMENTWISE = ["elemwise_add", "elemwise_sub", "elemwise_mul", "elemwise_div", "_mod", "_hypot", "_maximum",
               "_minimum", "_equal", "_not_equal", "_greater", "_greater_equal", "_lesser", "_lesser_equal",
               "_logical_and", "_logical_or", "_logical_xor"]  # fmt: skip
SCALAR = ["_plus_scalar", "_minus_scalar", "_rminus_scalar", "_mul_scalar", "_div_scalar", "_rdiv_scalar", "_mod_scalar",
          "_rmod_scalar", "_hypot_scalar", "_maximum_scalar", "_minimum_scalar", "_equal_scalar", "_not_equal_scalar",
          "_greater_scalar", "_greater_equal_scalar", "_lesser_scalar", "_lesser_equal_scalar", "_logical_and_scalar",
          "_logical_or_scalar", "_logical_xor_scalar"]  # fmt: skip
HALVES = values([-2.5, -1.5, -0.5, 0.0, 0.5, 1.5, 2.5])

ROWS = [
    *(row(name, uniform(3, 4, low=-2, high=2), rtol=1e-4) for name in ANY),
    *(row(name, uniform(3, 4, low=0.3, high=3), rtol=1e-4) for name in POSITIVE),
    *(row(name, uniform(3, 4, low=-0.9, high=0.9), rtol=1e-4) for name in INTERVAL),
    row("arccosh", uniform(3, 4, low=1.1, high=3)),
    *(row(name, HALVES, rtol=1e-4) for name in ANY),
    *(row(name, integers(2, 3, low=-4, high=5, dtype="int32")) for name in ("abs", "negative", "sign", "exp", "square")),
    *(row(f"broadcast_{name}", integers(2, 3, low=1), integers(2, 1, low=1)) for name in BINARY),
    *(row(f"broadcast_{name}", uniform(2, 1, 4), uniform(3, 1)) for name in BINARY if name != "mod"),
    row("broadcast_power", uniform(2, 3, low=0.2, high=2), uniform(3)),
    *(row(name, integers(2, 3, low=1), integers(2, 3, low=1)) for name in ELEMENTWISE),
    row("_grad_add", uniform(2, 3), uniform(2, 3), grad=()),
    row("_power", uniform(2, 3, low=0.2, high=2), uniform(2, 3)),
    *(row(name, integers(2, 3, low=-3), scalar=2.0) for name in SCALAR if name != "_rdiv_scalar" and name != "_rmod_scalar"),
    *(row(name, integers(2, 3, low=1), scalar=2.0) for name in ("_rdiv_scalar", "_rmod_scalar")),
    *(row(name, integers(2, 3, low=1, dtype="int32"), scalar=2.7) for name in SCALAR if "hypot" not in name),
    row("_power_scalar", uniform(2, 3, low=0.2, high=2), scalar=2.5),
    row("_rpower_scalar", uniform(2, 3, low=0.2, high=2), scalar=2.5),
    row("clip", uniform(3, 4, low=-2, high=2), a_min=-1.0, a_max=0.5),
    row("clip", integers(3, 4, low=-5, dtype="int32"), a_min=-1.5, a_max=2.5),
    row("hard_sigmoid", uniform(3, 4, low=-4, high=4), alpha=0.3, beta=0.4),
    row("smooth_l1", uniform(3, 4, low=-2, high=2), scalar=2.0),
    row("_scatter_plus_scalar", uniform(3, 4), scalar=2.0, grad=()),
    row("_scatter_minus_scalar", uniform(3, 4), scalar=2.0, grad=()),
    row("_scatter_elemwise_div", uniform(3, 4), uniform(3, 4, low=1, high=2), grad=()),
    row("add_n", uniform(3, 4), uniform(3, 4), uniform(3, 4)),
    row("add_n", uniform(3, 4)),
]  # fmt: skip
