"""The map of the package: every folder and module with the first line of its docstring."""

from __future__ import annotations

import ast
import pathlib

PACKAGE = pathlib.Path(__file__).parents[2] / "src" / "mxnet"
INTRODUCTION = """# Map of the package

Every module in one line, from its docstring; generated. [The architecture](../architecture.md)
says in which order folders depend on each other, and where to begin.
"""


def summary(path: pathlib.Path) -> str:
    """Return the first paragraph of a module's docstring as one line."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|").replace("``", "`")


def section(folder: pathlib.Path) -> str:
    """Return the part of the page about one folder."""
    title = "mxnet" if folder == PACKAGE else str(folder.relative_to(PACKAGE))
    rows = [
        f"| `{path.name}` | {summary(path)} |"
        for path in sorted(folder.glob("*.py"))
        if path.name != "__init__.py"
    ]
    table = "\n".join(["| module | |", "|---|---|", *rows]) if rows else ""
    return f"## {title}\n\n{summary(folder / '__init__.py')}\n\n{table}\n"


def page() -> str:
    """Return the page."""
    folders = sorted(path.parent for path in PACKAGE.rglob("__init__.py"))
    return "\n".join([INTRODUCTION, *map(section, folders)])
