"""``import mxnet`` is lazy. Each contract is checked in a fresh process."""

import pathlib
import subprocess
import sys

import pytest

import mxnet

ROOT = pathlib.Path(__file__).parents[2]


def run(code, *options):
    """Run code in a fresh process; what it asserts is what is tested."""
    command = [sys.executable, *options, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_import_loads_nothing_but_the_hook():
    run(
        "import sys; before = set(sys.modules); import mxnet\n"
        "loaded = {name for name in set(sys.modules) - before if name.startswith('mxnet')}\n"
        "loaded -= {'mxnet', 'mxnet._core', 'mxnet._core.lazy'}\n"
        "assert all(name.startswith('mxnet.compat') for name in loaded), loaded\n"
        "assert 'torch' not in sys.modules and 'numpy' not in sys.modules"
    )


def test_symbols_of_recorded_operators_are_stored_on_request():
    run(
        "import os; os.environ['MXNET_RECORD_SYMBOLS'] = '1'; import mxnet as mx\n"
        "x = mx.nd.ones(1); x.attach_grad()\n"
        "with mx.autograd.record(): y = mx.nd.exp(x)\n"
        "assert mx.autograd.get_symbol(y).get_internals().list_outputs()[-1] == 'node_0_output'"
    )


def test_operators_of_one_node_are_loaded_without_assertions():
    run(
        "import mxnet as mx; net = mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=2)\n"
        "fused = net.get_backend_symbol('MKLDNN')\n"
        "if '_sg_mkldnn_fully_connected' not in fused.tojson(): raise SystemExit(fused.tojson())",
        "-O",
    )


@pytest.mark.parametrize("module", ["base", "error", "recordio"])
def test_parts_that_need_no_torch(module):
    run(f"import sys, mxnet; mxnet.{module}; assert 'torch' not in sys.modules")


def test_looking_around_loads_nothing():
    run(
        "import sys, mxnet, inspect\n"
        "assert {'nd', 'ndarray', 'Context', 'cpu', 'autograd'} <= set(dir(mxnet))\n"
        "assert not hasattr(mxnet, '__wrapped__') and not hasattr(mxnet, 'no_such_module')\n"
        "inspect.getdoc(mxnet); assert 'torch' not in sys.modules"
    )


def test_a_first_array_and_a_worker_load_neither_layers_nor_graphs():
    """Each spawned worker imports the package again."""
    run(
        "import sys, mxnet; mxnet.nd.ones((2, 2))\n"
        "import mxnet.gluon.data._worker\n"
        "heavy = ('_graph', 'symbol', 'optimizer', 'kvstore', 'image', 'io', 'gluon.block')\n"
        "loaded = {name for name in heavy if f'mxnet.{name}' in sys.modules}\n"
        "assert not loaded, loaded\n"
        "assert {'nn', 'Trainer', 'data'} <= set(dir(mxnet.gluon)) and mxnet.gluon.data.vision"
    )


def test_counting_of_multiplications_does_not_load_torchs_counter():
    """torch for CUDA logs a warning on loading it where triton is missing."""
    run(
        "import sys, mxnet as mx; net = mx.gluon.nn.Dense(1); net.initialize()\n"
        "net.summary(mx.nd.ones((1, 2)), flops=True)\n"
        "assert 'torch.utils.flop_counter' not in sys.modules"
    )


def test_first_calls_load_no_compiler():
    """Shapes are inferred by our own rules: torch's take two seconds to load."""
    run("import runpy; runpy.run_module('tests.unit.graph.first_calls', run_name='__main__')")


def test_garbage_is_collected_afterwards_as_before():
    run(
        "import gc, mxnet\n"
        "mxnet.recordio; assert gc.isenabled()\n"
        "assert not hasattr(mxnet, 'no_such_module') and gc.isenabled()\n"
        "gc.disable(); mxnet.error; assert not gc.isenabled()"
    )


def test_every_listed_name_can_be_had():
    """One process, because it imports torch: names, star import, aliases."""
    run(
        "import mxnet\n"
        "missing = [name for name in dir(mxnet) if not hasattr(mxnet, name)]\n"
        "assert not missing, missing\n"
        "assert [name for name in dir(mxnet) if name.startswith('_')] == ['__version__']\n"
        "from mxnet import *; nd.ones(2); cpu(); Context('cpu'); autograd.record\n"
        "import mxnet.ndarray as module; assert module is mxnet.nd is mxnet.ndarray is nd"
    )


FIRST_IMPORTS = """
import gc, os, sys, torch  # once, because it takes long; every child begins here
import mxnet
gc.freeze()
modules = [name for name in dir(mxnet) if name not in {**mxnet._ALIASES, **mxnet._HOMES}]
failed = []
for name in modules:
    child = os.fork()
    if not child:
        exec(f"from mxnet import {name}")
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        failed.append(name)
assert len(modules) > 10 and not failed, failed
"""


def test_any_module_can_be_the_first_import():
    run(FIRST_IMPORTS)


def test_unknown_name():
    with pytest.raises(AttributeError, match="module 'mxnet' has no attribute 'no_such_name'"):
        _ = mxnet.no_such_name
    with pytest.raises(ImportError, match="cannot import name 'no_such_name' from 'mxnet'"):
        exec("from mxnet import no_such_name")
    with pytest.raises(ModuleNotFoundError, match="No module named 'mxnet.no_such_name'"):
        exec("import mxnet.no_such_name")


def test_a_package_missing_inside_a_submodule_is_named(tmp_path):
    """What a submodule misses is reported as such, not as a missing attribute of mxnet."""
    (tmp_path / "broken.py").write_text("import no_such_package")
    run(
        f"import mxnet; mxnet.__path__.append({str(tmp_path)!r})\n"
        "try:\n    mxnet.broken\n"
        "except ModuleNotFoundError as error:\n    assert error.name == 'no_such_package'\n"
        "else:\n    raise AssertionError('no error')"
    )


def test_version():
    assert mxnet.__version__ == "1.10.0" and isinstance(mxnet.__version__, str)


@pytest.mark.parametrize("older", ["1.3.1", "1.9", "1.9.1.post0", "1.5.0b20190101", "0.12"])
def test_scripts_compare_versions_as_texts(older):
    """As a text, 1.10 comes before 1.3."""
    assert mxnet.__version__ > older and mxnet.__version__ >= older
    assert not mxnet.__version__ < older and not mxnet.__version__ <= older
    assert older < mxnet.__version__ and not older >= mxnet.__version__


def test_versions_are_ordered_like_their_numbers():
    assert mxnet.__version__ <= "1.10" and mxnet.__version__ >= "1.10.0"
    assert mxnet.__version__ < "1.10.1" and mxnet.__version__ < "2.0.0b1"
    assert sorted(["2.0", mxnet.__version__, "1.9.1"]) == ["1.9.1", "1.10.0", "2.0"]
    with pytest.raises(TypeError):
        mxnet.__version__ < 2  # noqa: B015


def test_unsupported_numpy_names_raise_with_advice():
    for module, advice in ((mxnet.np, "use mx.nd, or NumPy"), (mxnet.npx, "use mx.nd")):
        with pytest.raises(AttributeError, match=f"nothing is not supported; {advice}"):
            _ = module.nothing
    assert not hasattr(mxnet.np, "__wrapped__")
