"""Arrays of mx.np in files and pickles."""

from __future__ import annotations

import copy
import pickle

import pytest

import mxnet as mx
from mxnet import np, npx


@pytest.fixture
def numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


def alike(a, b):
    return type(a) is type(b) is np.ndarray and a.shape == b.shape and a.tolist() == b.tolist()


ARRAYS = [3.0, [], [1.0, 2.0], [[1.0], [2.0]]]


@pytest.mark.parametrize("values", ARRAYS)
def test_saved_arrays_are_loaded(tmp_path, numpy_mode, values):
    x, name = np.array(values), str(tmp_path / "x")
    npx.save(name, x)
    assert alike(npx.load(name)[0], x)
    npx.save(name, [x, x])
    assert [alike(loaded, x) for loaded in npx.load(name)] == [True, True]
    npx.save(name, {"a": x})
    assert alike(npx.load(name)["a"], x)


@pytest.mark.parametrize("values", ARRAYS)
def test_copies_and_pickles(values):
    x = np.array(values)
    assert alike(pickle.loads(pickle.dumps(x)), x)
    assert alike(copy.deepcopy(x), x)
    assert alike(copy.copy(x), x)


def test_files_need_numpys_shapes(tmp_path):
    with pytest.raises(ValueError, match=r"Cannot save .* in legacy mode.*npx.set_np"):
        npx.save(str(tmp_path / "x"), np.array([1]))
    with pytest.raises(ValueError, match=r"Cannot load .* in legacy mode.*npx.set_np"):
        npx.load(str(tmp_path / "x"))


def test_other_things_are_refused(tmp_path, numpy_mode):
    name = str(tmp_path / "x")
    with pytest.raises(ValueError, match=r"list of ndarrays, got NDArray"):
        npx.save(name, mx.nd.ones(2))
    with pytest.raises(TypeError, match=r"save takes arrays of mx.np, got NDArray"):
        npx.save(name, [mx.nd.ones(2)])
    with pytest.raises(TypeError, match=r"dict str->NDArray.*got <class 'int'>"):
        npx.save(name, {1: np.array(1)})
