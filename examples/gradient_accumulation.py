"""Gradient accumulation: several small batches give the step of one large batch.

With ``grad_req="add"`` gradients add up until they are set to 0 by hand.
"""

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


def make_net():
    net = nn.Dense(1, in_units=2)
    net.initialize(mx.init.Constant(0.5))
    return net


def one_step(net, features, labels, parts):
    """Take one step over all samples, in several parts."""
    loss_of = gluon.loss.L2Loss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    for parameter in net.collect_params().values():
        parameter.grad_req = "add"
    size = len(features) // parts
    for i in range(parts):
        here = slice(i * size, (i + 1) * size)
        with autograd.record():
            loss = loss_of(net(features[here]), labels[here])
        loss.backward()
    trainer.step(len(features))
    net.collect_params().zero_grad()
    return net.weight.data().asnumpy()


def main():
    mx.random.seed(0)
    features = nd.random.normal(shape=(64, 2))
    labels = 2 * features[:, 0] - 3.4 * features[:, 1] + 4.2
    expected = one_step(make_net(), features, labels, parts=1)
    parted = one_step(make_net(), features, labels, parts=4)
    print("one batch of 64:  ", expected)
    print("4 batches of 16:  ", parted)
    print("largest difference", np.abs(expected - parted).max())
    return np.abs(expected - parted).max()


if __name__ == "__main__":
    main()
