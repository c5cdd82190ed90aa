"""BucketingModule, SequentialModule and modules in Python beyond their trainings."""

import logging

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

from .trajectories import data, mlp


def sym_gen(length):
    scores = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, flatten=False)
    scores = mx.sym.sum(scores, axis=1)
    return mx.sym.SoftmaxOutput(scores, name="softmax"), ("data",), ("softmax_label",)


def batch(length):
    return mx.io.DataBatch(
        [nd.ones((2, length, 3))],
        [nd.zeros(2)],
        bucket_key=length,
        provide_data=[("data", (2, length, 3))],
        provide_label=[("softmax_label", (2,))],
    )


@pytest.fixture
def buckets():
    module = mx.mod.BucketingModule(sym_gen, default_bucket_key=10)
    module.bind([("data", (2, 10, 3))], [("softmax_label", (2,))])
    module.init_params()
    module.init_optimizer()
    return module


def test_a_bucket_is_bound_when_it_is_needed(buckets):
    assert buckets.data_names == ["data"]
    buckets.forward_backward(batch(5))
    buckets.update()
    assert list(buckets._buckets) == [10, 5]
    assert buckets.data_shapes[0].shape == (2, 5, 3)
    assert buckets.output_shapes == [("softmax_output", (2, 4))]
    executors = [module._exec_group.execs[0] for module in buckets._buckets.values()]
    assert mx.test_utils.same_array(*(e.arg_dict["fullyconnected0_weight"] for e in executors))
    shorter = executors[1].arg_dict["data"]
    shorter[:] = 7
    assert executors[0].arg_dict["data"].asnumpy()[0, 0, 0] == 7  # one memory for all buckets


def test_preparing_does_not_switch(buckets):
    buckets.prepare(batch(4))
    assert list(buckets._buckets) == [10, 4]
    assert buckets._curr_bucket_key == 10


def test_larger_bucket_warns(buckets, caplog):
    with caplog.at_level(logging.WARNING):
        buckets.switch_bucket(20, [("data", (2, 20, 3))], [("softmax_label", (2,))])
    assert "larger than already allocated shape" in caplog.text


def test_array_goes_to_the_current_bucket(buckets):
    assert buckets.predict(nd.ones((2, 10, 3))).shape == (2, 4)


def test_buckets_in_files(buckets, tmp_path):
    prefix = str(tmp_path / "net")
    buckets.forward_backward(batch(5))
    buckets.update()
    buckets.save_checkpoint(prefix, 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "net-0002.params", "net-10-symbol.json", "net-5-symbol.json", "net.buckets",
    ]  # fmt: skip
    assert nd.load(f"{prefix}.buckets")[0].asnumpy().tolist() == [10, 5]
    loaded = mx.mod.BucketingModule.load(prefix, 2, sym_gen, 10)
    expected, _ = buckets.get_params()
    assert sorted(loaded.get_params()[0]) == sorted(expected)
    loaded.bind([("data", (2, 10, 3))], [("softmax_label", (2,))])
    for name, array in loaded.get_params()[0].items():
        np.testing.assert_array_equal(array.asnumpy(), expected[name].asnumpy())
    symbols = {key: mx.sym.load(f"{prefix}-{key}-symbol.json") for key in (10, 5)}
    again = mx.mod.BucketingModule.load_dict(symbols, None, 10, expected)
    again.bind([("data", (2, 10, 3))], [("softmax_label", (2,))])
    again.forward(batch(5))
    assert again.get_outputs()[0].shape == (2, 4)


def test_buckets_with_a_monitor(buckets):
    monitor = mx.mon.Monitor(1, pattern="softmax_output")
    buckets.install_monitor(monitor)
    for length in (10, 3):
        monitor.tic()
        buckets.forward(batch(length))
        assert len(monitor.toc()) == 1


def test_rebinding_buckets_keeps_the_parameters(buckets):
    before = buckets.get_params()[0]["fullyconnected0_weight"].asnumpy()
    buckets.bind([("data", (2, 6, 3))], [("softmax_label", (2,))], force_rebind=True)
    after = buckets.get_params()[0]["fullyconnected0_weight"].asnumpy()
    np.testing.assert_array_equal(after, before)
    assert list(buckets._buckets) == [10]


B = mx.mod.BucketingModule


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: B(sym_gen), AssertionError, "needs a default_bucket_key"),
        (lambda: B(lambda key: mlp(mx), 1), ValueError, "sym_gen must return three things"),
        (lambda: B(sym_gen, 1).symbol, AssertionError, "BucketingModule: call bind before"),
        (
            lambda: B(sym_gen, 1).switch_bucket(2, []),
            AssertionError,
            "call bind before",
        ),
        (lambda: B(sym_gen, 1).save_checkpoint("x", 1), AssertionError, "call bind before"),
        (lambda: B.load("x", 1), AssertionError, "sym_gen is required"),
        (lambda: B.load_dict(arg_params={}), AssertionError, "sym_dict needs to be provided"),
    ],
)
def test_errors_of_buckets(call, kind, text):
    with pytest.raises(kind, match=text):
        call()


