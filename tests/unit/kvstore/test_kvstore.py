"""Stores: values by key, what is pushed and pulled, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import kvstore, nd, optimizer
from mxnet.kvstore.base import KVStoreBase, TestStore


def store(kind="local", **values):
    kv = kvstore.create(kind)
    for key, value in values.items():
        kv.init(key, nd.array(value))
    return kv


def pull_value(kv, key, shape=(2,), ctx=None):
    out = nd.zeros(shape, ctx=ctx)
    kv.pull(key, out=out)
    return out.asnumpy().tolist()


# --------------------------------------------------------------------------------- what there is


@pytest.mark.parametrize(
    "name", ["local", "device", "local_allreduce_cpu", "local_update_cpu", "nccl", "Device"]
)
def test_every_type_of_one_process(name):
    kv = kvstore.create(name)
    assert kv.type == name.lower() and type(kv) is kvstore.KVStore
    assert (kv.rank, kv.num_workers, kv.is_capable("optimizer")) == (0, 1, True)


def test_the_name_is_a_string():
    with pytest.raises(TypeError, match="name must be a string"):
        kvstore.create(5)
    with pytest.raises(ValueError, match="Unknown capability: foo"):
        kvstore.create().is_capable("foo")


@pytest.mark.parametrize("name", ["dist_sync", "dist_async", "dist_device_sync", "dist"])
def test_one_worker_is_enough_for_a_store_of_several_processes(name, monkeypatch):
    monkeypatch.delenv("DMLC_NUM_WORKER", raising=False)
    kv = kvstore.create(name)
    assert (kv.type, kv.rank, kv.num_workers) == (name, 0, 1)
    kv.set_gradient_compression({"type": "2bit", "threshold": 0.5})
    kv.init("w", nd.zeros(2))
    kv.push("w", nd.array([0.7, 0.1]))
    out = nd.ones(2)
    kv.pull("w", out)
    assert out.asnumpy().tolist() == [0.5, 0]


def test_there_is_no_server():
    with pytest.raises(mx.MXNetError, match="kvstore 'local' has no server"):
        kvstore.KVStoreServer(kvstore.create()).run()
    with pytest.raises(mx.MXNetError, match="set_kvstore_handle is not supported"):
        kvstore.base.set_kvstore_handle(None)


# ------------------------------------------------------------------------------- push and pull


@pytest.mark.parametrize("kind", ["local", "device"])
def test_pushing_sums_and_replaces(kind):
    kv = store(kind, a=[1.0, 2.0])
    assert pull_value(kv, "a") == [1, 2]
    kv.push("a", [nd.ones((2,)), nd.ones((2,), ctx=mx.cpu(1)) * 3])
    assert pull_value(kv, "a") == [4, 4]
    kv.push("a", nd.ones((2,)))
    assert pull_value(kv, "a") == [1, 1]


def test_pushed_arrays_may_change_afterwards():
    kv, value = store(a=[0.0, 0.0]), nd.ones((2,))
    kv.push("a", value)
    value[:] = 7
    assert pull_value(kv, "a") == [1, 1]
    out = nd.zeros((2,))
    kv.pull("a", out=out)
    out[:] = 9
    assert pull_value(kv, "a") == [1, 1]


def test_lists_of_keys():
    kv = kvstore.create()
    kv.init([5, 7], [nd.ones((2,)), nd.ones((3,))])
    kv.push([5, 7], [[nd.ones((2,)), nd.ones((2,))], nd.ones((3,)) * 4])
    outs = [nd.zeros((2,)), [nd.zeros((3,)), nd.zeros((3,), ctx=mx.cpu(1))]]
    kv.pull([5, 7], out=outs)
    assert outs[0].asnumpy().tolist() == [2, 2]
    assert [array.asnumpy().tolist() for array in outs[1]] == [[4, 4, 4]] * 2


def test_a_key_named_twice_is_pushed_once():
    kv = store(a=[0.0, 0.0])
    kv.push(["a", "a"], [nd.ones((2,)), nd.ones((2,))])
    assert pull_value(kv, "a") == [2, 2]


def test_pushpull_and_broadcast():
    kv, out = kvstore.create(), [nd.zeros((2,)), nd.zeros((2,), ctx=mx.cpu(1))]
    kv.broadcast("a", nd.ones((2,)) * 4, out=out)
    assert [array.asnumpy().tolist() for array in out] == [[4, 4]] * 2
    kv.pushpull("a", out, out=out)
    assert [array.asnumpy().tolist() for array in out] == [[8, 8]] * 2
    kv.pushpull("a", out)
    assert [array.asnumpy().tolist() for array in out] == [[16, 16]] * 2


def test_pulling_converts_types():
    kv, out = store(a=[1.0, 2.0]), nd.zeros((2,), dtype="float64")
    kv.pull("a", out=out)
    assert out.asnumpy().tolist() == [1, 2]


@pytest.mark.parametrize(
    ("use", "error", "text"),
    [
        (lambda s: s.init("a", nd.ones((2,))), mx.MXNetError, "duplicate init of key a"),
        (lambda s: s.broadcast("a", nd.ones(2), nd.ones(2)), mx.MXNetError, "duplicate init"),
        (lambda s: s.pull("b", nd.ones((2,))), mx.MXNetError, "key b has not been inited"),
        (lambda s: s.push("b", nd.ones((2,))), mx.MXNetError, "key b has not been inited"),
        (lambda s: s.push(3, nd.ones((2,))), mx.MXNetError, "Mixed key types .* are str, got 3"),
        (lambda s: s.init(1.5, nd.ones(2)), AssertionError, "unexpected type for keys: .*float"),
        (lambda s: s.pull("a"), AssertionError, "pull needs out"),
        (lambda s: s.broadcast("b", nd.ones(2), None), TypeError, "broadcast needs out"),
        (lambda s: s.pull("a", nd.ones((5,))), mx.MXNetError, r"shape \(2,\) into .* \(5,\)"),
        (lambda s: s.push("a", [nd.ones(2), nd.ones(3)]), mx.MXNetError, "shape mismatch"),
        (lambda s: s.push("a", 5), TypeError, "value of key a must be an NDArray or a list"),
        (lambda s: s.push("a", [5]), TypeError, "value of key a must be an NDArray or a list"),
        (lambda s: s.push(["a", "b"], nd.ones((2,))), ValueError, "2 keys need a list of as many"),
        (lambda s: s.push(["a"], [nd.ones(2)] * 2), ValueError, "1 keys need a list of as many"),
        (lambda s: s.row_sparse_pull("a", nd.ones(2), row_ids=nd.ones(1)), mx.MXNetError, "sparse"),
        (lambda s: s.row_sparse_pull("a"), AssertionError, "needs out and row_ids"),
        (lambda s: s.set_optimizer("sgd"), TypeError, "needs an Optimizer, got 'sgd'"),
        (lambda s: s.save_optimizer_states("x"), AssertionError, "has no optimizer"),
        (lambda s: s.load_optimizer_states("x"), AssertionError, "has no optimizer"),
        (lambda s: s.set_gradient_compression({"type": "2bit"}), Exception, "not supported for"),
    ],
)
def test_refused(use, error, text):
    kv = store(a=[1.0, 2.0])
    with pytest.raises(error, match=text):
        use(kv)
    assert pull_value(kv, "a") == [1, 2]


@pytest.mark.parametrize("name", ["teststore", "horovod", "byteps"])
def test_devices_push_arrays_of_one_shape(name):
    with pytest.raises(mx.MXNetError, match=r"shapes \(2,\) and \(1,\) were pushed to key a"):
        kvstore.create(name).pushpull("a", [nd.ones(2), nd.ones(1)])


# --------------------------------------------------------------------------------------- updating


@pytest.mark.parametrize(("kind", "home"), [("local", mx.cpu(0)), ("device", mx.cpu(1))])
def test_an_updater_gets_the_sum(kind, home):
    kv, seen = store(kind, a=[5.0, 5.0]), []

    def update(key, pushed, value):
        seen.append((key, pushed.context, value.context))
        value -= pushed

    kv._set_updater(update)
    kv.push("a", [nd.ones((2,), ctx=mx.cpu(1)), nd.ones((2,), ctx=mx.cpu(0))])
    assert seen == [("a", home, home)]
    assert pull_value(kv, "a") == [3, 3]


def test_values_are_copies():
    kv, pushed = store(a=[1.0, 2.0]), nd.array([3.0, 4.0])
    kv.push("a", pushed)
    pushed[:] = 0
    assert pull_value(kv, "a") == [3, 4]


def test_optimizer_updates_the_pushed_keys(tmp_path):
    kv = store(a=[9.0, 9.0], b=[1.0, 1.0])
    kv.set_optimizer(optimizer.SGD(learning_rate=1.0, momentum=0.5))
    kv.push("a", nd.ones((2,)))
    assert pull_value(kv, "a") == [8, 8] and pull_value(kv, "b") == [1, 1]
    kv.save_optimizer_states(str(tmp_path / "states"), dump_optimizer=True)
    kv.push("a", nd.ones((2,)))
    assert pull_value(kv, "a") == [6.5, 6.5]
    other = store(a=[8.0, 8.0])
    other.set_optimizer(optimizer.SGD(learning_rate=0.1))
    other.load_optimizer_states(str(tmp_path / "states"))
    other.push("a", nd.ones((2,)))
    assert pull_value(other, "a") == [6.5, 6.5]


def test_states_are_loaded_before_the_keys_are_initialized(tmp_path):
    kv = store(a=[9.0, 9.0], b=[1.0, 1.0])
    kv.set_optimizer(optimizer.SGD(learning_rate=1.0, momentum=0.5))
    kv.push(["a", "b"], [nd.ones((2,)), nd.ones((2,))])
    kv.save_optimizer_states(str(tmp_path / "states"))
    other = store(a=[8.0, 8.0])
    other.set_optimizer(optimizer.SGD(learning_rate=1.0, momentum=0.5))
    other.load_optimizer_states(str(tmp_path / "states"))
    other.init("b", nd.zeros((2,)))
    other.push("b", nd.ones((2,)))
    assert pull_value(other, "b") == [-1.5, -1.5]
    other = store(a=[8.0])
    other.set_optimizer(optimizer.SGD(momentum=0.5))
    with pytest.raises(mx.MXNetError, match=r"number 'a' has float32 \(2,\)"):
        other.load_optimizer_states(str(tmp_path / "states"))


@pytest.mark.parametrize(
    "convert",
    [nd.NDArray.copy, nd.NDArray.as_np_ndarray, lambda array: array.tostype("row_sparse")],
    ids=["nd", "np", "row_sparse"],
)
def test_two_bit_gradients_accumulate_the_residual(convert):
    """The values are those of the real MXNet 1.9.1."""
    kv = kvstore.create("device")
    kv.set_gradient_compression({"type": "2bit", "threshold": 0.5})
    kv.init(3, nd.zeros((4,)))
    grad, seen = convert(nd.array([0.1, 0.6, -0.7, 0.3])), []
    for devices in (2, 2, 2, 2, 1, 1, 1):
        kv.push(3, [grad] * devices)
        seen.append(pull_value(kv, 3, (4,)))
    np.testing.assert_allclose(
        seen,
        [
            [0, 1, -1, 0], [0, 1, -1, 1], [0, 1, -1, 0], [0, 1, -1, 1],
            [0.5, 0.5, -0.5, 0.5], [0, 0.5, -0.5, 0], [0, 0.5, -0.5, 0.5],
        ],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("pushed", "text"),
    [
        (nd.ones((4,), dtype="int32"), "key w: gradient compression is for floats, got int32"),
        (nd.ones((3,)), r"key w has a value of shape \(4,\).*an array of shape \(3,\)"),
    ],
)
def test_two_bit_gradients_of_another_type(pushed, text):
    kv = kvstore.create("device")
    kv.set_gradient_compression({"type": "2bit"})
    kv.init("w", nd.zeros((4,)))
    kv.push("w", nd.ones((4,)))
    with pytest.raises(mx.MXNetError, match=text):
        kv.push("w", pushed)


@pytest.mark.parametrize(
    ("params", "error", "text"),
    [
        ({"type": "foo"}, mx.MXNetError, "Unknown type for gradient compression foo"),
        ({"threshold": 1}, mx.MXNetError, "Required parameter type"),
        ({"type": "2bit", "threshold": 0}, mx.MXNetError, "threshold must be greater than 0"),
        ({"type": "2bit", "bits": 3}, mx.MXNetError, r"got \['bits'\] as well"),
        (5, AssertionError, "must be a dict, got <class 'int'>"),
    ],
)
def test_refused_compression(params, error, text):
    with pytest.raises(error, match=text):
        kvstore.create("device").set_gradient_compression(params)


# ------------------------------------------------------------------------------------ other stores


def test_the_store_for_tests():
    kv = kvstore.create("TestStore")
    assert (kv.type, kv.rank, kv.num_workers) == ("teststore", 0, 1)
    assert not TestStore.is_capable("optimizer")
    a, b = nd.ones((2,)), nd.zeros((2,), ctx=mx.cpu(1))
    kv.broadcast("k", a, b)
    assert b.asnumpy().tolist() == [1, 1]
    kv.pushpull("k", [a, b], [a, b])
    assert a.asnumpy().tolist() == b.asnumpy().tolist() == [2, 2]
    kv.pushpull("k", [a, b])
    assert a.asnumpy().tolist() == b.asnumpy().tolist() == [4, 4]
    with pytest.raises(NotImplementedError, match="TestStore does not define set_optimizer"):
        kv.set_optimizer(optimizer.SGD())


def test_custom_store_is_registered():
    class MyStore(KVStoreBase):
        pass

    try:
        assert KVStoreBase.register(MyStore) is MyStore
        assert type(kvstore.create("mystore")) is MyStore
        with pytest.warns(UserWarning, match="MyStore takes the place of"):
            KVStoreBase.register(MyStore)
    finally:
        del KVStoreBase.kv_registry["mystore"]
    for name in ("type", "rank", "num_workers"):
        with pytest.raises(NotImplementedError, match=f"MyStore does not define {name}"):
            getattr(MyStore(), name)


@pytest.mark.parametrize("kind", ["local", "dist_sync"])
def test_a_dense_push_keeps_a_value_row_sparse(kind):
    kv, out = mx.kv.create(kind), nd.sparse.zeros("row_sparse", (3, 2))
    kv.init("a", nd.ones((3, 2)).tostype("row_sparse"))
    kv.push("a", nd.array([[1, 2], [3, 4], [5, 6]]))
    kv.row_sparse_pull("a", out, row_ids=nd.array([0, 2]))
    assert out.asnumpy().tolist() == [[1, 2], [0, 0], [5, 6]]


@pytest.mark.parametrize("ids", [[0, 3], [-1]])
def test_rows_that_a_value_does_not_have(ids):
    kv, out = mx.kv.create("local"), nd.sparse.zeros("row_sparse", (3, 2))
    kv.init("a", nd.ones((3, 2)).tostype("row_sparse"))
    with pytest.raises(mx.MXNetError, match=r"key a has 3 rows, row_ids has \[.*\]"):
        kv.row_sparse_pull("a", out, row_ids=nd.array(ids))
