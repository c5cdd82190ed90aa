"""Writes: in-place operators, views of one memory, ``out``, and indices out of range.

No operator writes elements that it reads later, where the result of 1.9.1 depends on the order.
"""

from __future__ import annotations

from .program import Program, kind

IN_PLACE = ("+=", "-=", "*=", "/=", "%=")
DTYPES = ("float32", "float32", "float64", "float16", "int32", "int64", "uint8", "int8")
BINARY = "broadcast_add broadcast_sub broadcast_mul broadcast_maximum elemwise_add".split()


def _update(x: str, operator: str, value: str) -> str:
    """Return an expression that runs an in-place statement and gives the array."""
    method = {"+=": "iadd", "-=": "isub", "*=": "imul", "/=": "itruediv", "%=": "imod"}[operator]
    return f"{x}.__{method}__({value})"


@kind
def in_place(p: Program) -> None:
    """In-place operators on arrays and on parts of them, with arrays and numbers."""
    dtype = p.choose(*DTYPES)
    rows, columns = p.number(2, 5), p.number(1, 4)
    x = p.array((rows, columns), dtype, low=1, high=6)
    start, end = sorted((p.number(0, rows - 1), p.number(1, rows)))
    end += end == start
    part = p.add(f"{x}[{start}:{end}]")
    for _ in range(p.number(1, 4)):
        value = p.choose(
            f"{p.number(1, 3)}", f"{x}[0].copy()", f"{x}[{start}:{end}] * 2", "1.5",
            f"nd.ones((1, {columns}), dtype={dtype!r})", f"{x}[{start}] * 1",
        )  # fmt: skip
        p.add(_update(p.choose(x, part), p.choose(*IN_PLACE), value))
        p.add(f"[{x} * 1, {part} * 1]")


@kind
def overlapping_copies(p: Program) -> None:
    """Parts of an array that are written into other parts of it."""
    p.numpy = p.choose(True, False)
    size = p.number(3, 7)
    x = p.array((size, *p.shape(0, 1)), p.choose("float32", "float64", "int32", "uint8"))
    for _ in range(p.number(1, 3)):
        length = p.number(1, size - 1)
        here, there = sorted(p.number(0, size - length) for _ in range(2))
        source = f"{x}[{there}:{there + length}]"
        target = f"slice({here}, {here + length})"
        p.add(
            p.choose(
                f"write({x}, {target}, {source})",
                f"write({x}, {target}, {source} * 2)",
                f"write({x}, slice(None), {x}[::-1])",
                f"write({x}, slice(None), {x})",
                f"write({x}[{here}:{here + length}], slice(None), {source})",
                f"write({x}, {target}, {x}[{there}:{there + 1}])",
            )
        )
        p.add(f"{x} * 1")


@kind
def outputs_given(p: Program) -> None:
    """``out`` that is new, an input, or a part of an array, by name and by position."""
    dtype = p.choose("float32", "float32", "float64", "float16", "int32")
    rows, columns = p.number(2, 4), p.number(1, 4)
    x, y = (p.array((rows, columns), dtype, low=1, high=4) for _ in range(2))
    large = p.add(f"nd.zeros(({rows + 2}, {columns}), dtype={dtype!r})")
    for _ in range(p.number(2, 4)):
        out = p.choose(x, y, f"{large}[1:{rows + 1}]", f"{large}[:{rows}]")
        call = p.choose(
            f"nd.{p.choose(*BINARY)}({x}, {y}, out={out})",
            f"nd.{p.choose('abs', 'negative', 'square', 'sign')}({x}, out={out})",
            f"nd.{p.choose('abs', 'negative', 'relu')}({x}, {out})",
            f"nd.clip({x}, 1, 2, {out})",
            f"nd.clip({x}, a_min=1, a_max=3, out={out})",
            f"nd.sum({x}, axis=1, keepdims=True, out={large}[:{rows}, :1])",
            f"nd.where({x} > 2, {x}, {y}, out={out})",
            f"nd.concat({x}[:1], {y}[1:], dim=0, out={out})",
            f"nd.take({x}, nd.zeros(({rows},)), out={out})",
            f"nd.zeros_like({x}, out={out})",
            f"nd.broadcast_to({x}[:1], shape=({rows}, {columns}), out={out})",
            f"nd.flip({x}, axis=0, out={large}[:{rows}])",
            f"nd.reshape({x}, shape=({rows}, {columns}), out={out})",
            f"nd.slice_axis({large}, axis=0, begin=1, end={rows + 1}, out={out})",
            f"{x}.copyto({out})",
            f"nd.maximum({x}, 2).copyto({out})",
        )
        p.add(f"{call} * 1")
        p.add(f"[{x} * 1, {y} * 1, {large} * 1]")


