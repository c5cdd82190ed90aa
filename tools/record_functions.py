"""Record what the real MXNet 1.9.1 answers to the calls in tests/unit/ndarray/function_cases.py.

Run with an interpreter that has mxnet 1.9.1, from the root of the repository:

    ORACLE/bin/python tools/record_functions.py
"""

from __future__ import annotations

import pathlib
import sys

import numpy as np

import mxnet as mx

ROOT = pathlib.Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.golden import archive  # noqa: E402
from tests.unit.ndarray.function_cases import CASES, call, kinds, parts  # noqa: E402

recorded = {}
for number, case in enumerate(CASES):
    result = call(mx.nd, *case)
    recorded[f"{number}/kinds"] = np.array(kinds(result))
    recorded.update({f"{number}/{i}": part for i, part in enumerate(parts(result))})
archive.save(ROOT / "tests" / "golden" / "nd_functions.npz", recorded)
print(f"{len(CASES)} calls, {len(recorded)} arrays")
