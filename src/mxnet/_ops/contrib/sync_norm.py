"""Batch normalization with statistics over all processes of a job."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch.autograd.function import once_differentiable

from ..._core.private_torch import Function
from ..checks import axis_in_range, fail
from ..nn.batch_norm import DECLARATION, normalize_channels, normalize_moving
from ..registry import Training, op


class _Job:
    """The number of processes, and the function that sums a tensor over them in place.

    Kernels do not know about processes: the process group connects itself when it is created.
    """

    size: int = 1
    all_reduce: Callable[[torch.Tensor], None] = staticmethod(lambda tensor: None)


def connect(size: int, all_reduce: Callable[[torch.Tensor], None]) -> None:
    """Let normalizations with ``ndev=size`` sum over processes with a function."""
    _Job.size, _Job.all_reduce = size, staticmethod(all_reduce)


def _sums(data: torch.Tensor, axes: list[int]) -> torch.Tensor:
    """Return the number of elements of each channel, their sum and the sum of their squares."""
    totals = data.new_zeros((3, data.shape[1]), dtype=torch.float64)
    # Without elements, mean and variance are nan and would make those of the job nan.
    if data.numel():
        var, mean = (each.double() for each in torch.var_mean(data, axes, correction=0))
        torch.stack([torch.ones_like(mean), mean, var + mean.square()], out=totals)
        totals *= data.numel() // data.shape[1]
    return totals


class _SyncBatchNorm(Function):
    """Batch normalization whose sums, in both passes, are over all processes.

    They are sent as float64, because the variance is a difference of them.
    """

    @staticmethod
    def forward(ctx, data, gamma, beta, eps):
        axes = [axis for axis in range(data.ndim) if axis != 1]
        totals = _sums(data.to(gamma.dtype), axes)
        _Job.all_reduce(totals)
        count, (mean, square) = totals[0, 0].item(), totals[1:] / totals[0]
        var = square.sub_(mean.square()).clamp_(min=0)
        mean, scale = mean.to(gamma.dtype), (var + eps).rsqrt_().to(gamma.dtype)
        result = normalize_moving(data, gamma, beta, mean, var.to(gamma.dtype), eps)
        ctx.save_for_backward(data, gamma, mean, scale)
        ctx.mark_non_differentiable(mean, scale)
        ctx.set_materialize_grads(False)
        ctx.axes, ctx.count = axes, count
        return result, mean, scale

    @staticmethod
    @once_differentiable
    def backward(ctx, grad, *_):
        data, gamma, mean, scale = ctx.saved_tensors
        shape = [1, -1] + [1] * (data.ndim - 2)
        wide = grad.to(gamma.dtype)
        normal = (data.to(gamma.dtype) - mean.view(shape)).mul_(scale.view(shape))
        sums = torch.stack([wide.sum(ctx.axes), (wide * normal).sum(ctx.axes)])
        totals = sums.to(torch.float64, copy=True)
        _Job.all_reduce(totals)
        means = (totals / ctx.count).to(gamma.dtype)
        wide = wide - means[0].view(shape) - normal.mul_(means[1].view(shape))
        # Only the gradients of this process: trainers sum the gradients of parameters.
        return wide.mul_((gamma * scale).view(shape)).to(grad.dtype), sums[1], sums[0], None


def _normalize_job(view, gamma, beta, eps):
    if view.is_meta:  # shape inference, in one process
        return torch.native_batch_norm(view, gamma, beta, None, None, True, 0.0, eps)
    return _SyncBatchNorm.apply(view, gamma, beta, eps)


@op("_contrib_SyncBatchNorm", **DECLARATION, naming="legacy")
def sync_batch_norm(
    data, gamma, beta, moving_mean, moving_var, *,
    eps: float = 1e-3, momentum: float = 0.9,
    fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False,
    ndev: int = 1, key: str, training: Training,
):  # fmt: skip
    """Normalize each channel (axis 1) like BatchNorm, with the statistics of all processes.

    ``ndev`` is the number of processes; 1 means only this process. ``key`` identifies the layer.
    """
    axis, is_global = axis_in_range(1, data.ndim), use_global_stats or not training
    own = {}
    if ndev > 1 and not is_global:
        if ndev != _Job.size and not data.is_meta:
            fail(
                f"ndev={ndev} means the statistics of {ndev} processes, and this job has "
                f"{_Job.size} (several devices of one process are not supported); use ndev=1 for "
                "statistics of each device by itself"
            )
        own = {"normalize": _normalize_job}
    result, mean, scale = normalize_channels(
        data, gamma, beta, moving_mean, moving_var, eps, momentum, fix_gamma, is_global, axis, **own
    )
    if not output_mean_var:
        return result
    # MXNet: the variance itself, while BatchNorm returns 1 / standard deviation.
    if is_global:
        return result, moving_mean.detach().clone(), moving_var.detach().clone()
    return result, mean, scale.pow(-2) - eps
