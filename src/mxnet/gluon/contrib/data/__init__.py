"""Contributed samplers and text datasets."""

from . import text
from .sampler import *  # noqa: F403
from .sampler import __all__ as _samplers

__all__ = [*_samplers, "text"]
