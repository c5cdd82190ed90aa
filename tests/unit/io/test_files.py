"""Iterators over CSV files and files in MNIST's format."""

import logging
import struct

import numpy as np
import pytest

from mxnet import MXNetError, io
from mxnet.io._mnist import shuffled_order

ROWS = np.arange(30).reshape(10, 3)
LONG = [105, 113, 214, 123, 48, 99, 50, 22]


@pytest.fixture
def csv(tmp_path):
    np.savetxt(tmp_path / "data.csv", ROWS, fmt="%g", delimiter=",")
    np.savetxt(tmp_path / "label.csv", np.arange(10), fmt="%g")
    return tmp_path


def rows_of(batches):
    return [
        (batch.label[0].asnumpy().tolist(), batch.pad, batch.index.tolist()) for batch in batches
    ]


def read(folder, **options):
    files = {"data_csv": str(folder / "data.csv"), "label_csv": str(folder / "label.csv")}
    return io.CSVIter(**{**files, "data_shape": (3,), "batch_size": 4, **options})


def test_rounded_batches(csv):
    batches = read(csv)
    assert batches.provide_data[0].shape == (4, 3)
    assert batches.provide_label[0].shape == (4,)
    first = [
        ([0, 1, 2, 3], 0, [0, 1, 2, 3]),
        ([4, 5, 6, 7], 0, [4, 5, 6, 7]),
        ([8, 9, 0, 1], 2, [8, 9, 0, 1]),
    ]
    assert rows_of(batches) == first
    batches.reset()  # MXNet: the next round goes on after the rows that filled up the last one
    assert rows_of(batches) == [([2, 3, 4, 5], 0, [2, 3, 4, 5]), ([6, 7, 8, 9], 0, [6, 7, 8, 9])]
    batches.reset()
    assert rows_of(batches) == first


def test_batches_that_are_not_rounded(csv):
    batches = read(csv, round_batch=False)
    for _ in range(2):
        assert rows_of(batches)[2] == ([8, 9, 6, 7], 2, [8, 9, 6, 7])
        batches.reset()
    only = read(csv, batch_size=12, round_batch="false").next()
    assert only.data[0].asnumpy()[10:].tolist() == [[0, 0, 0], [0, 0, 0]]
    assert only.pad == 2


def test_shapes_types_and_names(csv):
    batch = read(csv, data_shape="(3, 1)", dtype="int32", label_csv="NULL", data_name="x").next()
    assert batch.data[0].shape == (4, 3, 1)
    assert batch.data[0].dtype is np.int32
    assert batch.label[0].asnumpy().tolist() == [0, 0, 0, 0]
    assert read(csv, data_name="x").provide_data[0].name == "x"
    for none in (None, "None"):
        assert read(csv, dtype=none).next().data[0].dtype is np.float32
    (csv / "data.csv").write_text("2147483648,1.5\n")
    row = read(csv, data_shape=(2,), batch_size=1, dtype="int64").next().data[0]
    assert row.asnumpy().tolist() == [[2147483648, 1]]


def test_a_file_that_is_removed_can_be_read_again(csv):
    batches = read(csv, label_csv="NULL", batch_size=5)
    (csv / "data.csv").unlink()
    for _ in range(2):
        rows = [batch.data[0].asnumpy() for batch in batches]
        np.testing.assert_array_equal(np.concatenate(rows), ROWS)
        batches.reset()


def test_one_of_several_files_is_removed(csv):
    path = csv / "more.csv"
    path.write_text("1,2,3\n")
    batches = read(csv, data_csv=f"{csv / 'data.csv'};{path}", label_csv="NULL", batch_size=11)
    assert len(list(batches)) == 1
    path.unlink()
    with pytest.raises(MXNetError, match="cannot read .*more.csv': No such file"):
        batches.reset()
        batches.next()


def test_several_files_and_folders(csv):
    folder = csv / "parts"
    folder.mkdir()
    (folder / "b.csv").write_text("4, 5 ,6\r\n\n")
    (folder / "a.csv").write_text("1,2,3")
    options = {"data_shape": (3,), "batch_size": 2}
    expected = [[1, 2, 3], [4, 5, 6]]
    assert io.CSVIter(data_csv=str(folder), **options).next().data[0].asnumpy().tolist() == expected
    named = f"{folder / 'b.csv'};{folder / 'a.csv'}"
    assert io.CSVIter(data_csv=named, **options).next().data[0].asnumpy().tolist() == expected[::-1]


def test_the_batch_of_now(csv):
    batches = read(csv)
    assert batches.iter_next()
    assert batches.getdata().shape == (4, 3)
    assert batches.getlabel().asnumpy().tolist() == [0, 1, 2, 3]
    assert batches.getindex().tolist() == [0, 1, 2, 3]
    batches.debug_skip_load()
    assert batches.next().label[0].asnumpy().tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"data_shape": (4,)}, r"specified shape=\(4,\), the csv row-length=3, in line 1 of"),
        ({"data_csv": "nowhere.csv"}, "cannot read 'nowhere.csv'"),
        ({"dtype": "float64"}, "CSVIter: bad value 'float64' of parameter dtype"),
        ({"batch_size": 0}, "bad value 0 of parameter batch_size: must be at least 1"),
        ({"batch_size": 40}, "number of input must be bigger than batch size"),
        ({"round_batch": "maybe"}, "bad value 'maybe' of parameter round_batch"),
    ],
)
def test_errors_of_csv(csv, options, text):
    with pytest.raises(MXNetError, match=text):
        list(read(csv, **options))


