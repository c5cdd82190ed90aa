"""Row-sparse and CSR arrays."""

from __future__ import annotations

from .program import Program, kind


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
