"""Parameters whose arrays are given up for packed weights, and restored with the same bits."""

import copy
import gc
import os
import pickle
import signal
import sys
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._core.private_torch import is_shared
from mxnet._graph.lower.lowering import lower_to_graph
from mxnet._graph.passes import onednn
from mxnet._graph.passes.packed_weight import PackedWeight, find_corrections, restore
from mxnet.gluon import _packed, nn
from mxnet.gluon._packed import PackedNetwork, PackedParameter
from mxnet.ndarray._packed_array import PackedArray, is_exclusive
from tests.threads import in_thread, in_threads

pytestmark = pytest.mark.skipif(
    not onednn.is_available() or is_shared(torch.zeros(1)),
    reason="torch has no oneDNN, or does not count what shares memory",
)


@pytest.fixture(autouse=True)
def all_networks_are_large(monkeypatch):
    monkeypatch.setattr(_packed, "LARGE", 0)
    mx.random.seed(1)


def network(channels=48, **options):
    """Return a network of which three weights are packed, with statistics, and its parameters."""
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(channels, 7, 2, in_channels=48),
        nn.BatchNorm(),
        nn.Activation("relu"),
        nn.Conv2D(2 * channels, 3, 2, use_bias=False),
        nn.BatchNorm(),
        nn.Conv2D(4 * channels, 1),
        nn.GlobalAvgPool2D(),
        nn.Dense(3),
    )
    net.initialize(mx.init.Xavier(rnd_type="gaussian"), **options)
    for name, parameter in net.collect_params().items():
        if parameter.shape and 0 not in parameter.shape and "running_mean" in name:
            parameter.set_data(nd.random.normal(shape=parameter.shape))
    return net


def images(size=24):
    return nd.random.normal(shape=(1, 48, size, size))


def bits(net):
    """Return a copy of the bits of all parameters, which restores the arrays."""
    values = {n: p.data().asnumpy() for n, p in net._collect_params_with_prefix().items()}
    return {name: array.view(np.int32).copy() for name, array in values.items()}


def packed(net):
    return [p for p in net.collect_params().values() if type(p) is PackedParameter]


def packed_network(**options):
    """Return a network that has given up arrays, an input, its result, and the bits before."""
    net, x = network(**options), images()
    expected = net(x)
    before = bits(net)
    net.hybridize(static_shape=True)
    net(x)
    assert len(packed(net)) == 3
    assert all("_data" not in p.__dict__ for p in packed(net))
    assert not any(has_original(p) for p in packed(net))
    return net, x, expected, before


def has_original(parameter):
    return parameter._packed_network._given_up[parameter]._weight._weight is not None


def assert_close(actual, expected):
    np.testing.assert_allclose(actual.asnumpy(), expected.asnumpy(), rtol=1e-4, atol=1e-5)


def assert_restored(net, before):
    after = bits(net)
    assert packed(net) == []
    assert list(after) == list(before)
    for name, array in before.items():
        np.testing.assert_array_equal(after[name], array, err_msg=name)


def test_results_and_bits_are_the_same():
    net, x, expected, before = packed_network()
    for _ in range(12):  # graphs of oneDNN are made at the eighth call
        assert_close(net(x), expected)
        assert len(packed(net)) == 3
    assert_restored(net, before)
    for _ in range(12):
        assert_close(net(x), expected)
        assert packed(net) == []  # they are given up only once


def test_the_second_call_packs_without_static_shape():
    net, x = network(), images()
    net.hybridize()
    net(x)
    assert packed(net) == []
    net(x)
    assert len(packed(net)) == 3


def test_the_first_call_may_initialize():
    net, x = network(), images()
    net.hybridize(static_shape=True)
    net(x)
    assert len(packed(net)) == 3


