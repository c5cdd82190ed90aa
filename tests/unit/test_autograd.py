"""Recording, backward passes and gradients of gradients."""

from __future__ import annotations

import gc
import json
import weakref

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import MXNetError, autograd, gluon, nd
from mxnet._core import private_torch
from mxnet._core.scope import BackwardPass
from mxnet._eager import backward, backward_pass
from mxnet._eager.array import graph_tensor, is_in_graph
from mxnet._eager.interceptors import active
from mxnet.symbol._recorded import CallRecorder
from tests.threads import in_thread, in_threads


def variable(values, grad_req="write"):
    x = nd.array(values)
    x.attach_grad(grad_req)
    return x


def same(array, values):
    np.testing.assert_allclose(array.asnumpy(), values, rtol=1e-6)


# ------------------------------------------------------------------------------------------- scopes


def test_scopes():
    seen = lambda: (autograd.is_recording(), autograd.is_training())  # noqa: E731
    assert seen() == (False, False)
    with autograd.record():
        assert seen() == (True, True)
        with autograd.pause():
            assert seen() == (False, False)
            with autograd.train_mode():
                assert seen() == (False, True)
        with autograd.predict_mode():
            assert seen() == (True, False)
        assert seen() == (True, True)
    with autograd.record(train_mode=False):
        assert seen() == (True, False)
    assert seen() == (False, False)


def test_set_recording_and_training():
    assert autograd.set_recording(True) is False
    assert autograd.set_recording(False) is True
    assert autograd.set_training(True) is False
    assert autograd.set_training(False) is True


def test_scope_is_left_by_an_exception():
    with pytest.raises(KeyError), autograd.record():
        raise KeyError
    assert not autograd.is_recording()
    assert not autograd.is_training()


def test_torch_keeps_its_grad_mode():
    x = variable([1.0, 2.0])
    with torch.no_grad():
        with autograd.record():
            y = x * x
        assert not torch.is_grad_enabled()
    y.backward()
    same(x.grad, [2, 4])
    assert torch.is_grad_enabled()


def test_threads_have_their_own_scope():
    with autograd.record():
        assert in_thread(autograd.is_recording) is False


def test_backward_in_several_threads():
    def work(scale):
        x = variable(np.ones(100))
        for _ in range(20):
            with autograd.record():
                y = (x * scale).sum()
            y.backward()
        return x.grad.asnumpy()

    for scale, gradient in enumerate(in_threads(work, range(1, 5)), 1):
        np.testing.assert_array_equal(gradient, np.full(100, scale))


# ---------------------------------------------------------------------------------------- backward


def test_sum_of_heads():
    x = variable([[1, 2, 3], [3, 2, 1]])
    with autograd.record():
        y = nd.mean(x) + 2 * x
    y.backward()
    same(x.grad, np.full((2, 3), 3))


def test_head_gradient():
    x = variable([1, 2])
    with autograd.record():
        y = x * x
    y.backward(nd.array([10, 100]))
    same(x.grad, [20, 400])


@pytest.mark.parametrize("shape", [(2, 2), (4,), (4, 1), (1, 1, 4)])
def test_head_gradient_of_another_shape(shape):
    x = variable([[1, 2], [3, 4]])
    with autograd.record():
        y = x * x
    y.backward(nd.array([1, 2, 3, 4]).reshape(shape))
    same(x.grad, [[2, 8], [18, 32]])


def test_head_gradient_with_too_many_elements():
    x = variable([1, 2])
    with autograd.record():
        y = x * x
    with pytest.warns(UserWarning, match=r"has shape \(3,\), its head \(2,\): only the first 2"):
        y.backward(nd.array([1, 2, 3]))
    same(x.grad, [2, 8])


def test_head_gradient_with_too_few_elements():
    x = variable([1, 2, 3])
    with autograd.record():
        y = x * x
    with pytest.raises(
        MXNetError, match=r"head gradient has shape \(2,\), which is too small for its head, \(3,\)"
    ):
        y.backward(nd.ones((2,)))


def test_several_heads():
    x = variable(np.ones((3, 5)))
    with autograd.record():
        a, b = x * 2, x * x
    autograd.backward([a, b], [None, nd.full((3, 5), 10)])
    same(x.grad, np.full((3, 5), 22))


def test_a_variable_is_its_own_head():
    x = variable([1, 2])
    x.backward()
    same(x.grad, [1, 1])


