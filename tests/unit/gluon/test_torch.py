"""Networks that go to torch and come from there: the same numbers, without mxnet."""

import subprocess
import sys

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.base import MXNetError
from mxnet.gluon import nn, rnn


def chain(*layers, kind=nn.HybridSequential):
    net = kind()
    net.add(*layers)
    return net


class Attention(nn.HybridBlock):
    """A straight-line block with several operators, inputs and outputs."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.query, self.key = nn.Dense(6, flatten=False), nn.Dense(6, flatten=False)
            self.norm = nn.LayerNorm()

    def hybrid_forward(self, F, x, memory):
        weights = F.softmax(F.batch_dot(self.query(x), self.key(memory), transpose_b=True))
        return self.norm(F.batch_dot(weights, memory)), [weights, F.Dropout(x, p=0.5)]


class Sliced(nn.Block):
    """A block that is not hybrid and reads a shape."""

    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(3, flatten=False)

    def forward(self, x):
        return self.dense(x[:, 1:]).reshape((x.shape[0], -1))


IMAGES, ROWS, SEQUENCES = (2, 3, 8, 8), (2, 5), (2, 4, 3)
NETWORKS = {
    "dense": lambda: (chain(nn.Dense(4, "relu"), nn.Dropout(0.5), nn.Dense(2)), [ROWS], (0,)),
    "convolution": lambda: (
        chain(
            nn.Conv2D(8, 3, padding=1),
            nn.BatchNorm(),
            nn.BatchNorm(scale=False),
            nn.LeakyReLU(0.1),
            nn.MaxPool2D(2, ceil_mode=True),
            nn.Conv2DTranspose(4, 2, strides=2),
            nn.AvgPool2D(),
            nn.GlobalAvgPool2D(),
            nn.Dense(3),
        ),
        [IMAGES],
        (0,),
    ),
    "sizes": lambda: (chain(nn.Conv2D(4, 3), nn.InstanceNorm()), [IMAGES], (0, 2, 3)),
    "recurrent": lambda: (
        chain(rnn.LSTM(5, 2, bidirectional=True, layout="NTC"), nn.Dense(2)),
        [SEQUENCES],
        (0,),
    ),
    "time first": lambda: (chain(rnn.GRU(5)), [SEQUENCES], (1,)),
    "attention": lambda: (Attention(), [(2, 4, 6), (2, 5, 6)], (0,)),
    "not hybrid": lambda: (Sliced(), [SEQUENCES], (0,)),
    "embedding": lambda: (chain(nn.Embedding(9, 4), nn.Dense(2)), [(2, 3)], (0,)),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_the_same_numbers_for_other_batches_too(name):
    net, shapes, open_axes = NETWORKS[name]()
    net.initialize(mx.init.Normal(0.3))
    module = net.to_torch(
        *[nd.random.uniform(shape=shape) for shape in shapes], open_axes=open_axes
    )
    for longer in (0, 3):
        inputs = [
            nd.random.uniform(shape=[n + longer * (i in open_axes) for i, n in enumerate(shape)])
            for shape in shapes
        ]
        assert gluon.utils.largest_difference(net, module, *inputs) < 1e-5
    assert isinstance(module, torch.nn.Module)
    assert "mxnet" not in module.code
    places = net._collect_params_with_prefix()
    assert set(module.state_dict()) <= set(places)
    for place, tensor in module.state_dict().items():
        np.testing.assert_array_equal(tensor.numpy(), places[place].data().asnumpy())
    trained = {name for name, _ in module.named_parameters()}
    assert trained == {n for n in module.state_dict() if places[n].grad_req != "null"}


def test_sizes_that_became_constants_are_refused():
    net = nn.Dense(2)
    net.initialize()
    module = net.to_torch(nd.ones((2, 3)), open_axes=())
    with pytest.raises(AssertionError, match=r"data must have shape \(2, 3\)"):
        module(torch.ones(4, 3))
    module = net.to_torch(nd.ones((2, 3)))
    with pytest.raises(AssertionError, match=r"data must have shape \(any, 3\)"):
        module(torch.ones(4, 5))


def test_torch_can_export_it_again():
    net = chain(nn.Conv2D(2, 3), nn.Dense(2))
    net.initialize()
    x = torch.rand(2, 1, 5, 5)
    module = net.to_torch(nd.array(x.numpy()))
    again = torch.export.export(module, (x,)).module()
    torch.testing.assert_close(again(x), module(x))


def test_it_is_a_copy_that_learns_alone():
    net = chain(nn.Dense(4, "tanh", in_units=3), nn.Dense(1, in_units=4))
    net.initialize()
    module, before = net.to_torch(nd.ones((2, 3))), net[0].weight.data().asnumpy()
    module(torch.ones(2, 3)).sum().backward()
    with torch.no_grad():
        for parameter in module.parameters():
            parameter -= parameter.grad
    np.testing.assert_array_equal(net[0].weight.data().asnumpy(), before)
    assert not np.allclose(module.state_dict()["0.weight"].numpy(), before)


def test_the_shapes_of_the_first_call_are_taken():
    net = chain(nn.Dense(4))
    net.initialize()
    net(nd.ones((1, 3)))
    expected = net(nd.ones((7, 3))).asnumpy()
    np.testing.assert_allclose(net.to_torch()(torch.ones(7, 3)).detach().numpy(), expected, 1e-6)


def test_a_network_on_another_context():
    net = nn.Dense(2, in_units=3)
    net.initialize(ctx=mx.cpu(1))
    net(nd.ones((1, 3), ctx=mx.cpu(1)))
    x = nd.random.uniform(shape=(4, 3), ctx=mx.cpu(1))
    assert gluon.utils.largest_difference(net, net.to_torch(), x) < 1e-6


def test_numpy_arrays():
    with mx.util.np_shape(True), mx.util.np_array(True):
        net = nn.Dense(2)
        net.initialize()
        x = mx.np.random.uniform(size=(3, 4))
        assert gluon.utils.largest_difference(net, net.to_torch(x), x) < 1e-6


def test_half_precision():
    net = chain(nn.Dense(4), nn.Dense(2))
    net.cast("float16")
    net.initialize()
    x = nd.random.uniform(shape=(3, 4)).astype("float16")
    module = net.to_torch(x)
    assert module(torch.ones(2, 4, dtype=torch.float16)).dtype is torch.float16


def test_hybridized_networks_and_files(tmp_path):
    net = chain(nn.Dense(4))
    net.initialize()
    net.hybridize()
    net(nd.ones((1, 3)))
    net.export(str(tmp_path / "net"))
    loaded = gluon.SymbolBlock.imports(
        str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params")
    )
    x = nd.random.uniform(shape=(5, 3))
    assert gluon.utils.largest_difference(net, loaded.to_torch(x), x) < 1e-6
    assert gluon.utils.largest_difference(net, net.to_torch(), x) < 1e-6


def test_a_saved_module_needs_no_mxnet(tmp_path):
    net = chain(nn.Conv2D(2, 3), nn.BatchNorm(), nn.Dense(2))
    net.initialize()
    x = nd.random.uniform(shape=(2, 1, 5, 5))
    module = net.to_torch(x)
    torch.save(module, tmp_path / "net.pt")
    nd.save(str(tmp_path / "x.safetensors"), {"x": x, "y": net(x)})
    program = (
        "import sys, torch, safetensors.torch\n"
        "module = torch.load('net.pt', weights_only=False)\n"
        "given = safetensors.torch.load_file('x.safetensors')\n"
        "assert torch.allclose(module(given['x']), given['y'], atol=1e-6)\n"
        "assert 'mxnet' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], cwd=tmp_path, check=True)


def test_all_operators_that_torch_cannot_export_are_named():
    class Boxes(nn.HybridBlock):
        def hybrid_forward(self, F, x):
            kept = F.contrib.box_nms(F.softmax(x))
            return F.contrib.bipartite_matching(kept, threshold=0.1)

    with pytest.raises(
        MXNetError, match="depend on values: _contrib_box_nms, _contrib_bipartite_matching. Convert"
    ):
        Boxes().to_torch(nd.random.uniform(shape=(4, 6)))


@pytest.mark.parametrize(
    "draw",
    [
        lambda F, x: F.random.normal_like(x),
        lambda F, x: F.random.uniform(shape=(2, 3)),
        lambda F, x: F.random.uniform(shape=(0, 3)),  # as many rows as x has
    ],
)
def test_a_network_that_draws_random_numbers(draw):
    net = nn.HybridLambda(lambda F, x: x + draw(F, x))
    net.hybridize()
    with pytest.raises(MXNetError, match="Networks that draw random numbers cannot be exported"):
        net.to_torch(nd.ones((2, 3)))


def test_a_network_that_was_never_called():
    with pytest.raises(MXNetError, match="Dense 'new' has not been called yet: give to_torch inp"):
        nn.Dense(2, prefix="new_").to_torch()


def test_differences_are_reported():
    first, second = (chain(nn.Dense(2, in_units=1, use_bias=False)) for _ in range(2))
    first.initialize(mx.init.Constant(2))
    second.initialize(mx.init.Constant(1))
    x = nd.ones((1, 1))
    assert gluon.utils.largest_difference(first, second, x) == 0.5
    second.initialize(mx.init.Constant(np.nan), force_reinit=True)
    assert np.isnan(gluon.utils.largest_difference(first, second, x))


# --------------------------------------------------------------------------------------- from torch

T = torch.nn
PAIRS = {
    "dense": lambda: (
        T.Sequential(T.Linear(5, 4), T.ReLU(), T.LayerNorm(4), T.Linear(4, 2)),
        chain(nn.Dense(4, "relu"), nn.LayerNorm(), nn.Dense(2)),
        ROWS,
    ),
    "convolution": lambda: (
        T.Sequential(T.Conv2d(3, 4, 3), T.BatchNorm2d(4), T.Flatten(), T.Linear(144, 2)),
        chain(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Dense(2)),
        IMAGES,
    ),
    "lstm": lambda: (
        T.LSTM(3, 5, 2, bidirectional=True),
        rnn.LSTM(5, 2, bidirectional=True),
        SEQUENCES,
    ),
    "gru": lambda: (T.GRU(3, 5), rnn.GRU(5), SEQUENCES),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("form", ["module", "dict", "file"])
def test_parameters_of_torch(name, form, tmp_path):
    torch.manual_seed(1)
    theirs, ours, shape = PAIRS[name]()
    theirs(torch.rand(shape))  # which moves statistics
    theirs.eval()
    source = {"module": theirs, "dict": theirs.state_dict(), "file": tmp_path / "net.pt"}[form]
    torch.save(theirs.state_dict(), tmp_path / "net.pt")
    read = ours.load_torch(source)
    assert list(read) == list(ours._collect_params_with_prefix())
    x = torch.rand(shape)
    expected = theirs(x)
    expected = expected[0] if isinstance(expected, tuple) else expected
    np.testing.assert_allclose(
        ours(nd.array(x.numpy())).asnumpy(), expected.detach().numpy(), rtol=1e-5, atol=1e-6
    )


def test_equal_names_count_more_than_order():
    net = chain(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))
    net.initialize(mx.init.Normal(1))
    state = dict(reversed(net.to_torch(nd.ones((2, 3))).state_dict().items()))
    again = chain(nn.Dense(3), nn.Dense(3))
    assert again.load_torch(state)["1.weight"] == "1.weight"
    x = nd.random.uniform(shape=(2, 3))
    assert gluon.utils.largest_difference(net, again, x) == 0


def test_a_network_keeps_its_type_and_context():
    net = nn.Dense(2, dtype="float64")
    net.load_torch(T.Linear(3, 2), ctx=mx.cpu(1))
    assert net.weight.data().dtype == np.float64 and net.weight.list_ctx() == [mx.cpu(1)]


REFUSED = {
    "shape": (
        lambda: (nn.Dense(3, in_units=5), T.Linear(4, 3)),
        r"'weight' has shape \(3, 5\), and in its place Linear has 'weight' of shape \(3, 4\)",
    ),
    "order": (
        lambda: (chain(nn.Dense(2), nn.Dense(4)), T.Sequential(T.Linear(2, 2), T.Linear(2, 3))),
        r"'1.weight' has shape \(4, 0\), and in its place Sequential has '1.weight' of shape",
    ),
    "number": (
        lambda: (
            nn.Dense(3, in_units=4, prefix="d_"),
            T.Sequential(T.LayerNorm(4), T.Linear(4, 3)),
        ),
        r"Dense 'd' has 2 parameters, Sequential has 4; the first that differ are "
        r"'weight' \(3, 4\) here and '0.weight' \(4,\) there",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_mismatch_changes_nothing(name):
    pair, message = REFUSED[name]
    ours, theirs = pair()
    ours.initialize(mx.init.Constant(7))
    with pytest.raises(MXNetError, match=message):
        ours.load_torch(theirs)
    for parameter in ours.collect_params().values():
        if parameter._data is not None:
            assert set(parameter.data().asnumpy().ravel()) <= {0.0, 7.0}


def test_objects_that_are_not_torch_modules():
    with pytest.raises(TypeError, match="takes a module of torch, its state_dict or a file of it"):
        nn.Dense(2).load_torch(3)


def test_a_file_without_order(tmp_path):
    path = str(tmp_path / "net.safetensors")
    nd.save(path, {"a.weight": nd.ones((2, 3)), "a.bias": nd.ones(2)})
    with pytest.raises(MXNetError, match="other names than the network, and no order.*'weight'"):
        nn.Dense(2).load_torch(path)


def test_recording_does_not_reach_into_the_module():
    net = nn.Dense(2, in_units=3)
    net.initialize()
    with autograd.record():
        module = net.to_torch(nd.ones((2, 3)))
    assert not any(parameter.grad_fn for parameter in module.parameters())


def test_a_graph_with_a_single_parameter():
    # MXNet: the names of a SymbolBlock's parameters lose what they have in common, here all of it.
    data, weight = mx.sym.var("data"), mx.sym.var("dataw", shape=(3, 4))
    graph = mx.sym.FullyConnected(data, weight, num_hidden=3, no_bias=True)
    net = gluon.SymbolBlock(graph, [data])
    net.initialize()
    net(nd.ones((2, 4)))
    assert list(net.to_torch().state_dict()) == ["dataw"]
