"""Gradients of integers; the values are those of 1.9.1."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd


def variable(values, dtype, space=nd):
    array = space.array(values, dtype=dtype)
    array.attach_grad()
    return array


# what is computed, from which type; the result, its type; the gradient
CASES = {
    "square": (lambda x: x * x, "int32", [1, 4, 9], "int32", [2, 4, 6]),
    "bytes": (lambda x: x * x, "int8", [1, 4, 9], "int8", [2, 4, 6]),
    "long": (lambda x: x * x, "int64", [1, 4, 9], "int64", [2, 4, 6]),
    "number": (lambda x: x * 2.5, "int32", [2, 4, 6], "int32", [2, 2, 2]),
    "quotient": (lambda x: x / 2, "int32", [0, 1, 1], "int32", [0, 0, 0]),
    "quotient by a fraction": (lambda x: x / 1.5, "int32", [1, 2, 3], "int32", [1, 1, 1]),
    "power": (lambda x: x**2.5, "int32", [1, 4, 9], "int32", [2, 4, 6]),
    "maximum": (lambda x: nd.maximum(x, 2.5), "int32", [2, 2, 3], "int32", [0, 1, 1]),
    "minimum": (lambda x: nd.minimum(-x, -1.5), "int32", [-1, -2, -3], "int32", [-1, -1, -1]),
    "part": (lambda x: x[1:] * 2, "int32", [4, 6], "int32", [0, 2, 2]),
    "element": (lambda x: x.reshape((1, 3))[0, 2], "int32", [3], "int32", [0, 0, 1]),
    "remainder": (lambda x: x % 2, "int32", [1, 0, 1], "int32", [0, 0, 0]),
    "view": (lambda x: x.reshape((3, 1)) * 2, "int32", [[2], [4], [6]], "int32", [2, 2, 2]),
    "copy": (lambda x: x.copyto(mx.cpu(1)) * 2, "int32", [2, 4, 6], "int32", [2, 2, 2]),
    "sum": (lambda x: x.sum(), "int32", [6], "int32", [1, 1, 1]),
    "mean": (lambda x: x.mean(), "int32", [2], "int32", [0, 0, 0]),
    "comparison": (lambda x: x > 2, "int32", [0, 0, 1], "int32", [0, 0, 0]),
    "take": (lambda x: nd.take(x, nd.array([0, 0, 2])), "int32", [1, 1, 3], "int32", [2, 0, 1]),
    "to floats": (lambda x: x.astype("float32") * 1.5, "int32", [1.5, 3, 4.5], "float32", [1] * 3),
    "of floats": (lambda x: x.astype("int32") * 3, "float32", [3, 6, 9], "int32", [3, 3, 3]),
    "and back": (
        lambda x: x.astype("int32").astype("float32") * 2.5, "float32", [2.5, 5, 7.5], "float32",
        [2, 2, 2],
    ),
    "several": (lambda x: nd.split(x, 3, axis=0)[1] * 2, "int32", [4], "int32", [0, 2, 0]),
}  # fmt: skip

NP_CASES = {
    "square": (lambda np, x: x * x, [1, 4, 9], "int32", [2, 4, 6]),
    "number": (lambda np, x: x * 2.5, [2, 4, 6], "int32", [2, 2, 2]),
    "sum": (lambda np, x: x.sum(), 6, "int32", [1, 1, 1]),
    "sum as long": (lambda np, x: np.sum(x, dtype="int64"), 6, "int64", [1, 1, 1]),
    "sum as floats": (lambda np, x: np.sum(x, dtype="float32") * 1.5, 9, "float32", [1, 1, 1]),
    "mean": (lambda np, x: x.mean() * 6, 12, "float32", [2, 2, 2]),
    "cumsum": (lambda np, x: np.cumsum(x), [1, 3, 6], "int32", [3, 2, 1]),
    "places": (
        lambda np, x: x[np.array([0, 0, 1], dtype="int32")] * 2, [2, 2, 4], "int32", [4, 2, 0]
    ),
    "joined": (lambda np, x: np.concatenate([x, x]) * 2, [2, 4, 6] * 2, "int32", [4, 4, 4]),
    "argmax": (lambda np, x: np.argmax(x), 2, "int64", [0, 0, 0]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("recordings", [1, 2])
def test_gradients(name, recordings):
    compute, dtype, result, result_type, gradient = CASES[name]
    x = variable([1, 2, 3], dtype)
    for _ in range(recordings):
        with autograd.record():
            y = compute(x)
        y.backward()
    assert (y.dtype, y.asnumpy().tolist()) == (np.dtype(result_type), result)
    assert (x.grad.dtype, x.grad.asnumpy().tolist()) == (np.dtype(dtype), gradient)


@pytest.mark.parametrize("name", NP_CASES)
def test_gradients_in_np_mode(name):
    compute, result, result_type, gradient = NP_CASES[name]
    x = variable([1, 2, 3], "int32", mx.np)
    with autograd.record():
        y = compute(mx.np, x)
    y.backward()
    assert (y.dtype, y.asnumpy().tolist()) == (result_type, result)
    assert (x.grad.dtype, x.grad.asnumpy().tolist()) == ("int32", gradient)


def test_integer_variables_multiplied_by_floats_have_zero_gradient():
    x, y = variable([1, 2], "int32", mx.np), variable([1.5, 2.5], "float32", mx.np)
    with autograd.record():
        z = x * y
    z.backward()
    assert x.grad.asnumpy().tolist() == [0, 0]
    assert y.grad.asnumpy().tolist() == [1, 2]


def test_values_are_those_at_the_time():
    x = variable([1, 2], "int32")
    x[:] = nd.array([5, 6], dtype="int32")
    with autograd.record():
        y = x * x
    x[:] = nd.array([0, 0], dtype="int32")
    y.backward()
    assert x.grad.asnumpy().tolist() == [10, 12]


def test_head_gradients_and_sums():
    x = nd.array([1, 2, 3], dtype="int32")
    x.attach_grad("add")
    for _ in range(2):
        with autograd.record():
            y = x * 2
        y.backward(nd.array([1, 5, 7], dtype="int32"))
    assert x.grad.asnumpy().tolist() == [4, 20, 28]


def test_gradients_of_gradients():
    x = variable([1, 2, 3], "int32")
    with autograd.record():
        slope = autograd.grad(x * x * x, x, create_graph=True)[0]
        total = slope.sum()
    assert (slope.dtype, slope.asnumpy().tolist()) == (np.int32, [3, 12, 27])
    total.backward()
    assert x.grad.asnumpy().tolist() == [6, 12, 18]


def test_a_backward_pass_uses_the_graph_up():
    x = variable([1, 2], "int32")
    with autograd.record():
        y = x * 2
        y.backward()
        z = x * y  # y is a constant now
    z.backward()
    assert x.grad.asnumpy().tolist() == [2, 4]
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        z.backward()


def test_in_place_while_recording_is_refused():
    x = variable([1, 2], "int32")
    with autograd.record(), pytest.raises(mx.MXNetError, match="cannot use inplace"):
        x += 1


def test_random_numbers_are_drawn_once():
    x = variable([5, 5, 5], "float32")
    with autograd.record():
        counts = x.astype("int32").astype("float32")
        mx.random.seed(1)
        samples = nd.random.poisson(counts)
    mx.random.seed(1)
    assert samples.asnumpy().tolist() == nd.random.poisson(nd.array([5, 5, 5])).asnumpy().tolist()


@pytest.mark.parametrize(
    "source, target, gradient",
    [
        ("int32", "float32", [1, -2]),
        ("int32", "float16", [1, -2]),
        ("int32", "int32", [1, -2]),
        ("float32", "int32", [1, -2]),
        ("float16", "int32", [1, -2]),
        ("float32", "float32", [1.5, -2.5]),
    ],
)
def test_executors(source, target, gradient):
    symbol = mx.sym.Cast(mx.sym.Variable("x", dtype=source), dtype=target)
    executor = symbol.simple_bind(mx.cpu(), x=(2,))
    executor.arg_arrays[0][:] = nd.array([3, 4])
    executor.forward(is_train=True)
    executor.backward(nd.array([1.5, -2.5], dtype=target))
    assert executor.outputs[0].asnumpy().tolist() == [3, 4]
    assert executor.grad_arrays[0].dtype == np.dtype(source)
    assert executor.grad_arrays[0].asnumpy().tolist() == gradient


class Squares(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x * x, 2, axis=0)
        return parts[0] + F.cast(F.cast(parts[1], dtype="float32"), dtype="int32")


@pytest.mark.parametrize("hybrid", [False, True])
def test_blocks(hybrid):
    net = Squares()
    if hybrid:
        net.hybridize()
    x = variable([1, 2, 3, 4], "int32")
    with autograd.record():
        y = net(x)
    y.backward()
    assert y.asnumpy().tolist() == [10, 20]
    assert x.grad.asnumpy().tolist() == [2, 4, 6, 8]


@pytest.mark.parametrize(
    "kinds", [("float32", "float32"), ("float32", "int32"), ("int32", "float32")]
)
@pytest.mark.parametrize(
    "write", [lambda x, z: x.copyto(z), lambda x, z: z.__setitem__(slice(None), x)]
)
def test_writes_into_other_arrays_are_recorded(kinds, write):
    x, z = variable([1, 2], kinds[0]), nd.zeros(2, dtype=kinds[1])
    with autograd.record():
        write(x, z)
        y = z * z
    z[:] = 0  # too late to change anything
    y.backward()
    assert y.asnumpy().tolist() == [1, 4]
    assert x.grad.asnumpy().tolist() == [2, 4]


@pytest.mark.parametrize("is_hybrid", [False, True])
@pytest.mark.parametrize(("name", "expected"), [("sum", 1.0), ("mean", 0.25)])
def test_floats_reduced_to_integers_have_a_gradient(name, expected, is_hybrid):
    class Reduce(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return getattr(F.np, name)(x, dtype="int32")

    with mx.util.np_shape(True), mx.util.np_array(True):
        x = mx.np.array([0.5, 1.5, 2.5, 3.5])
        x.attach_grad()
        block = Reduce()
        block.hybridize(is_hybrid)
        with autograd.record():
            y = block(x)
        y.backward()
        assert y.dtype == np.int32
        assert x.grad.tolist() == [expected] * 4


def test_sums_of_floats_in_integers():
    x = nd.array([1.5, 2.5, 3.5])
    x.attach_grad()
    with autograd.record():
        y = nd.cumsum(x, axis=0, dtype="int32")
    y.backward()
    assert y.asnumpy().tolist() == [1, 3, 6] and y.dtype is np.int32
    assert x.grad.asnumpy().tolist() == [3, 2, 1]


@pytest.mark.parametrize("name", ["transpose", "flip", "swapaxes"])
def test_integers_whose_order_changes(name):
    class Move(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            attrs = {"flip": {"axis": 1}, "swapaxes": {"dim1": 0, "dim2": 1}}
            return getattr(F, name)(x, **attrs.get(name, {})) * 2

    x = nd.array([[1, 2], [3, 4]], dtype="int32")
    x.attach_grad()
    block = Move()
    block.hybridize()
    with autograd.record():
        y = block(x)
    y.backward()
    assert x.grad.asnumpy().tolist() == [[2, 2], [2, 2]]
