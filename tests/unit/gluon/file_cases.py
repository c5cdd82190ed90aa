"""The network whose parameters are in tests/golden/files/gluon; the package is given."""

from __future__ import annotations

import pathlib

import numpy as np

FOLDER = pathlib.Path(__file__).parents[2] / "golden" / "files" / "gluon"
DATA = np.arange(6, dtype=np.float32).reshape(2, 3) / 6


def build(mx, **options):
    """Make dense layers, of which two share parameters, and a normalisation."""
    nn = mx.gluon.nn
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(3, activation="relu", **options), nn.BatchNorm(), nn.HybridSequential())
        with net[2].name_scope():
            net[2].add(nn.Dense(3, params=net[0].params), nn.Dense(2))
    return net
