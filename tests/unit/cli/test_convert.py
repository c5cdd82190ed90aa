"""The command ``convert``: files of any age to ONNX, with the proof."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

import mxnet as mx
from mxnet import nd, sym
from mxnet.cli import _to_onnx, main
from mxnet.cli._model import Model, read_model
from mxnet.cli.convert import Task
from mxnet.gluon import nn
from tests.unit.contrib import caffe_nets
from tests.unit.symbol.old_files import FILES


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    net = nn.HybridSequential()
    net.add(nn.Conv2D(2, 3), nn.Flatten(), nn.Dense(2))
    net.initialize()
    net(nd.ones((1, 3, 5, 5)))
    return net.export("net")


def test_a_network_is_converted_and_compared(files, capsys):
    assert main(["convert", *files, "net.onnx", "--shape", "data=1,3,5,5", "--check"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("net.onnx: ") and first.endswith(" bytes, inputs data")
    assert "_fwd: equal, largest difference" in second
    onnx.checker.check_model(onnx.load("net.onnx"))


@pytest.mark.parametrize("target", ["out.onnx", "out.pt2", "out.safetensors", "out-symbol.json"])
def test_a_network_in_one_file(target, files, capsys):
    net = mx.gluon.SymbolBlock.imports(files[0], ["data"], files[1])
    net(nd.ones((2, 3, 5, 5)))
    net.save("net.mx")
    assert main(["convert", "net.mx", target, "--check"]) == 0
    assert "equal" in capsys.readouterr().out.splitlines()[1]


@pytest.mark.parametrize("which", [0, 1])
def test_the_other_file_is_found(which, files, capsys):
    assert main(["convert", files[which], "net.onnx", "--shape", "data=1,3,5,5", "--check"]) == 0
    assert "equal" in capsys.readouterr().out


def test_onnx_to_torch(files, capsys):
    assert main(["convert", *files, "net.onnx", "--shape", "data=1,3,5,5"]) == 0
    assert main(["convert", "net.onnx", "net.pt2", "--check"]) == 0
    assert "outputs: equal" in capsys.readouterr().out


def test_onnx_to_mxnet(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    net = nn.HybridSequential()
    net.add(nn.Conv2D(2, 3), nn.BatchNorm(), nn.Dense(2))
    net.initialize()
    x = nd.random.uniform(shape=(1, 3, 5, 5))
    expected = net(x).asnumpy()
    mx.onnx.export_model(net, onnx_file_path="net.onnx")
    assert main(["convert", "net.onnx", "new-symbol.json", "--check"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("new-symbol.json (") and ", new-0000.params (" in first
    assert second == "outputs: equal"
    block = mx.gluon.SymbolBlock.imports("new-symbol.json", ["data"], "new-0000.params")
    np.testing.assert_allclose(block(x).asnumpy(), expected, rtol=1e-5, atol=1e-6)


def test_parameters_without_a_graph_do_not_become_a_network(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    nd.save("alone.params", {"a": nd.ones(2)})
    assert main(["convert", "alone.params", "new-symbol.json"]) == 1
    assert "no graph next to the parameters" in capsys.readouterr().err


def test_open_sizes_types_and_opsets(files):
    options = [
        "--shape",
        "data=batch:2,3,5,5",
        "--type",
        "data=float32",
        "--opset",
        "17",
        "--large",
    ]
    assert main(["convert", *files, "net.ONNX", *options, "--check"]) == 0
    model = onnx.load("net.ONNX")
    assert model.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "batch"
    assert model.opset_import[0].version == 17


@pytest.mark.parametrize("version", FILES)
def test_files_of_all_versions(version, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    old = FILES[version]
    (tmp_path / "old-symbol.json").write_text(old.text)
    symbol = sym.load("old-symbol.json")
    shapes, _, states = symbol.infer_shape(**old.shapes)
    rows = [
        *(("arg:", *row) for row in zip(symbol.list_arguments(), shapes, strict=True)),
        *(("aux:", *row) for row in zip(symbol.list_auxiliary_states(), states, strict=True)),
    ]
    arrays = {
        kind + name: nd.random.uniform(0.5, 1, shape)
        for kind, name, shape in rows
        if name not in old.shapes and not name.endswith("label")
    }
    nd.save("old-0000.params", arrays)
    arguments = [
        f"--shape={n}={','.join(map(str, s))}" for n, s in old.shapes.items() if "label" not in n
    ]
    assert (
        main(["convert", "old-symbol.json", "old-0000.params", "new.onnx", *arguments, "--check"])
        == 0
    )


def test_difference_is_reported(files, capsys):
    model, shapes = read_model(*files), {"data": (1, 3, 5, 5)}
    _to_onnx.convert(Task(model, "net.onnx", shapes))
    other = Model(model.graph, {name: array + 1 for name, array in model.arrays.items()})
    (line,), are_equal = _to_onnx.check(Task(other, "net.onnx", shapes))
    assert "DIFFERENT, largest difference" in line and not are_equal


WRONG = [
    (
        ["net.txt", "--shape", "data=1,3,5,5"],
        "cannot write 'net.txt': its suffix must be one of .onnx",
    ),
    (["net.onnx"], "--shape is missing for data; the inputs are data"),
    (["third.params", "net.onnx"], "got 3 files before 'net.onnx'"),
    (["net.onnx", "--shape", "data=1,x"], "--shape must be NAME=1,3,224,224, got 'data=1,x'"),
    (
        ["net.onnx", "--shape", "1,3"],
        "--shape must be NAME=VALUE, got '1,3'; for an input called data",
    ),
    (
        ["net.onnx", "--shape", "data=1,3,5,5", "--type", "dat=int8"],
        "there is no input 'dat'; the inputs are data. Did you mean 'data'",
    ),
]


@pytest.mark.parametrize(("arguments", "text"), WRONG)
def test_wrong_arguments(files, arguments, text, capsys):
    assert main(["convert", *files, *arguments]) == 1
    assert text in capsys.readouterr().err


def test_a_missing_file_is_named(files, capsys):
    assert main(["convert", "none-symbol.json", files[1], "net.onnx", "--shape", "data=1"]) == 1
    assert "mxnet convert: there is no file or folder 'none-" in capsys.readouterr().err


def test_parameters_without_a_graph(files, capsys):
    nd.save("alone.params", {"w": nd.ones(2)})
    assert main(["convert", "alone.params", "net.onnx"]) == 1
    assert "there is no graph next to the parameters" in capsys.readouterr().err
    assert main(["convert", "alone.params", "alone.safetensors", "--check"]) == 0
    assert main(["convert", "net.prototxt", "net"]) == 1
    assert "a Caffe network is two files" in capsys.readouterr().err


def test_inputs_for_embeddings_are_codes(tmp_path):
    """Codes beyond the table would be an error of ONNX Runtime."""
    net = nn.HybridSequential()
    net.add(nn.Embedding(3, 2), nn.Dense(2, flatten=False))
    net.initialize()
    path = mx.onnx.export_model(net, in_shapes=[(4, 5)], onnx_file_path=str(tmp_path / "a.onnx"))
    (difference,) = mx.onnx.compare_model(net, onnx_file_path=path)
    assert difference.is_equal and difference.scale > 0 and difference.largest <= 1e-6
    with pytest.raises(mx.MXNetError, match=r"ONNX Runtime does not run .*a\.onnx.*dimensions"):
        mx.onnx.compare_model(net, None, [(1, 5)], np.float32, path)


def test_a_network_of_caffe(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    caffe_nets.write(tmp_path, "in place")
    (tmp_path / "mean.binaryproto").write_bytes(caffe_nets.blob(np.ones((1, 3, 8, 8))))
    files = ["net.prototxt", "net.caffemodel", "out"]
    assert main(["convert", *files, "--mean", "mean.binaryproto"]) == 0
    assert capsys.readouterr().out.startswith("out-symbol.json (")
    net = mx.gluon.SymbolBlock.imports("out-symbol.json", ["data"], "out-0000.params")
    assert net(mx.nd.ones((2, 3, 8, 8))).shape == (2, 3)
    assert mx.nd.load("out-mean.nd")["mean_img"].shape == (3, 8, 8)
    assert main(["convert", "net.prototxt", "absent.caffemodel", "out"]) == 1
    assert "cannot read 'absent.caffemodel': No such file" in capsys.readouterr().err
    assert main(["summary", "out-symbol.json"]) == 0
    assert "2x4x6x6" in capsys.readouterr().out
