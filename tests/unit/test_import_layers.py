"""Imports follow the layers: the layouts in docs/architecture.md are the order of dependency."""

import ast
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "mxnet"
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
BLOCK = re.search(r"```\nsrc/mxnet/\n(.*?)```", ARCHITECTURE, re.DOTALL).group(1)
# The order inside packages: groups of modules, separated by bars.
INNER = {
    package: [set(group.split()) for group in groups.split("|")]
    for package, groups in re.findall(r"^(_ops|_graph)/ +(.*)$", ARCHITECTURE, re.MULTILINE)
}
# What may import torch; everything else is plain Python on what these offer.
SENTENCE = re.search(r"torch itself is imported only by (.*?)\.", ARCHITECTURE, re.DOTALL)
TORCH = set(re.findall(r"`(\w+)`", SENTENCE.group(1)))
KERNELS_MAY_IMPORT = {
    "_core.declined", "_core.dtypes", "_core.integers", "_core.private_torch", "_core.processor",
    "_images.decoding", "_text.spelling", "base", "error",
}  # fmt: skip

# Modules named in strings that stand above the file: attributes loaded on first access, where
# MXNet has a name in a lower module, and operators whose code only some graphs need.
LAZY = {
    ("autograd", "symbol"),
    ("ndarray", "numpy"),
    ("ndarray", "numpy_extension"),
    ("ndarray", "operator"),
    ("_graph", "operator"),
    ("numpy", "operator"),
    ("symbol", "operator"),
    ("numpy_extension", "image"),
    ("gluon", "contrib"),
}


def layout() -> list[set[str]]:
    """Return the modules that each line of the layout names, from the bottom layer up."""
    return [set(re.findall(r"\b(\w+)(?:\.py|/)(?=[\s)]|$)", line)) for line in BLOCK.splitlines()]


def modules() -> set[str]:
    """Return the modules and packages directly under mxnet."""
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    return packages | {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}


def imports_of(source: str, path: pathlib.PurePath) -> set[str]:
    """Return what the file ``path`` (below mxnet/) imports: names below mxnet, and ``torch``."""
    names, package = set(), ("mxnet", *path.parent.parts)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            home = ".".join((*base, *filter(None, [node.module])))
            names |= {f"{home}.{alias.name}" for alias in node.names}
    below = {name.removeprefix("mxnet.") for name in names if name.startswith("mxnet.")}
    uses_torch = any(name.partition(".")[0] == "torch" for name in names)
    return below | ({"torch"} if uses_torch else set())


LOADERS = re.compile("import_module|optional_import")


def modules_in_strings(source: str) -> set[str]:
    """Return the modules of mxnet that a file loads by strings, given to a call or in a table."""
    texts = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and LOADERS.search(ast.unparse(node.func)):
            texts += node.args
        elif isinstance(node, ast.Dict):
            texts += node.values
    values = [node.value for node in texts if isinstance(node, ast.Constant)]
    matches = (re.fullmatch(r"mxnet\.(\w+)[\w.:]*", v) for v in values if isinstance(v, str))
    return {match.group(1) for match in matches if match} & modules()


def first(name: str) -> str:
    return name.partition(".")[0]


FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
FILES.remove(pathlib.Path("__init__.py"))  # imports by name, on demand


def part_of(path: pathlib.PurePath) -> str:
    return path.parts[0].removesuffix(".py")


def layers_up_to(path: pathlib.PurePath) -> set[str]:
    """Return the parts of mxnet that a file may import."""
    allowed = set()
    for line in layout():
        allowed |= line
        if part_of(path) in line:
            break
    return allowed


def test_the_layout_is_complete():
    named = set().union(*layout())
    missing, gone = modules() - named, named - modules()
    assert not missing, f"docs/architecture.md: give {missing} a line in the layout"
    assert not gone, f"docs/architecture.md: take {gone} out of the layout"
    assert sum(map(len, layout())) == len(named), "docs/architecture.md names a module twice"


@pytest.mark.parametrize("path", FILES, ids=str)
def test_imports_follow_the_layers(path):
    names = imports_of((PACKAGE / path).read_text(), path) - {"__version__"}
    if part_of(path) == "_ops":
        own = {name for name in names if first(name) == "_ops"}
        kernels = {name for name in names if name.rpartition(".")[0] in KERNELS_MAY_IMPORT}
        too_high = names - own - kernels - KERNELS_MAY_IMPORT - {"torch"}
    else:
        allowed = layers_up_to(path) | ({"torch"} if part_of(path) in TORCH else set())
        too_high = {name for name in names if first(name) not in allowed}
    assert not too_high, f"{path} may not import {sorted(too_high)}"


@pytest.mark.parametrize("path", FILES, ids=str)
def test_imports_by_string_follow_the_layers(path):
    if part_of(path) in ("compat", "cli"):
        return  # they name modules of mxnet as users write them
    names = modules_in_strings((PACKAGE / path).read_text()) - layers_up_to(path)
    too_high = {name for name in names if (part_of(path), name) not in LAZY}
    assert not too_high, f"{path} may not load {sorted(too_high)}"


def rank(package: str, module: str) -> int:
    """Return the place of a module or folder in the order inside its package."""
    return next((i for i, group in enumerate(INNER[package]) if module in group), -1)


@pytest.mark.parametrize("package", INNER)
def test_the_inner_layout_is_complete(package):
    files = [path.relative_to(PACKAGE / package) for path in (PACKAGE / package).rglob("*.py")]
    children = {path.parts[0].removesuffix(".py") for path in files}
    assert children - {"__init__"} == set().union(*INNER[package])


@pytest.mark.parametrize(
    "path", [p for p in FILES if part_of(p) in INNER and len(p.parts) > 1], ids=str
)
def test_imports_inside_a_package_follow_the_layers(path):
    package, child = path.parts[0], path.parts[1].removesuffix(".py")
    if child == "__init__":
        return
    names = imports_of((PACKAGE / path).read_text(), path)
    inner = {name.split(".")[1] for name in names if name.startswith(f"{package}.")}
    own = rank(package, child)
    too_high = {name for name in inner if rank(package, name) > own}
    assert not too_high, f"{path} may not import {sorted(too_high)}"


@pytest.mark.parametrize(
    ("source", "path", "names"),
    [
        ("from . import registry, indexing", "autograd.py", {"registry", "indexing"}),
        ("from .._core import dtypes", "ndarray/op.py", {"_core.dtypes"}),
        ("from .ndarray import NDArray", "ndarray/op.py", {"ndarray.ndarray.NDArray"}),
        ("from ..context import cpu", "gluon/nn/x.py", {"gluon.context.cpu"}),
        ("from ...context import cpu", "gluon/nn/x.py", {"context.cpu"}),
        ("import torch.nn, mxnet.base", "x.py", {"torch", "base"}),
        ("def f():\n    from torch import nn", "x.py", {"torch"}),
        ("import numpy", "x.py", set()),
    ],
)
def test_check_finds_every_form_of_import(source, path, names):
    assert imports_of(source, pathlib.PurePath(path)) == names


def test_check_finds_modules_in_strings():
    assert modules_in_strings('x = {"a": "mxnet.symbol:Symbol", "b": "mxnet is"}') == {"symbol"}
