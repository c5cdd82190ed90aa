"""AdamW, which 1.9.1 has only as operators."""

from __future__ import annotations

import math

from ._adam import _Moments
from ._operators import update_any
from .base import register


@register
class AdamW(_Moments):
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

    def _update_all(self, indices, weights, grads, states, lrs, wds):
        counts = [self._index_update_count[i] for i in indices]
        for count in set(counts):  # one count, unless weights were added later
            rows = zip(counts, weights, grads, states, lrs, wds, strict=True)
            self._update_group(count, *zip(*(r[1:] for r in rows if r[0] == count), strict=True))

    def _update_group(self, count, weights, grads, states, lrs, wds):
        """Update weights with the same number of updates."""
        means, variances = zip(*states, strict=True)
        grads = [grad.tostype("default") for grad in grads]
        spread = math.sqrt(1 - self.beta2**count)
        update_any(
            "_multi_adam_update", weights, grads, means, variances, decoupled=True,
            lrs=[lr * spread / (1 - self.beta1**count) for lr in lrs],
            wds=[lr * wd for lr, wd in zip(lrs, wds, strict=True)], num_weights=len(weights),
            beta1=self.beta1, beta2=self.beta2, epsilon=self.epsilon * spread,
            rescale_grad=self.rescale_grad, clip_gradient=self._clip,
        )  # fmt: skip
