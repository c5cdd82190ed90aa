"""Twenty steps of every update operator, from the same start, with gradients and rates that change.

Only NumPy is imported here: the same code runs on our arrays and, to record what is right, on those
of the real MXNet 1.9.1.
"""

from __future__ import annotations

import math
import pathlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "trajectories.npz"
STEPS = 20
SHAPES = ((3, 4), (5,))


def start(shape) -> np.ndarray:
    return np.random.RandomState(0).uniform(-1, 1, shape)


def gradient(step: int, shape) -> np.ndarray:
    return np.random.RandomState(step).uniform(-1, 1, shape)


def rate(step: int) -> float:
    return 0.1 * 0.9**step


def adam_rate(step: int) -> float:
    """The rate with Adam's bias correction, as the optimizer gives it to the operator."""
    return 0.01 * math.sqrt(1 - 0.999**step) / (1 - 0.9**step)


@dataclass(frozen=True)
class Trajectory:
    """One operator, each step ``op(weight, gradient, *states, *last(step), out=weight)``."""

    op: str
    attrs: Callable[[int], dict]
    states: int = 0  # arrays that begin as zeros
    mixed: bool = False  # float16, with a float32 copy of the weight after the states
    many: bool = False  # two weights in one call
    last: Callable[[int], list] = lambda step: []  # arrays after all others


COMMON = {"wd": 0.01, "rescale_grad": 0.5, "clip_gradient": 0.4}
NO_SCALE = {"wd": 0.01, "clip_gradient": 0.4}
TWO = {"rescale_grad": 0.5, "clip_gradient": 0.4, "num_weights": 2}


def rates(step: int) -> dict:
    return {"lrs": (rate(step), 2 * rate(step)), "wds": (0.0, 0.01)}


def lamb_rates(step: int) -> dict:
    return {"learning_rates": (rate(step),) * 2, "wds": (0.0, 0.01), "step_count": (step, step + 3)}


def preload_rates(step: int) -> list:
    return [np.array(values, "float32") for values in rates(step).values()]


def scale(step: int) -> list:
    """The gradients' scale as an array; now and then it overflows and the step is skipped."""
    return [np.array([np.inf if step % 7 == 0 else 0.5], "float32")]


SINGLE = [
    Trajectory("sgd_update", lambda t: {"lr": rate(t), **COMMON}),
    Trajectory("sgd_mom_update", lambda t: {"lr": rate(t), "momentum": 0.9, **COMMON}, 1),
    Trajectory("nag_mom_update", lambda t: {"lr": rate(t), "momentum": 0.9, **COMMON}, 1),
    Trajectory("signsgd_update", lambda t: {"lr": rate(t), "wd": 0.01}),
    Trajectory(
        "signum_update", lambda t: {"lr": rate(t), "momentum": 0.9, "wd_lh": 0.02, **COMMON}, 1
    ),
    Trajectory("adam_update", lambda t: {"lr": adam_rate(t), **COMMON}, 2),
    Trajectory("ftml_update", lambda t: {"lr": rate(t), "t": t, "wd": 0.01, "clip_grad": 0.4}, 3),
    Trajectory("ftrl_update", lambda t: {"lr": 0.1, "lamda1": 0.05, **COMMON}, 2),
    Trajectory("rmsprop_update", lambda t: {"lr": rate(t), "clip_weights": 0.8, **COMMON}, 1),
    Trajectory("rmspropalex_update", lambda t: {"lr": rate(t), "epsilon": 1e-4, **COMMON}, 3),
    Trajectory(
        "_adamw_update", lambda t: {"lr": adam_rate(t), "eta": 0.5, **NO_SCALE}, 2, last=scale
    ),
]
MIXED = [
    Trajectory("mp_sgd_update", lambda t: {"lr": rate(t), **COMMON}, mixed=True),
    Trajectory("mp_sgd_mom_update", lambda t: {"lr": rate(t), "momentum": 0.9, **COMMON}, 1, True),
    Trajectory("mp_nag_mom_update", lambda t: {"lr": rate(t), "momentum": 0.9, **COMMON}, 1, True),
    Trajectory(
        "_mp_adamw_update",
        lambda t: {"lr": adam_rate(t), "eta": 0.5, **NO_SCALE},
        2,
        True,
        last=scale,
    ),
]
MANY = [
    Trajectory(
        f"{preload}multi_{mixed}sgd_{momentum}update",
        lambda t, preload=preload, momentum=momentum: {
            **({} if preload else rates(t)),
            **({"momentum": 0.9} if momentum else {}),
            **TWO,
        },
        states=1 if momentum else 0,
        mixed=bool(mixed),
        many=True,
        last=preload_rates if preload else Trajectory.last,
    )
    for preload in ("", "preloaded_")
    for mixed in ("", "mp_")
    for momentum in ("", "mom_")
]
MANY += [
    Trajectory(
        f"_multi_{mixed}adamw_update",
        lambda t: {**rates(t), "etas": (0.5, 1.0), "clip_gradient": 0.4, "num_weights": 2},
        states=2,
        mixed=bool(mixed),
        many=True,
        last=scale,
    )
    for mixed in ("", "mp_")
]
MANY += [
    Trajectory(
        f"_multi_{mixed}lamb_update",
        lambda t: {**lamb_rates(t), "rescale_grad": 0.5, "upper_bound": 1.5, "num_tensors": 2},
        states=2,
        mixed=bool(mixed),
        many=True,
    )
    for mixed in ("", "mp_")
]
TRAJECTORIES = {trajectory.op: trajectory for trajectory in SINGLE + MIXED + MANY}


