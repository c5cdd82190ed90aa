"""Random numbers on fake GPUs: drawn by the generator of the device, and left there."""

import pytest

import mxnet as mx
from tests.unit.ops.test_np_random import CONTINUOUS, draw

from .checks import assert_on, assert_same
from .reasons import RANDOM_WAITS
from .waits import noted_waits

LOW, HIGH = mx.nd.array([0.5, 1.0]), mx.nd.array([1.5, 2.0])
CALLS = {
    "uniform": lambda r, **k: r.uniform(0, 1, (2, 3), **k),
    "normal": lambda r, **k: r.normal(0, 1, (2, 3), **k),
    "randn": lambda r, **k: r.randn(2, 3, **k),
    "gamma": lambda r, **k: r.gamma(2, 1, (2, 3), **k),
    "exponential": lambda r, **k: r.exponential(2, (2, 3), **k),
    "poisson": lambda r, **k: r.poisson(3, (2, 3), **k),
    "negative_binomial": lambda r, **k: r.negative_binomial(3, 0.5, (2, 3), **k),
    "generalized_negative_binomial": lambda r, **k: r.generalized_negative_binomial(
        2, 0.5, (2, 3), **k
    ),
    "randint": lambda r, **k: r.randint(0, 9, (2, 3), **k),
}


@pytest.mark.parametrize("name", CALLS)
def test_draws(gpus, name):
    with noted_waits() as waits:
        samples = CALLS[name](mx.nd.random, ctx=mx.gpu(1))
    assert_on(mx.gpu(1), samples)
    assert samples.shape == (2, 3) and not waits


PARAMETERS = {  # of distributions whose parameters are arrays
    "uniform": 2, "normal": 2, "gamma": 2, "exponential": 1, "poisson": 1, "negative_binomial": 2,
    "generalized_negative_binomial": 2,
}  # fmt: skip


@pytest.mark.parametrize("name", PARAMETERS)
def test_parameters_that_are_arrays(gpus, name):
    with mx.gpu(1), noted_waits() as waits:
        arrays = [LOW.as_in_context(mx.gpu(1)), HIGH.as_in_context(mx.gpu(1)) / 4]
        samples = getattr(mx.nd, f"sample_{name}")(*arrays[: PARAMETERS[name]], shape=(3,))
    assert_on(mx.gpu(1), samples)
    assert samples.shape == (2, 3) and not waits


def test_multinomial_and_shuffle(gpus):
    with mx.gpu(0), noted_waits() as waits:
        probabilities = mx.nd.array([[0.1, 0.9], [0.5, 0.5]])
        samples, logs = mx.nd.random.multinomial(probabilities, shape=4, get_prob=True)
        shuffled = mx.nd.random.shuffle(mx.nd.arange(6))
    assert_on(mx.gpu(0), samples, logs, shuffled)
    assert sorted(shuffled.asnumpy().tolist()) == [0, 1, 2, 3, 4, 5] and not waits


def test_each_device_has_a_separate_random_stream(gpus):
    mx.random.seed(5)
    first = [mx.nd.random.uniform(shape=(4,), ctx=ctx) for ctx in (mx.gpu(0), mx.gpu(1))]
    assert (first[0].asnumpy() != first[1].asnumpy()).all()
    mx.random.seed(5)
    assert_same([mx.nd.random.uniform(shape=(4,), ctx=mx.gpu(1))], first[1:])
    mx.random.seed(5, ctx=mx.gpu(0))
    again = mx.nd.random.uniform(shape=(4,), ctx=mx.gpu(0))
    mx.random.seed(5, ctx=mx.gpu(1))
    assert_same([mx.nd.random.uniform(shape=(4,), ctx=mx.gpu(1))], [again])


@pytest.mark.parametrize("name", CONTINUOUS)
def test_operators_of_numpy(gpus, name):
    numbers, _ = CONTINUOUS[name]
    with mx.gpu(1), noted_waits() as waits:
        samples = draw(name, **numbers, size=(3, 2), ctx="gpu(1)")
        arrays = [mx.nd.array([value, value]) for value in numbers.values()]
        size = (3,) if name.endswith("_n") else (3, 2)
        of_arrays = draw(name, *arrays, **dict.fromkeys(numbers), size=size)
    assert_on(mx.gpu(1), samples, of_arrays)
    assert samples.shape == of_arrays.shape == (3, 2)
    assert {wait.place for wait in waits} <= set(RANDOM_WAITS)


def test_dropout_keeps_its_share(gpus):
    x = mx.nd.ones((100, 100), ctx=mx.gpu(0))
    with noted_waits() as waits, mx.autograd.train_mode():
        y = mx.nd.Dropout(x, p=0.3)
    assert_on(mx.gpu(0), y)
    assert 0.28 < (y.asnumpy() == 0).mean() < 0.32 and not waits
