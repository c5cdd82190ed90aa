"""Symbols of several variables: what can be inferred, attributes, files, parts."""

from __future__ import annotations

from .program import Program, kind


def _graph(p: Program, once: bool = False) -> str:
    """Add a graph of layers and operators with the variables a and b, each used once or more."""
    a, b = p.add("sym.var('a')"), p.add("sym.var('b')")
    sums = ("-", "*") if once else ("+", "-", "*")
    x = p.add(p.choose(f"{a} {p.choose(*sums)} {b}", f"sym.broadcast_mul({a}, {b})"))
    for number in range(p.number(1, 4)):
        other = f"sym.var('c{number}')" if once else p.choose(a, b)
        x = p.add(
            p.choose(
                f"sym.FullyConnected({x}, num_hidden={p.number(1, 4)}, name='fc{number}'"
                f"{p.options(flatten=(False,), no_bias=(True,))})",
                f"{x} {p.choose(*sums)} {other}",
                f"sym.broadcast_{p.choose('add', 'maximum')}({x}, {other})",
                f"sym.Activation({x}, act_type='relu', name='act{number}')",
                f"sym.Concat({x}, {other}, dim={p.number(0, 1)}, name='cat{number}')",
                f"sym.sum({x}, axis=1, keepdims=True)",
                f"sym.reshape({x}, shape=(0, -1))",
                f"sym.expand_dims({x}, axis=1)",
                f"sym.BatchNorm({x}, name='bn{number}')",
                f"sym.dot({x}, sym.var('w{number}'))",
                f"sym.transpose({x})",
                f"sym.slice_axis({x}, axis=0, begin=0, end=1)",
                f"sym.cast({x}, dtype={p.choose('float64', 'float32', 'float16')!r})",
                f"sym.ones_like({x}) * {x}",
                f"sym.Embedding(sym.cast({x}, dtype='int32'), input_dim=3, output_dim=2, "
                f"name='emb{number}')",
            )
        )
    return x


@kind
def inference(p: Program) -> None:
    """Shapes and types of graphs."""
    graph = _graph(p)
    p.add(f"{graph}.list_arguments()")
    p.add(f"{graph}.list_outputs()")
    p.add(f"{graph}.list_auxiliary_states()")
    shape = (p.number(1, 4), p.number(1, 4))
    other = p.choose(shape, shape, (1, shape[1]), (0, shape[1]))
    p.add(f"inferred({graph}, 'shape', a={shape}, b={other})")
    dtype = p.choose("float32", "float64", "float16", "int32")
    p.add(f"inferred({graph}, 'type', a={dtype!r})")
    p.add(f"inferred({graph}, 'type_partial', b={dtype!r})")


@kind
def graph_structure(p: Program) -> None:
    """Attributes, internals, files, and graphs put together."""
    graph = _graph(p)
    p.add(f"structure({graph})")
    p.add(f"structure(sym.load_json({graph}.tojson()))")
    p.add(f"{graph}.get_internals().list_outputs()")
    p.add(f"{graph}.attr_dict()")
    p.add(f"structure({graph}(a=sym.var('z') * 2))")
    p.add(f"structure(sym.Group([{graph}, sym.var('q')]))")
    p.add(f"len({graph})")
    p.add(f"{graph}.get_children().list_outputs()")


@kind
def executors(p: Program) -> None:
    """Bound graphs: outputs and gradients of all parameters, twice."""
    request = p.choose("write", "write", "add")
    graph = _graph(p, once=request == "add")  # 1.9.1 adds wrongly otherwise
    shape = (p.number(2, 4), p.number(1, 4))
    p.add(f"bound({graph}, grad_req={request!r}, a={shape}, b={shape})")
