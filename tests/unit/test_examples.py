"""Every example runs, briefly, and does what it says."""

from __future__ import annotations

import importlib.util
import pathlib
import subprocess
import sys

import pytest

from mxnet.contrib import amp

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def beside_the_examples(monkeypatch, tmp_path):
    """Examples import `pictures`, which lies beside them, and write to where they are run."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.chdir(tmp_path)


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "arguments", "at_least"),
    [
        ("softmax_regression", {"epochs": 5}, 0.85),
        ("mlp_dropout", {"epochs": 5, "picture": None}, 0.85),
        ("siamese", {"steps": 100}, 0.75),
        ("fine_tune", {"epochs": 3, "counts": [50]}, 0.7),
        ("transformer_text", {"epochs": 5}, 0.6),
        ("export_and_serve", {"epochs": 2, "requests": 20}, 0.6),
        ("custom_operator", {"epochs": 2}, 0.8),
        ("module_mlp", {"epochs": 3}, 0.85),
    ],
)
def test_learns(name, arguments, at_least, capsys):
    assert load(name).main(**arguments) > at_least
    assert capsys.readouterr().out


def test_gan_samples_are_closer_to_digits_than_noise(tmp_path, capsys):
    # Noise is 2.9 times as far from the digits as digits that were not trained on.
    assert load("gan").main(steps=60, picture="gan.png") < 2.5
    assert (tmp_path / "gan.png").stat().st_size > 5000


def test_pictures_without_matplotlib(monkeypatch, capsys, tmp_path):
    pictures = load("pictures")
    monkeypatch.setattr(pictures, "Figure", None)
    pictures.save_curves("curve.png", {"loss": [2.0, 1.0]}, "epoch", "loss")
    assert capsys.readouterr().out == "no picture: pip install 'regluon[viz]'\n"
    assert not (tmp_path / "curve.png").exists()


@pytest.mark.skipif(importlib.util.find_spec("gluoncv") is not None, reason="gluoncv is there")
def test_example_names_the_package_to_install():
    with pytest.raises(SystemExit, match="needs gluoncv: pip install gluoncv==0.10.5.post0"):
        load("detect_gluoncv")


def test_a_language_model_learns_to_read_and_write(capsys):
    # There are 51 characters; who knows only how frequent they are is torn between 20.
    assert load("lstm_language_model").main(epochs=3) < 16
    *_, third, text = capsys.readouterr().out.splitlines()
    assert third.startswith("epoch  3, perplexity ")
    assert text.startswith("it writes: The ")


def test_accumulated_gradients_equal_one_batch(capsys):
    assert load("gradient_accumulation").main() < 1e-6
    assert "largest difference" in capsys.readouterr().out


def test_digits(tmp_path):
    command = [sys.executable, EXAMPLES / "digits.py", "--epochs", "4", "--out", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "recognized as" in done.stdout and done.stderr == ""  # no warning
    *_, last = (line for line in done.stdout.splitlines() if line.startswith("epoch"))
    assert float(last.split()[-1]) > 0.9
    reloaded = next(line for line in done.stdout.splitlines() if "reloaded" in line)
    assert reloaded.split()[-1] == last.split()[-1]
    assert (tmp_path / "training.png").stat().st_size > 10_000
    assert (tmp_path / "digits.params").stat().st_size > 100_000


def test_estimator(capsys):
    try:
        assert load("estimator").main(epochs=3, picture=None) > 0.85
    finally:
        amp.amp._turn_off()
    printed = capsys.readouterr()
    assert "[Epoch 2] Finished" in printed.out and printed.err == ""  # no bar in files
