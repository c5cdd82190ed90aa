"""RecordIO files and packed headers against what 1.9.1 wrote."""

import ctypes
import json
import os
import pathlib
import pickle
import random
import struct
import subprocess
import sys

import numpy as np
import pytest

from mxnet import gluon
from mxnet._formats import recordio as format_
from mxnet.base import _LIB, MXNetError, RecordIOHandle, c_str, check_call
from mxnet.recordio import IRHeader, MXIndexedRecordIO, MXRecordIO, pack, unpack

MAGIC = struct.pack("<I", 0xCED7230A)


@pytest.fixture
def content(golden_files):
    content = json.loads((golden_files / "records.json").read_text())
    content["records"] = [bytes.fromhex(record) for record in content["records"]]
    return content


@pytest.fixture
def paths(tmp_path):
    return str(tmp_path / "a.idx"), str(tmp_path / "a.rec")


def read_all(path):
    reader = MXRecordIO(path, "r")
    records = list(iter(reader.read, None))
    reader.close()
    return records


def write_all(path, records):
    writer = MXRecordIO(path, "w")
    for record in records:
        writer.write(record)
    writer.close()


def part(kind, data, length=None):
    return MAGIC + struct.pack("<I", kind << 29 | (len(data) if length is None else length)) + data


def test_reads_files_written_by_mxnet(golden_files, content):
    assert read_all(str(golden_files / "records.rec")) == content["records"]


def test_reads_by_the_index_that_mxnet_wrote(golden_files, content):
    paths = golden_files / "records.idx", golden_files / "records.rec"
    reader = MXIndexedRecordIO(*map(str, paths), "r")
    assert reader.keys == list(range(100, 100 - len(content["records"]), -2))
    for key in random.Random(1).sample(reader.keys, len(reader.keys)):
        assert reader.read_idx(key) == content["records"][100 - key]
    assert reader.idx[100] == 0


def test_writes_the_bytes_that_mxnet_writes(golden_files, content, paths):
    writer = MXIndexedRecordIO(*paths, "w")
    for number, record in enumerate(content["records"]):
        if number % 2 == 0:
            writer.write_idx(100 - number, record)
        else:
            writer.write(record)
    writer.close()
    for path, name in zip(paths, ("records.idx", "records.rec"), strict=True):
        assert pathlib.Path(path).read_bytes() == (golden_files / name).read_bytes()


def test_random_records_full_of_magic_numbers(paths):
    rng = random.Random(2)
    pieces = [MAGIC, MAGIC[:1], MAGIC[:3], MAGIC[1:], b"a", b"abcd", b"\0"]
    records = [b"".join(rng.choices(pieces, k=rng.randrange(12))) for _ in range(500)]
    write_all(paths[1], records)
    assert read_all(paths[1]) == records


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda b: memoryview(b"x" + b)[1:]])
def test_any_bytes_are_written(paths, kind):
    write_all(paths[1], [kind(b"abcd" + MAGIC)])
    assert read_all(paths[1]) == [b"abcd" + MAGIC]


@pytest.mark.parametrize("wrong", ["text", 3, None, np.zeros(2)])
def test_only_bytes_are_written(paths, wrong):
    writer = MXRecordIO(paths[1], "w")
    with pytest.raises(TypeError, match=f"must be bytes, got {type(wrong).__name__}"):
        writer.write(wrong)


def test_a_record_that_is_too_long(monkeypatch, paths):
    monkeypatch.setattr(format_, "MAX_LENGTH", 7)
    with pytest.raises(MXNetError, match="can have 7 bytes, this one has 8"):
        write_all(paths[1], [b"12345678"])


def test_written_records_can_be_read_immediately(paths):
    writer = MXRecordIO(paths[1], "w")
    writer.write(b"abc")
    assert read_all(paths[1]) == [b"abc"]
    writer.close()


def test_reset(paths):
    write_all(paths[1], [b"one", b"two"])
    reader = MXRecordIO(paths[1], "r")
    assert [reader.read(), reader.read(), reader.read(), reader.read()] == [
        b"one",
        b"two",
        None,
        None,
    ]
    reader.reset()
    assert reader.read() == b"one"
    writer = MXRecordIO(paths[1], "w")
    writer.write(b"three")
    writer.reset()
    writer.close()
    assert read_all(paths[1]) == []


def test_path_objects_and_file_addresses(tmp_path):
    write_all(tmp_path / "a.rec", [b"one"])
    assert read_all(f"file://{tmp_path}/a.rec") == [b"one"]


