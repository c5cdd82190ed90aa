"""The settings of a Caffe solver as an optimizer and a schedule."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ... import lr_scheduler, optimizer
from ...base import MXNetError
from ._model import read_text

# Types of solvers, in the new form and in the old one.
_OPTIMIZERS = {"SGD": "sgd", "NESTEROV": "nag", "ADAGRAD": "adagrad", "RMSPROP": "rmsprop",
          "ADADELTA": "adadelta", "ADAM": "adam"}  # fmt: skip


class CaffeScheduler(lr_scheduler.LRScheduler):
    """The learning rate by iteration, with Caffe's policies.

    >>> rate = CaffeScheduler("step", 0.1, gamma=0.5, stepsize=100)
    >>> rate(0), rate(100), rate(250)
    (0.1, 0.05, 0.025)
    """

    def __init__(self, policy, base_lr, gamma=0.1, power=1.0, stepsize=1, stepvalue=(), max_iter=1):
        super().__init__(base_lr)
        if policy not in _POLICIES:
            raise MXNetError(f"lr_policy {policy!r} is not one of {', '.join(_POLICIES)}")
        self.policy, self.gamma, self.power = policy, gamma, power
        self.stepsize, self.stepvalue, self.max_iter = stepsize, tuple(stepvalue), max_iter

    def __call__(self, num_update):
        return self.base_lr * _POLICIES[self.policy](self, num_update)


_POLICIES = {
    "fixed": lambda s, i: 1.0,
    "step": lambda s, i: s.gamma ** (i // s.stepsize),
    "multistep": lambda s, i: s.gamma ** sum(i >= value for value in s.stepvalue),
    "exp": lambda s, i: s.gamma**i,
    "inv": lambda s, i: (1 + s.gamma * i) ** -s.power,
    "poly": lambda s, i: (1 - min(i, s.max_iter) / s.max_iter) ** s.power,
    "sigmoid": lambda s, i: 1 / (1 + math.exp(-s.gamma * (i - s.stepsize))),
}


@dataclass(frozen=True, slots=True)
class Solver:
    """The training settings in a ``solver.prototxt``.

    Pass ``optimizer`` to a Trainer or a Module. A step uses ``iter_size`` batches, so gradients of
    that many are accumulated (``grad_req="add"``).
    """

    optimizer: optimizer.Optimizer
    max_iter: int
    iter_size: int
    net: str
    test_interval: int
    snapshot: int
    snapshot_prefix: str


def read_solver(path) -> Solver:
    """Read a ``solver.prototxt``."""
    text = read_text(path)
    solver = str(text.get("type", text.get("solver_type", "SGD"))).upper()
    if solver not in _OPTIMIZERS:
        raise MXNetError(
            f"{str(path)!r}: the solver {solver} is not one of {', '.join(_OPTIMIZERS)}"
        )
    if "base_lr" not in text:
        raise MXNetError(f"{str(path)!r} is not a solver: it has no base_lr")
    if text.get("regularization_type", "L2") != "L2":
        raise MXNetError(f"{str(path)!r}: regularization_type must be L2")
    rate, max_iter = text.get("base_lr"), text.get("max_iter", 1)
    schedule = CaffeScheduler(
        text.get("lr_policy", "fixed"), rate, text.get("gamma", 0.1), text.get("power", 1.0),
        text.get("stepsize", 1), text["stepvalue"], max_iter,
    )  # fmt: skip
    options = {"learning_rate": rate, "lr_scheduler": schedule, "wd": text.get("weight_decay", 0.0)}
    if (clip := text.get("clip_gradients", -1)) > 0:
        raise MXNetError(
            f"{str(path)!r}: clip_gradients {clip} bounds the norm of all gradients; call "
            "gluon.utils.clip_global_norm before each step, and leave it out of the solver"
        )
    return Solver(
        optimizer.create(_OPTIMIZERS[solver], **options, **_rule(solver, text)), max_iter,
        text.get("iter_size", 1), text.get("net", text.get("train_net", "")),
        text.get("test_interval", 0), text.get("snapshot", 0), text.get("snapshot_prefix", ""),
    )  # fmt: skip


def _rule(solver: str, text) -> dict:
    """Return the settings of one solver type, whose names and defaults differ."""
    if solver in ("SGD", "NESTEROV"):
        return {"momentum": text.get("momentum", 0.0)}
    epsilon = {"epsilon": text.get("delta", 1e-8)}
    if solver == "ADAM":
        return {"beta1": text.get("momentum", 0.9), "beta2": text.get("momentum2", 0.999),
                **epsilon}  # fmt: skip
    if solver == "RMSPROP":
        return {"gamma1": text.get("rms_decay", 0.99), **epsilon}
    if solver == "ADADELTA":
        return {"rho": text.get("momentum", 0.95), **epsilon}
    return {"eps": text.get("delta", 1e-8)}
