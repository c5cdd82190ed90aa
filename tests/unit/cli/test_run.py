"""The command `run`: old scripts with the names that were removed since."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import mxnet

SCRIPT = """
import collections
import inspect
import pickle
import sys
import time
from distutils.version import LooseVersion

import numpy as np

import helper
from parts import part


class Kept:
    pass


assert __name__ == "__main__"
assert sys.argv[1:] == ["--epochs", "1", "-h"]
assert pickle.loads(pickle.dumps(Kept())).__class__ is Kept
assert isinstance([], collections.Iterable)
assert LooseVersion("1.9.1") < "1.10"
assert inspect.getargspec(helper.half).args == ["x"]
assert time.clock() >= 0
assert np.array([1.5], copy=False, dtype=np.int).tolist() == [1]
assert np.fromstring(b"\\x01\\x02", dtype=np.uint8).tolist() == [1, 2]
assert np.fromstring("1 2", sep=" ").tolist() == [1, 2]
assert np.array is not sys.modules["numpy"].array and not hasattr(sys.modules["numpy"], "float")
print(helper.half(np.float(3)), part.ALL)
"""


LIBRARIES = """
import base64
import commands
import ConfigParser
import cPickle as pickle
import fractions
import imp
import io
import itertools
import Queue
import string
import thread
import urllib
import urllib.parse
import urllib2
import xml.etree.cElementTree as ET
from xml.etree import cElementTree

import numpy as np
import yaml
from PIL import Image, ImageDraw

assert pickle.loads(pickle.dumps(1)) == 1
assert base64.decodestring(base64.encodestring(b"x")) == b"x"
assert urllib.quote("a b") == urllib.parse.quote("a b") == "a%20b" and callable(urllib.urlretrieve)
assert urllib2.urlopen is urllib.urlopen and Queue.Queue().empty() and ConfigParser.ConfigParser()
assert list(itertools.izip("ab", itertools.imap(int, "12"))) == [("a", 1), ("b", 2)]
assert list(itertools.izip_longest([1], [2, 3])) == [(1, 2), (None, 3)]
assert list(itertools.ifilter(None, [0, 1])) == [1] and itertools.chain([1], [2])
assert list(itertools.ifilterfalse(None, [0, 1])) == [0]
assert "ab".translate(string.maketrans("a", "b")) == "bb" and string.letters.startswith("abc")
assert commands.getoutput("echo 1") == "1" and thread.get_ident() and reload(pickle) is pickle
assert fractions.gcd(4, 6) == 2 and fractions.Fraction(1, 2) == 0.5
assert ET.fromstring("<a>1</a>").text == cElementTree.fromstring("<a>1</a>").text == "1"
assert imp.load_source("other", "old/other.py").VALUE == 3
assert yaml.load("a: 1") == yaml.load(io.StringIO("a: 1"), Loader=yaml.SafeLoader) == {"a": 1}
assert Image.new("L", (4, 4)).resize((2, 2), Image.ANTIALIAS).size == (2, 2)
assert ImageDraw.Draw(Image.new("L", (4, 4)))
assert np.find_common_type([np.float32], [np.float64]) == np.float64
assert issubclass(np.VisibleDeprecationWarning, UserWarning)
assert list(xrange(2)) == [0, 1] and reduce(max, [1, 3]) == 3 and isinstance("x", basestring)
assert unicode(1) == "1" and long("2") == 2 and unichr(97) == "a" and callable(raw_input)
print("all there")
"""


def test_names_that_python_and_other_libraries_removed(tmp_path):
    pytest.importorskip("yaml")
    pytest.importorskip("PIL")
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "names.py").write_text(LIBRARIES)
    (folder / "other.py").write_text("VALUE = 3\n")
    done = run(folder, "old/names.py")
    assert (done.stdout, done.stderr) == ("all there\n", "")


def run(folder, *arguments):
    source = pathlib.Path(mxnet.__file__).parent.parent
    return subprocess.run(
        [sys.executable, "-m", "mxnet", "run", *arguments],
        capture_output=True,
        text=True,
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": str(source)},
        check=False,
    )


def test_script_and_its_modules_have_the_old_names(tmp_path):
    folder = tmp_path / "old"
    (folder / "parts").mkdir(parents=True)
    (folder / "train.py").write_text(SCRIPT)
    (folder / "helper.py").write_text("import numpy as np\n\ndef half(x): return np.float(x) / 2\n")
    (folder / "parts" / "__init__.py").write_text("")
    (folder / "parts" / "part.py").write_text("import numpy\nALL = numpy.alltrue([True])\n")
    done = run(folder, "old/train.py", "--epochs", "1", "-h")
    assert (done.stdout, done.stderr, done.returncode) == ("1.5 True\n", "", 0)


MODULE = """
import pickle
import sys

