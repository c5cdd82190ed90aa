"""Update rules of optimizers: each returns the new weight and updates its states in place.

The computation is in place: on the weight itself if the caller passes ``out=weight``, otherwise on
a copy.
"""

from __future__ import annotations

import torch

from .. import type_rules
from ..checks import fail
from ..registry import Out
from .list_steps import centered_rmsprop_, lamb_directions, nesterov_, rmsprop_, signsgd_, signum_
from .rows import update_rows, update_rows_by_sgd, update_rows_of_rows
from .steps import (
    adam_,
    adamw_,
    add_decay,
    check_mixed_precision,
    complement_of_power,
    in_float32,
    lower_precision,
    momentum_sgd_,
    round_float,
    same_shape,
    scale_gradient,
    sgd_,
    trust_ratio,
    update,
    usable,
    writable,
)

# ---------------------------------------------------------------------------------------------- SGD


@update("sgd_update", sparse=update_rows_by_sgd)
def sgd_update(
    weight, grad, *, lr: float, wd: float = 0.0, rescale_grad: float = 1.0,
    clip_gradient: float = -1.0, lazy_update: bool = True, out: Out,
):  # fmt: skip
    """Update a weight by SGD. ``lazy_update`` affects only sparse gradients."""
    same_shape(weight, grad)
    new = writable(weight, out)
    sgd_([new], [grad], lr, wd, rescale_grad, clip_gradient)
    return new


@update("sgd_mom_update", mutates=("mom",), sparse=update_rows)
def sgd_mom_update(
    weight, grad, mom, *, lr: float, momentum: float = 0.0, wd: float = 0.0,
    rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Out,
):  # fmt: skip
    """Update a weight by SGD with momentum. ``lazy_update`` affects only sparse gradients."""
    same_shape(weight, grad, mom)
    new = writable(weight, out)
    momentum_sgd_([new], [grad], [mom], lr, wd, momentum, rescale_grad, clip_gradient)
    return new


@update("mp_sgd_update", mutates=("weight32",), mixed=True)
def mp_sgd_update(
    weight, grad, weight32, *, lr: float, wd: float = 0.0, rescale_grad: float = 1.0,
    clip_gradient: float = -1.0, lazy_update: bool = True, out: Out,
):  # fmt: skip
    """Update a float32 copy of the weight by SGD."""
    check_mixed_precision(weight, grad, weight32=weight32)
    sgd_([weight32], [grad], lr, wd, rescale_grad, clip_gradient)
    return lower_precision(weight32, weight, out)


@update("mp_sgd_mom_update", mutates=("mom", "weight32"), mixed=True)
def mp_sgd_mom_update(
    weight, grad, mom, weight32, *, lr: float, momentum: float = 0.0, wd: float = 0.0,
    rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool = True, out: Out,
):  # fmt: skip
    """Update a float32 copy of the weight by SGD with momentum."""
    check_mixed_precision(weight, grad, mom=mom, weight32=weight32)
    momentum_sgd_([weight32], [grad], [mom], lr, wd, momentum, rescale_grad, clip_gradient)
    return lower_precision(weight32, weight, out)


@update("nag_mom_update", mutates=("mom",))
def nag_mom_update(
    weight, grad, mom, *, lr: float, momentum: float = 0.0, wd: float = 0.0,
    rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Out,
):  # fmt: skip
    """Update a weight by Nesterov's accelerated gradient."""
    same_shape(weight, grad, mom)
    new = writable(weight, out)
    nesterov_([weight], [grad], [mom], lr, wd, momentum, rescale_grad, clip_gradient, [new])
    return new


@update("mp_nag_mom_update", mutates=("mom", "weight32"), mixed=True)
def mp_nag_mom_update(
    weight, grad, mom, weight32, *, lr: float, momentum: float = 0.0, wd: float = 0.0,
    rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Out,
):  # fmt: skip
    """Update a float32 copy of the weight by Nesterov's accelerated gradient."""
    check_mixed_precision(weight, grad, mom=mom, weight32=weight32)
    nesterov_([weight32], [grad], [mom], lr, wd, momentum, rescale_grad, clip_gradient)
    return lower_precision(weight32, weight, out)


@update("signsgd_update")
def signsgd_update(
    weight, grad, *, lr: float, wd: float = 0.0, rescale_grad: float = 1.0,
    clip_gradient: float = -1.0, out: Out,
):  # fmt: skip
    """Update by the sign of the gradient; ``rescale_grad`` and ``clip_gradient`` have no effect."""
    same_shape(weight, grad)
    new = writable(weight, out)
    signsgd_([new], [grad], lr, wd)
    return new


@update("signum_update", mutates=("mom",))
def signum_update(
    weight, grad, mom, *, lr: float, momentum: float = 0.0, wd: float = 0.0,
    rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, out: Out,
):  # fmt: skip
    """Update by the sign of the momentum; ``wd_lh`` decays the weight itself."""
    same_shape(weight, grad, mom)
    new = writable(weight, out)
    signum_([new], [grad], [mom], lr, wd, momentum, rescale_grad, clip_gradient, wd_lh)
    return new


