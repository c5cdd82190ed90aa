"""Metrics of classes: accuracy, scores of binary predictions, likelihoods."""

from __future__ import annotations

import math

import numpy

from ._base import (
    EvalMetric,
    Metric,
    alias,
    check_label_shapes,
    pairs,
    register,
    sum_arrays,
    to_numpy,
)


@register
@alias("acc")
class Accuracy(Metric):
    """The fraction of samples whose largest prediction is the label."""

    def __init__(self, axis=1, name="accuracy", output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, axis=axis)
        self.axis = axis

    def update(self, labels, preds):
        for label, pred in pairs(labels, preds):
            if pred.shape != label.shape:
                if pred.ndim < label.ndim:
                    raise ValueError(
                        f"predictions of shape {pred.shape} have fewer axes than labels of shape "
                        f"{label.shape}: update takes labels first, then predictions"
                    )
                pred = pred.argmax(axis=self.axis)
            label, pred = label.astype(numpy.int32).ravel(), pred.astype(numpy.int32).ravel()
            check_label_shapes(label, pred)
            self._add(float(numpy.count_nonzero(pred == label)), len(pred))


@register
@alias("top_k_accuracy", "top_k_acc")
class TopKAccuracy(Metric):
    """The fraction of samples whose label is among the ``top_k`` largest predictions."""

    def __init__(self, top_k=1, name="top_k_accuracy", output_names=None, label_names=None):
        if top_k <= 1:
            raise AssertionError("Please use Accuracy if top_k is no more than 1")
        super().__init__(name, output_names, label_names, top_k=top_k)
        self.top_k = top_k
        self.name += f"_{top_k}"

    def update(self, labels, preds):
        for label, pred in pairs(labels, preds):
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
            self._add(float(numpy.count_nonzero(hits)), pred.shape[0])


class _BinaryClassificationMetrics:
    """Counts of true and false positives and negatives, since a reset and in total.

    ``true_positives``, ``precision``, ``fscore`` and others (``_QUANTITIES``) are attributes; those
    with the prefix ``global_`` are not reset by ``local_reset_stats``. Programs read them from
    ``F1().metrics``, and implement their own metrics with this class.
    """

    def __init__(self):
        self.reset_stats()

    def reset_stats(self):
        """Reset everything."""
        self.local_reset_stats()
        self.global_counts = self.counts.copy()

    def local_reset_stats(self):
        """Reset the local counts."""
        self.counts = numpy.zeros((2, 2), dtype=numpy.int64)  # label, prediction

    def update_binary_stats(self, label, pred):
        """Count the samples of a batch."""
        label, pred = to_numpy(label).astype(numpy.int32).ravel(), to_numpy(pred)
        check_label_shapes(label, pred)
        if label.size and not ((label == label.min()) | (label == label.max())).all():
            raise ValueError(
                "F1 and MCC currently only support binary classification. There are "
                f"{len(numpy.unique(label))} classes in these labels; PCC extends MCC to several."
            )
        chosen = pred.argmax(axis=1) if pred.ndim > 1 else pred
        cells = 2 * (label == 1) + (chosen == 1)
        counts = numpy.bincount(cells.ravel(), minlength=4).reshape(2, 2)
        self.counts += counts
        self.global_counts += counts

    def matthewscc(self, use_global=False):
        """Return the correlation of labels and predictions, or 0 if nothing was counted."""
        return _correlation(self.global_counts if use_global else self.counts)


def _share(part, total):
    return float(part / total) if total else 0.0


def _precision(counts):
    return _share(counts[1, 1], counts[:, 1].sum())


def _recall(counts):
    return _share(counts[1, 1], counts[1].sum())


def _fscore(counts):
    precision, recall = _precision(counts), _recall(counts)
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def _correlation(counts):
    if not counts.any():
        return 0.0
    (tn, fp), (fn, tp) = counts.astype(float).tolist()
    # An empty row or column would give 0 / 0; the result is 0 instead.
    sides = [s for s in (tp + fp, tp + fn, tn + fp, tn + fn) if s != 0.0]
    return float((tp * tn - fp * fn) / math.sqrt(math.prod(sides)))


_QUANTITIES = {
    "true_positives": lambda counts: int(counts[1, 1]),
    "false_positives": lambda counts: int(counts[0, 1]),
    "false_negatives": lambda counts: int(counts[1, 0]),
    "true_negatives": lambda counts: int(counts[0, 0]),
    "total_examples": lambda counts: int(counts.sum()),
    "precision": _precision,
    "recall": _recall,
    "fscore": _fscore,
}


def _attach(name, quantity):
    cls = _BinaryClassificationMetrics
    setattr(cls, name, property(lambda self: quantity(self.counts)))
    setattr(cls, f"global_{name}", property(lambda self: quantity(self.global_counts)))


for _name, _quantity in _QUANTITIES.items():
    _attach(_name, _quantity)


