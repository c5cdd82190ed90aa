"""ImageIter and ImageDetIter give the batches of the real MXNet 1.9.1; errors name the picture."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, image, nd, recordio
from tests.unit.image import batch_cases as cases
from tests.unit.image.test_detection import check, read_recorded

SHAPE = (3, 6, 7)


@pytest.fixture
def names(tmp_path, monkeypatch):
    """Write pictures, lists and record files to the current folder; return the pictures' names."""
    monkeypatch.chdir(tmp_path)
    return cases.write_files(mx)


@pytest.mark.parametrize("call", cases.ITERATORS)
def test_batches(call, names):
    check(cases.run_iterator(mx, call, names), read_recorded(call))


def test_names_and_shapes(names):
    iterator = image.ImageIter(2, SHAPE, imglist=[[1, names[0]]], path_root=".", label_name="y")
    assert iterator.provide_data == [("data", (2, *SHAPE))]
    assert iterator.provide_label == [("y", (2,))]
    assert (iterator.num_image, iterator.batch_size, iterator.data_shape) == (1, 2, SHAPE)


def test_batch_larger_than_the_data_wraps_around(names):
    batch = next(image.ImageIter(12, SHAPE, path_imgrec="pack.rec", path_imgidx="pack.idx"))
    assert batch.label[0].asnumpy().tolist() == [*range(5), *range(5), 0, 1]
    assert batch.pad == 7


def test_hard_reset_drops_rolled_over_samples(names):
    iterator = image.ImageIter(
        3, SHAPE, path_imglist="list.lst", path_root=".", last_batch_handle="roll_over"
    )
    assert len(list(iterator)) == 1
    iterator.hard_reset()
    assert next(iterator).label[0].asnumpy().tolist() == [0, 1.5, 3]


def test_epochs_end(names):
    iterator = image.ImageIter(2, SHAPE, path_imgrec="pack.rec")
    assert len(list(iterator)) == 3
    with pytest.raises(StopIteration):
        iterator.next()


def test_steps_can_be_overridden(names):
    class Gray(image.ImageIter):
        def augmentation_transform(self, data):
            return nd.ones((6, 7, 3))

        def postprocess_data(self, datum):
            return super().postprocess_data(datum) * 2

    assert (next(Gray(2, SHAPE, path_imgrec="pack.rec")).data[0] == 2).min().asscalar() == 1


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({}, AssertionError, "needs path_imgrec, path_imglist or imglist"),
        ({"path_imgrec": "pack.rec", "shuffle": True}, AssertionError, "pack.rec.*path_imgidx"),
        ({"path_imgrec": "pack.rec", "num_parts": 2}, AssertionError, "pack.rec.*path_imgidx"),
        (
            {"path_imglist": "list.lst", "num_parts": 2, "part_index": 2},
            AssertionError,
            "part_index must be from 0 to 1, got 2",
        ),
        ({"path_imglist": "list.lst", "dtype": "float16"}, AssertionError, "float16 label not"),
        ({"path_imglist": "none.lst"}, FileNotFoundError, "none.lst"),
        ({"path_imgrec": "none.rec"}, MXNetError, "none.rec"),
        ({"path_imgrec": "pack.rec", "colour": 1}, TypeError, "colour"),
        (
            {"path_imglist": "list.lst", "last_batch_handle": "keep"},
            ValueError,
            "last_batch_handle must be one of .*'roll_over'.*, got 'keep'",
        ),
        ({"path_imglist": "spaces.lst"}, ValueError, "spaces.lst, line 2: .* got '1 0 a.jpg'"),
    ],
)
def test_refused(names, arguments, error, text):
    pathlib.Path("spaces.lst").write_text("0\t1\ta.jpg\n1 0 a.jpg\n")
    with pytest.raises(error, match=text):
        image.ImageIter(2, SHAPE, **arguments)


@pytest.mark.parametrize(("shape", "text"), [((3, 4), "length 3"), ((1, 4, 4), "3 channels")])
def test_shapes_that_are_none_of_pictures(names, shape, text):
    with pytest.raises(ValueError, match=text):
        image.ImageIter(2, shape, path_imgrec="pack.rec")


