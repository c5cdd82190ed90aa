"""The examples in docstrings print what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import mxnet as mx

ROOT = Path(mx.__file__).parent
NUMPYS = {ROOT / "numpy" / "fallback.py"}  # its functions have the docstrings of NumPy
# What users have imported; a module's own names come first.
NAMES = {"mx": mx, "nd": mx.nd, "autograd": mx.autograd, "gluon": mx.gluon, "nn": mx.gluon.nn}


def module_name(path: Path) -> str:
    parts = ("mxnet", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = sorted(
    module_name(path)
    for path in set(ROOT.rglob("*.py")) - NUMPYS
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", [*MODULES, "mxnet.gluon.block"])
def test_examples(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mx.random.seed(0)
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    for test in doctest.DocTestFinder().find(module, globs=NAMES | vars(module)):
        runner.run(test, out=report.append)
    assert not report, "".join(report)
