"""A fresh process: print the seconds that the first call of a new network takes, shapes deferred.

Arguments: the network, and "eager" or "hybridized"; "trained" adds a backward pass.
"""

from __future__ import annotations

import sys
import time

from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn
from mxnet.gluon.model_zoo import vision


class Encoder(gluon.HybridBlock):
    """Words, one layer of attention, normalization, mean."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.words, self.norm, self.out = nn.Embedding(1000, 64), nn.LayerNorm(), nn.Dense(5)
            self.query, self.key, self.value = (nn.Dense(64, flatten=False) for _ in range(3))

    def hybrid_forward(self, F, x):
        x = self.words(x)
        weights = F.softmax(F.batch_dot(self.query(x), self.key(x), transpose_b=True) / 8)
        return self.out(F.mean(self.norm(x + F.batch_dot(weights, self.value(x))), axis=1))


def _language_model():
    net = nn.HybridSequential()
    net.add(nn.Embedding(1000, 64), rnn.LSTM(64, 2, layout="NTC"), nn.Dense(1000, flatten=False))
    return net


NETWORKS = {
    "ResNet-18": (vision.resnet18_v1, (1, 3, 224, 224)),
    "attention": (Encoder, (8, 20)),
    "LSTM": (_language_model, (8, 20)),
}


def main():
    name, *options = sys.argv[1:]
    make, shape = NETWORKS[name]
    net, data = make(), nd.ones(shape)
    net.initialize()
    start = time.process_time()
    if "hybridized" in options:
        net.hybridize()
    if "trained" in options:
        with autograd.record():
            loss = net(data).sum()
        loss.backward()
    else:
        net(data).wait_to_read()
    print(time.process_time() - start)


if __name__ == "__main__":
    main()
