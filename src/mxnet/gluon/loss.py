"""Losses: the distance of predictions from labels, one number for each sample of a batch.

Most are a mean over all axes except the batch axis, times ``weight`` and ``sample_weight``."""

from __future__ import annotations

import contextlib
import math

from .. import ndarray as ndarray
from .._core.lazy import lazy_attributes as _lazy_attributes
from .._text.foreign_names import LOSSES as _FOREIGN_NAMES
from .._text.reprs import document as _document
from ..base import MXNetError
from ..ndarray.ndarray import PLAIN
from ..util import is_np_array as is_np_array
from ._fused import (
    absolute_loss,
    binary_cross_entropy,
    fused,
    huber_loss,
    logistic_loss,
    softmax_cross_entropy,
    squared_loss,
)
from ._parameter_docs import LOSSES as _DOCS
from .block import HybridBlock

__all__ = [
    "CTCLoss", "CosineEmbeddingLoss", "HingeLoss", "HuberLoss", "KLDivLoss", "L1Loss", "L2Loss",
    "LogisticLoss", "Loss", "PoissonNLLLoss", "SDMLLoss", "SigmoidBCELoss",
    "SigmoidBinaryCrossEntropyLoss", "SoftmaxCELoss", "SoftmaxCrossEntropyLoss",
    "SquaredHingeLoss", "TripletLoss",
]  # fmt: skip

__getattr__ = _lazy_attributes(__name__, {}, _FOREIGN_NAMES)


def _apply_weighting(F, loss, weight=None, sample_weight=None):
    """Multiply a loss by the weight of each sample and by one number for all."""
    if sample_weight is not None:
        loss = F.broadcast_mul(loss, sample_weight)
    if weight is not None:
        if not isinstance(weight, int | float):
            raise AssertionError(f"weight must be a number, got {weight!r}")
        loss = loss * weight
    return loss


def _reshape_like(F, x, y, meaning="rhs is the prediction, lhs its label"):
    """Reshape an array to the shape of another one with the same number of elements."""
    if type(x) in PLAIN and type(y) in PLAIN and x.shape == y.shape:
        return x  # the operator would copy it, and write zeros as the gradient of y
    with _explain_errors(meaning):
        return F.reshape_like(x, y)


@contextlib.contextmanager
def _explain_errors(meaning):
    """Add to the error of an operator what its inputs are."""
    try:
        yield
    except MXNetError as error:
        raise type(error)(f"{error}\n  meaning: {meaning}") from None


_ANCHOR = "rhs is the anchor, lhs is what it is compared with"


class Loss(HybridBlock):
    """The base class of losses: a weight for all samples, and the axis of the batch."""

    def __init__(self, weight, batch_axis, **kwargs):
        super().__init__(**kwargs)
        if isinstance(weight, ndarray.NDArray):
            name = type(self).__name__
            raise TypeError(
                f"the weight of {name} is a number, got an array: make the loss first, then call "
                f"it, {name}()(pred, label)"
            )
        self._weight = weight
        self._batch_axis = batch_axis

    def __repr__(self):
        return f"{type(self).__name__}(batch_axis={self._batch_axis}, w={self._weight})"

    def hybrid_forward(self, F, x, *args, **kwargs):
        """Compute the loss; subclasses define this method."""
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")

    def _mean_per_sample(self, F, loss, sample_weight, weight=None):
        """Weight a loss and compute the mean over all axes except the batch axis."""
        weight = self._weight if weight is None else weight
        loss = _apply_weighting(F, loss, weight, sample_weight)
        return F.mean(loss, axis=self._batch_axis, exclude=True)


