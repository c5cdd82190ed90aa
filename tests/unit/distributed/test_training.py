"""Gluon's Trainer and Module: workers with parts of a batch train as one does with all of it."""

import logging
from unittest import mock

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._distributed import read_launch
from mxnet.base import MXNetError
from mxnet.contrib import amp

from .jobs import run_job

RANDOM = np.random.RandomState(0)
DATA, LABEL = RANDOM.randn(12, 5).astype("float32"), RANDOM.randint(0, 3, 12)


def share():
    """Return this worker's samples; the parts have one size."""
    launch = read_launch()
    part = slice(launch.rank, None, launch.size)
    return nd.array(DATA[part]), nd.array(LABEL[part])


def network():
    """Return a network with the same values in all workers."""
    net = gluon.nn.HybridSequential(prefix="net_")
    net.add(gluon.nn.Dense(8, activation="tanh"), gluon.nn.Dense(3))
    mx.random.seed(1)
    net.initialize(mx.init.Xavier())
    return net


def values(net):
    return [parameter.data().asnumpy() for parameter in net.collect_params().values()]


def backward(net, x, y):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), y)
    loss.backward()


def train(optimizer, options, kvstore, on_store, clip, hybridize):
    net, (x, y) = network(), share()
    if hybridize:
        net.hybridize()
    trainer = gluon.Trainer(
        net.collect_params(), optimizer, dict(options), kvstore, update_on_kvstore=on_store
    )
    for _ in range(4):
        backward(net, x, y)
        if clip:
            trainer.allreduce_grads()
            grads = [p.grad() for p in net.collect_params().values()]
            gluon.utils.clip_global_norm(grads, 2.0)
            trainer.update(len(DATA))
        else:
            trainer.step(len(DATA))
    assert trainer._update_on_kvstore is (on_store is not False)
    return values(net)


ROWS = [
    ("sgd", {"learning_rate": 0.5, "momentum": 0.9}, "dist_sync", None, False, False),
    ("sgd", {"learning_rate": 0.5, "momentum": 0.9}, "dist_device_sync", False, False, True),
    ("adam", {"learning_rate": 0.05}, "dist_sync", False, True, False),
    ("lamb", {"learning_rate": 0.05}, "dist", True, False, True),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[2]}")
def test_two_workers_train_as_one_does(row):
    alone = train(*row)
    for weights in run_job(train, 2, *row):
        for weight, expected in zip(weights, alone, strict=True):
            np.testing.assert_allclose(weight, expected, rtol=1e-4, atol=1e-6)


def fit(kvstore):
    x, y = share()
    data = mx.io.NDArrayIter(x, y, batch_size=len(x))
    out = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(out, name="softmax"))
    mx.random.seed(1 + read_launch().rank)
    options = {"learning_rate": 0.5, "momentum": 0.9}
    lines = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(f"{record.filename}: {record.getMessage()}")
    with mock.patch.object(logging.root, "handlers", [handler]):
        logging.root.setLevel(logging.INFO)
        module.fit(data, num_epoch=3, optimizer_params=options, kvstore=kvstore,
                   initializer=mx.init.Xavier(), eval_metric="acc",
                   batch_end_callback=[mx.callback.Speedometer(4, 1), mx.callback.ProgressBar(1),
                                       mx.callback.log_train_metric(1)])  # fmt: skip
    return module.get_params()[0]["fc_weight"].asnumpy(), lines


@pytest.mark.parametrize("update_on_kvstore", ["1", "0"])
def test_two_workers_fit_as_one_does(update_on_kvstore, monkeypatch):
    monkeypatch.setenv("MXNET_UPDATE_ON_KVSTORE", update_on_kvstore)
    alone, lines = fit("dist_sync")
    answers = run_job(fit, 2, "dist_sync")
    for weight, _ in answers:
        np.testing.assert_allclose(weight, alone, rtol=1e-4, atol=1e-6)
    assert len(answers[0][1]) == len(lines) > 0 and not answers[1][1]  # worker 0 alone logs
    assert {line.partition(":")[0] for line in lines} == {"base_module.py", "callback.py"}


