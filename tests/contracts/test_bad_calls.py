"""Bad calls of every operator: an error that names it, or a result, which is that of 1.9.1."""

from __future__ import annotations

import functools
import itertools
import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd
from mxnet._ops import OPS
from tests.contracts.bad_calls import (
    Case,
    all_cases,
    compared_calls,
    compared_rows,
    golden_key,
    sample_rows,
)
from tests.contracts.check_bad_calls import (
    array_of,
    call,
    check,
    little_memory,
    names_operator,
)
from tests.contracts.unrecorded_rows import UNRECORDED
from tests.golden import archive

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "bad_calls.npz"
DIFFERENCES = pathlib.Path(__file__).parent / "bad_call_differences.txt"
ROWS = [*sample_rows(), *UNRECORDED]
MANY = [row for row in ROWS if len(row.inputs) > 1]
SHARE = 3  # of the cases: all of them run in tests/trust/bad_calls.py


@pytest.fixture(scope="module", autouse=True)
def limit_memory():
    with little_memory():
        yield


def test_every_operator_has_a_row():
    assert {op.name for op in OPS.values()} == {OPS[row.op].name for row in ROWS}


@pytest.mark.parametrize(("number", "row"), list(enumerate(ROWS)), ids=[row.op for row in ROWS])
def test_refused_by_name_or_computed(number, row):
    """Each third of the cases, of one operator the first, of the next the second."""
    cases = all_cases(row, OPS[row.op].attrs)
    for case in itertools.islice(cases, number % SHARE, None, SHARE):
        check(row, case)


@pytest.mark.parametrize("row", MANY, ids=[row.op for row in MANY])
def test_inputs_on_two_devices_are_refused(row, monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "1")
    op = OPS[row.op]
    for place in range(len(row.inputs)):
        arrays = [array_of(value) for value in row.arrays()]
        arrays[place] = arrays[place].as_in_context(mx.gpu(0))
        with mx.util.np_shape(row.is_numpy), pytest.raises(mx.MXNetError) as refused:
            call(row, Case("", "", arrays, row.attrs), arrays)
        assert "live on the same context" in str(refused.value)
        assert names_operator(op, str(refused.value))


@functools.cache
def golden() -> dict[str, list[np.ndarray]]:
    """Return what 1.9.1 answers, by the key of the call."""
    answers: dict[str, list[np.ndarray]] = {}
    for name, array in archive.load(GOLDEN).items():  # sorted by name, so by place
        answers.setdefault(name.rpartition("/")[0], []).append(array)
    return answers


@functools.cache
def differences() -> set[tuple[str, str]]:
    """Return the operators and changes for which the answers differ."""
    pairs = set()
    for line in DIFFERENCES.read_text(encoding="utf-8").splitlines():
        changes, _, operators = line.partition(" | ")
        if operators and not line.startswith("#"):
            pairs |= set(itertools.product(operators.split(), changes.split(", ")))
    return pairs


def test_differences_are_of_operators():
    assert {name for name, _ in differences()} <= {row.op for row in compared_rows()}


@pytest.mark.parametrize("row", compared_rows(), ids=[row.op for row in compared_rows()])
def test_answers_of_1_9_1(row):
    """Where 1.9.1 neither refuses a call nor dies of it, ours gives the same."""
    for case, numpy_shapes in compared_calls(row):
        expected = golden().get(golden_key(row, case, numpy_shapes))
        if expected is not None and (row.op, case.change) not in differences():
            with mx.util.np_shape(numpy_shapes), np.errstate(all="ignore"):
                compare(row, case, expected)


def compare(row, case, expected):
    arrays = [array_of(value) for value in case.arrays]
    with autograd.record(train_mode=row.train):
        results = [result.asnumpy() for result in call(row, case, arrays)]
    for ours, theirs in zip(results, expected, strict=True):
        assert ours.shape == theirs.shape, case.name
        assert ours.dtype == theirs.dtype, case.name
        loose = 2e-3 if theirs.dtype == np.float16 else 0.0
        rtol, atol = max(row.rtol, loose), max(row.atol, loose)
        np.testing.assert_allclose(ours, theirs, rtol, atol, err_msg=case.name)
