"""Contexts: values, ``with`` blocks, threads, devices that are there, simulated or missing."""

import copy
import pickle
import threading

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, nd
from tests.threads import in_thread

MISSING = r"gpu\(0\) is not available: this process sees 0 GPU\(s\).*MXNET_SIMULATE_GPUS"


@pytest.fixture
def two_gpus(monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "2")


@pytest.fixture
def no_gpu(monkeypatch):
    monkeypatch.delenv("MXNET_SIMULATE_GPUS", raising=False)
    if mx.context.num_gpus():
        pytest.skip("this machine has a GPU")


# ------------------------------------------------------------------------------------------- values


def test_how_contexts_are_made():
    assert [str(c) for c in (mx.cpu(), mx.cpu(2), mx.gpu(), mx.gpu(3), mx.cpu_pinned(1))] == [
        "cpu(0)", "cpu(2)", "gpu(0)", "gpu(3)", "cpu_pinned(1)",
    ]  # fmt: skip
    assert repr(mx.Context("cpu_shared", 0)) == "cpu_shared(0)"
    assert mx.Context(device_type="gpu", device_id=2) == mx.gpu(2)
    assert mx.Context(mx.gpu(3), 5) == mx.gpu(3)
    assert mx.cpu(np.int64(1)) == mx.cpu(True) == mx.cpu(1.0) == mx.cpu(1)


def test_attributes_of_a_context():
    for kind, code in {"cpu": 1, "gpu": 2, "cpu_pinned": 3, "cpu_shared": 5}.items():
        ctx = mx.Context(kind, 4)
        assert (ctx.device_type, ctx.device_id, ctx.device_typeid) == (kind, 4, code)
        assert mx.Context.devstr2type[kind] == code
        assert mx.Context.devtype2str[code] == kind


def test_contexts_are_compared_by_value():
    assert mx.cpu(1) == mx.cpu(1)
    assert mx.cpu(0) != mx.cpu(1)
    assert mx.cpu(0) != mx.gpu(0)
    assert mx.cpu(0) != "cpu(0)"
    assert mx.cpu(0) is not None
    assert len({mx.cpu(0), mx.cpu(0), mx.cpu(1), mx.gpu(0)}) == 3
    with pytest.raises(TypeError):
        mx.cpu(0) < mx.cpu(1)  # noqa: B015


@pytest.mark.parametrize("ctx", [mx.cpu(2), mx.gpu(1), mx.cpu_pinned(0)])
def test_copies_are_equal(ctx):
    for copied in (pickle.loads(pickle.dumps(ctx)), copy.copy(ctx), copy.deepcopy(ctx)):
        assert copied == ctx
        assert hash(copied) == hash(ctx)


@pytest.mark.parametrize("kind", ["foo", "cpu(x)", "cpu 1", ""])
def test_unknown_types_are_refused(kind):
    with pytest.raises(MXNetError, match="unknown device type .*use one of cpu, gpu, cpu_pinned"):
        mx.Context(kind)


@pytest.mark.parametrize("kind", [1, None, mx.gpu])
def test_only_names_are_types(kind):
    with pytest.raises(TypeError, match=r"a Context such as mx.cpu\(\) or 'gpu\(1\)' is needed"):
        mx.Context(kind)


@pytest.mark.parametrize(
    ("name", "ctx"), [("gpu", mx.gpu()), ("cpu(2)", mx.cpu(2)), ("gpu:1", mx.gpu(1))]
)
def test_names(name, ctx):
    assert mx.Context(name) is ctx


@pytest.mark.parametrize("number", ["a", "1", None])
def test_ids_are_numbers(number):
    with pytest.raises(TypeError, match="the id of a device is a number"):
        mx.cpu(number)


# -------------------------------------------------------------------------------------- with blocks


