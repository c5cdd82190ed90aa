"""Evaluation metrics: how good predictions are, kept up over many batches.

A metric adds to ``sum_metric`` and ``num_inst`` with each batch; ``get`` is their quotient. The
``global_`` pair goes on through ``reset_local``.
"""

from __future__ import annotations

import copy
import math

import numpy

from . import ndarray, registry
from ._core.dtypes import bfloat16
from ._distributed import process_group
from ._text.html import table
from ._text.parameter_docs import METRICS as _WORDS
from ._text.reprs import document as _document
from .ndarray import NDArray

__all__ = [
    "Accuracy", "Caffe", "CompositeEvalMetric", "CrossEntropy", "CustomMetric", "EvalMetric", "F1",
    "Loss", "MAE", "MCC", "MSE", "NegativeLogLikelihood", "PCC", "PearsonCorrelation", "Perplexity",
    "RMSE", "TopKAccuracy", "Torch", "check_label_shapes", "create", "np",
]  # fmt: skip


def check_label_shapes(labels, preds, wrap=False, shape=False):
    """Refuse labels and predictions whose numbers, or with ``shape`` whose shapes, differ.

    With ``wrap`` single arrays come back in lists.
    """
    ours, theirs = (labels.shape, preds.shape) if shape else (len(labels), len(preds))
    if ours != theirs:
        raise ValueError(f"Shape of labels {ours} does not match shape of predictions {theirs}")
    if wrap:
        labels, preds = _listed(labels), _listed(preds)
    return labels, preds


def _listed(arrays):
    return [arrays] if isinstance(arrays, NDArray | numpy.ndarray) else arrays


def _pairs(labels, preds):
    """Return pairs of NumPy arrays from arrays or lists of them."""
    labels, preds = check_label_shapes(*(_listed(arrays) for arrays in (labels, preds)))
    return [(_numpy(label), _numpy(pred)) for label, pred in zip(labels, preds, strict=True)]


def _numpy(array):
    if not isinstance(array, NDArray):
        return numpy.asarray(array)
    # NumPy has no bfloat16: such an array would come as bits.
    return (array.astype("float32") if array.dtype == bfloat16 else array).asnumpy()


def _sum_arrays(group, arrays, operation="sum"):
    """Return arrays of numbers summed over the workers of a group."""
    arrays = [ndarray.array(numpy.asarray(array), dtype="float64") for array in arrays]
    group.all_reduce(arrays, operation)
    return [array.asnumpy() for array in arrays]


