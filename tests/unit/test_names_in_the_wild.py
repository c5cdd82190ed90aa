"""Private and rare names that packages on top of MXNet use: they exist and behave the same."""

from __future__ import annotations

import collections
import importlib
import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, executor_manager, gluon, nd
from mxnet.gluon import nn, rnn
from mxnet.gluon.model_zoo.vision import densenet, inception, mobilenet, resnet, squeezenet, vgg
from mxnet.io import io
from mxnet.module import base_module, executor_group

NAMES = {
    "mxnet": "__version__ __file__ operator nd sym contrib registry",
    "mxnet.base": "MXNetError string_types numeric_types integer_types py_str NDArrayHandle",
    "mxnet.operator": "CustomOp CustomOpProp register",
    "mxnet.registry": "get_registry get_register_func get_create_func get_alias_func",
    "mxnet.util": "is_np_array np_shape is_np_shape use_np",
    "mxnet.metric": (
        "check_label_shapes EvalMetric create register registry _BinaryClassificationMetrics"
    ),
    "mxnet.gluon": "tensor_types Block Trainer",
    "mxnet.gluon.utils": (
        "_get_repo_url _get_repo_file_url check_sha1 download replace_file _indent "
        "_brief_print_list"
    ),
    "mxnet.gluon.rnn.rnn_cell": "tensor_types",
    "mxnet.io.io": "_slice_along_batch_axis",
    "mxnet.module.base_module": "_as_list",
    "mxnet.executor_manager": "_load_general _load_data _load_label _split_input_slice",
    "mxnet.module.executor_group": (
        "_load_general _load_data _load_label _split_input_slice _merge_multi_context "
        "_prepare_group2ctxs"
    ),
    "mxnet.gluon.loss": "_apply_weighting _reshape_like Loss",
    "mxnet.gluon.block": (
        "HookHandle MXNetError NDArray Parameter ParameterDict symbol "
        "_flatten _regroup Block HybridBlock SymbolBlock np_symbol _indent _brief_print_list"
    ),
    "mxnet.gluon.contrib.data.text": "text WikiText2",
    "mxnet.model": "Context load_checkpoint _multiple_callbacks",
    "mxnet.gluon.contrib.estimator.event_handler": "EvalMetric",
    "mxnet.gluon.data.dataloader": "nd set_np reduce_np_ndarray rebuild_np_ndarray",
    "mxnet.test_utils": "np_symbol same",
    "mxnet.gluon.model_zoo.model_store": "_model_sha1 get_model_file purge",
    "mxnet.gluon.model_zoo.vision.resnet": "_conv3x3",
    "mxnet.gluon.parameter": (
        "Context DeferredInitializationError MXNetError autograd cpu initializer is_np_shape "
        "tensor_types"
    ),
    "mxnet.contrib.amp": "init init_trainer scale_loss unscale amp convert_symbol",
    "mxnet.contrib.amp.amp": "_amp_initialized",
    "mxnet.ndarray.op": "FullyConnected",
    "mxnet.ndarray.ndarray": "NDArray",
    "mxnet.symbol.symbol": "Symbol",
    "mxnet.initializer": "register Initializer InitDesc",
    "mxnet.optimizer": "register Optimizer Updater get_updater",
    "mxnet.image.image": "_get_interp_method",
}


@pytest.mark.parametrize("module", NAMES)
def test_names_are_there(module):
    value = importlib.import_module(module)
    assert [name for name in NAMES[module].split() if not hasattr(value, name)] == []


def test_the_version_and_the_place():
    assert (1, 4) <= tuple(map(int, mx.__version__.split(".")[:2])) < (2, 0)
    assert pathlib.Path(mx.__file__).name == "__init__.py"


def test_types_of_the_base():
    assert isinstance("a", mx.base.string_types) and mx.base.py_str(b"a") == "a"
    assert isinstance(1.5, mx.base.numeric_types) and isinstance(np.int32(1), mx.base.integer_types)


