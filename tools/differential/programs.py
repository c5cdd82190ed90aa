"""Random programs: lists of statements ``name = expression`` that both interpreters run.

Each kind is a function that adds statements to a :class:`Program`. Names that are not MXNet's
(``sample``, ``recorded``, ``executed``, ...) are defined in ``run.py``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

KINDS: dict[str, Callable[[Program], None]] = {}


class Program:
    """Statements under construction, and the random choices that make them."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.steps: list[str] = []
        self.numpy = False

    def add(self, expression: str) -> str:
        """Add a statement; return the name that it gives its value."""
        name = f"v{len(self.steps)}"
        self.steps.append(f"{name} = {expression}")
        return name

    def choose(self, *choices):
        return self.random.choice(choices)

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def shape(self, least: int = 1, most: int = 4, largest: int = 4) -> tuple[int, ...]:
        return tuple(self.number(1, largest) for _ in range(self.number(least, most)))

    def sample(self, shape: Sequence[int], **options) -> str:
        """Return an expression of a NumPy array."""
        sizes = "".join(f"{size}, " for size in shape)
        written = "".join(f", {name}={value!r}" for name, value in options.items())
        return f"sample({sizes}seed={self.number(0, 10**6)}{written})"

    def array(self, shape: Sequence[int], dtype: str = "float32", **options) -> str:
        """Add an array of ``mx.nd`` or ``mx.np``; return its name."""
        home = "np" if self.numpy else "nd"
        values = self.sample(shape, dtype=dtype, **options)
        return self.add(f"{home}.array({values}, dtype={dtype!r})")


def kind(make: Callable[[Program], None]) -> Callable[[Program], None]:
    """Register a kind of program under the name of its function."""
    KINDS[make.__name__] = make
    return make


def program_of(seed: int, kinds: Sequence[str]) -> dict:
    """Return the program of a seed."""
    name = kinds[seed % len(kinds)]
    program = Program(seed)
    KINDS[name](program)
    return {"kind": name, "numpy": program.numpy, "steps": program.steps}


# ------------------------------------------------------------------------------------- operators

UNARY = (
    "relu sigmoid tanh exp abs sign square negative floor ceil round rint trunc sin cos arctan "
    "softsign erf cbrt expm1 degrees radians log_softmax softmax zeros_like ones_like"
).split()
BROADCAST = (
    "broadcast_add broadcast_sub broadcast_mul broadcast_maximum broadcast_minimum broadcast_hypot "
    "broadcast_greater broadcast_equal broadcast_lesser_equal broadcast_logical_or"
).split()
REDUCE = "sum mean max min nansum norm argmax argmin prod".split()


def step(p: Program, x: str, ndim: int, space: str) -> str:
    """Return an expression of one operator on an array or symbol that keeps its axes."""
    axis = p.number(-ndim, ndim - 1)
    return p.choose(
        f"{space}.{p.choose(*UNARY)}({x})",
        f"{space}.{p.choose(*UNARY)}({x})",
        f"{space}.{p.choose(*BROADCAST)}({x}, {space}.{p.choose('tanh', 'cos')}({x}))",
        f"{space}.{p.choose(*REDUCE)}({x}, axis={axis}, keepdims=True)",
        f"{space}.clip({x}, {p.number(-3, 1) / 2}, {p.number(-1, 3) / 2})",
        f"{space}.flip({x}, axis={axis % ndim})",
        f"{space}.transpose({x}, axes={tuple(p.random.sample(range(ndim), ndim))})",
        f"{space}.slice_axis({x}, axis={axis}, begin=0, end={p.choose('None', 1)})",
        f"{space}.concat({x}, {x}, dim={axis})",
        f"{space}.tile({x}, reps={tuple(p.number(1, 2) for _ in range(ndim))})",
        f"{space}.repeat({x}, repeats={p.number(1, 3)}, axis={axis})",
        f"{space}.sort({x}, axis={axis}, is_ascend={p.choose(True, False)})",
        f"{space}.topk({x}, axis={axis}, k=1, ret_typ={p.choose('indices', 'value')!r})",
        f"{space}.L2Normalization({space}.reshape({x}, shape=(0, -1)), eps=0.01)"
        if ndim == 2
        else f"{space}.smooth_l1({x}, scalar=1.5)",
        f"{space}.pad({x}, mode='constant', pad_width=(0, 0, 0, 0, 1, 0, 0, 2), constant_value=0.5)"
        if ndim == 4
        else f"{space}.LeakyReLU({x}, act_type={p.choose('leaky', 'elu', 'selu', 'gelu')!r})",
        f"{space}.where({x} > 0, {x}, {space}.negative({x}))",
        f"{space}.SequenceReverse({x})",
        f"{space}.broadcast_like({space}.sum({x}, axis={axis}, keepdims=True), {x})",
        f"{space}.take({x}, {space}.abs({space}.round({x})), mode={p.choose('clip', 'wrap')!r})"
        if ndim < 3
        else f"{space}.reverse({x}, axis=0)",
        f"({x} {p.choose('+', '-', '*')} {p.number(-3, 3) / 2})",
        f"({p.number(1, 3) / 2} {p.choose('+', '-', '*')} {x})",
    )


