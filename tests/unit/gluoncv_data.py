"""Small data sets in the formats that GluonCV reads, and what it makes of them.

Run here and by the real MXNet. Pictures are PNG whatever their name says, so that all pixels are
the same everywhere.
"""

from __future__ import annotations

import pathlib
import random
import tempfile

import gluoncv
import numpy as np
from gluoncv.data import batchify
from gluoncv.data.transforms import video
from gluoncv.data.transforms.presets import center_net, rcnn, ssd, yolo
from PIL import Image

import mxnet as mx
from mxnet import autograd, gluon, nd, recordio

IDS = ("000001", "000002", "000003")
OBJECT = (
    "<object><name>{}</name><difficult>0</difficult><bndbox><xmin>{}</xmin><ymin>{}</ymin>"
    "<xmax>{}</xmax><ymax>{}</ymax></bndbox></object>"
)
DOG, PERSON = ("dog", 11, 6, 41, 31), ("person", 21, 11, 61, 46)


def with_seed(function):
    """Return a function that always draws the same random numbers."""

    def call(*args):
        random.seed(0)
        np.random.seed(0)
        return function(*args)

    return call


def write_picture(path, seed, height=48, width=64):
    path.parent.mkdir(parents=True, exist_ok=True)
    pixels = np.random.RandomState(seed).randint(0, 255, (height, width, 3))
    Image.fromarray(pixels.astype("uint8")).save(path, format="PNG")


