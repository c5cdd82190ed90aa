"""``export_model``: its arguments, what is left out of models, errors."""

from __future__ import annotations

import logging
import os
import pathlib

import numpy as np
import onnx
import pytest

import mxnet as mx
from mxnet import gluon, nd, sym
from mxnet.gluon import nn

from .row import assert_same, export, run_model, run_symbol


def small_net():
    """Return a network with a convolution, its inputs, and its output."""
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(2, 3, activation="relu"), nn.BatchNorm(), nn.Flatten(), nn.Dense(4))
    net.initialize()
    data = nd.random.uniform(shape=(2, 3, 6, 6))
    return net, data, net(data).asnumpy()


def softmax_net():
    data = sym.FullyConnected(sym.var("data"), num_hidden=3, name="fc")
    return data, {"fc_weight": nd.ones((3, 4)), "fc_bias": nd.zeros(3)}


# ------------------------------------------------------------------------------- what is given


def test_files_symbols_and_blocks_give_the_same_model(tmp_path):
    net, data, expected = small_net()
    files = net.export(str(tmp_path / "net"))
    symbol, arrays = sym.load(files[0]), nd.load(files[1])
    arguments = {n[4:]: a for n, a in arrays.items() if n.startswith("arg:")}
    states = {n[4:]: a for n, a in arrays.items() if n.startswith("aux:")}
    path = str(tmp_path / "net.onnx")
    models = []
    for model, params in (
        files,
        map(pathlib.Path, files),
        (symbol, arrays),
        (symbol, {**arguments, **states}),
        (symbol, [arguments, states]),
        (net, None),
    ):
        assert mx.onnx.export_model(model, params, [(2, 3, 6, 6)], np.float32, path) == path
        models.append(onnx.load(path))
    assert all(model == models[0] for model in models[1:])
    assert_same([expected], run_model(models[0], {"data": data.asnumpy()}))


def test_names_are_those_of_the_network():
    net, *_ = small_net()
    model = export(net, None, {"data": np.ones((2, 3, 6, 6), "float32")})
    assert [i.name for i in model.graph.input] == ["data"]
    assert [o.name for o in model.graph.output] == ["net_dense0_fwd"]
    names = {tensor.name for tensor in model.graph.initializer}
    assert {"net_conv0_weight", "net_dense0_bias", "net_batchnorm0_running_mean"} <= names
    assert model.graph.name == "mxnet_converted_model"


def test_old_names_of_arguments(tmp_path):
    symbol, params = softmax_net()
    path = mx.onnx.export_model(
        symbol, params, input_shape=[[2, 4]], input_type="float32",
        onnx_file_path=tmp_path / "a.onnx",
    )  # fmt: skip
    shape = onnx.load(path).graph.input[0].type.tensor_type.shape
    assert [size.dim_value for size in shape.dim] == [2, 4]


def test_a_block_that_was_not_called_is_completed(tmp_path):
    net = nn.Dense(2)
    net.initialize()
    mx.onnx.export_model(net, in_shapes=[(1, 3)], onnx_file_path=tmp_path / "a.onnx")
    assert net.weight.shape == (2, 3)


def test_block_remembers_the_inputs_of_its_first_call(tmp_path):
    net, data, expected = small_net()
    path = mx.onnx.export_model(net, onnx_file_path=str(tmp_path / "a.onnx"))
    assert_same([expected], run_model(onnx.load(path), {"data": data.asnumpy()}))


def test_types_of_inputs():
    codes = sym.Embedding(sym.var("codes"), input_dim=5, output_dim=2, name="table")
    weight = nd.random.uniform(shape=(5, 2))
    values = {"codes": np.array([[0, 4]], "int64")}
    model = export(codes, {"table_weight": weight}, values)
    assert model.graph.input[0].type.tensor_type.elem_type == onnx.TensorProto.INT64
    assert_same([weight.asnumpy()[[[0, 4]]]], run_model(model, values))


