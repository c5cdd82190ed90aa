"""Shared memory that is used again: never while anybody looks at it, and never without bounds."""

from __future__ import annotations

import gc
import os

import numpy as np
import pytest

from mxnet import nd
from mxnet.gluon import data
from mxnet.gluon.data import _blocks, dataloader
from mxnet.gluon.data._blocks import ONCE, ArrivedBlocks, WorkerBlocks

from .loader_samples import Rows


class Numbered(Rows):
    """Rows of the sample's number; every epoch can be told from the others by ``offset``."""

    def __getitem__(self, idx):
        return nd.full((self.width,), idx)


def loader(**options):
    return data.DataLoader(Numbered(12), 2, num_workers=2, **options)


def expected(number):
    return np.repeat([[2.0 * number], [2.0 * number + 1]], 3000, axis=1)


def check(batches, start=0):
    for number, batch in enumerate(batches, start):
        np.testing.assert_array_equal(batch.asnumpy(), expected(number % 6))


def maps():
    gc.collect()
    with open("/proc/self/maps") as lines:
        return sum("mxnet-batch" in line for line in lines)


def known(source):
    return [set(worker.blocks._mapped) for worker in source._worker_pool._workers]


# ----------------------------------------------------------------------------------- in a loader


def test_blocks_are_used_again():
    source = loader()
    check(source)
    first = known(source)
    for _ in range(4):
        check(source)
    assert all(first)
    # Of 30 batches: 4 made ahead, 2 in hand, 2 on the way, more where news of free ones are late.
    assert sum(map(len, known(source))) < 15


def test_kept_batches_stay_as_they_are():
    source = loader()
    kept = [batch for _ in range(8) for batch in source]
    for epoch in range(8):
        check(kept[6 * epoch : 6 * epoch + 6])
    assert all(len(numbers) <= _blocks.BLOCKS for numbers in known(source))
    del kept[::2]
    for _ in range(3):
        check(source)
    for number, batch in enumerate(kept):
        np.testing.assert_array_equal(batch.asnumpy(), expected((2 * number + 1) % 6))


KEPT = {
    "a row": (lambda batch: batch[1], lambda value: value.asnumpy()),
    "a view": (lambda batch: batch.reshape((-1,))[3000:], lambda value: value.asnumpy()),
    "dlpack": (lambda batch: np.from_dlpack(batch), lambda value: value[1]),
    "detached": (lambda batch: batch.detach(), lambda value: value[1].asnumpy()),
}


@pytest.mark.parametrize(("part", "shown"), KEPT.values(), ids=KEPT)
def test_kept_parts_of_batches_stay_as_they_are(part, shown):
    source = loader()
    kept = [part(batch) for batch in source]
    for _ in range(4):
        check(source)
    for number, value in enumerate(kept):
        np.testing.assert_array_equal(shown(value), expected(number)[1])


def test_leaving_epochs_early_uses_no_more_blocks():
    source = loader(prefetch=4)
    for _ in range(20):
        for number, batch in enumerate(source):
            np.testing.assert_array_equal(batch.asnumpy(), expected(number))
            if number == 2:
                break
    check(source)
    assert sum(map(len, known(source))) <= 16


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_keeps_what_it_had():
    source = loader()
    batches = [batch for _, batch in zip(range(3), source, strict=False)]
    go, told = os.pipe(), os.pipe()
    child = os.fork()
    if not child:
        os.read(go[0], 1)  # until the parent has loaded more
        same = all((b.asnumpy() == expected(i)).all() for i, b in enumerate(batches))
        os.write(told[1], b"same" if same else b"changed")
        os._exit(0)
    del batches
    for _ in range(4):
        check(source)
    os.write(go[1], b"!")
    answer = os.read(told[0], 10)
    os.waitpid(child, 0)
    for end in (*go, *told):
        os.close(end)
    assert answer == b"same"


_cache: dict = {}


def _remembering(samples):
    """Make a batch, keep it, and return the first batch that this worker has made."""
    batch = dataloader.default_mp_batchify_fn(samples)
    return _cache.setdefault("first", batch) * 1, batch


def test_batches_that_a_worker_keeps_stay_as_they_are():
    source = data.DataLoader(Numbered(12), 2, num_workers=1, batchify_fn=_remembering)
    for _ in range(4):
        for number, (first, batch) in enumerate(source):
            np.testing.assert_array_equal(first.asnumpy(), expected(0))
            np.testing.assert_array_equal(batch.asnumpy(), expected(number))


