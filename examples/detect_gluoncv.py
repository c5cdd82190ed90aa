"""Object detection with GluonCV, the package from PyPI, on top of this MXNet.

    pip install gluoncv==0.10.5.post0
    python detect_gluoncv.py --out detected

A detector of GluonCV's model zoo learns to find bright rectangles and discs in pictures that are
drawn here, so nothing is downloaded. Then it looks at new pictures, draws what it found, is
exported, and finds the same after it was loaded as a plain symbol.

    python detect_gluoncv.py --model ssd_512_mobilenet1.0_voc --image street.jpg --out detected

uses a network that was trained before. Its weights are looked for in ``~/.mxnet/models``; if they
are not there, the program says which file is missing and how to get it.
"""

import argparse
import pathlib
import random
import sys
import tempfile

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

try:
    import gluoncv
    from gluoncv.data.batchify import Pad, Stack, Tuple
    from gluoncv.data.transforms.presets.ssd import (
        SSDDefaultValTransform,
        load_test,
        transform_test,
    )
    from gluoncv.loss import SSDMultiBoxLoss
    from gluoncv.model_zoo.model_store import short_hash
    from gluoncv.model_zoo.ssd.target import SSDTargetGenerator
    from gluoncv.utils.metrics.voc_detection import VOC07MApMetric
    from matplotlib.figure import Figure
except ModuleNotFoundError as error:
    sys.exit(
        f"this example needs {error.name}: pip install gluoncv==0.10.5.post0 'regluon[vision,viz]'"
    )

SIZE = 160
CLASSES = ["rectangle", "disc"]
COLORS = {0: "tomato", 1: "deepskyblue"}  # of boxes, by class


def picture(seed):
    """A dark picture with a bright shape, and its label: left, top, right, bottom, class."""
    draw = np.random.RandomState(seed)
    kind = seed % 2
    image = draw.randint(0, 80, (SIZE, SIZE, 3)).astype("uint8")
    across, down = draw.randint(50, 100, 2) if kind == 0 else [draw.randint(50, 100)] * 2
    left, top = draw.randint(0, SIZE - across), draw.randint(0, SIZE - down)
    y, x = np.ogrid[:down, :across]
    disc = ((x - across / 2) / across) ** 2 + ((y - down / 2) / down) ** 2 < 0.25
    inside = np.ones((down, across), bool) if kind == 0 else disc
    image[top : top + down, left : left + across][inside] = draw.randint(150, 255, 3)
    label = np.array([[left, top, left + across, top + down, kind]], "float32")
    return nd.array(image, dtype="uint8"), label


def detector():
    """A small single shot detector with random weights."""
    net = gluoncv.model_zoo.get_model(
        "ssd_300_mobilenet0.25_custom", classes=CLASSES, pretrained_base=False, root="."
    )
    net.initialize(mx.init.Uniform(0.1))
    net(nd.zeros((1, 3, SIZE, SIZE)))  # the shapes of its parameters are known from here on
    return net


