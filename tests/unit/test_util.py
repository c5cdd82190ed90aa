"""``mx.util``: the switches of NumPy's semantics, and small helpers."""

import os

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, util
from tests.threads import in_thread


@pytest.fixture(autouse=True)
def switch_off_again():
    yield
    util.reset_np()


def switches():
    return util.is_np_shape(), util.is_np_array()


def test_scopes():
    assert switches() == (False, False)
    with util.np_shape():
        assert switches() == (True, False)
        with util.np_array():
            assert switches() == (True, True)
            with util.np_shape(False), util.np_array(False):
                assert switches() == (False, False)
            assert switches() == (True, True)
        assert in_thread(switches) == (False, False)
    assert switches() == (False, False)


def test_a_scope_ends_with_an_error():
    with pytest.raises(KeyError), util.np_shape():
        raise KeyError
    assert not util.is_np_shape()


def test_set_np():
    util.set_np()
    assert switches() == (True, True)
    assert in_thread(switches) == (False, False)
    util.set_np(array=False)
    assert switches() == (True, False)
    util.reset_np()
    assert switches() == (False, False)
    with pytest.raises(ValueError, match="NumPy Shape semantics is required"):
        util.set_np(shape=False)
    assert switches() == (False, False)


def test_set_np_shape():
    assert util.set_np_shape(True) is False
    assert util.set_np_shape(1) is True
    assert util.set_np_shape(False) is True
    assert util.set_np_shape(0) is False
    with pytest.raises(TypeError, match="expects True, False or 2, got 'on'"):
        util.set_np_shape("on")


def test_np_shapes_of_all_threads():
    assert util.set_np_shape(2) is False
    assert switches() == in_thread(switches) == (True, False)
    assert in_thread(lambda: util.set_np_shape(0)) is True
    assert in_thread(switches) == (False, False)
    assert util.set_np_shape(0) is True  # what a thread has said itself stays
    for nonsense in (None, 1.0):
        with pytest.raises(TypeError, match="expects True, False or 2"):
            util.set_np_shape(nonsense)


def test_scope_of_np_arrays():
    assert not util._NumpyArrayScope._current.value._is_np_array
    with util._NumpyArrayScope(True):
        assert util.is_np_array()
        assert util._NumpyArrayScope._current.value._is_np_array
        assert not in_thread(lambda: util._NumpyArrayScope._current.value._is_np_array)
    assert isinstance(util.np_array(False), util._NumpyArrayScope)


def test_shapes_of_numpy():
    with util.np_shape():
        assert mx.nd.zeros(()).shape == ()
        assert mx.nd.zeros((0, 2)).shape == (0, 2)


@pytest.mark.parametrize(
    ("decorator", "inside"),
    [
        (util.use_np_shape, (True, False)),
        (util.use_np_array, (False, True)),
        (util.use_np, (True, True)),
    ],
)
def test_decorators(decorator, inside):
    @decorator
    def function(x, *, y=1):
        """What it does."""
        return switches(), x, y

    @decorator
    class Thing:
        """What it is."""

        constant = 3

        def __init__(self):
            self.made = switches()

        def method(self):
            return switches()

        @staticmethod
        def static():
            return switches()

        @classmethod
        def of_class(cls):
            return cls, switches()

        @property
        def value(self):
            """A property."""
            return switches()

        @value.setter
        def value(self, new):
            self.made = switches()

        def __call__(self):
            return switches()

    assert function(2, y=5) == (inside, 2, 5)
    assert (function.__name__, function.__doc__) == ("function", "What it does.")
    assert isinstance(Thing, type) and Thing.__doc__ == "What it is." and Thing.constant == 3
    thing = Thing()
    assert thing.made == thing.method() == thing.static() == Thing.static() == inside
    assert thing.value == thing() == inside
    assert Thing.of_class() == (Thing, inside)
    assert Thing.value.__doc__ == "A property."
    thing.made = None
    thing.value = 1
    assert thing.made == inside
    assert switches() == (False, False)


