"""GluonCV, the package from PyPI, runs on top, with the values it has on the real MXNet 1.9.1.

All of it needs the package; ``tests/unit/compat`` tests what lets it be imported.
"""

from __future__ import annotations

import importlib
import warnings

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from tests.golden import archive
from tests.unit.test_examples import load

pytest.importorskip("gluoncv", exc_type=ImportError)
pytestmark = pytest.mark.filterwarnings("ignore")  # those of an old package

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import gluoncv

    from tests.unit import gluoncv_cases as cases, gluoncv_data as data

GOLDEN = archive.load(cases.GOLDEN)
IMAGE = np.random.RandomState(1).randint(0, 255, (60, 80, 3)).astype("uint8")
LABEL = np.array([[8, 10, 30, 50, 1], [40, 15, 75, 55, 3]], "float32")


@pytest.mark.parametrize("name", cases.NETWORKS)
def test_networks(name):
    net, data, outputs = cases.run(name)
    shapes = sorted(f"{key} {p.shape}" for key, p in net.collect_params().items())
    assert shapes == bytes(GOLDEN[f"{name}/parameters"]).decode().splitlines()
    for i, array in enumerate(outputs):
        assert array.shape == tuple(GOLDEN[f"{name}/shape{i}"])
        expected = GOLDEN[f"{name}/out{i}"]
        tolerance = 1e-4 * max(np.abs(expected).max(), 1e-3)
        np.testing.assert_allclose(array.ravel()[:200], expected, rtol=1e-4, atol=tolerance)
        np.testing.assert_allclose(array.mean(), GOLDEN[f"{name}/mean{i}"][0], 1e-3, tolerance)
    assert f"{name}/out{len(outputs)}" not in GOLDEN
    net.hybridize(static_shape=True)
    for array, hybrid in zip(outputs, cases.outputs_of(net(data)), strict=True):
        tolerance = 1e-4 * max(np.abs(array).max(), 1e-3)
        np.testing.assert_allclose(hybrid.asnumpy(), array, rtol=1e-4, atol=tolerance)


@pytest.mark.parametrize("name", ["losses", "metrics"])
def test_losses_and_metrics(name):
    np.testing.assert_allclose(cases.VALUES[name](), GOLDEN[f"{name}/values"], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("name", ["ssd", "yolo"])
def test_detectors_train(name):
    """The first loss is 1.9.1's, and it falls.

    Later ones say little: the last digit of the picture decides their third, because of batch
    normalisation over a handful of elements.
    """
    first, *later = cases.VALUES[name]()
    np.testing.assert_allclose(first, GOLDEN[f"{name}/values"][0], rtol=1e-4)
    assert first > later[0] > later[1]


@pytest.mark.parametrize("name", ["center", "pose", "segmentation"])
def test_other_networks_train(name):
    """The first loss and the size of its gradient are 1.9.1's, and the loss falls."""
    loss, size, later = cases.VALUES[name]()
    np.testing.assert_allclose([loss, size], GOLDEN[f"{name}/values"][:2], rtol=1e-3)
    assert later < loss


@pytest.fixture(scope="module")
def values_of_data():
    return data.values()


@pytest.mark.parametrize("family", [family.__name__ for family in data.FAMILIES])
def test_data_sets_and_their_transforms(values_of_data, family):
    """Files in their original formats, as samples, targets and batches, are 1.9.1's."""
    np.testing.assert_allclose(values_of_data[family], GOLDEN[f"data/{family}"], 1e-5, 1e-6)


def test_missing_files_and_packages_are_named():
    with pytest.raises(OSError, match="nowhere is not a valid dir"):
        gluoncv.data.COCODetection("nowhere")
    with pytest.raises(ImportError, match="tvm"):
        gluoncv.utils.export_tvm("net", gluon.nn.Dense(2), (2,))


def test_compat_reports_the_package():
    (row,) = (row for row in mx.compat.applied() if row.package == "gluoncv")
    assert row.version.startswith("0.10.5")
    assert not hasattr(np, "Inf")


def test_presets_of_training_and_tests():
    presets = importlib.import_module("gluoncv.data.transforms.presets")
    picture = nd.array(IMAGE, dtype="uint8")
    net = cases.network("ssd_300_mobilenet0.25_voc")
    with mx.autograd.train_mode():
        anchors = net(nd.zeros((1, 3, 96, 96)))[2]
    image, classes, boxes = presets.ssd.SSDDefaultTrainTransform(96, 96, anchors)(picture, LABEL)
    assert image.shape == (3, 96, 96)
    assert classes.shape == (anchors.shape[1],) and boxes.shape == (anchors.shape[1], 4)
    assert (classes.asnumpy() >= -1).all()
    image, picture_to_show = presets.ssd.transform_test(picture, short=48)
    assert image.shape == (1, 3, 48, 64) and picture_to_show.shape == (48, 64, 3)
    assert presets.yolo.transform_test(picture, short=64)[0].shape == (1, 3, 64, 85)
    assert presets.rcnn.transform_test(picture, short=48, max_size=60)[0].shape == (1, 3, 45, 60)
    assert presets.imagenet.transform_eval(picture, crop_size=32).shape == (1, 3, 32, 32)


def test_batches_of_labels_that_differ_in_length():
    batchify = importlib.import_module("gluoncv.data.batchify")
    pairs = [(np.ones((3, 2)), np.ones((i + 1, 5))) for i in range(5)]
    together = batchify.Tuple(batchify.Stack(), batchify.Pad(pad_val=-1))
    loader = gluon.data.DataLoader(gluon.data.SimpleDataset(pairs), 2, batchify_fn=together)
    shapes = [(images.shape, labels.shape) for images, labels in loader]
    assert shapes == [((2, 3, 2), (2, 2, 5)), ((2, 3, 2), (2, 4, 5)), ((1, 3, 2), (1, 5, 5))]


def test_export_block(tmp_path):
    net, data, (kinds, scores, boxes) = cases.run("ssd_300_mobilenet0.25_voc")
    gluoncv.utils.export_block(str(tmp_path / "net"), net, preprocess=None, layout="CHW")
    loaded = gluon.SymbolBlock.imports(
        str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params")
    )
    for array, expected in zip(loaded(data), (kinds, scores, boxes), strict=True):
        np.testing.assert_allclose(array.asnumpy(), expected, rtol=1e-4, atol=1e-4)


def test_a_detector_learns_and_is_exported(capsys):
    first, last, difference = load("detect_gluoncv").main(steps=8)
    assert last < first
    assert difference < 1e-4
    assert "mean average precision" in capsys.readouterr().out