def test_files_that_are_not_right(csv):
    (csv / "label.csv").write_text("1\n2\n")
    with pytest.raises(MXNetError, match="label_csv has only 2 rows"):
        list(read(csv))
    (csv / "data.csv").write_text("1,2,3\n4,five,6\n")
    with pytest.raises(MXNetError, match=r"line 2 of '.*' does not hold numbers.*five"):
        list(read(csv, batch_size=2))
    with pytest.raises(MXNetError, match="CSVIter: required parameter data_csv is not presented"):
        io.CSVIter(data_shape=(3,), batch_size=2)
    with pytest.raises(TypeError, match="only accept keyword arguments"):
        io.CSVIter("data.csv")
    with pytest.warns(UserWarning, match="CSVIter has no parameter colour"):
        read(csv, colour=3, label_csv="NULL", data_shape=(3,), batch_size=1)


# ------------------------------------------------------------------------------------- MNIST

COUNT = 50


@pytest.fixture
def digits(tmp_path):
    pixels = np.random.RandomState(0).randint(0, 256, (COUNT, 3, 2)).astype(np.uint8)
    image, label = tmp_path / "images", tmp_path / "labels"
    image.write_bytes(struct.pack(">iiii", 2051, COUNT, 3, 2) + pixels.tobytes())
    label.write_bytes(struct.pack(">ii", 2049, COUNT) + bytes(range(COUNT)))
    return {"image": str(image), "label": str(label), "batch_size": 8, "silent": True}, pixels


def labels_of(batches):
    return [int(n) for batch in batches for n in batch.label[0].asnumpy()]


def test_pictures(digits):
    options, pixels = digits
    batches = io.MNISTIter(**options, shuffle=False)
    assert batches.provide_data[0].shape == (8, 1, 3, 2)
    batch = batches.next()
    np.testing.assert_array_equal(batch.data[0].asnumpy()[:, 0], pixels[:8] / np.float32(256))
    batches.reset()
    assert labels_of(batches) == list(range(48))  # the last batch is not full


def test_flat_pictures_of_a_part(digits):
    options, _ = digits
    batches = io.MNISTIter(
        **{**options, "batch_size": 3}, flat=1, shuffle=0, num_parts=3, part_index=1
    )
    assert batches.provide_data[0].shape == (3, 6)
    assert labels_of(batches) == list(range(16, 31))


def test_the_order_of_1_9_1(digits):
    options, _ = digits
    first = labels_of(io.MNISTIter(**options, seed=10))
    assert first[:12] == [25, 32, 13, 20, 16, 40, 43, 8, 48, 26, 35, 4]
    batches = io.MNISTIter(**options, data_shape=(6,), input_shape=(6,))
    assert labels_of(batches)[:8] == [33, 2, 31, 5, 14, 49, 13, 19]
    batches.reset()
    assert labels_of(batches)[:8] == [33, 2, 31, 5, 14, 49, 13, 19]


def test_a_long_shuffle():
    order = shuffled_order(60000, 10)
    assert sorted(order) == list(range(60000))
    # recorded from C++'s std::shuffle: every 7500th of them
    assert (order[::7500] % 251).tolist() == LONG


def test_loading_is_logged(digits, caplog):
    with caplog.at_level("INFO"):
        io.MNISTIter(**{**digits[0], "silent": False})
    assert "MNISTIter: load 50 images, shuffle=1, shape=(8, 1, 3, 2)" in caplog.text


def test_logging_configuration_is_unchanged(digits, monkeypatch):
    monkeypatch.setattr(logging.root, "handlers", [])
    io.MNISTIter(**{**digits[0], "silent": False})
    assert logging.root.handlers == []


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"image": b"ab"}, "invalid mnist format: '.*' is too short"),
        ({"image": struct.pack(">iiii", 2051, 50, 3, 2) + b"123"}, r"\(50, 3, 2\), it has 3 bytes"),
        ({"image": struct.pack(">iiii", 2051, -1, 3, 2)}, "invalid mnist format"),
        ({"label": struct.pack(">ii", 2049, 2) + b"12"}, "has 50 images, '.*' has 2 labels"),
        ({"num_parts": 3, "part_index": 3}, r"part_index must be in 0\.\.2.*got 3"),
        ({"batch_size": 100}, "fewer samples than batch_size"),
    ],
)
def test_errors_of_mnist(digits, tmp_path, change, text):
    options, _ = digits
    for name, value in change.items():
        if isinstance(value, bytes):
            path = tmp_path / "damaged"
            path.write_bytes(value)
            change = {name: str(path)}
    with pytest.raises(MXNetError, match=text):
        io.MNISTIter(**{**options, **change})
