"""Functions of ``mx.np`` that call their operator directly where no option is set."""

from __future__ import annotations

import inspect

import pytest

import mxnet as mx
from mxnet import np
from mxnet._ops import OPS
from mxnet.numpy import _namespace

DECLARED = [
    (name, maker.args[0], OPS[maker.args[2]])
    for functions in (_namespace.np, _namespace.methods)
    for name, maker in functions._makers.items()
    if getattr(maker, "func", None) is _namespace._bind and maker.args[2] is not None
]


@pytest.mark.parametrize(("name", "definition", "op"), DECLARED, ids=[row[0] for row in DECLARED])
def test_functions_have_the_defaults_of_their_operators(name, definition, op):
    """A call with the array alone does not pass through the definition."""
    _, _, *parameters = inspect.signature(definition).parameters.values()
    shared = {p.name: p.default for p in parameters if p.name in op.attrs}
    assert {n: default for n, default in shared.items() if default is not inspect._empty} == {
        n: op.attrs[n].default for n in shared if not op.attrs[n].required
    }


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
