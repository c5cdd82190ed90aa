"""The command `check`: what old scripts and models use, read without running them."""

import json

import pytest

import mxnet as mx
from mxnet.cli import _check_scripts, main
from mxnet.cli._check_scripts import AUTO, CHANGE, NOTE, check_script
from mxnet.compat import _refused

ROWS = [
    ("import numpy as np\nx = np.float(1)", 2, "numpy.float", AUTO),
    ("import numpy\nx = numpy.product([1])", 2, "numpy.product", AUTO),
    ("from numpy import Inf", 1, "numpy.Inf", AUTO),
    ("import numpy as np\nnp.fromstring(b'a', dtype='u1')", 2, "np.fromstring", AUTO),
    ("import numpy as np\nnp.array(x, copy=False)", 2, "np.array(copy=False)", AUTO),
    ("from collections import Iterable", 1, "collections.Iterable", AUTO),
    ("import collections\ncollections.Mapping", 2, "collections.Mapping", AUTO),
    ("import time\ntime.clock()", 2, "time.clock", AUTO),
    ("import cPickle as pickle", 1, "cPickle", AUTO),
    ("import xml.etree.cElementTree as ET", 1, "xml.etree.cElementTree", AUTO),
    ("import mxnet as mx\nmx.rtc.CudaModule('')", 2, "mxnet.rtc", CHANGE),
    ("from mxnet import rtc", 1, "mxnet.rtc", CHANGE),
    ("import mxnet as mx\nmx.nd.sofmax(x)", 2, "mxnet.ndarray.sofmax", CHANGE),
    ("import urllib2", 1, "urllib2", CHANGE),
    ("from scipy.misc import imread", 1, "scipy.misc.imread", CHANGE),
    ("for i in xrange(3): pass", 1, "xrange", CHANGE),
    ("x = {}\nx.has_key(1)", 2, ".has_key()", CHANGE),
    ("def pack(x):\n    return x.tostring()", 2, ".tostring()", AUTO),
    ("x = 'http://data.mxnet.io/a.rec'", 1, "http://data.mxnet.io/a.rec", CHANGE),
    ("print 'Python 2'", 1, "syntax", CHANGE),
    ("import mxnet as mx\nmx.random.seed(1)", 2, "mxnet.random.seed", NOTE),
    ("from mxnet.gluon.model_zoo import vision\nvision.alexnet(pretrained=True)",
     2, "pretrained=True", NOTE),
    (r"x = '\s'", 1, "syntax", NOTE),
    ("from mxnet.gluon.data.vision import CIFAR10", 1, "mxnet.gluon.data.vision.CIFAR10", NOTE),
]  # fmt: skip


@pytest.mark.parametrize(("source", "line", "name", "level"), ROWS, ids=lambda row: str(row)[:30])
def test_scripts(tmp_path, source, line, name, level):
    path = tmp_path / "old.py"
    path.write_text(source)
    (finding,) = check_script(str(path))
    assert (finding.line, finding.name, finding.level) == (line, name, level)
    assert finding.problem and (finding.advice or level == AUTO)


def test_packages_that_mxnet_required(tmp_path, monkeypatch):
    path = tmp_path / "old.py"
    path.write_text("import requests\nrequests.get('url')")
    monkeypatch.setattr(_check_scripts, "_is_absent", lambda name: name == "requests")
    (finding,) = check_script(str(path))
    assert (finding.line, finding.level, finding.advice) == (1, CHANGE, "pip install requests")


SOUND = """
import collections, os.path
import horovod.mxnet as hvd
import numpy as np
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
try:
    xrange
except NameError:
    xrange = range
def train(text, nd=nd):
    return text.nothing, nd.nothing, np.float32(1), np.random.rand(2), collections.OrderedDict()
net = nn.Dense(2)
mx.kvstore.KVStoreServer(mx.kv.create("dist_sync")).run()
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
x = mx.nd.array([1]).reshape((-1,)).something_of_an_object
np.array([1], copy=True), np.fromstring("1 2", sep=" ")
"""


