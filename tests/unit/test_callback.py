"""Callbacks: what they log and write. Plain use is in gluon/cases/."""

from __future__ import annotations

import logging
import re
from types import SimpleNamespace

import numpy as np
import pytest

from mxnet import callback, metric, nd


@pytest.fixture
def log(caplog):
    caplog.set_level(logging.INFO)
    return lambda: [re.sub(r"[\d.]+ samples", "N samples", r.getMessage()) for r in caplog.records]


def batch(number, epoch=0, counted=None):
    return SimpleNamespace(epoch=epoch, nbatch=number, eval_metric=counted, locals=None)


def accuracy():
    result = metric.Accuracy()
    result.update(nd.array([0, 1]), nd.array([[0.9, 0.1], [0.9, 0.1]]))
    return result


def test_speed_and_its_metric(log, monkeypatch):
    clock = iter(range(0, 100, 2))
    monkeypatch.setattr(callback.time, "time", lambda: next(clock))
    speed, counted = callback.Speedometer(batch_size=10, frequent=2), accuracy()
    for number in range(5):
        speed(batch(number, counted=counted))
    assert log() == [
        "Epoch[0] Batch [0-2]\tSpeed: N samples/sec\taccuracy=0.500000",
        "Epoch[0] Batch [2-4]\tSpeed: N samples/sec\taccuracy=nan",
    ]


def test_a_metric_whose_value_is_an_array_of_one_element(log):
    counted = metric.create(lambda label, pred: np.abs(label - pred).mean(axis=0))
    counted.update([nd.array([[1], [2]])], [nd.array([[1], [3]])])
    assert type(counted.get()[1]) is not float
    speed = callback.Speedometer(batch_size=1, frequent=1, auto_reset=False)
    for number in range(2):
        speed(batch(number, counted=counted))
    callback.log_train_metric(1)(batch(1, counted=counted))
    assert [line[line.index("<") :] for line in log()] == ["<lambda>)=0.500000"] * 2


def test_the_speed_is_that_of_the_clock(caplog, monkeypatch):
    caplog.set_level(logging.INFO)
    times = iter([0.0, 4.0, 4.0, 4.0])
    monkeypatch.setattr(callback.time, "time", lambda: next(times))
    speed = callback.Speedometer(batch_size=10, frequent=2)
    for number in range(3):
        speed(batch(number))
    assert caplog.messages == ["Iter[0] Batch [2]\tSpeed: 5.00 samples/sec"]


def test_clock_that_does_not_advance(caplog, monkeypatch):
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(callback.time, "time", lambda: 1.0)
    speed = callback.Speedometer(batch_size=10, frequent=1)
    speed(batch(0))
    speed(batch(1))
    assert "Speed: inf samples/sec" in caplog.text


def test_progress(log):
    bar = callback.ProgressBar(total=3, length=6)
    for number in range(4):
        bar(batch(number))
    assert log() == ["[------] 0%\r", "[==----] 34%\r", "[====--] 67%\r", "[======] 100%\r"]


def test_metrics_of_training_and_validation(log):
    counted = accuracy()
    callback.log_train_metric(2)(batch(2, 1, counted))
    callback.log_train_metric(2)(batch(3, 1, counted))
    callback.LogValidationMetricsCallback()(batch(0, 1, counted))
    callback.LogValidationMetricsCallback()(batch(0, 1, None))
    assert log() == [
        "Iter[1] Batch[2] Train-accuracy=0.500000",
        "Epoch[1] Validation-accuracy=0.500000",
    ]
    callback.log_train_metric(1, auto_reset=True)(batch(1, 1, counted))
    assert counted.num_inst == 0 and counted.global_num_inst == 2


def test_checkpoints(tmp_path):
    save = callback.do_checkpoint(str(tmp_path / "net"), period=2)
    for epoch in range(4):
        save(epoch, None, {"w": nd.ones((2,))}, {"m": nd.zeros((1,))})
    assert sorted(p.name for p in tmp_path.iterdir()) == ["net-0002.params", "net-0004.params"]
    assert sorted(nd.load(str(tmp_path / "net-0002.params"))) == ["arg:w", "aux:m"]
    every = callback.do_checkpoint(str(tmp_path / "every"), period=0)
    every(0, None, {}, {"m": nd.zeros((1,))})
    assert (tmp_path / "every-0001.params").exists()


def test_checkpoints_of_modules():
    seen = []
    module = SimpleNamespace(save_checkpoint=lambda *args: seen.append(args))
    save = callback.module_checkpoint(module, "net", period=2, save_optimizer_states=True)
    for epoch in range(4):
        save(epoch, None, None, None)
    assert seen == [("net", 2, True), ("net", 4, True)]
