"""Record where fifteen steps of each optimizer lead in the real MXNet 1.9.1.

Run with an interpreter that has mxnet 1.9.1, from the root of the repository:

    ORACLE/bin/python tools/record_optimizers.py
"""

from __future__ import annotations

import pathlib
import sys

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from tests.golden import archive
from tests.unit.optimizer.trajectory import GOLDEN, cases, follow

recorded = {
    f"{name}/{part}": array
    for name, (optimizer, arguments) in cases().items()
    for part, array in follow(mx, optimizer, arguments).items()
}
archive.save(GOLDEN, recorded)
print(f"{len(cases())} trajectories, {len(recorded)} arrays")

updater = mx.optimizer.get_updater(mx.optimizer.Adam(learning_rate=0.1, wd=0.01))
weights = [mx.nd.ones((2, 3)), mx.nd.ones((3, 2))]
for step in range(3):
    grads = [mx.nd.ones((2, 3)) * 0.1 * (step + 1), mx.nd.ones((3, 2)) * 0.2]
    updater([0, 1], grads, weights)
states = updater.get_states(dump_optimizer=True)
(GOLDEN.parent / "files" / "adam-1.9.1.states").write_bytes(states)
