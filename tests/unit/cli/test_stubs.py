"""Stubs declare to editors and type checkers the parameters that the functions have."""

from __future__ import annotations

import ast
import inspect
import pathlib
from importlib import import_module

import pytest

import mxnet
from mxnet.cli import main, stubs

ROOT = pathlib.Path(__file__).parents[3]
TEXTS = {path: text for path, text in stubs.stubs().items() if path.endswith(".pyi")}
FILES = {path: ast.parse(text) for path, text in TEXTS.items()}
MODULES = {path.removesuffix(".pyi").removesuffix("/__init__").replace("/", "."): tree
           for path, tree in FILES.items()}  # fmt: skip


def functions(tree):
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def names(node):
    """The parameters of a function in a stub, as inspect writes them."""
    arguments = node.args
    result = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    result += [f"*{arguments.vararg.arg}"] if arguments.vararg else []
    result += [a.arg for a in arguments.kwonlyargs]
    return result + ([f"**{arguments.kwarg.arg}"] if arguments.kwarg else [])


def test_all_modules_are_there():
    assert set(MODULES) == set(stubs.MODULES)


@pytest.mark.parametrize("name", stubs.MODULES)
def test_declared_parameters_are_those_of_the_functions(name):
    module = import_module(f"mxnet.{name}")
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    for known, node in functions(MODULES[name]).items():
        parameters = inspect.signature(getattr(module, known)).parameters.values()
        assert names(node) == [stars.get(p.kind, "") + p.name for p in parameters], known


@pytest.mark.parametrize("name", ["ndarray.op", "symbol.op", "numpy", "numpy_extension"])
def test_every_public_name_is_declared(name):
    module = import_module(f"mxnet.{name}")
    declared = set(functions(MODULES[name]))
    for node in MODULES[name].body:
        if isinstance(node, ast.ImportFrom):
            declared |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.AnnAssign):
            declared.add(node.target.id)
        elif isinstance(node, ast.Assign | ast.ClassDef):
            declared.add(node.name if isinstance(node, ast.ClassDef) else node.targets[0].id)
    assert set(module.__all__) <= declared


def test_declaration_of_an_operator():
    node = functions(MODULES["ndarray.op"])["Activation"]
    hints = {a.arg: ast.unparse(a.annotation) for a in node.args.args}
    assert hints["data"] == "NDArray | None"
    assert hints["act_type"] == "Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh']"
    assert ast.unparse(node.returns) == "NDArray" and "Parameters" in ast.get_docstring(node)
    node = functions(MODULES["symbol.op"])["Cast"]
    hints = {a.arg: ast.unparse(a.annotation) for a in node.args.args}
    assert hints["data"] == "Symbol | None" and hints["dtype"] == "DType"


def bare(tree):
    """The tree as text, without documentation, which may be older for a while."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


@pytest.mark.parametrize("path", TEXTS)
def test_the_stubs_of_the_package_are_current(path):
    installed = ROOT / "stubs" / "mxnet-stubs" / path
    assert bare(ast.parse(installed.read_text())) == bare(ast.parse(TEXTS[path])), "make stubs"


def test_package_ships_py_typed():
    assert (pathlib.Path(mxnet.__file__).parent / "py.typed").exists()
    assert (ROOT / "stubs" / "mxnet-stubs" / "py.typed").read_text() == "partial\n"


def test_methods_of_arrays():
    (cls,) = (n for n in MODULES["ndarray.ndarray"].body if getattr(n, "name", "") == "NDArray")
    methods = functions(cls)
    assert {"sum", "asnumpy", "shape", "attach_grad", "__add__"} <= methods.keys()
    assert names(methods["sum"])[:3] == ["self", "axis", "keepdims"]
    assert ast.unparse(methods["__add__"].returns) == "NDArray"


def test_the_command(tmp_path, capsys):
    assert main(["stubs", "-o", str(tmp_path)]) == 0
    folder = tmp_path / "mxnet-stubs"
    assert capsys.readouterr().out == f"{folder}: {len(stubs.MODULES)} modules\n"
    assert (folder / "py.typed").read_text() == "partial\n"
    assert (folder / "ndarray" / "op.pyi").exists()


def test_mxnet_names_are_declared_unchanged():
    """The declarations for editors in mxnet/__init__.py agree with the tables."""
    tree = ast.parse(pathlib.Path(mxnet.__file__).read_text())
    conditions = (n for n in tree.body if isinstance(n, ast.If))
    block = next(n for n in conditions if ast.unparse(n.test) == "TYPE_CHECKING")
    declared = {
        alias.asname or alias.name: ".".join(filter(None, (node.module, alias.name)))
        for node in block.body
        if node.level
        for alias in node.names
    }
    members = {name: f"{home}.{name}" for name, home in mxnet._HOMES.items()}
    refused = "th"  # importing it raises an error that says what to use
    assert declared == members | {k: v for k, v in mxnet._ALIASES.items() if v != refused}
    assert not hasattr(mxnet, "TYPE_CHECKING")
