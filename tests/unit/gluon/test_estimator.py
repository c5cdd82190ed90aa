"""Estimator: the loop, its handlers, and what they write."""

from __future__ import annotations

import io
import logging
import re
import shutil
import sys

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, init, nd
from mxnet.gluon import nn
from mxnet.gluon.contrib import estimator as package
from mxnet.gluon.contrib.estimator import Estimator, event_handler
from mxnet.gluon.contrib.estimator.event_handler import (
    CheckpointHandler,
    EarlyStoppingHandler,
    LoggingHandler,
    MetricHandler,
    StoppingHandler,
    ValidationHandler,
)

LOSS = gluon.loss.SoftmaxCrossEntropyLoss()
EVENTS = "train_begin epoch_begin batch_begin batch_end epoch_end train_end".split()


def data(count=10, batch_size=4, **options):
    random = np.random.RandomState(0)
    features, labels = random.rand(count, 3), random.randint(0, 4, count)
    samples = gluon.data.ArrayDataset(nd.array(features), nd.array(labels))
    return gluon.data.DataLoader(samples, batch_size, **options)


def network(**options):
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(4, in_units=3))
    net.initialize(init.One(), **options)
    return net


def make(rate=0.1, **options):
    net = options.pop("net", None) or network()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": rate})
    return Estimator(net, LOSS, trainer=trainer, context=mx.cpu(), **options)


class Recorder(*(getattr(event_handler, name.title().replace("_", "")) for name in EVENTS)):
    """Writes down which events come, with what."""

    def __init__(self):
        self.seen = []


for _event in EVENTS:

    def _record(self, estimator, *args, _event=_event, **kwargs):
        self.seen.append((_event, *sorted(kwargs)))

    setattr(Recorder, _event, _record)


def lines(capsys):
    """Return what was printed, with 0 for times."""
    return re.sub(r"\d+\.\d+s", "0s", capsys.readouterr().out).splitlines()


# ------------------------------------------------------------------------------------- the loop


def test_events_are_called_in_order():
    recorder = Recorder()
    make().fit(data(), epochs=2, event_handlers=recorder)
    done = ("batch_end", "batch", "label", "loss", "pred")
    epoch = [("epoch_begin",), *[("batch_begin", "batch"), done] * 3, ("epoch_end",)]
    assert recorder.seen == [("train_begin",), *epoch, *epoch, ("train_end",)]


def test_evaluation_has_no_training():
    recorder = Recorder()
    make().evaluate(data(), event_handlers=[recorder])
    assert [seen[0] for seen in recorder.seen][::7] == ["epoch_begin", "epoch_end"]
    assert len(recorder.seen) == 8


def test_values_and_lines_of_1_9_1(capsys):
    estimator = make()
    estimator.fit(data(), data(), epochs=1)
    assert lines(capsys) == [
        "Training begin: using optimizer SGD with current learning rate 0.1000 ",
        "Train for 1 epochs.",
        "[Epoch 0] Begin, current learning rate: 0.1000",
        "Validation Begin",
        "[Epoch 0] Finished in 0s, validation accuracy: 0.4000, "
        "validation softmaxcrossentropyloss: 1.3372",
        "[Epoch 0] Finished in 0s, training accuracy: 0.1000, "
        "training softmaxcrossentropyloss: 1.3876",
        "Train finished using total 0s with 1 epochs. training accuracy: 0.1000, "
        "training softmaxcrossentropyloss: 1.3876",
    ]


def test_lines_of_batches(capsys):
    estimator = make()
    handler = LoggingHandler(log_interval=2, metrics=estimator.train_metrics[0])
    estimator.fit(data(), epochs=2, event_handlers=[handler])
    assert [line for line in lines(capsys) if "Batch" in line] == [
        "[Epoch 0][Batch 0][Samples 4] time/interval: 0s training accuracy: 0.0000",
        "[Epoch 0][Batch 2][Samples 10] time/interval: 0s training accuracy: 0.1000",
        "[Epoch 1][Batch 0][Samples 14] time/interval: 0s training accuracy: 0.0000",
        "[Epoch 1][Batch 2][Samples 20] time/interval: 0s training accuracy: 0.4000",
    ]


def test_a_number_of_batches():
    recorder, estimator = Recorder(), make()
    estimator.fit(data(), batches=4, event_handlers=[recorder])
    names = [seen[0] for seen in recorder.seen]
    assert names.count("batch_end") == 4 and names.count("epoch_end") == 2


