"""``mx.numpy_dispatch_protocol``: which functions of NumPy take arrays of ``mx.np``."""

import numpy as onp
import pytest

from mxnet import np, numpy_dispatch_protocol as protocol


@pytest.mark.parametrize(
    "decorate", [protocol.with_array_function_protocol, protocol.with_array_ufunc_protocol]
)
def test_decorators(decorate):
    @decorate
    def compute(x):
        """Say something."""
        return onp.mean(x), onp.add(x, x)

    results = compute(np.ones(3))
    assert [type(result) for result in results] == [np.ndarray, np.ndarray]
    assert compute.__name__ == "compute"
    assert compute.__doc__ == "Say something."


def test_tables():
    functions, ufuncs = protocol._NUMPY_ARRAY_FUNCTION_DICT, protocol._NUMPY_ARRAY_UFUNC_DICT
    assert functions[onp.mean] is np.mean
    assert functions[onp.linalg.norm] is np.linalg.norm
    assert ufuncs["add"] is np.add
    assert None not in [*functions.values(), *ufuncs.values()]


def test_lists():
    assert len(protocol._NUMPY_ARRAY_FUNCTION_LIST) == len(set(protocol._NUMPY_ARRAY_FUNCTION_LIST))
    assert "linalg.eigh" in protocol._NUMPY_ARRAY_FUNCTION_LIST
    assert "true_divide" in protocol._NUMPY_ARRAY_UFUNC_LIST
