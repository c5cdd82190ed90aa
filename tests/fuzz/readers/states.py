"""States of optimizers, and checkpoints of training."""

from __future__ import annotations

import functools

import mxnet as mx
from mxnet import autograd, gluon, nd

from ..mutations import json_, zipped
from ..registry import target
from .arrays import GOLDEN, saved


@functools.cache
def _trainer(kind: str) -> gluon.Trainer:
    net = gluon.nn.Dense(2, in_units=3)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), kind, update_on_kvstore=False)
    with autograd.record():
        loss = net(nd.ones((1, 3))).sum()
    loss.backward()
    trainer.step(1)
    return trainer


def _states() -> list[bytes]:
    ours = [saved(_trainer(kind).save_states) for kind in ("adam", "sgd")]
    return ours + [path.read_bytes() for path in sorted((GOLDEN / "states").glob("*.states"))]


# The members of an archive are changed too, as its checksum would refuse most other damage.
_ARCHIVE = [zipped(json_), zipped(json_)]


@target("trainer-states", "Trainer.load_states", _states, _ARCHIVE, weight=4)
def trainer_states(data, folder):
    trainer = _trainer("adam")
    trainer.load_states(folder.put("x.states", data))
    trainer.step(1, ignore_stale_grad=True)


@target("updater-states", "Updater.set_states", _states, _ARCHIVE, weight=4)
def updater_states(data, folder):
    mx.optimizer.get_updater(mx.optimizer.Adam()).set_states(data)


@functools.cache
def _training(kind: str) -> dict:
    """Return parts of a checkpoint of a network and its trainer, and a loader."""
    net = gluon.nn.Dense(2, in_units=3)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), kind)
    samples = gluon.data.ArrayDataset(nd.ones((4, 3)))
    loader = gluon.data.DataLoader(samples, 2, shuffle=True)
    for batch in loader:
        with autograd.record():
            loss = net(batch)
        loss.backward()
        trainer.step(2)
    return {"net": net, "trainer": trainer, "loader": loader}


def _checkpoints() -> list[bytes]:
    def save(kind, path):
        gluon.Checkpoint(path, **_training(kind)).save(epoch=1)

    return [saved(functools.partial(save, kind)) for kind in ("adam", "nag")]


@target("checkpoint", "Checkpoint.resume", _checkpoints, _ARCHIVE, weight=4)
def checkpoint(data, folder):
    parts = _training("adam")
    gluon.Checkpoint(folder.put("x.ckpt", data), **parts).resume()
    parts["trainer"].step(1, ignore_stale_grad=True)
    next(iter(parts["loader"]), None)
