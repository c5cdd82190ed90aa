"""Quantized networks: the same graphs, parameters and numbers as those of the real MXNet 1.9.1."""

from __future__ import annotations

import functools
import json
import logging
import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet.base import MXNetError
from mxnet.contrib import quantization
from mxnet.gluon import nn
from tests.golden import archive
from tests.unit.contrib.quantized_cases import CASES, NETS

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "quantized.npz"
STAR = """
    Context DataBatch DataDesc DataIter Module NDArray NDArrayHandle Symbol SymbolHandle c_array
    c_str c_str_array calib_graph check_call combine_histogram cpu ctypes logging mx_uint nd_load
    nd_save ndarray np os py_str quantize_graph quantize_model quantize_model_mkldnn quantize_net
    quantize_net_v2 shutil sym_load warnings
""".split()
EACH_CASE = pytest.mark.parametrize("number", range(len(CASES)))


@functools.cache
def golden():
    return archive.load(GOLDEN)


def read_recorded(prefix):
    """The symbol and the parameters of a network that was recorded."""
    result = {
        key.removeprefix(f"{prefix}/"): array
        for key, array in golden().items()
        if key.startswith(f"{prefix}/")
    }
    parameters = {
        key.replace("/", ":", 1): mx.nd.array(array, dtype=array.dtype)
        for key, array in result.items()
        if key.startswith(("arg/", "aux/"))
    }
    return result["symbol"].tobytes().decode(), parameters


def block(prefix, folder):
    text, parameters = read_recorded(prefix)
    (folder / "net-symbol.json").write_text(text)
    mx.nd.save(str(folder / "net.params"), parameters)
    return mx.gluon.SymbolBlock.imports(
        str(folder / "net-symbol.json"), "data", str(folder / "net.params")
    )


def pictures():
    return mx.nd.array(golden()["x"])


def batches():
    data = mx.gluon.data.ArrayDataset(pictures(), mx.nd.zeros(4))
    return mx.gluon.data.DataLoader(data, batch_size=2)


def same(ours, theirs):
    np.testing.assert_allclose(ours.asnumpy(), theirs, rtol=1e-6, atol=1e-6)


def nodes(text):
    """The nodes of a file with what counts: operators, names, inputs, attributes, bodies."""
    return [
        (
            node["op"],
            node["name"],
            [entry[:2] for entry in node["inputs"]],
            {} if node["op"] == "null" else signless(node.get("attrs", {})),
            [nodes(json.dumps(body)) for body in node.get("subgraphs", ())],
        )
        for node in json.loads(text)["nodes"]
    ]


def signless(attrs):
    """Ranges as numbers: the last digit, and the sign of 0, are those of floats."""
    return {
        key: pytest.approx(float(text), abs=2e-6) if key.endswith("_calib_range") else text
        for key, text in attrs.items()
    }


@EACH_CASE
def test_a_network_that_1_9_1_quantized(number, tmp_path):
    net = block(f"case{number}", tmp_path)
    x, expected = pictures() / 4, golden()[f"case{number}/output"]
    same(net(x), expected)
    net.hybridize(static_shape=True)
    for _ in range(2):
        same(net(x), expected)


@EACH_CASE
def test_quantize_net_as_1_9_1_does(number, tmp_path):
    name, settings = CASES[number]
    net = quantization.quantize_net_v2(
        block(name, tmp_path), calib_data=batches(), num_calib_examples=4, **settings
    )
    same(net(pictures() / 4), golden()[f"case{number}/output"])
    net.export(str(tmp_path / "quantized"))
    text, parameters = read_recorded(f"case{number}")
    assert nodes((tmp_path / "quantized-symbol.json").read_text()) == nodes(text)
    saved = mx.nd.load(str(tmp_path / "quantized-0000.params"))
    assert saved.keys() == parameters.keys()
    for key, array in parameters.items():
        assert saved[key].dtype == array.dtype
        np.testing.assert_array_equal(saved[key].asnumpy(), array.asnumpy())


