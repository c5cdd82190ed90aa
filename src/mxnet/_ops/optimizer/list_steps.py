"""Steps of optimizers for lists of arrays, in place.

Each call of torch goes over all arrays, so that the time of a step with many small weights is not
that of calls from Python.
"""

from __future__ import annotations

import torch

from ..._core.private_torch import (
    foreach_add,
    foreach_add_,
    foreach_addcdiv_,
    foreach_addcmul,
    foreach_addcmul_,
    foreach_div,
    foreach_div_,
    foreach_mul,
    foreach_mul_,
    foreach_norm,
    foreach_sign,
    foreach_sqrt_,
)
from .steps import complement_of_power, fold_scale, round_float, trust_ratio


def _decayed(grads, weights, scale: float, limit: float, wd: float) -> list:
    """Return ``clip(scale * grad + wd * weight)``: some rules add the decay before clipping."""
    if scale != 1.0:
        grads = foreach_mul(grads, scale)
    if wd:
        grads = foreach_add(grads, weights, alpha=wd)
    return [grad.clamp(-limit, limit) for grad in grads] if limit >= 0.0 else grads


def nesterov_(weights, grads, moms, lr, wd, momentum, scale, limit, targets=None) -> None:
    """Do a step of Nesterov's gradient; the new weights are written to targets, if given."""
    targets = targets or weights
    grads, scale = fold_scale(weights, grads, scale, limit)
    foreach_mul_(moms, momentum)
    rate = lr * (1.0 + momentum)
    foreach_add_(targets, weights, alpha=-rate * wd)  # also for 0: MXNet makes infinite weights NaN
    foreach_add_(targets, moms, alpha=momentum)
    foreach_add_(targets, grads, alpha=-rate * scale)
    # MXNet: the decay in the momentum uses the current weight, which is the new one after an update
    # in place.
    foreach_add_(moms, weights, alpha=-lr * wd)
    foreach_add_(moms, grads, alpha=-lr * scale)


def signsgd_(weights, grads, lr, wd) -> None:
    """Do a step by the sign of the gradient."""
    # Array by array: the shape rules of torch's functions, which this operator needs in a graph,
    # do not include those for lists.
    for weight, grad in zip(weights, grads, strict=True):
        weight.mul_(1.0 - lr * wd).sub_(grad.sign(), alpha=lr)


def signum_(weights, grads, moms, lr, wd, momentum, scale, limit, wd_lh: float) -> None:
    """Do a step by the sign of the momentum; ``wd_lh`` decays the weight itself."""
    grads, scale = fold_scale(weights, grads, scale, limit)
    fresh = 1.0 - momentum
    foreach_mul_(moms, momentum)
    if wd:
        foreach_add_(moms, weights, alpha=-fresh * wd)
    foreach_add_(moms, grads, alpha=-fresh * scale)
    if wd_lh:
        foreach_mul_(weights, 1.0 - lr * wd_lh)
    foreach_add_(weights, foreach_sign(moms), alpha=lr)


def rmsprop_(
    weights, grads, squares, lr, wd, gamma1, epsilon, scale, limit, clip_weights
) -> None:  # fmt: skip
    """Do a step of RMSProp in the form of Tieleman and Hinton."""
    gamma1 = round_float(gamma1, weights[0].dtype)
    grads = _decayed(grads, weights, scale, limit, wd)
    foreach_mul_(squares, gamma1)
    foreach_addcmul_(squares, grads, grads, value=1.0 - gamma1)
    roots = foreach_add(squares, epsilon)
    foreach_sqrt_(roots)
    foreach_addcdiv_(weights, grads, roots, value=-lr)
    _clip_all(weights, clip_weights)


def centered_rmsprop_(
    weights, grads, squares, means, deltas, lr, wd, gamma1, gamma2, epsilon, scale, limit,
    clip_weights,
) -> None:  # fmt: skip
    """Do a step of RMSProp in the form of Graves."""
    gamma1 = round_float(gamma1, weights[0].dtype)
    grads = _decayed(grads, weights, scale, limit, wd)
    foreach_mul_(squares, gamma1)
    foreach_addcmul_(squares, grads, grads, value=1.0 - gamma1)
    foreach_mul_(means, gamma1)
    foreach_add_(means, grads, alpha=1.0 - gamma1)
    spreads = foreach_addcmul(squares, means, means, value=-1.0)
    foreach_add_(spreads, epsilon)
    foreach_sqrt_(spreads)
    foreach_mul_(deltas, gamma2)
    foreach_addcdiv_(deltas, grads, spreads, value=-lr)
    foreach_add_(weights, deltas)
    _clip_all(weights, clip_weights)


