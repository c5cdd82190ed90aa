"""Functions of ``mx.np`` that call their operator directly where no option is set."""

from __future__ import annotations

import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, np
from mxnet._ops import OPS

X = np.array([[1.0, -2.0], [0.0, 4.0]])
COLUMN, POSITIONS = np.array([[5.0], [6.0]]), np.array([1, 0], dtype="int64")

# Each row: a call, and what it is in NumPy.
CALLS = [
    (lambda F, x: F.clip(x, 0, 1), "clip"),
    (lambda F, x: F.clip(x, None, 2), "clip with one limit"),
    (lambda F, x: F.clip(x, a_min=-1, a_max=0), "clip by name"),
    (lambda F, x: x.clip(0, 3), "method clip"),
    (lambda F, x: F.around(x * 0.3, 1), "around"),
    (lambda F, x: F.nan_to_num(x, nan=7), "nan_to_num"),
    (lambda F, x: F.isnan(x), "isnan"),
    (lambda F, x: F.where(x > 0, x, -x), "where"),
    (lambda F, x: F.where(x > 0, x, 9), "where with a number"),
    (lambda F, x: F.diff(x, axis=0), "diff"),
    (lambda F, x: F.concatenate([x, x]), "concatenate"),
    (lambda F, x: F.concatenate((x, x), 1), "concatenate along an axis"),
    (lambda F, x: F.concatenate([x, x], axis=None), "concatenate flattened"),
    (lambda F, x: F.stack([x, x], axis=-1), "stack"),
    (lambda F, x: F.vstack([x, x]), "vstack"),
    (lambda F, x: F.take(x, [1, 0] if F is onp else POSITIONS, 0), "take"),
    (lambda F, x: F.take(x, [3] if F is onp else POSITIONS[:1] + 2), "take of all"),
    (lambda F, x: F.sort(x, 0), "sort"),
    (lambda F, x: F.tile(x, (2, 1)), "tile"),
    (lambda F, x: F.roll(x, 1, axis=1), "roll"),
    (lambda F, x: F.flip(x), "flip"),
    (lambda F, x: F.fliplr(x), "fliplr"),
    (lambda F, x: F.full_like(x, 3), "full_like"),
    (lambda F, x: F.tensordot(x, x, 1), "tensordot"),
    (lambda F, x: F.tensordot(x, x, ((0,), (1,))), "tensordot over other axes"),
    (lambda F, x: x.reshape(4), "reshape"),
    (lambda F, x: x.reshape(2, -1, 1), "reshape to several sizes"),
    (lambda F, x: x.reshape((1, 4)), "reshape to a shape"),
    (lambda F, x: x.transpose(1, 0), "transpose"),
    (lambda F, x: x.flatten(), "flatten"),
    (lambda F, x: F.linalg.norm(x, axis=1), "norm"),
]


@pytest.mark.parametrize("recording", [False, True])
@pytest.mark.parametrize("call", [row[0] for row in CALLS], ids=[row[1] for row in CALLS])
def test_every_call_agrees_with_numpy(call, recording):
    x = X.copy()
    x.attach_grad()
    for values in (X, X + 1):  # the second call is prepared
        x[:] = values
        with autograd.record() if recording else autograd.pause():
            result = call(np, x)
        onp.testing.assert_allclose(result.asnumpy(), call(onp, values.asnumpy()), 1e-6)


def test_definitions_run_once_for_each_set_of_options():
    calls = []

    def negate(F, x, scale=1, out=None):
        calls.append(F)
        return F._npi_multiply_scalar(x, scalar=-scale, out=out)

    F = np.multiarray.F
    function = F.direct(OPS["_npi_multiply_scalar"], negate, lambda *a, **k: negate(F, *a, **k))
    for scale in (2, 3, 2, 3, 2):
        assert function(X, scale).tolist() == (X * -scale).tolist()
        assert function(X, scale=scale).tolist() == (X * -scale).tolist()
    assert calls.count(F) == 2  # and twice with operators that note their arguments
    assert len(calls) == 4


