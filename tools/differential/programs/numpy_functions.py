"""Functions and arrays of mx.np."""

from __future__ import annotations

from .program import Program, kind

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


# Calls of one array ``x`` of shape (2, 3, 4) or another shape of three axes, and what follows.
SHAPE_CALLS = (
    "np.rot90({x}, {k}, axes=({i}, {j}))", "np.roll({x}, {k}, axis={i})", "np.roll({x}, {k})",
    "np.flip({x}, {i})", "np.moveaxis({x}, {i}, {j})", "np.swapaxes({x}, {i}, {j})",
    "np.diff({x}, n=1, axis={i})", "np.tril({x}, {k})",
    "np.trace({x}, offset=0, axis1={i}, axis2={j})", "np.diagonal({x}, {k}, {i}, {j})",
    "np.squeeze({x}[:, :1], axis=1)", "np.repeat({x}, 2, axis={i})", "np.cumsum({x}, axis={i})",
    "np.stack([{x}, {x}], axis={i})", "np.vstack([{x}, {x}])", "np.hstack([{x}, {x}])",
    "np.dstack([{x}, {x}])", "np.split({x}, 1, axis={i})", "np.array_split({x}, 2, axis={i})",
    "np.pad({x}, (({k}, 0), (0, 1), (1, 1)), mode='{mode}')",
    "np.broadcast_to({x}, (2, *{x}.shape))",
    "np.expand_dims({x}, {i})", "np.take({x}, np.array([0, 1, 0]), axis={i}, mode='clip')",
    "np.tile({x}, (1, {k}, 1))", "np.ravel({x})", "np.atleast_2d({x})",
    "np.column_stack([{x}, {x}])", "np.delete({x}, 0, axis={i})", "np.insert({x}, 0, 5, axis={i})",
    "np.append({x}, {x}, axis={i})", "np.flatnonzero({x} > 0)", "np.unique(np.round({x}))",
    "np.nonzero({x} > 0)", "np.argwhere({x} > 0)", "np.fliplr({x})", "np.flipud({x})",
    "np.ediff1d({x})", "np.resize({x}, (2, 3))", "np.vsplit({x}, 1)", "np.dsplit({x}, 1)",
)  # fmt: skip
STATISTICS = (
    "np.percentile({x}, {q}, axis={i}, interpolation='{between}')",
    "np.quantile({x}, {share}, axis={i})",
    "np.average({x}, axis={i})", "np.average({x}, axis={i}, weights=np.abs({x}) + 1)",
    "np.std({x}, axis={i}, ddof={k01})", "np.var({x}, axis=({i}, {j}), ddof={k01})",
    "np.sum({x}, axis=({i}, {j}), keepdims=True)", "np.mean({x}, axis=({i}, {j}))",
    "np.max({x}, axis=({i}, {j}))", "np.prod({x}, axis={i}, dtype='float64')",
    "np.histogram({x}, bins={bins}, range=(-2, 2))", "np.argmax({x}, axis={i})",
    "np.any({x} > 0, axis={i})", "np.all({x} > -1, axis={i})", "np.nan_to_num({x} / 0.5)",
    "np.bincount(np.abs({x}).astype('int32').reshape(-1))", "np.around({x}, {k})",
    "np.linalg.norm({x}, axis={i})", "np.linalg.norm({x}, axis=({i}, {j}))",
    "np.sum({x}, dtype='float64')", "np.cumsum({x}, dtype='float64')", "np.isfinite({x})",
    "np.max({x}, axis={i}, keepdims=True)",
    "np.ldexp({x}, 2)", "np.sign({x}) * np.log1p(np.abs({x}))",
    "np.interp({x}, np.array([-2.0, 0.0, 2.0]), np.array([1.0, 3.0, -1.0]))",
    "np.polyval(np.array([1.0, 2.0]), {x}.astype('float32'))", "np.amin({x}, axis={i})",
)  # fmt: skip
EINSUM = (
    ("ij,jk->ik", "ij jk"), ("ij,jk", "ij jk"), ("ij->ji", "ij"), ("ij->j", "ij"), ("ij->", "ij"),
    ("ijk,ikl->ijl", "ijk ikl"), ("i,j->ij", "i j"), ("ij,ij->i", "ij ij"), ("...ij->...ji", "kij"),
    ("bij,bjk->bik", "bij bjk"), ("ij,kj->ik", "ij kj"), ("ijk,jil->kl", "ijk jil"),
    ("ij,jk,kl->il", "ij jk kl"), ("...i,i->...", "kji i"), ("ij,ij", "ij ij"), ("ijk->kji", "ijk"),
    ("ii->i", "ii"), ("ii", "ii"), ("iij->j", "iij"),
)  # fmt: skip


