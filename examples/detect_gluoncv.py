"""Object detection with GluonCV, the package from PyPI, on top of this MXNet.

    pip install gluoncv==0.10.5.post0
    python detect_gluoncv.py --out detected

A single-shot detector learns to find five kinds of shapes in pictures that are drawn here, so
nothing is downloaded; on one core it takes about four minutes. Then it looks at new pictures,
draws what it found, is exported, and finds the same after it was loaded as a plain symbol.

    python detect_gluoncv.py --model ssd_512_mobilenet1.0_voc --image street.jpg --out detected

uses a network that was trained before. Its weights are looked for in ``~/.mxnet/models``; if they
are not there, the program says which file is missing and how to get it.
"""

import argparse
import itertools
import pathlib
import random
import sys
import tempfile

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

try:
    import cv2
    import gluoncv
    from gluoncv.data.batchify import Pad, Stack, Tuple
    from gluoncv.data.transforms.presets.ssd import (
        SSDDefaultValTransform,
        transform_test,
    )
    from gluoncv.loss import SSDMultiBoxLoss
    from gluoncv.model_zoo.model_store import short_hash
    from gluoncv.model_zoo.ssd.ssd import get_ssd
    from gluoncv.model_zoo.ssd.target import SSDTargetGenerator
    from gluoncv.utils.metrics.voc_detection import VOC07MApMetric
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle
except ModuleNotFoundError as error:
    sys.exit(
        f"this example needs {error.name}: pip install gluoncv==0.10.5.post0 'regluon[vision,viz]'"
    )

SIZE, RATE = 160, 0.003
ZOOM = 3  # of the pictures that are shown
CLASSES = ["circle", "square", "triangle", "star", "heart"]
COLORS = ["#1f77b4", "#d95f02", "#1b8a3a", "#c22030", "#8e30b0"]  # of boxes


