"""Arrays of many elements, for which kernels and plans choose other code paths."""

from __future__ import annotations

from .program import Program, kind


def _layer(p: Program) -> tuple[str, tuple]:
    """Return layers and the shape of their input."""
    batch, channels, size = p.choose(1, 2, 8), p.choose(3, 8, 16, 32), p.choose(14, 28, 33)
    image = (batch, channels, size, size)
    filters, kernel = p.choose(8, 16, 32), p.choose(1, 3, 5)
    convolution = (
        f"gluon.nn.Conv2D({filters}, {kernel}, padding={kernel // 2}, in_channels={channels}"
        f"{p.options(strides=(2,), use_bias=(False,), activation=('relu',), dilation=(2,))})"
    )
    grouped = (
        f"gluon.nn.Conv2D({channels}, 3, padding=1, groups={channels}, in_channels={channels})"
    )
    norm = f"gluon.nn.BatchNorm(in_channels={channels}{p.options(scale=(False,))})"
    pool = f"gluon.nn.{p.choose('Max', 'Avg')}Pool2D({p.number(2, 3)}, 2)"
    width, units, length = p.choose(64, 257, 512), p.choose(10, 128, 300), p.choose(5, 20)
    rows = (p.choose(1, 16, 64), width)
    dense = f"gluon.nn.Dense({units}, in_units={width}{p.options(activation=('relu', 'tanh'))})"
    recurrent = f"gluon.rnn.{p.choose('LSTM', 'GRU', 'RNN')}({p.choose(32, 100)}, input_size=40)"
    return p.choose(
        (convolution, image),
        (f"{norm}, {convolution}", image),
        (f"{convolution}, gluon.nn.BatchNorm(in_channels={filters})", image),
        (f"{grouped}, gluon.nn.Activation('relu')", image),
        (f"{convolution}, {pool}", image),
        (f"{norm}, gluon.nn.LeakyReLU(0.1)", image),
        (f"gluon.nn.Conv2DTranspose({filters}, 4, 2, 1, in_channels={channels})", image),
        (f"gluon.nn.LayerNorm(in_channels={size})", image),
        (f"gluon.nn.InstanceNorm(in_channels={channels})", image),
        (f"{convolution}, gluon.nn.GlobalAvgPool2D()", image),
        (dense, rows),
        (f"{dense}, gluon.nn.BatchNorm(in_channels={units})", rows),
        (f"{dense}, gluon.nn.LayerNorm(in_channels={units})", rows),
        (recurrent, (length, p.choose(1, 16), 40)),
    )


@kind
def large_layers(p: Program) -> None:
    """Layers on images, long rows and sequences, hybridized or not, with all gradients."""
    layers, shape = _layer(p)
    net = p.add("gluon.nn.HybridSequential()")
    p.add(f"{net}.add({layers})")
    p.add(f"{net}.initialize()")
    p.add(f"assign({net}, seed={p.number(0, 10**6)})")
    if p.choose(True, True, False):
        p.add(f"{net}.hybridize({p.options(static_alloc=(True,))[2:]})")
    data = p.array(shape)
    for _ in range(2):
        p.add(f"{net}({data})")
        p.add(f"recorded(lambda a: weighted({net}(a)), {data})")
        p.add(f"values_of({net}, gradients=True)")


LARGE_CALLS = (
    "nd.{reduce}(a, axis={axis})", "nd.softmax(a, axis={axis})", "nd.log_softmax(a, axis={axis})",
    "nd.transpose(a)", "nd.concat(a, a * 2, dim={axis})", "nd.dot(a, a, transpose_b=True)",
    "nd.broadcast_mul(a, nd.mean(a, axis={axis}, keepdims=True))", "nd.tanh(a) * nd.exp(a * 0.1)",
    "nd.take(a, nd.array([0, 5, 3, 5]), axis={axis})", "nd.sort(a, axis={axis})",
    "nd.where(a > 0, a, a * 0.1)", "nd.cumsum(a, axis={axis}) * 0.01", "nd.sigmoid(a) - nd.relu(a)",
    "nd.slice_axis(a, axis={axis}, begin=2, end=9)",
    "nd.topk(a, axis={axis}, k=5, ret_typ='value')",
    "nd.norm(a, axis={axis})", "nd.L2Normalization(a)", "nd.flip(a, axis={axis}) + a",
    "nd.clip(a, -1, 1) ** 2", "nd.reshape(a, shape=(-1, 5, 4)).sum(axis=1)", "nd.square(a).mean()",
)  # fmt: skip


@kind
def large_operators(p: Program) -> None:
    """Operators on thousands to hundreds of thousands of elements, with gradients."""
    shape = p.choose((20, 100), (100, 500), (300, 1000), (1000, 40))
    x = p.array(shape)
    for _ in range(2):
        reduce = p.choose("sum", "mean", "max", "min", "nansum", "argmax")
        call = p.choose(*LARGE_CALLS).format(reduce=reduce, axis=p.number(0, 1))
        p.add(f"recorded(lambda a: weighted({call}), {x})")
