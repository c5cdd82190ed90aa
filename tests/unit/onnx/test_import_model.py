"""``mx.contrib.onnx``: networks of other frameworks, of older opsets, and damaged files."""

from __future__ import annotations

import os
import pathlib

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import mxnet as mx
from mxnet import gluon, nd
from mxnet.contrib.onnx.onnx2mx._node import Value
from mxnet.contrib.onnx.onnx2mx._reader import MOST_COMPUTED_IN_ALL, GraphReader
from mxnet.contrib.onnx.onnx2mx._table import readings
from mxnet.contrib.onnx.onnx2mx.import_onnx import GraphProto
from mxnet.gluon import nn

from .row import assert_same, run_model, run_symbol
from .test_rows import import_model

RANDOM = np.random.RandomState(3)


def f(*shape, low=-1.0, high=1.0):
    return RANDOM.uniform(low, high, shape).astype("float32")


def ints(*numbers):
    return np.array(numbers, np.int64)


class Case:
    """A node of ONNX: inputs that are data, inputs that are stored, attributes, opset."""

    def __init__(self, kind, data, stored=(), opset=18, outputs=1, **attrs):
        self.kind, self.attrs, self.opset, self.outputs = kind, attrs, opset, outputs
        self.data = {f"x{i}": x for i, x in enumerate(data)}
        self.stored = {f"w{i}": x for i, x in enumerate(stored) if x is not None}
        names = ["" if x is None else f"w{i}" for i, x in enumerate(stored)]
        self.inputs = [*self.data, *names]
        shapes = "-".join("x".join(map(str, x.shape)) for x in data)
        texts = ",".join(f"{key}={value}" for key, value in attrs.items())
        self.id = f"{kind}-{opset}({shapes};{texts})".replace(" ", "")

    def model(self):
        names = [f"y{i}" for i in range(self.outputs)]
        node = helper.make_node(self.kind, self.inputs, names, name="node", **self.attrs)
        inputs = [
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape)
            for n, x in self.data.items()
        ]
        stored = [numpy_helper.from_array(x, n) for n, x in self.stored.items()]
        graph = helper.make_graph(
            [node], "case", inputs, [onnx.ValueInfoProto(name=n) for n in names], stored
        )
        opsets = [helper.make_opsetid("", self.opset)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
        inferred = onnx.shape_inference.infer_shapes(model).graph.output
        del model.graph.output[:]
        model.graph.output.extend(inferred)
        if not model.graph.output[0].type.HasField("tensor_type"):  # of a function: as the input
            model.graph.output[0].type.CopyFrom(model.graph.input[0].type)
        return model


IMAGE = f(1, 2, 7, 8)
CASES = [
    Case("HardSwish", [f(5)]),
    Case("Mish", [f(5)]),
    Case("ThresholdedRelu", [f(5)], alpha=0.3),
    Case("Selu", [f(5)], alpha=1.5, gamma=1.1),
    Case("Gelu", [f(5)], opset=20),
    *(Case("PRelu", [f(2, 3, 3)], [f(*shape)]) for shape in ((3, 1), (3,), (1,), (2, 3, 3))),
    Case("Pow", [f(3, low=0.5), ints(1, 2, 3)]),
    Case("LpNormalization", [np.zeros((2, 3), np.float32)]),
    Case("Clip", [f(5)], min=-0.2, max=0.3, opset=7),
    Case("Clip", [f(5)], [np.float32(-0.2)]),
    Case("Clip", [f(5)], [None, np.float32(0.2)]),
    Case("Dropout", [f(5)], opset=7, ratio=0.5),
    Case("Trilu", [f(3, 4)], [np.asarray(1)], upper=1),
    Case("Max", [f(2, 3), f(3), f(2, 1)]),
    Case("Mean", [f(2, 3), f(3)]),
    Case("Mod", [f(6, low=-5, high=5), f(6, low=1, high=2)], fmod=1),
    Case("Pow", [f(3, low=0.5)], [np.float32(3)]),
    Case("And", [f(3) > 0, f(3) > 0]),
    Case("Equal", [ints(1, 2), ints(1, 3)]),
    Case("Not", [f(4) > 0]),
    Case("Where", [f(2, 3) > 0, f(2, 3), f(1, 3)]),
    *(Case(f"Reduce{kind}", [f(2, 3, 4, low=0.1)], opset=11, axes=[0, 2])
      for kind in ("L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "Sum",
                   "SumSquare")),
    Case("ReduceSum", [f(2, 3)], [ints(1)], keepdims=0),
    Case("ReduceSum", [f(2, 3)], noop_with_empty_axes=1),
    *(Case("Flatten", [f(2, 3, 4)], axis=axis) for axis in (0, 1, 2, -1, 3)),
    Case("Squeeze", [f(2, 1, 3)], opset=11, axes=[1]),
    Case("Unsqueeze", [f(2, 3)], opset=11, axes=[0, 3]),
    Case("Unsqueeze", [f(2, 3)], [ints(-1, 0)]),
    Case("Slice", [f(5, 6)], opset=9, starts=[1, -3], ends=[9, 1000], axes=[0, 1]),
    Case("Slice", [f(5, 6)], [ints(-1, 4), ints(-99, 1), ints(0, 1), ints(-2, -1)]),
    Case("Split", [f(6, 2)], opset=11, outputs=2, split=[2, 4]),
    Case("Split", [f(5, 2)], outputs=2, num_outputs=2),
    Case("Pad", [f(2, 3)], opset=10, pads=[0, 1, 2, 0], value=3.0),
    Case("Pad", [IMAGE], [ints(0, 0, 1, 2, 0, 0, 1, 0)], mode="reflect"),
    Case("Pad", [f(2, 3)], [ints(1, 1), np.float32(2), ints(1)]),
    Case("Expand", [f(3, 1)], [ints(2, 1, 4)]),
    Case("DepthToSpace", [f(1, 8, 2, 3)], blocksize=2, mode="CRD"),
    Case("ReverseSequence", [f(3, 4)], [ints(2, 4, 1)], batch_axis=0, time_axis=1),
    Case("Gather", [f(3, 4)], [np.asarray(-1)], axis=1),
    Case("Gather", [f(3, 4)], [ints(2, -1)], axis=1),
    Case("GatherND", [f(2, 3, 4)], [ints(0, 1, 1, 2).reshape(2, 2)]),
    Case("GatherElements", [f(2, 3)], [ints(0, 2).reshape(2, 1)], axis=1),
    Case("ScatterND", [f(4)], [ints(1, 3).reshape(2, 1), f(2)]),
    Case("OneHot", [ints(0, 2, -1)], [np.asarray(3), f(2)], axis=0),
    Case("TopK", [f(3, 5)], [ints(2)], outputs=2, axis=1, largest=0),
    Case("CumSum", [f(3, 4)], [np.asarray(1)]),
    Case("Einsum", [f(2, 3), f(3)], equation="ij,j->i"),
    *(Case("Conv", [IMAGE], [f(3, 2, 3, 3), f(3)], auto_pad=pad, strides=[2, 2])
      for pad in ("SAME_UPPER", "SAME_LOWER", "VALID")),
    Case("Conv", [IMAGE], [f(3, 2, 3, 3)], pads=[0, 1, 2, 1]),
    Case("ConvTranspose", [f(1, 2, 3, 3)], [f(2, 3, 3, 3), f(3)], strides=[2, 2],
         pads=[1, 1, 1, 1]),
    *(Case(kind, [IMAGE], kernel_shape=[3, 3], strides=[2, 2], pads=[0, 1, 1, 1])
      for kind in ("MaxPool", "AveragePool")),
    Case("AveragePool", [IMAGE], kernel_shape=[3, 3], pads=[0, 1, 1, 1], count_include_pad=1),
    Case("MaxPool", [IMAGE], kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1),
    *(Case("LpPool", [IMAGE], kernel_shape=[2, 2], p=p) for p in (1, 2, 3)),
    Case("GlobalLpPool", [IMAGE], p=2),
    Case("GlobalLpPool", [IMAGE], p=1),
    Case("BatchNormalization", [IMAGE], [f(2), f(2), f(2), f(2, low=0.5)], opset=9),
    Case("LayerNormalization", [f(2, 3, 4)], [f(4)]),
    Case("GroupNormalization", [f(2, 4, 5)], [f(4), f(4)], opset=21, num_groups=2),
    Case("GroupNormalization", [f(2, 4, 5)], [f(2), f(2)], opset=18, num_groups=2),
    Case("LpNormalization", [f(2, 3)], axis=1, p=1),
    Case("MeanVarianceNormalization", [f(2, 3, 4, 4)], opset=13),
    Case("Softmax", [f(2, 3, 4)], opset=11, axis=1),
    Case("LogSoftmax", [f(2, 3, 4)], opset=12, axis=-1),
    Case("Hardmax", [f(2, 3, 4)], axis=1),
    Case("Gemm", [f(2, 3), f(3, 4)], [f(4)], alpha=0.5, beta=2.0),
    Case("Gemm", [f(3, 2)], [f(4, 3), f(4)], transA=1, transB=1),
    Case("Gemm", [f(2, 3)], [f(4, 3)], transB=1),
    *(Case(kind, [f(3, 2, 4)], [f(d, g * 5, 4), f(d, g * 5, 5), f(d, 2 * g * 5)], outputs=outputs,
           hidden_size=5, direction="forward" if d == 1 else "bidirectional", **rest)
      for kind, g, outputs, rest in (("LSTM", 4, 3, {}), ("GRU", 3, 2, {"linear_before_reset": 1}),
                                     ("RNN", 1, 2, {}))
      for d in (1, 2)),
    Case("Upsample", [IMAGE], [np.array([1, 1, 2, 2], np.float32)], opset=9),
    Case("Resize", [IMAGE], [np.array([1, 1, 3, 3], np.float32)], opset=10),
    Case("Resize", [IMAGE], [None, None, ints(1, 2, 14, 16)]),
    Case("Resize", [IMAGE], [None, np.array([1, 1, 2, 1.5], np.float32)], mode="linear"),
    *(Case("NonMaxSuppression", [f(*boxes), f(*scores).round(1)],
           [ints(most), *(None if t is None else np.array([t], np.float32) for t in thresholds)],
           center_point_box=center)
      for boxes, scores in (((1, 9, 4), (1, 1, 9)), ((2, 40, 4), (2, 3, 40)))
      for most, *thresholds in ((4, 0.3, None), (99, 0.5, 0.2), (3, None, -0.5), (5, 0.5, 2.0))
      for center in (0, 1)),
    Case("NonZero", [f(3, 4).round()]),
    Case("NonZero", [np.zeros(3, np.float32)]),
    Case("CastLike", [f(3), ints(1)]),
    Case("Shape", [f(2, 3)], start=1),
    Case("Size", [f(2, 3)]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_nodes(case, tmp_path):
    model = case.model()
    symbol, arrays = import_model(model, tmp_path / "model.onnx")
    inputs = {name: x for name, x in case.data.items() if name in symbol.list_inputs()}
    theirs, ours = run_model(model, case.data), run_symbol(symbol, {**inputs, **arrays})
    shaped = [a if a.ndim else a.reshape(1) for a in theirs]
    assert_same(shaped, ours, 1e-4)


UNREAD = [
    (Case("Softplus", [f(2)]), None),
    (
        Case("MaxPool", [f(1, 1, 2, 2)], kernel_shape=[1, 1], strides=[2, 2], ceil_mode=1),
        "MaxPool.*last window is in the padding",
    ),
    (Case("LpPool", [IMAGE], kernel_shape=[2, 2], p=4), "LpPool.*its p is 4"),
    (Case("Unique", [f(2)]), r"Unique \('node'\)$"),
    (Case("NonMaxSuppression", [f(1, 2, 4), f(1, 1, 2)]), "NonMaxSuppression.*keeps no boxes"),
    (Case("ArgMax", [f(2, 2)], select_last_index=1), "ArgMax.*takes the last of equals"),
    (Case("MaxPool", [IMAGE], kernel_shape=[2, 2], dilations=[2, 2]), "MaxPool.*dilated"),
    (
        Case("GRU", [f(3, 2, 4)], [f(1, 15, 4), f(1, 15, 5)], outputs=2, hidden_size=5),
        "GRU.*resets",
    ),
    (Case("Reshape", [f(2, 3), ints(3, 2)]), "Reshape.*input 'x1' is not a constant"),
    (
        Case("Resize", [IMAGE], [None, None, ints(1, 2, 9, 9)], mode="cubic"),
        "Resize.*mode is cubic",
    ),
]


@pytest.mark.parametrize(("case", "text"), UNREAD[1:], ids=lambda value: getattr(value, "id", ""))
def test_unsupported_nodes_are_named(case, text, tmp_path):
    with pytest.raises(mx.MXNetError, match=f"cannot import from ONNX.*(?s:.*){text}"):
        import_model(case.model(), tmp_path / "model.onnx")


def test_all_that_is_unsupported_is_in_one_error(tmp_path):
    nodes = [
        helper.make_node("Unique", ["x"], ["a"], name="first"),
        helper.make_node("Unique", ["x"], ["b"]),
        helper.make_node("Mine", ["x"], ["c"], name="third", domain="my.domain"),
        helper.make_node("Relu", ["c"], ["y"]),
    ]
    info = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes, "g", [info("x", 1, [2])],
        [info("a", 7, [1, None]), info("b", 7, [1, None]), info("y", 1, [2])],
    )  # fmt: skip
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("my.domain", 1)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=8), tmp_path / "m.onnx")
    with pytest.raises(mx.MXNetError) as caught:
        mx.contrib.onnx.import_model(tmp_path / "m.onnx")
    assert str(caught.value) == (
        "cannot import from ONNX, unsupported are 2 operators (Mine, Unique):\n"
        "  Unique ('first', 'b')\n"
        "  Mine ('third')"
    )


