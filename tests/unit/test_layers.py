"""Imports point one way: the layout in docs/architecture.md is the order of dependency."""

import ast
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "mxnet"
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
BLOCK = re.search(r"```\nsrc/mxnet/\n(.*?)```", ARCHITECTURE, re.DOTALL).group(1)
# What may import torch; everything else is plain Python on what these offer.
SENTENCE = re.search(
    r"torch itself is imported by (.*?), and by nothing else", ARCHITECTURE, re.DOTALL
)
TORCH = set(re.findall(r"`(\w+)`", SENTENCE.group(1)))
KERNELS_MAY_IMPORT = {"_dtype", "_ops", "_spelling", "base", "error"}


def layout() -> list[set[str]]:
    """Return the modules that each line of the layout names, from the bottom layer up."""
    return [set(re.findall(r"\b(\w+)(?:\.py|/)(?=[\s)]|$)", line)) for line in BLOCK.splitlines()]


def modules() -> set[str]:
    """Return the modules and packages directly under mxnet."""
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    return packages | {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}


def imported(source: str, path: pathlib.PurePath) -> set[str]:
    """Return what the file ``path`` (below mxnet/) imports: parts of mxnet, and ``torch``."""
    found, package = set(), ("mxnet", *path.parent.parts)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            home = ".".join((*base, *filter(None, [node.module])))
            names = [f"{home}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            first, _, rest = name.partition(".")
            if first == "mxnet":
                found.add(rest.partition(".")[0])
            elif first == "torch":
                found.add("torch")
    return found


FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
FILES.remove(pathlib.Path("__init__.py"))  # imports by name, on demand


def part_of(path: pathlib.PurePath) -> str:
    return path.parts[0].removesuffix(".py")


def test_the_layout_is_complete():
    named, planned = set().union(*layout()), set(re.findall(r"\((\w+)", BLOCK))
    missing, gone = modules() - named, named - planned - modules()
    assert not missing, f"docs/architecture.md: give {missing} a line in the layout"
    assert not gone, f"docs/architecture.md: put {gone} in brackets, or take it out of the layout"
    assert sum(map(len, layout())) == len(named), "docs/architecture.md names a module twice"


@pytest.mark.parametrize("path", FILES, ids=str)
def test_imports_point_one_way(path):
    allowed = {"torch"} if part_of(path) in TORCH else set()
    for line in layout():
        allowed |= line
        if part_of(path) in line:
            break
    if part_of(path) == "_ops":
        allowed = KERNELS_MAY_IMPORT | {"torch"}
    too_high = imported((PACKAGE / path).read_text(), path) - allowed - {"__version__"}
    assert not too_high, f"{path} may not import {sorted(too_high)}"


@pytest.mark.parametrize(
    ("source", "path", "parts"),
    [
        ("from . import _dtype, indexing", "autograd.py", {"_dtype", "indexing"}),
        ("from .. import _dtype", "ndarray/op.py", {"_dtype"}),
        ("from .ndarray import NDArray", "ndarray/op.py", {"ndarray"}),
        ("from ..context import cpu", "gluon/nn/x.py", {"gluon"}),
        ("from ...context import cpu", "gluon/nn/x.py", {"context"}),
        ("import torch.nn, mxnet.base", "x.py", {"torch", "base"}),
        ("def f():\n    from torch import nn", "x.py", {"torch"}),
        ("import numpy", "x.py", set()),
    ],
)
def test_the_check_sees_every_form_of_import(source, path, parts):
    assert imported(source, pathlib.PurePath(path)) == parts
