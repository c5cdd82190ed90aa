"""Normalisation of each sample: layer, instance, group; and the penalty on units not sparse."""

from __future__ import annotations

import math

import torch

from .checks import axis_in_range, check, fail, want_floats
from .registry import op

WITH_STATISTICS = {
    "outputs": lambda attrs: 3 if attrs["output_mean_var"] else 1,
    "output_names": ("output", "mean", "std"),
}


def _with_statistics(result, mean, scale):
    """Return a result with its mean and deviation; no gradient goes through these."""
    statistics = mean.detach(), scale.detach().reciprocal()
    return result, *(s.to(result.dtype).contiguous() for s in statistics)


def _layer_norm_params(shapes: dict, attrs: dict) -> dict:
    data = shapes["data"]
    return dict.fromkeys(("gamma", "beta"), (data[axis_in_range(attrs["axis"], len(data))],))


@op("LayerNorm", "_npx_layer_norm", **WITH_STATISTICS, infer_params=_layer_norm_params)
def layer_norm(
    data, gamma, beta, *, axis: int = -1, eps: float = 1e-5, output_mean_var: bool = False
):
    """Normalise along one axis to mean ``beta`` and deviation ``gamma``.

    ``output_mean_var`` also returns mean and deviation, which have no gradient.
    """
    want_floats(data)
    axis = axis_in_range(axis, data.ndim)
    if axis == data.ndim - 1:
        result, mean, scale = torch.native_layer_norm(data, data.shape[-1:], gamma, beta, eps)
    else:
        results = torch.native_layer_norm(
            data.movedim(axis, -1), data.shape[axis : axis + 1], gamma, beta, eps
        )
        result, mean, scale = (r.movedim(-1, axis) for r in results)
        result = result.contiguous()
    return _with_statistics(result, mean, scale) if output_mean_var else result


def _want_positions(data: torch.Tensor) -> None:
    want_floats(data)
    if data.ndim < 3:
        fail(f"This operation only supports data of 3 and more axes, got shape {tuple(data.shape)}")


def _normalize_groups(data, gamma, beta, groups, eps):
    size = math.prod(data.shape[2:])
    data = data.contiguous()  # inside a graph it may not be
    return torch.native_group_norm(data, gamma, beta, *data.shape[:2], size, groups, eps)


@op(
    "InstanceNorm",
    infer_params=lambda shapes, attrs: dict.fromkeys(("gamma", "beta"), (shapes["data"][1],)),
)
def instance_norm(data, gamma, beta, *, eps: float = 1e-3):
    """Normalise each channel (axis 1) of each sample to mean ``beta`` and deviation ``gamma``."""
    _want_positions(data)
    return _normalize_groups(data, gamma, beta, data.shape[1], eps)[0]


@op(
    "GroupNorm",
    **WITH_STATISTICS,
    infer_params=lambda shapes, attrs: dict.fromkeys(("gamma", "beta"), (attrs["num_groups"],)),
)
def group_norm(
    data, gamma, beta, *, num_groups: int = 1, eps: float = 1e-5, output_mean_var: bool = False
):
    """Normalise groups of channels (axis 1) of a sample to mean ``beta`` and deviation ``gamma``.

    ``output_mean_var`` also returns mean and deviation, which have no gradient.
    """
    _want_positions(data)
    channels = data.shape[1]
    check(
        num_groups > 0 and channels % num_groups == 0,
        f"# of channels must be divisible by # of groups, got {channels} and {num_groups}",
    )
    # MXNet: a group has one gamma and one beta, where torch has one for each channel.
    for name, array in (("gamma", gamma), ("beta", beta)):
        if array.shape != (num_groups,):
            fail(
                f"{name} has shape {tuple(array.shape)}, wanted {(num_groups,)}: one for each group"
            )
    if channels != num_groups:
        gamma, beta = (p.repeat_interleave(channels // num_groups) for p in (gamma, beta))
    result, mean, scale = _normalize_groups(data, gamma, beta, num_groups, eps)
    return _with_statistics(result, mean, scale) if output_mean_var else result


class _SparsenessPenalty(torch.autograd.Function):
    """The identity, whose gradient pulls the mean activation of each unit towards a target."""

    @staticmethod
    def forward(ctx, data, moving_avg, target, penalty, momentum):
        ctx.save_for_backward(data)
        ctx.moving_avg, ctx.constants = moving_avg, (target, penalty, momentum)
        return data.clone()

    @staticmethod
    def backward(ctx, grad):
        (data,) = ctx.saved_tensors
        target, penalty, momentum = ctx.constants
        average = ctx.moving_avg.lerp_(data.detach().mean(0), 1 - momentum)
        push = (1 - target) / (1 - average) - target / average
        return grad + penalty * push, None, None, None, None


@op(
    "IdentityAttachKLSparseReg",
    aux=("moving_avg",),
    infer_params=lambda shapes, attrs: {"moving_avg": (shapes["data"][1],)},
)
def identity_attach_kl_sparse_reg(
    data, moving_avg, *,
    sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9,
):  # fmt: skip
    """Return data, results of a sigmoid; the gradient pulls the units' mean activation to a target.

    Data are (samples, units). The moving average of each unit's activation moves in the backward
    pass.
    """
    for name, value in (("sparseness_target", sparseness_target), ("momentum", momentum)):
        if not 0 <= value <= 1:
            fail(f"value {value} for Parameter {name} exceed bound [0,1]")
    if data.ndim != 2 or moving_avg.shape != data.shape[1:]:
        fail(
            f"expects data (samples, units) and moving_avg (units,), "
            f"got {tuple(data.shape)} and {tuple(moving_avg.shape)}"
        )
    return _SparsenessPenalty.apply(data, moving_avg.data, sparseness_target, penalty, momentum)
