"""A multi-layer perceptron with dropout and weight decay, and two Trainers for one network.

Weights decay, biases do not: each kind of parameter has a Trainer of its own.
"""

import numpy as np
from pictures import save_curves

import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn
from mxnet.gluon.data.vision import Digits


class MLP(nn.Block):
    """Two hidden layers, each followed by dropout."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense0 = nn.Dense(128, activation="relu")
            self.drop0 = nn.Dropout(0.2)
            self.dense1 = nn.Dense(64, activation="relu")
            self.drop1 = nn.Dropout(0.5)
            self.dense2 = nn.Dense(10)

    def forward(self, x):
        x = self.drop0(self.dense0(x))
        x = self.drop1(self.dense1(x))
        return self.dense2(x)


def flat(train):
    """All images as rows of 64 floats, with their labels."""
    images, labels = Digits(train=train)[:]
    return images.astype("float32").reshape((-1, 64)) / 16, nd.array(labels)


def main(epochs=20, picture="mlp_dropout.png"):
    np.random.seed(0)
    mx.random.seed(0)
    net = MLP()
    net.initialize(init.Xavier())
    of_weights = gluon.Trainer(
        net.collect_params(".*weight"), "sgd", {"learning_rate": 0.05, "momentum": 0.9, "wd": 1e-4}
    )
    of_biases = gluon.Trainer(net.collect_params(".*bias"), "sgd", {"learning_rate": 0.05})
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    train_data = gluon.data.DataLoader(gluon.data.ArrayDataset(*flat(True)), 64, shuffle=True)
    test_images, test_labels = flat(False)
    right, curves = 0.0, {"training": [], "test": []}
    train_images, train_labels = flat(True)
    for epoch in range(1, epochs + 1):
        total = 0.0
        for images, labels in train_data:
            with autograd.record():
                loss = loss_of(net(images), labels)
            loss.backward()
            of_weights.step(len(images))
            of_biases.step(len(images))
            total += loss.sum().asscalar()
        right = (net(test_images).argmax(axis=1) == test_labels).mean().asscalar()
        seen = (net(train_images).argmax(axis=1) == train_labels).mean().asscalar()
        curves["training"].append(seen)
        curves["test"].append(right)
        if epoch % 5 == 0:
            mean = total / len(train_images)
            print(f"epoch {epoch:2d}, loss {mean:.4f}, test accuracy {right:.3f}")
    if picture:
        save_curves(picture, curves, "epoch", "accuracy", "dropout and weight decay")
    return right


if __name__ == "__main__":
    main()
