"""The repr of objects describes them, without an address."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import data, nn


def network():
    net = nn.Dense(3, in_units=2)
    net.initialize()
    return net


def classifier():
    hidden = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    return mx.sym.SoftmaxOutput(hidden, name="softmax")


def bound():
    module = mx.mod.Module(classifier())
    module.bind([("data", (2, 5))], [("softmax_label", (2,))])
    module.init_params()
    return module


def updated_metric():
    metric = mx.metric.Accuracy()
    metric.update([nd.array([0, 1])], [nd.array([[1, 0], [1, 0]])])
    return metric


def double(x):
    return 2 * x


def advanced_schedule():
    schedule = mx.lr_scheduler.OneCycleScheduler(100, base_lr=0.1)
    schedule(50)
    return schedule


class OwnData(data.Dataset):
    pass


class HalfMade(data.Dataset):
    def __len__(self):
        return len(self._samples)  # which nobody made


class OwnInit(mx.init.Initializer):
    def __init__(self):
        pass


PAIRS = data.ArrayDataset(nd.ones((5, 3)), nd.ones(5))
SCHEDULE = mx.lr_scheduler.FactorScheduler(10, factor=0.5, base_lr=0.2)

REPRS = [
    (lambda: mx.optimizer.SGD(learning_rate=0.1, momentum=0.9, wd=1e-4),
     "SGD(momentum=0.9, wd=0.0001, learning_rate=0.1)"),
    (lambda: mx.optimizer.Adam(), "Adam()"),
    (lambda: mx.optimizer.create("sgd", lr_scheduler=SCHEDULE),
     "SGD(lr_scheduler=FactorScheduler(step=10, factor=0.5, base_lr=0.2))"),
    (lambda: gluon.Trainer(network().collect_params(), "sgd", {"learning_rate": 0.1}),
     "Trainer(2 parameters on cpu(0), SGD(learning_rate=0.1))"),
    (lambda: mx.init.Xavier(magnitude=2),
     "Xavier(rnd_type='uniform', factor_type='avg', magnitude=2)"),
    (lambda: mx.init.Zero(), "Zero()"),
    (lambda: OwnInit(), "OwnInit()"),
    (lambda: PAIRS, "ArrayDataset(5 samples)"),
    (lambda: OwnData(), "OwnData()"),
    (lambda: HalfMade(), "HalfMade()"),
    (lambda: data.DataLoader(PAIRS, batch_sampler=iter([[0, 1]])),
     "DataLoader(ArrayDataset(5 samples), 0 workers)"),
    (lambda: PAIRS.transform_first(double), "ArrayDataset(5 samples).transform_first(double)"),
    (lambda: PAIRS.transform(double), "ArrayDataset(5 samples).transform(double)"),
    (lambda: PAIRS.take(1), "1 sample of ArrayDataset(5 samples)"),
    (lambda: data.DataLoader(PAIRS, 2),
     "DataLoader(ArrayDataset(5 samples), 3 batches, 0 workers)"),
    (lambda: data.DataLoader(list(range(100)), 100), "DataLoader(list of 100, 1 batch, 0 workers)"),
    (lambda: data.RandomSampler(3), "RandomSampler(3 samples)"),
    (lambda: data.BatchSampler(data.SequentialSampler(3), 2, "discard"),
     "BatchSampler(sampler=SequentialSampler(3 samples), batch_size=2, last_batch='discard')"),
    (lambda: data.Sampler(), "Sampler()"),
    (updated_metric, "Accuracy(accuracy=0.5)"),
    (lambda: mx.metric.create(["acc", "mse"]), "CompositeEvalMetric(accuracy=nan, mse=nan)"),
    (lambda: mx.kv.create("device"), "KVStore('device', 0 keys)"),
    (lambda: mx.io.DataBatch([nd.ones((2, 3))], [nd.ones(2)]),
     "<DataBatch: data shapes: [(2, 3)] label shapes: [(2,)]>"),
    (lambda: mx.io.NDArrayIter(np.ones((4, 3)), np.ones(4), 2),
     "<NDArrayIter of batches of 2: data (2, 3), softmax_label (2,)>"),
    (lambda: mx.image.CastAug(), "CastAug(type='float32')"),
    (lambda: mx.image.SequentialAug([mx.image.HorizontalFlipAug(0.5)]),
     "SequentialAug([HorizontalFlipAug(p=0.5)])"),
    (lambda: classifier().simple_bind(mx.cpu(), data=(2, 5)),
     "<Executor of <Symbol softmax> on cpu(0): data (2, 5), fc_weight (3, 5), fc_bias (3,), "
     "softmax_label (2,)>"),
    (lambda: mx.mod.Module(classifier()),
     "<Module of <Symbol softmax>: not bound, not initialized, without optimizer>"),
    (bound, "<Module of <Symbol softmax>: bound to data (2, 5), initialized, without optimizer>"),
    (lambda: nd.array([1.5, 2]).astype("bfloat16"), "\n[1.5 2. ]\n<NDArray 2 @cpu(0)>"),
    (advanced_schedule, "OneCycleScheduler(max_update=100, base_lr=0.1)"),
    (lambda: mx.np.array([1.5, 2]).astype("bfloat16"), "array([1.5, 2. ], dtype=bfloat16)"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "text"), REPRS, ids=[text for _, text in REPRS])
def test_repr(make, text):
    assert repr(make()) == text


OPTIMIZERS = sorted(
    name
    for name, kind in mx.optimizer.Optimizer.opt_registry.items()
    if kind.__module__.startswith("mxnet.optimizer")
)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_every_optimizer_shows_itself(name):
    text = repr(mx.optimizer.create(name, learning_rate=0.25))
    assert text.endswith(")") and "learning_rate=0.25" in text and "object at" not in text
