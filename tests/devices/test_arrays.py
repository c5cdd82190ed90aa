"""Everyday use of arrays on a fake GPU, line by line as the real MXNet 1.9.1 answered it."""

import json
import re

import numpy as np
import pytest

import mxnet as mx
from tests.unit.ndarray import cases, sparse_cases

EXPECTED, SPARSE = cases.golden(), json.loads(sparse_cases.GOLDEN.read_text())
# They are about devices of the host, or give memory away, which fake devices do not have.
OTHER = [case for case in EXPECTED if re.search(r"mx\.cpu|dlpack|from_numpy", case)]


def on_gpu(text: str) -> str:
    return text.replace("cpu(0)", "gpu(0)")


@pytest.mark.parametrize("case", [case for case in EXPECTED if case not in OTHER])
def test_case(gpus, case):
    with np.printoptions(legacy="1.25"), mx.gpu(0):
        expected = on_gpu(EXPECTED[case])
        assert cases.outcome(mx, case, expected) == expected


@pytest.mark.parametrize("case", [case for case in SPARSE if "mx.cpu(" not in case])
def test_sparse_case(gpus, case):
    with mx.gpu(0):
        answer = sparse_cases.answer(mx, case)
    assert json.dumps(answer) == on_gpu(json.dumps(SPARSE[case]))


def test_memory_of_a_gpu_cannot_be_shared_with_processes(gpus):
    x = mx.nd.ones((2,), ctx=mx.gpu(0))
    with pytest.raises(mx.MXNetError, match=r"on gpu\(0\), which other processes cannot map; copy"):
        x._to_shared_mem()
