"""Module: the order of calls, parameters, shapes, states, files, errors."""

import logging

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd

from .trajectories import data, fixed_params, mlp


def net():
    return mx.sym.SoftmaxOutput(
        mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc"), name="softmax"
    )


def bound(batch=8, **options):
    module = mx.mod.Module(net(), **options)
    module.bind([("data", (batch, 3))], [("softmax_label", (batch,))])
    return module


def ready(**options):
    module = bound(**options)
    module.init_params()
    module.init_optimizer()
    return module


def batch(size=8, width=3, label=True):
    return mx.io.DataBatch([nd.ones((size, width))], [nd.zeros(size)] if label else None)


def params(weight=(4, 3), **more):
    arrays = {"fc_weight": nd.ones(weight), "fc_bias": nd.ones(4)}
    return {**arrays, **{name: nd.ones(shape) for name, shape in more.items()}}


TWO = [mx.cpu(0), mx.cpu(1)]

# ------------------------------------------------------------------------------ order of calls


@pytest.mark.parametrize(
    ("make", "call", "text"),
    [
        (lambda: mx.mod.Module(net()), lambda m: m.data_shapes, "call bind before"),
        (lambda: mx.mod.Module(net()), lambda m: m.forward(batch()), "call bind before"),
        (lambda: mx.mod.Module(net()), lambda m: m.init_params(), "call bind before initializing"),
        (bound, lambda m: m.forward(batch()), "call init_params or set_params before"),
        (bound, lambda m: m.init_optimizer(), "call init_params or set_params before"),
        (bound, lambda m: m.get_params(), "call init_params or set_params before"),
        (ready, lambda m: m.get_input_grads(), "bind with inputs_need_grad=True before"),
        (bound, lambda m: m.save_optimizer_states("x"), "call init_optimizer before"),
    ],
)
def test_calls_in_the_wrong_order(make, call, text):
    with pytest.raises(AssertionError, match=f"(Module: )?{text}"):
        call(make())


def test_backward_needs_training():
    module = mx.mod.Module(net())
    module.bind([("data", (8, 3))], [("softmax_label", (8,))], for_training=False)
    module.init_params()
    module.forward(batch())
    with pytest.raises(AssertionError, match="re-bind with for_training=True to run backward"):
        module.backward()
    with pytest.raises(AssertionError, match="inputs_need_grad=True needs for_training=True"):
        mx.mod.Module(net()).bind([("data", (8, 3))], for_training=False, inputs_need_grad=True)


def test_repeated_calls_warn(caplog):
    module = ready()
    with caplog.at_level(logging.WARNING):
        module.bind([("data", (2, 3))])
        module.init_optimizer()
    assert "Already bound, ignoring bind()" in caplog.text
    assert "optimizer already initialized, ignoring..." in caplog.text
    with pytest.warns(UserWarning, match="already initialized and force_init=False"):
        module.init_params()


# ------------------------------------------------------------------------------------- inputs


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"data_names": ["dat"]}, r"data_names=\['dat'\].*'dat' is not found.*one of:\n\tdata\n"),
        ({"state_names": ["h"]}, "state_names.*'h' is not found"),
        ({"fixed_param_names": ["w"]}, "fixed_param_names.*'w' is not found"),
    ],
)
def test_names_the_symbol_does_not_have(options, text):
    with pytest.raises(ValueError, match=f"(?s){text}"):
        mx.mod.Module(net(), **options)


def test_labels_the_symbol_does_not_have():
    with pytest.warns(UserWarning, match="'lab' is not found"):
        module = mx.mod.Module(net(), label_names=["lab"])
    assert module._param_names == ["fc_weight", "fc_bias", "softmax_label"]


@pytest.mark.parametrize(
    ("shapes", "kind", "text"),
    [
        ([[("x", (8, 3))]], ValueError, "Data provided by data_shapes don't match"),
        (
            [[("data", (8, 3))], [("softmax_label", (7,))]],
            AssertionError,
            r"batch_size = 8, but softmax_label has shape \(7,\)",
        ),
    ],
)
def test_shapes_that_do_not_fit(shapes, kind, text):
    with pytest.raises(kind, match=text):
        mx.mod.Module(net()).bind(*shapes)


@pytest.mark.parametrize(
    ("context", "kind", "text"),
    [
        ([], ValueError, r"context must name at least one Context, got \[\]"),
        ((), ValueError, r"context must name at least one Context, got \(\)"),
        ("tpu", mx.MXNetError, "unknown device type 'tpu'; use one of cpu, gpu"),
        ([mx.cpu(), 1], TypeError, "a Context such as .* is needed, got 1"),
    ],
)
def test_contexts_that_are_none(context, kind, text):
    with pytest.raises(kind, match=text):
        mx.mod.Module(net(), context=context)
    with pytest.raises(kind, match=text):
        mx.mod.BucketingModule(lambda key: (net(), ["data"], ["softmax_label"]), 1, context=context)


