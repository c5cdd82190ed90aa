"""The processing of one batch by an Estimator."""

from __future__ import annotations

from .... import autograd
from ....ndarray import NDArray
from ...utils import split_and_load

__all__ = ["BatchProcessor"]


class BatchProcessor:
    """Runs the network on a batch; subclass it for other structures of inputs and losses."""

    def _get_data_and_label(self, batch, ctx, batch_axis=0):
        if isinstance(batch, NDArray):
            raise ValueError(
                f"a batch has data and labels, got one array of shape {batch.shape}: make the "
                "dataset of both, as in gluon.data.ArrayDataset(features, labels)"
            )
        data, label = batch
        return tuple(
            split_and_load(part, ctx_list=ctx, batch_axis=batch_axis, even_split=False)
            for part in (data, label)
        )

    def evaluate_batch(self, estimator, val_batch, batch_axis=0):
        """Return data, labels, predictions and losses of a batch, a list of each."""
        data, label = self._get_data_and_label(val_batch, estimator.context, batch_axis)
        pred = [estimator.val_net(x) for x in data]
        loss = [estimator.val_loss(p, y) for p, y in zip(pred, label, strict=True)]
        return data, label, pred, loss

    def fit_batch(self, estimator, train_batch, batch_axis=0):
        """Run forward and backward; a handler updates the weights."""
        data, label = self._get_data_and_label(train_batch, estimator.context, batch_axis)
        with autograd.record():
            pred = [estimator.net(x) for x in data]
            loss = [estimator.loss(p, y) for p, y in zip(pred, label, strict=True)]
        autograd.backward(loss)
        return data, label, pred, loss
