"""Word embeddings, from pretrained or custom files.

>>> import collections, pathlib, tempfile
>>> from mxnet.contrib import text
>>> path = pathlib.Path(tempfile.mkdtemp()) / "vectors.txt"
>>> _ = path.write_text("sun 1 2\\nmoon 3 4\\n")
>>> vectors = text.embedding.CustomEmbedding(str(path))
>>> vectors.get_vecs_by_tokens(["moon", "mars"]).asnumpy().tolist()
[[3.0, 4.0], [0.0, 0.0]]
"""

from __future__ import annotations

import os
import tarfile
import warnings
import zipfile
from operator import attrgetter

import numpy as np

from ... import base, ndarray as nd, registry
from ..._formats.text import read_lines
from ...gluon.utils import _get_repo_file_url, check_sha1, download
from ...util import is_np_array as is_np_array
from . import _constants as C, vocab

__all__ = [
    "CompositeEmbedding", "CustomEmbedding", "FastText", "GloVe", "create",
    "get_pretrained_file_names", "register",
]  # fmt: skip


class _TokenEmbedding(vocab.Vocabulary):
    """A vocabulary with a vector for each token; row 0 is the vector of unknown tokens."""

    pretrained_file_name_sha1: dict[str, str] = {}
    pretrained_archive_name_sha1: dict[str, str] = {}

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._vec_len = 0
        self._idx_to_vec = None

    vec_len = property(attrgetter("_vec_len"), doc="How many numbers a vector has.")
    idx_to_vec = property(attrgetter("_idx_to_vec"), doc="All vectors, as the rows of a matrix.")

    def get_vecs_by_tokens(self, tokens, lower_case_backup=False):
        """Return the vector of a token, or the vectors of a list of tokens.

        With ``lower_case_backup``, an unknown token gets the vector of its lower-case form.
        """
        words = tokens if isinstance(tokens, list) else [tokens]
        if lower_case_backup:
            words = [word if word in self.token_to_idx else word.lower() for word in words]
        vectors = nd.take(self.idx_to_vec, nd.array(self.to_indices(words)))
        return vectors if isinstance(tokens, list) else vectors[0]

    def update_token_vectors(self, tokens, new_vectors):
        """Change the vectors of known tokens."""
        if self._idx_to_vec is None:
            raise AssertionError("The property `idx_to_vec` has not been properly set.")
        words = tokens if isinstance(tokens, list) else [tokens]
        if not isinstance(new_vectors, nd.NDArray) or new_vectors.ndim not in (1, 2):
            raise AssertionError(f"`new_vectors` must be a 1-D or 2-D NDArray, got {new_vectors!r}")
        if new_vectors.ndim == 1:
            new_vectors = new_vectors.expand_dims(0)
        if new_vectors.shape != (len(words), self.vec_len):
            raise AssertionError(
                f"new_vectors of {len(words)} tokens must have the shape "
                f"{(len(words), self.vec_len)}, got {new_vectors.shape}"
            )
        for word in words:
            if word not in self.token_to_idx:
                raise ValueError(
                    f"Token {word} is unknown. To update the embedding vector for an unknown "
                    "token, please specify it explicitly as the `unknown_token` "
                    f"{self.unknown_token} in `tokens`. This is to avoid unintended updates."
                )
        self._idx_to_vec[nd.array(self.to_indices(words))] = new_vectors

    # ---------------------------------------------------------------------------- reading files

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name):
        return pretrained_file_name

    @classmethod
    def _get_pretrained_file_url(cls, pretrained_file_name):
        namespace = getattr(cls, "namespace", cls.__name__.lower())
        return _get_repo_file_url(
            f"gluon/embeddings/{namespace}", cls._get_download_file_name(pretrained_file_name)
        )

    @classmethod
    def _get_pretrained_file(cls, embedding_root, pretrained_file_name):
        """Return the path of a file; download and unpack it if it is missing."""
        name = getattr(cls, "namespace", cls.__name__.lower())
        folder = os.path.join(os.path.expanduser(embedding_root), name)
        path = os.path.join(folder, pretrained_file_name)
        checksum = cls.pretrained_file_name_sha1[pretrained_file_name]
        if os.path.exists(path) and check_sha1(path, checksum):
            return path
        os.makedirs(folder, exist_ok=True)
        archive_name = cls._get_download_file_name(pretrained_file_name)
        archive = os.path.join(folder, archive_name)
        sha1 = cls.pretrained_archive_name_sha1.get(archive_name, checksum)
        download(cls._get_pretrained_file_url(pretrained_file_name), archive, sha1_hash=sha1)
        if archive.endswith(".zip"):
            with zipfile.ZipFile(archive) as packed:
                packed.extract(pretrained_file_name, folder)
        elif archive.endswith(".gz"):
            with tarfile.open(archive, "r:gz") as packed:
                packed.extract(pretrained_file_name, folder, filter="data")
        return path

    @classmethod
    def _check_pretrained_file_names(cls, pretrained_file_name):
        if pretrained_file_name not in cls.pretrained_file_name_sha1:
            name = cls.__name__.lower()
            raise KeyError(
                f"Cannot find pretrained file {pretrained_file_name} for token embedding {name}. "
                f"Valid pretrained files for embedding {name}: "
                f"{', '.join(cls.pretrained_file_name_sha1)}"
            )

    def _load_embedding(self, pretrained_file_path, elem_delim, init_unknown_vec, encoding="utf8"):
        """Read the tokens and vectors of a file, one per line."""
        path = os.path.expanduser(pretrained_file_path)
        if not os.path.isfile(path):
            raise ValueError(
                "`pretrained_file_path` must be a valid path to the pre-trained token embedding "
                f"file, got {pretrained_file_path!r}"
            )
        rows: list[np.ndarray] = []
        unknown = None
        for number, line in read_lines(path, encoding):
            word, vector = self._parse_line(line, number, path, elem_delim)
            if word == self.unknown_token and unknown is None:
                unknown = vector
            elif word in self.token_to_idx:
                warnings.warn(
                    f"At line {number} of the pre-trained token embedding file: the embedding "
                    f"vector for token {word} has been loaded and a duplicate embedding for "
                    "the same token is seen and skipped.",
                    stacklevel=3,
                )
            elif len(vector) == 1:
                warnings.warn(
                    f"At line {number} of the pre-trained text embedding file: token {word} "
                    f"with 1-dimensional vector {vector.tolist()} is likely a header and is "
                    "skipped.",
                    stacklevel=3,
                )
            else:
                self._add(word, vector, rows, number)
        if not self._vec_len and unknown is None:
            raise ValueError(f"the pre-trained token embedding file {path} holds no vectors")
        self._vec_len = self._vec_len or len(unknown)
        matrix = nd.zeros((len(self), self._vec_len))
        special = len(self) - len(rows)
        if rows:
            matrix[special:] = nd.array(np.stack(rows))
        first = init_unknown_vec(shape=self._vec_len) if unknown is None else nd.array(unknown)
        matrix[C.UNKNOWN_IDX] = first
        self._idx_to_vec = matrix

    @staticmethod
    def _parse_line(line, number, path, elem_delim):
        word, *numbers = line.rstrip().split(elem_delim)
        if not numbers:
            raise AssertionError(
                f"At line {number} of the pre-trained text embedding file: the data format of the "
                f"pre-trained token embedding file {path} is unexpected."
            )
        try:
            # A compact array, as there are millions of lines.
            return word, np.array(numbers, np.float32)
        except ValueError as error:
            raise ValueError(f"{path!r}, line {number}: {error}") from None

    def _add(self, word, vector, rows, number):
        self._vec_len = self._vec_len or len(vector)
        if len(vector) != self._vec_len:
            raise AssertionError(
                f"At line {number} of the pre-trained token embedding file: the dimension of token "
                f"{word} is {len(vector)} but the dimension of previous tokens is {self._vec_len}. "
                "Dimensions of all the tokens must be the same."
            )
        rows.append(vector)
        self.token_to_idx[word] = len(self.idx_to_token)
        self.idx_to_token.append(word)

    # ------------------------------------------------------------------------- other vocabularies

    def _index_tokens_from_vocabulary(self, vocabulary):
        self._token_to_idx = dict(vocabulary.token_to_idx)
        self._idx_to_token = list(vocabulary.idx_to_token)
        self._unknown_token = vocabulary.unknown_token
        self._reserved_tokens = vocabulary.reserved_tokens

    def _set_idx_to_vec_by_embeddings(self, token_embeddings, vocab_len, vocab_idx_to_token):
        """Concatenate the vectors of several embeddings for the tokens of a vocabulary."""
        parts = []
        for embedding in token_embeddings:
            vectors = embedding.get_vecs_by_tokens(list(vocab_idx_to_token))
            vectors[C.UNKNOWN_IDX] = embedding.idx_to_vec[C.UNKNOWN_IDX]
            parts.append(vectors)
        self._idx_to_vec = nd.concat(*parts, dim=1)
        self._vec_len = self._idx_to_vec.shape[1]

    def _build_embedding_for_vocabulary(self, vocabulary):
        """Keep only the tokens of a vocabulary, if there is one."""
        if vocabulary is not None:
            _require_vocabulary(vocabulary)
            words = vocabulary.idx_to_token
            self._set_idx_to_vec_by_embeddings([self], len(words), words)
            self._index_tokens_from_vocabulary(vocabulary)


