"""Networks whose exported files the real MXNet 1.9.1 has loaded and run.

``python -m tests.unit.gluon.reader_cases FOLDER`` writes the files with this package, then
``ORACLE/bin/python tools/record.py readers:FOLDER`` records what 1.9.1 computes from them, and the
digests of what it has read. So no file of parameters has to be kept. Networks of the zoo are small
ones of each family: the graphs of all are compared in ``model_zoo/test_vision.py``.
"""

from __future__ import annotations

import hashlib
import json
import pathlib
import sys
from dataclasses import dataclass

import numpy as np

from .model_zoo.cases import values

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "readers.npz"


@dataclass(frozen=True)
class Case:
    """How to make a network, and the shapes of its inputs by name."""

    make: object
    shapes: dict[str, tuple[int, ...]]


def cases(mx) -> dict[str, Case]:
    """Return all cases; blocks are defined here because the real MXNet only reads files."""
    nn, rnn, vision = mx.gluon.nn, mx.gluon.rnn, mx.gluon.model_zoo.vision

    class Detector(mx.gluon.HybridBlock):
        """The heads of a single shot detector, with boxes, decoded and suppressed."""

        def __init__(self):
            super().__init__(prefix="ssd_")
            with self.name_scope():
                self.features = nn.HybridSequential()
                self.features.add(nn.Conv2D(8, 3, 2, 1), nn.BatchNorm(), nn.LeakyReLU(0.1))
                self.classes, self.boxes = nn.Conv2D(3 * 4, 3, 1, 1), nn.Conv2D(4 * 4, 3, 1, 1)

        def hybrid_forward(self, F, data):
            features = self.features(data)
            anchors = F.contrib.MultiBoxPrior(features, sizes=(0.3, 0.5, 0.7), ratios=(1, 2))
            scores = F.reshape(F.transpose(self.classes(features), (0, 2, 3, 1)), (0, -1, 3))
            scores = F.softmax(F.transpose(scores, (0, 2, 1)), axis=1)
            boxes = F.flatten(F.transpose(self.boxes(features), (0, 2, 3, 1)))
            detections = F.contrib.MultiBoxDetection(
                scores, boxes, anchors, nms_threshold=0.45, nms_topk=20, force_suppress=True
            )
            return detections, F.contrib.box_nms(
                detections, 0.3, valid_thresh=0.01, id_index=0, topk=10
            )

    class Regions(mx.gluon.HybridBlock):
        """The heads of a detector in two stages: pooled regions, classes and boxes."""

        def __init__(self):
            super().__init__(prefix="regions_")
            with self.name_scope():
                self.features = nn.Conv2D(6, 3, 2, 1, activation="relu")
                self.dense, self.classes = nn.Dense(8, activation="relu"), nn.Dense(3)
                self.boxes = nn.Dense(8)

        def hybrid_forward(self, F, data, rois):
            features = self.features(data)
            aligned = F.contrib.ROIAlign(features, rois, (3, 3), 0.5, sample_ratio=2)
            pooled = F.ROIPooling(features, rois, pooled_size=(3, 3), spatial_scale=0.5)
            dense = self.dense(F.concat(aligned, pooled, dim=1))
            return F.softmax(self.classes(dense)), self.boxes(dense), F.L2Normalization(dense)

    class Recurrent(mx.gluon.HybridBlock):
        """Recurrent layers that make their states themselves, after an embedding."""

        def __init__(self, make):
            super().__init__(prefix="recurrent_")
            with self.name_scope():
                self.embedding, self.layer = nn.Embedding(11, 6), make()
                self.norm, self.dense = nn.LayerNorm(), nn.Dense(4, flatten=False)

        def hybrid_forward(self, F, data):
            return self.dense(self.norm(self.layer(self.embedding(data))))

    def stack(*blocks):
        net = nn.HybridSequential(prefix="net_")
        with net.name_scope():
            net.add(*(make() for make in blocks))
        return net

    residual = vision.BottleneckV1, [1, 1], [4, 8, 12]
    newer_residual = vision.BottleneckV2, [1, 2], [8, 8, 16]
    zoo = {  # and the height of the pictures
        "resnet v1": (lambda **kwargs: vision.ResNetV1(*residual, thumbnail=True, **kwargs), 16),
        "resnet v2": (lambda **kwargs: vision.ResNetV2(*newer_residual, **kwargs), 32),
        "densenet": (lambda **kwargs: vision.DenseNet(8, 4, [1, 2], **kwargs), 56),
        "mobilenet": (lambda **kwargs: vision.MobileNet(0.25, **kwargs), 32),
        "mobilenet v2": (lambda **kwargs: vision.MobileNetV2(0.25, **kwargs), 32),
        "squeezenet": (lambda **kwargs: vision.SqueezeNet("1.1", **kwargs), 224),
    }
    modules = stack(
        lambda: vision.inception._make_A(8, "A_"),
        lambda: vision.inception._make_C(4, "C_"),
        nn.GlobalAvgPool2D,
    )
    layers = {
        "lstm": lambda: rnn.LSTM(5, 2, layout="NTC", bidirectional=True),
        "gru": lambda: rnn.GRU(5, 2, layout="TNC", dropout=0.2),
        "rnn": lambda: rnn.RNN(5, activation="tanh", layout="NTC"),
    }
    upsampling = stack(
        lambda: nn.Conv2D(4, 3, padding=1), nn.InstanceNorm, nn.PReLU,
        lambda: nn.Conv2DTranspose(3, 4, 2, 1), lambda: nn.GroupNorm(3), lambda: nn.Swish(),
        lambda: nn.AvgPool2D(3, 2, 1, ceil_mode=True, count_include_pad=False), nn.GELU,
    )  # fmt: skip
    return {
        **{
            name: Case(lambda make=make: make(classes=10, prefix="net_"), {"data": (1, 3, n, n)})
            for name, (make, n) in zoo.items()
        },
        **{
            name: Case(lambda make=make: Recurrent(make), {"data": (3, 4)})
            for name, make in layers.items()
        },
        "detector": Case(Detector, {"data": (2, 3, 16, 16)}),
        "regions": Case(Regions, {"data": (2, 3, 16, 16), "rois": (4, 5)}),
        "inception": Case(lambda: modules, {"data": (1, 3, 9, 9)}),
        "layers": Case(lambda: upsampling, {"data": (2, 3, 8, 8)}),
    }