class EvalMetric:
    """The base of metrics: subclass and define ``update(labels, preds)``."""

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
        """Return what ``create`` needs to make such a metric again."""
        return {
            **self._kwargs,
            "metric": type(self).__name__,
            "name": self.name,
            "output_names": self.output_names,
            "label_names": self.label_names,
        }

    def update_dict(self, label, pred):
        """Update from dictionaries, with the names this metric was made for or with all."""
        preds = list(pred.values()) if self.output_names is None else [
            pred[name] for name in self.output_names
        ]  # fmt: skip
        labels = list(label.values()) if self.label_names is None else [
            label[name] for name in self.label_names
        ]  # fmt: skip
        self.update(labels, preds)

    def update(self, labels, preds):
        """Take in a batch; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define update")

    def _add(self, value, count):
        """Add to the sums, local and global."""
        self.sum_metric += value
        self.num_inst += count
        self.global_sum_metric += value
        self.global_num_inst += count

    def reset(self):
        """Forget everything."""
        self.global_num_inst = 0
        self.global_sum_metric = 0.0
        self.reset_local()

    def reset_local(self):
        """Forget what is not global."""
        self.num_inst = 0
        self.sum_metric = 0.0

    def get(self):
        """Return the name and the value since the last reset, NaN where there is none."""
        return self.name, self._value(self.sum_metric, self.num_inst)

    def get_global(self):
        """Return the name and the value since the last full reset."""
        if not self._has_global_stats:
            return self.get()
        return self.name, self._value(self.global_sum_metric, self.global_num_inst)

    def _value(self, total, count):
        return total / count if count else float("nan")

    def over_workers(self):
        """Return a metric of what all workers of a distributed job have taken in.

        Every worker must call it, for the same metrics in the same order. This one stays as it is.

        >>> accuracy = Accuracy()
        >>> accuracy.update([ndarray.array([1])], [ndarray.array([[0.2, 0.8]])])
        >>> accuracy.over_workers().get()
        ('accuracy', 1.0)
        """
        total = copy.deepcopy(self)
        total._sum_over(process_group())
        return total

    def _sum_over(self, group):
        """Replace the sums by those of all workers; a metric with others adds them."""
        names = "sum_metric", "num_inst", "global_sum_metric", "global_num_inst"
        totals = _sum_arrays(group, [[getattr(self, name) for name in names]])[0].tolist()
        for name, value in zip(names, totals, strict=True):
            setattr(self, name, value)

    def get_name_value(self):
        """Return a list of names with their values."""
        return _zipped(*self.get())

    def get_global_name_value(self):
        """Return a list of names with their values since the last full reset."""
        return _zipped(*self.get_global()) if self._has_global_stats else self.get_name_value()


def _zipped(name, value):
    names = name if isinstance(name, list) else [name]
    values = value if isinstance(value, list) else [value]
    return list(zip(names, values, strict=True))


register = registry.get_register_func(EvalMetric, "metric")
alias = registry.get_alias_func(EvalMetric, "metric")
_create = registry.get_create_func(EvalMetric, "metric")


def create(metric, *args, **kwargs):
    """Make a metric from a name, a function ``(label, pred)``, a metric, or a list of these."""
    if callable(metric):
        return CustomMetric(metric, *args, **kwargs)
    if isinstance(metric, list):
        composite = CompositeEvalMetric()
        for child in metric:
            composite.add(create(child, *args, **kwargs))
        return composite
    return _create(metric, *args, **kwargs)


class _Metric(EvalMetric):
    """A metric with global sums, whose own arguments are part of its configuration."""

    def __init__(self, name, output_names, label_names, **own):
        super().__init__(name, output_names, label_names, has_global_stats=True, **own)


@register
@alias("composite")
class CompositeEvalMetric(EvalMetric):
    """Several metrics as one."""

    def __init__(self, metrics=None, name="composite", output_names=None, label_names=None):
        self.metrics = [create(metric) for metric in metrics or ()]
        super().__init__(name, output_names, label_names, has_global_stats=True)

    def add(self, metric):
        """Put a metric at the end."""
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
        chosen = _chosen(labels, self.label_names), _chosen(preds, self.output_names)
        self._tell_all("update_dict", *chosen)

    def update(self, labels, preds):
        self._tell_all("update", labels, preds)

    def reset(self):
        self._tell_all("reset")

    def reset_local(self):
        self._tell_all("reset_local")

    def get(self):
        return _gathered(metric.get() for metric in self.metrics)

    def get_global(self):
        return _gathered(metric.get_global() for metric in self.metrics)

    def get_config(self):
        return {**super().get_config(), "metrics": [m.get_config() for m in self.metrics]}


def _chosen(arrays, names):
    """Return the arrays of certain names, in their order, or all for None."""
    return arrays if names is None else {k: v for k, v in arrays.items() if k in names}


def _gathered(results):
    names, values = [], []
    for name, value in results:
        names += name if isinstance(name, list) else [name]
        values += value if isinstance(value, list) else [value]
    return names, values


# ------------------------------------------------------------------------------- classification


@register
@alias("acc")
class Accuracy(_Metric):
    """The share of samples whose largest prediction is the label's."""

    def __init__(self, axis=1, name="accuracy", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, axis=axis)
        self.axis = axis

    def update(self, labels, preds):
        for label, pred in _pairs(labels, preds):
            if pred.shape != label.shape:
                if pred.ndim < label.ndim:
                    raise ValueError(
                        f"predictions of shape {pred.shape} have fewer axes than labels of shape "
                        f"{label.shape}: update takes labels first, then predictions"
                    )
                pred = pred.argmax(axis=self.axis)
            label, pred = label.astype(numpy.int32).ravel(), pred.astype(numpy.int32).ravel()
            check_label_shapes(label, pred)
            self._add(float((pred == label).sum()), len(pred))


