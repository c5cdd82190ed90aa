"""Operators with several outputs, of which some are used."""

from __future__ import annotations

from .program import Program, kind


@kind
def several_outputs(p: Program) -> None:
    """Outputs that are all heads, or some of which are used in one."""
    rows, columns = p.choose(2, 4), p.choose(2, 4, 6)
    x, scale = p.array((rows, columns)), p.array((columns,), low=0.5)
    square = p.add(f"nd.dot({x}, {x}, transpose_b=True) + nd.eye({rows}) * 3")
    parts = p.choose(1, 2)
    expression, arrays, count = p.choose(
        (f"nd.split(a, num_outputs={parts}, axis=1)", [x], parts),
        (f"nd.split(a, num_outputs={columns}, axis=1, squeeze_axis=True)", [x], columns),
        (f"nd.split_v2(a, (1,), axis={p.choose(0, 1, -1)})", [x], 2),
        (f"nd.split_v2(a, {parts}, axis=-1)", [x], parts),
        ("nd.moments(a, axes=(0,))", [x], 2),
        (f"nd.moments(a, axes=(1,), keepdims={p.choose(True, False)})", [x], 2),
        ("nd.LayerNorm(a, b, b, output_mean_var=True)", [x, scale], 3),
        ("nd.linalg.slogdet(a)", [square], 2),
        ("nd.linalg.gelqf(a)", [p.array((2, 4))], 2),
        (f"nd.topk(a, k={p.number(1, columns)}, ret_typ='both', axis=-1)", [x], 2),
        ("nd.amp_multicast(a, b, num_outputs=2)", [x, scale], 2),
        ("nd.broadcast_add(a, b), nd.broadcast_mul(a, b)", [x, scale], 2),
        ("nd.contrib.bipartite_matching(nd.abs(a), threshold=0.1)", [x], 2),
    )  # fmt: skip
    names = ", ".join("ab"[: len(arrays)])
    p.add(f"recorded(lambda {names}: flat(list({_tuple(expression)})), {', '.join(arrays)})")
    chosen = p.number(0, count - 1)
    p.add(f"recorded(lambda {names}: flat(list({_tuple(expression)}))[{chosen}] * 2, "
          f"{', '.join(arrays)})")  # fmt: skip


def _tuple(expression: str) -> str:
    """Return an expression of a sequence; an operator with one output gives an array."""
    return f"[{expression}]"


@kind
def symbols_with_several_outputs(p: Program) -> None:
    """Outputs of a node by number, by name, and all of them, as graphs."""
    parts, size = p.number(1, 3), p.number(1, 2)
    split = p.add(f"sym.split(sym.var('x'), num_outputs={parts}, axis=1, name='s')")
    p.add(f"{split}.list_outputs()")
    p.add(f"len({split})")
    chosen = p.number(0, parts - 1)
    graph = p.choose(
        split,
        f"{split}[{chosen}] * 2",
        f"sym.Group([{split}[{chosen}], sym.tanh({split}[0])])",
        f"{split}[{split}.list_outputs()[{chosen}]]",
        f"sym.concat(*[{split}[i] for i in range({parts})][::-1], dim=1)",
        f"sym.add_n(*[{split}[i] for i in range({parts})])",
        f"{split}.get_internals()['s_output{chosen if parts > 1 else ''}'] - 1",
    )
    graph = p.add(graph)
    p.add(f"structure({graph})")
    p.add(f"inferred({graph}, 'shape', x=(2, {parts * size}))")
    p.add(f"executed({graph}, x={p.sample((2, parts * size))})")
