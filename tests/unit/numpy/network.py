"""A network with functions of mx.np, which the real MXNet 1.9.1 makes too.

``ORACLE/bin/python tools/record.py np_network`` writes what 1.9.1 exports and computes.
"""

from __future__ import annotations

import io
import pathlib

import numpy as onp

FOLDER = pathlib.Path(__file__).parents[2] / "golden" / "files" / "numpy"
DATA = onp.random.RandomState(0).uniform(size=(2, 1, 8, 8)).astype("float32")


def network(mx):
    """Return the network with parameters that are the same everywhere; NumPy's arrays are on."""
    nn = mx.gluon.nn

    class Net(nn.HybridBlock):
        def __init__(self):
            super().__init__(prefix="net_")
            with self.name_scope():
                self.conv, self.norm = nn.Conv2D(2, 3, activation="relu"), nn.BatchNorm()
                self.dense, self.last = nn.Dense(3), nn.Dense(2, flatten=False)

        def hybrid_forward(self, F, x):
            y = F.npx.reshape(self.norm(self.conv(x)), (-2, -1))
            y = y * 2 + F.np.exp(-y[:, :3].mean(axis=1, keepdims=True))
            y = F.np.concatenate([y, y[:, 1:2]], axis=1)
            a, b = F.np.split(y[:, 0:4], 2, axis=1)
            return (
                self.dense(y),
                F.np.where(a > b, a, b - 1).sum(),
                self.last(F.npx.softmax(y[:, -2:])) / 3,
                F.npx.pick(y, F.np.zeros_like(y[:, 0])),
                F.np.max(y),
                (1 - y.T[::-1]) ** 2,
            )

    net = Net()
    net.initialize()
    net.hybridize()
    net(mx.np.array(DATA))
    for seed, parameter in enumerate(net.collect_params().values()):
        values = onp.random.RandomState(seed).uniform(0.1, 1, parameter.shape)
        parameter.set_data(mx.np.array(values.astype("float32")))
    return net


def record(mx):
    """Let the real MXNet export the network, and return what it computes."""
    mx.npx.set_np()
    net, outputs = network(mx), io.BytesIO()
    onp.savez_compressed(outputs, *(part.asnumpy() for part in net(mx.np.array(DATA))))
    net.export(str(FOLDER / "net"))
    return {FOLDER / "outputs.npz": outputs.getvalue()}
