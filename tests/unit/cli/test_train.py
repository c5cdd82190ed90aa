"""The commands `train` and `predict`."""

import csv
import io
import json
import pathlib
import sys

import numpy as np
import pytest

import mxnet as mx
from mxnet._ops.vision import opencv
from mxnet.cli import main
from mxnet.cli._training import data as training_data, loop
from mxnet.cli._training.network import build_network
from mxnet.cli.train import default_batch_size
from mxnet.contrib import amp

cv2 = pytest.importorskip("cv2")
SMALL = ["--epochs", "2", "--batch-size", "32"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to work in; the digits are the first ones only."""
    monkeypatch.chdir(tmp_path)
    digits = training_data._digits
    monkeypatch.setattr(
        training_data, "_digits", lambda train: digits(train).take(96 if train else 30)
    )
    yield tmp_path
    amp.amp._turn_off()


@pytest.fixture
def images(folder):
    """Images of two classes: light and dark, with noise."""
    random = np.random.RandomState(0)
    for name, level in (("dark", 60), ("light", 190)):
        (folder / "images" / name).mkdir(parents=True)
        for i in range(10):
            pixels = random.normal(level, 20, (20, 24, 3)).clip(0, 255).astype("uint8")
            cv2.imwrite(str(folder / "images" / name / f"{i}.png"), pixels)
    return folder / "images"


def train(*arguments):
    assert main(["train", *map(str, arguments)]) == 0


def history(folder, name="run"):
    return json.loads((folder / name / "history.json").read_text())["history"]


def test_it_learns_the_digits_and_writes_all_results(folder, capsys):
    train("digits", *SMALL, "--lr", "0.01", "--no-augment")
    rows = history(folder)
    assert len(rows) == 2 and rows[-1]["loss"] < rows[0]["loss"]
    printed = capsys.readouterr().out
    assert "96 images for training, 30 for validation, 10 classes; network: small" in printed
    names = {path.name for path in (folder / "run").iterdir()}
    assert names == {
        "best.params", "confusion.png", "curve.png", "history.json", "last.ckpt",
        "model-0000.params", "model-symbol.json", "model.json", "model.mx", "tensorboard",
    }  # fmt: skip
    assert all(cv2.imread(f"run/{name}.png") is not None for name in ("curve", "confusion"))
    assert list((folder / "run" / "tensorboard").iterdir())
    assert json.loads((folder / "run" / "model.json").read_text())["channels"] == 1
    with pytest.raises(AssertionError):
        train("digits", *SMALL)
    assert "has a training already: --resume it" in capsys.readouterr().err


@pytest.fixture
def without_opencv(images, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "cv2", None)
        opencv.is_installed.cache_clear()
        yield
    opencv.is_installed.cache_clear()


def test_without_opencv_only_images_in_files_are_refused(folder, images, without_opencv, capsys):
    train("digits", "--epochs", "1")
    assert len(history(folder)) == 1
    capsys.readouterr()
    assert main(["train", str(images)]) == 1
    printed = capsys.readouterr()
    assert "images need OpenCV: pip install 'regluon[vision]'" in printed.err
    assert not printed.out


@pytest.mark.parametrize("precision", [[], ["--amp", "float16"]])
def test_a_resumed_training_has_the_same_bits(folder, monkeypatch, precision, capsys):
    train("digits", *SMALL, "--out", "whole", *precision)
    save = loop.Training._save

    def save_and_interrupt(self, epoch):
        save(self, epoch)
        if epoch == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(loop.Training, "_save", save_and_interrupt)
    assert main(["train", "digits", *SMALL, "--out", "parts", *precision]) == 130
    assert "--resume" in capsys.readouterr().err
    monkeypatch.setattr(loop.Training, "_save", save)
    train("digits", *SMALL, "--out", "parts", "--resume", *precision)
    for name in ("best.params", "model-0000.params"):
        assert (folder / "whole" / name).read_bytes() == (folder / "parts" / name).read_bytes()
    rows, resumed = history(folder, "whole"), history(folder, "parts")
    assert [{**row, "seconds": 0} for row in rows] == [{**row, "seconds": 0} for row in resumed]
    assert main(["train", "digits", *SMALL, "--out", "parts", "--resume", "--lr", "1"]) == 1


def test_a_folder_and_its_record_file(images, capsys):
    train("images", "--epochs", "4", "--batch-size", "8", "--size", "16", "--lr", "0.01")
    assert history(images.parent)[-1]["val_accuracy"] == 1
    assert main(["im2rec", "--list", "--recursive", "pack", "images"]) == 0
    assert main(["im2rec", "pack", "images"]) == 0
    train("pack.rec", "--val", "pack.rec", *SMALL, "--size", "16", "-o", "packed")
    assert json.loads((images.parent / "packed" / "model.json").read_text())["classes"] == [
        "0", "1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "options, size", [([], 8), (["--batch-size", "5"], 5)], ids=["default", "chosen"]
)
def test_few_images_are_trained_in_small_batches(images, capsys, options, size):
    train("images", "--epochs", "1", "--size", "16", *options)
    assert f"2 classes; network: small, batch size: {size}\n" in capsys.readouterr().out
    settings = json.loads((images.parent / "run" / "history.json").read_text())["settings"]
    assert settings["batch_size"] == size


@pytest.mark.parametrize("count, size", [(1, 8), (256, 16), (1023, 32), (1024, 64), (10**6, 64)])
def test_default_batch_size(count, size):
    assert default_batch_size(count) == size


def test_fine_tuning(images, capsys):
    net = build_network("mobilenet0.25", 7, 32, 3)
    net.save_parameters("trained.params")
    train("images", "--net", "mobilenet0.25", "--size", "32", "--weights", "trained.params",
          "--freeze", "--epochs", "1", "--optimizer", "sgd", "--schedule", "step")  # fmt: skip
    assert "read all but output.weight, output.bias" in capsys.readouterr().out
    before, after = mx.nd.load("trained.params"), mx.nd.load("run/best.params")
    same = [name for name in before if before[name].shape == after[name].shape
            and (before[name] == after[name]).asnumpy().all()]  # fmt: skip
    weights = [name for name in before if name.startswith("features") and "running" not in name]
    assert set(weights) <= set(same)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["absent"], "there is no folder or file 'absent'; `digits` is always there"),
        (["digits", "--net", "resnet19"], "no network 'resnet19'. Did you mean 'resnet18_v1'?"),
        (["digits", "--optimizer", "adma"], "there is no optimizer 'adma'. Did you mean 'adam'?"),
        (["digits", "--lr", "-1"], "--lr must be a positive number, got -1"),
        (["digits", "--epochs", "0"], "--epochs must be at least 1, got 0"),
        (["digits", "--size", "0"], "--size must be at least 1, got 0"),
        (["digits", "--warmup", "-1"], "--warmup must be at least 0, got -1"),
        (["empty.rec"], "'empty.rec' has no images"),
        (["digits", "--resume"], "there is nothing to resume in 'run'"),
        (["digits", "--out", "file"], "--out must be a folder, and 'file' is a file"),
        (["digits", "--pretrained"], "--pretrained goes with a network of the zoo"),
        (["empty"], "has no images: expected a folder with"),
        (["digits", "--lr", "1e30", "--epochs", "1"], "the loss is not a number in epoch 1"),
    ],
)
def test_mistakes(folder, capsys, arguments, message):
    (folder / "empty").mkdir()
    for name in ("file", "empty.rec", "empty.idx"):
        (folder / name).touch()
    assert main(["train", *arguments]) == 1
    assert message in capsys.readouterr().err


def test_nothing_to_resume(folder):
    assert main(["train", "digits", "--resume"]) == 1
    assert not list(folder.iterdir()), "no folder for a training that did not begin"


def test_predict(folder, capsys):
    train("digits", "--epochs", "6", "--batch-size", "16", "--lr", "0.005", "--no-augment")
    capsys.readouterr()
    assert main(["predict", "run", "digits", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == 359 and rows[0]["image"] == "digits-000"
    labels = mx.gluon.data.vision.Digits(train=False)[:][1]
    assert [int(row["label"]) for row in rows] == labels.tolist()
    correct = sum(row["class"] == row["label"] for row in rows)
    assert correct > 180
    assert main(["predict", "run", "digits", "--top", "2"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["image", "label", "class", "probability"] and len(lines) == 720
    assert last == f"{correct} of 359 correct ({correct / 359:.4f})"
    image = (mx.gluon.data.vision.Digits(train=False)[3][0].asnumpy() * (255 / 16)).astype("uint8")
    cv2.imwrite("three.png", cv2.resize(image, (80, 80), interpolation=cv2.INTER_NEAREST))
    assert main(["predict", "run/model-symbol.json", "three.png", "--csv", "--top", "2"]) == 0
    first, second = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert first["class"] == rows[3]["class"]
    assert float(first["probability"]) >= float(second["probability"])
    (folder / "images" / "a").mkdir(parents=True)
    (folder / "three.png").rename(folder / "images" / "a" / "three.png")
    assert main(["predict", "run", "images", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["image"] == str(pathlib.Path("images/a/three.png")), "folders in folders"
    assert "label" not in row, "there is no class of that name"
    (folder / "images" / "a").rename(folder / "images" / "3")
    assert main(["predict", "run", "images", "--csv"]) == 0
    assert next(csv.DictReader(io.StringIO(capsys.readouterr().out)))["label"] == "3"
    (folder / "images" / "3" / "three.png").rename(folder / "three.png")
    (folder / "bad.png").write_bytes(b"no image")
    assert main(["predict", "run", "bad.png", "three.png"]) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith("bad.png: Decoding failed.")
    assert printed.out.splitlines()[2].startswith("three.png  ")
    assert main(["predict", "run", "bad.png"]) == 1
    assert capsys.readouterr().out == "", "no table without rows"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "x.png"], "there is no file or folder 'run'"),
        (["net.mx", "absent.png"], "there is no image 'absent.png'"),
        (["net.mx", "x.png", "--classes", "names.txt"],
         "there are 3 names of classes, but the network has 2"),
        (["net-symbol.json", "x.png"], "the file does not have the size of its images"),
        (["net.mx", "x.png", "--size", "5"], "the network does not take these images"),
        (["net.mx", "x.png", "--size", "0"], "--top, --batch-size and --size must be at least 1"),
    ],
)  # fmt: skip
def test_mistakes_of_predict(folder, capsys, arguments, message):
    net = mx.gluon.nn.Dense(2)
    net.initialize()
    net.hybridize()
    net(mx.nd.ones((1, 3, 4, 4)))
    net.save("net.mx")
    net.export("net")
    cv2.imwrite("x.png", np.zeros((4, 4, 3), "uint8"))
    (folder / "names.txt").write_text("a\nb\nc\n")
    assert main(["predict", *arguments]) == 1
    assert message in capsys.readouterr().err


def test_digits_for_a_network_of_color_images(folder, capsys):
    net = mx.gluon.nn.Dense(10)
    net.initialize()
    net.hybridize()
    net(mx.nd.ones((1, 3, 8, 8)))
    net.save("net.mx")
    assert main(["predict", "net.mx", "digits", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 359
