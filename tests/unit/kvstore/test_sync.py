"""Stores of several workers that work in step, in jobs of two and three processes."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import kvstore, nd, optimizer
from mxnet._distributed import liveness, two_bits
from mxnet.optimizer import Optimizer

from ..distributed.jobs import run_job

ROWS = [[1, 4], [0, 4], [2, 3]]  # what each worker's row-sparse gradient stores, of 5 rows


def store(kind="dist_sync", **values):
    kv = kvstore.create(kind)
    for key, value in values.items():
        kv.init(key, nd.array(value))
    return kv


def pull_value(kv, key, like):
    out = like.zeros_like()
    kv.pull(key, out=out)
    return out.astype("float32").asnumpy().tolist()


# ----------------------------------------------------------------------------------- the interface


def use_everything():
    kv = kvstore.create("dist_sync")
    rank, answers = kv.rank, {"type": kv.type, "workers": kv.num_workers}
    # Worker 0's values count, and a list of keys is one call.
    dtypes = ["float32", "float16", "float64", "bfloat16", "int8"]
    keys = [f"key of {dtype}" for dtype in dtypes]
    likes = [nd.zeros((2, 2), dtype=dtype) for dtype in dtypes]
    kv.init(keys, [like + 10 + rank for like in likes])
    answers["init"] = [pull_value(kv, *pair) for pair in zip(keys, likes, strict=True)]
    kv.push(keys, [[like + rank + 1, like + 1] for like in likes])  # two devices each
    answers["push"] = [pull_value(kv, *pair) for pair in zip(keys, likes, strict=True)]
    out = likes[0].copy()
    kv.pushpull(keys[0], likes[0] + rank, out=out)
    answers["pushpull"] = out.asnumpy().tolist()
    kv.broadcast("d", nd.full(2, rank), out=(got := [nd.ones(2), nd.ones(2)]))
    answers["broadcast"] = [array.asnumpy().tolist() for array in got]
    kv._barrier()
    answers["dead"] = kv.get_num_dead_node(7)
    return answers


def test_the_interface():
    first, *others = run_job(use_everything, 3)
    full = lambda value: [[value, value], [value, value]]  # noqa: E731
    assert first == {
        "type": "dist_sync", "workers": 3, "init": [full(10)] * 5, "push": [full(9)] * 5,
        "pushpull": full(3), "broadcast": [[0, 0], [0, 0]], "dead": 0,
    }  # fmt: skip
    assert others == [first, first]


def push_to_integer_keys_of_other_types():
    errors = {}
    kv = kvstore.create("dist_device_sync")
    kv.init(3, nd.zeros(2))
    for name, push in {
        "unknown": lambda: kv.push(4, nd.ones(2)),
        "shape": lambda: kv.push(3, nd.ones(3)),
        "dtype": lambda: kv.push(3, nd.ones(2, dtype="float16")),
        "key": lambda: kv.pull("3", out=nd.ones(2)),
        "again": lambda: kv.init(3, nd.ones(2)),
    }.items():
        with pytest.raises(mx.MXNetError) as error:
            push()
        errors[name] = str(error.value)
    kv.push(3, nd.ones(2))
    return errors, pull_value(kv, 3, nd.ones(2))


def test_refused():
    errors, value = run_job(push_to_integer_keys_of_other_types, 2)[0]
    assert value == [2, 2]  # nothing that was refused has travelled
    assert errors["unknown"].startswith("key 4 has not been inited")
    assert "key 3 has a value of shape (2,)" in errors["shape"] and "(3,)" in errors["shape"]
    assert "type float32" in errors["dtype"] and "type float16 was pushed" in errors["dtype"]
    assert "Mixed key types" in errors["key"]
    assert "duplicate init of key 3" in errors["again"]


def call_with_other_arguments():
    kv = kvstore.create("dist_sync")
    kv.init(["w", "v"], [nd.zeros((4, 2)).tostype("row_sparse"), nd.zeros((4, 50))])
    with pytest.raises(mx.MXNetError, match="row_sparse, worker" if kv.rank else "float32, worker"):
        kv.push("w", nd.ones((4, 2)).tostype("row_sparse" if kv.rank else "default"))
    with pytest.raises(mx.MXNetError, match=r"calls push with [wv] \(4, .* row_sparse, worker"):
        kv.push("wv"[kv.rank], nd.ones((4, (2, 50)[kv.rank])).tostype("row_sparse"))
    with pytest.raises(mx.MXNetError) as init:
        kv.init("x", nd.zeros(2 + kv.rank))
    kv.init(["a", "b"], [nd.zeros(2), nd.zeros(50)])
    with pytest.raises(mx.MXNetError) as push:
        kv.push("ab"[kv.rank], nd.ones((2, 50)[kv.rank]))
    with pytest.raises(mx.MXNetError, match="the same keys, with .* types, in the same order"):
        for name in ("a", "b") if kv.rank else ("b", "a"):
            kv.push(name, nd.ones({"a": 2, "b": 50}[name]))
    kv.set_gradient_compression({"type": "2bit", "threshold": 0.5 + kv.rank})
    with pytest.raises(mx.MXNetError, match=rf"push in 2 bits \(threshold {kv.rank}.5\) with a"):
        kv.push("a", nd.ones(2))
    return str(init.value), str(push.value)


def test_workers_that_call_with_other_arguments():
    (init, push), (other_init, other_push) = run_job(call_with_other_arguments, 2)
    assert "worker 0 calls init with x (2,) float32, worker 1 with something else" in init
    assert "worker 1 calls init with x (3,) float32, worker 0 with something else" in other_init
    assert "worker 0 calls push with a (2,) float32, worker 1 with something else" in push
    assert "all workers must give the same keys, with arrays of the same shapes" in other_push


def push_known_keys_in_other_orders():
    kv = kvstore.create("dist_sync")
    kv.init(["a", "b"], [nd.zeros(2), nd.zeros(2)])
    for key in "ab":
        kv.push(key, nd.ones(2))
    kv.push("ab"[kv.rank], nd.ones(2))
    with pytest.raises(mx.MXNetError) as error:
        kv.pull("a", out=nd.zeros(2))
    return str(error.value)


def test_workers_that_push_different_keys():
    for key, error in zip("ab", run_job(push_known_keys_in_other_orders, 2), strict=True):
        assert f"pushes the keys {key} while another worker pushes something else" in error


def wait_for_different_operations():
    liveness.ALARM_SILENCE = 0.5  # instead of several seconds
    kv = kvstore.create("dist_sync")
    with pytest.raises(mx.MXNetError) as error:
        kv._barrier() if kv.rank else kv.set_optimizer(mx.optimizer.SGD())
        kv._barrier()
    return str(error.value)


def test_workers_that_wait_for_different_operations():
    text = "worker 0 waits for the optimizer of worker 0 (1 int64) and worker 1 for the barrier"
    for error in run_job(wait_for_different_operations, 2):
        assert text in error and "must call the same operations in the same order" in error


def pull_at_other_times():
    """Pull after pushes of other keys in each worker, with an optimizer that draws numbers."""
    kv = kvstore.create("dist_sync")
    arrays = {"a": nd.zeros(2), "b": nd.zeros(3)}
    kv.init(list(arrays), list(arrays.values()))
    kv.set_optimizer(mx.optimizer.SGLD(learning_rate=0.1))
    for _ in range(3):
        for rank, (key, array) in enumerate(arrays.items()):
            kv.push(key, array.ones_like())
            if kv.rank == rank:
                kv.pull(key, out=array)
    kv.pull(list(arrays), out=list(arrays.values()))
    return [array.asnumpy().tolist() for array in arrays.values()]


def test_workers_may_pull_at_other_times():
    first, second = run_job(pull_at_other_times, 2)
    assert first == second


# ------------------------------------------------------------------------------------- optimizers


# Those for everybody: mx.contrib.svrg_optimization registers private ones when it is imported.
NAMES = sorted(name for name in Optimizer.opt_registry if not name.startswith("_"))
DENSE_ONLY = ("lamb", "lars")
RANDOM = ("sgld",)


def gradients(step, rank):
    """Return what a worker pushes for two dense keys and a row-sparse one."""
    values = np.random.default_rng(10 * step + rank).normal(size=(5, 3)).astype(np.float32)
    rows = nd.sparse.row_sparse_array((values[:2], ROWS[rank]), shape=(5, 3))
    return [nd.array(values), nd.array(values[:1]), rows]


def train(name, kv, ranks):
    """Return the values after three steps with the gradients of these workers."""
    mx.random.seed(kv.rank)
    keys = [0, 1] if name in DENSE_ONLY else [0, 1, 2]
    start = np.linspace(-1, 1, 15, dtype=np.float32).reshape(5, 3)
    first = [nd.array(start), nd.array(start[:1]), nd.array(start).tostype("row_sparse")]
    kv.init(keys, first[: len(keys)])
    kv.set_optimizer(optimizer.create(name, learning_rate=0.1, rescale_grad=0.5))
    for step in range(3):
        devices = [gradients(step, rank) for rank in ranks]
        kv.push(keys, [[arrays[key] for arrays in devices] for key in keys])
    return [kv._value(key).asnumpy().tolist() for key in keys]


def train_all():
    stores = {name: kvstore.create("dist_sync") for name in NAMES}
    return {name: train(name, kv, [kv.rank]) for name, kv in stores.items()}


@pytest.mark.parametrize("size", [2, 3])
def test_workers_equal_one_with_all_gradients(size):
    first, *others = run_job(train_all, size)
    assert all(other == first for other in others)  # to the bit
    for name in set(NAMES) - set(RANDOM):
        alone = train(name, kvstore.create("local"), range(size))
        for one, several in zip(alone, first[name], strict=True):
            np.testing.assert_allclose(several, one, 2e-5, 2e-6, err_msg=name)


class Secretive(optimizer.SGD):
    """Has an attribute that cannot travel."""

    def __init__(self, **options):
        super().__init__(**options)
        self.secret = object()


OWN_OPTIMIZERS = {
    "rates": lambda rank: optimizer.SGD(learning_rate=1.0 + rank),
    "a schedule": lambda rank: optimizer.SGD(
        learning_rate=1.0, lr_scheduler=mx.lr_scheduler.FactorScheduler(1, 0.1) if rank else None
    ),
    "classes": lambda rank: [optimizer.SGD, optimizer.Adam][rank](learning_rate=1.0),
    "attributes": lambda rank: Secretive(learning_rate=1.0 + rank),
}


def update_with_own_optimizers():
    results = {}
    for name, create in OWN_OPTIMIZERS.items():
        kv = store(w=[0.0])
        own = create(kv.rank)
        kv.set_optimizer(own)
        kv.push("w", nd.ones(1))
        results[name] = pull_value(kv, "w", nd.zeros(1))
        if name == "rates":
            own.set_learning_rate(0.5)  # as all workers do
            kv.push("w", nd.ones(1))
            results["later"] = pull_value(kv, "w", nd.zeros(1))
    return results


def test_the_optimizer_of_worker_0_counts():
    expected = {**dict.fromkeys(OWN_OPTIMIZERS, [-2.0]), "later": [-3.0]}
    assert run_job(update_with_own_optimizers, 2) == [expected, expected]


# ------------------------------------------------------------------------------------ compression


def push_compressed(count, bits):
    # Sums of more workers have more bits.
    two_bits._MAX_WORKERS = {bits: two_bits._MAX_WORKERS[bits]}
    kv = kvstore.create("dist_sync")
    kv.set_gradient_compression({"type": "2bit", "threshold": 0.5})
    keys, shapes = ["a", "b"], [(5, 7), (3,)]
    kv.init(keys, [nd.full(shape, 9) for shape in shapes])
    results = []
    for step in range(count):
        draw = np.random.default_rng(100 * step + kv.rank)
        kv.push(keys, [nd.array(draw.normal(size=shape)) for shape in shapes])
        results.append([pull_value(kv, k, nd.zeros(s)) for k, s in zip(keys, shapes, strict=True)])
    return results


@pytest.mark.parametrize(("workers", "bits"), [(3, 4), (4, 4), (4, 8), (4, 16)])
def test_compressed_gradients_are_those_of_each_worker_rounded(workers, bits):
    first, *others = run_job(push_compressed, workers, 4, bits)
    assert all(other == first for other in others)
    residuals = [[np.zeros((5, 7), np.float32), np.zeros(3, np.float32)] for _ in range(workers)]
    for step, values in enumerate(first):
        totals = [np.zeros((5, 7)), np.zeros(3)]
        for rank in range(workers):
            draw = np.random.default_rng(100 * step + rank)
            for total, residual in zip(totals, residuals[rank], strict=True):
                residual += draw.normal(size=residual.shape).astype(np.float32)
                rounded = 0.5 * ((residual >= 0.5) * 1 - (residual <= -0.5) * 1)
                residual -= rounded
                total += rounded
        assert [total.tolist() for total in totals] == values
