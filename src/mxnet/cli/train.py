"""Train an image classifier.

DATA is a folder with a subfolder of images for each class (or with folders `train` and `val` of
that kind), a record file written by `mxnet im2rec`, or `digits`, which is included with the
package. Without --val, a fifth of the images is kept for validation.

    mxnet train digits
    mxnet train flowers/ --net resnet18_v1 --pretrained --epochs 20 --size 224 --out flowers-run
    mxnet train flowers.rec --val flowers_val.rec --amp bfloat16 --workers 4
    mxnet train flowers/ --out flowers-run --epochs 20 --resume

Results are written to the folder --out: the best network (model.mx, and model-symbol.json with
model-0000.params for MXNet), the parameters of the best epoch, a checkpoint, the history as JSON
and for TensorBoard, and plots of the training curve and the confusion matrix. An interrupted
training continues with --resume and the same options; the result is bit-identical to that of an
uninterrupted training.
"""

from __future__ import annotations

import json
import os
import sys

from .._formats.local import replacing
from .._text.reprs import count
from .._text.spelling import did_you_mean
from ..base import MXNetError
from ..callback import make_summary_writer
from ..gluon.model_zoo import vision
from ..optimizer import Optimizer
from ..random import seed_everything
from ._terminal import paint
from ._training.data import Data, read_data
from ._training.loop import Settings, Training
from ._training.network import build_network, load_weights
from ._training.pictures import draw_confusion, draw_curve

MODEL = "model.json"  # classes and image size, for `mxnet predict`


