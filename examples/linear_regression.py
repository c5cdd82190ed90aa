"""Linear regression from scratch: NDArray for the arithmetic, autograd for the gradients."""

import random

import mxnet as mx
from mxnet import autograd, nd

TRUE_WEIGHTS, TRUE_BIAS = [2, -3.4], 4.2
BATCH_SIZE, EPOCHS, LEARNING_RATE = 10, 3, 0.03


def make_data(num_examples=1000):
    """Draw points, and labels that depend on them linearly, with a little noise."""
    features = nd.random.normal(shape=(num_examples, len(TRUE_WEIGHTS)))
    labels = nd.dot(features, nd.array(TRUE_WEIGHTS)) + TRUE_BIAS
    return features, labels + nd.random.normal(scale=0.01, shape=labels.shape)


def batches(features, labels):
    """Yield the examples in random order, ``BATCH_SIZE`` at a time."""
    order = list(range(len(features)))
    random.shuffle(order)
    for start in range(0, len(order), BATCH_SIZE):
        chosen = nd.array(order[start : start + BATCH_SIZE])
        yield features.take(chosen), labels.take(chosen)


def predict(features, weights, bias):
    return nd.dot(features, weights) + bias


def squared_loss(predicted, target):
    return (predicted - target) ** 2 / 2


def step(parameters, batch_size):
    """Walk each parameter a little against its gradient, in place."""
    for parameter in parameters:
        parameter[:] = parameter - LEARNING_RATE * parameter.grad / batch_size


def main():
    random.seed(0)
    mx.random.seed(0)
    features, labels = make_data()
    weights = nd.random.normal(scale=0.01, shape=(len(TRUE_WEIGHTS),))
    bias = nd.zeros(1)
    for parameter in (weights, bias):
        parameter.attach_grad()

    for epoch in range(1, EPOCHS + 1):
        for batch_features, batch_labels in batches(features, labels):
            with autograd.record():
                loss = squared_loss(predict(batch_features, weights, bias), batch_labels)
            loss.backward()
            step([weights, bias], len(batch_labels))
        mean_loss = squared_loss(predict(features, weights, bias), labels).mean().asscalar()
        print(f"epoch {epoch}, loss {mean_loss:.6f}")

    learned = ", ".join(f"{weight:.3f}" for weight in weights.asnumpy())
    expected = ", ".join(f"{weight:.3f}" for weight in TRUE_WEIGHTS)
    print(f"weights: {learned} (true: {expected})")
    print(f"bias:    {bias.asscalar():.3f} (true: {TRUE_BIAS:.3f})")


if __name__ == "__main__":
    main()
