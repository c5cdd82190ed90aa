"""Live charts of training in notebooks, which are not supported."""

from . import callback

__all__ = ["callback"]
