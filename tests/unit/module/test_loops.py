"""fit, score and predict: callbacks, logs, batches, monitors."""

import logging

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

from .trajectories import data, mlp


def rows(batch=8, labels=True):
    samples, classes = data(3)
    return mx.io.NDArrayIter(samples[:22], classes[:22] if labels else None, batch)


@pytest.fixture
def fitted_module():
    module = mx.mod.Module(mlp(mx))
    module.fit(rows(), num_epoch=1)
    return module


def test_arguments_of_callbacks():
    seen = []
    module = mx.mod.Module(mlp(mx))
    module.fit(
        rows(),
        eval_data=rows(),
        num_epoch=3,
        begin_epoch=2,
        batch_end_callback=[lambda p: seen.append(("batch", p.epoch, p.nbatch))],
        epoch_end_callback=lambda e, s, a, x: seen.append(("epoch", e, s.name, sorted(a), x)),
        eval_batch_end_callback=lambda p: seen.append(("eval batch", p.epoch, p.nbatch)),
        eval_end_callback=lambda p: seen.append(("eval", p.epoch, p.nbatch, p.locals["self"])),
    )
    names = ["fc1_bias", "fc1_weight", "fc2_bias", "fc2_weight"]
    assert seen == [
        ("batch", 2, 0),
        ("batch", 2, 1),
        ("batch", 2, 2),
        ("epoch", 2, "softmax", names, {}),
        ("eval batch", 2, 0),
        ("eval batch", 2, 1),
        ("eval batch", 2, 2),
        ("eval", 2, 3, module),
    ]


def test_batch_callbacks_see_the_loop():
    seen = {}
    mx.mod.Module(mlp(mx)).fit(
        rows(), num_epoch=1, batch_end_callback=lambda param: seen.update(param.locals)
    )
    assert {"self", "data_batch", "epoch", "nbatch", "eval_metric", "train_data"} <= set(seen)


def test_the_log(caplog):
    with caplog.at_level(logging.INFO):
        mx.mod.Module(mlp(mx)).fit(rows(), rows(), num_epoch=1, validation_metric="ce")
    lines = [record.getMessage() for record in caplog.records]
    assert lines[0].startswith("Epoch[0] Train-accuracy=0.")
    assert lines[1].startswith("Epoch[0] Time cost=")
    assert lines[2].startswith("Epoch[0] Validation-cross-entropy=1.")


def test_a_speedometer_does_not_change_the_metric_of_the_epoch(caplog):
    module = mx.mod.Module(mlp(mx))
    module.bind(rows().provide_data, rows().provide_label)
    module.init_params(mx.init.One())
    with caplog.at_level(logging.INFO), pytest.warns(UserWarning, match="already initialized"):
        module.fit(
            rows(),
            num_epoch=1,
            optimizer_params={"learning_rate": 0.0},
            batch_end_callback=mx.callback.Speedometer(8, 2),
        )
    text = caplog.text
    assert "Epoch[0] Batch [0-2]\tSpeed:" in text
    score = module.score(rows(), "acc")[0][1]
    assert f"Epoch[0] Train-accuracy={score:f}" in text


def test_checkpoints_while_training(tmp_path):
    prefix = str(tmp_path / "net")
    module = mx.mod.Module(mlp(mx))
    module.fit(
        rows(),
        num_epoch=4,
        epoch_end_callback=[
            mx.callback.do_checkpoint(prefix, period=2),
            mx.callback.module_checkpoint(module, f"{prefix}-m", 3, save_optimizer_states=True),
        ],
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "net-0002.params", "net-0004.params", "net-m-0003.params", "net-m-0003.states",
        "net-m-symbol.json", "net-symbol.json",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda m: m.fit(rows()), AssertionError, "please specify number of epochs"),
        (
            lambda m: m.predict(None),
            ValueError,
            "must be of type NDArray or DataIter, got NoneType",
        ),
        (
            lambda m: mx.mod.Module(mlp(mx)).fit(
                mx.io.NDArrayIter(np.ones((3, 3)), np.ones(3), 8, last_batch_handle="discard"),
                num_epoch=1,
            ),
            ValueError,
            "train_data gives no batch in epoch 0",
        ),
        (
            lambda m: mx.mod.BaseModule().forward(None),
            NotImplementedError,
            "does not define forward",
        ),
        (
            lambda m: mx.mod.BaseModule().get_states(),
            AssertionError,
            "BaseModule: call bind before",
        ),
    ],
)
def test_errors(fitted_module, call, kind, text):
    with pytest.raises(kind, match=text):
        call(fitted_module)


def test_scores(fitted_module):
    both = fitted_module.score(rows(), ["acc", "ce"])
    assert [name for name, _ in both] == ["accuracy", "cross-entropy"]
    assert fitted_module.score(rows(), "acc", num_batch=1) == [
        ("accuracy", both_first(fitted_module))
    ]
    assert np.isnan(fitted_module.score(exhausted_iterator(), "acc", reset=False)[0][1])


