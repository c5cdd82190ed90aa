"""Operators of mx.nd and mx.sym, their gradients, and indexing."""

from __future__ import annotations

from .program import Program, kind

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