class L2Loss(Loss):
    """Half the squared difference."""

    def __init__(self, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    @fused(squared_loss)
    def hybrid_forward(self, F, pred, label, sample_weight=None):
        difference = _reshape_like(F, label, pred) - pred
        return self._mean_per_sample(F, F.square(difference), sample_weight, self._weight / 2)


class L1Loss(Loss):
    """The absolute difference."""

    def __init__(self, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    @fused(absolute_loss)
    def hybrid_forward(self, F, pred, label, sample_weight=None):
        return self._mean_per_sample(F, F.abs(_reshape_like(F, label, pred) - pred), sample_weight)


class SigmoidBinaryCrossEntropyLoss(Loss):
    """Cross entropy of independent binary labels, from logits or (``from_sigmoid``) probabilities.

    ``pos_weight`` multiplies the term of the positive labels.
    """

    def __init__(self, from_sigmoid=False, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    @fused(binary_cross_entropy)
    def hybrid_forward(self, F, pred, label, sample_weight=None, pos_weight=None):
        label = _reshape_like(F, label, pred)
        of_label = self._from_probability if self._from_sigmoid else self._from_logit
        return self._mean_per_sample(F, of_label(F, pred, label, pos_weight), sample_weight)

    @staticmethod
    def _from_logit(F, pred, label, pos_weight):
        tail = F.Activation(-F.abs(pred), act_type="softrelu")  # log(1 + exp(-|x|))
        if pos_weight is None:
            return F.relu(pred) - pred * label + tail
        positive = 1 + F.broadcast_mul(pos_weight - 1, label)
        return pred - pred * label + positive * (tail + F.relu(-pred))

    @staticmethod
    def _from_probability(F, pred, label, pos_weight):
        small = 1e-12
        yes, no = F.log(pred + small) * label, F.log(1.0 - pred + small) * (1.0 - label)
        return -(yes if pos_weight is None else F.broadcast_mul(yes, pos_weight)) - no


SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss


class SoftmaxCrossEntropyLoss(Loss):
    """Cross entropy of the softmax with class indices or (``sparse_label=False``) distributions."""

    def __init__(
        self, axis=-1, sparse_label=True, from_logits=False, weight=None, batch_axis=0, **kwargs
    ):
        super().__init__(weight, batch_axis, **kwargs)
        self._axis, self._sparse_label, self._from_logits = axis, sparse_label, from_logits

    def _step_key(self):
        is_plain = self._sparse_label and not self._from_logits and self._weight is None
        if not is_plain or self._axis not in (-1, 1) or self._batch_axis != 0:
            return None
        return (self._axis,)

    @fused(softmax_cross_entropy)
    def hybrid_forward(self, F, pred, label, sample_weight=None):
        if not self._from_logits:
            pred = F.log_softmax(pred, axis=self._axis)
        if self._sparse_label:
            loss = -F.pick(pred, label, axis=self._axis, keepdims=True)
        else:
            label = _reshape_like(F, label, pred)
            loss = -F.sum(pred * label, axis=self._axis, keepdims=True)
        return self._mean_per_sample(F, loss, sample_weight)


SoftmaxCELoss = SoftmaxCrossEntropyLoss


class KLDivLoss(Loss):
    """The Kullback-Leibler divergence of the label from a distribution of log-probabilities."""

    def __init__(self, from_logits=True, axis=-1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._axis, self._from_logits = axis, from_logits

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        log_pred = pred if self._from_logits else F.log_softmax(pred, axis=self._axis)
        with _explain_errors("the labels are probabilities of classes, of the predictions' shape"):
            loss = label * (F.log(label + 1e-12) - log_pred)
        # MXNet: a sum over the classes, while the other losses compute the mean.
        loss = _apply_weighting(F, loss, self._weight, sample_weight)
        return F.sum(loss, axis=self._batch_axis, exclude=True)


class CTCLoss(Loss):
    """Connectionist temporal classification: labels that are not aligned to a longer sequence."""

    def __init__(self, layout="NTC", label_layout="NT", weight=None, **kwargs):
        for name, value, known in (
            ("pred", layout, ("NTC", "TNC")),
            ("label", label_layout, ("NT", "TN")),
        ):
            if value not in known:
                raise AssertionError(
                    f"Only {' and '.join(map(repr, known))} layouts for {name} are supported. "
                    f"Got: {value}"
                )
        self._layout = layout
        self._label_layout = label_layout
        super().__init__(weight, label_layout.find("N"), **kwargs)

    def hybrid_forward(
        self, F, pred, label, pred_lengths=None, label_lengths=None, sample_weight=None
    ):
        if self._layout == "NTC":
            pred = F.swapaxes(pred, 0, 1)
        if self._batch_axis == 1:
            label = F.swapaxes(label, 0, 1)
        loss = F.CTCLoss(
            pred,
            label,
            pred_lengths,
            label_lengths,
            use_data_lengths=pred_lengths is not None,
            use_label_lengths=label_lengths is not None,
            blank_label="last",
        )
        return _apply_weighting(F, loss, self._weight, sample_weight)


class HuberLoss(Loss):
    """Squared for differences below ``rho``, linear above."""

    def __init__(self, rho=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    @fused(huber_loss)
    def hybrid_forward(self, F, pred, label, sample_weight=None):
        distance = F.abs(_reshape_like(F, label, pred) - pred)
        near, far = (0.5 / self._rho) * F.square(distance), distance - 0.5 * self._rho
        return self._mean_per_sample(F, F.where(distance > self._rho, far, near), sample_weight)


class HingeLoss(Loss):
    """``max(0, margin - pred * label)`` for labels -1 and 1."""

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        loss = F.relu(self._margin - pred * _reshape_like(F, label, pred))
        return self._mean_per_sample(F, loss, sample_weight)


class SquaredHingeLoss(HingeLoss):
    """The square of the hinge loss."""

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        hinge = F.relu(self._margin - pred * _reshape_like(F, label, pred))
        return self._mean_per_sample(F, F.square(hinge), sample_weight)


class LogisticLoss(Loss):
    """Cross entropy of labels -1 and 1 (``signed``) or 0 and 1 (``binary``)."""

    def __init__(self, weight=None, batch_axis=0, label_format="signed", **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        if label_format not in ("signed", "binary"):
            raise ValueError(f"label_format can only be signed or binary, received {label_format}.")
        self._label_format = label_format

    @fused(logistic_loss)
    def hybrid_forward(self, F, pred, label, sample_weight=None):
        label = _reshape_like(F, label, pred)
        if self._label_format == "signed":
            label = (label + 1.0) / 2.0
        tail = F.Activation(-F.abs(pred), act_type="softrelu")
        return self._mean_per_sample(F, F.relu(pred) - pred * label + tail, sample_weight)


class TripletLoss(Loss):
    """Penalizes anchors that are not closer to a positive than to a negative by ``margin``."""

    def __init__(self, margin=1, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, pred, positive, negative, sample_weight=None):
        to_positive = F.square(_reshape_like(F, positive, pred, _ANCHOR) - pred)
        to_negative = F.square(_reshape_like(F, negative, pred, _ANCHOR) - pred)
        gap = F.sum(to_positive - to_negative, axis=self._batch_axis, exclude=True)
        loss = F.relu(gap + self._margin)
        if sample_weight is not None:  # MXNet: this loss does not support it
            sample_weight = F.reshape_like(sample_weight, loss)
        return _apply_weighting(F, loss, self._weight, sample_weight)


class PoissonNLLLoss(Loss):
    """Negative log-likelihood of counts; ``compute_full`` adds Stirling's term of the target."""

    def __init__(self, weight=None, from_logits=True, batch_axis=0, compute_full=False, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._compute_full, self._from_logits = compute_full, from_logits

    def hybrid_forward(self, F, pred, target, sample_weight=None, epsilon=1e-08):
        target = _reshape_like(F, target, pred)
        rate, log_rate = (F.exp(pred), pred) if self._from_logits else (pred, F.log(pred + epsilon))
        loss = rate - target * log_rate
        if self._compute_full:
            stirling = target * F.log(target) - target + 0.5 * F.log(2 * target * math.pi)
            # Stirling's approximation is only added for counts above 1.
            loss = loss + F.where(target > 1, stirling, F.zeros_like(stirling))
        # MXNet: this loss is a single number for the batch.
        return F.mean(_apply_weighting(F, loss, self._weight, sample_weight))


class CosineEmbeddingLoss(Loss):
    """Penalizes pairs with label 1 that differ in direction, and with label -1 that agree."""

    def __init__(self, weight=None, batch_axis=0, margin=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F, input1, input2, label, sample_weight=None):
        input1 = _reshape_like(F, input1, input2, "lhs is input1, rhs is input2")
        label = F.reshape(label, shape=(-1, 1))
        similarity = self._cosine_similarity(F, input1, input2)
        # MXNet: a pair with another label than 1 and -1 costs nothing
        negative_loss = F.relu(similarity - self._margin) * (label == -1)
        loss = F.where(label == 1, 1.0 - similarity, negative_loss)
        return _apply_weighting(F, loss, self._weight, sample_weight)

    @staticmethod
    def _cosine_similarity(F, x, y):
        lengths = F.norm(x, axis=-1) * F.norm(y, axis=-1)
        product = F.sum(x * y, axis=-1)
        return F.reshape(product / F.broadcast_maximum(lengths, lengths * 0 + 1e-12), shape=(-1, 1))


class SDMLLoss(Loss):
    """Smoothed deep metric learning: rows with the same index in two batches belong together."""

    def __init__(self, smoothing_parameter=0.3, weight=1.0, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self.kl_loss = KLDivLoss(from_logits=True)
        self.smoothing_parameter = smoothing_parameter

    def hybrid_forward(self, F, x1, x2):
        rows, columns = F.expand_dims(x1, 1), F.expand_dims(x2, 0)
        distances = F.sum(F.square(F.broadcast_sub(rows, columns)), axis=2)
        return self.kl_loss(F.log_softmax(-distances, axis=1), self._smooth_targets(F, distances))

    def _smooth_targets(self, F, distances):
        """Return a distribution for each row that favors the row itself.

        The number of rows is unknown in a graph, so it is computed there.
        """
        ones = F.ones_like(distances)
        own = F.cumsum(ones, axis=0) == F.cumsum(ones, axis=1)
        rows = F.sum(ones, axis=1, keepdims=True)
        share = F.broadcast_mul(ones, self.smoothing_parameter / (rows - 1))
        return F.where(own, ones - self.smoothing_parameter, share)


_document(globals(), _DOCS)
