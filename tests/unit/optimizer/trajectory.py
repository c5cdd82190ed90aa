"""Fifteen steps of every optimizer over three weights, with gradients that change.

Only NumPy is imported here: the same code runs on this package and, to record what is right, on
the real MXNet 1.9.1.
"""

from __future__ import annotations

import pathlib

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "optimizers.npz"
SEEN = (1, 2, 3, 7, 15)  # the steps whose weights are kept
SHAPES = {"fc_weight": (3, 4), "fc_bias": (5,), "bn_gamma": (2, 2, 3)}
NAMES = dict(enumerate(SHAPES))

DECAY = {"wd": 0.05, "rescale_grad": 0.5, "clip_gradient": 0.3}
HALF = {"multi_precision": True, "wd": 0.05, "rescale_grad": 0.5}
SCHEDULES = {
    "factor": ("FactorScheduler", {"step": 3, "factor": 0.5, "base_lr": 0.2}),
    "warm": (
        "CosineScheduler",
        {"max_update": 12, "base_lr": 0.2, "final_lr": 0.01, "warmup_steps": 4},
    ),
}
MULTIPLIED = {"learning_rate": 0.1, "wd": 0.05, "param_idx2name": NAMES}

# By optimizer, what it is made with; each also runs with the variants of COMMON.
OWN = {
    "sgd": [{"momentum": 0.9}, {"momentum": 0.9, **DECAY}, {"momentum": 0.9, **HALF}],
    "ccsgd": [{"momentum": 0.5}],
    "nag": [{"momentum": 0.9}, {"momentum": 0.9, **DECAY}, {"momentum": 0.9, **HALF}],
    "signum": [{"momentum": 0.0}, {"momentum": 0.0, **DECAY}, {"wd_lh": 0.02}],
    "ftml": [{"beta1": 0.8, "beta2": 0.9, "epsilon": 1e-3}],
    "lars": [
        {"momentum": 0.9, "learning_rate": 50.0},
        {"momentum": 0.9, "learning_rate": 50.0, "momentum_correction": False, **DECAY},
        {"momentum": 0.9, "schedule": "factor", "eta": 0.1, "eps": 1e-3},
        {"momentum": 0.9, "learning_rate": 5.0, "eta": 0.1, **HALF},
        {"momentum": 0.9, "learning_rate": 5.0, "eta": 0.1, "param_idx2name": NAMES, **DECAY},
    ],
    "lbsgd": [
        {"momentum": 0.9},
        {"momentum": 0.9, **DECAY},
        {"momentum": 0.9, **HALF},
        *(
            {"warmup_strategy": strategy, "batch_scale": scale, "updates_per_epoch": 2, **more}
            for strategy in ("linear", "power2", "sqrt", "lars", "none")
            for scale, more in ((4, {}), (1, {"momentum": 0.5, "warmup_epochs": 3, "wd": 0.05}))
        ),
        {"batch_scale": 2, "begin_epoch": 2, "num_epochs": 20, "updates_per_epoch": 3},
    ],
    "lamb": [
        {"learning_rate": 0.1, "bias_correction": False},
        {"learning_rate": 0.1, "lower_bound": 1.0, "upper_bound": 1.5},
        {"learning_rate": 0.1, "epsilon": 1e-2, "beta1": 0.8, "beta2": 0.9},
    ],
    "dcasgd": [{"lamda": 0.5, **DECAY}],  # MXNet: fails with momentum
    "adam": [{"learning_rate": 0.1, "beta1": 0.8, "beta2": 0.9, "epsilon": 1e-3}],
    "adagrad": [{"learning_rate": 0.1, "eps": 1e-3}],
    "rmsprop": [
        {"learning_rate": 0.05, "centered": True},
        {"learning_rate": 0.05, "centered": True, **DECAY},
        {"learning_rate": 0.05, "clip_weights": 0.4, "gamma1": 0.8, "epsilon": 1e-3},
        {"learning_rate": 0.05, "clip_weights": 0.4, "centered": True, "gamma2": 0.5},
        {"learning_rate": 0.05, "centered": True, **HALF},
    ],
    "adadelta": [{"rho": 0.8, "epsilon": 1e-3}],
    "ftrl": [{"lamda1": 0.2, "beta": 0.5}, {"lamda1": 0.1, "learning_rate": 0.5, **DECAY}],
    "adamax": [{"learning_rate": 0.1, "beta1": 0.8, "beta2": 0.9}],
    "nadam": [{"learning_rate": 0.1, "beta1": 0.8, "beta2": 0.9, "schedule_decay": 0.1}],
    "groupadagrad": [{"learning_rate": 0.1, "eps": 1e-2}],
    "test": [],
}
COMMON = [
    {"learning_rate": 0.1},
    {"learning_rate": 0.1, **DECAY},
    {"learning_rate": 0.1, **HALF},
    {"schedule": "factor"},
    {"schedule": "warm", "wd": 0.05},
    MULTIPLIED,
    {**MULTIPLIED, "mult": {"fc_weight": 0.5, "fc_bias": 3.0}},
]
LARGER = {"lars": {"eta": 0.1}}  # its default moves weights by less than the tolerance
# MXNet: it refuses weight decay, and matrices are all it takes.
NO_DECAY = {"groupadagrad"}


