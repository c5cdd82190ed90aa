"""State of loaders and samplers: an epoch resumes in another process with the same batches."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from mxnet import MXNetError, nd
from mxnet.gluon import data

from .loader_samples import keep_list

MODES = {
    "here": {},
    "processes": {"num_workers": 2},
    "one process, no prefetch": {"num_workers": 1, "prefetch": 0},
    "threads": {"num_workers": 2, "thread_pool": True},
    "reload": {"num_workers": 2, "auto_reload": True},
}


class PythonShuffle(data.Sampler):
    """A sampler as packages write them: with Python's generator, without a state."""

    def __iter__(self):
        order = list(range(23))
        random.shuffle(order)
        yield from order

    def __len__(self):
        return 23


class OwnGenerator(data.Sampler):
    """A sampler with a generator of its own."""

    def __init__(self, seed):
        self._rng = random.Random(seed)

    def __iter__(self):
        return iter(self._rng.sample(range(23), 23))

    def __len__(self):
        return 23


class SavedGenerator(OwnGenerator):
    def get_state(self):
        version, words, gauss = self._rng.getstate()
        return [version, list(words), gauss]

    def set_state(self, state):
        version, words, gauss = state
        self._rng.setstate((version, tuple(words), gauss))


SAMPLERS = {
    "shuffle": lambda seed: {"shuffle": True},
    "in order": lambda seed: {},
    "python": lambda seed: {"sampler": PythonShuffle()},
    "split": lambda seed: {"sampler": data.SplitSampler(30, 2, 1)},
    "split with a seed": lambda seed: {"sampler": data.SplitSampler(30, 2, 1, seed=5)},
    "own": lambda seed: {"sampler": SavedGenerator(seed)},
    "filter": lambda seed: {"sampler": data.FilterSampler(lambda n: n % 3, range(30))},
}


def make_loader(mode, seed, sampler="shuffle", **options):
    random.seed(seed)
    np.random.seed(seed)
    return data.DataLoader(
        range(30), batch_size=4, **SAMPLERS[sampler](seed), **MODES[mode], **options
    )


def read(loader):
    return [batch.asnumpy().tolist() for batch in loader]


def run_until(loader, epoch, used):
    """Run some epochs and a part of one; return the state then."""
    for _ in range(epoch):
        read(loader)
    batches = iter(loader)
    for _ in range(used):
        next(batches)
    return json.loads(json.dumps(loader.get_state()))


@pytest.mark.parametrize(
    ("mode", "last_batch"),
    [("here", "keep"), ("here", "discard"), *((mode, "rollover") for mode in MODES)],
)
@pytest.mark.parametrize(("epoch", "used"), [(0, 1), (1, 3), (1, 7), (2, 0)])
def test_interrupted_epoch_resumes(mode, last_batch, epoch, used):
    undisturbed = make_loader("here", 1, last_batch=last_batch)
    expected = [read(undisturbed) for _ in range(epoch + 3)]
    state = run_until(make_loader(mode, 1, last_batch=last_batch), epoch, used)
    resumed = make_loader(mode, 2, last_batch=last_batch)
    if used % 2:
        next(iter(resumed))  # what was begun here does not matter
    resumed.set_state(state)
    assert read(resumed) == expected[epoch][used:]
    assert [read(resumed), read(resumed)] == expected[epoch + 1 :]


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_samplers(sampler):
    undisturbed = make_loader("here", 1, sampler)
    expected = [read(undisturbed) for _ in range(3)]
    state = run_until(make_loader("here", 1, sampler), 1, 2)
    resumed = make_loader("here", 2, sampler)
    resumed.set_state(state)
    assert [read(resumed), read(resumed)] == [expected[1][2:], expected[2]]


@pytest.mark.parametrize("mode", ["here", "processes"])
def test_the_end_of_an_epoch(mode):
    """After the last batch nothing is left; after the loop the next epoch follows."""
    undisturbed = make_loader(mode, 1)
    expected = [read(undisturbed), read(undisturbed)]
    loader = make_loader(mode, 1)
    states = [loader.get_state() for _ in loader] + [loader.get_state()]
    for state, rest in ((states[-2], []), (states[-1], expected[1])):
        resumed = make_loader(mode, 2)
        resumed.set_state(state)
        assert read(resumed) == rest


def test_samplers_by_themselves():
    sampler = data.BatchSampler(data.RandomSampler(10), 4, "rollover")
    list(sampler)
    state = json.loads(json.dumps(sampler.get_state()))
    expected = [list(sampler), list(sampler)]
    np.random.seed(7)
    other = data.BatchSampler(data.RandomSampler(10), 4, "rollover")
    other.set_state(state)
    assert [list(other), list(other)] == expected


