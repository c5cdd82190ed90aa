"""Everyday use of arrays, line by line as the real MXNet 1.9.1 answered it."""

import numpy as np
import pytest

import mxnet as mx
from tests.unit.ndarray.cases import cases, golden, outcome

EXPECTED = golden()


def test_every_case_is_recorded():
    assert set(cases()) == set(EXPECTED), "record again: tools/record.py ndarray"


@pytest.mark.parametrize("case", cases())
def test_case(case):
    with np.printoptions(legacy="1.25"):  # 1.9.1 runs with NumPy 1, whose scalars print as numbers
        assert outcome(mx, case, EXPECTED[case]) == EXPECTED[case]