def test_operators_of_contrib_can_be_replaced():
    for module in (nd.contrib, mx.sym.contrib):
        original = module.__dict__["SyncBatchNorm"]
        try:
            module.__dict__["SyncBatchNorm"] = "mine"
            assert module.SyncBatchNorm == "mine"
            module.__dict__.pop("SyncBatchNorm")
            assert not hasattr(module, "SyncBatchNorm")
        finally:
            module.__dict__["SyncBatchNorm"] = original


# ------------------------------------------------------------------------------------- metrics


class Halves(mx.metric.EvalMetric):
    """A metric as packages write them: sums are their own affair."""

    def __init__(self):
        super().__init__("halves", has_global_stats=True)

    def update(self, labels, preds):
        labels, preds = mx.metric.check_label_shapes(labels, preds, wrap=True)
        for label, pred in zip(labels, preds, strict=True):
            hits = float((label == pred).sum().asscalar())
            self.sum_metric += hits
            self.global_sum_metric += hits
            self.num_inst += label.size
            self.global_num_inst += label.size


def test_custom_metric():
    metric = Halves()
    metric.update([nd.array([1, 2])], [nd.array([1, 0])])
    metric.reset_local()
    metric.update([nd.array([1])], [nd.array([1])])
    assert metric.get_name_value() == [("halves", 1.0)]
    assert metric.get_global_name_value() == [("halves", 2 / 3)]


# -------------------------------------------------------------------------------------- blocks


def net(prefix="net_"):
    block = nn.HybridSequential(prefix=prefix)
    with block.name_scope():
        block.add(nn.Dense(3, in_units=4, activation="relu"), nn.Dense(2, in_units=3))
    block.initialize()
    return block


def test_blocks():
    block = net()
    assert isinstance(block._children, collections.OrderedDict)
    assert list(block._children) == ["0", "1"] and block._children["1"] is block[1]
    assert list(block[0]._reg_params) == ["weight", "bias"]
    assert sorted(block._collect_params_with_prefix())[0] == "0.bias"
    assert block._prefix == "net_" and not block._active
    block.hybridize(static_alloc=True)
    block(nd.ones((1, 4)))
    inputs, symbol = block._cached_graph
    assert [variable.name for variable in inputs] == ["data"]
    assert symbol.list_outputs() == ["net_dense1_fwd_output"]
    assert block._active and dict(block._flags)["static_alloc"] is True
    assert block._in_format == [0] or block._in_format == 0
    assert block._out_format == 0
    block._clear_cached_op()
    assert block._cached_graph == ()


def test_flatten():
    flat, form = mx.gluon.block._flatten([nd.ones(1), [nd.ones(2), nd.ones(3)]], "input")
    assert [array.size for array in flat] == [1, 2, 3] and form == [0, [0, 0]]
    first, rest = mx.gluon.block._regroup(flat, form)
    assert first.size == 1 and [array.size for array in rest] == [2, 3]


def test_losses():
    half = gluon.loss.L2Loss(weight=3.0, batch_axis=1)
    assert half._weight == 3 and half._batch_axis == 1
    weigh = gluon.loss._apply_weighting
    weighed = weigh(nd, nd.array([1, 2]), 2.0, nd.array([3, 4]))
    assert weighed.asnumpy().tolist() == [6, 16]
    assert gluon.loss._reshape_like(nd, nd.ones((4, 1)), nd.ones((2, 2))).shape == (2, 2)


# ---------------------------------------------------------------------------------- parameters