@pytest.mark.parametrize("name", NETS)
def test_a_module_of_a_quantized_symbol(name, tmp_path):
    """Symbols with parameters take the same code path as networks."""
    text, parameters = read_recorded(name)
    sym = mx.sym.load_json(text)
    args = {key[4:]: array for key, array in parameters.items() if key.startswith("arg:")}
    aux = {key[4:]: array for key, array in parameters.items() if key.startswith("aux:")}
    data = mx.io.NDArrayIter(pictures(), batch_size=2)
    qsym, qargs, qaux = quantization.quantize_model_mkldnn(
        sym, args, aux, label_names=None, calib_mode="naive", calib_data=data,
        quantized_dtype="auto", quantize_mode="full",
    )  # fmt: skip
    mod = mx.mod.Module(qsym, label_names=None)
    mod.bind(for_training=False, data_shapes=[("data", (4, 3, 8, 8))])
    mod.set_params(qargs, qaux)
    mod.forward(mx.io.DataBatch([pictures() / 4]), is_train=False)
    same(mod.get_outputs()[0], golden()[f"case{list(NETS).index(name)}/output"])


def test_attention():
    """Self-attention: 1.9.1's symbol here, and ours, which is the same."""
    x, expected = mx.nd.array(golden()["attention/x"]), golden()["attention/output"]
    text, parameters = read_recorded("attention_integers")
    args = {key[4:]: array for key, array in parameters.items()}
    same(mx.sym.load_json(text).bind(mx.cpu(), {"data": x, **args}).forward()[0], expected)
    floats, parameters = read_recorded("attention_float")
    qsym, qargs, _ = quantization.quantize_model_mkldnn(
        mx.sym.load_json(floats), {key[4:]: array for key, array in parameters.items()}, {},
        label_names=None, calib_mode="naive", quantized_dtype="auto", quantize_mode="full",
        calib_data=mx.io.NDArrayIter(x * 4, batch_size=6),
    )  # fmt: skip
    assert nodes(qsym.tojson()) == nodes(text)
    same(qsym.bind(mx.cpu(), {"data": x, **qargs}).forward()[0], expected)


def test_an_lstm_before_a_dense_layer():
    """Its data is uint8 with a shift, its outputs are floats, which are quantized again."""
    names = ("parameters", "state", "state_cell")
    layer = mx.sym.RNN(
        mx.sym.var("data"), *map(mx.sym.var, names), state_size=4, num_layers=1, mode="lstm",
        name="rnn",
    )  # fmt: skip
    sym = mx.sym.FullyConnected(layer, num_hidden=3, flatten=False, name="fc")
    random = np.random.RandomState(0)
    x = mx.nd.array(random.uniform(-1, 1, (5, 2, 6)))
    shapes, _, _ = sym.infer_shape(data=x.shape)
    args = {
        name: mx.nd.array(random.uniform(-0.3, 0.3, shape))
        for name, shape in zip(sym.list_arguments(), shapes, strict=True)
        if name != "data"
    }
    qsym, qargs, _ = quantization.quantize_model_mkldnn(
        sym, args, {}, label_names=None, calib_mode="naive", quantized_dtype="auto",
        calib_data=mx.io.NDArrayIter(x, batch_size=5), quantize_mode="full",
    )  # fmt: skip
    attrs = qsym.attr_dict()
    assert attrs["quantized_rnn"]["quantized"] == "true"
    assert float(attrs["data_quantize"]["max_calib_range"]) == pytest.approx(x.max().asscalar())
    expected = sym.bind(mx.cpu(), {"data": x, **args}).forward()[0].asnumpy()
    again = mx.sym.load_json(qsym.tojson())
    actual = again.bind(mx.cpu(), {"data": x, **qargs}).forward()[0].asnumpy()
    assert abs(actual - expected).max() < 0.03 * abs(expected).max()


def test_a_symbol_with_a_loss_is_calibrated_without_labels():
    hidden = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    sym = mx.sym.SoftmaxOutput(hidden, name="softmax")
    x = mx.nd.array(np.random.RandomState(0).uniform(-1, 1, (4, 5)))
    args = {"fc_weight": mx.nd.ones((3, 5)), "fc_bias": mx.nd.array([0.1, 0.2, -0.3])}
    qsym, qargs, _ = quantization.quantize_model(
        sym, args, {}, calib_mode="naive", calib_data=mx.io.NDArrayIter(x, batch_size=2)
    )
    assert "min_calib_range" in qsym.attr_dict()["requantize_fc"]
    arguments = {"data": x, "softmax_label": mx.nd.zeros(4), **qargs}
    actual = qsym.bind(mx.cpu(), arguments).forward()[0].asnumpy()
    expected = mx.nd.softmax(mx.nd.FullyConnected(x, *args.values(), num_hidden=3)).asnumpy()
    assert abs(actual - expected).max() < 0.02


