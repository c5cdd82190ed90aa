"""A transformer that reads sentences, and what it looks at.

Reviews such as "the soup was not great but the staff was friendly" are made up here, so nothing is
downloaded. A review is good if its last part is, and `not` turns a word around. Who only counts
words cannot know that: a bag of words is trained beside the transformer. `transformer.png` shows
what each word of a sentence attends to.
"""

import argparse

import numpy as np
from pictures import save_matrix

import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn

THINGS = "soup staff room view price music bread coffee garden waiter".split()
GOOD = "great friendly lovely fresh cheap calm".split()
BAD = "awful rude cold stale noisy dull".split()
WORDS = ["<pad>", "the", "was", "not", "but", "and", "very", *THINGS, *GOOD, *BAD]
NUMBERS = {word: number for number, word in enumerate(WORDS)}
LENGTH = 14


def part(random):
    """Return the words of "the soup was not great" and whether that is good."""
    is_good = random.rand() < 0.5
    words = ["the", random.choice(THINGS), "was"]
    if random.rand() < 0.5:
        words.append("not")
        is_good = not is_good
    elif random.rand() < 0.4:
        words.append("very")
    is_named_good = is_good != ("not" in words)
    return [*words, random.choice(GOOD if is_named_good else BAD)], is_good


def reviews(count, seed):
    """Return sentences as numbers, padded at the end, and 1 for the good ones."""
    random = np.random.RandomState(seed)
    sentences, labels = np.zeros((count, LENGTH)), np.zeros(count)
    for i in range(count):
        first, _ = part(random)
        second, labels[i] = part(random)
        words = [*first, random.choice(["but", "and"]), *second]
        sentences[i, : len(words)] = [NUMBERS[word] for word in words]
    return nd.array(sentences), nd.array(labels)


class Transformer(gluon.HybridBlock):
    """Embedding, positions, two layers of attention, and the mean of the words."""

    def __init__(self, units=48, heads=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            # As large as the waves of the positions, which are added.
            self.embedding = nn.Embedding(len(WORDS), units, weight_initializer=init.Normal(0.7))
            self.positions = nn.PositionalEncoding(units, LENGTH)
            self.encoder = nn.TransformerEncoder(2, units, 96, heads, pre_norm=True)
            self.output = nn.Dense(2)

    def hybrid_forward(self, F, words):
        is_word = words > 0
        x = self.encoder(self.positions(self.embedding(words)), is_word.expand_dims(1))
        mask = is_word.expand_dims(2)
        total = F.broadcast_mul(x, mask).sum(axis=1)
        return self.output(F.broadcast_div(total, mask.sum(axis=1)))


class BagOfWords(gluon.HybridBlock):
    """The same without attention and positions."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embedding, self.output = nn.Embedding(len(WORDS), 48), nn.Dense(2)

    def hybrid_forward(self, F, words):
        return self.output(self.embedding(words).sum(axis=1))


def train(net, epochs):
    """Train a network; return its accuracy on new sentences after each epoch."""
    net.initialize(mx.init.Xavier())
    net.hybridize()
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(*reviews(2000, 0)), 64, shuffle=True)
    schedule = mx.lr_scheduler.CosineScheduler(epochs * len(loader), base_lr=0.002)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"lr_scheduler": schedule,
                                                           "learning_rate": 0.002})  # fmt: skip
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    sentences, labels = reviews(500, 1)
    shares = []
    for _ in range(epochs):
        for words, good in loader:
            with autograd.record():
                loss = loss_of(net(words), good)
            loss.backward()
            trainer.step(len(words))
        shares.append(float((net(sentences).argmax(axis=1) == labels).mean().asscalar()))
    return shares


def attention_of(net, sentence):
    """Return how much each word (row) looks at each word in the first layer, all heads together."""
    first = net.encoder.layers[0]
    layer, x = first.attention, first.attention_norm(net.positions(net.embedding(sentence)))
    queries, keys = (layer._split_heads(nd, part(x)) for part in (layer.query, layer.key))
    scores = nd.batch_dot(queries * layer._scale, keys, transpose_b=True)
    return nd.softmax(scores, axis=-1).mean(axis=0).asnumpy()


def main(epochs=8, picture="transformer.png"):
    np.random.seed(0)
    mx.random.seed(0)
    transformer = Transformer()
    rows = list(zip(train(BagOfWords(), epochs), train(transformer, epochs), strict=True))
    print("epoch  bag of words  transformer   (accuracy on 500 new sentences)")
    for epoch, (bag, attentive) in enumerate(rows, 1):
        print(f"{epoch:5}  {bag:12.3f}  {attentive:11.3f}")
    for text in ("the soup was great but the staff was not friendly",
                 "the soup was not great but the staff was friendly"):  # fmt: skip
        sentence = nd.array([[NUMBERS[word] for word in text.split()]])
        good = nd.softmax(transformer(sentence))[0, 1].asscalar()
        print(f"{good:.2f} good: {text}")
    if picture:
        words = text.split()
        save_matrix(picture, attention_of(transformer, sentence), words, words,
                    "what each word (row) attends to")  # fmt: skip
    return rows[-1][1]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--picture", default="transformer.png")
    options = parser.parse_args()
    main(options.epochs, options.picture)
