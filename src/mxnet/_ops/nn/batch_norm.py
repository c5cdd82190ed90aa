"""Batch normalization, with MXNet's moving statistics."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

import torch
from torch.compiler import is_exporting

from ..._core import dtypes
from ..._core.private_torch import Function
from ...base import MXNetError
from .. import shape_rules, type_rules
from ..checks import axis_in_range, fail, require_floats
from ..registry import Quantization, Training, op
from ..storage_rules import DENSE


def _channels_second(data: torch.Tensor, axis: int) -> torch.Tensor:
    """Return a view with the channels in axis 1, as torch's kernels require."""
    if axis == 1:
        return data
    before, after = data.shape[:axis].numel(), data.shape[axis + 1 :].numel()
    # With two axes torch uses its fast kernel for channels last.
    channels = data.shape[axis]
    return data.reshape((before, channels) if after == 1 else (before, channels, after))


def _without_gaps(data: torch.Tensor) -> torch.Tensor:
    """Return contiguous data: on a slice of a larger array torch takes 2 to 7 times as long.

    The channels-last layout is preserved.
    """
    if data.is_contiguous():
        return data
    last = data.ndim == 4 and data.stride(1) == 1
    return data.contiguous(memory_format=torch.channels_last if last else torch.contiguous_format)


def _parameter_type(data: torch.dtype) -> torch.dtype:
    """MXNet: for float16 data, the parameters and statistics are float32."""
    return torch.float32 if data in (torch.float16, torch.bfloat16) else data


def _check_channels(data: torch.Tensor, axis: int, *arrays: torch.Tensor) -> None:
    require_floats(data)
    shape, dtype = data.shape[axis : axis + 1], arrays[0].dtype
    if dtype is not data.dtype:
        dtype = _parameter_type(data.dtype)
    for name, array in zip(PARAMETERS, arrays, strict=True):
        if array.dtype is not dtype:
            expected_type, actual_type = (
                dtypes.BY_TORCH[each].name for each in (dtype, array.dtype)
            )
            fail(
                "This layer requires uniform type. "
                f"Expected '{expected_type}' v.s. given '{actual_type}' at '{name}'"
            )
        if array.shape != shape:
            expected = f"{tuple(shape)}, one for each channel"
            fail(f"{name} has shape {tuple(array.shape)}, expected {expected}")


def _fix_gamma(gamma: torch.Tensor) -> torch.Tensor:
    """Return the scale of a layer with ``fix_gamma``, which is 1."""
    if is_exporting():
        return torch.ones_like(gamma)
    # MXNet: gamma itself becomes 1. Written through .data, because torch forbids in-place writes to
    # leaves.
    gamma.data.fill_(1)
    return gamma.sign() if gamma.requires_grad else gamma  # sign(1) is 1, with gradient 0


# Elements: from here on, group statistics are faster than torch's batch norm statistics.
_LARGE = 1 << 16
_TINY = 1e-12  # eps of group norm, negligible and subtracted again
_MANY = 1 << 14  # rows of channels: from here on, the error of torch's mean is above 1e-5
_PARTS = 64  # of the rows, each summed separately, for an error 64 times smaller


def _statistics_for(data: torch.Tensor) -> Callable | None:
    """Return the function for mean and variance of large data, or None to use torch's own."""
    if data.dtype is not torch.float32 or not data.is_cpu or not data.numel():
        return None
    if data.ndim == 2 or data.ndim == 4 and data.is_contiguous(memory_format=torch.channels_last):
        lines = data.numel() // data.shape[1]
        return _statistics_of_lines if data.stride(1) == 1 and lines >= _MANY else None
    # Each plane is a group: planes of 4 elements take 3.5 times as long as planes of 16.
    if data.numel() >= _LARGE and data.shape[2:].numel() >= 16 and data.is_contiguous():
        return _statistics_of_rows
    return None


