"""Run in a fresh process: first calls of networks, and shapes of operators, load no compiler.

Whoever imports torch's compiler here gets an error; that import takes two seconds.
"""

import sys

import mxnet as mx
from mxnet import autograd, gluon, nd, sym
from mxnet._core.dtypes import lookup
from mxnet._eager.functions import parse_attrs
from mxnet._graph.infer.kernel import infer_outputs
from mxnet._ops import OPS
from mxnet.gluon import nn, rnn
from tests.ops.test_rows import AS_SYMBOLS

COMPILER = ("sympy", "torch._dynamo", "torch._inductor")


class Loaded(BaseException):
    """The compiler was asked for."""


class Refuse:
    """A finder that lets nobody load the compiler."""

    def find_spec(self, name, path=None, target=None):
        if name.startswith(COMPILER):
            raise Loaded(name)


class Encoder(gluon.HybridBlock):
    """Embedding, attention of two heads, normalization, mean over words, as everybody writes it."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.words = nn.Embedding(50, 16)
            self.query, self.key, self.value, self.joined = (
                nn.Dense(16, flatten=False) for _ in range(4)
            )
            self.norm, self.drop, self.out = nn.LayerNorm(), nn.Dropout(0.1), nn.Dense(3)

    def hybrid_forward(self, F, x):
        def heads(a):
            return F.reshape(F.transpose(F.reshape(a, (0, 0, 2, -1)), (0, 2, 1, 3)), (-3, 0, 0))

        x = self.words(x)
        query, key, value = heads(self.query(x)), heads(self.key(x)), heads(self.value(x))
        weights = F.softmax(F.batch_dot(query, key, transpose_b=True) / 8**0.5)
        seen = F.reshape(F.batch_dot(self.drop(weights), value), (-4, -1, 2, 0, 0))
        x = self.norm(x + self.joined(F.reshape(F.transpose(seen, (0, 2, 1, 3)), (0, 0, -3))))
        return self.out(F.mean(x, axis=1))


class Cells(gluon.HybridBlock):
    """Recurrent cells, unrolled."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.cells = rnn.HybridSequentialRNNCell()
            for cell in (rnn.LSTMCell(6), rnn.GRUCell(6), rnn.ZoneoutCell(rnn.RNNCell(6), 0.1)):
                self.cells.add(cell)

    def hybrid_forward(self, F, x):
        return self.cells.unroll(3, x, layout="NTC", merge_outputs=True)[0]


def _stack(*blocks):
    net = nn.HybridSequential()
    net.add(*blocks)
    return net


def _convolutions(layout):
    plain, axis = {"layout": layout}, layout.index("C")
    return _stack(
        nn.Conv2D(8, 3, 2, activation="relu", **plain), nn.BatchNorm(axis),
        nn.MaxPool2D(ceil_mode=True, **plain),
        nn.Conv2D(4, (3, 1), dilation=(2, 1), padding=1, groups=2, **plain),
        nn.GlobalAvgPool2D(**plain), nn.Flatten(), nn.Dense(5),
    )  # fmt: skip


def _recurrent(layer):
    return _stack(nn.Embedding(50, 16), layer, nn.Dense(5, flatten=False))


def _odds_and_ends(F, x):
    return F.concat(
        F.sigmoid(x), F.L2Normalization(x), F.log_softmax(x), F.clip(x, 0, 1), F.where(x, x, -x),
        F.broadcast_mul(x, F.max(x, axis=1, keepdims=True)), F.one_hot(F.argmax(x, axis=1), 8),
        F.tile(F.norm(x, axis=1, keepdims=True), (1, 8)), F.dot(x, F.dot(x, x, transpose_a=True)),
        F.expand_dims(F.pick(x, F.argmax(x, axis=1)), 1), F.smooth_l1(x, scalar=1), F.sqrt(x),
        F.take(x, F.arange(2)), F.sum(F.stack(x, x), axis=0), F.topk(x, k=2), F.sort(x), dim=1,
    )  # fmt: skip


