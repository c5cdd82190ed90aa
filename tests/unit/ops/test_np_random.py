"""Random numbers of NumPy's operators: distributions, shapes, gradients, what is refused."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

import mxnet as mx
from mxnet import MXNetError, nd
from mxnet._eager.functions import nd_function
from mxnet._ops import OPS

COUNT = 20000
SIGNIFICANCE = 1e-4  # the seeds are fixed: a test that passes once passes always


def draw(name, *arrays, **attrs):
    return nd_function(OPS[name], name, "mxnet.np", nd.NDArray)(*arrays, **attrs)


@pytest.fixture(autouse=True)
def seed():
    mx.random.seed(42)


CONTINUOUS = {
    "_npi_normal": ({"loc": 1.0, "scale": 5.0}, scipy.stats.norm(1, 5)),
    "_npi_normal_n": ({"loc": 1.0, "scale": 5.0}, scipy.stats.norm(1, 5)),
    "_npi_uniform": ({"low": -1.5, "high": 3.0}, scipy.stats.uniform(-1.5, 4.5)),
    "_npi_uniform_n": ({"low": -1.5, "high": 3.0}, scipy.stats.uniform(-1.5, 4.5)),
    "_npi_gamma": ({"shape": 0.5, "scale": 2.0}, scipy.stats.gamma(0.5, scale=2)),
    "_npi_exponential": ({"scale": 0.25}, scipy.stats.expon(scale=0.25)),
    "_npi_logistic": ({"loc": 1.0, "scale": 2.0}, scipy.stats.logistic(1, 2)),
    "_npi_gumbel": ({"loc": 1.0, "scale": 2.0}, scipy.stats.gumbel_r(1, 2)),
    "_npi_rayleigh": ({"scale": 2.0}, scipy.stats.rayleigh(scale=2)),
    "_npi_pareto": ({"a": 3.0}, scipy.stats.lomax(3)),
    "_npi_weibull": ({"a": 1.5}, scipy.stats.weibull_min(1.5)),
    "_npi_powerd": ({"a": 3.0}, scipy.stats.powerlaw(3)),
}


@pytest.mark.parametrize("name", CONTINUOUS)
def test_distributions(name):
    numbers, distribution = CONTINUOUS[name]
    sample = draw(name, **numbers, size=(COUNT,))
    assert sample.dtype == np.float32
    assert (
        scipy.stats.kstest(sample.asnumpy().astype("float64"), distribution.cdf).pvalue
        > SIGNIFICANCE
    )


@pytest.mark.parametrize("name", CONTINUOUS)
def test_parameters_in_arrays(name):
    numbers, distribution = CONTINUOUS[name]
    size = (COUNT,) if name.endswith("_n") else (COUNT, 2)
    arrays = [nd.array([value, value]) for value in numbers.values()]
    sample = draw(name, *arrays, **dict.fromkeys(numbers), size=size)
    assert sample.shape == (COUNT, 2)
    for column in sample.asnumpy().T:
        result = scipy.stats.kstest(column.astype("float64"), distribution.cdf)
        assert result.pvalue > SIGNIFICANCE


@pytest.mark.parametrize("name", CONTINUOUS)
def test_without_a_size(name):
    numbers, _ = CONTINUOUS[name]
    assert draw(name, **numbers).shape == ()
    arrays = [nd.full((2, 1), value) for value in numbers.values()]
    assert draw(name, *arrays, **dict.fromkeys(numbers)).shape == (2, 1)


def test_one_array_and_one_number():
    sample = draw("_npi_normal", nd.array([0.0, 100.0]), loc=None, scale=1.0, size=(3, 2))
    assert (sample.asnumpy()[:, 1] > 50).all()
    sample = draw("_npi_normal", nd.array([0.0, 100.0]), loc=5.0, scale=None, size=(3, 2))
    assert (sample.asnumpy()[:, 0] == 5).all()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", ["_npi_normal", "_npi_uniform", "_npi_gamma"])
def test_types(name, dtype):
    sample = draw(name, **CONTINUOUS[name][0], size=(2, 3), dtype=dtype)
    assert sample.dtype == np.dtype(dtype)


@pytest.mark.parametrize("name", ["_npi_normal", "_npi_logistic", "_npi_gumbel"])
def test_gradients_by_location_and_scale(name):
    loc, scale = nd.array([1.0, 2.0]), nd.array([2.0, 3.0])
    loc.attach_grad()
    scale.attach_grad()
    with mx.autograd.record():
        sample = draw(name, loc, scale, loc=None, scale=None)
    sample.backward()
    np.testing.assert_array_equal(loc.grad.asnumpy(), [1, 1])
    np.testing.assert_allclose(
        scale.grad.asnumpy(), ((sample - loc) / scale).asnumpy(), rtol=1e-4, atol=1e-6
    )


GRADIENTS = {  # of a sample x by its parameter p
    "_npi_exponential": ("scale", lambda x, p: x / p),
    "_npi_rayleigh": ("scale", lambda x, p: x / p),
    "_npi_pareto": ("a", lambda x, p: -np.log1p(x) * (x + 1) / p),
    "_npi_weibull": ("a", lambda x, p: -np.log(x) * x / p),
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_by_the_only_parameter(name):
    parameter, formula = GRADIENTS[name]
    p = nd.array([1.5, 2.5, 3.5])
    p.attach_grad()
    with mx.autograd.record():
        sample = draw(name, p, **{parameter: None})
    sample.backward()
    np.testing.assert_allclose(
        p.grad.asnumpy(), formula(sample.asnumpy(), p.asnumpy()), rtol=1e-4, atol=1e-6
    )


def test_bernoulli():
    for attrs in ({"prob": 0.3, "logit": None, "is_logit": False},
                  {"prob": None, "logit": float(np.log(0.3 / 0.7)), "is_logit": True}):  # fmt: skip
        sample = draw("_npi_bernoulli", **attrs, size=(COUNT,), dtype="bool")
        assert sample.dtype == np.bool_
        assert abs(sample.asnumpy().mean() - 0.3) < 0.02
    sample = draw(
        "_npi_bernoulli", nd.array([0.0, 1.0]), prob=None, logit=None, is_logit=False, size=(4, 2)
    )
    np.testing.assert_array_equal(sample.asnumpy(), [[0, 1]] * 4)


def test_multinomial():
    probabilities = [0.2, 0.5, 0.3]
    counts = draw("_npi_multinomial", n=10, pvals=probabilities, size=(COUNT,))
    assert counts.shape == (COUNT, 3)
    assert counts.dtype == np.int64
    assert (counts.asnumpy().sum(1) == 10).all()
    np.testing.assert_allclose(counts.asnumpy().mean(0), [2, 5, 3], atol=0.1)
    np.testing.assert_allclose(counts.asnumpy().var(0), [1.6, 2.5, 2.1], atol=0.1)
    assert draw("_npi_multinomial", nd.array(probabilities), n=5, pvals=None).shape == (3,)
    never = draw("_npi_multinomial", n=7, pvals=[0.0, 1.0, 0.0], size=(2,))
    np.testing.assert_array_equal(never.asnumpy(), [[0, 7, 0]] * 2)


def test_choice():
    samples = draw("_npi_choice", a=5, size=(COUNT,)).asnumpy()
    np.testing.assert_allclose(np.bincount(samples) / COUNT, [0.2] * 5, atol=0.02)
    samples = draw("_npi_choice", a=5, size=(5,), replace=False).asnumpy()
    assert sorted(samples) == [0, 1, 2, 3, 4]
    weights = nd.array([0.0, 0.25, 0.75])
    samples = draw("_npi_choice", weights, a=3, size=(COUNT,), weighted=True).asnumpy()
    np.testing.assert_allclose(np.bincount(samples) / COUNT, [0, 0.25, 0.75], atol=0.02)
    samples = draw("_npi_choice", nd.ones(4), a=None, size=(3, 2)).asnumpy()
    assert samples.shape == (3, 2)
    assert samples.max() < 4
    assert draw("_npi_choice", a=4, size=None).shape == ()


def test_the_same_seed_gives_the_same_numbers():
    first = [draw(name, **CONTINUOUS[name][0], size=(3,)).asnumpy() for name in CONTINUOUS]
    mx.random.seed(42)
    for name, sample in zip(CONTINUOUS, first, strict=True):
        again = draw(name, **CONTINUOUS[name][0], size=(3,)).asnumpy()
        np.testing.assert_array_equal(again, sample)


REFUSED = [
    (("_npi_normal",), {"loc": 0.0, "scale": -1.0}, r"scale < 0, got scale=-1"),
    (("_npi_normal", nd.array([1, -1])), {"loc": 0.0, "scale": None}, r"scale < 0, got scale="),
    (("_npi_normal",), {"loc": 0.0, "scale": None}, r"scale must be a number or come as an input"),
    (("_npi_normal", nd.ones(3)), {"loc": None, "scale": 1.0, "size": (2,)}, r"broadcast.*size"),
    (("_npi_exponential",), {"scale": -1.0}, r"expect scale >= 0"),
    (("_npi_rayleigh",), {"scale": -1.0}, r"expect scale >= 0"),
    (("_npi_pareto",), {"a": 0.0}, r"expect a > 0"),
    (("_npi_weibull",), {"a": -1.0}, r"expect a > 0"),
    (("_npi_powerd",), {"a": 0.0}, r"expect a > 0"),
    (("_npi_gamma",), {"shape": 0.0, "scale": 1.0}, r"expect shape > 0"),
    (("_npi_gamma",), {"shape": 1.0, "scale": 0.0}, r"expect scale > 0"),
    (("_npi_bernoulli",), {"prob": 1.5, "logit": None, "is_logit": False}, r"expect probs >= 0"),
    (("_npi_multinomial",), {"n": 3, "pvals": [0.9, 0.9, 0.1]}, r"sum\(pvals\[:-1\]\) > 1.0"),
    (("_npi_multinomial", nd.ones((2, 2))), {"n": 3, "pvals": None}, r"object too deep"),
    (("_npi_multivariate_normal", nd.ones(2), nd.ones((3, 3))), {}, r"mean and cov do not fit"),
    (("_npi_choice",), {"a": 2, "size": (3,), "replace": False}, r"cannot draw 3 of 2"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "attrs", "text"), REFUSED)
def test_refused_calls(call, attrs, text):
    with pytest.raises(MXNetError, match=text):
        draw(*call, **attrs)