def test_more_contexts_than_samples():
    with pytest.raises(ValueError, match="Too many slices. Some splits are empty: a batch of 2"):
        bound(2, context=[mx.cpu(i) for i in range(3)])
    with pytest.raises(AssertionError, match="work_load_list has 2 entries for 1 contexts"):
        mx.mod.Module(net(), work_load_list=[1, 2])


def test_a_label_for_the_metric_alone():
    scores = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc")
    with pytest.warns(UserWarning, match="'softmax_label' is not found"):
        module = mx.mod.Module(mx.sym.softmax(scores))
    module.bind([("data", (8, 3))], [("softmax_label", (8,))], for_training=False)
    module.init_params()
    rows = mx.io.NDArrayIter(np.ones((8, 3)), np.zeros(8), 8)
    assert module.score(rows, "acc")[0][0] == "accuracy"


def test_batches_of_other_shapes():
    module = ready()
    for size in (8, 3, 20):
        module.forward(batch(size))
        module.backward()
        module.update()
        assert module.get_outputs()[0].shape == (size, 4)
        assert module.label_shapes[0].shape == (size,)
    module.forward(batch(5, label=False), is_train=False)
    assert module.get_outputs()[0].shape == (5, 4)


def test_a_batch_that_would_change_parameters_is_refused_and_nothing_else():
    module = ready()
    with pytest.raises(
        mx.MXNetError, match=r"'fc_weight' would have shape \(4, 5\), it has \(4, 3\)"
    ):
        module.forward(batch(width=5))
    module.forward(batch())
    assert module.get_outputs()[0].shape == (8, 4)


def test_arrays_of_numpy_and_too_few_of_them():
    module = ready()
    module.forward(mx.io.DataBatch([np.ones((8, 3))], [np.zeros(8)]))
    with pytest.raises(ValueError, match="the batch has 0 data arrays, the module expects 1: data"):
        module._exec_group.forward(mx.io.DataBatch([], []))


def test_a_batch_for_each_context():
    module = ready(context=TWO)
    samples, labels = data(3)
    batch = mx.io.DataBatch([nd.array(samples[:8])], [nd.array(labels[:8])])
    halves = [
        mx.io.DataBatch([nd.array(samples[rows])], [nd.array(labels[rows])])
        for rows in (slice(0, 4), slice(4, 8))
    ]
    metrics = mx.metric.create("acc"), mx.metric.create("acc")
    module.forward(batch)
    expected = module.get_outputs()[0].asnumpy()
    module.update_metric(metrics[0], batch.label)
    module.forward(halves)
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), expected)
    module.update_metric(metrics[1], [half.label for half in halves], pre_sliced=True)
    assert metrics[0].get() == metrics[1].get()
    with pytest.raises(AssertionError, match="empty data batch"):
        module.forward([])


def test_layouts_define_the_batch_axis():
    outputs = mx.sym.Activation(mx.sym.var("data"), act_type="relu", name="act", __layout__="TNC")
    module = mx.mod.Module(outputs, label_names=None, context=TWO)
    module.bind([mx.io.DataDesc("data", (3, 8, 7), layout="TNC")])
    module.init_params()
    module.forward(mx.io.DataBatch([nd.ones((3, 8, 7))]))
    assert module.output_shapes == [("act_output", (3, 8, 7))]
    assert [part.shape for part in module.get_outputs(False)[0]] == [(3, 4, 7)] * 2


# --------------------------------------------------------------------------------- parameters


def test_parameters_are_given():
    module = bound()
    module.init_params(arg_params=params(), aux_params={})
    assert (module.get_params()[0]["fc_weight"].asnumpy() == 1).all()
    module.set_params(params(), {})
    module.set_params({"fc_bias": nd.zeros(4)}, {}, allow_missing=True)
    assert (module.get_params()[0]["fc_bias"].asnumpy() == 0).all()
    module.init_params(
        "zeros", arg_params={"fc_bias": nd.ones(4)}, allow_missing=True, force_init=True
    )
    assert (module.get_params()[0]["fc_weight"].asnumpy() == 0).all()


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda m: m.set_params({}, {}), RuntimeError, "fc_bias is not presented"),
        (
            lambda m: m.set_params(params((4, 5)), {}),
            mx.MXNetError,
            r"'fc_weight' has shape \(4, 5\)",
        ),
        (
            lambda m: m.set_params(params(x=(1,)), {}, allow_missing=True),
            ValueError,
            'Find name "x" that is not in the arguments',
        ),
        (lambda m: m.init_params(None, force_init=True), TypeError, "neither an initializer"),
        (lambda m: m.init_optimizer(optimizer="best", force_init=True), ValueError, "best"),
        (lambda m: m.init_optimizer(kvstore=3, force_init=True), TypeError, "kvstore must be"),
        (lambda m: m.init_optimizer(optimizer=3, force_init=True), AssertionError, "got 3"),
    ],
)
def test_errors_of_parameters(call, kind, text):
    with pytest.raises(kind, match=text):
        call(ready())