def test_methods_added_by_a_subclass_are_not_decorated():
    @util.use_np
    class Base:
        def old(self):
            return switches()

    class Derived(Base):
        def new(self):
            return switches()

    assert Derived().old() == (True, True)
    assert Derived().new() == (False, False)


def test_a_decorated_function_that_fails():
    @util.use_np
    def failing():
        raise KeyError("inside")

    with pytest.raises(KeyError, match="inside"):
        failing()
    assert switches() == (False, False)


@pytest.mark.parametrize("name", ["use_np", "use_np_shape", "use_np_array"])
def test_only_classes_and_functions_are_decorated(name):
    with pytest.raises(TypeError, match=f"{name} can only decorate classes and callable objects"):
        getattr(util, name)(3)


def test_names_at_the_top():
    for name in ("is_np_array", "is_np_shape", "np_array", "np_shape", "set_np_shape", "use_np"):
        assert getattr(mx, name) is getattr(util, name)


# ------------------------------------------------------------------------------------------ options


def test_legal_options():
    legal = util.np_ufunc_legal_option
    assert legal("where", True) and legal("where", np.array([True]))
    assert legal("casting", "no") and not legal("casting", "foo")
    assert legal("order", "C") and not legal("order", 3)
    assert legal("dtype", "float32") and legal("dtype", np.int8)
    assert not legal("dtype", "foo") and not legal("dtype", None)
    assert legal("subok", False) and not legal("subok", 1)
    assert not legal("foo", 1)


@pytest.mark.parametrize(
    ("wrapped", "args"),
    [
        (util.wrap_np_unary_func(lambda x, out=None: (x, out)), (3,)),
        (util.wrap_np_binary_func(lambda x, y, out=None: (x, y, out)), (3, 4)),
    ],
)
def test_wrapped_functions(wrapped, args):
    assert wrapped(*args) == (*args, None)
    assert wrapped(*args, 5) == wrapped(*args, out=5) == (*args, 5)
    defaults = {"where": True, "casting": "same_kind", "order": "K", "dtype": None, "subok": True}
    assert wrapped(*args, **defaults) == (*args, None)
    for option in ({"where": False}, {"order": "C"}, {"casting": "no"}, {"dtype": "int8"}):
        (key, value) = next(iter(option.items()))
        with pytest.raises(NotImplementedError, match=f"{key}={value} is not implemented"):
            wrapped(*args, **option)
    with pytest.raises(TypeError, match="foo is an invalid keyword"):
        wrapped(*args, foo=1)
    with pytest.raises(TypeError, match="casting=never not understood"):
        wrapped(*args, casting="never")


# ------------------------------------------------------------------------------------------ helpers


def test_environment(monkeypatch):
    monkeypatch.setenv("MXNET_TEST_VARIABLE", "before")
    assert util.getenv("MXNET_TEST_VARIABLE") == "before"
    util.setenv("MXNET_TEST_VARIABLE", "after")
    assert util.getenv("MXNET_TEST_VARIABLE") == os.environ["MXNET_TEST_VARIABLE"] == "after"
    util.setenv("MXNET_TEST_VARIABLE", None)
    assert util.getenv("MXNET_TEST_VARIABLE") is None
    util.setenv("MXNET_TEST_VARIABLE", None)
    with pytest.raises(TypeError):
        util.setenv("MXNET_TEST_VARIABLE", 3)


def test_set_module():
    def function():
        pass

    assert util.set_module("mxnet.numpy")(function).__module__ == "mxnet.numpy"
    assert util.set_module(None)(function).__module__ == "mxnet.numpy"


def test_devices(monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "3")
    assert util.get_gpu_count() == 3
    with pytest.raises(ValueError, match=r"Expecting a gpu context.*cpu\(0\)"):
        util.get_cuda_compute_capability(mx.cpu())
    with pytest.raises(MXNetError, match="only CUDA devices have a compute capability"):
        util.get_cuda_compute_capability(mx.gpu(0))