WAYS = {
    "data": lambda net, folder: net[0].weight.data(),
    "list_data": lambda net, folder: net[0].weight.list_data(),
    "set_data": lambda net, folder: (
        net[7].bias.set_data(net[7].bias.data()) or net[0].weight.set_data(net[0].weight.data())
    ),
    "save_parameters": lambda net, folder: net.save_parameters(str(folder / "net.params")),
    "save": lambda net, folder: net.collect_params().save(str(folder / "net.params")),
    "export": lambda net, folder: net.export(str(folder / "net")),
    "pickle": lambda net, folder: pickle.dumps(net[3].weight),
    "copy": lambda net, folder: copy.copy(net[3].weight),
    "deepcopy": lambda net, folder: copy.deepcopy(net),
    "hybridize(False)": lambda net, folder: net.hybridize(False) or net(images()),
    "hybridize again": lambda net, folder: net.hybridize() or net(images()),
    "another shape": lambda net, folder: net(images(32)),
    "a part alone": lambda net, folder: net[0].hybridize(False) or net[0](images()),
    "cast": lambda net, folder: net.cast("float64") or net.cast("float32"),
    "reset_ctx": lambda net, folder: net.collect_params().reset_ctx(mx.cpu(0)),
    "lr_mult": lambda net, folder: setattr(net[0].weight, "lr_mult", 2),
    "grad_req": lambda net, folder: setattr(net[0].weight, "grad_req", "null"),
    "list_grad": lambda net, folder: net[0].weight.list_grad(),
    "zero_grad and data": lambda net, folder: (
        net.collect_params().zero_grad() or net[0].weight.data()
    ),
    "list_ctx": lambda net, folder: net[0].weight.list_ctx(),
    "trace": lambda net, folder: (net(mx.sym.var("data")), net[0].weight.data()),
    "summary": lambda net, folder: net.hybridize(False) or net.summary(images()),
    "to_torch": lambda net, folder: net.to_torch(images()),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("calls", [0, 10])
def test_everything_that_needs_arrays_gets_them(way, calls, tmp_path, capsys):
    net, x, expected, before = packed_network()
    for _ in range(calls):
        net(x)
    way(net, tmp_path)
    assert packed(net) == []
    assert_restored(net, before)
    assert_close(net(x), expected)


def test_saved_files_have_the_values(tmp_path):
    net, x, expected, before = packed_network()
    net.save_parameters(str(tmp_path / "net.params"))
    other = network()
    other.load_parameters(str(tmp_path / "net.params"))
    assert_restored(other, before)
    assert_close(other(x), expected)


def test_copies_have_the_values():
    net, x, expected, before = packed_network()
    weight = pickle.loads(pickle.dumps(net[3].weight))
    assert type(weight) is gluon.Parameter
    np.testing.assert_array_equal(weight.data().asnumpy(), net[3].weight.data().asnumpy())
    net, x, expected, before = packed_network()
    other = copy.deepcopy(net)
    assert_restored(other, before)
    assert_restored(net, before)
    assert_close(other(x), expected)


def test_loading_values_replaces_packed_ones(tmp_path):
    other = network()
    other(images())
    other.save_parameters(str(tmp_path / "net.params"))
    net, x, *_ = packed_network()
    net.load_parameters(str(tmp_path / "net.params"))
    assert_restored(net, bits(other))
    for _ in range(10):
        assert_close(net(x), other(x))


def test_reinitializing_replaces_packed_values():
    net, x, *_ = packed_network()
    net.initialize(mx.init.One(), force_reinit=True)
    assert (net[0].weight.data() == 1).asnumpy().all()
    assert_close(net(x), nd.array(net(x).asnumpy()))


@pytest.mark.parametrize("grad_req", ["write", "add", "null"])
def test_training_after_inference(grad_req):
    net, x, _, before = packed_network()
    twin = network()
    twin(x)
    for name, parameter in twin._collect_params_with_prefix().items():
        parameter.set_data(nd.array(before[name].view(np.float32)))
    for each in (net, twin):
        each.collect_params(".*weight").setattr("grad_req", grad_req)
    weights = list(net.collect_params(".*conv.*weight").values()) * (grad_req != "null")
    gradients = [weight.grad() for weight in weights]
    for each in (net, twin):
        trainer = gluon.Trainer(each.collect_params(), "sgd", {"learning_rate": 0.1})
        for _ in range(2):
            with autograd.record():
                loss = (each(x) ** 2).sum()
            loss.backward()
            trainer.step(1)
    assert packed(net) == []
    after, expected = bits(net), bits(twin)
    for name in expected:
        np.testing.assert_allclose(
            after[name].view(np.float32), expected[name].view(np.float32), rtol=1e-3, atol=1e-4
        )
    for gradient, weight in zip(gradients, weights, strict=True):
        assert weight.grad() is gradient
        assert gradient.asnumpy().any()
    for _ in range(10):
        net(x)
    assert packed(net) == []  # a Trainer has it, and it was trained


def test_gradients_arrive_in_arrays_from_before_the_restoration():
    net, x, *_ = packed_network()
    gradient = net[0].weight.grad()
    with autograd.record():
        loss = net(x).sum()
    loss.backward()
    assert net[0].weight.grad() is gradient
    assert net[0].weight.data().grad is gradient
    assert gradient.asnumpy().any()


def test_arrays_in_use_stay():
    net, x = network(), images()
    net(x)
    array, view = net[0].weight.data(), net[3].weight.data()[2]
    shared = net[5].weight.data().asnumpy()
    is_a_view = np.shares_memory(shared, net[5].weight.data().asnumpy())
    net.hybridize(static_shape=True)
    for _ in range(10):
        net(x)
    assert [type(net[i].weight) is PackedParameter for i in (0, 3, 5)] == [
        False, False, not is_a_view,
    ]  # fmt: skip
    assert net[0].weight.data() is array
    view[:] = 0
    assert not net[3].weight.data()[2].asnumpy().any()
    array[:] = 0
    net[5].weight.set_data(net[5].weight.data() * 0)
    after = net(x)
    net.hybridize(False)
    assert_close(after, net(x))


def test_what_is_exported_stays():
    net, x = network(), images()
    net(x)
    tensor = torch.from_dlpack(net[0].weight.data().to_dlpack_for_write())
    net.hybridize(static_shape=True)
    net(x)
    assert len(packed(net)) == 2
    tensor.fill_(0)
    assert not net[0].weight.data().asnumpy().any()


@pytest.mark.parametrize("grad_req", ["write", "null"])
def test_weights_of_recorded_graphs_stay(grad_req):
    net, x = network(), images()
    net(x)
    net[3].weight.grad_req = grad_req
    net.hybridize()
    with autograd.record():
        loss = (net(x) ** 2).sum()
    for _ in range(3):
        net(x)
    assert packed(net) == []
    weight = net[0].weight.data()
    (gradient,) = autograd.grad(loss, [weight], retain_graph=True)
    assert gradient.asnumpy().any()
    loss.backward()
    np.testing.assert_array_equal(gradient.asnumpy(), weight.grad.asnumpy())


def test_weights_of_a_deleted_graph_are_packed():
    net, x = network(), images()
    net(x)
    net.hybridize()
    with autograd.record():
        loss = net(x).sum()
    del loss
    for _ in range(2):
        net(x)
    assert len(packed(net)) == 3


def test_arrays_with_weak_references_stay():
    net, x = network(), images()
    net(x)
    reference = weakref.ref(net[0].weight.data())
    net.hybridize(static_shape=True)
    net(x)
    assert len(packed(net)) == 2
    assert reference() is net[0].weight.data()


def test_a_part_without_values_is_named():
    net, x = network(), images()
    net(x)
    net.add(nn.Dense(2, in_units=3, prefix="last_"))
    net.hybridize(static_shape=True)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="'last_weight' has not been initialized"):
            net(x)
    net[-1].initialize()
    assert net(x).shape == (1, 2)


