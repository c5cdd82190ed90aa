"""Caffe networks: graphs, parameters, mean images and solvers, without Caffe.

For example::

    symbol, arg_params, aux_params = import_model("deploy.prototxt", "net.caffemodel")
    net = import_to_gluon("deploy.prototxt", "net.caffemodel")
    mean = read_mean("mean.binaryproto")
    solver = read_solver("solver.prototxt")

Images for Caffe have channels in BGR order, and values from 0 to 255 from which the mean is
subtracted. The converted graph expects the same images.
"""

from ._model import import_model, import_to_gluon, read_mean
from ._solver import Solver, read_solver

__all__ = ["Solver", "import_model", "import_to_gluon", "read_mean", "read_solver"]