def test_parameters():
    weight = net()[0].weight
    assert weight._data[0] is weight.data() and weight._grad[0] is weight.grad()
    assert weight._ctx_list == [mx.cpu()] and weight._ctx_map is not None
    assert weight._deferred_init == () and weight._shape == (3, 4)
    assert weight._stype == "default" and weight._differentiable
    assert weight._allow_deferred_init and weight._var is None
    assert weight.var() is weight._var
    assert weight._check_and_get(weight._data, mx.cpu()) is weight.data()
    assert len(weight._check_and_get(weight._data, list)) == 1
    assert weight._reduce().context == mx.cpu()
    weight._load_init(nd.ones((3, 4)), mx.cpu())
    assert (weight.data() == 1).asnumpy().all()
    weight.grad_req = "null"
    assert weight._grad is None and weight.grad_req == "null"
    late = nn.Dense(2)
    late.initialize()
    assert late.weight._deferred_init and late.weight._data is None


def test_dictionaries_of_parameters():
    block = net()
    assert isinstance(block[0].params._params, dict) and list(block[0].params._params) == [
        "net_dense0_weight", "net_dense0_bias",
    ]  # fmt: skip
    parameters = gluon.ParameterDict("p_")
    parameters.get("a", shape=(0, 3), allow_deferred_init=True)
    assert parameters.get("a", shape=(2, 0)).shape == (2, 3)
    constant = parameters.get_constant("c", nd.array([1, 2]))
    assert (
        constant.grad_req == "null" and parameters.get_constant("c", nd.array([1, 2])) is constant
    )
    chosen = block.collect_params(".*weight|.*gamma")
    assert list(chosen.keys()) == ["net_dense0_weight", "net_dense1_weight"]
    chosen.setattr("grad_req", "null")
    assert {p.name[-6:] for p in block.collect_params().values() if p.grad_req == "null"} == {
        "weight"
    }
    other = gluon.ParameterDict()
    other.update(chosen)
    assert list(other.keys()) == list(chosen.keys())


# ------------------------------------------------------------------------- trainers, optimizers


def test_trainers():
    block = net()
    trainer = gluon.Trainer(block.collect_params(), "adam", {"learning_rate": 0.5})
    assert trainer._kvstore is None and not trainer._kv_initialized
    assert len(trainer._params_to_init) == 4 and trainer._scale == 1.0
    with autograd.record():
        loss = block(nd.ones((2, 4)))
    loss.backward()
    trainer._init_kvstore()
    assert trainer._kv_initialized and not trainer._update_on_kvstore
    trainer.allreduce_grads()
    trainer.update(2)
    assert len(trainer._updaters) == 1 and trainer._optimizer.num_update == 1
    assert trainer._optimizer._index_update_count == dict.fromkeys(range(4), 1)


