"""NumPy's functions on arrays of mx.np, and functions that NumPy computes for them."""

from __future__ import annotations

import numpy as onp
import pytest
import torch

from mxnet import autograd, nd, np
from mxnet.numpy import multiarray, stride_tricks, utils

VALUES = [[1.0, 2.0], [3.0, 4.0]]


def x():
    return np.array(VALUES)


# What NumPy is asked, and whether mx.np computes it.
ASKED = {
    "mean": lambda a: onp.mean(a, axis=0),
    "exp": onp.exp,
    "add": lambda a: onp.add(a, 1),
    "number": lambda a: onp.float64(2) * a,
    "concatenate": lambda a: onp.concatenate([a, a]),
    "stack": lambda a: onp.stack([a, a], axis=1),
    "einsum": lambda a: onp.einsum("ij->i", a),
    "inv": onp.linalg.inv,
    "logical_and": lambda a: onp.logical_and(a, a),  # NumPy computes it
    "cumprod": onp.cumprod,
    "sinc": onp.sinc,
    "cov": onp.cov,
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_numpy_dispatches_to_the_array(ask):
    ours = ask(x())
    assert type(ours) is np.ndarray
    onp.testing.assert_allclose(ours.asnumpy(), ask(onp.array(VALUES, "float32")), 1e-5, 1e-6)


def test_numpy_writes_into_arrays():
    out = x()
    assert onp.add(x(), 1, out=out) is out
    assert out.tolist() == [[2, 3], [4, 5]]


def test_memory_is_shared_by_dlpack():
    theirs = onp.zeros(3, "float32")
    ours = np.from_dlpack(theirs)
    ours[1] = 5
    assert type(ours) is np.ndarray and theirs.tolist() == [0, 5, 0]
    back = onp.from_dlpack(ours)
    back[0] = 7
    assert ours.tolist() == [7, 5, 0]
    tensor = torch.from_dlpack(ours)
    assert np.from_dlpack(tensor).tolist() == [7, 5, 0]


def test_memory_of_numpy_is_another():
    for ask in (onp.may_share_memory, onp.shares_memory):
        assert ask(x(), onp.ones(2)) is False
        ours = x()
        assert ask(ours, ours[:1]) is True


@pytest.mark.parametrize("make", [np.array, nd.array], ids=["np", "nd"])
def test_pandas(make):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(make(VALUES), columns=["a", "b"]).assign(c=make([5, 6]))
    assert frame.to_numpy().tolist() == [[1, 2, 5], [3, 4, 6]]
    assert make(frame).shape == (2, 3) and make(frame["c"]).asnumpy().tolist() == [5, 6]


@pytest.mark.parametrize("make", [np.array, nd.array], ids=["np", "nd"])
def test_scikit_learn(make):
    sklearn = pytest.importorskip("sklearn")
    from sklearn import cluster, linear_model, metrics, preprocessing  # noqa: PLC0415

    assert sklearn
    features = onp.random.default_rng(0).normal(size=(40, 3)).astype("float32")
    data, labels = make(features), make((features.sum(1) > 0), dtype="int32")
    model = linear_model.LogisticRegression().fit(data, labels)
    assert metrics.accuracy_score(labels, model.predict(data)) > 0.9
    assert preprocessing.StandardScaler().fit_transform(data).shape == (40, 3)
    assert cluster.KMeans(2, n_init=1).fit(data).labels_.shape == (40,)


def test_arrays_of_numpy_do_not_mix():
    with pytest.raises(TypeError, match="type <class 'numpy.ndarray'> not supported"):
        onp.add(onp.ones((2, 2)), x())
    with pytest.raises(TypeError, match="'numpy.concatenate' .* of one kind: x.asnumpy"):
        onp.concatenate([x(), onp.ones((2, 2))])
    with pytest.raises(TypeError, match="returned NotImplemented"):
        onp.add.reduce(x())


def test_arrays_of_both_kinds_broadcast_to_those_of_numpy():
    ours, theirs = onp.broadcast_arrays(np.array([1, 2]), onp.array([[None], [3]], dtype=object))
    assert type(ours) is type(theirs) is onp.ndarray
    assert ours.tolist() == [[1, 2], [1, 2]]
    assert theirs.tolist() == [[None, None], [3, 3]]


def test_bars_of_matplotlib():
    figure = pytest.importorskip("matplotlib.figure").Figure()
    bars = figure.subplots().bar(np.array([0, 1]), np.array([2, 3]))
    assert [bar.get_height() for bar in bars] == [2, 3]


MIXED = {
    "allclose": (lambda a, b: onp.allclose(a, b), True),
    "array_equal": (lambda a, b: onp.array_equal(b, a), True),
    "isclose": (lambda a, b: onp.isclose(a, b).tolist(), [[True, True], [True, True]]),
    "cross": (lambda a, b: onp.cross(onp.eye(3)[0], np.eye(3)[1]).tolist(), [0, 0, 1]),
    "digitize": (lambda a, b: onp.digitize(b, onp.array([1.5])).tolist(), [[0, 1], [1, 1]]),
    "histogram": (lambda a, b: onp.histogram(b, bins=a[0])[0].tolist(), [2]),
    "interp": (lambda a, b: onp.interp(a[0], b[0], b[1]).tolist(), [3, 4]),
}


@pytest.mark.parametrize(("compute", "expected"), MIXED.values(), ids=MIXED)
def test_numpy_computes_its_own_functions_of_both_kinds(compute, expected):
    assert compute(x().asnumpy(), x()) == expected


def test_gradients_are_not_lost_in_functions_of_both_kinds():
    variable = x()
    variable.attach_grad()
    with autograd.record(), pytest.raises(ValueError, match="NumPy computes allclose"):
        onp.allclose(variable * 2, onp.ones((2, 2)))


COMPUTED = {
    "allclose": (lambda: np.allclose(x(), x()), True),
    "ndim": (lambda: np.ndim(x()), 2),
    "nanmax": (lambda: np.nanmax(x()), 4.0),
    "isclose": (lambda: np.isclose(x(), x()).tolist(), [[True, True], [True, True]]),
    "modf": (lambda: [part.tolist() for part in np.modf(x() / 2)][0], [[0.5, 0], [0.5, 0]]),
    "select": (lambda: np.select([x() > 2], [x()]).tolist(), [[0, 0], [3, 4]]),
    "msort": (lambda: np.msort(np.array([2, 1])).tolist(), [1, 2]),
    "in1d": (lambda: np.in1d(x(), np.array([1])).tolist(), [True, False, False, False]),
    "alltrue": (lambda: bool(np.alltrue(x())), True),
    "trapz": (lambda: np.trapz(x()).tolist(), [1.5, 3.5]),
    "nanpercentile": (lambda: float(np.nanpercentile(x(), 50, interpolation="lower")), 2.0),
    "histogram2d": (lambda: len(np.histogram2d(x()[0], x()[1], bins=2, normed=True)), 3),
    "corrcoef": (lambda: np.corrcoef(x(), bias=1).shape, (2, 2)),
    "cond": (lambda: round(float(np.linalg.cond(x())), 3), 14.933),
}


@pytest.mark.parametrize(("compute", "expected"), COMPUTED.values(), ids=COMPUTED)
def test_functions_that_numpy_computes(compute, expected):
    assert compute() == expected


def test_they_have_no_gradient():
    a = x()
    a.attach_grad()
    with autograd.record(), pytest.raises(ValueError, match=r"computes cov.*cannot be recorded"):
        np.cov(a * 2)
    with autograd.record():
        assert np.cov(x()).shape == (2, 2)


def test_names_removed_from_numpy_raise_with_a_replacement():
    with pytest.raises(RuntimeError, match="NumPy has removed npv; it is in the package"):
        np.npv(0.1, [1, 2])


def test_names_where_mxnet_has_them():
    assert multiarray.mean is np.mean
    assert stride_tricks.broadcast_arrays is np.broadcast_arrays
    assert utils.pi == np.pi
    assert multiarray.is_recording() is False


def test_several_arrays_are_returned_in_the_container_of_numpy():
    ones, theirs = np.ones(2), onp.ones(2)
    for function in (onp.broadcast_arrays, onp.meshgrid, onp.atleast_1d):
        assert type(function(ones, ones)) is type(function(theirs, theirs)), function
    assert type(onp.split(ones, 2)) is list
    result = onp.linalg.eigh(np.eye(2))
    assert type(result) is type(onp.linalg.eigh(onp.eye(2)))
    assert result[0].tolist() == [1, 1]
