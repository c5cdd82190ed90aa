"""The Trainer: steps, stale gradients, several contexts, states, and what is refused."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

TWO = [mx.cpu(0), mx.cpu(1)]


def dense(ctx=None, **arguments):
    net = nn.Dense(2, in_units=3, prefix="d_", weight_initializer="ones", **arguments)
    net.initialize(ctx=ctx)
    return net


def backward(net, contexts=(None,)):
    """Make the gradient 1 for each element, on each context."""
    with autograd.record():
        losses = [net(nd.ones((1, 3), ctx=ctx)).sum() for ctx in contexts]
    autograd.backward(losses)


def trainer_of(net, optimizer="sgd", rate=1.0, **arguments):
    options = {"learning_rate": rate, **arguments.pop("options", {})}
    return gluon.Trainer(net.collect_params(), optimizer, options, **arguments)


def values(net):
    """Return the first row of the weight, on each context."""
    return [array.asnumpy()[0].tolist() for array in net.weight.list_data()]


# ------------------------------------------------------------------------------------------ steps


def test_a_step_divides_by_the_batch():
    net = dense()
    trainer = trainer_of(net, options={"wd": 0.1})
    backward(net)
    trainer.step(4)
    np.testing.assert_allclose(values(net), [[1 - 0.25 - 0.1] * 3], rtol=1e-6)
    np.testing.assert_allclose(net.bias.data().asnumpy(), [-0.25] * 2, rtol=1e-6)


def test_rescale_grad_of_the_optimizer_counts_too():
    net = dense()
    trainer = gluon.Trainer(
        net.collect_params(), mx.optimizer.SGD(learning_rate=1.0, rescale_grad=0.5)
    )
    backward(net)
    trainer.step(2)
    np.testing.assert_allclose(values(net), [[0.75] * 3])


def test_the_limit_cuts_after_the_division_and_before_the_decay():
    net = dense()
    trainer = trainer_of(net, options={"clip_gradient": 0.1, "wd": 0.5})
    backward(net)
    trainer.step(4)
    np.testing.assert_allclose(values(net), [[1 - 0.1 - 0.5] * 3], rtol=1e-6)


def test_rates_and_decays_of_parameters_may_change():
    net = dense()
    trainer = trainer_of(net)
    net.weight.lr_mult, net.bias.lr_mult = 0.5, 0.0
    backward(net)
    trainer.step(1)
    np.testing.assert_allclose(values(net), [[0.5] * 3])
    assert net.bias.data().asnumpy().tolist() == [0, 0]
    trainer.set_wd(1.0)
    assert trainer.wd == trainer.optimizer.wd == 1.0
    net.weight.wd_mult = 0.5
    backward(net)
    trainer.step(1)
    np.testing.assert_allclose(values(net), [[0.5 - 0.5 * (1 + 0.5 * 0.5)] * 3])


def test_set_learning_rate():
    net = dense()
    trainer = trainer_of(net)
    trainer.set_learning_rate(0.5)
    assert trainer.learning_rate == trainer.optimizer.lr == 0.5
    backward(net)
    trainer.step(1)
    np.testing.assert_allclose(values(net), [[0.5] * 3])
    schedule = mx.lr_scheduler.FactorScheduler(step=1, factor=0.5, base_lr=1.0)
    trainer = trainer_of(net, options={"lr_scheduler": schedule})
    with pytest.raises(UserWarning, match="LRScheduler of the optimizer has already been defined"):
        trainer.set_learning_rate(1)
    rates = []
    for _ in range(3):
        backward(net)
        trainer.step(1)
        rates.append(trainer.learning_rate)
    assert rates == [1.0, 0.5, 0.25]


def test_a_dictionary_is_sorted_by_name_and_a_list_is_not():
    net = dense()
    by_name = gluon.Trainer(net.collect_params(), "sgd")
    assert [p.name for p in by_name._params] == ["d_bias", "d_weight"]
    in_order = gluon.Trainer(list(net.collect_params().values()), "sgd")
    assert [p.name for p in in_order._params] == ["d_weight", "d_bias"]


def test_frozen_parameters_are_unchanged():
    net = dense()
    net.bias.grad_req = "null"
    trainer = trainer_of(net)
    backward(net)
    trainer.step(1)
    assert net.bias.data().asnumpy().tolist() == [0, 0] and values(net) == [[0, 0, 0]]
    net.bias.grad_req = "write"
    backward(net)
    trainer.step(1)
    assert net.bias.data().asnumpy().tolist() == [-1, -1]


def test_constants_are_no_trouble():
    class Net(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.factor = self.params.get("factor", shape=(1,), init="ones")
            self.fixed = self.params.get_constant("fixed", [2.0])

        def hybrid_forward(self, F, x, factor, fixed):
            return F.broadcast_mul(F.broadcast_mul(x, factor), fixed)

    net = Net()
    net.initialize()
    trainer = trainer_of(net)
    with autograd.record():
        loss = net(nd.ones((1,)))
    loss.backward()
    trainer.step(1)
    assert net.factor.data().asscalar() == -1 and net.fixed.data().asscalar() == 2


def test_deferred_parameters_join_when_they_have_a_shape():
    net = nn.Dense(2)
    net.initialize()
    trainer = trainer_of(net)
    with pytest.raises(gluon.DeferredInitializationError, match="dense.*_weight"):
        trainer.step(1, ignore_stale_grad=True)
    backward(net)
    trainer.step(1)
    assert trainer._params_to_init == []


def test_several_trainers_of_one_net():
    net = dense()
    of_weight = gluon.Trainer([net.weight], "sgd", {"learning_rate": 1.0})
    of_bias = gluon.Trainer([net.bias], "adam", {"learning_rate": 0.5})
    for _ in range(2):
        backward(net)
        of_weight.step(1)
        of_bias.step(1)
    assert values(net) == [[-1, -1, -1]]
    np.testing.assert_allclose(net.bias.data().asnumpy(), [-1, -1], rtol=1e-5)


def test_a_gradient_feeds_one_trainer_only():
    net = dense()
    first, second = trainer_of(net), trainer_of(net)
    backward(net)
    first.step(1)
    with pytest.raises(UserWarning, match="Gradient of Parameter `d_bias`"):
        second.step(1)


def test_gradients_that_add_up():
    """Two batches, then a step of both, then the gradients are cleared."""
    net = dense()
    for parameter in net.collect_params().values():
        parameter.grad_req = "add"
    trainer = trainer_of(net)
    for _ in range(2):
        backward(net)
        backward(net)
        trainer.step(2)
        net.collect_params().zero_grad()
    assert values(net) == [[-1, -1, -1]]
    backward(net)
    trainer.step(1)
    backward(net)
    trainer.step(1)  # without clearing, the first one counts again
    assert values(net) == [[-4, -4, -4]]


def test_training_inside_record_is_refused():
    net = dense()
    trainer = trainer_of(net)
    backward(net)
    with autograd.record(), pytest.raises(mx.MXNetError, match="inplace operations"):
        trainer.step(1)
    assert values(net) == [[1, 1, 1]]


def test_graph_recorded_before_a_step_can_run_backward():
    """MXNet: weights may change between forward and backward; the new ones count."""
    net = dense()
    trainer = trainer_of(net)
    x = nd.ones((1, 3))
    x.attach_grad()
    with autograd.record():
        first, second = net(x).sum(), net(x).sum()
    first.backward()
    trainer.step(1)
    second.backward()
    trainer.step(1)
    assert values(net) == [[-1, -1, -1]]


def test_subclasses_override_the_sum_of_gradients():
    """As trainers over several processes do, which take no kvstore."""

    class Halving(gluon.Trainer):
        def _allreduce_grads(self):
            for parameter in self._params:
                for grad in parameter.list_grad():
                    grad *= 0.5

    net = dense()
    trainer = Halving(net.collect_params(), "sgd", {"learning_rate": 1.0}, kvstore=None)
    backward(net)
    trainer.step(1)
    assert values(net) == [[0.5] * 3]


# ---------------------------------------------------------------------------------- stale gradients


def test_a_second_step_without_backward_is_refused():
    net = dense()
    trainer = trainer_of(net)
    stale = (
        r"^Gradient of Parameter `d_bias` on context cpu\(0\) has not been updated by backward "
        r"since last `step`\. This could mean a bug in your model that made it only use a subset "
        r"of the Parameters \(Blocks\) for this iteration\. If you are intentionally only using a "
        r"subset, call step with ignore_stale_grad=True to suppress this warning and skip updating "
        r"of Parameters with stale gradient. Otherwise call backward on the loss before each step$"
    )
    with pytest.raises(UserWarning, match=stale):
        trainer.step(1)
    backward(net)
    trainer.step(1)
    for use in (trainer.step, trainer.update):
        with pytest.raises(UserWarning, match=stale):
            use(1)
    trainer.step(1, ignore_stale_grad=True)
    assert values(net) == [[0, 0, 0]]


def test_parts_that_were_not_used_are_skipped():
    net = nn.Sequential()
    net.add(dense(), nn.Dense(2, in_units=3, prefix="e_"))
    net[1].initialize()
    trainer = trainer_of(net)
    before = net[1].weight.data().asnumpy()
    backward(net[0])
    with pytest.raises(UserWarning, match="`e_bias`"):
        trainer.step(1)
    assert values(net[0]) == [[1, 1, 1]]
    trainer.step(1, ignore_stale_grad=True)  # the refused step has not used the gradients up
    assert values(net[0]) == [[0, 0, 0]]
    np.testing.assert_array_equal(net[1].weight.data().asnumpy(), before)
    assert trainer.optimizer._index_update_count == {0: 1, 1: 1}


# ----------------------------------------------------------------------------------------- contexts


@pytest.mark.parametrize("on_kvstore", [None, True, False])
@pytest.mark.parametrize("kind", ["device", "local"])
def test_gradients_of_contexts_are_summed(on_kvstore, kind):
    net = dense(TWO)
    trainer = trainer_of(net, kvstore=kind, update_on_kvstore=on_kvstore, options={"momentum": 0.5})
    for _ in range(2):
        backward(net, TWO)
        trainer.step(2)
    assert values(net) == [[1 - 1 - 1.5] * 3] * 2
    assert trainer._kvstore.type == kind
    assert trainer._update_on_kvstore is (on_kvstore is not False)
    assert trainer.optimizer.num_update == 2


def test_the_environment_moves_updates_off_the_kvstore(monkeypatch):
    monkeypatch.setenv("MXNET_UPDATE_ON_KVSTORE", "0")
    net = dense(TWO)
    trainer = trainer_of(net)
    backward(net, TWO)
    trainer.step(1)
    assert trainer._update_on_kvstore is False and values(net) == [[-1] * 3] * 2


def test_one_context_needs_no_store():
    net = dense()
    trainer = trainer_of(net)
    backward(net)
    trainer.step(1)
    assert (trainer._kvstore, trainer._update_on_kvstore) == (None, None)
    assert trainer._kv_initialized


@pytest.mark.parametrize("on_kvstore", [True, False])
def test_a_store_that_is_given_is_used(on_kvstore):
    net = dense()
    trainer = trainer_of(net, kvstore=mx.kv.create("local"), update_on_kvstore=on_kvstore)
    backward(net)
    trainer.step(1)
    assert trainer._kvstore.type == "local" and values(net) == [[0, 0, 0]]


def test_a_store_that_cannot_update():
    net = dense(TWO)
    trainer = trainer_of(net, kvstore=mx.kv.create("teststore"))
    backward(net, TWO)
    trainer.step(1)
    assert trainer._update_on_kvstore is False and values(net) == [[-1] * 3] * 2
    trainer = trainer_of(net, kvstore="teststore", update_on_kvstore=True)
    with pytest.raises(ValueError, match="update_on_kvstore=False when training with TestStore"):
        trainer._init_kvstore()


def test_allreduce_then_update():
    net = dense(TWO)
    trainer = trainer_of(net, update_on_kvstore=False)
    backward(net, TWO)
    trainer.allreduce_grads()
    assert all((grad.asnumpy() == 2).all() for grad in net.weight.list_grad())
    gluon.utils.clip_global_norm(net.weight.list_grad()[:1], 1e-3)
    net.weight.list_grad()[1][:] = 0
    trainer.update(1)
    first, second = values(net)
    np.testing.assert_allclose(first, [1] * 3, atol=1e-3)
    assert second == [1, 1, 1]


class OwnStep(gluon.Trainer):
    """A trainer with a step of its own, as for local SGD: it averages weights, not gradients."""

    def _start(self, scale):
        """Do what a step begins with, in an order of its own."""
        if self._params_to_init and not self._kv_initialized:
            self._init_kvstore()
        self._init_params()
        self._check_and_rescale_grad(scale)

    def step(self, batch_size, ignore_stale_grad=False):
        self._start(self._scale / batch_size)
        self._allreduce_grads()
        self._update(ignore_stale_grad)


class OwnUpdate(gluon.Trainer):
    """A trainer that looks at gradients before they are used."""

    seen = ()

    def _update(self, ignore_stale_grad=False):
        arrays = [p.list_data()[0] for p in self._params if p.grad_req != "null"]
        self.seen += (ignore_stale_grad, [bool(array._fresh_grad) for array in arrays])
        super()._update(ignore_stale_grad)


@pytest.mark.parametrize("contexts", [[mx.cpu(0)], TWO])
@pytest.mark.parametrize("on_kvstore", [True, False])
@pytest.mark.parametrize("kind", [OwnStep, OwnUpdate])
def test_derived_trainers_step_as_ours(kind, on_kvstore, contexts):
    if on_kvstore and len(contexts) == 1:
        on_kvstore = None
    results = []
    for cls in (kind, gluon.Trainer):
        net = dense(contexts)
        options = {"learning_rate": 0.5}
        trainer = cls(net.collect_params(), "sgd", options, update_on_kvstore=on_kvstore)
        for _ in range(2):
            backward(net, contexts)
            trainer.step(4)
        assert trainer._optimizer.rescale_grad == 0.25 and trainer._distributed is False
        results.append(values(net))
        with pytest.raises(UserWarning, match="has not been updated by backward"):
            trainer.step(4)
    assert results[0] == results[1]


def test_an_update_of_a_derived_trainer_sees_which_gradients_are_new():
    net = dense()
    trainer = OwnUpdate(net.collect_params(), "sgd")
    backward(net)
    trainer.step(1)
    trainer.step(1, ignore_stale_grad=True)
    assert trainer.seen == (False, [True, True], True, [False, False])


def test_weights_updated_by_the_store_are_not_updated_locally():
    net = dense(TWO)
    trainer = trainer_of(net)
    backward(net, TWO)
    for use, text in ((trainer.allreduce_grads, "allreduce_grads"), (trainer.update, "update")):
        arguments = () if text == "allreduce_grads" else (1,)
        with pytest.raises(AssertionError, match=rf"^{text}\(\) when parameters are updated on kv"):
            use(*arguments)


@pytest.mark.parametrize("on_kvstore", [True, False])
def test_stale_gradients_of_one_context(on_kvstore):
    net = dense(TWO)
    trainer = trainer_of(net, update_on_kvstore=on_kvstore)
    backward(net, TWO[:1])
    with pytest.raises(UserWarning, match=r"`d_bias` on context cpu\(1\)"):
        trainer.step(1)
    assert values(net) == [[1] * 3] * 2
    trainer.step(1, ignore_stale_grad=True)
    assert values(net) == [[0] * 3, [0 if on_kvstore else 1] * 3]


def test_new_values_reach_the_store():
    net = dense(TWO)
    trainer = trainer_of(net)
    backward(net, TWO)
    trainer.step(1)
    net.weight.set_data(nd.zeros((2, 3)))
    assert trainer._kvstore is None and not trainer._kv_initialized
    backward(net, TWO)
    trainer.step(1)
    assert values(net) == [[-2] * 3] * 2


def test_deferred_parameters_on_several_contexts():
    net = nn.Dense(2)
    net.initialize(ctx=TWO)
    trainer = trainer_of(net)
    backward(net, TWO)
    trainer.step(1)
    assert trainer._params_to_init == []
    first, second = values(net)
    assert first == second


def test_rounded_gradients():
    net = dense(TWO)
    trainer = trainer_of(
        net, compression_params={"type": "2bit", "threshold": 0.5}, update_on_kvstore=False
    )
    backward(net, TWO)
    trainer.step(1)
    assert values(net) == [[0, 0, 0]] * 2


SIMULATED = """
import mxnet as mx
from mxnet import autograd, gluon, nd
contexts = [mx.gpu(0), mx.gpu(1)]
net = gluon.nn.Dense(2, in_units=3, weight_initializer="ones")
net.initialize(ctx=contexts)
for kind in ("device", "local"):
    trainer = gluon.Trainer(
        net.collect_params(), "adam", {"learning_rate": 0.5}, kvstore=kind,
        update_on_kvstore=kind == "local",
    )
    for _ in range(2):
        with autograd.record():
            losses = [net(x).sum() for x in gluon.utils.split_and_load(nd.ones((4, 3)), contexts)]
        autograd.backward(losses)
        trainer.step(4)
    trainer.save_states("states")
    trainer.load_states("states")