def _require_vocabulary(vocabulary) -> None:
    if not isinstance(vocabulary, vocab.Vocabulary):
        raise AssertionError(
            "The argument `vocabulary` must be an instance of mxnet.contrib.text.vocab.Vocabulary, "
            f"got {vocabulary!r}"
        )


# ------------------------------------------------------------------------------------- by name

_register = registry.get_register_func(_TokenEmbedding, "token embedding")
_create = registry.get_create_func(_TokenEmbedding, "token embedding")


def register(embedding_cls):
    """Register a class of embeddings for ``create``, under its lower-case name."""
    return _register(embedding_cls)


def create(embedding_name, **kwargs):
    """Create an embedding by name, such as ``glove``."""
    return _create(embedding_name, **kwargs)


def get_pretrained_file_names(embedding_name=None):
    """Return the file names of an embedding, or of all embeddings in a dictionary.

    >>> get_pretrained_file_names("glove")[1]
    'glove.6B.50d.txt'
    """
    files_by_name = {
        name: list(kind.pretrained_file_name_sha1)
        for name, kind in registry.get_registry(_TokenEmbedding).items()
        if kind.pretrained_file_name_sha1
    }
    if embedding_name is None:
        return files_by_name
    if embedding_name not in files_by_name:
        raise KeyError(
            f"Cannot find `embedding_name` {embedding_name}. Use "
            "`get_pretrained_file_names(embedding_name=None).keys()` to get all the valid "
            "embedding names."
        )
    return files_by_name[embedding_name]