def inputs(case: Case) -> list[np.ndarray]:
    """Return arrays that are the same everywhere: pictures, words or regions."""
    random, arrays = np.random.RandomState(7), []
    for name, shape in case.shapes.items():
        if name == "rois":
            corners = np.sort(random.uniform(0, 15, (shape[0], 2, 2)), axis=1).reshape(-1, 4)
            arrays.append(np.concatenate([np.arange(shape[0])[:, None] % 2, corners], axis=1))
        elif len(shape) == 2:
            arrays.append(random.randint(0, 11, shape))
        else:
            arrays.append(random.uniform(-1, 1, shape))
    return [array.astype(np.float32) for array in arrays]


def export(mx, case: Case, prefix: pathlib.Path):
    """Write the files of a network; return what it computes itself."""
    net, arrays = case.make(), [mx.nd.array(array) for array in inputs(case)]
    net.initialize(mx.init.Zero())
    net.hybridize()
    net(*arrays)
    for name, parameter in net._collect_params_with_prefix().items():
        parameter.set_data(mx.nd.array(values(name, parameter.shape)))
    outputs = net(*arrays)
    net.export(str(prefix))
    return [each.asnumpy() for each in _as_list(outputs)]


def _as_list(outputs) -> list:
    return list(outputs) if isinstance(outputs, tuple | list) else [outputs]


def read(mx, case: Case, prefix: pathlib.Path):
    """Return the network of files; MXNet calls several inputs data0, data1, ..."""
    names = ["data"] if len(case.shapes) == 1 else [f"data{i}" for i in range(len(case.shapes))]
    return mx.gluon.SymbolBlock.imports(f"{prefix}-symbol.json", names, f"{prefix}-0000.params")


def digests(prefix: pathlib.Path) -> dict[str, np.ndarray]:
    """Return sums of the meaning of the symbol file, and of the bytes of the parameters."""
    graph = json.loads(pathlib.Path(f"{prefix}-symbol.json").read_text())
    parts = {
        "symbol": json.dumps(graph, sort_keys=True).encode(),
        "params": pathlib.Path(f"{prefix}-0000.params").read_bytes(),
    }
    return {
        key: np.frombuffer(hashlib.sha1(part).digest(), np.uint8) for key, part in parts.items()
    }


def record(mx, folder):
    """Return the golden file: what the real MXNet computes from files of this package."""
    recorded = {}
    for name, case in cases(mx).items():
        prefix = pathlib.Path(folder) / name
        net = read(mx, case, prefix)
        outputs = net(*(mx.nd.array(array) for array in inputs(case)))
        for i, output in enumerate(_as_list(outputs)):
            recorded[f"{name}/{i}"] = output.asnumpy()
        recorded |= {f"{name}/{key}": part for key, part in digests(prefix).items()}
    return {GOLDEN: recorded}


if __name__ == "__main__":
    import mxnet

    for case_name, each in cases(mxnet).items():
        export(mxnet, each, pathlib.Path(sys.argv[1]) / case_name)