def test_trained_networks_keep_their_arrays():
    net, x = network(), images()
    with autograd.record():
        loss = net(x).sum()
    loss.backward()
    net.hybridize(static_shape=True)
    net(x)
    assert packed(net) == []


def test_parameters_with_a_trainer_keep_their_arrays():
    net, x = network(), images()
    gluon.Trainer(net.collect_params(), "sgd")
    net.hybridize(static_shape=True)
    net(x)
    assert packed(net) == []


def test_small_networks_keep_their_arrays(monkeypatch):
    monkeypatch.setattr(_packed, "LARGE", 1 << 30)
    net, x = network(), images()
    net.hybridize(static_shape=True)
    net(x)
    assert packed(net) == []
    assert net._graph._packed is None


def test_parameters_with_their_own_data_keep_their_arrays():
    class Doubled(gluon.Parameter):
        def data(self, ctx=None):
            return 2 * super().data(ctx)

    net, x = network(), images()
    net[0].weight.__class__ = Doubled
    net.hybridize(static_shape=True)
    net(x)
    assert packed(net) == []


def test_a_packed_parameter_may_get_another_class():
    class Doubled(gluon.Parameter):
        def data(self, ctx=None):
            return 2 * super().data(ctx)

    net, x, expected, before = packed_network()
    net[0].weight.__class__ = Doubled
    assert packed(net) == []
    np.testing.assert_array_equal(net[0].weight.data().asnumpy(), before["0.weight"].view("f4") * 2)
    net[0].weight.__class__ = gluon.Parameter
    assert_close(net(x), expected)
    assert_restored(net, before)


