"""Datasets, samplers and the loader as far as training needs them. Plain use is in cases/."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet.gluon import contrib, data


class Squares(data.Dataset):
    def __getitem__(self, idx):
        return idx, idx * idx

    def __len__(self):
        return 10


def test_custom_dataset():
    batches = list(data.DataLoader(Squares(), batch_size=4))
    assert [len(x) for x, _ in batches] == [4, 4, 2]
    assert batches[1][1].asnumpy().tolist() == [16, 25, 36, 49]
    assert len(data.DataLoader(Squares(), 4)) == 3


def test_shuffling_visits_everything_in_another_order():
    loader = data.DataLoader(Squares(), batch_size=10, shuffle=True)
    first, second = (next(iter(loader))[0].asnumpy().tolist() for _ in range(2))
    assert sorted(first) == sorted(second) == list(range(10))
    assert first != second != list(range(10))


def test_shuffling_follows_numpys_seed():
    loader, orders = data.DataLoader(Squares(), batch_size=10, shuffle=True), []
    for _ in range(2):
        np.random.seed(3)
        orders.append(next(iter(loader))[0].asnumpy().tolist())
    assert orders[0] == orders[1]


@pytest.mark.parametrize(
    ("last_batch", "sizes", "again"),
    [("keep", [4, 4, 2], [4, 4, 2]), ("discard", [4, 4], [4, 4]), ("rollover", [4, 4], [4, 4, 4])],
)
def test_the_last_batch(last_batch, sizes, again):
    loader = data.DataLoader(Squares(), 4, last_batch=last_batch)
    assert [len(x) for x, _ in loader] == sizes
    assert [len(x) for x, _ in loader] == again


def test_types_of_batches():
    def kind(samples):
        return next(iter(data.DataLoader(data.SimpleDataset(samples), len(samples)))).dtype

    assert kind([1, 2]) is np.int64 and kind([1.5, 2.5]) is np.float64
    assert kind([np.float32(1), np.float32(2)]) is np.float32
    assert kind([nd.ones((2,), dtype="uint8")] * 2) is np.uint8


def test_nested_samples_become_nested_batches():
    samples = [(nd.ones((2,)), (i, [i, i])) for i in range(3)]
    first, (second, third) = next(iter(data.DataLoader(data.SimpleDataset(samples), 3)))
    assert first.asnumpy().tolist() == [[1, 1]] * 3
    assert second.asnumpy().tolist() == [0, 1, 2]
    assert third.asnumpy().tolist() == [[0, 0], [1, 1], [2, 2]]


def test_arrays_and_transforms():
    pairs = data.ArrayDataset(nd.arange(6).reshape((3, 2)), np.array([1, 2, 3]))
    doubled = pairs.transform(lambda x, y: (x * 2, y * 10))
    assert doubled[2][0].asnumpy().tolist() == [8, 10] and doubled[2][1] == 30
    first = pairs.transform_first(lambda x: x.sum())
    assert first[1][0].asscalar() == 5 and first[1][1] == 2
    calls = []
    eager = pairs.transform(lambda x, y: calls.append(y) or y, lazy=False)
    assert calls == [1, 2, 3] and eager[0] == 1 and calls == [1, 2, 3]


def test_choosing_samples():
    numbers = data.SimpleDataset(list(range(7)))
    assert list(numbers.filter(lambda n: n % 2)) == [1, 3, 5]
    assert [list(numbers.shard(3, i)) for i in range(3)] == [[0, 1, 2], [3, 4], [5, 6]]
    assert list(numbers.take(2)) == [0, 1] and len(numbers.take(None)) == len(numbers.take(99)) == 7
    assert list(numbers.sample(contrib.data.IntervalSampler(7, 3, rollover=False))) == [0, 3, 6]
    assert len(contrib.data.IntervalSampler(7, 3, rollover=False)) == 3


def test_digits():
    train, test = data.vision.Digits(train=True), data.vision.Digits(train=False)
    assert (len(train), len(test)) == (1438, 359)
    image, label = train[5]
    assert image.shape == (8, 8, 1) and image.dtype is np.uint8 and type(label) is np.int32
    assert int(image.max().asscalar()) <= 16
    assert set(np.unique(train._label)) == set(range(10))
    images, labels = train[2:4]
    assert images.shape == (2, 8, 8, 1) and labels.tolist() == [2, 3]
    halved = data.vision.Digits(transform=lambda x, y: (x.astype("float32") / 16, y))
    assert halved[0][0].dtype is np.float32 and float(halved[0][0].max().asscalar()) <= 1


def test_batches_on_a_device():
    with mx.cpu(1):
        batch = next(iter(data.DataLoader(Squares(), 2)))
    assert batch[0].context == mx.cpu(1)


REFUSED = [
    (lambda: data.DataLoader([1]), ValueError, "batch_size must be specified unless"),
    (
        lambda: data.DataLoader([1], 1, shuffle=True, sampler=data.SequentialSampler(1)),
        ValueError,
        "shuffle must not be specified if sampler is specified",
    ),
    (
        lambda: data.DataLoader([1], 1, batch_sampler=data.BatchSampler([0], 1)),
        ValueError,
        "batch_size, shuffle, sampler and last_batch must not be specified if",
    ),
    (lambda: data.ArrayDataset(), AssertionError, "Needs at least 1 arrays"),
    (
        lambda: data.ArrayDataset([1, 2], [1]),
        AssertionError,
        r"array\[0\] has length 2 while array\[1\] has 1",
    ),
    (lambda: Squares().shard(2, 2), AssertionError, "Shard index of out bound: 2 out of 2"),
    (lambda: Squares().sample([1]), TypeError, "Invalid sampler type: <class 'list'>"),
    (lambda: data.Dataset()[0], NotImplementedError, "Dataset does not define __getitem__"),
    (
        lambda: len(data.BatchSampler(data.SequentialSampler(3), 2, "foo")),
        ValueError,
        "last_batch must be one of 'keep', 'discard', or 'rollover', but got foo",
    ),
    (
        lambda: contrib.data.IntervalSampler(3, 5),
        AssertionError,
        "Interval 5 must be smaller than or equal to length 3",
    ),
    (
        lambda: contrib.data.IntervalSampler(3, 0),
        AssertionError,
        "Interval 0 must be .* and at least 1",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize("index", [[0, 1, 2], [7, 0, 3], ["a", "b", "c"]])
def test_tables_of_pandas_are_read_by_position(index):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [1.0, 2, 3], "b": [4.0, 5, 6], "y": [7, 8, 9]}, index=index)
    dataset = data.ArrayDataset(frame[["a", "b"]], frame["y"])
    features, label = dataset[1]
    assert (features.tolist(), label) == ([2, 5], 8)
    batch, labels = next(iter(data.DataLoader(dataset, 2)))
    assert (batch.shape, labels.asnumpy().tolist()) == ((2, 2), [7, 8])
