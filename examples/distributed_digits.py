"""Train on handwritten digits with several processes, and go on after a fault.

Start it with a launcher; alone it trains with one process::

    torchrun --nproc-per-node 2 --max-restarts 3 examples/distributed_digits.py --out run
    mxnet launch -n 2 python examples/distributed_digits.py --out run

After each epoch worker 0 writes a checkpoint. When a worker fails, torchrun starts all of them
again, and they go on from the last checkpoint as if nothing had happened.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import shutil

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


class Checkpoints:
    """Folders ``epoch-1``, ``epoch-2``, ...: network, states of the trainer, place in the data.

    A folder gets its name when all of it is written, so that one with a name is complete.
    """

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def last(self):
        """The number of epochs that are saved."""
        return max((int(path.name[6:]) for path in self.folder.glob("epoch-*")), default=0)

    def save(self, epoch, net, trainer, loader):
        """Write what training needs to go on after an epoch."""
        new = self.folder / f"unfinished-{os.getpid()}"
        new.mkdir(parents=True, exist_ok=True)
        net.save_parameters(str(new / "net.params"))
        trainer.save_states(str(new / "trainer.states"))
        (new / "loader.json").write_text(json.dumps(loader.get_state()))
        new.rename(self.folder / f"epoch-{epoch}")
        for left_over in self.folder.glob("unfinished-*"):
            shutil.rmtree(left_over)

    def load(self, epoch, net, trainer, loader):
        """Go on after an epoch."""
        saved = self.folder / f"epoch-{epoch}"
        net.load_parameters(str(saved / "net.params"))
        trainer.load_states(str(saved / "trainer.states"))
        loader.set_state(json.loads((saved / "loader.json").read_text()))


def evaluate(net, data, store):
    """The share of images that the network names rightly; each worker looks at its part."""
    metric = mx.metric.Accuracy()
    sampler = gluon.data.SplitSampler(len(data), store.num_workers, store.rank, shuffle=False)
    for images, labels in gluon.data.DataLoader(data, 128, sampler=sampler):
        metric.update(labels, net(images))
    return metric.over_workers().get()[1]


def main(epochs=4, batch_size=32, learning_rate=0.1, out="distributed_digits"):
    """Train; return the accuracy. ``batch_size`` is that of all workers together."""
    store = mx.kv.create("dist_sync")
    mx.random.seed(7)
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

    checkpoints = Checkpoints(out)
    done = checkpoints.last()
    if done:
        checkpoints.load(done, net, trainer, loader)
    for epoch in range(done + 1, epochs + 1):
        for images, labels in loader:
            with autograd.record():
                loss = loss_of(net(images), labels)
            loss.backward()
            trainer.step(batch_size)  # gradients are sums over all workers
        accuracy = evaluate(net, test, store)
        if store.rank == 0:
            checkpoints.save(epoch, net, trainer, loader)
            print(f"epoch {epoch:2}, accuracy {accuracy:.4f}", flush=True)
    return evaluate(net, test, store)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch-size", type=int, default=32, help="of all workers together")
    parser.add_argument("--learning-rate", type=float, default=0.1)
    parser.add_argument("--out", default="distributed_digits", help="where checkpoints go")
    main(**vars(parser.parse_args()))