# ----------------------------------------------------------------------------------------- adaptive


@update("adam_update", mutates=("mean", "var"), sparse=update_rows)
def adam_update(
    weight, grad, mean, var, *, lr: float, beta1: float = 0.9, beta2: float = 0.999,
    epsilon: float = 1e-8, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0,
    lazy_update: bool = True, out: Out,
):  # fmt: skip
    """Update a weight by Adam. ``lazy_update`` affects only sparse gradients."""
    same_shape(weight, grad, mean, var)
    if clip_gradient >= 0.0:
        grad, wd = add_decay(grad, weight, rescale_grad, clip_gradient, wd), 0.0
    else:
        grad = scale_gradient(grad, rescale_grad, -1.0)
    new = writable(weight, out)
    adam_([new], [grad], [mean], [var], lr, beta1, beta2, epsilon, wd)
    return new


@update("ftml_update", mutates=("d", "v", "z"))
def ftml_update(
    weight, grad, d, v, z, *, lr: float, beta1: float = 0.6, beta2: float = 0.999,
    epsilon: float = 1e-8, t: int, wd: float = 0.0, rescale_grad: float = 1.0,
    clip_grad: float = -1.0, out: Out,
):  # fmt: skip
    """Update a weight by FTML (follow the moving leader)."""
    same_shape(weight, grad, d, v, z)
    if not lr:
        return writable(weight, out)  # MXNet: divides by 0, and all weights are NaN from then on
    for name, beta in (("beta1", beta1), ("beta2", beta2)):
        if not 0.0 <= beta <= 1.0:
            fail(f"value {beta} for Parameter {name} exceed bound [0,1]")
    dtype = weight.dtype
    beta1, beta2 = round_float(beta1, dtype), round_float(beta2, dtype)
    unbias1, unbias2 = (complement_of_power(beta, t, dtype) for beta in (beta1, beta2))
    grad = add_decay(grad, weight, rescale_grad, clip_grad, wd)
    v.mul_(beta2).addcmul_(grad, grad, value=1.0 - beta2)
    newest = (v / unbias2).sqrt_().add_(epsilon).mul_(unbias1 / lr)
    z.mul_(beta1).add_(grad, alpha=1.0 - beta1).addcmul_(
        d.mul_(-beta1).add_(newest), weight, value=-1.0
    )
    d.copy_(newest)
    return torch.div(z, newest, out=writable(weight, out)).neg_()


@update("ftrl_update", mutates=("z", "n"), sparse=update_rows_of_rows)
def ftrl_update(
    weight, grad, z, n, *, lr: float, lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0,
    rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Out,
):  # fmt: skip
    """Update by FTRL (follow the regularized leader); weights with ``z <= lamda1`` become 0."""
    same_shape(weight, grad, z, n)
    if not lr:
        return writable(weight, out)  # as in ftml_update
    grad = scale_gradient(grad, rescale_grad, clip_gradient)
    root = n.sqrt()
    n.addcmul_(grad, grad)
    new_root = n.sqrt()
    z.add_(grad).addcmul_(root.neg_().add_(new_root), weight, value=-1.0 / lr)
    # sign(z) * lamda1 - z, or 0 if |z| <= lamda1, is the soft threshold of -z
    slope = new_root.add_(beta).div_(-lr).sub_(wd)
    return torch.div(torch.nn.functional.softshrink(z, lamda1), slope, out=writable(weight, out))


@update("rmsprop_update", mutates=("n",))
def rmsprop_update(
    weight, grad, n, *, lr: float, gamma1: float = 0.95, epsilon: float = 1e-8, wd: float = 0.0,
    rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: Out,
):  # fmt: skip
    """Update a weight by RMSProp in the form of Tieleman and Hinton."""
    same_shape(weight, grad, n)
    new = writable(weight, out)
    rmsprop_([new], [grad], [n], lr, wd, gamma1, epsilon, rescale_grad, clip_gradient, clip_weights)
    return new


@update("rmspropalex_update", mutates=("n", "g", "delta"))
def rmspropalex_update(
    weight, grad, n, g, delta, *, lr: float, gamma1: float = 0.95, gamma2: float = 0.9,
    epsilon: float = 1e-8, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0,
    clip_weights: float = -1.0, out: Out,
):  # fmt: skip
    """Update a weight by RMSProp in the form of Graves."""
    same_shape(weight, grad, n, g, delta)
    new = writable(weight, out)
    centered_rmsprop_(
        [new], [grad], [n], [g], [delta], lr, wd, gamma1, gamma2, epsilon, rescale_grad,
        clip_gradient, clip_weights,
    )  # fmt: skip
    return new