def augment(number):
    return random.random(), np.random.rand(), nd.random.uniform().asscalar(), number


def test_workers_draw_the_same_random_numbers():
    source = data.SimpleDataset(range(12)).transform(augment)

    def loader(workers=2):
        return data.DataLoader(source, 3, True, num_workers=workers, batchify_fn=keep_list)

    undisturbed = loader()
    list(undisturbed)
    epoch = []
    for number, batch in enumerate(undisturbed):
        epoch.append(batch)
        if number == 1:
            state = json.loads(json.dumps(undisturbed.get_state()))
    following = list(undisturbed)
    for workers in (1, 3):
        np.random.seed(9)
        resumed = loader(workers)
        resumed.set_state(state)
        assert [list(resumed), list(resumed)] == [epoch[2:], following]


def test_a_worker_that_died_does_not_repeat_random_numbers():
    source = data.SimpleDataset(range(8)).transform(augment)
    loader = data.DataLoader(source, 4, num_workers=1, batchify_fn=keep_list)
    first = list(loader)
    loader._worker_pool.terminate()
    assert not {s[:3] for batch in first for s in batch} & {s[:3] for b in loader for s in b}


def test_a_state_right_after_it_was_set():
    state = run_until(make_loader("reload", 1), 1, 7)
    resumed = make_loader("reload", 2)
    resumed.set_state(state)
    assert resumed.get_state() == state


# ------------------------------------------------------------------------------------- refusals


def test_another_order_is_refused():
    state = run_until(make_loader("here", 1), 0, 3)
    loader = data.DataLoader(range(30), sampler=OwnGenerator(1), batch_size=4)
    mine = run_until(loader, 0, 2)
    other = data.DataLoader(range(30), sampler=OwnGenerator(2), batch_size=4)
    before = np.random.get_state()[1].tolist(), other.get_state()
    with pytest.raises(MXNetError, match=r"does not repeat the 2 batches.*define get_state"):
        other.set_state(mine)
    assert (np.random.get_state()[1].tolist(), other.get_state()) == before
    with pytest.raises(MXNetError, match=r"does not repeat the 3 batches.*Are dataset, sampler"):
        data.DataLoader(range(10), 4, True).set_state(state)


BAD_STATES = {
    "none": (lambda state: None, "not a state of a DataLoader that this version supports: None"),
    "version": (lambda state: {**state, "version": 9}, "this version supports: 9"),
    "no epochs": (lambda state: {"version": 1}, r"not the state of a DataLoader: KeyError"),
    "epochs": (lambda state: {**state, "epochs": [3]}, "not the state of an epoch"),
    "sampler": (lambda state: {**state, "sampler": 3}, "not the state of a BatchSampler"),
    "generators": (
        lambda state: {**state, "sampler": {**state["sampler"], "sampler": {"python": [3]}}},
        "not the state of random generators",
    ),
    "seeds": (lambda state: {**state, "seeds": {"roots": ["x"]}}, "not the seeds"),
    "no roots": (lambda state: {**state, "seeds": {"roots": [], "next": 1}}, "0 roots, next 1"),
}


@pytest.mark.parametrize("case", BAD_STATES)
def test_bad_states_change_nothing(case):
    change, message = BAD_STATES[case]
    state = run_until(make_loader("processes", 1), 0, 3)
    loader = make_loader("processes", 2)
    before = loader.get_state()
    with pytest.raises(MXNetError, match=message):
        loader.set_state(change(state))
    assert loader.get_state() == before


def test_another_batch_size_is_refused():
    with pytest.raises(MXNetError, match="with batch_size 4, this one has 5"):
        data.DataLoader(range(30), 5).set_state(make_loader("here", 1, "in order").get_state())


@pytest.mark.parametrize(
    ("last_batch", "left"), [("keep", ["a"]), ("discard", [1]), ("rollover", [1, 2])]
)
def test_samples_that_cannot_be_left_over_are_refused(last_batch, left):
    sampler = data.BatchSampler(data.SequentialSampler(5), 2, last_batch)
    state = {**sampler.get_state(), "previous": left}
    with pytest.raises(MXNetError, match=f"{len(left)} samples of the last epoch are left over"):
        sampler.set_state(state)


def test_a_state_of_a_sampler_with_another_kind_of_order_is_refused():
    with pytest.raises(MXNetError, match="SequentialSampler has no state"):
        data.SequentialSampler(4).set_state(data.RandomSampler(4).get_state())