def test_initializers_of_variables():
    weight = mx.sym.var("w", shape=(4, 3), init=mx.init.Constant(3))
    scores = mx.sym.FullyConnected(mx.sym.var("data"), weight, num_hidden=4, no_bias=True)
    module = mx.mod.Module(scores, label_names=None)
    module.bind([("data", (2, 3))])
    module.init_params()
    assert (module.get_params()[0]["w"].asnumpy() == 3).all()


def test_an_optimizer_made_outside():
    module = bound()
    module.init_params()
    with pytest.warns(UserWarning, match=r"rescale_grad is not normalized.*\(1.0 vs. 0.125\)"):
        module.init_optimizer(optimizer=mx.optimizer.SGD())
    assert module._optimizer.idx2name == {0: "fc_weight", 1: "fc_bias"}
    module.init_optimizer(optimizer=mx.optimizer.SGD(rescale_grad=1 / 8), force_init=True)


@pytest.mark.parametrize(
    ("kvstore", "contexts", "on_store"),
    [("local", 1, False), ("local", 2, True), ("device", 2, True), (None, 2, False)],
)
def test_where_updates_run(kvstore, contexts, on_store, monkeypatch):
    module = bound(context=[mx.cpu(i) for i in range(contexts)])
    module.init_params()
    module.init_optimizer(kvstore)
    assert module._update_on_kvstore is on_store
    assert (module._updater is None) is on_store
    monkeypatch.setenv("MXNET_UPDATE_ON_KVSTORE", "0")
    module.init_optimizer(kvstore, force_init=True)
    assert module._update_on_kvstore is False


def test_compressed_gradients_round_to_a_threshold():
    options = {"compression_params": {"type": "2bit", "threshold": 10.0}, "context": TWO}
    module = bound(**options)
    module.init_params("zeros")
    module.init_optimizer("device", optimizer_params={"learning_rate": 1.0})
    module.forward_backward(batch())
    module.update()
    assert (module.get_params()[0]["fc_weight"].asnumpy() == 0).all()


def test_borrowed_optimizers_and_shared_parameters():
    first = ready()
    second = mx.mod.Module(net())
    second.bind([("data", (2, 3))], [("softmax_label", (2,))], shared_module=first)
    assert second._updater is first._updater
    second.forward_backward(batch(2))
    second.update()
    executors = [module._exec_group.execs[0] for module in (first, second)]
    assert mx.test_utils.same_array(*(e.arg_dict["fc_weight"] for e in executors))
    assert first._exec_group.execs[0].arg_dict["data"].shape == (8, 3)


def test_rebinding_keeps_the_parameters():
    module = ready()
    module.forward_backward(batch())
    module.update()
    before = module.get_params()[0]["fc_weight"].asnumpy()
    with pytest.warns(UserWarning, match="label_shapes don't match names"):
        module.bind([("data", (2, 3))], for_training=False, force_rebind=True)
    np.testing.assert_array_equal(
        module._exec_group.execs[0].arg_dict["fc_weight"].asnumpy(), before
    )


def test_fixed_weights_do_not_stop_the_gradient_of_the_bias():
    module = bound(fixed_param_names=["fc_weight"])
    module.init_params()
    module.forward_backward(batch())
    executor = module._exec_group.execs[0]
    assert executor.grad_dict["fc_weight"] is None
    assert (executor.grad_dict["fc_bias"].asnumpy() != 0).all()


def test_predict_takes_arrays_of_any_length():
    module = ready()
    expected = module.predict(nd.ones((8, 3))).asnumpy()
    assert expected.shape == (8, 4) and expected.any()
    np.testing.assert_allclose(module.predict(np.ones((5, 3))).asnumpy(), expected[:5], 1e-6)


def test_predict_of_arrays_uses_moving_statistics():
    norm = mx.sym.BatchNorm(mx.sym.var("data"), eps=0)
    module = mx.mod.Module(norm, label_names=None)
    module.bind([("data", (2, 1))])
    module.init_params()
    assert module.predict(np.array([[1], [3]])).asnumpy().tolist() == [[1], [3]]


