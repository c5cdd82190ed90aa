"""Conversion from ONNX to MXNet: one small function for each operator, in files by family."""

from . import import_model, import_onnx, import_to_gluon

__all__ = ["import_model", "import_onnx", "import_to_gluon"]
