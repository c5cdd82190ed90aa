"""What estimators have beyond 1.9.1: history, bars, arrays as data, guards, rates, TensorBoard."""

from __future__ import annotations

import io
import re
import sys

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon.contrib import GradientAccumulator
from mxnet.gluon.contrib.estimator import (
    CheckpointHandler,
    GradientAccumulationHandler,
    History,
    LoggingHandler,
    NanGuardHandler,
    PlateauHandler,
    ProgressHandler,
    RateSearch,
    TensorBoardHandler,
    ValidationHandler,
)
from tests.unit.gluon.test_estimator import data, make, network


def arrays(count=10):
    (features, labels), *_ = data(count, count)
    return features, labels


# --------------------------------------------------------------------------------------- history


def test_fit_returns_the_metrics_of_epochs():
    estimator = make()
    history = estimator.fit(data(), data(), epochs=3)
    assert len(history) == 3
    assert history.names == [
        "training accuracy", "training softmaxcrossentropyloss", "validation accuracy",
        "validation softmaxcrossentropyloss", "learning rate", "seconds",
    ]  # fmt: skip
    assert history["training accuracy"][-1] == estimator.train_metrics[0].get()[1]
    assert history["validation accuracy"][-1] == estimator.val_metrics[0].get()[1]
    assert history["learning rate"] == [0.1] * 3
    assert list(history) == history.epochs and history[-1] is history.epochs[2]
    assert "training accuracy" in history and "accuracy" not in history
    losses = history["validation softmaxcrossentropyloss"]
    assert losses == sorted(losses, reverse=True)
    assert history.best("validation softmaxcrossentropyloss", "min") == 2
    assert "3 epochs" in repr(history) and "training accuracy: 0." in repr(history)
    with pytest.raises(KeyError, match="no values of 'accuracy'; there are training accuracy"):
        history["accuracy"]


def test_an_epoch_without_validation_has_no_value():
    estimator = make()
    every_second = ValidationHandler(data(), estimator.evaluate, epoch_period=2)
    history = estimator.fit(data(), epochs=3, event_handlers=[every_second])
    assert [value is None for value in history["validation accuracy"]] == [True, False, True]
    assert history._repr_html_().count("<td></td>") == 4  # two metrics in two epochs


def test_curves(tmp_path):
    history = make().fit(data(), data(), epochs=2)
    figure = history.plot()
    titles = [axes.get_title() for axes in figure.axes]
    assert titles == ["accuracy", "softmaxcrossentropyloss"]
    training, validation = figure.axes[1].lines
    assert list(training.get_ydata()) == history["training softmaxcrossentropyloss"]
    assert (training.get_label(), validation.get_label()) == ("training", "validation")
    figure.savefig(tmp_path / "history.png")
    assert all(tick == round(tick) for axes in figure.axes for tick in axes.get_xticks())
    assert [axes.get_title() for axes in history.plot(["learning rate"]).axes] == ["learning rate"]


def test_a_history_for_notebooks():
    history = History()
    assert repr(history) == "History without epochs"
    history.epochs += [{"training <a>": 0.25}, {"training <a>": 0.5}]
    assert history._repr_html_().endswith(
        '<table class="mxnet"><tr><th>epoch</th><th>training &lt;a&gt;</th></tr>'
        "<tr><td>0</td><td>0.25</td></tr><tr><td>1</td><td>0.5</td></tr></table>"
    )


# ------------------------------------------------------------------------------------------ data


def test_arrays_and_datasets_are_loaded():
    features, labels = arrays()
    weights = []
    for source in (
        data(batch_size=10),
        (features, labels),
        (features.asnumpy(), labels.asnumpy()),
        gluon.data.ArrayDataset(features, labels),
    ):
        estimator = make()
        history = estimator.fit(source, source, epochs=2, batch_size=10)
        assert len(history) == 2 and estimator.batches_per_epoch == 1
        weights.append(estimator.net[0].weight.data().asnumpy())
    for other in weights[1:]:
        np.testing.assert_allclose(other, weights[0], rtol=1e-5)


def test_evaluate_returns_values():
    estimator = make()
    values = estimator.evaluate(arrays())
    assert values == dict(metric.get() for metric in estimator.val_metrics)


def test_validation_lines_have_the_number_of_their_epoch(capsys):
    make().fit(data(), data(), epochs=3)
    lines = capsys.readouterr().out.splitlines()
    numbers = [line[:9] for line in lines if "Finished in" in line and "validation" in line]
    assert numbers == ["[Epoch 0]", "[Epoch 1]", "[Epoch 2]"]


# ------------------------------------------------------------------------------------------ bars


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Notebook(io.StringIO):
    __module__ = "ipykernel.iostream"


