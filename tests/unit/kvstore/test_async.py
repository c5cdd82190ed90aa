"""Stores of workers that do not wait for each other, with and without dedicated servers."""

from __future__ import annotations

import os
import time

import numpy as np
import pytest

import mxnet as mx
from mxnet import kvstore, nd, optimizer
from mxnet._distributed.liveness import ALARM_SILENCE
from mxnet._distributed.messages import Message
from mxnet.kvstore import kvstore_server
from mxnet.kvstore._server import ParameterServer

from ..distributed.jobs import run_job, run_roles

KEYS = ["a", "b", "c", "d"]  # on several servers


def pull_value(kv, key, like):
    out = like.zeros_like()
    kv.pull(key, out=out)
    return out.asnumpy().tolist()


def train(path):
    """Push ones as often as the rank says; return the sum."""
    kv = kvstore.create("dist_async")
    kv.init(KEYS, [nd.full((2, 2), 10 + kv.rank)] * 4)
    kv.init("rows", nd.ones((4, 2)).tostype("row_sparse"))
    kv.set_optimizer(optimizer.create("test", rescale_grad=0.5))
    for _ in range(kv.rank + 1):
        kv.push(KEYS, [[nd.ones((2, 2)), nd.ones((2, 2))]] * 4)
        rows = nd.sparse.row_sparse_array((nd.ones((1, 2)), [kv.rank]), shape=(4, 2))
        kv.push("rows", rows)
    alone = pull_value(kv, "a", nd.ones((2, 2)))[0][0]  # what the others have pushed may be missing
    kv._barrier()
    values = [pull_value(kv, key, nd.ones((2, 2)))[1][1] for key in KEYS]
    out = nd.sparse.zeros("row_sparse", (4, 2))
    kv.row_sparse_pull("rows", out=out, row_ids=nd.array([0, 1, 3]))
    kv._barrier()
    if kv.rank == 0:
        kv.save_optimizer_states(path)
    kv.load_optimizer_states(path)
    return kv.num_workers, alone >= 11 + kv.rank, values, out.asnumpy()[:, 0].tolist()


EXPECTED = (2, True, [13.0] * 4, [1.5, 2.0, 0.0, 1.0])


def test_workers_that_are_the_servers(tmp_path):
    assert run_job(train, 2, str(tmp_path / "states")) == [EXPECTED, EXPECTED]
    states, _ = optimizer._states.load_states((tmp_path / "states").read_bytes())
    assert sorted(states) == [*KEYS, "rows"]


def play_role(path):
    if kvstore_server.read_launch().role == "worker":
        return train(path)
    kvstore.KVStoreServer(kvstore.create("local")).run()


def test_dedicated_servers(tmp_path):
    roles = ["scheduler", "server", "server", "worker", "worker"]
    answers = run_roles(play_role, roles, str(tmp_path / "states"))
    assert answers == [None, None, None, EXPECTED, EXPECTED]


def update_slowly():
    """Push and pull through servers that take longer than a silent process is waited for."""
    update = optimizer.SGD.update

    def update_late(self, *arguments):
        time.sleep(ALARM_SILENCE + 1)
        update(self, *arguments)

    optimizer.SGD.update = update_late
    kv = kvstore.create("dist_async")
    kv.init("a", nd.zeros(1))
    kv.set_optimizer(optimizer.SGD(learning_rate=1.0))
    os.environ["MXNET_KVSTORE_TIMEOUT"] = str(ALARM_SILENCE)
    if kv.rank == 0:  # one of the two has the key, and the other one asks for it
        kv.push("a", nd.ones(1))
    kv._barrier()
    return pull_value(kv, "a", nd.ones(1))


def test_servers_that_update_for_longer_than_the_timeout():
    assert run_job(update_slowly, 2) == [[-1.0], [-1.0]]


class Careless(optimizer.SGD):
    def update(self, index, weight, grad, state):
        raise ZeroDivisionError("no such update")


def fail():
    kv = kvstore.create("dist_async")
    kv.init(3, nd.ones(2))
    errors = []

    def refuse(call):
        with pytest.raises(mx.MXNetError) as error:
            call()
        errors.append(str(error.value))

    refuse(lambda: kv.push(4, nd.ones(2)))
    refuse(lambda: kv.pull(4, out=nd.ones(2)))
    refuse(lambda: kv.push(3, nd.ones(3)))
    refuse(lambda: kv._set_updater(print))
    refuse(lambda: kv.save_optimizer_states("states"))
    kv._barrier()
    kv.set_optimizer(Careless())
    kv.push(3, nd.ones(2))
    refuse(lambda: kv.pull(3, out=nd.ones(2)))
    return errors


