"""Creation of metrics, and composite metrics."""

from __future__ import annotations

from ._base import EvalMetric, alias, create_registered, register
from ._values import CustomMetric


def create(metric, *args, **kwargs):
    """Create a metric from a name, a function ``(label, pred)``, a metric, or a list of these."""
    if isinstance(metric, type):
        raise TypeError(f"a metric is an object, got the class {metric.__name__}: call it")
    if callable(metric):
        return CustomMetric(metric, *args, **kwargs)
    if isinstance(metric, list):
        composite = CompositeEvalMetric()
        for child in metric:
            composite.add(create(child, *args, **kwargs))
        return composite
    return create_registered(metric, *args, **kwargs)


@register
@alias("composite")
class CompositeEvalMetric(EvalMetric):
    """Combines several metrics into one."""

    def __init__(self, metrics=None, name="composite", output_names=None, label_names=None):
        self.metrics = []  # so that the given metrics are not reset
        super().__init__(name, output_names, label_names, has_global_stats=True)
        self.metrics += map(create, metrics or ())

    def add(self, metric):
        """Append a metric."""
        self.metrics.append(create(metric))

    def _sum_over(self, group):
        self._tell_all("_sum_over", group)

    def get_metric(self, index):
        """Return the metric at a position."""
        count = len(self.metrics)
        if -count <= index < count:
            return self.metrics[index]
        # MXNet: the error is returned, not raised.
        return ValueError(f"Metric index {index} is out of range 0 and {count}")

    def _tell_all(self, method, *args):
        for metric in self.metrics:
            getattr(metric, method)(*args)

    def update_dict(self, labels, preds):
        chosen = _select(labels, self.label_names), _select(preds, self.output_names)
        self._tell_all("update_dict", *chosen)

    def update(self, labels, preds):
        self._tell_all("update", labels, preds)

    def reset(self):
        self._tell_all("reset")

    def reset_local(self):
        self._tell_all("reset_local")

    def get(self):
        return _gather(metric.get() for metric in self.metrics)

    def get_global(self):
        return _gather(metric.get_global() for metric in self.metrics)

    def get_config(self):
        return {**super().get_config(), "metrics": [m.get_config() for m in self.metrics]}


def _select(arrays, names):
    """Return the arrays with the given names, in order, or all for None."""
    return arrays if names is None else {k: v for k, v in arrays.items() if k in names}


def _gather(results):
    names, values = [], []
    for name, value in results:
        names += name if isinstance(name, list) else [name]
        values += value if isinstance(value, list) else [value]
    return names, values
