"""Checkpoint: what is saved, what is restored bit for bit, and what is refused."""

from __future__ import annotations

import random
import zipfile

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, gluon, nd
from mxnet.gluon import nn

from ...trust.resume import CASES, Run

SMALL = [name for name in CASES if name not in ("workers", "augmented", "amp")]


class Stopped(Exception):
    """Stands for the end of a process."""


@pytest.mark.parametrize("case", SMALL)
def test_training_resumes_bit_for_bit(case, tmp_path):
    expected = Run(case, tmp_path / "whole").train()
    steps = iter(range(random.Random(case).randint(0, 11)))

    def stop():
        if next(steps, None) is None:
            raise Stopped

    with pytest.raises(Stopped):
        Run(case, tmp_path / "killed").train(stop)
    again = Run(case, tmp_path / "killed")
    mx.random.seed_everything(99)
    actual = again.train()
    for name, array in expected.items():
        np.testing.assert_array_equal(array, actual[name], name)


def network(units=2, **options):
    net = nn.HybridSequential()
    net.add(nn.Dense(units, in_units=3), nn.BatchNorm(in_channels=units))
    net.initialize(**options)
    return net


def trainer_of(net, optimizer="adam"):
    return gluon.Trainer(net.collect_params(), optimizer)


def step(net, trainer):
    with mx.autograd.record():
        loss = net(nd.ones((2, 3)))
    loss.backward()
    trainer.step(2)


@pytest.mark.parametrize("numbers", [(8, 9), (9, 10), (10, 9)])
def test_states_follow_their_parameters_to_a_network_with_other_names(tmp_path, numbers):
    """A trainer sorts by name: a network built again in a notebook may have another order."""

    def build(*numbers):
        net = nn.Sequential(prefix="net_")
        for number in numbers:
            net.add(nn.Dense(3, in_units=3, use_bias=False, prefix=f"dense{number}_"))
        net.initialize()
        return net, trainer_of(net)

    net, trainer = build(8, 9)
    net[0].weight.set_data(nd.arange(9).reshape((3, 3)))
    for _ in range(2):
        step(net, trainer)
    gluon.Checkpoint(tmp_path / "run", net=net, trainer=trainer).save()
    other, other_trainer = build(*numbers)
    gluon.Checkpoint(tmp_path / "run", net=other, trainer=other_trainer).resume()
    net[0].weight.lr_mult = other[0].weight.lr_mult = 3
    for each in (net, trainer), (other, other_trainer):
        step(*each)
    for mine, theirs in zip(net, other, strict=True):
        np.testing.assert_array_equal(mine.weight.data().asnumpy(), theirs.weight.data().asnumpy())


def test_update_counts_follow_their_parameters(tmp_path):
    def build(first, second):
        head, body = (nn.Dense(3, in_units=3, use_bias=False, prefix=p) for p in (first, second))
        net = nn.Sequential(prefix="net_")
        net.add(head, body)
        net.initialize(mx.init.One())
        return net, trainer_of(net)

    net, trainer = build("a_", "b_")
    step(net, trainer)
    net[1].weight.grad_req = "null"
    step(net, trainer)  # the first one has been updated once more
    gluon.Checkpoint(tmp_path / "run", net=net, trainer=trainer).save()
    other, other_trainer = build("b_", "a_")
    gluon.Checkpoint(tmp_path / "run", net=other, trainer=other_trainer).resume()
    assert other_trainer.optimizer._index_update_count == {0: 1, 1: 2}
    assert trainer.optimizer._index_update_count == {0: 2, 1: 1}


def test_progress_is_restored(tmp_path):
    checkpoint = gluon.Checkpoint(tmp_path / "a")
    assert checkpoint.resume(epoch=0, best=None) == {"epoch": 0, "best": None}
    checkpoint.save(epoch=3, best=0.5, names=["a", "b"])
    assert checkpoint.resume(epoch=0) == {"epoch": 3, "best": 0.5, "names": ["a", "b"]}
    assert repr(checkpoint) == f"Checkpoint('{tmp_path / 'a'}': no parts)"


def test_the_file_is_plain_data(tmp_path):
    net = network()
    gluon.Checkpoint(tmp_path / "a", net=net, trainer=trainer_of(net)).save()
    with zipfile.ZipFile(tmp_path / "a") as archive:
        assert archive.namelist() == ["data.json", "arrays.params"]


def test_random_streams_resume(tmp_path):
    checkpoint = gluon.Checkpoint(tmp_path / "a")
    checkpoint.save()

    def draw():
        return nd.random.uniform(shape=3).asnumpy().tolist(), np.random.rand(), random.random()

    first = draw()
    checkpoint.resume()
    assert draw() == first


def test_each_context_has_its_own_statistics(tmp_path):
    contexts = [mx.cpu(0), mx.cpu(1)]
    net = network(ctx=contexts)
    trainer = trainer_of(net)
    trainer._prepare()  # its store gives all contexts the same values, once
    for i, array in enumerate(net[1].running_mean.list_data()):
        array[:] = i + 1
    gluon.Checkpoint(tmp_path / "a", net=net, trainer=trainer).save()
    other = network(ctx=contexts)
    gluon.Checkpoint(tmp_path / "a", net=other, trainer=trainer_of(other)).resume()
    assert [a.asnumpy().tolist() for a in other[1].running_mean.list_data()] == [[1, 1], [2, 2]]
    one = network()
    gluon.Checkpoint(tmp_path / "a", net=one, trainer=trainer_of(one)).resume()
    assert one[1].running_mean.data().asnumpy().tolist() == [1, 1]


