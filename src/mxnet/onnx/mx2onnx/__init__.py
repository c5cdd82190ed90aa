"""Conversion from MXNet to ONNX: one small function for each operator, in files by family."""

from ._export_model import export_model
from ._table import get_operator_support

__all__ = ["export_model", "get_operator_support"]