def test_grad_req_add():
    x = variable([1, 2], "add")
    for _ in range(3):
        with autograd.record():
            y = x * x
        y.backward()
    same(x.grad, [6, 12])
    x.grad[:] = 0
    same(x.grad, [0, 0])


def test_grad_req_null():
    x = variable([1, 2], "null")
    with autograd.record():
        y = x * 2
    with pytest.raises(MXNetError, match="no inputs in computation graph that require gradients"):
        y.backward()


def test_unknown_grad_req():
    with pytest.raises(ValueError, match="grad_req must be one of write, add, null, got 'read'"):
        nd.ones(2).attach_grad("read")


def test_gradient_buffer_stays_the_same_object():
    for size in (2, 1 << 15):
        x = variable(np.ones(size))
        buffer, part = x.grad, x.grad[0:1]
        with autograd.record():
            y = x * 3
        y.backward()
        assert x.grad is buffer
        same(buffer, np.full(size, 3))
        same(part, [3])


def test_tied_maxima_all_have_the_gradient():
    x = variable([[1, 2, 3], [3, 2, 1]])
    with autograd.record():
        y = nd.max(x)
    y.backward()
    same(x.grad, [[0, 0, 1], [1, 0, 0]])


@pytest.mark.parametrize(
    "function", [lambda x: x > 1, nd.BlockGrad, nd.round, nd.argmax], ids=range(4)
)
def test_functions_without_gradient_give_zero(function):
    x = variable([1.0, 2.0])
    x.grad[:] = 5
    with autograd.record():
        y = function(x)
    y.backward()
    same(x.grad, [0, 0])


INTEGER_RESULTS = {
    "topk": lambda x: nd.topk(x, dtype="int32"),
    "argsort": lambda x: nd.argsort(x, dtype="int64"),
    "shape_array": nd.shape_array,
    "multinomial": lambda x: nd.random.multinomial(nd.softmax(x)),
    "cast of argmax": lambda x: nd.cast(nd.argmax(x), dtype="uint8"),
}


@pytest.mark.parametrize("function", INTEGER_RESULTS.values(), ids=INTEGER_RESULTS)
def test_integers_computed_from_a_variable_give_zero(function):
    x = variable([1.0, 3.0, 2.0])
    for head_grad in (None, [1.0]):
        x.grad[:] = 5
        with autograd.record():
            y = function(x)
        assert not y._t.dtype.is_floating_point
        head = head_grad and nd.ones(y.shape, dtype=y.dtype)
        y.backward(head, retain_graph=True)
        same(x.grad, [0, 0, 0])
        y.backward()
        with pytest.raises(MXNetError, match="not in a computational graph"):
            y.backward()
    with autograd.record():
        y = function(x)
    same(autograd.grad(y, [x])[0], [0, 0, 0])


def test_integers_and_floats_as_heads():
    x = variable([1.0, 3.0, 2.0])
    with autograd.record():
        largest, where = nd.topk(x, ret_typ="both", dtype="int32")
    autograd.backward([largest, where])
    same(x.grad, [0, 1, 0])


def test_integers_that_become_a_variable_forget_where_they_came_from():
    x = variable([1.0, 3.0])
    with autograd.record():
        y = nd.topk(x, dtype="int32")
    y.attach_grad()
    y.backward()
    same(y.grad, [1])
    same(x.grad, [0, 0])


def test_nothing_recorded():
    x = variable([1.0])
    y = x * 2
    for outside in (y, nd.ones(1)):
        with pytest.raises(MXNetError, match="Cannot differentiate node because it is not in a"):
            outside.backward()


