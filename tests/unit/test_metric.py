"""Metrics: values as the real MXNet 1.9.1 computed them, and what ours does better."""

from __future__ import annotations

import inspect
import math
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet import metric, nd
from tests.golden import archive
from tests.unit.metric_cases import GOLDEN, METRICS, name_of, run

EXPECTED = archive.load(GOLDEN)


@pytest.mark.parametrize("case", METRICS, ids=name_of)
def test_values(case):
    np.testing.assert_allclose(run(mx, case), EXPECTED[name_of(case)], rtol=1e-5)


def test_every_metric_has_a_case():
    text = " ".join(call for call, *_ in METRICS)
    for name in metric.__all__:
        member = getattr(metric, name)
        if inspect.isclass(member) and name not in ("EvalMetric", "CompositeEvalMetric"):
            assert f"{name}(" in text


def test_numpy_arrays_and_lists_are_taken_too():
    accuracy = metric.Accuracy()
    accuracy.update(np.array([0, 1]), np.array([[0.9, 0.1], [0.2, 0.8]]))
    accuracy.update([np.array([1])], [nd.array([[0.9, 0.1]])])
    assert accuracy.get() == ("accuracy", 2 / 3)


@pytest.mark.parametrize("name", ["F1", "MCC", "Accuracy", "PCC"])
def test_a_column_of_labels_is_a_list_of_labels(name):
    scores = nd.array([[0.3, 0.7], [0.6, 0.4], [0.5, 0.5]])
    results = []
    for labels in (nd.array([1, 0, 1]), nd.array([[1], [0], [1]])):
        each = getattr(metric, name)()
        each.update([labels], [scores])
        results.append(each.get())
    assert results[0] == results[1]


def test_a_composite_metric_keeps_the_values_of_its_metrics():
    accuracy = metric.Accuracy()
    accuracy.update([nd.array([0, 1])], [nd.array([[0.9, 0.1], [0.8, 0.2]])])
    composite = metric.CompositeEvalMetric([accuracy, "mse"])
    assert composite.get() == (["accuracy", "mse"], [0.5, pytest.approx(np.nan, nan_ok=True)])
    composite.reset()
    assert np.isnan(accuracy.get()[1])


def test_arrays_of_several_devices():
    accuracy = metric.Accuracy()
    labels = [nd.array([0], ctx=mx.cpu(i)) for i in range(2)]
    accuracy.update(labels, [nd.array([[0.9, 0.1]], ctx=mx.cpu(i)) for i in range(2)])
    assert accuracy.get() == ("accuracy", 1.0)


def test_a_value_is_a_plain_number():
    for each in (metric.Accuracy(), metric.MSE(), metric.Loss(), metric.PCC()):
        each.update([nd.array([0, 1, 1])], [nd.array([0, 1, 0])])
        assert type(each.get()[1]) is float


def test_metrics_are_pickled():
    accuracy = metric.Accuracy()
    accuracy.update(nd.array([0, 1]), nd.array([[0.9, 0.1], [0.9, 0.1]]))
    copy = pickle.loads(pickle.dumps(accuracy))
    assert copy.get() == ("accuracy", 0.5)
    copy.update(nd.array([0]), nd.array([[0.9, 0.1]]))
    assert copy.num_inst == 3 and accuracy.num_inst == 2


def test_more_than_there_are():
    best = metric.TopKAccuracy(9)
    best.update(nd.array([0, 2]), nd.ones((2, 3)))
    assert best.get() == ("top_k_accuracy_9", 1.0)


def test_perplexity_along_another_axis():
    scores = np.random.uniform(0.1, 1, (2, 3, 4))
    labels = np.random.randint(0, 3, (2, 4))
    along = metric.Perplexity(None, axis=1)
    along.update([nd.array(labels)], [nd.array(scores)])
    last = metric.Perplexity(None)
    last.update([nd.array(labels)], [nd.array(scores.transpose(0, 2, 1))])
    assert along.get() == pytest.approx(last.get())


def test_micro_pearson_forgets():
    correlation = metric.PearsonCorrelation(average="micro")
    correlation.update(nd.array([1, 2, 3]), nd.array([1, 2, 3]))
    correlation.reset()
    assert math.isnan(correlation.get()[1])
    correlation.update(nd.array([1, 2, 3]), nd.array([3, 2, 1]))
    assert correlation.get()[1] == pytest.approx(-1)


REFUSED = [
    (lambda: metric.create("foo"), AssertionError, "foo is not registered.*known are.*accuracy"),
    (lambda: metric.create(5), AssertionError, "metric must be of string type, got 5"),
    (lambda: metric.TopKAccuracy(1), AssertionError, "use Accuracy if top_k is no more than 1"),
    (
        lambda: metric.Accuracy().update([nd.ones(1)], []),
        ValueError,
        "Shape of labels 1 does not match shape of predictions 0",
    ),
    (
        lambda: metric.Accuracy().update(nd.ones(2), nd.ones((3, 2))),
        ValueError,
        "Shape of labels 2 does not match shape of predictions 3",
    ),
    (
        lambda: metric.F1().update(nd.array([0, 1, 2]), nd.ones((3, 2))),
        ValueError,
        "only support binary classification",
    ),
    (
        lambda: metric.Perplexity(None).update([nd.ones(2)], [nd.ones((3, 2))]),
        AssertionError,
        r"shape mismatch: \(2,\) vs. \(3, 2\)",
    ),
    (
        lambda: metric.TopKAccuracy(2).update(nd.ones(2), nd.ones((2, 2, 2))),
        AssertionError,
        "no more than 2 dims, got 3",
    ),
    (lambda: metric.EvalMetric("x").update(1, 2), NotImplementedError, "EvalMetric does not"),
    (
        lambda: metric.CustomMetric(max).get_config(),
        NotImplementedError,
        "CustomMetric cannot be serialized",
    ),
    (
        lambda: metric.Accuracy(label_names=["a"]).update_dict({"b": nd.ones(1)}, {}),
        KeyError,
        "a",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_bfloat16_is_read_as_numbers():
    metric = mx.metric.create(["acc", "mse"])
    metric.update([nd.array([1, 0])], [nd.array([0.75, 0.0]).astype("bfloat16")])
    assert metric.get()[1] == [0.5, 0.03125]
