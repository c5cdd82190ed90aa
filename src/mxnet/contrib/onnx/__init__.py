"""``mx.contrib.onnx``: import of ONNX files, and the former location of ``mx.onnx``."""

from ...onnx import export_model as export_model_
from . import onnx2mx
from .onnx2mx.import_model import (
    get_model_metadata as get_model_metadata_,
    import_model as import_model_,
)
from .onnx2mx.import_to_gluon import import_to_gluon as import_to_gluon_

__all__ = ["export_model", "get_model_metadata", "import_model", "import_to_gluon", "onnx2mx"]


def export_model(*args, **kwargs):
    """Write a network to an ONNX file: :func:`mxnet.onnx.export_model`."""
    return export_model_(*args, **kwargs)


def get_model_metadata(*args, **kwargs):
    """Return the inputs and outputs of an ONNX file, without the network."""
    return get_model_metadata_(*args, **kwargs)


def import_model(*args, **kwargs):
    """Load symbol, arguments and auxiliary states from an ONNX file."""
    return import_model_(*args, **kwargs)


def import_to_gluon(*args, **kwargs):
    """Load the network in an ONNX file as a block."""
    return import_to_gluon_(*args, **kwargs)