def _picture_sizes(F, x):
    x = F.contrib.BilinearResize2D(
        F.UpSampling(x, scale=2, sample_type="nearest"), height=8, width=8
    )
    x = F.pad(x, mode="reflect", pad_width=(0, 0, 0, 0, 1, 1, 1, 1))
    return F.LRN(F.contrib.AdaptiveAvgPooling2D(x, output_size=2), nsize=3)


WORDS, IMAGES, FLAT = (2, 3), (2, 3, 32, 32), (2, 5)
NETWORKS = [
    (Encoder, WORDS),
    (Cells, (2, 3, 5)),
    (lambda: _convolutions("NCHW"), (2, 33, 33, 33)),
    (lambda: _convolutions("NHWC"), (2, 33, 33, 33)),
    (lambda: _recurrent(rnn.LSTM(16, 2, layout="NTC")), WORDS),
    (lambda: _recurrent(rnn.LSTM(16, projection_size=8, layout="NTC")), WORDS),
    (lambda: _recurrent(rnn.GRU(16, bidirectional=True, layout="NTC")), WORDS),
    (lambda: _recurrent(rnn.RNN(16, 2, layout="NTC", dropout=0.1)), WORDS),
    (lambda: _stack(nn.Conv2D(8, 3), nn.InstanceNorm(), nn.PReLU(), nn.GroupNorm(2)), IMAGES),
    (lambda: _stack(nn.Conv2D(8, 3), nn.ELU(), nn.SELU(), nn.Swish(), nn.GELU()), IMAGES),
    (lambda: _stack(nn.Conv2DTranspose(4, 4, 2, 1), nn.AvgPool2D(), nn.Dense(4)), IMAGES),
    (lambda: _stack(nn.Conv1D(8, 3), nn.MaxPool1D(), nn.Dense(4)), (2, 3, 16)),
    (lambda: _stack(nn.Conv3D(8, 3), nn.AvgPool3D(), nn.Dense(4)), (2, 3, 8, 8, 8)),
    (lambda: _stack(nn.Dense(8), nn.HybridLambda(_odds_and_ends), nn.Dense(2)), FLAT),
    (lambda: _stack(nn.Conv2D(4, 1), nn.HybridLambda(_picture_sizes), nn.Dense(2)), IMAGES),
]


def call_networks():
    for make, shape in NETWORKS:
        data = nd.ones(shape)
        net = make()
        net.initialize()
        net.hybridize()
        net(data).wait_to_read()
        net = make()
        net.initialize()
        net.hybridize()
        trainer = gluon.Trainer(net.collect_params(), "adam")
        with autograd.record():
            loss = net(data).square().mean()
        loss.backward()
        trainer.step(2)


def fit_module():
    data = sym.Embedding(sym.var("data"), input_dim=50, output_dim=16)
    data = sym.LayerNorm(data, sym.var("norm_gamma"), sym.var("norm_beta"))
    net = sym.FullyConnected(sym.mean(data, axis=1), num_hidden=3)
    module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
    module.fit(mx.io.NDArrayIter(nd.ones((4, 3)), nd.zeros(4), 2), num_epoch=1)


# Operators whose shapes torch infers.
LEFT_TO_TORCH = {
    "_contrib_hawkesll", "_histogram", "_image_random_color_jitter",
    "_npi_einsum", "_npi_svd", "_npi_eig", "_npi_eigvals", "_npi_eigvalsh", "_npi_norm",
    "_npi_pinv", "_npi_pinv_scalar_rcond", "_npi_solve", "_npi_tensorsolve",
}  # fmt: skip


def infer_shapes():
    done = set()
    for _, row in AS_SYMBOLS:
        op = OPS[row.op]
        attributes = {k: v for k, v in row.attrs.items() if k != "num_args" or k in op.attrs}
        specs = [(spec.shape, lookup(spec.dtype).torch) for spec in row.inputs]
        with mx.util.np_shape(row.is_numpy):
            try:
                infer_outputs(op, specs, parse_attrs(op, attributes))
            except Loaded:
                done.add(op.name)
    assert done == LEFT_TO_TORCH, done ^ LEFT_TO_TORCH


if __name__ == "__main__":
    sys.meta_path.insert(0, Refuse())
    call_networks()
    fit_module()
    infer_shapes()
