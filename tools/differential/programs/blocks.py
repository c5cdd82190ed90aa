"""Blocks made of symbols, shared and fixed parameters, custom operators."""

from __future__ import annotations

from .program import Program, kind


@kind
def symbol_blocks(p: Program) -> None:
    """Parts of graphs as blocks, and blocks as graphs."""
    width = p.number(1, 4)
    x = p.add("sym.var('data')")
    graph = x
    for layer in range(p.number(1, 3)):
        graph = p.add(
            f"sym.FullyConnected({graph}, num_hidden={p.number(1, 4)}, name='fc{layer}'"
            f"{p.options(no_bias=(True,))})"
        )
        graph = p.add(f"sym.Activation({graph}, act_type='tanh', name='act{layer}')")
    inside = p.add(f"{graph}.get_internals()[{p.choose('fc0_output', 'act0_output')!r}]")
    outputs = p.choose(graph, inside, f"[{graph}, {inside}]")
    block = p.add(f"gluon.SymbolBlock({outputs}, {x})")
    p.add(f"sorted({block}.collect_params().keys())")
    p.add(f"{block}.initialize()")
    data = p.array((p.number(1, 3), width))
    p.add(f"outline({block}({data}))")
    p.add(f"assign({block}, seed={p.number(0, 99)})")
    if p.choose(True, False):
        p.add(f"{block}.hybridize()")
    p.add(f"recorded(lambda a: flat({block}(a)), {data})")
    p.add(f"values_of({block}, gradients=True)")
    p.add(f"structure(flat({block}(sym.var('other')))[0])")


@kind
def shared_parameters(p: Program) -> None:
    """Layers that share parameters, fixed ones, constants, and gradients that are added."""
    width = p.number(1, 4)
    net = p.add("gluon.nn.HybridSequential()")
    first = p.add(f"gluon.nn.Dense({width}, in_units={width}, activation='tanh')")
    p.add(f"{net}.add({first})")
    shared = p.options(params=("PARAMS",)).replace("'PARAMS'", f"{first}.params")
    p.add(f"{net}.add(gluon.nn.Dense({width}, in_units={width}{shared}))")
    if p.choose(True, False):
        p.add(f"{net}.add(gluon.nn.Dense(2, in_units={width}))")
    p.add(f"{net}.initialize()")
    p.add(f"assign({net}, seed={p.number(0, 99)})")
    if p.choose(True, False):
        p.add(f"{net}.hybridize()")
    # Not null for the weight alone, without which 1.9.1 has no gradient of the bias.
    name, request = p.choose(("weight", "add"), ("bias", "add"), ("bias", "null"))
    p.add(f"setattr({first}.{name}, 'grad_req', {request!r})")
    p.add(f"setattr({first}.bias, {p.choose('lr_mult', 'wd_mult')!r}, {p.choose(0.0, 2.0)})")
    data = p.array((p.number(1, 3), width))
    options = p.choose("'sgd', {'learning_rate': 0.1, 'wd': 0.1}", "'adam', {'wd': 0.1}")
    trainer = p.add(f"gluon.Trainer({net}.collect_params(), {options})")
    for _ in range(2):
        p.add(f"recorded(lambda a: {net}(a), {data})")
        p.add(f"values_of({net}, gradients=True)")
        p.add(f"{trainer}.step({p.number(1, 3)})")
        p.add(f"[each.data() for each in {net}.collect_params().values()]")
    if p.choose(True, False):
        p.add(f"{net}.collect_params().zero_grad()")
        p.add(f"values_of({net}, gradients=True)")
    p.add(f"{net}.cast('float64')")
    p.add(f"{net}({data}.astype('float64'))")


@kind
def custom_operators(p: Program) -> None:
    """Operators written in Python, as arrays and as symbols."""
    shape = p.shape(1, 3)
    factor = p.choose(2, 0.5)
    x, y = p.array(shape), p.array(shape)
    body = f"nd.Custom(a, b, op_type='scaled_sum', factor={factor})"
    p.add(f"recorded(lambda a, b: {p.choose(body, body + '[0] * a', body + '[1]')}, {x}, {y})")
    requests = [p.choose("write", "add"), p.choose("write", "add", "null")]
    p.add(f"differentiated(lambda a, b: {body}[0], [{x}, {y}], {requests}, None, 2)")
    graph = p.add(
        f"sym.Custom(sym.var('a'), sym.var('b'), op_type='scaled_sum', factor={factor}, name='c')"
    )
    p.add(f"[{graph}.list_outputs(), {graph}.list_arguments(), {graph}.infer_shape(a={shape})]")
    p.add(f"executed({graph}, a={p.sample(shape)}, b={p.sample(shape)})")
