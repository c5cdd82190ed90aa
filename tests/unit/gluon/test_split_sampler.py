"""SplitSampler: parts of several processes are disjoint, complete and reshuffled each epoch."""

import json

import numpy as np
import pytest

from mxnet.base import MXNetError
from mxnet.gluon.data import BatchSampler, SplitSampler

CASES = [(8, 2), (7, 3), (5, 5), (100, 7), (3, 1)]


@pytest.mark.parametrize(("length", "parts"), CASES)
@pytest.mark.parametrize("options", [{}, {"seed": 3}, {"shuffle": False}])
def test_parts_are_disjoint_and_complete_in_every_epoch(length, parts, options):
    samplers = [SplitSampler(length, parts, part, **options) for part in range(parts)]
    for _ in range(3):
        indices = [list(sampler) for sampler in samplers]
        assert [len(part) for part in indices] == [len(sampler) for sampler in samplers]
        assert sorted(sum(indices, [])) == list(range(length))
        assert max(map(len, indices)) - min(map(len, indices)) <= 1


@pytest.mark.parametrize("options", [{}, {"seed": 3}, {"shuffle": False}])
def test_parts_of_even_size_repeat_a_sample_of_another_part(options):
    samplers = [SplitSampler(7, 3, part, even_size=True, **options) for part in range(3)]
    indices = [list(sampler) for sampler in samplers]
    assert [len(part) for part in indices] == [3, 3, 3] == [len(sampler) for sampler in samplers]
    assert all(len(set(part)) == 3 for part in indices)
    assert set(sum(indices, [])) == set(range(7))
    assert (
        sorted(map(len, (SplitSampler(6, 3, part, even_size=True) for part in range(3)))) == [2] * 3
    )


def test_without_a_seed_a_part_keeps_its_samples():
    np.random.seed(0)
    sampler = SplitSampler(40, 2, 1)
    first, second = list(sampler), list(sampler)
    assert sorted(first) == sorted(second) == list(range(20, 40))
    assert first != second


def test_seeded_sampler_splits_differently_in_every_epoch():
    one, same, other = (SplitSampler(40, 2, 1, seed=seed) for seed in (5, 5, 6))
    first, second = list(one), list(one)
    assert sorted(first) != sorted(second)
    assert [first, second] == [list(same), list(same)]
    assert first != list(other)


def test_repeat_and_batches():
    sampler = SplitSampler(5, 2, 0, repeat=2)
    assert sorted(sampler) == [0, 0, 1, 1, 2, 2] and len(sampler) == 6
    ordered = SplitSampler(5, 2, 1, shuffle=False)
    assert list(BatchSampler(ordered, 2, "keep")) == [[3, 4]]


@pytest.mark.parametrize("seed", [None, 5])
def test_epochs_resume_from_a_state(seed):
    np.random.seed(0)
    sampler = SplitSampler(40, 2, 1, seed=seed)
    list(sampler)
    state = json.loads(json.dumps(sampler.get_state()))
    went_on = list(sampler), list(sampler)
    other = SplitSampler(40, 2, 1, seed=seed)
    other.set_state(state)
    assert (list(other), list(other)) == went_on
    with pytest.raises(MXNetError, match="not the state of a SplitSampler"):
        other.set_state({})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((4, 2, 2), r"part_index must be in 0\.\.1 with num_parts=2, got 2"),
        ((4, 2, -1), "got -1"),
        ((1, 2, 0), "1 samples cannot be split into 2 parts"),
    ],
)
def test_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        SplitSampler(*arguments)
