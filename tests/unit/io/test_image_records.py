"""ImageRecordIter against the real 1.9.1: the same records, pixels, labels and padding."""

from __future__ import annotations

import os
import pathlib
import shutil

import cv2
import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, nd, recordio
from mxnet.io._cpp_random import CppRandom

from ...golden import archive
from .record_cases import CASES, SIZE, two_rounds

GOLDEN = pathlib.Path(__file__).parents[2] / "golden"
RECORDS = GOLDEN / "records"
EXPECTED = archive.load(GOLDEN / "image_records.npz")
# The wheel of 1.9.1 has OpenCV 3.4.2, which rounds otherwise in cubic interpolation, warping and
# changes of colors: how far a pixel may be off, and how many may.
WARPED = (2, 0.25)
ROUNDED = (1, 0.05)
ROUNDED_ONCE = (1, 0.0005)
OTHERWISE = {
    "rotate": WARPED, "random rotation": WARPED, "list of rotations": WARPED, "shear": WARPED,
    "scale": WARPED, "aspect": WARPED, "aspect range": WARPED, "sizes of the picture": WARPED,
    "resize cubic": ROUNDED, "resize random": ROUNDED,
    "contrast": ROUNDED_ONCE, "hue": ROUNDED_ONCE, "light and saturation": ROUNDED_ONCE,
    "all": (0.08, 0.3),
}  # fmt: skip


def reading(**options):
    for name in ("path_imgidx", "path_imglist"):
        if name in options:
            options[name] = str(RECORDS / options[name])
    return mx.io.ImageRecordIter(
        **{"path_imgrec": str(RECORDS / "pictures.rec"), **SIZE, **options}
    )


