"""Shared memory that is used again: never while anybody looks at it, and never without bounds."""

from __future__ import annotations

import gc
import os

import numpy as np
import pytest

from mxnet import nd
from mxnet.gluon import data
from mxnet.gluon.data import _shared_memory, dataloader
from mxnet.gluon.data._shared_memory import UNPOOLED, MappedSegments, SegmentPool

from .loader_samples import Rows


class Numbered(Rows):
    """Rows of the sample's number; ``offset`` distinguishes the epochs."""

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


def mapped_segments(source):
    return [set(worker.segments._mapped) for worker in source._worker_pool._workers]


# ----------------------------------------------------------------------------------- in a loader


def test_segments_are_used_again():
    source = loader()
    check(source)
    first = mapped_segments(source)
    for _ in range(4):
        check(source)
    assert all(first)
    # Of 30 batches: 4 made ahead, 2 in hand, 2 on the way, more where news of free ones are late.
    assert sum(map(len, mapped_segments(source))) < 15


def test_referenced_batches_are_not_overwritten():
    source = loader()
    kept = [batch for _ in range(8) for batch in source]
    for epoch in range(8):
        check(kept[6 * epoch : 6 * epoch + 6])
    assert all(len(numbers) <= _shared_memory.MAX_SEGMENTS for numbers in mapped_segments(source))
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


@pytest.mark.parametrize(("part", "read"), KEPT.values(), ids=KEPT)
def test_referenced_parts_of_batches_are_not_overwritten(part, read):
    source = loader()
    kept = [part(batch) for batch in source]
    for _ in range(4):
        check(source)
    for number, value in enumerate(kept):
        np.testing.assert_array_equal(read(value), expected(number)[1])


def test_leaving_epochs_early_uses_no_more_segments():
    source = loader(prefetch=4)
    for _ in range(20):
        for number, batch in enumerate(source):
            np.testing.assert_array_equal(batch.asnumpy(), expected(number))
            if number == 2:
                break
    check(source)
    assert sum(map(len, mapped_segments(source))) <= 16


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_forked_process_keeps_its_batches():
    source = loader()
    batches = [batch for _, batch in zip(range(3), source, strict=False)]
    go, reply = os.pipe(), os.pipe()
    child = os.fork()
    if not child:
        os.read(go[0], 1)  # until the parent has loaded more
        same = all((b.asnumpy() == expected(i)).all() for i, b in enumerate(batches))
        os.write(reply[1], b"same" if same else b"changed")
        os._exit(0)
    del batches
    for _ in range(4):
        check(source)
    os.write(go[1], b"!")
    answer = os.read(reply[0], 10)
    os.waitpid(child, 0)
    for end in (*go, *reply):
        os.close(end)
    assert answer == b"same"


_cache: dict = {}


def _remembering(samples):
    """Make a batch, keep it, and return the first batch that this worker has made."""
    batch = dataloader.default_mp_batchify_fn(samples)
    return _cache.setdefault("first", batch) * 1, batch


def test_batches_referenced_in_a_worker_are_not_overwritten():
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


def test_several_loaders_at_the_same_time():
    sources = [loader(), loader(prefetch=1), loader()]
    for _ in range(3):
        for number, batches in enumerate(zip(*sources, strict=True)):
            for batch in batches:
                np.testing.assert_array_equal(batch.asnumpy(), expected(number))


# ------------------------------------------------------------------------------------- one by one


@pytest.fixture
def pool():
    return SegmentPool()


def acquire_and_send(pool, size):
    """Take a segment and send it away: nobody here looks at it any more."""
    segment = pool.acquire(size)
    segment.close()
    return segment.number


def test_segment_is_reused(pool):
    number = acquire_and_send(pool, 5000)
    assert number != UNPOOLED and acquire_and_send(pool, 5000) != number
    pool.release((number,))
    assert acquire_and_send(pool, 4000) == number
    assert pool.pop_evicted() == []


def test_small_array_does_not_use_a_large_segment(pool):
    large = acquire_and_send(pool, 100_000)
    pool.release((large,))
    assert acquire_and_send(pool, 5000) != large and acquire_and_send(pool, 60_000) == large


def test_the_smallest_segment_that_fits(pool):
    numbers = [acquire_and_send(pool, size) for size in (9000, 7000, 8000)]
    pool.release(tuple(numbers))
    assert acquire_and_send(pool, 7500) == numbers[2]


def test_there_are_only_so_many_segments(pool):
    numbers = [acquire_and_send(pool, 100 + i) for i in range(_shared_memory.MAX_SEGMENTS)]
    assert UNPOOLED not in numbers and acquire_and_send(pool, 100) == UNPOOLED
    pool.release((numbers[3], numbers[5]))
    # The longest idle one makes room.
    assert acquire_and_send(pool, 50_000) not in (UNPOOLED, *numbers)
    assert pool.pop_evicted() == [numbers[3]] and pool.pop_evicted() == []


def test_there_are_only_so_many_bytes(pool, monkeypatch):
    monkeypatch.setattr(_shared_memory, "MAX_BYTES", 10_000)
    first = acquire_and_send(pool, 6000)
    assert acquire_and_send(pool, 6000) == UNPOOLED
    pool.release((first,))
    assert acquire_and_send(pool, 12_000) == UNPOOLED and pool.pop_evicted() == [first]


def test_a_segment_that_is_evicted_or_referred_to_is_not_used_again(pool):
    number, segment = acquire_and_send(pool, 5000), pool.acquire(5000)
    pool.release((-number, segment.number))
    assert pool.pop_evicted() == [number, segment.number]
    segment.memory[:] = 7  # still ours
    assert acquire_and_send(pool, 5000) not in (number, segment.number)


def test_batches_that_nobody_reads_are_freed(pool):
    segment, arrived = pool.acquire(5000), MappedSegments()
    segment.memory[:] = 3
    assert not arrived.is_mapped(segment.number)
    part = arrived.map(segment.number, segment.capacity, segment.descriptor)[10:20]
    segment.close()
    assert arrived.is_mapped(segment.number) and part.tolist() == [3] * 10
    assert arrived.pop_released() == []
    del part
    assert arrived.pop_released() == [segment.number] and arrived.pop_released() == []
    arrived.map(segment.number, segment.capacity)
    arrived.unmap((segment.number,))
    assert not arrived.is_mapped(segment.number) and arrived.pop_released() == [segment.number]


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_segments_held_during_a_fork_are_not_reused(pool):
    segment, arrived = pool.acquire(5000), MappedSegments()
    view = arrived.map(segment.number, segment.capacity, segment.descriptor)
    segment.close()
    child = os.fork()
    if not child:
        os._exit(bool(arrived._mapped))  # it has let go of what is not its own
    assert os.waitpid(child, 0)[1] == 0 and arrived._mapped
    del view
    assert arrived.pop_released() == [-segment.number]
