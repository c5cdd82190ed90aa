"""Operators that users write, on arrays and symbols of ``mx.np``."""

import json

import pytest

import mxnet as mx
from mxnet import autograd, gluon, np, npx

seen: list[type] = []


class Scaled(mx.operator.CustomOp):
    def __init__(self, factor):
        self.factor = factor

    def forward(self, is_train, req, in_data, out_data, aux):
        seen.extend(map(type, [*in_data, *out_data, *aux]))
        self.assign(out_data[0], req[0], in_data[0] * self.factor)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        seen.extend(map(type, [*out_grad, *in_data, *out_data, *in_grad, *aux]))
        self.assign(in_grad[0], req[0], out_grad[0] * self.factor)


@mx.operator.register("np_scaled")
class ScaledProp(mx.operator.CustomOpProp):
    def __init__(self, factor="2"):
        super().__init__()
        self.factor = float(factor)

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return Scaled(self.factor)


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np._internal.Custom(x, op_type="np_scaled", factor=3) + 1


@pytest.fixture(autouse=True)
def np_mode():
    seen.clear()
    npx.set_np()
    yield
    npx.reset_np()


@pytest.mark.parametrize("custom", [np._internal.Custom, mx.nd.Custom])
def test_eager(custom):
    x = np.array([1.0, 2.0])
    x.attach_grad()
    with autograd.record():
        y = custom(x, op_type="np_scaled", factor=3)
    y.backward()
    assert type(y) is np.ndarray
    assert y.tolist() == [3, 6]
    assert x.grad.tolist() == [3, 3]
    assert set(seen) == {np.ndarray}
    assert len(seen) == 6


@pytest.mark.parametrize("hybrid", [False, True])
def test_in_a_block(hybrid):
    net = Net()
    if hybrid:
        net.hybridize()
    x = np.array([1.0, 2.0])
    x.attach_grad()
    with autograd.record():
        y = net(x)
    y.backward()
    assert (y.tolist(), x.grad.tolist()) == ([4, 7], [3, 3])
    assert set(seen) == {np.ndarray}


def test_in_a_file():
    x = mx.sym.var("x").as_np_ndarray()
    symbol = mx.sym.np._internal.Custom(x, op_type="np_scaled", factor=3, name="scaled")
    assert type(symbol) is mx.sym.np._Symbol
    text = symbol.tojson()
    node = json.loads(text)["nodes"][1]
    assert (node["op"], node["name"]) == ("_npi_Custom", "scaled")
    assert node["attrs"] == {"factor": "3", "op_type": "np_scaled"}
    result = mx.sym.load_json(text).eval(x=np.array([1.0]))[0]
    assert result.asnumpy().tolist() == [3]
    assert set(seen) == {np.ndarray}


def test_other_operators_by_their_short_names():
    x = mx.sym.var("x").as_np_ndarray()
    result = mx.sym.np._internal.add_scalar(x, scalar=2.0).eval(x=np.array([1.0]))[0]
    assert result.asnumpy().tolist() == [3]
    with pytest.raises(AttributeError, match="nonsense"):
        mx.sym.np._internal.nonsense  # noqa: B018
