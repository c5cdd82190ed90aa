"""Head gradients of executors: which outputs need one, and which ignore it."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd, sym

X, Y = sym.var("x"), sym.var("y")
WITHOUT_DERIVATIVE = {
    "comparison": X == Y,
    "broadcast": sym.broadcast_lesser(X, Y),
    "argmax": sym.argmax(X + Y, axis=1, keepdims=True),
    "topk": sym.topk(X * Y, k=1),
    "zeros_like": sym.zeros_like(X * Y),
    "of_a_comparison": sym.floor((X > Y) * 2),
}


@pytest.mark.parametrize("symbol", WITHOUT_DERIVATIVE.values(), ids=WITHOUT_DERIVATIVE)
def test_outputs_without_a_derivative_need_no_head_gradient(symbol):
    executor = symbol.simple_bind(mx.cpu(), x=(2, 3), y=(2, 3))
    for heads in (None, [nd.ones((2, 3))]):  # MXNet: its shape does not matter either
        for gradient in executor.grad_arrays:
            gradient[:] = 7
        executor.forward(is_train=True)
        executor.backward(heads)
        assert all(not gradient.asnumpy().any() for gradient in executor.grad_arrays)


def test_an_output_with_a_derivative_needs_one():
    executor = sym.where(X > 0, X * 0, Y).simple_bind(mx.cpu(), x=(2, 3), y=(2, 3))
    executor.forward(is_train=True)
    with pytest.raises(mx.MXNetError, match="head_gradient is required when calling backward"):
        executor.backward()