import numpy as np

from . import parts


class Kept:
    pass


assert __name__ == "__main__" and __package__ == "old"
assert pickle.loads(pickle.dumps(Kept())).__class__ is Kept
print(np.float(parts.HALF), sys.argv[1:])
"""


def test_a_module_of_a_package(tmp_path):
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "train.py").write_text(MODULE)
    (folder / "__main__.py").write_text("import numpy as np\nprint(np.int(2.5))\n")
    (folder / "parts.py").write_text("import numpy as np\nHALF = np.float(0.5)\n")
    done = run(folder, "-m", "old.train", "--epochs", "1")
    assert (done.stdout, done.stderr, done.returncode) == ("0.5 ['--epochs', '1']\n", "", 0)
    done = run(folder, "-m", "old")
    assert (done.stdout, done.stderr, done.returncode) == ("2\n", "", 0)


def test_interrupted(tmp_path):
    # A shell that runs the tests in the background lets them ignore this signal.
    script = (
        "import os, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def wait():\n    os.kill(os.getpid(), signal.SIGINT)\n\nwait()\n"
    )
    (tmp_path / "old.py").write_text(script)
    done = run(tmp_path / "here", "old.py")  # in the folder above
    assert done.returncode == 130
    assert ", line 4, in wait\n" in done.stderr and done.stderr.endswith("KeyboardInterrupt\n")


def test_a_module_that_does_not_run(tmp_path):
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "__init__.py").write_text("1 / 0\n")
    done = run(folder, "-m", "nowhere")
    assert done.returncode == 1
    assert done.stderr == "mxnet run: there is no module 'nowhere' to run\n"
    done = run(folder, "-m", "nowhere.train")
    assert done.stderr == "mxnet run: No module named 'nowhere'\n"
    done = run(folder, "-m", "old.train")
    assert done.returncode == 1 and '__init__.py", line 1' in done.stderr
    assert "ZeroDivisionError" in done.stderr


NUMBERS = """
from xml.etree import ElementTree

import numpy as np

import helper

one, two = np.array([[1.5]]), np.array([2])
assert float(one) == 1.5 and int(two) == 2 and float("3") == int("3") == 3
assert "%.2f" % one == "1.50" and "%d of %s: %f" % (two, "x", one) == "2 of x: 1.500000"
assert "%(a)d" % {"a": 1} == "1" and "%s" % one == "[[1.5]]" and 7 % 4 == 3
assert type(1) is int and isinstance(1.0, float) and np.dtype(float) == np.float64
assert int("11", 2) == int(two) + 1 and list(map(int, "12")) == [1, 2]
for wrong in (lambda: float(np.ones(2)), lambda: int(None), lambda: "%d" % "x", lambda: "%d" % ()):
    try:
        wrong()
    except TypeError:
        continue
    raise AssertionError(wrong)

assert np.mean([one, 0.5]) == 1 and np.max([two, 1]) == 2 and np.sum([1, 2]) == 3
assert np.array([[1, [2, 3]], [4, [5]]]).shape == (2, 2)
assert [float(total) for total in np.sum([(one, 2), (two, 3)], axis=0)] == [3.5, 5]
scores, steps = np.zeros((2, 2)), []
scores[0, 1] = one
scores[1][0] = two
scores[1, 1:] = two
assert scores.tolist() == [[0, 1.5], [2, 2]]
(steps.append("target") or scores)[steps.append("index") or 0] = steps.append("value") or 7
assert steps == ["value", "target", "index"] and scores[0].tolist() == [7, 7]
try:
    scores[0, 0] = np.ones(2)
except ValueError as error:
    assert "setting an array element with a sequence" in str(error)


class Count(int):
    pass


def annotated(x: int) -> float:
    return float(x)