def test_blocks_nest():
    seen = [mx.current_context()]
    with mx.cpu(1) as entered:
        seen.append(mx.current_context())
        with mx.gpu(0):  # being current needs no device
            seen.append(mx.current_context())
        with mx.cpu(1):
            seen.append(mx.current_context())
        seen.append(nd.zeros(2).context)
    seen.append(mx.current_context())
    assert entered is mx.cpu(1)
    assert seen == [mx.cpu(0), mx.cpu(1), mx.gpu(0), mx.cpu(1), mx.cpu(1), mx.cpu(0)]


def test_one_context_entered_twice():
    ctx = mx.cpu(1)
    with ctx, mx.cpu(2), ctx:
        assert mx.current_context() == ctx
    assert mx.current_context() == mx.cpu(0)  # 1.9.1 stays on cpu(2)


def test_a_block_ends_with_an_error():
    with pytest.raises(ValueError, match="inside"), mx.cpu(3):
        raise ValueError("inside")
    assert mx.current_context() == mx.cpu(0)


def test_threads_have_separate_contexts():
    with mx.cpu(1):
        assert in_thread(mx.current_context) == mx.cpu(0)

    # the same context, entered and left by two threads in turn
    entered, leave = threading.Event(), threading.Event()
    seen = []

    def other():
        with mx.cpu(5), mx.cpu(1):
            entered.set()
            leave.wait(10)
            seen.append(mx.current_context())
        seen.append(mx.current_context())

    thread = threading.Thread(target=other)
    thread.start()
    entered.wait(10)
    with mx.cpu(7):
        with mx.cpu(1):
            pass
        assert mx.current_context() == mx.cpu(7)
        leave.set()
        thread.join()
    assert seen == [mx.cpu(1), mx.cpu(0)]
    assert mx.current_context() == mx.cpu(0)


def test_the_default_can_be_set():
    assert mx.Context.default_ctx == mx.cpu().default_ctx == mx.cpu(0)
    with mx.cpu(0):
        mx.Context.default_ctx = mx.cpu(3)
        assert mx.current_context() == nd.zeros(2).context == mx.cpu(3)
        assert in_thread(mx.current_context) == mx.cpu(0)
        with mx.cpu(1):
            assert mx.Context.default_ctx == mx.cpu(1)
        assert mx.current_context() == mx.cpu(3)
    assert mx.current_context() == mx.cpu(0)


# ------------------------------------------------------------------------------------ host contexts


def test_arrays_move_between_host_contexts():
    x = nd.array([1, 2])
    y = x.as_in_context(mx.cpu(1))
    assert y.context == mx.cpu(1)
    y[:] = 5
    assert x.asnumpy().tolist() == [1, 2]
    assert x.as_in_context(mx.cpu(0)) is x
    assert x.copyto(mx.cpu(2)).context == mx.cpu(2)
    target = nd.zeros(2, ctx=mx.cpu(1))
    assert x.copyto(target) is target
    assert target.context == mx.cpu(1)
    assert target.asnumpy().tolist() == [1, 2]


def test_host_contexts_may_be_mixed():
    # MXNet: the result is on the first operand's
    x, y = nd.ones(2, ctx=mx.cpu(0)), nd.ones(2, ctx=mx.cpu(1))
    assert (x + y).context == mx.cpu(0)
    assert (y + x).context == mx.cpu(1)
    assert nd.concat(y, x, dim=0).context == mx.cpu(1)


def test_results_of_pinned_memory_are_ordinary():
    for kind in ("cpu_pinned", "cpu_shared"):
        x = nd.ones(2, ctx=mx.Context(kind, 0))
        assert x.context == mx.Context(kind, 0)
        assert (x + 1).context == mx.cpu(0)
        assert x.exp().context == mx.cpu(0)


# --------------------------------------------------------------------------------------------- GPUs


def test_a_missing_device_is_named(no_gpu):
    assert mx.context.num_gpus() == mx.util.get_gpu_count() == 0
    for make in (
        lambda: nd.zeros(2, ctx=mx.gpu(0)),
        lambda: nd.array([1], ctx=mx.gpu(0)),
        lambda: nd.random.uniform(ctx=mx.gpu(0)),
        lambda: nd.zeros(2).as_in_context(mx.gpu(0)),
        lambda: nd.zeros(2).copyto(mx.gpu(0)),
        lambda: mx.context.gpu_memory_info(),
        lambda: mx.gpu(0).empty_cache(),
    ):
        with pytest.raises(MXNetError, match=MISSING):
            make()
    with mx.gpu(0), pytest.raises(MXNetError, match=MISSING):
        nd.zeros(2)


