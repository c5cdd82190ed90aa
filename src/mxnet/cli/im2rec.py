"""Create lists of images, and pack images into record files.

First make a list with a line for each image: number, label and path. With --recursive each folder
is a label, otherwise all images have label 0:

    mxnet im2rec --list --recursive --train-ratio 0.9 images folder/

Then make a record file and its index for each list that begins with the prefix:

    mxnet im2rec --resize 256 --num-thread 4 images folder/
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import sys

import numpy as np

from .._formats.local import replacing
from .._images.decoding import decode_image, opencv_package
from .._text.reprs import count
from ..error import MXNetError
from ..recordio import IRHeader, MXIndexedRecordIO, pack, pack_img
from ._terminal import progress

SEED = 100  # MXNet: lists are shuffled with a constant seed
REPORT = 1000  # images


def add_arguments(parser) -> None:
    """Declare the arguments of the command: the options of MXNet's script."""
    parser.add_argument("prefix", help="the prefix of lists and record files")
    parser.add_argument("root", help="the folder of the images")
    lists = parser.add_argument_group("making lists")
    lists.add_argument("--list", action="store_true", help="make lists, instead of record files")
    lists.add_argument(
        "--exts",
        nargs="+",
        default=[".jpeg", ".jpg", ".png"],
        help="file suffixes (.jpeg .jpg .png)",
    )
    lists.add_argument("--chunks", type=int, default=1, help="number of lists to make (1)")
    lists.add_argument("--train-ratio", type=float, default=1.0, help="fraction for training (1.0)")
    lists.add_argument("--test-ratio", type=float, default=0.0, help="fraction for testing (0.0)")
    lists.add_argument(
        "--recursive", action="store_true", help="search subfolders; each is a label"
    )
    lists.add_argument(
        "--no-shuffle", dest="shuffle", action="store_false", help="keep the order of names"
    )
    records = parser.add_argument_group("making record files")
    records.add_argument(
        "--pass-through", action="store_true", help="pack files as they are, without decoding"
    )
    records.add_argument("--resize", type=int, default=0, help="resize the shorter side to this")
    records.add_argument("--center-crop", action="store_true", help="cut out the middle square")
    records.add_argument(
        "--quality", type=int, help="JPEG quality 1 to 100 (95), or PNG compression 1 to 9 (9)"
    )
    records.add_argument("--num-thread", type=int, default=1, help="processes that encode (1)")
    records.add_argument(
        "--color",
        type=int,
        default=1,
        choices=[-1, 0, 1],
        help="1 color (default), 0 gray, -1 unchanged",
    )
    records.add_argument(
        "--encoding", default=".jpg", choices=[".jpg", ".png"], help="format of images (.jpg)"
    )
    records.add_argument("--pack-label", action="store_true", help="pack all labels of a line")


def run(options) -> int:
    """Create lists, or record files from existing lists."""
    if not os.path.isdir(options.root):
        raise MXNetError(
            f"{options.root!r} is not a folder: pass the prefix, then the folder of the images"
        )
    if options.list:
        _make_lists(options)
        return 0
    highest, usual = (9, 9) if options.encoding == ".png" else (100, 95)
    if options.resize < 0:
        raise MXNetError(f"--resize must be a positive number of pixels, got {options.resize}")
    if options.quality is None:
        options.quality = usual
    if not 1 <= options.quality <= highest:
        raise MXNetError(
            f"--quality of {options.encoding} must be from 1 to {highest}, got {options.quality}"
        )
    lists = _lists_of(options.prefix)
    if not lists:
        raise MXNetError(f"there is no list {options.prefix}*.lst; make one with --list")
    return max(_pack(path, options) for path in lists)


# ------------------------------------------------------------------------------------------- lists