@kind
def arrays(p: Program) -> None:
    """Operators one after the other, on types other than float32 too."""
    dtype = p.choose("float32", "float32", "float32", "float64", "float16", "int32", "int64")
    shape = p.shape()
    x = p.array(shape, dtype)
    for _ in range(p.number(2, 6)):
        x = p.add(step(p, x, len(shape), "nd"))


@kind
def indexing(p: Program) -> None:
    """Views, copies and writes."""
    shape = p.shape(1, 3, 5)
    x = p.array(shape, p.choose("float32", "int32"))
    for _ in range(p.number(2, 5)):
        key = ", ".join(_key(p, size) for size in shape[: p.number(1, len(shape))])
        part = p.add(f"{x}[{key}]")
        p.add(
            p.choose(f"write({x}, ({key},), {p.number(-9, 9)})", f"write({part}, slice(None), 7)")
        )
        p.add(f"{x} * 1")


def _key(p: Program, size: int) -> str:
    end = p.number(1, size)
    return p.choose(
        f"{p.number(-size, size - 1)}",
        f"slice({p.number(0, end - 1)}, {end})",
        f"slice({p.number(0, end - 1)}, {end}, {p.number(1, 2)})",
        "slice(None, None, -1)",
        "slice(None)",
        f"{[p.number(0, size - 1) for _ in range(2)]}",
    )


@kind
def masks(p: Program) -> None:
    """Bool masks, read and written, in mx.np and mx.nd."""
    p.numpy = p.choose(True, False)
    shape = p.shape(1, 3)
    x = p.array(shape)
    if p.numpy:
        mask = p.add(f"{x} {p.choose('>', '<=')} {p.number(-2, 2) / 2}")
        p.add(f"write({x}, {mask}, {p.number(-5, 5)})")
        p.add(f"{x}[{mask}]")
        p.add(f"write({x}, {mask}, {x}[{mask}] * {p.number(2, 4)})")
        p.add(f"np.where({mask}, {x}, -{x})")
        p.add(f"{x} * {mask}")
        return
    rows = p.add(f"nd.array({p.sample(shape[:1], dtype='bool')}, dtype='float32')")
    p.add(f"nd.contrib.boolean_mask({x}, {rows}).sum()")
    p.add(f"nd.where({rows}, {x}, {x} * 2)")
    p.add(f"recorded(lambda a: nd.where({rows}, a, a * 2), {x})")


@kind
def gradients(p: Program) -> None:
    """Recorded chains, with gradients that are written or added."""
    shape = p.shape(1, 3)
    x, y = p.array(shape), p.array(shape)
    body, ndim = "a", len(shape)
    for _ in range(p.number(1, 4)):
        body = step(p, body, ndim, "nd")
    p.add(f"recorded(lambda a, b: nd.sum({body}) + nd.sum(a * b), {x}, {y})")
    if ndim > 1:
        table = p.array((shape[0], 3))
        indices = [p.number(0, shape[0] - 1) for _ in range(3)]
        options = f"input_dim={shape[0]}, output_dim=3"
        p.add(f"recorded(lambda w: nd.Embedding(nd.array({indices}), w, {options}), {table})")
        p.add(f"recorded(lambda a, b: nd.broadcast_like(nd.mean(a, keepdims=True), b), {x}, {y})")
    else:
        p.add(f"recorded(lambda a, i: nd.{p.choose('take', 'pick')}(a, i), {x}, nd.zeros((1,)))")


