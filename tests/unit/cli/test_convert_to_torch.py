"""The command ``convert``: to programs of torch, and to safetensors."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch

import mxnet as mx
from mxnet import nd
from mxnet.cli import main
from mxnet.gluon import nn


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(2, 3), nn.BatchNorm(), nn.Dense(2))
    net.initialize()
    net(nd.ones((1, 3, 5, 5)))
    return net.export("net")


def test_a_program_that_needs_no_mxnet(files, capsys):
    options = ["--shape", "data=batch:1,3,5,5", "--check"]
    assert main(["convert", *files, "net.pt2", *options]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("net.pt2: ") and "inputs data; torch.export.load" in first
    assert second.startswith("outputs: equal, largest relative difference ")
    program = (
        "import sys, torch\n"
        "module = torch.export.load('net.pt2').module()\n"
        "assert module(torch.rand(4, 3, 5, 5)).shape == (4, 2)\n"
        "assert 'mxnet' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True)


def test_heads_of_training_are_left_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    mx.sym.SoftmaxOutput(data, name="softmax").save("net-symbol.json")
    arrays = {"arg:fc_weight": nd.ones((3, 4)), "arg:fc_bias": nd.zeros((3,))}
    nd.save("net-0000.params", arrays)
    arguments = ["net-symbol.json", "net-0000.params", "net.pt2", "--shape", "data=2,4", "--check"]
    assert main(["convert", *arguments]) == 0
    result = torch.export.load("net.pt2").module()(torch.rand(2, 4))
    torch.testing.assert_close(result.sum(1), torch.ones(2))


def test_parameters_alone(files, capsys):
    assert main(["convert", *files, "net.safetensors", "--check"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "net.safetensors: 8 arrays",
        "arrays: equal, all 8",
    ]
    assert "net_conv0_weight" in nd.load("net.safetensors")


def test_a_shape_that_is_missing(files, capsys):
    assert main(["convert", *files, "net.pt2"]) == 1
    assert "--shape is missing for data" in capsys.readouterr().err


def test_arrays_without_names(files, capsys):
    nd.save("list.params", [nd.ones(2)])
    assert main(["convert", files[0], "list.params", "net.safetensors"]) == 1
    assert "the arrays in 'list.params' have no names" in capsys.readouterr().err