# --------------------------------------------------------------------------------- whole models


@pytest.fixture
def exported_model(tmp_path):
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(2, 3, activation="relu"), nn.BatchNorm(), nn.Dense(4))
    net.initialize()
    data = nd.random.uniform(shape=(2, 3, 6, 6))
    expected = net(data)
    path = mx.onnx.export_model(net, onnx_file_path=str(tmp_path / "net.onnx"))
    return net, data, expected, path


def test_network_round_trips(exported_model):
    net, data, expected, path = exported_model
    symbol, arguments, states = mx.contrib.onnx.import_model(path)
    assert set(arguments) | set(states) == set(net.collect_params())
    assert set(states) == {"net_batchnorm0_running_mean", "net_batchnorm0_running_var"}
    arrays = {name: array.asnumpy() for name, array in {**arguments, **states}.items()}
    assert_same([expected.asnumpy()], run_symbol(symbol, {"data": data.asnumpy(), **arrays}))
    module = mx.mod.Module(symbol, label_names=None)
    module.bind([("data", data.shape)], for_training=False)
    module.set_params(arguments, states)
    module.forward(mx.io.DataBatch([data]), is_train=False)
    assert_same([expected.asnumpy()], [module.get_outputs()[0].asnumpy()])


def test_block_round_trips_and_can_be_trained(exported_model):
    _, data, expected, path = exported_model
    net = mx.contrib.onnx.import_to_gluon(path, mx.cpu())
    assert isinstance(net, gluon.SymbolBlock)
    assert_same([expected.asnumpy()], [net(data).asnumpy()])
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    with mx.autograd.record():
        loss = net(data).square().mean()
    loss.backward()
    before = net.params["net_conv0_weight"].data().copy()
    trainer.step(1)
    assert not (net.params["net_conv0_weight"].data() == before).asnumpy().all()


