"""The private names of torch that the package uses are listed, and the installed torch has them."""

from __future__ import annotations

import operator
import pathlib
import re

import torch

ROOT = pathlib.Path(__file__).parents[2]
NAME = re.compile(r"\btorch\.(_[a-zA-Z]\w*(?:\._?[a-zA-Z]\w*)*)")


def listed():
    """Return the names in the table of the page."""
    page = (ROOT / "docs" / "private-torch-names.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`torch\..*?) \|", page, re.MULTILINE)
    return {name for row in rows for name in NAME.findall(row)}


def used():
    """Return the names in the package; a method of a listed class counts as the class."""
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    return {name.removesuffix(".get") for source in sources for name in NAME.findall(source)}


def test_the_list_is_complete():
    assert used() == listed()


def test_the_installed_torch_has_them():
    for name in listed():
        assert operator.attrgetter(name)(torch) is not None


def test_no_private_module_is_imported():
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    private = [
        re.findall(r"^\s*(?:from|import) torch[\w.]*\._\w+.*", s, re.MULTILINE) for s in sources
    ]
    assert not any(private), private
