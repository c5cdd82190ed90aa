"""Bad calls of every operator: an error that names it, or a result, which is that of 1.9.1."""

from __future__ import annotations

import functools
import itertools
import pathlib
import resource

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._eager.functions import nd_function
from mxnet._ops import OPS
from tests.contracts.bad_calls import (
    NO_ARRAYS,
    attribute_cases,
    compared_calls,
    compared_cases,
    compared_rows,
    golden_key,
    other_cases,
    sample_rows,
)
from tests.contracts.unrecorded_rows import UNRECORDED
from tests.golden import archive

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "bad_calls.npz"
DIFFERENCES = pathlib.Path(__file__).parent / "bad_call_differences.txt"
ROWS = [*sample_rows(), *UNRECORDED]
ROOM = 1 << 30  # bytes that a call may map: large results are refused alike on every machine
# MXNet's own: TypeError and ValueError for arguments of the wrong type. Of an attribute that the
# operator does not have there is a warning, which is an error in tests.
REFUSALS = (mx.MXNetError, TypeError, ValueError, UserWarning)


@pytest.fixture(scope="module", autouse=True)
def little_memory():
    """Let the system refuse what no test may allocate."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm") as numbers:
        mapped = int(numbers.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + ROOM, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


def array_of(value):
    is_array = isinstance(value, np.ndarray) and value is not NO_ARRAYS["numpy"]
    return nd.array(value, dtype=value.dtype) if is_array else value


def call(row, case, arrays):
    function = nd_function(OPS[row.op], row.op, "mxnet.nd", nd.NDArray)
    targets = row.targets(arrays) if len(arrays) == len(row.inputs) else {}
    result = function(*arrays, **case.attrs, **targets)
    return result if isinstance(result, list | tuple) else [result]


def run(row, case):
    """Call an operator, go backward where it is possible, and read everything."""
    arrays = [array_of(value) for value in case.arrays]
    floats = [a for a in arrays if isinstance(a, nd.NDArray) and np.dtype(a.dtype).kind == "f"]
    if row.out or OPS[row.op].mutates or not floats:
        results = call(row, case, arrays)
    else:
        for array in floats:
            array.attach_grad()
        with autograd.record(train_mode=row.train):
            results = call(row, case, arrays)
        if any(result._graph is not None for result in results):
            autograd.backward(results)
        results += [array.grad for array in floats]
    for result in results:
        result.asnumpy()


def names_operator(op, message: str) -> bool:
    return any(name.lower() in message.lower() for name in (op.name, *op.aliases))


def test_every_operator_has_a_row():
    assert {op.name for op in OPS.values()} == {OPS[row.op].name for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=[row.op for row in ROWS])
def test_refused_by_name_or_computed(row):
    op = OPS[row.op]
    cases = compared_cases(row), other_cases(row), attribute_cases(row, op.attrs, every=3)
    for case in itertools.chain(*cases):
        try:
            with mx.util.np_shape(row.is_numpy), np.errstate(all="ignore"):
                run(row, case)
        except REFUSALS as error:
            assert names_operator(op, str(error)), f"{case.name}: {error}"
        except Exception as error:
            raise AssertionError(f"{case.name}: {error!r}") from error


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
