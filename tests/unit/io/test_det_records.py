"""ImageDetRecordIter against the real 1.9.1: the same pictures, boxes, padding and numbers."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, nd, recordio
from mxnet.io._det_augmenter import Objects

from ...golden import archive
from .det_cases import CASES, SIZE

GOLDEN = pathlib.Path(__file__).parents[2] / "golden"
RECORDS = GOLDEN / "records"
# OpenCV 3.4.2 of the wheel rounds otherwise in cubic interpolation: how far a pixel may be off, and
# how many may.
OTHERWISE = {"random interpolation": (1, 0.05)}
EXPECTED = archive.load(GOLDEN / "det_records.npz")


def reading(**options):
    if "path_imglist" in options:
        options["path_imglist"] = str(RECORDS / options["path_imglist"])
    arguments = {"path_imgrec": str(RECORDS / "objects.rec"), **SIZE, **options}
    return mx.io.ImageDetRecordIter(**arguments)


@pytest.mark.parametrize("name", CASES)
def test_as_the_real_one(name):
    batches = reading(**CASES[name])
    data, labels, pads, numbers = [], [], [], []
    for _ in range(2):
        for batch in batches:
            data.append(batch.data[0].asnumpy())
            labels.append(batch.label[0].asnumpy())
            pads.append(batch.pad)
            numbers += batch.index.tolist()
        batches.reset()
    assert pads == EXPECTED[f"{name}/pads"].tolist()
    assert numbers == EXPECTED[f"{name}/indices"].tolist()
    np.testing.assert_array_equal(np.concatenate(labels), EXPECTED[f"{name}/labels"])
    expected = EXPECTED[f"{name}/data"]
    actual = np.concatenate(data[: len(data) // 2])
    difference = np.abs(actual - expected)
    most, share = OTHERWISE.get(name, (0, 0))
    assert difference.max() <= most and (difference > 0).mean() <= share


def test_attributes_of_batches():
    batches = reading(data_name="picture", label_name="boxes", preprocess_threads=4)
    assert batches.provide_data == [("picture", (3, 3, 16, 20))]
    assert batches.provide_label == [("boxes", (3, 26))] and batches.batch_size == 3
    batch = next(batches)
    assert batch.data[0].context == batch.label[0].context == mx.cpu()
    assert batch.data[0].dtype is batch.label[0].dtype is np.float32
    label = batch.label[0].asnumpy()[0]
    assert label[:6].tolist() == [3, 16, 20, 7, 2, 5] and label[11:].tolist() == [-1] * 15


def write_records(path, *pictures, label=(2, 5, 1, 0.1, 0.2, 0.6, 0.7)):
    """Write pictures, or bytes that are none, with a label to a record file; return its name."""
    writer = recordio.MXRecordIO(path, "w")
    for i, picture in enumerate(pictures):
        header = (0, np.array(label, np.float32) if np.ndim(label) else label, i, 0)
        is_contents = isinstance(picture, bytes)
        writer.write(recordio.pack(header, picture) if is_contents else _png(header, picture))
    writer.close()
    return str(path)


def _png(header, picture):
    return recordio.pack_img(header, picture, img_fmt=".png")


def test_without_an_augmenter(tmp_path):
    picture = np.arange(4 * 5 * 3, dtype=np.uint8).reshape(4, 5, 3)
    name = write_records(tmp_path / "a.rec", picture, label=(9, 8))  # any label will do
    batch = next(reading(path_imgrec=name, aug_seq="", batch_size=1))
    data, label = batch.data[0].asnumpy()[0], batch.label[0].asnumpy()[0]
    np.testing.assert_array_equal(data[:, :4, :5], picture[..., ::-1].transpose(2, 0, 1))
    assert data[:, 4:].max() == data[:, :, 5:].max() == 0
    assert label.tolist() == [3, 4, 5, 2, 9, 8]
    with pytest.raises(MXNetError, match=r"byte 0: the image has size \(4, 5\), more than"):
        reading(path_imgrec=name, aug_seq="", batch_size=1, data_shape=(3, 4, 4))


def test_four_channels(tmp_path):
    picture = np.arange(4 * 5 * 4, dtype=np.uint8).reshape(4, 5, 4)
    options = {"path_imgrec": write_records(tmp_path / "a.rec", picture), "data_shape": (4, 4, 5)}
    batch = next(reading(batch_size=1, mean_a=1.0, std_a=2.0, **options))
    image = batch.data[0].asnumpy()[0]
    np.testing.assert_array_equal(image[:3], picture[..., 2::-1].transpose(2, 0, 1))
    np.testing.assert_array_equal(image[3], (picture[..., 3] - 1.0) / 2)
    with pytest.raises(MXNetError, match="Expected 4 channels, got 3"):
        reading(data_shape=(4, 9, 9))


def test_the_mean_picture(tmp_path):
    path = tmp_path / "mean.params"
    plain = np.concatenate([batch.data[0].asnumpy() for batch in reading()])[:7]
    first = next(reading(mean_img=str(path), scale=0.5, std_r=2.0)).data[0].asnumpy()
    stored = nd.load(str(path))
    assert list(stored) == ["mean_img"]
    # MXNet: the mean is that of the scaled pictures.
    deviation = np.array([2, 1, 1], np.float32)[:, None, None]
    mean = stored["mean_img"].asnumpy()
    np.testing.assert_allclose(mean, plain.mean(axis=0) / deviation / 2, rtol=1e-5)
    expected = (plain[:3] - mean) / deviation * np.float32(0.5)
    np.testing.assert_allclose(first, expected, rtol=1e-6)
    again = next(reading(mean_img=str(path), mean_g=1.0)).data[0].asnumpy()
    np.testing.assert_array_equal(again, plain[:3] - np.array([0, 1, 0])[:, None, None])
    nd.save(str(path), {"mean_img": nd.zeros((3, 2, 2))})
    with pytest.raises(MXNetError, match=r"must hold one array of shape \(3, 16, 20\)"):
        reading(mean_img=str(path))


def test_several_threads(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    options = {**CASES["all"], "preprocess_threads": 3}
    several, again = (list(reading(**options)) for _ in range(2))
    for one, other in zip(several, again, strict=True):
        np.testing.assert_array_equal(one.data[0].asnumpy(), other.data[0].asnumpy())
        np.testing.assert_array_equal(one.label[0].asnumpy(), other.label[0].asnumpy())
    plain = [b.label[0].asnumpy() for b in reading(preprocess_threads=3)]
    np.testing.assert_array_equal(np.concatenate(plain)[:6], EXPECTED["plain/labels"][:6])


def test_boxes_stay_in_their_pictures():
    options = {k: v for k, v in CASES["all"].items() if "hue" not in k}
    batches = reading(**options)
    for _ in range(10):
        for batch in batches:
            for label in batch.label[0].asnumpy():
                head, width = int(label[4]), int(label[5])
                boxes = label[4 + head : 4 + int(label[3])].reshape(-1, width)
                corners = boxes[:, 1:5]
                assert len(boxes) and corners.min() >= 0 and corners.max() <= 1
                assert (corners[:, 2:] > corners[:, :2]).all()
        batches.reset()


def test_no_object_is_no_reason_to_refuse(tmp_path):
    picture = np.zeros((9, 9, 3), np.uint8)
    name = write_records(tmp_path / "a.rec", picture, label=(2, 5, 1, 0.5, 0.5, 0.5, 0.5))
    batch = next(reading(path_imgrec=name, batch_size=1, rand_crop_prob=1.0, min_crop_scales=0.5))
    assert batch.label[0].asnumpy()[0, 3:].tolist() == [2, 2, 5, -1, -1, -1, -1, -1]


REFUSED = {
    "no file": ({"path_imgrec": "nowhere.rec"}, "cannot open 'nowhere.rec': No such file"),
    "no name": ({"path_imgrec": ""}, "must specify path_imgrec"),
    "no list": ({"path_imglist": "nowhere.lst"}, "cannot read .*nowhere.lst': No such file"),
    "part": ({"num_parts": 2, "part_index": 2}, "part_index must be in 0..1 with num_parts=2"),
    "channels": ({"data_shape": (2, 9, 9)}, r"Invalid output shape \(2, 9, 9\)"),
    "dimensions": ({"data_shape": (9, 9)}, r"Invalid output shape \(9, 9\)"),
    "dtype": ({"dtype": "uint8"}, "bad value 'uint8' of parameter dtype: expected one of float32"),
    "augmenter": ({"aug_seq": "aug_default"}, "aug_seq 'aug_default' is not known; use 'det_aug"),
    "interpolation": ({"inter_method": 7}, "invalid inter_method 7: valid values are 0 to 4"),
    "mode": ({"resize_mode": "x"}, "parameter resize_mode: expected one of force, shrink, fit"),
    "emit mode": ({"crop_emit_mode": "x"}, "crop_emit_mode: expected one of center, overlap"),
    "threshold": ({"emit_overlap_thresh": -1}, "emit_overlap_thresh must not be negative, got -1"),
    "scales": ({"max_crop_scales": 2}, r"0 <= min_crop_scales < max_crop_scales <= 1, got 0.0 and"),
    "ratios": (
        {"min_crop_aspect_ratios": 2},
        "min_crop_aspect_ratios=2.0 and .* is not a valid range",
    ),
    "overlaps": ({"max_crop_overlaps": -1}, "max_crop_overlaps=-1.0 is not a valid range"),
    "samplers": (
        {"min_crop_scales": (0.1, 0.2)},
        r"min_crop_scales must have one value, or one for each of the 1 crop samplers, got \(0.1",
    ),
    "no numbers": ({"min_crop_scales": ()}, "min_crop_scales: expected at least one number"),
    "label width": ({"label_width": 7}, "record at byte .*: rec file provide 16-dimensional label"),
    "label padding": (
        {"label_pad_width": 3},
        "label_pad_width: 3 smaller than estimated width: 22",
    ),
    "labels of the list": (
        {"path_imglist": "objects.lst", "label_width": 20},
        r"Bad ImageList format: .*line 1: expected a number, 20 label\(s\)",
    ),
    "too few pictures": ({"batch_size": 20}, "must be bigger than the batch size"),
}


@pytest.mark.parametrize(("options", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(options, message):
    with pytest.raises(MXNetError, match=message):
        next(reading(**options))


BROKEN = {
    "no picture": (b"x", (2, 5, 1, 0, 0, 1, 1), "byte 0: Decoding failed. Invalid image file."),
    "no label": (b"x", 3.0, "byte 0: Not enough label packed in img_list or rec file."),
    "a short label": (None, (2, 5, 1), r"byte 0: a label must be the width .* got \[2.0, 5.0, 1"),
    "a label of another form": (None, (2, 4, 1, 0, 0, 1, 1, 5), "byte 0: a label must be"),
}


@pytest.mark.parametrize(("content", "label", "message"), BROKEN.values(), ids=BROKEN)
def test_broken_records(content, label, message, tmp_path):
    picture = np.zeros((9, 9, 3), np.uint8) if content is None else content
    name = write_records(tmp_path / "a.rec", picture, label=label)
    with pytest.raises(MXNetError, match=message):
        reading(path_imgrec=name, batch_size=1)


def test_a_list_without_the_record(tmp_path):
    (tmp_path / "a.lst").write_text("10\t2\t5\t1\t0\t0\t1\t1\tx.jpg\n\n")
    with pytest.raises(MXNetError, match="fail to find imagelabel for id 11"):
        reading(path_imglist=str(tmp_path / "a.lst"))
    (tmp_path / "a.lst").write_text("10\tx.jpg\n")
    with pytest.raises(MXNetError, match=r"line 1: expected a number, one or more label\(s\)"):
        reading(path_imglist=str(tmp_path / "a.lst"))


def test_a_label_that_is_not_finite():
    with pytest.raises(MXNetError, match="a label must be the width of its header"):
        Objects(np.array([np.nan, 5, 0, 0, 0, 1, 1], np.float32))
