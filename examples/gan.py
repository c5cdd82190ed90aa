"""A generative adversarial network: a generator draws digits, a discriminator finds the drawn ones.

Both are dense layers, so that it takes a quarter of a minute. `gan.png` shows what is drawn, always
from the same noise, as training goes on. A number says how good it is: the distance from a drawing
to the nearest real digit, where real digits that were not trained on are 1.
"""

import argparse

import numpy as np
from pictures import save_images

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from mxnet.gluon.data.vision import Digits

NOISE = 16


def digits(train):
    """All digits as rows of 64 numbers from -1 to 1."""
    return Digits(train=train)[:][0].astype("float32").reshape((-1, 64)) / 8 - 1


def make_generator():
    net = nn.HybridSequential()
    net.add(
        nn.Dense(128, use_bias=False), nn.BatchNorm(), nn.Activation("relu"),
        nn.Dense(128, use_bias=False), nn.BatchNorm(), nn.Activation("relu"),
        nn.Dense(64, activation="tanh"),
    )  # fmt: skip
    return net


def make_discriminator():
    net = nn.HybridSequential()
    for units in (128, 64):
        net.add(nn.Dense(units), nn.LeakyReLU(0.2), nn.Dropout(0.3))
    net.add(nn.Dense(1))
    return net


def distance_to(real, samples):
    """The mean distance from drawings to the nearest real digit."""
    squares = (samples**2).sum(axis=1, keepdims=True) + (real**2).sum(axis=1).reshape((1, -1))
    distances = squares - 2 * nd.dot(samples, real.T)
    return float(distances.min(axis=1).clip(0, 1e9).sqrt().mean().asscalar())


def prepare(net, rate):
    net.initialize(mx.init.Xavier())
    net.hybridize()
    options = {"learning_rate": rate, "beta1": 0.5}
    return gluon.Trainer(net.collect_params(), "adam", options)


def main(steps=1500, batch=64, picture="gan.png"):
    np.random.seed(0)
    mx.random.seed(0)
    real, unit = digits(train=True), distance_to(digits(train=True), digits(train=False))
    generator, discriminator = make_generator(), make_discriminator()
    for_generator, for_discriminator = prepare(generator, 0.001), prepare(discriminator, 0.0005)
    loss_of = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    noise, rows, names, quality = nd.random.normal(shape=(12, NOISE)), [], [], 0.0
    print("  step  discriminator loss  generator loss  distance to real digits")
    for step in range(steps + 1):
        true = real[nd.random.randint(0, len(real), shape=(batch,))]
        false = generator(nd.random.normal(shape=(batch, NOISE)))
        with autograd.record():
            # Real digits count 0.9: a discriminator that is too sure teaches nothing.
            judged = loss_of(discriminator(true), nd.full((batch, 1), 0.9))
            judged = judged + loss_of(discriminator(false), nd.zeros((batch, 1)))
        judged.backward()
        for_discriminator.step(batch)
        with autograd.record():
            fakes = generator(nd.random.normal(shape=(batch, NOISE)))
            fooled = loss_of(discriminator(fakes), nd.ones((batch, 1)))
        fooled.backward()
        for_generator.step(batch)
        if step % (steps // 5) == 0:
            rows.append(list(-generator(noise).reshape((-1, 8, 8)).asnumpy()))
            names.append(f"step {step}")
            quality = distance_to(real, generator(nd.random.normal(shape=(256, NOISE)))) / unit
            losses = judged.mean().asscalar(), fooled.mean().asscalar()
            print(f"{step:6}  {losses[0]:18.3f}  {losses[1]:14.3f}  {quality:23.2f}")
    if picture:
        save_images(picture, rows, names)
    return quality


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--picture", default="gan.png")
    options = parser.parse_args()
    main(options.steps, picture=options.picture)
