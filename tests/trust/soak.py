"""Training with inputs of ever new shapes: memory stays flat.

``python -m tests.trust.soak [STEPS]`` trains for STEPS (10000) steps and prints the memory of the
process after each tenth; ``test_soak.py`` runs fewer. Growth counts after the first tenth, in which
caches fill up: more than 5 MB is a failure. Allocated memory shows leaks exactly; resident memory
has the holes in the heap too. It is measured without huge pages, with which it would be known to
2 MB at best: the first byte that is touched counts for all of a page.
"""

from __future__ import annotations

import ctypes
import gc
import resource
import sys
from dataclasses import dataclass

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

LENGTHS = range(3, 40)
BATCHES = range(1, 9)
MOST = 5.0  # MB that memory may grow by


class Tagger(gluon.HybridBlock):
    """Embedding, convolution, recurrent and dense layers over sequences of any length."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.embed = nn.Embedding(50, 8)
            self.conv = nn.Conv1D(8, 3, padding=1)
            self.rnn = gluon.rnn.GRU(8, layout="NTC")
            self.drop = nn.Dropout(0.1)
            self.out = nn.Dense(5, flatten=False)

    def hybrid_forward(self, F, x):
        hidden = self.conv(self.embed(x).transpose((0, 2, 1))).transpose((0, 2, 1))
        return self.out(self.drop(self.rnn(F.relu(hidden))))


class _MallocInfo(ctypes.Structure):
    """``struct mallinfo2`` of glibc's malloc.h."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
            "fordblks", "keepcost",
        )
    ]  # fmt: skip


@dataclass(frozen=True)
class Memory:
    """The memory of this process, in MB."""

    resident: float
    allocated: float

    @classmethod
    def now(cls) -> Memory:
        """Measure it."""
        gc.collect()
        with open("/proc/self/statm") as numbers:
            pages = int(numbers.read().split()[1])
        ask = ctypes.CDLL(None).mallinfo2
        ask.restype = _MallocInfo
        info = ask()
        used = info.uordblks + info.hblkhd
        return cls(pages * resource.getpagesize() / 2**20, used / 2**20)


def train(
    steps: int, hybrid: bool, looks: int = 10, lengths=LENGTHS, batches=BATCHES
) -> list[Memory]:
    """Train with random shapes; return the memory after each of ``looks`` parts."""
    net = Tagger()
    net.initialize(mx.init.Xavier())
    net.hybridize(hybrid)
    trainer = gluon.Trainer(net.collect_params(), "adam")
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    random = np.random.RandomState(0)
    memory = []
    for step in range(1, steps + 1):
        shape = random.choice(batches), random.choice(lengths)
        words = nd.array(random.randint(0, 50, shape))
        with autograd.record():
            error = loss(net(words), words % 5)
        error.backward()
        trainer.step(shape[0])
        if step % 7 == 0:
            net(words).wait_to_read()  # inference, between the steps
        if step % (steps // looks) == 0:
            memory.append(Memory.now())
    return memory


def growth(memory: list[float]) -> float:
    """Return by how much memory has grown at most since the first look."""
    return max(memory[1:]) - memory[0]


def _use_small_pages() -> None:
    disable = 41  # PR_SET_THP_DISABLE of <sys/prctl.h>
    ctypes.CDLL(None).prctl(disable, 1, 0, 0, 0)


def main(steps=10_000):
    """Run hybridized and not, and print the memory; return whether it has grown too much."""
    _use_small_pages()
    largest = 0.0
    for hybrid in (True, False):
        memory = train(steps, hybrid)
        mode = "hybridized" if hybrid else "eager"
        for kind in ("resident", "allocated"):
            values = [getattr(look, kind) for look in memory]
            listed = " ".join(f"{value:.1f}" for value in values)
            print(f"{mode}, {kind} MB each {steps // len(values)} steps: {listed}", flush=True)
            print(f"{mode}, {kind}: growth {growth(values):.1f} MB", flush=True)
            largest = max(largest, growth(values))
    return largest > MOST


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
