"""Random numbers: their distributions and their seeds."""

import itertools
import json
import math
import os
import random as python_random
import subprocess
import sys

import numpy as np
import pytest
import scipy.stats
import torch

import mxnet as mx
from mxnet import MXNetError, nd

FLOATS = ("float16", "float32", "float64")
COUNT = 20000
SIGNIFICANCE = 1e-4  # the seeds are fixed: a test that passes once passes always

# function of nd.random: parameters, SciPy's distribution with them
CONTINUOUS = {
    "uniform": ((-1.5, 3.0), lambda low, high: scipy.stats.uniform(low, high - low)),
    "normal": ((1.0, 5.0), scipy.stats.norm),
    "gamma": ((0.5, 2.0), lambda alpha, beta: scipy.stats.gamma(alpha, scale=beta)),
    "exponential": ((0.25,), lambda scale: scipy.stats.expon(scale=scale)),
}
DISCRETE = {
    "poisson": ((4.0,), scipy.stats.poisson),
    "negative_binomial": ((3, 0.4), scipy.stats.nbinom),
    "generalized_negative_binomial": (
        (2.0, 0.3),
        lambda mu, alpha: scipy.stats.nbinom(1 / alpha, 1 / (mu * alpha + 1)),
    ),
}
ALL = CONTINUOUS | DISCRETE
KEYWORDS = {
    "uniform": ("low", "high"),
    "normal": ("loc", "scale"),
    "gamma": ("alpha", "beta"),
    "exponential": ("lam",),
    "poisson": ("lam",),
    "negative_binomial": ("k", "p"),
    "generalized_negative_binomial": ("mu", "alpha"),
}


@pytest.fixture(autouse=True)
def seed():
    mx.random.seed(1234)


def check_continuous(sample, distribution):
    """Kolmogorov and Smirnov's test."""
    sample = sample.astype("float64").reshape(-1)
    assert scipy.stats.kstest(sample, distribution.cdf).pvalue > SIGNIFICANCE


def check_discrete(sample, distribution):
    """The chi-square test, with rare values put together."""
    sample = sample.astype("float64").reshape(-1)
    assert (sample == np.floor(sample)).all()
    top = int(distribution.ppf(1 - 20 / len(sample)))
    seen = np.bincount(np.minimum(sample, top).astype(int), minlength=top + 1)
    expected = distribution.pmf(np.arange(top + 1))
    expected[top] = 1 - expected[:top].sum()
    assert scipy.stats.chisquare(seen, expected * len(sample)).pvalue > SIGNIFICANCE


def check(name, sample, parameters):
    distribution = ALL[name][1](*parameters)
    (check_continuous if name in CONTINUOUS else check_discrete)(sample, distribution)


def undo_rounding(sample):
    """Spread float16 numbers over the interval that rounds to each, as the tests expect."""
    if sample.dtype != np.float16:
        return sample
    wide = sample.astype("float64")
    return wide + np.spacing(sample).astype("float64") * np.random.RandomState(0).uniform(
        -0.5, 0.5, wide.shape
    )


