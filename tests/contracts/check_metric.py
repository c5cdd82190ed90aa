"""The contract of every metric. Each check takes a sample; ``CHECKS`` lists them."""

from __future__ import annotations

import copy
import math
import pickle
from dataclasses import dataclass, field

import numpy as np
import pytest

import mxnet as mx
from mxnet import metric, nd

_random = np.random.RandomState(0)
SCORES, CLASSES = _random.uniform(0.1, 1, (2, 6, 4)), _random.randint(0, 4, (2, 6))
PAIRS = np.array([[[0.9, 0.1], [0.2, 0.8], [0.4, 0.6]], [[0.3, 0.7], [0.8, 0.2], [0.1, 0.9]]])
BITS = np.array([[0, 1, 0], [1, 0, 0]])
NUMBERS, TRUTH = _random.uniform(size=(2, 5)), _random.uniform(size=(2, 5))


def largest_error(label, pred):
    return float(np.abs(label - pred).max())


@dataclass(frozen=True)
class Sample:
    """A metric and two batches of labels and predictions."""

    kind: type
    labels: np.ndarray
    preds: np.ndarray
    arguments: dict = field(default_factory=dict)
    has_config: bool = True

    def __str__(self):
        options = ", ".join(f"{k}={v}" for k, v in self.arguments.items() if not callable(v))
        return f"{self.kind.__name__}({options})"

    def make(self, **options):
        return self.kind(**{**self.arguments, **options})

    def batch(self, number, make=nd.array):
        return make(self.labels[number]), make(self.preds[number])

    def update_all(self, evaluator=None, batches=(0, 1)):
        evaluator = evaluator or self.make()
        for number in batches:
            label, pred = self.batch(number)
            evaluator.update([label], [pred])
        return evaluator


SAMPLES = [
    Sample(metric.Accuracy, CLASSES, SCORES),
    Sample(metric.TopKAccuracy, CLASSES, SCORES, {"top_k": 2}),
    Sample(metric.F1, BITS, PAIRS),
    Sample(metric.F1, BITS, PAIRS, {"average": "micro"}),
    Sample(metric.MCC, BITS, PAIRS),
    Sample(metric.MCC, BITS, PAIRS, {"average": "micro"}),
    Sample(metric.PCC, CLASSES, SCORES),
    Sample(metric.Perplexity, CLASSES, SCORES, {"ignore_label": None}),
    Sample(metric.CrossEntropy, CLASSES, SCORES),
    Sample(metric.NegativeLogLikelihood, CLASSES, SCORES),
    *(Sample(kind, TRUTH, NUMBERS) for kind in (metric.MAE, metric.MSE, metric.RMSE)),
    Sample(metric.PearsonCorrelation, TRUTH, NUMBERS),
    Sample(metric.PearsonCorrelation, TRUTH, NUMBERS, {"average": "micro"}),
    *(Sample(kind, TRUTH, NUMBERS) for kind in (metric.Loss, metric.Torch, metric.Caffe)),
    Sample(metric.CustomMetric, TRUTH, NUMBERS, {"feval": largest_error}, has_config=False),
    Sample(metric.CompositeEvalMetric, CLASSES, SCORES, {"metrics": ["acc", "ce"]}),
]


def values_of(evaluator) -> list[float]:
    return [value for _, value in evaluator.get_name_value()]


def check_nothing_yet(sample):
    assert all(math.isnan(value) for value in values_of(sample.make()))


def check_names(sample):
    evaluator = sample.update_all()
    name, value = evaluator.get()
    names = name if isinstance(name, list) else [name]
    assert names == [n for n, _ in evaluator.get_name_value()] and all(map(str, names))
    assert str(evaluator) == f"EvalMetric: {dict(evaluator.get_name_value())}"
    assert all(type(v) is float for v in values_of(evaluator))


def check_own_name(sample):
    if sample.kind is metric.CompositeEvalMetric:
        return
    evaluator = sample.make(name="mine")
    assert evaluator.get()[0].startswith("mine")


