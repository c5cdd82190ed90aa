"""Layers and losses."""

from . import (  # noqa: F401 - each file registers its operators
    activations,
    batch_norm,
    columns,
    conv,
    cross_entropy,
    ctc,
    dense,
    entropy,
    leaky_relu,
    local_norm,
    loss,
    norm,
    pooling,
    rnn,
    rnn_cells,
    sample_loss,
    softmax,
    softmax_output,
)
