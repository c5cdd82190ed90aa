"""The example of several processes learns, and goes on from its checkpoint as if uninterrupted."""

import contextlib
import importlib.util
import io
import pathlib

from .jobs import run_job

EXAMPLE = pathlib.Path(__file__).parents[3] / "examples" / "distributed_digits.py"


def train(path, epochs):
    spec = importlib.util.spec_from_file_location("distributed_digits", EXAMPLE)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        accuracy = example.main(epochs=epochs, out=path)
    return accuracy, printed.getvalue()


def test_it_learns_and_goes_on_from_its_checkpoint(tmp_path):
    through, parts = tmp_path / "through.ckpt", tmp_path / "parts.ckpt"
    (first, printed), (second, nothing) = run_job(train, 2, str(through), 3)
    assert first == second > 0.93
    assert "epoch  3, accuracy" in printed and not nothing  # worker 0 alone prints
    run_job(train, 2, str(parts), 1)
    (resumed, printed), _ = run_job(train, 2, str(parts), 3)
    assert resumed == first and "epoch  1," not in printed
    assert parts.read_bytes() == through.read_bytes()