def test_batches_of_all_sizes():
    samples = [nd.full((size,), size) for size in (5000, 90000, 7000, 60, 40000, 4096, 1, 200000)]
    source = data.DataLoader(samples * 4, 1, num_workers=2)
    for _ in range(3):
        for sample, batch in zip(samples * 4, source, strict=True):
            np.testing.assert_array_equal(batch.asnumpy()[0], sample.asnumpy())


def test_nothing_stays_mapped():
    before = maps()
    source = loader()
    kept = next(iter(source))
    check(source)
    assert maps() > before
    del source
    assert maps() == before + 1  # what we keep
    np.testing.assert_array_equal(kept.asnumpy(), expected(0))
    del kept
    assert maps() == before


def test_several_loaders_at_once():
    sources = [loader(), loader(prefetch=1), loader()]
    for _ in range(3):
        for number, batches in enumerate(zip(*sources, strict=True)):
            for batch in batches:
                np.testing.assert_array_equal(batch.asnumpy(), expected(number))


# ------------------------------------------------------------------------------------- one by one


@pytest.fixture
def blocks():
    return WorkerBlocks()


def given(blocks, size):
    """Take a block and send it away: nobody here looks at it any more."""
    block = blocks.take(size)
    block.close()
    return block.number


def test_a_block_comes_back(blocks):
    number = given(blocks, 5000)
    assert number != ONCE and given(blocks, 5000) != number
    blocks.come_back((number,))
    assert given(blocks, 4000) == number
    assert blocks.forgotten() == []


def test_a_small_array_takes_no_large_block(blocks):
    large = given(blocks, 100_000)
    blocks.come_back((large,))
    assert given(blocks, 5000) != large and given(blocks, 60_000) == large


def test_the_smallest_block_that_fits(blocks):
    numbers = [given(blocks, size) for size in (9000, 7000, 8000)]
    blocks.come_back(tuple(numbers))
    assert given(blocks, 7500) == numbers[2]


def test_there_are_only_so_many_blocks(blocks):
    numbers = [given(blocks, 100 + i) for i in range(_blocks.BLOCKS)]
    assert ONCE not in numbers and given(blocks, 100) == ONCE
    blocks.come_back((numbers[3], numbers[5]))
    assert given(blocks, 50_000) not in (ONCE, *numbers)  # the longest idle one makes room
    assert blocks.forgotten() == [numbers[3]] and blocks.forgotten() == []


def test_there_are_only_so_many_bytes(blocks, monkeypatch):
    monkeypatch.setattr(_blocks, "BYTES", 10_000)
    first = given(blocks, 6000)
    assert given(blocks, 6000) == ONCE
    blocks.come_back((first,))
    assert given(blocks, 12_000) == ONCE and blocks.forgotten() == [first]


def test_a_block_that_is_given_up_or_looked_at_is_not_used_again(blocks):
    number, block = given(blocks, 5000), blocks.take(5000)
    blocks.come_back((-number, block.number))
    assert blocks.forgotten() == [number, block.number]
    block.memory[:] = 7  # still ours
    assert given(blocks, 5000) not in (number, block.number)


def test_what_arrives_is_free_when_nobody_looks_at_it(blocks):
    block, arrived = blocks.take(5000), ArrivedBlocks()
    block.memory[:] = 3
    assert not arrived.knows(block.number)
    part = arrived.arrive(block.number, block.capacity, block.descriptor)[10:20]
    block.close()
    assert arrived.knows(block.number) and part.tolist() == [3] * 10 and arrived.freed() == []
    del part
    assert arrived.freed() == [block.number] and arrived.freed() == []
    arrived.arrive(block.number, block.capacity)
    arrived.forget((block.number,))
    assert not arrived.knows(block.number) and arrived.freed() == [block.number]


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_what_is_held_over_a_fork_is_not_used_again(blocks):
    block, arrived = blocks.take(5000), ArrivedBlocks()
    view = arrived.arrive(block.number, block.capacity, block.descriptor)
    block.close()
    child = os.fork()
    if not child:
        os._exit(bool(arrived._mapped))  # it has let go of what is not its own
    assert os.waitpid(child, 0)[1] == 0 and arrived._mapped
    del view
    assert arrived.freed() == [-block.number]
