"""Detection and iterators of mx.image; the real MXNet 1.9.1 ran them to record what is right.

Every call starts from the same pictures, boxes and random numbers.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import random
import struct
import tempfile

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "image_batches.npz"

CALLS = [
    "image.DetHorizontalFlipAug(1)(bytes_, boxes)",
    "image.DetHorizontalFlipAug(0)(bytes_, boxes)",
    "image.DetBorrowAug(image.ResizeAug(12))(bytes_, boxes)",
    "image.DetRandomPadAug()(bytes_, boxes)",
    "image.DetRandomPadAug((0.5, 2), (2, 4), pad_val=7)(bytes_, boxes)",
    "image.DetRandomPadAug((0.1, 0.2), (1.1, 1.2), 3)(bytes_, boxes)",
    *(
        f"image.DetRandomCropAug({settings})(bytes_, boxes)"
        for settings in (
            "",
            "0.5, (0.5, 2), (0.2, 0.9)",
            "0.9, (0.3, 3), (0.1, 1), 0.8",
            "0.2, 1, 0.4",
            "0.1, (0.2, 5), (0.01, 0.1), 0.01, 200",
            "2, max_attempts=3",
        )
    ),
    "image.DetRandomSelectAug(image.DetRandomPadAug(max_attempts=9))(bytes_, boxes)",
    "image.DetRandomSelectAug([image.DetHorizontalFlipAug(p) for p in (1, 0)])(bytes_, boxes)",
    "image.DetRandomSelectAug([image.DetHorizontalFlipAug(1)], 1)(bytes_, boxes)",
    "image.CreateMultiRandCropAugmenter([0, 0.5], area_range=[(0.3, 1), 0.2])(bytes_, boxes)",
]

COLORS = "brightness=0.1, contrast=0.2, saturation=0.3, hue=0.1, pca_noise=0.1, rand_gray=0.5"
CROP = "rand_crop=True, rand_resize=True, rand_mirror=True"
CHAINS = [
    f"CreateAugmenter((3, 10, 12), mean=True, std=True, {COLORS})",
    f"CreateAugmenter((3, 10, 12), {CROP}, inter_method=10, mean=np.array([1.0, 2, 3]))",
    "CreateDetAugmenter((3, 10, 12))",
    f"CreateDetAugmenter((3, 10, 12), 15, 0.9, 0.8, rand_mirror=True, mean=True, {COLORS})",
    "CreateDetAugmenter((3, 10, 12), rand_crop=1, area_range=(0.3, 2))",
    "CreateDetAugmenter((3, 10, 12), rand_pad=1, pad_val=(1, 2, 3), std=np.array([2.0]))",
]

# Iterators over the files that `write_files` makes, 5 pictures in batches of 2 or 3.
LISTED, PACKED = "path_imglist='list.lst', path_root='.'", "path_imgrec='pack.rec'"
INDEXED = f"{PACKED}, path_imgidx='pack.idx'"
ITERATORS = [
    *(f"ImageIter(2, (3, 6, 7), {source})" for source in (LISTED, PACKED, INDEXED)),
    *(
        f"ImageIter(3, (3, 6, 7), {source}, last_batch_handle='{handle}')"
        for source in (LISTED, PACKED)
        for handle in ("pad", "discard", "roll_over")
    ),
    f"ImageIter(2, (3, 6, 7), {INDEXED}, shuffle=True)",
    f"ImageIter(3, (3, 6, 7), {LISTED}, shuffle=True, last_batch_handle='roll_over')",
    f"ImageIter(2, (3, 6, 7), {INDEXED}, num_parts=2, part_index=1)",
    f"ImageIter(2, (3, 6, 7), {INDEXED}, path_imglist='list.lst')",
    "ImageIter(2, (3, 6, 7), path_imglist='pairs.lst', path_root='.', label_width=2)",
    f"ImageIter(2, (3, 6, 7), {INDEXED}, label_width=2)",
    "ImageIter(2, (3, 6, 7), imglist=names, path_root='.', dtype='int64', data_name='x')",
    f"ImageIter(7, (3, 6, 7), {INDEXED})",
    f"ImageIter(7, (3, 6, 7), {INDEXED}, last_batch_handle='roll_over')",
    f"ImageIter(2, (3, 6, 7), {LISTED}, resize=9, {CROP}, mean=True, std=True, {COLORS})",
    f"ImageIter(2, (3, 8, 8), {INDEXED}, aug_list=[image.ForceResizeAug((8, 8))])",
    "ImageDetIter(2, (3, 6, 7), path_imglist='boxes.lst', path_root='.')",
    "ImageDetIter(3, (3, 6, 7), path_imgrec='boxes.rec', last_batch_handle='roll_over')",
    "ImageDetIter(3, (3, 6, 7), path_imglist='boxes.lst', path_root='.', shuffle=True)",
    f"ImageDetIter(2, (3, 6, 7), path_imgrec='boxes.rec', rand_crop=0.8, rand_pad=0.8, {COLORS})",
]
OBJECTS = [
    [2, 5, 1, 0.1, 0.2, 0.5, 0.6],
    [2, 5, 2, 0.1, 0.1, 0.9, 0.9, 0, 0.3, 0.3, 0.4, 0.4],
    [3, 5, 99, 0, 0, 0, 1, 1],
    [2, 5, 3, 0.2, 0.5, 0.4, 0.9, 1, 0.1, 0.1, 0.2, 0.2, 2, 0, 0, 0.5, 0.5],
    [2, 5, 1, 0.3, 0.3, 0.8, 0.7, 4, 0.5, 0.5, 0.5, 0.5],
]


def write_files(mx):
    """Write pictures to the current folder, and lists and record files of them."""
    state, names = np.random.RandomState(3), []
    for number, (height, width) in enumerate([(12, 16), (16, 12), (9, 9), (20, 10), (6, 7)]):
        names.append(f"{number}.bmp")
        pixels = state.randint(0, 256, (height, width, 3)).astype(np.uint8)
        pathlib.Path(names[-1]).write_bytes(bitmap(pixels))
    lists = {
        "list": [[number * 1.5] for number in range(5)],
        "pairs": [[number, number + 1] for number in range(5)],
        "boxes": OBJECTS,
    }
    for title, labels in lists.items():
        rows = ([n, *label, names[n]] for n, label in enumerate(labels))
        text = "".join("\t".join(map(str, row)) + "\n" for row in rows)
        pathlib.Path(f"{title}.lst").write_text(text)
    _pack(mx, "pack", names, [float(number) for number in range(5)])
    _pack(mx, "boxes", names, [np.array(label, np.float32) for label in OBJECTS])
    return names


def bitmap(pixels):
    """Return a picture as a BMP file, which needs no library to write."""
    height, width, _ = pixels.shape
    rows = np.pad(pixels[::-1].reshape(height, -1), ((0, 0), (0, -3 * width % 4))).tobytes()
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, len(rows), 0, 0, 0, 0)
    return struct.pack("<2sIHHI", b"BM", 54 + len(rows), 0, 0, 54) + info + rows


def _pack(mx, title, names, labels):
    records = mx.recordio.MXIndexedRecordIO(f"{title}.idx", f"{title}.rec", "w")
    for number, (name, label) in enumerate(zip(names, labels, strict=True)):
        header = mx.recordio.IRHeader(0, label, number, 0)
        records.write_idx(number, mx.recordio.pack(header, pathlib.Path(name).read_bytes()))
    records.close()


def run_iterator(mx, call, names):
    """Return shapes, then the data, labels and padding of the batches of three epochs."""
    known = {**scope(mx), "names": [[n, name] for n, name in enumerate(names)]}
    iterator = eval(f"image.{call}", known)
    shapes = [*iterator.provide_data, *iterator.provide_label]
    result = [np.array([number for _, shape in shapes for number in shape])]
    for _ in range(3):
        for batch in iterator:
            result += [batch.data[0].asnumpy(), batch.label[0].asnumpy(), np.array(batch.pad)]
        iterator.reset()
    return [*result, np.array([random.random(), np.random.rand()])]


def scope(mx):
    """Return the names in a call: pictures, boxes, and newly seeded random numbers."""
    state = np.random.RandomState(7)
    coarse = state.randint(0, 256, (5, 6, 3))
    smooth = np.kron(coarse, np.ones((4, 5, 1))) * 0.9 + state.randint(0, 25, (20, 30, 3))
    random.seed(11)
    np.random.seed(11)
    mx.random.seed(11)
    return {
        "np": np,
        "nd": mx.nd,
        "image": mx.image,
        "bytes_": mx.nd.array(smooth.astype(np.uint8), dtype=np.uint8),
        "boxes": np.array(
            [[1, 0.1, 0.2, 0.5, 0.6], [0, 0.4, 0.3, 0.9, 0.95], [2, 0.7, 0.05, 0.8, 0.15]]
        ),
    }


def run(mx, call):
    """Return the arrays of a call, and the next random numbers: they show how many were drawn."""
    arrays = [_array(part) for part in _flat(eval(call, scope(mx)))]
    return [*arrays, np.array([random.random(), np.random.rand()])]


def run_chain(mx, chain):
    """Apply a list of augmenters three times."""
    names = scope(mx)
    augmenters = eval(f"image.{chain}", names)
    result = []
    for _ in range(3):
        picture, boxes = names["bytes_"].copy(), names["boxes"].copy()
        for augmenter in augmenters:
            if "Det" in chain:
                picture, boxes = augmenter(picture, boxes)
            else:
                picture = augmenter(picture)
        result += [_array(picture), boxes]
    return [*result, np.array([random.random(), np.random.rand()])]


def describe(mx, chain):
    """Return the dumps of a list of augmenters."""
    return [augmenter.dumps() for augmenter in eval(f"image.{chain}", scope(mx))]


def _flat(result):
    if isinstance(result, tuple):
        return [part for item in result for part in _flat(item)]
    return [result]


def _array(value):
    return value.asnumpy() if hasattr(value, "asnumpy") else np.asarray(value)


def record(mx):
    """Return the golden file, made by the real MXNet."""
    results = {call: run(mx, call) for call in CALLS}
    results |= {chain: run_chain(mx, chain) for chain in CHAINS}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        names = write_files(mx)
        results |= {call: run_iterator(mx, call, names) for call in ITERATORS}
    recorded = {f"{name}/{n}": a for name, arrays in results.items() for n, a in enumerate(arrays)}
    for chain in CHAINS:
        text = json.dumps(describe(mx, chain)).encode()
        recorded[f"{chain}/told"] = np.frombuffer(text, np.uint8)
    return {GOLDEN: recorded}
