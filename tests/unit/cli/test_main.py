"""The command itself: what it prints without a command, its version, and `info`."""

import io
import json
import pathlib
import re
import shlex
import types

import pytest

import mxnet
from mxnet.cli import COMMANDS, load_command, main
from mxnet.cli._terminal import paint, print_table


def test_alone_it_helps(capsys):
    assert main([]) == 0
    output = capsys.readouterr().out
    assert output.startswith("usage: mxnet") and all(f"    {name}" in output for name in COMMANDS)


def test_version(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"mxnet {mxnet.__version__} (regluon)\n"


def test_a_misspelt_command(capsys):
    with pytest.raises(SystemExit) as left:
        main(["trian"])
    assert left.value.code == 2
    assert "there is no command 'trian'. Did you mean 'train'?" in capsys.readouterr().err


def test_an_unknown_option(capsys):
    with pytest.raises(SystemExit) as left:
        main(["-V"])
    assert left.value.code == 2
    assert "there is no option '-V'" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["stubs", "--out", str(tmp_path / "file")]) == 1
    error = capsys.readouterr().err
    assert error.startswith("mxnet stubs: ") and error.count("\n") == 1


def test_characters_that_the_terminal_does_not_have(tmp_path, monkeypatch):
    (tmp_path / "\u732b.py").write_text("x = 1\n+\n")
    output = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr("sys.stdout", output)
    monkeypatch.chdir(tmp_path)
    assert main(["check", "\u732b.py"]) == 1
    assert output.buffer.getvalue().startswith(b"\\u732b.py\n")


def test_interrupted_while_it_loads(monkeypatch, capsys):
    def interrupt(name, package):
        raise KeyboardInterrupt

    monkeypatch.setattr("mxnet.cli.import_module", interrupt)
    assert main(["train", "digits"]) == 130
    assert capsys.readouterr() == ("", "")


def test_output_that_cannot_be_written(monkeypatch, capsys):
    class Full(io.StringIO):
        def flush(self):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("sys.stdout", Full())
    assert main(["info"]) == 1
    assert capsys.readouterr().err == "mxnet info: [Errno 28] No space left on device\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps(name, capsys):
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    output = capsys.readouterr().out
    assert left.value.code == 0 and output.startswith(f"usage: mxnet {name}")
    assert f"mxnet {name} " in output.split("\n", 1)[1] or f"mxnet {name}\n" in output, "no example"


ROOT = pathlib.Path(__file__).parents[3]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def commands_of(text):
    """Return the lines of shell blocks that call the command."""
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            if line.startswith("mxnet "):
                yield shlex.split(re.split(r" [>#|] ?", line)[0])[1:]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_in_the_docs_have_arguments_that_exist(page):
    for name, *arguments in commands_of(page.read_text(encoding="utf-8")):
        load_command(name)[1].parse_args(arguments)


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_of_the_help_have_arguments_that_exist(name):
    module, parser = load_command(name)
    examples = re.findall(rf"^ *mxnet {name}(.*)", module.__doc__, re.MULTILINE)
    assert examples
    for line in examples:
        parser.parse_args(shlex.split(line.partition(" > ")[0]))


def test_info(capsys, monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "2")
    assert main(["info"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = dict(line.split(maxsplit=1) for line in lines)
    assert rows["regluon"].startswith(f"{mxnet.__version__} (import mxnet), in ")
    assert "torch 2." in rows["needs"] and "numpy" in rows["needs"]
    assert rows["devices"].endswith("2 GPUs")
    assert "setting    MXNET_SIMULATE_GPUS=2" in lines
    assert {"vision", "viz", "onnx", "features", "data"} <= rows.keys()
    assert main(["info", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["needs"] == rows["needs"]


def test_tables_with_wide_characters(capsys):
    print_table(["image", "n"], [("\u732b.png", 1), ("dog.png", 23)], numbers=1)
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["image     n", "-----------", "\u732b.png    1", "dog.png  23"]


def test_colors_are_for_terminals(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert paint("text", "red") == "text"
    monkeypatch.setattr("sys.stdout", types.SimpleNamespace(isatty=lambda: True))
    assert paint("text", "red") == "\x1b[31mtext\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert paint("text", "red") == "text"


def test_run_requires_only_a_script(capsys):
    with pytest.raises(SystemExit):
        main(["run"])
    assert capsys.readouterr().err.endswith("the following arguments are required: script\n")
