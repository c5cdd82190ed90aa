"""Damaged and hostile ``.params`` files: always an ``MXNetError`` that says what is wrong."""

import random
import struct

import pytest
import torch

from mxnet._formats import params_reader
from mxnet._formats.params import StoredArray, read_bytes, read_file, to_bytes
from mxnet.base import MXNetError

V1, V2, V3 = 0xF993FAC8, 0xF993FAC9, 0xF993FACA


@pytest.fixture
def sizes_read(monkeypatch):
    """How many bytes of tensors the reader has asked for."""
    real, sizes = torch.empty, []

    def empty(shape, *, dtype):
        tensor = real(shape, dtype=dtype)
        sizes.append(tensor.nbytes)
        return tensor

    monkeypatch.setattr(params_reader.torch, "empty", empty)
    return sizes


def read_or_refuse(contents, sizes_read):
    """Read; only success or an MXNetError may come of it, and no more memory than the file has."""
    sizes_read.clear()
    try:
        read_bytes(contents)
        return True
    except MXNetError as error:
        assert str(error).startswith("Invalid NDArray file format: buffer: ")
        return False
    finally:
        assert sum(sizes_read) <= len(contents)


def test_every_truncation_is_refused(params_file, sizes_read):
    contents = params_file[0].read_bytes()
    for length in range(len(contents)):
        assert not read_or_refuse(contents[:length], sizes_read)


def test_every_byte_flipped(params_file, sizes_read):
    contents = params_file[0].read_bytes()
    rng = random.Random(7)
    for place in range(len(contents)):
        for change in (0xFF, 0x80, 0x01, rng.randrange(1, 256)):
            damaged = bytearray(contents)
            damaged[place] ^= change
            read_or_refuse(damaged, sizes_read)


def test_several_bytes_replaced(params_file, sizes_read):
    contents = params_file[0].read_bytes()
    rng = random.Random(8)
    for _ in range(300):
        damaged = bytearray(contents)
        for _ in range(rng.randrange(1, 9)):
            damaged[rng.randrange(len(damaged))] = rng.choice([0, 1, 2, 127, 128, 255])
        read_or_refuse(damaged, sizes_read)


def test_garbage_after_a_sound_beginning(sizes_read):
    rng = random.Random(9)
    for magic in (b"", *(struct.pack("<I", m) for m in (V1, V2, V3))):
        for _ in range(300):
            head = struct.pack("<QQQ", 0x112, 0, rng.randrange(4)) + magic
            read_or_refuse(head + rng.randbytes(rng.randrange(200)), sizes_read)


def file_of(array, *, count=1, names=b"\0" * 8):
    return struct.pack("<QQQ", 0x112, 0, count) + array + names


def v2(shape, dtype=0, data=b"", stype=0):
    head = struct.pack(f"<Iii{len(shape)}q", V2, stype, len(shape), *shape)
    return head + struct.pack("<iii", 1, 0, dtype) + data


def row_sparse(rows, index, shape=(3, 2), index_dtype=6):
    """A row_sparse array with that many rows, but one index."""
    head = struct.pack("<Iiiqqi2qiii", V2, 1, 2, rows, 2, 2, *shape, 1, 0, 0)
    return (
        head + struct.pack("<iiq", index_dtype, 1, 1) + bytes(8 * rows) + struct.pack("<q", index)
    )


def csr(indptr, column, shape=(2, 3)):
    head = struct.pack(f"<Iiiqi{len(shape)}qiii", V2, 2, 1, 1, len(shape), *shape, 1, 0, 0)
    heads = struct.pack("<iiqiiq", 6, 1, len(indptr), 6, 1, 1)
    return head + heads + bytes(4) + struct.pack(f"<{len(indptr)}qq", *indptr, column)


