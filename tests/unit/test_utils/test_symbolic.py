"""The helpers that check symbols, blocks and optimizers: they reject what is wrong."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, test_utils as tu

ONES = np.ones((2, 3), dtype="float32")


@pytest.fixture
def x():
    return mx.sym.Variable("x")


@pytest.fixture
def y():
    return mx.sym.Variable("y")


def test_forward(x, y):
    (output,) = tu.check_symbolic_forward(x + 2 * y, {"y": ONES, "x": 3 * ONES}, [5 * ONES])
    assert output.shape == (2, 3)
    pair = mx.sym.Group([x + y, x * y])
    names = pair.list_outputs()
    tu.check_symbolic_forward(pair, [ONES, nd.array(ONES)], {names[0]: 2 * ONES, names[1]: ONES})
    with pytest.raises(AssertionError, match="EXPECTED_.*FORWARD_"):
        tu.check_symbolic_forward(x + x, [ONES], [3 * ONES])
    with pytest.raises(ValueError, match="do not match.*'x'.*'z'"):
        tu.check_symbolic_forward(x + x, {"z": ONES}, [2 * ONES])
    with pytest.raises(ValueError, match="no value is given for arguments .'y'."):
        tu.check_symbolic_forward(x + y, [ONES], [2 * ONES])


def test_forward_keeps_types_when_asked(x):
    (output,) = tu.check_symbolic_forward(
        x + x, [ONES.astype("float64")], [2 * ONES], dtype="asnumpy"
    )
    assert output.dtype == np.float64


def test_backward(x, y):
    grads = tu.check_symbolic_backward(x * y, [ONES, 2 * ONES], [ONES], [2 * ONES, ONES])
    assert set(grads) == {"x", "y"}
    tu.check_symbolic_backward(x * y, [ONES, 2 * ONES], [3 * ONES], {"x": 6 * ONES})
    for wrong in ([ONES, ONES], {"y": 2 * ONES}):
        with pytest.raises(AssertionError, match="EXPECTED_.*BACKWARD_"):
            tu.check_symbolic_backward(x * y, [ONES, 2 * ONES], [ONES], wrong)


def test_backward_adds_or_leaves_alone(x, y):
    location, right = [ONES, 2 * ONES], [2 * ONES, ONES]
    requests = {"x": "add", "y": "null"}
    tu.check_symbolic_backward(x * y, location, [ONES], right, grad_req="add")
    tu.check_symbolic_backward(x * y, location, [ONES], right, grad_req=requests)
    with pytest.raises(AssertionError, match="BACKWARD_x"):
        tu.check_symbolic_backward(x * y, location, [ONES], [ONES, ONES], grad_req=requests)


def test_numeric_gradient(x, y):
    values = np.random.uniform(1, 2, (2, 3))
    tu.check_numeric_gradient(mx.sym.square(x) * y, [values, values], rtol=0.02)
    tu.check_numeric_gradient(mx.sym.square(x) * y, [values] * 2, grad_nodes=["y"], rtol=0.02)
    tu.check_numeric_gradient(x * y, [values] * 2, grad_nodes={"x": "add", "y": "null"}, rtol=0.02)
    tu.check_numeric_gradient(mx.sym.exp(x), [values], numeric_eps=1e-5, dtype=np.float64)
    with pytest.raises(AssertionError, match="NUMERICAL_x.*BACKWARD_x"):
        tu.check_numeric_gradient(mx.sym.BlockGrad(mx.sym.square(x)), [values], rtol=0.02)
    with pytest.raises(ValueError, match="dtype must be float16"):
        tu.check_numeric_gradient(x, [values], dtype=np.int32)


def test_numeric_gradient_with_states():
    net = mx.sym.BatchNorm(mx.sym.Variable("data"), fix_gamma=False, eps=1e-3, name="bn")
    location = {"data": np.random.randn(4, 3), "bn_gamma": np.ones(3), "bn_beta": np.zeros(3)}
    states = {"bn_moving_mean": np.zeros(3), "bn_moving_var": np.ones(3)}
    tu.check_numeric_gradient(
        net, location, states, numeric_eps=1e-5, rtol=1e-6, atol=1e-6, dtype=np.float64
    )


def test_simple_forward(x):
    assert tu.simple_forward(x * 2, x=np.ones(2)).tolist() == [2, 2]
    assert [a.tolist() for a in tu.simple_forward(mx.sym.Group([x, x + 1]), x=np.ones(1))] == [
        [1],
        [2],
    ]


def test_consistency(x):
    settings = [
        {"ctx": mx.cpu(), "x": (2, 3), "type_dict": {"x": dtype}}
        for dtype in ("float64", "float32")
    ]
    truth = tu.check_consistency(mx.sym.tanh(x, name="tanh"), settings)
    assert truth["tanh_output"].dtype == np.float64 and truth["x"].shape == (2, 3)
    tu.check_consistency([x * 2, x + x], settings, grad_req="null")
    with pytest.raises(AssertionError, match="setting 1"):
        tu.check_consistency([mx.sym.sin(x, name="f"), mx.sym.cos(x, name="f")], settings)
    with pytest.raises(AssertionError, match="setting 0"):
        tu.check_consistency(
            mx.sym.identity(x, name="i"), settings, ground_truth={"i_output": 9, "x": 9}
        )
    with pytest.raises(ValueError, match="at least 2 settings"):
        tu.check_consistency(x, settings[:1])


def test_speed(x):
    assert 0 < tu.check_speed(x * 2, N=2, x=(2, 3)) < 10
    assert 0 < tu.check_speed(x * 2, {"x": ONES}, N=2, typ="forward") < 10
    with pytest.raises(ValueError, match="'whole' or 'forward'"):
        tu.check_speed(x * 2, typ="half", x=(2,))


def test_structure(x, y):
    assert tu.same_symbol_structure(x + y, mx.sym.Variable("a") + mx.sym.Variable("b"))
    assert not tu.same_symbol_structure(x + y, x * y)
    assert not tu.same_symbol_structure(x + y, x)


def test_optimizers():
    def sgd(rate):
        return mx.optimizer.SGD(learning_rate=rate, momentum=0.9)

    tu.compare_optimizer(sgd(0.1), sgd(0.1), (3, 4), "float32")
    with pytest.raises(AssertionError):
        tu.compare_optimizer(sgd(0.1), sgd(0.2), (3, 4), "float32")


def test_blocks_hybridized_and_not():
    class Double(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x * 2

    data = [nd.array(ONES)]
    for test_grad in (False, True):
        tu.check_gluon_hybridize_consistency(Double, data, lambda a: a * 2, test_grad)
        with pytest.raises(AssertionError):
            tu.check_gluon_hybridize_consistency(Double, data, lambda a: a * 3, test_grad)
    tu.check_gluon_hybridize_consistency(lambda: mx.gluon.nn.Dense(4), data)
