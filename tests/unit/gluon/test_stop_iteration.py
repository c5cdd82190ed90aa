"""A StopIteration that escapes from user code is an error: it must never end an epoch early."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import MXNetError, image, io, nd
from mxnet.gluon import data
from mxnet.gluon.data import dataloader

MODES = {
    "here": {},
    "processes": {"num_workers": 2},
    "threads": {"num_workers": 2, "thread_pool": True},
}


def stop_at_17(number):
    if number == 17:
        next(iter(()))
    return np.float32(number)


class Stopping(data.Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, index):
        return stop_at_17(index)


def stop_in_batch(samples):
    return [stop_at_17(sample) for sample in samples]


PLACES = {
    "dataset": (Stopping(), None),
    "transform": (data.SimpleDataset(range(64)).transform(stop_at_17), None),
    "batchify_fn": (data.SimpleDataset(range(64)), stop_in_batch),
}


def check_loader(dataset, batchify_fn, **options):
    batches = iter(data.DataLoader(dataset, 4, batchify_fn=batchify_fn, **options))
    for _ in range(4):
        next(batches)
    with pytest.raises(MXNetError, match=r"samples 16, 17, 18, 19, raised StopIteration"):
        next(batches)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("place", PLACES)
def test_user_code_of_a_loader(place, mode):
    check_loader(*PLACES[place], **MODES[mode])


class _Stop:
    def __iter__(self):
        raise StopIteration

    def __len__(self):
        return 3


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("argument", ["sampler", "batch_sampler"])
def test_samplers_that_cannot_begin(argument, mode):
    options = {"sampler": _Stop(), "batch_size": 2} if argument == "sampler" else {}
    loader = data.DataLoader(range(6), **{argument: _Stop(), **options}, **MODES[mode])
    with pytest.raises(RuntimeError, match="StopIteration"):
        list(loader)


def test_conditions_of_filters():
    with pytest.raises(MXNetError, match="condition of a filter raised StopIteration"):
        data.SimpleDataset(range(64)).filter(stop_at_17)


def test_worker_functions_of_other_packages():
    pool = dataloader.WorkerPool(1)
    sampler = data.BatchSampler(data.SequentialSampler(4), 2)
    batches = dataloader._MultiWorkerIter(pool, None, sampler, worker_fn=_stop)
    with pytest.raises(MXNetError, match="worker function raised StopIteration"):
        next(batches)
    pool.terminate()


def _stop(*args):
    raise StopIteration


# ------------------------------------------------------------------------------ image iterators


class _StopAugmenter(image.Augmenter):
    def __call__(self, source, *label):
        raise StopIteration


class _Pictures(image.ImageIter):
    def read_image(self, fname):
        return b""

    def imdecode(self, s):
        return nd.zeros((8, 8, 3))


class _Boxes(image.ImageDetIter):
    read_image, imdecode = _Pictures.read_image, _Pictures.imdecode


@pytest.mark.parametrize("prefetch", [False, True], ids=["plain", "prefetching"])
def test_augmenters_of_pictures(prefetch):
    pictures = [[0.0, "a.png"], [1.0, "b.png"]]
    batches = _Pictures(2, (3, 8, 8), imglist=pictures, path_root="", aug_list=[_StopAugmenter()])
    batches = io.PrefetchingIter(batches) if prefetch else batches
    with pytest.raises(MXNetError, match=r"a.png.*raised StopIteration"):
        batches.next()


def test_augmenters_of_boxes():
    label = [2, 5, 0, 0.1, 0.1, 0.5, 0.5]
    batches = _Boxes(
        1, (3, 8, 8), imglist=[[label, "a.png"]], path_root="", aug_list=[_StopAugmenter()]
    )
    with pytest.raises(MXNetError, match=r"a.png.*raised StopIteration"):
        batches.next()
