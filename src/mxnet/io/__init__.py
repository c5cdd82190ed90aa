"""Data iterators: batches of arrays and files for Module."""

from . import io, utils
from .io import *  # noqa: F403
from .io import __all__ as _names

__all__ = [*_names, "io", "utils"]
