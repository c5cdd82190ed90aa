"""Inlined calls compute the same as the calls."""

import inspect
import linecache

import pytest

from mxnet._core.inline import inline


def halve(value, limit):
    """Return half of a value, and whether it is below the limit."""
    value = value / 2
    below = value < limit
    return value, below


def describe(value, parts):
    if value < 0:
        text = "negative"
    else:
        text = f"{len(parts)} parts"
    return text


def factory(offset):
    def compute(number):
        number = number + offset
        half, small = halve(number, 3)
        return describe(half if small else number, (half, number))

    return compute


inlined = inline(halve, describe)(factory)


@pytest.mark.parametrize("number", [1, 4, 100, -50])
def test_results_are_the_same(number):
    assert inlined(2)(number) == factory(2)(number)


def test_no_call_is_left():
    assert "halve" not in inlined(2).__code__.co_names
    assert "halve" in factory(2).__code__.co_names


def test_errors_show_the_line_of_the_call():
    with pytest.raises(TypeError) as caught:
        inlined(2)("text")
    lines, start = inspect.getsourcelines(factory)
    assert start <= caught.tb.tb_next.tb_lineno < start + len(lines)
    assert caught.tb.tb_next.tb_frame.f_code.co_filename == __file__


def test_functions_stay_as_they_are_without_source_files(monkeypatch):
    def helper(value):
        return value

    monkeypatch.setattr(linecache, "getlines", lambda filename: [])
    assert inline(helper)(factory) is factory