USES = {
    "operator of two": lambda s, w: s * w,
    "operator with a number": lambda s, w: (s * 1) * w,
    "function of one": lambda s, w: nd.identity(s) * w,
    "function of several": lambda s, w: nd.add_n(s, w * 0) * w,
    "part": lambda s, w: s[0:1] * w,
    "view": lambda s, w: s.reshape((1,)) * w,
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_freed_history_is_a_constant(use):
    w = variable([2.0])
    with autograd.record():
        s = w * 3
        total = s * s
    total.backward()
    same(w.grad, [36])
    with autograd.record():
        total = use(s, w)
    total.backward()
    same(w.grad, [6])  # the history of s is gone, as in MXNet


def test_outputs_of_one_operator_are_freed_together():
    w = variable([2.0, 3.0])
    with autograd.record():
        first, second = nd.split(w * 3, num_outputs=2, axis=0)
        total = first * first
    total.backward()
    with autograd.record():
        total = second * w
    total.backward()
    same(w.grad, [9, 9])


def test_other_paths_through_freed_history_raise():
    w, v = variable([2.0]), variable([5.0])
    with autograd.record():
        s = w * 3
        t = s + v
        total = s * s
    total.backward()
    with autograd.record():
        total = t * w
    with pytest.raises(MXNetError, match="retain_graph=True"):  # MXNet: an error as well
        total.backward()


def test_states_of_a_recurrent_graph_need_no_detach():
    weight = variable([[0.5]])
    state, gradients = nd.ones((1, 1)), []
    for _ in range(3):
        with autograd.record():
            state = nd.tanh(nd.dot(state, weight))
            total = (state * state).sum()
        total.backward()
        gradients.append(weight.grad.asscalar())
    values, expected = 1.0, []
    for _ in range(3):
        before, values = values, np.tanh(values * 0.5)
        expected.append(2 * values * (1 - values**2) * before)
    np.testing.assert_allclose(gradients, expected, rtol=1e-5)


def test_second_backward_needs_retain_graph():
    x = variable([1.0])
    for make in (lambda: x + 1, lambda: x * x, lambda: (x * x) * 2):
        with autograd.record():
            y = make()
        y.backward(retain_graph=True)
        y.backward()
        with pytest.raises(MXNetError, match="retain_graph=True"):
            y.backward()


def test_backward_frees_the_history_it_visited():
    x = variable([[1, 2], [3, 4]])
    with autograd.record():
        y = x * 2
        z = y * x
    z.backward()
    same(x.grad, [[4, 8], [12, 16]])
    with pytest.raises(MXNetError, match="not in a computational graph"):
        y.backward()


class _Doubled(autograd.Function):
    def forward(self, x):
        self.save_for_backward(x)
        return x * 2

    def backward(self, grad):
        return grad * 2


def _hybridized():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(2))
    net.initialize()
    net.hybridize()
    return net


OWNERS = {  # functions whose nodes of torch's graph refer to arrays, and so to the tape
    "function": lambda x: _Doubled()(x * 2),
    "hybridized": lambda x: _hybridized()(x),
    "loss": lambda x: gluon.loss.SoftmaxCELoss()(x, nd.zeros(2)) * 2,
}


@pytest.mark.parametrize("function", OWNERS.values(), ids=OWNERS)
def test_consumed_graphs_are_freed(function):
    x = variable([[1, 2], [3, 4]])
    gone = weakref.ref(x.grad)
    with autograd.record():
        total = function(x).sum()
    total.backward()
    del x, total
    gc.collect()
    assert gone() is None


def test_a_function_runs_again_only_with_retain_graph():
    x = variable([1.0, 2.0])
    with autograd.record():
        y = _Doubled()(x)
        first, second = y.sum(), (y * 3).sum()
    first.backward(retain_graph=True)
    second.backward()
    same(x.grad, [6, 6])
    with autograd.record():
        y = _Doubled()(x)
        first, second = y.sum(), (y * 3).sum()
    first.backward()
    with pytest.raises(MXNetError, match="retain_graph=True"):
        second.backward()


def test_a_head_that_depends_on_no_variable_is_refused():
    x, constant = variable([1.0, 2.0]), nd.ones(2)
    with autograd.record():
        y = constant * 2
        z = x * y
    with pytest.raises(MXNetError, match="not in a computational graph"):
        autograd.backward([y, z])


def test_another_branch_can_still_run_backward():
    x = variable([[1, 2, 3], [3, 2, 1]])
    with autograd.record():
        y = x * x
        u = y.detach()
        z = u * x
    z.backward()
    same(x.grad, y.asnumpy())
    y.backward()
    same(x.grad, 2 * x.asnumpy())


def test_two_losses_that_share_an_input():
    x = variable([1.0, 2.0])
    with autograd.record():
        shared = x + 1
        a, b = shared * 2, shared * 3
    a.backward()
    b.backward()
    same(x.grad, [3, 3])


def test_backward_inside_record():
    x = variable(np.ones(4))
    with autograd.record():
        y = 2 * x
        y.backward()
        y.attach_grad()
        z = y * y
        z.backward()
    same(x.grad, np.full(4, 2))
    same(y.grad, np.full(4, 4))


