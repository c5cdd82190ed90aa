"""Functions for shapes, joining, parts and matrices: as NumPy has them, on arrays and symbols."""

from __future__ import annotations

import numpy as onp
import pytest

import mxnet as mx
from mxnet import np, npx


@pytest.fixture(autouse=True)
def numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


def floats(*shape):
    return onp.random.RandomState(7).uniform(-1, 1, shape).astype("float32")


V, A, CUBE, SCALAR = floats(3), floats(2, 3), floats(2, 3, 4), onp.array(0.5, "float32")
GOOD = onp.array([[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 5.0]], "float32")
PLACES = onp.array([0, 2, 1])

# function, arguments, keywords: called as in NumPy
CALLS = [
    ("reshape", (A, (3, -1)), {}),
    ("reshape", (A, 6), {}),
    ("reshape", (A[:1, :1], ()), {}),
    ("ravel", (CUBE,), {}),
    ("expand_dims", (A, -1), {}),
    ("squeeze", (A[:1],), {}),
    ("squeeze", (A[:1],), {"axis": 0}),
    ("atleast_1d", (SCALAR,), {}),
    ("atleast_2d", (V,), {}),
    ("atleast_3d", (V,), {}),
    ("broadcast_to", (V, (2, 3)), {}),
    ("tile", (A, 2), {}),
    ("tile", (A, [2, 1, 2]), {}),
    ("repeat", (A, 2), {}),
    ("repeat", (A, 2), {"axis": 1}),
    ("transpose", (CUBE,), {}),
    ("transpose", (CUBE, (1, 2, 0)), {}),
    ("swapaxes", (CUBE, 0, -1), {}),
    ("moveaxis", (CUBE, 0, -1), {}),
    ("moveaxis", (CUBE, [0, 1], [-1, -2]), {}),
    ("roll", (CUBE, 5), {}),
    ("roll", (CUBE, (1, 2)), {"axis": (0, 1)}),
    ("flip", (CUBE,), {}),
    ("flip", (CUBE,), {"axis": -1}),
    ("flip", (CUBE,), {"axis": (0, 2)}),
    ("flipud", (A,), {}),
    ("fliplr", (A,), {}),
    ("rot90", (A,), {}),
    ("rot90", (CUBE, 3), {"axes": (2, 1)}),
    ("diag", (V,), {"k": 1}),
    ("diag", (A,), {}),
    ("diagflat", (A,), {"k": -1}),
    ("diagonal", (CUBE, 1, 0, 2), {}),
    ("trace", (CUBE,), {"axis1": 1, "axis2": 2}),
    ("tril", (CUBE,), {"k": 1}),
    ("concatenate", ((A, A),), {}),
    ("concatenate", ([A, A],), {"axis": None}),
    ("append", (A, V), {}),
    ("append", (A, A), {"axis": 1}),
    ("stack", ((A, A),), {"axis": -1}),
    ("vstack", ((V, A),), {}),
    ("hstack", ((A, A),), {}),
    ("dstack", ((V, V),), {}),
    ("column_stack", ((V, V),), {}),
    ("split", (CUBE, 2), {"axis": 2}),
    ("split", (CUBE, [1, 3]), {"axis": -1}),
    ("array_split", (CUBE, 3), {"axis": 2}),
    ("vsplit", (A, 2), {}),
    ("hsplit", (A, (1,)), {}),
    ("hsplit", (V, 3), {}),
    ("dsplit", (CUBE, 2), {}),
    ("insert", (V, 1, 5.0), {}),
    ("insert", (A, 1, V[:2]), {"axis": 1}),
    ("insert", (V, slice(0, 3, 2), V[:2]), {}),
    ("insert", (V, PLACES, V), {}),
    ("delete", (A, 1), {"axis": 1}),
    ("delete", (CUBE, slice(0, 3, 2)), {"axis": 1}),
    ("pad", (A, ((1, 2), (0, 3))), {}),
    ("pad", (A, ((1, 2), (0, 3))), {"mode": "constant", "constant_values": 2}),
    ("pad", (A, ((1, 2), (0, 3))), {"mode": "reflect"}),
    ("pad", (A, ((1, 2), (0, 3))), {"mode": "symmetric"}),
    ("pad", (A, ((1, 2), (0, 3))), {"mode": "edge"}),
    ("pad", (A, ((1, 2), (0, 3))), {"mode": "minimum"}),
    ("take", (A, PLACES), {}),
    ("take", (A, PLACES), {"axis": 1}),
    ("take", (A, PLACES - 4), {"axis": 1, "mode": "wrap"}),
    ("take", (A, PLACES + 1), {"axis": 1, "mode": "clip"}),
    ("sort", (CUBE,), {}),
    ("sort", (CUBE,), {"axis": 0}),
    ("sort", (CUBE,), {"axis": None}),
    ("argsort", (CUBE,), {}),
    ("argsort", (CUBE,), {"axis": 1}),
    ("linalg.cholesky", (GOOD,), {}),
    ("linalg.inv", (GOOD,), {}),
    ("linalg.pinv", (A,), {"rcond": 1e-6}),
    ("linalg.det", (GOOD,), {}),
    ("linalg.slogdet", (GOOD,), {}),
    ("linalg.eigvalsh", (GOOD,), {}),
    ("linalg.solve", (GOOD, V), {}),
    ("linalg.solve", (GOOD, A.T.copy()), {}),
    ("linalg.tensorinv", (floats(4, 6, 8, 3).astype("float64"),), {}),
    ("linalg.tensorsolve", (floats(2, 3, 6).astype("float64"), A.astype("float64")), {}),
    *(("linalg.norm", (A, order), {}) for order in (None, "fro", "nuc", 1, -1, 2, -2, onp.inf)),
    *(("linalg.norm", (A, order), {"axis": 1}) for order in (None, 0, 1, 2, 3, onp.inf, -onp.inf)),
    *(("linalg.norm", (CUBE, order), {"axis": (0, 2), "keepdims": True}) for order in (None, 1, 2)),
    ("linalg.norm", (CUBE,), {}),
    ("linalg.norm", (V, 3), {"keepdims": True}),
]  # fmt: skip
NAMES = [f"{name}-{i}" for i, (name, _, _) in enumerate(CALLS)]


