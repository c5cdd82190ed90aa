"""The command itself: what it prints without a command, its version, and `info`."""

import pytest

import mxnet
from mxnet.cli import COMMANDS, main


def test_alone_it_helps(capsys):
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("usage: mxnet") and all(f"    {name}" in shown for name in COMMANDS)


def test_version(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"mxnet {mxnet.__version__} (regluon)\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps(name, capsys):
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    shown = capsys.readouterr().out
    assert left.value.code == 0 and shown.startswith(f"usage: mxnet {name}")
    assert f"mxnet {name} " in shown.split("\n", 1)[1] or f"mxnet {name}\n" in shown, "no example"


def test_info(capsys, monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "2")
    assert main(["info"]) == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert lines["mxnet"].startswith(f"{mxnet.__version__} (regluon), in ")
    assert "torch 2." in lines["needs"] and "numpy" in lines["needs"]
    assert lines["devices"].endswith("2 GPUs")
    assert lines["setting"] == "MXNET_SIMULATE_GPUS=2"
    assert {"vision", "viz", "onnx"} <= lines.keys()