@pytest.mark.parametrize(
    ("options", "is_shown"),
    [
        ({}, True),
        ({"progress": False}, False),
        ({"event_handlers": [LoggingHandler()]}, False),
        ({"event_handlers": [LoggingHandler()], "progress": True}, True),
    ],
    ids=["by default", "switched off", "beside a log", "beside a log, on request"],
)
@pytest.mark.parametrize("kind", [Terminal, Notebook])
def test_a_bar_on_terminals_and_in_notebooks(monkeypatch, kind, options, is_shown):
    screen = kind()
    monkeypatch.setattr(sys, "stderr", screen)
    if kind is Notebook:
        monkeypatch.setattr(sys, "stdout", screen)
    make().fit(data(), epochs=2, **options)
    assert ("epoch 1: " in screen.getvalue()) == is_shown


def test_no_bar_in_a_pipe(capsys):
    make().fit(data(), epochs=1)
    assert capsys.readouterr().err == ""
    make().fit(data(), epochs=1, progress=True)
    assert "3/3" in capsys.readouterr().err


def test_progress_bar_is_removed_when_training_is_interrupted(capsys):
    estimator = make()
    before = list(estimator.logger.handlers)
    bar = ProgressHandler()
    with pytest.raises(ValueError, match="data and labels, got one array"):
        estimator.fit(gluon.data.SimpleDataset([1.0]), epochs=1, event_handlers=[bar])
    assert estimator.logger.handlers == before and bar._bar is None


# --------------------------------------------------------------------------------------- gradients


def step_with(net, batches, **options):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    with GradientAccumulator(trainer, **options) as accumulator:
        updates = []
        for features, labels in batches:
            with autograd.record():
                loss = loss_of(net(features), labels)
            loss.backward()
            updates.append(accumulator.step(len(features)))
    return updates, net[0].weight.data().asnumpy()


def test_batches_together_are_one_batch():
    features, labels = arrays(8)
    parts = [(features[i : i + 2], labels[i : i + 2]) for i in range(0, 8, 2)]
    net = network()
    updates, parted = step_with(net, parts, steps=4)
    assert updates == [False, False, False, True]
    assert net[0].weight.grad_req == "write"
    np.testing.assert_allclose(parted, step_with(network(), [(features, labels)])[1], rtol=1e-5)


def test_remaining_batches_make_a_step():
    features, labels = arrays(6)
    parts = [(features[:4], labels[:4]), (features[4:], labels[4:])]
    updates, parted = step_with(network(), parts, steps=5)
    assert updates == [False, False]
    np.testing.assert_allclose(parted, step_with(network(), [(features, labels)])[1], rtol=1e-5)


@pytest.mark.parametrize("steps", [1, 2])
def test_the_norm_of_the_mean_gradient_is_bounded(steps):
    features, labels = arrays(8)
    net = network()
    before = {name: p.data().asnumpy() for name, p in net.collect_params().items()}
    half = 8 // steps
    parts = [(features[i : i + half], labels[i : i + half]) for i in range(0, 8, half)]
    step_with(net, parts, steps=steps, max_norm=0.01)
    moved = [p.data().asnumpy() - before[name] for name, p in net.collect_params().items()]
    norm = np.sqrt(sum((part**2).sum() for part in moved))
    assert norm == pytest.approx(0.1 * 0.01, rel=1e-4)  # rate times norm


def test_a_handler_accumulates():
    plain, parted = make(), make()
    plain.fit(data(8, 8), epochs=2)
    parted.fit(data(8, 2), epochs=2, event_handlers=[GradientAccumulationHandler(steps=4)])
    weights = (e.net[0].weight.data().asnumpy() for e in (plain, parted))
    np.testing.assert_allclose(*weights, rtol=1e-5)
    assert parted.net[0].weight.grad_req == "write"
    with pytest.raises(ValueError, match="at least 1, got 0"):
        GradientAccumulator(plain.trainer, steps=0)


# ------------------------------------------------------------------------------------ guards, rates


def test_a_loss_that_is_not_finite_stops_before_the_weights_change():
    features, labels = arrays(8)
    features[5] = float("nan")
    estimator = make()
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(features, labels), 4)
    text = r"the loss is nan in epoch 0, batch 1, at learning rate 0.1; .* The data of this batch"
    with pytest.raises(mx.MXNetError, match=text):
        estimator.fit(loader, epochs=1, event_handlers=[NanGuardHandler()])
    assert np.isfinite(estimator.net[0].weight.data().asnumpy()).all()


def test_parameters_that_are_not_finite_are_named():
    estimator = make()
    estimator.net[0].bias.set_data(nd.array([1, float("inf"), 1, 1]))
    with pytest.raises(mx.MXNetError, match="already the parameters net_dense0_bias. A smaller"):
        estimator.fit(data(), epochs=1, event_handlers=[NanGuardHandler()])


