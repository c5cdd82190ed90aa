"""Loops and branches."""

from __future__ import annotations

from .program import Program, kind


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