def test_attach_grad_cuts_history():
    x, y = variable(np.ones(4)), variable(np.full(4, 2))
    with autograd.record():
        u = x * y
        u.attach_grad()
        z = u + x
    z.backward()
    for array, value in ((x, 1), (u, 1), (y, 0)):
        same(array.grad, np.full(4, value))


def test_intermediate_gradient_is_none():
    x = variable([1.0])
    with autograd.record():
        y = 2 * x
        z = y * y
    z.backward()
    assert y.grad is None
    assert nd.ones(1).grad is None


def test_control_flow():
    def f(a):
        b = a * 2
        while b.norm().asscalar() < 1000:
            b = b * 2
        return b if b.sum().asscalar() > 0 else 100 * b

    x = variable(np.ones(4))
    with autograd.record():
        y = f(x)
    y.backward()
    same(x.grad, np.full(4, 512))


def test_parameter_update_between_two_passes():
    x = variable([1.0, 2.0])
    with autograd.record():
        y = x * x
    y.backward(retain_graph=True)
    x[:] = 5
    y.backward()
    same(x.grad, [10, 10])


def test_fresh_gradient_flag():
    x, y = variable([1.0]), variable([1.0])
    assert not x._fresh_grad
    with autograd.record():
        z = x * 2
    z.backward()
    assert x._fresh_grad
    assert not y._fresh_grad
    x._fresh_grad = False
    assert not x._fresh_grad


def test_memory_is_released():
    x = variable(np.ones(10))
    with autograd.record():
        y = nd.exp(x)
        z = y.sum()
    node = graph_tensor(z).grad_fn
    z.backward()
    assert not is_in_graph(z)
    assert z.asscalar() == pytest.approx(10 * np.e, rel=1e-5)
    assert node.next_functions


# --------------------------------------------------------------------------------- in place, errors


def test_in_place_while_recording():
    x = variable([1.0, 2.0])
    with autograd.record():
        y = x * 2
        for target in (x, y):
            for change in (
                lambda t: t.__iadd__(1),
                lambda t: t.__imul__(nd.ones(2)),
                lambda t: nd.relu(t, out=t),
                lambda t: t.__setitem__(slice(None), 0),
            ):
                with pytest.raises(MXNetError, match="Assigning to NDArrays that are already in a"):
                    change(target)
        free = nd.ones(2)
        free += 1
        with pytest.raises(MXNetError, match="Inplace operations"):
            free += x
        same(free, [2, 2])
        nd.broadcast_mul(x, x, out=free)
        z = free * 2
    z.backward()
    same(x.grad, [4, 8])
    x += 1
    same(x, [2, 3])


def test_in_place_after_recording_is_noticed():
    x = variable([1.0, 2.0])
    with autograd.record():
        y = x * 2
        z = y * y
    y[:] = 0
    with pytest.raises(MXNetError, match="changed in place"):
        z.backward()


def test_mark_variables():
    x, dx = nd.ones((2, 2)), nd.zeros((2, 2))
    autograd.mark_variables([x], [dx])
    with autograd.record():
        y = x * 3
    autograd.backward([y])
    same(dx, np.full((2, 2), 3))
    with pytest.raises(ValueError, match="1 variables, 2 gradients"):
        autograd.mark_variables([x], [dx, dx])


# --------------------------------------------------------------------------------------- grad()


def test_grad_returns_gradients():
    x, y = variable([2.0]), variable([3.0])
    with autograd.record():
        z = x * x * y
    dx, dy = autograd.grad(z, [x, y])
    same(dx, [12])
    same(dy, [4])
    same(x.grad, [0])


@pytest.mark.parametrize("stype", ["default", "row_sparse"])
@pytest.mark.parametrize("create_graph", [False, True])
def test_sparse_gradients_as_results(stype, create_graph):
    weight, indices = nd.ones((4, 2)).tostype(stype), nd.array([1, 1, 3])
    weight.attach_grad()
    with autograd.record():
        rows = nd.Embedding(indices, weight, input_dim=4, output_dim=2, sparse_grad=True) * 2
    (grad,) = autograd.grad(rows, [weight], create_graph=create_graph)
    assert grad.stype == ("default" if create_graph else "row_sparse")
    same(grad, [[0, 0], [4, 4], [0, 0], [2, 2]])


def test_grad_of_one_variable_is_a_list_too():
    x = variable([2.0])
    with autograd.record():
        y = x**3
    (dx,) = autograd.grad(y, x)
    same(dx, [12])


