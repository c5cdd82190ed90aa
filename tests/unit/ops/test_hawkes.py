"""Hawkes processes of few events, a loop, have the results of those of many."""

from __future__ import annotations

import pytest
import torch

from mxnet._ops.contrib import hawkes_loop
from mxnet._ops.contrib.hawkes import hawkesll

GENERATOR = torch.Generator().manual_seed(0)


def _arrays(dtype=torch.float64, sequences=3, events=12, kinds=4):
    def random(*shape):
        return torch.rand(*shape, dtype=dtype, generator=GENERATOR) + 0.1

    marks = torch.randint(kinds, (sequences, events), dtype=torch.int32, generator=GENERATOR)
    lengths = torch.tensor([events, 2.5, 0], dtype=dtype)
    return [
        random(sequences, kinds), random(kinds), random(kinds), random(sequences, kinds),
        random(sequences, events), marks, lengths, random(sequences) + 20,
    ]  # fmt: skip


def _differentiate(arrays):
    """Return the results, the first derivatives, and the second ones of a sum of the first."""
    wanted = [array.clone().requires_grad_() for array in arrays[:3]]
    likelihoods, states = hawkesll(*wanted, *arrays[3:])
    heads = torch.arange(1.0, 4.0, dtype=likelihoods.dtype)
    plain = torch.autograd.grad(likelihoods, wanted, heads, retain_graph=True)
    first = torch.autograd.grad(likelihoods, wanted, heads, create_graph=True)
    second = torch.autograd.grad(sum((grad**2).sum() for grad in first), wanted)
    return [likelihoods, states, *plain, *first, *second]


def test_results_and_derivatives(monkeypatch):
    arrays = _arrays()
    few = [*hawkesll(*arrays), *_differentiate(arrays)]
    monkeypatch.setattr(hawkes_loop, "EVENTS", 0)
    for one, other in zip(few, [*hawkesll(*arrays), *_differentiate(arrays)], strict=True):
        torch.testing.assert_close(one, other)


@pytest.mark.parametrize("frozen", [0, 1, 2])
def test_some_inputs_may_have_no_gradient(frozen):
    arrays = _arrays(torch.float32)
    wanted = [array.requires_grad_(i != frozen) for i, array in enumerate(arrays[:3])]
    hawkesll(*arrays)[0].sum().backward()
    assert [array.grad is None for array in wanted] == [i == frozen for i in range(3)]


def test_the_state_has_no_gradient():
    arrays = _arrays()
    arrays[0].requires_grad_()
    assert not hawkesll(*arrays)[1].requires_grad


@pytest.mark.parametrize(("rate", "decay"), [(-50.0, 1.0), (0.0, -1e4)])
def test_rates_without_logarithm_and_infinite_decays(monkeypatch, rate, decay):
    arrays = _arrays()
    arrays[0].fill_(rate)
    arrays[2].fill_(decay)
    few = hawkesll(*arrays)
    monkeypatch.setattr(hawkes_loop, "EVENTS", 0)
    for one, other in zip(few, hawkesll(*arrays), strict=True):
        torch.testing.assert_close(one, other, equal_nan=True)
    assert not few[0].isfinite().all()
