"""Metrics for TensorBoard."""

from __future__ import annotations

import sys
import types

import pytest

import mxnet as mx
from mxnet.contrib.tensorboard import LogMetricsCallback
from mxnet.model import BatchEndParam


def after(epoch, metric):
    return BatchEndParam(epoch=epoch, nbatch=7, eval_metric=metric, locals=None)


def accuracy():
    metric = mx.metric.Accuracy()
    metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.9, 0.1], [0.8, 0.2]])])
    return metric


class Writer:
    """Stands for TensorBoard's."""

    def __init__(self, folder):
        self.folder, self.scalars = folder, []

    def add_scalar(self, tag, data, step):
        self.scalars.append((tag, data, step))

    def flush(self):
        self.scalars.append("flush")


@pytest.fixture
def stand_in(monkeypatch):
    for name in ("tensorboard", "tensorboard.summary"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    sys.modules["tensorboard.summary"].Writer = Writer


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(("prefix", "tag"), [(None, "accuracy"), ("train", "train-accuracy")])
def test_each_metric_is_a_curve(prefix, tag):
    callback = LogMetricsCallback("folder", prefix)
    callback(after(3, accuracy()))
    callback(after(4, None))
    assert callback.summary_writer.folder == "folder"
    assert callback.summary_writer.scalars == [(tag, 0.5, 3), "flush"]


def test_without_tensorboard(monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorboard.summary", None)
    with pytest.raises(mx.MXNetError, match="needs tensorboard: pip install"):
        LogMetricsCallback("folder")


def test_curves_can_be_read_back(tmp_path):
    reading = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    callback = LogMetricsCallback(str(tmp_path))
    for epoch in range(3):
        callback(after(epoch, accuracy()))
    events = reading.EventAccumulator(str(tmp_path))
    events.Reload()
    assert [event.step for event in events.Tensors("accuracy")] == [0, 1, 2]