@pytest.mark.parametrize("name", CASES)
def test_as_the_real_one(name):
    batches = reading(**CASES[name])
    data, labels, pads = two_rounds(batches)
    expected = EXPECTED[f"{name}/data"]
    actual = np.concatenate(data[:2])
    assert actual.dtype == expected.dtype
    np.testing.assert_array_equal(np.concatenate(labels), EXPECTED[f"{name}/labels"])
    np.testing.assert_array_equal(pads[: len(pads) // 2], EXPECTED[f"{name}/pads"])
    difference = np.abs(actual.astype(np.float64) - expected)
    most, share = OTHERWISE.get(name, (0, 0))
    assert difference.max() <= most and (difference > 0).mean() <= share


def test_attributes_of_batches():
    batches = reading(data_name="picture", label_name="kind")
    assert batches.provide_data == [("picture", (4, 3, 14, 12))]
    assert batches.provide_label == [("kind", (4,))] and batches.batch_size == 4
    batch = next(batches)
    assert batch.data[0].context == batch.label[0].context == mx.cpu_pinned(0)
    assert batch.index.tolist() == [0] * 4
    assert next(reading(device_id=-1)).data[0].context == mx.cpu()
    assert next(reading(device_id=1)).data[0].context == mx.cpu_pinned(1)
    kinds = {"UInt8Iter": np.uint8, "Int8Iter": np.int8, "UInt8Iter_v1": np.uint8}
    for kind, dtype in (kinds | {"Iter_v1": np.float32}).items():
        make = getattr(mx.io, f"ImageRecord{kind}")
        reader = make(path_imgrec=str(RECORDS / "pictures.rec"), **SIZE)
        assert next(reader).data[0].dtype is dtype


def test_batches_that_are_not_rounded():
    # MXNet: says that nothing is padding, and leaves there what the memory held.
    for _ in range(2):
        *_, last = batches = list(reading(round_batch=False))
        assert [batch.pad for batch in batches] == [0, 1]
        assert last.data[0].asnumpy()[3].max() == 0 and last.label[0].asnumpy()[3] == 0


def test_batches_are_not_overwritten():
    batches = reading()
    kept = list(batches)
    before = kept[0].data[0].asnumpy()
    kept[1].data[0][:] = 0
    batches.reset()
    next(batches).data[0][:] = 1
    np.testing.assert_array_equal(kept[0].data[0].asnumpy(), before)


def test_reset_in_the_middle():
    batches = reading(batch_size=3, prefetch_buffer=8)
    for _ in range(3):
        assert next(batches).label[0].asnumpy().tolist() == [0, 2, 4]
        batches.reset()


@pytest.mark.parametrize("shuffle", [False, True])
def test_several_threads(shuffle, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    options = {"rand_crop": True, "rand_mirror": True, "shuffle": shuffle, "seed_aug": 1}
    several, one = (
        [batch.data[0].asnumpy() for batch in reading(preprocess_threads=count, **options)]
        for count in (3, 1)
    )
    np.testing.assert_array_equal(several, one)
    del options["seed_aug"]
    pictures = next(reading(preprocess_threads=3, **options)).data[0].asnumpy()
    assert pictures.shape == (4, 3, 14, 12)


def test_sections_in_random_order(tmp_path):
    writer = recordio.MXRecordIO(tmp_path / "large.rec", "w")
    noise = np.random.default_rng(0).integers(0, 255, (300, 300, 3), np.uint8)
    for i in range(16):
        writer.write(recordio.pack_img((0, float(i), i, 0), noise, img_fmt=".bmp"))
    writer.close()
    batches = mx.io.ImageRecordIter(
        path_imgrec=str(tmp_path / "large.rec"), data_shape=(3, 8, 8), batch_size=4,
        shuffle=True, shuffle_chunk_size=1, verbose=False,
    )  # fmt: skip
    rounds = []
    for _ in range(2):
        rounds.append([label for batch in batches for label in batch.label[0].asnumpy().tolist()])
        batches.reset()
    assert sorted(rounds[0]) == sorted(rounds[1]) == list(range(16))
    assert rounds[0] != rounds[1] != list(range(16))


def test_several_files_and_folders(tmp_path):
    for name in "ab":
        shutil.copy(RECORDS / "pictures.rec", tmp_path / f"{name}.rec")
    both = f"{tmp_path / 'a.rec'};{tmp_path / 'b.rec'}"
    for uri in (both, str(tmp_path)):
        batches = reading(path_imgrec=uri, batch_size=7)
        assert [batch.label[0].asnumpy().tolist() for batch in batches] == [
            [0, 2, 4, 6, 8, 10, 12]
        ] * 2
    halves = [
        [
            label
            for batch in reading(path_imgrec=both, batch_size=1, num_parts=3, part_index=part)
            for label in batch.label[0].asnumpy().tolist()
        ]
        for part in range(3)
    ]
    assert sum(halves, []) == [0, 2, 4, 6, 8, 10, 12] * 2 and all(halves)


def test_labels_in_records(tmp_path):
    writer = recordio.MXRecordIO(tmp_path / "a.rec", "w")
    for i in range(2):
        labels = np.array([i, i + 0.5], np.float32)
        writer.write(recordio.pack_img((0, labels, i, 0), np.zeros((9, 9, 3), np.uint8)))
    writer.close()
    options = {"path_imgrec": str(tmp_path / "a.rec"), "data_shape": (3, 9, 9), "batch_size": 2}
    batch = next(mx.io.ImageRecordIter(label_width=2, **options))
    assert batch.label[0].asnumpy().tolist() == [[0, 0.5], [1, 1.5]]
    with pytest.raises(MXNetError, match=r"record at byte 0: the record has 2 label\(s\), but"):
        mx.io.ImageRecordIter(**options)


def test_four_channels(tmp_path):
    picture = np.arange(9 * 9 * 4, dtype=np.uint8).reshape(9, 9, 4)
    writer = recordio.MXRecordIO(tmp_path / "a.rec", "w")
    writer.write(recordio.pack_img((0, 1.0, 0, 0), picture, img_fmt=".png"))
    writer.close()
    batch = next(
        mx.io.ImageRecordIter(
            path_imgrec=str(tmp_path / "a.rec"), data_shape=(4, 9, 9), batch_size=1, mean_a=1.0
        )
    )
    image = batch.data[0].asnumpy()[0]
    np.testing.assert_array_equal(image[:3], picture[..., 2::-1].transpose(2, 0, 1))
    np.testing.assert_array_equal(image[3], picture[..., 3] - 1.0)


def test_the_mean_picture(tmp_path):
    path = tmp_path / "mean.params"
    plain = np.concatenate([batch.data[0].asnumpy() for batch in reading()])[:7]
    first = next(reading(mean_img=str(path), scale=0.5)).data[0].asnumpy()
    stored = nd.load(str(path))
    assert list(stored) == ["mean_img"]
    # MXNet: the mean is that of the scaled pictures.
    mean = stored["mean_img"].asnumpy()
    np.testing.assert_allclose(mean, plain.mean(axis=0) / 2, rtol=1e-5)
    np.testing.assert_array_equal(first, (plain[:4] - mean) * np.float32(0.5))
    again = next(reading(mean_img=str(path), scale=0.5, mirror=True)).data[0].asnumpy()
    np.testing.assert_array_equal(again, first[..., ::-1])
    small = next(reading(mean_img=str(path), dtype="int8")).data[0].asnumpy()
    expected = np.clip(plain[:4] - np.floor(mean + 0.5), -128, 127)
    np.testing.assert_array_equal(small, expected.astype(np.int8))
    nd.save(str(path), {"mean_img": nd.zeros((3, 2, 2))})
    with pytest.raises(MXNetError, match=r"must hold one array of shape \(3, 14, 12\)"):
        reading(mean_img=str(path))


REFUSED = {
    "no file": ({"path_imgrec": "nowhere.rec"}, "cannot open 'nowhere.rec': No such file"),
    "no name": ({"path_imgrec": ""}, "must specify path_imgrec"),
    "no index": ({"path_imgidx": "nowhere.idx"}, "cannot open .*nowhere.idx': No such file"),
    "no list": ({"path_imglist": "nowhere.lst"}, "cannot read .*nowhere.lst': No such file"),
    "part": ({"num_parts": 2, "part_index": 2}, "part_index must be in 0..1 with num_parts=2"),
    "index, part": (
        {"num_parts": 2, "part_index": -1, "path_imgidx": "pictures.idx"},
        "part_index must be in 0..1 with num_parts=2, got -1",
    ),
    "channels": ({"data_shape": (2, 9, 9)}, r"Invalid output shape \(2, 9, 9\)"),
    "dimensions": ({"data_shape": (9, 9)}, r"Invalid output shape \(9, 9\)"),
    "dtype": ({"dtype": "float16"}, "bad value 'float16' of parameter dtype"),
    "augmenter": ({"aug_seq": "aug_mine"}, "aug_seq 'aug_mine' is not known"),
    "interpolation": ({"inter_method": 7}, "invalid inter_method 7: valid values are 0 to 4"),
    "crops": (
        {"random_resized_crop": True, "rand_crop": True},
        "random_resized_crop conflicts with min_crop_size, max_crop_size and rand_crop",
    ),
    "crops and scales": (
        {"random_resized_crop": True, "max_random_scale": 2},
        "random_resized_crop conflicts with min_random_scale",
    ),
    "areas": (
        {"random_resized_crop": True, "min_random_area": 0.5, "max_random_area": 0.1},
        "min_random_area <= max_random_area, got 0.5 and 0.1",
    ),
    "crop size": ({"max_crop_size": 90, "min_crop_size": 9}, "smaller than max_crop_size 90"),
    "labels": ({"label_width": 3}, r"record at byte 0: the record has 1 label\(s\), but"),
    "labels of the list": (
        {"label_width": 4, "path_imglist": "pictures.lst"},
        r"Bad ImageList format: .*line 1: expected a number, 4 label\(s\)",
    ),
    "missing shape": ({"data_shape": None}, "bad value None of parameter data_shape"),
}


@pytest.mark.parametrize(("options", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(options, message):
    with pytest.raises(MXNetError, match=message):
        next(reading(**options))


def test_broken_files(tmp_path):
    def assert_refused(message, content, **options):
        (tmp_path / "a.rec").write_bytes(content)
        with pytest.raises(MXNetError, match=message):
            list(reading(path_imgrec=str(tmp_path / "a.rec"), **options))

    contents = (RECORDS / "pictures.rec").read_bytes()
    assert_refused("a.rec.*a record of .* bytes, but only", contents[:-4])
    assert_refused("a.rec.*where a record should begin", b"x" * 100)
    assert_refused("has no batch", b"")
    picture = cv2.imencode(".png", np.zeros((20, 20, 3), np.uint8))[1].tobytes()
    writer = recordio.MXRecordIO(tmp_path / "b.rec", "w")
    writer.write(recordio.pack((0, 0.0, 0, 0), picture))
    second = writer.handle.tell()
    writer.write(recordio.pack((0, 0.0, 1, 0), b"no picture"))
    writer.close()
    content = (tmp_path / "b.rec").read_bytes()
    assert_refused(f"record at byte {second}: Decoding failed. Invalid image file.", content)
    (tmp_path / "a.idx").write_text("0\t0\n1\t99999\n")
    with pytest.raises(MXNetError, match="record at byte 99999: the file has ended before"):
        mx.io.ImageRecordIter(
            path_imgrec=str(tmp_path / "b.rec"), path_imgidx=str(tmp_path / "a.idx"), **SIZE
        )


def test_a_list_without_the_record(tmp_path):
    (tmp_path / "a.lst").write_text("0\t1\tx.jpg\n\n")
    with pytest.raises(MXNetError, match="fail to find imagelabel for id 1"):
        mx.io.ImageRecordIter(
            path_imgrec=str(RECORDS / "pictures.rec"), path_imglist=str(tmp_path / "a.lst"), **SIZE
        )


def test_fewer_pictures_than_a_batch_has():
    batches = reading(batch_size=10)
    (batch,) = batches
    assert batch.pad == 3 and batch.label[0].asnumpy().tolist()[7:] == [0, 2, 4]
    with pytest.raises(MXNetError, match="must be bigger than the batch size"):
        reading(batch_size=20)


def test_the_random_numbers_of_c():
    random = CppRandom(5)
    with pytest.raises(ValueError, match="there is no number from 3 to 2"):
        random.integer(3, 2)
    samples = random.normal(2.0, 2000)
    assert abs(np.mean(samples)) < 0.2 and 1.8 < np.std(samples) < 2.2
    assert 0.4 < np.mean([random.coin() for _ in range(2000)]) < 0.6
    values = [random.uniform(-1, 3) for _ in range(2000)]
    assert -1 <= min(values) < -0.9 and 2.9 < max(values) < 3


@pytest.mark.parametrize("call", ["next", "reset"])
def test_a_forked_process_has_no_threads_that_read(call, monkeypatch):
    batches = reading(batch_size=2)
    batches.next()
    monkeypatch.setattr(os, "getpid", lambda: -1)
    with pytest.raises(MXNetError, match="threads of another process.*create the iterator"):
        getattr(batches, call)()
