"""Old packages see names that are gone; all other code does not.

The packages here are small ones of the same names, written where the test runs. Each case is a
process of its own: what is imported cannot be taken back.
"""

import pathlib
import subprocess
import sys

import numpy
import pytest

import mxnet
from mxnet.compat._rules import RULES
from mxnet.compat._shims import SHIMS, shims_of
from mxnet.compat._shims._python import LooseVersion, getargspec, strtobool, to_float, to_int

SOURCES = str(pathlib.Path(mxnet.__file__).parents[1])

CHECK = """
def mxnet_version():
    import mxnet
    from distutils.version import LooseVersion
    return LooseVersion(mxnet.__version__) < LooseVersion("2.0.0")

def torch_version():
    try:
        import torch
    except ImportError as error:
        return str(error)
    raise RuntimeError("Legacy torch detected")
"""
PANDAS_OFFSETS = """
class Hour:
    rule_code, kwds, normalize = "h", {}, False
    def __init__(self, n=1, normalize=False):
        self.n = n
    @property
    def name(self):
        raise DeprecationWarning("use rule_code")

class QuarterEnd(Hour):
    rule_code, kwds = "QE-DEC", {"startingMonth": 12}
    def __init__(self, n=1, normalize=False, startingMonth=3):
        self.n = n
"""
PANDAS_FREQUENCIES = """
from .offsets import Hour, QuarterEnd
def to_offset(word):
    known = {"h": Hour, "QE-DEC": QuarterEnd}
    if isinstance(word, Hour):
        return word
    count, name = (word[0], word[1:]) if word[0].isdigit() else (1, word)
    if name not in known:
        raise ValueError(f"Invalid frequency: {word}")
    return known[name](int(count))
"""
H5PY = """
from collections.abc import Mapping
import numpy
class AttributeManager(Mapping):
    def __init__(self, parent):
        self.values = {
            "text": parent.id, "number": 3, "names": numpy.array(["a", "b\u00e9"], dtype=object)
        }
    def __getitem__(self, name):
        return self.values[name]
    def __iter__(self):
        return iter(self.values)
    def __len__(self):
        return len(self.values)
class Group:
    def __init__(self, bind):
        self.id = bind
    @property
    def attrs(self):
        return AttributeManager(self)
    def __getitem__(self, name):
        return Group(f"{self.id}/{name}")
class File(Group):
    def __enter__(self):
        return self
    def __exit__(self, *args):
        pass
"""
FILES = {
    "gluoncv/__init__.py": "from .check import mxnet_version, torch_version\n"
    "good, said = mxnet_version(), torch_version()\nfrom . import boxes\n",
    "gluoncv/check.py": CHECK,
    "gluoncv/boxes.py": "import numpy as np\nimport numpy.linalg\nfrom numpy import Inf\n"
    "from numpy.random import rand\nKIND = np.float\ndef whole(x):\n    return np.int(x)\n"
    "def norm(x):\n    return numpy.linalg.norm(x)\ndef late():\n"
    "    import numpy\n    return numpy.in1d([1, 2], [2]).tolist()\n",
    "gluoncv/model_zoo/__init__.py": "",
    "gluoncv/model_zoo/center_net/__init__.py": "",
    "gluoncv/model_zoo/center_net/target_generator.py": "def whole(x):\n    return int(x)\n",
    "gluoncv/scores.py": "def told(scores):\n    import json\n    return json.dumps(scores)\n",
    "gluonnlp/__init__.py": "import inspect, collections\nclass A:\n"
    "    def __init__(self, x, y=2): pass\n"
    "args = inspect.getargspec(A.__init__).args\nempty = isinstance({}, collections.Mapping)\n"
    "many = collections.Counter('aab')['a']\n",
    "gluonts/__init__.py": "from pydantic import BaseModel, fields\nimport pydantic.fields\n"
    "seen = BaseModel.old, fields.old, pydantic.fields.old\n",
    "pydantic/__init__.py": "VERSION = '2.5'\n",
    "pydantic/v1/__init__.py": "from . import fields\nclass BaseModel:\n    old = 'model'\n",
    "pydantic/v1/fields.py": "old = 'fields'\n",
    "torch/__init__.py": "__version__ = '2.13.0'\n",
    "gluonts/lag.py": "import pandas as pd\nfrom pandas.tseries.frequencies import to_offset\n"
    "from pandas.tseries import offsets\ndef names(word):\n    one = to_offset(word)\n"
    "    return one.name, one.n, isinstance(one, offsets.Hour), one is to_offset(one), "
    "pd.tseries.frequencies.to_offset is to_offset\n",
    "pandas/__init__.py": "from . import tseries\n"
    "read_csv = read_table = read_excel = read_json = get_dummies = print\n",
    "pandas/tseries/__init__.py": "from . import offsets, frequencies\n",
    "pandas/tseries/offsets.py": PANDAS_OFFSETS,
    "pandas/tseries/frequencies.py": PANDAS_FREQUENCIES,
    "h5py.py": H5PY,
    "gluonnlp/files.py": "import h5py\ndef read(name):\n    with h5py.File(name) as file:\n"
    "        texts = file.attrs['text'], file.attrs.get('text'), file['part'].attrs['text']\n"
    "        return [text.decode('utf8') for text in texts], file['part'].attrs['number'], "
    "file.attrs['names'].tolist()\n",
    "sockeye/__init__.py": "import io\nimport numpy as np\n"
    "ragged = [np.array([1]), np.array([2, 3])]\nheld, file = np.asarray(ragged), io.BytesIO()\n"
    "np.save(file, ragged, allow_pickle=True)\nfile.seek(0)\n"
    "back = np.load(file, allow_pickle=True)\nunion = np.lib.arraysetops.union1d([1], [2])\n"
    "try:\n    np.array([[1], [2, 3]], dtype='float32')\n"
    "except ValueError as error:\n    refused = 'inhomogeneous' in str(error)\n",
    "sockeye/inference.py": "import numpy as np\n"
    "numbers = int(np.array([3.0])), float(np.array([[2.5]])), float('1.5')\n",
    "other.py": "import numpy as np\ngone = [n for n in ('float_', 'Inf') if not hasattr(np, n)]\n",
}
VERSIONS = {
    "gluoncv": "0.10.5.post0",
    "gluonnlp": "0.10.0",
    "gluonts": "0.13.7",
    "sockeye": "2.3.24",
}


