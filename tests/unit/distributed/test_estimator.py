"""Estimator with several workers: one of them prints and writes, and all stop together."""

import contextlib
import io
import os

import numpy as np

import mxnet as mx
from mxnet import gluon, nd
from mxnet._distributed import read_launch
from mxnet.gluon.contrib.estimator import (
    CheckpointHandler,
    EarlyStoppingHandler,
    Estimator,
    ProgressHandler,
)

from .jobs import run_job


def fit(folder):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        with contextlib.redirect_stderr(io.StringIO()) as bars:
            results = train(folder)
    return *results, out.getvalue(), bars.getvalue()


def train(folder):
    rank = read_launch().rank
    random = np.random.RandomState(rank)
    data = gluon.data.ArrayDataset(nd.array(random.randn(8, 3)), nd.array(random.randint(0, 2, 8)))
    loader = gluon.data.DataLoader(data, 4)
    net = gluon.nn.Dense(2, in_units=3)
    net.initialize(mx.init.Xavier())
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}, "dist_sync")
    estimator = Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer)
    own = f"{folder}/{rank}"
    os.makedirs(own, exist_ok=True)
    monitor = estimator.train_metrics[0]
    stopping = EarlyStoppingHandler(monitor, patience=1, mode="max")
    handlers = [CheckpointHandler(own, "net"), stopping, ProgressHandler()]
    estimator.fit(loader, epochs=20, event_handlers=handlers)
    return stopping.current_epoch, stopping.best, sorted(os.listdir(own))


def test_workers_stop_together_and_one_prints_and_writes(tmp_path):
    first, second = run_job(fit, 2, str(tmp_path))
    assert first[:2] == second[:2] and first[0] < 20
    files, out, bars = zip(first[2:], second[2:], strict=True)
    assert files[0] and not files[1]
    assert "Training begin" in out[0] and not out[1]
    assert "epoch 0" in bars[0] and not bars[1]
