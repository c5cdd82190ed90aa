"""Further subjects of run.py (``--peers``): variants of torch, and JAX.

The programs of JAX are written for jit: a whole training step, with its update, is one compiled
function. They compute the same as the cases of cases.py, by group and name; other cases have none.
This file is read by each subject's interpreter, so it uses nothing but the standard library.
"""

from __future__ import annotations

from dataclasses import dataclass

import networks

# Each case is compiled anew: torch.compile counts how often the code of a module was compiled, and
# would run it eagerly after eight networks. What cannot be compiled as a whole is an error.
_COMPILE = """
import torch._dynamo, torch._inductor.config
torch._dynamo.reset()
torch._dynamo.utils.counters.clear()
torch._dynamo.config.fail_on_recompile_limit_hit = True
torch._inductor.config.freezing = {freezing}
def prepare(net, x):
    return torch.compile(net, fullgraph=True, dynamic={dynamic}), x
"""
# Variants of torch: how `ready` of networks.py prepares a network and its data.
TORCH = {
    "torch": "import torch\ndef prepare(net, x):\n    return net, x\n",
    "channels last": """
import torch
def prepare(net, x):
    return net.to(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last)
""",
    # One call updates all parameters.
    "fused": """
import functools, torch
for name in ("SGD", "Adam"):
    setattr(torch.optim, name, functools.partial(getattr(torch.optim, name), fused=True))
def prepare(net, x):
    return net, x
""",
    "compiled": "import torch" + _COMPILE.format(freezing=False, dynamic=None),
    # For inference: parameters become constants, and are packed.
    "frozen": "import torch" + _COMPILE.format(freezing=True, dynamic=None),
    # With open sizes, dense layers use oneDNN instead of MKL, which AMD's processors prefer.
    "frozen dynamic": "import torch" + _COMPILE.format(freezing=True, dynamic=True),
}
COMPILED = ("compiled", "frozen", "frozen dynamic")
PEERS = (*list(TORCH)[1:], "jax")


@dataclass(frozen=True)
class Program:
    """A statement of JAX and what it needs."""

    setup: str
    statement: str


JAX = """
import functools, os
if os.environ["OMP_NUM_THREADS"] == "1":
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
import jax, jax.numpy as jnp
from jax import lax
jit = jax.jit
def ready(*values):
    return jax.block_until_ready(values)
def ones(*shape):
    return jnp.ones(shape)
"""

_SMALL = "x, y = ready(ones(10), ones(10))\n"
_LARGE = "x, y = ready(ones(10_000_000), ones(10_000_000))\n"
_OTHER = (
    "x, s, image, weight, bias, last = ready(ones(2000, 2000), ones(800, 800), "
    "ones(8, 32, 56, 56), ones(64, 32, 3, 3), ones(64), ones(8, 56, 56, 32))\n"
)


def _compiled(setup: str, arguments: str, expression: str) -> Program:
    """An expression as a compiled function of the arguments."""
    text = f"{setup}f = jit(lambda {arguments}: {expression})\n"
    return Program(text, f"f({arguments}).block_until_ready()")