@register
@alias("top_k_accuracy", "top_k_acc")
class TopKAccuracy(_Metric):
    """The share of samples whose label is among the ``top_k`` largest predictions."""

    def __init__(self, top_k=1, name="top_k_accuracy", output_names=None, label_names=None):
        if top_k <= 1:
            raise AssertionError("Please use Accuracy if top_k is no more than 1")
        super().__init__(name, output_names, label_names, top_k=top_k)
        self.top_k = top_k
        self.name += f"_{top_k}"

    def update(self, labels, preds):
        for label, pred in _pairs(labels, preds):
            if pred.ndim > 2:
                raise AssertionError(f"Predictions should be no more than 2 dims, got {pred.ndim}")
            label = label.astype(numpy.int32)
            check_label_shapes(label, pred)
            if pred.ndim == 1:
                hits = pred.argsort().astype(numpy.int32) == label.ravel()
            else:
                count = min(pred.shape[1], self.top_k)
                best = numpy.argpartition(pred.astype(numpy.float32), -count)[:, -count:]
                hits = best == label.reshape(-1, 1)
            self._add(float(hits.sum()), pred.shape[0])


class _BinaryClassificationMetrics:
    """Counts of true and false positives and negatives."""

    def __init__(self):
        self.reset_stats()

    def reset_stats(self):
        self.counts = numpy.zeros((2, 2), dtype=numpy.int64)  # label, prediction

    def update_binary_stats(self, label, pred):
        """Count the samples of a batch."""
        label, pred = _numpy(label).astype(numpy.int32).ravel(), _numpy(pred)
        check_label_shapes(label, pred)
        if len(numpy.unique(label)) > 2:
            raise ValueError("F1 and MCC currently only support binary classification.")
        chosen = pred.argmax(axis=1) if pred.ndim > 1 else pred
        numpy.add.at(self.counts, ((label == 1).astype(int), (chosen == 1).astype(int)), 1)

    @property
    def total_examples(self):
        return int(self.counts.sum())

    @property
    def precision(self):
        return _share(self.counts[1, 1], self.counts[:, 1].sum())

    @property
    def recall(self):
        return _share(self.counts[1, 1], self.counts[1].sum())

    @property
    def fscore(self):
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both > 0 else 0.0

    @property
    def matthewscc(self):
        """The correlation of labels and predictions, 0 where nothing was counted."""
        if not self.total_examples:
            return 0.0
        (tn, fp), (fn, tp) = self.counts.astype(float)
        # An empty row or column would make the quotient 0 / 0; without it the result is 0.
        sides = [s for s in (tp + fp, tp + fn, tn + fp, tn + fn) if s != 0.0]
        return float((tp * tn - fp * fn) / math.sqrt(math.prod(sides)))


def _share(part, whole):
    return float(part / whole) if whole else 0.0


class _BinaryScore(_Metric):
    """A score of yes/no predictions: ``macro`` averages batches, ``micro`` counts all samples."""

    _score = ""

    def __init__(self, name, output_names=None, label_names=None, average="macro"):
        self.average = average
        self.metrics = _BinaryClassificationMetrics()
        self._global_metrics = _BinaryClassificationMetrics()
        super().__init__(name, output_names, label_names)

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, wrap=True)
        for label, pred in zip(labels, preds, strict=True):
            self.metrics.update_binary_stats(label, pred)
            self._global_metrics.update_binary_stats(label, pred)
        if self.average == "macro":
            self._add(getattr(self.metrics, self._score), 1)
            self.metrics.reset_stats()
            self._global_metrics.reset_stats()
        else:
            self._score_counts()

    def _score_counts(self):
        for prefix, counted in (("", self.metrics), ("global_", self._global_metrics)):
            score = getattr(counted, self._score)
            setattr(self, f"{prefix}sum_metric", score * counted.total_examples)
            setattr(self, f"{prefix}num_inst", counted.total_examples)

    def _sum_over(self, group):
        if self.average == "macro":
            super()._sum_over(group)
            return
        both = self.metrics, self._global_metrics
        for one, counts in zip(both, _sum_arrays(group, [m.counts for m in both]), strict=True):
            one.counts = counts.astype(numpy.int64)
        self._score_counts()

    def reset(self):
        super().reset()
        self._global_metrics.reset_stats()

    def reset_local(self):
        super().reset_local()
        self.metrics.reset_stats()


