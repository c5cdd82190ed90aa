"""Vectorized batches equal batches of single samples, and are used only where they do."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet.gluon import data, nn
from mxnet.gluon.data import dataloader
from mxnet.gluon.data._vectorized import lookup_table_batch, vectorized_batch
from mxnet.gluon.data.vision import transforms

RNG = np.random.default_rng(0)
PICTURES = nd.array(RNG.integers(0, 255, (10, 6, 5, 3)), dtype="uint8")
LABELS = np.arange(10, dtype=np.int32)
PAIRS = data.ArrayDataset(PICTURES, LABELS)
CHAIN = transforms.Compose(
    [transforms.ToTensor(), transforms.Normalize((0.1, 0.2, 0.3), (1, 2, 3))]
)


def sequential(*blocks):
    chain = nn.HybridSequential()
    chain.add(*blocks)
    return chain


AT_ONCE = {
    "arrays": PAIRS,
    "one array": data.ArrayDataset(PICTURES),
    "NumPy": data.ArrayDataset(RNG.random((10, 3)), np.arange(10.0), np.arange(10) % 2 == 0),
    "1-d NDArray": data.ArrayDataset(nd.arange(10)),
    "digits": data.vision.Digits(train=False),
    "shard": PAIRS.shard(2, 1),
    "taken twice": PAIRS.take(8).shard(2, 1),
    "filtered": PAIRS.filter(lambda sample: sample[1] % 2),
    "first": PAIRS.transform_first(CHAIN),
    "first of a part": PAIRS.take(7).transform_first(CHAIN),
    "whole sample": data.ArrayDataset(PICTURES).transform(CHAIN),
    "part of the transformed": PAIRS.transform_first(CHAIN).take(5),
    "two transforms": PAIRS.transform_first(transforms.ToTensor()).transform_first(
        sequential(transforms.Normalize(0.5, 2), transforms.Cast("float16"))
    ),
    "digits as tensors": data.vision.Digits(train=False).transform_first(transforms.ToTensor()),
}


class Doubled(data.ArrayDataset):
    def __getitem__(self, idx):
        return super().__getitem__(idx) * 2


class OtherToTensor(transforms.ToTensor):
    pass


def block_with_hook():
    block = transforms.ToTensor()
    block.register_forward_hook(lambda *_: None)
    return block


ONE_BY_ONE = {
    "list": data.ArrayDataset(PICTURES, list(range(10))),
    "subclass": Doubled(np.arange(10.0)),
    "function": PAIRS.transform(lambda x, y: (x, y)),
    "function of the first": PAIRS.transform_first(lambda x: x.astype("float32")),
    "random transform": PAIRS.transform_first(
        transforms.Compose([transforms.RandomFlipLeftRight(), transforms.ToTensor()])
    ),
    "subclass of a transform": PAIRS.transform_first(OtherToTensor()),
    "transform with a hook": PAIRS.transform_first(block_with_hook()),
    "digits with a transform": data.vision.Digits(train=False, transform=lambda x, y: (x, y)),
    "own": [1, 2, 3],
    "array": np.arange(10),
}


@pytest.mark.parametrize("source", AT_ONCE.values(), ids=AT_ONCE)
def test_as_one_by_one(source):
    indices = [3, 0, 3, 1]
    samples = dataloader.default_batchify_fn([source[i] for i in indices])
    at_once = vectorized_batch(source, indices)
    assert type(at_once) is type(samples)
    pairs = zip(at_once, samples, strict=True) if type(samples) is list else [(at_once, samples)]
    for actual, expected in pairs:
        assert actual.dtype == expected.dtype and actual.context == expected.context
        np.testing.assert_array_equal(actual.asnumpy(), expected.asnumpy())


@pytest.mark.parametrize("source", ONE_BY_ONE.values(), ids=ONE_BY_ONE)
def test_cases_that_are_not_vectorized(source):
    assert vectorized_batch(source, [0, 1]) is None


@pytest.mark.parametrize(
    "indices", [[], [-1], [10], [slice(0, 2)], [0.5], [(1, 2)], [True], ["a"]], ids=str
)
def test_unusual_indices_are_left_to_the_samples(indices):
    assert vectorized_batch(PAIRS, indices) is None


def test_a_batch_is_no_view():
    source = data.ArrayDataset(nd.zeros((4, 2)), np.zeros(4))
    for batch in data.DataLoader(source, 4):
        for part in batch:
            part[:] = 1
    assert source[0][0].asnumpy().sum() == 0 and source[0][1] == 0


@pytest.mark.parametrize("workers", [0, 1])
def test_contexts_of_batches(workers):
    loader = data.DataLoader(PAIRS.transform_first(CHAIN), 4, num_workers=workers)
    expected = mx.Context("cpu_shared", 0) if workers else mx.cpu()
    assert all(part.context == expected for batch in loader for part in batch)


def test_another_batchify_function_gets_the_samples():
    seen = []
    list(data.DataLoader(PAIRS, 5, batchify_fn=lambda samples: seen.append(type(samples[0]))))
    assert seen == [tuple, tuple]


# ---------------------------------------------------------------------------------------- by table

TAIL = [transforms.ToTensor(), transforms.Normalize((0.1, 0.2, 0.3), (1, 2, 3))]
BY_TABLE = {
    "resized": PAIRS.transform_first(transforms.Compose([transforms.Resize(4), *TAIL])),
    "random": PAIRS.transform_first(
        transforms.Compose([transforms.RandomFlipLeftRight(), transforms.CenterCrop(4), *TAIL])
    ),
    "one part": data.ArrayDataset(PICTURES).transform_first(
        transforms.Compose([transforms.Resize((9, 8)), transforms.ToTensor()])
    ),
    "grey": data.vision.Digits(train=False).transform_first(
        transforms.Compose([transforms.Resize(9), TAIL[0], transforms.Normalize(0.2, 3)])
    ),
    "nested": PAIRS.transform_first(
        transforms.Compose([sequential(transforms.Resize(5)), sequential(*TAIL)])
    ),
    "floats come before": PAIRS.transform_first(
        transforms.Compose([transforms.Resize(4), transforms.Cast("float32"), *TAIL])
    ),
    "half precision": PAIRS.transform_first(
        transforms.Compose([transforms.Resize(4), *TAIL, transforms.Cast("float16")])
    ),
}


@pytest.mark.parametrize("workers", [0, 1])
@pytest.mark.parametrize("source", BY_TABLE.values(), ids=BY_TABLE)
def test_images_by_table(source, workers):
    def batches(batchify_fn):
        mx.random.seed(3)
        loader = data.DataLoader(source, 4, num_workers=workers, batchify_fn=batchify_fn)
        return list(loader)

    def one_by_one(samples):
        return dataloader.default_batchify_fn(samples)

    for indices in ([0, 1], np.array([0, 1])):
        assert lookup_table_batch(source, indices) is not None
    if workers and source is BY_TABLE["random"]:
        return  # workers have separate random numbers
    context = mx.Context("cpu_shared", 0) if workers else mx.cpu()
    for actual, expected in zip(batches(None), batches(one_by_one), strict=True):
        assert type(actual) is type(expected)
        pairs = zip(actual, expected, strict=True) if type(actual) is list else [(actual, expected)]
        for ours, theirs in pairs:
            assert ours.dtype == theirs.dtype and ours.context == context
            np.testing.assert_array_equal(ours.asnumpy(), theirs.asnumpy())


def test_images_that_have_no_table():
    flipped = transforms.Compose([*TAIL, transforms.RandomFlipLeftRight()])
    for source in (PAIRS, PAIRS.transform_first(flipped), PAIRS.transform_first(block_with_hook())):
        assert lookup_table_batch(source, [0]) is None
    watched = transforms.Compose([transforms.Resize(4), block_with_hook()])
    assert lookup_table_batch(PAIRS.transform_first(watched), [0]) is None


def test_images_of_several_sizes_are_refused_as_ever():
    pictures = [nd.zeros((4, 4, 3), dtype="uint8"), nd.zeros((5, 4, 3), dtype="uint8")]
    chain = transforms.Compose([transforms.RandomFlipTopBottom(), transforms.ToTensor()])
    loader = data.DataLoader(data.SimpleDataset(pictures).transform_first(chain), 2)
    with pytest.raises(mx.MXNetError, match="stack"):
        list(loader)
