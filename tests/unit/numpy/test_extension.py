"""``mx.npx``: operators of neural networks on arrays and symbols of ``mx.np``."""

from __future__ import annotations

import numpy as onp
import pytest

import mxnet as mx
from mxnet import np, npx


@pytest.fixture(autouse=True)
def numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


def test_every_operator_is_a_function_on_arrays_and_symbols():
    for name in npx._functions.OPERATORS:
        assert getattr(npx, name).operator is getattr(mx.sym.npx, name).operator
        assert getattr(npx, name).__name__ == name
    for name in npx._functions.IMAGE_OPERATORS:
        assert getattr(npx.image, name).operator is getattr(mx.sym.npx.image, name).operator


def test_results_are_of_mx_np():
    x = np.ones((2, 3))
    for result in (
        npx.softmax(x), npx.relu(x), npx.topk(x, k=2), npx.one_hot(np.zeros(2), 3),
        npx.pick(x, np.zeros(2)), npx.reshape(x, (-5, 1)), npx.batch_flatten(x),
        npx.fully_connected(x, np.ones((4, 3)), num_hidden=4, no_bias=True),
        npx.image.to_tensor(np.zeros((4, 4, 3), dtype="uint8")),
    ):  # fmt: skip
        assert type(result) is np.ndarray


def test_gradients_are_of_mx_np():
    x = np.array([[1.0, -2.0]])
    x.attach_grad()
    with mx.autograd.record():
        y = npx.relu(x)
    y.backward()
    assert type(x.grad) is np.ndarray
    assert x.grad.tolist() == [[1, 0]]


def test_reshape_by_codes():
    x = np.ones((2, 3, 8))
    assert npx.reshape(x, (-2, -2, 2, -1)).shape == (2, 3, 2, 4)
    assert npx.reshape(x, (-2, -1)).shape == (2, 24)
    assert npx.reshape(x, (-5, -4)).shape == (6, 8)


def test_a_constraint():
    assert npx.constraint_check(np.array([True, True]), "no").item() is True
    with pytest.raises(ValueError, match="not positive"):
        npx.constraint_check(np.array([True, False]), "not positive")


def test_a_constraint_in_a_graph_is_a_value_error_too():
    class Checked(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.npx.constraint_check(x, "not positive")

    block = Checked()
    block.hybridize()
    with pytest.raises(ValueError, match="in node .*: not positive"):
        block(np.array([True, False]))


def test_slices_without_steps():
    x = np.arange(6).reshape(2, 3)
    assert npx.slice(x, begin=[1], end=[2], step=None).tolist() == [[3, 4, 5]]
    assert npx.slice(x, begin=[], end=[]).shape == (2, 3)


def test_images():
    picture = np.array(onp.arange(48).reshape(4, 4, 3), dtype="uint8")
    assert npx.image.to_tensor(picture).shape == (3, 4, 4)
    assert npx.image.crop(picture, 1, 1, 2, 2).shape == (2, 2, 3)
    assert npx.image.imresize is mx.image.imresize
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        npx.image.nothing  # noqa: B018
