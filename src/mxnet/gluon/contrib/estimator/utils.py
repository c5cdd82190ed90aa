"""Checks of metrics that users and handlers provide, and figures."""

from __future__ import annotations

from ...._core.optional import optional_import
from ....metric import Accuracy, CompositeEvalMetric, EvalMetric
from ...loss import SoftmaxCrossEntropyLoss

__all__ = []


def _check_metrics(metrics) -> list[EvalMetric]:
    """Return metrics as a list, with composite metrics expanded."""
    if isinstance(metrics, CompositeEvalMetric):
        return [inner for metric in metrics.metrics for inner in _check_metrics(metric)]
    if isinstance(metrics, EvalMetric):
        return [metrics]
    listed = list(metrics) if isinstance(metrics, list | tuple) else ([metrics] if metrics else [])
    if not all(isinstance(metric, EvalMetric) for metric in listed):
        raise ValueError(
            "metrics must be a Metric or a list of Metric, refer to mxnet.metric.EvalMetric: "
            f"{metrics}. mx.metric.create(name) makes one of a name"
        )
    return listed


def _check_handler_metric_ref(handler, known_metrics) -> None:
    """Reject a handler that reads metrics which are not updated."""
    for held in vars(handler).values():
        for metric in held if isinstance(held, list | tuple) else [held]:
            if isinstance(metric, EvalMetric):
                _check_metric_known(handler, metric, known_metrics)


def _check_metric_known(handler, metric, known_metrics) -> None:
    if not any(metric is known for known in known_metrics):
        raise ValueError(
            f"Event handler {type(handler).__name__} refers to a metric instance {metric} outside "
            "of the known training and validation metrics. Please use the metrics from "
            "estimator.train_metrics and estimator.val_metrics instead."
        )


def _suggest_metric_for_loss(loss) -> EvalMetric | None:
    """Return a suitable metric for a loss, or None if there is none."""
    return Accuracy() if isinstance(loss, SoftmaxCrossEntropyLoss) else None


def new_figure(width, height):
    """Return an empty figure, which notebooks display; matplotlib is optional and slow to load."""
    figures = optional_import(
        "mxnet.gluon.contrib.estimator._figures",
        "figures need matplotlib: pip install 'regluon[viz]'",
    )
    return figures.NotebookFigure(figsize=(width, height), layout="constrained")