def test_metadata(exported_model):
    *_, path = exported_model
    assert mx.contrib.onnx.get_model_metadata(path) == {
        "input_tensor_data": [("data", (2, 3, 6, 6), 1)],
        "output_tensor_data": [("net_dense0_fwd", (2, 4))],
    }


def test_the_class_of_1_9_1(exported_model):
    _, data, expected, path = exported_model
    model, reader = onnx.load(path), GraphProto()
    symbol, arguments, _ = reader.from_onnx(model.graph, 18)
    assert symbol.list_arguments()[0] == "data" and "net_conv0_weight" in arguments
    assert reader.get_graph_metadata(model.graph) == mx.contrib.onnx.get_model_metadata(path)
    assert_same(
        [expected.asnumpy()], [reader.graph_to_gluon(model.graph, None, 18)(data).asnumpy()]
    )


def test_shapes_that_the_graph_computes(tmp_path):
    """The way in which PyTorch says ``x.view(x.size(0), -1)``."""
    nodes = [
        helper.make_node("Shape", ["x"], ["shape"]),
        helper.make_node("Constant", [], ["zero"], value=numpy_helper.from_array(np.asarray(0))),
        helper.make_node("Gather", ["shape", "zero"], ["first"], axis=0),
        helper.make_node("Constant", [], ["axes"], value=numpy_helper.from_array(ints(0))),
        helper.make_node("Unsqueeze", ["first", "axes"], ["rows"]),
        helper.make_node("Constant", [], ["rest"], value=numpy_helper.from_array(ints(-1))),
        helper.make_node("Concat", ["rows", "rest"], ["target"], axis=0),
        helper.make_node("Reshape", ["x", "target"], ["y"]),
    ]
    info = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "g", [info("x", 1, [2, 3, 4])], [info("y", 1, [2, 12])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    symbol, arrays = import_model(model, tmp_path / "m.onnx")
    assert not arrays and symbol.infer_shape(x=(2, 3, 4))[1] == [(2, 12)]


# -------------------------------------------------------------------------------- damaged files


def test_files_that_are_no_models(tmp_path):
    path = tmp_path / "m.onnx"
    with pytest.raises(mx.MXNetError, match=r"cannot read.*m\.onnx.*No such file"):
        mx.contrib.onnx.import_model(path)
    for data in (b"", b"abc" * 100, b"\x08\x01", os.urandom(300)):
        path.write_bytes(data)
        with pytest.raises(mx.MXNetError, match=r"m\.onnx.* is not an ONNX model"):
            mx.contrib.onnx.import_model(path)


def test_no_part_of_a_file_is_enough(exported_model, tmp_path):
    contents = pathlib.Path(exported_model[-1]).read_bytes()
    path = tmp_path / "part.onnx"
    for size in range(1, len(contents), max(len(contents) // 40, 1)):
        path.write_bytes(contents[:size])
        with pytest.raises(mx.MXNetError, match=r"part\.onnx"):
            mx.contrib.onnx.import_model(path)


def test_bytes_that_changed(exported_model, tmp_path):
    """Nothing worse than an error of ours comes of it."""
    contents = pathlib.Path(exported_model[-1]).read_bytes()
    path = tmp_path / "changed.onnx"
    for _ in range(60):
        changed = bytearray(contents)
        for place in RANDOM.randint(0, len(contents), 3):
            changed[place] = RANDOM.randint(0, 256)
        path.write_bytes(changed)
        try:
            mx.contrib.onnx.import_model(path)
        except mx.MXNetError:
            pass


def change_model(change):
    node = helper.make_node("Add", ["x", "w"], ["y"], name="add")
    info = helper.make_tensor_value_info
    stored = [numpy_helper.from_array(f(2), "w")]
    graph = helper.make_graph([node], "g", [info("x", 1, [2])], [info("y", 1, [2])], stored)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    change(model)
    return model


def missing_array(model):
    del model.graph.initializer[:]


def cycle(model):
    model.graph.node.append(helper.make_node("Relu", ["y"], ["z"]))
    model.graph.node[0].input[1] = "z"


def missing_output(model):
    model.graph.output[0].name = "other"


def short_array(model):
    model.graph.initializer[0].raw_data = b"123"


def old_opset(model):
    model.opset_import[0].version = 6


def file_elsewhere(model):
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="../../secret")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (missing_array, "'add' uses 'w', which nothing before it makes"),
        (cycle, "'add' uses 'z'.*it is missing, or the graph has a cycle"),
        (missing_output, "'other' is made by no node"),
        (short_array, "the array 'w' is damaged"),
        (old_opset, "opset 6; opsets from 7 on"),
        (file_elsewhere, "arrays of the ONNX model .* cannot be read"),
    ],
)
def test_models_that_contradict_themselves(change, text, tmp_path):
    path = tmp_path / "m.onnx"
    path.write_bytes(change_model(change).SerializeToString())
    with pytest.raises(mx.MXNetError, match=f"(?s){text}"):
        mx.contrib.onnx.import_model(path)


