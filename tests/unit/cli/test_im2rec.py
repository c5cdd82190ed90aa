"""The commands `im2rec` and `rec2idx`: lists, record files, and what is wrong with them."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import cv2
import numpy as np
import pytest

import mxnet
from mxnet import recordio
from mxnet.cli import main

NAMES = ["a/1.png", "a/2.PNG", "a/b/3.jpg", "c/4.jpeg", "c/notes.txt", "top.png"]


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "pictures"
    for i, name in enumerate(NAMES):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".txt"):
            path.write_text("no picture")
        else:
            ending = path.suffix.lower()
            picture = np.full((10, 16, 3), 20 * i, np.uint8)
            path.write_bytes(cv2.imencode(ending, picture)[1].tobytes())
    return tmp_path


def lines(path):
    return [line.split("\t") for line in path.read_text().splitlines()]


def make(folder, *options):
    return main(["im2rec", *options, str(folder / "set"), str(folder / "pictures")])


def records(folder, name="set"):
    reader = recordio.MXIndexedRecordIO(folder / f"{name}.idx", folder / f"{name}.rec", "r")
    return {key: recordio.unpack(reader.read_idx(key)) for key in reader.keys}


def test_lists_of_folders(folder, capsys):
    assert make(folder, "--list", "--recursive", "--no-shuffle") == 0
    assert lines(folder / "set.lst") == [
        ["0", "0.000000", "top.png"],
        ["1", "1.000000", "a/1.png"],
        ["2", "1.000000", "a/2.PNG"],
        ["3", "2.000000", "a/b/3.jpg"],
        ["4", "3.000000", "c/4.jpeg"],
    ]
    assert capsys.readouterr().out.splitlines() == [". 0", "a 1", "a/b 2", "c 3"]


def test_a_list_of_one_folder(folder):
    assert make(folder, "--list") == 0
    assert lines(folder / "set.lst") == [["0", "0.000000", "top.png"]]


def test_lists_are_shuffled_deterministically(folder):
    orders = []
    for _ in range(2):
        make(folder, "--list", "--recursive")
        orders.append(lines(folder / "set.lst"))
    assert orders[0] == orders[1] and [row[0] for row in orders[0]] != list("01234")
    assert sorted(row[0] for row in orders[0]) == list("01234")


def test_shares_and_chunks(folder):
    make(folder, "--list", "--recursive", "--train-ratio", "0.4", "--test-ratio", "0.4")
    sizes = {part: len(lines(folder / f"set_{part}.lst")) for part in ("train", "test", "val")}
    assert sizes == {"train": 2, "test": 2, "val": 1}
    make(folder, "--list", "--recursive", "--chunks", "2")
    rows = [lines(folder / f"set_{i}.lst") for i in range(2)]
    assert [len(part) for part in rows] == [3, 2]
    assert sorted(row[0] for part in rows for row in part) == list("01234")
    make(folder, "--exts", ".jpg", "TXT", "--list", "--recursive")
    assert len(lines(folder / "set.lst")) == 2


@pytest.mark.parametrize("threads", ["1", "2"])
def test_packing(folder, threads, capsys):
    make(folder, "--list", "--recursive", "--no-shuffle")
    assert make(folder, "--num-thread", threads, "--quality", "100") == 0
    assert capsys.readouterr().out.endswith("set.rec: 5 images\n")
    result = records(folder)
    assert list(result) == [0, 1, 2, 3, 4]
    for key, (header, encoded) in result.items():
        assert header.id == key and header.flag == 0 and header.label == [0, 1, 1, 2, 3][key]
        assert encoded[:2] == b"\xff\xd8"
    image = cv2.imdecode(np.frombuffer(result[4][1], np.uint8), 1)
    assert image.shape == (10, 16, 3) and abs(int(image[5, 5, 0]) - 60) < 3
    assert not list(folder.glob("*.part"))


def test_changes_of_pictures(folder):
    make(folder, "--list", "--recursive", "--no-shuffle")

    def shape(*options, flag=-1):
        make(folder, *options)
        return cv2.imdecode(np.frombuffer(records(folder)[0][1], np.uint8), flag).shape

    assert shape("--resize", "5") == (5, 8, 3)
    assert shape("--center-crop") == (10, 10, 3)
    assert shape("--center-crop", "--resize", "4") == (4, 4, 3)
    assert shape("--color", "0") == (10, 16)
    make(folder, "--encoding", ".png")
    assert records(folder)[3][1][:4] == b"\x89PNG"
    make(folder, "--pass-through")
    source = (folder / "pictures" / "a" / "b" / "3.jpg").read_bytes()
    assert records(folder)[3][1] == source


def test_several_labels(folder):
    (folder / "set.lst").write_text("7\t1.5\t2.5\ttop.png\n\n")
    make(folder, "--pack-label")
    assert records(folder)[7][0].label.tolist() == [1.5, 2.5]
    make(folder)
    assert records(folder)[7][0].label == 1.5


def test_every_list_that_begins_so(folder):
    for part in ("train", "val"):
        (folder / f"set_{part}.lst").write_text("0\t0\ttop.png\n")
    make(folder)
    assert len(records(folder, "set_train")) == len(records(folder, "set_val")) == 1


@pytest.mark.parametrize("threads", ["1", "2"])
def test_pictures_that_cannot_be_read_are_left_out(folder, threads, capsys):
    (folder / "set.lst").write_text(
        "0\t0\ttop.png\n1\t0\tc/notes.txt\n2\t0\tnowhere.png\n3\t1\ta/1.png\n"
    )
    (folder / "pictures" / "a" / "1.png").write_bytes(b"")
    assert make(folder, "--num-thread", threads) == 0
    out, err = capsys.readouterr()
    assert out.endswith("set.rec: 1 image, 3 left out\n")
    assert "c/notes.txt: not an image that OpenCV can read; left out" in err
    assert "nowhere.png: No such file or directory; left out" in err
    assert "a/1.png: not an image" in err
    assert list(records(folder)) == [0]


REFUSED = {
    "no root": (["im2rec", "set", "nowhere"], "'nowhere' is not a folder: pass the prefix, then"),
    "no list": (["im2rec", "other", "{root}"], "there is no list other*.lst; make one with --list"),
    "no pictures": (
        ["im2rec", "--list", "--exts", ".tif", "--recursive", "set", "{root}"],
        "has no images that end with .tif",
    ),
    "pictures in folders": (
        ["im2rec", "set", "{root}", "--list", "--exts", ".tif"],
        "has no images that end with .tif; --recursive looks into its folders too",
    ),
    "shares": (
        ["im2rec", "--list", "--train-ratio", "0.9", "--test-ratio", "0.2", "set", "{root}"],
        "shares of at most 1 together, got --chunks 1 --train-ratio 0.9 --test-ratio 0.2",
    ),
    "chunks": (["im2rec", "--list", "--chunks", "0", "set", "{root}"], "at least one chunk"),
    "threads": (["im2rec", "--num-thread", "0", "{base}/set", "{root}"], "must be at least 1"),
    "size": (["im2rec", "--resize", "-5", "{base}/set", "{root}"], "--resize must be a positive"),
    "quality": (
        ["im2rec", "--encoding", ".png", "--quality", "10", "{base}/set", "{root}"],
        "--quality of .png must be from 1 to 9, got 10",
    ),
    "no record file": (["rec2idx", "nowhere.rec"], "cannot read 'nowhere.rec': No such file"),
}


@pytest.mark.parametrize(("arguments", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(folder, arguments, message, capsys, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "set.lst").write_text("0\t0\ttop.png\n")
    places = {"root": str(folder / "pictures"), "base": str(folder)}
    assert main([word.format(**places) for word in arguments]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("line", ["0 0 top.png", "0\ttop.png", "x\t0\ttop.png", "0\ty\ttop.png"])
def test_bad_lists(folder, line, capsys):
    (folder / "set.lst").write_text(f"0\t0\ttop.png\n{line}\n")
    assert make(folder) == 1
    assert "set.lst', line 2: expected a number, labels and a file name" in capsys.readouterr().err
    assert not (folder / "set.rec").exists()


def test_the_index_of_a_record_file(folder, capsys):
    make(folder, "--list", "--recursive", "--no-shuffle")
    make(folder)
    expected = (folder / "set.idx").read_text()
    (folder / "set.idx").unlink()
    assert main(["rec2idx", str(folder / "set.rec")]) == 0
    assert capsys.readouterr().out.endswith("set.idx: 5 records\n")
    assert (folder / "set.idx").read_text() == expected
    assert main(["rec2idx", str(folder / "set.rec"), str(folder / "other.idx")]) == 0
    assert (folder / "other.idx").read_text() == expected
    (folder / "set.rec").write_bytes((folder / "set.rec").read_bytes()[:-3])
    assert main(["rec2idx", str(folder / "set.rec"), str(folder / "bad.idx")]) == 1
    assert not (folder / "bad.idx").exists()


def test_as_a_program(folder):
    home = str(pathlib.Path(mxnet.__file__).parents[1])

    def run_program(*args):
        return subprocess.run(
            [sys.executable, "-m", "mxnet", *args],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": home},
            capture_output=True,
            text=True,
            check=False,
        )

    assert run_program("im2rec", "--list", "set", "pictures").returncode == 0
    assert lines(folder / "set.lst") == [["0", "0.000000", "top.png"]]
    text = run_program("im2rec", "--help").stdout
    assert "mxnet im2rec --list --recursive" in text and "--pack-label" in text
    unknown = run_program("nonsense")
    assert unknown.returncode == 2 and "no command 'nonsense'" in unknown.stderr