def test_a_plateau_lowers_the_rate():
    net = network()
    schedule = mx.lr_scheduler.PlateauScheduler(factor=0.5, patience=1, mode="max", base_lr=0.1)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"lr_scheduler": schedule})
    still = mx.metric.CustomMetric(lambda label, pred: 1.0, name="still")
    estimator = make(net=net, train_metrics=still)
    estimator.trainer = trainer
    history = estimator.fit(data(), epochs=6, event_handlers=[PlateauHandler(still)])
    assert history["learning rate"] == [0.1, 0.1, 0.1, 0.05, 0.05, 0.025]
    with pytest.raises(mx.MXNetError, match="needs an optimizer with lr_scheduler=PlateauSchedule"):
        plain = make()
        plain.fit(data(), epochs=1, event_handlers=[PlateauHandler(plain.train_metrics[0])])


def test_suggested_rate_is_not_one_of_the_first_that_vary():
    """Their losses are means of one or two batches."""
    rates = np.logspace(-6, 0, 31)
    losses = np.where(rates < 1e-2, 2.3, 1.0)
    losses[0], losses[1] = 4.0, 2.0
    assert 1e-3 < RateSearch(rates, losses).suggestion < 1e-1


def test_a_rate_is_found_without_training():
    random = np.random.RandomState(0)
    features = random.normal(size=(64, 3)).astype("float32")
    labels = (features @ [[1, -2], [2, 0], [0, 1]]).argmax(1)
    estimator = make()
    before = estimator.net[0].weight.data().asnumpy()
    search = estimator.find_learning_rate((features, labels), steps=60, batch_size=16)
    np.testing.assert_array_equal(estimator.net[0].weight.data().asnumpy(), before)
    assert estimator.trainer.learning_rate == 0.1 and estimator.trainer.optimizer.num_update == 0
    assert 1e-4 < search.suggestion < 10 and len(search.rates) == len(search.losses)
    assert f"suggestion {search.suggestion:.1e}" in repr(search)
    (axes,) = search.plot().axes
    assert axes.get_xscale() == "log"
    with pytest.raises(ValueError, match="0 < begin < end"):
        estimator.find_learning_rate((features, labels), begin=1, end=0.1)


# ------------------------------------------------------------------------------------- TensorBoard


def test_curves_for_tensorboard(tmp_path):
    loader = pytest.importorskip("tensorboard.backend.event_processing.event_file_loader")
    estimator = make()
    handler = TensorBoardHandler(tmp_path, batch_period=2)
    history = estimator.fit(data(), data(), epochs=2, event_handlers=[handler])
    (file,) = tmp_path.iterdir()
    curves = {}
    for event in loader.EventFileLoader(str(file)).Load():
        for value in event.summary.value:
            number = value.tensor.float_val[0] if value.HasField("tensor") else value.simple_value
            curves.setdefault(value.tag, []).append((event.step, number))
    accuracy = curves["accuracy/validation"]
    assert [step for step, _ in accuracy] == [0, 1]
    np.testing.assert_allclose([v for _, v in accuracy], history["validation accuracy"], rtol=1e-6)
    assert [step for step, _ in curves["batch/learning rate"]] == [2, 4, 6]
    assert re.fullmatch("(batch/)?(accuracy|softmax.*)/(training|validation)", min(curves))


# ---------------------------------------------------------------------------------------- resuming


def train(folder, epochs, resume=False):
    """Train with shuffled arrays, a schedule that has seen values, and checkpoints."""
    mx.random.seed(3)
    np.random.seed(3)
    net = network()
    schedule = mx.lr_scheduler.PlateauScheduler(factor=0.5, patience=0, mode="max", base_lr=0.1)
    trainer = gluon.Trainer(
        net.collect_params(), "adamw", {"lr_scheduler": schedule, "learning_rate": 0.1}
    )
    estimator = make(net=net)
    estimator.trainer = trainer
    handlers = [
        CheckpointHandler(folder, resume_from_checkpoint=resume),
        PlateauHandler(estimator.train_metrics[0]),
    ]
    estimator.fit(arrays(), epochs=epochs, batch_size=4, event_handlers=handlers)
    return net[0].weight.data().asnumpy(), trainer.learning_rate


def test_training_resumes_with_schedule_and_order_of_samples(tmp_path):
    undisturbed, rate = train(tmp_path / "one", 4)
    train(tmp_path / "two", 2)
    resumed, resumed_rate = train(tmp_path / "two", 4, resume=True)
    np.testing.assert_array_equal(resumed, undisturbed)
    assert resumed_rate == rate < 0.1
