"""Owned outputs: results share no memory and are contiguous."""

from __future__ import annotations

from collections.abc import Set

import torch
from torch import fx

from ..._ops.copies import contiguous
from ...context import Context, torch_device
from ..ir.node import Entry
from ..lower.code import Code
from ..lower.lowering import lower_to_graph
from ..lower.sparse_inputs import keep_csr
from .attention import fuse_attention
from .channels_last import put_channels_last
from .cross_entropy import fuse_cross_entropy
from .inplace import rectify_in_place
from .memory import Memory, shows_all
from .unrolled import draw_masks, join_products
from .unrolled_lstm import fuse_lstm_cells


def lower_with_owned_outputs(
    outputs: list[Entry], ctx: Context, training: bool, csr: Set[int] = frozenset()
) -> Code:
    """Lower a graph to code whose results are owned arrays.

    ``csr`` are the positions of inputs that are CSR matrices.
    """
    graph, _ = lower_to_graph(outputs, ctx, training)
    keep_csr(graph, csr)
    fuse_cross_entropy(graph)
    draw_masks(graph)
    if torch_device(ctx).type == "cpu":
        fuse_attention(graph)
        fuse_lstm_cells(graph)
        if training:
            put_channels_last(graph)
    join_products(graph)
    rectify_in_place(graph)
    materialize_outputs(graph)
    return Code(graph)


def materialize_outputs(graph: fx.Graph, count: int | None = None) -> None:
    """Copy outputs (the first ``count``) that may share memory with inputs or other outputs."""
    memory = Memory(graph)
    owned_memory: set[fx.Node] = set()
    output = graph.output_node()
    results = []
    with graph.inserting_before(output):
        for value in output.args[0][:count]:
            owners = memory.owners(value)
            shared = any(owner.op == "placeholder" or owner in owned_memory for owner in owners)
            owned_memory |= owners
            fresh = not shared and shows_all(value)
            results.append(
                graph.call_function(make_contiguous if fresh else copy_contiguous, (value,))
            )
    output.args = ((*results, *output.args[0][len(results) :]),)


make_contiguous = contiguous


def copy_contiguous(value: torch.Tensor) -> torch.Tensor:
    """Return a contiguous copy."""
    copy = contiguous(value)
    return value.clone() if copy is value else copy
