"""Optimizers with all options, and schedules of learning rates."""

from __future__ import annotations

from .program import Program, kind

# The options of each that change its steps. Not SGLD, which draws random numbers, and not Adamax,
# which 1.9.1 has nan for.
OPTIONS: dict[str, dict] = {
    "sgd": {"momentum": (0.9,), "lazy_update": (False,)},
    "nag": {"momentum": (0.5, 0.9)},
    "signum": {"momentum": (0.0, 0.9), "wd_lh": (0.01,)},
    "adam": {"beta1": (0.5,), "beta2": (0.9,), "epsilon": (1e-3,), "lazy_update": (False,)},
    "adagrad": {"eps": (1e-3,)},
    "rmsprop": {"gamma1": (0.5,), "gamma2": (0.5,), "centered": (True,), "clip_weights": (0.5,)},
    "adadelta": {"rho": (0.5,), "epsilon": (1e-3,)},
    "ftrl": {"lamda1": (0.1,), "beta": (0.5,)},
    "ftml": {"beta1": (0.5,), "beta2": (0.9,), "epsilon": (1e-3,)},
    "nadam": {"beta1": (0.5,), "schedule_decay": (0.1,)},
    "dcasgd": {"lamda": (0.5,)},
    "lamb": {"beta1": (0.5,), "bias_correction": (False,), "lower_bound": (0.1,),
             "upper_bound": (1.0,)},
    "lars": {"momentum": (0.9,), "eta": (0.1,)},
    "lbsgd": {"momentum": (0.9,), "warmup_strategy": ("linear", "lars"), "batch_scale": (1, 2)},
}  # fmt: skip
GENERAL = {
    "wd": (0.1,), "rescale_grad": (0.5, 0.125), "clip_gradient": (0.5, 1.0),
    "begin_num_update": (3,),
}  # fmt: skip


@kind
def optimizer_steps(p: Program) -> None:
    """Steps of one optimizer on weights with multipliers, of float16 too."""
    name = p.choose(*OPTIONS)
    options = p.options(**GENERAL, **OPTIONS[name], multi_precision=(True,))
    rate = p.choose(0.01, 0.1, 0.5)
    divides = name in ("ftrl", "ftml")  # by the rate: 1.9.1 has nan where it is 0
    if p.choose(True, False) and not divides:
        options += f", lr_scheduler={_schedule(p, rate)}"
    optimizer = p.add(f"mx.optimizer.create({name!r}, learning_rate={rate}{options})")
    if p.choose(True, False):
        p.add(f"{optimizer}.set_lr_mult({{0: {p.choose(0.25 if divides else 0.0, 0.5, 2.0)}}})")
        p.add(f"{optimizer}.set_wd_mult({{0: {p.choose(0.0, 2.0)}, 1: 0.5}})")
    dtype = p.choose("float32", "float32", "float16", "float64")
    shapes = [p.shape(1, 3) for _ in range(p.number(1, 3))]
    weights = [p.array(shape, dtype) for shape in shapes]
    gradients = [p.array(shape, dtype, low=0.25) for shape in shapes]
    arrays = f"[{', '.join(weights)}], [{', '.join(gradients)}]"
    p.add(f"optimized({optimizer}, {arrays}, {p.number(1, 4)})")


def _schedule(p: Program, rate: float) -> str:
    warm_up = p.options(
        warmup_steps=(1, 3), warmup_begin_lr=(0.001,), warmup_mode=("linear", "constant")
    )
    limits = p.options(final_lr=(0.002,))
    return "mx.lr_scheduler." + p.choose(
        f"FactorScheduler({p.number(1, 4)}, factor={p.choose(0.5, 0.9)}"
        f"{p.options(stop_factor_lr=(0.004,))}, base_lr={rate}{warm_up})",
        f"MultiFactorScheduler({sorted(p.random.sample(range(4, 12), 2))}, factor=0.5, "
        f"base_lr={rate}{warm_up})",
        f"PolyScheduler({p.number(4, 10)}, base_lr={rate}, pwr={p.number(1, 3)}{limits}{warm_up})",
        f"CosineScheduler({p.number(4, 10)}, base_lr={rate}{limits}{warm_up})",
    )


@kind
def schedules(p: Program) -> None:
    """The learning rate at each step, also where steps are left out."""
    scheduler = p.add(_schedule(p, p.choose(0.01, 0.5)))
    steps = sorted(p.random.sample(range(1, 20), p.number(3, 15)))
    p.add(f"[float({scheduler}(step)) for step in {steps}]")
    p.add(f"float({scheduler}.base_lr)")


@kind
def update_operators(p: Program) -> None:
    """The operators that optimizers call."""
    shape = p.shape(1, 3)
    general = p.options(wd=(0.1,), rescale_grad=(0.5,), clip_gradient=(0.5, -1.0))
    w, g = p.array(shape), p.array(shape)
    states = [p.array(shape, low=0.1, high=1.0) for _ in range(3)]
    name, count = p.choose(
        ("sgd_update", 0), ("sgd_mom_update", 1), ("nag_mom_update", 1), ("signsgd_update", 0),
        ("signum_update", 1), ("adam_update", 2), ("rmsprop_update", 1), ("rmspropalex_update", 3),
        ("ftrl_update", 2), ("ftml_update", 3),
    )  # fmt: skip
    extra = ", t=3" if name == "ftml_update" else ""
    if name == "ftml_update":
        general = general.replace("clip_gradient", "clip_grad")
    arrays = ", ".join([w, g, *states[:count]])
    p.add(f"nd.{name}({arrays}, lr=0.1{general}{extra})")
    p.add(f"[{', '.join(states)}]")
    weights, gradients = [p.array(shape) for _ in range(2)], [p.array(shape) for _ in range(2)]
    pairs = ", ".join(f"{a}, {b}" for a, b in zip(weights, gradients, strict=True))
    p.add(f"nd.multi_sgd_update({pairs}, lrs=(0.1, 0.2), wds=(0, 0.1), num_weights=2, "
          f"out=[{', '.join(weights)}])")  # fmt: skip
    p.add(f"nd.multi_sum_sq({', '.join(weights)}, num_arrays=2)")
    clipped = p.choose("0.5", "100.0")
    p.add(f"float(gluon.utils.clip_global_norm([{', '.join(gradients)}], {clipped}))")
    p.add(f"[{', '.join(gradients)}]")
