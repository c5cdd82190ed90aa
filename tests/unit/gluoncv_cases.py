"""Networks of GluonCV with parameters made from their names, run here and by the real MXNet."""

from __future__ import annotations

import pathlib
import zlib

import gluoncv
import numpy as np
from gluoncv.model_zoo.ssd.target import SSDTargetGenerator
from gluoncv.model_zoo.yolo.yolo_target import YOLOV3PrefetchTargetGenerator
from gluoncv.utils.metrics import SegmentationMetric
from gluoncv.utils.metrics.voc_detection import VOC07MApMetric

import mxnet as mx
from mxnet import autograd, gluon, nd
from tests.golden import archive
from tests.unit import gluoncv_data as data

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "gluoncv.npz"
PARTS = ("networks", "values", "data")

# The input shape of each. They are small, and there is one of each kind.
NETWORKS = {
    "cifar_resnet20_v1": (2, 3, 32, 32),
    "mobilenetv3_small": (1, 3, 64, 64),
    "resnest14": (1, 3, 64, 64),
    "resnet50_v1d_0.11": (1, 3, 64, 64),
    "hrnet_w18_small_v1_s": (1, 3, 64, 64),
    "ssd_300_mobilenet0.25_voc": (1, 3, 160, 160),
    "yolo3_mobilenet0.25_voc": (1, 3, 96, 96),
    "center_net_resnet18_v1b_dcnv2_voc": (1, 3, 64, 64),
    "mobile_pose_mobilenet1.0": (1, 3, 64, 64),
    "fastscnn_citys": (1, 3, 96, 96),
    "r2plus1d_resnet18_kinetics400": (1, 3, 4, 32, 32),
    "monodepth2_resnet18_kitti_mono_640x192": (1, 3, 64, 96),
}

WITHOUT_BASE = (
    "cifar_resnet20_v1",
    "hrnet_w18_small_v1_s",
    "mobilenetv3_small",
    "resnest14",
    "resnet50_v1d_0.11",
)  # no base


def network(name):
    """Make a network without pretrained weights, with the names that a first one has."""
    more = {} if name in WITHOUT_BASE else {"pretrained_base": False}
    if name.startswith("fastscnn"):
        more["crop_size"] = NETWORKS[name][2]
    with mx.name.NameManager():
        net = gluoncv.model_zoo.get_model(name, pretrained=False, **more)
    net.initialize()
    return net


def fill(net):
    """Give every parameter values that follow from its name."""
    for name, parameter in net.collect_params().items():
        draw = np.random.RandomState(zlib.crc32(name.encode()))
        shape = parameter.shape
        if isinstance(parameter, gluon.Constant) or "anchor" in name:
            continue
        if len(shape) > 1:
            values = draw.normal(0, np.prod(shape[1:]) ** -0.5, shape)
        elif name.endswith(("gamma", "var")):
            values = draw.uniform(0.8, 1.2, shape)
        else:
            values = draw.uniform(-0.1, 0.1, shape)
        parameter.set_data(nd.array(values))


def outputs_of(results):
    """Return the arrays of nested results as one list."""
    if isinstance(results, list | tuple):
        return [array for result in results for array in outputs_of(result)]
    return [results]


def run(name):
    """Return a network with made-up parameters, its input and its outputs."""
    net = network(name)
    data = nd.array(np.random.RandomState(0).normal(size=NETWORKS[name]))
    net(data)
    fill(net)
    return net, data, [array.asnumpy() for array in outputs_of(net(data))]


