"""Functions of mx.np, beside NumPy's own: the same numbers, for arrays and for symbols."""

from __future__ import annotations

import numpy as onp
import pytest

import mxnet as mx
from mxnet import _numpy_op_doc, np, npx, numpy_op_signature

X = onp.array([[5.0, 2.0, 4.0], [3.0, 4.0, 7.0]], "float32")
W = onp.array([1.0, 2.0, 3.0], "float32")
INTEGERS = onp.array([[1, 2, 4], [3, 4, 7]], "int32")

# of X, W and the module: NumPy's answer, in float32 where NumPy has float64
CASES = {
    "abs": lambda np, x, w: np.abs(-x),
    "add": lambda np, x, w: np.add(x, w),
    "add a number": lambda np, x, w: np.add(x, 1.5),
    "add to a number": lambda np, x, w: np.add(1.5, x),
    "subtract": lambda np, x, w: np.subtract(x, w),
    "subtract from a number": lambda np, x, w: np.subtract(1, x),
    "multiply": lambda np, x, w: np.multiply(x, w),
    "divide": lambda np, x, w: np.divide(x, w),
    "divide a number": lambda np, x, w: np.true_divide(2, x),
    "mod": lambda np, x, w: np.mod(x, w),
    "remainder of a number": lambda np, x, w: np.remainder(7, x),
    "power": lambda np, x, w: np.power(x, w),
    "power of a number": lambda np, x, w: np.power(2, x),
    "maximum": lambda np, x, w: np.maximum(x, 4),
    "minimum": lambda np, x, w: np.minimum(4, x),
    "hypot": lambda np, x, w: np.hypot(x, w),
    "arctan2": lambda np, x, w: np.arctan2(x, w),
    "arctan2 of a number": lambda np, x, w: np.arctan2(2, x),
    "copysign": lambda np, x, w: np.copysign(x, -w),
    "greater": lambda np, x, w: np.greater(x, 3),
    "greater, a number first": lambda np, x, w: np.greater(3, x),
    "less_equal": lambda np, x, w: np.less_equal(x, w),
    "equal": lambda np, x, w: np.equal(x, 4),
    "deg2rad": lambda np, x, w: np.deg2rad(x),
    "rad2deg": lambda np, x, w: np.rad2deg(x),
    "isfinite": lambda np, x, w: np.isfinite(x / (w - 2)),
    "logical_not": lambda np, x, w: np.logical_not(w - 2),
    "around": lambda np, x, w: np.around(x / 3, 1),
    "round": lambda np, x, w: np.round(x / 2),
    "clip": lambda np, x, w: np.clip(x, 3, 4.5),
    "clip from below": lambda np, x, w: np.clip(x, 3, None),
    "clip from above": lambda np, x, w: np.clip(x, None, 3),
    "nan_to_num": lambda np, x, w: np.nan_to_num(w / (w - 2), posinf=9.0),
    "sum": lambda np, x, w: np.sum(x),
    "sum over an axis": lambda np, x, w: np.sum(x, axis=1, keepdims=True),
    "prod": lambda np, x, w: np.prod(x, axis=(0, 1)),
    "mean": lambda np, x, w: np.mean(x, axis=-1),
    "std": lambda np, x, w: np.std(x, axis=0, ddof=1),
    "var": lambda np, x, w: np.var(x, keepdims=True),
    "max": lambda np, x, w: np.max(x, axis=0),
    "amin": lambda np, x, w: np.amin(x),
    "all": lambda np, x, w: np.all(x > 2, axis=0),
    "any": lambda np, x, w: np.any(x > 6, axis=1),
    "cumsum": lambda np, x, w: np.cumsum(x, axis=1),
    "average": lambda np, x, w: np.average(x, axis=1, weights=w),
    "average of all": lambda np, x, w: np.average(x),
    "dot": lambda np, x, w: np.dot(x, w),
    "matmul": lambda np, x, w: np.matmul(x, x.T),
    "tensordot": lambda np, x, w: np.tensordot(x, x),
    "tensordot over axes": lambda np, x, w: np.tensordot(x, x, axes=(1, 1)),
    "tensordot over lists of axes": lambda np, x, w: np.tensordot(x, x, axes=([0, 1], [0, 1])),
    "inner": lambda np, x, w: np.inner(x, w),
    "outer": lambda np, x, w: np.outer(x, w),
    "vdot": lambda np, x, w: np.vdot(x, x),
    "einsum": lambda np, x, w: np.einsum("ij,j->i", x, w),
    "einsum optimized": lambda np, x, w: np.einsum("ij,kj,j", x, x, w, optimize=True),
    "where": lambda np, x, w: np.where(x > 3, x, w),
    "where with a number": lambda np, x, w: np.where(x > 3, x, -1),
    "where with another": lambda np, x, w: np.where(x > 3, -1, x),
    "percentile": lambda np, x, w: np.percentile(x, 30, axis=1),
    "quantile": lambda np, x, w: np.quantile(x, 0.3, keepdims=True),
    "diff": lambda np, x, w: np.diff(x, n=2),
    "ediff1d": lambda np, x, w: np.ediff1d(x, to_end=w, to_begin=9),
    "polyval": lambda np, x, w: np.polyval(w, x),
}
EXACT = {  # what NumPy has as float64 for numbers
    "argmax": lambda np, x, w: np.argmax(x),
    "argmin over an axis": lambda np, x, w: np.argmin(x, axis=1),
}
ONLY_ARRAYS = {
    "nonzero": lambda np, x: np.nonzero(x > 3),
    "where alone": lambda np, x: np.where(x > 3),
    "unique": lambda np, x: np.unique(x, return_index=True, return_counts=True),
    "histogram": lambda np, x: np.histogram(x, 3, (0, 9)),
}


