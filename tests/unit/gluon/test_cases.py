"""Everyday use of Gluon, piece by piece as the real MXNet 1.9.1 answered it."""

import numpy as np
import pytest

import mxnet as mx
from tests.unit.gluon.cases import cases, golden, run

EXPECTED = golden()


def test_every_case_is_recorded():
    assert set(cases().values()) == set(EXPECTED), "record again: tools/record.py gluon"


@pytest.mark.parametrize("piece", cases().values(), ids=cases())
def test_case(piece, tmp_path):
    with np.printoptions(legacy="1.25"):  # 1.9.1 runs with NumPy 1, whose scalars print as numbers
        assert run(mx, piece, tmp_path, EXPECTED[piece]) == EXPECTED[piece]
