"""Record what the real MXNet 1.9.1 answers about sparse arrays.

usage: ORACLE/bin/python tools/record_sparse.py
"""

import json
import pathlib
import sys

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from tests.unit.ndarray.sparse_cases import CASES, GOLDEN, answer

assert mx.__version__ == "1.9.1", f"record with the real MXNet 1.9.1, not {mx.__version__}"

recorded = {case: answer(mx, case) for case in CASES}
GOLDEN.write_text(json.dumps(recorded, indent=0) + "\n")
print(f"{len(recorded)} answers")
