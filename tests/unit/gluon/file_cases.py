"""The network whose parameters are in tests/golden/files/gluon; the package is given."""

from __future__ import annotations

import contextlib
import json
import pathlib

import numpy as np

from tests.unit.gluon.layer_cases import set_parameters

FOLDER = pathlib.Path(__file__).parents[2] / "golden" / "files" / "gluon"
DATA = np.arange(6, dtype=np.float32).reshape(2, 3) / 6


def build(mx, **options):
    """Make dense layers, of which two share parameters, and a normalization."""
    nn = mx.gluon.nn
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(3, activation="relu", **options), nn.BatchNorm(), nn.HybridSequential())
        with net[2].name_scope():
            net[2].add(nn.Dense(3, params=net[0].params), nn.Dense(2))
    return net


def record(mx):
    """Let the real MXNet write the network in every form that it has for files."""
    net = build(mx)
    net.initialize()
    data = mx.nd.array(DATA)
    net(data)
    set_parameters(mx, net)
    with contextlib.chdir(FOLDER):
        net.save_parameters("structure.params")
        net.save_parameters("once.params", deduplicate=True)
        net.save_params("stripped.params")
        net.collect_params().save("full.params")
        net.save("plain")
        net.hybridize()
        output = net(data).asnumpy().tolist()
        net.export("exported", epoch=3)
        net.save("hybrid")
    return {FOLDER / "output.json": json.dumps(output) + "\n"}