@pytest.fixture
def run(tmp_path):
    """Return a function that runs Python lines beside the packages, and returns what they print."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def runner(lines, versions=None, **environment):
        for package, version in {**VERSIONS, **(versions or {})}.items():
            info = tmp_path / f"{package}-{version}.dist-info"
            info.mkdir()
            (info / "METADATA").write_text(f"Name: {package}\nVersion: {version}\n")
        result = subprocess.run(
            [sys.executable, "-c", lines],
            env={"PYTHONPATH": f"{tmp_path}:{SOURCES}", "PATH": "", **environment},
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        return result.stdout.strip() or result.stderr.strip().splitlines()[-1]

    return runner


USE = """
from gluoncv import boxes
print(gluoncv.good, gluoncv.said.split(":")[0])
print(boxes.KIND, boxes.whole(2.5), boxes.norm([3, 4]), boxes.late(), boxes.Inf)
print(boxes.rand.__name__)
"""
SEEN = """True mxnet.compat hides 'torch' from gluoncv.check
<class 'float'> 2 5.0 [False, True] inf
rand"""


@pytest.mark.parametrize("first", ["mxnet, gluoncv", "gluoncv, mxnet"])
def test_package_finds_the_names_it_was_written_for(run, first):
    assert run(f"import {first}{USE}") == SEEN


def test_where_python_has_no_distutils(run):
    gone = "import sys; sys.modules['distutils'] = None; import mxnet, gluoncv"
    assert run(f"{gone}{USE}") == SEEN


def test_other_code_keeps_the_real_modules(run):
    lines = (
        "import mxnet, gluoncv, numpy, inspect, torch, other; print(other.gone, torch.__version__)"
    )
    assert run(lines) == "['float_', 'Inf'] 2.13.0"


def test_functions_and_classes_that_python_removed(run):
    lines = "import mxnet, gluonnlp as g; print(g.args, g.empty, g.many)"
    assert run(lines) == "['self', 'x', 'y'] True 2"


def test_pydantic_1_is_found_in_pydantic_2(run):
    lines = "import mxnet, gluonts, pydantic; print(gluonts.seen, pydantic.VERSION)"
    assert run(lines) == "('model', 'fields', 'fields') 2.5"


def test_an_array_of_one_element_is_a_number_where_a_module_takes_it_for_one(run):
    lines = """
import mxnet, numpy
from gluoncv.model_zoo.center_net.target_generator import whole
print(whole(numpy.array([3.7])), whole("4"), whole(2.5))
try:
    whole(numpy.zeros(2))
except TypeError as error:
    print("refused", int is type(whole(1)))
"""
    assert run(lines) == "3 4 2\nrefused True"


def test_numbers_of_numpy_are_written_as_json(run):
    lines = """
import mxnet, numpy, json
from gluoncv.scores import told
print(told({"score": 0.5 * numpy.float32(0.5), "count": numpy.int64(3)}))
try:
    json.dumps(numpy.float32(1))
except TypeError as error:
    print(error)
"""
    assert run(lines) == (
        '{"score": 0.25, "count": 3}\nObject of type float32 is not JSON serializable'
    )


@pytest.mark.parametrize(
    ("word", "expected"),
    [("h", "('H', 1, True, True, True)"), ("2H", "('H', 2, True, True, True)"),
     ("Q-DEC", "('Q-DEC', 1, True, True, True)"), ("3Q-DEC", "('Q-DEC', 3, True, True, True)")],
)  # fmt: skip
def test_frequencies_have_their_old_names(run, word, expected):
    assert run(f"import mxnet; from gluonts.lag import names; print(names({word!r}))") == expected


def test_a_frequency_that_pandas_never_knew(run):
    lines = "import mxnet; from gluonts.lag import names; names('3X')"
    assert run(lines) == "ValueError: Invalid frequency: 3X"


def test_attributes_of_hdf5_files_can_be_decoded(run):
    lines = "import mxnet, gluonnlp.files as f; print(f.read('a'))"
    assert run(lines) == r"(['a', 'a', 'a/part'], 3, [b'a', b'b\xc3\xa9'])"


def test_sequences_of_different_lengths_are_objects(run):
    lines = """
