"""``mx.engine``: the size is stored per thread and restored."""

import pytest

import mxnet as mx
from mxnet import MXNetError, engine
from tests.threads import in_thread


@pytest.fixture(autouse=True)
def restore():
    yield
    engine.set_bulk_size(0)


def test_set_bulk_size_returns_the_previous_size():
    assert engine.set_bulk_size(10) == 0
    assert engine.set_bulk_size(15) == 10
    assert in_thread(engine.set_bulk_size, 3) == 0
    assert engine.set_bulk_size(0) == 15


def test_bulk():
    engine.set_bulk_size(5)
    with engine.bulk(10):
        assert engine.set_bulk_size(7) == 10
        x = mx.nd.ones(3)
        for _ in range(20):
            x = x + 1
    assert x.asnumpy().tolist() == [21, 21, 21]
    assert engine.set_bulk_size(0) == 5


@pytest.mark.parametrize("size", ["a", 2.5, None])
def test_sizes_must_be_integers(size):
    for function in (engine.set_bulk_size, engine.bulk):
        with pytest.raises(TypeError):
            function(size)


def test_sizes_are_not_negative():
    with pytest.raises(MXNetError, match="0 or more, got -1"):
        engine.set_bulk_size(-1)
    assert engine.set_bulk_size(0) == 0


def test_errors_are_raised_by_the_call():
    with pytest.raises(MXNetError, match="scale parameter in gaussian"):
        mx.nd.random.normal(0, -1, (2, 2))
    mx.nd.waitall()  # nothing is left to raise