@update("_adamw_update", mutates=("grad", "mean", "var"), mixed=True)
def adamw_update(
    weight, grad, mean, var, rescale_grad, *, lr: float, beta1: float = 0.9, beta2: float = 0.999,
    epsilon: float = 1e-8, wd: float = 0.0, eta: float, clip_gradient: float = -1.0, out: Out,
):  # fmt: skip
    """Update by Adam with decoupled decay; skipped if the scale is NaN, infinite or 0."""
    same_shape(weight, grad, mean, var)
    in_float32(rescale_grad=rescale_grad)
    new, scale = writable(weight, out), usable(rescale_grad)
    if scale is None:
        return new
    # MXNet: unlike the others, this update leaves the gradient scaled and clipped.
    grad.mul_(scale)
    if clip_gradient >= 0.0:
        grad.clamp_(-clip_gradient, clip_gradient)
    adamw_([new], [grad], [mean], [var], lr, beta1, beta2, epsilon, wd, eta)
    return new


@update("_mp_adamw_update", mutates=("mean", "var", "weight32"), mixed=True)
def mp_adamw_update(
    weight, grad, mean, var, weight32, rescale_grad, *, lr: float, beta1: float = 0.9,
    beta2: float = 0.999, epsilon: float = 1e-8, wd: float = 0.0, eta: float,
    clip_gradient: float = -1.0, out: Out,
):  # fmt: skip
    """Update a float32 copy of the weight by Adam with decoupled decay."""
    check_mixed_precision(weight, grad, mean=mean, var=var, weight32=weight32)
    in_float32(rescale_grad=rescale_grad)
    scale = usable(rescale_grad)
    if scale is None:
        return writable(weight, out)
    grad = scale_gradient(grad, scale, clip_gradient, weight32)
    adamw_([weight32], [grad], [mean], [var], lr, beta1, beta2, epsilon, wd, eta)
    return lower_precision(weight32, weight, out)


# --------------------------------------------------------------------------------------------- LAMB


@update("lamb_update_phase1", mutates=("mean", "var"))
def lamb_update_phase1(
    weight, grad, mean, var, *, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-6,
    t: int, bias_correction: bool = True, wd: float, rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
):  # fmt: skip
    """Compute the direction of LAMB's update."""
    same_shape(weight, grad, mean, var)
    grad = scale_gradient(grad, rescale_grad, clip_gradient)
    (step,) = lamb_directions(
        [weight], [grad], [mean], [var], beta1, beta2, epsilon, t, bias_correction, wd
    )
    return step


@update("mp_lamb_update_phase1", mutates=("mean", "var"), mixed=True, types=type_rules.FLOATS)
def mp_lamb_update_phase1(
    weight, grad, mean, var, weight32, *, beta1: float = 0.9, beta2: float = 0.999,
    epsilon: float = 1e-6, t: int, bias_correction: bool = True, wd: float,
    rescale_grad: float = 1.0, clip_gradient: float = -1.0,
):  # fmt: skip
    """Compute the direction of LAMB's update, in float32, for a weight in float16."""
    check_mixed_precision(weight, grad, mean=mean, var=var, weight32=weight32)
    if weight.dtype is not torch.float16:
        fail(f"Type inconsistent: weight is {weight.dtype}, expected float16")
    grad = scale_gradient(grad, rescale_grad, clip_gradient, weight32)
    (step,) = lamb_directions(
        [weight32], [grad], [mean], [var], beta1, beta2, epsilon, t, bias_correction, wd
    )
    return step


def _check_norms(**norms: torch.Tensor) -> None:
    for name, norm in norms.items():
        if norm.numel() != 1:
            fail(f"{name} shape incorrect: {list(norm.shape)}, expected [1]")


@update("lamb_update_phase2")
def lamb_update_phase2(
    weight, g, r1, r2, *, lr: float, lower_bound: float = -1.0, upper_bound: float = -1.0, out: Out
):
    """Update along ``g``, scaled by the norms ``r1`` of the weight and ``r2`` of ``g``."""
    same_shape(weight, g)
    _check_norms(r1=r1, r2=r2)
    return writable(weight, out).addcmul_(
        g, trust_ratio(r1, r2, lower_bound, upper_bound), value=-lr
    )


@update("mp_lamb_update_phase2", mixed=True)
def mp_lamb_update_phase2(
    weight,
    g,
    r1,
    r2,
    weight32,
    *,
    lr: float,
    lower_bound: float = -1.0,
    upper_bound: float = -1.0,
    out: Out,
):
    """Update from the float32 copy of the weight, which is not modified."""
    same_shape(weight, g, weight32)
    in_float32(g=g, r1=r1, r2=r2, weight32=weight32)
    _check_norms(r1=r1, r2=r2)
    ratio = trust_ratio(r1, r2, lower_bound, upper_bound)
    return lower_precision(torch.addcmul(weight32, g, ratio, value=-lr), weight, out)
