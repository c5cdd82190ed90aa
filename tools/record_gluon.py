"""Record what the real MXNet 1.9.1 prints for tests/unit/gluon/cases.

usage: ORACLE/bin/python tools/record_gluon.py
"""

import contextlib
import json
import pathlib
import sys
import tempfile

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from tests.unit.gluon.cases import GOLDEN, cases, run

assert mx.__version__ == "1.9.1", f"record with the real MXNet 1.9.1, not {mx.__version__}"


def record_cases():
    recorded = {}
    for piece in cases().values():
        with tempfile.TemporaryDirectory() as folder:
            recorded[piece] = run(mx, piece, folder)
        with contextlib.suppress(mx.MXNetError):  # else it comes up in the next piece
            mx.nd.waitall()
    GOLDEN.write_text(json.dumps(recorded, indent=0, ensure_ascii=False) + "\n")
    print(f"recorded {len(recorded)} cases")


record_cases()
