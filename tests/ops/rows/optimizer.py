"""Update rules of optimizers: the new weight, and the states as the call leaves them."""

from tests.ops.row import row, uniform, values

SHAPE = (3, 4)
SOME, POSITIVE = uniform(*SHAPE), uniform(*SHAPE, low=0.1, high=1)
# operator: states besides weight and gradient, attributes it needs, attributes to try
RULES = {
    "sgd_update": ([], {"lr": 0.1}, [{"lazy_update": False}]),
    "sgd_mom_update": ([SOME], {"lr": 0.1}, [{"momentum": 0.9}, {"momentum": 0.9, "lazy_update": False}]),
    "nag_mom_update": ([SOME], {"lr": 0.1}, [{"momentum": 0.9}]),
    "signsgd_update": ([], {"lr": 0.1}, []),
    "signum_update": ([SOME], {"lr": 0.1}, [{"momentum": 0.9}, {"momentum": 0.9, "wd_lh": 0.2}]),
    "adam_update": ([SOME, POSITIVE], {"lr": 0.1},
                    [{"beta1": 0.8, "beta2": 0.9, "epsilon": 1e-2}, {"lazy_update": False}]),
    "ftml_update": ([POSITIVE, POSITIVE, SOME], {"lr": 0.1, "t": 3},
                    [{"beta1": 0.5, "beta2": 0.9, "epsilon": 1e-2}]),
    "ftrl_update": ([SOME, POSITIVE], {"lr": 0.1}, [{"lamda1": 0.5, "beta": 2.0}]),
    "rmsprop_update": ([POSITIVE], {"lr": 0.1},
                       [{"gamma1": 0.8, "epsilon": 1e-2}, {"clip_weights": 0.3}]),
    "rmspropalex_update": ([uniform(*SHAPE, low=1.1, high=2), SOME, SOME], {"lr": 0.1},
                           [{"gamma1": 0.8, "gamma2": 0.5, "epsilon": 1e-2}, {"clip_weights": 0.3}]),
}  # fmt: skip
COMMON = [
    {},
    {"wd": 0.1},
    {"rescale_grad": 0.25, "wd": 0.1},
    {"clip_gradient": 0.3, "rescale_grad": 2.0, "wd": 0.1},
    {"clip_gradient": 0.0},
]


def as_type(spec, dtype):
    return uniform(*spec.shape, low=spec.low, high=spec.high, dtype=dtype)


def attributes(name, given):
    return {"clip_grad" if name == "ftml_update" and k == "clip_gradient" else k: v for k, v in given.items()}


SINGLE = [
    row(name, SOME, SOME, *states, **needed, **attributes(name, attrs), out=out, grad=())
    for name, (states, needed, own) in RULES.items()
    for attrs in [*COMMON, *own, *({"wd": 0.1, **extra} for extra in own)]
    for out in ((), (0,))
]
OTHER_TYPES = [
    row(name, *(as_type(spec, dtype) for spec in (SOME, SOME, *states)), **needed, wd=0.1, grad=())
    for name, (states, needed, _) in RULES.items()
    for dtype in ("float64", "float16")
]

HALF = uniform(*SHAPE, dtype="float16")
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

ADAMW = [
    row(name, weight, weight, SOME, POSITIVE, *master, values([scale]), lr=lr, eta=0.5, **attrs, out=(0,), grad=())
    for name, weight, master in (("_adamw_update", SOME, []), ("_mp_adamw_update", HALF, [SOME]))
    for scale in (1.0, 0.25, 0.0, float("nan"), float("inf"))
    for lr in (0.1, 0.0)
    for attrs in (
        {},
        {"wd": 0.1},
        {"wd": 0.1, "clip_gradient": 0.3},
        {"beta1": 0.8, "beta2": 0.9, "epsilon": 1e-2},
    )
]  # fmt: skip

PHASE1 = [{}, {"bias_correction": False}, {"beta1": 0.8, "beta2": 0.9, "epsilon": 1e-2},
          {"rescale_grad": 0.25}, {"clip_gradient": 0.3}]  # fmt: skip
BOUNDS = [{}, {"lower_bound": 2.0}, {"upper_bound": 0.5}, {"lower_bound": 0.5, "upper_bound": 3.0}]
NORMS = [(1.5, 0.5), (0.0, 0.5), (1.5, 0.0)]
LAMB = [
    *(row("lamb_update_phase1", SOME, SOME, SOME, POSITIVE, t=t, wd=0.1, **attrs, grad=())
      for attrs in PHASE1 for t in (1, 2, 30)),
    row("lamb_update_phase1", *(as_type(s, "float64") for s in (SOME, SOME, SOME, POSITIVE)), t=2, wd=0.1, grad=()),
    *(row("mp_lamb_update_phase1", HALF, HALF, SOME, POSITIVE, SOME, t=2, wd=0.1, **attrs, grad=())
      for attrs in PHASE1),
    *(row("lamb_update_phase2", SOME, SOME, values([r1]), values([r2]), lr=0.1, **bounds, out=out, grad=())
      for r1, r2 in NORMS for bounds in BOUNDS for out in ((), (0,))),
    *(row("mp_lamb_update_phase2", HALF, SOME, values([r1]), values([r2]), SOME, lr=0.1, **bounds, grad=())
      for r1, r2 in NORMS for bounds in BOUNDS),
]  # fmt: skip