def test_refused():
    for errors in run_job(fail, 2):
        unknown, unknown_too, shape, function, states, update = errors
        assert unknown == unknown_too and "key 4 has not been inited" in unknown
        assert "key 3 has a value of shape (2,)" in shape
        assert "functions cannot be sent" in function
        assert "Cannot save states: this kvstore has no optimizer" in states
        assert "the parameter server in process" in update
        assert "ZeroDivisionError: no such update" in update


def use_several_stores():
    one, other = (kvstore.create("dist_async") for _ in range(2))
    for rate, kv in enumerate((one, other)):
        kv.init("w", nd.zeros(1))
        kv.set_optimizer(optimizer.SGD(learning_rate=1.0 + rate))
    for kv in (one, other):
        kv.push("w", nd.ones(1))
        kv._barrier()
    third = [kvstore.create("dist_async") for _ in range(1 + one.rank)][-1]
    with pytest.raises(mx.MXNetError, match=r"stores number \[2, 3\] together; all workers must"):
        third.init("w", nd.zeros(1))
    return pull_value(one, "w", nd.zeros(1)), pull_value(other, "w", nd.zeros(1))


def test_stores_have_their_own_values_and_optimizers():
    assert run_job(use_several_stores, 2) == [([-2.0], [-4.0])] * 2


def request(name, replies=True):
    return Message({"do": name, "with": {}, "store": 0, "replies": replies})


@pytest.mark.parametrize("name", ["serve", "_push", "__class__"])
def test_server_runs_only_its_listed_commands(name):
    reply = ParameterServer().answer(0, request(name))
    assert reply.values == {"error": f"MXNetError: a parameter server cannot {name}"}


def test_every_worker_receives_the_error_of_its_push():
    server = ParameterServer()
    for source in (0, 1):  # both push before one of them asks
        server.answer(source, request(f"push {source}", replies=False))
    replies = [server.answer(source, request("flush")).values for source in (1, 0, 2, 1)]
    error = "MXNetError: a parameter server cannot push"
    assert replies == [{"error": f"{error} 1"}, {"error": f"{error} 0"}, {}, {}]


def push_compressed():
    kv = kvstore.create("dist_async")
    kv.set_gradient_compression({"type": "2bit", "threshold": 0.5})
    kv.init("a", nd.zeros(5))
    kv.set_optimizer(optimizer.create("test"))
    for _ in range(2):
        kv.push("a", nd.array([0.3, -0.3, 0.7, -0.7, 0.1]))
    kv._barrier()
    return pull_value(kv, "a", nd.zeros(5))


def test_compressed_gradients():
    assert run_job(push_compressed, 2) == [[1.0, -1.0, 2.0, -2.0, 0.0]] * 2


def wait_for_a_worker_that_has_ended():
    kv = kvstore.create("dist_async")
    with pytest.raises(mx.MXNetError, match=r"calls init with w \(\d,\) float32, worker"):
        kv.init("w", nd.zeros(2 + kv.rank))
    os.environ["MXNET_KVSTORE_TIMEOUT"] = str(ALARM_SILENCE)
    if kv.rank == 1:
        return None  # it serves on, and takes part in no barrier any more
    with pytest.raises(mx.MXNetError) as error:
        kv._barrier()
    return str(error.value)


def test_workers_that_disagree_or_end_early():
    error, _ = run_job(wait_for_a_worker_that_has_ended, 2)
    assert "worker 0 gives up waiting for the barrier: worker 1 ended while worker 0 waits" in error


# -------------------------------------------------------------------- stores of other packages


def use_collectives(name):
    kv = kvstore.create(name)
    kv.broadcast("w", nd.full(2, kv.rank + 5), out=(out := [nd.zeros(2), nd.zeros(2)]))
    value = nd.array([kv.rank, 1])
    kv.pushpull("w", [value, value])
    facts = (kv.type, kv.local_rank, kv.num_workers, kv.is_capable("optimizer"))
    return facts, [array.asnumpy().tolist() for array in out], value.asnumpy().tolist()


@pytest.mark.parametrize("name", ["horovod", "byteps"])
def test_collectives(name):
    broadcast = [[5, 5], [5, 5]]
    expected = [((name, rank, 2, False), broadcast, [2, 4]) for rank in range(2)]
    assert run_job(use_collectives, 2, name) == expected


def test_collectives_of_one_worker():
    (name, _, size, _), out, value = use_collectives("horovod")
    assert (name, size, out) == ("horovod", 1, [[5, 5], [5, 5]])
    np.testing.assert_array_equal(value, [0, 2])
