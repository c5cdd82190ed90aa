"""Functions of ``mx.nd`` that are not operators, against answers of the real MXNet 1.9.1."""

from __future__ import annotations

import functools
import inspect

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from tests.golden import archive
from tests.unit.ndarray.function_cases import BINARY, CASES, GOLDEN, call, kinds, parts


@functools.cache
def golden():
    return archive.load(GOLDEN)


@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda n: f"{n}-{CASES[n][0]}")
def test_recorded_call(number):
    result = call(nd, *CASES[number])
    expected = {k.split("/")[1]: v for k, v in golden().items() if k.startswith(f"{number}/")}
    assert kinds(result) == expected.pop("kinds").tolist()
    computed = parts(result)
    assert len(computed) == len(expected)
    for i, part in enumerate(computed):
        assert (part.dtype, part.shape) == (expected[str(i)].dtype, expected[str(i)].shape)
        np.testing.assert_allclose(part, expected[str(i)], rtol=1e-6)


@pytest.mark.parametrize("name", BINARY)
def test_binary_functions_refuse_non_numbers(name):
    for wrong in ("a", [1, 2], np.ones(2), None, 1j):
        with pytest.raises(TypeError, match="not supported.*mx.nd.array"):
            getattr(nd, name)(nd.ones(2), wrong)
        with pytest.raises(TypeError, match="not supported"):
            getattr(nd, name)(wrong, nd.ones(2))


def test_binary_functions_are_recorded():
    x = nd.array([2.0, 3.0])
    x.attach_grad()
    with autograd.record():
        y = nd.power(nd.subtract(1, x), 2) + nd.multiply(x, x)
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [6, 10])


def test_parameter_names():
    assert list(inspect.signature(nd.add).parameters) == ["lhs", "rhs"]
    assert list(inspect.signature(nd.power).parameters) == ["base", "exp"]
    assert nd.power(base=2, exp=nd.array([3.0])).asscalar() == 8


def test_context_of_created_arrays():
    for created in (
        nd.arange(3, ctx=mx.cpu(1)),
        nd.linspace(0, 1, 3, ctx=mx.cpu(1)),
        nd.eye(2, ctx=mx.cpu(1)),
    ):
        assert created.context == mx.cpu(1)
    with mx.cpu(2):
        assert nd.arange(3).context == mx.cpu(2)


def test_eye_into_an_array():
    out = nd.zeros((2, 2))
    assert nd.eye(2, out=out) is out
    assert out.asnumpy().tolist() == [[1, 0], [0, 1]]


def test_infer_range_is_deprecated():
    with pytest.warns(DeprecationWarning, match="infer_range"):
        assert nd.arange(3, infer_range=True).shape == (3,)


def test_concatenate_one_array():
    x = nd.ones((2, 2))
    assert nd.concatenate([x], always_copy=False) is x
    assert nd.concatenate([x]) is not x


def test_concatenate_is_recorded():
    x = nd.array([[1.0, 2.0]])
    x.attach_grad()
    with autograd.record():
        y = nd.concatenate((x * 2, x), axis=-1)
    y.backward()
    assert x.grad.asnumpy().tolist() == [[3, 3]]


def test_onehot_encode_returns_its_out():
    out = nd.ones((2, 3))
    assert nd.onehot_encode(nd.array([2, 0]), out) is out


ONE = nd.ones((2, 3, 4))
REFUSED = [
    (lambda: nd.concatenate([]), mx.MXNetError, "at least one"),
    (lambda: nd.concatenate(ONE), mx.MXNetError, "a list"),
    (lambda: nd.concatenate([ONE, nd.ones((3, 3, 5))]), mx.MXNetError, "data1.*axis 0"),
    (lambda: nd.concatenate([ONE, ONE.astype("int32")]), mx.MXNetError, "float32.*int32"),
    (lambda: nd.concatenate([ONE, [1]]), TypeError, "NDArray"),
    (lambda: nd.moveaxis(ONE, (0, 1), (0,)), ValueError, "same number of elements"),
    (lambda: nd.moveaxis(ONE, 3, 0), ValueError, "Source should verify.*Got 3"),
    (lambda: nd.moveaxis(ONE, 0, 5), ValueError, "Destination should verify.*Got 5"),
    (lambda: nd.moveaxis(ONE, (0, 0), (1, 2)), ValueError, "repeated axis"),
    (lambda: nd.split_v2(ONE, 5, axis=1), ValueError, "equal division: 3 into 5"),
    (lambda: nd.split_v2(ONE, 0), ValueError, "equal division"),
    (lambda: nd.split_v2(ONE, [1]), ValueError, "int or tuple of ints"),
    (lambda: nd.split_v2(ONE, (2, 1), axis=1), mx.MXNetError, "must rise"),
    (lambda: nd.histogram(ONE, bins=[0, 1]), ValueError, "integer or an NDArray"),
    (lambda: nd.histogram(ONE, bins=3, range=(2, 1)), mx.MXNetError, "low, high"),
    (lambda: nd.arange(5, 0), mx.MXNetError, r"Invalid range.*5.*0"),
    (lambda: nd.linspace(0, 1, 2.5), mx.MXNetError, "num expect int but value='2.5'"),
    (lambda: nd.linspace(0, 1, -1), mx.MXNetError, "non-negative"),
    (lambda: nd.eye(2, foo=1), mx.MXNetError, "Cannot find argument 'foo'"),
    (lambda: nd.onehot_encode(nd.ones(2), nd.ones((3, 3))), mx.MXNetError, r"\(2,\).*\(3, 3\)"),
]


@pytest.mark.parametrize(("function", "error", "text"), REFUSED)
def test_refused(function, error, text):
    with pytest.raises(error, match=text):
        function()
