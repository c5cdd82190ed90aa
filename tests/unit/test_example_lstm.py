"""The language model learns from a short text, and writes."""

from __future__ import annotations

import importlib.util
import pathlib

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "lstm_language_model.py"


def test_learns_to_read_and_write(capsys):
    spec = importlib.util.spec_from_file_location("lstm_language_model", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # There are 51 characters; who knows only how frequent they are is torn between 20.
    assert module.main(epochs=3) < 16
    *_, third, written = capsys.readouterr().out.splitlines()
    assert third.startswith("epoch  3, perplexity ")
    assert written.startswith("it writes: The ")
