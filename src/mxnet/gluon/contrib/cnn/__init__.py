"""Contributed convolutions."""

from .conv_layers import *  # noqa: F403
from .conv_layers import __all__ as __all__
