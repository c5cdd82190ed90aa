"""Fine-tuning: keep the features of a trained network, learn a new output for other classes.

A small ResNet learns to tell the digits 0 to 4 apart. Then it is given a new output for 5 to 9,
which sees few pictures of them. With a network that was trained on ImageNet the steps are the same:

    trained = vision.resnet18_v1(pretrained=True)
    net = vision.resnet18_v1(classes=5)
"""

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon.data.vision import Digits
from mxnet.gluon.model_zoo import vision


def small_resnet(classes):
    """A ResNet for pictures of 8 x 8."""
    return vision.ResNetV1(
        vision.BasicBlockV1, [1, 1], [16, 16, 32], classes=classes, thumbnail=True
    )


def digits_from(first, train):
    """Pictures of five digits, with labels 0 to 4."""
    images, labels = Digits(train=train)[:]
    chosen = np.flatnonzero((labels >= first) & (labels < first + 5))
    pictures = nd.array(images.asnumpy()[chosen]).transpose((0, 3, 1, 2)) / 16
    return pictures, nd.array(labels[chosen] - first)


def train(net, trainer, data, epochs):
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for images, labels in data:
            with autograd.record():
                loss = loss_of(net(images), labels)
            loss.backward()
            trainer.step(len(images))


def accuracy(net, images, labels):
    return (net(images).argmax(axis=1) == labels).mean().asscalar()


def main(epochs=4, samples=50):
    np.random.seed(0)
    mx.random.seed(0)
    trained = small_resnet(classes=5)
    trained.initialize(init.Xavier())
    trained.hybridize()
    trainer = gluon.Trainer(trained.collect_params(), "adam", {"learning_rate": 0.005})
    data = gluon.data.ArrayDataset(*digits_from(0, train=True))
    train(trained, trainer, gluon.data.DataLoader(data, 64, shuffle=True), epochs)
    print(f"digits 0 to 4: accuracy {accuracy(trained, *digits_from(0, train=False)):.3f}")

    net = small_resnet(classes=5)
    net.features = trained.features
    net.output.initialize(init.Xavier())
    net.features.collect_params().setattr("lr_mult", 0.1)  # the features change little
    net.hybridize()
    images, labels = digits_from(5, train=True)
    few = gluon.data.ArrayDataset(images[:samples], labels[:samples])
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.02})
    train(net, trainer, gluon.data.DataLoader(few, 10, shuffle=True), epochs * 4)
    right = accuracy(net, *digits_from(5, train=False))
    print(f"digits 5 to 9, after {samples} pictures of them: accuracy {right:.3f}")
    return right


if __name__ == "__main__":
    main()