def train_ssd(steps=3):
    """Train a detector on one picture with two boxes; return the losses."""
    net, data, _ = run("ssd_300_mobilenet0.25_voc")
    with autograd.train_mode():
        anchors = net(data)[2]
    generator = SSDTargetGenerator(negative_mining_ratio=-1)
    boxes = nd.array([[[0.1, 0.15, 0.4, 0.7], [0.5, 0.2, 0.95, 0.75]]])
    classes, places, _ = generator(anchors, None, boxes, nd.array([[[1], [3]]]))
    criterion, losses = gluoncv.loss.SSDMultiBoxLoss(), []
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.001, "momentum": 0.9})
    for _ in range(steps):
        with autograd.record():
            scores, moves, _ = net(data)
            total, _, _ = criterion(scores, moves, classes, places)
            autograd.backward(total)
        trainer.step(1)
        losses.append(float(total[0].sum().asscalar()))
    return np.array(losses)


def train_yolo(steps=3):
    """Do the same with another kind of detector, which has its losses inside."""
    net, data, _ = run("yolo3_mobilenet0.25_voc")
    boxes, kinds = nd.array([[[10, 15, 40, 70], [50, 20, 90, 75]]]), nd.array([[[1], [3]]])
    generator = YOLOV3PrefetchTargetGenerator(num_class=len(net.classes))
    with autograd.train_mode():
        _, anchors, offsets, maps, *_ = net(data)
    targets = generator(data, maps, anchors, offsets, boxes, kinds, None)
    trainer, losses = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1e-4}), []
    for _ in range(steps):
        with autograd.record():
            total = sum(net(data, boxes, *targets))
        total.backward()
        trainer.step(1)
        losses.append(float(total.sum().asscalar()))
    return np.array(losses)


def _steps(net, data, loss_of):
    """Train twice; return the first loss, the size of its gradient, and the second loss."""
    trainer, results = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-3}), []
    for _ in range(2):
        with autograd.record():
            loss = loss_of(net(data))
        loss.backward()
        results.append(float(loss.asscalar()))
        gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
        results.append(sum(float((g**2).sum().asscalar()) for g in gradients) ** 0.5)
        trainer.step(1)
    return np.array(results[:3])


def train_center():
    """Train a detector of points on two pictures."""
    draw = np.random.RandomState(2)
    data = nd.array(draw.normal(size=(4, 3, 96, 96)))
    net = network("center_net_resnet18_v1b_voc")  # 1.9.1 cannot train bent convolutions on a CPU
    net(data)
    fill(net)
    peaks = draw.uniform(0, 0.2, (4, 20, 24, 24))
    peaks[0, 3, 5, 6] = peaks[1, 5, 10, 2] = 1
    maps = [nd.array(draw.uniform(0, high, (4, 2, 24, 24))) for high in (5, 1)]
    mask = nd.array(draw.uniform(size=(4, 2, 24, 24)) > 0.9)
    focal = gluoncv.loss.HeatmapFocalLoss(from_logits=True)
    sizes, shifts = gluoncv.loss.MaskedL1Loss(weight=0.1), gluoncv.loss.MaskedL1Loss(weight=1.0)

    def loss_of(outputs):
        heat, size, shift = outputs
        parts = (
            focal(heat, nd.array(peaks)),
            sizes(size, maps[0], mask),
            shifts(shift, maps[1], mask),
        )
        return sum(loss.mean() for loss in parts)

    return _steps(net, data, loss_of)


def train_pose():
    """Train a network that finds joints."""
    net, _, _ = run("mobile_pose_mobilenet1.0")
    draw = np.random.RandomState(2)
    data = nd.array(draw.normal(size=(4, 3, 96, 96)))
    maps = net(data)
    target = nd.array(draw.uniform(size=maps.shape))
    visible = nd.array(draw.randint(0, 2, (*maps.shape[:2], 1, 1)))
    criterion = gluon.loss.L2Loss()
    return _steps(net, data, lambda outputs: criterion(outputs, target, visible).mean())


