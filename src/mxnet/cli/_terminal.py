"""The output of commands: colors on terminals, tables, progress bars, JSON."""

from __future__ import annotations

import json
import os
import sys
import unicodedata

from tqdm import tqdm

_CODES = {"bold": 1, "dim": 2, "red": 31, "green": 32, "yellow": 33, "cyan": 36}


def has_colors() -> bool:
    """Return whether the output is a terminal and the user has not set ``NO_COLOR``."""
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not is_plain and hasattr(sys.stdout, "isatty") and sys.stdout.isatty()


def paint(text: str, color: str) -> str:
    """Return a text in a color, if colors are shown."""
    return f"\x1b[{_CODES[color]}m{text}\x1b[0m" if has_colors() else text


def print_table(headings: list[str], rows: list[tuple], numbers: int) -> None:
    """Print rows below their headings; the last ``numbers`` columns are right-aligned.

    The columns are as wide as their contents. Cells are text; long ones are not truncated, because
    users copy names from tables.
    """
    cells = [tuple(map(str, row)) for row in rows]
    widths = [max(map(width_of, column)) for column in zip(headings, *cells, strict=True)]
    texts = len(headings) - numbers

    def line(row) -> str:
        gaps = [" " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=True)]
        parts = [
            cell + gap if column < texts else gap + cell
            for column, (cell, gap) in enumerate(zip(row, gaps, strict=True))
        ]
        return "  ".join(parts).rstrip()

    print(paint(line(headings), "bold"))
    print(paint("-" * min(sum(widths) + 2 * (len(widths) - 1), 120), "dim"))
    for row in cells:
        print(line(row))


def width_of(text: str) -> int:
    """Return the number of columns of a text on a terminal, where Chinese characters take two.

    >>> width_of("cat"), width_of("\u732b")
    (3, 2)
    """
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def print_json(value) -> None:
    """Print output for scripts."""
    print(json.dumps(value, indent=1))


def progress(items, total: int | None = None, title: str = "", unit: str = "it"):
    """Return the items with a progress bar on terminals, without one otherwise."""
    return tqdm(items, total=total, desc=title, unit=unit, leave=False, disable=None)


def quantity(number: float) -> str:
    """Format a large number in short form.

    >>> quantity(1_820_000_000), quantity(25_557), quantity(12)
    ('1.82 G', '25.6 k', '12')
    """
    for size, unit in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"


def size_of(count: float) -> str:
    """Format a number of bytes.

    >>> size_of(102_228_128), size_of(512)
    ('97.5 MiB', '512 B')
    """
    for size, unit in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count:.0f} B"
