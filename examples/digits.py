"""Train a small convolutional network on handwritten digits, save it, load it, look at it.

Run ``python examples/digits.py``; ``--help`` lists the options.
"""

from __future__ import annotations

import argparse
import pathlib

import numpy as np
from tqdm import tqdm

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from mxnet.gluon.data.vision import Digits

try:
    from matplotlib.figure import Figure
except ModuleNotFoundError:  # it comes with the extra `viz`
    Figure = None


def network():
    """Two convolutions, then two dense layers."""
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(32, kernel_size=3, padding=1, activation="relu"),
        nn.BatchNorm(),
        nn.Conv2D(64, kernel_size=3, padding=1, activation="relu"),
        nn.BatchNorm(),
        nn.MaxPool2D(pool_size=2),
        nn.Flatten(),
        nn.Dense(128, activation="relu"),
        nn.Dropout(0.4),
        nn.Dense(10),
    )
    return net


def batches(train, batch_size):
    """A loader of (images as N x 1 x 8 x 8 floats, labels)."""
    digits = Digits(train=train)
    images = digits[:][0].astype("float32").transpose((0, 3, 1, 2)) / 16
    dataset = gluon.data.ArrayDataset(images, nd.array(digits[:][1]))
    return gluon.data.DataLoader(dataset, batch_size, shuffle=train)


def accuracy(net, loader):
    """The share of images that the network classifies correctly."""
    metric = mx.metric.Accuracy()
    for images, labels in loader:
        metric.update(labels, net(images))
    return metric.get()[1]


def train(net, loader, test_loader, epochs, learning_rate=0.003):
    """Train with Adam; return (loss, test accuracy) of each epoch."""
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    schedule = mx.lr_scheduler.CosineScheduler(epochs * len(loader), base_lr=learning_rate)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"lr_scheduler": schedule})
    history = []
    for epoch in range(epochs):
        total, count = 0.0, 0
        bar = tqdm(loader, desc=f"epoch {epoch + 1:2d}", leave=False, disable=None)
        for images, labels in bar:
            with autograd.record():
                loss = loss_of(net(images), labels)
            loss.backward()
            trainer.step(len(images))
            total += loss.sum().asscalar()
            count += len(images)
            bar.set_postfix(loss=f"{total / count:.4f}")
        history.append((total / count, accuracy(net, test_loader)))
        loss, right = history[-1]
        print(f"epoch {epoch + 1:2d}  loss {loss:.4f}  test accuracy {right:.4f}")
    return history


def draw(history, path):
    """Write a picture of the training curve."""
    losses, accuracies = zip(*history, strict=True)
    epochs = range(1, len(history) + 1)
    figure = Figure(figsize=(7, 4), layout="constrained")
    left = figure.subplots()
    left.plot(epochs, losses, color="tab:blue", marker="o")
    left.set(xlabel="epoch", ylabel="training loss", yscale="log", title="Handwritten digits")
    right = left.twinx()
    right.plot(epochs, accuracies, color="tab:orange", marker="s")
    right.set(ylabel="test accuracy", ylim=(min(accuracies) - 0.03, 1.03))
    left.xaxis.get_major_locator().set_params(integer=True)
    left.yaxis.label.set_color("tab:blue")
    right.yaxis.label.set_color("tab:orange")
    left.grid(alpha=0.3)
    figure.savefig(path, dpi=120)


def show(image):
    """An image as characters, dark pixels dense."""
    rows = image.asnumpy().squeeze()
    return "\n".join("  " + "".join(" .:-=+*#%@@"[int(p * 10)] * 2 for p in row) for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/demo"))
    options = parser.parse_args()
    np.random.seed(options.seed)  # the order of the batches
    mx.random.seed(options.seed)  # first weights, dropout

    net = network()
    net.initialize(mx.init.Xavier())
    loader, test_loader = batches(True, options.batch_size), batches(False, 359)
    history = train(net, loader, test_loader, options.epochs)

    options.out.mkdir(parents=True, exist_ok=True)
    net.save_parameters(str(options.out / "digits.params"))
    restored = network()
    restored.load_parameters(str(options.out / "digits.params"))
    print(f"reloaded test accuracy {accuracy(restored, test_loader):.4f}")

    images, labels = next(iter(test_loader))
    guess = int(restored(images[:1]).argmax(axis=1).asscalar())
    print(f"a test image, label {int(labels[0].asscalar())}, recognized as {guess}:")
    print(show(images[0]))
    print(f"wrote {options.out / 'digits.params'}")
    if Figure is None:
        print("no picture of the training: pip install 'regluon[viz]' draws one")
    else:
        draw(history, options.out / "training.png")
        print(f"wrote {options.out / 'training.png'}")


if __name__ == "__main__":
    main()
