"""Gradients of functions of arrays."""

from mxnet import autograd, nd


def gradients(function, *values):
    """Return the gradients of the sum of a function's result, as lists."""
    arrays = [value if isinstance(value, nd.NDArray) else nd.array(value) for value in values]
    for array in arrays:
        array.attach_grad()
    with autograd.record():
        result = function(*arrays)
    result.backward()
    return [array.grad.asnumpy().tolist() for array in arrays]