@kind
def symbols(p: Program) -> None:
    """Symbols: shapes, outputs and gradients."""
    shape = p.shape(1, 3)
    x = p.add("sym.var('x')")
    for _ in range(p.number(2, 5)):
        x = p.add(step(p, x, len(shape), "sym"))
    p.add(f"{x}.infer_shape(x={shape})[1]")
    p.add(f"executed({x}, x={p.sample(shape)})")


# ------------------------------------------------------------------------------------------ gluon

PLAIN = (
    "'sgd', {'learning_rate': 0.1, 'momentum': 0.9}",
    "'sgd', {'learning_rate': 0.1, 'wd': 0.01, 'clip_gradient': 0.5}",
    "'nag', {'learning_rate': 0.1, 'momentum': 0.9}",
)
OPTIMIZERS = (
    *PLAIN,
    "'adam', {'learning_rate': 0.01}",
    "'adagrad', {'learning_rate': 0.1}",
    "'rmsprop', {'learning_rate': 0.01, 'centered': True}",
    "'adadelta', {}",
    "'ftrl', {'learning_rate': 0.1}",
    "'signum', {'learning_rate': 0.01}",
    "'adamax', {'learning_rate': 0.01}",
    "'nadam', {'learning_rate': 0.01}",
)
# Not PoissonNLLLoss: its exponential is infinite after a step, and the rest is noise.
LOSSES = (
    "L2Loss", "L1Loss", "HuberLoss", "SigmoidBCELoss", "HingeLoss", "SquaredHingeLoss",
    "LogisticLoss", "KLDivLoss",
)  # fmt: skip


@kind
def networks(p: Program) -> None:
    """A small network, its loss and some steps of an optimizer.

    Layers have names of their own: trainers sort parameters by name, Nadam's steps depend on their
    order, and the numbers in default names on the programs that ran before in the same process.
    """
    # Of two samples a batch normalization leaves little but rounding.
    features, classes, batch = p.number(2, 5), p.number(2, 4), p.number(4, 6)
    net = p.add(f"gluon.nn.HybridSequential(prefix='n{len(p.steps)}_')")
    width, scales = features, True
    for layer in range(p.number(1, 3)):
        units = p.number(2, 5)
        activation = p.choose(None, "relu", "tanh", "sigmoid", "softsign")
        options = f"in_units={width}, activation={activation!r}, prefix='dense{layer}_'"
        p.add(f"{net}.add(gluon.nn.Dense({units}, {options}))")
        width = units
        extra = p.choose(None, None, "LayerNorm", "BatchNorm", "PReLU", "ELU", "GELU", "Swish")
        if extra in ("LayerNorm", "BatchNorm"):
            scales = False
            options = f"in_channels={width}, prefix='norm{layer}_'"
            p.add(f"{net}.add(gluon.nn.{extra}({options}))")
        elif extra is not None:
            p.add(f"{net}.add(gluon.nn.{extra}(prefix='other{layer}_'))")
    p.add(f"{net}.add(gluon.nn.Dense({classes}, in_units={width}, prefix='last_'))")
    _train(p, net, (batch, features), (batch, classes), scales)


