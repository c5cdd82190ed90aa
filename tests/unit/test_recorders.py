"""The registry of tools/record.py: every golden file has a recorder that can be found."""

from __future__ import annotations

import ast
import importlib.util
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
TOOL = ROOT / "tools" / "record.py"
spec = importlib.util.spec_from_file_location("record_tool", TOOL)
tool = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = tool  # dataclasses look their module up
spec.loader.exec_module(tool)


@pytest.mark.parametrize("name", tool.RECORDERS)
def test_registered_modules_can_record(name):
    path = ROOT / (tool.RECORDERS[name].module.replace(".", "/") + ".py")
    functions = {
        node.name: node for node in ast.parse(path.read_text()).body if hasattr(node, "name")
    }
    assert functions["record"].args.args[0].arg.lstrip("_") == "mx"


def test_modules_with_a_recorder_are_registered():
    registered = {recorder.module for recorder in tool.RECORDERS.values()}
    modules = [p for p in (ROOT / "tests").rglob("*.py") if "\ndef record(" in p.read_text()]
    modules_with_recorder = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in modules
    }
    assert modules_with_recorder == registered


def test_only_the_real_mxnet_records():
    answer = subprocess.run([sys.executable, TOOL, "sparse"], capture_output=True, text=True)
    assert answer.returncode == 1
    assert "record with 1.9.1" in answer.stderr


def test_unknown_names_are_listed():
    answer = subprocess.run([sys.executable, TOOL, "sparce"], capture_output=True, text=True)
    assert answer.returncode == 1
    assert "unknown: ['sparce']; there are: augmenters" in answer.stderr
