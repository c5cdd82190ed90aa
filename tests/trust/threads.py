"""Networks used by several threads at the same time: nothing raises, nothing is wrong.

``python -m tests.trust.threads [COUNT]``: first calls, then eight threads with COUNT (1000)
inferences each, and trainings in parallel. ``test_threads.py`` runs the same with small numbers.
"""

from __future__ import annotations

import sys
import threading

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from tests.threads import in_threads

THREADS = 8


def _perceptron():
    net = nn.HybridSequential()
    net.add(nn.Dense(8, activation="relu"), nn.LayerNorm(), nn.Dense(4))
    return net, (2, 5)


def _convolutions():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.Flatten(), nn.Dense(3))
    return net, (2, 3, 6, 6)


def _recurrent():
    return gluon.rnn.LSTM(4), (3, 2, 5)


NETWORKS = {"dense": _perceptron, "conv": _convolutions, "lstm": _recurrent}


def make_network(name, hybrid=True):
    """Return a network whose shapes are not known yet, and a batch for it."""
    net, shape = NETWORKS[name]()
    net.initialize(mx.init.Xavier())
    net.hybridize(hybrid)
    return net, nd.array(np.random.RandomState(1).rand(*shape))


def first_calls(name, hybrid, record):
    """Let all threads make the first call of one network; return how far outputs are apart."""
    net, data = make_network(name, hybrid)
    together = threading.Barrier(THREADS)

    def call(_):
        together.wait(60)
        if record:  # without training: BatchNorm is to compute the same each time
            with autograd.record(train_mode=False):
                return net(data).asnumpy()
        return net(data).asnumpy()

    outputs = in_threads(call, range(THREADS))
    expected = net(data).asnumpy()
    return max(float(np.abs(output - expected).max()) for output in outputs)


def inferences(name, count):
    """Let all threads run one network on separate inputs; return how many outputs are wrong."""
    net, data = make_network(name)
    net(data)
    inputs = [nd.array(np.random.RandomState(i).rand(*data.shape)) for i in range(THREADS)]
    expected = [net(batch).asnumpy() for batch in inputs]

    def run(i):
        wrong = 0
        for number in range(count):
            output = net(inputs[i])
            if number % 100 == 0:
                nd.waitall()
            wrong += not np.allclose(output.asnumpy(), expected[i], rtol=1e-5, atol=1e-6)
        return wrong

    return sum(in_threads(run, range(THREADS)))


def train(seed, steps):
    """Train a separate network; return its parameters."""
    net = nn.HybridSequential(prefix=f"net{seed}_")
    with net.name_scope():
        net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Flatten(), nn.Dense(3))
    random = np.random.RandomState(seed)
    batches = [(random.rand(4, 2, 5, 5), random.randint(0, 3, 4)) for _ in range(4)]
    net.initialize(mx.init.One())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam")
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    for step in range(steps):
        images, labels = map(nd.array, batches[step % len(batches)])
        with autograd.record():
            error = loss(net(images), labels)
        error.backward()
        trainer.step(4)
    nd.waitall()
    return [parameter.data().asnumpy() for parameter in net.collect_params().values()]


def trainings(steps, threads=4):
    """Train networks in parallel; return how many differ from the same training alone."""
    parallel = in_threads(lambda seed: train(seed, steps), range(threads))
    alone = [train(seed, steps) for seed in range(threads)]
    return sum(
        not all(map(np.array_equal, ours, theirs))
        for ours, theirs in zip(parallel, alone, strict=True)
    )


def main(count=1000):
    """Run everything and print what was found."""
    sys.setswitchinterval(1e-5)
    for name in NETWORKS:
        apart = max(
            first_calls(name, hybrid, record)
            for hybrid in (True, False)
            for record in (True, False)
            for _ in range(max(1, count // 50))
        )
        rounds = 4 * max(1, count // 50)
        print(f"{name}: first calls of {rounds} networks: outputs differ by {apart:.1g} at most")
        print(f"{name}: {THREADS} x {count} inferences: {inferences(name, count)} wrong")
    print(f"4 trainings of {count // 5} steps in parallel: {trainings(count // 5)} differ")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