def test_third_order():
    x = variable([2.0])
    with autograd.record():
        y = x**4
        (first,) = autograd.grad(y, x, create_graph=True)
        (second,) = autograd.grad(first, x, create_graph=True)
    second.backward()
    same(first, [32])
    same(second, [48])
    same(x.grad, [48])


def test_second_order_of_a_linear_function_is_zero():
    x = variable([2.0, 3.0])
    with autograd.record():
        y = nd.radians(x) * 3
        (dx,) = autograd.grad(y, x, create_graph=True)
    dx.backward()
    same(x.grad, [0, 0])


def test_second_order_of_abs_is_zero():
    """torch gives zeros that have no memory."""
    x = variable([2.0, -3.0])
    with autograd.record():
        (first,) = autograd.grad(nd.abs(x), x, create_graph=True)
        (second,) = autograd.grad(first, x, create_graph=True)
    same(second, [0, 0])


def test_large_gradients_without_memory():
    x = nd.ones(100000)
    x.attach_grad()
    with autograd.record():
        (first,) = autograd.grad(nd.abs(x), x, create_graph=True)
    first.backward()
    same(x.grad[:2], [0, 0])
    with autograd.record():
        y = x.sum()
    y.backward()
    x.grad[0] = 5
    same(x.grad[:2], [5, 1])


def test_create_graph_outside_of_record():
    x = variable([1.0])
    with autograd.record():
        z = nd.exp(x) + x
    (dx,) = autograd.grad(z, [x], create_graph=True)
    dx.backward()
    same(dx, [np.e + 1])
    same(x.grad, [np.e])


def test_grad_of_an_intermediate_array():
    x = variable([2.0])
    with autograd.record():
        y = x * x
        z = y * y
    same(autograd.grad(z, y)[0], [8])


def test_grad_of_an_unused_variable_is_zero():
    x, y = variable([2.0]), variable([3.0])
    with autograd.record():
        z = x * x
        w = y * 2
    same(autograd.grad(z, [x, y], retain_graph=True)[1], [0])
    same(autograd.grad(w, y)[0], [2])


def test_grad_of_something_outside_the_graph():
    x = variable([2.0])
    with autograd.record():
        y = x * x
    with pytest.raises(MXNetError, match="variable 0 is not part of the graph; call attach_grad"):
        autograd.grad(y, nd.ones(1))


# ------------------------------------------------------------------------------------- Function