@kind
def channels_last(p: Program) -> None:
    """Images whose channels are the last axis."""
    batch, size, channels = p.number(1, 2), p.number(4, 6), p.number(2, 4)
    net = p.add(f"gluon.nn.HybridSequential(prefix='n{len(p.steps)}_')")
    p.add(f"{net}.add(gluon.nn.BatchNorm(axis=-1, in_channels={channels}, prefix='norm_'))")
    p.add(f"{net}.add(gluon.nn.{p.choose('ELU()', 'SELU()', 'GELU()', 'LeakyReLU(0.1)')})")
    # Not padding with ceil_mode: windows that see nothing have the maximum -3e38, the rest is nan.
    pool, options = p.choose(
        ("Max", "padding=1"), ("Max", "ceil_mode=True"), ("Avg", "padding=1"), ("Avg", "padding=0")
    )
    sizes = f"{p.number(2, 3)}, {p.number(1, 2)}"
    p.add(f"{net}.add(gluon.nn.{pool}Pool2D({sizes}, layout='NHWC', {options}))")
    p.add(f"{net}.add(gluon.nn.HybridLambda(lambda F, x: F.transpose(x, axes=(0, 3, 1, 2))))")
    options = f"strides={p.number(1, 2)}, padding=1, in_channels={channels}"
    sizes = f"{p.number(2, 3)}, {p.number(1, 3)}"
    p.add(f"{net}.add(gluon.nn.Conv2D({sizes}, {options}, prefix='conv_'))")
    p.add(f"{net}.add(gluon.nn.HybridLambda(lambda F, x: F.transpose(x, axes=(0, 2, 3, 1))))")
    # Not their sum, whose gradient is 0: optimizers would make numbers of its rounding.
    head = "F.square(F.softmax(x, axis=-1)).sum(axis=(1, 2))"
    p.add(f"{net}.add(gluon.nn.HybridLambda(lambda F, x: {head}))")
    _train(p, net, (batch, size, size, channels), None, False)


def _train(p: Program, net: str, shape: tuple, target: tuple | None, scales: bool) -> None:
    """Add steps of training.

    Before a normalizing layer gradients may be 0 up to rounding, which optimizers that scale them
    make large steps of.
    """
    p.add(f"{net}.initialize()")
    p.add(f"assign({net}, seed={p.number(0, 10**6)})")
    if p.choose(True, False):
        p.add(f"{net}.hybridize()")
    data = p.array(shape)
    loss = "out"
    if target is not None:
        wanted, name = p.array(target, low=0, high=1), p.choose(*LOSSES)
        loss = f"gluon.loss.{name}()(out, {wanted})"
        # Signs that cancel out are 0, or what rounding leaves of them.
        scales = scales and name != "L1Loss"
    trainer = p.add(
        f"gluon.Trainer({net}.collect_params(), {p.choose(*OPTIMIZERS if scales else PLAIN)})"
    )
    p.add(f"{net}({data})")
    for _ in range(2):
        p.add(f"recorded(lambda a: (lambda out: {loss})({net}(a)), {data})")
        p.add(f"values_of({net}, gradients=True)")
        p.add(f"{trainer}.step({shape[0]})")
        p.add(f"values_of({net})")


@kind
def metrics(p: Program) -> None:
    """Metrics after some updates."""
    classes = p.number(2, 4)
    metric = p.choose(
        "Accuracy()", "TopKAccuracy(top_k=2)", "CrossEntropy()", "NegativeLogLikelihood()", "PCC()",
        *(("F1()", "MCC()") if classes == 2 else ()),
    )  # fmt: skip
    name = p.add(f"mx.metric.{metric}")
    for _ in range(p.number(1, 3)):
        batch = p.number(2, 6)
        labels = p.array((batch,), low=0, high=classes - 1, dtype="int32")
        scores = p.add(f"nd.softmax(nd.array({p.sample((batch, classes))}))")
        p.add(f"{name}.update([{labels}.astype('float32')], [{scores}])")
        p.add(f"{name}.get()")


# ------------------------------------------------------------------------------------------ others

NP_UNARY = (
    "exp tanh abs sign square negative floor ceil rint trunc sin cos arctan cbrt expm1 "
    "logical_not degrees sort argsort ravel cumsum"
).split()
NP_BINARY = "add subtract multiply true_divide power maximum minimum mod arctan2 hypot".split()
NP_REDUCE = "sum mean max min prod std var argmax argmin".split()