def test_a_small_file_does_not_become_large(tmp_path):
    """Sizes in the file are looked at before anything is made of them."""
    node = helper.make_node("ConstantOfShape", ["w"], ["y"], name="large")
    info = helper.make_tensor_value_info
    stored = [numpy_helper.from_array(ints(1 << 40, 1 << 20), "w")]
    graph = helper.make_graph([node], "g", [], [info("y", 1, [None, None])], stored)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    onnx.save(model, tmp_path / "m.onnx")
    with pytest.raises(mx.MXNetError, match="unsupported.*ConstantOfShape"):
        mx.contrib.onnx.import_model(tmp_path / "m.onnx")


def test_every_reading_is_of_an_operator_of_onnx():
    known = {schema.name for schema in onnx.defs.get_all_schemas_with_history()}
    assert set(readings()) <= known


@pytest.mark.parametrize("kind", ["Expand", "ConstantOfShape"])
def test_many_values_that_are_computed_are_bounded_together(kind, tmp_path):
    shape = numpy_helper.from_array(ints(1 << 20), "shape")
    one = numpy_helper.from_array(np.ones(1, np.float32), "one")
    inputs = ["one", "shape"] if kind == "Expand" else ["shape"]
    nodes = [helper.make_node(kind, inputs, [f"x{i}"]) for i in range(60)]
    nodes.append(helper.make_node("Sum", [f"x{i}" for i in range(60)], ["y"]))
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1 << 20])
    graph = helper.make_graph(nodes, "bomb", [], [output], [shape, one])
    opsets = [helper.make_opsetid("", 13)]
    reader = GraphReader(13)
    for tensor in graph.initializer:
        reader.values[tensor.name] = Value(tensor.name, array=numpy_helper.to_array(tensor))
    for node in helper.make_model(graph, opset_imports=opsets).graph.node[:-1]:
        reader.add(node)
    assert reader.computed <= MOST_COMPUTED_IN_ALL
    known = [v for v in reader.values.values() if v.name.startswith("x") and v.array is not None]
    assert len(known) == MOST_COMPUTED_IN_ALL >> 20


