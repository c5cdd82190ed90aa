"""Update rules of optimizers: the new weight, and the states as the call leaves them."""

from tests.ops.row import row, uniform, values

SHAPE = (3, 4)
SOME, POSITIVE = uniform(*SHAPE), uniform(*SHAPE, low=0.1, high=1)
HALF = uniform(*SHAPE, dtype="float16")
SMALL, SMALL_HALF = uniform(5), uniform(5, dtype="float16")
SMALL_POSITIVE = uniform(5, low=0.1)
BOOLS = (False, True)

# operator: states besides weight and gradient, attributes it needs, attributes to try
RULES = {
    "sgd_update": ([], {"lr": 0.1}, [{"lazy_update": False}]),
    "sgd_mom_update": (
        [SOME],
        {"lr": 0.1},
        [{"momentum": 0.9}, {"momentum": 0.9, "lazy_update": False}],
    ),
    "nag_mom_update": ([SOME], {"lr": 0.1}, [{"momentum": 0.9}]),
    "signsgd_update": ([], {"lr": 0.1}, []),
    "signum_update": ([SOME], {"lr": 0.1}, [{"momentum": 0.9}, {"momentum": 0.9, "wd_lh": 0.2}]),
    "adam_update": (
        [SOME, POSITIVE],
        {"lr": 0.1},
        [{"beta1": 0.8, "beta2": 0.9, "epsilon": 1e-2}, {"lazy_update": False}],
    ),
    "ftml_update": (
        [POSITIVE, POSITIVE, SOME],
        {"lr": 0.1, "t": 3},
        [{"beta1": 0.5, "beta2": 0.9, "epsilon": 1e-2}],
    ),
    "ftrl_update": ([SOME, POSITIVE], {"lr": 0.1}, [{"lamda1": 0.5, "beta": 2.0}]),
    "rmsprop_update": (
        [POSITIVE],
        {"lr": 0.1},
        [{"gamma1": 0.8, "epsilon": 1e-2}, {"clip_weights": 0.3}],
    ),
    "rmspropalex_update": (
        [uniform(*SHAPE, low=1.1, high=2), SOME, SOME],
        {"lr": 0.1},
        [{"gamma1": 0.8, "gamma2": 0.5, "epsilon": 1e-2}, {"clip_weights": 0.3}],
    ),
}
COMMON = [
    {},
    {"wd": 0.1},
    {"rescale_grad": 0.25, "wd": 0.1},
    {"clip_gradient": 0.3, "rescale_grad": 2.0, "wd": 0.1},
    {"clip_gradient": 0.0},
]


def as_type(spec, dtype):
    return uniform(*spec.shape, low=spec.low, high=spec.high, dtype=dtype)


def rename_limit(name, attrs):
    """One operator has another name for the limit of gradients."""
    if name == "ftml_update" and "clip_gradient" in attrs:
        return {k.replace("clip_gradient", "clip_grad"): v for k, v in attrs.items()}
    return attrs


SINGLE = [
    row(name, SOME, SOME, *states, **needed, **rename_limit(name, attrs), out=out, grad=())
    for name, (states, needed, own) in RULES.items()
    for attrs in [*COMMON, *own, *({"wd": 0.1, **extra} for extra in own)]
    for out in ((), (0,))
]
OTHER_TYPES = [
    row(name, *(as_type(spec, dtype) for spec in (SOME, SOME, *states)), **needed, wd=0.1, grad=())
    for name, (states, needed, _) in RULES.items()
    for dtype in ("float64", "float16")
]

MIXED = [
    row(name, HALF, HALF, *states, SOME, lr=0.1, **attrs, **own, out=out, grad=())
    for name, states, own in (
        ("mp_sgd_update", [], {}),
        ("mp_sgd_update", [], {"lazy_update": False}),
        ("mp_sgd_mom_update", [SOME], {"momentum": 0.9}),
        ("mp_sgd_mom_update", [SOME], {"lazy_update": False}),
        ("mp_nag_mom_update", [SOME], {"momentum": 0.9}),
    )
    for attrs in COMMON
    for out in ((), (0,))
]
MIXED += [row("mp_sgd_update", SOME, SOME, SOME, lr=0.1, wd=0.1, grad=())]

OTHER_BETAS = {"beta1": 0.8, "beta2": 0.9, "epsilon": 1e-2}
ADAMW = [
    row(name, *arrays, values([scale]), lr=lr, eta=0.5, **attrs, out=(0,), grad=())
    for name, arrays in (
        ("_adamw_update", (SOME, SOME, SOME, POSITIVE)),
        ("_mp_adamw_update", (HALF, HALF, SOME, POSITIVE, SOME)),
    )
    for scale in (1.0, 0.25, 0.0, float("nan"), float("inf"))
    for lr in (0.1, 0.0)
    for attrs in ({}, {"wd": 0.1}, {"wd": 0.1, "clip_gradient": 0.3}, OTHER_BETAS)
]