def write_to_weights(writers):
    """Train, and write to a weight between two steps in some workers."""
    net, (x, y) = network(), share()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}, "dist_sync")
    rank = read_launch().rank
    for step in range(4):
        backward(net, x, y)
        trainer.step(12)
        if step == 1 and rank in writers:
            net[0].weight.data()[:] = 0.5
    return values(net)


def test_weights_that_a_script_changes():
    # All workers continue with the weights of worker 0, as one process does with its own. One
    # gradient differs if only some workers have written.
    alone, untouched = write_to_weights({0}), write_to_weights(())
    rows = ((0, 1), alone, 1e-6), ((0,), alone, 0.02), ((1,), untouched, 0.02)
    for writers, expected, tolerance in rows:
        first, second = run_job(write_to_weights, 2, writers)
        for one, other, weight in zip(first, second, expected, strict=True):
            np.testing.assert_array_equal(one, other)
            np.testing.assert_allclose(one, weight, rtol=1e-4, atol=tolerance)


def states_of_worker_0(folder, on_store):
    net, (x, y) = network(), share()
    store = mx.kv.create("dist_sync")
    options = {"learning_rate": 0.1, "momentum": 0.9}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options, store, update_on_kvstore=on_store)
    backward(net, x, y)
    trainer.step(12)
    if store.rank == 0:  # one worker alone may do it
        net.save_parameters(f"{folder}/net.params")
        trainer.save_states(f"{folder}/net.states")
    store._barrier()
    backward(net, x, y)
    trainer.step(12)
    again = network()
    again.load_parameters(f"{folder}/net.params")
    trainer = gluon.Trainer(
        again.collect_params(), "sgd", options, "dist_sync", update_on_kvstore=on_store
    )
    own = "missing" if on_store and store.rank else "net.states"
    trainer.load_states(f"{folder}/{own}")  # of a store, worker 0 reads the file for all
    backward(again, x, y)
    trainer.step(12)
    return values(net), values(again)


@pytest.mark.parametrize("on_store", [True, False])
def test_training_goes_on_from_the_states_of_worker_0(tmp_path, on_store):
    for went_on, resumed in run_job(states_of_worker_0, 2, str(tmp_path), on_store):
        for one, other in zip(went_on, resumed, strict=True):
            np.testing.assert_array_equal(one, other)


def step_with(sizes, on_store):
    net, (x, y) = network(), share()
    trainer = gluon.Trainer(
        net.collect_params(), "sgd", {"momentum": 0.9}, "dist_sync", update_on_kvstore=on_store
    )
    for size in sizes[read_launch().rank]:
        backward(net, x, y)
        trainer.step(size)
    return values(net)


def test_batch_sizes_may_change_from_step_to_step():
    alone = step_with([[12, 9, 12]], True)
    for weights in run_job(step_with, 2, [[12, 9, 12]] * 2, True):
        for weight, expected in zip(weights, alone, strict=True):
            np.testing.assert_allclose(weight, expected, rtol=1e-4, atol=1e-6)


def check_refused_step(sizes):
    text = "must be the same in all workers, got 4 in worker 0, 2 in worker 1"
    with pytest.raises(MXNetError, match=text):
        step_with(sizes, True)


def test_batch_sizes_that_would_make_workers_drift_apart():
    run_job(check_refused_step, 2, [[4, 4], [4, 2]])


def freeze_in_one(on_store, step):
    net, (x, y) = network(), share()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {}, "dist_sync", None, on_store)
    net(x)
    with pytest.raises(MXNetError, match="trained parameters must be the same.*freeze the same"):
        for number in range(3):
            if number == step and read_launch().rank == 1:
                net[0].weight.grad_req = "null"
            backward(net, x, y)
            trainer.step(12)
    return number


def freeze_in_all_ways():
    # Not later without the store: a worker that notices it ends, while the other one waits for it.
    return [freeze_in_one(False, 0), freeze_in_one(True, 0), freeze_in_one(True, 2)]


def test_parameters_that_one_worker_has_frozen():
    for answers in run_job(freeze_in_all_ways, 2):
        assert answers == [0, 0, 2]


