"""The contract of every dataset."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from mxnet import nd
from mxnet.gluon import data


def plain(sample):
    """Return a sample as something that can be compared."""
    if isinstance(sample, tuple | list):
        return [plain(part) for part in sample]
    if isinstance(sample, nd.NDArray):
        sample = sample.asnumpy()
    return sample.tolist() if isinstance(sample, np.ndarray | np.generic) else sample


def samples(dataset):
    return [plain(dataset[i]) for i in range(len(dataset))]


def check_length_and_end(dataset):
    """It is a sequence: loops end, and what is beyond the end is an IndexError."""
    assert len(dataset) > 1
    assert [plain(sample) for sample in dataset] == samples(dataset)
    with pytest.raises(IndexError):
        dataset[len(dataset)]


def check_samples_stay(dataset):
    """A sample is the same each time, and a tuple where it has parts."""
    assert plain(dataset[1]) == plain(dataset[1])
    assert not isinstance(dataset[0], list)


def check_pickling(dataset):
    """Spawned workers get it pickled."""
    assert samples(pickle.loads(pickle.dumps(dataset))) == samples(dataset)


def check_methods(dataset):
    """Every way to choose or change samples works."""
    all_samples = samples(dataset)
    assert samples(dataset.take(1)) == all_samples[:1]
    shards = [samples(dataset.shard(2, i)) for i in range(2)]
    assert shards[0] + shards[1] == all_samples
    assert samples(dataset.sample(data.SequentialSampler(1, 1))) == all_samples[1:2]
    assert samples(dataset.filter(lambda _: True)) == all_samples
    assert samples(dataset.transform(lambda *parts: len(parts))) == [_parts(s) for s in dataset]
    first = dataset.transform_first(lambda part: type(part).__name__, lazy=False)
    assert len(first) == len(all_samples)


def _parts(sample):
    return len(sample) if isinstance(sample, tuple) else 1


def check_workers(dataset):
    """Batches of workers are those made here."""

    def batches(workers):
        loader = data.DataLoader(dataset, 2, num_workers=workers, batchify_fn=_as_they_are)
        return [plain(batch) for batch in loader]

    assert batches(1) == batches(0)


def _as_they_are(batch):
    return batch


CHECKS = [value for name, value in sorted(globals().items()) if name.startswith("check_")]