def test_closing_twice_and_opening_again(paths):
    write_all(paths[1], [b"one"])
    reader = MXRecordIO(paths[1], "r")
    reader.close()
    reader.close()
    assert not reader.is_open
    with pytest.raises(MXNetError, match="cannot read .*a.rec.*closed"):
        reader.read()
    reader.open()
    assert reader.read() == b"one"


def test_the_wrong_direction(paths):
    writer = MXIndexedRecordIO(*paths, "w")
    for method in (writer.read, lambda: writer.seek(0), lambda: writer.read_idx(0)):
        with pytest.raises(MXNetError, match="a.rec.*opened with 'w'"):
            method()
    writer.close()
    reader = MXIndexedRecordIO(*paths, "r")
    for method in (lambda: reader.write(b""), lambda: reader.write_idx(0, b"")):
        with pytest.raises(MXNetError, match="a.rec.*opened with 'r'"):
            method()
    assert reader.keys == []


@pytest.mark.parametrize("flag", ["a", "rb", ""])
def test_an_invalid_flag(paths, flag):
    with pytest.raises(ValueError, match=f"Invalid flag {flag}"):
        MXRecordIO(paths[1], flag)


def test_missing_files(paths):
    with pytest.raises(MXNetError, match="cannot open .*a.rec.*No such file"):
        MXRecordIO(paths[1], "r")
    write_all(paths[1], [])
    with pytest.raises(FileNotFoundError):
        MXIndexedRecordIO(*paths, "r")


def test_keys(paths):
    writer = MXIndexedRecordIO(*paths, "w")
    for key, record in ((5, b"five"), ("7", b"seven"), (2.7, b"two"), (5, b"again")):
        writer.write_idx(key, record)
    assert (writer.keys, writer.idx) == ([5, 7, 2, 5], {5: 40, 7: 12, 2: 28})
    assert writer.tell() == 56
    with pytest.raises(ValueError, match="invalid literal"):
        writer.write_idx("x", b"")
    writer.close()
    reader = MXIndexedRecordIO(*paths, "r")
    assert (reader.keys, reader.idx) == ([5, 7, 2, 5], {5: 40, 7: 12, 2: 28})
    assert reader.read_idx(5) == b"again"
    reader.seek(7)
    assert reader.tell() == 12
    assert [reader.read(), reader.read()] == [b"seven", b"two"]
    with pytest.raises(KeyError, match="100"):
        reader.read_idx(100)


def test_keys_that_are_strings(paths):
    writer = MXIndexedRecordIO(*paths, "w", key_type=str)
    writer.write_idx("key één", b"1")
    writer.write_idx(2, b"2")
    with pytest.raises(MXNetError, match="tab or a line break"):
        writer.write_idx("a\tb", b"3")
    writer.close()
    reader = MXIndexedRecordIO(*paths, "r", str)
    assert reader.keys == ["key één", "2"]
    assert reader.read_idx("2") == b"2"


@pytest.mark.parametrize("line", ["5", "5 0", "5\tx", "x\t0", "5\t-4", "\t0", "5\t"])
def test_a_damaged_index(paths, line):
    write_all(paths[1], [b"one"])
    pathlib.Path(paths[0]).write_text(f"1\t0\n{line}\n")
    with pytest.raises(MXNetError, match=r"invalid index file .*a\.idx.*: line 2 must be a key"):
        MXIndexedRecordIO(*paths, "r")


def test_an_index_for_another_file(paths):
    write_all(paths[1], [b"hello"])
    pathlib.Path(paths[0]).write_text("1\t3\n2\t999\n3\t0\n\n")
    reader = MXIndexedRecordIO(*paths, "r")
    with pytest.raises(MXNetError, match="where a record should begin"):
        reader.read_idx(1)
    with pytest.raises(MXNetError, match=r"a\.idx.* key 2 at byte 999, where .*a\.rec.* has ended"):
        reader.read_idx(2)
    assert reader.read_idx(3) == b"hello"