def train_segmentation():
    """Train a network that predicts the class of each pixel."""
    net, _, _ = run("fastscnn_citys")
    draw = np.random.RandomState(2)
    data = nd.array(draw.normal(size=(4, 3, 96, 96)))
    labels = nd.array(draw.randint(-1, 19, (4, 96, 96)))
    criterion = gluoncv.loss.MixSoftmaxCrossEntropyLoss(True, aux_weight=0.5, ignore_label=-1)

    def keep_all(block):  # random numbers differ from 1.9.1's
        if isinstance(block, gluon.nn.Dropout):
            block._rate = 0

    net.apply(keep_all)
    return _steps(net, data, lambda outputs: criterion(*outputs, labels).mean())


def losses():
    """Return a value of each loss of GluonCV."""
    draw = np.random.RandomState(0)

    def normal(*shape):
        return nd.array(draw.normal(size=shape))

    def integers(high, *shape):
        return nd.array(draw.randint(0, high, shape))

    loss, maps = gluoncv.loss, (2, 3, 4, 4)
    boxes = [normal(2, 9, 4)], [normal(2, 9, 4)], [integers(4, 2, 9)], [normal(2, 9, 4)]
    values = [
        loss.FocalLoss(num_class=5)(normal(4, 5), integers(5, 4)),
        loss.SSDMultiBoxLoss()(*boxes)[0][0],
        loss.MixSoftmaxCrossEntropyLoss()(normal(*maps), normal(*maps), integers(3, 2, 4, 4)),
        loss.DistillationSoftmaxCrossEntropyLoss()(normal(3, 4), integers(4, 3), normal(3, 4)),
        loss.HeatmapFocalLoss(from_logits=True)(normal(*maps).sigmoid(), normal(*maps).sigmoid()),
        loss.MaskedL1Loss()(normal(2, 3), normal(2, 3), nd.ones((2, 3))),
    ]
    return np.array([float(value.mean().asscalar()) for value in values])


def metrics():
    """Return what metrics of GluonCV say."""
    draw = np.random.RandomState(0)
    precision = VOC07MApMetric(0.5, ["a", "b", "c", "d"])
    predictions = [[[30, 40, 121, 199], [10, 10, 50, 50], [150, 62, 300, 220]]], [[[1], [2], [3]]]
    truth = [[[30, 40, 120, 200], [150, 60, 300, 220]]], [[[1], [3]]]
    scores = nd.array([[[0.9], [0.8], [0.7]]])
    precision.update(
        *([nd.array(a)] for a in predictions), [scores], *([nd.array(a)] for a in truth)
    )
    pixels = SegmentationMetric(3)
    pixels.update(nd.array(draw.randint(0, 3, (2, 5, 5))), nd.array(draw.normal(size=(2, 3, 5, 5))))
    return np.array([precision.get()[1][-1], *pixels.get()])


VALUES = {
    "losses": losses,
    "metrics": metrics,
    "ssd": train_ssd,
    "yolo": train_yolo,
    "center": train_center,
    "pose": train_pose,
    "segmentation": train_segmentation,
}


def _record_network(name):
    net, _, outputs = run(name)
    shapes = sorted(f"{key} {p.shape}" for key, p in net.collect_params().items())
    recorded = {f"{name}/parameters": np.frombuffer("\n".join(shapes).encode(), "uint8")}
    for i, array in enumerate(outputs):
        # of large ones a part and the mean
        recorded[f"{name}/out{i}"] = array.ravel()[:200]
        recorded[f"{name}/shape{i}"] = np.array(array.shape)
        recorded[f"{name}/mean{i}"] = np.array([array.astype("float64").mean()])
    return recorded


def record(_mx, *parts):
    """Return the golden file, in which the real MXNet replaces all parts or those asked for."""
    parts, recorded = parts or PARTS, dict(archive.load(GOLDEN))
    for name in NETWORKS if "networks" in parts else ():
        recorded.update(_record_network(name))
    if "values" in parts:
        recorded.update({f"{name}/values": function() for name, function in VALUES.items()})
    if "data" in parts:
        recorded.update({f"data/{name}": row for name, row in data.values().items()})
    return {GOLDEN: recorded}