def train(net, steps, batch_size=8):
    """Train on pictures of our own; return the loss at the beginning and at the end.

    They need no augmentation. For photographs, ``SSDDefaultTrainTransform(width, height, anchors)``
    distorts, cuts and mirrors them, and makes the targets as well.
    """
    with autograd.train_mode():
        _, _, anchors = net(nd.zeros((1, 3, SIZE, SIZE)))
    pairs = gluon.data.SimpleDataset([picture(seed) for seed in range(200)])
    loader = gluon.data.DataLoader(
        pairs.transform(SSDDefaultValTransform(SIZE, SIZE)),
        batch_size,
        shuffle=True,
        last_batch="rollover",
        batchify_fn=Tuple(Stack(), Pad(pad_val=-1)),
    )
    targets = SSDTargetGenerator(negative_mining_ratio=-1)
    rate = mx.lr_scheduler.CosineScheduler(steps, base_lr=0.004, warmup_steps=min(20, steps // 2))
    settings = {"learning_rate": 0.004, "lr_scheduler": rate}
    trainer = gluon.Trainer(net.collect_params(), "adam", settings)
    criterion, losses = SSDMultiBoxLoss(), []
    net.hybridize()
    while len(losses) < steps:
        for images, labels in loader:
            classes, boxes, _ = targets(anchors, None, labels[:, :, :4], labels[:, :, 4:5])
            with autograd.record():
                scores, places, _ = net(images)
                total, _, _ = criterion(scores, places, classes, boxes)
                autograd.backward(total)
            trainer.step(1)
            losses.append(float(total[0].mean().asscalar()))
            if len(losses) % 25 == 0:
                print(f"step {len(losses)}, loss {np.mean(losses[-25:]):.3f}")
            if len(losses) == steps:
                break
    net.set_nms(nms_thresh=0.45, nms_topk=400)  # also drops the trace made for training
    return np.mean(losses[:5]), np.mean(losses[-5:])


def evaluate(net):
    """The mean average precision on pictures it has not seen."""
    metric = VOC07MApMetric(iou_thresh=0.5, class_names=CLASSES)
    for seed in range(1000, 1020):
        image, label = picture(seed)
        batch, _ = transform_test(image, short=SIZE)
        kinds, scores, boxes = net(batch)
        scale = batch.shape[2] / image.shape[0]
        truth = nd.array(label[None])
        metric.update(boxes / scale, kinds, scores, truth[:, :, :4], truth[:, :, 4:])
    return metric.get()[1][-1]


def look(net, batches, images, path, threshold):
    """Find objects in images, print which, draw them into one file; return the scores of each."""
    figure = Figure(figsize=(3 * len(images), 3), layout="constrained")
    cells = figure.subplots(1, len(images), squeeze=False)[0]
    detections = [draw(net, *one, threshold) for one in zip(batches, images, cells, strict=True)]
    figure.savefig(path, dpi=80)
    print(f"drawn: {path}")
    return detections


def draw(net, batch, image, axes, threshold):
    """Find objects in an image, print which, draw them; return all scores."""
    kinds, scores, boxes = (array[0].asnumpy() for array in net(batch))
    height, width = image.shape[:2]
    boxes = boxes.clip(0, [width, height, width, height])  # a box may go beyond the image
    good = scores[:, 0] >= threshold
    for kind, score, box in zip(kinds[good, 0], scores[good, 0], boxes[good], strict=True):
        print(f"  {net.classes[int(kind)]} {score:.2f} at {box.round().astype(int).tolist()}")
    if not good.any():
        print(f"  nothing with a score of {threshold} or more; the best is {scores.max():.2f}")
    gluoncv.utils.viz.plot_bbox(
        image, boxes, scores[:, 0], kinds[:, 0], threshold, net.classes, dict(COLORS), ax=axes
    )
    axes.set_axis_off()
    return scores


def pretrained(name, root="~/.mxnet/models"):
    """A network of the model zoo with its weights from disk, or a hint where to get them."""
    path = pathlib.Path(root).expanduser() / f"{name}-{short_hash(name)}.params"
    if not path.exists():
        sys.exit(
            f"The weights of {name} are not at {path}.\n"
            f"With a connection, gluoncv.model_zoo.get_model({name!r}, pretrained=True) downloads\n"
            "them to there once. Without one, copy that file from a computer that has it."
        )
    net = gluoncv.model_zoo.get_model(name, pretrained_base=False)
    net.load_parameters(str(path))
    return net


def main(steps=400, out=None, model=None, image=None, threshold=0.5):
    random.seed(0)
    np.random.seed(0)
    mx.random.seed(0)
    folder = pathlib.Path(out or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    if model:
        batch, images = load_test(image, short=512)
        look(pretrained(model), [batch], [images], folder / "detected.jpg", threshold)
        return None
    net = detector()
    first, last = train(net, steps)
    print(f"mean average precision on 20 new pictures: {evaluate(net):.3f}")
    batches, images = transform_test([picture(seed)[0] for seed in range(2000, 2004)], short=SIZE)
    scores = look(net, batches, images, folder / "detected.jpg", threshold)
    gluoncv.utils.export_block(str(folder / "detector"), net, preprocess=None, layout="CHW")
    loaded = gluon.SymbolBlock.imports(
        str(folder / "detector-symbol.json"), ["data"], str(folder / "detector-0000.params")
    )
    difference = float(np.abs(loaded(batches[0])[1][0].asnumpy() - scores[0]).max())
    print(f"exported: {folder / 'detector'}-*; loaded again, its scores differ by {difference:.1e}")
    return first, last, difference


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=400, help="how long to train (400)")
    parser.add_argument("--out", help="where pictures and the exported network go to")
    parser.add_argument("--model", help="use this network of GluonCV's model zoo, do not train")
    parser.add_argument("--image", help="the picture that --model looks at")
    parser.add_argument("--threshold", type=float, default=0.5, help="least score to show (0.5)")
    options = parser.parse_args()
    if bool(options.model) != bool(options.image):
        parser.error("--model and --image go together")
    main(**vars(options))