DAMAGED = {
    "zeros": (bytes(32), "where a record should begin; is this a RecordIO file"),
    "short head": (part(0, b"abcd") + b"123", "3 bytes at the end, too few"),
    "short data": (part(0, b"abcd", length=6), "a record of 6 bytes, but only 4 are left"),
    "no padding": (part(0, b"abc"), "a record of 3 bytes, but only 3 are left"),
    "long": (part(0, b"abcd", length=2**29 - 1), "of 536870911 bytes, more than the file has left"),
    "kind": (part(5, b"abcd"), "unknown kind 5"),
    "no end": (part(1, b"abcd"), "a record whose end is missing"),
    "no last": (part(1, b"abcd") + part(2, b"abcd"), "a record whose end is missing"),
    "new begin": (part(1, b"abcd") + part(0, b"abcd"), "a record whose end is missing"),
    "middle": (part(2, b"abcd") + part(3, b"abcd"), "a part of a record whose beginning"),
    "last": (part(3, b"abcd"), "a part of a record whose beginning"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_damaged_files(paths, case):
    contents, message = DAMAGED[case]
    pathlib.Path(paths[1]).write_bytes(contents)
    with pytest.raises(MXNetError, match=rf"Invalid RecordIO File .*a\.rec.*: .*{message}"):
        read_all(paths[1])


def test_truncated_and_flipped_files(golden_files, tmp_path):
    contents = (golden_files / "records.rec").read_bytes()
    rng = random.Random(3)
    damaged = [contents[:length] for length in range(len(contents))]
    for place in range(len(contents)):
        flipped = bytearray(contents)
        flipped[place] ^= rng.choice([0x80, 0xFF, rng.randrange(1, 256)])
        damaged.append(flipped)
    for number, bad in enumerate(damaged):
        path = tmp_path / str(number)
        path.write_bytes(bad)
        try:
            assert sum(map(len, read_all(path))) <= len(bad)
        except MXNetError:
            pass


def test_pickled_readers_open_the_file_again(golden_files, content):
    paths = golden_files / "records.idx", golden_files / "records.rec"
    reader = MXIndexedRecordIO(*map(str, paths), "r")
    reader.read()
    copy = pickle.loads(pickle.dumps(reader))
    assert copy.read() == content["records"][0]
    assert copy.read_idx(96) == content["records"][4]
    reader.close()
    assert not pickle.loads(pickle.dumps(reader)).is_open


def test_an_open_writer_is_not_pickled(paths):
    writer = MXIndexedRecordIO(*paths, "w")
    writer.write_idx(0, b"safe")
    with pytest.raises(MXNetError, match="being written and cannot be pickled"):
        pickle.dumps(writer)
    writer.close()
    assert not pickle.loads(pickle.dumps(writer)).is_open
    assert read_all(paths[1]) == [b"safe"]


# In a process of its own: a fork of the tests' process would take their threads' locks with it.
FORKED = """
import os, sys
from mxnet.recordio import MXIndexedRecordIO, MXRecordIO
idx, rec, out = sys.argv[1:]
reader, indexed = MXRecordIO(rec, "r"), MXIndexedRecordIO(idx, rec, "r")
writer = MXRecordIO(out, "w")
writer.write(b"once")
indexed.read_idx(100), reader.read()
if os.fork() == 0:
    for forbidden in (reader.read, lambda: writer.write(b"x")):
        try:
            forbidden()
        except RuntimeError as error:
            print(str(error).partition(":")[0])
    print(indexed.read_idx(98))
    indexed.read()
    del writer, reader
    sys.exit()
os.wait()
print(reader.read(), indexed.read())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_after_a_fork(golden_files, tmp_path):
    paths = golden_files / "records.idx", golden_files / "records.rec", tmp_path / "out.rec"
    command = [sys.executable, "-c", FORKED, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "Forbidden operation in multiple processes",
        "Forbidden operation in multiple processes",
        repr(b"abcd"),
        f"{b'a'!r} {b'a'!r}",
    ]
    assert read_all(paths[2]) == [b"once"]


def test_headers_are_packed_as_mxnet_packs_them(content):
    for case in content["headers"]:
        record = pack(IRHeader(*case["header"]), b"text")
        assert record.hex() == case["packed"]
        header, text = unpack(record)
        assert [header.flag, np.asarray(header.label).tolist(), header.id, header.id2] == case[
            "back"
        ]
        assert text == b"text"


def test_a_header_prints_and_pickles():
    header = IRHeader(0, 1.0, 2, 3)
    assert repr(header) == "HEADER(flag=0, label=1.0, id=2, id2=3)"
    assert pickle.loads(pickle.dumps(header)) == header


def test_labels():
    labels = np.arange(3.0)
    header, rest = unpack(pack((0, labels, 0, 0), b""))
    assert header.flag == 3
    assert header.label.dtype == np.float32
    assert header.label.tolist() == [0, 1, 2]
    assert rest == b""
    for number in (4, np.float64(4), np.int64(4), True):
        assert unpack(pack((0, number, 0, 0), b""))[0].label == number


def test_damaged_headers():
    with pytest.raises(MXNetError, match="at least 24 bytes, this one has 3"):
        unpack(b"abc")
    with pytest.raises(MXNetError, match="3 labels need 12 bytes, the record has 10 left"):
        unpack(pack((0, [1, 2, 3], 0, 0), b"")[:-2])
    with pytest.raises(MXNetError, match="4294967295 labels need"):
        unpack(b"\xff" * 24)


def test_works_without_torch():
    check = "import sys, mxnet.recordio; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", check], check=True)


@pytest.mark.parametrize("position", [2**31, 2**62, 2**63 - 1, 2**63, 10**30])
def test_an_index_beyond_all_files(position, paths):
    index, path = paths
    writer = MXRecordIO(path, "w")
    writer.write(b"one")
    writer.close()
    pathlib.Path(index).write_text(f"0\t0\n1\t{position}\n")
    reader = MXIndexedRecordIO(index, path, "r")
    dataset = gluon.data.RecordFileDataset(path)
    assert reader.read_idx(0) == dataset[0] == b"one"
    for read in (reader.read_idx, dataset.__getitem__):
        with pytest.raises(MXNetError, match=rf"a\.idx' places the key 1 at byte {position}"):
            read(1)
    reader.close()


def test_closing_a_file_on_a_full_disk():
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no device that is always full")
    writer = MXRecordIO("/dev/full", "w")
    writer.handle.write(b"x")
    with pytest.raises(MXNetError, match="cannot write '/dev/full': No space left"):
        writer.close()


def test_writing_an_index_on_a_full_disk(paths):
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no device that is always full")
    writer = MXIndexedRecordIO("/dev/full", paths[1], "w")
    with pytest.raises(MXNetError, match="cannot write '/dev/full': No space left"):
        writer.write_idx(0, b"one")
    with pytest.raises(MXNetError, match="cannot write '/dev/full': No space left"):
        writer.close()
    writer.close()


def test_an_index_in_a_folder_that_is_not_there(paths):
    with pytest.raises(MXNetError, match="cannot write '/nowhere/a.idx': No such file"):
        MXIndexedRecordIO("/nowhere/a.idx", paths[1], "w")


class ByC(MXRecordIO):
    """A file that is opened by functions of the C API, as in published subclasses."""

    def open(self):
        create = _LIB.MXRecordIOWriterCreate if self.flag == "w" else _LIB.MXRecordIOReaderCreate
        check_call(create(self.uri, ctypes.byref(self.handle)))
        self.writable, self.pid, self.is_open = self.flag == "w", os.getpid(), True

    def seek(self, position):
        self._check_pid(allow_reset=True)
        check_call(_LIB.MXRecordIOReaderSeek(self.handle, ctypes.c_size_t(position)))


def test_subclasses_may_call_the_functions_of_c(tmp_path):
    path = str(tmp_path / "a.rec")
    writer = ByC(path, "w")
    writer.write(b"one")
    position = ctypes.c_size_t()
    check_call(_LIB.MXRecordIOWriterTell(writer.handle, ctypes.byref(position)))
    record = b"t\0wo" + MAGIC
    data, size = ctypes.c_char_p(record), ctypes.c_size_t(len(record))
    check_call(_LIB.MXRecordIOWriterWriteRecord(writer.handle, data, size))
    writer.close()
    reader = pickle.loads(pickle.dumps(ByC(path, "r")))
    reader.seek(position.value)
    assert [reader.read(), reader.read()] == [record, None]
    reader.reset()
    assert reader.read() == b"one"
    reader.close()


def test_records_read_by_the_functions_of_c(tmp_path):
    path, handle = str(tmp_path / "a.rec"), RecordIOHandle()
    writer = MXRecordIO(path, "w")
    writer.write(b"a\0b")
    writer.close()
    check_call(_LIB.MXRecordIOReaderCreate(c_str(path), ctypes.byref(handle)))
    for expected in (b"a\0b", None):
        data, size = ctypes.c_char_p(), ctypes.c_size_t()
        check_call(_LIB.MXRecordIOReaderReadRecord(handle, ctypes.byref(data), ctypes.byref(size)))
        assert (ctypes.string_at(data, size.value) if data else None) == expected
    check_call(_LIB.MXRecordIOReaderFree(handle))
    with pytest.raises(MXNetError, match="not the handle of an open record file"):
        _LIB.MXRecordIOReaderFree(handle)
    with pytest.raises(MXNetError, match="cannot open"):
        _LIB.MXRecordIOReaderCreate(str(tmp_path / "b.rec"), ctypes.byref(handle))
