"""Autograd: kinds of gradients, head gradients, several passes."""

from __future__ import annotations

from .operators import step
from .program import Program, kind


def _expression(p: Program, names: tuple[str, ...]) -> str:
    """Return an expression of all names, which have one shape."""
    parts = [
        p.choose(
            f"nd.tanh({name})", f"{name} * {p.choose(*names)}", f"nd.exp({name} * 0.3)",
            f"nd.relu({name}) * 2", f"nd.sin({name}) / 2", f"{name} ** 2", f"nd.sigmoid({name})",
            f"(1 - {name})", f"nd.BlockGrad({name}) * {name}", f"{name}.detach() + {name}",
        )
        for name in names
    ]  # fmt: skip
    return p.choose(" + ", " * ", " - ").join(parts)


@kind
def gradient_requests(p: Program) -> None:
    """Gradients that are written, added or left out, over several passes, with head gradients."""
    shape = p.shape(1, 3)
    names = ("a", "b", "c")[: p.number(1, 3)]
    arrays = [p.array(shape) for _ in names]
    requests = [p.choose("write", "add", "null") for _ in names]
    requests[0] = p.choose("write", "add")
    head = p.choose("None", f"nd.array({p.sample(shape)})")
    body = _expression(p, names)
    p.add(
        f"differentiated(lambda {', '.join(names)}: {body}, [{', '.join(arrays)}], {requests}, "
        f"{head}, {p.number(1, 3)})"
    )


@kind
def gradient_functions(p: Program) -> None:
    """autograd.grad, pauses, second orders and custom functions."""
    shape = p.shape(1, 2)
    a, b = p.array(shape), p.array(shape)
    body = _expression(p, ("a", "b"))
    p.add(f"gradients_of(lambda a, b: {body}, {a}, {b}, head={p.choose(True, False)})")
    name = p.choose("sin", "cos", "exp", "tanh", "sigmoid", "square", "sqrt", "log", "relu")
    positive = p.array(shape, low=0.5)
    p.add(f"second_order(lambda a: nd.{name}(a), {positive})")
    p.add(f"recorded(lambda a, b: paused(lambda: a * b) + a * {p.number(2, 4)}, {a}, {b})")
    p.add(f"recorded(lambda a, b: Doubled()(a) * b + Doubled()(b), {a}, {b})")
    p.add(f"[recorded(lambda a: nd.Dropout(a, p=0.0) * {p.choose('a', '2')}, {a}), "
          f"autograd.is_recording(), autograd.is_training()]")  # fmt: skip


@kind
def many_heads(p: Program) -> None:
    """Operators with several outputs of which some are used, and chains of other types."""
    rows, columns = p.number(2, 4), p.number(2, 4)
    x = p.array((rows, columns))
    used = p.number(0, columns - 1)
    p.add(f"recorded(lambda a: nd.split(a, {columns}, axis=1)[{used}] * 3, {x})")
    k = p.number(1, columns)
    p.add(f"recorded(lambda a: nd.topk(a, k={k}, ret_typ='both')[0], {x})")
    p.add(f"recorded(lambda a: [a[{p.number(0, rows - 1)}] * 2, nd.sum(a, axis=0)], {x})")
    dtype = p.choose("float64", "float16", "int32")
    p.add(f"recorded(lambda a: a.astype({dtype!r}).astype('float32') * a, {x})")
    body = "a"
    for _ in range(p.number(1, 3)):
        body = step(p, body, 2, "nd")
    p.add(f"recorded(lambda a: [{body}, nd.mean(a, axis=1)], {x})")
    p.add(
        f"recorded(lambda a: nd.concat(*[a * i for i in range(1, {p.number(2, 4)})], dim=0), {x})"
    )
