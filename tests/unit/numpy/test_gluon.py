"""Gluon on arrays of mx.np: parameters, layers, losses and graphs keep the class."""

from __future__ import annotations

import numpy as onp
import pytest

import mxnet as mx
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn
from mxnet.util import use_np


@pytest.fixture(autouse=True)
def numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


def network():
    net = nn.HybridSequential()
    net.add(nn.Dense(4, activation="relu"), nn.BatchNorm(), nn.Dropout(0.5), nn.Dense(2))
    net.initialize(mx.init.One())
    return net


DATA = onp.array([[1, 2, 3], [4, 5, 6]], "float32")


@pytest.mark.parametrize("hybridize", [False, True])
def test_a_network_trains_on_arrays_of_np(hybridize):
    net, x = network(), np.array(DATA)
    if hybridize:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    with autograd.record():
        loss = gluon.loss.L2Loss()(net(x), np.array([[1, 1], [1, 1]]))
    loss.backward()
    before = net[0].weight.data().copy()
    trainer.step(2)
    parameter = net[0].weight
    kinds = {type(a) for a in (net(x), loss, parameter.data(), parameter.grad())}
    assert kinds == {np.ndarray}
    assert (before != parameter.data()).asnumpy().any()


def test_exported_files_hold_the_same_network(tmp_path):
    net, x = network(), np.array(DATA)
    net.hybridize()
    expected = net(x)
    graph, parameters = net.export(str(tmp_path / "net"))
    loaded = gluon.SymbolBlock.imports(graph, ["data"], parameters)
    assert type(loaded(x)) is np.ndarray
    assert onp.array_equal(loaded(x).asnumpy(), expected.asnumpy())


def test_unknown_dimensions_are_minus_one():
    assert nn.Dense(2).weight.shape == (2, -1)
    with pytest.raises(ValueError, match=r"Parameter 'p' because it has invalid shape: \(2, -1\)"):
        gluon.Parameter("p", shape=(2, 0)).initialize()


def test_symbols_of_parameters_are_of_np():
    assert type(nn.Dense(2).weight.var()) is mx.sym.np._Symbol


