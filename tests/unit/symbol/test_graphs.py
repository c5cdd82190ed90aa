"""Graphs against those of the real MXNet 1.9.1: files, names, shapes, types, values."""

from __future__ import annotations

import functools
import json
import warnings

import numpy as np
import pytest

import mxnet as mx
from tests.golden import archive

from .graphs import CASES, GOLDEN, build, facts, run

UNKNOWN = [None] * 3  # where 1.9.1 cannot infer shapes that ours can
RUNNING = [name for name, case in CASES.items() if case.runs]


@functools.cache
def golden_facts():
    return json.loads((GOLDEN / "symbols.json").read_text(encoding="utf-8"))


@functools.cache
def golden_arrays(name):
    arrays = archive.load(GOLDEN / "symbols.npz")
    start = f"{name}/"
    return {key.removeprefix(start): a for key, a in arrays.items() if key.startswith(start)}


@pytest.mark.parametrize("name", CASES)
def test_facts(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that shapes cannot be inferred
        ours, theirs = facts(mx, name), golden_facts()[name]
    for what, expected in theirs.items():
        if expected is not None and expected != UNKNOWN:
            assert ours[what] == expected, what


def compare(ours, theirs):
    assert ours.keys() == theirs.keys()
    for what, expected in theirs.items():
        assert ours[what].dtype == expected.dtype, what
        np.testing.assert_allclose(ours[what], expected, 1e-4, 2e-5, err_msg=what)


@pytest.mark.parametrize("name", RUNNING)
def test_values(name):
    compare(run(mx, name, build(mx, name)), golden_arrays(name))


@pytest.mark.parametrize("name", RUNNING)
def test_values_of_a_file_that_the_real_one_wrote(name):
    compare(run(mx, name, mx.sym.load_json(golden_facts()[name]["json"])), golden_arrays(name))


@pytest.mark.parametrize("name", CASES)
def test_loaded_file_is_saved_unchanged(name):
    text = golden_facts()[name]["json"]
    assert mx.sym.load_json(text).tojson() == text