def test_arrays_stay_in_python_without_gil(monkeypatch):
    monkeypatch.setattr(sys, "_is_gil_enabled", lambda: False, raising=False)
    net, x = network(), images()
    net.hybridize(static_shape=True)
    net(x)
    assert packed(net) == []


def test_several_contexts_keep_their_arrays():
    net, x = network(ctx=[mx.cpu(0), mx.cpu(1)]), images()
    net.hybridize(static_shape=True)
    net(x)
    assert packed(net) == []


@pytest.mark.parametrize("calls", [1, 10])
def test_changed_statistics_are_used(calls):
    net, x, _, before = packed_network()
    for _ in range(calls):
        net(x)
    net[1].running_var.data()[:] = 5
    net[4].gamma.data()[:] = -2
    results = [net(x) for _ in range(10)]
    assert len(packed(net)) == 3
    net.hybridize(False)
    for result in results:
        assert_close(result, net(x))
    before["1.running_var"][:] = np.float32(5).view(np.int32)
    before["4.gamma"][:] = np.float32(-2).view(np.int32)
    assert_restored(net, before)


def put(net, number, factor):
    """Put a number into a weight, and a factor into the normalization after it."""
    array = net[3].weight.data()
    values = array.asnumpy().copy()
    values[0, 1], values[1, 2] = number, -number
    array[:] = nd.array(values)
    net[4].gamma.data()[3] = factor
    net[4].gamma.data()[:2] = factor


ODD = {  # a number, a factor, and whether the original is needed
    "nan": (np.nan, 1, False),
    "infinity": (np.inf, 1, False),
    "large": (3e38, 0.5, False),
    "zero": (0.0, -1, False),
    "denormal": (1e-40, 1, False),
    "denormal product": (1e-38, 1e-5, True),
    "infinite product": (3e38, 5, True),
    "factor of zero": (1, 0, True),
    "denormal factor": (1, 1e-43, True),
    "factor of nan": (1, np.nan, True),
    "infinite factor": (1, np.inf, True),
}


@pytest.mark.parametrize(("number", "factor", "needs_original"), ODD.values(), ids=ODD)
def test_odd_values_are_restored(number, factor, needs_original):
    net, x = network(), images()
    net(x)
    put(net, number, factor)
    before = bits(net)
    net.hybridize(static_shape=True)
    for _ in range(10):
        net(x)
    assert len(packed(net)) == 3
    assert has_original(net[3].weight) == needs_original
    assert_restored(net, before)