def _make_lists(options) -> None:
    if options.chunks < 1 or options.train_ratio + options.test_ratio > 1 + 1e-9:
        raise MXNetError(
            f"expected at least one chunk and shares of at most 1 together, got --chunks "
            f"{options.chunks} --train-ratio {options.train_ratio} --test-ratio "
            f"{options.test_ratio}"
        )
    images = list(_list_images(options))
    if not images:
        hint = "" if options.recursive else "; --recursive looks into its folders too"
        endings = " or ".join(options.exts)
        raise MXNetError(f"{options.root!r} has no images that end with {endings}{hint}")
    entries = list(enumerate(images))
    if options.shuffle:
        random.Random(SEED).shuffle(entries)
    size = -(-len(entries) // options.chunks)
    for i in range(options.chunks):
        chunk = entries[i * size : (i + 1) * size]
        suffix = f"_{i}" if options.chunks > 1 else ""
        train, test = (int(len(chunk) * r) for r in (options.train_ratio, options.test_ratio))
        if options.train_ratio == 1:
            parts = {"": chunk}
        else:
            parts = {
                "_test": chunk[:test],
                "_train": chunk[test : test + train],
                "_val": chunk[test + train :],
            }
        for part, rows in parts.items():
            if rows or part == "_train":
                _write_list(f"{options.prefix}{suffix}{part}.lst", rows)


def _list_images(options):
    """Yield (path relative to the root, label) of every image, folders and files in order."""
    endings, labels = {f".{ending.lower().lstrip('.')}" for ending in options.exts}, {}
    for folder, folders, files in os.walk(options.root, followlinks=True):
        folders.sort()
        for name in sorted(files):
            if os.path.splitext(name)[1].lower() not in endings:
                continue
            label = labels.setdefault(folder, len(labels)) if options.recursive else 0
            yield os.path.relpath(os.path.join(folder, name), options.root), label
        if not options.recursive:
            return
    for folder, label in labels.items():
        print(os.path.relpath(folder, options.root), label)


def _write_list(path, rows) -> None:
    with replacing(path) as file:
        for number, (name, label) in rows:
            file.write(f"{number}\t{label:f}\t{name}\n".encode())


def _lists_of(prefix) -> list[str]:
    folder, beginning = os.path.split(os.path.abspath(prefix))
    if prefix.endswith(".lst") and os.path.isfile(prefix):
        return [prefix]
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [
        os.path.join(folder, name)
        for name in names
        if name.startswith(beginning) and name.endswith(".lst")
    ]


def _rows_of(path):
    """Yield number, labels and file name of every line of a list."""
    with open(path, encoding="utf-8") as lines:
        for position, line in enumerate(lines, 1):
            words = line.strip("\n").split("\t")
            if words == [""]:
                continue
            try:
                number, *labels = int(words[0]), *(float(word) for word in words[1:-1])
            except ValueError:
                labels = []
            if not labels:
                raise MXNetError(
                    f"{path!r}, line {position}: expected a number, labels and a file name with "
                    f"tabs between them, got {line.strip()!r}"
                )
            yield number, labels, words[-1]


# ----------------------------------------------------------------------------------------- records


def _pack(path, options) -> int:
    """Pack the images of a list; report and skip unreadable ones."""
    rows = list(_rows_of(path))
    base = os.path.splitext(path)[0]
    if options.num_thread < 1:
        raise MXNetError(f"--num-thread must be at least 1, got {options.num_thread}")
    drafts = {ending: f"{base}{ending}.part" for ending in (".idx", ".rec")}
    tasks = ((row, options) for row in rows)
    failed = 0
    try:
        with contextlib.ExitStack() as stack:
            results = map(_record, tasks)
            if options.num_thread > 1:
                pool = stack.enter_context(multiprocessing.Pool(options.num_thread))
                results = pool.imap(_record, tasks, chunksize=16)
            writer = MXIndexedRecordIO(drafts[".idx"], drafts[".rec"], "w")
            stack.callback(writer.close)
            bar = progress(results, len(rows), f"{base}.rec", "image")
            for done, (number, record, problem) in enumerate(bar, 1):
                if record is None:
                    print(problem, file=sys.stderr)
                    failed += 1
                else:
                    writer.write_idx(number, record)
                # There is no progress bar, as output goes to a file.
                if done % REPORT == 0 and bar.disable:
                    print(f"{base}.rec: {done} of {len(rows)}")
        for ending, draft in drafts.items():
            os.replace(draft, base + ending)
    finally:
        for draft in drafts.values():
            with contextlib.suppress(FileNotFoundError):
                os.unlink(draft)
    left_out = f", {failed} left out" if failed else ""
    print(f"{base}.rec: {count(len(rows) - failed, 'image')}{left_out}")
    return int(failed == len(rows))


def _record(task):
    """Return the number of an image, its record, and the error if there is none."""
    (number, labels, name), options = task
    path = os.path.join(options.root, name)
    packs = options.pack_label and len(labels) > 1
    header = IRHeader(0, np.array(labels, np.float32) if packs else labels[0], number, 0)
    try:
        return number, _encode(path, header, options), None
    except (OSError, MXNetError) as error:
        return number, None, f"{path}: {getattr(error, 'strerror', None) or error}; left out"


def _encode(path, header, options):
    with open(path, "rb") as file:
        content = file.read()
    if options.pass_through:
        return pack(header, content)
    cv2 = opencv_package()
    image = decode_image(cv2.imdecode, np.frombuffer(content, np.uint8), options.color)
    if image is None:
        raise MXNetError("not an image that OpenCV can read")
    if options.center_crop:
        image = _crop_square(image)
    if options.resize:
        image = _resize(cv2, image, options.resize)
    return pack_img(header, image, options.quality, options.encoding)


def _crop_square(image):
    height, width = image.shape[:2]
    side = min(height, width)
    y, x = (height - side) // 2, (width - side) // 2
    return image[y : y + side, x : x + side]


def _resize(cv2, image, shorter):
    height, width = image.shape[:2]
    if height > width:
        size = shorter, height * shorter // width
    else:
        size = width * shorter // height, shorter
    return cv2.resize(image, size)