def test_private_names_that_packages_use():
    """Keras-MXNet, InsightFace and others reach for these."""
    module = ready(context=TWO)
    module.forward(batch(), is_train=False)
    group = module._exec_group
    assert group.execs[0].outputs[0].shape == (4, 4)
    part, array = group.data_arrays[0][1]
    assert part == slice(4, 8) and array.shape == (4, 3)
    assert group.get_outputs()[0].shape == (8, 4)
    assert module._data_shapes[0].shape == (8, 3) and module._label_shapes[0].shape == (8,)
    assert sorted(module._arg_params) == ["fc_bias", "fc_weight"] and module._aux_params == {}
    assert module._context == TWO and module._symbol is module.symbol
    group.reshape([mx.io.DataDesc("data", (2, 3))], [mx.io.DataDesc("softmax_label", (2,))])
    assert group.data_arrays[0][1][1].shape == (1, 3)


def test_executor_groups_take_plain_pairs():
    names = ["fc_weight", "fc_bias"]
    shapes = [("data", (4, 3))], [("softmax_label", (4,))]
    group = mx.mod.executor_group.DataParallelExecutorGroup(
        net(), TWO, [1, 1], *shapes, names, for_training=True, inputs_need_grad=False
    )
    assert set(group.shared_data_arrays[0]) == {"data", "softmax_label"}
    assert group.execs[1].arg_dict["data"].shape == (2, 3)


# ------------------------------------------------------------------------------------- states


def test_states_are_kept_from_batch_to_batch():
    state = mx.sym.var("state", shape=(0, 3))
    total = mx.sym.elemwise_add(mx.sym.var("data"), state)
    module = mx.mod.Module(total, label_names=None, state_names=["state"], context=TWO)
    module.bind([("data", (4, 3))], for_training=False)
    module.init_params()
    assert module._param_names == []
    module.set_states(value=1)
    for expected in (2, 3):
        module.forward(mx.io.DataBatch([nd.ones((4, 3))]))
        outputs = module.get_outputs(merge_multi_context=False)
        assert (module.get_outputs()[0].asnumpy() == expected).all()
        module.set_states(states=outputs)
    assert module.get_states()[0].shape == (4, 3)
    module.set_states(states=[nd.zeros((4, 3))])
    assert (module.get_states()[0].asnumpy() == 0).all()
    with pytest.raises(AssertionError, match="either states or value"):
        module.set_states()
    with pytest.raises(AssertionError, match="1 states are expected, got 2"):
        module.set_states(states=[1, 2])


# -------------------------------------------------------------------------------------- files


@pytest.mark.parametrize("contexts", [1, 2])
def test_checkpoint_resumes_training(tmp_path, contexts):
    prefix = str(tmp_path / "net")
    samples, labels = data(3)
    rows = mx.io.DataBatch([nd.array(samples[:8])], [nd.array(labels[:8])])
    options = {"optimizer_params": {"learning_rate": 0.5, "momentum": 0.9}}
    where = {"context": [mx.cpu(i) for i in range(contexts)]}
    module = mx.mod.Module(mlp(mx), **where)
    module.bind([("data", (8, 3))], [("softmax_label", (8,))])
    module.init_params(arg_params=fixed_params(mx, mlp(mx), data=(8, 3))[0])
    module.init_optimizer(**options)
    module.forward_backward(rows)
    module.update()
    module.save_checkpoint(prefix, 3, save_optimizer_states=True)
    loaded = mx.mod.Module.load(prefix, 3, load_optimizer_states=True, **where)
    loaded.bind([("data", (8, 3))], [("softmax_label", (8,))])
    loaded.init_optimizer(**options)
    for both in (module, loaded):
        both.forward_backward(rows)
        both.update()
    for name, array in module.get_params()[0].items():
        np.testing.assert_array_equal(loaded.get_params()[0][name].asnumpy(), array.asnumpy())
    assert loaded.symbol.tojson() == module.symbol.tojson()


def test_parameters_in_a_file(tmp_path):
    path = str(tmp_path / "net.params")
    module = ready()
    module.save_params(path)
    other = bound()
    other.load_params(path)
    weights = [m.get_params()[0]["fc_weight"].asnumpy() for m in (module, other)]
    np.testing.assert_array_equal(*weights)
    nd.save(path, {"fc_weight": nd.ones((4, 3))})
    with pytest.raises(ValueError, match="Invalid param file .*'fc_weight' begins neither"):
        other.load_params(path)


def test_a_model_of_gluon_runs(tmp_path):
    block = mx.gluon.nn.HybridSequential()
    block.add(mx.gluon.nn.Dense(4, activation="relu"), mx.gluon.nn.BatchNorm())
    block.initialize()
    block.hybridize()
    inputs = nd.random.uniform(shape=(5, 3))
    expected = block(inputs).asnumpy()
    block.export(str(tmp_path / "net"))
    module = mx.mod.Module.load(str(tmp_path / "net"), 0, label_names=None)
    module.bind([("data", (5, 3))], for_training=False)
    np.testing.assert_allclose(module.predict(inputs).asnumpy(), expected, rtol=1e-5, atol=1e-6)
