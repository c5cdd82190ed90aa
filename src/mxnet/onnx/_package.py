"""The package ``onnx``, imported at first use."""

from __future__ import annotations

from .._core.optional import optional_import


def onnx_package(part: str = "onnx"):
    """Import ``onnx`` or a part of it; raise an error with advice if it is not installed."""
    return _import_package(part)


def onnxruntime_package():
    """Import ``onnxruntime``, which runs models in ONNX files."""
    return _import_package("onnxruntime")


def _import_package(name: str):
    package = name.partition(".")[0]
    return optional_import(name, f"ONNX needs the package {package}: pip install 'regluon[onnx]'")
