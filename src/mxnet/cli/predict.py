"""Classify images with a trained network.

MODEL is a folder written by `mxnet train`, or a network in a file. IMAGES are files, folders
(including subfolders), or `digits` for the test images included with the package. For a network in
a file, the image size is that of its input, and --classes is a file with one class on each line.
If the images of a folder are in subfolders named like the classes, the output has these labels and
the number of correct predictions.

    mxnet predict run cat.jpg dog.jpg
    mxnet predict run images/ --top 3 --csv > classes.csv
    mxnet predict resnet-symbol.json images/ --size 224 --classes synset.txt --json
"""

from __future__ import annotations

import csv
import os
import sys

import numpy as np

from .. import image, ndarray as nd
from ..base import MXNetError
from ..gluon.data.vision import Digits
from ._model import Model, read_model
from ._terminal import print_json, print_table, progress
from ._training.preprocessing import Preprocessing, read_preprocessing_file

IMAGES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")


def add_arguments(parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("model", help="a folder of `mxnet train`, or a network in a file")
    parser.add_argument("images", nargs="+", metavar="IMAGES", help="files, folders, or: digits")
    parser.add_argument("--top", type=int, default=1, help="how many classes for each image (1)")
    parser.add_argument("--classes", metavar="FILE", help="the names of the classes, line by line")
    parser.add_argument("--size", type=int, help="width and height of the network's images")
    parser.add_argument("--batch-size", type=int, default=32, help="images at a time (32)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--csv", action="store_true", help="print comma-separated values")


def run(options) -> int:
    """Print a row for each image and class; return 1 if an image could not be read."""
    if options.top < 1 or options.batch_size < 1 or (options.size is not None and options.size < 1):
        raise MXNetError("--top, --batch-size and --size must be at least 1")
    model, preprocessing = _read(options)
    predict = _Predictor(model, preprocessing, options.top)
    rows, failed = [], 0
    batch = []
    items = list(_images(options.images))
    for name, label, read in progress(items, title="images"):
        label = label if label in preprocessing.classes else None
        try:
            batch.append((name, label, predict.prepare(read(preprocessing.flag))))
        except (MXNetError, OSError) as error:
            reason = str(error).splitlines()[0].removeprefix("Error in operator _cvimread: ")
            print(f"{name}: {reason}", file=sys.stderr)
            failed += 1
        if len(batch) == options.batch_size:
            rows += predict(batch)
            batch = []
    rows += predict(batch) if batch else []
    if rows or options.json or options.csv:
        _print(rows, options)
    return int(failed > 0)


def _read(options) -> tuple[Model, Preprocessing]:
    path = options.model
    if os.path.isdir(path):
        path = os.path.join(path, "model.mx")
        if not os.path.isfile(path):
            raise MXNetError(f"{options.model!r} has no model.mx; did its training end?")
    description = os.path.join(os.path.dirname(path), "model.json")
    model = read_model(path)
    if model.graph is None:
        raise MXNetError(f"{path!r} has parameters alone; give the graph, *-symbol.json")
    if os.path.isfile(description) and not options.classes and not options.size:
        return model, read_preprocessing_file(description)
    return model, _guess(model, options)


def _guess(model: Model, options) -> Preprocessing:
    """Return size and classes from the options and the input described in the file."""
    shape = next(iter(model.shapes.values()), ())
    size = options.size or (shape[-1] if len(shape) == 4 else None)
    if size is None:
        raise MXNetError("the file does not have the size of its images: give --size 224")
    names = []
    if options.classes:
        try:
            with open(options.classes, encoding="utf-8") as file:
                names = [line.strip() for line in file if line.strip()]
        except OSError as error:
            raise MXNetError(f"cannot read {options.classes!r}: {error.strerror}") from error
    channels = shape[1] if len(shape) == 4 and shape[1] in (1, 3) else 3
    return Preprocessing(names, size, channels)


def _images(paths: list[str]):
    """Yield the name of each image, perhaps its label, and a function that reads it."""
    for path in paths:
        if path == "digits":
            digits, labels = Digits(train=False)[:]
            digits = (digits.astype("float32") * 255 / 16).astype("uint8")
            for i, (digit, label) in enumerate(zip(digits, labels, strict=True)):
                colors = nd.tile(digit, (1, 1, 3))
                images = (digit, colors)  # by the flag of image readers
                yield f"digits-{i:03d}", str(int(label)), images.__getitem__
        elif os.path.isdir(path):
            files = [os.path.join(f, name) for f, _, names in os.walk(path) for name in names]
            images = sorted(file for file in files if file.lower().endswith(IMAGES))
            if not images:
                raise MXNetError(f"there are no images in {path!r}")
            yield from _images(images)
        elif os.path.isfile(path):
            folder = os.path.basename(os.path.dirname(path))
            yield path, folder, lambda flag, path=path: image.imread(path, flag)
        else:
            raise MXNetError(f"there is no image {path!r}")


class _Predictor:
    """A network with the transform of its images."""

    def __init__(self, model: Model, preprocessing: Preprocessing, top: int):
        if len(model.inputs) != 1:
            raise MXNetError(f"expected a network with one input, got {', '.join(model.inputs)}")
        self._block, self._top = model.block(), top
        self._classes = preprocessing.classes
        self._is_probability = model.graph._entries[0][0].op.gives_probabilities
        self.prepare = preprocessing.for_prediction()

    def __call__(self, batch: list) -> list[dict]:
        names, labels, inputs = zip(*batch, strict=True)
        try:
            outputs = self._block(nd.stack(*inputs))
        except MXNetError as error:
            reason = str(error).splitlines()[0]
            raise MXNetError(f"the network does not take these images: {reason}") from error
        outputs = outputs[0] if isinstance(outputs, (list, tuple)) else outputs
        if outputs.ndim != 2:
            raise MXNetError(f"expected a score for each class, the network gives {outputs.shape}")
        scores = (outputs if self._is_probability else nd.softmax(outputs)).asnumpy()
        if self._classes and len(self._classes) != scores.shape[1]:
            raise MXNetError(f"there are {len(self._classes)} names of classes, but the network "
                             f"has {scores.shape[1]}")  # fmt: skip
        return [
            {"image": name, "class": self._name(index), "probability": float(row[index])}
            | ({} if label is None else {"label": label})
            for name, label, row in zip(names, labels, scores, strict=True)
            for index in np.argsort(-row)[: self._top]
        ]

    def _name(self, index: int) -> str:
        return self._classes[index] if self._classes else str(index)


def _print(rows: list[dict], options) -> None:
    if options.json:
        print_json(rows)
        return
    labeled = [row for row in rows[:: options.top] if "label" in row]
    headings = ["image", *(["label"] if labeled else []), "class", "probability"]
    if options.csv:
        writer = csv.DictWriter(sys.stdout, headings, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return
    rows = [{**row, "probability": f"{row['probability']:.4f}"} for row in rows]
    print_table(headings, [tuple(row.get(name, "") for name in headings) for row in rows], 1)
    if labeled:
        correct = sum(row["class"] == row["label"] for row in labeled)
        print(f"{correct} of {len(labeled)} correct ({correct / len(labeled):.4f})")