def check_one_batch_is_like_another(sample):
    """The same batch twice has the value of once."""
    once, twice = sample.update_all(batches=(0,)), sample.update_all(batches=(0, 0))
    assert values_of(twice) == pytest.approx(values_of(once), rel=1e-6)


def check_reset(sample):
    evaluator = sample.update_all()
    evaluator.reset()
    assert all(math.isnan(value) for value in values_of(evaluator))
    assert values_of(sample.update_all(evaluator)) == values_of(sample.update_all())


def check_reset_local(sample):
    evaluator = sample.update_all(batches=(0,))
    evaluator.reset_local()
    assert all(math.isnan(value) for value in values_of(evaluator))
    sample.update_all(evaluator, batches=(1,))
    assert values_of(evaluator) == pytest.approx(values_of(sample.update_all(batches=(1,))))
    if sample.arguments.get("average") == "micro" and "Pearson" in sample.kind.__name__:
        return  # MXNet: it has no global sums
    total = [value for _, value in evaluator.get_global_name_value()]
    assert total == pytest.approx(values_of(sample.update_all()))


def check_dictionaries(sample):
    evaluator, (label, pred) = sample.make(), sample.batch(0)
    evaluator.update_dict({"label": label}, {"pred": pred})
    assert values_of(evaluator) == values_of(sample.update_all(batches=(0,)))


def check_chosen_outputs(sample):
    evaluator = sample.make(output_names=["pred"], label_names=["label"])
    label, pred = sample.batch(0)
    evaluator.update_dict({"label": label, "other": label}, {"other": pred, "pred": pred})
    assert values_of(evaluator) == values_of(sample.update_all(batches=(0,)))


def check_numpy(sample):
    evaluator = sample.make()
    label, pred = sample.batch(0, np.array)
    evaluator.update([label], [pred])
    assert values_of(evaluator) == pytest.approx(
        values_of(sample.update_all(batches=(0,))), rel=1e-5
    )


def check_single_arrays(sample):
    """Arrays need not be in lists."""
    evaluator = sample.make()
    evaluator.update(*sample.batch(0))
    assert values_of(evaluator) == values_of(sample.update_all(batches=(0,)))


def check_several_outputs(sample):
    """Two arrays in one call count as two batches, or at least as one value."""
    evaluator = sample.make()
    labels, preds = zip(sample.batch(0), sample.batch(0), strict=True)
    evaluator.update(list(labels), list(preds))
    assert values_of(evaluator) == pytest.approx(
        values_of(sample.update_all(batches=(0,))), rel=1e-6
    )


def check_devices(sample):
    evaluator = sample.make()
    label, pred = sample.batch(0, lambda a: nd.array(a, ctx=mx.cpu(1)))
    evaluator.update([label], [pred])
    assert values_of(evaluator) == values_of(sample.update_all(batches=(0,)))


def check_config(sample):
    if not sample.has_config:
        with pytest.raises(NotImplementedError):
            sample.make().get_config()
        return
    config = sample.make(output_names=["a"], label_names=["b"]).get_config()
    assert config["metric"] == sample.kind.__name__
    again = metric.create(config)
    assert type(again) is sample.kind and again.output_names == ["a"]


def check_copies(sample):
    evaluator = sample.update_all(batches=(0,))
    for other in (copy.deepcopy(evaluator), pickle.loads(pickle.dumps(evaluator))):
        assert values_of(other) == values_of(evaluator)
        assert values_of(sample.update_all(other, batches=(1,))) == values_of(sample.update_all())


def check_refusals(sample):
    if sample.kind in (metric.Loss, metric.Torch, metric.Caffe):
        return  # they look at no labels
    label, pred = sample.batch(0)
    with pytest.raises(ValueError, match="Shape of labels 2 does not match shape of predictions 1"):
        sample.make().update([label, label], [pred])


CHECKS = [value for name, value in list(globals().items()) if name.startswith("check_")]
