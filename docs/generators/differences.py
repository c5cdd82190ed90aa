"""The page of what does not work or differs, from the lists that tests and ``mxnet check`` use."""

from __future__ import annotations

import pathlib

from mxnet.compat import _refused

ROOT = pathlib.Path(__file__).parents[2]
DIVERGENCES = ROOT / "tests" / "divergences.txt"
INTRODUCTION = pathlib.Path(__file__).with_suffix(".md")
# The folder of the test that a line names says what it is about.
SUBJECTS = {
    "Operators and arrays": "ops ndarray",
    "Gradients, random numbers and other basics": "",
    "mx.np and mx.npx": "numpy",
    "Symbols, graphs and modules": "symbol graph module",
    "Gluon and training": "gluon optimizer kvstore distributed rnn contracts",
    "Data and images": "io image images",
    "Files": "formats",
    "Mixed precision, quantization, text, ONNX": "contrib onnx",
    "The command, and old packages": "cli compat",
}


def divergences():
    """Return the lines of the list, each as (what, MXNet's behavior, ours, why, test)."""
    lines = DIVERGENCES.read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines if line and not line.startswith("#")]


def subject_of(test):
    """Return the title that a difference is listed under."""
    folders = {part for part in test.split("/") if not part.endswith("py") and "::" not in part}
    wanted = (title for title, names in SUBJECTS.items() if folders & set(names.split()))
    return next(wanted, "Gradients, random numbers and other basics")


def cell(text):
    """Return a text as the cell of a table: no markup in it has a meaning."""
    for character in "\\|*_`<[$":
        text = text.replace(character, f"\\{character}")
    return text


def table(header, rows):
    head = f"| {' | '.join(header)} |\n|{'---|' * len(header)}\n"
    return head + "".join(f"| {' | '.join(map(cell, row))} |\n" for row in rows) + "\n"


def removed():
    """Return names of other libraries that are gone, and what to use."""
    return [(name, f"use {advice}") for name, advice in _refused.REMOVED.items()]


def page():
    """Return the text of the page."""
    parts = [INTRODUCTION.read_text(encoding="utf-8"), "\n"]
    parts.append("## Refused\n\nThese names raise an error that says the same.\n\n")
    parts.append(table(["name", "do this"], _refused.REFUSED.items()))
    parts.append("## Downloads\n\nMXNet's servers are gone. Your own copies are found here.\n\n")
    parts.append(table(["name", "do this"], _refused.DOWNLOADS.items()))
    parts.append("## Other libraries\n\nNames that are gone, and are not given back.\n\n")
    parts.append(table(["name", "do this"], removed()))
    lines = divergences()
    for title in SUBJECTS:
        rows = [line[:4] for line in lines if subject_of(line[4]) == title]
        parts.append(f"## {title}\n\n")
        parts.append(table(["what", "MXNet 1.9.1", "here", "why"], rows))
    return "".join(parts)
