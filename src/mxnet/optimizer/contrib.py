"""Contributed optimizers."""

from __future__ import annotations

import sys

from .. import ndarray as nd
from ..ndarray import NDArray as NDArray, zeros
from .base import Optimizer, register

__all__ = ["GroupAdaGrad"]


@register
class GroupAdaGrad(Optimizer):
    """AdaGrad with one rate for each row of a matrix, without weight decay."""

    def __init__(self, eps=1e-5, **kwargs):
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index, weight):
        if weight.ndim != 2:
            raise AssertionError(
                f"GroupAdaGrad updates matrices only; weight {index} has shape {weight.shape}"
            )
        return weight._alike(zeros((weight.shape[0], 1), weight.context, dtype=weight.dtype))

    def _update_one(self, index, weight, grad, state, lr, wd):
        if wd:
            raise AssertionError("Weight decay is not supported for GroupAdaGrad")
        grad = self._rescale(grad)
        state += nd.mean(grad * grad, axis=1, keepdims=True)
        weight -= lr * nd.broadcast_div(grad, nd.sqrt(state + self.float_stable_eps))


contrib = sys.modules[__name__]  # MXNet: the module is an attribute of itself
