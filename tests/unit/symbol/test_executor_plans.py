"""Executors on plans: the same results and gradients as the plain graph, which monitors see."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, sym
from mxnet._graph.run.runner import PlannedRun

DATA = sym.var("data")


def dense(data, units, name, activation=None):
    out = sym.FullyConnected(data, num_hidden=units, name=name)
    return out if activation is None else sym.Activation(out, act_type=activation)


def perceptron(units=4, dropout=0.0):
    hidden = sym.Dropout(dense(DATA, 8, "first", "relu"), p=dropout)
    return dense(hidden, units, "second")


def convolutions():
    body = sym.Convolution(DATA, num_filter=4, kernel=(3, 3), name="conv")
    body = sym.Activation(sym.BatchNorm(body, name="norm", fix_gamma=False), act_type="relu")
    body = sym.Pooling(body, kernel=(2, 2), stride=(2, 2), pool_type="max")
    return sym.SoftmaxOutput(dense(body, 3, "last"), name="softmax")


MATRIX, IMAGES = (6, 5), (6, 2, 6, 6)
# name: (symbol, shape of the data, whether a training plan runs it)
NETWORKS = {
    "softmax": (sym.SoftmaxOutput(perceptron(), name="softmax"), MATRIX, True),
    "softmax with options": (
        sym.SoftmaxOutput(
            perceptron(), name="softmax", grad_scale=0.5, use_ignore=True, ignore_label=1,
            normalization="valid", smooth_alpha=0.1,
        ),
        MATRIX,
        True,
    ),
    "softmax with a head": (
        sym.SoftmaxOutput(perceptron(), name="softmax", out_grad=True), MATRIX, True,
    ),
    "dropout": (sym.SoftmaxOutput(perceptron(dropout=0.5), name="softmax"), MATRIX, True),
    "linear": (sym.LinearRegressionOutput(perceptron(), name="lin", grad_scale=3), MATRIX, True),
    "logistic": (sym.LogisticRegressionOutput(perceptron(), name="log"), MATRIX, True),
    "absolute": (sym.MAERegressionOutput(perceptron(1), name="mae"), MATRIX, True),
    "hinge": (sym.SVMOutput(perceptron(), name="svm", margin=0.3), MATRIX, True),
    "linear hinge": (sym.SVMOutput(perceptron(), name="svm", use_linear=True), MATRIX, True),
    "loss": (
        sym.MakeLoss(sym.square(perceptron()), grad_scale=0.3, normalization="valid"), MATRIX, True,
    ),
    "plain loss": (sym.make_loss(sym.mean(sym.square(perceptron()), axis=1)), MATRIX, True),
    "two losses": (
        sym.Group([
            sym.SoftmaxOutput(perceptron(), name="softmax"),
            sym.MakeLoss(sym.square(DATA), name="size"),
        ]),
        MATRIX,
        True,
    ),
    "a blocked output": (
        sym.Group([sym.SoftmaxOutput(perceptron(), name="softmax"), sym.BlockGrad(DATA)]),
        MATRIX,
        False,
    ),
    "convolutions": (convolutions(), IMAGES, False),
}  # fmt: skip


def make_executor(name, grad_req="write", watched=False):
    """Return an executor whose arrays hold the same random numbers each time."""
    symbol, shape, _ = NETWORKS[name]
    executor = symbol.simple_bind(mx.cpu(), grad_req=grad_req, data=shape)
    random = np.random.RandomState(0)
    for key, array in executor.arg_dict.items():
        if key.endswith("label"):
            values = random.randint(0, 3, array.shape)
        else:
            values = random.uniform(-1, 1, array.shape)
        array[:] = nd.array(values)
    for array in executor.grad_arrays:
        if array is not None:
            array[:] = 1
    executor.aux_dict.get("norm_moving_var", nd.zeros(1))[:] = 0.5
    if watched:
        executor.set_monitor_callback(lambda name, array: None)
    return executor


def run(executor, steps=2):
    mx.random.seed(5)
    for _ in range(steps):
        executor.forward(is_train=True)
        executor.backward()
    return values(executor)


def values(executor):
    arrays = {**executor.output_dict, **executor.aux_dict}
    arrays |= {f"gradient of {n}": a for n, a in executor.grad_dict.items() if a is not None}
    return {name: array.asnumpy() for name, array in arrays.items()}


def check(ours, theirs):
    assert ours.keys() == theirs.keys()
    for name, array in ours.items():
        np.testing.assert_allclose(array, theirs[name], 1e-5, 1e-6, err_msg=name)


# ------------------------------------------------------------------------------------- training


@pytest.mark.parametrize("grad_req", ["write", "add", {"first_weight": "add", "data": "write"}])
@pytest.mark.parametrize("name", NETWORKS)
def test_training_is_that_of_the_plain_graph(name, grad_req):
    executor = make_executor(name, grad_req)
    check(run(executor), run(make_executor(name, grad_req, watched=True)))
    if NETWORKS[name][2]:
        assert isinstance(executor._recorded, PlannedRun)


def test_gradients_given_for_heads():
    symbol = sym.Group([perceptron(), sym.tanh(DATA)])
    results = []
    for watched in (False, True):
        executor = symbol.simple_bind(mx.cpu(), data=MATRIX)
        for number, array in enumerate(executor.arg_arrays):
            array[:] = nd.arange(array.size).reshape(array.shape) / 30 - number / 5
        if watched:
            executor.set_monitor_callback(lambda name, array: None)
        executor.forward(is_train=True)
        heads = [nd.ones((6, 4)) * 0.5, nd.arange(30).reshape(MATRIX)]
        executor.backward(heads)
        results.append(values(executor))
        assert heads[0].asnumpy().tolist() == [[0.5] * 4] * 6
    check(*results)


def test_arrays_stay_the_same_and_views_of_gradients_see_new_ones():
    executor = make_executor("softmax")
    outputs, gradients = executor.outputs, executor.grad_dict
    part = gradients["first_weight"][0:2]
    first = run(executor)
    assert executor.outputs[0] is outputs[0]
    assert executor.grad_dict["second_bias"] is gradients["second_bias"]
    np.testing.assert_array_equal(part.asnumpy(), first["gradient of first_weight"][:2])


def test_gradients_that_were_read_do_not_change_later():
    executor = make_executor("linear")
    run(executor)
    kept = executor.grad_dict["first_weight"].copy()
    before = kept.asnumpy()
    executor.arg_dict["data"][:] *= 2
    run(executor)
    np.testing.assert_array_equal(kept.asnumpy(), before)
    assert not np.allclose(executor.grad_dict["first_weight"].asnumpy(), before)


def test_backward_again_and_after_inference():
    executor = make_executor("dropout")
    mx.random.seed(3)
    executor.forward(is_train=True)
    executor.backward()
    once = values(executor)
    executor.backward()
    check(values(executor), once)
    executor.forward(is_train=False)
    executor.backward()
    theirs = make_executor("dropout", watched=True)
    theirs.forward(is_train=False)
    theirs.backward()
    check(values(executor), values(theirs))


def test_another_shape_runs_the_same_plan():
    executor = make_executor("softmax")
    run(executor)
    smaller = executor.reshape(partial_shaping=True, data=(3, 5))
    assert smaller._runner is executor._runner
    small = run(smaller)
    assert small["softmax_output"].shape == (3, 4)
    np.testing.assert_allclose(small["softmax_output"], run(executor)["softmax_output"][:3], 1e-6)


def test_errors_name_the_node():
    executor = sym.SoftmaxOutput(perceptron(), name="softmax").simple_bind(mx.cpu(), data=MATRIX)
    executor.arg_dict["second_bias"]._t = nd.zeros(3)._t
    with pytest.raises(mx.MXNetError, match="in node 'second'.*bias"):
        executor.forward(is_train=True)


# ------------------------------------------------------------------------------------ inference


@pytest.mark.parametrize("name", NETWORKS)
def test_inference_is_that_of_the_plain_graph(name):
    executor, theirs = make_executor(name, "null"), make_executor(name, "null", watched=True)
    for step in range(3):
        for each in (executor, theirs):
            each.arg_dict["data"][:] += step
            each.forward(is_train=False)
        check(values(executor), values(theirs))


def test_parameters_that_change_between_inferences_count():
    executor, theirs = make_executor("convolutions"), make_executor("convolutions", watched=True)
    for _ in range(3):
        for each in (executor, theirs):
            each.forward(is_train=True)
            each.backward()
            each.arg_dict["conv_weight"][:] -= 0.1 * each.grad_dict["conv_weight"]
            each.forward(is_train=False)
        check(values(executor), values(theirs))


def test_data_of_a_bound_executor_are_found_out():
    symbol = convolutions()
    arrays = make_executor("convolutions").arg_dict
    states = {"norm_moving_mean": nd.zeros(4), "norm_moving_var": nd.ones(4)}
    executor = symbol.bind(mx.cpu(), arrays, aux_states=states)
    theirs = symbol.bind(mx.cpu(), arrays, aux_states=states)
    theirs.set_monitor_callback(lambda name, array: None)
    for step in range(4):
        arrays["data"][:] += 1
        if step == 3:
            arrays["conv_weight"][:] *= 2
        executor.forward()
        theirs.forward()
        check(values(executor), values(theirs))
    positions = executor._binding.positions
    assert {positions["data"], positions["conv_weight"]} >= executor._runner._data
    assert positions["data"] in executor._runner._data


def test_data_given_to_forward():
    executor, theirs = (
        make_executor("softmax", "null"),
        make_executor("softmax", "null", watched=True),
    )
    for step in range(3):
        data = nd.ones(MATRIX) * step
        executor.forward(data=data)
        theirs.forward(data=data)
        check(values(executor), values(theirs))