class _BinaryScore(Metric):
    """A score of binary predictions: ``macro`` averages batches, ``micro`` counts all samples."""

    _score = None  # a function of counts

    def __init__(self, name, output_names=None, label_names=None, average="macro"):
        self.average = average
        self.metrics = _BinaryClassificationMetrics()
        super().__init__(name, output_names, label_names)

    def update(self, labels, preds):
        labels, preds = check_label_shapes(labels, preds, wrap=True)
        for label, pred in zip(labels, preds, strict=True):
            self.metrics.update_binary_stats(label, pred)
        if self.average == "macro":
            self._add(self._score(self.metrics.counts), 1)
            self.metrics.reset_stats()
        else:
            self._score_counts()

    def _score_counts(self):
        for prefix in ("", "global_"):
            counts = getattr(self.metrics, f"{prefix}counts")
            total = int(counts.sum())
            setattr(self, f"{prefix}sum_metric", self._score(counts) * total)
            setattr(self, f"{prefix}num_inst", total)

    def _sum_over(self, group):
        if self.average == "macro":
            super()._sum_over(group)
            return
        sums = sum_arrays(group, [self.metrics.counts, self.metrics.global_counts])
        self.metrics.counts, self.metrics.global_counts = (s.astype(numpy.int64) for s in sums)
        self._score_counts()

    def reset(self):
        super().reset()
        self.metrics.reset_stats()

    def reset_local(self):
        super().reset_local()
        self.metrics.local_reset_stats()


@register
class F1(_BinaryScore):
    """The harmonic mean of precision and recall of binary predictions."""

    _score = staticmethod(_fscore)

    def __init__(self, name="f1", output_names=None, label_names=None, average="macro"):
        super().__init__(name, output_names, label_names, average)


@register
class MCC(_BinaryScore):
    """The Matthews correlation coefficient of binary predictions."""

    _score = staticmethod(_correlation)

    def __init__(self, name="mcc", output_names=None, label_names=None, average="macro"):
        super().__init__(name, output_names, label_names, average)


@register
class PCC(EvalMetric):
    """The correlation of labels and predictions of many classes; for two it is the MCC."""

    def __init__(self, name="pcc", output_names=None, label_names=None, has_global_stats=True):
        self.k = 2
        super().__init__(name, output_names, label_names, has_global_stats=has_global_stats)

    def update(self, labels, preds):
        for label, pred in pairs(labels, preds):
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
        self._grow(int(sum_arrays(group, [[self.k]], "max")[0][0]))
        counts = [[self.num_inst, self.global_num_inst], self.lcm, self.gcm]
        counts, self.lcm, self.gcm = sum_arrays(group, counts)
        self.num_inst, self.global_num_inst = counts.tolist()

    def _grow(self, classes):
        more = classes - self.k
        if more > 0:
            self.k = classes
            self.lcm, self.gcm = (numpy.pad(m, (0, more)) for m in (self.lcm, self.gcm))

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
        self.global_num_inst = 0.0
        self.gcm = numpy.zeros((self.k, self.k))
        self.reset_local()

    def reset_local(self):
        self.num_inst = 0.0
        self.lcm = numpy.zeros((self.k, self.k))


# ----------------------------------------------------------------------------------- likelihood


def _probability_of_label(label, pred):
    """Return the predicted probability of each sample's label."""
    label = label.astype(numpy.int64).ravel()
    check_label_shapes(label, pred)
    return pred[numpy.arange(len(label)), label]


class _Likelihood(Metric):
    """The mean negative logarithm of the probability of the label."""

    def __init__(self, eps, name, output_names, label_names):
        super().__init__(name, output_names, label_names, eps=eps)
        self.eps = eps

    def update(self, labels, preds):
        for label, pred in pairs(labels, preds):
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
class Perplexity(Metric):
    """The exponential of the cross entropy, without samples whose label is ``ignore_label``."""

    def __init__(
        self, ignore_label, axis=-1, name="perplexity", output_names=None, label_names=None
    ):
        super().__init__(name, output_names, label_names, ignore_label=ignore_label)
        self.ignore_label = ignore_label
        self.axis = axis

    def update(self, labels, preds):
        loss, count = 0.0, 0
        for label, pred in pairs(labels, preds):
            if label.size != pred.size / pred.shape[self.axis]:
                raise AssertionError(
                    f"shape mismatch: {label.shape} vs. {pred.shape}: labels have the shape of the "
                    f"predictions without axis {self.axis}"
                )
            pred = numpy.moveaxis(pred, self.axis, -1).reshape(-1, pred.shape[self.axis])
            label = label.astype(numpy.int64).ravel()
            # MXNet: a label out of range is replaced by the nearest class.
            chosen = pred[numpy.arange(len(label)), label.clip(0, pred.shape[1] - 1)]
            is_counted = numpy.ones(len(label), bool)
            if self.ignore_label is not None:
                is_counted = label != self.ignore_label
            loss -= float(numpy.log(numpy.maximum(1e-10, chosen[is_counted])).sum())
            count += int(is_counted.sum())
        self._add(loss, count)

    def _value(self, total, count):
        return math.exp(total / count) if count else float("nan")