@kind
def indices_out_of_range(p: Program) -> None:
    """Indices below and above the axis, in all modes, of all types, with gradients."""
    size, columns = p.number(1, 4), p.number(1, 3)
    x = p.array((size, columns), p.choose("float32", "float32", "float64", "int32"))
    dtype = p.choose("float32", "int32", "int64", "uint8", "float64", "float16")
    low = 0 if dtype == "uint8" else -2 * size
    indices = p.array(p.shape(1, 2, 3), dtype, low=low, high=2 * size)
    rows = p.array((size,), dtype, low=low, high=2 * columns)
    mode = p.choose("clip", "wrap")
    take = f"nd.take(a, i, axis={p.choose(0, -2)}, mode={mode!r})"
    pick = f"nd.pick(a, i, axis={p.choose(1, -1)}, mode={mode!r}{p.options(keepdims=(True,))})"
    p.add(f"(lambda a, i: {take})({x}, {indices})")
    p.add(f"(lambda a, i: {pick})({x}, {rows})")
    hot = p.options(on_value=(3,), off_value=(-1,), dtype=("float64", "int32"))
    p.add(f"nd.one_hot({indices}, depth={p.number(1, 3)}{hot})")
    p.add(f"nd.batch_take({x}, nd.clip({rows}, 0, {columns - 1}).astype('int32'))")
    p.add(f"recorded(lambda a: nd.take(a, {indices}, mode={mode!r}), {x}.astype('float32'))")
    p.add(f"recorded(lambda a: nd.pick(a, {rows}, mode={mode!r}), {x}.astype('float32'))")
    table = f"{x}.astype('float32')"
    options = f"input_dim={size}, output_dim={columns}"
    p.add(f"recorded(lambda a: nd.Embedding({indices}, a, {options}), {table})")
    i = p.add("sym.var('i')")
    graph = f"sym.take(sym.var('x'), {i}, mode={mode!r})"
    arrays = f"x={x}, i={indices}"
    p.add(f"{graph}.bind(mx.cpu(), dict({arrays}), grad_req='null').forward()[0]")


@kind
def numpy_indices_out_of_range(p: Program) -> None:
    """The same in mx.np and mx.npx."""
    p.numpy = True
    size, columns = p.number(1, 4), p.number(1, 3)
    x = p.array((size, columns), p.choose("float32", "float64", "int32"))
    dtype = p.choose("float32", "int32", "int64", "uint8")
    low = 0 if dtype == "uint8" else -2 * size
    indices = p.array(p.shape(0, 2, 3), dtype, low=low, high=2 * size)
    rows = p.array((size,), dtype, low=low, high=2 * columns)
    mode = p.choose("clip", "wrap")
    axis = p.choose(None, 0, 1, -1)
    p.add(f"np.take({x}, {indices}, axis={axis}, mode={mode!r})")
    p.add(f"{x}.take({indices}, axis={p.choose(0, 1)}, mode={mode!r})")
    p.add(f"npx.pick({x}, {rows}, axis=1, mode={mode!r})")
    p.add(f"npx.one_hot({indices}, {p.number(1, 3)})")
    p.add(
        f"recorded(lambda a: np.take(a, {indices}, axis=0, mode={mode!r}), {x}.astype('float32'))"
    )
    p.add(f"npx.embedding({indices}, {x}.astype('float32'), {size}, {columns})")


