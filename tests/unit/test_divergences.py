"""Every line of divergences.txt names a test that exists."""

from __future__ import annotations

import pathlib

import pytest

TESTS = pathlib.Path(__file__).parents[1]
LINES = [
    line
    for line in (TESTS / "divergences.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def test_lines_have_five_parts_and_are_unique():
    assert [line for line in LINES if line.count(" | ") != 4] == []
    assert len(LINES) == len(set(LINES))


@pytest.mark.parametrize("test", sorted({line.split(" | ")[-1] for line in LINES}))
def test_the_test_is_there(test):
    path, _, name = test.partition("::")
    assert f"def {name}" in (TESTS / path).read_text(encoding="utf-8")
