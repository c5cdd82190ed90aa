"""Record what the real MXNet 1.9.1 computes in the cases of tests/unit/gluon/rnn_cases.py.

Run with an interpreter that has mxnet 1.9.1, from the root of the repository:

    ORACLE/bin/python tools/record_gluon_rnn.py
"""

from __future__ import annotations

import json
import pathlib
import sys

import numpy as np

import mxnet as mx

ROOT = pathlib.Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.golden import archive  # noqa: E402
from tests.unit.gluon.rnn_cases import CASES, GRAPHS, graph, run  # noqa: E402

recorded, texts = {}, {}
for case in CASES:
    arrays, texts[case.key] = run(mx, case)
    recorded.update({f"{case.key}/{name}": array for name, array in arrays.items()})
texts["graphs"] = [graph(mx, *made) for made in GRAPHS]
recorded["texts"] = np.frombuffer(json.dumps(texts).encode(), np.uint8)
archive.save(ROOT / "tests" / "golden" / "gluon_rnn.npz", recorded)
print(f"{len(CASES)} cases, {len(recorded)} arrays")
