"""Loss outputs: head gradients, labels out of range, sequences that end early."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


def gradient(function, x, head=None):
    x.attach_grad()
    with autograd.record():
        y = function(x)
    y.backward(head)
    return x.grad.asnumpy()


SCORES, LABEL = nd.array([[1, 2, 4], [0, 1, 0]]), nd.array([1, 2])
HEAD = nd.array([[1, 2, 3], [4, 5, 6]])
IGNORING = {
    "SoftmaxOutput": lambda x: nd.SoftmaxOutput(x, LABEL),
    "LinearRegressionOutput": lambda x: nd.LinearRegressionOutput(x, HEAD),
    "LogisticRegressionOutput": lambda x: nd.LogisticRegressionOutput(x, HEAD),
    "MAERegressionOutput": lambda x: nd.MAERegressionOutput(x, HEAD),
    "MakeLoss": lambda x: nd.MakeLoss(x),
    "make_loss": lambda x: nd.make_loss(x),
    "SVMOutput": lambda x: nd.SVMOutput(x, LABEL),
}


@pytest.mark.parametrize("name", IGNORING)
def test_head_gradient_is_ignored(name):
    plain = gradient(IGNORING[name], SCORES.copy())
    np.testing.assert_array_equal(gradient(IGNORING[name], SCORES.copy(), HEAD), plain)
    assert np.abs(plain).sum() > 0


def test_softmax_output_multiplies_by_it_when_asked():
    """The real MXNet multiplies by the output itself instead, which helps nobody."""
    plain = gradient(lambda x: nd.SoftmaxOutput(x, LABEL), SCORES.copy())
    multiplied = gradient(lambda x: nd.SoftmaxOutput(x, LABEL, out_grad=True), SCORES.copy(), HEAD)
    np.testing.assert_allclose(multiplied, plain * HEAD.asnumpy(), rtol=1e-6)


@pytest.mark.parametrize("attrs", [{}, {"use_ignore": True, "ignore_label": 9}])
@pytest.mark.parametrize("label", [7, -2, float("nan"), 1e30])
def test_a_label_that_names_no_class_is_no_error(label, attrs):
    labels = nd.array([label, 2])
    grad = gradient(lambda x: nd.SoftmaxOutput(x, labels, **attrs), SCORES.copy())
    expected = nd.softmax(SCORES).asnumpy()
    expected[1, 2] -= 1
    np.testing.assert_allclose(grad, expected, rtol=1e-6)


def test_label_smoothing_with_a_single_class():
    grad = gradient(lambda x: nd.SoftmaxOutput(x, LABEL, smooth_alpha=0.3), nd.ones((2, 1)))
    np.testing.assert_array_equal(grad, [[1], [1]])


def test_labels_that_are_variables_have_gradient_0():
    label = LABEL.copy()
    label.attach_grad()
    label.grad[:] = 7
    gradient(lambda x: nd.SoftmaxOutput(x, label), SCORES.copy())
    np.testing.assert_array_equal(label.grad.asnumpy(), [0, 0])


def test_blocked_gradient_is_zero_and_others_flow():
    assert (gradient(lambda x: nd.BlockGrad(x) * x, nd.array([2.0, 3.0])) == [2, 3]).all()
    assert (gradient(nd.BlockGrad, nd.array([2.0, 3.0])) == 0).all()


# ---------------------------------------------------------------------------------------------- CTC

SEQUENCES = nd.array(np.random.RandomState(1).randn(5, 2, 4))


def test_an_impossible_label_costs_nothing():
    """The real MXNet leaves its gradient unset."""
    label = nd.array([[2, 2, 2, 2], [3, 1, 0, 0]])
    assert nd.CTCLoss(SEQUENCES, label).asnumpy()[0] == 0
    grad = gradient(lambda x: nd.CTCLoss(x, label), SEQUENCES.copy())
    assert (grad[:, 0] == 0).all() and np.abs(grad[:, 1]).sum() > 0


def test_labels_that_are_all_empty_cost_the_blanks():
    """The real MXNet answers with foreign memory."""
    loss = nd.CTCLoss(SEQUENCES, nd.zeros((2, 3))).asnumpy()
    blanks = nd.log_softmax(SEQUENCES).asnumpy()[:, :, 0]
    np.testing.assert_allclose(loss, -blanks.sum(0), rtol=1e-5)


def test_values_after_the_sequence_end_may_be_nan():
    label, lengths = nd.array([[1, 2, 0], [3, 1, 0]]), nd.array([3, 5])
    damaged = SEQUENCES.copy()
    damaged[3:, 0] = float("nan")

    def loss(x):
        return nd.CTCLoss(x, label, lengths, use_data_lengths=True)

    assert np.isfinite(loss(damaged).asnumpy()).all()
    np.testing.assert_array_equal(gradient(loss, damaged), gradient(loss, SEQUENCES.copy()))
    assert (gradient(loss, damaged)[3:, 0] == 0).all()


def test_label_lengths_may_be_the_third_input():
    label, lengths = nd.array([[1, 2, 3], [3, 1, 2]]), nd.array([2, 1])
    third = nd.CTCLoss(SEQUENCES, label, lengths, use_label_lengths=True)
    named = nd.CTCLoss(SEQUENCES, label, label_lengths=lengths, use_label_lengths=True)
    np.testing.assert_array_equal(third.asnumpy(), named.asnumpy())


def test_against_losses_known_from_elsewhere():
    """The figures of warp-ctc for a batch of two."""
    data = np.array(
        [
            [[-5, -4, -3, -2, -1], [1.2, 3.4, 1.2, -0.1, -2.34]],
            [[-10, -9, -8, -7, -6], [0.1, 0.2, 0.3, 0.22, 0.123]],
            [[-15, -14, -13, -12, -11], [-15, -14.2, -13.5, -12.2, -11.22]],
        ]
    )
    for dtype in ("float32", "int32"):
        label = nd.array([[2, 3, 1], [2, 0, 0]], dtype=dtype)
        loss = nd.CTCLoss(nd.array(data), label).asnumpy()
        np.testing.assert_allclose(loss, [7.3557, 5.4091], rtol=1e-4)


def test_other_types_of_data():
    for dtype, rtol in (("float64", 1e-6), ("float16", 1e-2)):
        label = nd.array([[1, 2, 0], [3, 1, 0]])
        loss = nd.CTCLoss(SEQUENCES.astype(dtype), label)
        assert np.dtype(loss.dtype) == dtype
        np.testing.assert_allclose(
            loss.asnumpy(), nd.CTCLoss(SEQUENCES, label).asnumpy(), rtol=rtol
        )


def test_scales_beyond_float16_are_infinite():
    data = nd.ones(3, dtype="float16")
    data.attach_grad()
    with autograd.record():
        loss = nd.MakeLoss(data, grad_scale=2.0**40)
    loss.backward()
    assert np.isinf(data.grad.asnumpy()).all()


def test_softmax_output_of_no_samples_with_several_positions():
    with mx.util.np_shape(True):
        data, label = nd.empty((0, 3, 2, 2)), nd.empty((0, 4))
        data.attach_grad()
        with autograd.record():
            loss = nd.SoftmaxOutput(data, label, multi_output=True)
        loss.backward()
    assert loss.shape == data.grad.shape == (0, 3, 2, 2)