@register
class F1(_BinaryScore):
    """The harmonic mean of precision and recall of yes/no predictions."""

    _score = "fscore"

    def __init__(self, name="f1", output_names=None, label_names=None, average="macro"):
        super().__init__(name, output_names, label_names, average)


@register
class MCC(_BinaryScore):
    """The Matthews correlation coefficient of yes/no predictions."""

    _score = "matthewscc"

    def __init__(self, name="mcc", output_names=None, label_names=None, average="macro"):
        super().__init__(name, output_names, label_names, average)


@register
class PCC(EvalMetric):
    """The correlation of labels and predictions of many classes; of two it is the MCC."""

    def __init__(self, name="pcc", output_names=None, label_names=None, has_global_stats=True):
        self.k = 2
        super().__init__(name, output_names, label_names, has_global_stats=has_global_stats)

    def update(self, labels, preds):
        for label, pred in _pairs(labels, preds):
            label = label.astype(numpy.int32).ravel()
            if pred.shape != label.shape:
                pred = pred.argmax(axis=1)
            pred = pred.astype(numpy.int32).ravel()
            self._grow(int(max(pred.max(), label.max())) + 1)
            batch = numpy.zeros((self.k, self.k))
            numpy.add.at(batch, (pred, label), 1)
            self.lcm += batch
            self.gcm += batch
        self.num_inst += 1
        self.global_num_inst += 1

    def _sum_over(self, group):
        self._grow(int(_sum_arrays(group, [[self.k]], "max")[0][0]))
        counts = [[self.num_inst, self.global_num_inst], self.lcm, self.gcm]
        counts, self.lcm, self.gcm = _sum_arrays(group, counts)
        self.num_inst, self.global_num_inst = counts.tolist()

    def _grow(self, classes):
        more = max(classes - self.k, 0)
        self.k += more
        self.lcm, self.gcm = (numpy.pad(m, ((0, more), (0, more))) for m in (self.lcm, self.gcm))

    @staticmethod
    def _correlation(counts):
        n, diagonal = counts.sum(), counts.trace()
        by_pred, by_label = counts.sum(axis=1), counts.sum(axis=0)
        both = n * diagonal - by_pred @ by_label
        spread = (n * n - by_pred @ by_pred) * (n * n - by_label @ by_label)
        return float(both / math.sqrt(spread)) if spread > 0 else float("nan")

    @property
    def sum_metric(self):
        return self._correlation(self.lcm) * self.num_inst

    @property
    def global_sum_metric(self):
        return self._correlation(self.gcm) * self.global_num_inst

    def reset(self):
        self.global_num_inst = 0
        self.gcm = numpy.zeros((self.k, self.k))
        self.reset_local()

    def reset_local(self):
        self.num_inst = 0
        self.lcm = numpy.zeros((self.k, self.k))


# ----------------------------------------------------------------------------------- likelihood


def _probability_of_label(label, pred):
    """Return the predicted probability of each sample's label."""
    label = label.astype(numpy.int64).ravel()
    check_label_shapes(label, pred)
    return pred[numpy.arange(len(label)), label]


