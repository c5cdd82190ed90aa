"""The first interface of autograd."""

from __future__ import annotations

import pytest

from mxnet import autograd as today, nd
from mxnet.contrib import autograd


def product(x, y):
    return x * y + x


@pytest.mark.parametrize(("argnum", "expected"), [(None, [4, 2]), (0, [4]), ([1], [2])])
def test_gradients_of_functions(argnum, expected):
    x, y = nd.array([2.0]), nd.array([3.0])
    gradients, value = autograd.grad_and_loss(product, argnum)(x, y)
    assert [g.asscalar() for g in gradients] == expected and value.asscalar() == 8
    assert [g.asscalar() for g in autograd.grad(product, argnum)(x, y)] == expected


def test_sections_switch_recording_and_mode_together():
    with autograd.train_section():
        assert today.is_recording() and today.is_training()
        with autograd.test_section():
            assert not today.is_recording() and not today.is_training()
        assert today.is_recording() and today.is_training()
    assert not today.is_recording() and not today.is_training()
    assert autograd.set_is_training(True) is False
    assert autograd.set_is_training(False) is True


def test_variables_are_marked():
    x, gradient = nd.array([1.0, 2.0]), nd.zeros(2)
    autograd.mark_variables(x, gradient, "add")
    for compute in (autograd.compute_gradient, autograd.backward):
        with autograd.train_section():
            y = x * x
        compute([y])
    assert gradient.asnumpy().tolist() == [4, 8]
    with autograd.train_section():
        y = x * x
    autograd.backward([y], [nd.array([2.0, 0.0])], retain_graph=True)
    autograd.backward([y])
    assert gradient.asnumpy().tolist() == [10, 12]


def test_refused():
    with pytest.raises(TypeError, match="must be a list or a tuple of NDArrays"):
        autograd.backward(nd.ones(1))
    with pytest.raises(AssertionError, match="should be NDArray, got int"):
        autograd.grad(product)(3, nd.ones(1))
