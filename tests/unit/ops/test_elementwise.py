"""Elementwise operators and reductions, where ours does more or better than the real MXNet."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, nd
from mxnet._ops import OPS
from tests.unit.ops.gradients import gradients

AWAY_FROM_0 = torch.tensor([0.3, 0.5, 0.8], dtype=torch.float64)


def test_relu_of_nan_has_gradient_nan():
    ((nan, negative, zero, positive),) = gradients(nd.relu, [np.nan, -1, 0, 2])
    assert np.isnan(nan) and [negative, zero, positive] == [0, 0, 1]


def test_prod_of_zeros_has_a_gradient():
    assert gradients(nd.prod, [0.0, 2.0, 3.0]) == [[6, 0, 0]]


def test_power_of_zero_has_a_gradient():
    assert gradients(nd.broadcast_power, [0.0, 0.0], [0.0, 1.0]) == [[0, 1], [0, 0]]


def test_remainder_of_division_by_zero_has_gradient_zero():
    assert gradients(nd.broadcast_mod, [5.0], [0.0]) == [[0], [0]]


def test_remainder_of_many_elements():
    """Zeros among many divisors are recognized by their result, NaN, and not by counting them."""
    a, b = [5.0, -5.0, 7.0, np.inf] * 2000, [3.0, 3.0, 0.0, 2.0] * 2000
    assert (nd.array(a) % nd.array(b)).asnumpy()[:3].tolist() == [2, 1, 0]
    assert (nd.array(a[:3] * 2000) % 3).asnumpy()[:3].tolist() == [2, 1, 1]
    assert gradients(nd.broadcast_mod, a[:3] * 2000, b[:3] * 2000)[0][:3] == [1, 1, 0]


@pytest.mark.parametrize(
    "name", "equal not_equal greater lesser logical_and logical_or maximum minimum".split()
)
def test_booleans(name):
    left, right = (nd.array(v, dtype="bool") for v in ([0, 0, 1, 1], [0, 1, 0, 1]))
    result = getattr(nd, f"broadcast_{name}")(left, right)
    reference = {"lesser": "less"}.get(name, name)
    assert result.dtype == np.bool_
    assert (result.asnumpy() == getattr(np, reference)(left.asnumpy(), right.asnumpy())).all()


def test_second_derivatives_of_inverse_hyperbolic_functions():
    for name, expected in (
        ("arcsinh", lambda x: -x / (x * x + 1) ** 1.5),
        ("arccosh", lambda x: -x / (x * x - 1) ** 1.5),
    ):
        x = nd.array([1.5, 2.0])
        x.attach_grad()
        with autograd.record():
            (first,) = autograd.grad(getattr(nd, name)(x), x, create_graph=True)
        first.backward()
        np.testing.assert_allclose(x.grad.asnumpy(), expected(x.asnumpy()), rtol=1e-5)


UNARY = """
    sqrt rsqrt cbrt rcbrt exp expm1 log log10 log2 log1p sin cos tan arcsin arccos arctan sinh cosh
    tanh arcsinh arctanh erf erfinv gamma gammaln sigmoid softsign reciprocal square smooth_l1
    hard_sigmoid