def check_refused_rate():
    net, (x, y) = network(), share()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5}, "dist_sync")
    backward(net, x, y)
    trainer.step(12)
    if read_launch().rank == 1:
        trainer.set_learning_rate(0.25)
    backward(net, x, y)
    text = "learning_rate of Trainer must be .*, got 0.5 in worker 0, 0.25 in worker 1; set it in"
    with pytest.raises(MXNetError, match=text):
        trainer.step(12)


def test_rates_that_would_make_workers_drift_apart():
    run_job(check_refused_rate, 2)


def use_other_parameters(on_store):
    """Let each worker use another layer, and take a step; return the weights and gradients."""
    layers = [gluon.nn.Dense(1, in_units=2, use_bias=False, prefix=f"{i}_") for i in range(2)]
    for layer in layers:
        layer.initialize(mx.init.One())
    params = [layer.weight for layer in layers]
    trainer = gluon.Trainer(
        params, "sgd", {"learning_rate": 0.5}, "dist_sync", update_on_kvstore=on_store
    )
    with autograd.record():
        loss = layers[read_launch().rank](nd.array([[1.0, 2.0]]))
    loss.backward()
    trainer.step(1, ignore_stale_grad=True)
    return [[array.asnumpy().tolist() for array in (p.data()[0], p.grad()[0])] for p in params]


def check_other_parameters():
    both = use_other_parameters(None)
    text = "the digest of the parameters to update must be .*; all workers must use the same param"
    with pytest.raises(MXNetError, match=text):
        use_other_parameters(False)
    return both


def test_workers_that_use_different_parameters():
    used, unused = [[0.5, 0.0], [1.0, 2.0]], [[0.5, 0.0], [0.0, 0.0]]
    assert run_job(check_other_parameters, 2) == [[used, unused], [unused, used]]


def overflow_in_one_worker(on_store):
    amp.init()
    net, (x, y) = network(), share()
    trainer = gluon.Trainer(
        net.collect_params(), "sgd", {"learning_rate": 0.1}, "dist_sync", update_on_kvstore=on_store
    )
    amp.init_trainer(trainer)
    scaler = trainer._amp_loss_scaler
    scaler._loss_scale = scaler._next_loss_scale = 128.0
    scales, history = [], []
    for step in range(4):
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(x), y)
            with amp.scale_loss(loss, trainer) as scaled:
                autograd.backward(scaled)
        if step == 1 and read_launch().rank == 1:
            net[0].weight.grad()[0, 0] = np.inf
        trainer.step(12)
        scales.append(scaler._next_loss_scale)
        history.append(values(net)[0])
    return scales, history


@pytest.mark.parametrize("on_store", [True, False])
def test_one_decision_about_overflow_for_all_workers(on_store):
    answers = run_job(overflow_in_one_worker, 2, on_store)
    for scales, history in answers:
        assert scales == [128, 64, 64, 64]
        np.testing.assert_array_equal(history[0], history[1])
        assert (history[1] != history[2]).any()
    for one, other in zip(answers[0][1], answers[1][1], strict=True):
        np.testing.assert_array_equal(one, other)


def first_step_from_different_values():
    net, (x, y) = network(), share()
    net(x)
    net[0].weight.set_data(nd.full((8, 5), read_launch().rank))
    trainer = gluon.Trainer(net.collect_params(), "sgd", kvstore="dist_sync")
    backward(net, x, y)
    trainer.step(12)
    return values(net)


def test_all_workers_get_the_values_of_worker_0():
    first, second = run_job(first_step_from_different_values, 2)
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other)
    assert abs(first[0]).max() < 0.5  # those of worker 1 are 1


def load_too_late():
    net, (x, y) = network(), share()
    trainer = gluon.Trainer(net.collect_params(), "sgd", kvstore="dist_sync")
    backward(net, x, y)
    trainer.step(12)
    with pytest.raises(RuntimeError, match="Cannot reset distributed KVStore"):
        net[0].weight.set_data(nd.zeros((8, 5)))


def test_a_store_of_several_workers_is_not_reset():
    run_job(load_too_late, 2)
