"""Reading and writing parts of arrays: NumPy's values, views where MXNet 1.9.1 gives views."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, nd
from mxnet.ndarray import indexing

VALUES = np.arange(24, dtype=np.float32).reshape(2, 3, 4)

# key, and whether 1.9.1 gives a view for it
KEYS = [
    (0, True), (-1, True), (np.int64(1), True), (slice(0, 1), True), (slice(0, 2), True),
    (slice(1, None), True), (slice(None), True), (..., True), ((), True), (None, True),
    ((0, 1), True), ((0, 1, 2), True), ((0, ...), True), ((0, slice(1, 3)), True),
    ((slice(None), slice(0, 3)), True), ((slice(1, 2), 1), True), (slice(None, None, 2), True),
    ((slice(1, 2), slice(1, 2)), True), ((slice(None), 1), False), ((0, slice(None), 1), False),
    ((0, slice(0, 3), slice(1, 2)), False), ((..., 1), False), ((slice(None), None, 1), False),
    (slice(None, None, -1), False), ((0, slice(None, None, -1)), False),
    ((1, 2, slice(3, 1, -1)), False), ((None, ..., None), True),
    ((slice(None, None, -1), slice(None), slice(None, None, -2)), False),
    ((slice(None), slice(-1, None)), False), ([0, 1], False), ([[0, 1], [1, 0]], False),
    (([0, 1], [1, 2]), False), (np.array([1, 0, 1]), False), ((slice(None), [0, 2]), False),
    (([0, 1], slice(None), [1, 2]), False), ((0, slice(None), [1, 2]), False),
    ((slice(None, None, -1), [0, 2]), False), ([-1], False), (range(2), False),
    ((np.array([0, 1]), 1), False), ((slice(None), np.array([[0], [2]]), slice(1, 3)), False),
    (np.array([True, False]), False), (VALUES > 5, False),
]  # fmt: skip
IDS = [str(key)[:40] for key, _ in KEYS]


def fresh():
    return nd.array(VALUES)


def select(key):
    part = np.array(VALUES[list(key) if isinstance(key, range) else key])
    return part if part.ndim else part.reshape(1)


@pytest.mark.parametrize(("key", "is_view"), KEYS, ids=IDS)
def test_get(key, is_view):
    x = fresh()
    part = x[key]
    np.testing.assert_array_equal(part.asnumpy(), select(key))
    assert part.shape == select(key).shape
    assert part._t.is_contiguous()
    part[:] = -1
    assert bool((x.asnumpy() == -1).any()) is is_view


@pytest.mark.parametrize(("key", "is_view"), KEYS, ids=IDS)
def test_set(key, is_view):
    plain = list(key) if isinstance(key, range) else key
    for value in (7, select(key) * 2 + 1, nd.array(select(key) * 3)):
        x, expected = fresh(), VALUES.copy()
        x[key] = value
        array = value.asnumpy() if isinstance(value, nd.NDArray) else value
        expected[plain] = array.reshape(expected[plain].shape) if np.ndim(array) else array
        np.testing.assert_array_equal(x.asnumpy(), expected)


@pytest.mark.parametrize(("key", "is_view"), KEYS, ids=IDS)
def test_gradient(key, is_view):
    x = fresh()
    x.attach_grad()
    with autograd.record():
        y = x[key] * 3
    y.backward()
    expected = np.zeros_like(VALUES)
    np.add.at(expected, list(key) if isinstance(key, range) else key, 3)
    np.testing.assert_array_equal(x.grad.asnumpy(), expected)


def test_ndarray_keys():
    x = fresh()
    np.testing.assert_array_equal(x[nd.array([1, 0])].asnumpy(), VALUES[[1, 0]])
    np.testing.assert_array_equal(x[nd.array([0.7, 1.2])].asnumpy(), VALUES[[0, 1]])
    picked = x[nd.array([0, 1]), nd.array([1, 2])]
    np.testing.assert_array_equal(picked.asnumpy(), VALUES[[0, 1], [1, 2]])
    x[nd.array([1])] = 5
    assert x[1].asnumpy().min() == 5


def test_mask():
    x = fresh()
    mask = (x > 5).astype(bool)
    np.testing.assert_array_equal(x[mask].asnumpy(), VALUES[VALUES > 5])
    x[mask] = 0
    assert x.asnumpy().max() == 5


@pytest.mark.parametrize(
    ("key", "read", "written"),
    [
        (True, VALUES[1], ...), (False, VALUES[0], ...), ((True,), VALUES, ...),
        ((False, 0), VALUES[0], 0), ((0, True), VALUES[0], 0), ((True, False), VALUES, ...),
        ((..., True), VALUES, ...), (([1, 0], True), VALUES[::-1], ...),
        ((True, None), VALUES[None], ...), ((True, slice(1, 2)), VALUES[1:], slice(1, 2)),
    ],
    ids=str,
)  # fmt: skip
def test_bools_are_no_masks(key, read, written):
    np.testing.assert_array_equal(fresh()[key].asnumpy(), read)
    for value in (7, nd.full((4,), 7)):
        x, expected = fresh(), VALUES.copy()
        x[key], expected[written] = value, 7
        np.testing.assert_array_equal(x.asnumpy(), expected)


ERRORS = [
    (5, IndexError, "index 5 is out of bounds for axis 0 with size 2"),
    (-3, IndexError, "index -3 is out of bounds for axis 0 with size 2"),
    (2**70, IndexError, f"index {2**70} is out of bounds"),
    ((0, -(2**70)), IndexError, f"index {-(2**70)} is out of bounds"),
    ((0, 7), IndexError, "index 7 is out of bounds for axis 1 with size 3"),
    ((0, 0, 0, 0), IndexError, r"too many indices \(4\) for array with 3 dimensions"),
    ((..., ...), IndexError, "more than one ellipsis"),
    ([5], IndexError, "index 5 is out of bounds for axis 0 with size 2"),
    (slice(0, 2, 0), ValueError, "step cannot be zero"),
    (1.5, ValueError, "does not support slicing with key 1.5"),
    ("a", ValueError, "does not support slicing with key a"),
    (np.bool_(True), ValueError, "does not support slicing with key True"),
    ((0, {}), ValueError, "does not support slicing"),
]


@pytest.mark.parametrize("key", [5, -6, 2**63, 2**70, -(2**70)])
def test_an_element_outside_of_a_vector(key):
    for x in (nd.arange(5), nd.arange(5).as_np_ndarray()):
        with pytest.raises(IndexError, match=f"index {key} is out of bounds"):
            x[key]


@pytest.mark.parametrize(("key", "kind", "text"), ERRORS, ids=str)
def test_bad_keys(key, kind, text):
    with pytest.raises(kind, match=text):
        fresh()[key]
    x = fresh()
    with pytest.raises(kind, match=text):
        x[key] = 1
    np.testing.assert_array_equal(x.asnumpy(), VALUES)


def test_values_broadcast():
    x = fresh()
    x[0] = nd.array([1, 2, 3, 4])
    np.testing.assert_array_equal(x[0].asnumpy(), np.tile([1, 2, 3, 4], (3, 1)))
    x[:] = nd.ones((1, 2, 3, 4))
    assert x.sum().asscalar() == 24
    x[0, 1] = [5, 6, 7, 8]
    assert x[0, 1].sum().asscalar() == 26
    x[:] = nd.ones((2, 3, 4), dtype="int32") * 2
    assert x.dtype == np.float32


@pytest.mark.parametrize("value", [np.ones(5), nd.ones((5,)), nd.ones((2, 1, 1, 1))], ids=str)
def test_values_of_wrong_shape(value):
    with pytest.raises(ValueError, match="could not be broadcast"):
        fresh()[0] = value


@pytest.mark.parametrize("value", ["a", {}, object()], ids=lambda value: type(value).__name__)
def test_values_of_wrong_type(value):
    with pytest.raises(TypeError, match="does not support assignment with non-array-like"):
        fresh()[:] = value


def test_overlapping_parts():
    x = nd.arange(6)
    x[1:] = x[:-1]
    np.testing.assert_array_equal(x.asnumpy(), [0, 0, 1, 2, 3, 4])
    x[0:2] = x[::-1][0:2]
    np.testing.assert_array_equal(x.asnumpy(), [4, 3, 1, 2, 3, 4])


def test_zero_size():
    x = fresh()
    assert x[5:].shape == (0, 3, 4)
    assert x[1:1].shape == (0, 3, 4)
    assert x[[]].shape == (0, 3, 4)
    x[1:1] = 5
    np.testing.assert_array_equal(x.asnumpy(), VALUES)


def test_writing_while_recording():
    x = nd.ones((2, 3))
    x.attach_grad()
    with autograd.record():
        y = x * 2
        for target in (x, y):
            with pytest.raises(MXNetError, match="already in a computational graph"):
                target[0] = 1
        free = nd.zeros((2, 3))
        free[0] = 1
        with pytest.raises(MXNetError, match="Inplace operations .* not supported when recording"):
            free[0] = x[0]
        free[:] = x * 5
        z = free * 2
    z.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), np.full((2, 3), 10))
    x[0] = 7
    assert x[0].sum().asscalar() == 21


def test_views_of_views_write_through():
    x = nd.zeros((4, 6))
    x.reshape((2, 12))[1].reshape((2, 6))[0, 2:4] = 1
    expected = np.zeros((4, 6))
    expected[2, 2:4] = 1
    np.testing.assert_array_equal(x.asnumpy(), expected)


def test_iteration():
    assert [row.asnumpy().tolist() for row in nd.array([[1, 2], [3, 4]])] == [[1, 2], [3, 4]]


def test_dispatch_codes():
    indexing, every = mx.nd.indexing, slice(None)
    keys = (0, (0, slice(1)), None, ..., [0], (0, np.array([1])), (), 1.5)
    codes = [indexing.get_indexing_dispatch_code(key) for key in keys]
    assert codes == [0, 0, 0, 0, 1, 1, 2, -1]
    assert indexing.indexing_key_expand_implicit_axes((0, ...), (2, 3, 4)) == (0, every, every)
    assert indexing.get_oshape_of_gather_nd_op((2, 3, 4), (2, 5)) == (5, 4)


# ------------------------------------------------------------------------ writing directly

WRITTEN_KEYS = [
    3, slice(1, 3), (1, 2), (slice(0, 4), 1), (slice(0, 4, 2), slice(1, 3)), (9, 1), (1, 2, 3),
    (slice(None, None, -1), 1), slice(0, 0), Ellipsis, None, np.array([0, 2]), np.array([0, -1]),
    np.array([0, 9]),
]  # fmt: skip
WRITTEN_VALUES = [
    -1, 300, 2.7, -2.7, float("nan"), 1e40, 2**40, 2**70, np.ones(4), np.ones((2, 4)),
    np.array([1.5, 2.5, 3.5, 4.5]), np.ones((1, 4)), np.ones(3), np.ones(1),
]  # fmt: skip


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32", "int64", "float16", "float32"])
def test_writing_directly_is_writing_by_the_general_code(dtype):
    def write(setitem, key, value):
        array = nd.zeros((4, 4), dtype=dtype)
        try:
            setitem(array, key, value)
        except (IndexError, TypeError, ValueError, OverflowError, mx.MXNetError) as error:
            return type(error), str(error)
        return array.asnumpy().tobytes()

    def write_all(setitem):
        return [write(setitem, key, value) for key in keys for value in values]

    keys = [nd.array(k, dtype="int64") if isinstance(k, np.ndarray) else k for k in WRITTEN_KEYS]
    values = [nd.array(v) if isinstance(v, np.ndarray) else v for v in WRITTEN_VALUES]
    directly = write_all(indexing.setitem)
    assert directly == write_all(lambda a, key, value: indexing._write_any(a._t, key, value))


def test_a_part_is_updated_with_an_overlapping_part():
    array = nd.arange(6)
    array[1:4] += array[:3]
    assert array.asnumpy().tolist() == [0, 1, 3, 5, 4, 5]
    with pytest.raises(mx.MXNetError, match="broadcast"):
        array[1:4] += array[:2]


def test_a_part_is_written_into_another_part_of_the_same_array():
    array = nd.array([[1, 2], [3, 4], [5, 6]])
    array[1:] = array[:2]
    assert array.asnumpy().tolist() == [[1, 2], [1, 2], [3, 4]]


@pytest.mark.parametrize("make", [mx.np.array, np.array], ids=["mx.np", "numpy"])
def test_a_mask_without_elements(make):
    x, mask = mx.np.zeros((0, 3)), make(np.zeros((0, 3), bool))
    assert x[mask].shape == (0,)
    x[mask] = mx.np.zeros((0,))


# ------------------------------------------------------------------- one call of torch for each

BOTH = pytest.mark.parametrize("module", [mx.nd, mx.np], ids=["nd", "np"])
PARTS = [
    *range(-4, 4), slice(None, None, 2), slice(3, None, -2), None, Ellipsis, [2, -1], [True] * 4,
    [False, True, True, False], (slice(1, 3),), (None, 2), slice(5, 9), [],
]  # fmt: skip


@BOTH
@pytest.mark.parametrize("shape", [(4,), (4, 3), (4, 1, 2)])
@pytest.mark.parametrize("key", PARTS, ids=str)
def test_parts_and_their_gradients_agree_with_numpy(module, shape, key):
    values = np.arange(np.prod(shape), dtype="float32").reshape(shape)
    x = module.array(values)
    x.attach_grad()
    with mx.autograd.record():
        part = x[key]
    expected, grad = values[key], np.zeros(shape, "float32")
    if module is mx.nd and not np.ndim(expected):
        expected = np.array([expected])
    assert x[key].shape == part.shape == expected.shape
    np.testing.assert_array_equal(x[key].asnumpy(), expected)
    np.testing.assert_array_equal(part.asnumpy(), expected)
    part.backward()
    grad[key] = 1
    np.testing.assert_array_equal(x.grad.asnumpy(), grad)


@BOTH
@pytest.mark.parametrize("position", [4, -5])
def test_an_element_outside_is_refused(module, position):
    for shape in ((4,), (4, 2)):
        with pytest.raises(IndexError, match="out of bounds for axis 0 with size 4"):
            module.zeros(shape)[position]


@BOTH
def test_an_element_is_a_view(module):
    x = module.zeros(3)
    x[1][:] = 5
    x[-1][()] = 6
    assert x.asnumpy().tolist() == [0, 5, 6]


WRITTEN = [1, slice(0, 3, 2), (slice(None), 1), "positions", Ellipsis]


@BOTH
@pytest.mark.parametrize("dtype", ["float32", "int64"])
@pytest.mark.parametrize("key", WRITTEN, ids=str)
@pytest.mark.parametrize("shape", [(), (1,), (1, 1), (1, 1, 1)])
def test_arrays_are_broadcast_into_parts(module, key, dtype, shape):
    values, value = np.zeros((3, 4), "float32"), np.full(shape, 7.5).astype(dtype)
    x, numpy_key = module.array(values), key
    if key == "positions":
        numpy_key = np.array([2, 0])
        key = module.array(numpy_key, dtype="int64")
    if module is mx.nd and not shape:
        value = value.reshape(1)
    x[key] = module.array(value, dtype=dtype)
    values[numpy_key] = value.reshape(())
    np.testing.assert_array_equal(x.asnumpy(), values)


@BOTH
def test_arrays_that_do_not_fit_are_refused(module):
    x = module.zeros((3, 4))
    for key in (1, slice(0, 2), (slice(None), 1), module.array([0, 1], dtype="int64")):
        with pytest.raises(ValueError, match="could not be broadcast together"):
            x[key] = module.zeros((5,))
    assert x.asnumpy().sum() == 0


@BOTH
@pytest.mark.parametrize("shape", [(3,), (600,), (600, 2), (2, 3, 4), (1, 0)])
def test_iteration_yields_the_parts_by_position(module, shape):
    x = module.array(np.arange(np.prod(shape), dtype="float32").reshape(shape))
    rows = list(x)
    assert len(rows) == len(x)
    for row, position in zip(rows, range(len(x)), strict=True):
        assert type(row) is type(x)
        assert row.shape == x[position].shape
        np.testing.assert_array_equal(row.asnumpy(), x[position].asnumpy())
    rows[-1][:] = 7  # rows are views
    assert (x[-1].asnumpy() == 7).all()


@BOTH
def test_iteration_while_recording(module):
    x = module.array([1.0, 2.0, 3.0])
    x.attach_grad()
    with autograd.record():
        total = sum(row * row for row in x)
    total.backward()
    assert x.grad.asnumpy().tolist() == [2, 4, 6]
    rows = iter(x)
    first = next(rows)
    with autograd.record():  # only parts that are read while recording are in the graph
        product = first * next(rows)
    product.backward()
    assert x.grad.asnumpy().tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    "dtype", ["float16", "float32", "float64", "int8", "uint8", "int32", "int64", "bool"]
)
def test_the_only_element_as_a_scalar(dtype):
    for value in (0, 1):
        x = nd.array([[value]], dtype=dtype)
        assert type(x.asscalar()) is np.dtype(dtype).type
        assert x.asscalar() == value
        assert bool(x) is bool(value)
    assert bool(nd.array([float("nan")]))
