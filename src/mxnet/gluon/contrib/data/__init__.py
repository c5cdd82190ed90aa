"""Contributed samplers."""

from .sampler import *  # noqa: F403
from .sampler import __all__ as __all__