# ----------------------------------------------------------------------- one after the other


def halves():
    first = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=6, name="fc1")
    second = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc2")
    second = mx.sym.SoftmaxOutput(second, name="softmax")
    return mx.mod.Module(first, label_names=None), mx.mod.Module(second)


def chain():
    first, second = halves()
    return mx.mod.SequentialModule().add(first).add(second, take_labels=True, auto_wiring=True)


def test_a_chain_has_the_ends_of_its_modules():
    modules = chain()
    modules.bind([("data", (8, 3))], [("softmax_label", (8,))], inputs_need_grad=True)
    assert modules.data_names == ["data"]
    assert modules.output_names == ["softmax_output"]
    assert modules.output_shapes == [("softmax_output", (8, 4))]
    assert modules.label_shapes == [("softmax_label", (8,))]
    modules.init_params()
    assert sorted(modules.get_params()[0]) == ["fc1_bias", "fc1_weight", "fc2_bias", "fc2_weight"]
    modules.forward_backward(mx.io.DataBatch([nd.ones((8, 3))], [nd.zeros(8)]))
    assert modules.get_input_grads()[0].shape == (8, 3)


def test_a_chain_predicts_and_scores():
    samples, labels = data(3)
    rows = mx.io.NDArrayIter(samples, labels, 8)
    modules = chain()
    modules.fit(rows, num_epoch=1)
    assert modules.predict(rows).shape == (24, 4)
    assert modules.score(rows, "acc")[0][0] == "accuracy"


S = mx.mod.SequentialModule


def twins():
    modules = S().add(halves()[0]).add(halves()[0], auto_wiring=True)
    modules.bind([("data", (8, 3))])
    modules.init_params()


def unwired_modules():
    first, second = halves()
    S().add(first).add(second).bind([("data", (8, 3))], [("softmax_label", (8,))])


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: S().add(None, colour=3), AssertionError, 'Unknown meta "colour", a typo?'),
        (lambda: S().bind([("data", (8, 3))]), AssertionError, "bind an empty SequentialModule"),
        (lambda: chain().forward(None), AssertionError, "SequentialModule: call bind before"),
        (twins, AssertionError, r'name "fc1_weight" in layer 1 .* already used in layer 0'),
        (unwired_modules, ValueError, "don't match names specified by data_names"),
    ],
)
def test_errors_of_chains(call, kind, text):
    with pytest.raises(kind, match=text):
        call()


# ------------------------------------------------------------------------------------- Python


def loss(**options):
    module = mx.mod.PythonLossModule(**options)
    module.bind([("data", (8, 4))], [("softmax_label", (8,))])
    module.init_params()
    module.init_optimizer()
    return module


def test_a_loss_in_python():
    module = loss(grad_func=lambda scores, labels: scores.asnumpy() * 2)
    module.forward(mx.io.DataBatch([nd.ones((8, 4))], [nd.zeros(8)]), is_train=True)
    module.backward()
    module.update()
    assert module.output_shapes == [("pyloss_output", (8, 4))]
    assert module.get_params() == ({}, {})
    assert (module.get_outputs()[0].asnumpy() == 1).all()
    assert (module.get_input_grads()[0].asnumpy() == 2).all()
    metric = mx.metric.create("acc")
    module.update_metric(metric, [nd.zeros(8)])
    assert metric.get() == ("accuracy", 1.0)


class Doubled(mx.mod.PythonModule):
    def _compute_output_shapes(self):
        return [("doubled", shape) for _, shape in self._data_shapes]

    def forward(self, data_batch, is_train=None):
        self._outputs = [data_batch.data[0] * 2]

    def get_outputs(self, merge_multi_context=True):
        return self._outputs


def test_a_module_in_python():
    module = Doubled(["data"], None, ["doubled"])
    module.bind([("data", (2, 3))])
    module.init_params()
    assert module.output_shapes == [("doubled", (2, 3))]
    assert (module.predict(nd.ones((2, 3))).asnumpy() == 2).all()


P = mx.mod.PythonLossModule


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: P(data_names=("a", "b")), AssertionError, "one data array and one label"),
        (lambda: P(grad_func=3), AssertionError, "grad_func must be a function, got 3"),
        (lambda: loss().backward(nd.ones(1)), AssertionError, "out_grads should be None"),
        (lambda: loss().backward(), NotImplementedError, "grad_func is not given"),
        (lambda: loss().install_monitor(None), NotImplementedError, "does not define"),
        (
            lambda: P().bind([("x", (8, 4))], [("softmax_label", (8,))]),
            AssertionError,
            r"the data_shapes \[\('x', \(8, 4\)\)\] are not those of \['data'\]",
        ),
        (
            lambda: P().bind([("data", (8, 4))], [("softmax_label", (8,))], grad_req="add"),
            AssertionError,
            "only support write gradient, got grad_req='add'",
        ),
    ],
)
def test_errors_of_python_modules(call, kind, text):
    with pytest.raises(kind, match=text):
        call()