def get_function(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


def replace(value, by):
    """Return arguments with NumPy's arrays replaced."""
    if isinstance(value, onp.ndarray):
        return by(value)
    if isinstance(value, list | tuple) and any(isinstance(v, onp.ndarray) for v in value):
        return type(value)(replace(v, by) for v in value)
    return value


def check(ours, theirs):
    if isinstance(theirs, list | tuple):
        assert len(ours) == len(theirs)
        for our, their in zip(ours, theirs, strict=True):
            check(our, their)
        return
    assert ours.shape == theirs.shape
    assert ours.dtype == theirs.dtype
    onp.testing.assert_allclose(ours.asnumpy(), theirs, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS, ids=NAMES)
def test_as_numpy(name, args, kwargs):
    expected = get_function(onp, name)(*args, **kwargs)
    ours = get_function(np, name)(
        *(replace(a, lambda a: np.array(a, dtype=a.dtype)) for a in args), **kwargs
    )
    check(ours, expected)


@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS, ids=NAMES)
def test_as_a_symbol(name, args, kwargs):
    arguments = {}

    def variable(array):
        arguments[f"in{len(arguments)}"] = np.array(array, dtype=array.dtype)
        return mx.sym.var(f"in{len(arguments) - 1}").as_np_ndarray()

    symbol = get_function(mx.sym.np, name)(*(replace(a, variable) for a in args), **kwargs)
    several = isinstance(symbol, list | tuple)
    results = mx.sym.Group(list(symbol)).eval(**arguments) if several else symbol.eval(**arguments)
    expected = get_function(onp, name)(*args, **kwargs)
    check(results if several else results[0], expected)


