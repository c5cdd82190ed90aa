"""Contributed layers."""

from .basic_layers import *  # noqa: F403
from .basic_layers import __all__ as __all__
