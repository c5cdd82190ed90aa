"""Common parts of update rules: checks, scaling, and in-place steps over many arrays.

Where torch has a fused kernel for MXNet's formula, one pass over memory does the entire step.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import torch

from ..._core.private_torch import (
    foreach_mul_,
    fused_adam_,
    fused_adamw_,
    fused_sgd_,
    separate_sgd_,
)
from ..checks import fail, require_floats
from ..registry import register

increment_version = torch.autograd.graph.increment_version  # torch's fused kernels do not do it


def update(name: str, **facts):
    """Declare the decorated function as an update operator, which has no gradient."""

    def declare(kernel):
        @functools.wraps(kernel)
        def rule(*tensors, **attrs):
            for tensor in tensors:
                if tensor.requires_grad:
                    return kernel(*(t.detach() for t in tensors), **attrs)
            return kernel(*tensors, **attrs)

        register(rule, name, **facts)
        return kernel

    return declare


# ------------------------------------------------------------------------------------------ helpers


def same_shape(weight: torch.Tensor, *arrays: torch.Tensor) -> None:
    """Reject arrays whose shape differs from the weight's; fused kernels do not check it."""
    require_floats(weight)
    shape = weight.shape
    for position, other in enumerate(arrays, 1):
        if other.shape != shape:
            fail(
                f"Incompatible attr in node  at {position}-th input: "
                f"expected {list(shape)}, got {list(other.shape)}"
            )


def in_float32(**arrays: torch.Tensor) -> None:
    """Reject arrays that are not float32."""
    for name, array in arrays.items():
        if array.dtype is not torch.float32:
            fail(f"Type inconsistent: {name} is {array.dtype}, expected float32")


def check_mixed_precision(weight: torch.Tensor, grad: torch.Tensor, **states: torch.Tensor) -> None:
    """Reject a gradient unlike the weight, and states of another shape or type than float32."""
    same_shape(weight, grad, *states.values())
    if grad.dtype is not weight.dtype:
        fail(f"Type inconsistent: grad is {grad.dtype}, expected {weight.dtype}")
    in_float32(**states)


def writable(
    weight: torch.Tensor, out: tuple[torch.Tensor, ...] | None, position: int = 0
) -> torch.Tensor:
    """Return the tensor to write to: the weight if it is also the output, otherwise a copy."""
    is_output = out is not None and position < len(out) and out[position] is weight
    return weight if is_output else weight.clone()


def lower_precision(
    weight32: torch.Tensor, weight: torch.Tensor, out, position: int = 0
) -> torch.Tensor:
    """Return the float32 weight in the type of the weight, in place if that is the output."""
    if out is not None and position < len(out) and out[position] is weight:
        return weight.copy_(weight32)
    return weight32.to(weight.dtype, copy=True)


def scale_gradient(
    grad: torch.Tensor, scale: float, limit: float, like: torch.Tensor | None = None
) -> torch.Tensor:
    """Return the gradient in the type of ``like``, rescaled, and clipped if limit >= 0."""
    if like is not None and grad.dtype is not like.dtype:
        grad = grad.to(like.dtype)
    if scale != 1.0:
        grad = grad * scale
    # MXNet: a limit of 0 clips, although its documentation says otherwise.
    return grad.clamp(-limit, limit) if limit >= 0.0 else grad


def add_decay(
    grad: torch.Tensor, weight: torch.Tensor, scale: float, limit: float, wd: float
) -> torch.Tensor:
    """Return ``scale * grad + wd * weight``, clipped: some rules add the decay before clipping."""
    grad = scale_gradient(grad, scale, -1.0)
    return scale_gradient(torch.add(grad, weight, alpha=wd) if wd else grad, 1.0, limit)


@functools.lru_cache(maxsize=1024)  # a few for each group of weights; schedules add one per step
def round_float(value: float, dtype: torch.dtype = torch.float32) -> float:
    """Round a number like MXNet: to float32, then to the type of the array.

    For 0.999 this changes ``1 - value`` by five parts in 100000. In bfloat16, which MXNet does not
    update, it would be 1.
    """
    number = torch.tensor(value, dtype=torch.float32)
    return (number if dtype is torch.bfloat16 else number.to(dtype)).item()


@functools.lru_cache(maxsize=1024)
def complement_of_power(base: float, exponent: int, dtype: torch.dtype) -> float:
    """Return ``1 - base ** exponent``, with the power in the precision of the array."""
    power = round_float(base) ** exponent
    if dtype is torch.bfloat16:  # as in round_float
        return 1.0 - power
    return 1.0 - torch.tensor(power, dtype=torch.float64).to(dtype).item()


@functools.lru_cache(maxsize=8)  # 1 / batch size changes at the last batch, if at all
def scale_tensor(scale: float) -> torch.Tensor:
    """Return a scale as a tensor, as otherwise torch would create one for each array of a list."""
    return torch.tensor(scale)


