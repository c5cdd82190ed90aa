"""The contract of every initializer. Each check takes a sample; ``CHECKS`` lists them."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field

import numpy as np

import mxnet as mx
from mxnet import gluon, init, nd

BY_NAME = {"_bias": 0, "_beta": 0, "_gamma": 1, "_min": 0, "_max": 1}


@dataclass(frozen=True)
class Sample:
    """An initializer and the shape of an array it can fill."""

    kind: type
    arguments: dict = field(default_factory=dict)
    shape: tuple = (4, 3, 2, 2)
    draws: bool = False

    def __str__(self):
        return self.kind.__name__

    def make(self):
        return self.kind(**self.arguments)

    def fill(self, initializer=None, dtype="float32", ctx=None, name="w_weight"):
        mx.random.seed(5)
        array = nd.full(self.shape, 7, dtype=dtype, ctx=ctx or mx.cpu())
        (initializer or self.make())(init.InitDesc(name), array)
        return array


RNN = {"num_hidden": 2, "num_layers": 1, "mode": "lstm"}
SAMPLES = [
    Sample(init.Zero),
    Sample(init.One),
    Sample(init.Constant, {"value": 3.5}),
    Sample(init.Uniform, draws=True),
    Sample(init.Normal, draws=True),
    Sample(init.Orthogonal, draws=True),
    Sample(init.Xavier, draws=True),
    Sample(init.MSRAPrelu, draws=True),
    Sample(init.Bilinear),
    Sample(init.LSTMBias, {"forget_bias": 2.0}, (8,)),
    Sample(init.FusedRNN, {"init": "xavier", **RNN}, (4 * 2 * (3 + 2) + 16,), True),
]


def check_fills_everything(sample):
    values = sample.fill().asnumpy()
    assert values.shape == sample.shape and np.isfinite(values).all()
    assert not (values == 7).any()


def check_text(sample):
    """What dumps() writes makes the same initializer again."""
    initializer = sample.make()
    assert init.create(initializer.dumps()).dumps() == initializer.dumps()
    np.testing.assert_array_equal(
        sample.fill(init.create(initializer.dumps())).asnumpy(),
        sample.fill(initializer).asnumpy(),
    )


def check_name(sample):
    name = sample.kind.__name__
    for spelled in (name, name.lower(), name.upper()):
        assert type(init.create(spelled, **sample.arguments)) is sample.kind
    assert init.create(initializer := sample.make()) is initializer


def check_equality(sample):
    initializer = sample.make()
    assert initializer == sample.make() and initializer != init.Constant(12345)
    assert hash(initializer) == hash(initializer)


def check_types(sample):
    for dtype in ("float16", "float64"):
        array = sample.fill(dtype=dtype)
        assert array.dtype is np.dtype(dtype).type
        assert np.isfinite(array.asnumpy()).all()


def check_contexts(sample):
    assert sample.fill(ctx=mx.cpu(1)).context == mx.cpu(1)


def check_seed(sample):
    first, again = sample.fill().asnumpy(), sample.fill().asnumpy()
    np.testing.assert_array_equal(first, again)
    mx.random.seed(6)
    other = nd.zeros(sample.shape)
    sample.make()(init.InitDesc("w_weight"), other)
    assert np.array_equal(first, other.asnumpy()) != sample.draws


def check_copies(sample):
    initializer = sample.make()
    for other in (copy.deepcopy(initializer), pickle.loads(pickle.dumps(initializer))):
        assert other == initializer
        np.testing.assert_array_equal(
            sample.fill(other).asnumpy(), sample.fill(initializer).asnumpy()
        )


def check_other_parts_by_name(sample):
    """Names decide: biases and statistics get their own values from every initializer."""
    for ending, value in BY_NAME.items():
        assert (sample.fill(name=f"layer{ending}").asnumpy() == value).all()


def check_parameters(sample):
    """A parameter's own initializer fills it whatever its name is."""
    parameter = gluon.Parameter("any_bias", shape=sample.shape, init=sample.make())
    mx.random.seed(5)
    parameter.initialize()
    np.testing.assert_array_equal(parameter.data().asnumpy(), sample.fill().asnumpy())


def check_attributes(sample):
    """A symbol's variable carries its initializer as text."""
    array = nd.zeros(sample.shape)
    mx.random.seed(5)
    init.Zero()(init.InitDesc("any", {"__init__": sample.make().dumps()}), array)
    np.testing.assert_array_equal(array.asnumpy(), sample.fill().asnumpy())


CHECKS = [value for name, value in list(globals().items()) if name.startswith("check_")]
