"""Record how modules of the real MXNet 1.9.1 train.

Run with an interpreter that has mxnet 1.9.1, from the root of the repository:

    ORACLE/bin/python tools/record_module.py
"""

from __future__ import annotations

import pathlib
import sys

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from tests.golden import archive
from tests.unit.module.trajectories import CASES, GOLDEN

recorded = {
    f"{name}/{part}": array for name, run in CASES.items() for part, array in run(mx).items()
}
archive.save(GOLDEN, recorded)
print(f"{len(CASES)} trainings, {len(recorded)} arrays")