import mxnet, sockeye as s, sockeye.inference
print(s.held.dtype, s.held.shape, [a.tolist() for a in s.back], s.union.tolist(), s.refused)
print(sockeye.inference.numbers)
"""
    assert run(lines) == "object (2,) [[1], [2, 3]] [1, 2] True\n(3, 2.5, 1.5)"


def test_applied_lists_the_changes(run):
    lines = """
import mxnet
print(mxnet.compat.applied())
import gluoncv
for row in mxnet.compat.applied():
    print(row.package, row.version, {'numpy', 'json'} < set(row.shims), row.why[:12])
"""
    assert run(lines) == "[]\ngluoncv 0.10.5.post0 True Uses np.floa"


def test_it_can_be_switched_off(run):
    lines = "import mxnet, gluoncv; print('imported')"
    assert run(lines, MXNET_COMPAT="0") == "RuntimeError: Legacy torch detected"


def test_a_version_that_the_table_does_not_name_is_left_alone(run, tmp_path):
    lines = "import mxnet, gluonnlp; print('imported')"
    versions = {"gluonnlp": "2.0.0"}
    assert "has no attribute" in run(lines, versions)


def test_a_module_of_such_a_package_is_an_ordinary_one(run):
    lines = """
import mxnet, gluoncv, inspect, pickle
print(type(gluoncv.__loader__).__name__, inspect.getsource(gluoncv.boxes.whole).split()[0])
print(pickle.loads(pickle.dumps(gluoncv.boxes.whole)) is gluoncv.boxes.whole)
"""
    assert run(lines) == "SourceFileLoader def\nTrue"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.package)
def test_rules(rule):
    assert set(rule.shims) <= set(SHIMS)
    assert rule.why.endswith(".")
    assert all(version.endswith(".") or version == "" for version in rule.versions)
    modules = [*rule.one_element, *(module for module, _ in rule.hides)]
    assert all(module.startswith(f"{rule.package}.") for module in modules)


OLDER = [("1.9.1", "1.10.0"), ("1.4.0", "2.0.0"), ("1.5", "1.5.1"), ("0.9", "1.0a1"), ("1", "1.0")]


@pytest.mark.parametrize("old, new", OLDER)
def test_versions_are_compared(old, new):
    assert LooseVersion(old) < LooseVersion(new) > old
    assert LooseVersion(old) <= new
    assert LooseVersion(new) >= LooseVersion(old) != LooseVersion(new)
    assert LooseVersion(old) == LooseVersion(old)
    assert str(LooseVersion(old)) == old


def test_words_for_yes_and_no():
    assert [strtobool(word) for word in ("yes", "ON", "1", "no", "False", "0")] == [
        1,
        1,
        1,
        0,
        0,
        0,
    ]
    with pytest.raises(ValueError, match="invalid truth value 'maybe': want one of y, yes"):
        strtobool("maybe")


def test_types_that_take_arrays_of_one_element_pass_for_the_real_ones():
    assert (to_int(numpy.array([3.7])), to_int("11", 2), to_int()) == (3, 3, 0)
    assert to_float(numpy.array([[2.5]])) == 2.5 and type(to_float(1)) is float
    assert isinstance(1.5, to_float) and not isinstance(1.5, to_int) and issubclass(bool, to_int)
    assert numpy.zeros(2).astype(to_int).dtype == int


def test_argspec_of_a_function():
    spec = getargspec(lambda x, *rest, y=3, **more: None)
    assert spec == (["x"], "rest", "more", None)


def test_named_tuples_beside_other_base_classes():
    """Python 3.8 dropped the other classes; AutoGluon has such a class."""
    base = shims_of("typing")["typing"].NamedTuple

    class Pair(base, pathlib.PurePath):
        """Two numbers."""

        first: int
        second: int = 2

        def total(self):
            return self.first + self.second

    assert (Pair(1), Pair(1).total(), Pair.__bases__) == ((1, 2), 3, (tuple,))
    assert (Pair.__doc__, Pair.__module__) == ("Two numbers.", __name__)
    assert base("One", [("x", int)])(3).x == 3


def test_a_shim_has_all_of_the_real_module():
    (shim,) = shims_of("numpy").values()
    assert set(dir(numpy)) <= set(dir(shim))
    assert shim.zeros is numpy.zeros
    assert shim.NINF == -numpy.inf
    assert shim.asscalar(numpy.array([3])) == 3
    assert shim.asfarray([1, 2]).dtype == float
    assert "float_" not in vars(numpy)
    namespace = vars(shim)  # MinPy wraps every function of np.__dict__
    assert (namespace["dot"], namespace["NINF"]) == (numpy.dot, -numpy.inf)
    assert vars(numpy).keys() <= namespace.keys()
    with pytest.raises(AttributeError, match="nothing"):
        _ = shim.nothing
