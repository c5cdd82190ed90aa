"""Apple's and Intel's GPUs, as far as torch lists what they can do.

Apple's have no float64 and fewer kernels. Every twentieth operator is tried, and all of them with
``ALL_ROWS=1`` (``make devices``).
"""

import numpy as np
import pytest

import mxnet as mx
from tests.ops import test_rows

from .checks import assert_on, assert_same
from .machine import fake_machine
from .reasons import LESS_EXACT_ON_MPS, REFUSED_ON_MPS
from .test_operators import ALL, ROWS, check_call
from .test_training import OPTIONS, Training

OPERATORS = list(ROWS)[:: 1 if ALL else 20]


def is_short(family, row) -> bool:
    """Return whether a row does without float64."""
    named = "float64" in f"{row.inputs} {row.attrs}"
    expected = test_rows.expected_of(family, row).values()
    return not named and all(array.dtype != np.float64 for array in expected)


def run_row(kind, family, row):
    with fake_machine(kind, 1), mx.gpu(0), mx.util.np_shape(row.is_numpy):
        check_call(family, row)


def is_exact(kind, family, row) -> bool:
    """Return whether the results of a row are within its tolerance."""
    try:
        run_row(kind, family, row)
    except AssertionError as error:
        assert "Not equal to tolerance" in str(error)
        return False
    return True


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("kind", ["mps", "xpu"])
def test_operator(kind, op):
    refused = REFUSED_ON_MPS.get(op) if kind == "mps" else None
    inexact = 0
    for family, row in ROWS[op]:
        if not is_short(family, row):
            continue
        if refused is not None:
            with pytest.raises(mx.MXNetError, match=refused):
                run_row(kind, family, row)
        elif kind == "mps" and op in LESS_EXACT_ON_MPS:
            inexact += not is_exact(kind, family, row)
        else:
            run_row(kind, family, row)
    assert inexact == (LESS_EXACT_ON_MPS.get(op, 0) if kind == "mps" else 0)


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
@pytest.mark.parametrize("hybridized", [False, True], ids=["called", "hybridized"])
@pytest.mark.parametrize("kind", ["mps", "xpu"])
def test_training_and_inference(kind, hybridized, optimizer):
    x = mx.nd.random.uniform(shape=(2, 3, 8, 8))
    with fake_machine(kind, 1):
        trainings = [
            Training([ctx], hybridized, optimizer, **OPTIONS[optimizer])
            for ctx in (mx.gpu(0), mx.cpu())
        ]
        losses = [training.run(3)[0] for training in trainings]
        outputs = [
            [training.net(x.as_in_context(training.contexts[0])) for _ in range(2)][-1]
            for training in trainings
        ]
        assert_on(mx.gpu(0), losses[0], outputs[0])
        assert losses[0]._t.device.type == kind
        assert_same([losses[0], outputs[0]], [losses[1], outputs[1]], 1e-4)


@pytest.mark.parametrize("kind", ["mps", "xpu"])
def test_random_numbers(kind):
    with fake_machine(kind, 1), mx.gpu(0):
        samples = [
            mx.nd.random.normal(shape=(3,)),
            mx.nd.random.multinomial(mx.nd.array([0.2, 0.8]), shape=3),
            mx.nd.random.shuffle(mx.nd.arange(3)),
            mx.nd.random.randint(0, 5, shape=(3,)),
        ]
        assert_on(mx.gpu(0), *samples)


def test_float64_is_refused_by_name():
    text = "cannot make an array of shape.*mps does not support torch.float64"
    with fake_machine("mps", 1), pytest.raises(mx.MXNetError, match=text):
        mx.nd.zeros(2, ctx=mx.gpu(0), dtype="float64")