def _statistics_of_rows(data: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Compute mean and variance of each channel by combining those of each sample.

    torch's kernel for groups is vectorized, the one for batches is not. So this takes a third of
    the time, although the normalized result is discarded.
    """
    batch, channels = data.shape[:2]
    size = data.shape[2:].numel()
    _, means, scales = torch.native_group_norm(
        data, None, None, batch, channels, size, channels, _TINY
    )
    return _combine(means, scales.pow_(-2).sub_(_TINY))


def _statistics_of_lines(data: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Compute mean and variance of each channel if channels are last in memory.

    torch adds up rows of channels sequentially in float32. Placing rows side by side gives fewer,
    longer rows; then the statistics of the parts are combined.
    """
    channels = data.shape[1]
    lines = data.numel() // channels
    parts = next(count for count in range(_PARTS, 0, -1) if lines % count == 0)
    matrix = data.movedim(1, -1).reshape(lines // parts, parts * channels)
    means, variances = torch.batch_norm_update_stats(matrix, None, None, 0.0)
    return _combine(means.view(parts, channels), variances.view(parts, channels))


def _combine(means: torch.Tensor, variances: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Combine mean and variance of parts of equal size; each has shape (parts, channels)."""
    mean = means.mean(0)
    return mean, variances.mean(0).add_(means.sub_(mean).square_().mean(0))


class _BatchNormOfStatistics(Function):
    """Torch's batch normalization with statistics computed by another function."""

    @staticmethod
    def forward(ctx, data, gamma, beta, eps, statistics):
        mean, var = statistics(data)
        result = torch.native_batch_norm(data, gamma, beta, mean, var, False, 0.0, eps)[0]
        scale = var.add_(eps).rsqrt_()
        ctx.save_for_backward(data, gamma, mean, scale)
        ctx.mark_non_differentiable(mean, scale)
        ctx.set_materialize_grads(False)
        ctx.eps = eps
        return result, mean, scale

    @staticmethod
    def backward(ctx, grad, *_):
        data, gamma, mean, scale = ctx.saved_tensors
        grads = torch.ops.aten.native_batch_norm_backward.default(
            grad, data, gamma, None, None, mean, scale, True, ctx.eps, ctx.needs_input_grad[:3]
        )
        return *grads, None, None


class _Collected(threading.local):
    """The updates of moving statistics in a run of a graph, or None outside of one."""

    updates: list[Callable] | None = None


_collected = _Collected()


@contextlib.contextmanager
def collecting_updates(is_wanted: bool) -> Iterator[list[Callable]]:
    """Collect the updates of moving statistics, for the caller to run them in backward passes."""
    updates: list[Callable] = []
    outer, _collected.updates = _collected.updates, updates if is_wanted else None
    try:
        yield updates
    finally:
        _collected.updates = outer


def _mover(moving_mean, moving_var, mean, scale, momentum, eps):
    # Detached, not .data: inference plans notice the change by torch's version counter.
    moving_mean, moving_var = moving_mean.detach(), moving_var.detach()

    def move(grad):
        # MXNet: the moving variance follows the biased variance of the batch.
        moving_mean.lerp_(mean, 1 - momentum)
        moving_var.lerp_(scale.pow(-2).sub_(eps), 1 - momentum)

    return move


def _normalize_batch(view, gamma, beta, eps):
    """Return (result, mean, 1 / deviation), normalized with the statistics of the batch."""
    if eps > 0 and (statistics := _statistics_for(view)) is not None:
        return _BatchNormOfStatistics.apply(view, gamma, beta, eps, statistics)
    if not view.numel():
        unknown = torch.full_like(gamma, torch.nan)
        return _normalize_nothing(view, gamma, beta), unknown, unknown.clone()
    return torch.native_batch_norm(view, gamma, beta, None, None, True, 0.0, eps)


def normalize_moving(view, gamma, beta, mean, var, eps):
    """Normalize with given statistics."""
    if view.numel():
        return torch.native_batch_norm(view, gamma, beta, mean, var, False, 0.0, eps)[0]
    return _normalize_nothing(view, gamma, beta)


def _normalize_nothing(view, gamma, beta):
    """Normalize an empty array: torch rejects it, or crashes in its backward pass (SIGFPE)."""
    shape = [1, -1] + [1] * (view.ndim - 2)
    return view * gamma.view(shape).to(view.dtype) + beta.view(shape).to(view.dtype)


def normalize_channels(
    data, gamma, beta, moving_mean, moving_var, eps, momentum, fix_gamma, is_global, axis,
    normalize=_normalize_batch,
):  # fmt: skip
    """Return (result, mean, 1 / deviation), or only the result with the moving statistics."""
    _check_channels(data, axis, gamma, beta, moving_mean, moving_var)
    if fix_gamma:
        gamma = _fix_gamma(gamma)
    view, mean, scale = _without_gaps(_channels_second(data, axis)), None, None
    if is_global:
        statistics = moving_mean.detach(), moving_var.detach()
        result = normalize_moving(view, gamma, beta, *statistics, eps)
    else:
        result, mean, scale = normalize(view, gamma, beta, eps)
        # An empty batch has no statistics, unless it is a part of a batch over several processes.
        if result.requires_grad and (view.numel() or not mean.isnan().any()):
            # MXNet: the moving statistics are updated in every backward pass.
            move = _mover(moving_mean, moving_var, mean, scale, momentum, eps)
            if _collected.updates is None:
                result.register_hook(move)
            else:
                _collected.updates.append(move)
    return (result if view is data else result.view(data.shape)), mean, scale


PARAMETERS = ("gamma", "beta", "moving_mean", "moving_var")


def _types(inputs, outputs, attrs):
    data = type_rules.unify(inputs[0], outputs[0])
    if data is None:
        return inputs, outputs
    wide = _parameter_type(data)
    positions = range(1, len(inputs))
    return (
        [data, *(type_rules.unify(wide, inputs[i], f" at {i}-th input") for i in positions)],
        [data, *(type_rules.unify(output, wide) for output in outputs[1:])],
    )


DECLARATION = {
    "outputs": lambda attrs: 3 if attrs["output_mean_var"] else 1,
    "output_names": ("output", "mean", "var"),
    "aux": ("moving_mean", "moving_var"),
    "initializers": {"moving_mean": '["zero", {}]', "moving_var": '["one", {}]'},
    "stored_outputs": 3,
    "types": _types,
    "shape": shape_rules.like_first,
    "mixed": True,  # with float16 data the parameters are float32
    "infer_params": lambda shapes, attrs: _channel_params(shapes["data"], attrs.get("axis", 1)),
}


def _channel_params(data: tuple, axis: int) -> dict:
    return dict.fromkeys(PARAMETERS, (data[axis_in_range(axis, len(data))],))


def _batch_norm_storage(op, stypes, attrs) -> str:
    """MXNet: a fixed gamma is written to, which sparse arrays do not support."""
    if attrs["fix_gamma"] and set(stypes) != {DENSE}:
        raise MXNetError(
            "Error in operator BatchNorm: fix_gamma=True is not supported for sparse ndarrays; "
            "set fix_gamma=False, or convert the arrays with tostype('default')"
        )
    return DENSE


@op(
    "BatchNorm",
    "_npx_batch_norm",
    **DECLARATION,
    gradient_reads_result=False,
    storage=_batch_norm_storage,
    naming="outputs",
    quantization=Quantization(
        "_contrib_quantized_batch_norm", floats=lambda attrs, position: position != 0
    ),
)
def batch_norm(
    data, gamma, beta, moving_mean, moving_var, *,
    eps: float = 1e-3, momentum: float = 0.9,
    fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False,
    axis: int = 1, cudnn_off: bool = False,
    min_calib_range: float | None = None, max_calib_range: float | None = None,
    training: Training,
):  # fmt: skip
    """Normalize each channel to mean ``beta`` and standard deviation ``gamma``.

    In training, unless ``use_global_stats`` is set, the mean and variance of the batch are used,
    and the backward pass updates ``moving = momentum * moving + (1 - momentum) * batch``. Otherwise
    the moving statistics are used. ``fix_gamma`` sets gamma to 1 and its gradient to 0.
    ``output_mean_var`` also returns the mean and the reciprocal of the deviation, which have no
    gradient. ``cudnn_off`` and the calibration ranges (for quantized networks) have no effect.
    """
    axis, is_global = axis_in_range(axis, data.ndim), use_global_stats or not training
    result, mean, scale = normalize_channels(
        data, gamma, beta, moving_mean, moving_var, eps, momentum, fix_gamma, is_global, axis
    )
    if not output_mean_var:
        return result
    if is_global:
        return result, moving_mean.detach().clone(), (moving_var.detach() + eps).rsqrt_()
    return result, mean, scale


@op(
    "BatchNorm_v1",
    **DECLARATION,
    aux_by_name=True,
)
def batch_norm_v1(
    data, gamma, beta, moving_mean, moving_var, *,
    eps: float = 1e-3, momentum: float = 0.9,
    fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False,
    training: Training,
):  # fmt: skip
    """Normalize each channel (axis 1) like BatchNorm.

    ``output_mean_var`` also returns the mean and the variance, which have no gradient.
    """
    axis, is_global = axis_in_range(1, data.ndim), use_global_stats or not training
    result, mean, scale = normalize_channels(
        data, gamma, beta, moving_mean, moving_var, eps, momentum, fix_gamma, is_global, axis
    )
    if not output_mean_var:
        return result
    if is_global:
        return result, moving_mean.detach().clone(), moving_var.detach().clone()
    return result, mean, scale.pow(-2).sub_(eps)