def test_decorated_class_uses_numpy_in_inherited_methods():
    npx.reset_np()

    @use_np
    class Net(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.w = self.params.get("w", shape=(3, 2), allow_deferred_init=True)

        def hybrid_forward(self, F, x, w):
            return F.broadcast_mul(x, w)

    net = Net()
    net.initialize()
    assert type(net.w.data()) is np.ndarray
    assert type(nn.Dense(2).weight.var()) is mx.sym.Symbol


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize("product", ["dot", "matmul"])
def test_weight_shape_is_inferred_from_a_product(product, hybridize):
    class Linear(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.w = self.params.get("w", shape=(0, 3), allow_deferred_init=True)

        def hybrid_forward(self, F, x, w):
            return getattr(F.np, product)(x, w)

    net = Linear()
    net.initialize()
    if hybridize:
        net.hybridize()
    assert net(np.ones((2, 5))).shape == (2, 3)
    assert net.w.shape == (5, 3)


@pytest.mark.parametrize("hybridize", [False, True])
def test_outputs_are_of_one_kind(hybridize):
    class Mixed(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x.as_nd_ndarray(), x

    net = Mixed()
    if hybridize:
        net.hybridize()
    with pytest.raises(TypeError, match=r"a block returns .* and .*; convert all outputs"):
        net(np.ones((2, 3)))


def test_a_custom_initializer_gets_arrays_of_np():
    class Ramp(mx.init.Initializer):
        def _init_weight(self, name, data):
            data[:] = np.arange(data.size).reshape(data.shape)
            data *= np.abs(data) > 2

    net = nn.Dense(2, in_units=3)
    net.initialize(Ramp())
    assert net.weight.data().tolist() == [[0, 0, 0], [3, 4, 5]]


def test_batches_are_arrays_of_np():
    data = gluon.data.ArrayDataset(np.arange(6).reshape(3, 2), onp.arange(3))
    for workers in (0, 1):
        first, second = next(iter(gluon.data.DataLoader(data, 2, num_workers=workers)))
        assert type(first) is type(second) is np.ndarray
        assert (first.shape, second.tolist()) == ((2, 2), [0, 1])


def test_gradients_are_clipped_in_place():
    arrays = [np.ones((2, 2))]
    assert gluon.utils.clip_global_norm(arrays, 1.0) == 2.0
    assert onp.allclose(arrays[0].asnumpy(), 0.5)


class Straight(nn.Block):
    """A block that is not hybrid, with a forward that reads a shape."""

    def __init__(self):
        super().__init__()
        self.conv, self.dense = nn.Conv2D(4, 3), nn.Dense(5)

    def forward(self, x):
        y = npx.relu(self.conv(x))
        z = y.reshape(y.shape[0], -1)
        z = z * 2 + np.exp(-z[:, :3].mean(axis=1, keepdims=True))
        z = np.concatenate([z, z[:, 1:2]], axis=1)
        return self.dense(z), z.sum(axis=1)[0], (z > 1).sum()


def test_a_forward_on_arrays_is_exported(tmp_path):
    net, x = Straight(), np.random.uniform(size=(2, 1, 8, 8))
    net.initialize()
    expected = [part.asnumpy() for part in net(x)]
    graph, parameters = net.export(str(tmp_path / "net"))
    loaded = gluon.SymbolBlock.imports(graph, ["data"], parameters)
    name = str(tmp_path / "net.mx")
    net.save(name)
    for block in (loaded, gluon.load(name)):
        results = block(x)
        assert [type(part) for part in results] == [np.ndarray] * 3
        for ours, theirs in zip(results, expected, strict=True):
            assert ours.shape == theirs.shape
            onp.testing.assert_allclose(ours.asnumpy(), theirs, 1e-5, 1e-6)
        assert block(np.ones((5, 1, 8, 8)))[0].shape == (5, 5)  # the batch is open


def test_pictures_are_arrays_of_np(tmp_path):
    cv2 = pytest.importorskip("cv2")
    name = str(tmp_path / "picture.png")
    cv2.imwrite(name, onp.arange(600, dtype="uint8").reshape(10, 20, 3))
    picture = mx.image.imread(name)
    changed = [
        picture,
        mx.image.resize_short(picture, 5),
        mx.image.center_crop(picture, (4, 4))[0],
        mx.image.imrotate(picture.astype("float32").transpose(2, 0, 1), 30),
        gluon.data.vision.transforms.Resize(4)(picture),
        gluon.data.vision.transforms.ToTensor()(picture),
        npx.image.to_tensor(picture),
    ]
    assert {type(one) for one in changed} == {np.ndarray}
    assert changed[5].shape == (3, 10, 20)


OPTIMIZERS = """
    adadelta adagrad adam adamax dcasgd ftml ftrl groupadagrad lamb lars lbsgd nadam nag rmsprop sgd
    sgld signum
""".split()


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers_update_as_on_arrays_of_nd(name, tmp_path):
    if name == "groupadagrad":  # matrices only
        options = {"use_bias": False}
    else:
        options = {}
    weights = []
    for active in (False, True):
        mx.random.seed(5)
        with mx.np_shape(active), mx.np_array(active):
            net = nn.Dense(2, in_units=3, **options)
            net.initialize(mx.init.One())
            trainer = gluon.Trainer(net.collect_params(), name, {"learning_rate": 0.1})
            x = mx.nd.array(DATA)
            for _ in range(3):
                with autograd.record():
                    loss = net(x.as_np_ndarray() if active else x)
                loss.backward()
                trainer.step(2)
            trainer.save_states(str(tmp_path / "states"))
            trainer.load_states(str(tmp_path / "states"))
            weights.append(net.weight.data())
    assert type(weights[1]) is np.ndarray
    onp.testing.assert_allclose(weights[1].asnumpy(), weights[0].asnumpy(), 1e-6)


METRICS = ["acc", "f1", "mcc", "mae", "mse", "rmse", "ce", "pearsonr"]


@pytest.mark.parametrize("name", METRICS)
def test_metrics_take_arrays_of_np(name):
    if name in ("mae", "mse", "rmse", "pearsonr"):
        labels, predictions = [0.1, 0.6, 0.2], [0.5, 0.25, 0.3]
    else:
        labels, predictions = [1, 0, 1], [[0.1, 0.9], [0.8, 0.2], [0.6, 0.4]]
    values = []
    for array in (mx.nd.array, np.array):
        metric = mx.metric.create(name)
        metric.update([array(labels)], [array(predictions)])
        values.append(metric.get()[1])
    assert values[0] == values[1]


def test_functions_with_custom_gradients():
    class Cube(autograd.Function):
        def forward(self, x):
            self.save_for_backward(x)
            return x * x * x

        def backward(self, dy):
            (x,) = self.saved_tensors
            return dy * 3 * x * x

    x = np.array([1.0, 2.0])
    x.attach_grad()
    with autograd.record():
        y = Cube()(x)
    y.backward()
    assert type(y) is np.ndarray
    assert x.grad.tolist() == [3, 12]


def test_gradients_of_gradients():
    x = np.array([1.0, 2.0])
    x.attach_grad()
    with autograd.record():
        (first,) = autograd.grad((x**3).sum(), [x], create_graph=True, retain_graph=True)
        total = (first * first).sum()
    total.backward()
    assert type(first) is np.ndarray
    assert x.grad.tolist() == [36, 288]