def _write(p: Program, call: str, x: str) -> str:
    i, j = p.random.sample(range(3), 2)
    return call.format(
        x=x, i=p.choose(i, i - 3), j=j, k=p.number(0, 2), k01=p.number(0, 1), q=p.number(0, 100),
        mode=p.choose("constant", "edge", "reflect", "symmetric", "maximum", "minimum"),
        between=p.choose("linear", "lower", "higher", "midpoint", "nearest"),
        share=p.choose("0.25", "np.array([0.1, 0.5])"), bins=p.number(1, 4),
    )  # fmt: skip


@kind
def numpy_shapes(p: Program) -> None:
    """Functions of mx.np that change shapes, with gradients."""
    p.numpy = True
    x = p.array((p.number(2, 3), p.number(2, 4), p.number(2, 4)), p.choose("float32", "float64"))
    for _ in range(p.number(2, 4)):
        call = _write(p, p.choose(*SHAPE_CALLS), "a")
        p.add(f"(lambda a: {call})({x})")
    call = _write(p, p.choose(*SHAPE_CALLS[:24]), "a")
    p.add(f"recorded(lambda a: {call}, {x})")


@kind
def numpy_statistics(p: Program) -> None:
    """Statistics and reductions of mx.np, of other types too."""
    p.numpy = True
    dtype = p.choose("float32", "float32", "float64", "int32", "int64")
    x = p.array((p.number(2, 3), p.number(2, 4), p.number(2, 4)), dtype)
    for _ in range(p.number(2, 4)):
        p.add(_write(p, p.choose(*STATISTICS), x))


@kind
def numpy_products(p: Program) -> None:
    """einsum, tensordot and other products, with gradients."""
    p.numpy = True
    sizes = {letter: p.number(1, 3) for letter in "bijkl"}
    subscripts, operands = p.choose(*EINSUM)
    names = [p.array([sizes[letter] for letter in operand]) for operand in operands.split()]
    letters = ", ".join("abc"[: len(names)])
    optimize = p.options(optimize=(True, False))
    p.add(f"recorded(lambda {letters}: np.einsum({subscripts!r}, {letters}{optimize}), "
          f"{', '.join(names)})")  # fmt: skip
    i, j, k, n = (p.number(1, 3) for _ in range(4))
    a, b = p.array((i, j, k)), p.array((k, j, n))
    axes = p.choose("1", "([1, 2], [1, 0])", "([2], [0])")
    if axes == "1":
        b = p.array((k, n))
    p.add(f"recorded(lambda a, b: np.tensordot(a, b, axes={axes}), {a}, {b})")
    v, w, matrix = p.array((j,)), p.array((j,)), p.array((i, j))
    expression = p.choose(
        f"np.dot({v}, {w})", f"np.inner({matrix}, {v})", f"np.outer({v}, {w})",
        f"np.vdot({v}, {w})", f"np.matmul({matrix}, {v})", f"np.dot({matrix}, {v})",

        f"np.matmul({a}, {p.array((k, n))})", f"np.dot({a}, {p.array((k, n))})",
    )  # fmt: skip
    p.add(expression)
    square = p.add(f"np.matmul({matrix}, {matrix}.T) + np.eye({i})")
    inside = p.choose("inv", "cholesky", "det", "slogdet", "eigvalsh", "pinv")
    p.add(f"recorded(lambda a: np.linalg.{inside}(a), {square})"
          if inside in ("inv", "cholesky", "det") else f"np.linalg.{inside}({square})")  # fmt: skip
    p.add(f"np.linalg.solve({square}, {p.array((i, 2))})")


