"""One seed for everything: runs repeat bit by bit."""

import random

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


@pytest.fixture(autouse=True)
def leave_torch_as_it_was():
    deterministic = torch.are_deterministic_algorithms_enabled()
    fills = torch.utils.deterministic.fill_uninitialized_memory
    states = random.getstate(), np.random.get_state(), torch.get_rng_state()
    yield
    torch.use_deterministic_algorithms(deterministic)
    torch.utils.deterministic.fill_uninitialized_memory = fills
    random.setstate(states[0])
    np.random.set_state(states[1])
    torch.set_rng_state(states[2])


def noisy(sample):
    return sample + np.float32(random.random() + np.random.rand()) + nd.random.uniform().asnumpy()


def train(seed, workers, hybridized):
    """Train with everything that draws random numbers; return losses, weights and what follows."""
    mx.random.seed_everything(seed, deterministic=True)
    net = nn.HybridSequential()
    net.add(nn.Embedding(4, 6), nn.Conv1D(3, 2), nn.BatchNorm(), nn.Dropout(0.3), nn.Dense(1))
    net.initialize(mx.init.Xavier())
    if hybridized:
        net.hybridize()
    data = gluon.data.SimpleDataset([np.array([i, i + 1, i + 2], np.float32) % 4 for i in range(8)])
    loader = gluon.data.DataLoader(data.transform(noisy), 4, shuffle=True, num_workers=workers)
    trainer = gluon.Trainer(net.collect_params(), "adam")
    losses = []
    for _ in range(2):
        for batch in loader:
            with autograd.record():
                loss = (net(batch) ** 2).sum()
            loss.backward()
            trainer.step(4)
            losses.append(loss.asscalar())
    numbers = [
        random.random(),
        np.random.rand(),
        torch.rand(1).item(),
        nd.random.normal().asscalar(),
    ]
    weights = [p.data().asnumpy() for p in net.collect_params().values()]
    return [np.array(losses), np.array(numbers), *weights]


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("workers", [0, 2])
def test_a_run_repeats_bit_by_bit(workers, hybridized):
    first, again = (train(7, workers, hybridized) for _ in range(2))
    for one, other in zip(first, again, strict=True):
        assert one.tobytes() == other.tobytes()
    assert first[0].tobytes() != train(8, workers, hybridized)[0].tobytes()


def test_the_number_of_workers_does_not_matter():
    """Beyond none at all: then samples draw from the same numbers as the network."""
    first, again = (train(7, workers, False) for workers in (1, 3))
    assert first[0].tobytes() == again[0].tobytes()


def test_the_deterministic_mode_is_torchs():
    mx.random.seed_everything(1, deterministic=True)
    assert torch.are_deterministic_algorithms_enabled()
    mx.random.seed_everything(1)
    assert torch.are_deterministic_algorithms_enabled()
    mx.random.seed_everything(1, deterministic=False)
    assert not torch.are_deterministic_algorithms_enabled()


def test_seed_must_be_an_integer():
    with pytest.raises(ValueError, match="seed_state must be int, got 'x'"):
        mx.random.seed_everything("x")


def test_plain_seed_does_not_affect_other_libraries():
    before = random.getstate(), torch.get_rng_state()
    mx.random.seed(3)
    assert random.getstate() == before[0]
    assert torch.equal(torch.get_rng_state(), before[1])
