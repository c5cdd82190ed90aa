"""Record what networks of GluonCV 0.10.5 answer on the real MXNet 1.9.1.

Run with an interpreter that has both, from the root of the repository:

    ORACLE/bin/python tools/record_gluoncv.py [networks] [values] [data]
"""

from __future__ import annotations

import os
import pathlib
import sys

import numpy as np

os.environ["MXNET_MKLDNN_ENABLED"] = "0"  # it cannot set parameters that have been used
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from tests.golden import archive
from tests.unit import gluoncv_cases as cases
from tests.unit import gluoncv_data as data

ROOT = pathlib.Path(__file__).parents[1]

PATH = ROOT / "tests" / "golden" / "gluoncv.npz"
WANTED = sys.argv[1:] or ["networks", "values", "data"]

recorded = dict(archive.load(PATH))
for name in cases.NETWORKS if "networks" in WANTED else ():
    net, _, outputs = cases.run(name)
    shapes = sorted(f"{key} {p.shape}" for key, p in net.collect_params().items())
    recorded[f"{name}/parameters"] = np.frombuffer("\n".join(shapes).encode(), "uint8")
    for i, array in enumerate(outputs):
        # of large ones a part and the mean
        recorded[f"{name}/out{i}"] = array.ravel()[:200]
        recorded[f"{name}/shape{i}"] = np.array(array.shape)
        recorded[f"{name}/mean{i}"] = np.array([array.astype("float64").mean()])
if "values" in WANTED:
    recorded.update({f"{name}/values": function() for name, function in cases.VALUES.items()})
if "data" in WANTED:
    recorded.update({f"data/{name}": row for name, row in data.values().items()})
archive.save(PATH, recorded)
print(f"{len(recorded)} arrays")