assert two.tostring() == two.tobytes() == two[0].tostring()
assert ElementTree.tostring(ElementTree.Element("a"), encoding="unicode") == "<a />"
assert annotated.__annotations__ == {"x": int, "return": float} and Count(3) == 3
print(helper.number(one), helper.int(one), helper.float(1))
"""
NUMBERS_HELPER = """
def int(x):
    return "int of its own"

def float(x):
    return x

def number(x):
    return "%.1f" % x
"""


def test_arrays_of_one_element_are_numbers_to_a_script(tmp_path):
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "scores.py").write_text(NUMBERS)
    (folder / "helper.py").write_text(NUMBERS_HELPER)
    done = run(folder, "old/scores.py")
    assert (done.stdout, done.stderr) == ("1.5 int of its own 1\n", "")


TABLES = """
import io

import numpy as np
import pandas as pd

text = "rooms,street\\n3,paved\\n4,\\n"
table = pd.read_csv(io.StringIO(text))
assert table.dtypes.tolist() == [np.dtype("int64"), np.dtype("object")]
assert table.dtypes[table.dtypes != "object"].index.tolist() == ["rooms"]
assert pd.read_csv(io.StringIO(text), dtype="category").dtypes.iloc[1] == "category"
columns = pd.get_dummies(table, dummy_na=True)
print(columns.columns.tolist(), columns.values.astype("float32").tolist())
"""


def test_texts_in_tables_are_objects_to_a_script(tmp_path):
    # As the chapters on house prices of Gluon's books expect them.
    pytest.importorskip("pandas")
    (tmp_path / "tables.py").write_text(TABLES)
    done = run(tmp_path, f"{tmp_path.name}/tables.py")
    expected = "['rooms', 'street_paved', 'street_nan'] [[3.0, 1.0, 0.0], [4.0, 0.0, 1.0]]\n"
    assert (done.stdout, done.stderr) == (expected, "")


def test_a_script_may_lie_above_this_package(tmp_path):
    (tmp_path / "above.py").write_text("import numpy as np\nprint(np.float(1))\n")
    copy = tmp_path / "src" / "mxnet"
    shutil.copytree(pathlib.Path(mxnet.__file__).parent / "compat", copy / "compat")
    (copy / "__init__.py").write_text("")
    code = "import sys; from mxnet.compat import run_script; run_script(sys.argv[1], [])"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "above.py")],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(copy.parent)},
        check=False,
    )
    assert (done.stdout, done.stderr) == ("1.0\n", "")


def test_a_script_ends_as_it_wants_to(tmp_path):
    (tmp_path / "ends.py").write_text("import sys\nsys.exit(3)\n")
    assert run(tmp_path, f"{tmp_path.name}/ends.py").returncode == 3
    (tmp_path / "fails.py").write_text("\nopen('absent.txt')\n")
    done = run(tmp_path, f"{tmp_path.name}/fails.py")
    assert done.returncode == 1
    assert 'fails.py", line 2' in done.stderr
    assert "FileNotFoundError" in done.stderr


def test_an_error_of_mxnet_has_the_traceback_of_the_script(tmp_path):
    (tmp_path / "fails.py").write_text(
        "import mxnet as mx\n\ndef add():\n    return mx.nd.ones(3) + mx.nd.ones(4)\n\nadd()\n"
    )
    done = run(tmp_path, f"{tmp_path.name}/fails.py")
    assert done.returncode == 1
    first, second, *_ = done.stderr.splitlines()
    assert first == "Traceback (most recent call last):"
    assert second == f'  File "{tmp_path.name}/fails.py", line 6, in <module>'
    assert 'fails.py", line 4, in add' in done.stderr
    assert done.stderr.splitlines()[-1].startswith("mxnet.base.MXNetError: ") or (
        "MXNetError: Error in operator broadcast_add" in done.stderr
    )


def test_a_script_that_python_cannot_read(tmp_path):
    (tmp_path / "old.py").write_text("print 'Python 2'\n")
    done = run(tmp_path, f"{tmp_path.name}/old.py")
    assert done.returncode == 1
    assert done.stderr.startswith(f'  File "{tmp_path.name}/old.py", line 1')
    assert "SyntaxError: Missing parentheses" in done.stderr


def test_no_such_script(tmp_path):
    done = run(tmp_path, "absent.py")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "mxnet run: there is no file 'absent.py'\n"
