"""Record what the real MXNet 1.9.1 makes of a picture with mx.image and the transforms.

usage: ORACLE/bin/python tools/record_augmenters.py
"""

import pathlib
import sys

import numpy as np

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from tests.golden import archive
from tests.unit.image.cases import GOLDEN, ROWS, TEXTS, run, text

assert mx.__version__ == "1.9.1", f"record with the real MXNet 1.9.1, not {mx.__version__}"

recorded = {f"{row}/{part}": a for row in ROWS for part, a in run(mx, row).items()}
for row in TEXTS:
    recorded[f"{row}/text"] = np.frombuffer(text(mx, row).encode(), np.uint8)
archive.save(GOLDEN, recorded)
print(f"{len(recorded)} answers")
