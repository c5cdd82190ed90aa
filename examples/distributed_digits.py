"""Train on handwritten digits with several processes, and resume after a fault.

Start it with a launcher; alone it trains with one process::

    torchrun --nproc-per-node 2 --max-restarts 3 examples/distributed_digits.py --out run.ckpt
    mxnet launch -n 2 python examples/distributed_digits.py --out run.ckpt

After each epoch worker 0 writes a checkpoint. When a worker fails, torchrun starts all of them
again, and they go on from the last checkpoint as if nothing had happened.
"""

from __future__ import annotations

import argparse

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from mxnet.gluon.data.vision import Digits


def dataset(train):
    """Pairs of an image, as a row of 64 floats, and a label."""
    images, labels = Digits(train=train)[:]
    rows = images.astype("float32").reshape((len(labels), -1)) / 16
    return gluon.data.ArrayDataset(rows, nd.array(labels))


def part_of(data, store, **options):
    """The sampler of this worker's part; all parts have one size, so that nobody has to wait."""
    return gluon.data.SplitSampler(
        len(data), store.num_workers, store.rank, even_size=True, **options
    )


def evaluate(net, data, store):
    """The share of images that the network classifies correctly; each worker looks at its part."""
    metric = mx.metric.Accuracy()
    sampler = gluon.data.SplitSampler(len(data), store.num_workers, store.rank, shuffle=False)
    for images, labels in gluon.data.DataLoader(data, 128, sampler=sampler):
        metric.update(labels, net(images))
    return metric.over_workers().get()[1]


def main(epochs=4, batch_size=32, learning_rate=0.1, out="digits.ckpt"):
    """Train; return the accuracy. ``batch_size`` is that of all workers together."""
    store = mx.kv.create("dist_sync")
    mx.random.seed_everything(7)
    net = nn.HybridSequential()
    net.add(nn.Dense(64, activation="relu", in_units=64), nn.Dense(10, in_units=64))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    options = {"learning_rate": learning_rate, "momentum": 0.9}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options, kvstore=store)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    train, test = dataset(train=True), dataset(train=False)
    loader = gluon.data.DataLoader(
        train, batch_size // store.num_workers, sampler=part_of(train, store, seed=3),
        last_batch="discard",
    )  # fmt: skip

    # One file, replaced at one moment: there is always a complete one.
    checkpoint = gluon.Checkpoint(out, net=net, trainer=trainer, loader=loader)
    for epoch in range(checkpoint.resume(done=0)["done"], epochs):
        for images, labels in loader:
            with autograd.record():
                loss = loss_of(net(images), labels)
            loss.backward()
            trainer.step(batch_size)  # gradients are sums over all workers
        accuracy = evaluate(net, test, store)
        if store.rank == 0:
            checkpoint.save(done=epoch + 1)
            print(f"epoch {epoch + 1:2}, accuracy {accuracy:.4f}", flush=True)
    return evaluate(net, test, store)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch-size", type=int, default=32, help="of all workers together")
    parser.add_argument("--learning-rate", type=float, default=0.1)
    parser.add_argument("--out", default="digits.ckpt", help="the file of the checkpoint")
    main(**vars(parser.parse_args()))