def broken_record():
    records = recordio.MXIndexedRecordIO("bad.idx", "bad.rec", "w")
    good = recordio.pack(recordio.IRHeader(0, 1.0, 0, 0), pathlib.Path("0.bmp").read_bytes())
    broken = recordio.pack(recordio.IRHeader(0, 1.0, 0, 0), b"no picture")
    for key, record in ((3, good), (8, broken), (9, b"xx")):
        records.write_idx(key, record)
    records.close()


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (
            {"imglist": [[0, "bad.jpg"]]},
            MXNetError,
            "filename: bad.jpg.*Decoding failed",
        ),
        ({"imglist": [[0, "empty.jpg"]]}, MXNetError, "Broken image filename: empty.jpg.*empty"),
        ({"imglist": [[0, "gone.jpg"]]}, FileNotFoundError, "gone.jpg"),
        (
            {"imglist": [[[1, 2], "0.bmp"]]},
            ValueError,
            "0.bmp: the label has 2 numbers",
        ),
        (
            {"imglist": [[0, "0.bmp"]], "aug_list": []},
            ValueError,
            r"0.bmp: .* shape \(3, 12, 16\), expected \(3, 6, 7\)",
        ),
        ({"path_imgrec": "bad.rec"}, MXNetError, "record 1 of bad.rec.*Decoding failed"),
        (
            {"path_imgrec": "bad.rec", "path_imgidx": "bad.idx"},
            MXNetError,
            "record 8 of bad.rec.*Decoding failed",
        ),
        (
            {"path_imgrec": "bad.rec", "path_imgidx": "bad.idx", "num_parts": 3, "part_index": 2},
            MXNetError,
            "record 9 of bad.rec is not a packed image: .* this one has 2",
        ),
        (
            {"path_imgrec": "bad.rec", "path_imgidx": "bad.idx", "path_imglist": "short.lst"},
            KeyError,
            "record 8 of bad.rec is not in the list",
        ),
    ],
)
def test_errors_name_the_picture(names, arguments, error, text):
    pathlib.Path("bad.jpg").write_bytes(b"no picture")
    pathlib.Path("empty.jpg").write_bytes(b"")
    pathlib.Path("short.lst").write_text("3\t1\ta.jpg\n")
    broken_record()
    iterator = image.ImageIter(1, SHAPE, **arguments)
    with pytest.raises(error, match=text):
        list(iterator)


# -------------------------------------------------------------------------------------- detection


def boxes(**kwargs):
    return image.ImageDetIter(2, SHAPE, path_imglist="boxes.lst", path_root=".", **kwargs)


def test_room_for_objects(names):
    iterator, other = boxes(), boxes(num_parts=5, part_index=0)
    assert (iterator.label_shape, other.label_shape) == ((3, 5), (1, 5))
    assert other.sync_label_shape(iterator) is iterator
    assert other.provide_label == [("label", (2, 3, 5))]
    other.reshape(data_shape=(3, 9, 9), label_shape=(4, 5))
    assert (other.provide_data, other.label_shape) == ([("data", (2, 3, 9, 9))], (4, 5))


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        ((2, 5), "Attempts to reduce label count from 3 to 2"),
        ((3, 6), "object width inconsistent: 5 vs 6"),
        ((3,), r"label_shape should have length 2, got \(3,\)"),
    ],
)
def test_too_little_room(names, shape, text):
    with pytest.raises(ValueError, match=text):
        boxes().reshape(label_shape=shape)


def test_only_detection_iterators_are_synchronized(names):
    with pytest.raises(AssertionError, match="Synchronize with invalid iterator: int"):
        boxes().sync_label_shape(5)


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ([2, 5, 1], r"Label shape is invalid: \(3,\)"),
        ([2, 5, 1, 0.1, 0.2, 0.5, 0.6, 3], r"\(8,\) inconsistent with annotation width 5"),
        ([1, 5, 1, 0.1, 0.2, 0.5, 0.6], r"\(7,\) inconsistent"),
        ([2, 5, 1, 0.5, 0.2, 0.1, 0.6], "no valid label"),
    ],
)
def test_labels_that_are_none(names, label, text):
    with pytest.raises(RuntimeError, match=text):
        boxes()._parse_label(np.array(label))


def test_samples_that_lose_their_objects_are_skipped(names, caplog):
    class Lose(image.DetAugmenter):
        def __call__(self, src, label):
            return src, label[label[:, 0] != 1]

    iterator = boxes(aug_list=[*image.CreateDetAugmenter(SHAPE), Lose()])
    with caplog.at_level("DEBUG"):
        batches = list(iterator)
    first = [int(row[0]) for batch in batches for row in batch.label[0].asnumpy()[:, 0]]
    assert first == [2, 0, 3, 2]
    assert "0.bmp is skipped: Invalid label" in caplog.text


def test_too_many_objects(names):
    class More(image.DetAugmenter):
        def __call__(self, src, label):
            return src, np.repeat(label, 4, axis=0)

    with pytest.raises(ValueError, match=r"0.bmp: .* 4 objects, label_shape is \(3, 5\)"):
        next(boxes(aug_list=[*image.CreateDetAugmenter(SHAPE), More()]))


def test_drawing(names):
    iterator = boxes()
    images = list(iterator.draw_next(color=(1, 2, 3), thickness=1, id2labels={1: "cat"}))
    assert len(images) == 5
    assert images[0].shape == (6, 7, 3) and images[0].dtype == np.uint8
    assert images[2][0, 3].tolist() == [1, 2, 3]  # the box is the whole picture
    again = next(boxes(mean=True, std=True).draw_next((1, 2, 3), mean=True, std=True, clip=False))
    assert again.dtype == np.float32
    assert abs(again - next(boxes().draw_next((1, 2, 3)))).max() < 1.1
