"""Files of older versions: they mean what the real MXNet 1.9.1 says they mean."""

from __future__ import annotations

import json

import numpy as np
import pytest

import mxnet as mx
from tests.golden import archive

from .old_files import FILES, GOLDEN, read

RECORDED = archive.load(GOLDEN)


def without_versions(array):
    """The graph without the versions of entries, which 1.9.1 takes from the file."""
    graph = json.loads(array.tobytes())
    for node in graph["nodes"]:
        node["inputs"] = [entry[:2] for entry in node["inputs"]]
    return graph


@pytest.mark.parametrize("name", FILES)
def test_old_file(name):
    ours = read(mx, name)
    assert {f"{name}/{part}" for part in ours} == {k for k in RECORDED if k.startswith(f"{name}/")}
    for part, array in ours.items():
        expected = RECORDED[f"{name}/{part}"]
        if part == "json":
            assert without_versions(array) == without_versions(expected)
        else:
            np.testing.assert_allclose(array, expected, 1e-4, 2e-5, err_msg=part)


def test_an_old_checkpoint_loads(tmp_path):
    """A graph of version 0.8 with its parameters, in a module."""
    (tmp_path / "old-symbol.json").write_text(FILES["0.8"].text)
    symbol = mx.sym.load(str(tmp_path / "old-symbol.json"))
    shapes, _, states = symbol.infer_shape(**FILES["0.8"].shapes)
    arrays = {
        **{f"arg:{n}": mx.nd.ones(s) for n, s in zip(symbol.list_arguments(), shapes, strict=True)},
        **{
            f"aux:{n}": mx.nd.ones(s)
            for n, s in zip(symbol.list_auxiliary_states(), states, strict=True)
        },
    }
    arrays = {k: v for k, v in arrays.items() if k not in ("arg:data", "arg:softmax_label")}
    mx.nd.save(str(tmp_path / "old-0002.params"), arrays)
    module = mx.mod.Module.load(str(tmp_path / "old"), 2, label_names=None)
    module.bind([("data", (2, 3, 6, 6))], for_training=False)
    module.forward(mx.io.DataBatch([mx.nd.ones((2, 3, 6, 6))]))
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), 1 / 3, 1e-5)
