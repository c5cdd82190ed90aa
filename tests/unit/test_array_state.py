"""The state of an array (its tensor and its position in the graph) is set in one folder."""

import ast
from pathlib import Path

import pytest

import mxnet

SOURCE = Path(mxnet.__file__).parent
SLOTS = {"_plain", "_graph", "_tape", "_leaf_slot"}
OWNERS = {"gluon/_hybrid_block.py", "gluon/_tracing.py", "ndarray/_layer_steps.py"}  # other things
FILES = [
    path
    for folder in ("gluon", "ndarray", "numpy", "operator", "symbol")
    for path in sorted((SOURCE / folder).rglob("*.py"))
    if path.relative_to(SOURCE).as_posix() not in OWNERS
]


def assigned(tree):
    """Return the attributes that a module assigns to, with their lines."""
    return [
        (node.attr, node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_only_the_call_path_sets_it(path):
    attributes = assigned(ast.parse(path.read_text()))
    assert not [(name, line) for name, line in attributes if name in SLOTS]


def test_the_check_finds_assignments():
    tree = ast.parse("x._graph, y = 1, 2\nx._plain = None\nx._t = 3")
    assert sorted(assigned(tree)) == [("_graph", 1), ("_plain", 2), ("_t", 3)]
