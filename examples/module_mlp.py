"""Train a symbol with the Module API: fit, score, predict, checkpoints, and resuming.

Run ``python examples/module_mlp.py``.
"""

from __future__ import annotations

import logging
import pathlib
import tempfile

import numpy as np

import mxnet as mx
from mxnet.gluon.data.vision import Digits


def network():
    """Two hidden layers, with the loss at the end as symbols have it."""
    x = mx.sym.var("data")
    for number, width in enumerate((64, 32), start=1):
        x = mx.sym.FullyConnected(x, num_hidden=width, name=f"fc{number}")
        x = mx.sym.Activation(x, act_type="relu", name=f"relu{number}")
    x = mx.sym.FullyConnected(x, num_hidden=10, name="fc3")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def digits(train, batch_size=64):
    """An iterator over images as rows of 64 numbers, with their labels."""
    images, labels = Digits(train=train)[:]
    rows = images.astype("float32").reshape((0, -1)) / 16
    return mx.io.NDArrayIter(rows, labels, batch_size, shuffle=train, label_name="softmax_label")


def train(epochs, prefix):
    """Train for some epochs, and save what was learned."""
    module = mx.mod.Module(network())
    module.fit(
        digits(train=True),
        eval_data=digits(train=False),
        eval_metric="acc",
        optimizer="adam",
        optimizer_params={"learning_rate": 0.003},
        initializer=mx.init.Xavier(),
        num_epoch=epochs,
        epoch_end_callback=mx.callback.do_checkpoint(prefix, period=epochs),
    )
    mx.viz.print_summary(module.symbol, {"data": (1, 64)}, line_length=80)


def train_on(epochs, prefix):
    """Load what was saved (mlp-symbol.json and mlp-0008.params) and train one epoch more."""
    symbol, arg_params, aux_params = mx.model.load_checkpoint(prefix, epochs)
    module = mx.mod.Module(symbol)
    module.fit(
        digits(train=True),
        optimizer="adam",
        optimizer_params={"learning_rate": 0.001},
        arg_params=arg_params,
        aux_params=aux_params,
        begin_epoch=epochs,
        num_epoch=epochs + 1,
    )
    return module


def main(epochs=8):
    """Return the accuracy on test images."""
    np.random.seed(1)  # the order of the batches
    mx.random.seed(1)  # first weights
    with tempfile.TemporaryDirectory() as folder:
        prefix = str(pathlib.Path(folder) / "mlp")
        train(epochs, prefix)
        module = train_on(epochs, prefix)
    (_, accuracy), *_ = module.score(digits(train=False), "acc")
    guesses = module.predict(digits(train=False)).argmax(axis=1)
    print(f"test accuracy {accuracy:.4f}; the first images are {guesses[:8].asnumpy().astype(int)}")
    return accuracy


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    main()