def test_corrections_restore_every_bit():
    generator = torch.Generator().manual_seed(3)
    for shape in ((5, 7, 3, 3), (64, 1, 3, 3), (130, 600, 1, 1), (3, 70_000, 1, 1)):
        weight = torch.randn(shape, generator=generator)
        weight.view(-1)[::17] = -0.0
        scale = torch.randn(shape[0], 1, 1, 1, generator=generator)
        product = weight * scale
        corrections = find_corrections(weight, product, scale)
        assert corrections is not None
        assert len(corrections) == -(-weight.numel() // 4)
        restored = restore(product, scale, corrections)
        assert torch.equal(restored.view(torch.int32), weight.view(torch.int32))
        assert len(find_corrections(weight, weight.clone(), None)) == 0
        wrong = product.clone()
        wrong.view(-1)[-1] *= 1.01
        assert find_corrections(weight, wrong, scale) is None
    assert find_corrections(weight, weight[:1], None) is None


def test_packed_weight_changes_what_it_is_read_from():
    weight = torch.randn(8, 4, 3, 3)
    packed_weight = PackedWeight(weight)
    first, second = torch.rand(2, 8, 1, 1, 1) + 0.5
    products = [weight * first, weight * second]
    packed_weight.keep(lambda: products[0], first)
    assert packed_weight._weight is None
    packed_weight.keep(lambda: products[1], second)
    products[0] = None
    assert torch.equal(packed_weight.values(), weight)
    packed_weight.keep(lambda: torch.zeros_like(weight), second)
    products[1] = None
    assert torch.equal(packed_weight.values(), weight)  # which was restored and kept


def test_the_block_may_be_deleted_first():
    net, _, _, before = packed_network()
    parameters = dict(net._collect_params_with_prefix())
    del net
    gc.collect()
    for name, parameter in parameters.items():
        np.testing.assert_array_equal(parameter.data().asnumpy().view(np.int32), before[name])


def test_failing_calls_lose_nothing():
    net, x, expected, before = packed_network()
    with pytest.raises(mx.MXNetError):
        net(nd.ones((1, 5, 24, 24)))
    assert_restored(net, before)
    assert_close(net(x), expected)


@pytest.mark.parametrize("error", [MemoryError, KeyboardInterrupt])
def test_failures_while_packing_lose_nothing(monkeypatch, error):
    net, x = network(), images()
    expected = net(x)
    before = bits(net)
    net.hybridize(static_shape=True)
    calls = []

    def fail_later(*args):
        calls.append(args)
        if len(calls) == 2:
            raise error
        return find_corrections(*args)

    monkeypatch.setattr("mxnet._graph.passes.packed_weight.find_corrections", fail_later)
    if error is KeyboardInterrupt:
        with pytest.raises(KeyboardInterrupt):
            net(x)
    assert_close(net(x), expected)
    assert len(calls) >= 2
    assert_restored(net, before)


def lines_of_giving_up(function):
    """Call a function before each line that runs while parameters give up their arrays."""
    codes = {f.__code__ for f in (PackedNetwork._give_up, PackedNetwork._give_back)}
    codes |= {f.__code__ for f in (is_exclusive, PackedArray.__init__)}

    def trace(frame, event, _):
        if frame.f_code not in codes:
            return None
        if event == "line":
            function()
        return trace

    return trace


def test_a_signal_handler_may_read_a_weight_while_arrays_are_given_up():
    lines = 0
    while True:
        net, x = network(), images()
        expected, before = net(x), bits(net)
        net.hybridize(static_shape=True)
        lines, left, values = lines + 1, [lines], []

        def read_once(net=net, left=left, values=values):
            left[0] -= 1
            if left[0] == -1:
                values.append(net[3].weight.data().asnumpy().copy())

        tracer = sys.gettrace()
        sys.settrace(lines_of_giving_up(read_once))
        try:
            net(x)
        finally:
            sys.settrace(tracer)
        if not values:
            break
        np.testing.assert_array_equal(values[0].view(np.int32), before["3.weight"])
        assert_close(net(x), expected)
        assert_restored(net, before)
    assert lines > 20


def test_a_signal_handler_may_read_weights_while_they_are_packed(monkeypatch):
    net, x = network(), images()
    expected, before = net(x), bits(net)
    net.hybridize(static_shape=True)

    def read_first(*args):
        net[0].weight.data()
        return find_corrections(*args)

    monkeypatch.setattr("mxnet._graph.passes.packed_weight.find_corrections", read_first)
    for _ in range(10):
        assert_close(net(x), expected)
    assert_restored(net, before)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_may_read_weights_that_a_thread_was_packing(monkeypatch):
    net, x = network(), images()
    expected, before = net(x), bits(net)
    net.hybridize(static_shape=True)
    is_packing, has_forked = threading.Event(), threading.Event()

    def wait(*args):
        is_packing.set()
        assert has_forked.wait(60)
        return find_corrections(*args)

    monkeypatch.setattr("mxnet._graph.passes.packed_weight.find_corrections", wait)
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(net, x)
        assert is_packing.wait(60)
        child = os.fork()
        if child == 0:
            signal.alarm(30)
            after = net[0].weight.data().asnumpy().view(np.int32)
            os._exit(not np.array_equal(after, before["0.weight"]))
        has_forked.set()
        assert os.waitpid(child, 0)[1] == 0
        assert_close(result.result(), expected)
    assert_restored(net, before)


def test_a_signal_handler_may_read_weights_while_they_are_restored(monkeypatch):
    net, x, expected, before = packed_network()
    arrays = []

    def read_first(*args):
        if not arrays:
            arrays.append(None)
            arrays[0] = net[3].weight.data()
        return restore(*args)

    monkeypatch.setattr("mxnet._graph.passes.packed_weight.restore", read_first)
    net[0].weight.data()
    assert net[3].weight.data() is arrays[0]
    assert_restored(net, before)
    assert_close(net(x), expected)


def test_a_failed_restoration_can_be_repeated(monkeypatch):
    net, x, expected, before = packed_network()

    def fail(*args):
        raise MemoryError("no room")

    with monkeypatch.context() as patch:
        patch.setattr("mxnet._graph.passes.packed_weight.restore", fail)
        with pytest.raises(MemoryError):
            net[0].weight.data()
    assert len(packed(net)) == 3
    assert_restored(net, before)
    assert_close(net(x), expected)


def test_threads_call_and_read():
    for _ in range(3):
        net, x, expected, before = packed_network()
        barrier = threading.Barrier(4)

        def work(number, net=net, x=x, expected=expected, barrier=barrier):
            barrier.wait()
            for step in range(12):
                if number == 3 and step == 2:
                    net[0].weight.data()
                assert_close(net(x), expected)

        in_threads(work, range(4))
        assert_restored(net, before)


def test_threads_make_the_first_calls():
    for _ in range(3):
        net, x = network(), images()
        expected = net(x)
        before = bits(net)
        net.hybridize(static_shape=True)
        barrier = threading.Barrier(4)

        def work(_, net=net, x=x, expected=expected, barrier=barrier):
            barrier.wait()
            for _ in range(3):
                assert_close(net(x), expected)

        in_threads(work, range(4))
        assert_restored(net, before)


def test_a_thread_may_read_while_another_makes_the_plan(monkeypatch):
    net, x = network(), images()
    net.add(nn.HybridLambda(lambda F, x: F.reshape(x, (0, 0, 1, 1))))
    net.add(nn.Conv2DTranspose(400, 5, in_channels=3))  # the plan has its weight as it is
    net[-1].initialize()
    expected, before = net(x), bits(net)
    net.hybridize(static_shape=True)

    def read_first(*args, **options):
        in_thread(net[0].weight.data)
        return lower_to_graph(*args, **options)

    with monkeypatch.context() as patch:
        patch.setattr("mxnet._graph.passes.plan.lower_to_graph", read_first)
        assert_close(net(x), expected)
    assert_close(net(x), expected)
    assert_restored(net, before)


def test_a_shared_parameter_is_restored_for_the_other_block():
    net, x, expected, before = packed_network()
    other = nn.HybridSequential()
    other.add(nn.Conv2D(48, 7, 2, in_channels=48, params=net[0].params))
    other.hybridize(static_shape=True)
    plain = nd.Convolution(
        x, nd.array(before["0.weight"].view(np.float32)), nd.zeros(48), kernel=(7, 7),
        stride=(2, 2), num_filter=48,
    )  # fmt: skip
    for _ in range(10):
        assert_close(other(x), plain)
    assert_close(net(x), expected)
    assert_restored(net, before)


def test_torch_may_be_in_inference_mode():
    net, x = network(), images()
    expected = net(x)
    before = bits(net)
    net.hybridize(static_shape=True)
    with torch.inference_mode():
        for _ in range(10):
            assert_close(net(x), expected)
        assert len(packed(net)) == 3
        net[0].weight.data()
    assert_restored(net, before)
    with autograd.record():
        loss = net(x).sum()
    loss.backward()
    net[0].weight.data()[:] = 0
    assert net[0].weight.grad().asnumpy().any()


def test_gradients_may_be_disabled():
    net, x = network(), images()
    net.collect_params().setattr("grad_req", "null")
    expected = net(x)
    before = bits(net)
    net.hybridize(static_shape=True)
    net(x)
    assert len(packed(net)) == 3
    assert_restored(net, before)
    with pytest.raises(RuntimeError, match="grad_req='null'"):
        net[0].weight.grad()
    assert_close(net(x), expected)


def test_symbol_blocks_pack_too(tmp_path):
    net, x = network(), images()
    expected = net(x)
    net.hybridize()
    net(x)
    net.export(str(tmp_path / "net"))
    files = str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params")
    block = gluon.SymbolBlock.imports(*files)
    before = {n: p.data().asnumpy().copy() for n, p in block.collect_params().items()}
    block.hybridize(static_shape=True)
    for _ in range(10):
        assert_close(block(x), expected)
    for name, parameter in block.collect_params().items():
        np.testing.assert_array_equal(parameter.data().asnumpy(), before[name])


def test_numpy_arrays_return(monkeypatch):
    with mx.util.np_shape(True), mx.util.np_array(True):
        net = nn.HybridSequential()
        net.add(nn.Conv2D(32, 3, in_channels=64, strides=2), nn.BatchNorm())
        net.initialize()
        x = mx.np.random.normal(size=(1, 64, 9, 9))
        net(x)
        before = bits(net)
        net.hybridize(static_shape=True)
        net(x)
        assert len(packed(net)) == 1
        assert type(net[0].weight.data()) is mx.np.ndarray
        assert_restored(net, before)