""".split()
BINARY = "add sub mul div mod power hypot maximum minimum".split()
REDUCED = "sum mean prod nansum nanprod max min".split()


@pytest.mark.parametrize("name", UNARY)
def test_second_order_of_one_array(name):
    data = AWAY_FROM_0.clone().requires_grad_()
    assert torch.autograd.gradgradcheck(OPS[name].kernel, [data])


@pytest.mark.parametrize("name", BINARY)
def test_second_order_of_two_arrays(name):
    inputs = [AWAY_FROM_0.clone().requires_grad_(), (AWAY_FROM_0[:1] + 0.9).requires_grad_()]
    assert torch.autograd.gradgradcheck(OPS[f"broadcast_{name}"].kernel, inputs)


@pytest.mark.parametrize("name", REDUCED)
def test_second_order_of_reductions(name):
    data = AWAY_FROM_0.clone().requires_grad_()
    assert torch.autograd.gradgradcheck(lambda x: OPS[name].kernel(x * x), [data])


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("name", ["sum", "mean", "max", "min", "nansum"])
@pytest.mark.parametrize("rows", [64, 67, 80])
def test_reductions_over_long_rows(name, keepdims, rows):
    """They combine groups of 32 or 40 rows first; 67 is a prime number."""
    data = np.random.RandomState(0).normal(size=(rows, 2100)).astype("float32")
    result = getattr(nd, name)(nd.array(data), axis=0, keepdims=keepdims).asnumpy()
    expected = getattr(np, name)(data.astype("float64"), axis=0, keepdims=keepdims)
    assert result.shape == expected.shape
    np.testing.assert_allclose(result, expected, 1e-6, 1e-5)


# Integer division, from operands `x` and `y` of one type, of which `low` is the smallest integer.
DIVISIONS = {
    "arrays": lambda x, y, low: x / y,
    "broadcast": lambda x, y, low: x / y[:1],
    "equal shapes": lambda x, y, low: nd.elemwise_div(x, y),
    "stored elements": lambda x, y, low: nd._internal._scatter_elemwise_div(x, y),
    "scalar": lambda x, y, low: x / -1,
    "reversed scalar": lambda x, y, low: low / y,
    "in-place": lambda x, y, low: x.__itruediv__(y),
    "in-place scalar": lambda x, y, low: x.__itruediv__(-1),
    "symbols": lambda x, y, low: _run(mx.sym.var("x") / mx.sym.var("y"), x=x, y=y),
    "symbol and scalar": lambda x, y, low: _run(mx.sym.var("x") / -1, x=x),
    "scalar and symbol": lambda x, y, low: _run(low / mx.sym.var("y"), y=y),
}


def _run(symbol, **arrays):
    return symbol.bind(mx.cpu(), arrays).forward()[0]


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64"])
@pytest.mark.parametrize("form", DIVISIONS)
def test_the_smallest_integer_divided_by_minus_one_wraps_around(form, dtype):
    low = int(np.iinfo(dtype).min)
    x, y = (nd.array(np.full(40, value, dtype), dtype=dtype) for value in (low, -1))
    result = DIVISIONS[form](x, y, low)
    assert result.dtype == np.dtype(dtype)
    assert set(result.asnumpy().tolist()) == {low}


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32", "int64"])
def test_integer_division_truncates_toward_zero(dtype):
    signs = [1] if dtype == "uint8" else [1, -1]
    pairs = np.array([(7 * s, d * t) for s in signs for t in signs for d in (1, 2, 3)], dtype)
    quotient = nd.array(pairs[:, 0], dtype=dtype) / nd.array(pairs[:, 1], dtype=dtype)
    assert quotient.asnumpy().tolist() == [int(a / b) for a, b in pairs.astype("float64")]


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64"])
@pytest.mark.parametrize("divisor", [-1, 0])
def test_remainders_of_the_smallest_integer(dtype, divisor):
    values, divisors = (np.full(40, v, dtype) for v in (np.iinfo(dtype).min, divisor))
    x, y = nd.array(values, dtype=dtype), nd.array(divisors, dtype=dtype)
    forms = [x % y, x % divisor, int(values[0]) % y, mx.np.mod(x.as_np_ndarray(), divisor)]
    assert [set(form.asnumpy().tolist()) for form in forms] == [{0}] * 4


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32", "int64"])
@pytest.mark.parametrize("form", ["arrays", "equal shapes", "in-place", "reversed scalar"])
def test_integer_division_by_zero_is_an_error(form, dtype):
    with pytest.raises(mx.MXNetError, match=r"operator \w*div\w*: division of integers by zero"):
        DIVISIONS[form](nd.ones(3, dtype=dtype), nd.zeros(3, dtype=dtype), 1)


# Results of 1.9.1, which converts the scalar to the type of the array first.
@pytest.mark.parametrize(
    ("function", "dtype", "scalar", "expected"),
    [
        ("arctan2", "uint8", -1, [0, 0, 0]),
        ("arctan2", "int8", 1000, [3, 2, 1]),
        ("copysign", "uint8", -1, [1, 5, 100]),
        ("copysign", "int8", 1000, [-1, -5, -100]),
        ("ldexp", "uint8", -1, [0, 0, 0]),
        ("power", "uint8", 256, [1, 1, 1]),
        ("hypot", "int8", 300, [44, 44, 109]),
        ("maximum", "uint8", 300, [44, 44, 100]),
        ("maximum", "int32", 2.0**40, [1, 5, 100]),
        ("minimum", "int8", 1000, [-24, -24, -24]),
        ("add", "uint8", 3e9, [1, 5, 100]),
        ("add", "int32", -3e9, [1 - 2**31, 5 - 2**31, 100 - 2**31]),
        ("lcm", "uint8", 300, [44, 220, 76]),
        ("lcm", "int8", 300, [44, -36, 76]),
        ("bitwise_and", "int8", 300, [0, 4, 36]),
        ("greater", "int8", 300, [0, 0, 1]),
    ],
)
def test_a_scalar_wraps_to_the_integers_of_an_array(function, dtype, scalar, expected):
    array = mx.np.array([1, 5, 100], dtype=dtype)
    assert getattr(mx.np, function)(array, scalar).asnumpy().tolist() == expected


def test_a_reversed_scalar_wraps_to_the_integers_of_an_array():
    array = mx.np.array([1, 5, 100], dtype="uint8")
    assert mx.np.mod(300, array).asnumpy().tolist() == [0, 4, 44]
    assert mx.np.ldexp(-3, array).asnumpy().tolist() == [250, 160, 0]
    assert (300 * array).asnumpy().tolist() == [44, 220, 48]
    assert nd.logical_and(nd.array([1], dtype="uint8"), 256).asscalar() == 0