def compare(ours, theirs):
    assert ours.shape == theirs.shape
    dtype = "float32" if theirs.dtype.kind == "f" else theirs.dtype
    assert ours.dtype == dtype
    onp.testing.assert_allclose(ours.asnumpy(), theirs, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", [*CASES, *EXACT])
def test_on_arrays(name):
    function = (CASES | EXACT)[name]
    with onp.errstate(divide="ignore"):
        compare(function(np, np.array(X), np.array(W)), onp.asarray(function(onp, X, W)))


@pytest.mark.parametrize("name", [*CASES, *EXACT])
@mx.util.use_np
def test_on_symbols(name):
    function = (CASES | EXACT)[name]
    x, w = (mx.sym.var(n).as_np_ndarray() for n in "xw")
    symbol = function(mx.sym.np, x, w)
    bound = {name: np.array(values) for name, values in (("x", X), ("w", W))}
    used = {n: bound[n] for n in symbol.list_arguments()}
    (result,) = symbol.eval(ctx=mx.cpu(), **used)
    with onp.errstate(divide="ignore"):
        compare(result, onp.asarray(function(onp, X, W)))


@pytest.mark.parametrize("name", ONLY_ARRAYS)
def test_on_arrays_whose_results_are_many(name):
    for ours, theirs in zip(
        ONLY_ARRAYS[name](np, np.array(X)), ONLY_ARRAYS[name](onp, X), strict=True
    ):
        compare(ours, theirs)


@pytest.mark.parametrize("axis", [None, 0, 1, (0, 1)])
@pytest.mark.parametrize("name", ["all", "any"])
def test_truth_of_many_elements(name, axis):
    many = onp.arange(100 * 99).reshape(100, 99) % 101 > 0
    for values in (many, ~many, many * onp.float32("nan")):
        result = getattr(np, name)(np.array(values, dtype=values.dtype), axis=axis)
        assert result.asnumpy().tolist() == getattr(onp, name)(values, axis=axis).tolist()


def test_methods_take_their_parameters_in_numpys_order():
    x = np.array(X)
    assert x.max(1, None, True).shape == x.sum(1, None, None, True).shape == (2, 1)
    assert x.all(0, None, True).shape == x.any(0, None, True).shape == (1, 3)
    assert x.clip(min=3).min() == x.clip(3, 4).min() == 3
    assert x.std().shape == x.argmin().shape == ()
    assert [part.shape for part in x.nonzero()] == [(6,), (6,)]


def test_results_are_written_to_out():
    x, out = np.array(X), np.zeros((2, 3))
    assert np.exp(x, out=out) is np.add(x, 1, out=out) is np.clip(x, 3, 4, out=out) is out
    assert np.sum(x, axis=0, out=out[0]).tolist() == [8, 6, 11]
    truth = np.zeros((2, 3), dtype="bool")
    assert np.isnan(x, out=truth) is truth
    assert np.nan_to_num(x, copy=False) is x


def test_numbers_alone_are_numpys_business():
    assert np.add(1, 2) == 3 and np.exp(0) == 1 and np.isnan(1.0) == False  # noqa: E712
    assert np.around(3.456, 1) == 3.5 and np.clip(3, 1, 2) == 2
    assert np.where(True, 1, 2) == 1


def test_integers_keep_their_dtype():
    i = np.array(INTEGERS)
    assert np.add(i, 1.5).tolist() == (INTEGERS + 1).tolist()
    assert np.exp(i).dtype == np.var(i).dtype == i.dtype
    assert np.true_divide(i, 2).dtype == np.mean(i).dtype == "float32"


def test_gradients_arrive():
    x = np.array(X)
    x.attach_grad()
    with mx.autograd.record():
        loss = (np.where(x > 3, np.exp(-x), 1) * np.mean(x, axis=1, keepdims=True)).sum()
    loss.backward()
    selected = onp.where(X > 3, onp.exp(-X), 1)
    mean = X.mean(1, keepdims=True)
    expected = selected.sum(1, keepdims=True) / 3 - onp.where(X > 3, selected, 0) * mean
    assert type(x.grad) is np.ndarray
    onp.testing.assert_allclose(x.grad.asnumpy(), expected, rtol=1e-5)


def test_a_variable_without_gradient_has_none():
    x, y = np.ones(2), np.ones(2)
    x.attach_grad("null")
    y.attach_grad()
    with mx.autograd.record():
        product = x * y
    product.backward()
    assert x.grad is None
    assert y.grad.tolist() == [1, 1]


def test_operators_are_found_by_name():
    assert numpy_op_signature._get_builtin_op("_np_sum") is _numpy_op_doc._np_sum is np.sum
    assert numpy_op_signature._get_builtin_op("_npx_relu") is npx.relu
    assert numpy_op_signature._get_builtin_op("_npi_add") is None
    with pytest.raises(ValueError, match="Cannot find operator nothing in module mxnet.numpy"):
        numpy_op_signature._get_builtin_op("_np_nothing")


MORE_THAN_MXNET = {
    "histogram of a range": lambda np, x: np.histogram(x, 3),
    "histogram by rule": lambda np, x: np.histogram(x, "sturges"),
    "histogram of bounds": lambda np, x: np.histogram(x, [0, 2.5, 9]),
    "histogram of weights": lambda np, x: np.histogram(x, 3, range=(0, 9), weights=x),
    "histogram of densities": lambda np, x: np.histogram(x, 3, range=(0, 9), density=True),
    "percentile": lambda np, x: np.percentile(x, 40, overwrite_input=True),
    "diff after a number": lambda np, x: np.diff(x, prepend=1.5),
    "diff after an array": lambda np, x: np.diff(x, axis=0, prepend=x[:1], append=x[-1:]),
    "diff before a number": lambda np, x: np.diff(x, n=2, axis=0, append=0),
    "linspace of arrays": lambda np, x: np.linspace(x, x * 2, 4),
    "linspace of lists": lambda np, x: np.linspace([0, 1], 5, 4, axis=1),
    "logspace of arrays": lambda np, x: np.logspace(x, 2, 3, axis=-1),
    "empty_like": lambda np, x: np.empty_like(x, shape=(2, 0), subok=True),
}


@pytest.mark.parametrize("case", MORE_THAN_MXNET)
def test_calls_refused_by_mxnet_1_9_1_behave_as_in_numpy(case):
    ours = MORE_THAN_MXNET[case](np, np.array(X))
    theirs = MORE_THAN_MXNET[case](onp, onp.array(X))
    if not isinstance(ours, tuple):
        ours, theirs = (ours,), (theirs,)
    for mine, expected in zip(ours, theirs, strict=True):
        assert type(mine) is np.ndarray
        assert mine.shape == expected.shape
        onp.testing.assert_allclose(mine.asnumpy(), expected, rtol=1e-5)


def test_gradients_of_differences_with_edges():
    x = np.array([1.0, 4.0, 9.0])
    x.attach_grad()
    with mx.autograd.record():
        y = (np.diff(x, prepend=0, append=20) * np.array([1.0, 2.0, 3.0, 4.0])).sum()
    y.backward()
    assert x.grad.tolist() == [-1, -1, -1]


SYMBOL = mx.sym.var("x").as_np_ndarray()
REFUSED = [
    (lambda x: np.ones((2, 2), order="F"), NotImplementedError, "only supports C-order"),
    (lambda x: np.meshgrid(x[0], x[1], copy=False), NotImplementedError, "returns copies"),
    (
        lambda x: mx.sym.np.histogram(mx.sym.var("x").as_np_ndarray()),
        TypeError,
        "a symbol does not have",
    ),
    (lambda x: np.exp(x, where=False), NotImplementedError, "where=False is not implemented yet"),
    (lambda x: np.add(x, x, casting="mxnet"), TypeError, "casting=mxnet not understood"),
    (lambda x: np.exp([1.0]), TypeError, "type <class 'list'> not supported"),
    (lambda x: np.add(x, [1.0]), TypeError, "type <class 'list'> not supported"),
    (lambda x: np.sum(3), TypeError, "must have NDArray type, but got 3.*mx.np.array"),
    (lambda x: np.sum(x.as_nd_ndarray()), TypeError, "legacy ndarray"),
    (lambda x: np.isnan(x, out=x), TypeError, "`out` parameter should be a boolean array"),
    (lambda x: np.clip(x, None, None), ValueError, "must set either max or min"),
    (lambda x: np.where(x, x), ValueError, "either both or neither of x and y"),
    (lambda x: np.sum(x, initial=1), mx.MXNetError, "initial is not supported yet"),
    (lambda x: np.quantile(x, 1.5), ValueError, "percentile exceeds the valid range"),
    (lambda x: np.bincount(x, minlength=-1), ValueError, "Minlength value should greater than 0"),
    (lambda x: np.tensordot(x, x, axes=(0,)), ValueError, r"a pair of axes.*got \(0,\)"),
    (lambda x: np.einsum(x, [0, 1]), TypeError, "subscripts as text first"),
    (lambda x: np.einsum("ij", x, order="C"), TypeError, r"unknown arguments \['order'\]"),
    (lambda x: SYMBOL.astype("int8", order="F"), ValueError, "order must be either"),
    (lambda x: SYMBOL.astype("int8", casting="safe"), ValueError, "casting must be equal to"),
    (lambda x: SYMBOL.astype("int8", subok=False), ValueError, "subok must be equal to True"),
    (lambda x: np.random.multinomial(3, [1.0], p=1), TypeError, "unexpected keyword argument 'p'"),
    (lambda x: np.polyval([1, 2], x), TypeError, "polyval takes arrays of mx.np, got <class 'list"),
]


@pytest.mark.parametrize(("function", "kind", "text"), REFUSED, ids=[t for *_, t in REFUSED])
def test_refused(function, kind, text):
    with pytest.raises(kind, match=text):
        function(np.array(X))
