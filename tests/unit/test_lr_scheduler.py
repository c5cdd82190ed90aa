"""Schedules: the rates that the real MXNet 1.9.1 gives, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import lr_scheduler

# Rates at the updates 0, 1, 2 ..., asked for in this order, as 1.9.1 gives them.
RATES = [
    (
        ("FactorScheduler", {"step": 2, "factor": 0.5, "base_lr": 0.8}),
        [0.8, 0.8, 0.8, 0.4, 0.4, 0.2, 0.2, 0.1, 0.1, 0.05, 0.05, 0.025, 0.025, 0.0125],
    ),
    (
        ("FactorScheduler", {"step": 3, "factor": 0.1, "stop_factor_lr": 0.05, "base_lr": 1}),
        [1, 1, 1, 1, 0.1, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05],
    ),
    (
        (
            "FactorScheduler",
            {
                "step": 2,
                "factor": 0.5,
                "base_lr": 0.8,
                "warmup_steps": 3,
                "warmup_mode": "constant",
                "warmup_begin_lr": 0.2,
            },
        ),
        [0.2, 0.2, 0.2, 0.4, 0.4, 0.2, 0.2, 0.1, 0.1, 0.05, 0.05, 0.025, 0.025, 0.0125],
    ),
    (
        ("MultiFactorScheduler", {"step": [2, 5, 9], "factor": 0.1, "base_lr": 1}),
        [1, 1, 1, 0.1, 0.1, 0.1, 0.01, 0.01, 0.01, 0.01, 0.001, 0.001, 0.001, 0.001],
    ),
    (
        ("PolyScheduler", {"max_update": 10, "base_lr": 1.0}),
        [1, 0.81, 0.64, 0.49, 0.36, 0.25, 0.16, 0.09, 0.04, 0.01, 0, 0, 0, 0],
    ),
    (
        ("PolyScheduler", {"max_update": 10, "base_lr": 1.0, "pwr": 1, "final_lr": 0.1}),
        [1, 0.91, 0.82, 0.73, 0.64, 0.55, 0.46, 0.37, 0.28, 0.19, 0.1, 0.1, 0.1, 0.1],
    ),
    (
        ("PolyScheduler", {"max_update": 10, "base_lr": 1.0, "warmup_steps": 4}),
        [0, 0.25, 0.5, 0.75, 1, 0.694444, 0.444444, 0.25, 0.111111, 0.027778, 0, 0, 0, 0],
    ),
    (
        ("CosineScheduler", {"max_update": 10, "base_lr": 1.0}),
        [1, 0.975528, 0.904508, 0.793893, 0.654508, 0.5, 0.345492, 0.206107, 0.095492, 0.024472, 0],
    ),
    (
        ("CosineScheduler", {"max_update": 10, "base_lr": 1.0, "final_lr": 0.1}),
        [1, 0.977975, 0.914058, 0.814503, 0.689058, 0.55, 0.410942, 0.285497, 0.185942, 0.122025],
    ),
    (
        (
            "CosineScheduler",
            {"max_update": 10, "base_lr": 1.0, "warmup_steps": 3, "warmup_begin_lr": 0.1},
        ),
        [0.1, 0.4, 0.7, 1, 0.950484, 0.811745, 0.61126, 0.38874, 0.188255, 0.049516, 0, 0],
    ),
]


def make(name, options):
    return getattr(lr_scheduler, name)(**options)


@pytest.mark.parametrize(("schedule", "rates"), RATES, ids=lambda value: str(value)[:60])
def test_rates(schedule, rates):
    schedule = make(*schedule)
    assert [schedule(n) for n in range(len(rates))] == pytest.approx(rates, abs=1e-6)


def test_lowered_rate_stays_low():
    schedule = lr_scheduler.FactorScheduler(2, 0.5, base_lr=0.8)
    assert [schedule(7), schedule(3), schedule(9)] == [0.1, 0.1, 0.05]
    assert schedule.base_lr == 0.05


def test_a_warm_up_of_all_updates():
    schedule = lr_scheduler.CosineScheduler(4, 1.0, warmup_steps=4)
    assert [schedule(n) for n in (3, 4, 5)] == [0.75, 0, 0]


def test_a_warm_up_has_an_end():
    schedule = lr_scheduler.LRScheduler(1.0, warmup_steps=2)
    assert schedule.get_warmup_lr(1) == 0.5
    with pytest.raises(ValueError, match="update 2 is after the warm-up of 2 steps"):
        schedule.get_warmup_lr(2)


@pytest.mark.parametrize(
    ("schedule", "error", "text"),
    [
        (("FactorScheduler", {"step": 0}), ValueError, "greater or equal than 1 round"),
        (("FactorScheduler", {"step": 1, "factor": 2}), ValueError, "no more than 1"),
        (("MultiFactorScheduler", {"step": [3, 2]}), ValueError, "increasing integer list"),
        (("MultiFactorScheduler", {"step": [0, 2]}), ValueError, "greater or equal than 1 round"),
        (("MultiFactorScheduler", {"step": 3}), AssertionError, "must be a list .* got 3"),
        (("PolyScheduler", {"max_update": 0}), ValueError, "strictly positive"),
        (("PolyScheduler", {"max_update": "a"}), AssertionError, "must be an int, got 'a'"),
        (("CosineScheduler", {"max_update": 9, "warmup_steps": -1}), ValueError, "positive or 0"),
        (("CosineScheduler", {"max_update": 9, "warmup_steps": 1.5}), AssertionError, "an int"),
        (("CosineScheduler", {"max_update": 9, "warmup_mode": "x"}), ValueError, "linear and con"),
        (("CosineScheduler", {"max_update": 9, "warmup_begin_lr": 1}), ValueError, "be higher"),
    ],
)
def test_refused(schedule, error, text):
    with pytest.raises(error, match=text):
        make(*schedule)


def test_the_base_has_no_rule():
    with pytest.raises(NotImplementedError, match="LRScheduler does not define __call__"):
        lr_scheduler.LRScheduler()(1)


def test_one_cycle_rises_then_falls():
    schedule = lr_scheduler.OneCycleScheduler(100, base_lr=1.0, rise=0.25, begin_factor=10)
    rates = [schedule(n) for n in range(120)]
    peak = rates.index(max(rates))
    assert (rates[0], peak, rates[peak]) == (pytest.approx(0.1), 25, 1.0)
    assert all(a < b for a, b in zip(rates[:25], rates[1:26], strict=True))
    assert all(a > b for a, b in zip(rates[25:100], rates[26:101], strict=True))
    assert rates[100] == rates[119] == pytest.approx(1e-5)


PLATEAUS = [
    {},
    {"patience": 0},
    {"patience": 1, "cooldown": 2},
    {"mode": "max", "patience": 2, "threshold": 0.1},
    {"stop_factor_lr": 0.02, "factor": 0.3, "patience": 1},
]


@pytest.mark.parametrize("options", PLATEAUS, ids=str)
def test_plateaus_are_those_of_torch(options):
    options = {"patience": 2, **options}
    ours = lr_scheduler.PlateauScheduler(base_lr=0.5, **options)
    lowest = options.pop("stop_factor_lr", 1e-8)
    optimizer = torch.optim.SGD([torch.zeros(1)], lr=0.5)
    theirs = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, min_lr=lowest, eps=0, **options)
    values = np.random.default_rng(0).normal(5, 1, 40)
    for number, value in enumerate(values):
        ours.observe(value)
        theirs.step(value)
        assert ours(number) == pytest.approx(optimizer.param_groups[0]["lr"])


@pytest.mark.parametrize(
    ("schedule", "text"),
    [
        (("OneCycleScheduler", {"max_update": 10, "rise": 1.0}), "between 0 and 1, got 1.0"),
        (("OneCycleScheduler", {"max_update": 10, "begin_factor": 0}), "at least 1"),
        (("PlateauScheduler", {"mode": "least"}), "'min' or 'max'.*'least'"),
    ],
)
def test_invalid_arguments_of_new_schedules(schedule, text):
    with pytest.raises(ValueError, match=text):
        make(*schedule)


def test_schedules_of_mx_misc_lower_the_rate_at_the_step():
    # The rates that 1.9.1 gives; base_lr stays what the optimizer has assigned.
    schedule = mx.misc.FactorScheduler(10, factor=0.5)
    assert mx.optimizer.SGD(lr_scheduler=schedule).learning_rate == 0.01
    schedule.base_lr = 0.4
    updates = (0, 1, 9, 10, 11, 20, 25)
    assert [schedule(n) for n in updates] == [0.4, 0.4, 0.4, 0.2, 0.2, 0.1, 0.1]
    assert schedule.base_lr == 0.4
    assert isinstance(schedule, mx.misc.LearningRateScheduler)


def test_mx_misc_reports_a_lower_rate(caplog):
    schedule = mx.misc.FactorScheduler(2)
    with caplog.at_level("INFO"):
        rates = [schedule(n) for n in range(4)]
    assert rates == pytest.approx([0.01, 0.01, 0.001, 0.001])
    assert caplog.messages == ["At Iteration [2]: Switched to learning rate 0.00100"]


@pytest.mark.parametrize(
    ("step", "factor", "text"),
    [(0, 0.5, "greater or equal than 1 round"), (2, 1.0, "Factor must be less than 1")],
)
def test_invalid_arguments_of_schedules_of_mx_misc(step, factor, text):
    with pytest.raises(ValueError, match=text):
        mx.misc.FactorScheduler(step, factor)


def test_the_base_of_mx_misc_has_no_rule():
    with pytest.raises(NotImplementedError, match="LearningRateScheduler does not define"):
        mx.misc.LearningRateScheduler()(1)
