"""Networks of Caffe compute what OpenCV's reader of Caffe files computes."""

import numpy as np
import pytest

import mxnet as mx
from mxnet.base import MXNetError
from mxnet.contrib import caffe
from mxnet.contrib.caffe._prototxt import parse
from tests.golden import archive

from . import caffe_nets as nets

GOLDEN = archive.load(nets.GOLDEN)


def outputs_of(result):
    return [array.asnumpy() for array in (result if isinstance(result, list) else [result])]


def detections_of(rows):
    """Return detections in the form of Caffe: image, class, score and box, without empty rows."""
    result = [(image, row[0] + 1, *row[1:]) for image, of_image in enumerate(rows)
             for row in of_image if row[0] >= 0]  # fmt: skip
    return np.array(sorted(result, key=lambda row: (row[0], row[1], -row[2])))


@pytest.mark.parametrize("name", nets.NETS)
def test_outputs_are_those_of_opencv(tmp_path, name):
    net = caffe.import_to_gluon(*nets.write(tmp_path, name))
    ours = outputs_of(net(mx.nd.array(nets.data_of(nets.NETS[name][0]))))
    theirs = [GOLDEN[key] for key in sorted(GOLDEN) if key.rpartition("/")[0] == name]
    if name.startswith("detections"):
        rows = theirs[0].reshape(-1, 7)
        rows = np.array(sorted(rows[rows[:, 2] > 0].tolist(), key=lambda r: (r[0], r[1], -r[2])))
        ours, theirs = [detections_of(ours[0])], [rows]
    assert len(ours) == len(theirs)
    for array, expected in zip(ours, theirs, strict=True):
        assert array.shape == expected.shape
        np.testing.assert_allclose(array, expected, rtol=1e-4, atol=1e-5)


def test_opencv_itself_where_it_reads_caffe(tmp_path):
    cv2 = pytest.importorskip("cv2")
    if not hasattr(cv2.dnn, "readNetFromCaffe"):
        pytest.skip("OpenCV 5 reads no networks of Caffe")
    for key, expected in nets.answers_of_opencv(cv2).items():
        np.testing.assert_allclose(expected, GOLDEN[key], rtol=1e-4, atol=1e-5)


def test_the_rest_of_the_axes_of_permute_follow(tmp_path):
    # OpenCV wants all axes in the file.
    (tmp_path / "net.prototxt").write_text(
        nets.one("Permute", "permute_param { order: 0 order: 2 }")
    )
    symbol, _, _ = caffe.import_model(tmp_path / "net.prototxt")
    assert symbol.infer_shape()[1] == [(2, 9, 3, 7)]


OLD = """
name: "old"
input: "data" input_dim: 2 input_dim: 3 input_dim: 6 input_dim: 6
layers { name: "conv" type: CONVOLUTION bottom: "data" top: "conv" blobs_lr: 1 weight_decay: 1
  convolution_param { num_output: 4 kernel_size: 3 } }
layers { name: "relu" type: RELU bottom: "conv" top: "conv" }
layers { name: "fc" type: INNER_PRODUCT bottom: "conv" top: "fc"
  inner_product_param { num_output: 5 } }
layers { name: "prob" type: SOFTMAX bottom: "fc" top: "prob" }
"""


def test_the_old_form_of_files(tmp_path):
    (tmp_path / "old.prototxt").write_text(OLD)
    blobs = nets.weights({"conv": [(4, 3, 3, 3), (4,)], "fc": [(5, 64), (5,)]})
    (tmp_path / "old.caffemodel").write_bytes(nets.caffemodel(blobs, old=True))
    symbol, arguments, states = caffe.import_model(
        tmp_path / "old.prototxt", tmp_path / "old.caffemodel"
    )
    assert symbol.list_outputs() == ["prob_output"] and states == {}
    assert {name: array.shape for name, array in arguments.items()} == {
        "conv_weight": (4, 3, 3, 3), "conv_bias": (4,), "fc_weight": (5, 64), "fc_bias": (5,),
    }  # fmt: skip
    np.testing.assert_array_equal(arguments["fc_weight"].asnumpy(), blobs["fc"][0])


