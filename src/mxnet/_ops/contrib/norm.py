"""Batch normalisation over several devices, and with an activation."""

from __future__ import annotations

from ..checks import fail
from ..nn.batch_norm import DECLARATION, batch_norm
from ..registry import Training, op


@op("_contrib_SyncBatchNorm", **DECLARATION)
def sync_batch_norm(
    data, gamma, beta, moving_mean, moving_var, *,
    eps: float = 1e-3, momentum: float = 0.9,
    fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False,
    ndev: int = 1, key: str, training: Training,
):  # fmt: skip
    """Normalise each channel (axis 1) as BatchNorm does, with the statistics of all devices.

    ``ndev`` is their number; here it must be 1 in training. ``key`` names the layer.
    """
    if not (ndev == 1 or not training or use_global_stats):
        fail(
            f"statistics over several devices are not supported, got ndev={ndev}; use ndev=1, each "
            "device then takes its own"
        )
    results = batch_norm(
        data, gamma, beta, moving_mean, moving_var, eps=eps, momentum=momentum,
        fix_gamma=fix_gamma, use_global_stats=use_global_stats, output_mean_var=output_mean_var,
        training=training,
    )  # fmt: skip
    if not output_mean_var:
        return results
    out, mean, inverse_deviation = results
    return out, mean, inverse_deviation.pow(-2) - eps  # MXNet: the variance itself


@op("_contrib_BatchNormWithReLU", **DECLARATION)
def batch_norm_with_relu(
    data, gamma, beta, moving_mean, moving_var, *,
    eps: float = 1e-3, momentum: float = 0.9,
    fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False,
    axis: int = 1, cudnn_off: bool = False,
    min_calib_range: float | None = None, max_calib_range: float | None = None,
    training: Training,
):  # fmt: skip
    """Do what BatchNorm does, and set what is negative to 0."""
    result = batch_norm(
        data, gamma, beta, moving_mean, moving_var, eps=eps, momentum=momentum,
        fix_gamma=fix_gamma, use_global_stats=use_global_stats, output_mean_var=output_mean_var,
        axis=axis, cudnn_off=cudnn_off, min_calib_range=min_calib_range,
        max_calib_range=max_calib_range, training=training,
    )  # fmt: skip
    return (result[0].relu(), *result[1:]) if output_mean_var else result.relu()