def adagrad_(weights, grads, squares, lr, wd, epsilon, scale, limit) -> None:
    """Do a step of AdaGrad; ``squares`` are sums of squared gradients."""
    grads = _decayed(grads, weights, scale, limit, 0.0)
    foreach_addcmul_(squares, grads, grads)
    roots = foreach_add(squares, epsilon)
    foreach_sqrt_(roots)
    if wd:
        foreach_mul_(weights, 1.0 - lr * wd)
    foreach_addcdiv_(weights, grads, roots, value=-lr)


def adadelta_(weights, grads, squares, square_steps, lr, wd, rho, epsilon, scale, limit) -> None:
    """Do a step of AdaDelta, which has no learning rate."""
    grads = _decayed(grads, weights, scale, limit, 0.0)
    foreach_mul_(squares, rho)
    foreach_addcmul_(squares, grads, grads, value=1.0 - rho)
    steps = foreach_add(square_steps, epsilon)
    foreach_div_(steps, foreach_add(squares, epsilon))
    foreach_sqrt_(steps)
    foreach_mul_(steps, grads)
    foreach_mul_(square_steps, rho)
    foreach_addcmul_(square_steps, steps, steps, value=1.0 - rho)
    if wd:
        foreach_add_(steps, weights, alpha=wd)
    foreach_add_(weights, steps, alpha=-1.0)


def adamax_(weights, grads, means, largest, lr, wd, beta1, beta2, scale, limit) -> None:
    """Do a step of Adam with the largest gradients instead of the second moments."""
    grads = _decayed(grads, weights, scale, limit, wd)
    foreach_mul_(means, beta1)
    foreach_add_(means, grads, alpha=1.0 - beta1)
    foreach_mul_(largest, beta2)
    for most, grad in zip(largest, grads, strict=True):
        torch.maximum(most, grad.abs(), out=most)
    # Elements that never had a gradient are not updated.
    divisors = [most.masked_fill(most == 0, 1.0) for most in largest]
    foreach_addcdiv_(weights, means, divisors, value=-lr)


def nadam_(
    weights, grads, means, variances, grad_factors, mean_factors, unbias, lr, wd, beta1, beta2,
    epsilon, scale, limit,
) -> None:  # fmt: skip
    """Do a step of Adam with Nesterov's momentum; the factors are numbers for each weight."""
    grads = _decayed(grads, weights, scale, limit, wd)
    foreach_mul_(means, beta1)
    foreach_add_(means, grads, alpha=1.0 - beta1)
    foreach_mul_(variances, beta2)
    foreach_addcmul_(variances, grads, grads, value=1.0 - beta2)
    steps = foreach_mul(grads, grad_factors)
    foreach_add_(steps, foreach_mul(means, mean_factors))
    roots = foreach_div(variances, unbias)
    foreach_sqrt_(roots)
    foreach_add_(roots, epsilon)
    foreach_addcdiv_(weights, steps, roots, value=-lr)


def _clip_all(weights, limit: float) -> None:
    if limit >= 0.0:
        for weight in weights:
            weight.clamp_(-limit, limit)


def lamb_directions(
    weights, grads, means, variances, beta1, beta2, epsilon, t, bias_correction, wd
) -> list:
    """Update the moments and return Adam's steps with decay, before their length is set."""
    dtype = weights[0].dtype
    unbias1, unbias2 = (
        complement_of_power(beta, t, dtype) if bias_correction else 1.0 for beta in (beta1, beta2)
    )
    beta1, beta2 = round_float(beta1, dtype), round_float(beta2, dtype)
    foreach_mul_(means, beta1)
    foreach_add_(means, grads, alpha=1.0 - beta1)
    foreach_mul_(variances, beta2)
    foreach_addcmul_(variances, grads, grads, value=1.0 - beta2)
    roots = foreach_div(variances, unbias2)
    foreach_sqrt_(roots)
    foreach_add_(roots, epsilon)
    steps = foreach_div(means, unbias1)
    foreach_div_(steps, roots)
    foreach_add_(steps, weights, alpha=wd)  # also if wd is 0: MXNet makes infinite weights NaN
    return steps


def lamb_(weights, steps, originals, lr, lower: float, upper: float) -> None:
    """Do steps of lengths in proportion to the original weights, within bounds."""
    length, step_length = (
        torch.stack(foreach_norm([array.float() for array in arrays]))
        for arrays in (originals, steps)
    )
    ratios = trust_ratio(length, step_length, lower, upper).to(weights[0].dtype)
    foreach_mul_(steps, list(ratios.unbind()))
    foreach_add_(weights, steps, alpha=-lr)
