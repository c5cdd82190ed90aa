"""The commands `summary` and `plot`: networks in files of any format."""

import json

import pytest

import mxnet as mx
from mxnet.cli import main
from mxnet.gluon import nn, rnn


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The same network in all formats."""
    monkeypatch.chdir(tmp_path)
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(4, 3, groups=1), nn.BatchNorm(), nn.MaxPool2D(), nn.Dense(5))
    net.initialize()
    net.hybridize()
    net(mx.nd.ones((2, 3, 8, 8)))
    net.export("net")
    net.save("net.mx")
    return net


TOTALS = {
    "parameters": 4 * 3 * 9 + 4 + 16 + 5 * 36 + 5,
    "multiply_adds": 2 * 4 * 36 * 27 + 2 * 5 * 36,
}


@pytest.mark.parametrize(
    "arguments",
    [
        ["net-symbol.json", "--shape", "data=2,3,8,8"],
        ["net-0000.params", "--shape", "data=batch:2,3,8,8"],
        ["net.mx"],
        ["net-symbol.json", "net-0000.params", "--shape", "data=2,3,8,8"],
    ],
)
def test_totals(files, arguments, capsys):
    assert main(["summary", "--json", *arguments]) == 0
    report = json.loads(capsys.readouterr().out)
    assert TOTALS.items() <= report["totals"].items()
    assert report["totals"]["parameter_bytes"] == 4 * TOTALS["parameters"]
    assert report["totals"]["largest_output_bytes"] == 4 * 2 * 4 * 36
    assert [row["kind"] for row in report["layers"]] == [
        "Convolution", "BatchNorm", "Pooling", "FullyConnected",
    ]  # fmt: skip


def test_onnx(files, capsys):
    pytest.importorskip("onnx")
    mx.onnx.export_model(files, onnx_file_path="net.onnx")
    assert main(["summary", "--json", "net.onnx"]) == 0
    assert TOTALS.items() <= json.loads(capsys.readouterr().out)["totals"].items()


def test_the_table(files, capsys):
    assert main(["summary", "net.mx"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["layer", "operator", "output", "parameters", "multiply-adds"]
    assert lines[2].split() == ["net_conv0_fwd", "Convolution", "2x4x6x6", "112", "7.78", "k"]
    assert "parameters     313 (1.22 KiB)" in lines
    assert "\x1b" not in "".join(lines), "colours are for terminals"


def test_missing_shapes_are_named(files, capsys):
    assert main(["summary", "net-symbol.json"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "no output shapes: the file does not have that of data; give --shape data=1,3,224,224"
    )


def test_parameters_alone(files, capsys, tmp_path):
    (tmp_path / "net-0000.params").rename("alone.params")
    assert main(["summary", "alone.params"]) == 0
    printed = capsys.readouterr().out
    assert "net_conv0_weight" in printed and "4x3x3x3" in printed and "313" in printed


def test_parameters_with_other_names_than_the_graph(files, capsys):
    files.save_parameters("net.params")
    assert main(["summary", "net.params"]) == 0
    printed = capsys.readouterr().out
    assert "0.weight" in printed and "net_conv0_fwd" not in printed and "313" in printed


@pytest.mark.parametrize(
    ("block", "shape", "count"),
    [
        (lambda: rnn.LSTM(4, 2, bidirectional=True), (5, 2, 3),
         5 * 2 * 2 * (4 * 4 * (3 + 4) + 4 * 4 * (8 + 4))),
        (lambda: nn.Conv2DTranspose(6, 2, in_channels=3), (1, 3, 4, 4), 3 * 16 * 6 * 4),
        (lambda: nn.Conv2D(4, 3, groups=2), (1, 2, 3, 3), 4 * 9),
    ],
)  # fmt: skip
def test_multiply_adds(tmp_path, capsys, block, shape, count):
    net = block()
    net.initialize()
    net.hybridize()
    net(mx.nd.ones(shape))
    net.save(str(tmp_path / "net.mx"))
    assert main(["summary", "--json", str(tmp_path / "net.mx")]) == 0
    assert json.loads(capsys.readouterr().out)["totals"]["multiply_adds"] == count


def test_multiply_adds_of_attention_to_another_sequence(tmp_path, capsys):
    queries, pairs = mx.sym.var("queries"), mx.sym.var("pairs")
    scores = mx.sym.contrib.interleaved_matmul_encdec_qk(queries, pairs, heads=2)
    values = mx.sym.contrib.interleaved_matmul_encdec_valatt(pairs, scores, heads=2)
    values.save(str(tmp_path / "net-symbol.json"))
    shapes = ["--shape", "queries=5,3,8", "--shape", "pairs=7,3,16"]
    assert main(["summary", "--json", str(tmp_path / "net-symbol.json"), *shapes]) == 0
    counts = [row["multiply_adds"] for row in json.loads(capsys.readouterr().out)["layers"]]
    assert counts == [(3 * 2) * 5 * 7 * 4, 5 * 3 * 8 * 7]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["absent.mx"], "there is no file or folder 'absent.mx'"),
        (["."], "'.' is a folder without a model.mx: give a file, *-symbol.json"),
        (["net.txt"], "cannot read 'net.txt': a network is one of"),
        (["net.mx", "--shape", "dat=1,2"],
         "there is no input 'dat'; the inputs are data. Did you mean 'data'?"),
        (["net.mx", "--shape", "data=1,7,8,8"], "the shapes do not fit the network"),
        (["net.mx", "--shape", "data"], "--shape must be NAME=VALUE"),
    ],
)  # fmt: skip
def test_mistakes(files, tmp_path, capsys, arguments, message):
    (tmp_path / "net.txt").write_text("")
    assert main(["summary", *arguments]) == 1
    error = capsys.readouterr().err
    assert error.startswith("mxnet summary: ") and message in error and error.count("\n") == 1


def test_plot(files, capsys, tmp_path):
    pytest.importorskip("graphviz")
    assert main(["plot", "net.mx", "-o", "drawing.svg"]) == 0
    assert capsys.readouterr().out == "drawing.svg: 4 operators\n"
    text = (tmp_path / "drawing.svg").read_text()
    assert "<svg" in text and "Convolution" in text and "4x6x6" in text
    assert main(["plot", "net.mx", "-o", "drawing.doc"]) == 1
    assert "expected a file .svg, .png, .pdf" in capsys.readouterr().err
