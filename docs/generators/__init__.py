"""Pages that are derived from the package when the site is built."""

from __future__ import annotations

import pathlib

from . import api, differences, modules, operators


def write_pages(folder: pathlib.Path):
    """Write all generated pages, and leave files that stay the same alone: Sphinx skips them."""
    pages = {
        "differences.md": differences.page(),
        "modules.md": modules.page(),
        "operators.md": operators.page(operators.measured_operators()),
        **{f"api/{name}": text for name, text in api.pages().items()},
    }
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