class _Likelihood(_Metric):
    """The mean negative logarithm of the probability of the label."""

    def __init__(self, eps, name, output_names, label_names):
        super().__init__(name, output_names, label_names, eps=eps)
        self.eps = eps

    def update(self, labels, preds):
        for label, pred in _pairs(labels, preds):
            chosen = _probability_of_label(label, pred)
            self._add(float(-numpy.log(chosen + self.eps).sum()), len(chosen))


@register
@alias("ce")
class CrossEntropy(_Likelihood):
    """The cross entropy of predicted probabilities."""

    def __init__(self, eps=1e-12, name="cross-entropy", output_names=None, label_names=None):
        super().__init__(eps, name, output_names, label_names)


@register
@alias("nll_loss")
class NegativeLogLikelihood(_Likelihood):
    """The negative log-likelihood of the labels."""

    def __init__(self, eps=1e-12, name="nll-loss", output_names=None, label_names=None):
        super().__init__(eps, name, output_names, label_names)


@register
class Perplexity(_Metric):
    """The exponential of the cross entropy, without samples of ``ignore_label``."""

    def __init__(
        self, ignore_label, axis=-1, name="perplexity", output_names=None, label_names=None
    ):
        super().__init__(name, output_names, label_names, ignore_label=ignore_label)
        self.ignore_label = ignore_label
        self.axis = axis

    def update(self, labels, preds):
        loss, count = 0.0, 0
        for label, pred in _pairs(labels, preds):
            if label.size != pred.size / pred.shape[self.axis]:
                raise AssertionError(f"shape mismatch: {label.shape} vs. {pred.shape}")
            pred = numpy.moveaxis(pred, self.axis, -1).reshape(-1, pred.shape[self.axis])
            label = label.astype(numpy.int64).ravel()
            # MXNet: a label outside of the classes is taken for the nearest one.
            chosen = pred[numpy.arange(len(label)), label.clip(0, pred.shape[1] - 1)]
            kept = numpy.ones(len(label), bool)
            if self.ignore_label is not None:
                kept = label != self.ignore_label
            loss -= float(numpy.log(numpy.maximum(1e-10, chosen[kept])).sum())
            count += int(kept.sum())
        self._add(loss, count)

    def _value(self, total, count):
        return math.exp(total / count) if count else float("nan")


# ----------------------------------------------------------------------------------- regression


class _Regression(_Metric):
    """A mean over batches of an error of each batch."""

    def update(self, labels, preds):
        for label, pred in _pairs(labels, preds):
            label, pred = (a.reshape(-1, 1) if a.ndim == 1 else a for a in (label, pred))
            self._add(float(self._error(label - pred)), 1)


def _regression(name, error, doc):
    """Make and register the metric of one formula."""

    def __init__(self, name=name, output_names=None, label_names=None):
        _Regression.__init__(self, name, output_names, label_names)

    members = {"__init__": __init__, "_error": staticmethod(error), "__doc__": doc}
    return register(type(name.upper(), (_Regression,), {**members, "__module__": __name__}))


MAE = _regression("mae", lambda d: numpy.abs(d).mean(), "The mean absolute error.")
MSE = _regression("mse", lambda d: numpy.square(d).mean(), "The mean squared error.")
RMSE = _regression(
    "rmse", lambda d: math.sqrt(numpy.square(d).mean()), "The root of the mean squared error."
)


