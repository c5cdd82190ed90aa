"""Record what the real MXNet 1.9.1 decodes from the files in tests/golden/images.

Run with an interpreter that has mxnet 1.9.1, from the root of the repository:

    ORACLE/bin/python tools/record_images.py
"""

from __future__ import annotations

import pathlib
import sys

import numpy as np

import mxnet as mx

ROOT = pathlib.Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.golden import archive  # noqa: E402

GOLDEN = ROOT / "tests" / "golden"


def main():
    recorded = {}
    for path in sorted((GOLDEN / "images").iterdir()):
        content = mx.nd.array(np.frombuffer(path.read_bytes(), np.uint8), dtype=np.uint8)
        decode = mx.nd._internal._cvimdecode
        recorded[f"{path.name}/colour"] = decode(content).asnumpy()
        recorded[f"{path.name}/reverse"] = decode(content, to_rgb=False).asnumpy()
        recorded[f"{path.name}/grey"] = decode(content, flag=0).asnumpy()
    archive.save(GOLDEN / "images.npz", recorded)
    print(f"{len(recorded)} images")


main()
