"""The optimizers."""

from __future__ import annotations

from .. import ndarray as nd
from .base import MANY, Optimizer, register


def _zeros_like(weight):
    return nd.zeros(weight.shape, weight.context, dtype=weight.dtype)


def _interleaved(*lists):
    """Return w0, g0, s0, w1, g1, s1 ... as operators on many weights take them."""
    return [array for group in zip(*lists, strict=True) for array in group]


@register
class SGD(Optimizer):
    """Stochastic gradient descent, with momentum if asked.

    ``lazy_update`` concerns sparse gradients only.
    """

    aggregate_num = MANY

    def __init__(self, momentum=0.0, lazy_update=True, **kwargs):
        super().__init__(**kwargs)
        self.momentum = momentum
        self.lazy_update = lazy_update

    def create_state(self, index, weight):
        return _zeros_like(weight) if self.momentum else None

    def _step(self, indices, weights, grads, states, lrs, wds):
        common = {
            "num_weights": len(weights),
            "lrs": tuple(lrs),
            "wds": tuple(wds),
            "rescale_grad": self.rescale_grad,
            "clip_gradient": self._clip,
        }
        if self.momentum:
            arrays = _interleaved(weights, grads, states)
            nd.multi_sgd_mom_update(*arrays, out=weights, momentum=self.momentum, **common)
        else:
            nd.multi_sgd_update(*_interleaved(weights, grads), out=weights, **common)
