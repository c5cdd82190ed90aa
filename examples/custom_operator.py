"""Custom operators: mish, x * tanh(softplus(x)), in NumPy and as an autograd.Function.

The first is registered, so that symbols, hybridized blocks and saved files know it by name; the
second is the short form for eager code. Both are compared with what autograd makes of the formula,
then each trains the same network. `mish.png` shows the function and its slope.
"""

import argparse
import time

import numpy as np
from pictures import save_curves

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from mxnet.gluon.data.vision import Digits


def mish_and_slope(x):
    """Return mish and its derivative, in NumPy."""
    t = np.tanh(np.logaddexp(0, x))
    return x * t, t + x * (1 - t * t) / (1 + np.exp(-x))


@mx.operator.register("mish")
class MishProp(mx.operator.CustomOpProp):
    """What the operator is called, takes and gives."""

    def list_arguments(self):
        return ["data"]

    def list_outputs(self):
        return ["output"]

    def infer_shape(self, in_shape):
        return in_shape, in_shape, []

    def create_operator(self, ctx, shapes, dtypes):
        return Mish()


class Mish(mx.operator.CustomOp):
    """What it computes; ``req`` says whether to write or to add, which ``assign`` does."""

    def forward(self, is_train, req, in_data, out_data, aux):
        value, _ = mish_and_slope(in_data[0].asnumpy())
        self.assign(out_data[0], req[0], nd.array(value))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        _, slope = mish_and_slope(in_data[0].asnumpy())
        self.assign(in_grad[0], req[0], out_grad[0] * nd.array(slope))


class MishFunction(autograd.Function):
    """The same with arrays alone, for eager code."""

    def forward(self, x):
        self.save_for_backward(x)
        return x * nd.tanh(nd.Activation(x, "softrelu"))

    def backward(self, dy):
        (x,) = self.saved_tensors
        t = nd.tanh(nd.Activation(x, "softrelu"))
        return dy * (t + x * (1 - t * t) * nd.sigmoid(x))


FORMS = {
    "formula": lambda x: x * nd.tanh(nd.Activation(x, "softrelu")),
    "CustomOp": lambda x: nd.Custom(x, op_type="mish"),
    "autograd.Function": lambda x: MishFunction()(x),
}


def value_and_gradient(form, points):
    x = nd.array(points)
    x.attach_grad()
    with autograd.record():
        y = form(x)
    y.backward()
    return y.asnumpy(), x.grad.asnumpy()


def train(form, epochs):
    """Train a network with one form of the operator; return its test accuracy and the seconds."""
    mx.random.seed(0)
    np.random.seed(0)
    net = nn.Sequential()
    net.add(nn.Dense(64), nn.Lambda(form), nn.Dense(10))
    net.initialize(mx.init.Xavier())
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.005})
    (images, labels), (tests, truth) = (Digits(train=part)[:] for part in (True, False))
    images, tests = (a.astype("float32").reshape((-1, 64)) / 16 for a in (images, tests))
    data = gluon.data.DataLoader(gluon.data.ArrayDataset(images, nd.array(labels)), 64, True)
    begin = time.perf_counter()
    for _ in range(epochs):
        for batch, digits in data:
            with autograd.record():
                loss = loss_of(net(batch), digits)
            loss.backward()
            trainer.step(len(batch))
    seconds = time.perf_counter() - begin
    return (net(tests).argmax(axis=1) == nd.array(truth)).mean().asscalar(), seconds


def main(epochs=8, picture="mish.png"):
    points = np.linspace(-5, 3, 161, dtype="float32")
    exact = mish_and_slope(points.astype("float64"))
    print("form               value off by  slope off by  accuracy  seconds")
    accuracy = 0.0
    for name, form in FORMS.items():
        errors = [np.abs(a - b).max() for a, b in zip(value_and_gradient(form, points), exact,
                                                      strict=True)]  # fmt: skip
        accuracy, seconds = train(form, epochs)
        print(f"{name:17}  {errors[0]:12.1e}  {errors[1]:12.1e}  {accuracy:8.3f}  {seconds:7.1f}")
        if max(errors) > 1e-5:
            raise RuntimeError(f"{name} is wrong")
    if picture:
        save_curves(picture, {"mish": exact[0], "slope": exact[1]}, "x", "", "mish", points)
    return float(accuracy)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--picture", default="mish.png")
    options = parser.parse_args()
    main(options.epochs, options.picture)