def cases() -> dict[str, tuple[str, dict]]:
    """Return optimizers and their arguments by a name that says both."""
    result = {}
    for optimizer, own in OWN.items():
        for arguments in (*own, *({**LARGER.get(optimizer, {}), **one} for one in COMMON)):
            if optimizer in NO_DECAY and arguments.get("wd"):
                arguments = {k: v for k, v in arguments.items() if k != "wd"}
            text = " ".join(f"{k}={v}" for k, v in arguments.items() if k != "param_idx2name")
            named = " named" if "param_idx2name" in arguments else ""
            result[f"{optimizer} {text}{named}"] = (optimizer, arguments)
    return result


def gradient(step: int, position: int, shape) -> np.ndarray:
    """Return a gradient; now and then some of it, or all, is 0."""
    values = np.random.RandomState(100 * step + position).uniform(-1, 1, shape)
    if step == 5:
        values[...] = 0
    if step % 4 == 2:
        values[0] = 0
    return values


def make(mx, optimizer: str, arguments: dict):
    arguments = dict(arguments)
    multipliers = arguments.pop("mult", None)
    schedule = arguments.pop("schedule", None)
    if schedule:
        kind, options = SCHEDULES[schedule]
        arguments["lr_scheduler"] = getattr(mx.lr_scheduler, kind)(**options)
    opt = mx.optimizer.create(optimizer, **arguments)
    if multipliers:
        opt.set_lr_mult(multipliers)
        opt.set_wd_mult(multipliers)
    return opt


def flatten(state) -> list:
    if state is None:
        return []
    if isinstance(state, (tuple, list)):
        return [array for part in state for array in flatten(part)]
    return [state.asnumpy()]


def follow(mx, optimizer: str, arguments: dict) -> dict[str, np.ndarray]:
    """Take all steps; return the weights after some of them, and the states at the end."""
    dtype = "float16" if arguments.get("multi_precision") else "float32"
    shapes = list(SHAPES.values())
    if optimizer == "groupadagrad":
        shapes = [(3, 4), (5, 2), (2, 3)]
    updater = mx.optimizer.get_updater(make(mx, optimizer, arguments))
    weights = [
        mx.nd.array(np.random.RandomState(i).uniform(-1, 1, shape), dtype=dtype)
        for i, shape in enumerate(shapes)
    ]
    path = [[] for _ in shapes]
    for step in range(1, SEEN[-1] + 1):
        grads = [
            mx.nd.array(gradient(step, i, shape), dtype=dtype) for i, shape in enumerate(shapes)
        ]
        updater(list(range(len(shapes))), grads, weights)
        if step in SEEN:
            for steps, weight in zip(path, weights):  # noqa: B905
                steps.append(weight.asnumpy())
    arrays = {f"weight{i}": np.stack(steps) for i, steps in enumerate(path)}
    for i in range(len(shapes)):
        for k, state in enumerate(flatten(updater.states[i])):
            arrays[f"state{i}.{k}"] = state
    return arrays


def record(mx):
    """Return the golden file of trajectories, made by the real MXNet."""
    recorded = {
        f"{name}/{part}": array
        for name, (optimizer, arguments) in cases().items()
        for part, array in follow(mx, optimizer, arguments).items()
    }
    return {GOLDEN: recorded}
