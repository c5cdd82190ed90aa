"""A language model: an LSTM reads fables character by character and learns to predict the next one.

The text is cut into 20 columns that are read side by side, 35 characters at a time. States go on
from piece to piece, gradients do not (truncated back-propagation through time).

``fables.txt`` holds fables of Aesop after the translation of George Fyler Townsend (1867), which is
in the public domain.
"""

import argparse
import math
import pathlib

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn

TEXT = pathlib.Path(__file__).with_name("fables.txt")
BPTT, COLUMNS = 35, 20


class LanguageModel(nn.Block):
    """Scores for the next character at every step, and the states to go on with."""

    def __init__(self, characters, hidden=200, layers=2, dropout=0.5, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embedding = nn.Embedding(characters, hidden)
            self.lstm = rnn.LSTM(hidden, layers, dropout=dropout, input_size=hidden)
            self.dropout = nn.Dropout(dropout)
            self.decoder = nn.Dense(characters, flatten=False, in_units=hidden)

    def forward(self, inputs, states):
        outputs, states = self.lstm(self.embedding(inputs), states)
        return self.decoder(self.dropout(outputs)), states


def in_columns(codes, columns):
    """Cut a sequence into columns of the same length, read from top to bottom."""
    length = len(codes) // columns
    return nd.array(codes[: length * columns].reshape(columns, length).T)


def pieces(table):
    """Yield inputs and what follows them, BPTT steps at a time."""
    for start in range(0, len(table) - 1, BPTT):
        end = min(start + BPTT, len(table) - 1)
        yield table[start:end], table[start + 1 : end + 1]


def perplexity(net, table, loss_of, trainer=None):
    """Return how many characters the model is torn between; with a trainer, learn on the way."""
    states = net.lstm.begin_state(batch_size=table.shape[1])
    total, count = 0.0, 0
    for inputs, following in pieces(table):
        if trainer is None:
            scores, states = net(inputs, states)
            loss = loss_of(scores, following)
        else:
            states = [state.detach() for state in states]
            with autograd.record():
                scores, states = net(inputs, states)
                loss = loss_of(scores, following)
            loss.backward()
            gradients = [p.grad() for p in net.collect_params().values()]
            gluon.utils.clip_global_norm(gradients, 0.25 * following.size)
            trainer.step(following.size)
        total += loss.mean().asscalar() * following.size
        count += following.size
    return math.exp(total / count)


def sample(net, alphabet, start, longest=200):
    """Let the model write until the end of a sentence."""
    states = net.lstm.begin_state(batch_size=1)
    text = start
    for letter in start[:-1]:
        _, states = net(nd.array([[alphabet.index(letter)]]), states)
    while len(text) < longest and text[-1] not in ".!?\n":
        scores, states = net(nd.array([[alphabet.index(text[-1])]]), states)
        probabilities = nd.softmax(scores[0, 0] / 0.4)  # below 1: rather the likely ones
        text += alphabet[int(nd.random.multinomial(probabilities).asscalar())]
    return text.strip()


def main(epochs=20):
    np.random.seed(0)
    mx.random.seed(0)
    text = TEXT.read_text()
    alphabet = sorted(set(text))
    codes = np.array([alphabet.index(letter) for letter in text])
    held_out = len(codes) // 10
    train, test = in_columns(codes[:-held_out], COLUMNS), in_columns(codes[-held_out:], 1)
    net = LanguageModel(len(alphabet))
    net.initialize(mx.init.Xavier())
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.005})
    print(f"{len(text)} characters, {len(alphabet)} different ones")
    for epoch in range(1, epochs + 1):
        learned = perplexity(net, train, loss_of, trainer)
        tested = perplexity(net, test, loss_of)
        print(f"epoch {epoch:2d}, perplexity {learned:6.2f}, of unseen text {tested:6.2f}")
    print(f"it writes: {sample(net, alphabet, 'The ')}")
    return tested


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--epochs", type=int, default=20)
    main(**vars(options.parse_args()))
