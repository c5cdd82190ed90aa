"""Optimizers that scale each element's step by its past gradients."""

from __future__ import annotations

from .._ops.optimizer.list_steps import adadelta_, adagrad_, centered_rmsprop_, rmsprop_
from .._ops.optimizer.multi import step_all_
from ._operators import update_one, zeros_like
from .base import Optimizer, register


@register
class AdaGrad(Optimizer):
    """Divides by the root of the sum of all squared gradients so far."""

    def __init__(self, eps=1e-7, **kwargs):
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index, weight):
        return zeros_like(weight)

    def _update_one(self, index, weight, grad, state, lr, wd):
        if grad.stype == "row_sparse":
            update_one(
                "_sparse_adagrad_update", weight, grad, state, lr=lr, wd=wd,
                epsilon=self.float_stable_eps, rescale_grad=self.rescale_grad,
                clip_gradient=self._clip,
            )  # fmt: skip
        else:
            super()._update_one(index, weight, grad, state, lr, wd)

    def _update_tensors(self, indices, lrs, wds, *columns):
        eps = self.float_stable_eps
        step_all_(adagrad_, columns, lrs, wds, eps, self.rescale_grad, self._clip)


@register
class RMSProp(Optimizer):
    """Divides by the root of a moving average of squared gradients.

    The form of Tieleman and Hinton; ``centered`` divides by the moving variance (Graves, 2013).
    """

    def __init__(
        self, learning_rate=0.001, gamma1=0.9, gamma2=0.9, epsilon=1e-8, centered=False,
        clip_weights=None, **kwargs,
    ):  # fmt: skip
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.gamma1, self.gamma2, self.epsilon = gamma1, gamma2, epsilon
        self.centered, self.clip_weights = centered, clip_weights

    def create_state(self, index, weight):
        return tuple(zeros_like(weight) for _ in range(3 if self.centered else 1))

    def _update_tensors(self, indices, lrs, wds, *columns):
        common = self.epsilon, self.rescale_grad, self._clip, self.clip_weights or -1.0
        if self.centered:
            step_all_(centered_rmsprop_, columns, lrs, wds, self.gamma1, self.gamma2, *common)
        else:
            step_all_(rmsprop_, columns, lrs, wds, self.gamma1, *common)


@register
class AdaDelta(Optimizer):
    """Scales by moving averages of squared gradients and squared steps; it has no learning rate."""

    def __init__(self, rho=0.90, epsilon=1e-5, **kwargs):
        super().__init__(**kwargs)
        self.rho = rho
        self.epsilon = epsilon

    def create_state(self, index, weight):
        return zeros_like(weight), zeros_like(weight)

    def _update_tensors(self, indices, lrs, wds, *columns):
        options = self.rho, self.epsilon, self.rescale_grad, self._clip
        step_all_(adadelta_, columns, lrs, wds, *options)


@register
class Ftrl(Optimizer):
    """Follows the regularized leader: small weights become 0."""

    def __init__(self, lamda1=0.01, learning_rate=0.1, beta=1, **kwargs):
        super().__init__(**kwargs)
        # MXNet: unlike in other optimizers, the default does not override a scheduler.
        self.lr = learning_rate
        self.lamda1 = lamda1
        self.beta = beta

    def create_state(self, index, weight):
        return zeros_like(weight), zeros_like(weight)

    def _update_one(self, index, weight, grad, state, lr, wd):
        update_one(
            "ftrl_update", weight, grad, *state, lr=lr, wd=wd, lamda1=self.lamda1, beta=self.beta,
            rescale_grad=self.rescale_grad, clip_gradient=self._clip,
        )  # fmt: skip


@register
class FTML(Optimizer):
    """Follows the moving leader (Zheng and Kwok, 2017)."""

    def __init__(self, beta1=0.6, beta2=0.999, epsilon=1e-8, **kwargs):
        super().__init__(**kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon

    def create_state(self, index, weight):
        return tuple(zeros_like(weight) for _ in range(3))

    def _update_one(self, index, weight, grad, state, lr, wd):
        update_one(
            "ftml_update", weight, grad, *state, t=self._index_update_count[index], lr=lr, wd=wd,
            beta1=self.beta1, beta2=self.beta2, epsilon=self.epsilon,
            rescale_grad=self.rescale_grad, clip_grad=self._clip,
        )  # fmt: skip