def test_simulated_gpus(two_gpus):
    assert mx.context.num_gpus() == 2
    for i in range(2):
        x = nd.array([1, 2], ctx=mx.gpu(i))
        assert x.context == mx.gpu(i)
        assert (x * 2 + x).context == x.sum().context == x.copy().context == mx.gpu(i)
        assert x.asnumpy().tolist() == [1, 2]
        assert repr(x).endswith(f"@gpu({i})>")
        mx.gpu(i).empty_cache()
    with mx.gpu(1):
        assert nd.zeros(2).context == nd.random.uniform().context == mx.gpu(1)
    for i in (2, -1):
        with pytest.raises(MXNetError, match=r"is not available: this process sees 2 GPU"):
            nd.zeros(2, ctx=mx.gpu(i))


def test_arrays_move_between_gpus(two_gpus):
    x = nd.array([1, 2], ctx=mx.gpu(0))
    for ctx in (mx.gpu(1), mx.cpu(0)):
        for moved in (x.as_in_context(ctx), x.copyto(ctx), nd.array(x, ctx=ctx)):
            assert moved.context == ctx
            moved[:] = 9
            assert x.asnumpy().tolist() == [1, 2]
    assert x.as_in_context(mx.gpu(0)) is x
    target = nd.zeros(2, ctx=mx.gpu(1))
    x.copyto(target)
    assert target.context == mx.gpu(1)
    assert target.asnumpy().tolist() == [1, 2]


MIXED = {
    "+": lambda x, y: x + y,
    "+=": lambda x, y: x.__iadd__(y),
    "==": lambda x, y: x == y,
    "dot": lambda x, y: nd.dot(x, y),
    "concat": lambda x, y: nd.concat(x, y, dim=0),
    "where": lambda x, y: nd.where(x, y, x),
    "sample": lambda x, y: nd.random.normal(x, y),
}


@pytest.mark.parametrize("name", MIXED)
@pytest.mark.parametrize("other", [mx.gpu(1), mx.cpu(0)])
def test_devices_are_not_mixed(two_gpus, name, other):
    x, y = nd.ones(2, ctx=mx.gpu(0)), nd.ones(2, ctx=other)
    message = rf"same context.*gpu\(0\) .* {other.device_type}.{other.device_id}.*as_in_context"
    with pytest.raises(MXNetError, match=message):
        MIXED[name](x, y)


def test_gradients_cross_devices(two_gpus):
    x = nd.array([1, 2], ctx=mx.gpu(0))
    x.attach_grad()
    with mx.autograd.record():
        y = (x * x).as_in_context(mx.gpu(1)) * 3
    y.backward()
    assert y.context == mx.gpu(1)
    assert x.grad.context == mx.gpu(0)
    assert x.grad.asnumpy().tolist() == [6, 12]


def test_pickled_arrays_are_restored_on_their_device(two_gpus):
    x = pickle.loads(pickle.dumps(nd.ones(2, ctx=mx.gpu(1))))
    assert x.context == mx.gpu(1)


def test_memory_of_a_simulated_gpu(two_gpus):
    free, total = mx.context.gpu_memory_info(1)
    assert 0 < free <= total
    assert mx.util.get_gpu_memory(0)[1] == total


def test_a_bad_number_of_gpus(monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "two")
    with pytest.raises(
        MXNetError, match="MXNET_SIMULATE_GPUS must be a number of devices, got 'two'"
    ):
        mx.context.num_gpus()


def test_contexts_as_strings():
    assert nd.random_uniform(shape=(2,), ctx="cpu(1)").context == mx.cpu(1)
    with pytest.raises(MXNetError, match=r"unknown device type 'cpu\(x\)'"):
        nd.random_uniform(shape=(2,), ctx="cpu(x)")
