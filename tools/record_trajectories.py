"""Record where twenty steps of each update operator lead in the real MXNet 1.9.1.

Run with an interpreter that has mxnet 1.9.1, from the root of the repository:

    ORACLE/bin/python tools/record_trajectories.py
"""

from __future__ import annotations

import pathlib
import sys

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from tests.golden import archive
from tests.ops.trajectory import FOLLOW, GOLDEN

recorded = {
    f"{name}/{part}": array
    for name, follow in FOLLOW.items()
    for part, array in follow(mx.nd).items()
}
archive.save(GOLDEN, recorded)
print(f"{len(FOLLOW)} trajectories, {len(recorded)} arrays")