def test_half_precision():
    net, data, expected = small_net()
    net.cast("float16")
    values = {"data": data.astype("float16").asnumpy()}
    (actual,) = run_model(export(net, None, values), values)
    assert actual.dtype == np.float16
    np.testing.assert_allclose(actual, expected, rtol=2e-3, atol=2e-3)


def test_opsets():
    net, data, expected = small_net()
    values = {"data": data.asnumpy()}
    for opset in (13, 17, 21, onnx.defs.onnx_opset_version()):
        model = export(net, None, values, opset_version=opset)
        assert [o.version for o in model.opset_import] == [opset]
        if opset <= 21:  # what ONNX Runtime surely knows
            assert_same([expected], run_model(model, values))
    with pytest.raises(mx.MXNetError, match=r"opset_version must be from 13 to \d+.*got 9"):
        export(net, None, values, opset_version=9)


def test_an_operator_of_a_newer_opset():
    data, offset, mask, weight = map(sym.var, "domw")
    symbol = sym.contrib.ModulatedDeformableConvolution(
        data, offset, mask, weight, kernel=(1, 1), num_filter=1, no_bias=True, name="conv"
    )
    shapes = {"d": (1, 1, 2, 2), "o": (1, 2, 2, 2), "m": (1, 1, 2, 2), "w": (1, 1, 1, 1)}
    values = {name: np.ones(shape, "float32") for name, shape in shapes.items()}
    assert export(symbol, {}, values).opset_import[0].version == 19
    with pytest.raises(mx.MXNetError, match=r"\('conv'\): ONNX has it since opset 19"):
        export(symbol, {}, values, opset_version=18)
    name = "_contrib_ModulatedDeformableConvolution"
    assert name in mx.onnx.get_operator_support(19)
    assert name not in mx.onnx.get_operator_support(18)


def test_open_sizes():
    net, _, _ = small_net()
    values = {"data": np.ones((2, 3, 6, 6), "float32")}
    model = export(net, None, values, dynamic=True, dynamic_input_shapes=[("batch", 3, 6, 6)])
    described = [
        v.type.tensor_type.shape.dim for v in (model.graph.input[0], model.graph.output[0])
    ]
    assert [size.dim_param or size.dim_value for size in described[0]] == ["batch", 3, 6, 6]
    assert [size.dim_param or size.dim_value for size in described[1]] == ["batch", 4]
    data = nd.random.uniform(shape=(5, 3, 6, 6))
    assert_same([net(data).asnumpy()], run_model(model, {"data": data.asnumpy()}))


def test_all_sizes_that_can_be_open():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(2, 3, in_channels=3), nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(4))
    net.initialize()
    net(nd.ones((1, 3, 8, 8)))
    model = export(net, None, {"data": np.ones((1, 3, 8, 8), "float32")}, dynamic=True)
    sizes = model.graph.input[0].type.tensor_type.shape.dim
    assert [size.dim_value for size in sizes] == [0, 3, 0, 0]
    data = nd.random.uniform(shape=(2, 3, 9, 7))
    assert_same([net(data).asnumpy()], run_model(model, {"data": data.asnumpy()}))


@pytest.mark.parametrize("pool_type", ["max", "avg"])
def test_windows_of_images_of_any_size(pool_type):
    symbol = sym.Pooling(
        sym.var("x"), kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type=pool_type,
        pooling_convention="full", count_include_pad=False,
    )  # fmt: skip
    options = {"dynamic": True, "dynamic_input_shapes": [(1, 2, "height", "width")]}
    model = export(symbol, {}, {"x": np.ones((1, 2, 8, 8), "float32")}, **options)
    for size in ((8, 8), (9, 7), (12, 5)):
        values = {"x": np.random.uniform(size=(1, 2, *size)).astype("float32")}
        assert_same(run_symbol(symbol, values), run_model(model, values))


