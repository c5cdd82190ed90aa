"""The array of mx.np: what it is, how it prints, its parts, its gradients."""

from __future__ import annotations

import numpy as onp
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, nd, np

VALUES = onp.arange(24, dtype="float32").reshape(2, 3, 4)

KEYS = [
    0, -1, slice(1, None), slice(None, None, -1), (0, 1), (0, 1, 2), (..., 0), None, (None, 0, ...),
    (slice(None), 1, slice(0, 3)), (0, slice(None, None, -2)), [1, 0], ([0, 1], [1, 2]), VALUES > 5,
    (slice(None), onp.array([True, False, True])), True, False, (), (1, [0, 2], slice(1, 3)),
    onp.array([[0, 1], [1, 0]]), (slice(None), onp.array([2, 0])),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_parts_are_numpys(key):
    expected = VALUES[key]
    part = np.array(VALUES)[key]
    assert type(part) is np.ndarray
    assert part.shape == expected.shape
    assert onp.array_equal(part.asnumpy(), expected)


@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_writing_is_numpys(key):
    ours, theirs = np.array(VALUES), VALUES.copy()
    ours[key] = 7
    theirs[key] = 7
    assert onp.array_equal(ours.asnumpy(), theirs)


@pytest.mark.parametrize("dtype", ["float32", "int32"])
@pytest.mark.parametrize("key", KEYS, ids=repr)
def test_gradients_of_parts(key, dtype):
    x = np.array(VALUES.astype(dtype))
    x.attach_grad()
    with autograd.record():
        part = x[key]
    part.backward()
    expected = onp.zeros_like(VALUES)
    onp.add.at(expected, key, 1)
    assert x.grad.dtype == dtype
    assert onp.array_equal(x.grad.asnumpy(), expected)


def test_arrays_as_keys():
    x = np.array(VALUES)
    assert x[np.array([1, 0], dtype="int32")].shape == (2, 3, 4)
    assert x[x > 5].shape == (18,)
    x[x > 5] = 0
    assert float(x.sum()) == 15
    x[np.array([0, 1]), np.array([0, 2])] = np.array([1, 2, 3, 4])
    assert x[1, 2].tolist() == [1, 2, 3, 4]


PRINTED = [
    (lambda: np.array([[1, 2], [3, 4]]), "array([[1., 2.],\n       [3., 4.]])"),
    (lambda: np.array(3.5), "array(3.5)"),
    (lambda: np.array([1, 2], dtype="int32"), "array([1, 2], dtype=int32)"),
    (lambda: np.array([1.5], dtype="float64"), "array([1.5], dtype=float64)"),
    (lambda: np.array([1]) > 0, "array([ True])"),
    (lambda: np.zeros((2, 0)), "array([], shape=(2, 0))"),
    (lambda: np.zeros((0,), dtype="int32"), "array([], dtype=int32)"),
    (lambda: np.zeros((0,), dtype="bool"), "array([], dtype=bool)"),
]


@pytest.mark.parametrize(("make", "text"), PRINTED)
def test_printing(make, text):
    assert repr(make()) == text
    assert str(make()) == str(make().asnumpy())


def test_one_element_is_a_number():
    x = np.array(3.25)
    assert (x.item(), float(x), int(x), f"{x:.1f}", bool(x)) == (3.25, 3.25, 3, "3.2", True)
    assert np.array([4], dtype="int32")[0].__index__() == 4
    assert np.array([[1, 2]]).item(1) == 2


ERRORS = [
    (lambda x: float(x), TypeError, "only size-1 arrays"),
    (lambda x: bool(x), ValueError, "truth value of an ndarray with multiple elements"),
    (lambda x: len(np.array(1)), TypeError, "unsized object"),
    (lambda x: list(np.array(1)), TypeError, "0-d"),
    (lambda x: x.item(), ValueError, "size 1"),
    (lambda x: x[5], IndexError, "out of bounds|out of range"),
    (lambda x: x["a"], ValueError, "does not support slicing with key a"),
    (lambda x: x + None, TypeError, "NoneType"),
    (lambda x: x + nd.ones((2, 3)), TypeError, "NDArray"),
    (lambda x: nd.ones((2, 3)) + x, TypeError, "NDArray"),
    (lambda x: x + onp.ones(3), TypeError, "numpy.ndarray"),
    (lambda x: x // 2, TypeError, "unsupported operand"),
    (lambda x: x.exp(), AttributeError, "mxnet.numpy.ndarray object has no attribute exp"),
    (lambda x: x.asscalar(), AttributeError, "no attribute asscalar"),
    (lambda x: x.reshape(4), MXNetError, "reshape"),
    (lambda x: x.reshape((2, 3), order="F"), NotImplementedError, "C-order"),
    (lambda x: x.copy("F"), NotImplementedError, "order='C'"),
    (lambda x: x.astype("int8", casting="safe"), ValueError, "casting must be"),
    (lambda x: np.array(nd.ones(2)), ValueError, "zero-copy as_np_ndarray"),
    (lambda x: np.arange(1, 2, 0), ZeroDivisionError, "step cannot be 0"),
    (lambda x: np.zeros(2, order="F"), NotImplementedError, "C-order"),
]


@pytest.mark.parametrize(("call", "kind", "text"), ERRORS)
def test_errors(call, kind, text):
    with pytest.raises(kind, match=text):
        call(np.ones((2, 3)))


@pytest.mark.filterwarnings("error")
def test_an_empty_array_is_false_with_a_warning():
    with pytest.raises(DeprecationWarning, match="empty array is ambiguous"):
        bool(np.zeros((0,)))


def test_both_kinds_share_memory_and_gradients():
    x = nd.ones((2, 2))
    x.attach_grad()
    y = x.as_np_ndarray()
    with autograd.record():
        total = (y * y).sum()
    total.backward()
    assert x.grad.asnumpy().tolist() == [[2, 2], [2, 2]]
    assert type(y.grad) is np.ndarray
    z = np.zeros((2,))
    z.as_nd_ndarray()[:] = 5
    assert z.tolist() == [5, 5]
    assert z.as_np_ndarray() is z


def test_a_recorded_array_keeps_its_place():
    x = np.array([1.0, 2.0])
    x.attach_grad()
    with autograd.record():
        total = (x.as_nd_ndarray() * 2).as_np_ndarray().sum()
    total.backward()
    assert x.grad.tolist() == [2, 2]


def test_gradients_flow_through_writes_into_integers():
    x, y = np.zeros((2,), dtype="int32"), np.array([1.0, 2.0])
    y.attach_grad()
    with autograd.record():
        x[:] = y
    x.backward()
    assert y.grad.tolist() == [1, 1]


def test_dtypes_of_inputs():
    assert np.array([1, 2]).dtype == "float32"
    assert np.array(onp.array([1, 2])).dtype == "int64"
    assert np.array(onp.float64(3)).dtype == "float64"
    assert np.array([True]).dtype == "float32"
    assert np.array(np.array([1], dtype="int8")).dtype == "int8"
    assert np.full((2,), True).dtype == "bool"
    assert np.array([np.array(1), 2]).tolist() == [1, 2]
    assert np.ones(2, ctx=mx.cpu(1)).ctx == mx.cpu(1)


def test_in_place_operators_keep_the_array():
    x = y = np.array([4.0, 9.0])
    x += 1
    x *= np.array([2.0, 1.0])
    x -= 1
    x /= 3
    x **= 2
    assert x is y
    assert x.tolist() == [9, 9]
    a = b = np.array([[1.0, 2.0], [3.0, 4.0]])
    a @= np.array([[0.0, 1.0], [1.0, 0.0]])
    assert a is b
    assert a.tolist() == [[2, 1], [4, 3]]


def test_assignment_between_two_corners():
    x = np.ones((2, 3))
    assert x.slice_assign(np.zeros((1, 3)), (0,), (1,), (1,)) is x
    assert type(x.slice_assign_scalar(5, (0, None), (1, 2), (1, 1))) is np.ndarray
    assert x.tolist() == [[5, 5, 0], [1, 1, 1]]


def test_operations_that_mxnet_refuses():
    x = np.array([1.0, 2.0])
    assert onp.asarray(x).dtype == "float32"
    assert np.array(3.0)[...].item() == 3
    assert {x: "key"}[x] == "key"


def test_integers_on_the_left_of_bits():
    x = np.array([1, 2, 3], dtype="int32")
    assert (2 & x).tolist() == [0, 2, 2]
    assert (2 ^ x).tolist() == [3, 0, 1]
    with pytest.raises(mx.MXNetError, match="only supports integer types"):
        2 & np.ones(3)


def test_bounds_of_a_range_may_be_arrays():
    x = np.array([-1.5, 1.0])
    assert np.arange(x.min(), x.max(), 0.5).tolist() == [-1.5, -1, -0.5, 0, 0.5]
    assert np.arange(np.array(3)).tolist() == [0, 1, 2]


def test_lists_may_mix_numbers_and_arrays():
    one = np.ones(())
    assert np.array([2, one]).tolist() == [2, 1]
    assert np.array([[2, one], (one, 3.5)]).tolist() == [[2, 1], [1, 3.5]]
    assert np.array([np.ones(2), [3, 4]]).tolist() == [[1, 1], [3, 4]]
    assert np.array([True, 2, 0.5]).dtype == "float32"


def test_names_that_are_listed_exist():
    x = np.ones((2,))
    private = {"_leaf_slot", "_tape"}  # slots that are filled later
    assert {name for name in dir(x) if not hasattr(x, name)} <= private
    assert "exp" not in dir(x) and "sum" in dir(x)