@functools.cache
def _endless(device: torch.device) -> torch.Tensor:
    """Return a step number with bias correction 1: MXNet puts that in the learning rate."""
    return torch.tensor(torch.inf, device=device)


# -------------------------------------------------------------------- fused passes over many arrays


def _step_of_sgd(weight: torch.Tensor) -> Callable[..., None]:
    """Return the kernel for weights like this one.

    On CPUs torch's own (2.13) computes short floats 16 at a time and does not store them.
    """
    return separate_sgd_ if weight.is_cpu and weight.itemsize == 2 else fused_sgd_


def sgd_(weights: list, grads: list, lr: float, wd: float, scale: float, limit: float) -> None:
    """Compute ``weight -= lr * (clip(scale * grad) + wd * weight)``."""
    grads, scale = fold_scale(weights, grads, scale, limit)
    if weights[0].is_meta:  # torch has no shape function for it, and shapes do not change
        return
    _step_of_sgd(weights[0])(
        weights, grads, [], weight_decay=wd / scale, momentum=0.0, lr=lr * scale, dampening=0.0,
        nesterov=False, maximize=False, is_first_step=False,
    )  # fmt: skip
    increment_version(weights)


def momentum_sgd_(
    weights: list,
    grads: list,
    moms: list,
    lr: float,
    wd: float,
    momentum: float,
    scale: float,
    limit: float,
) -> None:
    """Compute ``mom = momentum * mom - lr * (clip(scale * grad) + wd * weight); weight += mom``."""
    grads, scale = fold_scale(weights, grads, scale, limit)
    if weights[0].is_meta:
        return
    if momentum == 0.0:  # the fused kernel would not update the states
        for weight, grad, mom in zip(weights, grads, moms, strict=True):
            torch.mul(grad, -lr * scale, out=mom).add_(weight, alpha=-lr * wd)
            weight.add_(mom)
        return
    # MXNet: the momentum includes the learning rate, which a dampening of 1 + lr achieves.
    _step_of_sgd(weights[0])(
        weights, grads, moms, weight_decay=wd / scale, momentum=momentum, lr=-1.0,
        dampening=1.0 + lr * scale, nesterov=False, maximize=False, is_first_step=False,
    )  # fmt: skip
    increment_version(weights)


def fold_scale(weights: list, grads: list, scale: float, limit: float) -> tuple[list, float]:
    """Return gradients in the type of the weights and the scale left to fold into the step."""
    if limit >= 0.0 or scale == 0.0:
        pairs = zip(grads, weights, strict=True)
        return [scale_gradient(grad, scale, limit, weight) for grad, weight in pairs], 1.0
    dtype = weights[0].dtype
    if grads[0].dtype is not dtype:
        grads = [grad.to(dtype) for grad in grads]
    return grads, scale


def adam_(
    weights: list, grads: list, means: list, variances: list, lr: float, beta1: float, beta2: float,
    epsilon: float, wd: float = 0.0, decoupled: bool = False,
) -> None:  # fmt: skip
    """Update by Adam without bias correction; ``decoupled`` decay shrinks the weight first."""
    dtype = weights[0].dtype
    fused = fused_adamw_ if decoupled else fused_adam_
    fused(
        weights, grads, means, variances, [], [_endless(weights[0].device)] * len(weights), lr=lr,
        beta1=round_float(beta1, dtype), beta2=round_float(beta2, dtype), weight_decay=wd,
        eps=epsilon, amsgrad=False, maximize=False,
    )  # fmt: skip
    increment_version(weights)


def adamw_(weights, grads, means, variances, lr, beta1, beta2, epsilon, wd, eta) -> None:
    """Compute ``weight -= eta * (lr * mean / (sqrt(var) + epsilon) + wd * weight)``."""
    if lr == 0.0:  # decay alone; torch's decay is a multiple of the learning rate
        adam_([w.clone() for w in weights], grads, means, variances, 0.0, beta1, beta2, epsilon)
        foreach_mul_(weights, 1.0 - eta * wd)
        return
    adam_(
        weights, grads, means, variances, eta * lr, beta1, beta2, epsilon, wd / lr, decoupled=True
    )


# ---------------------------------------------------------------------------------- pieces of rules


def usable(rescale_grad: torch.Tensor) -> float | None:
    """Return the scale in an array, or None if it is NaN, inf or 0 and the step is skipped."""
    if rescale_grad.is_meta:
        return 1.0
    scale = float(rescale_grad.reshape(-1)[0])
    return scale if scale and abs(scale) < torch.inf else None


def trust_ratio(r1: torch.Tensor, r2: torch.Tensor, lower: float, upper: float) -> torch.Tensor:
    """Return the ratio of the norms of weight and step within bounds, or 1 if one of them is 0."""
    if lower >= 0.0:
        r1 = r1.clamp(min=lower)
    if upper >= 0.0:
        r1 = r1.clamp(max=upper)
    return torch.where((r1 == 0) | (r2 == 0), 1.0, r1 / r2)
