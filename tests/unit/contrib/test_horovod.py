"""Horovod's interface without Horovod, in one process and in several."""

import sys
import warnings
from importlib import import_module
from unittest import mock

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._distributed import buckets, early_start
from mxnet.base import MXNetError
from mxnet.contrib import horovod as hvd

from ..distributed.jobs import run_job


@pytest.fixture
def initialized():
    hvd.init()
    yield
    hvd.shutdown()


def test_the_module_is_found_where_horovod_is_not_installed():
    module = import_module("horovod.mxnet")
    assert sys.modules["horovod"].mxnet is module
    assert {name: getattr(module, name) for name in hvd.__all__}.items() <= vars(hvd).items()
    assert import_module("horovod.mxnet.mpi_ops").allreduce_ is module.allreduce_
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'horovod\.torch'"):
        import_module("horovod.torch")


def test_init_is_required():
    assert not hvd.is_initialized()
    with pytest.raises(ValueError, match=r"Horovod has not been initialized; use hvd\.init"):
        hvd.rank()
    with pytest.raises(MXNetError, match="communicators of MPI are not supported"):
        hvd.init(object())


def test_one_process(initialized):
    x = nd.array([[1.0, 2.0]])
    assert hvd.allreduce(x).asnumpy().tolist() == [[1, 2]]
    assert hvd.allgather(x).asnumpy().tolist() == [[1, 2]]
    assert hvd.broadcast(x, 0).asnumpy().tolist() == [[1, 2]]
    assert hvd.allreduce(x, prescale_factor=3, postscale_factor=2).asnumpy().tolist() == [[6, 12]]


@pytest.mark.parametrize("call", [hvd.allreduce, hvd.allgather, lambda x: hvd.broadcast(x, 0)])
def test_sparse_arrays_are_refused(initialized, call):
    with pytest.raises(MXNetError, match="take dense NDArrays"):
        call(nd.ones((2, 2)).tostype("row_sparse"))


def test_allgather_needs_an_axis(initialized):
    with mx.util.np_shape(), pytest.raises(MXNetError, match="got a scalar"):
        hvd.allgather(nd.ones(()))


def operate():
    hvd.init()
    rank = hvd.rank()
    x = nd.array([1.0, 2.0]) * (rank + 1)
    in_place = x.copy()
    hvd.allreduce_(in_place, average=False)
    rows = nd.full((rank, 2), rank) if rank else nd.zeros((1, 2))
    replaced = nd.full((2,), rank, dtype="float16")
    hvd.broadcast_(replaced, 2)
    arrays = {
        "mean": hvd.allreduce(x), "sum": in_place, "x": x, "rows": hvd.allgather(rows),
        "from 1": hvd.broadcast(x, 1), "from 2": replaced,
    }  # fmt: skip
    return {name: array.asnumpy().tolist() for name, array in arrays.items()}


def test_operations():
    answers = run_job(operate, 3)
    assert [answer.pop("x") for answer in answers] == [[1, 2], [2, 4], [3, 6]]
    expected = {
        "mean": [2, 4], "sum": [6, 12], "rows": [[0, 0], [1, 1], [2, 2], [2, 2]],
        "from 1": [2, 4], "from 2": [2, 2],
    }  # fmt: skip
    assert answers == [expected] * 3


DATA = np.random.RandomState(0).randn(8, 3).astype("float32")
LABEL = np.random.RandomState(1).randn(8, 1).astype("float32")


def train_gluon(predivide, wrap):
    """Train with this process's part of the data; return the weight."""
    hvd.init()
    part = slice(hvd.rank(), None, hvd.size())
    x, y = nd.array(DATA[part]), nd.array(LABEL[part])
    net = gluon.nn.Dense(1)
    net.initialize(mx.init.Constant(hvd.rank() + 1.0))
    hvd.broadcast_parameters(net.collect_params(), root_rank=0)
    optimizer = mx.optimizer.SGD(learning_rate=0.1, momentum=0.9)
    if wrap:
        optimizer = hvd.DistributedOptimizer(optimizer, predivide)
        with pytest.warns(UserWarning, match="We have unwrapped it for you"):
            trainer = hvd.DistributedTrainer(net.collect_params(), optimizer)
    else:
        trainer = hvd.DistributedTrainer(
            net.collect_params(), optimizer, gradient_predivide_factor=predivide
        )
    for _ in range(3):
        with autograd.record():
            loss = ((net(x) - y) ** 2).sum()
        loss.backward()
        trainer.step(len(x))
    return net.weight.data().asnumpy()


@pytest.mark.parametrize(("predivide", "wrap"), [(1.0, False), (4.0, False), (2.0, True)])
def test_two_processes_train_as_one_does(initialized, predivide, wrap):
    alone = train_gluon(1.0, False)
    for weight in run_job(train_gluon, 2, predivide, wrap):
        np.testing.assert_allclose(weight, alone, rtol=1e-5)