# ------------------------------------------------------------------------------------ distributions


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ALL)
def test_numbers_as_parameters(name, dtype):
    parameters = ALL[name][0]
    sample = getattr(nd.random, name)(*parameters, shape=(COUNT // 10, 10), dtype=dtype)
    assert sample.shape == (COUNT // 10, 10)
    assert sample.dtype == np.dtype(dtype)
    sample = sample.asnumpy()
    check(name, undo_rounding(sample) if name in CONTINUOUS else sample, parameters)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ALL)
def test_arrays_as_parameters(name, dtype):
    parameters = [np.array([[p, p], [1.5 * p, p]], dtype) for p in ALL[name][0]]
    sample = getattr(nd.random, name)(
        *(nd.array(p, dtype=dtype) for p in parameters), shape=COUNT, dtype=dtype
    )
    assert sample.shape == (2, 2, COUNT)
    assert sample.dtype == np.dtype(dtype)
    for i, j in itertools.product(range(2), range(2)):
        part = sample[i, j].asnumpy()
        part = undo_rounding(part) if name in CONTINUOUS else part
        check(name, part, [float(p[i, j]) for p in parameters])


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ALL)
def test_the_shape_of_another_array(name, dtype):
    parameters = list(ALL[name][0])
    data = nd.zeros((COUNT // 10, 10), dtype=dtype)
    arguments = [1 / parameters[0]] if name == "exponential" else parameters
    named = dict(zip(KEYWORDS[name], arguments, strict=True))
    sample = getattr(nd.random, f"{name}_like")(data, **named)
    assert sample.shape == data.shape
    assert sample.dtype == data.dtype
    sample = sample.asnumpy()
    check(name, undo_rounding(sample) if name in CONTINUOUS else sample, parameters)


def test_keywords_in_any_order():
    numbers = nd.random_uniform(high=11, low=10, shape=100).asnumpy()
    assert (numbers >= 10).all() and (numbers < 11).all()
    numbers = nd.random.uniform_like(nd.zeros(100), high=11, low=10).asnumpy()
    assert (numbers >= 10).all() and (numbers < 11).all()


def test_aliases_draw_the_same():
    for names in (
        ("_random_uniform", "random_uniform", "uniform"),
        ("_random_normal", "random_normal", "normal"),
    ):
        draws = []
        for name in names:
            mx.random.seed(7)
            home = nd._internal if name.startswith("_") else nd
            draws.append(getattr(home, name)(shape=(5,)).asnumpy())
        assert all((d == draws[0]).all() for d in draws)


def test_randn():
    sample = nd.random.randn(COUNT, loc=2, scale=3)
    check_continuous(sample.asnumpy(), scipy.stats.norm(2, 3))
    assert nd.random.randn(2, 3, dtype="float64", ctx=mx.cpu(1)).context == mx.cpu(1)
    with pytest.raises(TypeError, match="multiple values for the shape"):
        nd.random.randn(2, shape=(3,))


@pytest.mark.parametrize("dtype", ["int32", "int64"])
@pytest.mark.parametrize(
    ("low", "high"), [(-1, 3), (50_000_000, 50_001_000), (-(2**31), 2**31 - 1)]
)
def test_randint(low, high, dtype):
    sample = nd.random.randint(low, high, shape=COUNT, dtype=dtype)
    assert sample.dtype == np.dtype(dtype)
    sample = sample.asnumpy().astype("int64")
    assert sample.min() >= low and sample.max() < high
    buckets = (sample - low) * 4 // (high - low)
    assert scipy.stats.chisquare(np.bincount(buckets, minlength=4)).pvalue > SIGNIFICANCE


def test_randint_of_the_full_range():
    sample = nd.random.randint(-(2**63), 2**63 - 1, shape=1000, dtype="int64").asnumpy()
    assert (sample < 0).sum() in range(400, 600)
    assert len(set(sample.tolist())) == 1000
    assert nd.random.randint(0, 10).dtype == np.int32


def test_extreme_parameters():
    rates = nd.random.poisson(1e12, shape=1000, dtype="float64").asnumpy()
    assert abs(rates.mean() - 1e12) < 2e5
    assert nd.random.poisson(1e30, shape=2).asnumpy() == pytest.approx([1e30, 1e30])
    assert nd.random.negative_binomial(3, 0, shape=2).asnumpy().tolist() == [math.inf] * 2
    assert nd.random.negative_binomial(0, 0.5, shape=2).asnumpy().tolist() == [0, 0]
    assert nd.random.negative_binomial(1, 1.5, shape=2).asnumpy().tolist() == [0, 0]
    assert nd.random.uniform(1, 1, shape=2).asnumpy().tolist() == [1, 1]
    # 1.9.1 never returns from these
    odd = nd.random.gamma(nd.array([-1, 2]), nd.array([1, 1])).asnumpy()
    assert np.isnan(odd).tolist() == [True, False]
    check_discrete(
        nd.random.generalized_negative_binomial(4, 0, shape=COUNT).asnumpy(), scipy.stats.poisson(4)
    )


# ------------------------------------------------------------------------ classes and permutations


@pytest.mark.parametrize("dtype", ["uint8", "int32", "float16", "float32", "float64"])
def test_multinomial(dtype):
    probabilities = np.array([[0, 0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1, 0]], "float32")
    data = nd.array(probabilities)
    data.attach_grad()
    with mx.autograd.record():
        classes, logs = nd.random.multinomial(data, shape=COUNT, get_prob=True, dtype=dtype)
        loss = logs * 5
    loss.backward()
    assert classes.shape == logs.shape == (2, COUNT)
    assert classes.dtype == np.dtype(dtype)
    for row, expected, log, gradient in zip(
        classes.asnumpy(), probabilities, logs.asnumpy(), data.grad.asnumpy(), strict=True
    ):
        row = row.astype(int)
        seen = np.bincount(row, minlength=5)
        there = expected > 0
        assert (seen[~there] == 0).all()
        assert scipy.stats.chisquare(seen[there], expected[there] * COUNT).pvalue > SIGNIFICANCE
        np.testing.assert_allclose(log, np.log(expected[row]), rtol=1e-5)
        np.testing.assert_allclose(gradient[there], seen[there] * 5 / expected[there], rtol=1e-4)
        assert (gradient[~there] == 0).all()


def test_shapes_of_multinomial():
    one, two = nd.array([0.5, 0.5]), nd.array([[0.5, 0.5]] * 3)
    assert nd.random.multinomial(one).shape == (1,)
    assert nd.random.multinomial(one, shape=None).shape == (1,)
    assert nd.random.multinomial(two).shape == (3,)
    assert nd.random.multinomial(two, shape=4).shape == (3, 4)
    assert nd.random.multinomial(two, shape=(4, 5)).shape == (3, 4, 5)
    assert isinstance(nd.random.multinomial(two, get_prob=True), list)
    assert nd.random.multinomial(two.astype("float64"), get_prob=True)[1].dtype == np.float64


def test_multinomial_stays_among_the_classes():
    # where the sum is less than 1, 1.9.1 returns classes that do not exist
    assert set(nd.random.multinomial(nd.array([0.1, 0.2, 0]), shape=1000).asnumpy()) == {0, 1}
    assert set(nd.random.multinomial(nd.array([0, 0]), shape=1000).asnumpy()) == {0}
    with pytest.raises(MXNetError, match="uint8 cannot distinguish 257 classes"):
        nd.random.multinomial(nd.ones(257) / 257, dtype="uint8")


def test_shuffle():
    data = nd.arange(12).reshape((4, 3))
    rows = nd.random.shuffle(data).asnumpy()
    assert sorted(rows[:, 0]) == [0, 3, 6, 9]
    assert (rows - rows[:, :1] == [0, 1, 2]).all()
    orders = [tuple(nd.random.shuffle(nd.arange(3)).asnumpy()) for _ in range(3000)]
    seen = [orders.count(order) for order in itertools.permutations(range(3))]
    assert scipy.stats.chisquare(seen).pvalue > SIGNIFICANCE
    out = nd.zeros((4, 3))
    assert nd.random.shuffle(data, out=out) is out
    assert sorted(out.asnumpy()[:, 0]) == [0, 3, 6, 9]


def test_gradients_follow_a_shuffle():
    # 1.9.1 cannot differentiate it
    x = nd.arange(5)
    x.attach_grad()
    with mx.autograd.record():
        y = nd.random.shuffle(x) * nd.array([1, 2, 3, 4, 5])
    y.backward()
    assert (x.grad * x).sum().asscalar() == y.sum().asscalar()


def test_numbers_from_arrays_have_gradient_0():
    x = nd.array([1, 2])
    x.attach_grad()
    x.grad[:] = 9
    with mx.autograd.record():
        y = nd.random.normal(x, x, shape=3)
    y.backward()
    assert x.grad.asnumpy().tolist() == [0, 0]


def test_unique_zipfian():
    classes, tries = nd._internal._sample_unique_zipfian(793472, shape=(4, 8192))
    assert classes.dtype == tries.dtype == np.int64
    for row, count in zip(classes.asnumpy(), tries.asnumpy(), strict=True):
        assert len(set(row)) == 8192
        assert 14500 < count < 17000  # what 1.9.1's own tests expect
    everything, tries = nd._internal._sample_unique_zipfian(20, shape=(2, 20))
    assert (np.sort(everything.asnumpy()) == np.arange(20)).all()
    assert (tries.asnumpy() >= 20).all()
    first = np.concatenate(
        [nd._internal._sample_unique_zipfian(20, shape=(500, 1))[0].asnumpy() for _ in range(4)]
    )
    edges = np.log(np.clip(np.arange(-1, 20) + 1.5, 1, 20)) / np.log(20)
    expected = np.diff(edges) * len(first)
    assert (
        scipy.stats.chisquare(np.bincount(first[:, 0], minlength=20), expected).pvalue
        > SIGNIFICANCE
    )


# --------------------------------------------------------------------------------- seeds, contexts


def draw(ctx=None):
    return nd.random.uniform(shape=5, ctx=ctx).asnumpy().tolist()


CALLS = {
    **{name: lambda f=name: getattr(nd.random, f)(*ALL[f][0], shape=20) for name in ALL},
    "randint": lambda: nd.random.randint(0, 1000, shape=20),
    "multinomial": lambda: nd.random.multinomial(nd.ones(50) / 50, shape=20),
    "shuffle": lambda: nd.random.shuffle(nd.arange(20)),
    "zipfian": lambda: nd._internal._sample_unique_zipfian(1000, shape=(1, 20))[0],
}


@pytest.mark.parametrize("name", CALLS)
def test_a_seed_decides_the_numbers(name):
    mx.random.seed(1)
    first, second = CALLS[name]().asnumpy(), CALLS[name]().asnumpy()
    mx.random.seed(1)
    again = CALLS[name]().asnumpy()
    mx.random.seed(2)
    other = CALLS[name]().asnumpy()
    assert (first == again).all()
    assert (first != second).any()
    assert (first != other).any()


@pytest.mark.parametrize("name", CALLS)
def test_other_generators_are_left_alone(name):
    torch_state, python_state = torch.random.get_rng_state(), python_random.getstate()
    numpy_state = np.random.get_state()
    mx.random.seed(3)
    CALLS[name]()
    assert (torch.random.get_rng_state() == torch_state).all()
    assert python_random.getstate() == python_state
    assert (np.random.get_state()[1] == numpy_state[1]).all()
    before = draw()
    torch.manual_seed(0)
    np.random.seed(0)
    mx.random.seed(3)
    CALLS[name]()
    assert draw() == before


def test_a_process_that_is_not_seeded_draws_the_same_each_time():
    code = "import mxnet as mx; print(mx.nd.random.uniform(shape=5).asnumpy().tolist())"
    fresh = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    mx.random.seed(0)
    assert fresh.stdout.strip() == str(draw())


def test_host_contexts_share_a_stream():
    mx.random.seed(5)
    first, second = draw(mx.cpu(0)), draw(mx.cpu(1))
    assert first != second
    for ctx in (mx.cpu(1), mx.cpu_pinned(0)):
        mx.random.seed(5)
        assert draw(ctx) == first
    mx.random.seed(5, ctx=mx.cpu(1))
    assert draw(mx.cpu(0)) == first


def test_gpus_have_their_own_streams(monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "2")
    mx.random.seed(5)
    first, second = draw(mx.gpu(0)), draw(mx.gpu(1))
    assert first != second
    mx.random.seed(5)
    assert draw(mx.gpu(1)) == second
    assert draw(mx.gpu(0)) == first
    mx.random.seed(5, ctx=mx.gpu(0))
    mx.random.seed(5, ctx=mx.gpu(1))
    assert draw(mx.gpu(0)) == draw(mx.gpu(1))
    mx.random.seed(6, ctx=mx.gpu(0))
    mx.random.seed(5)
    assert draw(mx.gpu(0)) == first


def test_a_gpu_that_is_not_there_can_be_seeded():
    mx.random.seed(5, ctx=mx.gpu(7))
    with pytest.raises(MXNetError, match=r"gpu\(7\) is not available"):
        nd.random.uniform(ctx=mx.gpu(7))


@pytest.mark.parametrize("seed", [0, -5, 2**31, np.int64(7), np.int32(7), True])
def test_integer_seeds(seed):
    mx.random.seed(seed)
    first = draw()
    mx.random.seed(seed)
    assert draw() == first


@pytest.mark.parametrize("seed", ["5", 5.0, None, [1]])
def test_other_seeds_are_refused(seed):
    with pytest.raises(ValueError, match="seed_state must be int"):
        mx.random.seed(seed)


def test_contexts():
    assert nd.random.uniform().context == mx.cpu(0)
    with mx.cpu(1):
        assert nd.random.uniform().context == mx.cpu(1)
        assert nd.random.uniform(ctx="cpu(2)").context == mx.cpu(2)
    assert nd.random.uniform(ctx=mx.cpu_pinned(0)).context == mx.cpu_pinned(0)
    low = nd.zeros(2, ctx=mx.cpu(1))
    assert nd.random.uniform(low, low + 1, ctx=mx.cpu(2)).context == mx.cpu(1)
    with pytest.raises(MXNetError, match="unknown device type 'foo'"):
        nd.random.uniform(ctx="foo")


# ------------------------------------------------------------------------------- shape, dtype, out


def test_shapes():
    assert nd.random.uniform().shape == (1,)
    assert nd.random.uniform(shape=3).shape == (3,)
    assert nd.random.uniform(shape=[2, 3]).shape == (2, 3)
    low = nd.zeros((2, 3))
    assert nd.random.uniform(low, low + 1).shape == (2, 3)
    assert nd.random.uniform(low, low + 1, shape=()).shape == (2, 3)
    with pytest.raises(MXNetError, match=r"shape \(\) stands for an unknown one"):
        nd.random.uniform(shape=())
    with mx.np_shape():
        assert nd.random.uniform(shape=()).shape == ()
        assert nd.random.uniform(shape=(2, 0)).shape == (2, 0)


def test_dtypes():
    assert nd.random.uniform().dtype == np.float32
    # MXNet: None is NumPy's default
    assert nd.random.uniform(dtype=None).dtype == np.float64
    low = nd.zeros(2, dtype="float64")
    assert nd.random.uniform(low, low + 1).dtype == np.float32
    integers = nd.array([3, 4], dtype="int32")
    assert nd.random.poisson(integers).dtype == np.float32


def test_out():
    for dtype in FLOATS:
        out = nd.zeros((2, 3), dtype=dtype, ctx=mx.cpu(1))
        assert nd.random.uniform(1, 2, out=out) is out
        assert out.dtype == np.dtype(dtype) and out.context == mx.cpu(1)
        assert (out.asnumpy() >= 1).all()
    out = nd.zeros((2, 3), dtype="float64")
    assert nd.random.uniform(nd.array([1, 2]), nd.array([2, 3]), shape=3, out=out) is out
    assert (out.asnumpy() >= [[1], [2]]).all()
    integers = nd.zeros(4, dtype="int64")
    nd.random.randint(5, 7, out=integers)
    assert set(integers.asnumpy()) <= {5, 6}
    view = nd.zeros((2, 3))
    nd.random.uniform(1, 2, out=view[1])
    assert (view.asnumpy()[0] == 0).all() and (view.asnumpy()[1] >= 1).all()


def test_mx_random_has_the_same_functions():
    for name in (*ALL, "randn", "randint", "multinomial", "shuffle"):
        assert getattr(mx.random, name) is getattr(nd.random, name)


# ------------------------------------------------------------------------------------- its state


def test_state_is_plain_data_and_resumes():
    mx.random.seed(5)
    nd.random.uniform(shape=3)
    state = json.loads(json.dumps(mx.random.get_state()))
    first = nd.random.normal(shape=4).asnumpy()
    mx.random.seed(6)
    mx.random.set_state(state)
    np.testing.assert_array_equal(nd.random.normal(shape=4, ctx=mx.cpu(1)).asnumpy(), first)


def test_a_state_has_the_seed_of_contexts_that_were_not_used(tmp_path):
    code = """
import mxnet as mx
def draw(): return [mx.nd.random.uniform(shape=2, ctx=mx.gpu(i)).asnumpy().tolist() for i in (0, 1)]
mx.random.seed(7)
mx.random.seed(9, mx.gpu(1))
state, first = mx.random.get_state(), draw()
mx.random.seed(8)
draw()
mx.random.set_state(state)
assert draw() == first
state, second = mx.random.get_state(), draw()
mx.random.set_state(state)
assert draw() == second != first
"""
    environment = {"MXNET_SIMULATE_GPUS": "2", "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, check=True)


@pytest.mark.parametrize(
    "change",
    [
        lambda state: None,
        lambda state: {},
        lambda state: {**state, "seed": "x"},
        lambda state: {**state, "seeds": {"tpu(0)": 1}},
        lambda state: {**state, "generators": {"cpu(0)": "00"}},
        lambda state: {**state, "generators": {"cpu(0)": "ff" * 5056}},
        lambda state: {**state, "generators": {"cpu(0)": "xx"}},
        lambda state: {**state, "generators": {"gpu(9)": state["generators"]["cpu(0)"]}},
    ],
)
def test_a_state_that_is_none_changes_nothing(change):
    mx.random.seed(3)
    nd.random.uniform()
    before = mx.random.get_state()
    with pytest.raises(mx.MXNetError, match="not a state of mx.random"):
        mx.random.set_state(change(before))
    assert mx.random.get_state() == before