# the real MXNet knows the shapes of these outputs only from the arrays given as out
SMALL, SMALL_HALF = uniform(5), uniform(5, dtype="float16")
RATES = [((0.1, 0.2), (0.0, 0.1)), ((0.1, 0.1), (0.1, 0.1))]
MULTI_SGD = [
    row(f"{preloaded}multi_{mp}sgd_{mom}update",
        *(array for i in (0, 1) for array in (
            *((SOME, SMALL)[i], (SOME, SMALL)[i]) * (not mp),
            *((HALF, SMALL_HALF)[i], (HALF, SMALL_HALF)[i]) * bool(mp),
            *((SOME, SMALL)[i],) * (bool(mom) + bool(mp)),
        )),
        *((values(lrs), values(wds)) if preloaded else ()),
        **({} if preloaded else {"lrs": lrs, "wds": wds}),
        **({"momentum": 0.9} if mom else {}), **attrs,
        num_weights=2, out=(0, 2 + bool(mom) + bool(mp)), grad=())
    for preloaded in ("", "preloaded_")
    for mp in ("", "mp_")
    for mom in ("", "mom_")
    for lrs, wds in RATES
    for attrs in ({}, {"rescale_grad": 0.25}, {"rescale_grad": 2.0, "clip_gradient": 0.3})
]  # fmt: skip
MULTI_SGD += [
    row("multi_sgd_update", SOME, SOME, lrs=(0.1,), wds=(0.1,), out=(0,), grad=()),
    row("multi_sgd_mom_update", SOME, SOME, SOME, lrs=(0.1,), wds=(0.1,), out=(0,), grad=()),
]
MULTI_ADAMW = [
    row(f"_multi_{'mp_' * mp}adamw_update",
        *((HALF, HALF, SOME, POSITIVE, SOME, SMALL_HALF, SMALL_HALF, SMALL, uniform(5, low=0.1), SMALL) if mp else
          (SOME, SOME, SOME, POSITIVE, SMALL, SMALL, SMALL, uniform(5, low=0.1))),
        values([scale]), lrs=lrs, wds=wds, etas=(0.5, 0.5), num_weights=2, **attrs, out=(0, 5 if mp else 4), grad=())
    for mp in (False, True)
    for scale in (0.25, 0.0)
    for lrs, wds in RATES
    for attrs in ({}, {"clip_gradient": 0.1}, {"beta1": 0.8, "beta2": 0.9, "epsilon": 1e-2})
]  # fmt: skip
# the real MXNet squares float16 in float16
MULTI_LAMB = [
    row(f"_multi_{'mp_' * mp}lamb_update",
        *((HALF, HALF, SOME, POSITIVE, SOME, SMALL_HALF, SMALL_HALF, SMALL, uniform(5, low=0.1), SMALL) if mp else
          (SOME, SOME, SOME, POSITIVE, SMALL, SMALL, SMALL, uniform(5, low=0.1))),
        learning_rates=(0.1, 0.2), wds=(0.0, 0.1), step_count=(1, 7), num_tensors=2, **attrs,
        out=(0, 5 if mp else 4), rtol=1e-3 if mp else 1e-5, grad=())
    for mp in (False, True)
    for attrs in (*PHASE1, *BOUNDS[1:])
]  # fmt: skip

LARS = [
    *(row("multi_lars", values([0.1, 0.2, 0.3]), values([4.0, 0.0, 2.0]), values([1.0, 2.0, 0.0]),
          values([0.0, 0.1, 0.2]), eta=0.5, eps=1e-3, **attrs, grad=())
      for attrs in ({}, {"rescale_grad": 0.25})),
    *(row("multi_sum_sq", uniform(3, 4, dtype=dtype), uniform(5, dtype=dtype), num_arrays=2, grad=())
      for dtype in ("float32", "float64")),
    row("multi_sum_sq", HALF, SMALL_HALF, num_arrays=2, rtol=1e-3, grad=()),
]  # fmt: skip

ROWS = SINGLE + OTHER_TYPES + MIXED + ADAMW + LAMB + MULTI_SGD + MULTI_ADAMW + MULTI_LAMB + LARS
