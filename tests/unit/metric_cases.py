"""Metrics over two batches; the package that computes them is given."""

from __future__ import annotations

import pathlib

import numpy as np

from tests.ops.row import integers, uniform, values

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "metrics.npz"

SCORES, CLASSES = uniform(6, 4, low=0.05), integers(6, high=4)
PAIRS, BITS = values([[0.9, 0.1], [0.2, 0.8], [0.4, 0.6], [0.7, 0.3]]), values([0, 1, 0, 1])
NUMBERS, TRUTH = uniform(6), uniform(6)
MATRIX, TABLE = uniform(5, 3), uniform(5, 3)
IMAGES, PIXELS = uniform(2, 3, 4, 4), integers(2, 4, 4, high=3)

# The call that makes a metric, then the labels and the predictions of a batch.
METRICS = [
    ("Accuracy()", [CLASSES], [SCORES]),
    ("Accuracy()", [CLASSES, CLASSES], [SCORES, uniform(6, 4)]),
    ("Accuracy()", [CLASSES], [integers(6, high=4)]),
    ("Accuracy()", [PIXELS], [IMAGES]),
    ("Accuracy(axis=-1)", [integers(2, 3, 4, high=4)], [IMAGES]),
    ("TopKAccuracy(2)", [CLASSES], [SCORES]),
    ("TopKAccuracy(3)", [CLASSES], [SCORES]),
    ("F1()", [BITS], [PAIRS]),
    ("F1(average='micro')", [BITS], [PAIRS]),
    ("F1()", [values([0, 0])], [values([[0.9, 0.1], [0.8, 0.2]])]),
    ("MCC()", [BITS], [PAIRS]),
    ("MCC(average='micro')", [BITS], [PAIRS]),
    ("MCC()", [values([1, 1])], [values([[0.9, 0.1], [0.2, 0.8]])]),
    ("PCC()", [CLASSES], [SCORES]),
    ("PCC()", [BITS], [PAIRS]),
    ("Perplexity(None)", [CLASSES], [SCORES]),
    ("Perplexity(2)", [CLASSES], [SCORES]),
    ("Perplexity(None, axis=1)", [CLASSES], [SCORES]),
    ("CrossEntropy()", [CLASSES], [SCORES]),
    ("CrossEntropy(eps=0.1)", [CLASSES], [SCORES]),
    ("NegativeLogLikelihood()", [CLASSES], [SCORES]),
    *((f"{name}()", [TRUTH], [NUMBERS]) for name in ("MAE", "MSE", "RMSE")),
    *((f"{name}()", [TABLE], [MATRIX]) for name in ("MAE", "MSE", "RMSE")),
    *((f"{name}()", [TRUTH], [uniform(6, 1)]) for name in ("MAE", "MSE", "RMSE")),
    ("PearsonCorrelation()", [TRUTH], [NUMBERS]),
    ("PearsonCorrelation()", [TABLE], [MATRIX]),
    ("PearsonCorrelation(average='micro')", [TRUTH], [NUMBERS]),
    *((f"{name}()", [TRUTH], [MATRIX]) for name in ("Loss", "Torch", "Caffe")),
    ("CustomMetric(lambda label, pred: float(abs(label - pred).max()))", [TRUTH], [NUMBERS]),
    ("CustomMetric(lambda label, pred: (float(pred.sum()), pred.size))", [TRUTH], [NUMBERS]),
    ("np(lambda label, pred: float((label * pred).sum()), name='dot')", [TRUTH], [NUMBERS]),
    ("create(['acc', 'ce', 'nll_loss'])", [CLASSES], [SCORES]),
]


def name_of(case) -> str:
    call, labels, preds = case
    shapes = ", ".join(str(array.shape) for array in (*labels, *preds))
    return f"{call} of {shapes}"


def run(mx, case) -> np.ndarray:
    """Return the values after one batch, after two, then without the global sums."""
    call, labels, preds = case
    metric = eval(f"metric.{call}", {"metric": mx.metric})
    values = []
    for batch in range(2):
        arrays = [
            [mx.nd.array(spec.make(10 * batch + seed)) for seed, spec in enumerate(specs, first)]
            for first, specs in ((0, labels), (5, preds))
        ]
        metric.update(*arrays)
        values += [metric.get()[1], metric.get_global()[1]]
    metric.reset_local()
    values += [metric.get()[1], metric.get_global()[1]]
    return np.array(values, dtype=np.float64)


def record(mx):
    """Return the golden file, made by the real MXNet."""
    return {GOLDEN: {name_of(case): run(mx, case) for case in METRICS}}
