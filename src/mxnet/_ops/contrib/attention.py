"""Multi-head attention on interleaved projections in one array.

Arrays are (length, batch, features). An array with queries, keys and values contains, for each
head, its query, its key and its value one after the other.
"""

from __future__ import annotations

import math

import torch

from .. import multiply_adds
from ..checks import brackets, fail, require_floats
from ..registry import op


def _check(name: str, array, parts: int, heads: int) -> None:
    require_floats(array)
    if array.ndim != 3:
        fail(
            f"Input {name} should be 3D in seq_length-batch-{parts}*proj_dim, "
            f"got {brackets(array.shape)}"
        )
    if not heads >= 1:
        fail(f"heads must be at least 1, got {heads}")
    if array.shape[2] % (parts * heads) != 0:
        fail(
            f"{name}.shape[2] should be a multiple of {parts} * heads = {parts * heads}, "
            f"got {brackets(array.shape)}"
        )


def split_heads(array, count: int, heads: int) -> tuple[torch.Tensor, ...]:
    """Split an array into its heads: (batch * heads, length, features)."""
    length, batch, size = array.shape
    shape = length, batch * heads, count, size // (count * heads)
    return array.reshape(shape).permute(2, 1, 0, 3).unbind(0)


def _scores(query, key) -> torch.Tensor:
    return torch.bmm(query * (1 / math.sqrt(query.shape[2] or 1)), key.transpose(1, 2))


def _weighted_values(name: str, array, parts: int, attention, heads: int) -> torch.Tensor:
    """Return the values, the last part of an array, weighted by attention, with joined heads."""
    _check(name, array, parts, heads)
    value = split_heads(array, parts, heads)[-1]
    if attention.ndim != 3 or (attention.shape[0], attention.shape[2]) != (
        value.shape[0],
        value.shape[1],
    ):
        fail(
            f"attention should be [{value.shape[0]}, seq_length, {value.shape[1]}], "
            f"got {brackets(attention.shape)}"
        )
    result, batch = torch.bmm(attention, value), array.shape[1]
    rows, length, size = result.shape
    shape = length, batch, rows // max(batch, 1) * size
    return result.transpose(0, 1).reshape(shape).contiguous()


@op(
    "_contrib_interleaved_matmul_selfatt_qk",
    naming="outputs",
    multiply_adds=multiply_adds.attention_scores(3),
)
def selfatt_qk(queries_keys_values, *, heads: int):
    """Compute the scores of self-attention: queries times keys over the root of their length.

    The result is (batch * heads, length, length).
    """
    _check("queries_keys_values", queries_keys_values, 3, heads)
    query, key, _ = split_heads(queries_keys_values, 3, heads)
    return _scores(query, key)


@op(
    "_contrib_interleaved_matmul_selfatt_valatt",
    naming="outputs",
    multiply_adds=multiply_adds.attention_values,
)
def selfatt_valatt(queries_keys_values, attention, *, heads: int):
    """Compute the values of self-attention weighted by ``attention``: (length, batch, features)."""
    return _weighted_values("queries_keys_values", queries_keys_values, 3, attention, heads)


@op(
    "_contrib_interleaved_matmul_encdec_qk",
    naming="outputs",
    multiply_adds=multiply_adds.attention_scores(1),
)
def encdec_qk(queries, keys_values, *, heads: int):
    """Compute the scores of attention to another sequence: (batch * heads, length, its length)."""
    _check("queries", queries, 1, heads)
    _check("keys_values", keys_values, 2, heads)
    if queries.shape[1] != keys_values.shape[1] or queries.shape[2] * 2 != keys_values.shape[2]:
        fail(
            "keys_values should have the batch of queries and twice its numbers, "
            f"got {brackets(keys_values.shape)} and {brackets(queries.shape)}"
        )
    (query,) = split_heads(queries, 1, heads)
    return _scores(query, split_heads(keys_values, 2, heads)[0])


@op(
    "_contrib_interleaved_matmul_encdec_valatt",
    naming="outputs",
    multiply_adds=multiply_adds.attention_values,
)
def encdec_valatt(keys_values, attention, *, heads: int):
    """Compute the values of another sequence weighted by attention: (length, batch, features)."""
    return _weighted_values("keys_values", keys_values, 2, attention, heads)
