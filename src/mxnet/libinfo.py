"""The version, and the location of MXNet's libraries."""

from __future__ import annotations

from . import __version__
from .base import MXNetError

__all__ = ["__version__", "find_include_path", "find_lib_path"]


def find_lib_path():
    """Raise an error: there is no ``libmxnet`` to link against, the operators are torch's."""
    raise MXNetError("there is no libmxnet in this package: its operators run on torch")


def find_include_path():
    """Raise an error: there are no C++ headers."""
    raise MXNetError("there are no C++ headers in this package: its operators run on torch")
