"""How to create each block, and inputs for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import contrib, nn, rnn

HOMES = (nn, rnn, contrib.nn, contrib.cnn, contrib.rnn)
# To be subclassed, made of something else, or refused (see tests/divergences.txt).
WITHOUT_SAMPLE = {
    "Block", "HybridBlock", "HybridRecurrentCell", "ModifierCell", "RecurrentCell",
    "SparseEmbedding", "SymbolBlock",
}  # fmt: skip


@dataclass(frozen=True)
class Sample:
    """How to make a block and call it."""

    kind: type
    shape: tuple = (4, 6)
    arguments: dict = field(default_factory=dict)
    sizes: dict = field(default_factory=dict)  # what deferred initialization would find out
    fill: Callable | None = None  # (block) puts children into it
    wraps: Callable | None = None  # () makes the cell that is the first argument
    integer_input: bool = False
    is_cell: bool = False
    draws: bool = False  # random in training
    takes_prefix: bool = True
    takes_params: bool = True

    def __str__(self):
        return self.kind.__name__

    def make(self, **options):
        first = (self.wraps(),) if self.wraps else ()
        block = self.kind(*first, **{**self.arguments, **options})
        if self.fill:
            with block.name_scope():
                self.fill(block)
        return block

    def input(self, ctx=None, dtype="float32"):
        random = np.random.RandomState(0)
        values = random.uniform(-1, 1, self.shape)
        if self.integer_input:
            values = random.randint(0, 3, self.shape)
        return nd.array(values, ctx=ctx or mx.cpu(), dtype=dtype)

    def call(self, block, data):
        """Return the output, of a cell after two steps."""
        if not self.is_cell:
            return block(data)
        block.reset()
        states = block.begin_state(batch_size=data.shape[0], ctx=data.context, dtype=data.dtype)
        _, states = block(data, states)
        return block(data, states)[0]


def dense(block):
    block.add(nn.Dense(3), nn.Dense(2))


def cells(block):
    block.add(rnn.LSTMCell(4))
    block.add(rnn.GRUCell(3))


LINE, IMAGE, VOLUME = (2, 3, 7), (2, 3, 6, 5), (2, 2, 4, 5, 4)
SHAPES = {"1D": LINE, "2D": IMAGE, "3D": VOLUME}


def convolutions():
    for ending, shape in SHAPES.items():
        for transposed in ("", "Transpose"):
            kind = getattr(nn, f"Conv{ending}{transposed}")
            yield Sample(kind, shape, {"channels": 4, "kernel_size": 2}, {"in_channels": shape[1]})


def poolings():
    for ending, shape in SHAPES.items():
        for name in ("MaxPool", "AvgPool", "GlobalMaxPool", "GlobalAvgPool"):
            yield Sample(getattr(nn, name + ending), shape)


def normalizations():
    known = {"in_channels": IMAGE[1]}
    for kind in (nn.BatchNorm, nn.BatchNormReLU, nn.InstanceNorm, contrib.nn.SyncBatchNorm):
        yield Sample(kind, IMAGE, sizes=known)
    yield Sample(nn.LayerNorm, sizes={"in_channels": 6})
    yield Sample(nn.GroupNorm, IMAGE, {"num_groups": 3})


def transformers():
    shape, sizes = (2, 5, 8), {"units": 8, "hidden_size": 6, "num_heads": 2}
    attention = {"units": 8, "num_heads": 2, "causal": True}
    yield Sample(nn.MultiHeadAttention, shape, attention, {"in_units": 8})
    yield Sample(nn.TransformerEncoderLayer, shape, sizes)
    yield Sample(nn.TransformerEncoder, shape, {"num_layers": 2, **sizes, "pre_norm": True})
    yield Sample(nn.PositionalEncoding, shape, {"units": 8, "max_length": 9})


def activations():
    yield Sample(nn.Activation, arguments={"activation": "tanh"})
    yield Sample(nn.LeakyReLU, arguments={"alpha": 0.1})
    for kind in (nn.PReLU, nn.ELU, nn.SELU, nn.GELU, nn.Swish):
        yield Sample(kind)


def stacks():
    for kind in (nn.Sequential, nn.HybridSequential):
        yield Sample(kind, fill=dense)
    for kind in (contrib.nn.Concurrent, contrib.nn.HybridConcurrent):
        yield Sample(kind, fill=dense)


def shuffles():
    for ending, shape in {"1D": (2, 4, 3), "2D": (2, 4, 3, 2), "3D": (2, 8, 2, 2, 2)}.items():
        kind = getattr(contrib.nn, f"PixelShuffle{ending}")
        yield Sample(kind, shape, {"factor": 2}, takes_prefix=False, takes_params=False)


def deformations():
    for kind in (contrib.cnn.DeformableConvolution, contrib.cnn.ModulatedDeformableConvolution):
        options = {"channels": 4, "kernel_size": 2, "offset_weight_initializer": "uniform"}
        yield Sample(kind, IMAGE, options, {"in_channels": 3})


def recurrent_layers():
    for kind in (rnn.RNN, rnn.LSTM, rnn.GRU):
        yield Sample(kind, (5, 2, 3), {"hidden_size": 4}, {"input_size": 3})


def recurrent_cells():
    for kind in (rnn.RNNCell, rnn.LSTMCell, rnn.GRUCell):
        yield Sample(kind, (2, 3), {"hidden_size": 4}, {"input_size": 3}, is_cell=True)
    hidden = {"hidden_size": 4, "projection_size": 2}
    yield Sample(contrib.rnn.LSTMPCell, (2, 3), hidden, {"input_size": 3}, is_cell=True)
    for kind in (rnn.SequentialRNNCell, rnn.HybridSequentialRNNCell):
        yield Sample(kind, (2, 3), fill=cells, is_cell=True)
    yield Sample(rnn.DropoutCell, (2, 3), {"rate": 0.5}, is_cell=True, draws=True)
    for kind, arguments in (
        (rnn.ResidualCell, {}),
        (rnn.ZoneoutCell, {"zoneout_outputs": 0.2}),
        (contrib.rnn.VariationalDropoutCell, {"drop_inputs": 0.2}),
    ):
        draws = kind is not rnn.ResidualCell
        yield Sample(
            kind, (2, 3), arguments, wraps=lambda: rnn.RNNCell(3), is_cell=True, draws=draws,
            takes_prefix=False, takes_params=False,
        )  # fmt: skip


def convolutional_cells():
    for ending, shape in SHAPES.items():
        for mode in ("RNN", "LSTM", "GRU"):
            options = {
                "input_shape": shape[1:],
                "hidden_channels": 3,
                "i2h_kernel": 3,
                "h2h_kernel": 3,
                "i2h_pad": 1,
            }
            kind = getattr(contrib.rnn, f"Conv{ending}{mode}Cell")
            yield Sample(kind, shape, options, is_cell=True)


class Bidirectional(gluon.HybridBlock):
    """A bidirectional cell over a whole sequence, which is all it can do."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.BidirectionalCell(rnn.LSTMCell(3), rnn.GRUCell(3))

    def hybrid_forward(self, F, x):
        return self.cell.unroll(5, x, merge_outputs=True)[0]


def double(x):
    return x * 2


def double_with(F, x):
    return x * 2


SAMPLES = [
    Sample(nn.Dense, arguments={"units": 3}, sizes={"in_units": 6}),
    Sample(nn.Dropout, arguments={"rate": 0.5}, draws=True),
    Sample(nn.Embedding, arguments={"input_dim": 3, "output_dim": 2}, integer_input=True),
    Sample(nn.Flatten, IMAGE),
    Sample(nn.Lambda, arguments={"function": double}, takes_params=False),
    Sample(nn.HybridLambda, arguments={"function": double_with}, takes_params=False),
    Sample(nn.ReflectionPad2D, IMAGE, {"padding": 1}),
    Sample(contrib.nn.Identity),
    Sample(Bidirectional, (2, 5, 3)),
    *convolutions(),
    *poolings(),
    *normalizations(),
    *transformers(),
    *activations(),
    *stacks(),
    *shuffles(),
    *deformations(),
    *recurrent_layers(),
    *recurrent_cells(),
    *convolutional_cells(),
]
