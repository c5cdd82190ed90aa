"""A siamese network: digits that are the same come close, others are pushed apart.

The loss is plain NDArray arithmetic; autograd finds its gradient. `siamese.png` shows where digits
that it has not seen come to lie.
"""

import numpy as np
from pictures import save_points

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from mxnet.gluon.data.vision import Digits

MARGIN = 1.0


def contrastive_loss(left, right, same):
    """The squared distance of equal pairs; of others, what is missing to the margin, squared."""
    distance = nd.norm(left - right, axis=1)
    missing = nd.relu(MARGIN - distance)
    return same * distance * distance + (1 - same) * missing * missing


def pairs(images, labels, count):
    """Random pairs of images, half of them of the same digit."""
    first = np.random.randint(0, len(labels), count)
    is_same = np.random.rand(count) < 0.5
    second = first.copy()
    for i in range(count):
        candidates = np.flatnonzero((labels == labels[first[i]]) == is_same[i])
        second[i] = np.random.choice(candidates)
    return images[first], images[second], nd.array(is_same)


def main(steps=300, picture="siamese.png"):
    np.random.seed(0)
    mx.random.seed(0)
    pictures, labels = Digits(train=True)[:]
    images = pictures.astype("float32").reshape((-1, 64)) / 16
    net = nn.Sequential()
    net.add(nn.Dense(64, activation="relu"), nn.Dense(8))
    net.initialize(mx.init.Xavier())
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.003})
    for step in range(1, steps + 1):
        left, right, same = pairs(images, labels, 64)
        with autograd.record():
            loss = contrastive_loss(net(left), net(right), same)
        loss.backward()
        trainer.step(64)
        if step % 100 == 0:
            print(f"step {step}, loss {loss.mean().asscalar():.4f}")
    left, right, same = pairs(images, labels, 512)
    close = nd.norm(net(left) - net(right), axis=1) < MARGIN / 2
    right_share = (close == same).mean().asscalar()
    print(f"pairs that are classified correctly: {right_share:.3f}")
    if picture:
        unseen, digits = Digits(train=False)[:]
        places = net(unseen.astype("float32").reshape((-1, 64)) / 16).asnumpy()
        centered = places - places.mean(axis=0)
        directions = np.linalg.svd(centered, full_matrices=False)[2][:2]  # of the largest variance
        save_points(picture, centered @ directions.T, digits, "digits of the test set")
    return right_share


if __name__ == "__main__":
    main()
