"""The package ``onnx``, imported at first use."""

from __future__ import annotations

from importlib import import_module

from ..base import MXNetError

INSTALL = 'pip install "regluon[onnx]"'


def onnx_package(part: str = "onnx"):
    """Import ``onnx`` or a part of it; raise an error with advice if it is not installed."""
    return _import_package(part)


def onnxruntime_package():
    """Import ``onnxruntime``, which runs models in ONNX files."""
    return _import_package("onnxruntime")


def _import_package(name: str):
    try:
        return import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise MXNetError(
            f"the package {package!r} is missing or does not load ({error}); install it with: "
            f"{INSTALL}"
        ) from error
