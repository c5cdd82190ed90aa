"""MXNet 1.9.1 loads networks that this package exports, and computes the same."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from tests.golden import archive
from tests.unit.gluon import reader_cases

CASES = reader_cases.cases(mx)
RECORDED = archive.load(reader_cases.GOLDEN)


@pytest.mark.parametrize("name", CASES)
def test_the_real_mxnet_reads_the_files(name, tmp_path):
    """The files mean what those mean that 1.9.1 has read, and give what it has computed."""
    case, prefix = CASES[name], tmp_path / name
    outputs = reader_cases.export(mx, case, prefix)
    for part, digest in reader_cases.digests(prefix).items():
        np.testing.assert_array_equal(digest, RECORDED[f"{name}/{part}"], err_msg=part)
    for i, output in enumerate(outputs):
        np.testing.assert_allclose(output, RECORDED[f"{name}/{i}"], 1e-3, 1e-4)


def test_every_record_has_a_case():
    assert {name.rpartition("/")[0] for name in RECORDED} == set(CASES)