def function(nd, name: str):
    return getattr(nd, name, None) or getattr(nd._internal, name)


def follow(nd, trajectory: Trajectory) -> dict[str, np.ndarray]:
    """Take all steps; return the weights after each of them, and the states at the end."""
    dtype = "float16" if trajectory.mixed else "float32"
    groups = []
    for shape in SHAPES if trajectory.many else SHAPES[:1]:
        weight = nd.array(start(shape), dtype=dtype)
        states = [nd.zeros(shape) for _ in range(trajectory.states)]
        groups.append([weight, *states, *([weight.astype("float32")] if trajectory.mixed else [])])
    path = [[] for _ in groups]
    for step in range(1, STEPS + 1):
        inputs = []
        for weight, *states in groups:
            inputs += [weight, nd.array(gradient(step, weight.shape), dtype=dtype), *states]
        inputs += [nd.array(array, dtype=array.dtype) for array in trajectory.last(step)]
        weights = [weight for weight, *_ in groups]
        function(nd, trajectory.op)(
            *inputs, out=weights if trajectory.many else weights[0], **trajectory.attrs(step)
        )
        for steps, weight in zip(path, weights):  # noqa: B905 (the real MXNet runs on older Pythons)
            steps.append(weight.asnumpy())
    seen = {f"weight{i}": np.stack(steps) for i, steps in enumerate(path)}
    for i, (_, *states) in enumerate(groups):
        seen.update({f"state{i}.{k}": state.asnumpy() for k, state in enumerate(states)})
    return seen


def follow_lamb(nd, mixed: bool) -> dict[str, np.ndarray]:
    """LAMB in its two phases, with the norms taken between them."""
    dtype = "float16" if mixed else "float32"
    weight = nd.array(start(SHAPES[0]), dtype=dtype)
    master = [weight.astype("float32")] if mixed else []
    mean, variance = nd.zeros(SHAPES[0]), nd.zeros(SHAPES[0])
    prefix, path = "mp_" * mixed, []
    for step in range(1, STEPS + 1):
        grad = nd.array(gradient(step, SHAPES[0]), dtype=dtype)
        direction = function(nd, f"{prefix}lamb_update_phase1")(
            weight, grad, mean, variance, *master, t=step, **COMMON
        )
        norms = [((array.astype("float32") ** 2).sum()) ** 0.5 for array in (weight, direction)]
        function(nd, f"{prefix}lamb_update_phase2")(
            weight, direction, *norms, *master, lr=rate(step), upper_bound=1.5, out=weight
        )
        path.append(weight.asnumpy())
    return {"weight0": np.stack(path), "state0.0": mean.asnumpy(), "state0.1": variance.asnumpy()}


def follow_lars(nd) -> dict[str, np.ndarray]:
    """LARS: rates of each layer from the norms of its weight and gradient."""
    weights = [nd.array(start(shape)) for shape in SHAPES]
    moms = [nd.zeros(shape) for shape in SHAPES]
    decays, path = nd.array([0.0, 0.01]), [[] for _ in SHAPES]
    for step in range(1, STEPS + 1):
        grads = [nd.array(gradient(step, shape)) for shape in SHAPES]
        sums = [nd.multi_sum_sq(*arrays, num_arrays=2) for arrays in (weights, grads)]
        base = nd.array([rate(step)] * 2)
        lrs = nd.multi_lars(base, *sums, decays, eta=0.5, eps=1e-6, rescale_grad=0.5)
        arrays = [array for group in zip(weights, grads, moms) for array in group]  # noqa: B905
        nd.preloaded_multi_sgd_mom_update(*arrays, lrs, decays, out=weights, momentum=0.9, **TWO)
        for steps, weight in zip(path, weights):  # noqa: B905
            steps.append(weight.asnumpy())
    return {f"weight{i}": np.stack(steps) for i, steps in enumerate(path)}


FOLLOW = {
    **{name: lambda nd, t=trajectory: follow(nd, t) for name, trajectory in TRAJECTORIES.items()},
    "lamb": lambda nd: follow_lamb(nd, False),
    "mp_lamb": lambda nd: follow_lamb(nd, True),
    "lars": follow_lars,
}


def record(mx):
    """Return the golden file, made by the real MXNet."""
    recorded = {
        f"{name}/{part}": array
        for name, steps in FOLLOW.items()
        for part, array in steps(mx.nd).items()
    }
    return {GOLDEN: recorded}
