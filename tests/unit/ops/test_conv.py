"""Convolutions where 1.9.1 has no answer: channels last, low precision, columns beyond images."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, nd
from mxnet._ops import OPS

SIZES = {1: (7,), 2: (6, 5), 3: (4, 5, 3)}
LAST = {2: "NHWC", 3: "NDHWC"}


def random(*shape):
    return nd.array(np.random.RandomState(sum(shape)).uniform(-1, 1, shape))


def channels_last(array):
    return nd.array(np.moveaxis(array.asnumpy(), 1, -1))


def with_gradients(operator, inputs, **attrs):
    """Run an operator; return its result and the gradients of the result's square."""
    for array in inputs:
        array.attach_grad()
    with autograd.record():
        result = operator(*inputs, **attrs)
        (result * result).backward()
    return [result.asnumpy(), *(array.grad.asnumpy() for array in inputs)]


@pytest.mark.parametrize("num_group", [1, 2])
@pytest.mark.parametrize("ndim", LAST)
@pytest.mark.parametrize("operator", [nd.Convolution, nd.Deconvolution])
def test_channels_last_is_the_transposed_computation(operator, ndim, num_group):
    data, bias = random(2, 4, *SIZES[ndim]), random(6)
    outer, inner = (6, 4 // num_group) if operator is nd.Convolution else (4, 6 // num_group)
    weight = random(outer, inner, *(2,) * ndim)
    attrs = {"kernel": (2,) * ndim, "stride": (2,) * ndim, "pad": (1,) * ndim, "no_bias": False}
    attrs |= {"num_filter": 6, "num_group": num_group}
    first = with_gradients(operator, [data, weight, bias], **attrs)
    last = with_gradients(
        operator, [channels_last(data), channels_last(weight), bias], layout=LAST[ndim], **attrs
    )
    for ours, expected in zip(
        last[:3], first[:3], strict=True
    ):  # result, gradients of data and weight
        np.testing.assert_allclose(ours, np.moveaxis(expected, 1, -1), 1e-4, 1e-5)
    np.testing.assert_allclose(last[3], first[3], 1e-4, 1e-5)


@pytest.mark.parametrize(("dtype", "error"), [("float16", 2e-3), ("bfloat16", 2e-2)])
@pytest.mark.parametrize("ndim", SIZES)
def test_low_precision(ndim, dtype, error):
    inputs = [random(1, 2, *SIZES[ndim]), random(2, 2, *(2,) * ndim)]
    attrs = {"kernel": (2,) * ndim, "num_filter": 2, "no_bias": True}
    for operator in (nd.Convolution, nd.Deconvolution):
        result = operator(*(array.astype(dtype) for array in inputs), **attrs).astype("float32")
        exact = operator(*inputs, **attrs)
        np.testing.assert_allclose(result.asnumpy(), exact.asnumpy(), atol=error)


def test_int8_is_cut_to_its_ends():
    data = nd.array([[[50, 50, -50, -50, 1, 1]]], dtype="int8")
    weight = nd.array([[[3, 3]]], dtype="int8")
    result = nd.Convolution(data, weight, kernel=2, stride=2, num_filter=1, no_bias=True)
    assert result.dtype == np.int8
    assert result.asnumpy().tolist() == [[[127, -128, 6]]]


@pytest.mark.parametrize("ndim", SIZES)
def test_columns_times_weight_is_convolution(ndim):
    windows = {"kernel": (2,) * ndim, "stride": (2,) * ndim, "pad": (1,) * ndim}
    windows["dilate"] = (2, 1, 1)[:ndim]
    data, weight = random(2, 3, *SIZES[ndim]), random(4, 3, *(2,) * ndim)
    expected = nd.Convolution(data, weight, num_filter=4, no_bias=True, **windows)
    columns = nd.im2col(data, **windows)
    result = np.einsum("fk,bkw->bfw", weight.asnumpy().reshape(4, -1), columns.asnumpy())
    np.testing.assert_allclose(result.reshape(expected.shape), expected.asnumpy(), 1e-4, 1e-5)


@pytest.mark.parametrize("ndim", SIZES)
def test_col2im_is_the_gradient_of_im2col(ndim):
    windows = {"kernel": (2,) * ndim, "stride": (1, 2, 1)[:ndim], "pad": (1, 0, 1)[:ndim]}
    data = random(2, 3, *SIZES[ndim])
    data.attach_grad()
    with autograd.record():
        columns = nd.im2col(data, **windows)
    head = random(*columns.shape)
    columns.backward(head)
    image = nd.col2im(head, output_size=SIZES[ndim], **windows)
    np.testing.assert_allclose(image.asnumpy(), data.grad.asnumpy(), 1e-5, 1e-6)


@pytest.mark.parametrize(
    ("name", "layout", "data", "weight"),
    [
        ("Convolution", None, (2, 4, 8, 8), (6, 2, 3, 2)),
        ("Convolution", "NHWC", (2, 8, 8, 4), (6, 3, 2, 2)),
        ("Deconvolution", None, (2, 4, 8, 8), (4, 3, 3, 2)),
        ("Deconvolution", "NHWC", (2, 8, 8, 4), (4, 3, 2, 3)),
    ],
)
@pytest.mark.parametrize("no_bias", [False, True])
def test_parameter_shapes(name, layout, data, weight, no_bias):
    attrs = {
        "kernel": (3, 2),
        "num_filter": 6,
        "num_group": 2,
        "layout": layout,
        "no_bias": no_bias,
    }
    shapes = OPS[name].infer_params({"data": data, "weight": None, "bias": None}, attrs)
    assert shapes == ({"weight": weight} if no_bias else {"weight": weight, "bias": (6,)})
    assert OPS[name].infer_params({"data": None, "weight": None, "bias": None}, attrs) == {}


@pytest.mark.parametrize("operator", [nd.Convolution, nd.Deconvolution])
def test_second_order(operator):
    x, weight = random(1, 1, 4, 4), nd.ones((1, 1, 2, 2))
    x.attach_grad()
    with autograd.record():
        y = operator(x * x * x, weight, kernel=(2, 2), num_filter=1, no_bias=True)
        (first,) = autograd.grad([y], [x], create_graph=True)
    first.backward()
    # d/dx of 3 x^2 times the number of windows that an element is in
    counts = np.outer([1, 2, 2, 1], [1, 2, 2, 1]) if operator is nd.Convolution else 4
    np.testing.assert_allclose(x.grad.asnumpy()[0, 0], 6 * x.asnumpy()[0, 0] * counts, 1e-4, 1e-5)
