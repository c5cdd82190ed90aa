"""Symbols from files that are damaged, or malicious: they end in a clear error."""

from __future__ import annotations

import copy
import json
import random
import warnings

import pytest

import mxnet as mx
from mxnet import MXNetError

from . import operators
from .graphs import CASES, build
from .old_files import FILES

NODES = [
    {"op": "null", "name": "data", "inputs": []},
    {"op": "null", "name": "w", "inputs": []},
    {"op": "FullyConnected", "name": "fc", "attrs": {"num_hidden": "3", "no_bias": "True"},
     "inputs": [[0, 0, 0], [1, 0, 0]]},
]  # fmt: skip


def text(nodes=NODES, heads=((2, 0, 0),)):
    attrs = {"mxnet_version": ["int", 10901]}
    return json.dumps({"nodes": nodes, "arg_nodes": [0, 1], "heads": heads, "attrs": attrs})


def with_node(**changes):
    """The file with a changed last node."""
    return text([*NODES[:2], {**NODES[2], **changes}])


def with_attrs(**attrs):
    return with_node(attrs={**NODES[2]["attrs"], **attrs})


def chain(length):
    nodes = [{"op": "null", "name": "x", "inputs": []}]
    nodes += [{"op": "exp", "name": f"e{i}", "inputs": [[i, 0, 0]]} for i in range(length)]
    return text(nodes, [[length, 0, 0]])