def test_several_devices_compute_the_same_as_one():
    weights = []
    for devices in ([mx.cpu()], [mx.cpu(0), mx.cpu(1)]):
        net = network(ctx=devices)
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
        estimator = Estimator(net, LOSS, trainer=trainer, context=devices)
        estimator.fit(data(count=9), data(count=9), epochs=2)
        weights.append(net[0].weight.data(mx.cpu()).asnumpy())
    np.testing.assert_allclose(*weights, rtol=1e-5)


def test_another_network_and_loss_for_validation():
    net = network()
    other = nn.HybridSequential(prefix="net_", params=net.collect_params())
    with other.name_scope():
        other.add(nn.Dense(4, in_units=3))
    estimator = make(net=net, val_net=other, val_loss=gluon.loss.SoftmaxCELoss(weight=2.0))
    estimator.evaluate(data())
    twice = estimator.val_metrics[1].get()[1]
    plain = make(net=net)
    plain.evaluate(data())
    np.testing.assert_allclose(twice, 2 * plain.val_metrics[1].get()[1], rtol=1e-6)


def test_custom_batch_processor():
    class Doubled(package.BatchProcessor):
        def fit_batch(self, estimator, train_batch, batch_axis=0):
            features, labels = train_batch
            return super().fit_batch(estimator, [features * 2, labels], batch_axis)

    one, two = make(batch_processor=Doubled()), make()
    for estimator in (one, two):
        estimator.fit(data(), epochs=1)
    assert (one.net[0].weight.data() != two.net[0].weight.data()).asnumpy().any()


def test_parameters_without_values_get_them():
    net = nn.HybridSequential()
    net.add(nn.Dense(4, in_units=3), nn.Dense(2))
    net[0].initialize(init.One())
    with pytest.warns(UserWarning, match="No trainer specified, default SGD .* 0.001") as warned:
        estimator = Estimator(net, LOSS, initializer=init.Zero(), context=mx.cpu())
    assert warned[0].filename == __file__
    assert (net[0].weight.data() == 1).asnumpy().all()
    estimator.evaluate(data())
    assert (net[1].weight.data() == 0).asnumpy().all()
    assert estimator.trainer.learning_rate == 0.001
    with pytest.warns(UserWarning, match="already fully initialized"):
        make(net=net, initializer=init.One())


# ------------------------------------------------------------------------------------- metrics


def test_metrics_are_matched_by_name():
    estimator = make()
    assert [m.name for m in estimator.train_metrics] == [
        "training accuracy", "training softmaxcrossentropyloss",
    ]  # fmt: skip
    mine = make(train_metrics=[mx.metric.Accuracy(), mx.metric.RMSE()])
    assert [m.name for m in mine.val_metrics] == ["validation accuracy", "validation rmse"]
    own = make(val_metrics=mx.metric.CompositeEvalMetric([mx.metric.RMSE()]))
    assert [m.name for m in own.val_metrics] == ["validation rmse"]
    assert len(own.train_metrics) == 2


def test_handlers_see_known_metrics_only():
    estimator = make()
    stranger = LoggingHandler(metrics=[mx.metric.RMSE("x")])
    with pytest.raises(ValueError, match="LoggingHandler refers to a metric instance .*'x'"):
        estimator.fit(data(), epochs=1, event_handlers=[stranger])


def test_the_order_of_handlers():
    estimator = make()
    handlers = estimator._prepare_default_handlers(data(), [Recorder()])
    assert [type(handler).__name__ for handler in handlers] == [
        "GradientUpdateHandler", "MetricHandler", "ValidationHandler", "Recorder",
        "StoppingHandler", "LoggingHandler",
    ]  # fmt: skip
    own_handlers = [MetricHandler(estimator.train_metrics), StoppingHandler(3)]
    assert len(estimator._prepare_default_handlers(None, own_handlers)) == 5
    sizes = [len(part) for part in estimator._categorize_handlers(handlers)]
    assert sizes == [4, 3, 2, 6, 4, 2]


def test_a_handler_can_stop_training():
    class AfterThree(event_handler.BatchEnd):
        count = 0

        def batch_end(self, estimator, *args, **kwargs):
            self.count += 1
            return self.count == 3

    recorder, handler = Recorder(), AfterThree()
    make().fit(data(20), epochs=9, event_handlers=[handler, recorder])
    names = [seen[0] for seen in recorder.seen]
    assert names.count("batch_end") == 3 and names[-2:] == ["epoch_end", "train_end"]


