"""Record how the real MXNet 1.9.1 reads pictures with boxes, two rounds for each way to do it.

    OMP_NUM_THREADS=1 PYTHON_WITH_MXNET_1.9.1 tools/record_det_records.py

    python tools/record_det_records.py --pictures

writes the files of pictures that are read there, with this package and OpenCV.
"""

from __future__ import annotations

import os
import pathlib
import sys

import numpy as np

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from tests.golden import archive
from tests.unit.io import det_cases as cases

ROOT = pathlib.Path(__file__).parents[1]


def write_pictures():
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


def main():
    os.chdir(ROOT / "tests" / "golden" / "records")
    if "--pictures" in sys.argv:
        write_pictures()
        return
    found = {}
    for name, options in cases.CASES.items():
        batches = mx.io.ImageDetRecordIter(path_imgrec="objects.rec", **{**cases.SIZE, **options})
        data, labels, pads, indices = [], [], [], []
        for _ in range(2):
            for batch in batches:
                data.append(batch.data[0].asnumpy())
                labels.append(batch.label[0].asnumpy())
                pads.append(batch.pad)
                indices.append(batch.index)
            batches.reset()
        # Pixels of the first round only: the second has the same pictures again.
        found[f"{name}/data"] = np.concatenate(data[: len(data) // 2])
        found[f"{name}/labels"] = np.concatenate(labels)
        found[f"{name}/pads"] = np.array(pads, np.int64)
        found[f"{name}/indices"] = np.concatenate(indices).astype(np.int64)
        print(name, found[f"{name}/data"].shape, found[f"{name}/labels"].shape, pads)
    archive.save(ROOT / "tests" / "golden" / "det_records.npz", found)


if __name__ == "__main__":
    main()