@kind
def numpy_in_place(p: Program) -> None:
    """In-place operators and ``out`` of mx.np, of mixed types and shapes."""
    p.numpy = True
    one, other = p.choose(*DTYPES), p.choose(*DTYPES, "bool")
    shape = p.shape(0, 2)
    x = p.array(shape, one, low=1, high=5)
    y = p.array(p.choose(shape, (), shape[1:]), other, low=1, high=5)
    for _ in range(p.number(0, 2)):
        value = p.choose(
            y, y, "2", "1.5", "True", "onp.float32(2)", "onp.float64(2)", "onp.int64(2)"
        )
        p.add(_update(x, p.choose(*IN_PLACE), value))
    dtype = p.choose(one, "float32")
    function = p.choose("add", "subtract", "multiply", "true_divide", "mod", "power", "maximum")
    p.add(
        p.choose(
            f"{p.choose('2', '1.5')} {p.choose('+', '-', '*', '/', '%', '**')} {x}",
            f"np.{function}({x}, {y}, out=np.zeros({shape}, dtype={dtype!r}))",
        )
    )


@kind
def numpy_mixed_types(p: Program) -> None:
    """Functions of two arrays whose types differ, and gradients of mixed floats."""
    p.numpy = True
    types = ("float32", "float64", "float16", "int32", "int64", "int8", "uint8", "bool")
    one, other, shape = p.choose(*types), p.choose(*types), p.shape(0, 2)
    x = p.array(p.choose(shape, ()), one, low=1, high=4)
    y = p.array(p.choose(shape, ()), other, low=1, high=4)
    functions = (
        "add subtract multiply true_divide mod power maximum minimum hypot arctan2 copysign "
        "equal not_equal greater less greater_equal less_equal "
        "bitwise_and bitwise_or bitwise_xor fmax fmin ldexp lcm dot matmul"
    ).split()
    a, b = p.array(shape, p.choose(*types[:3])), p.array((), p.choose(*types[:3]))
    joined = f"[{x}.reshape(-1)[:1], {y}.reshape(-1)[:1]]"
    p.add(
        p.choose(
            *[f"np.{p.choose(*functions)}({x}, {y})"] * 6,
            *[f"{x} {p.choose('+', '-', '*', '/', '%', '**', '==', '<', '>=', '!=')} {y}"] * 3,
            f"np.{p.choose('stack', 'concatenate', 'vstack')}({joined})",
            f"recorded(lambda a, b: a {p.choose('+', '-', '*')} b, {a}, {b})",
        )
    )


@kind
def writes_by_arrays(p: Program) -> None:
    """Writes by lists, arrays and masks, of numbers and of arrays that are broadcast."""
    p.numpy = p.choose(True, False)
    home = "np" if p.numpy else "nd"
    rows, columns = p.number(2, 5), p.number(1, 4)
    x = p.array((rows, columns), p.choose("float32", "float64", "int32"))
    for _ in range(p.number(1, 4)):
        length = p.number(1, 3)
        indices = p.random.sample(range(rows), min(length, rows))
        others = [p.number(0, columns - 1) for _ in indices]
        n = len(indices)
        keys = [
            f"{indices}", f"onp.array({indices})", f"{home}.array({indices}, dtype='int32')",
            f"({indices}, {others})", f"({indices}, slice(None))", f"({indices}, {others[0]})",
            f"(slice(None), {others[:1]})", f"({indices}, slice(0, 1))",
        ]  # fmt: skip
        number = p.choose(*range(len(keys)))
        shapes = [(n, columns)] * 3 + [(n,), (n, columns), (n,), (rows, 1), (n, 1)]
        if p.numpy and p.choose(True, False):
            mask = f"{x} {p.choose('>', '<')} {p.number(-1, 1)}"
            p.add(f"write({x}, {mask}, {p.choose(3, -1.5)})")
            mask = p.add(f"np.array({p.sample((rows,), dtype='bool')}, dtype='bool')")
            p.add(f"write({x}, {mask}, {p.choose('4', f'np.ones(({columns},))')})")
            p.add(f"{x}[{mask}]")
            continue
        dtype = p.choose("float32", "float64", "int32")
        values = p.choose(
            f"{p.number(-5, 5)}", p.sample(shapes[number]), p.sample(shapes[number], dtype=dtype),
            f"{home}.array({p.sample(shapes[number])})", f"{home}.ones({shapes[number][-1:]})",
        )  # fmt: skip
        p.add(f"write({x}, {keys[number]}, {values})")
        p.add(f"{x}[{keys[number]}]")
        p.add(f"{x} * 1")
