"""Common parts of metrics: sums over batches and workers, and a registry."""

from __future__ import annotations

import copy

import numpy

from .. import ndarray, registry
from .._core.dtypes import bfloat16
from .._core.one_element import convertible
from .._distributed import process_group
from .._text.foreign_names import METRIC
from .._text.html import table
from .._text.spelling import (
    ConstructorSignature,
    check_arguments,
    explain_foreign_names,
)
from ..error import AssertedValueError
from ..ndarray import NDArray


def check_label_shapes(labels, preds, wrap=False, shape=False):
    """Reject labels and predictions whose numbers, or with ``shape`` whose shapes, differ.

    With ``wrap``, single arrays are returned in lists.
    """
    for name, arrays in (("labels", labels), ("predictions", preds)):
        if not hasattr(arrays, "__len__"):
            raise TypeError(f"{name} must be arrays or lists of arrays, got {arrays!r}")
    ours, theirs = (labels.shape, preds.shape) if shape else (len(labels), len(preds))
    if ours != theirs:
        advice = "" if ours else "; if an iterator provides the data, give it labels too"
        raise AssertedValueError(
            f"Shape of labels {ours} does not match shape of predictions {theirs}: a metric needs "
            f"one label for each prediction{advice}"
        )
    if wrap:
        labels, preds = as_list(labels), as_list(preds)
    return labels, preds


def as_list(arrays):
    return [arrays] if isinstance(arrays, NDArray | numpy.ndarray) else arrays


def pairs(labels, preds):
    """Return pairs of NumPy arrays from arrays or lists of them."""
    labels, preds = check_label_shapes(*(as_list(arrays) for arrays in (labels, preds)))
    return [(to_numpy(label), to_numpy(pred)) for label, pred in zip(labels, preds, strict=True)]


def to_numpy(array):
    if not isinstance(array, NDArray):
        return numpy.asarray(array)
    # NumPy has no bfloat16: asnumpy would return the raw bits.
    return (array.astype("float32") if array.dtype == bfloat16 else array).asnumpy()


def sum_arrays(group, arrays, operation="sum"):
    """Return arrays of numbers summed over the workers of a group."""
    arrays = [ndarray.array(numpy.asarray(array), dtype="float64") for array in arrays]
    group.all_reduce(arrays, operation)
    return [array.asnumpy() for array in arrays]


def _select(arrays: dict, names, kind: str) -> list:
    """Return the named arrays, or all of them."""
    for name in names or ():
        if name not in arrays:
            raise KeyError(f"the metric's {kind} {name!r} is not one of {', '.join(arrays)}")
    return list(arrays.values()) if names is None else [arrays[name] for name in names]


@explain_foreign_names(METRIC)
class EvalMetric:
    """The base class of metrics: subclass it and define ``update(labels, preds)``."""

    __signature__ = ConstructorSignature()

    def __new__(cls, *args, **kwargs):
        if args or kwargs:
            check_arguments(cls, args, kwargs)
        return super().__new__(cls)

    def __init__(self, name, output_names=None, label_names=None, **kwargs):
        self._has_global_stats = kwargs.pop("has_global_stats", False)
        self._kwargs = kwargs
        self.name, self.output_names, self.label_names = str(name), output_names, label_names
        self.reset()

    def __str__(self):
        return f"EvalMetric: {dict(self.get_name_value())}"

    def __repr__(self):
        shown = ", ".join(f"{name}={value}" for name, value in self.get_name_value())
        return f"{type(self).__name__}({shown})"

    def _repr_html_(self):
        return table(["metric", "value"], self.get_name_value(), type(self).__name__)

    def get_config(self):
        """Return the configuration from which ``create`` creates such a metric again."""
        return {
            **self._kwargs,
            "metric": type(self).__name__,
            "name": self.name,
            "output_names": self.output_names,
            "label_names": self.label_names,
        }

    def update_dict(self, label, pred):
        """Update from dictionaries, with the names of this metric or with all of them."""
        self.update(
            _select(label, self.label_names, "label"), _select(pred, self.output_names, "output")
        )

    def update(self, labels, preds):
        """Update with a batch; subclasses define this method."""
        raise NotImplementedError(f"{type(self).__name__} does not define update")

    def _add(self, value, count):
        """Add to the sums, local and global."""
        self.sum_metric += value
        self.num_inst += count
        self.global_sum_metric += value
        self.global_num_inst += count

    def reset(self):
        """Reset everything."""
        self.global_num_inst = 0
        self.global_sum_metric = 0.0
        self.reset_local()

    def reset_local(self):
        """Reset the local sums, not the global ones."""
        self.num_inst = 0
        self.sum_metric = 0.0

    def get(self):
        """Return the name and the value since the last reset, or NaN if there is none."""
        return self.name, self._value(self.sum_metric, self.num_inst)

    def get_global(self):
        """Return the name and the value since the last full reset."""
        if not self._has_global_stats:
            return self.get()
        return self.name, self._value(self.global_sum_metric, self.global_num_inst)

    def _value(self, total, count):
        value = total / count if count else float("nan")
        # Of a user's function, and logged with %f.
        return convertible(value) if isinstance(value, numpy.ndarray) else value

    def over_workers(self):
        """Return a metric over the data of all workers of a distributed job.

        Every worker must call it, for the same metrics in the same order. This metric is not
        changed.

        >>> accuracy = Accuracy()
        >>> accuracy.update([ndarray.array([1])], [ndarray.array([[0.2, 0.8]])])
        >>> accuracy.over_workers().get()
        ('accuracy', 1.0)
        """
        total = copy.deepcopy(self)
        total._sum_over(process_group())
        return total

    def _sum_over(self, group):
        """Replace the sums by those of all workers; a metric with other sums adds them."""
        names = "sum_metric", "num_inst", "global_sum_metric", "global_num_inst"
        totals = sum_arrays(group, [[getattr(self, name) for name in names]])[0].tolist()
        for name, value in zip(names, totals, strict=True):
            setattr(self, name, value)

    def get_name_value(self):
        """Return a list of names with their values."""
        return _zip_pairs(*self.get())

    def get_global_name_value(self):
        """Return a list of names with their values since the last full reset."""
        return _zip_pairs(*self.get_global()) if self._has_global_stats else self.get_name_value()


def _zip_pairs(name, value):
    names = name if isinstance(name, list) else [name]
    values = value if isinstance(value, list) else [value]
    return list(zip(names, values, strict=True))


register = registry.get_register_func(EvalMetric, "metric")
alias = registry.get_alias_func(EvalMetric, "metric")
create_registered = registry.get_create_func(EvalMetric, "metric")


class Metric(EvalMetric):
    """A metric with global sums whose own arguments are part of its configuration."""

    def __init__(self, name, output_names, label_names, **own):
        super().__init__(name, output_names, label_names, has_global_stats=True, **own)
