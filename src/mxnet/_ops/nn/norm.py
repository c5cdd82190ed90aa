"""Normalization of each sample (layer, instance, group), and a sparseness penalty."""

from __future__ import annotations

import math

import torch

from ..._core.private_torch import Function
from .. import shape_rules
from ..checks import axis_in_range, check, fail, require_floats
from ..registry import op

_MANY_ROWS = 1024  # from here on, torch's sums of gradients are less accurate than those of 1.9.1
_SUMMED_ROWS = 128  # rows added in sequence; the square root of their number if that is more

WITH_STATISTICS = {
    "outputs": lambda attrs: 3 if attrs["output_mean_var"] else 1,
    "output_names": ("output", "mean", "std"),
}


def _with_statistics(result, mean, scale):
    """Return a result with its mean and deviation, which have no gradient."""
    statistics = mean.detach(), scale.detach().reciprocal()
    return result, *(s.to(result.dtype).contiguous() for s in statistics)


def _layer_norm_params(shapes: dict, attrs: dict) -> dict:
    data = shapes["data"]
    return dict.fromkeys(("gamma", "beta"), (data[axis_in_range(attrs["axis"], len(data))],))


def _normalize_last(data, gamma, beta, eps) -> tuple:
    """Normalize data along the last axis; return the means and reciprocal deviations as well."""
    if (
        (gamma.requires_grad or beta.requires_grad)
        and data.numel() > _MANY_ROWS * data.shape[-1]
        and data.dtype is torch.float32
        and data.is_cpu
    ):
        return _NormOfManyRows.apply(data, gamma, beta, eps)
    return torch.native_layer_norm(data, data.shape[-1:], gamma, beta, eps)


class _NormOfManyRows(Function):
    """Layer normalization whose gradients of gamma and beta are summed in two stages.

    torch adds row by row in float32, which loses three digits for 4096 rows.
    """

    @staticmethod
    def forward(ctx, data, gamma, beta, eps):
        results = torch.native_layer_norm(data, data.shape[-1:], gamma, beta, eps)
        ctx.save_for_backward(data, gamma, beta, *results[1:])
        ctx.mark_non_differentiable(*results[1:])
        return results

    @staticmethod
    def backward(ctx, grad, *_):
        data, gamma, beta, *statistics = ctx.saved_tensors
        size = data.shape[-1]
        rows = [t.reshape(-1, t.shape[-1]) for t in (grad, data, *statistics)]

        def gradients(grad, data, mean, scale, *needs_grad):
            return torch.ops.aten.native_layer_norm_backward(
                grad, data, [size], mean, scale, gamma, beta, needs_grad
            )

        of_data = None
        if ctx.needs_input_grad[0]:
            of_data = gradients(*rows, True, False, False)[0].view(data.shape)
        length = max(_SUMMED_ROWS, math.isqrt(len(rows[0])))
        blocks = zip(*(t.split(length) for t in rows), strict=True)
        parts = [gradients(*block, False, True, True)[1:] for block in blocks]
        of_gamma, of_beta = (torch.stack(part).sum(0) for part in zip(*parts, strict=True))
        return of_data, of_gamma, of_beta, None


@op(
    "LayerNorm",
    "_npx_layer_norm",
    **WITH_STATISTICS,
    infer_params=_layer_norm_params,
    shape=shape_rules.like_first,
    stored_outputs=3,
    naming="outputs",
)
def layer_norm(
    data, gamma, beta, *, axis: int = -1, eps: float = 1e-5, output_mean_var: bool = False
):
    """Normalize along one axis to mean ``beta`` and standard deviation ``gamma``.

    ``output_mean_var`` also returns the mean and the deviation, which have no gradient.
    """
    require_floats(data)
    axis = axis_in_range(axis, data.ndim)
    if axis == data.ndim - 1:
        result, mean, scale = _normalize_last(data, gamma, beta, eps)
    else:
        results = _normalize_last(data.movedim(axis, -1), gamma, beta, eps)
        result, mean, scale = (r.movedim(-1, axis) for r in results)
        result = result.contiguous()
    return _with_statistics(result, mean, scale) if output_mean_var else result


def _require_positions(data: torch.Tensor) -> None:
    require_floats(data)
    _require_axes(data.shape)


def _require_axes(shape) -> None:
    if len(shape) < 3:
        fail(f"This operation only supports data of 3 and more axes, got shape {tuple(shape)}")


def _infer_channels(shapes, attrs):
    _require_axes(shapes["data"])
    return dict.fromkeys(("gamma", "beta"), (shapes["data"][1],))


def _normalize_groups(data, gamma, beta, groups, eps):
    size = math.prod(data.shape[2:])
    data = data.contiguous()  # in a graph it may be non-contiguous
    return torch.native_group_norm(data, gamma, beta, *data.shape[:2], size, groups, eps)


@op(
    "InstanceNorm",
    infer_params=_infer_channels,
    shape=shape_rules.like_first,
    stored_outputs=3,
    naming="legacy",
)
def instance_norm(data, gamma, beta, *, eps: float = 1e-3):
    """Normalize each channel (axis 1) of each sample to mean ``beta`` and deviation ``gamma``."""
    _require_positions(data)
    return _normalize_groups(data, gamma, beta, data.shape[1], eps)[0]


@op(
    "GroupNorm",
    **WITH_STATISTICS,
    infer_params=lambda shapes, attrs: dict.fromkeys(("gamma", "beta"), (attrs["num_groups"],)),
    shape=shape_rules.like_first,
    stored_outputs=3,
    naming="outputs",
)
def group_norm(
    data, gamma, beta, *, num_groups: int = 1, eps: float = 1e-5, output_mean_var: bool = False
):
    """Normalize groups of channels (axis 1) to mean ``beta`` and deviation ``gamma``.

    ``output_mean_var`` also returns the mean and the deviation, which have no gradient.
    """
    _require_positions(data)
    channels = data.shape[1]
    check(
        num_groups > 0 and channels % num_groups == 0,
        f"# of channels must be divisible by # of groups, got {channels} and {num_groups}",
    )
    # MXNet: a group has one gamma and one beta, while torch has one for each channel.
    for name, array in (("gamma", gamma), ("beta", beta)):
        if array.shape != (num_groups,):
            fail(
                f"{name} has shape {tuple(array.shape)}, expected {(num_groups,)}: one for each "
                "group"
            )
    if channels != num_groups:
        gamma, beta = (p.repeat_interleave(channels // num_groups) for p in (gamma, beta))
    result, mean, scale = _normalize_groups(data, gamma, beta, num_groups, eps)
    return _with_statistics(result, mean, scale) if output_mean_var else result


class _SparsenessPenalty(Function):
    """The identity, with a gradient that pulls the mean activation of each unit toward a target."""

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
    shape=shape_rules.like_first,
    initializers={"moving_avg": '["zero", {}]'},
    aux_by_name=True,
)
def identity_attach_kl_sparse_reg(
    data, moving_avg, *,
    sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9,
):  # fmt: skip
    """Return the results of a sigmoid, with a gradient that pulls the mean activations to a target.

    Data have shape (samples, units). The backward pass updates the moving average of each unit's
    activation.
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
