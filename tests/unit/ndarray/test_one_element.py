"""``asnumpy`` of one element converts to a number, as NumPy's arrays did up to 2.3."""

import copy
import math
import pickle

import numpy as np
import pytest

import mxnet as mx

ARRAYS = {
    "nd": lambda: mx.nd.array([[2.5]]),
    "np": lambda: mx.np.array([2.5]),
    "sparse": lambda: mx.nd.array([[2.5]]).tostype("csr"),
    "recorded": lambda: mx.nd.array([2.0, 3.0]).mean(),
}


@pytest.fixture(params=ARRAYS)
def values(request):
    return ARRAYS[request.param]().asnumpy()


CONVERSIONS = {
    "float": (lambda x: float(x), 2.5),
    "int": (lambda x: int(x), 2),
    "complex": (lambda x: complex(x), 2.5 + 0j),
    "%f": (lambda x: "%.2f" % x, "2.50"),  # noqa: UP031 - what old scripts write
    "%d": (lambda x: "%d" % x, "2"),  # noqa: UP031
    "math": (lambda x: math.floor(math.sqrt(x * x)), 2),
    "sum of losses": (lambda x: float((0.0 + x + x) / 2), 2.5),
    "row": (lambda x: float(x.reshape((1, 1))[0]), 2.5),
    "part": (lambda x: float(x[0:1]), 2.5),
    "rounded": (lambda x: float(np.round(x, 1)) + float(x.round(1)), 5),
    "mean": (lambda x: float(np.mean(x, keepdims=True)) + float(x.mean(axis=0)), 5),
    "norm": (lambda x: float(np.linalg.norm(x.ravel(), keepdims=True)), 2.5),
    "where": (lambda x: float(np.where(x > 0, x, 0)), 2.5),
    "joined": (lambda x: float(np.concatenate([x])) + float(np.stack([x])), 5),
    "with a plain array": (lambda x: float(np.array([2.0]) * x - np.ones(1)), 4),
    "einsum": (lambda x: float(np.einsum("i->i", x.ravel())), 2.5),
    "copy": (lambda x: float(np.copy(x)), 2.5),
}


@pytest.mark.parametrize("case", CONVERSIONS)
def test_conversion(values, case):
    convert, expected = CONVERSIONS[case]
    assert convert(values) == expected


def test_element_of_another_array(values):
    history = np.zeros(3)
    history[1] = values
    assert history.tolist() == [0, 2.5, 0]


ORDINARY = {
    "broadcast": lambda x: x * np.ones(3, "float32"),
    "joined": lambda x: np.concatenate([x.ravel(), x.ravel()]),
    "stacked": lambda x: np.stack([x, x]),
    "asarray": np.asarray,
    "pickled": lambda x: pickle.loads(pickle.dumps(x)),
    "no axes": lambda x: np.asarray(x).reshape(()),
    "with more elements": lambda x: np.ones(3) + x,
    "where": lambda x: np.where([True, False], x.ravel(), 0),
    "repeated": lambda x: np.repeat(x, 3),
    "as matrix": lambda x: np.ones((2, 1)) @ x.reshape((1, 1)),
}


@pytest.mark.parametrize("case", ORDINARY)
def test_plain_results(values, case):
    assert type(ORDINARY[case](values)) is np.ndarray


def test_otherwise_ordinary(values):
    assert isinstance(values, np.ndarray)
    assert values.dtype == np.float32
    assert repr(values) == repr(np.asarray(values))
    assert type(values.sum()) is type(values.ravel()[0]) is np.float32
    assert copy.deepcopy(values) == values
    assert mx.nd.array(values).asnumpy().tolist() == values.tolist()


def test_more_elements_are_no_number(values):
    with pytest.raises(TypeError, match="can be converted to Python scalars"):
        float(np.repeat(values, 2))
    assert type(mx.nd.ones((2,)).asnumpy()) is np.ndarray
