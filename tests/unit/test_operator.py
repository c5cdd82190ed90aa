"""Custom operators: errors and their messages. Plain use is in gluon/cases/."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, gluon, nd, operator


class Scaled(operator.CustomOp):
    def __init__(self, factor=2.0):
        self.factor = factor

    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * self.factor)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * self.factor)


@operator.register("test_scaled")
class ScaledProp(operator.CustomOpProp):
    def __init__(self, factor="2"):
        super().__init__(need_top_grad=True)
        self.factor = float(factor)

    def create_operator(self, ctx, shapes, dtypes):
        return Scaled(self.factor)


@operator.register("test_two")
class TwoProp(operator.CustomOpProp):
    def list_arguments(self):
        return ["left", "right"]

    def list_outputs(self):
        return ["sum", "shape"]

    def infer_shape(self, in_shape):
        return in_shape, [in_shape[0], (1,)], ()

    def infer_type(self, in_type):
        return in_type, [in_type[0], np.int64], []

    def create_operator(self, ctx, shapes, dtypes):
        class Two(operator.CustomOp):
            def forward(self, is_train, req, in_data, out_data, aux):
                self.assign(out_data[0], req[0], in_data[0] + in_data[1])
                self.assign(out_data[1], req[1], in_data[0].shape[0])

            def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
                self.assign(in_grad[0], req[0], out_grad[0])
                self.assign(in_grad[1], req[1], out_grad[0] * 3)

        return Two()


def test_by_name_or_by_place():
    a, b = nd.array([1, 2]), nd.array([3, 4])
    for arguments in (
        nd.Custom(a, b, op_type="test_two"),
        nd.Custom(right=b, left=a, op_type="test_two"),
        nd.Custom(a, right=b, op_type="test_two", name="some"),
    ):
        assert arguments[0].asnumpy().tolist() == [4, 6]
        assert arguments[1].dtype is np.int64 and arguments[1].asscalar() == 2


def test_types_and_contexts_follow_the_input():
    for dtype in ("float16", "float64", "int32"):
        assert nd.Custom(nd.ones((2,), dtype=dtype), op_type="test_scaled").dtype == np.dtype(dtype)
    assert nd.Custom(nd.ones((2,), ctx=mx.cpu(1)), op_type="test_scaled").context == mx.cpu(1)


@pytest.mark.parametrize("is_hybridized", [False, True])
def test_arrays_that_an_operator_creates_are_on_its_device(is_hybridized):
    class Doubled(Scaled):
        def forward(self, is_train, req, in_data, out_data, aux):
            seen.append(nd.zeros(1).context)
            super().forward(is_train, req, in_data, out_data, aux)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            seen.append(nd.zeros(1).context)
            super().backward(req, out_grad, in_data, out_data, in_grad, aux)

    @operator.register("test_doubled")
    class DoubledProp(ScaledProp):
        def create_operator(self, ctx, shapes, dtypes):
            return Doubled()

    x, seen = nd.ones(2, ctx=mx.cpu(1)), []
    x.attach_grad()
    net = gluon.nn.HybridLambda(lambda F, x: F.Custom(x, op_type="test_doubled"))
    net.hybridize(is_hybridized)
    with autograd.record():
        net(x).backward()
    assert seen == [mx.cpu(1)] * 2 and x.grad.asnumpy().tolist() == [2, 2]


def test_in_the_middle_of_a_network():
    class Net(gluon.Block):
        def __init__(self):
            super().__init__()
            self.layer = gluon.nn.Dense(2, in_units=3, weight_initializer="ones")

        def forward(self, x):
            return nd.Custom(self.layer(x), op_type="test_scaled", factor=5)

    net = Net()
    net.initialize()
    with autograd.record():
        y = net(nd.ones((1, 3)))
    y.backward()
    assert y.asnumpy().tolist() == [[15, 15]]
    assert net.layer.bias.grad().asnumpy().tolist() == [5, 5]


def _call(a, b):
    return nd.Custom(a, b, op_type="test_two_noted")[0]


def _call_hybridized(a, b):
    net = gluon.nn.HybridLambda(lambda F, a, b: F.Custom(a, b, op_type="test_two_noted")[0])
    net.hybridize()
    return net(a, b)


@pytest.fixture
def requests():
    """The ``req`` that a custom operator gets in its backward pass."""
    seen = []

    @operator.register("test_two_noted")
    class Noted(TwoProp):
        def create_operator(self, ctx, shapes, dtypes):
            made = super().create_operator(ctx, shapes, dtypes)
            backward = made.backward
            made.backward = lambda req, **kwargs: (seen.extend(req), backward(req, **kwargs))
            return made

    return seen


def test_a_gradient_that_a_variable_does_not_store(requests):
    a, b = nd.ones((2,)), nd.ones((2,))
    a.attach_grad("null")
    b.attach_grad()
    with autograd.record():
        total = _call(a, b)
    total.backward()
    assert requests == ["null", "write"]


@pytest.mark.parametrize("grad_req", ["write", "add"])
@pytest.mark.parametrize("call", [_call, _call_hybridized])
def test_a_gradient_for_one_of_two(requests, call, grad_req):
    a, b = nd.ones((2,)), nd.ones((2,))
    b.attach_grad(grad_req)
    with autograd.record():
        total = call(a, b)
    total.backward()
    assert b.grad.asnumpy().tolist() == [3, 3]
    assert requests == ["null", "write"]


def test_an_executor_requests_the_gradients_that_it_needs(requests):
    left, right = mx.sym.var("left"), mx.sym.var("right")
    total = mx.sym.Custom(left, right, op_type="test_two_noted")[0]
    arrays = {"left": nd.ones(2), "right": nd.ones(2)}
    grad_req = {"left": "write", "right": "null"}
    executor = total.bind(mx.cpu(), arrays, {"left": nd.zeros(2)}, grad_req)
    executor.forward(is_train=True)
    executor.backward(nd.ones(2))
    assert executor.grad_dict["left"].asnumpy().tolist() == [1, 1]
    assert requests == ["write", "null"]


def test_forward_receives_is_train():
    seen = []

    class Note(Scaled):
        def forward(self, is_train, req, in_data, out_data, aux):
            seen.append(bool(is_train))
            super().forward(is_train, req, in_data, out_data, aux)

    @operator.register("test_note")
    class NoteProp(operator.CustomOpProp):
        def create_operator(self, ctx, shapes, dtypes):
            return Note()

    x = nd.ones((1,))
    nd.Custom(x, op_type="test_note")
    with autograd.train_mode():
        nd.Custom(x, op_type="test_note")
    with autograd.record(train_mode=False):
        nd.Custom(x, op_type="test_note")
    assert seen == [False, True, False]


def test_error_inside_an_operator_is_raised():
    @operator.register("test_failing")
    class FailingProp(operator.CustomOpProp):
        def create_operator(self, ctx, shapes, dtypes):
            class Failing(operator.CustomOp):
                def forward(self, **kwargs):
                    raise ZeroDivisionError("inside")

            return Failing()

    with pytest.raises(ZeroDivisionError, match="inside"):
        nd.Custom(nd.ones((1,)), op_type="test_failing")


def test_missing_methods_are_named():
    @operator.register("test_bare")
    class BareProp(operator.CustomOpProp):
        pass

    with pytest.raises(NotImplementedError, match="CustomOp does not define forward"):
        nd.Custom(nd.ones((1,)), op_type="test_bare")


REFUSED = [
    (lambda: nd.Custom(nd.ones(1)), MXNetError, "Custom needs op_type, the name given to"),
    (
        lambda: nd.Custom(nd.ones(1), op_type="no such"),
        MXNetError,
        "Cannot find custom operator no such; registered are: .*test_scaled",
    ),
    (
        lambda: nd.Custom(nd.ones(1), op_type="test_two"),
        MXNetError,
        r"custom operator test_two expects 2 inputs \(left, right\), but got 1 instead",
    ),
    (
        lambda: nd.Custom(nd.ones(1), op_type="test_scaled", wrong=1),
        TypeError,
        "unexpected keyword argument 'wrong'",
    ),
    (
        lambda: operator.register("x")(Scaled),
        MXNetError,
        r"operator.register\('x'\) expects a CustomOpProp, got .*Scaled",
    ),
    (
        lambda: operator.get_operator_arguments("no such"),
        MXNetError,
        "there is no operator no such",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize("kind", [operator.NumpyOp, operator.NDArrayOp])
def test_the_oldest_operators(kind):
    with pytest.warns(DeprecationWarning, match=f"{kind.__name__} has been deprecated"):
        op = kind(need_top_grad=False)
    assert op.list_arguments() == ["data"] and op.list_outputs() == ["output"]
    assert op.infer_shape([[2, 3]]) == ([[2, 3]], [[2, 3]]) and not op.need_top_grad()
    a, b = np.ones(2), np.zeros(2)
    op.forward([a], [b])
    assert b.tolist() == [1, 1]
    op.backward([], [], [], [b])
    assert b.tolist() == [1, 1]
    data, grad = nd.array([3, 4]), nd.zeros((2,))
    executor = op(mx.sym.var("data")).bind(mx.cpu(), [data], [grad])
    assert executor.forward(is_train=True)[0].asnumpy().tolist() == [3, 4]
    executor.backward()
    assert grad.asnumpy().tolist() == [1, 1]


def test_all_operators_list_their_arguments():
    names = operator.get_all_registered_operators()
    assert "FullyConnected" in names
    for name in names:
        arguments = operator.get_operator_arguments(name)
        assert arguments.narg == len(arguments.names) == len(arguments.types)
    activation = operator.get_operator_arguments("Activation")
    assert activation.types[0] == "NDArray-or-Symbol" and "'relu'" in activation.types[1]


# --------------------------------------------------------------------------------------- storage


class Squared(mx.operator.CustomOp):
    """Squares, row by row where the input is sparse; records the kinds of arrays it receives."""

    seen: dict = {}

    def forward(self, is_train, req, in_data, out_data, aux):
        self.seen["forward"] = [in_data[0].stype, out_data[0].stype]
        x = in_data[0]
        if x.stype == "csr":
            result = mx.nd.sparse.csr_matrix((x.data * x.data, x.indices, x.indptr), shape=x.shape)
        else:
            result = x * x
        self.assign(out_data[0], req[0], result)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        arrays = (out_grad, in_data, out_data, in_grad)
        self.seen["backward"] = [array.stype for (array,) in arrays]
        product = mx.nd.sparse.elemwise_mul(in_data[0], out_grad[0])
        self.assign(in_grad[0], req[0], 2 * product.tostype("default"))


@mx.operator.register("squared_in_any_storage")
class SquaredProp(mx.operator.CustomOpProp):
    def infer_storage_type(self, in_stype):
        return in_stype, in_stype, []

    def infer_storage_type_backward(self, ograd_stype, in_stype, out_stype, igrad_stype, aux_stype):
        return in_stype, in_stype, in_stype, ["default"], []

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return Squared()


@pytest.mark.parametrize("stype", ["default", "csr"])
def test_arrays_have_the_declared_storage_type(stype):
    x = mx.nd.array([[1, 0, 2], [0, 3, 0]]).tostype(stype)
    result = mx.nd.Custom(x, op_type="squared_in_any_storage")
    assert result.stype == stype
    assert result.asnumpy().tolist() == [[1, 0, 4], [0, 9, 0]]
    x.attach_grad(stype="default")
    with mx.autograd.record():
        y = mx.nd.Custom(x, op_type="squared_in_any_storage")
    y.backward(mx.nd.ones((2, 3)).tostype(stype))
    assert y.asnumpy().tolist() == [[1, 0, 4], [0, 9, 0]]
    assert x.grad.asnumpy().tolist() == [[2, 0, 4], [0, 6, 0]]
    assert Squared.seen == {"forward": [stype] * 2, "backward": [stype] * 3 + ["default"]}


def test_a_function_may_return_sparse_arrays():
    class Same(mx.autograd.Function):
        def forward(self, x):
            return x.tostype("csr")

        def backward(self, gradient):
            return (2 * gradient).tostype("csr")

    x = mx.nd.array([[1, 0, 2]])
    assert Same()(x).stype == "csr"
    x.attach_grad()
    with mx.autograd.record():
        y = Same()(x)
    y.backward()
    assert y.asnumpy().tolist() == [[1, 0, 2]]
    assert x.grad.asnumpy().tolist() == [[2, 2, 2]]
