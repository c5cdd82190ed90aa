"""Functions of one element, scalars, in-place operators, and creation of arrays."""

from __future__ import annotations

from .program import Program, kind

# Functions by the interval in which they and their derivatives are finite.
DOMAINS = {
    (0.2, 3.0): "sqrt rsqrt log log2 log10 log1p gamma gammaln reciprocal cbrt rcbrt".split(),
    (-0.9, 0.9): "arcsin arccos arctanh erfinv tan".split(),
    (1.1, 3.0): ["arccosh"],
    (-2.0, 2.0): (
        "arcsinh sinh cosh exp erf expm1 sigmoid hard_sigmoid softsign relu fix rint trunc floor "
        "ceil logical_not"
    ).split(),
}  # fmt: skip
SCALAR = ("+", "-", "*", "/", "%", "**", ">", "<=", "==", "!=")


@kind
def functions_of_one_array(p: Program) -> None:
    """Functions in their domain, with first and second derivatives."""
    low, high = p.choose(*DOMAINS)
    shape = p.shape(1, 3)
    x = p.array(shape, p.choose("float32", "float32", "float64", "float16"), low=low, high=high)
    for _ in range(2):
        name = p.choose(*DOMAINS[low, high])
        p.add(f"recorded(lambda a: nd.{name}(a), {x})")
    if p.choose(True, False):
        p.add(f"recorded(lambda a: {x}.{p.choose(*DOMAINS[low, high][:3])}(), {x})")


@kind
def scalars(p: Program) -> None:
    """Arrays and numbers on either side, of all types, and in place."""
    dtype = p.choose("float32", "float64", "float16", "int32", "int64", "int8", "uint8")
    x = p.array(p.shape(1, 3), dtype, low=1, high=5)
    number = p.choose(1, 2, 3, 0.5, 1.5) if dtype.startswith("float") else p.choose(1, 2, 3)
    for _ in range(p.number(1, 4)):
        p.add(
            p.choose(
                f"{x} {p.choose(*SCALAR)} {number}",
                f"{number} {p.choose('+', '-', '*', '/', '%', '**')} {x}",
                f"nd.{p.choose('maximum', 'minimum', 'power', 'modulo')}({x}, {number})",
                f"nd.{p.choose('maximum', 'minimum', 'add', 'subtract')}({number}, {x})",
                f"{x} {p.choose(*SCALAR)} {x}",
                f"-{x}",
                f"abs({x})",
                f"{x}.__{p.choose('iadd', 'isub', 'imul', 'idiv')}__({number})",
            )
        )
        p.add(f"{x} * 1")
    y = p.array((3,), "float32", low=1)
    body = p.choose(
        f"a {p.choose('+', '-', '*', '/', '**')} {number}", f"{number} {p.choose('-', '/')} a",
        f"nd.{p.choose('maximum', 'minimum', 'power', 'modulo')}(a, {number})", "a ** a", "a / a",
        f"nd.broadcast_{p.choose('power', 'div', 'mod', 'hypot')}(a, a * 2)",
    )  # fmt: skip
    p.add(f"recorded(lambda a: {body}, {y})")


@kind
def creation(p: Program) -> None:
    """Arrays of numbers, ranges, and types of what NumPy gives."""
    dtype = p.options(dtype=("float32", "float64", "int32", "uint8", "float16"))
    n = p.number(1, 5)
    p.add(
        p.choose(
            f"nd.arange({n}{dtype})",
            f"nd.arange({p.number(-2, 0)}, {n}, {p.choose(1, 2)}{p.options(repeat=(2,))}{dtype})",
            f"nd.arange({p.number(-2, 0)}, {n}, 0.5)",
            f"nd.linspace(0, {n}, {p.number(1, 4)}{p.options(endpoint=(False,))})",
            f"nd.full(({n}, 2), {p.choose(1, 2.5)}{dtype})",
            f"nd.eye({n}, {p.number(0, 3)}, {p.number(-1, 1)}{dtype})",
            f"nd.{p.choose('zeros', 'ones')}(({n},){dtype})",
            f"nd.array([[1, 2.5], [3, {n}]]{dtype})",
            f"nd.array(onp.arange({n}, dtype={p.choose('int64', 'float64', 'uint8')!r}){dtype})",
            f"nd.array(onp.float64({n}){dtype})",
            f"nd.array({p.choose(3, 2.5)}{dtype})",
            f"nd.contrib.arange_like(nd.zeros(({n}, 2)){p.options(axis=(0, 1), start=(2,))})",
        )
    )
    x = p.array(p.shape(1, 3), p.choose("float32", "int32"))
    p.add(f"[{x}.astype({p.choose('float64', 'int8', 'uint8', 'bool')!r}), {x}.size, {x}.ndim]")
    p.add(f"[{x}.sum().asscalar(), {x}[0], len({x}), {x}.T, {x}.context.device_type]")
    p.add(f"nd.moments({x}.astype('float32'), axes=0)")
    p.add(f"nd.histogram({x}.astype('float32'), bins={p.number(1, 4)}, range=(-2, 2))")
    p.add(f"nd.add_n({', '.join([x] * p.number(1, 4))})")
    p.add(f"nd.{p.choose('shape_array', 'size_array')}({x})")
    p.add(f"repr({x}.astype('int32'))")