@kind
def numpy(p: Program) -> None:
    """Functions of mx.np, with arrays without axes and other types."""
    p.numpy = True
    shape = p.shape(0, 3)
    dtypes = ("float32", "float32", "float64", "int32", "int64", "float16")
    x, y = p.array(shape, p.choose(*dtypes)), p.array(p.choose(shape, ()), p.choose(*dtypes))
    for _ in range(p.number(2, 5)):
        x = p.add(
            p.choose(
                f"np.{p.choose(*NP_UNARY)}({x})",
                f"np.{p.choose(*NP_BINARY)}({x}, {y})",
                f"{x} {p.choose('+', '-', '*', '/')} {y}",
                f"{x} {p.choose('+', '-', '*', '/', '**')} {p.number(1, 3)}",
                f"np.{p.choose(*NP_REDUCE)}({x}, axis={p.choose(None, -1)})",
                f"np.clip({x}, {p.number(-2, 0)}, {p.number(0, 2)})",
                f"np.where({x} > 0, {x}, {x} * 2)",
                f"np.concatenate([np.atleast_1d({x}), np.atleast_1d({x})])",
                f"np.expand_dims({x}, 0)",
                f"{x}.astype({p.choose('float32', 'int32', 'float64')!r})",
                f"np.tile({x}, 2)",
            )
        )


@kind
def sparse(p: Program) -> None:
    """Row-sparse and CSR arrays, and what is computed with them."""
    rows, columns = p.number(2, 5), p.number(2, 4)
    dense = p.add(f"nd.array({p.sample((rows, columns))} * {p.sample((rows, 1), dtype='bool')})")
    stype = p.choose("csr", "row_sparse")
    x = p.add(f"{dense}.tostype({stype!r})")
    p.add(f"[{x}.stype, {x}.tostype('default'), {x}.indices, {x}.data]")
    p.add(f"({x} * 2).tostype('default')")
    p.add(f"nd.sparse.{p.choose('sqrt', 'square', 'abs', 'sin', 'relu', 'sign')}({x} * {x})")
    p.add(f"nd.sparse.{p.choose('add', 'subtract', 'multiply')}({x}, {x})")
    if stype == "csr":
        p.add(f"nd.sparse.dot({x}, nd.array({p.sample((columns, 2))}))")
        p.add(f"nd.sparse.dot({x}, nd.array({p.sample((rows, 2))}), transpose_a=True)")
        p.add(f"{x}[0:{p.number(1, rows)}]")
    else:
        p.add(f"nd.sparse.retain({x}, nd.array([0, {rows - 1}]))")
        p.add(f"nd.sparse.norm({x})")
    _sparse_graph(p, stype, x, (rows, columns))
    weight = p.array((columns, 2))
    p.add(f"recorded(lambda w: nd.dot({x}.tostype('csr'), w), {weight})" if stype == "csr"
          else f"recorded(lambda w: nd.Embedding(nd.array([0, 1]), w, input_dim={columns}, "
          f"output_dim=2), {weight})")  # fmt: skip


def _sparse_graph(p: Program, stype: str, x: str, shape: tuple) -> None:
    """Add a graph of a sparse and a dense array, and how its output is stored."""
    a, b = p.add(f"sym.var('a', stype={stype!r})"), p.add("sym.var('b')")
    graph = a
    for _ in range(p.number(1, 3)):
        graph = p.add(
            p.choose(
                f"sym.{p.choose('square', 'abs', 'sin', 'relu', 'exp', 'negative')}({graph})",
                f"sym.elemwise_{p.choose('add', 'sub', 'mul')}({graph}, {p.choose(a, b, graph)})",
                f"{graph} {p.choose('*', '+', '-', '>')} {p.choose(0, 2)}",
                f"sym.cast_storage({graph}, stype={p.choose('default', stype)!r})",
                f"sym.{p.choose('_internal._maximum', 'broadcast_mul')}({graph}, {a})",
            )
        )
    graph = p.add(f"sym.broadcast_add({graph}, {b} * 0)" if p.choose(True, False) else graph)
    p.add(f"stored({graph}, a={x}, b=nd.array({p.sample(shape)}))")


