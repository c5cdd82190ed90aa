"""Counting of the multiply-add operations of matrix products and convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from .._core.lazy import load


def _recurrent_layer(
    x: Sequence[int], of_input: Sequence[int], of_state: Sequence[int], *args: Any, **kwargs: Any
) -> int:
    """Count the operations of torch's fused LSTM kernel from its shapes."""
    steps, batch, _ = x
    return 2 * steps * batch * (of_input[0] * of_input[1] + of_state[0] * of_state[1])


class MultiplyAdds:
    """Counts multiply-add operations inside a ``with`` block: ``total``."""

    def __init__(self) -> None:
        kernels = {torch.ops.aten.mkldnn_rnn_layer: _recurrent_layer}
        # Loaded where it is used: without triton, as on Windows, torch for CUDA warns of it.
        counting = load("torch.utils.flop_counter")
        self._counter = counting.FlopCounterMode(display=False, custom_mapping=kernels)

    def __enter__(self) -> MultiplyAdds:
        self._counter.__enter__()
        return self

    def __exit__(self, *exc: Any) -> None:
        self._counter.__exit__(*exc)

    @property
    def total(self) -> int:
        """The count so far."""
        return self._counter.get_total_flops() // 2  # torch counts an addition by itself