HEADS = {
    "a broadcast number": lambda y: y.sum(),
    "a transposed gradient": lambda y: nd.dot(y.T, nd.ones((2, 2))).sum(),
    "a part": lambda y: y[:, 1:].sum(),
    "a strided part": lambda y: y[:, ::2].sum(),
    "an order": lambda y: y.flip(1).sum(),
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize("create_graph", [False, True])
def test_memory_that_a_function_gets_is_contiguous(head, create_graph):
    class Copy(autograd.Function):
        def forward(self, x):
            return self.export(x) * 1

        def backward(self, dy):
            return self.export(dy) * 1

        def export(self, array):
            assert torch.from_dlpack(array.to_dlpack_for_write()).stride() == (3, 1)
            assert np.from_dlpack(array).flags["C_CONTIGUOUS"]
            return array

    x = variable(np.ones((2, 3)))
    with autograd.record():
        loss = head(Copy()(x))
        gradient = autograd.grad(loss, x, create_graph=create_graph)[0]
    assert torch.from_dlpack(gradient.detach().to_dlpack_for_read()).is_contiguous()


class Sigmoid(autograd.Function):
    def forward(self, x):
        y = 1 / (1 + mx.nd.exp(-x))
        self.save_for_backward(y)
        return y

    def backward(self, dy):
        (y,) = self.saved_tensors
        return dy * y * (1 - y)


def test_function():
    x = variable([0.0, 1.0])
    function = Sigmoid()
    with autograd.record():
        y = function(x)
        z = function(y)  # 1.9.1 allows one call only
    z.backward()
    with autograd.record():
        w = nd.sigmoid(nd.sigmoid(x))
    expected, ours = w.asnumpy(), x.grad.asnumpy()
    w.backward()
    same(z, expected)
    np.testing.assert_allclose(ours, x.grad.asnumpy(), rtol=1e-5)


def test_function_with_several_arrays():
    class Both(autograd.Function):
        def forward(self, x, y):
            self.save_for_backward(x, y)
            return x / y, x * y

        def backward(self, dm, dn):
            x, y = self.saved_tensors
            return dm / y + dn * y, dn * x - dm * x / y / y

    x, y = variable([1.0, 2.0]), variable([3.0, 4.0])
    with autograd.record():
        m, n = Both()(x, y)
    autograd.backward([m, n])
    dx, dy = x.grad.asnumpy(), y.grad.asnumpy()
    with autograd.record():
        heads = [x / y, x * y]
    autograd.backward(heads)
    np.testing.assert_allclose(dx, x.grad.asnumpy(), rtol=1e-6)
    np.testing.assert_allclose(dy, y.grad.asnumpy(), rtol=1e-6)


def test_function_twice_differentiated():
    class Square(autograd.Function):
        def forward(self, x):
            self.save_for_backward(x)
            return x * x

        def backward(self, dy):
            return dy * 2 * self.saved_tensors[0]

    x = variable([3.0])
    with autograd.record():
        y = Square()(x)
        (dx,) = autograd.grad(y, x, create_graph=True)
    dx.backward()
    same(dx, [6])
    same(x.grad, [2])


def test_function_with_too_few_gradients():
    class Wrong(autograd.Function):
        def forward(self, x, y):
            return x + y

        def backward(self, dy):
            return dy

    x, y = variable([1.0]), variable([1.0])
    with autograd.record():
        z = Wrong()(x, y)
    with pytest.raises(MXNetError, match="Wrong.backward must return .* each of the 2 inputs"):
        z.backward()


def test_errors_in_backward_keep_their_type():
    class Fails(autograd.Function):
        def forward(self, x):
            return x + 0

        def backward(self, dy):
            raise KeyError("mine")

    x = variable([1.0])
    with autograd.record():
        z = Fails()(x)
    with pytest.raises(KeyError, match="mine"):
        z.backward()


def test_function_outside_of_record():
    same(Sigmoid()(nd.zeros(1)), [0.5])


def test_integers_without_a_gradient_are_in_the_graph():
    x = variable([1.0, 3.0])
    with autograd.record():
        y = nd.cast(nd.topk(x, dtype="int32"), dtype="float32")
        z = y * x[:1]
    y.backward(retain_graph=True)
    same(x.grad, [0, 0])
    z.backward()
    same(x.grad, [1, 0])


def test_get_symbol_of_operators_is_refused():
    x = variable([1.0])
    with autograd.record():
        y = x * 2
    with pytest.raises(MXNetError, match="get_symbol is not supported.*MXNET_RECORD_SYMBOLS=1"):
        autograd.get_symbol(y)
    with pytest.raises(MXNetError, match="not part of a computation graph. Did you forget"):
        autograd.get_symbol(nd.ones(2))
    layer = mx.gluon.nn.Dense(2, in_units=1)
    layer.initialize()
    with autograd.record():
        y = layer(nd.ones((1, 1)))
    with pytest.raises(MXNetError, match="for layers outside of hybridized blocks; hybridize"):
        autograd.get_symbol(y)


@pytest.fixture
def call_recorder():
    """Note the calls of operators, as MXNET_RECORD_SYMBOLS=1 does."""
    recorder = CallRecorder()
    active.append(recorder)
    yield
    active.remove(recorder)


def test_get_symbol_of_operators(call_recorder):
    x, z, constant = variable([1.0, 2.0]), variable([3.0, 4.0]), nd.array([5.0, 6.0])
    with autograd.record():
        y = x * x + 2 * z - 3 + constant
        part = nd.split(nd.concat(y, x, dim=0), 2, axis=0)[1]
    graph = autograd.get_symbol(y)
    nodes = json.loads(graph.tojson())["nodes"]
    assert [node["op"] for node in nodes if node["op"] != "null"] == [
        "broadcast_mul", "_mul_scalar", "broadcast_add", "_minus_scalar", "broadcast_add",
    ]  # fmt: skip
    names = graph.list_arguments()
    assert [name.rstrip("0123456789") for name in names] == ["var", "var", "null"]
    arrays = dict(zip(names, (x, z, constant), strict=True))
    same(graph.eval(**arrays)[0], y.asnumpy())
    same(autograd.get_symbol(part).eval(**arrays)[0], part.asnumpy())
    assert autograd.get_symbol(x).list_arguments() == names[:1]
    y.backward()
    same(x.grad, [2, 4])


def test_get_symbol_of_sparse_arrays(call_recorder):
    weights, data = variable([[1.0], [2.0]]), nd.array([[1, 0], [0, 3]]).tostype("csr")
    rows = nd.array([[1.0], [0.0]]).tostype("row_sparse")
    rows.attach_grad()
    with autograd.record():
        y = nd.sparse.dot(data, weights) + rows
    names = autograd.get_symbol(y).list_arguments()
    assert sorted(name.rstrip("0123456789") for name in names) == ["null", "var", "var"]
    y.backward()
    same(weights.grad, [[1], [3]])
    same(rows.grad, [[1], [1]])


def test_get_symbol_of_layers(call_recorder):
    net = mx.gluon.nn.Sequential()
    net.add(mx.gluon.nn.Dense(3, activation="relu"), mx.gluon.nn.BatchNorm())
    net.initialize(mx.init.Xavier())
    data = nd.array([[1, 2], [3, 5]])
    with autograd.record():
        y = net(data)
    symbol = autograd.get_symbol(y)
    operators = [n["op"] for n in json.loads(symbol.tojson())["nodes"] if n["op"] != "null"]
    assert operators == ["FullyConnected", "Activation", "BatchNorm"]
    with autograd.record():
        y = net[0](data)[0] * 2
    with pytest.raises(MXNetError, match="not supported for what torch alone.*indexing"):
        autograd.get_symbol(y)


@pytest.mark.parametrize(("limit", "operators"), [(3, ["FullyConnected"] * 3), (2, ["_CachedOp"])])
def test_get_symbol_of_hybridized_blocks(limit, operators):
    net, loss = mx.gluon.nn.HybridSequential(prefix="net_"), mx.gluon.loss.L2Loss()
    with net.name_scope():
        for _ in range(3):
            net.add(mx.gluon.nn.Dense(2, in_units=2))
    net.initialize()
    net.hybridize(inline_limit=limit)
    loss.hybridize()
    data, label = nd.array([[1, 2]]), nd.array([[3, 4]])
    with autograd.record():
        out = net(data)
        cost = loss(out, label)
    graph = autograd.get_symbol(out)
    nodes = json.loads(graph.tojson())["nodes"]
    assert [node["op"] for node in nodes if node["op"] != "null"] == operators
    assert len(graph.list_arguments()) == 7
    arrays = {name: p.data() for name, p in net.collect_params().items()}
    arrays |= dict(zip(graph.list_arguments()[:1], [data], strict=True))
    same(graph.eval(**arrays)[0], out.asnumpy())
    both = autograd.get_symbol(cost)
    assert set(graph.list_arguments()) < set(both.list_arguments())
    cost.backward()


@pytest.mark.parametrize("returned", [None, 5, (None, None), "ones"])
def test_function_that_returns_no_arrays_is_named(returned):
    class Sum(autograd.Function):
        def forward(self, a, b):
            return a + b

        def backward(self, dy):
            return returned

    a, b = nd.ones(2), nd.ones(2)
    a.attach_grad()
    with autograd.record():
        y = Sum()(a, b)
    with pytest.raises(MXNetError, match=r"Sum\.backward must return NDArrays, not <class"):
        y.backward()


def test_threads_run_backward_passes_side_by_side():
    def work(number):
        seen = set()
        for _ in range(50):
            x = nd.full(4, number)
            x.attach_grad()
            with autograd.record():
                y = x * x * number
            y.backward()
            seen.add(tuple(x.grad.asnumpy()))
        return seen

    assert in_threads(work, range(1, 5)) == [{(2.0 * n * n,) * 4} for n in range(1, 5)]


def test_grad_of_an_independent_variable_is_zero():
    x, other = nd.ones(3), nd.ones(2)
    x.attach_grad()
    other.attach_grad()
    with autograd.record():
        y = x * 2
    (gradient,) = autograd.grad(y, [other])
    assert gradient.asnumpy().tolist() == [0, 0]


def test_an_ignored_label_beyond_all_integers():
    data = variable([[1.0, 1.0, 1.0]] * 2)
    with autograd.record():
        result = nd.SoftmaxOutput(data, nd.zeros(2), ignore_label=2**70, normalization="valid")
    result.backward()
    expected = [[-1 / 3, 1 / 6, 1 / 6]] * 2
    np.testing.assert_allclose(data.grad.asnumpy(), expected, rtol=1e-6)


def test_errors_of_torch_in_a_backward_pass(monkeypatch):
    def fail(*arguments):
        raise RuntimeError("a kernel failed")

    x = variable([1.0, 2.0])
    with autograd.record():
        y = nd.SoftmaxActivation(x.reshape((1, 2)))
    monkeypatch.setattr(backward, "run_engine", fail)
    with pytest.raises(mx.MXNetError, match="Error in backward: a kernel failed"):
        y.backward()


@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_backward_reuses_the_buffer_of_an_unneeded_gradient(dtype):
    x, y = nd.ones(2, dtype=dtype), variable([3.0, 4.0])
    x.attach_grad("null")
    for keeps in (True, False):
        same(x.grad, [0, 0])
        with autograd.record():
            z = x.astype("float32") * y
        z.backward(retain_graph=keeps)
        same(y.grad, [1, 1])
    assert x.grad is None
    x.attach_grad()
    same(x.grad, [0, 0])


def test_a_variable_without_gradient_is_in_the_graph():
    x, y = nd.ones(2), variable([3.0, 4.0])
    x.attach_grad("null")
    with autograd.record():
        heads = [y * 2, x * 2]
        for change in (lambda: x.__iadd__(1), lambda: heads[1].__setitem__(0, 1)):
            with pytest.raises(MXNetError, match="already in a computational graph"):
                change()
    autograd.backward(heads)
    same(y.grad, [2, 2])
    with autograd.record():
        z = (x * y).sum()
    with pytest.raises(MXNetError, match="variable 0 is not part of the graph"):
        autograd.grad(z, [x])


@pytest.mark.parametrize("is_hybrid", [False, True])
def test_a_backward_pass_must_have_a_variable_with_a_gradient(is_hybrid):
    x, net = nd.ones((1, 2)), mx.gluon.nn.Dense(2, in_units=2)
    net.collect_params().setattr("grad_req", "null")
    net.initialize()
    if is_hybrid:
        net.hybridize()
    x.attach_grad("null")
    with autograd.record():
        y = net(x)
    with pytest.raises(MXNetError, match="no inputs in computation graph that require grad"):
        y.backward()


def test_the_state_of_a_pass_in_threads_of_torch():
    """torch copies these objects to its own threads, in which nodes of GPUs run."""
    new = BackwardPass(None, True, True)
    seen = []

    def run():
        private_torch.set_engine_state(backward_pass._KEY, new)
        seen.append((backward_pass.current_pass(), autograd.is_training()))
        private_torch.set_engine_state(backward_pass._KEY, None)  # of a pass that torch runs alone
        seen.append(backward_pass.current_pass().keeps_graph)

    in_thread(run)
    assert seen == [(new, True), True]


SHARED_GRADIENTS = {
    "reshape": lambda a, b: a.reshape((3, 2)) + b.reshape((3, 2)),
    "expand_dims": lambda a, b: a.expand_dims(0) + b.expand_dims(0),
    "flatten": lambda a, b: nd.add_n(a.flatten(), b.flatten()) * 3,
    "concat": lambda a, b: nd.concat(a, b, dim=0),
    "sum": lambda a, b: a + b,
    "one input": lambda a, b: a.reshape((3, 2)) + 0 * b.sum(),
}


@pytest.mark.parametrize("expression", SHARED_GRADIENTS.values(), ids=SHARED_GRADIENTS)
def test_gradients_do_not_share_memory(expression):
    a, b = nd.ones((2, 3)), nd.ones((2, 3))
    a.attach_grad()
    b.attach_grad()
    with autograd.record():
        y = expression(a, b)
    head = nd.ones(y.shape)
    results = autograd.grad([y], [a, b], [head], retain_graph=True)
    y.backward(head)
    for gradients in (results, [a.grad, b.grad]):
        expected = gradients[1].asnumpy()
        gradients[0][:] = 9
        assert gradients[1].asnumpy().tolist() == expected.tolist()
        gradients[1][:] = 8
        assert head.asnumpy().tolist() == np.ones(y.shape).tolist()
    with autograd.record():
        z = a * 2 + b * 5
    z.backward()
    assert (a.grad.asnumpy() == 2).all() and (b.grad.asnumpy() == 5).all()


@pytest.mark.parametrize("is_hybrid", [True, False])
def test_the_same_head_twice_leaves_recording_off(is_hybrid):
    layer = mx.gluon.nn.Dense(2, in_units=3)
    layer.initialize(mx.init.One())
    layer.hybridize(is_hybrid)
    for _ in range(2):
        with autograd.record():
            y = layer(nd.ones((4, 3)))
        autograd.backward([y, y])
        assert not autograd.is_recording()
        same(layer.bias.grad(), [8, 8])
