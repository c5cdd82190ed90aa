"""Ways to read a file of pictures; `tools/record.py image_records` lets the real 1.9.1 read so.

``seed_aug`` makes random changes repeatable.
"""

from __future__ import annotations

import contextlib
import pathlib

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden"

SIZE = {"data_shape": (3, 14, 12), "batch_size": 4, "preprocess_threads": 1, "verbose": False}
SEEDED = {"seed_aug": 3}

CASES = {
    "plain": {},
    "grey": {"data_shape": (1, 14, 12)},
    "larger": {"data_shape": (3, 34, 40)},
    "resize": {"resize": 15},
    "resize cubic": {"resize": 17, "inter_method": 2},
    "resize nearest": {"resize": 17, "inter_method": 0},
    "resize area": {"resize": 15, "inter_method": 3},
    "resize auto": {"resize": 15, "inter_method": 9},
    "resize random": {"resize": 15, "inter_method": 10, **SEEDED},
    "crop": {"rand_crop": True, **SEEDED},
    "crop sizes": {"rand_crop": True, "min_crop_size": 12, "max_crop_size": 20, **SEEDED},
    "crop sizes in the middle": {"min_crop_size": 12, "max_crop_size": 20, **SEEDED},
    "resized crop": {
        "random_resized_crop": True, "min_random_area": 0.2, "max_random_area": 0.9,
        "min_aspect_ratio": 0.75, "max_aspect_ratio": 1.33, **SEEDED,
    },
    "resized crop by area": {"random_resized_crop": True, "min_random_area": 0.3, **SEEDED},
    "mirror": {"mirror": True},
    "random mirror": {"rand_mirror": True, **SEEDED},
    "pad": {"data_shape": (3, 30, 30), "pad": 5, "fill_value": 77},
    "rotate": {"rotate": 30, "inter_method": 1},
    "random rotation": {"max_rotate_angle": 40, **SEEDED},
    "list of rotations": {"rotate_list": "15,80,200", **SEEDED},
    "shear": {"max_shear_ratio": 0.3, **SEEDED},
    "scale": {"min_random_scale": 0.7, "max_random_scale": 1.3, **SEEDED},
    "aspect": {"max_aspect_ratio": 0.25, **SEEDED},
    "aspect range": {"min_aspect_ratio": 0.7, "max_aspect_ratio": 0.9, **SEEDED},
    "sizes of the picture": {"min_img_size": 25.0, "max_img_size": 28.0},
    "brightness": {"brightness": 0.5, **SEEDED},
    "contrast": {"contrast": 0.5, **SEEDED},
    "saturation": {"saturation": 0.5, **SEEDED},
    "jitter": {"brightness": 0.3, "contrast": 0.3, "saturation": 0.3, **SEEDED},
    "hue": {"random_h": 40, **SEEDED},
    "light and saturation": {"random_s": 40, "random_l": 50, **SEEDED},
    "pca noise": {"pca_noise": 0.4, **SEEDED},
    "normalize": {
        "mean_r": 123.68, "mean_g": 116.78, "mean_b": 103.94,
        "std_r": 58.4, "std_g": 57.12, "std_b": 57.38,
    },
    "scaled": {"scale": 1 / 255, "mean_r": 10.0},
    "contrast and light": {"max_random_contrast": 0.4, "max_random_illumination": 20, **SEEDED},
    "all": {
        "resize": 18, "rand_crop": True, "rand_mirror": True, "max_rotate_angle": 10,
        "max_aspect_ratio": 0.1, "max_shear_ratio": 0.1, "random_h": 10, "random_s": 10,
        "random_l": 10, "pca_noise": 0.1, "mean_r": 100.0, "scale": 0.01, "shuffle": True, **SEEDED,
    },
    "one stream of random numbers": {"rand_crop": True, "rand_mirror": True},
    "uint8": {"dtype": "uint8", "rand_mirror": True, **SEEDED},
    "int8": {"dtype": "int8", "mean_r": 100.4, "mean_g": 30.5, "mean_b": 200.0},
    "shuffle": {"shuffle": True},
    "shuffle, seed": {"shuffle": True, "seed": 9},
    "shuffle, index": {"shuffle": True, "path_imgidx": "pictures.idx"},
    "shuffle, index, part": {
        "shuffle": True, "path_imgidx": "pictures.idx", "num_parts": 2, "part_index": 0,
        "batch_size": 3,
    },
    "index": {"path_imgidx": "pictures.idx", "rand_crop": True, **SEEDED},
    "first part": {"num_parts": 2, "part_index": 0, "batch_size": 2},
    "second part": {"num_parts": 2, "part_index": 1, "batch_size": 2},
    "third of three parts": {"num_parts": 3, "part_index": 2, "batch_size": 1},
    "labels of a list": {"path_imglist": "pictures.lst", "label_width": 2},
}  # fmt: skip


def two_rounds(batches):
    """Return the data, labels and padding of all batches of two rounds."""
    data, labels, pads = [], [], []
    for _ in range(2):
        for batch in batches:
            data.append(batch.data[0].asnumpy())
            labels.append(batch.label[0].asnumpy().reshape(-1))
            pads.append(batch.pad)
        batches.reset()
    return data, labels, pads


def record(mx):
    """Return the golden file, made by the real MXNet."""
    recorded = {}
    for name, options in CASES.items():
        with contextlib.chdir(GOLDEN / "records"):
            batches = mx.io.ImageRecordIter(path_imgrec="pictures.rec", **{**SIZE, **options})
            data, labels, pads = two_rounds(batches)
        # Pixels of the first round only: the second has the same pictures again.
        recorded[f"{name}/data"] = np.concatenate(data[:2])
        recorded[f"{name}/labels"] = np.concatenate(labels)
        recorded[f"{name}/pads"] = np.array(pads[: len(pads) // 2], np.int64)
    return {GOLDEN / "image_records.npz": recorded}