_CONVOLUTION = (
    "lax.conv_general_dilated(image, weight, (1, 1), 'VALID') + bias.reshape(1, -1, 1, 1)"
)
OPERATORS = {
    "small operators (10 elements)": {
        "x + y": Program(_SMALL, "(x + y).block_until_ready()"),
        "x + 1.5": Program(_SMALL, "(x + 1.5).block_until_ready()"),
        "exp": Program(_SMALL, "(jnp.exp(x)).block_until_ready()"),
        "slice": Program(_SMALL, "(x[2:5]).block_until_ready()"),
        "sum": Program(_SMALL, "(x.sum()).block_until_ready()"),
    },
    "large elementwise (10 million elements) and take": {
        "x + y": _compiled(_LARGE, "x, y", "x + y"),
        "x * 2": _compiled(_LARGE, "x", "x * 2"),
        "exp": _compiled(_LARGE, "x", "jnp.exp(x)"),
        "relu": _compiled(_LARGE, "x", "jax.nn.relu(x)"),
        "7 operators": _compiled(_LARGE, "x, y", "jnp.sqrt((x + y) * 2 - x / 3 + y * y)"),
        "take": _compiled(
            "t, i = ready(ones(1000, 1000), jnp.arange(10000) % 1000)\n", "t, i", "t[i]"
        ),
    },
    "hybridized chains of operators (10 million elements)": {
        "7 operators": _compiled(_LARGE, "x, y", "jnp.sqrt((x + y) * 2 - x / 3 + y * y)"),
        "5 operators with exp, tanh, sigmoid": _compiled(
            _LARGE, "x, y", "jax.nn.sigmoid(jnp.tanh(jnp.exp(x) * y) + x)"
        ),
    },
    "other large operators": {
        "sum": _compiled(_OTHER, "x", "x.sum()"),
        "mean, axis 0": _compiled(_OTHER, "x", "x.mean(0)"),
        "argmax, axis 1": _compiled(_OTHER, "x", "x.argmax(1).astype(jnp.float32)"),
        "dot": _compiled(_OTHER, "s", "s @ s"),
        "transpose": _compiled(_OTHER, "x", "x.T"),
        "images to channels last": _compiled(_OTHER, "image", "image.transpose(0, 2, 3, 1)"),
        "images to channels first": _compiled(_OTHER, "last", "last.transpose(0, 3, 1, 2)"),
        "concat": _compiled(_OTHER, "x", "jnp.concatenate([x, x], 1)"),
        "softmax": _compiled(_OTHER, "x", "jax.nn.softmax(x)"),
        "Convolution": _compiled(_OTHER, "image, weight, bias", _CONVOLUTION),
    },
}

