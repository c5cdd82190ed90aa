"""Batch normalisation with an activation."""

from __future__ import annotations

from ..nn.batch_norm import DECLARATION, batch_norm
from ..registry import Training, op


@op("_contrib_BatchNormWithReLU", **(DECLARATION | {"stored_outputs": 4}), names_outputs=True)
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