def both_first(module):
    batch = rows().next()
    module.forward(batch, is_train=False)
    guess = module.get_outputs()[0].asnumpy().argmax(axis=1)
    return float((guess == batch.label[0].asnumpy()).mean())


def exhausted_iterator():
    batches = rows()
    list(batches)
    return batches


def test_predictions(fitted_module):
    all_rows = fitted_module.predict(rows()).asnumpy()
    assert all_rows.shape == (22, 4)
    assert fitted_module.predict(rows(), num_batch=2).shape == (16, 4)
    parts = fitted_module.predict(rows(), merge_batches=False)
    assert [part[0].shape for part in parts] == [(8, 4), (8, 4), (6, 4)]
    assert isinstance(fitted_module.predict(rows(), always_output_list=True), list)
    assert fitted_module.predict(exhausted_iterator(), reset=False) == []
    samples = data(3)[0][:22]
    for source in (samples, nd.array(samples), rows(labels=False)):
        np.testing.assert_allclose(fitted_module.predict(source).asnumpy(), all_rows, rtol=1e-5)
    numbers = [
        (n, outputs[0].shape[0], b.pad) for outputs, n, b in fitted_module.iter_predict(rows())
    ]
    assert numbers == [(0, 8, 0), (1, 8, 0), (2, 6, 2)]


def test_predictions_of_several_outputs(fitted_module):
    symbol = mx.sym.Group(
        [fitted_module.symbol, fitted_module.symbol.get_internals()["fc1_output"]]
    )
    module = mx.mod.Module(symbol)
    module.bind(rows().provide_data, rows().provide_label, for_training=False)
    module.set_params(*fitted_module.get_params())
    scores, inside = module.predict(rows())
    np.testing.assert_allclose(scores.asnumpy(), fitted_module.predict(rows()).asnumpy(), 1e-6)
    weight, bias = (fitted_module.get_params()[0][f"fc1_{kind}"] for kind in ("weight", "bias"))
    data = mx.nd.concat(*(batch.data[0] for batch in rows()), dim=0)[:22]
    expected = mx.nd.FullyConnected(data, weight, bias, num_hidden=6)
    np.testing.assert_allclose(inside.asnumpy(), expected.asnumpy(), 1e-5, 1e-6)


# ------------------------------------------------------------------------------------ monitors


def test_a_monitor_sees_forward_and_backward():
    module = mx.mod.Module(mlp(mx))
    module.bind([("data", (8, 3))], [("softmax_label", (8,))])
    monitor = mx.mon.Monitor(2, stat_func=lambda array: nd.array([array.size]))
    module.install_monitor(monitor)
    module.init_params()
    batch = rows().next()
    results = []
    for _ in range(3):
        monitor.tic()
        module.forward_backward(batch)
        results.append(monitor.toc())
    assert [len(rows_of_batch) for rows_of_batch in results] == [19, 0, 19]
    names = [name for _, name, _ in results[0]]
    assert names[:4] == ["fc1_output", "act1_output", "fc2_output", "softmax_output"]
    assert names[4:13] == [
        "softmax_backward_output0", "softmax_backward_output1", "fc2_backward_output0",
        "fc2_backward_output1", "fc2_backward_output2", "act1_backward_output",
        "fc1_backward_output0", "fc1_backward_output1", "fc1_backward_output2",
    ]  # fmt: skip
    assert {n: text for _, n, text in results[0]}["fc2_backward_output1"] == "24.0\t"
    assert results[2][0][0] == 3


def test_gradients_that_a_monitor_sees():
    module = mx.mod.Module(mlp(mx))
    module.bind([("data", (8, 3))], [("softmax_label", (8,))])
    module.init_params()
    seen = {}
    executor = module._exec_group.execs[0]
    executor.set_monitor_callback(lambda name, array: seen.update({name: array.asnumpy()}))
    module.forward_backward(rows().next())
    for name, operator in (
        ("fc1_weight", b"fc1_backward_output1"),
        ("fc2_bias", b"fc2_backward_output2"),
    ):
        np.testing.assert_allclose(seen[operator], executor.grad_dict[name].asnumpy())
    assert (seen[b"softmax_backward_output1"] == 0).all()


def test_a_monitor_in_fit(caplog):
    with caplog.at_level(logging.INFO):
        mx.mod.Module(mlp(mx)).fit(rows(), num_epoch=1, monitor=mx.mon.Monitor(3, pattern="fc1_.*"))
    assert "Batch:       1 fc1_output                     " in caplog.text
    assert "fc1_weight" in caplog.text
    assert "softmax" not in caplog.text.replace("softmax_label", "")