BAD = {
    "": "is not JSON",
    "{": "is not JSON",
    text()[:-30]: "is not JSON",
    "[" * 100_000: "nested too deep",
    '{"nodes": ' * 100_000: "nested too deep",
    "[]": "holds no list of nodes",
    "null": "holds no list of nodes",
    "7" * 5000: "is not JSON",
    '{"nodes": 3}': "holds no list of nodes",
    '{"nodes": []}': "has no heads",
    text(heads=[]): "has no heads",
    text(heads=5): "has no heads",
    text(heads=[[3, 0, 0]]): "head 0 names node 3, the nodes are 0 to 2",
    text(heads=[[-1, 0, 0]]): "head 0 names node -1",
    text(heads=[[2, 1, 0]]): "'fc' has no output 1",
    text(heads=[[2, -1, 0]]): "head 0 names output -1",
    text(heads=[[2.0, 0]]): r"head 0 is \[2.0, 0\], expected a list of integers",
    text(heads=[[10**30, 0]]): f"names node {10**30}",
    text(heads=["fc"]): "head 0 is 'fc'",
    text(["x"]): "node 0 is str, expected an object",
    text([{"op": "null"}]): "node 0 lacks an operator or a name",
    text([{"op": 3, "name": "x"}]): "node 0 lacks an operator or a name",
    text([{**NODES[0], "inputs": [[0, 0]]}], [[0, 0]]): "node 0 .'data'. is part of a cycle",
    text([{**NODES[0]}, {**NODES[1], "inputs": [[0, 0]]}], [[1, 0]]): "variable 'w' has inputs",
    with_node(op="NoSuchOperator"): "operators that are not supported: NoSuchOperator",
    with_node(op="__import__"): "operators that are not supported: __import__",
    with_node(inputs=[[0, 0, 0]]): "node 'fc': operator FullyConnected has 1 inputs, expected 2",
    with_node(inputs=[[0, 0, 0]] * 9): "node 'fc': operator FullyConnected has 9 inputs",
    with_node(inputs=[[0, 5, 0], [1, 0, 0]]): "node 'fc': takes output 5 of 'data'",
    with_node(inputs={"a": 1}): "node 2 .'fc'.: inputs is not a list",
    with_node(inputs=[0, 1]): "node 2 .'fc'.: input 0 is 0, expected a list of integers",
    with_node(attrs=[1]): "node 2 .'fc'.: attrs is not an object of strings",
    with_node(attrs={"num_hidden": 3}): "node 2 .'fc'.: attrs is not an object of strings",
    with_node(subgraphs=7): "node 2 .'fc'.: subgraphs is not a list",
    with_node(subgraphs=[7]): "subgraph 0 holds no list of nodes",
    with_node(attrs={}): "node 'fc': Required parameter num_hidden of int is not presented",
    with_attrs(num_hidden="many"): "node 'fc': Invalid Parameter format for num_hidden expect int",
    with_attrs(num_hidden="9" * 5000): "node 'fc': Invalid Parameter format for num_hidden",
    with_attrs(num_hidden="(" * 5000): "node 'fc': Invalid Parameter format for num_hidden",
    with_attrs(num_hidden="__import__('os').abort()"): "node 'fc': Invalid Parameter format",
    with_attrs(color="red"): "node 'fc': Cannot find argument 'color' in operator FullyConnected",
    with_node(op="Concat", attrs={"num_args": "5"}): "node 'fc': operator Concat has 2 inputs, "
    "expected 5",
    with_node(op="Concat", attrs={"num_args": "9" * 30}): "num_args should be greater equal to 1",
    with_node(op="SliceChannel", inputs=[[0, 0]], attrs={"num_outputs": "1000000000"}):
        "SliceChannel cannot have 1000000000 outputs",
    with_node(op="_foreach", attrs={}): "node 'fc': _foreach has 1 subgraphs, got 0",
    with_node(op="_cond", attrs={"num_args": "5"}): "node 'fc': control flow: cond_input_locs",
    with_node(op="Custom", attrs={"op_type": "no such"}): "node 'fc': .*no such",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_the_error_names_the_place(text):
    with pytest.raises(MXNetError, match=BAD[text]):
        mx.sym.load_json(text)


def test_the_error_names_the_file(tmp_path):
    path = tmp_path / "net-symbol.json"
    path.write_text(with_attrs(num_hidden="x"))
    with pytest.raises(MXNetError, match=r"net-symbol.json'.*node 'fc'.*num_hidden"):
        mx.sym.load(str(path))
    path.write_bytes(b"\xff\xfe\x00garbage")
    with pytest.raises(MXNetError, match=r"net-symbol.json' is not JSON"):
        mx.sym.load(str(path))


def test_a_cycle_of_several_nodes():
    nodes = [{"op": "exp", "name": f"n{i}", "inputs": [[(i + 1) % 3, 0]]} for i in range(3)]
    with pytest.raises(MXNetError, match="is part of a cycle: its input 'n0' depends on it"):
        mx.sym.load_json(text(nodes, [[0, 0]]))


def test_a_long_chain_needs_no_stack():
    """20000 nodes one after the other: read, written, inferred, bound and run."""
    symbol = mx.sym.load_json(chain(20_000))
    assert len(symbol.get_internals()) == 20_001
    assert json.loads(symbol.tojson())["heads"] == [[20_000, 0, 0]]
    assert symbol.infer_shape(x=(2,))[1] == [(2,)]
    assert copy.copy(symbol).list_arguments() == ["x"]


def test_a_variable_with_a_wrong_shape_or_type():
    for attrs, what in [
        ({"__shape__": "(2, x)"}, r"variable 'data' has the shape '\(2, x\)', which is not"),
        ({"__shape__": "-" * 50_000 + "1"}, "variable 'data' has the shape"),
        ({"__dtype__": "99"}, "variable 'data' has the type '99', which is not a valid type"),
        ({"__dtype__": "float"}, "variable 'data' has the type 'float', which is not"),
    ]:
        symbol = mx.sym.load_json(text([{**NODES[0], "attrs": attrs}, *NODES[1:]]))
        with pytest.raises(MXNetError, match=what):
            symbol.simple_bind(mx.cpu(), data=(2, 3)) if "__dtype__" in attrs else (
                symbol.infer_shape(w=(3, 4))
            )


# ------------------------------------------------------------------------- symbols and parameters

NET = mx.sym.BatchNorm(
    mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc"), name="bn"
)


def arrays(**changed):
    shapes = {"data": (2, 4), "fc_weight": (3, 4), "fc_bias": (3,), "bn_gamma": (3,),
              "bn_beta": (3,), **changed}  # fmt: skip
    return {name: mx.nd.ones(shape) for name, shape in shapes.items()}


STATES = {"bn_moving_mean": mx.nd.zeros(3), "bn_moving_var": mx.nd.ones(3)}


@pytest.mark.parametrize(
    ("changed", "states", "what"),
    [
        ({"fc_weight": (3, 5)}, STATES, r"operator fc.*\('fc_weight'\) \[3,5\]"),
        ({"fc_bias": (4,)}, STATES, r"operator fc.*\('fc_bias'\) \[4\]"),
        ({"bn_gamma": (2,)}, STATES, r"operator bn.*\('bn_gamma'\) \[2\]"),
        ({}, {**STATES, "bn_moving_var": mx.nd.ones(5)}, r"operator bn.*\('bn_moving_var'\) \[5\]"),
    ],
)
def test_parameters_of_other_shapes(changed, states, what):
    with pytest.raises(MXNetError, match=f"(?s){what}"):
        NET.bind(mx.cpu(), arrays(**changed), aux_states=states)


def test_parameters_of_another_network():
    executor = NET.simple_bind(mx.cpu(), data=(2, 4))
    with pytest.raises(MXNetError, match=r"'fc_weight' has shape \(3, 9\), .* expects \(3, 4\)"):
        executor.copy_params_from({"fc_weight": mx.nd.ones((3, 9))})
    with pytest.raises(ValueError, match='name "conv_weight" that is not in the arguments'):
        executor.copy_params_from({"conv_weight": mx.nd.ones((3, 9))})
    with pytest.raises(ValueError, match="key `fc_bias` is missing in `args`"):
        NET.bind(mx.cpu(), {"data": mx.nd.ones((2, 4)), "fc_weight": mx.nd.ones((3, 4))})


# ------------------------------------------------------------------------------------------ fuzzing

JUNK = [
    None, True, 0, -1, 2**31, 2**63, 10**30, 1e308, "", "x", "null", "-1", "9" * 30, "1e999", "nan",
    "1000000000", "(", "(1,", "(-1,)", "(0,)", "(99999999,99999999)", "None", "((1,2),(3,4))",
    "\x00", [], [0], [[0, 0, 0]], [[[]]], {}, {"a": 1}, {"a": "b"}, [-1, 0, 0], [10**12, 0, 0],
    [0, 10**12, 0], ["0", "0"],
]  # fmt: skip


def places(tree, path=()):
    if path:
        yield path
    if isinstance(tree, dict | list):
        for key in tree if isinstance(tree, dict) else range(len(tree)):
            yield from places(tree[key], (*path, key))


def damage(graph, rng):
    """Return the text of a graph with a few random changes."""
    if rng.random() < 0.1:
        text = json.dumps(graph)
        return text[: rng.randrange(len(text))]
    graph = copy.deepcopy(graph)
    for _ in range(rng.choice([1, 1, 2, 3])):
        all_places = list(places(graph))
        attrs = [path for path in all_places if path[-2:-1] in (("attrs",), ("param",), ("attr",))]
        *path, key = rng.choice(attrs if attrs and rng.random() < 0.5 else all_places)
        target = graph
        for step in path:
            target = target[step]
        if rng.random() < 0.2:
            del target[key]
        else:
            target[key] = copy.deepcopy(rng.choice(JUNK))
    return json.dumps(graph)


def use(symbol_text, shapes):
    """Do with a symbol all that can be done without running it."""
    symbol = mx.sym.load_json(symbol_text)
    shapes = {key: shape for key, shape in shapes.items() if key in symbol.list_arguments()}
    for act in (
        symbol.list_outputs, symbol.get_internals, symbol.attr_dict, symbol.debug_str,
        symbol.tojson, symbol.infer_type, symbol.infer_shape_partial,
        lambda: symbol.infer_shape(**shapes),
    ):  # fmt: skip
        act()


def seeds():
    for name, case in CASES.items():
        yield json.loads(build(mx, name).tojson()), case.shapes
    for file in FILES.values():
        yield json.loads(file.text), file.shapes
    recorded = operators.load()
    for key, (row, is_first) in operators.selected().items():
        if is_first and key in recorded:
            graph = json.loads(operators.applied(mx, row).tojson(remove_amp_cast=False))
            yield graph, {f"in{i}": each.shape for i, each in enumerate(row.inputs)}


def test_fuzzed_files():
    """Random damage ends in an MXNetError, or in a symbol that works."""
    graphs, refused = list(seeds()), 0
    rng = random.Random(11)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that shapes cannot be inferred
        for _ in range(1500):
            graph, shapes = rng.choice(graphs)
            try:
                use(damage(graph, rng), shapes)
            except MXNetError:
                refused += 1
    assert 300 < refused < 1400