TRAINING = """
layer { name: "d" type: "Data" top: "data" top: "label" include { phase: TRAIN }
  data_param { batch_size: 4 } }
layer { name: "d" type: "Data" top: "data" top: "label" include { phase: TEST } }
layer { name: "fc" type: "InnerProduct" bottom: "data" top: "fc"
  inner_product_param { num_output: 3 } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "fc" bottom: "label" top: "loss" }
layer { name: "acc" type: "Accuracy" bottom: "fc" bottom: "label" top: "acc" }
"""


def test_a_network_for_training_learns_as_a_module(tmp_path):
    (tmp_path / "train.prototxt").write_text(TRAINING)
    symbol, arguments, _ = caffe.import_model(tmp_path / "train.prototxt")
    assert arguments == {}
    assert symbol.list_arguments() == ["data", "fc_weight", "fc_bias", "loss_label"]
    module = mx.mod.Module(symbol, ["data"], ["loss_label"])
    images, labels = np.eye(3, dtype="f4").repeat(4, axis=0), np.arange(3).repeat(4)
    batches = mx.io.NDArrayIter(images, labels, 4, label_name="loss_label")
    module.fit(batches, num_epoch=20, optimizer_params={"learning_rate": 0.5})
    assert dict(module.score(batches, "acc"))["accuracy"] == 1


def test_mean_images(tmp_path):
    mean = np.arange(12, dtype="f4").reshape(1, 3, 2, 2)
    (tmp_path / "mean.binaryproto").write_bytes(nets.blob(mean, old=True))
    np.testing.assert_array_equal(caffe.read_mean(tmp_path / "mean.binaryproto").asnumpy(), mean[0])
    (tmp_path / "flat.binaryproto").write_bytes(nets.unpacked([1, 2.5]))
    assert caffe.read_mean(tmp_path / "flat.binaryproto").asnumpy().tolist() == [1, 2.5]


SOLVERS = [
    ('lr_policy: "fixed"', {0: 1, 100: 1}),
    ('lr_policy: "step" gamma: 0.5 stepsize: 10', {9: 1, 10: 0.5, 25: 0.25}),
    ('lr_policy: "multistep" gamma: 0.1 stepvalue: 5 stepvalue: 8', {4: 1, 5: 0.1, 8: 0.01}),
    ('lr_policy: "inv" gamma: 0.5 power: 2', {0: 1, 2: 0.25}),
    ('lr_policy: "exp" gamma: 0.5', {0: 1, 3: 0.125}),
    ('lr_policy: "poly" power: 2 max_iter: 10', {0: 1, 5: 0.25, 10: 0}),
    ('lr_policy: "sigmoid" gamma: 1 stepsize: 4', {4: 0.5}),
]


@pytest.mark.parametrize(("text", "shares"), SOLVERS, ids=lambda row: str(row)[:20])
def test_schedules(tmp_path, text, shares):
    (tmp_path / "solver.prototxt").write_text(f"base_lr: 0.2 momentum: 0.9 {text}")
    schedule = caffe.read_solver(tmp_path / "solver.prototxt").optimizer.lr_scheduler
    assert {i: schedule(i) for i in shares} == pytest.approx(
        {i: 0.2 * share for i, share in shares.items()}
    )