def outline(kind, radius, turn):
    """The corners of a shape around the origin."""
    angle = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    if kind == "heart":
        x = 16 * np.sin(angle) ** 3
        y = 5 * np.cos(2 * angle) + 2 * np.cos(3 * angle) + np.cos(4 * angle) - 13 * np.cos(angle)
        return radius / 16 * np.stack([x, y], 1)
    corners = {"circle": 120, "square": 4, "triangle": 3, "star": 10}[kind]
    angle = angle[:: 120 // corners] + turn - np.pi / (4 if kind == "square" else 2)
    length = np.where(np.arange(corners) % 2, 0.45, 1) if kind == "star" else np.ones(corners)
    return radius * length[:, None] * np.stack([np.cos(angle), np.sin(angle)], 1)


def background(draw, size):
    """Two pale colors that run into each other, like clouds."""
    one, other = draw.uniform(150, 250, (2, 3)).astype("float32")
    clouds = draw.uniform(0, 1, (5, 5, 1)).astype("float32")
    clouds = cv2.resize(clouds, (size, size), interpolation=cv2.INTER_CUBIC)[:, :, None]
    return one + (other - one) * clouds


def paint(image, corners, color):
    """Fill a shape with smooth edges, over a soft shadow."""
    fraction = (corners * 16).astype("int32")
    size = image.shape[0]
    mask = cv2.fillPoly(np.zeros((size, size), "uint8"), [fraction], 255, cv2.LINE_AA, shift=4)
    depth = size // 50
    shadow = cv2.GaussianBlur(np.roll(mask, (depth, depth), (0, 1)), (0, 0), depth) / 255 * 0.4
    image *= 1 - shadow[:, :, None]
    image += (color - image) * (mask[:, :, None] / 255)


def scene(seed, zoom=1):
    """A picture of two to five shapes, and their label: left, top, right, bottom, class."""
    draw = np.random.RandomState(seed)
    image, label, centers = background(draw, SIZE * zoom), [], []
    for _ in range(draw.randint(2, 6)):
        radius = draw.uniform(16, 36)
        for _ in range(20):  # look for a free place
            center = draw.uniform(radius, SIZE - radius, 2)
            if all(np.hypot(*(center - at)) > 0.9 * (radius + other) for at, other in centers):
                break
        else:
            continue
        centers.append((center, radius))
        kind = draw.randint(len(CLASSES))
        corners = zoom * (center + outline(CLASSES[kind], radius, draw.uniform(-0.4, 0.4)))
        saturated = np.uint8([[[draw.randint(180), draw.randint(130, 255), draw.randint(90, 230)]]])
        paint(image, corners, cv2.cvtColor(saturated, cv2.COLOR_HSV2RGB)[0, 0].astype("float32"))
        label.append([*corners.min(0), *corners.max(0), kind])
    image += draw.normal(0, 4, image.shape)
    return nd.array(image.clip(0, 255), dtype="uint8"), np.array(label, "float32")


def detector():
    """A small single-shot detector with random weights."""
    net = get_ssd(
        "mobilenet0.25",
        SIZE,
        features=["relu10_fwd", "relu22_fwd", "relu26_fwd"],  # every 8, 16 and 32 pixels
        filters=[],
        sizes=[24, 40, 60, 90],
        ratios=[[1, 2, 0.5]] * 3,
        steps=[8, 16, 32],
        classes=CLASSES,
        dataset="shapes",
        pretrained_base=False,
    )
    net.initialize(mx.init.Xavier(magnitude=2))
    net(nd.zeros((1, 3, SIZE, SIZE)))  # the shapes of its parameters are known from here on
    return net


def train(net, steps, batch_size=16):
    """Train on pictures of our own; return the loss at the beginning and at the end.

    They need no augmentation. For photographs, ``SSDDefaultTrainTransform(width, height, anchors)``
    distorts, cuts and mirrors them, and makes the targets as well.
    """
    with autograd.train_mode():
        _, _, anchors = net(nd.zeros((1, 3, SIZE, SIZE)))
    pairs = gluon.data.SimpleDataset([scene(seed) for seed in range(min(1000, steps * batch_size))])
    loader = gluon.data.DataLoader(
        pairs.transform(SSDDefaultValTransform(SIZE, SIZE)),
        batch_size,
        shuffle=True,
        last_batch="rollover",
        batchify_fn=Tuple(Stack(), Pad(pad_val=-1)),
    )
    targets = SSDTargetGenerator(negative_mining_ratio=-1)
    rate = mx.lr_scheduler.CosineScheduler(steps, base_lr=RATE, warmup_steps=min(50, steps // 2))
    settings = {"learning_rate": RATE, "lr_scheduler": rate}
    trainer = gluon.Trainer(net.collect_params(), "adam", settings)
    criterion, losses = SSDMultiBoxLoss(), []
    net.hybridize()
    batches = itertools.chain.from_iterable(itertools.repeat(loader))
    for images, labels in itertools.islice(batches, steps):
        classes, boxes, _ = targets(anchors, None, labels[:, :, :4], labels[:, :, 4:5])
        with autograd.record():
            scores, places, _ = net(images)
            total, _, _ = criterion(scores, places, classes, boxes)
            autograd.backward(total)
        trainer.step(1)
        losses.append(float(total[0].mean().asscalar()))
        if len(losses) % 50 == 0:
            print(f"step {len(losses)}, loss {np.mean(losses[-50:]):.3f}")
    net.set_nms(nms_thresh=0.45, nms_topk=400)  # also drops the trace made for training
    return np.mean(losses[:5]), np.mean(losses[-5:])


def evaluate(net):
    """The mean average precision on pictures it has not seen."""
    metric = VOC07MApMetric(iou_thresh=0.5, class_names=CLASSES)
    for seed in range(5000, 5040):
        image, label = scene(seed)
        batch, _ = transform_test(image, short=SIZE)
        kinds, scores, boxes = net(batch)
        scale = batch.shape[2] / image.shape[0]
        truth = nd.array(label[None])
        metric.update(boxes / scale, kinds, scores, truth[:, :, :4], truth[:, :, 4:])
    return metric.get()[1][-1]


def look(net, images, short, path, threshold):
    """Find objects in images, print which, draw them into one file."""
    columns = min(4, len(images))
    rows = -(-len(images) // columns)
    figure = Figure(figsize=(2.5 * columns, 2.5 * rows), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.02, h_pad=0.02, wspace=0, hspace=0)
    cells = figure.subplots(rows, columns, squeeze=False)
    for image, axes in zip(images, cells.flat, strict=True):
        draw(net, image, short, axes, threshold)
    figure.savefig(path, dpi=120, pil_kwargs={"quality": 90})
    print(f"drawn: {path}")


def draw(net, image, short, axes, threshold):
    """Find objects in an image, print which, and draw them."""
    batch, resized = transform_test(image, short=short)
    rows = nd.concat(*net(batch), dim=2)  # class, score, box; of one object, perhaps two classes
    rows = nd.contrib.box_nms(rows, overlap_thresh=0.45, id_index=0, force_suppress=True)
    kinds, scores, boxes = np.split(rows[0].asnumpy(), [1, 2], axis=1)
    height, width = image.shape[:2]
    boxes = boxes * (height / resized.shape[0])  # in pixels of the image
    boxes = boxes.clip(0, [width, height, width, height])  # a box may go beyond the image
    good = scores[:, 0] >= threshold
    axes.imshow(image.asnumpy())
    axes.set_axis_off()
    for kind, score, box in zip(kinds[good, 0], scores[good, 0], boxes[good], strict=True):
        name, color = net.classes[int(kind)], COLORS[int(kind) % len(COLORS)]
        print(f"  {name} {score:.2f} at {box.round().astype(int).tolist()}")
        (left, top), (across, down) = box[:2], box[2:] - box[:2]
        axes.add_patch(Rectangle((left, top), across, down, fill=False, color=color, linewidth=1.8))
        label = axes.text(left, top, f"{name} {score:.0%}", color="white", fontsize=7, va="bottom")
        label.set_bbox({"facecolor": color, "edgecolor": color, "pad": 1.2})
    if not good.any():
        print(f"  nothing with a score of {threshold} or more; the best is {scores.max():.2f}")


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


def main(steps=900, out=None, model=None, image=None, threshold=0.5):
    random.seed(0)
    np.random.seed(0)
    mx.random.seed(0)
    folder = pathlib.Path(out or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    if model:
        look(pretrained(model), [mx.image.imread(image)], 512, folder / "detected.jpg", threshold)
        return None
    net = detector()
    first, last = train(net, steps)
    print(f"mean average precision on 40 new pictures: {evaluate(net):.3f}")
    images = [scene(seed, ZOOM)[0] for seed in range(6000, 6008)]
    look(net, images, SIZE, folder / "detected.jpg", threshold)
    return first, last, export(net, images[0], folder)


def export(net, image, folder):
    """Write the network, load it as a plain symbol, and return how much its scores differ."""
    gluoncv.utils.export_block(str(folder / "detector"), net, preprocess=None, layout="CHW")
    loaded = gluon.SymbolBlock.imports(
        str(folder / "detector-symbol.json"), ["data"], str(folder / "detector-0000.params")
    )
    batch, _ = transform_test(image, short=SIZE)
    difference = float((loaded(batch)[1] - net(batch)[1]).abs().max().asscalar())
    print(f"exported: {folder / 'detector'}-*; loaded again, its scores differ by {difference:.1e}")
    return difference


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=900, help="how long to train (900)")
    parser.add_argument("--out", help="where pictures and the exported network go to")
    parser.add_argument("--model", help="use this network of GluonCV's model zoo, do not train")
    parser.add_argument("--image", help="the picture that --model looks at")
    parser.add_argument("--threshold", type=float, default=0.5, help="least score to show (0.5)")
    options = parser.parse_args()
    if bool(options.model) != bool(options.image):
        parser.error("--model and --image go together")
    main(**vars(options))
