"""Record what the real MXNet 1.9.1 exports and computes of a network with functions of mx.np."""

import pathlib
import sys

import numpy as np

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from tests.unit.numpy.network import DATA, FOLDER, network

mx.npx.set_np()
FOLDER.mkdir(parents=True, exist_ok=True)
net = network(mx)
np.savez_compressed(FOLDER / "outputs.npz", *(part.asnumpy() for part in net(mx.np.array(DATA))))
net.export(str(FOLDER / "net"))