# Networks are pairs of a function of (parameters, data) and parameters.
LAYERS = """
keys = iter(jax.random.split(jax.random.key(0), 1000))
def normal(*shape):
    return jax.random.normal(next(keys), shape) * 0.05
def zeros(*shape):
    return jnp.zeros(shape)
def dense(inputs, units):
    return normal(units, inputs), zeros(units)
def apply_dense(layer, x):
    return x @ layer[0].T + layer[1]
def convolve(x, weight, stride=1, pad=0, groups=1):
    return lax.conv_general_dilated(
        x, weight, (stride, stride), [(pad, pad)] * 2, feature_group_count=groups)
def pool(x, size, stride, pad=0):
    space = [(0, 0), (0, 0), (pad, pad), (pad, pad)]
    window, steps = (1, 1, size, size), (1, 1, stride, stride)
    return lax.reduce_window(x, -jnp.inf, lax.max, window, steps, space)
def unit(inputs, channels, kernel, stride=1, groups=1, act=jax.nn.relu):
    shape = channels, inputs // groups, kernel, kernel
    params = normal(*shape), ones(channels), zeros(channels), zeros(channels), ones(channels)
    def run(params, x):
        weight, gamma, beta, mean, var = params
        y = convolve(x, weight, stride, kernel // 2, groups)
        scale = gamma * lax.rsqrt(var + 1e-5)
        y = y * scale.reshape(1, -1, 1, 1) + (beta - mean * scale).reshape(1, -1, 1, 1)
        return act(y) if act else y
    return run, params
def chain(*layers):
    runs = [run for run, _ in layers]
    def run(params, x):
        for each, values in zip(runs, params):
            x = each(values, x)
        return x
    return run, [params for _, params in layers]
def plain(function):
    return (lambda params, x: function(x)), ()
def residual(body, shortcut, act):
    def run(params, x):
        y = body[0](params[0], x) + (shortcut[0](params[1], x) if shortcut else x)
        return act(y) if act else y
    return run, (body[1], shortcut[1] if shortcut else ())
def ended(layers, channels):
    head = apply_dense, dense(channels, 1000)
    return chain(*layers, plain(lambda x: x.mean((2, 3))), head)
def relu6(x):
    return jnp.clip(x, 0, 6)

def resnet18():
    layers, inputs = [unit(3, 64, 7, 2), plain(lambda x: pool(x, 3, 2, 1))], 64
    for channels, stride in RESIDUAL:
        body = chain(unit(inputs, channels, 3, stride), unit(channels, channels, 3, act=None))
        shortcut = unit(inputs, channels, 1, stride, act=None) if stride > 1 else None
        layers.append(residual(body, shortcut, jax.nn.relu))
        inputs = channels
    return ended(layers, 512)
def mobilenet():
    layers, channels = [unit(3, 32, 3, 2)], 32
    for wider, stride in SEPARABLE:
        layers += [unit(channels, channels, 3, stride, channels), unit(channels, wider, 1)]
        channels = wider
    return ended(layers, channels)
def mobilenet_v2():
    layers, channels = [unit(3, 32, 3, 2, act=relu6)], 32
    for expansion, wider, count, first in INVERTED:
        for stride in [first] + [1] * (count - 1):
            inner = channels * expansion
            body = chain(
                unit(channels, inner, 1, act=relu6), unit(inner, inner, 3, stride, inner, relu6),
                unit(inner, wider, 1, act=None))
            layers.append(
                residual(body, None, None) if stride == 1 and wider == channels else body)
            channels = wider
    return ended([*layers, unit(channels, 1280, 1, act=relu6)], 1280)
def lenet():
    def run(params, x):
        first, second, third, last = params
        for weight, bias in (first, second):
            x = pool(jnp.tanh(convolve(x, weight) + bias.reshape(1, -1, 1, 1)), 2, 2)
        return apply_dense(last, jnp.tanh(apply_dense(third, x.reshape(len(x), -1))))
    return run, [(normal(20, 1, 5, 5), zeros(20)), (normal(50, 20, 5, 5), zeros(50)),
                 dense(800, 500), dense(500, 10)]
def mlp(*sizes):
    def run(params, x):
        for layer in params[:-1]:
            x = jax.nn.relu(apply_dense(layer, x))
        return apply_dense(params[-1], x)
    return run, [dense(*pair) for pair in zip(sizes, sizes[1:])]
def normalize(layer, x):
    mean = x.mean(-1, keepdims=True)
    var = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(var + 1e-5) * layer[0] + layer[1]
def encoder(units=768, heads=12):
    def run(params, x):
        projections, joined, wide, narrow, first, second = params
        length, batch, _ = x.shape
        q, k, v = (apply_dense(projections, x).reshape(length, batch, heads, 3, -1)
                   .transpose(3, 1, 2, 0, 4))
        weights = jax.nn.softmax(q @ k.swapaxes(2, 3) * q.shape[-1] ** -0.5)
        mixed = (weights @ v).transpose(2, 0, 1, 3).reshape(length, batch, units)
        x = normalize(first, x + apply_dense(joined, mixed))
        hidden = jax.nn.gelu(apply_dense(wide, x), approximate=False)
        return normalize(second, x + apply_dense(narrow, hidden))
    norms = [(ones(units), zeros(units)) for _ in range(2)]
    return run, (dense(units, 3 * units), dense(units, units), dense(units, 4 * units),
                 dense(4 * units, units), *norms)
def bert():
    head = apply_dense, dense(768, 10)
    return chain(plain(lambda x: x.swapaxes(0, 1)), *(encoder() for _ in range(4)),
                 plain(lambda x: x.mean(0)), head)

def sgd(rate=0.01, momentum=0.9):
    def start(params):
        return jax.tree.map(jnp.zeros_like, params)
    def update(params, grads, state):
        state = jax.tree.map(lambda m, g: momentum * m + g, state, grads)
        return jax.tree.map(lambda p, m: p - rate * m, params, state), state
    return start, update
def adam(rate=0.001):
    def start(params):
        return jax.tree.map(jnp.zeros_like, params), jax.tree.map(jnp.zeros_like, params), ones()
    def update(params, grads, state):
        mean, square, t = state
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, grads)
        square = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, square, grads)
        factor = rate * jnp.sqrt(1 - 0.999**t) / (1 - 0.9**t)
        params = jax.tree.map(
            lambda p, m, v: p - factor * m / (jnp.sqrt(v) + 1e-8), params, mean, square)
        return params, (mean, square, t + 1)
    return start, update
def training(net, optimizer, *shape):
    run, params = net
    start, update = optimizer
    x = jax.random.uniform(next(keys), shape)
    y = jnp.arange(shape[0]) % 10
    def loss_of(params, x, y):
        logs = jax.nn.log_softmax(run(params, x))
        return -jnp.take_along_axis(logs, y[:, None], 1).mean()
    # The data are arguments, because a compiler may compute with constants in advance.
    @functools.partial(jit, donate_argnums=(0, 1))
    def advance(params, state, x, y):
        loss, grads = jax.value_and_grad(loss_of)(params, x, y)
        return loss, *update(params, grads, state)
    state = start(params)
    def step():
        nonlocal params, state
        loss, params, state = advance(params, state, x, y)
        jax.block_until_ready((loss, params, state))
    return step
def inference(net, *shape):
    run, params = net
    x = jax.random.uniform(next(keys), shape)
    compiled = jit(run)
    return lambda: compiled(params, x).block_until_ready()
"""


