"""Images to learn from."""

from .digits import Digits

__all__ = ["Digits"]
