"""Updates of moving statistics in the backward passes of a graph.

MXNet: a graph updates all of them, whichever of its results are used, and even if no gradient
reaches the normalization.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from ..._eager.backward_pass import current_pass
from ..._ops.zero_gradients import in_graph


def run_in_backward(updates: list[Callable], results: Sequence[torch.Tensor]) -> None:
    """Run updates once in every backward pass that begins at one of the results."""
    done = None  # the last pass

    def run(grad: torch.Tensor) -> None:
        nonlocal done
        if current_pass() is not done:
            done = current_pass()
            for update in updates:
                update(grad)

    for result in map(in_graph, results):
        if result.requires_grad:
            result.register_hook(run)