class _Downloaded(_TokenEmbedding):
    """An embedding that is downloaded as an archive."""

    def __init__(self, pretrained_file_name, embedding_root, init_unknown_vec, vocabulary, kwargs):
        self._check_pretrained_file_names(pretrained_file_name)
        super().__init__(**kwargs)
        root = base.data_folder(embedding_root, "embeddings")
        path = self._get_pretrained_file(root, pretrained_file_name)
        self._load_embedding(path, " ", init_unknown_vec)
        self._build_embedding_for_vocabulary(vocabulary)

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name):
        return C.ARCHIVES[pretrained_file_name]


@register
class GloVe(_Downloaded):
    """Global vectors of words (Pennington, Socher and Manning, 2014)."""

    pretrained_file_name_sha1 = C.GLOVE_PRETRAINED_FILE_SHA1
    pretrained_archive_name_sha1 = C.GLOVE_PRETRAINED_ARCHIVE_SHA1

    def __init__(
        self, pretrained_file_name="glove.840B.300d.txt", embedding_root=None,
        init_unknown_vec=nd.zeros, vocabulary=None, **kwargs,
    ):  # fmt: skip
        super().__init__(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary, kwargs)


@register
class FastText(_Downloaded):
    """Vectors of words composed of subwords (Bojanowski et al., 2016)."""

    pretrained_file_name_sha1 = C.FAST_TEXT_FILE_SHA1
    pretrained_archive_name_sha1 = C.FAST_TEXT_ARCHIVE_SHA1

    def __init__(
        self, pretrained_file_name="wiki.simple.vec", embedding_root=None,
        init_unknown_vec=nd.zeros, vocabulary=None, **kwargs,
    ):  # fmt: skip
        super().__init__(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary, kwargs)


class CustomEmbedding(_TokenEmbedding):
    """Vectors from a custom file: a token and its numbers on each line."""

    def __init__(
        self, pretrained_file_path, elem_delim=" ", encoding="utf8", init_unknown_vec=nd.zeros,
        vocabulary=None, **kwargs,
    ):  # fmt: skip
        super().__init__(**kwargs)
        self._load_embedding(pretrained_file_path, elem_delim, init_unknown_vec, encoding)
        self._build_embedding_for_vocabulary(vocabulary)


class CompositeEmbedding(_TokenEmbedding):
    """The concatenated vectors of several embeddings for the tokens of a vocabulary."""

    def __init__(self, vocabulary, token_embeddings):
        _require_vocabulary(vocabulary)
        embeddings = token_embeddings if isinstance(token_embeddings, list) else [token_embeddings]
        for embedding in embeddings:
            if not isinstance(embedding, _TokenEmbedding):
                raise AssertionError(
                    "The argument `token_embeddings` must be an embedding of "
                    f"mxnet.contrib.text.embedding or a list of them, got {embedding!r}"
                )
        super().__init__()
        self._index_tokens_from_vocabulary(vocabulary)
        self._set_idx_to_vec_by_embeddings(embeddings, len(self), self.idx_to_token)
