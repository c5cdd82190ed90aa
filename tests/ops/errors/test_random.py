"""Calls that the random operators refuse, and the error messages."""

import math

import pytest

from mxnet import MXNetError, nd

BAD_OUT = {
    r"Output type must be float16, float32, float64: dtype is int32": {
        "out": nd.zeros(2, dtype="int32")
    },
    r"out is \(2,\) float32, the result is \(3,\) float32": {"out": nd.zeros(2), "shape": 3},
    r"out is \(2,\) float32, the result is \(2,\) float64": {
        "out": nd.zeros(2), "shape": 2, "dtype": "float64"
    },
}  # fmt: skip


@pytest.mark.parametrize("message", BAD_OUT)
def test_out_of_the_wrong_shape(message):
    with pytest.raises(MXNetError, match=message):
        nd.random.uniform(**BAD_OUT[message])


REFUSED = [
    (nd.random.uniform, (2, 1), {}, "low must be less or equal to high.*got 2.0 and 1.0"),
    (nd.random.normal, (0, 0), {}, "scale parameter in gaussian has to be positive, got 0"),
    (nd.random.normal, (0, -1), {}, "scale parameter in gaussian has to be positive, got -1"),
    (nd.random.normal, (0, math.nan), {}, "scale parameter in gaussian.*got nan"),
    (nd.random.gamma, (0, 1), {}, "alpha parameter in gamma distribution has to be positive"),
    (nd.random.gamma, (1, -2), {}, "beta parameter in gamma distribution has to be positive"),
    (nd.random.exponential, (-1,), {}, "lambda parameter in exponential.*positive"),
    (nd.random.poisson, (-1,), {}, "lambda parameter in poisson.*non-negative"),
    (nd.random.negative_binomial, (-1, 0.5), {}, "k parameter in negative binomial.*negative"),
    (nd.random.negative_binomial, (1, -0.5), {}, "p parameter in negative binomial.*negative"),
    (nd.random.negative_binomial, (1.5, 0.5), {}, "format for k expect int but value='1.5'"),
    (nd.random.generalized_negative_binomial, (-1, 1), {}, "mu parameter in generalized.*negative"),
    (nd.random.generalized_negative_binomial, (1, -1), {}, "alpha parameter in generalized.*neg"),
    (nd.random.normal_like, (nd.zeros(2),), {"scale": -1}, "scale parameter in gaussian has to be"),
    (nd.random.uniform_like, (nd.zeros(2, dtype="int32"),), {}, "only support floating point"),
    (nd.random.uniform_like, (), {}, "_random_uniform_like expects 1 inputs"),
    (nd.random.uniform, (), {"dtype": "int32"}, "Invalid Input: 'int32', valid values are: {'"),
    (nd.random.randint, (0, 9), {"dtype": "float32"}, "Invalid Input: 'float32'.*'int64'}"),
    (nd.random.uniform, (), {"shape": (2, -1)}, r"shape has a negative size: \(2, -1\)"),
    (nd.random.uniform, (), {"shape": None}, "the shape of the output is not known"),
    (nd.random_uniform, (), {}, "the shape of the output is not known"),
    (nd.random.uniform, (), {"shape": 2.5}, "format for shape expect Shape"),
    (nd.random.uniform, (), {"foo": 1}, "Cannot find argument 'foo' in operator _random_uniform"),
    (nd.random.randint, (5, 5), {}, "low must be less than high, got 5 and 5"),
    (nd.random.randint, (0.5, 5), {}, "format for low expect int but value='0.5'"),
    (nd.random.randint, (0, 2**40), {}, "do not fit int32"),
    (nd.random.randint, (0, 2**63), {"dtype": "int64"}, "do not fit int64"),
    (nd.random.randint, (0, 9), {"out": nd.zeros(2)}, "Output type must be int32, int64"),
    (nd.random.uniform, (nd.zeros(2), nd.zeros(3)), {}, r"different shapes: \[\(2,\), \(3,\)\]"),
    (nd.random.uniform, (nd.zeros(2), nd.zeros(2)), {"shape": 0}, "must be non-zero within each"),
    (nd.random.uniform, (nd.zeros(2), nd.zeros(2, dtype="float64")), {}, "expected float32, got f"),
    (nd.random.multinomial, (nd.ones(2, dtype="int32"),), {}, "only support floating point"),
    (nd.random.multinomial, (nd.ones(2),), {"dtype": "int64"}, "Invalid Input: 'int64'"),
    (nd._internal._sample_unique_zipfian, (9,), {"shape": (3,)}, "shape must have 2 dimensions"),
    (nd._internal._sample_unique_zipfian, (3,), {"shape": (1, 5)}, "samples cannot exceed"),
    (nd.random_pdf_normal, (nd.ones(2), nd.ones(3), nd.ones(3)), {}, "Shape inconsistent.*3.*2"),
    (nd.random_pdf_normal, (nd.ones(2), nd.ones(2), nd.ones(3)), {}, "Shape inconsistent.*3.*2"),
    (nd.random_pdf_poisson, (nd.ones(2), nd.ones((2, 3))), {}, "must be at least dimension"),
    (nd.random_pdf_dirichlet, (nd.ones((2, 3)), nd.ones(2)), {}, "Shape inconsistent.*2.*3"),
    (nd.random_pdf_exponential, (nd.ones(2, dtype="int32"),) * 2, {}, "only support floating"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "args", "kwargs", "message"), REFUSED)
def test_refused(function, args, kwargs, message):
    with pytest.raises(MXNetError, match=message):
        function(*args, **kwargs)


def test_parameters_of_one_kind():
    with pytest.raises(TypeError, match="must all have the same type.*NDArray.*int"):
        nd.random.uniform(nd.zeros(2), 3)
    with pytest.raises(TypeError, match="must all have the same type.*int.*NDArray"):
        nd.random.uniform(0, nd.ones(2))
    with pytest.raises(
        ValueError, match="must be either NDArray or numbers, but got <class 'str'>"
    ):
        nd.random.uniform("a")
    with pytest.raises(TypeError, match="randint.. takes numbers"):
        nd.random.randint(nd.zeros(2), nd.ones(2))
    with pytest.raises(ZeroDivisionError, match="scale parameter in exponential"):
        nd.random.exponential(0)
