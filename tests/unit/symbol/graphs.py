"""Graphs that the real MXNet 1.9.1 and ours build with the same code.

``tools/record.py symbols`` records what 1.9.1 makes of them: files, names, shapes, types, values.
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden"


@dataclass(frozen=True)
class Case:
    """A graph: how it is built, the shapes of its inputs, and which of them hold integers."""

    build: Callable
    shapes: dict[str, tuple]
    below: dict[str, int] = field(default_factory=dict)  # integers from 0 up to these
    runs: bool = True  # False where random numbers decide
    positive: bool = False


CASES: dict[str, Case] = {}


def case(below=None, runs=True, positive=False, **shapes):
    """Register a function that builds a graph, with the shapes of its inputs."""

    def register(build):
        CASES[build.__name__] = Case(build, shapes, below or {}, runs, positive)
        return build

    return register


def build(mx, name):
    """Build a graph with names that count from 0."""
    mx.AttrScope._subgraph_names.clear()
    with mx.name.NameManager():
        return CASES[name].build(mx)


def values(name, arguments: list[str], shapes: list[tuple]) -> dict[str, np.ndarray]:
    """The arrays that the arguments of a case have."""
    case, random = CASES[name], np.random.RandomState(7)
    arrays = {}
    for argument, shape in zip(arguments, shapes, strict=True):
        if argument in case.below:
            arrays[argument] = random.randint(0, case.below[argument], shape).astype("float32")
        else:
            low = 0.5 if case.positive else -1.0
            arrays[argument] = random.uniform(low, 1.5, shape).astype("float32")
    return arrays


def run(mx, name, symbol) -> dict[str, np.ndarray]:
    """Return outputs, gradients and states of a training step."""
    case = CASES[name]
    arguments = symbol.list_arguments()
    shapes, _, states = symbol.infer_shape(**case.shapes)
    if shapes is None:
        shapes, states = [case.shapes[key] for key in arguments], []
    arrays = {key: mx.nd.array(a) for key, a in values(name, arguments, shapes).items()}
    grads = {key: mx.nd.zeros(a.shape) for key, a in arrays.items() if key not in case.below}
    aux = [mx.nd.full(shape, 0.5) for shape in states]
    executor = symbol.bind(mx.cpu(), arrays, grads, aux_states=aux)
    outputs = executor.forward(is_train=True)
    result = {f"out{i}": out.asnumpy() for i, out in enumerate(outputs)}
    random = np.random.RandomState(8)
    executor.backward([mx.nd.array(random.uniform(-1, 1, o.shape), dtype=o.dtype) for o in outputs])
    mx.nd.waitall()
    result.update({f"grad/{key}": array.asnumpy() for key, array in grads.items()})
    result.update({f"aux/{key}": array.asnumpy() for key, array in executor.aux_dict.items()})
    return result


def facts(mx, name) -> dict:
    """Return what can be said of a graph without running it, as JSON can hold it."""
    symbol, case = build(mx, name), CASES[name]
    first = dict.fromkeys(list(case.shapes)[:1], "float32")
    return {
        "json": symbol.tojson(),
        "name": symbol.name,
        "repr": repr(symbol),
        "arguments": symbol.list_arguments(),
        "outputs": symbol.list_outputs(),
        "states": symbol.list_auxiliary_states(),
        "inputs": symbol.list_inputs(),
        "internals": symbol.get_internals().list_outputs(),
        "children": _or_none(lambda: symbol.get_children().list_outputs(), AttributeError),
        "attributes": symbol.list_attr(),
        "all attributes": symbol.attr_dict(),
        "shapes": _lists(symbol.infer_shape(**case.shapes)),
        "no shapes": _or_none(lambda: _lists(symbol.infer_shape_partial()), mx.MXNetError),
        "types": _or_none(lambda: _names(symbol.infer_type(**first)), mx.MXNetError),
        "debug": symbol.debug_str(),
    }


def _or_none(call, error):
    """Return None where 1.9.1 infers nothing: some of its rules fail on unknown shapes."""
    try:
        return call()
    except error:
        return None


def _lists(parts):
    return [None if part is None else [list(shape) for shape in part] for part in parts]


def _names(parts):
    return [None if part is None else [np.dtype(kind).name for kind in part] for part in parts]


# ------------------------------------------------------------------------------------- networks


@case(data=(4, 6), below={"softmax_label": 3})
def mlp(mx):
    net = mx.sym.Variable("data")
    net = mx.sym.FullyConnected(net, name="fc1", num_hidden=5)
    net = mx.sym.Activation(net, name="relu1", act_type="relu")
    net = mx.sym.FullyConnected(net, name="fc2", num_hidden=3)
    return mx.sym.SoftmaxOutput(net, name="softmax")


@case(data=(2, 1, 12, 12), below={"label": 4})
def lenet(mx):
    net = mx.sym.var("data")
    for filters in (2, 3):
        net = mx.sym.Convolution(net, kernel=(3, 3), num_filter=filters, no_bias=filters == 3)
        net = mx.sym.BatchNorm(net, fix_gamma=False)
        net = mx.sym.Activation(net, act_type="tanh")
        net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.FullyConnected(mx.sym.flatten(net), num_hidden=4)
    return mx.sym.SoftmaxOutput(data=net, label=mx.sym.var("label"), name="out")


@case(data=(2, 4, 6, 6))
def residual(mx):
    def unit(data, channels, stride):
        with mx.AttrScope(__stage__=str(channels)):
            bn = mx.sym.BatchNorm(data, fix_gamma=True, eps=2e-5, momentum=0.9)
            act = mx.sym.Activation(bn, act_type="relu")
            conv = mx.sym.Convolution(
                act, num_filter=channels, kernel=(3, 3), stride=(stride, stride), pad=(1, 1)
            )
            short = data
            if stride != 1:
                short = mx.sym.Convolution(
                    act, num_filter=channels, kernel=(1, 1), stride=(stride,) * 2, no_bias=True
                )
            return conv + short

    net = unit(mx.sym.var("data"), 4, 1)
    net = unit(net, 6, 2)
    return mx.sym.Pooling(net, global_pool=True, kernel=(7, 7), pool_type="avg", name="pool")


@case(data=(3, 2, 4))
def recurrent(mx):
    data = mx.sym.var("data")
    state = mx.sym.var("state", shape=(1, 2, 3))
    return mx.sym.RNN(
        data, state=state, state_size=3, num_layers=1, mode="gru", state_outputs=True, name="gru"
    )


@case(runs=False, data=(3, 2, 4))
def recurrent_lstm(mx):
    return mx.sym.RNN(mx.sym.var("data"), state_size=3, num_layers=2, mode="lstm", p=0.5)


@case(data=(2, 3), below={"data": 7})
def words(mx):
    table = mx.sym.Embedding(mx.sym.var("data"), input_dim=7, output_dim=4, name="embed")
    table = mx.sym.LayerNorm(table, axis=-1, name="norm")
    return mx.sym.Dropout(table, p=0.0)


@case(data=(2, 4, 3, 3))
def normed(mx):
    net = mx.sym.InstanceNorm(mx.sym.var("data"), name="inst")
    net = mx.sym.GroupNorm(net, num_groups=2, name="group")
    net = mx.sym.L2Normalization(net, mode="channel")
    return mx.sym.LRN(net, nsize=3)


@case(data=(1, 2, 3, 3))
def upscaled(mx):
    net = mx.sym.LeakyReLU(mx.sym.var("data"), act_type="prelu", name="prelu")
    net = mx.sym.Deconvolution(net, kernel=(3, 3), num_filter=2, stride=(2, 2), adj=(1, 1))
    net = mx.sym.UpSampling(net, scale=2, sample_type="bilinear", num_filter=2, num_args=2)
    return mx.sym.UpSampling(net, scale=2, sample_type="nearest", num_args=1)


@case(data=(3, 4), below={"label": 2})
def losses(mx):
    data = mx.sym.var("data")
    hidden = mx.sym.FullyConnected(data, num_hidden=2, name="fc")
    return mx.sym.Group(
        [
            mx.sym.LinearRegressionOutput(hidden, name="lin"),
            mx.sym.LogisticRegressionOutput(hidden, mx.sym.var("other"), name="log"),
            mx.sym.MAERegressionOutput(hidden, grad_scale=2),
            mx.sym.MakeLoss(mx.sym.square(hidden), grad_scale=0.5, name="loss"),
            mx.sym.BlockGrad(hidden),
            mx.sym.SVMOutput(hidden, mx.sym.var("label", shape=(3,))),
            mx.sym.make_loss(mx.sym.sum(hidden, axis=1)),
        ]
    )


# --------------------------------------------------------------------------- operators of Python


@case(positive=True, a=(2, 3), b=(2, 3))
def arithmetic(mx):
    a, b = mx.sym.var("a"), mx.sym.var("b")
    return ((a + b) - (a * b) / b) ** b % a + (-a) + abs(b)


@case(positive=True, a=(2, 3))
def arithmetic_with_numbers(mx):
    a = mx.sym.var("a")
    return mx.sym.Group(
        [
            a + 1, 2 + a, a - 1.5, 3 - a, a * 2, 0.1 * a, a / 3, 1 / a, a % 2, 5 % a, a**2, 2**a,
            a + 1e-7, a * np.float32(0.1), a - np.int64(3), -a, abs(a), a + 123456789,
        ]
    )  # fmt: skip


@case(a=(2, 3), b=(2, 3))
def comparisons(mx):
    a, b = mx.sym.var("a"), mx.sym.var("b")
    pairs = [a == b, a != b, a < b, a <= b, a > b, a >= b]
    return mx.sym.Group([*pairs, a == 1, a != 1, a < 1, a <= 1, a > 1, a >= 1])


@case(positive=True, a=(2, 3), b=(2, 3))
def functions_of_two(mx):
    a, b, sym = mx.sym.var("a"), mx.sym.var("b"), mx.sym
    return mx.sym.Group(
        [
            sym.maximum(a, b), sym.maximum(a, 1), sym.maximum(1, b), sym.minimum(a, b),
            sym.minimum(a, 0.5), sym.minimum(2, b), sym.power(a, b), sym.power(a, 2),
            sym.power(2, b), sym.hypot(a, b), sym.hypot(a, 3), sym.hypot(4, b),
            sym.pow(a, b), sym.pow(2, b), sym.broadcast_add(a, b), sym.elemwise_sub(a, b),
            sym.broadcast_plus(a, b), sym.broadcast_minus(a, b), sym.logical_not(a),
            sym.broadcast_logical_and(a, b), sym.broadcast_greater(a, b),
        ]
    )  # fmt: skip


@case(positive=True, x=(2, 3, 4))
def methods(mx):
    x = mx.sym.var("x")
    y = x.reshape((6, 4)).transpose().expand_dims(axis=0).tile(reps=(2, 1, 1))
    z = x.log().exp().sqrt().square().clip(0.1, 2).sum(axis=1, keepdims=True)
    w = x.slice_axis(axis=2, begin=1, end=3).flip(axis=1).swapaxes(0, 1).flatten()
    v = x.astype("float64").astype("float32").mean().broadcast_to((3,))
    return mx.sym.Group([y, z, w, v, x.max(axis=(0, 2)), x.softmax(axis=1), x.relu(), x.sigmoid()])


# ----------------------------------------------------------------------- inputs of many kinds


@case(a=(2, 3), b=(2, 4), c=(2, 3))
def many_inputs(mx):
    a, b, c = mx.sym.var("a"), mx.sym.var("b"), mx.sym.var("c")
    return mx.sym.Group(
        [
            mx.sym.concat(a, b, dim=1), mx.sym.Concat(*[a, c], dim=0, name="joined"),
            mx.sym.stack(a, c, axis=1), mx.sym.add_n(a, c, a),
            mx.sym.ElementWiseSum(a, c, name="s"), mx.sym.concat(a, c, a, c, dim=-1),
        ]
    )  # fmt: skip


@case(data=(4, 6))
def many_outputs(mx):
    data = mx.sym.var("data")
    parts = mx.sym.split(data, num_outputs=3, axis=1, name="parts")
    best = mx.sym.topk(data, k=2, ret_typ="both", name="best")
    flat = mx.sym.SliceChannel(data, num_outputs=4, axis=0, squeeze_axis=True)
    return mx.sym.Group([parts[0] + parts[2], parts[1], best[0], flat, mx.sym.sort(data, axis=0)])


@case(data=(4, 3, 2))
def statistics_as_outputs(mx):
    return mx.sym.BatchNorm(mx.sym.var("data"), output_mean_var=True, name="bn")


@case(data=(2, 3, 4), below={"index": 3})
def indexed(mx):
    data, index = mx.sym.var("data"), mx.sym.var("index", shape=(2, 3))
    return mx.sym.Group(
        [
            mx.sym.pick(data, index, axis=2), mx.sym.take(data, index, axis=1, mode="wrap"),
            mx.sym.one_hot(index, depth=4, on_value=2), mx.sym.where(index, index, index + 1),
            mx.sym.batch_dot(data, mx.sym.swapaxes(data, dim1=1, dim2=2)),
            mx.sym.slice(data, begin=(0, None), end=(None, 2), step=(1, -1)),
        ]
    )  # fmt: skip


@case(data=(4, 2, 3), below={"lengths": 4})
def sequences(mx):
    data, lengths = mx.sym.var("data"), mx.sym.var("lengths", shape=(2,))
    return mx.sym.Group(
        [
            mx.sym.SequenceMask(data, lengths + 1, use_sequence_length=True, value=-1),
            mx.sym.SequenceLast(data), mx.sym.SequenceReverse(data, name="back"),
        ]
    )  # fmt: skip


@case(a=(2, 3, 3))
def matrices(mx):
    a = mx.sym.var("a")
    return mx.sym.Group(
        [
            mx.sym.linalg.gemm2(a, a, transpose_b=True, alpha=0.5),
            mx.sym.linalg.syrk(a, name="syrk"),
            mx.sym.linalg.extractdiag(a), mx.sym.linalg_sumlogdiag(mx.sym.abs(a)),
        ]
    )  # fmt: skip


@case(data=(2, 3, 8, 8))
def pictures(mx):
    data = mx.sym.var("data")
    grid = mx.sym.GridGenerator(
        mx.sym.FullyConnected(data, num_hidden=6, name="loc"), transform_type="affine",
        target_shape=(4, 4),
    )  # fmt: skip
    seen = mx.sym.BilinearSampler(data, grid, name="seen")
    return mx.sym.Crop(mx.sym.Pad(seen, mode="edge", pad_width=(0,) * 4 + (1, 2, 2, 1)), h_w=(3, 3))


@case(runs=False, low=(2,), high=(2,))
def chance(mx):
    low, high = mx.sym.var("low"), mx.sym.var("high")
    return mx.sym.Group(
        [
            mx.sym.random.uniform(0, 1, shape=(2, 3)), mx.sym.random.normal(low, high, shape=(3,)),
            mx.sym.random_normal(loc=1, shape=(2,), dtype="float64"), mx.sym.random.gamma(1, 2),
            mx.sym.random.randint(0, 5, shape=(2,)), mx.sym.shuffle(low),
            mx.sym.sample_multinomial(mx.sym.softmax(low)), mx.sym.Dropout(high, p=0.3),
            mx.sym.random.exponential(0.5), mx.sym.random.uniform_like(low),
        ]
    )  # fmt: skip


@case()
def out_of_nothing(mx):
    return mx.sym.Group(
        [
            mx.sym.zeros((2, 3)), mx.sym.ones(shape=(1, 2), dtype="float64"), mx.sym.full(2, 1.5),
            mx.sym.arange(0, 6, 2), mx.sym.arange(3, repeat=2, dtype="int32"), mx.sym.eye(3, 4, 1),
            mx.sym.linspace(0, 1, 5), mx.sym.zeros(4, name="four"),
        ]
    )  # fmt: skip


# -------------------------------------------------------------------------- names and attributes


@case(data=(2, 3))
def automatic_names(mx):
    net = mx.sym.var("data")
    for _ in range(11):
        net = mx.sym.FullyConnected(net, num_hidden=3)
        net = net + mx.sym.relu(net * 2) - net
    with mx.name.Prefix("block_"):
        net = mx.sym.FullyConnected(
            mx.sym.FullyConnected(net, num_hidden=2), num_hidden=2, name="b"
        )
        with mx.name.NameManager():
            net = mx.sym.exp(net) / 2
    return mx.sym.Activation(mx.sym.linalg.gemm2(net, net), act_type="relu")


@case(data=(2, 3))
def attributes(mx):
    with mx.AttrScope(ctx_group="dev1", __mood__="good", lr_mult="0.5"):
        data = mx.sym.var("data", attr={"mood": "angry"}, wd_mult=2, lr_mult=0.25)
        net = mx.sym.FullyConnected(data, num_hidden=2, name="fc", attr={"__own__": "1"})
        with mx.AttrScope(ctx_group="dev2", force_mirroring="True"):
            net = mx.sym.Activation(net, act_type="relu", name="act", wd_mult="0.1")
    net = mx.sym.BatchNorm(net, name="bn", attr={"lr_mult": "3", "__any__": "thing"})
    net._set_attr(__late__="yes")
    return net


@case(data=(2, 3))
def variables(mx):
    data = mx.sym.Variable("data", dtype="float32", stype="default")
    weight = mx.sym.Variable("w", shape=(4, 0), init=mx.init.Xavier(), lr_mult=2.0)
    bias = mx.sym.Variable("b", shape=(0,), init="zeros", __special__="1", dtype=np.float32)
    scale = mx.sym.Variable("scale", shape=(1, 4), wd_mult=0)
    net = mx.sym.FullyConnected(data, weight, bias, num_hidden=4, name="fc")
    return mx.sym.broadcast_mul(net, scale)


@case(data=(2, 3))
def odd_names(mx):
    net = mx.sym.var("data") + mx.sym.var('quo"te\\slash/tab\t')
    net = mx.sym.FullyConnected(net, num_hidden=2, name="größe 重み")
    return mx.sym.identity(net, name="", attr={"__note__": "line\nbreak"})


@case(data=(2, 3))
def composed(mx):
    inner = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=4, name="inner")
    outer = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="outer")
    net = inner(x=mx.sym.Activation(outer, act_type="tanh"), name="whole")
    return mx.sym.exp(net)


@case(data=(2, 4))
def parts(mx):
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=6, name="fc1")
    net = mx.sym.split(mx.sym.tanh(net, name="t"), num_outputs=2, name="s")
    inside = net.get_internals()
    return mx.sym.Group([inside["fc1_output"], net[1], inside["data"], inside["s_output0"]])


@case(data=(2, 4))
def shared(mx):
    data, weight = mx.sym.var("data"), mx.sym.var("weight")
    one = mx.sym.FullyConnected(data, weight, num_hidden=4, no_bias=True)
    two = mx.sym.FullyConnected(one, weight=weight, num_hidden=4, no_bias=True)
    return mx.sym.Group([two, one + two, data])


@case(a=(2,))
def variable_alone(mx):
    return mx.sym.var("a")


# -------------------------------------------------------------------------------- control flow


@case(data=(3, 2), state=(2,))
def loop(mx):
    data, state, scale = mx.sym.var("data"), mx.sym.var("state"), mx.sym.var("scale", shape=(2,))

    def body(x, s):
        new = x * scale + s
        return mx.sym.tanh(new), new

    outs, states = mx.sym.contrib.foreach(body, data, state)
    return mx.sym.Group([outs, states])


@case(data=(3, 2, 4))
def loop_with_layers(mx):
    data = mx.sym.var("data")
    begin = [mx.sym.var("h", shape=(2, 3)), mx.sym.var("c", shape=(2, 3))]

    def body(x, states):
        h, c = states
        gate = mx.sym.FullyConnected(x, num_hidden=3, name="i2h")
        gate = gate + mx.sym.FullyConnected(h, num_hidden=3, name="h2h")
        c = c + mx.sym.sigmoid(gate)
        return [mx.sym.tanh(c), gate], [mx.sym.tanh(c), c]

    outs, states = mx.sym.contrib.foreach(body, data, begin, name="lstm")
    return mx.sym.Group([*outs, *states])


@case(i=(1,), x=(2,))
def loop_while(mx):
    outs, states = mx.sym.contrib.while_loop(
        cond=lambda i, x: i < 3,
        func=lambda i, x: ([mx.sym.broadcast_add(x, i)], [i + 1, x * 2]),
        loop_vars=(mx.sym.var("i"), mx.sym.var("x")),
        max_iterations=4,
    )
    return mx.sym.Group([*outs, *states])


@case(a=(1,), b=(2,))
def branch(mx):
    a, b = mx.sym.var("a"), mx.sym.var("b")
    return mx.sym.contrib.cond(a < 0.3, lambda: b + 5, lambda: b - a.broadcast_to((2,)))


# -------------------------------------------------------------------------- operators of old


@case(data=(2, 2, 6, 6), below={"softmax_label": 3})
def deprecated(mx):
    net = mx.sym.Convolution_v1(mx.sym.var("data"), kernel=(3, 3), num_filter=3)
    net = mx.sym.BatchNorm_v1(net, name="bn")
    net = mx.sym.Pooling_v1(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=3)
    side = mx.sym.SoftmaxActivation(net)
    return mx.sym.Group([mx.sym.Softmax(net, name="softmax"), side])


def record(mx):
    """Return the golden files, made by the real MXNet."""
    structures = {name: facts(mx, name) for name in CASES}
    arrays = {
        f"{name}/{part}": array
        for name, case in CASES.items()
        if case.runs
        for part, array in run(mx, name, build(mx, name)).items()
    }
    text = json.dumps(structures, indent=0, sort_keys=True) + "\n"
    return {GOLDEN / "symbols.json": text, GOLDEN / "symbols.npz": arrays}
