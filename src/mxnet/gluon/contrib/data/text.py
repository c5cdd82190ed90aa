"""Text datasets for language models."""

from __future__ import annotations

from collections import Counter
from operator import attrgetter

import numpy as np

from .... import base, ndarray as nd
from ...._core.lazy import lazy_attributes
from ...data import _files, dataset
from ...utils import check_sha1 as check_sha1, download as download
from . import _constants as C
from ._vocabulary import Vocabulary

__all__ = ["WikiText103", "WikiText2"]


class _LanguageModelDataset(dataset._DownloadedDataset):
    """A text as indices of a vocabulary, by default created from its own tokens."""

    def __init__(self, root, vocab):
        self._vocab, self._counter = vocab, None
        super().__init__(root, None)

    vocabulary = property(attrgetter("_vocab"), doc="The words and their numbers.")
    frequencies = property(attrgetter("_counter"), doc="How often each word is in the text.")

    def _build_vocab(self, content):
        self._counter = Counter(content.split())
        if self._vocab is None:
            self._vocab = Vocabulary(self._counter, reserved_tokens=[C.EOS_TOKEN])


MOST_BYTES = 1 << 30  # per file: the training set of WikiText-103 has 541 million


class _WikiText(_LanguageModelDataset):
    """Wikipedia articles split into sequences; the label is the text shifted by one token."""

    _archive_file: tuple
    _data_file: dict
    _namespace: str

    def __init__(self, root=None, segment="train", vocab=None, seq_len=35):
        self._segment, self._seq_len = segment, seq_len
        super().__init__(base.data_folder(root, "datasets", self._namespace), vocab)

    def _read_batch(self, filename):
        """Read a file; return the indices of its tokens, and those of the following tokens."""
        with _files.name_damaged_file(filename), open(filename, encoding="utf-8") as file:
            content = file.read()
        self._build_vocab(content)
        words = []
        for line in content.splitlines():
            if tokens := line.split():
                words += tokens
                words.append(C.EOS_TOKEN)
        numbers = np.array(self.vocabulary.to_indices(words), np.int32)
        return numbers[:-1], numbers[1:]

    def _get_data(self):
        file = self._data_file[self._segment]
        folder = self._archive_file[0].removesuffix("-v1.zip")
        (path,) = _files.locate_files(
            self._root, folder, self._archive_file, self._namespace, [file], MOST_BYTES
        )
        self._data, self._label = (self._cut(part) for part in self._read_batch(path))

    def _cut(self, numbers):
        rows = len(numbers) // self._seq_len
        batch = numbers[: rows * self._seq_len].reshape(rows, self._seq_len)
        return nd.array(batch, dtype=np.int32)


class WikiText2(_WikiText):
    """WikiText-2: two million tokens of good Wikipedia articles.

    Parameters
    ----------
    root : str
        The folder with the files ``wiki.train.tokens`` ..., or with their archive.
    segment : str
        ``"train"``, ``"validation"`` or ``"test"``.
    vocab : Vocabulary
        The vocabulary; by default created from the text.
    seq_len : int
        Number of tokens in a sample.
    """

    _namespace = "wikitext-2"
    _archive_file = "wikitext-2-v1.zip", "3c914d17d80b1459be871a5039ac23e752a53cbe"
    _data_file = {
        "train": ("wiki.train.tokens", "863f29c46ef9d167fff4940ec821195882fe29d1"),
        "validation": ("wiki.valid.tokens", "0418625c8b4da6e4b5c7a0b9e78d4ae8f7ee5422"),
        "test": ("wiki.test.tokens", "c7b8ce0aa086fb34dab808c5c49224211eb2b172"),
    }


class WikiText103(_WikiText):
    """WikiText-103: a hundred million tokens, otherwise like `WikiText2`."""

    _namespace = "wikitext-103"
    _archive_file = "wikitext-103-v1.zip", "0aec09a7537b58d4bb65362fee27650eeaba625a"
    _data_file = {
        "train": ("wiki.train.tokens", "b7497e2dfe77e72cfef5e3dbc61b7b53712ac211"),
        "validation": ("wiki.valid.tokens", "c326ac59dc587676d58c422eb8a03e119582f92b"),
        "test": ("wiki.test.tokens", "8a5befc548865cec54ed4273cf87dbbad60d1e47"),
    }


__getattr__ = lazy_attributes(__name__, {"text": "mxnet.contrib.text"})
