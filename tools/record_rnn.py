"""Record the graphs that symbolic cells of the real MXNet 1.9.1 make, and what they compute.

Run with an interpreter that has mxnet 1.9.1, from the root of the repository:

    ORACLE/bin/python tools/record_rnn.py
"""

from __future__ import annotations

import pathlib
import sys

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from tests.golden import archive
from tests.unit.rnn.graphs import CELLS, GOLDEN, everything

archive.save(GOLDEN, everything(mx))
print(f"{len(CELLS)} cells")