@kind
def numpy_types(p: Program) -> None:
    """Types of results: scalars, mixed types, bool, creation."""
    p.numpy = True
    dtypes = ("float32", "float64", "float16", "int32", "int64", "int8", "uint8", "bool")
    one, other = p.choose(*dtypes), p.choose(*dtypes)
    shape = p.shape(0, 2)
    x, y = p.array(shape, one, low=0, high=3), p.array(shape, other, low=0, high=3)
    for _ in range(p.number(1, 3)):
        p.add(
            p.choose(
                f"{x} {p.choose('+', '*', '-', '/', '==', '>', '<=', '!=')} {y}",
                f"np.{p.choose('add', 'multiply', 'maximum', 'power', 'equal')}({x}, {y})",
                f"{x} {p.choose('+', '*', '/', '>', '**')} {p.choose('2', '1.5', 'True')}",
                f"{p.choose('2', '1.5')} {p.choose('+', '*', '-', '/')} {x}",
                f"np.{p.choose('sum', 'mean', 'max', 'prod')}({x})",
                f"np.{p.choose('exp', 'sqrt', 'abs', 'sign', 'floor', 'logical_not')}({x})",
                f"np.where({x} > 1, {x}, {y})",
                f"np.concatenate([{x}.reshape(-1), {y}.reshape(-1)])",
                f"np.{p.choose('bitwise_and', 'bitwise_or', 'bitwise_xor')}({x}, {y})",
                f"np.{p.choose('zeros_like', 'ones_like')}({x}{p.options(dtype=('int32',))})",
                f"np.full_like({x}, 2{p.options(dtype=('float64', 'int32'))})",
                f"{x} == {p.choose('1', '1.0', 'True')}",
            )
        )
    n = p.number(1, 5)
    p.add(
        p.choose(
            f"np.arange({n}{p.options(dtype=('float32', 'int64'))})",
            f"np.arange(0, {n}, 0.5)",
            f"np.linspace(0, {n}, {p.number(1, 4)}{p.options(endpoint=(False,))})",
            f"np.logspace(0, 2, {n})",
            f"np.eye({n}, {p.number(1, 4)}, {p.number(-1, 1)}{p.options(dtype=('int32',))})",
            f"np.full(({n},), {p.choose('1', '1.5', 'True')})",
            f"np.array([[1, 2], [3, {n}]]{p.options(dtype=('int32', 'float64', 'bool'))})",
            f"np.meshgrid(np.arange({n}), np.arange(2){p.options(indexing=('ij',))})",
            f"np.indices(({n}, 2))",
            f"np.{p.choose('hanning', 'hamming', 'blackman')}({n})",
            f"np.identity({n})",
        )
    )


def _np_key(p: Program, shape: tuple) -> str:
    """Return an index of integers, slices, arrays, new axes and an ellipsis.

    Beside arrays there are no negative integers, with which 1.9.1 writes beyond the memory, and
    behind them no new axes, which it puts into the wrong places.
    """
    parts, length, arrays = [], p.number(1, 3), p.choose(True, False)
    for size in shape[: p.number(1, len(shape))]:
        end = p.number(1, size)
        parts.append(p.choose(f"{p.number(0, end - 1)}:{end}", "::2", "::-1", ":"))
        if arrays and p.choose(True, False):
            indices = [p.number(0, size - 1) for _ in range(length)]
            parts[-1] = p.choose(
                f"{indices}", f"np.array({indices}, dtype='int32')", f"{indices[0]}",
                f"np.array({[[index] for index in indices]}, dtype='int64')",
            )  # fmt: skip
        elif p.choose(True, False):
            parts[-1] = f"{p.number(0 if arrays else -size, size - 1)}"
    if p.choose(True, False):
        parts.insert(0 if arrays else p.number(0, len(parts)), "None")
    if p.choose(True, False, False):
        parts.append("...")
    return ", ".join(parts)


