"""Train with an Estimator: validation, checkpoints, early stopping, a progress bar and a history.

The bar appears on terminals; otherwise there is a log. `estimator.png` shows the history. The
network computes in mixed precision: matrix products in bfloat16, everything else in float32.
"""

import tempfile

import numpy as np
import pictures

import mxnet as mx
from mxnet import gluon, init, nd
from mxnet.contrib import amp
from mxnet.gluon import nn
from mxnet.gluon.contrib.estimator import (
    CheckpointHandler,
    EarlyStoppingHandler,
    Estimator,
)
from mxnet.gluon.data.vision import Digits


def loader(train):
    """Batches of images as 1 x 8 x 8 floats, with their labels."""
    images, labels = Digits(train=train)[:]
    images = images.astype("float32").transpose((0, 3, 1, 2)) / 16
    return gluon.data.DataLoader(gluon.data.ArrayDataset(images, nd.array(labels)), 64, train)


def network():
    """A convolution and two dense layers."""
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(16, kernel_size=3, padding=1, activation="relu"),
        nn.MaxPool2D(),
        nn.Dense(64, activation="relu"),
        nn.Dense(10),
    )
    return net


def main(epochs=20, picture="estimator.png"):
    np.random.seed(0)
    mx.random.seed(0)
    amp.init("bfloat16")  # before the network is made
    net = network()
    net.initialize(init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.003})
    estimator = Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer)
    accuracy = estimator.val_metrics[0]
    with tempfile.TemporaryDirectory() as folder:
        best = CheckpointHandler(folder, "digits", monitor=accuracy, save_best=True, mode="max")
        patience = EarlyStoppingHandler(accuracy, patience=4, mode="max")
        history = estimator.fit(
            loader(True), loader(False), epochs, event_handlers=[best, patience]
        )
        net.load_parameters(f"{folder}/digits-best.params")
    estimator.evaluate(loader(False))
    if picture and pictures.Figure:
        history.plot().savefig(picture, dpi=120)
        print(f"picture: {picture}")
    return accuracy.get()[1]


if __name__ == "__main__":
    main()
