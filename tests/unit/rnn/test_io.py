"""Sentences as numbers, and batches of them by length."""

import random

import numpy as np
import pytest

from mxnet import rnn

SENTENCES = [[1, 2, 3], [2, 3], [4, 5, 6, 7, 1], [1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 4, 5], [5, 5, 6]]


def test_a_vocabulary_is_made():
    codes, words = rnn.encode_sentences([["a", "b"], ["b", "c"]], start_label=5, invalid_label=6)
    assert codes == [[5, 7], [7, 8]]
    assert words == {"\n": 6, "a": 5, "b": 7, "c": 8}


def test_unknown_words():
    words = {"a": 1, "b": 2}
    codes, words = rnn.encode_sentences([["a", "x"], ["y", "b"]], words, unknown_token="?")
    assert codes == [[1, 0], [0, 2]]
    assert words == {"a": 1, "b": 2, "?": 0}
    assert rnn.encode_sentences([["z"]], words, unknown_token="?")[0] == [[0]]
    with pytest.raises(AssertionError, match="Unknown token x"):
        rnn.encode_sentences([["x"]], {"a": 1})


def test_batches_as_1_9_1_gives_them(caplog):
    random.seed(0)
    np.random.seed(0)
    batches = rnn.BucketSentenceIter(SENTENCES, 2, buckets=[5, 3], invalid_label=0)
    assert "discarded 1 sentences" in caplog.text
    assert batches.default_bucket_key == 5
    assert batches.provide_data[0].shape == (2, 5)
    actual = [(b.bucket_key, b.data[0].asnumpy().tolist(), b.label[0].asnumpy()) for b in batches]
    assert [row[:2] for row in actual] == [(3, [[3, 4, 5], [5, 5, 6]]), (3, [[2, 3, 0], [1, 2, 3]])]
    np.testing.assert_array_equal(actual[1][2], [[3, 0, 0], [2, 3, 0]])


def test_time_first_and_buckets_by_length():
    batches = rnn.BucketSentenceIter(SENTENCES, 2, layout="TN", dtype="int32", data_name="words")
    assert batches.buckets == [3]
    batch = batches.next()
    assert batch.data[0].shape == (3, 2)
    assert batch.data[0].dtype is np.int32
    assert batch.provide_data[0].name == "words"
    assert batch.provide_data[0].layout == "TN"


def test_each_round_has_all_sentences():
    batches = rnn.BucketSentenceIter([[i, i] for i in range(8)], 2)
    rounds = []
    for _ in range(2):
        rounds.append([int(n) for batch in batches for n in batch.data[0].asnumpy()[:, 0]])
        batches.reset()
    assert sorted(rounds[0]) == sorted(rounds[1]) == list(range(8))
    assert rounds[0] != rounds[1]


def test_errors():
    with pytest.raises(ValueError, match="Invalid layout XX"):
        rnn.BucketSentenceIter(SENTENCES, 2, layout="XX")
    with pytest.raises(ValueError, match="no length of sentence fills a batch of 20"):
        rnn.BucketSentenceIter(SENTENCES, 20)