def train_in_small_buckets():
    """Return the trained weight, and how many of the sums were under way when they were needed."""
    counted = []
    close = early_start.EarlyStart.close

    def note(early, grads):
        waits = close(early, grads)
        counted.append(waits is not None)
        return waits

    with (
        mock.patch.object(buckets, "BUCKET_BYTES", 4),
        mock.patch.object(early_start.EarlyStart, "close", note),
    ):
        weight = train_gluon(1.0, False)
    return weight, counted


def test_gradients_travel_during_the_backward_pass(initialized):
    alone = train_gluon(1.0, False)
    for weight, counted in run_job(train_in_small_buckets, 2):
        np.testing.assert_allclose(weight, alone, rtol=1e-5)
        assert counted == [True, True]


def train_module():
    hvd.init()
    part = slice(hvd.rank(), None, hvd.size())
    data = mx.io.NDArrayIter(DATA[part], LABEL[part], batch_size=8 // hvd.size(), label_name="y")
    out = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, name="fc")
    module = mx.mod.Module(mx.sym.LinearRegressionOutput(out, mx.sym.var("y")), label_names=["y"])
    module.bind(data.provide_data, data.provide_label)
    module.init_params(mx.init.Constant(hvd.rank() + 1.0))
    parameters, _ = module.get_params()
    hvd.broadcast_parameters(parameters, root_rank=0)
    module.set_params(parameters, {})
    optimizer = mx.optimizer.SGD(learning_rate=0.1, momentum=0.9, rescale_grad=1 / data.batch_size)
    optimizer = hvd.DistributedOptimizer(optimizer)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Parameters already initialized")
        module.fit(data, kvstore=None, optimizer=optimizer, num_epoch=3, eval_metric="mse")
    return module.get_params()[0]["fc_weight"].asnumpy()


def test_two_processes_fit_the_same_as_one(initialized):
    alone = train_module()
    for weight in run_job(train_module, 2):
        np.testing.assert_allclose(weight, alone, rtol=1e-5)


def refuse_list():
    hvd.init()
    with pytest.raises(ValueError, match="invalid params of type: <class 'list'>"):
        hvd.broadcast_parameters([1])


def test_broadcast_parameters_refuses_lists():
    run_job(refuse_list, 2)


def broadcast_some():
    hvd.init()
    ready, late = (gluon.nn.Dense(2, in_units=units, prefix=f"{units}_") for units in (3, 0))
    ready.initialize()
    late.initialize()
    if hvd.rank() == 0:
        late(nd.ones((1, 3)))  # the shapes are known here alone
    with pytest.raises(MXNetError) as error:
        hvd.broadcast_parameters({**ready.collect_params(), **late.collect_params()})
    return str(error.value)


def test_parameters_that_only_one_process_has_initialized():
    for rank, error in enumerate(run_job(broadcast_some, 2)):
        assert f"worker {rank} calls hvd.broadcast_parameters with 0 (2,) float32" in error


def use_other_parameters():
    hvd.init()
    layers = [gluon.nn.Dense(1, in_units=2, prefix=f"{i}_") for i in range(2)]
    for layer in layers:
        layer.initialize()
    params = [parameter for layer in layers for parameter in layer.collect_params().values()]
    trainer = hvd.DistributedTrainer(params, "sgd", {"learning_rate": 0.5})
    with autograd.record():
        loss = layers[hvd.rank()](nd.array([[1.0, 2.0]]))
    loss.backward()
    with pytest.raises(MXNetError, match="the digest of the parameters to update must be"):
        trainer.step(1, ignore_stale_grad=True)


def test_processes_that_use_different_parameters():
    run_job(use_other_parameters, 2)


def call_with_others():
    hvd.init()
    errors = []
    for call, size, name in (
        (hvd.allreduce, 2 + hvd.rank(), "x"),
        (hvd.allgather, (2, 2 + hvd.rank()), None),
        (lambda x, name: hvd.broadcast(x, 0, name), 2 + hvd.rank(), "y"),
        (hvd.allreduce, 2, f"z{hvd.rank()}"),
    ):
        with pytest.raises(MXNetError) as error:
            call(nd.ones(size), name=name)
        errors.append(str(error.value))
    return errors


def test_tensors_that_do_not_belong_together():
    for error, text in zip(
        run_job(call_with_others, 2)[0],
        (
            "worker 0 calls hvd.allreduce with x[0] (2,) float32, worker 1 with something else",
            "worker 0 calls hvd.allgather with tensor[0] (1, 2) float32, worker 1 with",
            "worker 0 calls hvd.broadcast with y[0] (2,) float32, worker 1 with something else",
            "worker 0 calls hvd.allreduce with z0[0] (2,) float32, worker 1 with something else",
        ),
        strict=True,
    ):
        assert text in error