def test_open_lengths_of_attention():
    joined = sym.var("x")
    scores = sym.contrib.interleaved_matmul_selfatt_qk(joined, heads=2)
    mixed = sym.contrib.interleaved_matmul_selfatt_valatt(joined, sym.softmax(scores), heads=2)
    rows = sym.reshape(sym.transpose(mixed, axes=(1, 0, 2)), shape=(-3, 0))
    symbol = sym.broadcast_add(
        sym.reshape(rows, shape=(-1, 8)), sym.expand_dims(sym.contrib.arange_like(rows, axis=0), 1)
    )
    model = export(
        symbol, {}, {"x": np.ones((4, 2, 24), "float32")}, dynamic=True,
        dynamic_input_shapes=[("length", "batch", 24)],
    )  # fmt: skip
    values = {"x": np.random.uniform(size=(5, 3, 24)).astype("float32")}
    assert_same(run_symbol(symbol, values), run_model(model, values))


def test_shapes_of_results_are_stored_if_asked_for():
    net, data, _ = small_net()
    values = {"data": data.asnumpy()}
    assert not export(net, None, values).graph.value_info
    assert export(net, None, values, run_shape_inference=True).graph.value_info


def test_large_models_have_a_second_file(tmp_path):
    net, data, expected = small_net()
    path = str(tmp_path / "net.onnx")
    mx.onnx.export_model(net, None, [data.shape], np.float32, path, large_model=True)
    assert sorted(os.listdir(tmp_path)) == ["net.onnx", "net.onnx.data"]
    assert_same([expected], run_model(onnx.load(path), {"data": data.asnumpy()}))
    symbol, arguments, states = mx.contrib.onnx.import_model(path)
    arrays = {n: a.asnumpy() for n, a in {**arguments, **states}.items()}
    assert_same([expected], run_symbol(symbol, {"data": data.asnumpy(), **arrays}))


def test_outputs_have_the_order_of_the_symbol():
    inner = sym.exp(sym.var("x"), name="inner")
    values = {"x": np.ones(2, "float32")}
    model = export(sym.Group([sym.log(inner, name="outer"), inner, inner]), {}, values)
    assert [o.name for o in model.graph.output] == ["outer", "inner", "inner_1"]
    outputs = run_model(model, values)
    np.testing.assert_allclose(outputs[0], 1, rtol=1e-6)
    np.testing.assert_array_equal(outputs[1], outputs[2])


def test_verbose_logs_converted_nodes(caplog, tmp_path):
    symbol, params = softmax_net()
    with caplog.at_level(logging.INFO):
        mx.onnx.export_model(symbol, params, [(1, 4)], onnx_file_path=tmp_path / "a", verbose=True)
        assert "Converting idx: 3, op: FullyConnected, name: fc" in caplog.text
        caplog.clear()
        mx.onnx.export_model(symbol, params, [(1, 4)], onnx_file_path=tmp_path / "a")
        assert not caplog.text


# -------------------------------------------------------------------------- heads of training


def heads(data):
    return {
        "SoftmaxOutput": (sym.SoftmaxOutput(data, name="out"), sym.softmax(data)),
        "multi_output": (
            sym.SoftmaxOutput(data, multi_output=True, name="out"),
            sym.softmax(data, axis=1),
        ),
        "linear": (sym.LinearRegressionOutput(data, name="out"), data),
        "mae": (sym.MAERegressionOutput(data, name="out"), data),
        "svm": (sym.SVMOutput(data, name="out"), data),
        "logistic": (sym.LogisticRegressionOutput(data, name="out"), sym.sigmoid(data)),
    }


@pytest.mark.parametrize("name", heads(sym.var("x")))
def test_labels_are_no_inputs(name):
    data, params = softmax_net()
    training, predicting = heads(data)[name]
    values = {"data": np.random.uniform(size=(2, 4)).astype("float32")}
    model = export(training, params, values)
    assert [i.name for i in model.graph.input] == ["data"]
    assert [o.name for o in model.graph.output] == ["out"]
    arrays = {n: a.asnumpy() for n, a in params.items()}
    assert_same(run_symbol(predicting, {**values, **arrays}), run_model(model, values))


def test_shapes_of_labels_may_be_given(tmp_path):
    data, params = softmax_net()
    shapes, path = [(2, 4), (2,)], str(tmp_path / "a.onnx")
    for label, inputs in (("out_label", ["data"]), ("truth", ["data", "truth"])):
        symbol = sym.SoftmaxOutput(data, sym.var(label), name="out")
        mx.onnx.export_model(symbol, params, shapes, np.float32, path)
        assert [i.name for i in onnx.load(path).graph.input] == inputs


