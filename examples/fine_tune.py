"""Fine-tuning: keep the features of a trained network, learn a new output for other classes.

A small ResNet learns to classify the digits 0 to 4. Then it gets a new output layer for 5 to 9,
which sees few pictures of them; a network that has seen nothing else is trained beside it. With a
network that was trained on ImageNet the steps are the same:

    trained = vision.resnet18_v1(pretrained=True)
    net = vision.resnet18_v1(classes=5)
"""

import os

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


def learn(net, samples, epochs, rate):
    """Train on a few images of 5 to 9; return the accuracy on others."""
    images, labels = digits_from(5, train=True)
    few = gluon.data.ArrayDataset(images[:samples], labels[:samples])
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": rate})
    train(net, trainer, gluon.data.DataLoader(few, 10, shuffle=True), epochs)
    return accuracy(net, *digits_from(5, train=False))


def main(epochs=4, counts=(5, 10, 20)):
    np.random.seed(0)
    mx.random.seed(0)
    trained = small_resnet(classes=5)
    trained.initialize(init.Xavier())
    trained.hybridize()
    trainer = gluon.Trainer(trained.collect_params(), "adam", {"learning_rate": 0.005})
    data = gluon.data.ArrayDataset(*digits_from(0, train=True))
    train(trained, trainer, gluon.data.DataLoader(data, 64, shuffle=True), epochs)
    print(f"digits 0 to 4: accuracy {accuracy(trained, *digits_from(0, train=False)):.3f}")
    trained.save_parameters("fine_tune.params")

    print("digits 5 to 9:    images  from scratch  fine-tuned")
    right = 0.0
    for samples in counts:
        fresh = small_resnet(classes=5)
        fresh.initialize(init.Xavier())
        net = small_resnet(classes=5)
        net.load_parameters("fine_tune.params")
        net.output.initialize(init.Xavier(), force_reinit=True)
        net.features.collect_params().setattr("lr_mult", 0.1)  # the features change little
        from_scratch = learn(fresh, samples, epochs * 4, 0.005)
        right = learn(net, samples, epochs * 4, 0.01)
        print(f"{samples:24}  {from_scratch:12.3f}  {right:10.3f}")
    os.unlink("fine_tune.params")
    return right


if __name__ == "__main__":
    main()