@pytest.mark.parametrize("number", [-3, 77])
def test_an_input_of_an_unknown_type(number, tmp_path):
    graph = helper.make_graph(
        [helper.make_node("Relu", ["x"], ["y"])], "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1])],
    )  # fmt: skip
    graph.input[0].type.tensor_type.elem_type = number
    path = tmp_path / "x.onnx"
    path.write_bytes(helper.make_model(graph).SerializeToString())
    with pytest.raises(mx.MXNetError, match=f"'x' has the type {number}"):
        mx.contrib.onnx.import_to_gluon(str(path), mx.cpu())


def test_negative_sizes_are_unknown(tmp_path):
    bounds = [numpy_helper.from_array(ints(n), name) for n, name in ((0, "begin"), (1, "end"))]
    nodes = [
        helper.make_node("Relu", ["x"], ["y"]),
        helper.make_node("Slice", ["y", "begin", "end"], ["z"]),
    ]
    graph = helper.make_graph(
        nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [-5, 2])],
        [helper.make_tensor_value_info("z", TensorProto.FLOAT, [-5, 2])], bounds,
    )  # fmt: skip
    path = tmp_path / "x.onnx"
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    path.write_bytes(model.SerializeToString())
    net = mx.contrib.onnx.import_to_gluon(str(path), mx.cpu())
    assert net(nd.array([[1, -2], [3, 4]])).asnumpy().tolist() == [[1, 0]]


def test_an_input_of_text(tmp_path):
    graph = helper.make_graph(
        [helper.make_node("Identity", ["x"], ["y"])], "g",
        [helper.make_tensor_value_info("x", TensorProto.STRING, [1])],
        [helper.make_tensor_value_info("y", TensorProto.STRING, [1])],
    )  # fmt: skip
    path = tmp_path / "x.onnx"
    path.write_bytes(helper.make_model(graph).SerializeToString())
    with pytest.raises(mx.MXNetError, match="input 'x' is of type object, which is not supported"):
        mx.contrib.onnx.import_to_gluon(str(path), mx.cpu())