def test_shapes_are_inferred_in_both_directions():
    """A state whose batch size is 0, for unknown, has that of the layer behind it."""
    state = mx.sym.zeros(shape=(0, 4))
    hidden = mx.sym.FullyConnected(state, num_hidden=3, no_bias=True, name="fc")
    qsym, _ = quantization._quantize_symbol(hidden + mx.sym.var("data"), mx.cpu())
    arguments, outputs, _ = qsym.infer_shape(data=(2, 3))
    assert outputs == [(2, 3)]
    assert dict(zip(qsym.list_arguments(), arguments, strict=True))["fc_weight"] == (3, 4)
    pair = mx.sym.contrib.quantized_elemwise_add(
        *(mx.sym.var(name, dtype="int8") for name in "ab"), name="sum"
    )
    arguments, _, _ = pair.infer_shape(a=(2, 3))
    assert arguments == [(2, 3), (2, 3), *[(1,)] * 4]


def test_without_calibration_the_range_is_that_of_the_batch(tmp_path):
    net = block("lenet", tmp_path)
    quick = quantization.quantize_net_v2(
        net, data_shapes=[mx.io.DataDesc("data", (4, 3, 8, 8))], calib_mode="none"
    )
    for factor in (1.0, 0.01, 30.0):
        x = pictures() * factor
        expected, actual = net(x).asnumpy(), quick(x).asnumpy()
        assert abs(actual - expected).max() < 0.05 * abs(expected).max()


def test_new_weights_are_noticed(tmp_path):
    """The integers of weights are kept from call to call, as long as the weights are the same."""
    net = block("case0", tmp_path)
    net.hybridize(static_shape=True)
    x = pictures() / 4
    before = net(x).asnumpy()
    weight = net.collect_params()["conv1_weight"]
    weight.set_data(weight.data() * -1)
    assert abs(net(x).asnumpy() - before).max() > 1e-3


def test_a_sum_of_signed_and_unsigned_integers_uses_the_whole_range():
    """1.9.1 cuts what is behind a sum with int8 and a ReLU to 127 of 255."""
    data = mx.sym.var("data")
    conv = mx.sym.Convolution(data, kernel=(1, 1), num_filter=2, no_bias=True, name="a")
    other = mx.sym.Convolution(data, kernel=(1, 1), num_filter=2, no_bias=True, name="b")
    sym = mx.sym.Activation(conv + other, act_type="relu")
    x = mx.nd.array(np.linspace(0, 1, 32).reshape(1, 2, 4, 4))
    weights = {
        "a_weight": mx.nd.array(np.eye(2).reshape(2, 2, 1, 1)),
        "b_weight": mx.nd.array(np.array([[1, -0.2], [0.1, 1]]).reshape(2, 2, 1, 1)),
    }
    qsym, qargs, _ = quantization.quantize_model_mkldnn(
        sym, weights, {}, label_names=None, calib_mode="naive", quantized_dtype="auto",
        calib_data=mx.io.NDArrayIter(x), quantize_mode="full",
    )  # fmt: skip
    expected = sym.bind(mx.cpu(), {"data": x, **weights}).forward()[0].asnumpy()
    actual = qsym.bind(mx.cpu(), {"data": x, **qargs}).forward()[0].asnumpy()
    assert abs(actual - expected).max() < 0.02


def test_products_are_exact_where_they_are_large():
    """Sums beyond 2**24, which float32 does not hold, and pairs beyond 16 bits."""
    random = np.random.RandomState(0)
    data, weight = np.full((1, 9000), 255), random.randint(100, 128, (3, 9000))
    data[0, ::7] = 254
    one = mx.nd.ones(1)
    sums = mx.nd.contrib.quantized_fully_connected(
        mx.nd.array(data, dtype="uint8"), mx.nd.array(weight, dtype="int8"), -one, one, -one, one,
        num_hidden=3, no_bias=True,
    )[0]  # fmt: skip
    np.testing.assert_array_equal(sums.asnumpy(), data @ weight.T)
    image = mx.nd.array(np.full((1, 600, 3, 3), 255), dtype="uint8")
    filters = np.full((2, 600, 3, 3), 127)
    filters[1, 0, 0, 0] = 126
    sums = mx.nd.contrib.quantized_conv(
        image, mx.nd.array(filters, dtype="int8"), -one, one, -one, one, kernel=(3, 3),
        num_filter=2, no_bias=True,
    )[0]  # fmt: skip
    assert sums.asnumpy().reshape(-1).tolist() == [5400 * 255 * 127, 5400 * 255 * 127 - 255]