def test_validation_now_and_then():
    calls = []
    handler = ValidationHandler(
        data(), lambda **kwargs: calls.append(sorted(kwargs)), epoch_period=2, batch_period=3
    )
    make().fit(data(), epochs=4, event_handlers=[handler])
    assert len(calls) == 6 and calls[0] == ["batch_axis", "event_handlers", "val_data"]


def test_a_progress_bar(capsys):
    estimator = make()
    estimator.fit(data(), epochs=2, event_handlers=[package.ProgressHandler()])
    output = capsys.readouterr().err
    assert "epoch 0: 100%" in output and "epoch 1: 100%" in output and "3/3" in output
    assert "accuracy=0.4000" in output and "softmaxcrossentropyloss=1.3" in output


def test_logs_are_printed_above_the_progress_bar(monkeypatch):
    both = io.StringIO()  # a terminal
    monkeypatch.setattr(sys, "stdout", both)
    monkeypatch.setattr(sys, "stderr", both)
    estimator = make()
    handlers = estimator.logger.handlers
    estimator.fit(data(), epochs=2, event_handlers=[package.ProgressHandler()])
    assert estimator.logger.handlers == handlers
    lines = re.split(r"[\r\n]", both.getvalue())
    assert sum("[Epoch" in line for line in lines) == 4
    assert all(line.startswith("[Epoch") for line in lines if "[Epoch" in line)


# -------------------------------------------------------------------------------------- stopping


@pytest.mark.parametrize(
    ("options", "stopped"),
    [
        ({"mode": "max"}, 1),
        ({"mode": "max", "patience": 2}, 2),
        ({"mode": "min"}, None),
        ({"mode": "min", "min_delta": 0.5}, 1),
        ({"mode": "min", "baseline": 0.1, "patience": 3}, 2),
    ],
)
def test_early_stopping(options, stopped, capsys):
    estimator = make()
    handler = EarlyStoppingHandler(estimator.val_metrics[1], **options)  # the loss falls
    estimator.fit(data(), data(), epochs=5, event_handlers=[handler])
    assert handler.stop_training == (stopped is not None)
    assert handler.current_epoch == (5 if stopped is None else stopped + 1)
    has_message = (
        "early stopping due to validation softmaxcrossentropyloss" in capsys.readouterr().out
    )
    assert has_message == (stopped is not None)


def test_auto_is_max():
    with pytest.warns(UserWarning, match="`greater` operator .* validation accuracy"):
        EarlyStoppingHandler(make().val_metrics[0])


def test_a_metric_that_is_not_updated_warns():
    estimator = make()
    handler = EarlyStoppingHandler(estimator.val_metrics[0], mode="max")
    with pytest.warns(UserWarning, match="validation accuracy was not updated"):
        estimator.fit(data(), epochs=2, event_handlers=[handler])


# ------------------------------------------------------------------------------------ checkpoints


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def files(*stems):
    return [f"{stem}.{suffix}" for stem in stems for suffix in ("checkpoint", "params", "states")]


def test_checkpoints_of_epochs(tmp_path):
    estimator = make()
    estimator.net.hybridize()
    handler = CheckpointHandler(tmp_path, max_checkpoints=2)
    estimator.fit(data(), epochs=3, event_handlers=[handler])
    assert names(tmp_path) == [
        *files("model-epoch1batch6", "model-epoch2batch9"), "model-symbol.json",
    ]  # fmt: skip
    assert (handler.current_epoch, handler.current_batch) == (3, 9)


def test_checkpoints_of_batches(tmp_path, capsys):
    handler = CheckpointHandler(tmp_path, "b", epoch_period=None, batch_period=2, verbose=1)
    make().fit(data(), batches=5, event_handlers=[handler])
    assert names(tmp_path) == files("b-epoch0batch1", "b-epoch1batch3")
    printed = capsys.readouterr().out
    assert "symbol file) is not saved" in printed
    assert f"saving model at {tmp_path} with prefix: b-epoch1batch3" in printed


def test_the_best_model(tmp_path, capsys):
    estimator = make(rate=-0.1)  # becomes worse
    handler = CheckpointHandler(
        tmp_path, monitor=estimator.val_metrics[1], save_best=True, mode="min", verbose=1
    )
    estimator.fit(data(), data(), epochs=2, event_handlers=[handler])
    assert files("model-best") == names(tmp_path)[:3]
    best, first = (
        nd.load(str(tmp_path / f"model-{n}.params"))["0.weight"] for n in ("best", "epoch0batch3")
    )
    assert (best == first).asnumpy().all()
    printed = capsys.readouterr().out
    assert "improved from inf to" in printed and "did not improve from" in printed