def test_results_in_arrays_that_are_there():
    room = np.zeros((4, 3))
    assert np.concatenate((np.ones((2, 3)), np.ones((2, 3))), out=room) is room
    assert room.sum() == 12
    room = np.zeros((2, 2, 3))
    assert np.stack([np.ones((2, 3))] * 2, out=room) is room
    assert room.sum() == 12


def test_functions_that_return_tuples_and_lists():
    assert isinstance(np.split(np.ones(4), 2), list)
    assert isinstance(np.split(np.ones(4), 1), list)
    assert isinstance(np.linalg.svd(np.ones((2, 3))), tuple)
    assert isinstance(np.linalg.eigh(np.array(GOOD)), tuple)
    assert isinstance(np.linalg.eig(np.array(GOOD)), tuple)
    assert isinstance(np.diag_indices_from(np.ones((2, 2))), tuple)
    assert isinstance(np.unravel_index(np.array([3], dtype="int64"), (2, 3)), tuple)


def test_svd_and_eigenvectors():
    u, values, v = np.linalg.svd(np.array(A))
    onp.testing.assert_allclose(
        (u.asnumpy() * values.asnumpy()) @ v.asnumpy(), A, rtol=1e-5, atol=1e-6
    )
    for function in (np.linalg.eig, np.linalg.eigh):
        values, vectors = (part.asnumpy() for part in function(np.array(GOOD)))
        onp.testing.assert_allclose(GOOD @ vectors, vectors * values, rtol=1e-4, atol=1e-5)


def test_infinite_orders_in_words_mean_all_elements():
    x = np.array([[1.0, -5.0], [3.0, 4.0]])
    assert np.linalg.norm(x, "inf").item() == 5
    assert np.linalg.norm(x, "-inf").item() == 1
    assert np.linalg.norm(x, onp.inf).item() == 7


def test_places():
    rows, columns = np.unravel_index(np.array([[3, 5]], dtype="int32"), (2, 3))
    assert rows.tolist() == [[1, 1]]
    assert columns.tolist() == [[0, 2]]
    assert np.unravel_index(4, (2, 3)) == (1, 1)
    first, second = np.diag_indices_from(np.ones((2, 2)))
    assert first.tolist() == second.tolist() == [0, 1]


def test_places_of_symbols():
    x = np.array([[3, 5], [0, 1]], dtype="int64")
    variable = mx.sym.var("x").as_np_ndarray()
    places = mx.sym.np.unravel_index(variable, (2, 3))
    rows, columns = mx.sym.Group(list(places)).eval(x=x)
    assert rows.asnumpy().tolist() == [[1, 1], [0, 0]]
    assert columns.asnumpy().tolist() == [[0, 2], [0, 1]]
    (both,) = mx.sym.np.diag_indices_from(variable).eval(x=x)
    assert both.tolist() == [[0, 1], [0, 1]]


def test_operators_by_their_short_names():
    assert np._internal.add_scalar(np.array([1.0]), scalar=2.0).tolist() == [3]
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        np._internal.nothing  # noqa: B018


def test_resize():
    assert np.resize(np.array([1, 2, 3]), (2, 4)).tolist() == [[1, 2, 3, 1], [2, 3, 1, 2]]
    assert np.resize(np.array([1, 2, 3]), 2).tolist() == [1, 2]


def test_windows():
    for name in ("hanning", "hamming", "blackman"):
        window = getattr(np, name)(7)
        assert window.dtype == onp.float32
        onp.testing.assert_allclose(window.asnumpy(), getattr(onp, name)(7), atol=1e-6)
    assert np.hanning(0).shape == (0,)


def test_numbers_instead_of_arrays():
    assert np.tile(5, (2, 2)).tolist() == [[5, 5], [5, 5]]
    assert np.ravel(5).tolist() == [5]
    filled = np.broadcast_to(5, (2,))
    assert isinstance(filled, np.ndarray)
    assert filled.tolist() == [5, 5]


