"""Object detection with GluonCV, the package from PyPI, on top of this MXNet.

    pip install gluoncv==0.10.5.post0
    python detect_gluoncv.py --steps 150 --out detected

A detector of GluonCV's model zoo learns to find a bright rectangle in pictures that are drawn here,
so nothing is downloaded; ``--params`` starts from weights on disk instead of random ones. Then it
looks at a new picture, is exported, and does the same after it was loaded as a plain symbol.
"""

import argparse
import pathlib
import random
import tempfile

import gluoncv
import numpy as np
from gluoncv.data.batchify import Stack, Tuple
from gluoncv.data.transforms.presets.ssd import SSDDefaultTrainTransform, transform_test
from gluoncv.loss import SSDMultiBoxLoss
from gluoncv.utils.metrics.voc_detection import VOC07MApMetric

import mxnet as mx
from mxnet import autograd, gluon, nd

SIZE = 300
CLASSES = ["rectangle"]


def picture(seed):
    """A grey picture with one bright rectangle, and its label: left, top, right, bottom, class."""
    draw = np.random.RandomState(seed)
    image = draw.randint(0, 80, (240, 320, 3)).astype("uint8")
    left, top = draw.randint(10, 150), draw.randint(10, 90)
    right, bottom = left + draw.randint(90, 150), top + draw.randint(90, 130)
    image[top:bottom, left:right] = draw.randint(180, 255, 3)
    return nd.array(image, dtype="uint8"), np.array([[left, top, right, bottom, 0]], "float32")


def detector(params=None):
    """A small single shot detector for one class."""
    net = gluoncv.model_zoo.get_model(
        "ssd_300_mobilenet0.25_custom", classes=CLASSES, pretrained_base=False, root="."
    )
    net.initialize(mx.init.Uniform(0.1))
    if params:
        net.load_parameters(params)
    net(nd.zeros((1, 3, SIZE, SIZE)))  # the shapes of its parameters are known from here on
    return net


def train(net, steps, batch_size=4):
    """Train on pictures of our own; return the loss at the beginning and at the end."""
    with autograd.train_mode():
        _, _, anchors = net(nd.zeros((1, 3, SIZE, SIZE)))
    pairs = gluon.data.SimpleDataset([picture(seed) for seed in range(4 * batch_size)])
    loader = gluon.data.DataLoader(
        pairs.transform(SSDDefaultTrainTransform(SIZE, SIZE, anchors)),
        batch_size,
        shuffle=True,
        last_batch="rollover",
        batchify_fn=Tuple(Stack(), Stack(), Stack()),
    )
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.002})
    criterion, losses = SSDMultiBoxLoss(), []
    net.hybridize()
    while len(losses) < steps:
        for images, classes, boxes in loader:
            with autograd.record():
                scores, places, _ = net(images)
                total, _, _ = criterion(scores, places, classes, boxes)
                autograd.backward(total)
            trainer.step(1)
            losses.append(float(total[0].mean().asscalar()))
            if len(losses) % 10 == 0:
                print(f"step {len(losses)}, loss {np.mean(losses[-10:]):.3f}")
    return np.mean(losses[:5]), np.mean(losses[-5:])


def evaluate(net):
    """The mean average precision on pictures it has not seen."""
    net.set_nms(nms_thresh=0.45, nms_topk=400)  # also makes it forget that it was traced to train
    metric = VOC07MApMetric(iou_thresh=0.5, class_names=CLASSES)
    for seed in range(1000, 1010):
        image, label = picture(seed)
        batch, _ = transform_test(image, short=SIZE)
        kinds, scores, boxes = net(batch)
        scale = batch.shape[2] / image.shape[0]
        truth = nd.array(label[None])
        metric.update(boxes / scale, kinds, scores, truth[:, :, :4], truth[:, :, 4:])
    return metric.get()[1][-1]


def main(steps=150, params=None, out=None):
    random.seed(0)
    np.random.seed(0)
    mx.random.seed(0)
    net = detector(params)
    first, last = train(net, steps) if steps else (0.0, 0.0)
    print(f"mean average precision: {evaluate(net):.3f}")
    image, _ = picture(2000)
    batch, _ = transform_test(image, short=SIZE)
    _, scores, boxes = net(batch)
    print(f"the best of {scores.shape[1]} boxes: {boxes[0, 0].asnumpy().round()}")
    folder = pathlib.Path(out or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    gluoncv.utils.export_block(str(folder / "detector"), net, preprocess=None, layout="CHW")
    loaded = gluon.SymbolBlock.imports(
        str(folder / "detector-symbol.json"), ["data"], str(folder / "detector-0000.params")
    )
    difference = float((loaded(batch)[1] - scores).abs().max().asscalar())
    print(f"exported to {folder}; largest difference of scores: {difference:.1e}")
    return first, last, difference


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=150, help="how long to train")
    parser.add_argument("--params", help="a parameter file to begin with")
    parser.add_argument("--out", help="where to export the network to")
    main(**vars(parser.parse_args()))