FOUR = b"\0\0\x80?"
SOUND = v2([1], data=FOUR)
HOSTILE = {
    "empty file": (b"", "header: the file is empty"),
    "zip": (b"PK\x03\x04" + bytes(40), "header: .*zip archive"),
    "web page": (b"<!DOCTYPE html>", "header: .*the download may have failed"),
    "other": (bytes(40), "header: it begins with .*not a file that mx.nd.save wrote"),
    "count": (file_of(b"", count=2**63), f"header: {2**63} arrays are announced, but only 8"),
    "too few": (file_of(SOUND, count=2), "array 1: it was saved without a value"),
    "ndim": (file_of(struct.pack("<Iii", V2, 0, 65)), "array 0: shape has 65 dimensions"),
    "negative ndim": (file_of(struct.pack("<Iii", V2, 0, -1)), "array 0: shape has -1 dim"),
    "v0 ndim": (file_of(struct.pack("<I", 2**31) + bytes(20)), "array 0: shape has 2147483648"),
    "dims cut": (file_of(struct.pack("<Iii", V2, 0, 9)), "array 0: shape needs 72 bytes"),
    "negative dim": (file_of(v2([2, -1])), r"array 0: shape is \(2, -1\), which is not possible"),
    "huge": (
        file_of(v2([2**40, 2])),
        r"array 0: data of shape \(1099511627776, 2\) and dtype float32 needs 8796093022208 bytes",
    ),
    "overflow": (file_of(v2([2**62, 2**62])), "array 0: shape is .* not possible"),
    "overflow of nothing": (file_of(v2([0, 2**62, 2**62])), "array 0: shape is .* not possible"),
    "dtype": (file_of(v2([1], dtype=13, data=FOUR)), "array 0: dtype flag is 13"),
    "negative dtype": (file_of(v2([1], dtype=-1, data=FOUR)), "array 0: dtype flag is -1"),
    "storage type": (file_of(v2([1], stype=3)), "array 0: its storage type is 3"),
    "undefined storage": (file_of(v2([1], stype=-1)), "array 0: its storage type is -1"),
    "second array": (
        file_of(SOUND + v2([5], data=FOUR), count=2),
        r"array 1: data of shape \(5,\) .* needs 20 bytes, but only 12",
    ),
    "sparse in v3": (file_of(struct.pack("<Ii", V3, 1) + bytes(20)), "array 0: it is row_sparse"),
    "nothing in v0": (file_of(struct.pack("<I", 0) + bytes(20)), "array 0: .*without a value"),
    "nothing in v1": (file_of(struct.pack("<Ii", V1, 0) + bytes(20)), "array 0: .*without a value"),
    "row index": (file_of(row_sparse(1, 3)), "array 0: row index 3 is outside of 0 to 2"),
    "row below 0": (file_of(row_sparse(1, -1)), "array 0: row index -1 is outside of 0 to 2"),
    "rows": (file_of(row_sparse(2, 0)), r"array 0: 2 rows, but .* indices is \(1,\)"),
    "row shape": (
        file_of(row_sparse(1, 0, shape=(3, 4))),
        r"array 0: row_sparse data of shape \(1, 2\) does not fit the shape \(3, 4\)",
    ),
    "index dtype": (file_of(row_sparse(1, 0, index_dtype=1)), "array 0: the index arrays of a row"),
    "column": (file_of(csr([0, 1, 1], 3)), "array 0: column index 3 is outside of 0 to 2"),
    "indptr falls": (file_of(csr([0, 2, 1], 0)), "array 0: csr indptr does not rise"),
    "indptr begin": (file_of(csr([1, 1, 1], 0)), "array 0: csr indptr does not rise"),
    "indptr end": (file_of(csr([0, 1, 2], 0)), "array 0: csr indptr does not rise"),
    "indptr length": (file_of(csr([0, 1], 0)), r"array 0: csr indptr of shape \(2,\) for 2 rows"),
    "csr ndim": (file_of(csr([0, 1, 1], 0, shape=(2, 3, 1))), "array 0: a csr array has 2 dim"),
    "names": (
        file_of(SOUND, names=struct.pack("<Q", 2**62)),
        f"names: {2**62} names are announced",
    ),
    "name count": (
        file_of(SOUND, names=struct.pack("<QQQ", 2, 0, 0)),
        "names: 2 names for 1 arrays",
    ),
    "name length": (
        file_of(SOUND, names=struct.pack("<QQ", 1, 2**63)),
        f"names: name 0 needs {2**63} bytes",
    ),
    "name bytes": (
        file_of(SOUND, names=struct.pack("<QQ", 1, 1) + b"\xff"),
        "names: name 0, .* is not UTF-8",
    ),
    "no names": (file_of(SOUND, names=b""), "names: number of names needs 8 bytes"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_message_names_position_and_problem(case, tmp_path):
    contents, message = HOSTILE[case]
    path = tmp_path / "bad.params"
    path.write_bytes(contents)
    with pytest.raises(MXNetError, match=f"Invalid NDArray file format: .*bad.params.*: {message}"):
        read_file(path)
    with pytest.raises(MXNetError, match=f"buffer: {message}"):
        read_bytes(contents)


def test_a_bool_is_0_or_1():
    contents = to_bytes([StoredArray(torch.tensor([True, False, True]))])
    damaged = contents[: -8 - 3] + b"\x02\x00\xff" + contents[-8:]
    (array,), _ = read_bytes(damaged)
    assert array.data.view(torch.uint8).tolist() == [1, 0, 1]


def test_a_file_that_shrinks_while_it_is_read(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(to_bytes([StoredArray(torch.ones(4))]))

    class Shrunk:
        def __init__(self, stream):
            self.read = stream.read

        def readinto(self, buffer):
            return len(buffer) - 1

    with path.open("rb") as stream:
        source = params_reader._Source(Shrunk(stream), path.stat().st_size, "file")
        with pytest.raises(MXNetError, match="array 0: the file became shorter"):
            params_reader._read_list(source)
