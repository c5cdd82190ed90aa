"""The update functions of ``mx.nd.contrib``: AdamW, and AdamW and LAMB for lists of weights."""

from __future__ import annotations

from . import _internal
from .ndarray import NDArray, full

__all__ = [
    "adamw_update", "mp_adamw_update", "multi_adamw_update", "multi_lamb_update",
    "multi_mp_adamw_update", "multi_mp_lamb_update",
]  # fmt: skip


def _as_array(rescale_grad, like):
    """Return the scale of the gradients as an array, if a loss scaler has not done so."""
    if isinstance(rescale_grad, NDArray):
        return rescale_grad
    return full((1,), rescale_grad, ctx=like.context)


def _interleave(*columns):
    """Return the arrays of each weight one after the other, in the order of the operators."""
    return [array for one in zip(*columns, strict=True) for array in one]


def adamw_update(
    weight, grad, mean, var, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0,
    clip_gradient=-1, out=None, name=None, **kwargs,
):  # fmt: skip
    """Update by Adam with decoupled decay; skipped if the scale is NaN, infinite or 0."""
    scale = _as_array(rescale_grad, weight)
    return _internal._adamw_update(
        weight, grad, mean, var, scale, lr=lr, eta=eta, beta1=beta1, beta2=beta2, epsilon=epsilon,
        wd=wd, clip_gradient=clip_gradient, out=out, **kwargs,
    )  # fmt: skip


def mp_adamw_update(
    weight, grad, mean, var, weight32, rescale_grad, lr, eta, beta1=0.9, beta2=0.999, epsilon=1e-8,
    wd=0, clip_gradient=-1, out=None, name=None, **kwargs,
):  # fmt: skip
    """Apply :func:`adamw_update` to a float32 copy of the weight."""
    scale = _as_array(rescale_grad, weight)
    return _internal._mp_adamw_update(
        weight, grad, mean, var, weight32, scale, lr=lr, eta=eta, beta1=beta1, beta2=beta2,
        epsilon=epsilon, wd=wd, clip_gradient=clip_gradient, out=out, **kwargs,
    )  # fmt: skip


def multi_adamw_update(
    weights, grads, mean, var, rescale_grad, lrs, wds, etas, out=None, name=None, size=0, **kwargs
):
    """Apply :func:`adamw_update` to lists of weights."""
    return _internal._multi_adamw_update(
        *_interleave(weights, grads, mean, var), _as_array(rescale_grad, weights[0]), out=out,
        num_weights=size or len(weights), lrs=lrs, wds=wds, etas=etas, **kwargs,
    )  # fmt: skip


def multi_mp_adamw_update(
    weights, grads, mean, var, weights32, rescale_grad, lrs, wds, etas, out=None, name=None, size=0,
    **kwargs,
):  # fmt: skip
    """Apply :func:`mp_adamw_update` to lists of weights."""
    return _internal._multi_mp_adamw_update(
        *_interleave(weights, grads, mean, var, weights32), _as_array(rescale_grad, weights[0]),
        out=out, num_weights=size or len(weights), lrs=lrs, wds=wds, etas=etas, **kwargs,
    )  # fmt: skip


def multi_lamb_update(
    weights, grads, mean, var, step_count, lrs, wds, out=None, num_tensors=0, **kwargs
):
    """Update lists of weights by LAMB."""
    return _internal._multi_lamb_update(
        *_interleave(weights, grads, mean, var), out=out, num_tensors=num_tensors or len(weights),
        step_count=step_count, learning_rates=lrs, wds=wds, **kwargs,
    )  # fmt: skip


def multi_mp_lamb_update(
    weights, grads, mean, var, weights32, step_count, lrs, wds, out=None, num_tensors=0, **kwargs
):
    """Update lists of float16 weights by LAMB, on float32 copies."""
    return _internal._multi_mp_lamb_update(
        *_interleave(weights, grads, mean, var, weights32), out=out,
        num_tensors=num_tensors or len(weights), step_count=step_count, learning_rates=lrs,
        wds=wds, **kwargs,
    )  # fmt: skip
