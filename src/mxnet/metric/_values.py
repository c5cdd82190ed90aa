"""Metrics of values that are already computed, and of functions."""

from __future__ import annotations

from ._base import Metric, as_list, check_label_shapes, register, to_numpy


@register
class Loss(Metric):
    """The mean of the outputs themselves."""

    def __init__(self, name="loss", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def update(self, _, preds):
        for pred in as_list(preds):
            self._add(float(to_numpy(pred).sum()), pred.size)


@register
class Torch(Loss):
    """The mean of the outputs, under the name of a Torch loss."""

    def __init__(self, name="torch", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)


@register
class Caffe(Loss):
    """The mean of the outputs, under the name of a Caffe loss."""

    def __init__(self, name="caffe", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)


@register
class CustomMetric(Metric):
    """A function ``(label, pred)`` of NumPy arrays as a metric.

    It returns the value of a batch, or a sum and a count.
    """

    def __init__(
        self, feval, name=None, allow_extra_outputs=False, output_names=None, label_names=None
    ):
        if not callable(feval):
            raise TypeError(f"feval is a function of labels and predictions, got {feval!r}")
        if name is None:
            name = feval.__name__
            name = f"custom({name})" if "<" in name else name
        super().__init__(name, output_names, label_names, feval=feval)
        self._feval = feval
        self._allow_extra_outputs = allow_extra_outputs

    def update(self, labels, preds):
        labels, preds = as_list(labels), as_list(preds)
        if not self._allow_extra_outputs:
            check_label_shapes(labels, preds)
        for label, pred in zip(labels, preds, strict=False):
            result = self._feval(to_numpy(label), to_numpy(pred))
            if result is None:
                raise ValueError(
                    f"the function of the metric {self.name!r} returned None: it must return a "
                    "number, or the sum and the number of samples"
                )
            self._add(*(result if isinstance(result, tuple) else (result, 1)))

    def get_config(self):
        raise NotImplementedError("CustomMetric cannot be serialized")


def np(numpy_feval, name=None, allow_extra_outputs=False):
    """Create a metric from a function ``(label, pred)`` of NumPy arrays.

    >>> np(lambda label, pred: 1.0, name="one").name
    'one'
    """

    return CustomMetric(numpy_feval, name, allow_extra_outputs)