PHASE1 = [
    {},
    {"bias_correction": False},
    OTHER_BETAS,
    {"rescale_grad": 0.25},
    {"clip_gradient": 0.3},
]
BOUNDS = [{}, {"lower_bound": 2.0}, {"upper_bound": 0.5}, {"lower_bound": 0.5, "upper_bound": 3.0}]
NORMS = [(values([r1]), values([r2])) for r1, r2 in ((1.5, 0.5), (0.0, 0.5), (1.5, 0.0))]
ADAM_ARRAYS = (SOME, SOME, SOME, POSITIVE)
LAMB = [
    *(
        row("lamb_update_phase1", *ADAM_ARRAYS, t=t, wd=0.1, **attrs, grad=())
        for attrs in PHASE1
        for t in (1, 2, 30)
    ),
    row("lamb_update_phase1", *(as_type(s, "float64") for s in ADAM_ARRAYS), t=2, wd=0.1, grad=()),
    *(
        row(
            "mp_lamb_update_phase1", HALF, HALF, SOME, POSITIVE, SOME, t=2, wd=0.1, **attrs, grad=()
        )
        for attrs in PHASE1
    ),
    *(
        row("lamb_update_phase2", SOME, SOME, *norms, lr=0.1, **bounds, out=out, grad=())
        for norms in NORMS
        for bounds in BOUNDS
        for out in ((), (0,))
    ),
    *(
        row("mp_lamb_update_phase2", HALF, SOME, *norms, SOME, lr=0.1, **bounds, grad=())
        for norms in NORMS
        for bounds in BOUNDS
    ),
]

# the real MXNet knows the shapes of the following outputs only from the arrays given as out
RATES = [((0.1, 0.2), (0.0, 0.1)), ((0.1, 0.1), (0.1, 0.1))]


def multi_sgd(preloaded, mixed, momentum, lrs, wds, **attrs):
    name = f"{'preloaded_' * preloaded}multi_{'mp_' * mixed}sgd_{'mom_' * momentum}update"
    arrays = []
    for weight, half in ((SOME, HALF), (SMALL, SMALL_HALF)):
        arrays += [half, half] if mixed else [weight, weight]
        arrays += [weight] * (momentum + mixed)
    rates = {"lrs": lrs, "wds": wds}
    if preloaded:
        arrays += [values(lrs), values(wds)]
        rates = {}
    attrs |= {"momentum": 0.9} if momentum else {}
    out = (0, 2 + momentum + mixed)
    return row(name, *arrays, **rates, **attrs, num_weights=2, out=out, grad=())


MULTI_SGD = [
    multi_sgd(preloaded, mixed, momentum, lrs, wds, **attrs)
    for preloaded in BOOLS
    for mixed in BOOLS
    for momentum in BOOLS
    for lrs, wds in RATES
    for attrs in ({}, {"rescale_grad": 0.25}, {"rescale_grad": 2.0, "clip_gradient": 0.3})
]
MULTI_SGD += [
    row("multi_sgd_update", SOME, SOME, lrs=(0.1,), wds=(0.1,), out=(0,), grad=()),
    row("multi_sgd_mom_update", SOME, SOME, SOME, lrs=(0.1,), wds=(0.1,), out=(0,), grad=()),
]

TWO = (*ADAM_ARRAYS, SMALL, SMALL, SMALL, SMALL_POSITIVE)
TWO_MIXED = (HALF, HALF, SOME, POSITIVE, SOME, SMALL_HALF, SMALL_HALF, SMALL, SMALL_POSITIVE, SMALL)
MULTI_ADAMW = [
    row(name, *arrays, values([scale]), lrs=lrs, wds=wds, etas=(0.5, 0.5), num_weights=2, **attrs,
        out=(0, second), grad=())
    for name, arrays, second in (
        ("_multi_adamw_update", TWO, 4),
        ("_multi_mp_adamw_update", TWO_MIXED, 5),
    )
    for scale in (0.25, 0.0)
    for lrs, wds in RATES
    for attrs in ({}, {"clip_gradient": 0.1}, OTHER_BETAS)
]  # fmt: skip
# the real MXNet squares float16 in float16
MULTI_LAMB = [
    row(name, *arrays, learning_rates=(0.1, 0.2), wds=(0.0, 0.1), step_count=(1, 7), num_tensors=2,
        **attrs, out=(0, second), rtol=rtol, grad=())
    for name, arrays, second, rtol in (
        ("_multi_lamb_update", TWO, 4, 1e-5),
        ("_multi_mp_lamb_update", TWO_MIXED, 5, 1e-3),
    )
    for attrs in (*PHASE1, *BOUNDS[1:])
]  # fmt: skip

LARS_ARRAYS = ([0.1, 0.2, 0.3], [4.0, 0.0, 2.0], [1.0, 2.0, 0.0], [0.0, 0.1, 0.2])
LARS = [
    *(
        row("multi_lars", *(values(a) for a in LARS_ARRAYS), eta=0.5, eps=1e-3, **attrs, grad=())
        for attrs in ({}, {"rescale_grad": 0.25})
    ),
    *(
        row("multi_sum_sq", *(as_type(s, dtype) for s in (SOME, SMALL)), num_arrays=2, grad=())
        for dtype in ("float32", "float64")
    ),
    row("multi_sum_sq", HALF, SMALL_HALF, num_arrays=2, rtol=1e-3, grad=()),
]

ROWS = SINGLE + OTHER_TYPES + MIXED + ADAMW + LAMB + MULTI_SGD + MULTI_ADAMW + MULTI_LAMB + LARS
