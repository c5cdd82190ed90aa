"""Gradients that travel during the backward pass give the results of those that travel later."""

import contextlib
import os
import signal
from unittest import mock

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._distributed import buckets, early_start, read_launch
from mxnet._distributed.early_start import VariableGradients
from mxnet._distributed.liveness import ALARM_SILENCE
from mxnet.gluon import nn
from mxnet.module._stores import _ExecutorGradients

from .jobs import run_job

RANDOM = np.random.RandomState(0)
DATA, LABEL = RANDOM.randn(12, 1, 6, 6).astype("float32"), RANDOM.randint(0, 3, 12)
STEPS = 8


class Tied(gluon.HybridBlock):
    """A network that uses one of its layers twice."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.inner, self.outer = nn.Dense(36), nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.outer(self.inner(self.inner(F.flatten(x))))


def dense():
    net = nn.HybridSequential()
    net.add(nn.Dense(8, activation="tanh"), nn.Dense(7, activation="relu"), nn.Dense(3))
    return net


def convolutional():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, use_bias=False), nn.BatchNorm(), nn.Activation("relu"), nn.Dense(3))
    return net


NETWORKS = {"dense": dense, "convolutional": convolutional, "tied": Tied}


class Count:
    """How many rounds were sent early, and how many of them counted."""

    def __init__(self):
        self.rounds = self.counted = 0

    def __enter__(self):
        close = early_start.EarlyStart.close

        def counting(early, grads):
            waits = close(early, grads)
            self.rounds += 1
            self.counted += waits is not None
            return waits

        self._patch = mock.patch.object(early_start.EarlyStart, "close", counting)
        self._patch.start()
        return self

    def __exit__(self, *_):
        self._patch.stop()


def few_in_a_bucket():
    return mock.patch.object(buckets, "BUCKET_BYTES", 400)


def allowed(gradients, is_early):
    if is_early:
        return contextlib.nullcontext()
    return mock.patch.object(gradients, "may_start_early", lambda _: False)


def train(kind, hybridize, on_store, is_early, disturb=None):
    """Return the parameters after some steps, how many rounds were early, and how many counted."""
    launch = read_launch()
    part = slice(launch.rank, None, launch.size)
    x, y = nd.array(DATA[part]), nd.array(LABEL[part])
    mx.random.seed(1)
    net = NETWORKS[kind]()
    net.initialize(mx.init.Xavier())
    net(x)
    if hybridize:
        net.hybridize()
    trainer = gluon.Trainer(
        net.collect_params(), "adam", {}, "dist_sync", update_on_kvstore=on_store
    )
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()

    def backward():
        with autograd.record():
            loss = loss_of(net(x), y)
        loss.backward()

    with few_in_a_bucket(), allowed(VariableGradients, is_early), Count() as count:
        for step in range(STEPS):
            backward()
            options = {}
            if disturb is not None:
                options = disturb(step, launch.rank, net, trainer, backward) or {}
            trainer.step(len(DATA), **options)
    values = [p.data().asnumpy() for p in net.collect_params().values()]
    return values, count.rounds, count.counted


def early_and_late(kind, hybridize, on_store, disturb=None):
    early, rounds, counted = train(kind, hybridize, on_store, True, disturb)
    late, *others = train(kind, hybridize, on_store, False, disturb)
    assert others == [0, 0]
    for one, other in zip(early, late, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-7)
    return rounds, counted


def sum_gradients():
    """Return sums of gradients that travelled early, and of the same ones that were sent again."""
    random = np.random.RandomState(read_launch().rank)
    variables = [nd.zeros(size) for size in (50, 3, 70, 100, 20)]
    factors = [nd.array(random.randn(v.size)) for v in variables]
    for variable in variables:
        variable.attach_grad()
    store, names = mx.kv.create("dist_sync"), list(range(len(variables)))
    store.init(names, variables)
    answers = []
    with few_in_a_bucket(), Count() as count:
        for step in range(6):
            with autograd.record():
                loss = sum((v * f).sum() for v, f in zip(variables, factors, strict=True))
            loss.backward()
            if step == 4:
                variables[1].grad[:] = variables[1].grad + 0
            results = [nd.zeros(v.shape) for v in variables]
            store.push(names, [v.grad for v in variables])
            store.pull(names, results)
            store._watch(names, VariableGradients(variables))
            answers.append([result.asnumpy() for result in results])
    assert (count.rounds, count.counted) == (5, 4)
    return answers[1:]


def test_sums_are_the_same_to_the_last_bit():
    answers = run_job(sum_gradients, 3)
    for early, *others in answers:
        for results in others:
            for result, expected in zip(results, early, strict=True):
                np.testing.assert_array_equal(result, expected)
        for result, expected in zip(early, answers[0][0], strict=True):
            np.testing.assert_array_equal(result, expected)


def train_in_parts(folder, resumes):
    """Return weights after six steps, of which the last three are those of another trainer."""
    random = np.random.RandomState(read_launch().rank)
    parameters = [gluon.Parameter(f"{i}", shape=(n,)) for i, n in enumerate((50, 3, 70, 100, 20))]
    for parameter in parameters:
        parameter.initialize(mx.init.One())
    factors = [nd.array(random.randn(*p.shape)) for p in parameters]

    def make_trainer():
        return gluon.Trainer(parameters, "sgd", {"momentum": 0.9}, "dist_sync")

    trainer = make_trainer()
    path = f"{folder}/{read_launch().rank}.states"
    with few_in_a_bucket():
        for step in range(6):
            if resumes and step == 3:
                trainer.save_states(path)
                trainer = make_trainer()
                trainer.load_states(path)
            with autograd.record():
                loss = sum((parameters[i].data() * factors[i]).sum() for i in (2, 0, 4, 1, 3))
            loss.backward()
            trainer.step(1)
    return [p.data().asnumpy() for p in parameters], trainer._order


def train_in_both_ways(folder):
    return train_in_parts(folder, False), train_in_parts(folder, True)


def test_training_that_is_resumed_has_the_same_sums(tmp_path):
    for (weights, order), (resumed, same_order) in run_job(train_in_both_ways, 3, str(tmp_path)):
        assert order == same_order == [3, 1, 4, 0, 2]  # what is used last comes first
        for one, other in zip(weights, resumed, strict=True):
            np.testing.assert_array_equal(one, other)


def train_by_names(names):
    """Return weights after some steps, of parameters of these names, the last one unused."""
    random = np.random.RandomState(read_launch().rank)
    parameters = [
        gluon.Parameter(name, shape=(n,)) for name, n in zip(names, (50, 30, 70, 40), strict=True)
    ]
    for parameter in parameters:
        parameter.initialize(mx.init.One())
    by_name = {p.name: p for p in parameters}
    trainer = gluon.Trainer(by_name, "sgd", {"momentum": 0.9}, "dist_sync")
    factors = [nd.array(random.randn(*p.shape)) for p in parameters[:-1]]
    for _ in range(3):
        with autograd.record():
            used = zip(parameters, factors, strict=False)
            loss = sum((parameter.data() * factor).sum() for parameter, factor in used)
        loss.backward()
        trainer.step(1, ignore_stale_grad=True)
    return [p.data().asnumpy() for p in parameters]


# Trainers sort parameters by name, and names are numbered: the second network of a script may have
# its layers in another order than the first.
NAMES = [("dense8", "dense9", "dense91", "unused"), ("dense9", "dense10", "dense11", "aside")]


def train_all_names():
    return [train_by_names(names) for names in NAMES]


def test_names_do_not_change_sums():
    for weights, renamed in run_job(train_all_names, 3):
        for one, other in zip(weights, renamed, strict=True):
            np.testing.assert_array_equal(one, other)


ROWS = [
    (kind, hybridize, on_store)
    for kind in NETWORKS
    for hybridize in (False, True)
    for on_store in (False, True)
]


def count_all(rows, disturbances):
    answers = [early_and_late(*row) for row in rows]
    return answers + [early_and_late("dense", False, True, disturb) for disturb in disturbances]


def test_the_results_are_those_of_gradients_sent_later():
    for answers in run_job(count_all, 2, ROWS, ()):
        for (kind, hybridize, _), answer in zip(ROWS, answers, strict=True):
            # That steps compute two gradients of a layer used twice has to be learned.
            learning = kind == "tied" and not hybridize
            assert answer == (STEPS - 1, STEPS - 1 - learning), (kind, hybridize)


def symbol_of(kind):
    x, weight = mx.sym.var("data"), mx.sym.var("weight")
    if kind == "convolutional":
        x = mx.sym.Convolution(x, num_filter=4, kernel=(3, 3), name="conv")
        x = mx.sym.BatchNorm(x, fix_gamma=False, name="norm")
    for i in range(2):  # a weight that is used twice
        x = mx.sym.FullyConnected(x, num_hidden=36, weight=weight, name=f"hidden{i}")
        x = mx.sym.Activation(x, act_type="tanh")
        x = x if kind == "tied" else mx.sym.FullyConnected(x, num_hidden=8, name=f"own{i}")
        weight = weight if kind == "tied" else None
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=3), name="softmax")


def fit(kind, on_store, is_early, **options):
    """Return the parameters of a module after some batches, and how many rounds were early."""
    os.environ["MXNET_UPDATE_ON_KVSTORE"] = on_store
    launch = read_launch()
    part = slice(launch.rank, None, launch.size)
    # The last batch of an epoch has another shape, and another executor.
    batches = [
        mx.io.DataBatch([nd.array(DATA[part][rows])], [nd.array(LABEL[part][rows])])
        for rows in (slice(0, 2), slice(2, 4), slice(0, 1))
    ]
    module = mx.mod.Module(symbol_of(kind))
    module.bind([("data", (2, *DATA.shape[1:]))], [("softmax_label", (2,))], **options)
    mx.random.seed(1)
    module.init_params(mx.init.Xavier())
    module.init_optimizer("dist_sync", "adam")
    with few_in_a_bucket(), allowed(_ExecutorGradients, is_early), Count() as count:
        for batch in batches * 2:
            module.forward_backward(batch)
            module.update()
    values = [array.asnumpy() for array in module.get_params()[0].values()]
    return values, count.rounds, count.counted


def fit_all(rows):
    answers = []
    for kind, on_store, options in rows:
        early, rounds, counted = fit(kind, on_store, True, **options)
        late, *others = fit(kind, on_store, False, **options)
        assert others == [0, 0]
        for one, other in zip(early, late, strict=True):
            np.testing.assert_array_equal(one, other)
        answers.append((rounds, counted))
    return answers


MODULES = [
    ("dense", "1", {}),
    ("dense", "1", {"grad_req": "add"}),
    ("convolutional", "0", {}),
    ("tied", "0", {}),
]


def test_gradients_of_modules_travel_early():
    for answers in run_job(fit_all, 3, MODULES):
        assert answers == [(5, 5)] * len(MODULES)


def clip_in_one(step, rank, net, trainer, backward):
    if rank == 1 and step in (2, 5):
        gluon.utils.clip_global_norm([p.grad() for p in net.collect_params().values()], 1e-3)


def replace_in_one(step, rank, net, trainer, backward):
    if rank == 0 and step == 3:
        net[0].weight.grad()[0, 0] = 5


def write_with_another_library(step, rank, net, trainer, backward):
    if rank == 0 and step == 3:
        torch.from_dlpack(net[1].bias.grad()[2:4]).mul_(3)


def pass_twice_in_one(step, rank, net, trainer, backward):
    if rank == 1 and step == 4:
        backward()


def pass_twice(step, rank, net, trainer, backward):
    backward()


def clip_always(step, rank, net, trainer, backward):
    net[0].weight.grad()[:] *= 0.5


def reset_gradients(step, rank, net, trainer, backward):
    if step == 3:
        net.collect_params().setattr("grad_req", "add")
        net.collect_params().zero_grad()
        backward()
    if step == 4:
        net.collect_params().setattr("grad_req", "write")
        backward()


# What happens between backward and step, and how many of the rounds that were begun early count.
DISTURBANCES = {
    clip_in_one: (7, 5),
    replace_in_one: (7, 6),
    write_with_another_library: (5, 2),  # the memory stays shared, so it may always have changed
    pass_twice_in_one: (7, 5),  # the second pass is expected once more
    pass_twice: (7, 6),  # from the second round on it is expected
    clip_always: (3, 0),  # then nothing is sent early any more
    reset_gradients: (7, 5),
}


def test_gradients_that_change_before_a_step_are_sent_again():
    for answers in run_job(count_all, 2, (), tuple(DISTURBANCES)):
        assert answers == list(DISTURBANCES.values())


def die(step, rank, net, trainer, backward):
    os.environ["MXNET_KVSTORE_TIMEOUT"] = str(ALARM_SILENCE)
    if rank == 1 and step == 4:
        os.kill(os.getpid(), signal.SIGKILL)  # the buckets are under way


def train_until_a_worker_dies():
    with pytest.raises(mx.MXNetError) as error:
        train("dense", True, True, True, die)
    return str(error.value)


def test_a_worker_that_dies_during_a_backward_pass():
    answers = run_job(train_until_a_worker_dies, 3, victim=1)
    for rank in (0, 2):
        assert f"worker {rank} gives up waiting for a sum: worker 1 has shown no" in answers[rank]