def test_softmax_of_all_that_belongs_to_a_sample():
    symbol = sym.SoftmaxOutput(sym.var("data"), name="out")
    values = {"data": np.random.uniform(size=(2, 3, 4)).astype("float32")}
    (actual,) = run_model(export(symbol, {}, values), values)
    np.testing.assert_allclose(actual.sum((1, 2)), 1, rtol=1e-5)


def test_a_detector_in_training_predicts():
    """The graph of a single shot detector: losses and targets go, detections stay."""
    classes, places = sym.var("classes"), sym.var("places")
    anchors = sym.contrib.MultiBoxPrior(sym.var("features"), sizes=(0.4,), ratios=(1, 2))
    targets = sym.contrib.MultiBoxTarget(anchors, sym.var("label"), classes)
    probabilities = sym.SoftmaxOutput(classes, targets[2], multi_output=True, name="chances")
    loss = sym.MakeLoss(sym.smooth_l1(targets[1] * (places - targets[0])), name="loss")
    detections = sym.contrib.MultiBoxDetection(probabilities, places, anchors, name="found")
    symbol = sym.Group([probabilities, loss, sym.MakeLoss(targets[2], grad_scale=0), detections])
    values = {
        "classes": np.random.uniform(size=(1, 3, 18)).astype("float32"),
        "places": np.random.uniform(size=(1, 72)).astype("float32"),
        "features": np.zeros((1, 1, 3, 3), "float32"),
    }
    model = export(symbol, {}, values)
    assert [o.name for o in model.graph.output] == ["chances", "found"]
    assert not {i.name for i in model.graph.input} & {"label"}
    label = np.array([[[1, 0.1, 0.1, 0.5, 0.5]]], "float32")
    ours = run_symbol(symbol, {**values, "label": label})
    assert_same([ours[0], ours[3]], run_model(model, values))


def test_a_graph_of_nothing_but_losses_is_exported():
    symbol = sym.MakeLoss(sym.square(sym.var("x")), name="loss")
    values = {"x": np.array([2.0], "float32")}
    assert_same([np.array([4.0], "float32")], run_model(export(symbol, {}, values), values))


# ------------------------------------------------------------------------------------- errors


def test_all_that_is_unsupported_is_in_one_error(tmp_path):
    x = sym.var("x")
    symbol = sym.Group([
        sym.gamma(x, name="g1"), sym.gammaln(sym.gamma(x, name="g2"), name="g3"),
        sym.Dropout(x, mode="always", name="d"), sym.exp(x, name="e"),
    ])  # fmt: skip
    with pytest.raises(mx.MXNetError) as caught:
        mx.onnx.export_model(symbol, {}, [(2, 3)], onnx_file_path=tmp_path / "a.onnx")
    assert str(caught.value) == (
        "cannot export to ONNX, unsupported are 3 operators (Dropout, gamma, gammaln):\n"
        "  gamma ('g1', 'g2')\n"
        "  gammaln ('g3')\n"
        "  Dropout ('d'): it drops elements when predicting, too"
    )
    assert not os.listdir(tmp_path)


SHAPES = [(2, 4)]
WRONG = [
    ((softmax_net()[0], {}, SHAPES), "in_shapes has 1 shapes.*3 inputs.*data, fc_weight, fc_bias"),
    ((*softmax_net(), (2, 4)), r"in_shapes must be a list.*got \(2, 4\)"),
    ((*softmax_net(), None), "in_shapes must be a list.*got None"),
    ((*softmax_net(), SHAPES, ["float32"] * 2), "lengths of in_types and in_shapes.*2 and 1"),
    ((*softmax_net(), [(2, 5)]), "fc"),
]


@pytest.mark.parametrize(("arguments", "text"), WRONG)
def test_wrong_arguments(arguments, text, tmp_path):
    types = arguments[3] if len(arguments) > 3 else "float32"
    with pytest.raises(mx.MXNetError, match=text):
        mx.onnx.export_model(*arguments[:3], types, tmp_path / "a.onnx")


