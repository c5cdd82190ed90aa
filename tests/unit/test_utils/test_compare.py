"""The helpers that compare: they accept what is right, reject what is wrong, and say where."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, test_utils as tu

WRONG = {
    "value": lambda: tu.assert_almost_equal(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 4.0])),
    "arrays of ours": lambda: tu.assert_almost_equal(nd.array([1, 2]), nd.array([1, 3])),
    "one of ours": lambda: tu.assert_almost_equal(nd.array([1, 2]), np.array([1, 3])),
    "tolerance": lambda: tu.assert_almost_equal(np.ones(1), np.full(1, 1.05), rtol=0.01, atol=0),
    "NaN": lambda: tu.assert_almost_equal(np.array([np.nan]), np.array([np.nan])),
    "NaN beside a number": lambda: tu.assert_almost_equal(
        np.array([np.nan]), np.array([1.0]), equal_nan=True
    ),
    "infinity": lambda: tu.assert_almost_equal(np.array([np.inf]), np.array([1.0])),
    "signs of infinity": lambda: tu.assert_almost_equal(np.array([np.inf]), np.array([-np.inf])),
    "numbers": lambda: tu.assert_almost_equal(1.0, 1.1),
    "integers": lambda: tu.assert_almost_equal(np.array([1, 2]), np.array([1, 3])),
    "large integers": lambda: tu.assert_almost_equal(np.array([2**60]), np.array([2**60 + 1])),
    "booleans": lambda: tu.assert_almost_equal(np.array([True]), np.array([False])),
    "bfloat16": lambda: tu.assert_almost_equal(
        nd.array([1, 2]).astype("bfloat16"), nd.array([1, 3]).astype("bfloat16")
    ),
    "shape": lambda: tu.assert_almost_equal(np.zeros((2, 3)), np.zeros(3), use_broadcast=False),
    "allclose": lambda: tu.assert_allclose(np.ones(1), np.full(1, 1.1)),
    "too many errors": lambda: tu.assert_almost_equal_with_err(
        np.arange(10.0), np.r_[np.arange(8.0), 20, 21], etol=0.1
    ),
    "beside NaN": lambda: tu.assert_almost_equal_ignore_nan(
        np.array([np.nan, 1.0]), np.array([5.0, 2.0])
    ),
    "in a tuple": lambda: tu.compare_ndarray_tuple(
        (nd.ones(2), (nd.ones(2),)), (nd.ones(2), (nd.zeros(2),))
    ),
    "length of a tuple": lambda: tu.compare_ndarray_tuple((nd.ones(2),), (nd.ones(2), nd.ones(2))),
    "no exception": lambda: tu.assert_exception(lambda: None, ValueError),
    "shapes": lambda: tu.checkShapes(np.ones(2), np.ones(3)),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_results_are_rejected(what):
    with pytest.raises(AssertionError):
        WRONG[what]()


def test_shapes_that_cannot_be_broadcast():
    with pytest.raises(ValueError, match="broadcast"):
        tu.assert_almost_equal(np.zeros((2, 3)), np.zeros((3, 2)))


RIGHT = {
    "tolerance": lambda: tu.assert_almost_equal(np.ones(1), np.full(1, 1.05), rtol=0.1),
    "float16": lambda: tu.assert_almost_equal(np.ones(1, "float16"), np.full(1, 1.05)),
    "by type": lambda: tu.assert_almost_equal(
        np.ones(1), np.full(1, 1.05), rtol={np.dtype("float64"): 0.1}
    ),
    "NaN": lambda: tu.assert_almost_equal(
        np.array([np.nan, 1]), np.array([np.nan, 1]), equal_nan=True
    ),
    "infinity": lambda: tu.assert_almost_equal(np.array([np.inf]), np.array([np.inf])),
    "broadcast": lambda: tu.assert_almost_equal(np.zeros((2, 3)), np.zeros(3)),
    "a number": lambda: tu.assert_almost_equal(nd.zeros((2, 3)), 0),
    "lists": lambda: tu.assert_almost_equal([1, 2], [1, 2]),
    "nothing": lambda: tu.assert_almost_equal(np.zeros(0), np.zeros(0)),
    "few errors": lambda: tu.assert_almost_equal_with_err(
        np.arange(10.0), np.r_[np.arange(9.0), 20], etol=0.1
    ),
    "beside NaN": lambda: tu.assert_almost_equal_ignore_nan(
        np.array([np.nan, 1.0]), np.array([5.0, 1.0])
    ),
    "None in a tuple": lambda: tu.compare_ndarray_tuple((nd.ones(2), None), (nd.ones(2), None)),
    "the exception": lambda: tu.assert_exception(lambda: 1 / 0, ZeroDivisionError),
}


@pytest.mark.parametrize("what", RIGHT)
def test_right_results_are_accepted(what):
    RIGHT[what]()


def test_the_message(capsys):
    with pytest.raises(AssertionError) as failure:
        tu.assert_almost_equal(
            np.array([1.0, 2, 3]), np.array([1.0, 2, 4]), names=("mine", "right")
        )
    place = "mine=3.00000000, right=4.00000000"
    assert str(failure.value) == (
        "\nItems are not equal:\nError 25000.000000 exceeds tolerance rtol=1.000000e-05, "
        f"atol=1.000000e-20 (mismatch 33.333333%).\nLocation of maximum error: (2,), {place}\n"
        " ACTUAL: array([1., 2., 3.])\n DESIRED: array([1., 2., 4.])"
    )
    assert capsys.readouterr().out == (
        "\n*** Maximum errors for vector of size 3:  rtol=1e-05, atol=1e-20\n\n"
        f"  1: Error 25000.000000  Location of error: (2,), {place}\n"
    )


def test_as_many_errors_are_shown_as_asked(capsys):
    with pytest.raises(AssertionError, match="mismatch 100"):
        tu.assert_almost_equal(np.arange(100.0) + 1, np.zeros(100), mismatches=(10, 3))
    assert capsys.readouterr().out.count("Location") == 3


def test_numpy_prints_as_before():
    before = np.get_printoptions()
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(np.zeros(2), np.ones(2))
    assert np.get_printoptions() == before


def test_same():
    assert tu.same(nd.ones(2), np.ones(2)) and not tu.same(nd.ones(2), nd.zeros(2))
    assert not tu.same(np.ones(2), np.ones((1, 2)))
    x = nd.ones(3)
    assert tu.same_array(x, x[:]) and not tu.same_array(x, x.copy())
    assert x.asnumpy().tolist() == [1, 1, 1]


def test_almost_equal():
    assert tu.almost_equal(np.ones(1), np.full(1, 1.000001))
    assert not tu.almost_equal(np.ones(1), np.full(1, 1.5))


def test_objects_that_are_no_array():
    with pytest.raises(TypeError, match="cannot compare NoneType"):
        tu.assert_almost_equal(None, None)


def test_tolerances():
    half, single, double = (np.ones(1, dtype) for dtype in ("float16", "float32", "float64"))
    assert tu.get_tols(half, double, None, None) == (0.01, 0.1)
    assert tu.get_tols(single, np.ones(1, "int32"), None, None) == (1e-4, 1e-3)
    assert tu.get_tols(1, double, None, None) == (1e-5, 1e-20)
    assert tu.get_tols(double, double, 0.1, {}) == (0.1, 1e-20)
    assert (tu.get_rtol(), tu.get_atol(), tu.get_etol()) == (1e-5, 1e-20, 0)
    assert (tu.get_rtol(1), tu.get_atol(2), tu.get_etol(3)) == (1, 2, 3)
    assert tu.default_dtype() is np.float32
    assert tu.effective_dtype(nd.ones(1, dtype="float16")) == np.float16
    assert tu.default_numeric_eps()[np.dtype("float32")] == 2**-9


def test_wrong_contexts_do_not_matter():
    tu.assert_almost_equal(nd.ones(2, ctx=mx.cpu(1)), nd.ones(2))
