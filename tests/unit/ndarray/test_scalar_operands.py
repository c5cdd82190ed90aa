"""Arrays beside plain numbers: the fast path through constants gives the operator's own bits."""

import math
import operator

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import nd
from mxnet._ops import OPS
from mxnet.ndarray import _operators

VALUES = [-3.0, -0.0, 0.0, 1e-40, 0.1, 7.0, math.inf, -math.inf, math.nan]
NUMBERS = [0, 0.0, -0.0, 1, -2, 0.1, 1e-46, 1e300, -1e300, 2**60, math.inf, -math.inf, math.nan]
# the operator with a number behind the array, and before it
OPERATORS = {
    operator.add: ("_plus_scalar", "_plus_scalar"),
    operator.sub: ("_minus_scalar", "_rminus_scalar"),
    operator.mul: ("_mul_scalar", "_mul_scalar"),
    operator.truediv: ("_div_scalar", "_rdiv_scalar"),
    operator.mod: ("_mod_scalar", "_rmod_scalar"),
    operator.pow: ("_power_scalar", "_rpower_scalar"),
}
COMPARISONS = {
    operator.eq: "_equal_scalar",
    operator.ne: "_not_equal_scalar",
    operator.gt: "_greater_scalar",
    operator.ge: "_greater_equal_scalar",
    operator.lt: "_lesser_scalar",
    operator.le: "_lesser_equal_scalar",
}


def bits(values):
    if isinstance(values, nd.NDArray):
        values = torch.from_numpy(values.asnumpy())
    assert values.dtype is torch.float32
    return [x.hex() for x in values.tolist()]


def call_kernel(name, x, number):
    return OPS[name].kernel(torch.from_numpy(x.asnumpy()), scalar=number)


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
@pytest.mark.parametrize("function", OPERATORS, ids=lambda f: f.__name__)
def test_the_bits_of_the_operator(function, number):
    x = nd.array(VALUES)
    behind, before = OPERATORS[function]
    assert bits(function(x, number)) == bits(call_kernel(behind, x, number))
    assert bits(function(number, x)) == bits(call_kernel(before, x, number))
    y = nd.array(VALUES)
    kept = y
    y = getattr(operator, f"i{function.__name__}")(y, number)
    assert y is kept
    assert bits(y) == bits(call_kernel(behind, x, number))


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
@pytest.mark.parametrize("function", COMPARISONS, ids=lambda f: f.__name__)
def test_comparisons_give_floats(function, number):
    x = nd.array(VALUES)
    assert bits(function(x, number)) == bits(call_kernel(COMPARISONS[function], x, number))


@pytest.mark.parametrize(
    "function, gradient",
    [
        (lambda x: 3 - x, -1.0),
        (lambda x: 3 / x, -0.75),
        (lambda x: x / 4, 0.25),
        (lambda x: 5 * x * 0.5, 2.5),
        (lambda x: (x > 1) * x, 1.0),
    ],
)
def test_gradients(function, gradient):
    x = nd.array([2.0])
    x.attach_grad()
    with mx.autograd.record():
        y = function(x)
    y.backward()
    assert x.grad.asscalar() == gradient


def test_second_gradients():
    x = nd.array([2.0])
    x.attach_grad()
    with mx.autograd.record():
        (first,) = mx.autograd.grad(1 / x, [x], create_graph=True)
    first.backward()
    assert x.grad.asscalar() == 0.25


def test_a_number_first_met_in_inference_mode_can_be_recorded_later():
    _operators._constants.clear()
    x = nd.array([2.0])
    with torch.inference_mode():
        nd.array([1.0]) * 0.123
    x.attach_grad()
    with mx.autograd.record():
        y = x * 0.123
    y.backward()
    assert x.grad.asscalar() == np.float32(0.123)


def test_few_numbers_are_kept():
    x = nd.ones(1)
    for number in range(3000):
        x + number
    assert len(_operators._constants) <= 1000


@pytest.mark.parametrize("dtype", ["float16", "float64", "int32", "uint8", "bfloat16"])
def test_other_types_keep_their_rules(dtype):
    x = nd.array([1, 2, 3], dtype=dtype)
    assert (2 * x + 1 - 1).dtype == x.dtype
    assert (2 * x).astype("float32").asnumpy().tolist() == [2, 4, 6]
    assert (x > 1).astype("float32").asnumpy().tolist() == [0, 1, 1]


def test_signs_of_zero_are_different_attributes():
    x = nd.ones((1,))
    for sign in (1, -1, 1):
        quotient = nd._internal._div_scalar(x, scalar=sign * 0.0)
        assert quotient.asscalar() == sign * math.inf
        assert (1 / nd.full((1,), sign * 0.0)).asscalar() == sign * math.inf
        for _ in range(2):  # parsed, then read from the cache
            assert math.copysign(1, nd.clip(-x, sign * 0.0, 1).asscalar()) == sign