def _network(expression: str) -> Program:
    return Program(f"{networks.TABLES}{LAYERS}step = {expression}\n", "step()")


_PICTURES = "3, 224, 224"
_OPTIMIZERS = {"SGD with momentum": "sgd()", "Adam": "adam()"}
NETWORKS = {
    "training an MLP, 784-256-10": {
        f"{name}, batch {batch}": _network(f"training(mlp(784, 256, 10), {text}, {batch}, 784)")
        for name, text in _OPTIMIZERS.items()
        for batch in (64, 256)
    },
    "training 60 narrow layers": {
        f"{name}, batch 16": _network(f"training(mlp(*[16] * 61), {text}, 16, 16)")
        for name, text in _OPTIMIZERS.items()
    },
    "training LeNet": {
        "SGD with momentum, batch 128": _network("training(lenet(), sgd(), 128, 1, 28, 28)")
    },
    "hybridized inference, 224 x 224": {
        f"{name}, batch {batch}": _network(f"inference({name}(), {batch}, {_PICTURES})")
        for name, batches in {"resnet18": (1, 8), "mobilenet": (1,), "mobilenet_v2": (1, 8)}.items()
        for batch in batches
    },
    "encoder of BERT, 4 layers, 128 tokens": {
        "bert, batch 8": _network("inference(bert(), 8, 128, 768)")
    },
    "training an encoder of BERT, 4 layers, 128 tokens": {
        "bert, batch 8": _network("training(bert(), sgd(), 8, 128, 768)")
    },
    "hybridized training": {
        "mlp, batch 64": _network("training(mlp(784, 256, 10), sgd(), 64, 784)"),
        "lenet, batch 64": _network("training(lenet(), sgd(), 64, 1, 28, 28)"),
    },
}


def program(case) -> Program | None:
    """Return the program of JAX for a case, or None if there is none."""
    return {**OPERATORS, **NETWORKS}.get(case.group, {}).get(case.name)


def can_run(subject: str, case) -> bool:
    """Return whether a subject has a program for a case."""
    if subject == "floor":
        return bool(case.floor_setup)
    if subject == "jax":
        return program(case) is not None
    if subject in TORCH:
        return case.torch is not None and subject in ("torch", *case.variants)
    return True