def test_several_networks_and_trainers(tmp_path):
    def parts():
        first, second = network(), network(3)
        return {"g": first, "d": second, "tg": trainer_of(first), "td": trainer_of(second, "nag")}

    saved, loaded = parts(), parts()
    step(saved["d"], saved["td"])
    gluon.Checkpoint(tmp_path / "a", **saved).save()
    gluon.Checkpoint(tmp_path / "a", **loaded).resume()
    for name in ("g", "d"):
        ours, theirs = (p[name][0].weight.data().asnumpy() for p in (saved, loaded))
        np.testing.assert_array_equal(ours, theirs)
    assert loaded["td"].optimizer.num_update == 1


def test_a_network_without_values_is_not_saved(tmp_path):
    net = nn.Dense(2)
    net.initialize()
    with pytest.raises(MXNetError, match="cannot save net: parameter 'weight' has no value yet"):
        gluon.Checkpoint(tmp_path / "a", net=net).save()
    assert not list(tmp_path.iterdir())


def test_objects_that_cannot_be_checkpointed():
    with pytest.raises(TypeError, match=r"loss is a float: a checkpoint saves blocks, trainers"):
        gluon.Checkpoint("a", loss=1.0)


def test_progress_that_is_no_plain_data(tmp_path):
    with pytest.raises(MXNetError, match=r"cannot save \['progress'\]\['loss'\]: it is a function"):
        gluon.Checkpoint(tmp_path / "a").save(loss=lambda: None)


# ------------------------------------------------------------------------------- what is refused


class Counter:
    def __init__(self, number):
        self.number = number

    def get_state(self):
        return self.number

    def set_state(self, state):
        if state < 0:
            raise ValueError("negative")
        self.number = state


def all_of(net, trainer):
    states = trainer._get_state()
    arrays = [p.data().asnumpy().tolist() for p in net.collect_params().values()]
    return arrays, states["optimizer"], list(states["states"]), mx.random.get_state()


@pytest.mark.parametrize(
    "other, problem",
    [
        (lambda: {"net": network()}, "holds 'net'; expected are 'net', 'trainer', 'counter'"),
        (lambda: parts_of(network(3)), r"expected \(2, 3\) vs saved \(3, 3\)"),
        (lambda: parts_of(nn.Dense(2, in_units=3)), "has the parameters '0.weight'.*'weight'"),
        (lambda: parts_of(network(), "sgd", Counter(-1)), "negative"),
        (lambda: parts_of(network(), states={0: nd.ones((5,))}), "those of other parameters"),
        (lambda: parts_of(network(), scale="x"), "scale of the trainer is a str"),
        (
            lambda: parts_of(network(), scaler=True),
            "with the loss scaling of amp.init_trainer",
        ),
        (lambda: parts_of(network(), random={"seed": 0}), "not a state of mx.random"),
    ],
)
def test_mismatch_changes_nothing(other, problem, tmp_path, monkeypatch):
    parts = other()
    with monkeypatch.context() as patch:
        if random := parts.pop("random", None):
            patch.setattr(mx.random, "get_state", lambda: random)
        gluon.Checkpoint(tmp_path / "a", **parts).save()
    net = network()
    trainer, counter = trainer_of(net), Counter(5)
    step(net, trainer)
    before = all_of(net, trainer)
    checkpoint = gluon.Checkpoint(tmp_path / "a", net=net, trainer=trainer, counter=counter)
    with pytest.raises((MXNetError, ValueError), match=problem):
        checkpoint.resume()
    assert all_of(net, trainer) == before and counter.number == 5


def parts_of(
    net, optimizer="adam", counter=None, states=None, scale=1.0, scaler=False, random=None
):
    if not isinstance(net, nn.HybridSequential):
        net.initialize()
    trainer = trainer_of(net, optimizer)
    trainer._scale = scale
    if states is not None:
        trainer._updaters[0].states = states
    if scaler:
        trainer._state_parts["the loss scaling of amp.init_trainer"] = Counter(1)
    return {"net": net, "trainer": trainer, "counter": counter or Counter(1)} | (
        {} if random is None else {"random": random}
    )


@pytest.mark.parametrize("content", [b"", b"xxx", b"PK\x03\x04", b"\x80\x04]."])
def test_other_files(content, tmp_path):
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(MXNetError, match=f"'{tmp_path / 'a'}': "):
        gluon.Checkpoint(tmp_path / "a").resume()


def test_a_later_version(tmp_path, monkeypatch):
    monkeypatch.setattr(gluon.checkpoint, "VERSION", 2)
    gluon.Checkpoint(tmp_path / "a").save()
    monkeypatch.setattr(gluon.checkpoint, "VERSION", 1)
    with pytest.raises(MXNetError, match="its version is 2, this release reads 1"):
        gluon.Checkpoint(tmp_path / "a").resume()