def test_wrong_networks(tmp_path):
    symbol, params = softmax_net()
    with pytest.raises(ValueError, match=r"files provided are invalid: no file.*missing-symbol"):
        mx.onnx.export_model("missing-symbol.json", "missing.params", SHAPES)
    with pytest.raises(ValueError, match="should either be files or objects.*Symbol and str"):
        mx.onnx.export_model(symbol, "a.params", SHAPES)
    with pytest.raises(mx.MXNetError, match="params must not be given with a Block"):
        mx.onnx.export_model(nn.Dense(2), params, SHAPES)
    net = nn.Dense(2, in_units=3)
    net.initialize()
    with pytest.raises(mx.MXNetError, match="inputs of Dense.* are not known; call it once"):
        mx.onnx.export_model(net)


def test_arrays_of_all_kinds():
    symbol, params = softmax_net()
    sparse = {**params, "fc_weight": params["fc_weight"].tostype("row_sparse")}
    values = {"data": np.ones((2, 4), "float32")}
    assert export(symbol, sparse, values) == export(symbol, params, values)
    with pytest.raises(ValueError, match=r"params\['fc_bias'\] is a list, expected an NDArray"):
        export(symbol, {**params, "fc_bias": [0]}, values)
    with pytest.raises(mx.MXNetError, match="'fc_bias' is of bfloat16.*cast it to float32"):
        export(symbol, {**params, "fc_bias": params["fc_bias"].astype("bfloat16")}, values)


def test_wrong_open_sizes():
    symbol, params = softmax_net()
    values = {"data": np.ones((2, 4), "float32")}
    for wrong, text in (
        ([(None, 5)], r"'data' is \(None, 5\), which does not fit.*\(2, 4\)"),
        ([(None,)], "does not fit"),
        ([(None, 4)] * 2, "dynamic_input_shapes has 2 shapes, expected 1"),
        ([(2, None)], "cannot be exported with the open sizes"),
    ):
        with pytest.raises(mx.MXNetError, match=text):
            export(symbol, params, values, dynamic=True, dynamic_input_shapes=wrong)


def test_the_second_file_is_asked_for_when_it_is_needed(monkeypatch):
    monkeypatch.setattr("mxnet.onnx.mx2onnx._file.MOST_BYTES", 40)
    symbol, params = softmax_net()
    with pytest.raises(mx.MXNetError, match="at most 2 GB; with large_model=True"):
        export(symbol, params, {"data": np.ones((2, 4), "float32")})
    assert export(symbol, params, {"data": np.ones((2, 4), "float32")}, large_model=True)


def test_a_failed_export_leaves_the_old_file(tmp_path, monkeypatch):
    symbol, params = softmax_net()
    path = tmp_path / "a.onnx"
    path.write_bytes(b"old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(mx.MXNetError, match="cannot write.*No space left"):
        mx.onnx.export_model(symbol, params, SHAPES, onnx_file_path=path)
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["a.onnx"]


def test_without_the_package(monkeypatch):
    def missing(name):
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr("mxnet._core.optional.import_module", missing)
    for call in (
        lambda: mx.onnx.export_model(*softmax_net(), SHAPES),
        lambda: mx.contrib.onnx.import_model("a.onnx"),
    ):
        with pytest.raises(mx.MXNetError, match=r"pip install 'regluon\[onnx\]'"):
            call()


def test_operators_that_are_supported():
    names = mx.onnx.get_operator_support()
    assert {
        "null",
        "Convolution",
        "elemwise_add",
        "_Plus",
        "broadcast_plus",
        "SoftmaxOutput",
    } <= set(names)
    assert mx.onnx.get_operator_support(opset_version=11) == []
    assert "Custom" not in names and "gamma" not in names


def test_the_older_home():
    assert mx.contrib.onnx.export_model_ is mx.onnx.export_model
    assert gluon.SymbolBlock.__name__ == "SymbolBlock"
