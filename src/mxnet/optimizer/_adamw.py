"""AdamW, which 1.9.1 has only as operators."""

from __future__ import annotations

import math

from .._ops.optimizer.multi import adamw_all_
from ._adam import Moments
from .base import register


@register
class AdamW(Moments):
    """Adam with decoupled weight decay (Loshchilov and Hutter, 2017).

    A step is ``lr * mean / (sqrt(variance) + epsilon) + lr * wd * weight`` with bias correction of
    both moments, as in torch. Gradients of sparse parameters are treated as dense.
    """

    def __init__(
        self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0.01, **kwargs
    ):
        super().__init__(learning_rate, beta1, beta2, wd=wd, **kwargs)
        self.epsilon = epsilon

    def create_state(self, index, weight):
        # Moments are updated in place, so those of a sparse weight are dense.
        return super().create_state(index, weight.tostype("default"))

    def _update_tensors(self, indices, lrs, wds, *columns):
        counts = [self._index_update_count[i] for i in indices]
        for count in set(counts):  # one count, unless weights were added later
            positions = [position for position, other in enumerate(counts) if other == count]
            rows = ([values[position] for position in positions] for values in (lrs, wds, *columns))
            self._update_group(count, *rows)

    def _update_group(self, count, lrs, wds, *columns):
        """Update weights with the same number of updates."""
        spread = math.sqrt(1 - self.beta2**count)
        rates = [lr * spread / (1 - self.beta1**count) for lr in lrs]
        decays = [lr * wd for lr, wd in zip(lrs, wds, strict=True)]
        options = self.epsilon * spread, self.rescale_grad, self._clip
        adamw_all_(*columns, rates, decays, self.beta1, self.beta2, *options)
