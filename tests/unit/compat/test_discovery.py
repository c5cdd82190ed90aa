"""Packages that build on mxnet get shims without being on a list; other code does not.

Each case is a process of its own: what is imported cannot be taken back.
"""

import os
import pathlib
import subprocess
import sys

import pytest

import mxnet
from mxnet.compat._discovery import _minimum_python

SOURCES = str(pathlib.Path(mxnet.__file__).parents[1])
BOARD = "import numpy as np\nfrom .writer import LOADED\nKIND = np.float\n"
WRITER = "import mxnet\nimport collections\nLOADED = collections.Iterable.__name__\n"
ASK = "\nprint([(row.package, row.version) for row in mxnet.compat.applied()])"


@pytest.fixture
def run(tmp_path):
    """Return a function that writes files and runs lines with two folders of packages."""

    def runner(lines, files, command=("-c",), **environment):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        folders = [tmp_path / "lib" / "site-packages", tmp_path / "checkouts", SOURCES]
        paths = {"PYTHONPATH": os.pathsep.join(map(str, folders)), "PATH": ""}
        done = subprocess.run(
            [sys.executable, *command, lines], env={**paths, **environment}, cwd=tmp_path,
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        return done.stdout.strip() or done.stderr.strip().splitlines()[-1]

    return runner


def package(folder, metadata=None):
    files = {f"{folder}/board/__init__.py": BOARD, f"{folder}/board/writer.py": WRITER}
    if metadata:
        files[f"{folder}/mx_board-0.1.dist-info/METADATA"] = f"Name: mx-board\n{metadata}\n\n"
        files[f"{folder}/mx_board-0.1.dist-info/RECORD"] = "board/__init__.py,sha256=x,1\n"
    return files


@pytest.mark.parametrize("first", ["mxnet, board", "board, mxnet"])
@pytest.mark.parametrize(
    ("folder", "metadata", "version"),
    [
        ("lib/site-packages", None, ""),
        ("lib/site-packages", "Version: 0.1", "0.1"),
        ("lib/site-packages", "Version: 0.1\nRequires-Python: >=3.6", "0.1"),
        ("checkouts", None, ""),
    ],
)
def test_a_package_that_imports_mxnet(run, first, folder, metadata, version):
    lines = f"import {first}; print(board.LOADED, board.KIND.__name__){ASK}"
    assert run(lines, package(folder, metadata)) == f"Iterable float\n[('board', {version!r})]"


def test_a_package_whose_metadata_require_mxnet(run):
    files = package("lib/site-packages", "Version: 2\nRequires-Dist: mxnet-mkl (>=1.5)")
    files["lib/site-packages/board/__init__.py"] = "import numpy as np\nKIND = np.float\n"
    del files["lib/site-packages/board/writer.py"]
    lines = f"import mxnet, board{ASK}"
    assert run(lines, files) == "[('board', '2')]"


REFUSED = """
import mxnet
try:
    import board
except AttributeError as error:
    print("no" in str(error), mxnet.compat.applied())
"""


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        (package("lib/site-packages", "Version: 9\nRequires-Python: >=3.10"), "is a new one"),
        ({"lib/site-packages/board.py": "import numpy\nnumpy.float\n"}, "has no mxnet in it"),
        ({"board.py": "import mxnet, numpy\nnumpy.float\n"}, "is the user's"),
    ],
)
def test_code_that_keeps_the_real_modules(run, files, reason):
    assert run(REFUSED, files) == "True []", reason


def test_checkout_without_metadata_gets_the_shims_of_the_table(run):
    files = {
        "checkouts/gluoncv/__init__.py": "__version__ = '0.11.0'\nfrom .check import found\n",
        "checkouts/gluoncv/check.py": "try:\n    import torch\n    found = 'torch'\n"
        "except ImportError:\n    found = 'no torch'\n",
        "lib/site-packages/torch/__init__.py": "",
    }
    lines = f"import mxnet, gluoncv; print(gluoncv.found){ASK}"
    assert run(lines, files) == "no torch\n[('gluoncv', '0.11.0')]"


SCRIPT = """
import mxnet, gluoncv, board, numpy as np
print(gluoncv.found, board.LOADED, np.float(1), gluoncv.KIND.__name__)
"""


@pytest.mark.parametrize("folder", ["lib/site-packages", "checkouts", "."])
def test_a_script_that_imports_such_packages(run, folder):
    files = {
        "train.py": SCRIPT,
        f"{folder}/gluoncv/__init__.py": "from numpy import float as KIND\nfrom .check import *",
        f"{folder}/gluoncv/check.py": "try:\n    import torch\n    found = 'torch'\n"
        "except ImportError:\n    found = 'no torch'\n",
        "lib/site-packages/torch/__init__.py": "",
        **package(folder),
    }
    command = ("-m", "mxnet", "run")
    assert run("train.py", files, command) == "no torch Iterable 1.0 float"


def test_a_finder_that_asks_all_finders(run):
    lines = """
import importlib.util, sys, mxnet
class Curious:
    def find_spec(self, name, path=None, target=None):
        return importlib.util.find_spec(name) if name == "board" and not self.asked else None
    @property
    def asked(self):
        self.count = getattr(self, "count", 0) + 1
        return self.count > 3
sys.meta_path.insert(0, Curious())
import board
print(board.KIND.__name__)
"""
    assert run(lines, package("lib/site-packages")) == "float"


def test_it_can_be_switched_off(run):
    lines = "import mxnet, board"
    output = run(lines, package("lib/site-packages"), MXNET_COMPAT="0")
    assert output.startswith("AttributeError: module 'collections' has no attribute 'Iterable'")


@pytest.mark.parametrize(
    ("requirement", "version"),
    [(">=3.9,<4", (3, 9)), (">3.6", (3, 6)), ("", (0, 0)), ("!=3.0.*,>=3.10", (3, 10))],
)
def test_the_oldest_python_of_a_requirement(requirement, version):
    assert _minimum_python(requirement) == version
