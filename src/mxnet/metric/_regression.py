"""Metrics of numbers: errors and correlation."""

from __future__ import annotations

import math

import numpy

from ._base import Metric, alias, check_label_shapes, pairs, register, sum_arrays


class _Regression(Metric):
    """The mean over batches of an error of each batch."""

    def update(self, labels, preds):
        for label, pred in pairs(labels, preds):
            label, pred = (a.reshape(-1, 1) if a.ndim == 1 else a for a in (label, pred))
            try:
                difference = label - pred
            except ValueError as error:
                raise ValueError(f"{self.name} of labels and predictions: {error}") from error
            self._add(float(self._error(difference)), 1)


def _regression(name, error, doc):
    """Create and register the metric of one formula."""

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
class PearsonCorrelation(Metric):
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
        """Reset the running sums of ``micro``."""
        self._labels = self._preds = (0, 0.0, 0.0)  # count, mean, sum of squared deviations
        self._conv = 0.0

    def update(self, labels, preds):
        for label, pred in pairs(labels, preds):
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
        """Return (count, mean, sum of squares around it), updated with new values."""
        count, mean, squares = aggregate
        more, center = len(new_values), float(new_values.mean())
        total, step = count + more, center - mean
        squares += float(numpy.square(new_values - center).sum()) + step**2 * count * more / total
        return total, mean + step * more / total, squares

    def update_cov(self, label, pred):
        """Update the covariance with new values, before their means are updated."""
        (count, label_mean, _), (_, pred_mean, _) = self._labels, self._preds
        steps = (float(label.mean()) - label_mean) * (float(pred.mean()) - pred_mean)
        own = float(((label - label.mean()) * (pred - pred.mean())).sum())
        self._conv += own + steps * count * len(label) / (count + len(label))

    def _sum_over(self, group):
        super()._sum_over(group)
        (n, label, labels), (_, pred, preds) = self._labels, self._preds
        # Squared deviations from each worker's mean cannot be added; squares can.
        sums = [n, n * label, n * pred, labels + n * label**2, preds + n * pred**2]
        sums = sum_arrays(group, [[*sums, self._conv + n * label * pred]])[0].tolist()
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
