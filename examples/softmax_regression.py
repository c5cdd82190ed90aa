"""Softmax regression: one dense layer that classifies handwritten digits.

`softmax_weights.png` shows what it looks for: pixels that speak for a digit are red, others blue.
"""

import numpy as np
from pictures import save_images

import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon.data.vision import Digits


def flat(train):
    """All images as rows of 64 floats, with their labels."""
    images, labels = Digits(train=train)[:]
    return images.astype("float32").reshape((-1, 64)) / 16, nd.array(labels)


def main(epochs=20, picture="softmax_weights.png"):
    np.random.seed(0)
    mx.random.seed(0)
    train_data = gluon.data.DataLoader(gluon.data.ArrayDataset(*flat(True)), 64, shuffle=True)
    net = gluon.nn.Dense(10)
    net.initialize(init.Normal(sigma=0.01))
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    for epoch in range(1, epochs + 1):
        total = 0.0
        for images, labels in train_data:
            with autograd.record():
                loss = loss_of(net(images), labels)
            loss.backward()
            trainer.step(len(images))
            total += loss.sum().asscalar()
        if epoch % 5 == 0:
            print(f"epoch {epoch:2d}, loss {total / 1438:.4f}")
    images, labels = flat(False)
    right = (net(images).argmax(axis=1) == labels).mean().asscalar()
    print(f"test accuracy {right:.3f}")
    if picture:
        weights = net.weight.data().reshape((10, 8, 8)).asnumpy()
        save_images(picture, [weights[:5], weights[5:]], colors="RdBu_r", names=range(10))
    return right


if __name__ == "__main__":
    main()
