"""Words, numbers and vectors."""

from __future__ import annotations

import hashlib
import zipfile
from collections import Counter

import numpy as np
import pytest

from mxnet import nd
from mxnet.contrib import text
from mxnet.contrib.text.embedding import CompositeEmbedding, CustomEmbedding

WORDS = Counter(["a", "b", "b", "c", "c", "c"])


@pytest.fixture
def file(tmp_path):
    def write(content, name="vectors.txt"):
        (tmp_path / name).write_text(content)
        return str(tmp_path / name)

    return write


def test_counting():
    count = text.utils.count_tokens_from_str
    assert count(" A b \n b c ") == Counter({"b": 2, "A": 1, "c": 1})
    assert count("A a", to_lower=True, counter_to_update=Counter(a=2)) == Counter(a=4)
    assert count("AxxBx", "xx", "x") == Counter("AB")


def test_vocabularies():
    words = text.vocab.Vocabulary(WORDS, most_freq_count=2, reserved_tokens=["<pad>"])
    assert words.idx_to_token == ["<unk>", "<pad>", "c", "b"]
    assert words.to_indices(["b", "a"]) == [3, 0] and words.to_tokens(2) == "c"
    with pytest.raises(ValueError, match="Token index 9"):
        words.to_tokens([0, 9])


def test_vectors_of_a_file(file):
    vectors = CustomEmbedding(file("a 0.1 0.2\nb 0.3 0.4\n"), init_unknown_vec=nd.ones)
    assert vectors.idx_to_token == ["<unk>", "a", "b"] and vectors.vec_len == 2
    np.testing.assert_allclose(
        vectors.get_vecs_by_tokens(["b", "A", "x"]).asnumpy(), [[0.3, 0.4], [1, 1], [1, 1]]
    )
    one = vectors.get_vecs_by_tokens("A", lower_case_backup=True)
    np.testing.assert_allclose(one.asnumpy(), [0.1, 0.2])
    vectors.update_token_vectors(["b", "a"], nd.array([[1, 2], [3, 4]]))
    vectors.update_token_vectors("<unk>", nd.array([5, 6]))
    assert vectors.idx_to_vec.asnumpy().tolist() == [[5, 6], [3, 4], [1, 2]]


def test_the_unknown_word_of_a_file(file):
    path = file("a 1 2\n<u> 3 4\n")
    vectors = CustomEmbedding(path, unknown_token="<u>")
    assert vectors.idx_to_vec.asnumpy().tolist() == [[3, 4], [1, 2]]
    assert CustomEmbedding(path).idx_to_vec.asnumpy().tolist() == [[0, 0], [1, 2], [3, 4]]


def test_headers_and_duplicate_words_are_skipped(file):
    with pytest.warns(UserWarning, match=r"line 1 .*token 2 .* vector \[2.0\] is likely a header"):
        assert len(CustomEmbedding(file("2 2\na 1 2\n"))) == 2
    with pytest.warns(UserWarning, match="line 2 .* token a has been loaded"):
        vectors = CustomEmbedding(file("a 1 2\na 3 4\n"))
    assert vectors.idx_to_vec.asnumpy().tolist() == [[0, 0], [1, 2]]


def test_vectors_for_a_vocabulary(file):
    words = text.vocab.Vocabulary(WORDS, reserved_tokens=["<pad>"])
    vectors = CustomEmbedding(file("a 1 2\nb 3 4\n"), vocabulary=words)
    assert vectors.idx_to_token == ["<unk>", "<pad>", "c", "b", "a"]
    assert vectors.reserved_tokens == ["<pad>"]
    assert vectors.idx_to_vec.asnumpy().tolist() == [[0, 0], [0, 0], [0, 0], [3, 4], [1, 2]]


def test_vectors_side_by_side(file):
    first = CustomEmbedding(file("a 1 2\n<1> 7 8\n", "1"), unknown_token="<1>")
    second = CustomEmbedding(file("c 5 6\n", "2"), init_unknown_vec=nd.ones)
    both = CompositeEmbedding(text.vocab.Vocabulary(WORDS), [first, second])
    assert both.vec_len == 4
    assert both.get_vecs_by_tokens(["<unk>", "c", "a"]).asnumpy().tolist() == [
        [7, 8, 1, 1], [7, 8, 5, 6], [1, 2, 1, 1],
    ]  # fmt: skip


def test_pretrained_embedding_files(tmp_path, monkeypatch):
    """Tables of 1.9.1, and an archive from a repository at hand."""
    names = text.embedding.get_pretrained_file_names
    assert {name: len(files) for name, files in names().items()} == {"glove": 10, "fasttext": 327}
    assert names("glove")[0] == "glove.42B.300d.txt"
    folder = tmp_path / "repo" / "gluon" / "embeddings" / "glove"
    folder.mkdir(parents=True)
    content = b"sun 1 2\nmoon 3 4\n"
    with zipfile.ZipFile(folder / "glove.6B.zip", "w") as archive:
        archive.writestr("glove.6B.50d.txt", content)
    kind = text.embedding.GloVe
    for table, name, data in (
        (kind.pretrained_file_name_sha1, "glove.6B.50d.txt", content),
        (kind.pretrained_archive_name_sha1, "glove.6B.zip", (folder / "glove.6B.zip").read_bytes()),
    ):
        monkeypatch.setitem(table, name, hashlib.sha1(data).hexdigest())
    monkeypatch.setenv("MXNET_GLUON_REPO", (tmp_path / "repo").as_uri())
    root = str(tmp_path / "cache")
    for _ in range(2):  # the second time from the cache
        embedding = text.embedding.create(
            "glove", pretrained_file_name="glove.6B.50d.txt", embedding_root=root
        )
        assert embedding.get_vecs_by_tokens("moon").asnumpy().tolist() == [3, 4]
        if (folder / "glove.6B.zip").exists():
            (folder / "glove.6B.zip").unlink()


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("a 1 2\nb\n", AssertionError, "line 2 .* data format .* is unexpected"),
        ("a 1 2\nb 1 2 3\n", AssertionError, "dimension of token b is 3 but .* is 2"),
        ("a x y\n", ValueError, "could not convert string to float"),
        ("", ValueError, "holds no vectors"),
    ],
)
def test_files_that_are_refused(content, error, message, file):
    with pytest.raises(error, match=message):
        CustomEmbedding(file(content))


def test_refused(file):
    vectors = CustomEmbedding(file("a 1 2\n"))
    for call, error, message in (
        (lambda: CustomEmbedding("nowhere"), ValueError, "must be a valid path"),
        (lambda: vectors.update_token_vectors("q", nd.ones(2)), ValueError, "Token q is unknown"),
        (lambda: vectors.update_token_vectors("a", 3), AssertionError, "1-D or 2-D NDArray"),
        (lambda: vectors.update_token_vectors("a", nd.ones(3)), AssertionError, r"shape \(1, 2\)"),
        (lambda: CompositeEmbedding(3, vectors), AssertionError, "`vocabulary` must be"),
        (lambda: CompositeEmbedding(vectors, [3]), AssertionError, "`token_embeddings` must be"),
        (lambda: text.embedding.create("none"), AssertionError, "none is not registered"),
        (lambda: text.embedding.GloVe("none"), KeyError, "Cannot find pretrained file none"),
        (lambda: text.embedding.get_pretrained_file_names("x"), KeyError, "embedding_name"),
    ):
        with pytest.raises(error, match=message):
            call()