def test_training_resumes_from_a_checkpoint(tmp_path, capsys):
    uninterrupted = make()
    uninterrupted.fit(data(), epochs=4)
    make().fit(data(), epochs=2, event_handlers=[CheckpointHandler(tmp_path)])
    again, handler = make(), CheckpointHandler(tmp_path, resume_from_checkpoint=True)
    again.fit(data(), epochs=4, event_handlers=[handler])
    assert again.max_epoch == 2 and "resumed from epoch 1 batch 6" in capsys.readouterr().out
    assert "model-epoch3batch12.params" in names(tmp_path)
    np.testing.assert_allclose(
        *(e.net[0].weight.data().asnumpy() for e in (uninterrupted, again)), rtol=1e-6
    )
    with pytest.raises(ValueError, match="maximum number of epoch 4 reached"):
        again.fit(data(), epochs=4, event_handlers=[handler])
    with pytest.raises(AssertionError, match="same type of period"):
        again.fit(data(), batches=4, event_handlers=[handler])


@pytest.mark.parametrize("batches", [2, 3, 4])
def test_training_resumes_bit_for_bit(tmp_path, batches):
    """With dropout, in the middle of an epoch of shuffled data."""

    def start():
        mx.random.seed(1)
        np.random.seed(1)
        estimator = make()
        estimator.net.add(nn.Dropout(0.5))
        return estimator, data(shuffle=True)

    def fit(count, **options):
        estimator, loader = start()
        handler = CheckpointHandler(tmp_path / "b", epoch_period=None, batch_period=1, **options)
        estimator.fit(loader, batches=count, event_handlers=[handler])
        return estimator.net[0].weight.data().asnumpy()

    expected = fit(7)
    shutil.rmtree(tmp_path / "b")
    fit(batches)
    np.testing.assert_array_equal(fit(7, resume_from_checkpoint=True), expected)


def test_training_resumes_with_other_data(tmp_path, capsys):
    make().fit(data(shuffle=True), epochs=1, event_handlers=[CheckpointHandler(tmp_path)])
    handler = CheckpointHandler(tmp_path, resume_from_checkpoint=True)
    make().fit(data(), epochs=2, event_handlers=[handler])
    printed = capsys.readouterr().out
    assert "the data starts from the beginning, with other random numbers" in printed
    assert "resumed from epoch 0" in printed


def test_no_checkpoint_to_resume_from(tmp_path, capsys):
    handler = CheckpointHandler(tmp_path / "new", resume_from_checkpoint=True)
    make().fit(data(), epochs=1, event_handlers=[handler])
    assert "No checkpoint found, training from scratch for 1 epochs" in capsys.readouterr().out
    assert names(tmp_path / "new") == files("model-epoch0batch3")


# --------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: make().fit([1], epochs=1), ValueError, "only support input as Gluon DataLoader"),
        (lambda: make().evaluate([1]), ValueError, "only support input as Gluon DataLoader"),
        (lambda: make().fit(data()), ValueError, "one and only one of: epochs or batches"),
        (lambda: make().fit(data(), epochs=1, batches=1), ValueError, "one and only one"),
        (lambda: make().fit(data(), epochs=1, event_handlers=[3]), ValueError, "got: .3."),
        (lambda: Estimator(network(), "mse"), ValueError, "loss must be a Loss"),
        (lambda: make(train_metrics="acc"), ValueError, "must be a Metric or a list of Metric"),
        (lambda: make(val_metrics=["acc"]), ValueError, "must be a Metric or a list of Metric"),
        (lambda: make(batch_processor=3), ValueError, "fit_batch.. and evaluate_batch"),
        (lambda: Estimator(network(), LOSS, context="cpu"), ValueError, "must be a Context"),
        (
            lambda: Estimator(network(), LOSS, context=[mx.gpu(100)]),
            AssertionError,
            r"gpu\(100\) is not available.*mx.cpu\(\)",
        ),
        (
            lambda: Estimator(network(), LOSS, trainer="sgd", context=mx.cpu()),
            ValueError,
            "must be a Gluon Trainer instance",
        ),
        (lambda: LoggingHandler("batch"), ValueError, "either an integer or string 'epoch'"),
        (lambda: EarlyStoppingHandler("acc"), ValueError, "metric objects from estimator"),
    ],
)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_best_needs_a_monitor(tmp_path):
    with pytest.raises(ValueError, match="To save best model only"):
        CheckpointHandler(tmp_path, save_best=True)


def test_each_estimator_has_its_own_logger():
    first, second = make(), make()
    assert first.logger is not second.logger and first.logger.level == logging.INFO