def test_memory():
    x = np.ones((2, 3))
    assert np.shares_memory(x, x[1])
    assert not np.may_share_memory(x, x.copy())


METHODS = [
    ("reshape", (3, 2)), ("reshape", ((3, -1),)), ("take", (PLACES,)), ("repeat", (2,)),
    ("squeeze", ()), ("swapaxes", (0, 1)), ("transpose", (1, 0)), ("argsort", ()),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args"), METHODS)
def test_methods(name, args):
    args_of_ours = [replace(a, lambda a: np.array(a, dtype=a.dtype)) for a in args]
    ours = getattr(np.array(A), name)(*args_of_ours)
    check(ours, getattr(A, name)(*args))


REFUSED = [
    ("split", (A, 4), {}, ValueError, "array split does not result in an equal division"),
    ("split", (A, "a"), {}, ValueError, "indices_or_sections must be either int, or tuple / list"),
    ("hsplit", (SCALAR, 1), {}, ValueError, "hsplit only works on arrays of 1 or more dimensions"),
    ("vsplit", (V, 1), {}, ValueError, "vsplit only works on arrays of 2 or more dimensions"),
    ("dsplit", (A, 1), {}, ValueError, "dsplit only works on arrays of 3 or more dimensions"),
    ("ravel", (A,), {"order": "F"}, NotImplementedError, "order F is not supported"),
    ("insert", (A, "a", V), {}, TypeError, "'obj' can not support type <class 'str'>"),
    ("insert", (A, 1, [1]), {}, TypeError, "'values' can not support type <class 'list'>"),
    ("delete", (A, [0]), {}, TypeError, "'obj' can not support type <class 'list'>"),
    ("delete", (5, 0), {}, TypeError, "'arr' can not support type <class 'int'>"),
    ("pad", (A, 1), {}, TypeError, "`pad_width` must be tuple."),
    ("pad", (A, ((1, 1.5),)), {}, TypeError, "`pad_width` must be of integral type."),
    ("pad", (A, ((1, 1),)), {"mode": "wrap"}, ValueError, "mode 'wrap' is not supported."),
    ("pad", (A, ((1, 1),)), {"mode": "wild"}, KeyError, "wild"),
    ("pad", (A, ((1, 1),)), {"y": 1}, ValueError, r"y keyword not in allowed keywords \['const"),
    ("pad", (A, ((1, 1),)), {"constant_values": (1,)}, TypeError, "constant_values type: 'tuple'"),
    ("pad", (A, ((1, 1),)), {"mode": "maximum", "stat_length": 1}, ValueError, "stat_length 1"),
    ("pad", (A, ((1, 1),)), {"mode": "reflect", "reflect_type": "odd"}, ValueError, "type 'odd'"),
    ("take", (A, PLACES), {"mode": "wild"}, NotImplementedError, "does not support mode 'wild'"),
    ("take", (V, PLACES + 1), {}, mx.MXNetError, "indices out of bound: 1 to 3, size 3"),
    ("sort", (A,), {"order": "x"}, NotImplementedError, "order not supported here"),
    ("unravel_index", (A, (2, 3)), {}, TypeError, "only int indices permitted, got float32"),
    ("unravel_index", (PLACES, (2, 3), "F"), {}, NotImplementedError, "column-major"),
    ("transpose", (A, (0, 0)), {}, ValueError, "Repeated axis in transpose"),
    ("transpose", (A, (0, 2)), {}, mx.MXNetError, "axes must be a permutation of the 2 axes"),
    ("linalg.norm", (A, 1, (0, 1, 2)), {}, ValueError, "Improper number of dimensions to norm"),
    ("linalg.pinv", (A,), {"hermitian": True}, NotImplementedError, "hermitian is not supported"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args", "kwargs", "kind", "text"), REFUSED)
def test_refused_calls(name, args, kwargs, kind, text):
    args = [replace(a, lambda a: np.array(a, dtype=a.dtype)) for a in args]
    with pytest.raises(kind, match=text):
        get_function(np, name)(*args, **kwargs)