class Halving(mx.optimizer.Optimizer):
    """An optimizer as packages write them."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)

    def create_state(self, index, weight):
        return nd.zeros(weight.shape, ctx=weight.context, dtype=weight.dtype)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        state[:] += self.num_update
        weight[:] -= self._get_lr(index) * grad + self._get_wd(index) * weight


def test_optimizers(monkeypatch):
    known = mx.optimizer.Optimizer.opt_registry
    monkeypatch.setattr(mx.optimizer.Optimizer, "opt_registry", dict(known))
    assert mx.optimizer.register(Halving) is Halving
    block = net()
    trainer = gluon.Trainer(block.collect_params(), "halving", {"learning_rate": 0.5, "wd": 0.25})
    before = block[1].bias.data().asnumpy().copy()
    for _ in range(2):
        with autograd.record():
            loss = block(nd.ones((1, 4)))
        loss.backward()
        trainer.step(1)
    expected = (before * 0.75 - 0.5) * 0.75 - 0.5
    np.testing.assert_allclose(block[1].bias.data().asnumpy(), expected, rtol=1e-6)
    assert (trainer._updaters[0].states[2].asnumpy() == 3).all()
    optimizer = trainer._optimizer
    assert optimizer._get_lrs([0, 1]) == [0.5, 0.5] and optimizer._get_wds([0]) == [0.25]
    assert optimizer.aggregate_num == 0
    state = optimizer.create_state_multi_precision(0, nd.ones(2))
    assert state.shape == (2,)


@pytest.mark.parametrize("name", "SGD Adam AdaGrad AdaDelta Adamax Nadam RMSProp".split())
def test_optimizers_can_be_subclassed(name):
    base = getattr(mx.optimizer, name)

    class Mine(base):
        def __init__(self, lr=0.25, **kwargs):
            base.__init__(self, learning_rate=lr, **kwargs)
            self.mine = True

    opt = Mine()
    weight = nd.ones(2)
    opt.update(0, weight, nd.ones(2), opt.create_state(0, weight))
    assert opt.mine and opt.lr == 0.25 and (weight < 1).asnumpy().all()


class Diagonal(mx.init.Initializer):
    """An initializer as packages write them."""

    def _init_weight(self, desc, array):
        assert isinstance(desc, mx.init.InitDesc)
        array[:] = nd.array(np.eye(*array.shape))


def test_initializers(monkeypatch):
    known = mx.registry._registries[mx.init.Initializer]
    monkeypatch.setitem(known, "diagonal", None)  # which is taken away afterwards
    del known["diagonal"]
    assert mx.init.register(Diagonal) is Diagonal
    dense = nn.Dense(2, in_units=2, weight_initializer="diagonal")
    dense.initialize()
    assert dense.weight.data().asnumpy().tolist() == [[1, 0], [0, 1]]


# -------------------------------------------------------------------------------------- layers


def test_layers():
    dense = nn.Dense(3, activation="relu", in_units=4, flatten=False)
    assert (dense._units, dense._in_units, dense._flatten) == (3, 4, False)
    assert dense.act._act_type == "relu" and nn.Dense(3).act is None
    conv = nn.Conv2D(8, 3, strides=2, in_channels=4, groups=2)
    assert conv._channels == 8 and conv._in_channels == 4
    assert conv._kwargs["kernel"] == (3, 3) and conv._kwargs["stride"] == (2, 2)
    assert conv._kwargs["num_group"] == 2 and conv._kwargs["num_filter"] == 8
    norm = nn.BatchNorm(momentum=0.5, epsilon=0.25, scale=False)
    assert norm._kwargs["momentum"] == 0.5 and norm._kwargs["eps"] == 0.25
    assert norm._kwargs["fix_gamma"] is True
    drop = nn.Dropout(0.25, axes=(1,))
    assert drop._rate == 0.25 and drop._axes == (1,)
    embedding = nn.Embedding(10, 3)
    assert embedding._kwargs["input_dim"] == 10 and embedding._kwargs["output_dim"] == 3


def test_cells_and_recurrent_layers():
    cell = rnn.LSTMCell(3, input_size=2)
    assert (cell._hidden_size, cell._input_size, cell._modified) == (3, 2, False)
    assert rnn.ResidualCell(cell).base_cell is cell and cell._modified
    layer = rnn.LSTM(3, num_layers=2, input_size=2)
    assert (layer._hidden_size, layer._num_layers, layer._input_size) == (3, 2, 2)


# ---------------------------------------------------------------- parts of networks of the zoo


def _fill(fill):
    net = nn.HybridSequential()
    fill(net)
    return net


# what to make, and how many parameters and which shape 1.9.1 gives for an image of 8 channels
PARTS = {
    "dense block": (lambda: densenet._make_dense_block(2, 4, 8, 0.5, 3), 20, (2, 24, 8, 8)),
    "dense layer": (lambda: densenet._make_dense_layer(8, 4, 0), 10, (2, 16, 8, 8)),
    "transition": (lambda: densenet._make_transition(4), 5, (2, 4, 4, 4)),
    "conv": (lambda: _fill(lambda net: mobilenet._add_conv(net, 4, 3)), 5, (2, 4, 6, 6)),
    "conv of MobileNetV2": (
        lambda: _fill(lambda net: mobilenet._add_conv(net, 8, 3, 2, 1, 8, True, True)),
        5,
        (2, 8, 4, 4),
    ),
    "separable": (
        lambda: _fill(lambda net: mobilenet._add_conv_dw(net, 8, 16, 2)), 10, (2, 16, 4, 4),
    ),
    "fire": (lambda: squeezenet._make_fire(2, 3, 5), 6, (2, 8, 8, 8)),
    "fire conv": (lambda: squeezenet._make_fire_conv(3, 3, 1), 2, (2, 3, 8, 8)),
    "basic conv": (
        lambda: inception._make_basic_conv(channels=3, kernel_size=3, strides=2), 5, (2, 3, 3, 3),
    ),
    "branch": (
        lambda: inception._make_branch("avg", (3, 1, None, None), (4, (1, 3), 2, (0, 1))),
        10,
        (2, 4, 4, 4),
    ),
    "stage": (
        lambda: resnet.resnet18_v1()._make_layer(resnet.BasicBlockV1, 2, 4, 2, 5, 8),
        25,
        (2, 4, 4, 4),
    ),
    "stage of other width": (
        lambda: resnet.resnet18_v2()._make_layer(resnet.BottleneckV2, 1, 16, 1, 5),
        16,
        (2, 16, 8, 8),
    ),
    "stages": (lambda: vgg.vgg11()._make_features([1, 2], [4, 8], True), 18, (2, 8, 2, 2)),
    "module C": (lambda: inception._make_C(4, "C_"), 50, (2, 768, 8, 8)),
}  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_parts_of_networks(part):
    make, parameters, shape = PARTS[part]
    net = make()
    net.initialize()
    assert net(nd.ones((2, 8, 8, 8))).shape == shape
    assert len(list(net.collect_params())) == parameters


def test_names_of_a_dense_block():
    names = list(densenet._make_dense_block(1, 4, 8, 0, 3).collect_params())
    assert names[:1] == ["stage3_batchnorm0_gamma"] and names[-1:] == ["stage3_conv1_weight"]


# -------------------------------------------------------------------------------- batches


def test_batches_are_loaded_into_arrays_of_devices():
    data = nd.arange(12).reshape((3, 4))
    batch = mx.io.DataBatch([data], [data * 2])
    for load, source, axis in (
        (lambda targets: executor_manager._load_data(batch, targets), data, 0),
        (lambda targets: executor_manager._load_label(batch, targets), data * 2, 0),
        (lambda targets: executor_group._load_data(batch, targets, [0]), data, 0),
        (lambda targets: executor_group._load_label(batch, targets, [1]), data * 2, 1),
    ):
        target_array = nd.zeros((3, 4))
        load([target_array])
        assert (target_array == source).min() == 1
        parts = [
            (slice(0, 1), source.slice_axis(axis, 0, 1) * 0),
            (slice(1, 3), source.slice_axis(axis, 1, 3) * 0),
        ]
        load([parts])
        for part, target in parts:
            expected = io._slice_along_batch_axis(source, part, axis)
            assert (target == expected).min() == 1


def test_a_batch_of_another_size_is_refused():
    parts = [(slice(0, 1), nd.zeros((1, 4)))]
    with pytest.raises(AssertionError, match="Batch size miss match. Expected 1, got 3"):
        executor_manager._load_general([nd.zeros((3, 4))], [parts])


@pytest.mark.parametrize(
    ("value", "expected"), [(1, [1]), (None, [None]), ([1], [1]), ((1, 2), (1, 2)), ("a", ["a"])]
)
def test_as_list(value, expected):
    assert base_module._as_list(value) == expected


@pytest.mark.parametrize(
    ("count", "limit", "expected"),
    [
        (0, 7, ""),
        (3, 7, "'0', '1', '2'"),
        (8, 7, "'0', '1', '2', ..., '4', '5', '6', '7'"),
        (7, 3, "'0', ..., '5', '6'"),
        (7, 4, "'0', '1', ..., '5', '6'"),
    ],
)
def test_brief_lists(count, limit, expected):
    assert gluon.utils._brief_print_list(range(count), limit) == expected


@pytest.mark.parametrize("text", ["", "a", "a\nb", "a\n\n b"])
def test_indent(text):
    assert gluon.utils._indent(text, 2).split("\n") == [
        line if number == 0 else f"  {line}" for number, line in enumerate(text.split("\n"))
    ]


# -------------------------------------------------------------------------------- metrics


def test_counts_of_yes_and_no():
    labels, scores = nd.array([0, 1, 1, 0]), nd.array([[9, 1], [2, 8], [7, 3], [1, 9]])
    counts = mx.metric._BinaryClassificationMetrics()
    for _ in range(2):
        counts.local_reset_stats()
        counts.update_binary_stats(labels, scores)
    names = ["true_positives", "false_positives", "false_negatives", "true_negatives"]
    assert [getattr(counts, name) for name in names] == [1, 1, 1, 1]
    assert [getattr(counts, f"global_{name}") for name in names] == [2, 2, 2, 2]
    assert (counts.precision, counts.recall, counts.fscore) == (0.5, 0.5, 0.5)
    assert (counts.total_examples, counts.global_total_examples) == (4, 8)
    assert counts.matthewscc() == counts.matthewscc(use_global=True) == 0
    counts.reset_stats()
    assert (counts.total_examples, counts.global_total_examples) == (0, 0)


def test_counts_of_a_metric():
    metric = mx.metric.F1(average="micro")
    metric.update([nd.array([0, 1, 1])], [nd.array([[9, 1], [2, 8], [1, 9]])])
    assert (metric.metrics.precision, metric.metrics.true_positives) == (1, 2)


# ------------------------------------------------------------------- shapes, names, callbacks


@pytest.mark.parametrize(
    ("operator", "shape", "options", "expected"),
    [
        ("Convolution", (1, 4, 8, 8), {"no_bias": True}, [(4, 4, 3, 3)]),
        ("Convolution", (0, 4, 0, 0), {}, [(4, 4, 3, 3), (4,)]),
        ("Deconvolution", (1, 4, 8, 8), {"num_group": 2}, [(4, 2, 3, 3)]),
    ],
)
def test_shapes_of_weights(operator, shape, options, expected):
    options = {"kernel": (3, 3), "num_filter": 4, **options}
    shapes = nn.conv_layers._infer_weight_shape(operator, shape, options)
    assert shapes == [shape, *expected]


@pytest.mark.parametrize(
    ("names", "expected"), [([], ""), (["abc"], "abc"), (["abc", "abd"], "ab"), (["", "a"], "")]
)
def test_common_prefix(names, expected):
    assert gluon.block._common_prefix(names) == expected


def test_callbacks_are_called_in_order():
    calls = []
    one, two = (lambda *args, number=i, **kwargs: calls.append((number, args)) for i in (1, 2))
    mx.model._multiple_callbacks([one, two], "a")
    mx.model._multiple_callbacks(two, "b", named=3)
    mx.model._multiple_callbacks(None, "c")
    assert calls == [(1, ("a",)), (2, ("a",)), (2, ("b",))]


@pytest.mark.parametrize("is_called", [False, True])
def test_the_graph_of_a_block(is_called):
    net = nn.HybridSequential()
    net.add(nn.Dense(3), nn.Dense(2))
    net.initialize()
    net.hybridize()
    x = nd.ones((1, 4))
    if is_called:
        net(x)
    (data,), output = net._get_graph(x)
    assert (data.name, output.list_arguments()[0]) == ("data", "data")
    assert len(output.list_arguments()) == 5
    assert net._cached_graph[1] is output
    assert net(x).shape == (1, 2)  # parameters are completed at the first call
