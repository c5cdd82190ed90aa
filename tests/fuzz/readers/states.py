"""States of optimizers: of trainers and of kvstores."""

from __future__ import annotations

import functools

import mxnet as mx
from mxnet import autograd, gluon, nd

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


@target("trainer-states", "Trainer.load_states", _states, weight=4)
def trainer_states(data, folder):
    trainer = _trainer("adam")
    trainer.load_states(folder.put("x.states", data))
    trainer.step(1, ignore_stale_grad=True)


@target("updater-states", "Updater.set_states", _states, weight=4)
def updater_states(data, folder):
    mx.optimizer.get_updater(mx.optimizer.Adam()).set_states(data)