def test_a_file_that_cannot_be_read_among_others(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link.py").symlink_to("nowhere.py")
    (tmp_path / "old.py").write_text("import cPickle\n")
    assert main(["check", "."]) == 1
    printed = capsys.readouterr().out
    assert "cannot be read: No such file or directory" in printed
    assert printed.endswith("2 scripts: 1 to change, 1 fixed by mxnet run, 0 notes\n")


def test_a_script_in_another_encoding(tmp_path):
    path = tmp_path / "old.py"
    path.write_bytes(b"x = '\xe9'\n")
    (finding,) = check_script(str(path))
    assert finding.advice.startswith("save it as UTF-8, or name its encoding")
    path.write_bytes(b"# coding: latin-1\nx = '\xe9'\n")
    assert check_script(str(path)) == []


def test_a_script_of_wide_characters(tmp_path):
    path = tmp_path / "old.py"
    path.write_bytes("x = 1".encode("utf-16"))
    (finding,) = check_script(str(path))
    assert finding.advice.startswith("save it as UTF-8")


def test_a_notebook_that_is_not_json(tmp_path):
    path = tmp_path / "book.ipynb"
    path.write_text("\nno JSON")
    (finding,) = check_script(str(path))
    assert (finding.line, finding.problem) == (2, "is not a notebook: Expecting value")
    assert "2to3" not in finding.advice


def test_a_script_without_findings(tmp_path, capsys):
    path = tmp_path / "new.py"
    path.write_text(SOUND)
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "1 script: 0 to change, 0 fixed by mxnet run, 0 notes\n"


def test_a_folder_with_a_notebook_as_json(tmp_path, capsys):
    cells = [
        {"cell_type": "markdown", "source": ["import urllib2"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "import numpy as np\n", "np.int"]},
    ]
    (tmp_path / "book.ipynb").write_text(json.dumps({"cells": cells}))
    (tmp_path / "site-packages").mkdir()
    (tmp_path / "site-packages" / "other.py").write_text("import urllib2")
    assert main(["check", "--json", str(tmp_path)]) == 0
    report = json.loads(capsys.readouterr().out)
    (finding,) = report["findings"]
    assert (finding["line"], finding["name"], finding["level"]) == (3, "numpy.int", AUTO)
    assert report["files"] == 1 and report["models"] == []


@pytest.mark.parametrize(
    "lines",
    [
        ["print('%d of %d' \\", "      % (1, 2))"],
        ["print('%d of %d'", "      % (1, 2))"],
        ["x = 7 \\", "%np", "np.int"],
        ["for name in 'ab':", "    !wget $name"],
        ["if True:", "    %matplotlib inline"],
        ["files = !ls", "here = %pwd", "print(files, here)"],
        ["?print", "print?", "np.sum??"],
        ["%%time", "x = 1"],
        ["%%bash", "for f in *.rec; do echo $f; done"],
    ],
    ids=lambda lines: lines[-1],
)
def test_syntax_of_ipython(tmp_path, lines):
    cells = [
        {"cell_type": "code", "source": "import numpy as np"},
        {"cell_type": "code", "source": [line + "\n" for line in lines]},
    ]
    (tmp_path / "book.ipynb").write_text(json.dumps({"cells": cells}))
    findings = check_script(str(tmp_path / "book.ipynb"))
    assert [row.name for row in findings] == ["numpy.int"] * ("np.int" in lines[-1])


def test_exit_status_reports_required_changes(tmp_path, capsys):
    (tmp_path / "old.py").write_text("import urllib2\nimport time\ntime.clock()\n")
    assert main(["check", str(tmp_path)]) == 1
    printed = capsys.readouterr().out
    assert "was removed; use urllib.request" in printed
    assert "was removed; mxnet run restores it" in printed
    assert printed.endswith("1 script: 1 to change, 1 fixed by mxnet run, 0 notes\n")


def test_models(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    net.save("good-symbol.json")
    mx.nd.save("good-0000.params", {"arg:fc_weight": mx.nd.ones((2, 3))})
    (tmp_path / "bad-symbol.json").write_text(
        net.tojson().replace('"FullyConnected"', '"NoSuchOperator"')
    )
    (tmp_path / "bad-0000.params").write_bytes(b"rubbish")
    assert main(["check", "good-symbol.json", "good-0000.params"]) == 0
    printed = capsys.readouterr().out
    assert "written by MXNet 1.9.1: 1 operator, 3 variables\n      1 FullyConnected" in printed
    assert "1 array (1 of float32), 6 numbers" in printed
    assert main(["check", "."]) == 1
    printed = capsys.readouterr().out
    assert "1 NoSuchOperator  (not supported)" in printed
    assert "4 model files, 2 can be loaded" in printed
    (tmp_path / "bad-symbol.json").write_text("{}")
    assert main(["check", "bad-symbol.json"]) == 1
    assert "not a graph of MXNet: it has no list of nodes" in capsys.readouterr().out


def test_a_network_in_one_file(tmp_path, capsys):
    net = mx.gluon.nn.Dense(2, in_units=3)
    net.initialize()
    net.save(str(tmp_path / "model.mx"))
    assert main(["check", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "a network with 2 arrays of parameters" in printed
    assert "1 model file, 1 can be loaded" in printed


@pytest.mark.parametrize(
    ("name", "message"),
    [("absent.py", "there is no file or folder"), ("x.txt", "is neither a script nor a model")],
)
def test_files_that_it_does_not_read(tmp_path, monkeypatch, capsys, name, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.txt").write_text("")
    assert main(["check", name]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("name", [n for n in _refused.REFUSED if n.startswith("mxnet.")])
def test_refused_names_are_missing_or_raise(name):
    value = mx
    for part in name.split(".")[1:]:
        value = getattr(value, part, None)
    if callable(value):
        arguments = {"mxnet.library.load": ["x.so"], "mxnet.autograd.get_symbol": [mx.nd.ones(1)]}
        with pytest.raises((mx.MXNetError, TypeError)):
            value(*arguments.get(name, []))
    else:
        # There to refuse: what is in them raises, which their own tests check.
        there = "rtc notebook th torch base._LIB".split()
        assert value is None or name in {f"mxnet.{x}" for x in there}
