"""``mx.np.random`` and ``mx.npx.random``: shapes, types, distributions, seeds."""

from __future__ import annotations

import numpy as onp
import pytest
import scipy.stats

import mxnet as mx
from mxnet import np, npx


@pytest.fixture(autouse=True)
def numpy_mode():
    npx.set_np()
    npx.random.seed(11)
    yield
    npx.reset_np()


def three():
    return np.array([1.0, 2.0, 3.0])


# function, arguments, shape, type
DRAWN = [
    ("normal", (), (), "float32"),
    ("normal", (0, 1, 3), (3,), "float32"),
    ("normal", (0, 1, (2, 3), "float64"), (2, 3), "float64"),
    ("normal", (three, 1.0), (3,), "float32"),
    ("normal", (three, three, (4, 3)), (4, 3), "float32"),
    ("uniform", (1, 2, (2, 0)), (2, 0), "float32"),
    ("uniform", (0.0, three), (3,), "float32"),
    ("randint", (5,), (), "int64"),
    ("randint", (0, 5, (2, 3)), (2, 3), "int64"),
    ("randint", (0, 5, 2, "int32"), (2,), "int32"),
    ("rand", (), (), "float32"),
    ("rand", (2, 3), (2, 3), "float32"),
    ("randn", (2, 3), (2, 3), "float32"),
    ("gamma", (1.0,), (), "float32"),
    ("gamma", (three, 2.0, (2, 3)), (2, 3), "float32"),
    ("beta", (1.0, 2.0), (), "float32"),
    ("beta", (three, 2.0, (2, 3), "float64"), (2, 3), "float64"),
    ("chisquare", (three,), (3,), "float32"),
    ("exponential", (three,), (3,), "float32"),
    ("gumbel", (0.0, three), (3,), "float32"),
    ("logistic", (0.0, 1.0, 4), (4,), "float32"),
    ("lognormal", (0.0, 1.0, 4), (4,), "float32"),
    ("lognormal", (three, 1.0), (3,), "float32"),
    ("pareto", (2.0, 3), (3,), "float32"),
    ("power", (three,), (3,), "float32"),
    ("rayleigh", (2.0, (2, 2)), (2, 2), "float32"),
    ("weibull", (three,), (3,), "float32"),
    ("multinomial", (5, [0.2, 0.8], 3), (3, 2), "int64"),
    ("multinomial", (5, np.array([0.4, 0.3, 0.2, 0.1, 0.0])), (5,), "int64"),
    ("choice", (5,), (), "int64"),
    ("choice", (5, (2, 2)), (2, 2), "int64"),
    ("choice", (three, 2), (2,), "float32"),
]


@pytest.mark.parametrize(("name", "args", "shape", "dtype"), DRAWN)
def test_shapes_and_types(name, args, shape, dtype):
    samples = getattr(np.random, name)(*(a() if a is three else a for a in args))
    assert type(samples) is np.ndarray
    assert samples.shape == shape
    assert samples.dtype == onp.dtype(dtype)


COUNT = 20000
DISTRIBUTIONS = {
    "lognormal": ((0.5, 0.3), scipy.stats.lognorm(0.3, scale=onp.exp(0.5))),
    "beta": ((2.0, 0.5), scipy.stats.beta(2, 0.5)),
    "chisquare": ((3.0,), scipy.stats.chi2(3)),
    "gamma": ((2.0, 3.0), scipy.stats.gamma(2, scale=3)),
    "power": ((3.0,), scipy.stats.powerlaw(3)),
}


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_distributions(name):
    parameters, distribution = DISTRIBUTIONS[name]
    samples = getattr(np.random, name)(*parameters, size=COUNT).asnumpy().astype("float64")
    assert scipy.stats.kstest(samples, distribution.cdf).pvalue > 1e-4


def test_normal_vectors():
    mean, covariance = np.array([1.0, -1.0]), np.array([[2.0, 0.5], [0.5, 1.0]])
    samples = np.random.multivariate_normal(mean, covariance, size=COUNT).asnumpy()
    assert samples.shape == (COUNT, 2)
    onp.testing.assert_allclose(samples.mean(0), [1, -1], atol=0.05)
    onp.testing.assert_allclose(onp.cov(samples.T), covariance.asnumpy(), atol=0.06)
    assert np.random.multivariate_normal(mean, covariance).shape == (2,)
    half = np.random.multivariate_normal(mean.astype("float16"), covariance.astype("float16"))
    assert half.dtype == onp.float16
    several = np.random.multivariate_normal(np.zeros((3, 2)), covariance, size=(4, 5))
    assert several.shape == (4, 5, 3, 2)


def test_choice_without_repetition_and_with_weights():
    assert sorted(np.random.choice(5, 5, replace=False).tolist()) == [0, 1, 2, 3, 4]
    samples = np.random.choice(three(), 1000, p=np.array([0.0, 0.5, 0.5]))
    assert set(samples.tolist()) == {2.0, 3.0}
    rows = np.random.choice(np.array([[1, 1], [2, 2]]), 3)
    assert rows.shape == (3, 2)
    with pytest.raises(mx.MXNetError, match="cannot draw 7 of 5 without repetition"):
        np.random.choice(5, 7, replace=False)


def test_shuffle_is_in_place():
    x = np.arange(100)
    assert np.random.shuffle(x) is None
    assert sorted(x.tolist()) == list(range(100))
    assert x.tolist() != list(range(100))


def test_seeds():
    npx.random.seed(3)
    first = np.random.normal(size=(3,)).tolist()
    assert np.random.normal(size=(3,)).tolist() != first
    npx.random.seed(3)
    assert np.random.normal(size=(3,)).tolist() == first


def test_into_an_array():
    room = np.zeros(3)
    assert np.random.uniform(1, 2, 3, out=room) is room
    assert (room >= 1).all()


def test_of_npx():
    flips = npx.random.bernoulli(0.3, size=(COUNT,))
    assert flips.dtype == onp.float32
    assert abs(float(flips.mean()) - 0.3) < 0.02
    assert npx.random.bernoulli(logit=np.zeros((2, 3)), dtype="bool").dtype == onp.bool_
    assert npx.random.normal_n(three(), 1.0, batch_shape=(4,)).shape == (4, 3)
    assert npx.random.uniform_n(three(), np.ones((2, 1)), batch_shape=(4,)).shape == (4, 2, 3)
    with pytest.raises(ValueError, match="Either `prob` or `logit` must be specified, but not"):
        npx.random.bernoulli(0.5, 0.5)
    with pytest.raises(ValueError, match="expect probs >= 0 && probs <= 1"):
        npx.random.bernoulli(1.5)


@pytest.mark.parametrize("name", ["normal", "logistic", "gumbel"])
def test_a_negative_scale_is_a_value_error(name):
    with pytest.raises(ValueError, match="scale < 0, got scale=-1"):
        getattr(np.random, name)(0.0, -1.0)


def test_symbols():
    mean = mx.sym.var("mean").as_np_ndarray()
    samples = mx.sym.np.random.normal(mean, 0.0, size=(2, 3))
    (result,) = samples.eval(mean=three())
    assert result.tolist() == [[1, 2, 3]] * 2
    (result,) = mx.sym.npx.random.bernoulli(prob=1.0, size=(2,)).eval()
    assert result.tolist() == [1, 1]