def write_lines(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


def write_all(root):
    """Write Pascal VOC, a list, records, ImageNet, ADE20K and the frames of two videos."""
    for i, name in enumerate(IDS):
        for year in (2007, 2012):
            write_picture(root / f"voc/VOC{year}/JPEGImages/{name}.jpg", i)
        objects = "".join(OBJECT.format(*each) for each in (DOG, PERSON))
        size = "<size><width>64</width><height>48</height></size>"
        text = f"<annotation>{size}{objects}</annotation>"
        write_lines(root / f"voc/VOC2007/Annotations/{name}.xml", [text])
        mask = np.zeros((48, 64), "uint8")
        mask[6:31, 11:41] = 12
        folder = root / "voc/VOC2012/SegmentationClass"
        folder.mkdir(parents=True, exist_ok=True)
        Image.fromarray(mask).save(folder / f"{name}.png")
        ade = root / "ade/ADEChallengeData2016"
        write_picture(ade / f"images/training/{name}.jpg", i)
        labels = ade / f"annotations/training/{name}.png"
        labels.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(mask).save(labels)
        write_picture(root / f"imagenet/train/n0{i % 2}/{name}.JPEG", i)
    write_lines(root / "voc/VOC2007/ImageSets/Main/trainval.txt", IDS)
    write_lines(root / "voc/VOC2012/ImageSets/Segmentation/trainval.txt", IDS)
    for clip in ("one", "two"):
        for i in range(12):
            write_picture(root / f"frames/{clip}/img_{i + 1:05d}.jpg", i, 40, 56)
    write_lines(root / "frames.txt", ["one 12 0", "two 12 1"])
    header = [4, 5, 64, 48, 1, 0.2, 0.1, 0.7, 0.6]
    line = "\t".join(map(str, header))
    write_lines(root / "det.lst", [f"{i}\t{line}\tJPEGImages/{IDS[i]}.jpg" for i in range(3)])
    records = recordio.MXIndexedRecordIO(str(root / "det.idx"), str(root / "det.rec"), "w")
    for i, name in enumerate(IDS):
        picture = (root / f"voc/VOC2007/JPEGImages/{name}.jpg").read_bytes()
        records.write_idx(i, recordio.pack(recordio.IRHeader(0, header, i, 0), picture))
    records.close()


def describe(sample):
    """Return shapes, means and spreads of the arrays in a sample, as one row of numbers."""
    if isinstance(sample, (list, tuple)):
        return [number for part in sample for number in describe(part)]
    array = sample.asnumpy() if isinstance(sample, nd.NDArray) else np.asarray(sample)
    if array.dtype.kind not in "fiub":
        return []
    return [*array.shape, array.astype("float64").mean(), array.astype("float64").std()]


def voc(root):
    return gluoncv.data.VOCDetection(str(root / "voc"), [(2007, "trainval")])


def detection(root):
    folder = str(root / "voc/VOC2007")
    sets = [
        voc(root),
        gluoncv.data.CustomVOCDetection(
            root=str(root / "voc"), splits=[("VOC2007", "trainval")], generate_classes=True
        ),
        gluoncv.data.LstDetection(str(root / "det.lst"), root=folder),
        gluoncv.data.RecordFileDetection(str(root / "det.rec")),
        gluoncv.data.ImageNet(str(root / "imagenet"), train=True),
    ]
    mixed = gluoncv.data.MixupDetection(voc(root))
    mixed.set_mixup(np.random.beta, 1.5, 1.5)
    return [describe(each[1]) + [len(each)] for each in [*sets, mixed]]


def segmentation(root):
    to_tensor = gluon.data.vision.transforms.ToTensor()
    rows = []
    for name, folder in (("pascal_voc", "voc"), ("ade20k", "ade")):
        for mode in ("train", "val", "testval"):
            each = gluoncv.data.get_segmentation_dataset(
                name, root=str(root / folder), split="train", mode=mode, transform=to_tensor,
                base_size=40, crop_size=32,
            )  # fmt: skip
            rows.append([*describe(each[0]), len(each), each.num_class])
    return rows


def videos(root):
    colors = {"mean": [0.485, 0.456, 0.406], "std": [0.229, 0.224, 0.225]}
    train = video.VideoGroupTrainTransform(size=(24, 24), scale_ratios=[1.0, 0.8], **colors)
    test = gluon.data.vision.transforms.Compose([
        video.VideoTenCrop(24), video.VideoToTensor(),
        video.VideoNormalize(colors["mean"], colors["std"]),
    ])  # fmt: skip
    common = {
        "root": str(root / "frames"), "setting": str(root / "frames.txt"),
        "new_width": 40, "new_height": 32, "target_width": 24, "target_height": 24,
    }  # fmt: skip
    sets = [
        gluoncv.data.UCF101(transform=train, num_segments=2, new_length=3, **common),
        gluoncv.data.VideoClsCustom(
            transform=test, train=False, test_mode=True, num_segments=2, num_crop=10, **common
        ),
    ]
    return [describe(each[1]) for each in sets]


def ready(name, size):
    net = gluoncv.model_zoo.get_model(name, pretrained=False, pretrained_base=False)
    net.initialize()
    if size:
        net(nd.zeros((1, 3, size, size)))
    return net


def targets(root):
    """What the presets for training make of pictures and boxes, sample by sample."""
    detector = ready("ssd_300_mobilenet0.25_voc", 96)
    with autograd.train_mode():
        anchors = detector(nd.zeros((1, 3, 96, 96)))[2]
    presets = [
        ssd.SSDDefaultTrainTransform(96, 96, anchors),
        yolo.YOLO3DefaultTrainTransform(96, 96, ready("yolo3_mobilenet0.25_voc", None)),
        rcnn.FasterRCNNDefaultTrainTransform(64, 96, ready("faster_rcnn_resnet50_v1b_voc", None)),
        center_net.CenterNetDefaultTrainTransform(96, 96, num_class=20, scale_factor=4),
        center_net.CenterNetDefaultValTransform(96, 96),
    ]
    samples = [
        with_seed(voc(root).transform(preset).__getitem__)(i) for preset in presets for i in (0, 2)
    ]
    # OpenCV's versions turn pictures a little differently, as CenterNet does.
    return [describe(sample[0 if i < 6 else 1 :]) for i, sample in enumerate(samples)]


def batches(root):
    """Batches of labels of different lengths, made by two worker processes."""
    preset = rcnn.FasterRCNNDefaultValTransform(64, 96)
    loader = gluon.data.DataLoader(
        voc(root).transform(preset), 2, num_workers=2,
        batchify_fn=batchify.Tuple(*[batchify.Append() for _ in range(3)]),
    )  # fmt: skip
    padded = gluon.data.DataLoader(
        voc(root).transform(ssd.SSDDefaultValTransform(32, 32)), 2, num_workers=2,
        batchify_fn=batchify.Tuple(batchify.Stack(), batchify.Pad(pad_val=-1)),
    )  # fmt: skip
    both = [gluoncv.data.DetectionDataLoader(voc(root), 2), loader, padded]
    return [describe(batch) for each in both for batch in each]


FAMILIES = (detection, segmentation, videos, targets, batches)


def values():
    """Return all of it as one row of numbers."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        write_all(root)
        mx.random.seed(0)
        return {
            family.__name__: np.array([n for row in with_seed(family)(root) for n in row])
            for family in FAMILIES
        }
