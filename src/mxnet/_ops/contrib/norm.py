"""Batch normalization with an activation."""

from __future__ import annotations

from ..nn.batch_norm import DECLARATION, batch_norm
from ..registry import op, parameters_of


@op("_contrib_BatchNormWithReLU", **(DECLARATION | {"stored_outputs": 4}), naming="outputs")
@parameters_of(batch_norm)
def batch_norm_with_relu(*arrays, **attrs):
    """Apply BatchNorm, then ReLU."""
    result = batch_norm(*arrays, **attrs)
    return (result[0].relu(), *result[1:]) if attrs.get("output_mean_var") else result.relu()