# ------------------------------------------------------------------------------------ calibration


def test_star_import_has_the_names_of_mxnet_1_9_1():
    names = {}
    exec("from mxnet.contrib.quantization import *", names)
    assert set(STAR) <= set(names)
    assert names["cpu"]() == mx.cpu() and names["logging"] is logging and names["np"] is np


def test_histograms_grow():
    """Recorded from 1.9.1."""
    old = (np.array([1, 2, 3]), np.array([-3.0, -1, 1, 3]), -2.5, 2, 3)
    counts, edges, low, high, reach = quantization.combine_histogram(
        old, np.array([0.5, 5.0]), 0.5, 5.0, 5.0
    )
    assert counts.tolist() == [0, 0, 1, 3, 3, 0, 1]
    assert edges.tolist() == [-7, -5, -3, -1, 1, 3, 5, 7]
    assert (low, high, reach) == (-2.5, 5.0, 7.0)
    counts, edges, *rest = quantization.combine_histogram(old, np.array([0.5, 2.0]), 0.5, 2, 2)
    assert (counts.tolist(), edges.tolist(), rest) == ([1, 3, 4], [-3, -1, 1, 3], [-2.5, 2, 3])


def test_thresholds():
    """Recorded from 1.9.1: (threshold, divergence), then ranges."""
    edges = np.arange(10.0) - 4.5
    both = (np.array([1, 2, 3, 4, 9, 2, 1, 0, 3]), edges, -4, 4, 4.5)
    positive = (np.array([0, 0, 0, 0, 9, 2, 1, 0, 3]), edges, 0.1, 4, 4.5)
    find = quantization._get_optimal_threshold
    assert find(both, "auto", 3)[:3] == (-4, 4, np.float32(3.5))
    np.testing.assert_allclose(find(both, "auto", 3)[3], 0.06756907, 1e-5)
    np.testing.assert_allclose(find(positive, "auto", 3)[2:], [[4.5], [0.03488563]], 1e-5)
    layers = {"both": both, "positive": positive}
    ranges = quantization._get_optimal_thresholds(dict(layers), "auto", 3)
    assert ranges == {"both": (-3.5, 3.5), "positive": (0, 4.5)}
    ranges = quantization._get_optimal_thresholds({"positive": positive}, "int8", 3)
    assert ranges == {"positive": (-3.5, 3.5)}


def test_collectors():
    collector = quantization._LayerOutputMinMaxCollector("int8", ["a_output"])
    for values in ([1.0, 2.0], [-3.0, 0.5]):
        collector.collect(b"a_output", mx.nd.array(values))
        collector.collect("b_output", mx.nd.array(values))
    assert collector.min_max_dict == {"a_output": (-3.0, 2.0)}
    collector = quantization._LayerHistogramCollector(5, ["a_output"])
    for values in ([1.0, 2.0], [-3.0, 0.5]):
        collector.collect(b"a_output", mx.nd.array(values))
    counts, _, low, high, reach = collector.hist_dict["a_output"]
    assert (counts.sum(), low, high) == (4, -3.0, 2.0)
    assert len(counts) % 2 == 1 and reach > 3


class Widest:
    """A custom collector: all layers in one range."""

    def __init__(self):
        self.min_max_dict, self.include_layer = {}, None

    def collect(self, name, arr):
        name = name.decode()
        if name in self.include_layer:
            self.min_max_dict[name] = (-2.0, 2.0)


def test_custom_collector(tmp_path):
    net = quantization.quantize_net_v2(
        block("lenet", tmp_path), calib_mode="customize", LayerOutputCollector=Widest(),
        calib_data=batches(), quantized_dtype="int8",
    )  # fmt: skip
    ranges = {
        node.attrs["max_calib_range"]
        for node, _ in net._symbol.get_internals()._entries
        if "max_calib_range" in node.attrs
    }
    assert ranges == {"2.000000"}