@pytest.mark.parametrize(
    "definition",
    [
        lambda F, x, n=1: F._npi_multiply_scalar(x, scalar=x.ndim),  # depends on the array
        lambda F, x, n=1: F._npi_add_scalar(x, scalar=2),  # another operator
        lambda F, x, n=1: F._npi_multiply_scalar(x, scalar=2) + 0,  # something after it
        lambda F, x, n=1: F._npi_multiply_scalar(COLUMN + x, scalar=2),  # another array
        lambda F, x, n=1: F._npi_multiply_scalar(x, scalar=float(n)),
    ],
)
def test_other_definitions_run_at_each_call(definition):
    F = np.multiarray.F
    op = OPS["_npi_multiply_scalar"]
    function = F.direct(op, definition, lambda *a, **k: definition(F, *a, **k))
    for x in (X, X[0]):
        assert function(x).tolist() == definition(F, x).tolist()
    factor = np.array(3.0)
    for expected in (3, 4):  # an array among the options may change
        factor[()] = expected
        assert function(X, factor).tolist() == definition(F, X, factor).tolist()


def test_zeros_of_both_signs_are_different_options():
    x = np.ones(1)
    for zero in (0.0, -0.0, 0.0, -0.0):
        sign = onp.signbit(zero)
        for result in (
            np.full_like(x, zero),
            np.where(x, zero, 1.0),
            np.clip(x, None, zero),
            x.clip(max=zero),
            np.nan_to_num(x * onp.nan, nan=zero),
            np.insert(x, 0, zero)[:1],
            np.ediff1d(x, to_end=zero),
        ):
            assert onp.signbit(result.asnumpy()).tolist() == [sign]


def test_arrays_by_name():
    assert np.sum(a=X).item() == np.sum(a=X, axis=None).item() == 3
    assert np.clip(a=X, a_min=0, a_max=1).tolist() == [[1, 0], [0, 1]]
    assert np.concatenate(seq=[X, X], axis=1).shape == (2, 4)
    with pytest.raises(TypeError, match="unexpected keyword argument 'nam'"):
        np.sum(X, nam="total")
    with pytest.raises(TypeError, match="missing a required argument: 'm'"):
        np.flip()


@pytest.mark.parametrize(
    "name",
    """
    sum prod max min amax amin cumsum transpose squeeze trace diag diagonal diagflat any all
    """.split(),
)
def test_functions_that_are_operators_take_a_name(name):
    function = getattr(np, name)
    for _ in range(2):  # the second call is direct
        assert function(X, name="total").tolist() == function(X).tolist()


@pytest.mark.parametrize("name", ["mean", "argmax", "ravel", "flip", "swapaxes"])
def test_other_functions_take_no_name(name):
    arguments = (0, 1) if name == "swapaxes" else ()
    for _ in range(2):
        with pytest.raises(TypeError, match="unexpected keyword argument 'name'"):
            getattr(np, name)(X, *arguments, name="total")


def test_the_first_and_the_second_call_agree():
    x = np.arange(6.0).reshape(2, 3)
    for _ in range(2):
        assert x.sum().item() == 15
        assert x.sum(0).tolist() == np.sum(x, axis=0).tolist() == [3, 5, 7]
        assert x.max(1, None, True).tolist() == x.max(axis=1, keepdims=True).tolist() == [[2], [5]]
        assert np.max(x, 1, True).shape == (2, 1)
        assert np.std(x, 1, None, None, 1).tolist() == [1, 1]
        assert x.argmax(1).tolist() == [2, 2]
        assert np.squeeze(np.expand_dims(x, 0), 0).shape == (2, 3)
        assert np.sum(x, axis=[0, 1]).item() == 15
        out = np.zeros(3)
        assert np.sum(x, axis=0, out=out) is out
        assert x.mean(0, None, out) is out
        assert out.tolist() == [1.5, 2.5, 3.5]


def test_unknown_arguments_are_refused_at_every_call():
    x = np.ones((2, 3))
    for _ in range(2):
        with pytest.raises(TypeError, match="unexpected keyword argument 'initial'"):
            np.max(x, initial=3)
        with pytest.raises(TypeError, match="missing a required argument: 'axis'"):
            np.expand_dims(x)
        with pytest.raises(mx.MXNetError, match="Reduction axis 5 Exceeds input dimensions 2"):
            np.sum(x, axis=5)
        with pytest.raises(TypeError, match="legacy ndarray"):
            np.sum(mx.nd.ones(3))
