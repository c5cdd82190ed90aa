"""Record how the real MXNet 1.9.1 reads a file of pictures: two rounds for each way to do it.

    PYTHON_WITH_MXNET_1.9.1 tools/record_image_records.py

needs one thread: OMP_NUM_THREADS=1.
"""

from __future__ import annotations

import os
import pathlib
import sys

import numpy as np

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from tests.golden import archive
from tests.unit.io import record_cases as cases

ROOT = pathlib.Path(__file__).parents[1]


def main():
    os.chdir(ROOT / "tests" / "golden" / "records")
    found = {}
    for name, options in cases.CASES.items():
        batches = mx.io.ImageRecordIter(path_imgrec="pictures.rec", **{**cases.SIZE, **options})
        data, labels, pads = cases.two_rounds(batches)
        # Pixels of the first round only: the second has the same pictures again.
        found[f"{name}/data"] = np.concatenate(data[:2])
        found[f"{name}/labels"] = np.concatenate(labels)
        found[f"{name}/pads"] = np.array(pads[: len(pads) // 2], np.int64)
        print(name, found[f"{name}/data"].shape, pads)
    archive.save(ROOT / "tests" / "golden" / "image_records.npz", found)


if __name__ == "__main__":
    main()