@kind
def control_flow(p: Program) -> None:
    """Loops and branches, recorded."""
    length, width = p.number(1, 4), p.number(1, 3)
    data, state = p.array((length, width)), p.array((width,))
    inner = p.choose("F.tanh(d + s)", "d * s", "F.relu(d) - s", "F.broadcast_maximum(d, s)")
    eager = inner.replace("F.", "nd.")
    outputs = f"nd.contrib.foreach(lambda d, s: ({eager}, {p.choose(eager, 's * 0.5')}), a, b)"
    p.add(f"recorded(lambda a, b: [{outputs}[0], {outputs}[1]], {data}, {state})")
    most = p.number(1, 4)
    loop = (
        f"nd.contrib.while_loop(lambda i, s: i < {p.number(1, 4)}, "
        f"lambda i, s: (s * 2, (i + 1, s + nd.tanh(s) * {p.number(-2, 2)})), "
        f"(nd.zeros((1,)), a), max_iterations={most})"
    )
    p.add(f"recorded(lambda a: {loop}[1][1], {state})")
    p.add(f"nd.contrib.cond(nd.sum({state}) > 0, lambda: {state} * 2, lambda: {state} - 1)")
    d, s = p.add("sym.var('d')"), p.add("sym.var('s')")
    body = inner.replace("F.", "sym.")
    graph = p.add(f"sym.contrib.foreach(lambda d, s: ({body}, {body}), {d}, {s})[0]")
    p.add(f"executed({graph}, d={p.sample((length, width))}, s={p.sample((width,))})")


@kind
def quantized(p: Program) -> None:
    """8-bit integers: quantizing, layers, and back."""
    batch, features, units = p.number(1, 3), p.number(2, 6), p.number(1, 4)
    kind_of = p.choose("uint8", "int8")
    low = 0 if kind_of == "uint8" else -2
    data = p.array((batch, features), low=low)
    x = p.add(f"nd.contrib.quantize_v2({data}, out_type={kind_of!r}, "
              f"min_calib_range={float(low)}, max_calib_range=2.0)")  # fmt: skip
    p.add(f"nd.contrib.dequantize(*{x}, out_type='float32')")
    w = p.add(f"nd.contrib.quantize_v2({p.array((units, features))}, out_type='int8')")
    out = p.add(f"nd.contrib.quantized_fully_connected({x}[0], {w}[0], min_data={x}[1], "
                f"max_data={x}[2], min_weight={w}[1], max_weight={w}[2], "
                f"num_hidden={units}, no_bias=True)")  # fmt: skip
    small = p.add(f"nd.contrib.requantize(*{out}, min_calib_range=-6.0, max_calib_range=6.0)")
    p.add(f"nd.contrib.dequantize(*{small}, out_type='float32')")


@kind
def quantized_graphs(p: Program) -> None:
    """Symbols whose layers are replaced by those for 8-bit integers."""
    # Pairs of products stay below 2 ** 15, beyond which 1.9.1 cuts them off: data are a quarter of
    # the range that they were calibrated with.
    if p.choose(True, False):
        shape = (p.number(1, 3), p.number(2, 6))
        graph = p.add("sym.var('data')")
    else:
        shape = (p.number(1, 2), p.number(1, 3), 4, 4)
        graph = p.add("sym.var('data')")
        pool = f"kernel=(2, 2), stride=({p.number(1, 2)}, 2), pool_type={p.choose('max', 'avg')!r}"
        graph = p.add(f"sym.Pooling({graph}, {pool}, name='pool')")
        graph = p.add(f"sym.Flatten({graph}, name='flat')")
    layers = p.number(1, 2)
    for layer in range(layers):
        options = f"num_hidden={p.number(1, 4)}, no_bias={p.choose(True, False)}"
        graph = p.add(f"sym.FullyConnected({graph}, {options}, name='dense{layer}')")
        graph = p.add(f"sym.Activation({graph}, act_type='relu', name='relu{layer}')")
    data, wide = (p.sample(shape, low=0.0, high=high) for high in (1.0, 4.0))
    excluded = p.choose(None, None, ["dense0"], ["relu0"])
    options = f"quantized_dtype='uint8', excluded_sym_names={excluded}"
    p.add(f"quantized({graph}, {data}, {wide}, {options})")