first, second = (array.asnumpy() for array in net.weight.list_data())
assert (first == second).all() and abs(first[0, 0] + 1) < 1e-4, first
assert [array.context for array in net.weight.list_grad()] == contexts
print("done")
"""


def test_simulated_gpus(tmp_path):
    """Two processors that live in host memory train like two real ones."""
    process = subprocess.run(
        [sys.executable, "-c", SIMULATED],
        env={**os.environ, "MXNET_SIMULATE_GPUS": "2", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert process.stdout == "done\n", process.stderr


# ------------------------------------------------------------------------------------------- states


@pytest.mark.parametrize("contexts", [[mx.cpu(0)], TWO], ids=["one", "two"])
@pytest.mark.parametrize("on_kvstore", [None, False])
def test_states_continue_where_they_were(contexts, on_kvstore, tmp_path):
    file = str(tmp_path / "trainer.states")

    def run(net, trainer, steps):
        for _ in range(steps):
            backward(net, contexts)
            trainer.step(2)

    net = dense(contexts)
    trainer = trainer_of(net, "adam", 0.1, update_on_kvstore=on_kvstore)
    run(net, trainer, 2)
    trainer.save_states(file)
    saved = net.weight.data(contexts[0]).copy()
    run(net, trainer, 2)

    other = dense(contexts)
    other.weight.set_data(saved)
    again = trainer_of(other, "sgd", 5.0, update_on_kvstore=on_kvstore)
    again.load_states(file)
    assert type(again.optimizer) is mx.optimizer.Adam and again.optimizer.num_update == 2
    run(other, again, 2)
    np.testing.assert_allclose(values(other), values(net), rtol=1e-6)


def test_loaded_states_use_the_multipliers_of_parameters(tmp_path):
    net = dense()
    trainer = trainer_of(net, rate=0.1)
    trainer.save_states(str(tmp_path / "states"))
    trainer.load_states(str(tmp_path / "states"))
    net.weight.lr_mult = 2.0
    assert trainer.optimizer._get_lr(1) == 0.2
    assert trainer.optimizer is trainer._updaters[0].optimizer


def test_files_that_are_no_states(tmp_path):
    trainer = trainer_of(dense())
    with pytest.raises(FileNotFoundError):
        trainer.load_states(str(tmp_path / "none"))
    (tmp_path / "bad").write_bytes(b"xxx")
    with pytest.raises(mx.MXNetError, match="these are not optimizer states"):
        trainer.load_states(str(tmp_path / "bad"))


def test_a_failed_save_leaves_the_old_file(tmp_path):
    file = tmp_path / "states"
    file.write_bytes(b"old")
    trainer = trainer_of(dense())
    trainer.optimizer.cannot_be_saved = lambda: None
    with pytest.raises(mx.MXNetError, match="cannot save SGD.cannot_be_saved: it is a function"):
        trainer.save_states(str(file))
    assert file.read_bytes() == b"old"


# ------------------------------------------------------------------------------------------ refused


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda net: gluon.Trainer(5, "sgd"), ValueError, "Parameters, got <class 'int'>"),
        (lambda net: gluon.Trainer([5], "sgd"), ValueError, "got list of <class 'int'>"),
        (lambda net: gluon.Trainer(net, "sgd"), ValueError, "list or dict of Parameters, got .*D"),
        (lambda net: gluon.Trainer([], "sgd"), TypeError, r"no parameters; .*collect_params\(\)"),
        (lambda net: trainer_of(net, "foo"), ValueError, "Cannot find optimizer foo"),
        (lambda net: trainer_of(net, options={"foo": 1}), TypeError, "foo"),
        (lambda net: trainer_of(net, mx.optimizer.SGD()), AssertionError, "must be None"),
        (lambda net: trainer_of(net, kvstore=5).step(1), TypeError, "kvstore must be KVStore, str"),
        (lambda net: trainer_of(net, update_on_kvstore=True).step(1), ValueError, "without a kv"),
        (lambda net: trainer_of(net).step(0), ZeroDivisionError, "batch_size is 0"),
        (lambda net: trainer_of(net).step(None), TypeError, "needs the argument .batch_size"),
    ],
)
def test_refused(make, error, text):
    with pytest.raises(error, match=text):
        make(dense())


def test_parameters_must_be_ready_and_together():
    net = nn.Dense(2, in_units=3, prefix="n_")
    with pytest.raises(RuntimeError, match="Parameter 'n_bias' has not been initialized"):
        gluon.Trainer(net.collect_params(), "sgd")
    a, b = (gluon.Parameter(name, shape=(2,)) for name in "ab")
    a.initialize(ctx=mx.cpu(0))
    b.initialize(ctx=mx.cpu(1))
    with pytest.raises(AssertionError, match=r"Parameter b is initialized on \[cpu\(1\)\] while"):
        gluon.Trainer([a, b], "sgd")


def test_a_parameter_that_is_given_twice_is_updated_once():
    net = dense()
    trainer = gluon.Trainer([net.weight, net.bias, net.weight], "sgd", {"learning_rate": 1.0})
    backward(net)
    trainer.step(1)
    assert values(net) == [[0, 0, 0]]


def test_parameters_that_have_moved():
    net = dense()
    trainer = trainer_of(net)
    net.collect_params().reset_ctx(mx.cpu(1))
    backward(net, [mx.cpu(1)])
    trainer.step(1)
    assert values(net) == [[0, 0, 0]]
    net.collect_params().reset_ctx(TWO)
    backward(net, TWO)
    with pytest.raises(AssertionError, match=r"`d_bias` has moved to .*\[cpu\(0\), cpu\(1\)\]"):
        trainer.step(1)


def test_a_copied_net_trains_on():
    net = dense()
    trainer_of(net)
    copy = pickle.loads(pickle.dumps(net))
    trainer = trainer_of(copy)
    backward(copy)
    trainer.step(1)
    assert values(copy) == [[0, 0, 0]] and values(net) == [[1, 1, 1]]


def test_a_trainer_that_refuses_states_keeps_its_own(tmp_path):
    nets, trainers = [], []
    for units in (3, 2):
        net = nn.Dense(units, in_units=2)
        net.initialize(mx.init.One())
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"momentum": 0.5, "learning_rate": 1})
        with autograd.record():
            loss = net(nd.ones((1, 2)))
        loss.backward()
        trainer.step(1)
        nets.append(net)
        trainers.append(trainer)
    trainers[0].save_states(str(tmp_path / "states"))
    with pytest.raises(mx.MXNetError, match="those of other parameters"):
        trainers[1].load_states(str(tmp_path / "states"))
    with autograd.record():
        loss = nets[1](nd.ones((1, 2)))
    loss.backward()
    trainers[1].step(1)  # 1 - 1, then with momentum -1 - 0.5
    assert nets[1].weight.data().asnumpy().tolist() == [[-1.5, -1.5]] * 2


class Raising(mx.optimizer.SGD):
    """Cannot make states, which a load asks for."""

    def create_state(self, index, weight):
        raise KeyError("not today")


@pytest.mark.parametrize("on_kvstore", [False, True])
@pytest.mark.parametrize(
    "states, problem",
    [
        ({0: None}, "number 0 has nothing"),
        ({0: "x"}, "number 0 has a str"),
        ({-1: nd.ones((2,))}, "number -1 .*here are 2 parameters"),
        ({7: nd.ones((2,))}, "number 7 .*here are 2 parameters"),
        ({"w": nd.ones((2,))}, "number 'w' .*here are 2 parameters"),
        ({0: nd.ones((2,), dtype="float64")}, "number 0 has float64"),
        (({0: nd.ones((2,))}, Raising()), "not today"),
    ],
)
def test_whatever_is_refused_changes_nothing(states, problem, on_kvstore, tmp_path):
    net = nn.Dense(2, in_units=2, weight_initializer="ones", bias_initializer="ones")
    contexts = [mx.cpu(0), mx.cpu(1)] if on_kvstore else [mx.cpu(0)]
    net.initialize(ctx=contexts)
    trainer = gluon.Trainer(
        net.collect_params(), "sgd", {"momentum": 0.5}, update_on_kvstore=on_kvstore or None
    )

    def step():
        with autograd.record():
            losses = [net(nd.ones((1, 2), ctx=ctx)).sum() for ctx in contexts]
        autograd.backward(losses)
        trainer.step(1)
        return [
            parameter.data(contexts[0]).asnumpy() for parameter in net.collect_params().values()
        ]

    def updater():
        return trainer._kvstore._updater if on_kvstore else trainer._updaters[0]

    step()
    file = tmp_path / "states"
    file.write_bytes(pickle.dumps(states))
    before = dict(vars(updater())), trainer.optimizer, {**trainer.optimizer.param_dict}
    with pytest.raises((mx.MXNetError, KeyError), match=problem):
        trainer.load_states(str(file))
    kept = {name: vars(updater())[name] for name in before[0]}
    assert all(kept[name] is before[0][name] for name in kept)
    assert trainer.optimizer is before[1] and trainer.optimizer.param_dict == before[2]
    step()


@pytest.mark.parametrize("contexts", [1, 2])
def test_states_of_parameters_without_a_shape_wait_for_it(tmp_path, contexts):
    file = str(tmp_path / "states")
    contexts = [mx.cpu(i) for i in range(contexts)]
    for width, first in ((2, True), (2, False), (3, False)):
        net = nn.Dense(2, use_bias=False)
        net.initialize(ctx=contexts)
        updates = {"update_on_kvstore": True} if len(contexts) > 1 else {}
        trainer = gluon.Trainer(net.collect_params(), "adam", **updates)
        if not first:
            trainer.load_states(file)
        with autograd.record():
            losses = [net(nd.ones((1, width), ctx=ctx)) for ctx in contexts]
        autograd.backward(losses)
        if width == 3:
            with pytest.raises(mx.MXNetError, match="those of other parameters"):
                trainer.step(1)
        else:
            trainer.step(1)
        if first:
            trainer.save_states(file)
