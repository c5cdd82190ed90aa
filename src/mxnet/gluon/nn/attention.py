"""Attention and transformer encoders, which 1.9.1 leaves to other packages."""

from __future__ import annotations

import numpy as np

from ..block import HybridBlock
from .activations import GELU, Activation
from .basic_layers import Dense, Dropout, HybridSequential, LayerNorm

__all__ = [
    "MultiHeadAttention",
    "PositionalEncoding",
    "TransformerEncoder",
    "TransformerEncoderLayer",
]

# The score of masked positions: its exp is 0, and float16 can represent it.
_HIDDEN_SCORE = -1e4


class MultiHeadAttention(HybridBlock):
    """Multi-head attention of queries to keys and values, or of a sequence to itself.

    Inputs have the shape (batch, length, size). ``mask`` is 1 where a query may attend to a key and
    0 elsewhere, with shape (batch, queries, keys); the first two may be 1, so that sequence lengths
    can be given as a mask of shape (batch, 1, keys). With ``causal``, a query does not attend to
    later keys.

    >>> attention = MultiHeadAttention(units=8, num_heads=2)
    >>> attention.initialize()
    >>> attention(nd.ones((4, 5, 6))).shape
    (4, 5, 8)
    >>> seen = nd.ones((4, 1, 7))
    >>> attention(nd.ones((4, 5, 6)), nd.ones((4, 7, 6)), None, seen).shape
    (4, 5, 8)
    """

    def __init__(
        self, units, num_heads, dropout=0.0, use_bias=True, causal=False, weight_initializer=None,
        bias_initializer="zeros", in_units=0, **kwargs,
    ):  # fmt: skip
        if units % num_heads:
            raise ValueError(f"units, {units}, must be a multiple of num_heads, {num_heads}")
        super().__init__(**kwargs)
        self._num_heads, self._causal = num_heads, causal
        self._scale = (units // num_heads) ** -0.5
        options = {"use_bias": use_bias, "flatten": False, "bias_initializer": bias_initializer}
        options["weight_initializer"] = weight_initializer
        with self.name_scope():
            self.query = Dense(units, in_units=in_units, prefix="query_", **options)
            self.key = Dense(units, in_units=in_units, prefix="key_", **options)
            self.value = Dense(units, in_units=in_units, prefix="value_", **options)
            self.output = Dense(units, in_units=units, prefix="output_", **options)
            self.dropout = Dropout(dropout)

    def hybrid_forward(self, F, query, key=None, value=None, mask=None):
        key = query if key is None else key
        value = key if value is None else value
        queries, keys = (
            self._split_heads(F, layer(x)) for layer, x in ((self.query, query), (self.key, key))
        )
        values = self._split_heads(F, self.value(value))
        scores = F.batch_dot(queries * self._scale, keys, transpose_b=True)
        weights = self.dropout(F.softmax(self._hide(F, scores, mask), axis=-1))
        return self.output(self._join_heads(F, F.batch_dot(weights, values)))

    # F.reshape, not the method: the special sizes -4, -3 and 0 mean something else to mx.np arrays.
    def _split_heads(self, F, x):
        """(batch, length, units) -> (batch * heads, length, units of a head)."""
        heads = F.transpose(F.reshape(x, (0, 0, self._num_heads, -1)), (0, 2, 1, 3))
        return F.reshape(heads, (-3, 0, 0))

    def _join_heads(self, F, x):
        """Undo :meth:`_split_heads`."""
        heads = F.transpose(F.reshape(x, (-4, -1, self._num_heads, 0, 0)), (0, 2, 1, 3))
        return F.reshape(heads, (0, 0, -3))

    def _hide(self, F, scores, mask):
        """Set the scores of masked keys so low that their softmax is 0."""
        if mask is not None:
            heads = F.reshape(scores, (-4, -1, self._num_heads, 0, 0))
            visible = F.broadcast_like(F.expand_dims(mask, 1), heads)
            scores = F.reshape(_mask_scores(F, visible, heads), (-3, 0, 0))
        if self._causal:
            rows = F.reshape(F.contrib.arange_like(scores, axis=1), (1, -1, 1))
            columns = F.reshape(F.contrib.arange_like(scores, axis=2), (1, 1, -1))
            visible = F.broadcast_lesser_equal(columns, rows)
            scores = _mask_scores(F, F.broadcast_like(visible, scores), scores)
        return scores

    def __repr__(self):
        units = self.output._units
        return f"{type(self).__name__}({units}, heads={self._num_heads}, causal={self._causal})"


def _mask_scores(F, visible, scores):
    return F.where(visible, scores, F.ones_like(scores) * _HIDDEN_SCORE)


class TransformerEncoderLayer(HybridBlock):
    """Self-attention and two dense layers, each with a residual connection and normalization.

    Normalization follows each sublayer, or precedes it with ``pre_norm``.
    """

    def __init__(
        self, units, hidden_size, num_heads, dropout=0.0, activation="relu", pre_norm=False,
        causal=False, epsilon=1e-5, **kwargs,
    ):  # fmt: skip
        super().__init__(**kwargs)
        self._pre_norm = pre_norm
        with self.name_scope():
            self.attention = MultiHeadAttention(
                units, num_heads, dropout, causal=causal, in_units=units, prefix="attention_"
            )
            self.attention_norm = LayerNorm(
                epsilon=epsilon, in_channels=units, prefix="attention_norm_"
            )
            self.ffn = HybridSequential(prefix="ffn_")
            with self.ffn.name_scope():
                self.ffn.add(
                    Dense(hidden_size, flatten=False, in_units=units),
                    GELU() if activation == "gelu" else Activation(activation),
                    Dropout(dropout),
                    Dense(units, flatten=False, in_units=hidden_size),
                )
            self.ffn_norm = LayerNorm(epsilon=epsilon, in_channels=units, prefix="ffn_norm_")
            self.dropout = Dropout(dropout)

    def hybrid_forward(self, F, x, mask=None):
        if self._pre_norm:
            x = x + self.dropout(self.attention(self.attention_norm(x), None, None, mask))
            return x + self.dropout(self.ffn(self.ffn_norm(x)))
        x = self.attention_norm(x + self.dropout(self.attention(x, None, None, mask)))
        return self.ffn_norm(x + self.dropout(self.ffn(x)))


class TransformerEncoder(HybridBlock):
    """A stack of :class:`TransformerEncoderLayer`, called with a sequence and an optional mask.

    >>> encoder = TransformerEncoder(num_layers=2, units=8, hidden_size=16, num_heads=2)
    >>> encoder.initialize()
    >>> encoder(nd.ones((4, 5, 8))).shape
    (4, 5, 8)
    """

    def __init__(
        self, num_layers, units, hidden_size, num_heads, dropout=0.0, activation="relu",
        pre_norm=False, causal=False, epsilon=1e-5, **kwargs,
    ):  # fmt: skip
        super().__init__(**kwargs)
        with self.name_scope():
            self.layers = HybridSequential(prefix="")
            for _ in range(num_layers):
                self.layers.add(
                    TransformerEncoderLayer(
                        units, hidden_size, num_heads, dropout, activation, pre_norm, causal,
                        epsilon, prefix=f"layer{len(self.layers)}_",
                    )
                )  # fmt: skip
            # With normalization first, the output of the last layer is not normalized yet.
            self.norm = LayerNorm(epsilon=epsilon, in_channels=units) if pre_norm else None

    def hybrid_forward(self, F, x, mask=None):
        for layer in self.layers:
            x = layer(x, mask)
        return x if self.norm is None else self.norm(x)


class PositionalEncoding(HybridBlock):
    """Adds sine waves that encode positions to a sequence (Vaswani et al., 2017).

    ``max_length`` is the length of the longest sequence.
    """

    def __init__(self, units, max_length=1000, dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.waves = self.params.get_constant("waves", _waves(units, max_length))
            self.dropout = Dropout(dropout)

    def hybrid_forward(self, F, x, waves):
        return self.dropout(F.broadcast_add(x, F.slice_like(waves, x, axes=(1,))))


def _waves(units: int, length: int) -> np.ndarray:
    """Return sines at even and cosines at odd positions, with increasing wavelengths."""
    rates = 10000.0 ** (-np.arange(0, units, 2) / units)
    angles = np.arange(length)[:, None] * rates
    waves = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(length, -1)[:, :units]
    return waves[None].astype("float32")