def add_arguments(parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("data", help="a folder, a record file, or: digits")
    parser.add_argument("--val", help="a folder or record file for validation")
    parser.add_argument("-o", "--out", default="run", help="the folder for results (run)")
    parser.add_argument("--resume", action="store_true", help="continue the training in --out")
    network = parser.add_argument_group("network")
    network.add_argument("--net", default="small", help="small, or a zoo network (small)")
    network.add_argument("--size", type=int, help="width and height of images (64, digits 8)")
    network.add_argument("--weights", metavar="FILE", help="start with the parameters in this file")
    network.add_argument(
        "--pretrained", action="store_true", help="start with the zoo's parameters for ImageNet"
    )
    network.add_argument("--freeze", action="store_true", help="train only the output layer")
    course = parser.add_argument_group("training")
    course.add_argument("--epochs", type=int, default=10, help="passes over the images (10)")
    course.add_argument(
        "--batch-size", type=int, help="images in a batch (64, fewer if there are few images)"
    )
    course.add_argument("--optimizer", default="adam", help="any of mx.optimizer (adam)")
    course.add_argument("--lr", type=float, default=0.003, help="learning rate (0.003)")
    course.add_argument("--wd", type=float, default=1e-4, help="weight decay (0.0001)")
    course.add_argument(
        "--schedule", default="cosine", choices=["cosine", "step", "constant"],
        help="learning rate schedule (cosine)",
    )  # fmt: skip
    course.add_argument("--warmup", type=float, default=0.5, help="epochs of warm-up (0.5)")
    course.add_argument(
        "--no-augment", dest="augment", action="store_false", help="do not augment images"
    )
    course.add_argument("--amp", choices=["bfloat16", "float16"], help="mixed precision")
    course.add_argument("--workers", type=int, default=0, help="processes that read images (0)")
    course.add_argument("--seed", type=int, default=0, help="seed of all random numbers (0)")


def run(options) -> int:
    """Train, and write all results."""
    _check(options)
    data = read_data(options.data, options.val, options.size)
    if options.batch_size is None:
        options.batch_size = default_batch_size(len(data.train))
    seed_everything(options.seed)
    net = _network(options, data)
    # Otherwise the first batch of a process runs without a plan and is rounded differently.
    net.hybridize(static_alloc=True, static_shape=True)
    if os.path.exists(options.out) and not os.path.isdir(options.out):
        raise MXNetError(f"--out must be a folder, and {options.out!r} is a file")
    if not options.resume:  # a folder for it exists, or there is nothing to resume
        os.makedirs(options.out, exist_ok=True)
    transform = data.preprocessing.for_training(options.augment, data.flips)
    training = Training(net, data, _settings(options), options.out, transform)
    if options.resume:
        training.resume()
        print(f"resumed after epoch {len(training.history)}")
    elif os.path.exists(os.path.join(options.out, "history.json")):
        raise MXNetError(f"{options.out!r} has a training already: --resume it, or choose --out")
    names = data.preprocessing.classes
    print(f"{count(len(data.train), 'image')} for training, {len(data.validation)} for validation, "
          f"{len(names)} classes; network: {options.net}, batch size: {options.batch_size}"
    )  # fmt: skip
    try:
        training.fit(_Report(options.out))
    except KeyboardInterrupt:
        if training.history:
            print("interrupted; the same options and --resume continue it", file=sys.stderr)
        raise
    _finish(training, options)
    return 0


def _check(options) -> None:
    least = {"epochs": 1, "batch_size": 1, "size": 1, "workers": 0, "warmup": 0}
    for name, bound in least.items():
        value = getattr(options, name)
        if value is not None and not value >= bound:
            option = name.replace("_", "-")
            raise MXNetError(f"--{option} must be at least {bound}, got {value:g}")
    if not options.lr > 0:
        raise MXNetError(f"--lr must be a positive number, got {options.lr:g}")
    known = [name for name in Optimizer.opt_registry if not name.startswith("_")]
    if options.optimizer.lower() not in known:
        hint = did_you_mean(options.optimizer, known)
        raise MXNetError(f"there is no optimizer {options.optimizer!r}.{hint}")
    if options.pretrained and (options.net == "small" or options.weights):
        raise MXNetError("--pretrained goes with a network of the zoo (--net) and no --weights")


def default_batch_size(images: int) -> int:
    """Return 64, or fewer if an epoch would have less than 16 steps, too few to learn anything.

    With 144 images and 64 in a batch, the accuracy was 0.67 after ten epochs, with 8 it was 1.
    """
    size = 64
    while size > 8 and images < 16 * size:
        size //= 2
    return size


def _settings(options) -> Settings:
    names = ("data", "val", "net", "size", "weights", "pretrained", "freeze", "augment")
    return Settings(
        options.epochs, options.batch_size, options.optimizer, options.lr, options.wd,
        options.schedule, options.warmup, options.seed, options.amp, options.workers,
        {name: getattr(options, name) for name in names},
    )  # fmt: skip


def _network(options, data: Data):
    images = data.preprocessing
    net = build_network(options.net, len(images.classes), images.size, images.channels)
    if options.pretrained:
        net.features = vision.get_model(options.net, pretrained=True, prefix="net_").features
    if options.weights:
        fresh = load_weights(net, options.weights)
        print(f"{options.weights}: read all but {', '.join(fresh) or 'nothing'}")
    if options.freeze:
        net.features.collect_params().setattr("grad_req", "null")
    return net


class _Report:
    """Prints a line for each epoch, and writes it for TensorBoard if that is installed."""

    def __init__(self, folder: str):
        try:
            self._writer = make_summary_writer(os.path.join(folder, "tensorboard"), "the log")
        except MXNetError:
            self._writer = None
            print("no log for TensorBoard: pip install 'regluon[viz]'")
        print(paint("epoch      loss  accuracy  val. loss  val. accuracy   seconds", "bold"))

    def __call__(self, row: dict) -> None:
        print(f"{row['epoch']:5}  {row['loss']:8.4f}  {row['accuracy']:8.4f}  "
              f"{row['val_loss']:9.4f}  {row['val_accuracy']:13.4f}  {row['seconds']:8.1f}",
              flush=True)  # fmt: skip
        if self._writer is not None:
            for name in row.keys() - {"epoch"}:
                self._writer.add_scalar(name, row[name], row["epoch"])
            self._writer.flush()


def _finish(training: Training, options) -> None:
    """Write the best network and the charts."""
    net, folder = training.net, options.out
    net.load_parameters(os.path.join(folder, "best.params"))
    confusion, _ = training.validate()
    net.export(os.path.join(folder, "model"))
    net.save(os.path.join(folder, "model.mx"))
    images = training.data.preprocessing
    with replacing(os.path.join(folder, MODEL)) as file:
        file.write(json.dumps(images.asdict(), indent=1).encode())
    best = max(training.history, key=lambda row: row["val_accuracy"])
    written = ["model.mx", "model-symbol.json", "model-0000.params"]
    try:
        title = f"{options.net} on {options.data}"
        draw_curve(training.history, os.path.join(folder, "curve.png"), title)
        draw_confusion(confusion, images.classes, os.path.join(folder, "confusion.png"))
        written += ["curve.png", "confusion.png"]
    except MXNetError as error:
        print(f"no pictures: {error}")
    accuracy = paint(f"{best['val_accuracy']:.4f}", "green")
    print(f"best validation accuracy {accuracy} in epoch {best['epoch']}")
    print(f"{os.path.join(folder, '')}: {', '.join(written)}")
