"""Sentences as token indices, in batches of similar length."""

from __future__ import annotations

import bisect
import logging
import random

import numpy as np

from .. import ndarray
from ..io import DataBatch, DataDesc, DataIter

__all__ = ["BucketSentenceIter", "encode_sentences"]


def encode_sentences(
    sentences,
    vocab=None,
    invalid_label=-1,
    invalid_key="\n",
    start_label=0,
    unknown_token=None,
):
    """Return sentences as lists of indices, and the vocabulary.

    Without ``vocab``, one is created, with indices from ``start_label`` on and without
    ``invalid_label``. Otherwise, words that are not in it become ``unknown_token``.

    >>> encode_sentences([["a", "b"], ["b", "c"]])
    ([[0, 1], [1, 2]], {'\\n': -1, 'a': 0, 'b': 1, 'c': 2})
    """
    fixed = vocab is not None
    vocab = vocab if fixed else {invalid_key: invalid_label}
    index = start_label

    def number(word):
        nonlocal index
        if word in vocab:
            return vocab[word]
        if fixed and unknown_token is None:
            raise AssertionError(f"Unknown token {word}; give unknown_token")
        new = unknown_token if fixed else word
        if new not in vocab:
            if index == invalid_label:
                index += 1
            vocab[new] = index
            index += 1
        return vocab[new]

    return [[number(word) for word in sentence] for sentence in sentences], vocab


class BucketSentenceIter(DataIter):
    """Batches of sentences in buckets by length; the label of a word is the next word.

    Sentences are padded with ``invalid_label`` to the length of the smallest bucket into which they
    fit; longer ones are dropped. ``layout`` is NT, or TN with time first. Without ``buckets`` there
    is one for each length that fills a batch.
    """

    def __init__(
        self, sentences, batch_size, buckets=None, invalid_label=-1, data_name="data",
        label_name="softmax_label", dtype="float32", layout="NT",
    ):  # fmt: skip
        super().__init__(batch_size)
        if layout.find("N") not in (0, 1):
            raise ValueError(
                f"Invalid layout {layout}: Must by NT (batch major) or TN (time major)"
            )
        if not buckets:
            lengths = np.bincount([len(sentence) for sentence in sentences])
            buckets = [length for length, count in enumerate(lengths) if count >= batch_size]
        if not buckets:
            raise ValueError(f"no length of sentence fills a batch of {batch_size}; give buckets")
        self.buckets = sorted(buckets)
        self.data_name = data_name
        self.label_name = label_name
        self.dtype = dtype
        self.invalid_label = invalid_label
        self.major_axis = layout.find("N")
        self.layout = layout
        self.default_bucket_key = max(self.buckets)
        self.data = self._in_buckets(sentences)
        self.provide_data = self._describe(data_name, self.default_bucket_key)
        self.provide_label = self._describe(label_name, self.default_bucket_key)
        self.idx = [
            (i, start)
            for i, bucket in enumerate(self.data)
            for start in range(0, len(bucket) - batch_size + 1, batch_size)
        ]
        self.curr_idx = 0
        self.nddata, self.ndlabel = [], []
        self.reset()

    def _in_buckets(self, sentences):
        rows, too_long = [[] for _ in self.buckets], 0
        for sentence in sentences:
            i = bisect.bisect_left(self.buckets, len(sentence))
            if i == len(self.buckets):
                too_long += 1
                continue
            row = np.full(self.buckets[i], self.invalid_label, dtype=self.dtype)
            row[: len(sentence)] = sentence
            rows[i].append(row)
        if too_long:
            logging.warning("discarded %d sentences longer than the largest bucket.", too_long)
        return [
            np.array(bucket, dtype=self.dtype).reshape(len(bucket), length)
            for bucket, length in zip(rows, self.buckets, strict=True)
        ]

    def _describe(self, name, length):
        shape = (self.batch_size, length) if self.major_axis == 0 else (length, self.batch_size)
        return [DataDesc(name, shape, layout=self.layout)]

    def reset(self):
        """Start the next epoch, with sentences and batches in another order."""
        self.curr_idx = 0
        random.shuffle(self.idx)
        for bucket in self.data:
            np.random.shuffle(bucket)
        self.nddata, self.ndlabel = [], []
        for bucket in self.data:
            label = np.full_like(bucket, self.invalid_label)
            label[:, :-1] = bucket[:, 1:]
            self.nddata.append(ndarray.array(bucket, dtype=self.dtype))
            self.ndlabel.append(ndarray.array(label, dtype=self.dtype))

    def next(self):
        """Return the next batch; raise StopIteration after the last one."""
        if self.curr_idx == len(self.idx):
            raise StopIteration
        i, start = self.idx[self.curr_idx]
        self.curr_idx += 1
        data, label = (
            part[i][start : start + self.batch_size] for part in (self.nddata, self.ndlabel)
        )
        if self.major_axis == 1:
            data, label = data.T, label.T
        length = self.buckets[i]
        return DataBatch(
            [data],
            [label],
            pad=0,
            bucket_key=length,
            provide_data=self._describe(self.data_name, length),
            provide_label=self._describe(self.label_name, length),
        )