@pytest.mark.parametrize(
    ("kind", "cls"),
    [('type: "SGD"', mx.optimizer.SGD), ('type: "Nesterov"', mx.optimizer.NAG),
     ('type: "Adam"', mx.optimizer.Adam), ("solver_type: ADAGRAD", mx.optimizer.AdaGrad),
     ('type: "RMSProp" rms_decay: 0.9', mx.optimizer.RMSProp),
     ('type: "AdaDelta"', mx.optimizer.AdaDelta)],
)  # fmt: skip
def test_solvers(tmp_path, kind, cls):
    text = f'net: "a.prototxt" {kind} base_lr: 0.01 weight_decay: 0.0005 iter_size: 4 max_iter: 50'
    (tmp_path / "solver.prototxt").write_text(text)
    solver = caffe.read_solver(tmp_path / "solver.prototxt")
    assert type(solver.optimizer) is cls and solver.optimizer.wd == 0.0005
    assert (solver.net, solver.iter_size, solver.max_iter) == ("a.prototxt", 4, 50)


def test_text():
    message = parse(
        "a: 1 # x\nb { c: \"x\" c: 'y' d <e: -1.5e3> } l: [1, 2,3]; t: true w: MAX", "t"
    )
    assert message["a"] == [1] and message["l"] == [1, 2, 3] and message.get("t") is True
    assert message.part("b")["c"] == ["x", "y"] and message.part("b").part("d").get("e") == -1500
    assert message.get("w") == "MAX" and message.get("absent", 7) == 7


WRONG = [
    ('layer { name: "x"', "", "a '}' is missing at the end"),
    ("a: }", "", "line 1: expected a value, got '}'"),
    ("?", "", "line 1: cannot read"),
    ("", "", "has no layers"),
    ("a {" * 100_000, "", "nested too deeply"),
    (nets.one("Recurrent"), "", "has layers that are not supported: Recurrent"),
    (nets.one("Pooling", "pooling_param { pool: STOCHASTIC }"), "", "pool: STOCHASTIC is not"),
    (nets.one("TanH").replace('bottom: "data"', 'bottom: "y"'), "", "no layer makes 'y'"),
    (nets.one("PReLU"), b"\x0a\x05ab", "field 1 ends behind the file's end"),
    (nets.one("PReLU"), b"\x0f", "is not a Caffe file"),
    (nets.one("PReLU"), b"\xff" * 20, "a number does not end"),
    (nets.one("PReLU"), b"", "no layer in it has parameters"),
    (nets.one("PReLU"), nets.caffemodel({"y": [np.ones(3)]}),
     "layer 'x' of type PReLU has 0 arrays in the .caffemodel, expected at least 1"),
    (nets.one("InnerProduct", "inner_product_param { num_output: 4 }"),
     nets.caffemodel({"x": [np.ones(3), np.ones(4)]}), "its weight has the shape \\(3,\\)"),
    (nets.one("PReLU"), nets.field(100, nets.field(1, b"x") + nets.field(
        7, nets.field(5, b"\x00" * 8) + nets.field(7, nets.field(1, b"\x03")))),
     "2 numbers for a blob of shape \\(3,\\)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "content", "error_text"), WRONG, ids=[row[2][:25] for row in WRONG]
)
def test_wrong_files(tmp_path, text, content, error_text):
    (tmp_path / "net.prototxt").write_text(text)
    (tmp_path / "net.caffemodel").write_bytes(content or b"")
    model = tmp_path / "net.caffemodel" if isinstance(content, bytes) else None
    with pytest.raises(MXNetError, match=error_text):
        caffe.import_model(tmp_path / "net.prototxt", model)


def test_damaged_models_are_errors_of_mxnet(tmp_path):
    prototxt, model = nets.write(tmp_path, "in place")
    content = bytearray((tmp_path / "net.caffemodel").read_bytes())
    random = np.random.RandomState(0)
    for _ in range(300):
        damaged = bytearray(content[: random.randint(len(content))])
        for place in random.randint(0, max(len(damaged), 1), 4):
            damaged[place : place + 1] = bytes([random.randint(256)])
        (tmp_path / "net.caffemodel").write_bytes(damaged)
        try:
            caffe.import_model(prototxt, model)
        except MXNetError:
            pass
