"""Text files that are no text: every reader names the file and the line."""

from __future__ import annotations

import pathlib

import pytest

import mxnet as mx
from mxnet import MXNetError
from mxnet._formats.text import read_lines
from mxnet.gluon.data import vision

IMAGES = pathlib.Path(__file__).parents[2] / "golden" / "images"
RECORDS = pathlib.Path(__file__).parents[2] / "golden" / "records" / "pictures.rec"
READERS = {
    "ImageListDataset": lambda path: vision.ImageListDataset(str(IMAGES), path),
    "ImageIter": lambda path: mx.image.ImageIter(
        1, (3, 4, 4), path_imglist=path, path_root=str(IMAGES)
    ),
    "ImageRecordIter": lambda path: mx.io.ImageRecordIter(
        path_imgrec=str(RECORDS), path_imglist=path, data_shape=(3, 4, 4), batch_size=1
    ),
    "CustomEmbedding": mx.contrib.text.embedding.CustomEmbedding,
}
FIRST_LINES = {"CustomEmbedding": b"sun 1 2\n"}


def write_file(folder, content: bytes) -> str:
    path = folder / "file.txt"
    path.write_bytes(content)
    return str(path)


@pytest.mark.parametrize("reader", READERS)
def test_bytes_that_are_no_text(reader, tmp_path):
    first = FIRST_LINES.get(reader, b"0\t1\tcolour.jpg\n")
    path = write_file(tmp_path, first + b"1\t2\t\xff\xfe.jpg\n")
    with pytest.raises(mx.MXNetError, match=r"file\.txt', line 2: not utf-?8 text: .*0xff"):
        READERS[reader](path)


@pytest.mark.parametrize("reader", READERS)
def test_no_such_file(reader, tmp_path):
    # MXNet: vectors that are not there are a ValueError, a list of ImageIter FileNotFoundError.
    kind = {"CustomEmbedding": ValueError, "ImageIter": FileNotFoundError}.get(reader, MXNetError)
    with pytest.raises(kind, match=r"nothing\.txt"):
        READERS[reader](str(tmp_path / "nothing.txt"))


def test_lines_end_as_python_ends_them(tmp_path):
    path = write_file(tmp_path, "a\r\nb\rc\nü".encode())
    assert list(read_lines(path)) == [(1, "a\n"), (2, "b\n"), (3, "c\n"), (4, "ü")]


def test_other_encodings(tmp_path):
    path = write_file(tmp_path, "ü".encode("latin-1"))
    assert list(read_lines(path, "latin-1")) == [(1, "ü")]
    with pytest.raises(mx.MXNetError, match="not utf-16 text"):
        list(read_lines(path, "utf-16"))


@pytest.mark.parametrize("reader", ["ImageListDataset", "ImageIter"])
@pytest.mark.parametrize(
    ("name", "text"),
    [("a\0b.jpg", "NUL character|No such file"), (".", "directory")],
)
def test_names_of_pictures(reader, name, text, tmp_path):
    samples = READERS[reader](write_file(tmp_path, f"0\t1\t{name}\n".encode()))
    with pytest.raises((MXNetError, FileNotFoundError), match=text):
        samples[0] if reader == "ImageListDataset" else samples.next()


def test_vectors_that_are_no_numbers(tmp_path):
    path = write_file(tmp_path, b"sun 1 2\nmoon 3 x\n")
    with pytest.raises(ValueError, match=r"file\.txt', line 2: .*'x'"):
        mx.contrib.text.embedding.CustomEmbedding(path)