def test_accuracy_on_digits():
    """A network that was trained loses less than 1 % when it is quantized."""
    mx.random.seed(3)
    np.random.seed(3)
    train = mx.gluon.data.vision.Digits(train=True)
    test = mx.gluon.data.vision.Digits(train=False)
    (x, y), (test_x, test_y) = map(arrays, (train, test))
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(8, 3, padding=1, activation="relu"), nn.MaxPool2D(2),
        nn.Conv2D(16, 3, activation="relu"), nn.Flatten(), nn.Dense(10),
    )  # fmt: skip
    net.initialize(mx.init.Xavier())
    net.hybridize(static_shape=True)
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(6):
        for start in range(0, len(x), 64):
            batch = slice(start, start + 64)
            with mx.autograd.record():
                value = loss(net(x[batch]), y[batch])
            value.backward()
            trainer.step(64)
    data = mx.io.NDArrayIter(x[:256], batch_size=64)
    accuracy = right(net, test_x, test_y)
    assert accuracy > 0.9
    quick = quantization.quantize_net_v2(net, calib_mode="naive", calib_data=data)
    assert right(quick, test_x, test_y) > accuracy - 0.01


def arrays(dataset):
    images, labels = dataset[:]
    pixels = images.astype("float32").transpose((0, 3, 1, 2))
    return pixels / pixels.max(), mx.nd.array(labels)


def right(net, x, y):
    return float((net(x).argmax(1) == y).mean().asscalar())


# ---------------------------------------------------------------------------------------- refusals


SYMBOL = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
ARGS = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.ones(2)}
REFUSED = [
    ({"quantized_dtype": "int4"}, ValueError, "unknown quantized_dtype int4"),
    ({"quantize_granularity": "x"}, ValueError, "quantize_granularity x received"),
    ({"excluded_sym_names": "fc"}, ValueError, "excluded_sym_names must be a list of strings"),
    ({"excluded_op_names": "fc"}, ValueError, "excluded_op_names must be a list of strings"),
    ({"quantize_mode": "x"}, MXNetError, "unrecognized quantize mode: x"),
    ({"calib_mode": "naive"}, ValueError, "calib_data must be provided when calib_mode=naive"),
    ({"calib_mode": "naive", "calib_data": 3}, ValueError, "must be of DataIter type"),
    ({"calib_mode": "guess", "calib_data": mx.io.NDArrayIter(mx.nd.ones((2, 3)))}, ValueError,
     "unknown calibration mode guess"),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "kind", "message"), REFUSED)
def test_refused(settings, kind, message):
    settings = {"calib_mode": "none", **settings}
    with pytest.raises(kind, match=message):
        quantization.quantize_model(SYMBOL, ARGS, {}, **settings)


def test_networks_need_shapes_or_data():
    with pytest.raises(ValueError, match="At least one of data_shapes or calib_data"):
        quantization.quantize_net_v2(nn.Dense(2))
    with pytest.raises(ValueError, match="calib_data must be provided when calib_mode=entropy"):
        quantization.quantize_net_v2(nn.Dense(2), calib_mode="entropy")
    with pytest.raises(ValueError, match="DataIter or a gluon.data.DataLoader"):
        quantization.quantize_net_v2(nn.Dense(2), calib_data=[1])


def test_negative_data_as_uint8_is_refused(tmp_path):
    net = quantization.quantize_net_v2(
        block("lenet", tmp_path), quantized_dtype="uint8", calib_mode="none",
        data_shapes=[("data", (4, 3, 8, 8))],
    )  # fmt: skip
    with pytest.raises(MXNetError, match="Expect int8 when data_min < 0.0"):
        net(pictures() - 0.5)


def test_old_names(caplog):
    assert mx.contrib.quant is quantization
    with pytest.warns(UserWarning, match="please use quantize_net_v2"):
        net = nn.Dense(2, in_units=3)
        net.initialize()
        quantization.quantize_net(net, data_shapes=[("data", (2, 3))])
    with caplog.at_level(logging.INFO), pytest.raises(ValueError, match="path to the symbol"):
        quantization._load_sym(3)


@pytest.mark.parametrize(
    ("shapes", "error"),
    [([(2, 3)], ValueError), ((2, 3), TypeError), ([("data", 2, 3, 4, 5)], ValueError)],
)
def test_shapes_without_names(shapes, error):
    net = nn.Dense(2, in_units=3)
    net.initialize()
    with pytest.raises(error, match=r"list of \(name, shape\), such as .* got .*3"):
        quantization.quantize_net_v2(net, data_shapes=shapes)
