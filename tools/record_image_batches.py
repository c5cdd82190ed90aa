"""Record what the real MXNet 1.9.1 gives for the calls in tests/unit/image/batch_cases.py.

usage: ORACLE/bin/python tools/record_image_batches.py
"""

import contextlib
import json
import pathlib
import sys
import tempfile

import numpy as np

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from tests.golden import archive
from tests.unit.image import batch_cases as cases

assert mx.__version__ == "1.9.1", f"record with the real MXNet 1.9.1, not {mx.__version__}"

found = {call: cases.run(mx, call) for call in cases.CALLS}
found |= {chain: cases.run_chain(mx, chain) for chain in cases.CHAINS}
with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
    names = cases.write_files(mx)
    found |= {call: cases.run_iterator(mx, call, names) for call in cases.ITERATORS}
recorded = {
    f"{name}/{n}": array for name, arrays in found.items() for n, array in enumerate(arrays)
}
for chain in cases.CHAINS:
    text = json.dumps(cases.told(mx, chain)).encode()
    recorded[f"{chain}/told"] = np.frombuffer(text, np.uint8)
archive.save(cases.GOLDEN, recorded)
print(f"{len(recorded)} arrays")
