"""Parameters: the texts of their errors, copies, several contexts. Plain use is in cases/."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn
from mxnet.gluon.parameter import DeferredInitializationError, shape_is_known


def parameter(**options):
    param = gluon.Parameter("w", **{"shape": (2,), **options})
    param.initialize(init="ones")
    return param


def deferred_parameter():
    param = gluon.Parameter("w", shape=(2, 0), allow_deferred_init=True)
    param.initialize()
    return param


def set_attribute(param, name, value):
    setattr(param, name, value)


REFUSED = [
    (
        lambda: gluon.Parameter("w", shape=(2,)).data(),
        RuntimeError,
        r"Parameter 'w' has not been initialized. Note that you should initialize parameters and "
        r"create Trainer with Block.collect_params\(\)",
    ),
    (
        lambda: deferred_parameter().data(),
        DeferredInitializationError,
        "Parameter 'w' has not been initialized yet because initialization was deferred. Actual "
        "initialization happens during the first forward pass. Please pass one batch of data",
    ),
    (
        lambda: deferred_parameter()._finish_deferred_init(),
        AssertionError,
        r"Cannot initialize Parameter 'w' because it has invalid shape: \(2, 0\). Please specify "
        "in_units",
    ),
    (
        lambda: gluon.Parameter("w", shape=(2, 0)).initialize(),
        ValueError,
        r"Cannot initialize Parameter 'w' because it has invalid shape: \(2, 0\).",
    ),
    (
        lambda: parameter().data(mx.cpu(1)),
        RuntimeError,
        r"Parameter 'w' was not initialized on context cpu\(1\). It was only initialized on "
        r"\[cpu\(0\)\].",
    ),
    (
        lambda: parameter(grad_req="null").grad(),
        RuntimeError,
        "Cannot get gradient array for Parameter 'w' because grad_req='null'",
    ),
    (
        lambda: parameter(grad_req="foo"),
        AssertionError,
        "grad_req of Parameter 'w' must be one of 'write', 'add', or 'null', but got 'foo'",
    ),
    (
        lambda: set_attribute(parameter(), "shape", (3,)),
        AssertionError,
        r"Expected shape \(3,\) is incompatible with given shape \(2,\)",
    ),
    (
        lambda: parameter().set_data(nd.ones((3,))),
        AssertionError,
        r"Expected shape \(3,\) is incompatible with given shape \(2,\)",
    ),
    (
        lambda: gluon.Parameter("w", shape=(2,)).set_data(nd.ones((2,))),
        AssertionError,
        "Parameter 'w' has not been initialized",
    ),
    (
        lambda: gluon.Parameter("w", shape=(2,)).reset_ctx(mx.cpu(1)),
        ValueError,
        "Cannot reset context for Parameter 'w' because it has not been initialized",
    ),
    (
        lambda: gluon.Parameter("w", shape=(2,)).list_ctx(),
        RuntimeError,
        "Parameter 'w' has not been initialized",
    ),
    (
        lambda: parameter().row_sparse_data(nd.array([0])),
        RuntimeError,
        r"Cannot return a copy of Parameter w via row_sparse_data\(\) because its storage type is "
        r"default. Please use data\(\) instead",
    ),
    (
        lambda: parameter().list_row_sparse_data(nd.array([0])),
        RuntimeError,
        "Cannot return copies of Parameter 'w' on all contexts.*storage type is default",
    ),
    (
        lambda: gluon.Parameter("w", shape=(2, 2), stype="row_sparse").data(),
        RuntimeError,
        r"Cannot return a copy of Parameter 'w' on ctx None via data\(\).*use row_sparse_data\(\)",
    ),
    (
        lambda: gluon.Parameter("w", shape=(2, 2), stype="row_sparse").list_data(),
        RuntimeError,
        r"via list_data\(\) because its storage type is row_sparse",
    ),
    (
        lambda: gluon.Parameter("w", stype="foo"),
        AssertionError,
        "stype of Parameter 'w' must be default, row_sparse or csr, got 'foo'",
    ),
    (
        lambda: gluon.Parameter("w", shape=(2,)).initialize(init="foo"),
        AssertionError,
        "foo is not registered. Please register with initializer.register first; known are",
    ),
    (
        lambda: gluon.Parameter("w", shape=(2,)).initialize(init=5),
        AssertionError,
        "initializer must be of string type, got 5",
    ),
    (
        lambda: gluon.ParameterDict("net_").get_constant("c"),
        KeyError,
        "No constant named 'net_c'. Please specify value",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def dictionary():
    params = gluon.ParameterDict("net_")
    params.get("w", shape=(2, 3), init="ones")
    params.get_constant("c", [1.0])
    return params


def other_dictionary():
    params = gluon.ParameterDict("net_")
    params.get("w", shape=(2, 3))
    return params


REFUSED_BY_DICTIONARIES = [
    (
        lambda d: d.get("w", shape=(2, 4)),
        AssertionError,
        r"Cannot retrieve Parameter 'net_w' because desired attribute does not match with stored "
        r"for attribute 'shape': desired '\(2, 4\)' vs stored '\(2, 3\)'.",
    ),
    (
        lambda d: d.get("w", init="zeros"),
        AssertionError,
        "'init': desired 'zeros' vs stored 'ones'",
    ),
    (lambda d: d.get("w", dtype="int32"), AssertionError, "attribute 'dtype': desired 'int32' vs"),
    (lambda d: d["w"], KeyError, "w"),
    (
        lambda d: d.get_constant("c", [2.0]),
        AssertionError,
        "Constant 'net_c' already exists but its value doesn't match the new value",
    ),
    (
        lambda d: d.get_constant("w", [2.0]),
        AssertionError,
        "Parameter 'net_w' already exists but it is not a constant",
    ),
    (
        lambda d: d.update(other_dictionary()),
        AssertionError,
        "they have different Parameters with the same name 'net_w'",
    ),
    (
        lambda d: d.save("never written", strip_prefix="foo_"),
        ValueError,
        r"Prefix 'foo_' is to be striped before saving, but Parameter's name 'net_w' does not "
        r"start with 'foo_'. Blocks made outside of `with self.name_scope\(\)`",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED_BY_DICTIONARIES)
def test_refused_by_dictionaries(call, error, message):
    with pytest.raises(error, match=message):
        call(dictionary())


def test_a_second_initialization_warns():
    param = parameter()
    with pytest.warns(UserWarning, match="'w' is already initialized, ignoring. Set force_reinit"):
        param.initialize(init="zeros")
    assert param.data().asnumpy().tolist() == [1, 1]


def test_a_constant_warns_of_grad_req():
    constant = gluon.Constant("c", [1.0])
    with pytest.warns(UserWarning, match="'c' does not support grad_req other than 'null'"):
        constant.grad_req = "write"


def test_default_initializer_does_not_warn(caplog):
    caplog.set_level("INFO")
    nn.Dense(1, in_units=1, prefix="loud_").initialize(verbose=True)
    assert "Initialized loud_weight as Uniform" in caplog.text
    caplog.clear()
    nn.Dense(1, in_units=1).initialize()
    nn.Dense(1, in_units=1).initialize("ones", verbose=True)
    assert "Uniform" not in caplog.text and "as One" in caplog.text


def test_the_block_that_was_not_reached_is_named():
    class Net(gluon.Block):
        def __init__(self):
            super().__init__(prefix="net_")
            with self.name_scope():
                self.used, self.forgotten = nn.Dense(2), nn.Dense(3)

        def forward(self, x):
            return self.used(x)

    net = Net()
    net.initialize()
    net(nd.ones((1, 2)))
    assert net.used.weight.data().shape == (2, 2)
    message = "'net_dense1_weight'.*It belongs to Dense 'net_dense1', which no forward pass has"
    with pytest.raises(DeferredInitializationError, match=message):
        net.collect_params()["net_dense1_weight"].data()
    with pytest.raises(DeferredInitializationError, match="Dense 'net_dense1'"):
        net.save_parameters("never written")


def test_shapes():
    assert shape_is_known((2, 3)) and not shape_is_known((2, 0))
    assert not shape_is_known(None) and not shape_is_known(())
    with mx.util.np_shape(True):
        assert shape_is_known((2, 0)) and shape_is_known(()) and not shape_is_known((2, -1))


def test_unknown_dimensions_with_numpy_shapes():
    with mx.util.np_shape(True):
        net = nn.Dense(2)
        assert net.weight.shape == (2, -1)
        net.initialize(init.One())
        assert net(nd.ones((1, 3))).asnumpy().tolist() == [[3, 3]]
        assert net.params.get("weight", shape=(0, 3)) is net.weight
        with pytest.raises(AssertionError, match="desired"):
            net.params.get("weight", shape=(0, 4))
    assert net.weight.shape == (2, 3)


# ------------------------------------------------------------------------------ contexts, copies


def test_each_context_has_its_own_gradient():
    param = gluon.Parameter("w", shape=(2,), init="ones")
    param.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    with autograd.record():
        total = [param.data(ctx) * (3 + i) for i, ctx in enumerate(param.list_ctx())]
    autograd.backward(total)
    assert [g.asnumpy().tolist() for g in param.list_grad()] == [[3, 3], [4, 4]]
    param.zero_grad()
    assert [g.asnumpy().tolist() for g in param.list_grad()] == [[0, 0], [0, 0]]


def test_simulated_gpus(monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "2")
    net = nn.Dense(2, in_units=3)
    net.initialize(init.One(), ctx=[mx.gpu(0), mx.gpu(1)])
    for ctx in net.weight.list_ctx():
        y = net(nd.ones((1, 3), ctx=ctx))
        assert y.context == ctx and y.asnumpy().tolist() == [[3, 3]]
    with pytest.raises(RuntimeError, match=r"not initialized on context cpu\(0\)"):
        net(nd.ones((1, 3)))


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_a_copy_trains_on(duplicate):
    param = gluon.Parameter("w", shape=(2,), init="ones", lr_mult=3.0)
    param.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    other = duplicate(param)
    other.data(mx.cpu(0))[:] = 5
    assert param.data(mx.cpu(0)).asnumpy().tolist() == [1, 1]
    assert other.lr_mult == 3 and other.list_ctx() == param.list_ctx()
    with autograd.record():
        y = other.data(mx.cpu(1)) * 2
    y.backward()
    assert other.grad(mx.cpu(1)).asnumpy().tolist() == [2, 2]
    assert param.grad(mx.cpu(1)).asnumpy().tolist() == [0, 0]


def test_copies_before_the_values():
    other = pickle.loads(pickle.dumps(gluon.Parameter("w", shape=(2,), init="ones")))
    other.initialize()
    assert other.data().asnumpy().tolist() == [1, 1]
    waiting = pickle.loads(pickle.dumps(deferred_parameter()))
    waiting.shape = (2, 1)
    waiting._finish_deferred_init()
    assert waiting.data().shape == (2, 1)
    constant = pickle.loads(pickle.dumps(gluon.Constant("c", [[1.0, 2.0]])))
    constant.initialize()
    assert constant.data().asnumpy().tolist() == [[1, 2]]


def test_casting_keeps_the_values_and_the_graph_works():
    param = parameter()
    param.data()[:] = nd.array([1.5, -2])
    param.cast("float64")
    with autograd.record():
        y = param.data() * nd.array([2, 3], dtype="float64")
    y.backward()
    assert param.data().asnumpy().tolist() == [1.5, -2] and param.data().dtype is np.float64
    assert param.grad().asnumpy().tolist() == [2, 3] and param.grad().dtype is np.float64
    param.cast("float32")
    assert param.grad().asnumpy().tolist() == [2, 3] and param.grad().dtype is np.float32


def test_gradients_add_up_over_batches():
    net = nn.Dense(1, in_units=2, use_bias=False)
    net.initialize(init.One())
    net.collect_params().setattr("grad_req", "add")
    for _ in range(3):
        with autograd.record():
            y = net(nd.ones((4, 2)))
        y.backward()
    assert net.weight.grad().asnumpy().tolist() == [[12, 12]]
    net.collect_params().zero_grad()
    assert net.weight.grad().asnumpy().tolist() == [[0, 0]]


@pytest.mark.parametrize(("stype", "number"), [("default", "0"), ("row_sparse", "1")])
def test_variables_carry_the_storage_type_of_parameters(stype, number):
    parameter = gluon.Parameter("weight", shape=(4, 2), stype=stype)
    assert parameter.var().attr("__storage_type__") == number


class Doubled(gluon.Parameter):
    """A parameter whose values are computed where they are used."""

    def data(self, ctx=None):
        return 2 * super().data(ctx)


@pytest.mark.parametrize("hybrid", [False, True])
def test_layers_ask_parameters_for_their_values(hybrid):
    net = nn.Dense(1, in_units=2, use_bias=False)
    doubled = Doubled(net.weight.name, shape=(1, 2))
    net._reg_params["weight"] = net.params._params[doubled.name] = doubled
    net.initialize(init.One())
    net.hybridize(hybrid)
    x = nd.array([[1, 2]])
    for rate in (1, 0.5):
        doubled.set_data(nd.full((1, 2), rate))
        assert net(x).asscalar() == 6 * rate
        with autograd.record():
            y = net(x)
        y.backward()
        assert y.asscalar() == 6 * rate
        assert doubled.grad().asnumpy().tolist() == [[2, 4]]


@pytest.mark.parametrize("hybrid", [False, True])
def test_layers_do_not_take_rows_for_the_whole(hybrid):
    class Net(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.w = self.params.get("w", shape=(2, 1), stype="row_sparse")

        def hybrid_forward(self, F, x, w):
            return F.dot(x, w)

    net = Net()
    net.initialize()
    net.hybridize(hybrid)
    with pytest.raises(RuntimeError, match=r"_w'.*via data\(\).*row_sparse"):
        net(nd.ones((1, 2)))


def test_arrays_are_found_by_kind_and_number_of_the_device():
    param = gluon.Parameter("w", shape=(2,))
    param.initialize(ctx=[mx.cpu(2), mx.cpu(0)])
    assert param._ctx_map == [[], [1, None, 0]]
    assert param.data(mx.cpu(2)) is param._data[0]
    assert param.data(mx.cpu_pinned(0)) is param.data(mx.cpu(0)) is param._data[1]
    for missing in (mx.cpu(1), mx.cpu(3), mx.gpu(0)):
        with pytest.raises(
            RuntimeError, match=rf"not initialized on context {missing.device_type}"
        ):
            param.data(missing)


@pytest.mark.parametrize("hybrid", [False, True])
def test_values_may_be_results_of_a_computation(hybrid):
    """Variational methods put samples into the place of the values, and learn what they are of."""
    net = nn.Dense(1, in_units=2, use_bias=False)
    net.initialize(init.One())
    net.hybridize(hybrid)
    x, mean = nd.array([[1, 2]]), nd.array([[3, 4]])
    net(x)
    mean.attach_grad()
    with autograd.record():
        net.weight._data[net.weight._ctx_map[1][0]] = 2 * mean
        y = net(x)
    y.backward()
    assert y.asscalar() == 22 and mean.grad.asnumpy().tolist() == [[2, 4]]


@pytest.mark.parametrize("shape", [np.array([3, 2]), (np.int64(3), 4 / 2), [3, 2]])
def test_sizes_are_integers_of_any_kind(shape):
    param = gluon.Parameter("p", shape=shape)
    assert param.shape == (3, 2) and {*map(type, param.shape)} == {int}
