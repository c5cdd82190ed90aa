"""Translations share the code of the English pages: ``python docs/generators/translations.py``.

Writes the code blocks of each English page into the page of the same name under ``docs/zh``, block
by block. The tests run the English pages, and compare the blocks of the others with them.
"""

from __future__ import annotations

import pathlib
import re

DOCS = pathlib.Path(__file__).parents[1]
BLOCK = re.compile(r"^```(python|sh)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# Each translated page, and the English one that its code comes from.
PAGES = {
    DOCS.parent / "README.zh.md": DOCS.parent / "README.md",
    **{page: DOCS / "learn" / page.name for page in sorted((DOCS / "zh" / "learn").glob("*.md"))},
}


def code_of(page: pathlib.Path) -> list[tuple[str, str]]:
    """Return the code blocks of a page as (language, code)."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def translated(page: pathlib.Path, source: pathlib.Path) -> str:
    """Return the text of a translation with the code of its source."""
    text, blocks = page.read_text(encoding="utf-8"), code_of(source)
    if len(BLOCK.findall(text)) != len(blocks):
        raise ValueError(f"{page.name} must have {len(blocks)} code blocks, as {source}")
    following = iter(blocks)
    return BLOCK.sub(lambda _: "```{}\n{}```".format(*next(following)), text)


if __name__ == "__main__":
    for page, source in PAGES.items():
        page.write_text(translated(page, source), encoding="utf-8")
