"""``mx.onnx``: export of MXNet networks to ONNX files.

>>> import mxnet as mx
>>> net = mx.gluon.nn.Dense(2, in_units=3)
>>> net.initialize()
>>> mx.onnx.export_model(net, in_shapes=[(1, 3)], onnx_file_path="dense.onnx")
'dense.onnx'
"""

from .._core.lazy import lazy_attributes as _lazy_attributes
from . import mx2onnx
from ._comparison import compare_model
from .mx2onnx import export_model, get_operator_support

__all__ = ["compare_model", "export_model", "get_operator_support", "mx2onnx"]

__getattr__ = _lazy_attributes(
    __name__, {}, {"import_model": "mx.contrib.onnx.import_model reads an ONNX file."}
)
