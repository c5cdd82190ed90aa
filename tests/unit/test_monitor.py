"""The monitor: statistics of the arrays of executors. Plain use is in gluon/cases/."""

from __future__ import annotations

import logging

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def executor():
    """Bind a small network."""
    out = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    arrays = {"data": nd.ones((1, 3)), "fc_weight": nd.ones((2, 3)), "fc_bias": nd.ones((2,)) * 2}
    return mx.sym.relu(out, name="act").bind(mx.cpu(), arrays)


def names(rows):
    return [name for _, name, _ in rows]


def test_outputs_and_weights_of_an_executor():
    bound, monitor = executor(), mx.monitor.Monitor(1, lambda x: x.sum())
    monitor.install(bound)
    monitor.tic()
    bound.forward()
    rows = monitor.toc()
    values = {name: float(text) for _, name, text in rows}
    assert values["fc_output"] == values["act_output"] == 10
    assert values["fc_weight"] == 6 and values["fc_bias"] == 4 and values["data"] == 3
    assert {step for step, *_ in rows} == {1}


def test_every_second_batch():
    bound, monitor = executor(), mx.monitor.Monitor(2)
    monitor.install(bound)
    counts = []
    for _ in range(4):
        monitor.tic()
        bound.forward()
        counts.append(len(monitor.toc()))
    assert [bool(count) for count in counts] == [True, False, True, False]


def test_names_by_pattern_and_in_order():
    bound = executor()
    monitor = mx.mon.Monitor(1, pattern=".*fc.*", sort=True)
    monitor.install(bound)
    monitor.tic()
    bound.forward()
    assert names(monitor.toc()) == ["fc_bias", "fc_output", "fc_weight"]


def test_the_usual_statistic_is_the_mean_size():
    monitor = mx.mon.Monitor(1)
    monitor.tic()
    monitor.stat_helper("x", nd.array([3.0, -4.0]))
    assert float(monitor.queue[0][2].asscalar()) == pytest.approx(np.sqrt(25 / 2))


def test_printing(caplog):
    caplog.set_level(logging.INFO)
    monitor = mx.mon.Monitor(1, lambda x: x)
    monitor.tic()
    monitor.stat_helper("x", nd.array([3.0, 4.0]))
    monitor.toc_print()
    assert "Batch:       1 x                              [3. 4.]" in caplog.text


def test_a_statistic_is_an_array():
    monitor = mx.mon.Monitor(1, lambda x: 5)
    monitor.tic()
    monitor.stat_helper("x", nd.array([1.0]))
    with pytest.raises(
        AssertionError, match="stat_func must return NDArrays, for x it returned int"
    ):
        monitor.toc()


def test_results_do_not_share_memory():
    x = mx.sym.var("x")
    parts = [mx.sym.slice_axis(x, axis=0, begin=1, end=3), x.reshape((2, 2))]
    parts.append(parts[1].reshape((4,)))
    bound = mx.sym.Group(parts).bind(mx.cpu(), {"x": nd.arange(4)})
    bound.set_monitor_callback(lambda name, array: None)
    first, second, third = bound.forward()
    bound.arg_arrays[0][:] = 9
    second[:] = 8
    assert first.asnumpy().tolist() == [1, 2]
    assert third.asnumpy().tolist() == [0, 1, 2, 3]


X = np.array([[1, 2, 3, 6], [3, 2, 5, 2]], np.float32)
NORMALIZATIONS = [
    # layer, training, what 1.9.1 shows besides the output
    (mx.sym.BatchNorm, True, {"n_mean": [2, 2, 4, 4], "n_var": [0.9995, 31.6228, 0.9995, 0.4999]}),
    (mx.sym.BatchNorm, False, {"n_mean": [0] * 4, "n_var": [0.9995] * 4}),
    (mx.sym.LayerNorm, True, {"n_mean": [3, 3], "n_std": [1.8708, 1.2247]}),
]


@pytest.mark.parametrize(("layer", "training", "statistics"), NORMALIZATIONS)
def test_statistics_of_normalizations(layer, training, statistics):
    bound = layer(mx.sym.var("data"), name="n").simple_bind(mx.cpu(), data=X.shape)
    bound.arg_dict["data"][:] = X
    for state, value in (("n_moving_mean", 0), ("n_moving_var", 1)):
        if state in bound.aux_dict:
            bound.aux_dict[state][:] = value
    monitor = mx.mon.Monitor(1, lambda x: x, sort=False)
    monitor.install(bound)
    monitor.tic()
    bound.forward(is_train=training)
    shown = {name: value.asnumpy().ravel() for _, name, value in monitor.queue}
    assert list(shown) == ["n_output", *statistics]
    for name, expected in statistics.items():
        np.testing.assert_allclose(shown[name], expected, rtol=1e-4)
    bound.backward(nd.ones(X.shape))
    gradients = ["n_backward_output0", "n_backward_output1", "n_backward_output2"]
    assert [name for _, name, _ in monitor.queue][len(shown) :] == gradients


@pytest.mark.parametrize(
    ("make", "inputs"),
    [
        (lambda *x: mx.sym.InstanceNorm(*x, name="n"), ["data", "gamma", "beta"]),
        (lambda *x: mx.sym.SequenceMask(*x, True, name="n"), ["data", "sequence_length"]),
        (lambda x: mx.sym.SwapAxis(x, name="n"), ["data"]),
        (lambda x: mx.sym.L2Normalization(x, name="n"), ["data"]),
    ],
    ids=["InstanceNorm", "SequenceMask", "SwapAxis", "L2Normalization"],
)
def test_gradients_of_old_operators_have_the_names_of_inputs(make, inputs):
    shapes = {"data": (2, 3, 4), "sequence_length": (3,)}
    output = make(*map(mx.sym.var, inputs))
    bound = output.simple_bind(mx.cpu(), **{n: shapes[n] for n in inputs if n in shapes})
    seen = []
    bound.set_monitor_callback(lambda name, array: seen.append(name.decode()))
    bound.forward(is_train=True)
    seen.clear()
    bound.backward(nd.ones(bound.outputs[0].shape))
    assert seen == [f"n_backward_{name}" for name in inputs]


def test_a_monitor_set_between_the_passes_sees_the_mode_of_the_first():
    symbol = mx.sym.cast_storage(mx.sym.Dropout(mx.sym.var("x"), p=0.5), stype="row_sparse")
    executor = symbol.simple_bind(mx.cpu(), x=(40, 2))
    executor.arg_dict["x"][:] = 1
    (output,) = executor.forward(is_train=True)
    executor.set_monitor_callback(lambda name, array: None)
    executor.backward(mx.nd.ones((40, 2)))
    assert (executor.grad_dict["x"].asnumpy() == output.asnumpy()).all()
    assert set(output.asnumpy().ravel()) == {0, 2}
