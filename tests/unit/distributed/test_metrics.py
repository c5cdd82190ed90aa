"""Metrics over workers: the sums of all of them, for every kind of metric."""

import numpy as np
import pytest

from mxnet import metric, nd
from mxnet._distributed import read_launch

from .jobs import run_job

METRICS = {
    "Accuracy": metric.Accuracy,
    "TopKAccuracy": lambda: metric.TopKAccuracy(2),
    "F1 of all samples": lambda: metric.F1(average="micro"),
    "F1 of batches": metric.F1,
    "MCC": lambda: metric.MCC(average="micro"),
    "PCC": metric.PCC,
    "Pearson of all samples": lambda: metric.PearsonCorrelation(average="micro"),
    "Pearson of batches": metric.PearsonCorrelation,
    "Perplexity": lambda: metric.Perplexity(None),
    "MSE": metric.MSE,
    "several": lambda: metric.create(["acc", "ce"]),
}


def batches(name):
    """Return four batches of labels and predictions of a kind that the metric takes."""
    random = np.random.RandomState(0)
    for _ in range(4):
        if name.startswith(("Pearson", "MSE")):
            yield random.randn(6) + 50, random.randn(6) + 50
            continue
        classes = 2 if name.startswith(("F1", "MCC")) else 4
        scores = random.rand(6, classes)
        # Classes that some workers do not meet come late.
        yield random.randint(0, classes, 6), scores / scores.sum(1, keepdims=True)


def measure():
    launch = read_launch()
    results = {}
    for name, create in METRICS.items():
        one = create()
        for label, pred in list(batches(name))[launch.rank :: launch.size]:
            one.update([nd.array(label)], [nd.array(pred)])
        before = one.get()
        results[name] = one.over_workers().get(), one.over_workers().get_global()
        assert one.get() == before
    return results


def test_over_workers():
    alone = measure()
    answers = run_job(measure, 3)
    for name, (local, total) in alone.items():
        for answer in answers:
            assert answer[name][0][0] == local[0]
            np.testing.assert_allclose(answer[name][0][1], local[1], rtol=1e-6, err_msg=name)
            np.testing.assert_allclose(answer[name][1][1], total[1], rtol=1e-6, err_msg=name)


@pytest.mark.parametrize("name", ["Accuracy", "PCC", "Pearson of all samples"])
def test_nothing_was_taken_in(name):
    assert np.isnan(METRICS[name]().over_workers().get()[1])
