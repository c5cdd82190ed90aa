"""Record what networks of GluonCV 0.10.5 answer on the real MXNet 1.9.1.

Run with an interpreter that has both, from the root of the repository:

    ORACLE/bin/python tools/record_gluoncv.py
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

ROOT = pathlib.Path(__file__).parents[1]

recorded = {}
for name in cases.NETWORKS:
    net, _, outputs = cases.run(name)
    shapes = sorted(f"{key} {p.shape}" for key, p in net.collect_params().items())
    recorded[f"{name}/parameters"] = np.frombuffer("\n".join(shapes).encode(), "uint8")
    for i, array in enumerate(outputs):
        # of large ones a part and the mean
        recorded[f"{name}/out{i}"] = array.ravel()[:200]
        recorded[f"{name}/shape{i}"] = np.array(array.shape)
        recorded[f"{name}/mean{i}"] = np.array([array.astype("float64").mean()])
for name, function in cases.VALUES.items():
    recorded[f"{name}/values"] = function()
archive.save(ROOT / "tests" / "golden" / "gluoncv.npz", recorded)
print(f"{len(recorded)} arrays")
