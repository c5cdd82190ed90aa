"""Record what the real MXNet 1.9.1 prints for tests/unit/ndarray/cases.txt, and a pickle of arrays.

usage: ORACLE/bin/python tools/record_ndarray.py
"""

import json
import pathlib
import pickle
import sys

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from tests.unit.ndarray.cases import GOLDEN, cases, outcome

assert mx.__version__ == "1.9.1", f"record with the real MXNet 1.9.1, not {mx.__version__}"

recorded = {case: outcome(mx, case) for case in cases()}
GOLDEN.write_text(json.dumps(recorded, indent=0, ensure_ascii=False) + "\n")
print(f"recorded {len(recorded)} cases")

DTYPES = ("float32", "float64", "float16", "uint8", "int8", "int32", "int64", "bool")
arrays = {dtype: mx.nd.array([[0, 1, 2], [3, 4, 5]], dtype=dtype) for dtype in DTYPES}
arrays["on_cpu_1"] = mx.nd.array([1, 2], ctx=mx.cpu(1))
(GOLDEN.parent / "files" / "arrays.pkl").write_bytes(pickle.dumps(arrays, protocol=2))
