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


@kind
def sparse_training(p: Program) -> None:
    """Optimizers whose gradients are row-sparse, lazy or not, and stores of such values."""
    rows, columns = p.number(2, 5), p.number(1, 3)
    name, options = p.choose(
        ("sgd", p.options(momentum=(0.9,), lazy_update=(True, False))),
        ("adam", p.options(lazy_update=(True, False), beta1=(0.5,))),
        ("adagrad", p.options(eps=(1e-3,))),
        ("ftrl", p.options(lamda1=(0.1,))),
    )
    options += p.options(wd=(0.1,), clip_gradient=(0.5,), rescale_grad=(0.5,))
    optimizer = p.add(f"mx.optimizer.create({name!r}, learning_rate=0.1{options})")
    weight = p.array((rows, columns))
    stored = p.random.sample(range(rows), p.number(1, rows))
    values = p.sample((len(stored), columns))
    gradient = p.add(
        f"nd.sparse.row_sparse_array(({values}, {sorted(stored)}), shape={(rows, columns)})"
    )
    p.add(f"optimized({optimizer}, [{weight}], [{gradient}], {p.number(1, 3)})")
    store = p.add("mx.kv.create('local')")
    p.add(f"{store}.init('w', nd.sparse.row_sparse_array(nd.array({p.sample((rows, columns))})))")
    p.add(f"{store}.push('w', [{gradient}, {gradient}])")
    out = p.add(f"nd.sparse.zeros('row_sparse', {(rows, columns)})")
    row_numbers = [p.number(0, rows - 1) for _ in range(2)]
    p.add(f"{store}.row_sparse_pull('w', out={out}, row_ids=nd.array({row_numbers}))")
    p.add(f"[{out}.tostype('default'), {out}.indices]")