@kind
def numpy_indexing(p: Program) -> None:
    """Mixed indices: read, written, and differentiated."""
    p.numpy = True
    shape = p.shape(1, 4)
    x = p.array(shape, p.choose("float32", "float32", "int32", "float64"))
    for _ in range(p.number(1, 3)):
        key = _np_key(p, shape)
        p.add(f"{x}[{key}]")
        p.add(f"write({x}, onp.index_exp[{key}], {p.choose('7', 'onp.array(3)', '-1.5')})")
        p.add(f"{x} * 1")
    key = _np_key(p, shape)
    p.add(f"recorded(lambda a: a[{key}] * 2, {p.array(shape)})")
    key = _np_key(p, shape)
    p.add(f"write({x}, onp.index_exp[{key}], {x}[{key}] * 2)")


@kind
def numpy_options(p: Program) -> None:
    """Functions of mx.np with out, dtype, axis and keepdims, and their gradients."""
    p.numpy = True
    shape = p.shape(1, 3)
    axis = p.choose(None, *range(-len(shape), len(shape)))
    x, y = p.array(shape), p.array(shape)
    out = p.add(f"np.zeros({shape})")
    binary = p.choose("add", "subtract", "multiply", "maximum", "minimum", "hypot", "arctan2")
    p.add(f"np.{binary}({x}, {p.choose(y, 2, 0.5)}, out={out})")
    p.add(f"{out} * 1")
    unary = p.choose("exp", "negative", "abs", "square", "tanh", "floor", "rint", "sign")
    p.add(f"np.{unary}({x}, out={out}) is {out}")
    p.add(f"{out} + 0")
    keep = p.choose(True, False)
    reduction = p.choose("sum", "mean", "prod", "max", "min", "std", "var")
    options = f"axis={axis}, keepdims={keep}"
    p.add(f"recorded(lambda a: np.{reduction}(a, {options}), {x})")
    if reduction in ("sum", "mean", "prod"):
        p.add(f"np.{reduction}({x}, {options}, dtype={p.choose('float64', 'float32')!r})")
    if reduction in ("std", "var"):
        p.add(f"np.{reduction}({x}, {options}, ddof={p.number(0, 1)})")
    p.add(f"np.{p.choose('argmax', 'argmin')}({x}, axis={axis})")
    running = p.choose(None, *range(len(shape)))  # 1.9.1 refuses negative axes
    p.add(f"np.cumsum({x}, axis={running}{p.options(dtype=('float64',))})")
    p.add(f"recorded(lambda a, b: np.where(a > b, a, b * 2), {x}, {y})")
    p.add(f"np.clip({x}, {p.choose(-1, -0.5)}, {p.choose(0.5, 1)}, out={out}) * 1")
    percent = p.choose(0, 25, 50, 100)
    p.add(f"np.percentile({x}, {percent}, {options}"
          f"{p.options(interpolation=('lower', 'linear', 'nearest'))})")  # fmt: skip
    p.add(f"np.linalg.norm({x}, axis={axis}, keepdims={keep})")
    p.add(f"np.average({x}, axis={axis}{p.options(weights=(None,))})")
    p.add(f"np.full_like({x}, {p.choose(3, 0.5)}{p.options(dtype=('int32', 'float64'))})")
    p.add(f"np.arange({p.number(0, 2)}, {p.number(3, 6)}, {p.choose(1, 0.5, 2)}"
          f"{p.options(dtype=('int32', 'float64'))})")  # fmt: skip
    p.add(f"np.linspace(0, 1, {p.number(1, 5)}{p.options(endpoint=(True,), dtype=('float64',))})")
