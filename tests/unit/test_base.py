"""``mx.base`` and ``mx.error``: what other packages import from them."""

import array
import ctypes
import pickle
import types

import numpy as np
import pytest

import mxnet as mx
from mxnet import base, error


def test_the_error_class():
    assert mx.MXNetError is base.MXNetError is error.MXNetError
    assert issubclass(mx.MXNetError, RuntimeError)
    assert mx.MXNetError.__module__ == "mxnet.base"
    copied = pickle.loads(pickle.dumps(mx.MXNetError("text")))
    assert type(copied) is mx.MXNetError and str(copied) == "text"


def test_internal_errors():
    raised = error.InternalError("x is odd")
    assert isinstance(raised, mx.MXNetError)
    assert "internal error" in str(raised) and "x is odd" in str(raised)


@pytest.fixture
def registry(monkeypatch):
    monkeypatch.setattr(error, "ERROR_TYPES", dict(error.ERROR_TYPES))
    monkeypatch.setattr(base, "ERROR_TYPES", error.ERROR_TYPES)


def test_registered_errors(registry):
    @error.register
    class ShapeError(mx.MXNetError):
        pass

    error.register_error("OtherError", ValueError)

    @error.register_error("Named")
    class Whatever(mx.MXNetError):
        pass

    assert type(error.typed_error("ShapeError: wrong")) is ShapeError
    assert type(error.typed_error("OtherError: wrong")) is ValueError
    assert type(error.typed_error("Named: wrong")) is Whatever
    assert type(error.typed_error("IndexError: wrong")) is IndexError
    assert type(error.typed_error("wrong")) is mx.MXNetError
    assert base.c2pyerror("OtherError: wrong") == ("OtherError: wrong", "OtherError")
    assert base.c2pyerror("wrong") == ("wrong", None)
    assert base.c2pyerror("Unknown: wrong") == ("Unknown: wrong", None)


def test_check_call():
    assert base.check_call(0) is None
    with pytest.raises(mx.MXNetError):
        base.check_call(-1)


def test_refusals_begin_with_the_texts_of_1_9_1():
    assert str(base.NotImplementedForSymbol(len, "*", 1, "a")).startswith(
        "Function len (namely operator \"*\") with arguments (<class 'int'>, <class 'str'>) "
        "is not implemented for Symbol and only available in NDArray. "
    )
    assert str(base.NotSupportedForSparseNDArray(len, None)) == (
        "Function len is not supported for SparseNDArray and only available in NDArray."
    )
    assert issubclass(base.NotImplementedForSymbol, mx.MXNetError)


def test_types():
    assert isinstance("a", base.string_types)
    assert isinstance(3, base.integer_types) and isinstance(np.int64(3), base.integer_types)
    assert not isinstance(3.0, base.integer_types)
    assert isinstance(np.float16(3), base.numeric_types) and isinstance(3.0, base.numeric_types)
    assert base.mx_real_t is np.float32
    assert repr(base._Null) == "_Null"
    for name in ("NDArray", "Symbol", "Executor", "KVStore", "DataIter", "CachedOp", "RecordIO"):
        assert issubclass(getattr(base, f"{name}Handle"), ctypes.c_void_p)


def test_strings_and_buffers():
    assert base.py_str(b"abc") == "abc"
    assert base.c_str("abc").value == b"abc"
    assert base.c_str_array(["a", "b"])[:] == [b"a", b"b"]
    assert base.c_array(base.mx_uint, [1, 2])[:] == [1, 2]
    values = array.array("f", [1, 2])
    shared = base.c_array_buf(base.mx_float, values)
    shared[0] = 5
    assert values[0] == 5
    text = ctypes.create_string_buffer(b"hello")
    pointer = ctypes.cast(text, ctypes.POINTER(ctypes.c_char))
    assert base.ctypes2buffer(pointer, 4) == bytearray(b"hell")
    with pytest.raises(TypeError, match="pointer to c_char, got int"):
        base.ctypes2buffer(3, 4)
    floats = (ctypes.c_float * 4)(1, 2, 3, 4)
    view = base.ctypes2numpy_shared(ctypes.cast(floats, base.mx_float_p), (2, 2))
    floats[3] = 9
    assert view.tolist() == [[1, 2], [3, 9]]
    with pytest.raises(RuntimeError, match="float pointer, got int"):
        base.ctypes2numpy_shared(3, (1,))


def test_parameter_docs():
    names, kinds, texts = (
        ["a", "b", "a", "num_args"],
        ["int", "float", "str", "int"],
        ["x", "", "z", ""],
    )
    assert base.build_param_doc(names, kinds, texts) == (
        "Parameters\n----------\na : int\n    x\nb : float\n"
    )
    assert base.build_param_doc(names, kinds, texts, False).count("a :") == 2


def test_places_in_docstrings(monkeypatch):
    source = 'def f():\n    "Does."\n\nclass C:\n    def m(self):\n        "Is."\n'
    module = types.ModuleType("made_for_a_test")
    exec(compile(source, "made.py", "exec"), module.__dict__)
    monkeypatch.setitem(base.sys.modules, "made_for_a_test", module)
    base.add_fileline_to_docstring(module)
    assert module.f.__doc__ == "Does.\n\nFrom:made.py:1"
    assert module.C.m.__doc__ == "Is.\n\nFrom:made.py:5"


def test_class_properties():
    class Plain:
        @base.classproperty
        def name(cls):
            return cls.__name__

    assert Plain.name == Plain().name == "Plain"

    class Settable(metaclass=base.ClassPropertyType):
        value = 3

        @base.classproperty
        def twice(cls):
            return 2 * cls.value

        @twice.setter
        def twice(cls, new):
            cls.value = new // 2

        @base.classproperty
        def fixed(cls):
            return 1

    class Derived(Settable):
        pass

    Settable.twice = 10
    assert (Settable.value, Settable.twice) == (5, 10)
    Derived.twice = 4
    assert (Derived.value, Settable.value) == (2, 5)
    with pytest.raises(AttributeError, match="cannot be set"):
        Settable.fixed = 2


def test_assignments_to_class_properties_can_be_replaced(monkeypatch):
    """As GluonTS did, by MXNet's private names, for a defect of early versions."""

    def assign(cls, key, value):
        found = cls.__dict__.get(key)
        if isinstance(found, base._MXClassPropertyDescriptor):
            assigned.append(key)
            return found.__set__(cls, value)
        return super(base._MXClassPropertyMetaClass, cls).__setattr__(key, value)

    class Scope(metaclass=base._MXClassPropertyMetaClass):
        value = 3

        @base.classproperty
        def current(cls):
            return cls.value

        @current.setter
        def current(cls, new):
            cls.value = new

    assigned = []
    monkeypatch.setattr(base._MXClassPropertyMetaClass, "__setattr__", assign)
    Scope.current = 4
    assert Scope.current == 4 and assigned == ["current"]


def test_with_metaclass():
    class Meta(type):
        pass

    class Thing(base.with_metaclass(Meta, dict)):
        pass

    assert type(Thing) is Meta and issubclass(Thing, dict)


def test_data_dir(monkeypatch):
    monkeypatch.setenv("MXNET_HOME", "some/where")
    assert base.data_dir() == "some/where"
    monkeypatch.delenv("MXNET_HOME")
    assert base.data_dir() == base.data_dir_default()
    assert base.data_dir_default().endswith("mxnet")
