"""Ways to read pictures with boxes; `tools/record.py det_records` lets the real 1.9.1 read so.

One thread has one stream of random numbers, so that random changes can be repeated.
``python -m tests.unit.io.det_cases`` writes the pictures, with this package and OpenCV.
"""

from __future__ import annotations

import contextlib
import pathlib

import numpy as np

import mxnet

GOLDEN = pathlib.Path(__file__).parents[2] / "golden"

SIZE = {"data_shape": (3, 16, 20), "batch_size": 3, "preprocess_threads": 1, "verbose": False}
CROP = {"rand_crop_prob": 0.8, "min_crop_scales": 0.3}
PAD = {"rand_pad_prob": 0.8, "max_pad_scale": 2.5}

CASES = {
    "plain": {},
    "grey": {"data_shape": (1, 16, 20)},
    "resize": {"resize": 14},
    "shrink": {"resize_mode": "shrink"},
    "shrink, mean": {"resize_mode": "shrink", "mean_r": 100.0, "mean_g": -5.0, "std_b": 3.0},
    "fit": {"resize_mode": "fit"},
    "nearest": {"inter_method": 0},
    "area": {"inter_method": 3},
    "auto": {"inter_method": 9},
    "random interpolation": {"inter_method": 10},
    "mirror": {"rand_mirror_prob": 0.5},
    "always mirror": {"rand_mirror_prob": 1.0},
    "pad": PAD,
    "pad, other colour": {**PAD, "fill_value": 13, "resize_mode": "fit"},
    "crop": CROP,
    "crop, overlap": {**CROP, "crop_emit_mode": "overlap", "emit_overlap_thresh": 0.5},
    "crop, least overlap": {**CROP, "min_crop_overlaps": 0.3, "max_crop_trials": 50},
    "crop, most overlap": {**CROP, "max_crop_overlaps": 0.4},
    "crop, sample coverage": {**CROP, "min_crop_sample_coverages": 0.2},
    "crop, object coverage": {**CROP, "min_crop_object_coverages": 0.7},
    "crop, aspect": {
        **CROP, "min_crop_aspect_ratios": 0.5, "max_crop_aspect_ratios": 2.0,
    },
    "crop, three samplers": {
        "rand_crop_prob": 1.0, "num_crop_sampler": 3, "min_crop_scales": (0.2, 0.3, 0.4),
        "max_crop_scales": (0.9, 1.0, 1.0), "min_crop_overlaps": (0.1, 0.3, 0.7),
        "max_crop_trials": (10, 20, 30), "min_crop_aspect_ratios": 0.5,
        "max_crop_aspect_ratios": 2.0,
    },
    "hue": {"random_hue_prob": 0.7, "max_random_hue": 30},
    "saturation": {"random_saturation_prob": 0.7, "max_random_saturation": 40},
    "light": {"random_illumination_prob": 0.7, "max_random_illumination": 50},
    "contrast": {"random_contrast_prob": 0.7, "max_random_contrast": 0.5},
    "normalize": {
        "mean_r": 123.0, "mean_g": 117.0, "mean_b": 104.0, "std_r": 58.4, "std_g": 57.1,
        "std_b": 57.4, "scale": 0.5,
    },
    "scale": {"scale": 1 / 255},
    "labels of the list": {"path_imglist": "objects.lst"},
    "labels of the list, width": {"path_imglist": "objects.lst", "label_width": 7},
    "padded labels": {"label_pad_width": 25, "label_pad_value": -7.0},
    "shuffle": {"shuffle": True},
    "shuffle, seed": {"shuffle": True, "seed": 9},
    "second part": {"num_parts": 2, "part_index": 1, "batch_size": 2},
    "not rounded": {"round_batch": False},
    "all": {
        **CROP, **PAD, "rand_mirror_prob": 0.5, "random_hue_prob": 0.5, "max_random_hue": 18,
        "random_saturation_prob": 0.5, "max_random_saturation": 32,
        "random_illumination_prob": 0.5, "max_random_illumination": 32,
        "random_contrast_prob": 0.5, "max_random_contrast": 0.5, "shuffle": True, "resize": 18,
    },
}  # fmt: skip


def write_pictures(mx):
    """Write seven pictures of different sizes with one to three boxes."""
    rng = np.random.RandomState(0)
    writer = mx.recordio.MXRecordIO("objects.rec", "w")
    lines = []
    for i in range(7):
        height, width = 18 + 3 * i, 36 - 4 * i
        coarse = mx.nd.array(rng.randint(0, 256, (4, 5, 3)), dtype="uint8")
        picture = mx.image.imresize(coarse, width, height).asnumpy()
        boxes = []
        for _ in range(1 + i % 3):
            low, high = rng.uniform(0, 0.5, 2), rng.uniform(0.55, 1, 2)
            boxes.append([rng.randint(20), *low, *high])
        if i == 4:
            boxes.append([3, 0.7, 0.2, 0.6, 0.4])  # which is empty
        header = [2, 5]
        if i % 2:  # more in the header, and of each object
            header = [4, 6, width, height]
            boxes = [[*box, i / 8] for box in boxes]
        label = np.array([*header, *np.ravel(boxes)], np.float32)
        packed = mx.recordio.IRHeader(0, label, 10 + i, 0)
        writer.write(mx.recordio.pack_img(packed, picture, img_fmt=".png"))
        low, high = rng.uniform(0, 0.5, 2).round(3), rng.uniform(0.55, 1, 2).round(3)
        lines.append("\t".join(map(str, [10 + i, 2, 5, i, *low, *high, f"{i}.png"])))
    writer.close()
    pathlib.Path("objects.lst").write_text("\n".join(lines) + "\n")


def record(mx):
    """Return the golden file, made by the real MXNet."""
    recorded = {}
    for name, options in CASES.items():
        with contextlib.chdir(GOLDEN / "records"):
            batches = mx.io.ImageDetRecordIter(path_imgrec="objects.rec", **{**SIZE, **options})
            data, labels, pads, indices = _read_twice(batches)
        # Pixels of the first round only: the second has the same pictures again.
        recorded[f"{name}/data"] = np.concatenate(data[: len(data) // 2])
        recorded[f"{name}/labels"] = np.concatenate(labels)
        recorded[f"{name}/pads"] = np.array(pads, np.int64)
        recorded[f"{name}/indices"] = np.concatenate(indices).astype(np.int64)
    return {GOLDEN / "det_records.npz": recorded}


def _read_twice(batches):
    data, labels, pads, indices = [], [], [], []
    for _ in range(2):
        for batch in batches:
            data.append(batch.data[0].asnumpy())
            labels.append(batch.label[0].asnumpy())
            pads.append(batch.pad)
            indices.append(batch.index)
        batches.reset()
    return data, labels, pads, indices


if __name__ == "__main__":
    with contextlib.chdir(GOLDEN / "records"):
        write_pictures(mxnet)