@register
@alias("pearsonr")
class PearsonCorrelation(_Metric):
    """The correlation of labels and predictions: a mean over batches, or ``micro`` over all."""

    def __init__(self, name="pearsonr", output_names=None, label_names=None, average="macro"):
        self.average = average
        super().__init__(name, output_names, label_names)

    def reset(self):
        super().reset()
        self.reset_micro()

    def reset_local(self):
        super().reset_local()
        self.reset_micro()

    def reset_micro(self):
        """Forget the running sums of ``micro``."""
        self._labels = self._preds = (0, 0.0, 0.0)  # how many, their mean, squares around it
        self._conv = 0.0

    def update(self, labels, preds):
        for label, pred in _pairs(labels, preds):
            check_label_shapes(label, pred, shape=self.average == "macro")
            label, pred = label.ravel().astype(float), pred.ravel().astype(float)
            if self.average == "macro":
                self._add(float(numpy.corrcoef(pred, label)[0, 1]), 1)
                continue
            self.update_cov(label, pred)
            self._labels = self.update_variance(label, *self._labels)
            self._preds = self.update_variance(pred, *self._preds)
            self.num_inst += 1
            self.global_num_inst += 1

    def update_variance(self, new_values, *aggregate):
        """Return (how many, their mean, squares around it) with new values taken in."""
        count, mean, squares = aggregate
        more, centre = len(new_values), float(new_values.mean())
        total, step = count + more, centre - mean
        squares += float(numpy.square(new_values - centre).sum()) + step**2 * count * more / total
        return total, mean + step * more / total, squares

    def update_cov(self, label, pred):
        """Take new values into the covariance; their means still lack them."""
        (count, label_mean, _), (_, pred_mean, _) = self._labels, self._preds
        steps = (float(label.mean()) - label_mean) * (float(pred.mean()) - pred_mean)
        own = float(((label - label.mean()) * (pred - pred.mean())).sum())
        self._conv += own + steps * count * len(label) / (count + len(label))

    def _sum_over(self, group):
        super()._sum_over(group)
        (n, label, labels), (_, pred, preds) = self._labels, self._preds
        # Squares around each worker's mean do not add up; those around 0 do.
        sums = [n, n * label, n * pred, labels + n * label**2, preds + n * pred**2]
        sums = _sum_arrays(group, [[*sums, self._conv + n * label * pred]])[0].tolist()
        n, label, pred = sums[0], *(total / sums[0] if sums[0] else 0.0 for total in sums[1:3])
        self._labels, self._preds = (
            (n, mean, square - n * mean**2) for mean, square in ((label, sums[3]), (pred, sums[4]))
        )
        self._conv = sums[5] - n * label * pred

    def get(self):
        if self.average == "macro" or not self.num_inst:
            return super().get()
        spread = math.sqrt(self._labels[2] * self._preds[2])
        return self.name, self._conv / spread if spread else float("nan")


# ---------------------------------------------------------------------------------------- others


@register
class Loss(_Metric):
    """The mean of the outputs themselves."""

    def __init__(self, name="loss", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def update(self, _, preds):
        for pred in _listed(preds):
            self._add(float(_numpy(pred).sum()), pred.size)


@register
class Torch(Loss):
    """The mean of the outputs, under the name of a loss of Torch."""

    def __init__(self, name="torch", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)


@register
class Caffe(Loss):
    """The mean of the outputs, under the name of a loss of Caffe."""

    def __init__(self, name="caffe", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)


@register
class CustomMetric(_Metric):
    """A function ``(label, pred)`` of NumPy arrays as a metric.

    It returns the value of a batch, or the sum and the number of things summed.
    """

    def __init__(
        self, feval, name=None, allow_extra_outputs=False, output_names=None, label_names=None
    ):
        if name is None:
            name = feval.__name__
            name = f"custom({name})" if "<" in name else name
        super().__init__(name, output_names, label_names, feval=feval)
        self._feval = feval
        self._allow_extra_outputs = allow_extra_outputs

    def update(self, labels, preds):
        labels, preds = _listed(labels), _listed(preds)
        if not self._allow_extra_outputs:
            check_label_shapes(labels, preds)
        for label, pred in zip(labels, preds, strict=False):
            result = self._feval(_numpy(label), _numpy(pred))
            self._add(*(result if isinstance(result, tuple) else (result, 1)))

    def get_config(self):
        raise NotImplementedError("CustomMetric cannot be serialized")


def np(numpy_feval, name=None, allow_extra_outputs=False):
    """Make a metric of a function ``(label, pred)`` of NumPy arrays.

    >>> np(lambda label, pred: 1.0, name="one").name
    'one'
    """

    return CustomMetric(numpy_feval, name, allow_extra_outputs)


_REEXPORTED = (ndarray,)
_document(globals(), _WORDS)
